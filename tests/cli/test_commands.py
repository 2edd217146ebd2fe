"""Each command, once right."""

import csv
import json
import os

import pytest

from mnk.loader import ROOT


def test_match_prints_a_table_and_keeps_the_games(run):
    result = run("match default random --games 4 --game 3x3x3 --seed 7")
    assert result.code == 0
    assert "3x3x3, 4 games (4 distinct), 1 s a move, seed 7" in result.out
    assert "protection: none" in result.out
    assert result.out.index("default  ") < result.out.index("random  ")
    again = run("report")
    assert again.out.split("\n\n")[1].strip() == result.out.split("\n\n")[1].strip()


def test_match_json_is_one_document_and_nothing_else(run):
    result = run("match first random --games 2 --json")
    assert result.code == 0
    games = result.json["games"]
    assert [game["players"] for game in games] == [["first", "random"], ["random", "first"]]
    assert result.json["level"] == "none"
    assert sum(player["wins"] + player["losses"] + player["draws"] for player in result.json["players"]) == 4
    for game in games:
        assert len(game["seconds"]) == len(game["moves"]) - game["opening"]


def test_match_repeats_itself_with_the_same_seed(run):
    moves = [
        [game["moves"] for game in run("match random default --games 4 --json --seed 3").json["games"]] for _ in "12"
    ]
    assert moves[0] == moves[1]
    other = [game["moves"] for game in run("match random default --games 4 --json --seed 4").json["games"]]
    assert other != moves[0]


def test_a_player_meets_itself(run):
    names = [player["name"] for player in run("match custom:depth=1 custom:depth=1 --games 2 --json").json["players"]]
    assert sorted(names) == ["custom:depth=1", "custom:depth=1#2"]
    names = [player["name"] for player in run("match random random --games 2 --json").json["players"]]
    assert sorted(names) == ["random", "random#2"]


def test_equal_games_are_remarked_on(run):
    result = run("match first first --games 4 --game 3x3x3")
    assert "only 1 of 4 games were distinct: try --opening-plies 2" in result.out


def test_wide_and_verbose_say_more(run):
    result = run("match first random --games 2 --wide --verbose")
    for word in ("W as 1st", "W as 2nd", "overruns", "max s", "s/game", "nodes/move", "depth", "plies/game", "total s"):
        assert word in result.out
    assert "first wins" in result.out or "random wins" in result.out


def test_a_named_run_goes_on_where_it_stopped(run):
    run("match random default --games 2 --run mine")
    ids = {game["id"] for game in run("report mine --json").json["games"]}
    more = run("match random default --games 6 --run mine --json").json
    assert len(more["games"]) == 6
    assert ids < {game["id"] for game in more["games"]}
    assert len(run("report mine --json").json["games"]) == 6


def test_a_changed_player_file_plays_anew(run, player_file, tmp_path):
    path = player_file("p", "return state.actions()[0]")
    run(f"match {path} first --games 2 --run mine --game 3x3x3")
    player_file("p", "return state.actions()[-1]")
    result = run(f"match {path} first --games 2 --run mine --game 3x3x3 --json")
    assert len(result.json["games"]) == 2
    assert len(run("report mine --json").json["games"]) == 4


def test_a_broken_file_forfeits(run, player_file):
    path = player_file("p", text="1 / 0")
    result = run(f"match {path} first --games 2")
    assert result.code == 0
    assert "p forfeited 2 games: LOAD, p_player.py:1: ZeroDivisionError: division by zero" in result.out


def test_a_file_that_hangs_is_waited_for_once(run, player_file, tmp_path):
    path = player_file("p", text=f"open({str(tmp_path / 'starts')!r}, 'a').write('x')\nwhile True: pass")
    result = run(f"match {path} first --games 4 --load-seconds 0.5 --json").json
    assert [game["ending"] for game in result["games"]] == ["LOAD"] * 4
    assert (tmp_path / "starts").read_text() == "x"


@pytest.mark.parametrize(
    ("choice", "clock"), [("auto", "kernel clock"), ("exact", "kernel clock"), ("wall", "wall clock")]
)
def test_the_header_names_the_clock(choice, clock, run):
    assert f"time: {clock};" in run(f"match random first --games 1 --game 3x3x3 --run r --clock {choice}").out
    assert f"time: {clock}," in run("report r").out


def test_where_the_exact_clock_is_missing_the_wall_clock_is_used_and_said(run, monkeypatch):
    monkeypatch.setattr("mnk.arena.launcher.sys.platform", "plan9")
    result = run("match random first --games 2 --jobs 2 --game 3x3x3")
    assert result.code == 0 and "time: wall clock;" in result.out
    assert result.err == (
        "runner.py: the exact clock can not be used here (it needs Linux, not plan9): the wall clock is used instead\n"
    )
    result = run("match random first --games 1 --clock exact")
    assert (result.code, result.out) == (3, "0 of 1 games were played\n")
    assert "it needs Linux, not plan9" in result.err


def test_no_player_can_end_the_run(run, player_file):
    """What only a person or the loader may say is out of turn from anybody else."""
    for kind in ("QUIT", "OPTION", "LOAD"):
        forge = (
            "import sys\nfrom mnk.arena.channel import Trouble, encode\nframe = sys._getframe()\n"
            "while not hasattr(frame.f_locals.get('self'), 'nonce'): frame = frame.f_back\n"
            "child = frame.f_locals['self']\n"
            f"child.channel.send(encode(Trouble(child.nonce, '{kind}', 'x')))"
        )
        path = player_file("p", forge + "\nreturn state.actions()[0]")
        result = run(f"match {path} first --games 2 --json")
        assert result.code == 0
        assert [game["ending"] for game in result.json["games"]] == ["PROTOCOL", "PROTOCOL"]
        at_import = player_file("q", text=forge)
        result = run(f"match {at_import} first --games 1 --json")
        assert result.code == (2 if kind == "OPTION" else 0)


def test_limits_and_grace_reach_the_game(run, player_file):
    slow = player_file("p", "sum(iter(int, 1))")
    result = run(f"match {slow} first --games 1 --seconds 0.1 --grace 0.1 --json").json
    assert result["games"][0]["ending"] == "TIME"
    result = run(f"match {slow} first --games 1 --seconds 0.05 --grace 0 --on-timeout random --game 3x3x3 --json").json
    assert result["games"][0]["ending"] in ("LINE", "FULL_BOARD")
    assert any("moves made for it" in remark for remark in result["remarks"])


def test_watch_and_output_go_to_standard_error(run, player_file):
    path = player_file("p", "print('thinking hard')\nreturn state.actions()[0]")
    result = run(f"match {path} first --games 1 --game 3x3x3 --watch --show-output --json")
    assert "p: thinking hard" in result.err
    assert "p (X) after " in result.err and "first (O) after " in result.err
    assert "p (X) wins: 3 in a row" in result.err
    assert "[X]. ." in result.err
    assert result.json


def test_new_check_match_is_the_way_of_a_student(run, tmp_path):
    assert run("new mine").code == 0
    assert (tmp_path / "players" / "mine_player.py").is_file()
    again = run("new mine")
    assert again.code == 2 and "is there already" in again.err
    result = run("check mine")
    assert result.code == 0
    assert "mine_player.py keeps the contract" in result.out
    assert run("match mine random --games 2 --json").json["players"][0]["name"] == "mine"


def test_check_says_in_words_what_is_wrong(run, player_file):
    move = "import random\nif state.game.gravity: return 99\nprint('hm')\nreturn random.choice(state.actions())"
    result = run(f"check {player_file('p', move)} --json")
    assert result.code == 1
    found = {item["rule"]: item for item in result.json["findings"]}
    assert result.json["ok"] is False
    assert found["loads"]["ok"] and found["plays 3x3x3 (tic-tac-toe)"]["ok"]
    assert not found["repeatable"]["ok"] and "use self.rng" in found["repeatable"]["detail"]
    assert "answered column 99" in found["plays 6x7x4g (Connect 4)"]["detail"]
    assert "ILLEGAL" in found["plays 5x6x4g#c3 (gravity and a blocked cell)"]["detail"]
    assert "printed" in found["quiet"]["detail"]


def test_check_of_a_file_that_does_not_load(run, player_file):
    result = run(f"check {player_file('p', text='import nosuch')}")
    assert result.code == 1
    assert "NOT loads: p_player.py:1: ModuleNotFoundError" in result.out


def test_players_lists_files_without_running_them(run, player_file, tmp_path):
    player_file("boom", text='"""Explodes."""\nraise SystemExit\n')
    player_file("old", text="print 'x'")
    rows = {row["name"]: row for row in run(f"players --players {tmp_path} --json").json["players"]}
    assert rows["boom"]["doc"] == "Explodes."
    assert "SyntaxError" in rows["old"]["doc"]
    assert rows["alphabeta"]["options"] == ["depth=none", "heuristic=streak", "prefer=fastest", "table=true"]
    shown = run("players").out
    assert max(len(line) for line in shown.splitlines()) <= 80
    assert "custom: depth=none, radius=auto, alert=auto" in shown


def test_games_lists_names(run):
    assert {row["name"]: row["game"] for row in run("games --json").json["games"]} == {
        "tictactoe": "3x3x3",
        "connect4": "6x7x4g",
        "gomoku": "15x15x5",
    }
    assert "15x15x5" in run("games").out


def test_table_crosses_depths(run):
    result = run("table alphabeta --depths 1-3 --game 5x5x4 --games 2")
    assert result.code == 0
    assert "the row against the column" in result.out
    assert "depth 1" in result.out and "depth 3" in result.out
    assert "\nverdict: " in result.out
    games = run("table alphabeta:heuristic=zero --depths 1,2 --game 5x5x4 --games 2 --json").json["games"]
    assert [game["opening"] for game in games] == [2, 2], "paired random openings unless told otherwise"


def test_table_of_boards_has_a_row_for_each(run, tmp_path):
    (tmp_path / "small.toml").write_text(
        'player = "custom"\ndepths = [1, 2]\n'
        '[[board]]\ngame = "4x4x4"\nseconds = 3\n[[board]]\ngame = "6x7x4g"\nseconds = 1.5\n'
    )
    result = run("table small.toml")
    assert result.code == 0
    lines = [line.split() for line in result.out.splitlines()]
    assert ["4x4", "4", "3", "s"] in [line[:4] for line in lines]
    assert ["6x7", "gravity", "4", "1.5", "s"] in [line[:5] for line in lines]


def test_the_depth_table_has_the_ten_boards_of_the_report():
    from mnk.cli.config import read_config
    from mnk.cli.table import DepthTable

    config = read_config(ROOT / "configs" / "depth_table.toml", DepthTable)
    assert [(board.game, board.seconds) for board in config.board] == [
        ("4x4x4", 3), ("5x5x5", 3), ("7x6x5", 5), ("8x8x6", 5), ("8x8x8", 7),
        ("10x9x7", 10), ("13x15x10", 10), ("14x17x10", 15), ("17x19x14", 15), ("19x19x5", 20),
    ]  # fmt: skip


def test_a_run_tells_players_of_one_name_apart(run, player_file):
    run("match alphabeta:depth=1 random --games 2 --run mix --game 3x3x3")
    run("match alphabeta:depth=2 random --games 4 --run mix --game 3x3x3")
    found = run("report mix --json").json
    assert {player["name"]: (player["spec"], player["games"]) for player in found["players"]} == {
        "alphabeta": ("alphabeta:depth=1", 2),
        "alphabeta#2": ("alphabeta:depth=2", 4),
        "random": ("random", 6),
    }
    assert "alphabeta#2 is alphabeta:depth=2 with other options" in found["remarks"]
    path = player_file("p")
    run(f"match {path} first --games 2 --run mix --game 3x3x3")
    player_file("p", "return state.actions()[-1]")
    run(f"match {path} first --games 2 --run mix --game 3x3x3")
    assert f"p#2 is {path} with a changed file" in run("report mix --json").json["remarks"]


def test_a_changed_helper_is_a_changed_player(run, player_file, tmp_path):
    path = player_file("p", "from helper import choose\nreturn choose(state)")
    for choice in ("actions[0]", "actions[-1]"):
        (tmp_path / "helper.py").write_text(f"def choose(state):\n    actions = state.actions()\n    return {choice}\n")
        run(f"match {path} first --games 2 --run mine --game 3x3x3")
    assert len(run("report mine --json").json["games"]) == 4


def test_a_run_that_came_to_nothing_leaves_nothing(run, tmp_path, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("mnk.arena.run._collect", interrupted)
    assert run("match random first --games 2 --run mine").code == 130
    assert not (tmp_path / "reports" / "mine").exists()


def test_missing_packages_are_named(run, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = run("games")
    assert result.code == 2
    assert "tabulate and tqdm can not be imported: `make` sets everything up" in result.err


def test_names_of_files_that_no_terminal_can_show(run, tmp_path):
    name = b"\xff\xfe_player.py"
    source = (ROOT / "players" / "first_player.py").read_bytes()
    with open(os.fsencode(tmp_path) + b"/" + name, "wb") as file:
        file.write(source)
    result = run(["match", os.fsdecode(name), "random", "--games", "2", "--game", "3x3x3"])
    assert result.code == 0
    assert "??" in result.out


def test_report_exports_what_the_store_has(run, tmp_path):
    run("match default random --games 2 --game 3x3x3")
    assert run("report --csv games.csv --jsonl games.jsonl").code == 0
    with (tmp_path / "games.csv").open() as file:
        rows = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == [line["id"] for line in lines]
    assert rows[0]["first"] == "default" and int(rows[0]["plies"]) == len(lines[0]["moves"])


def test_a_name_is_no_formula(run):
    from mnk.cli.report import safe

    assert safe("=1+1") == "'=1+1"
    assert safe("custom") == "custom"


def test_replay_shows_a_game_move_by_move(run):
    run("match default random --games 3 --game 3x3x3 --run mine --opening-plies 2")
    result = run("replay mine 1")
    assert result.out.startswith("mine, game 1 of 3: 3x3x3\nX default, O random, opening of 2 plies")
    assert "1. X " in result.out and "(opening)" in result.out
    by_number = run("replay 2 --json")
    assert by_number.json["id"] == run("report --json").json["games"][1]["id"]
    assert run(["replay", "mine", by_number.json["id"], "--json"]).json == by_number.json
    assert run("replay mine 9").code == 2
    lost = run("replay --lost-by random --json").json
    assert lost["players"][lost["winner"] - 1] == "default"
    assert run("replay mine --moves --output").out.count("printed ---") == 2


def test_the_default_command_plays_the_quick_round_robin(run, monkeypatch, tmp_path):
    from mnk.cli import quick

    config = tmp_path / "quick.toml"
    config.write_text('game = "3x3x3"\nplayers = ["random", "first", "default"]\nseconds = 5\n')
    monkeypatch.setattr(quick, "CONFIG", config)
    result = run("--json")
    assert len(result.json["games"]) == 6
    assert "report: reports" in run("").out


def test_depths_may_come_in_any_order(run):
    assert run("table alphabeta --depths 3,1 --game 6x7x4g --games 2").out.count("depth 1 0 %, depth 3 100 %") == 1


def test_a_game_that_is_over_before_it_begins_is_a_draw(run):
    assert run("match random first --game 1x1x1#a1 --games 2 --json").json["games"][0]["ending"] == "FULL_BOARD"


def test_no_limit_is_null_in_json(run, player_file):
    never = player_file("p", "if False: yield")
    run(f"match {never} first --games 1 --seconds none --on-timeout first --game 3x3x3 --run mine")
    assert "Infinity" not in run("replay mine --json").out + run("report mine --json").out


def test_check_of_a_namesake_of_the_opponent(run, player_file):
    result = run(f"check {player_file('random', 'return 1 / 0')} --json")
    assert result.code == 1
    assert "ZeroDivisionError" in str(result.json["findings"])


@pytest.mark.parametrize("line", ["match first random --games 1", "report", "replay", "players", "games"])
def test_tables_are_at_most_80_columns_wide(line, run):
    run("match first random --games 2")
    assert max(len(text) for text in run(line).out.splitlines()) <= 80
