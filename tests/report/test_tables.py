"""Tables as people see them: golden texts of small, made-up runs."""

from dataclasses import replace
from pathlib import Path

import pytest

from mnk.arena.record import GameRecord, MoveRecord
from mnk.cells import Action
from mnk.game import Ending
from mnk.report.document import document
from mnk.report.summary import against, distinct_games, remarks, summaries
from mnk.report.tables import cross_table, game_lines, match_table, wide_table

GOLDEN = Path(__file__).parent / "golden"

A_WINS = GameRecord(
    id="1",
    game="3x3x3",
    players=("alpha", "beta"),
    specs=("alpha:depth=2", "beta"),
    file_hashes=("x", "y"),
    seed="0/0",
    opening=1,
    moves=tuple(Action(*cell) for cell in [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]),
    winner=1,
    ending=Ending.LINE,
    detail="3 in a row",
    level="none",
    clock="wall clock",
    move_records=(
        MoveRecord(0.25, 0.25, nodes=10, depth=2),
        MoveRecord(0.5, 0.5, nodes=100, depth=4, value=1.0),
        MoveRecord(0.75, 0.75, nodes=20, depth=2, overrun=True),
        MoveRecord(1.5, 1.5, nodes=200, depth=4, overrun=True, killed=True),
    ),
)
B_FORFEITS = replace(
    A_WINS,
    id="2",
    players=("beta", "alpha"),
    specs=("beta", "alpha:depth=2"),
    winner=2,
    ending=Ending.TIME,
    detail="beta_player.py:7: no move within 1 s",
    moves=A_WINS.moves[:1],
    opening=0,
    move_records=(MoveRecord(0.125, 0.125),),
)
DRAW = replace(
    A_WINS, id="3", players=("alpha", "gamma"), specs=("alpha:depth=2", "gamma"), winner=0, ending=Ending.FULL_BOARD
)
RECORDS = [A_WINS, B_FORFEITS, replace(B_FORFEITS, id="4"), DRAW]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("match_table", match_table(summaries(RECORDS))),
        ("wide_table", wide_table(summaries(RECORDS))),
        ("cross_table", cross_table(RECORDS, ["alpha", "beta", "gamma"])),
        ("game_lines", game_lines(RECORDS)),
        ("remarks", "\n".join(remarks(RECORDS))),
    ],
)
def test_a_table_looks_as_it_did(name, text):
    assert text + "\n" == (GOLDEN / f"{name}.txt").read_text()


def test_moves_are_charged_to_the_player_who_made_them():
    alpha, beta = summaries([A_WINS])
    assert (alpha.name, alpha.moves, alpha.seconds, alpha.nodes) == ("alpha", 2, 2.0, 300)
    assert (beta.name, beta.moves, beta.seconds, beta.max_seconds) == ("beta", 2, 1.0, 0.75)


def test_wins_draws_and_losses_add_up():
    players = {player.name: player for player in summaries(RECORDS)}
    assert (players["alpha"].wins, players["alpha"].draws, players["alpha"].losses) == (3, 1, 0)
    assert (players["alpha"].wins_first, players["alpha"].wins_second) == (1, 2)
    assert players["alpha"].score == 0.875
    assert dict(players["beta"].forfeits) == {"TIME": 2}
    assert sum(player.wins for player in players.values()) == sum(player.losses for player in players.values())


def test_who_beat_whom():
    assert against(RECORDS, "alpha", "beta") == (3, 0, 0)
    assert against(RECORDS, "beta", "alpha") == (0, 0, 3)
    assert against(RECORDS, "gamma", "alpha") == (0, 1, 0)


def test_equal_games_are_counted_once():
    assert distinct_games(RECORDS) == 2
    assert any("only 2 of 4 games were distinct" in line for line in remarks(RECORDS))
    assert remarks([replace(A_WINS, move_records=())]) == []


def test_a_busy_machine_is_told_of():
    """From more than 5 % on; of moves so short that the arena itself is most of the wait, nothing is said."""

    def told(wall, stolen):
        record = replace(A_WINS, move_records=(MoveRecord(wall - stolen, wall, wall - stolen, stolen),))
        assert document("run", [record])["stolen"] == pytest.approx(stolen / wall if wall >= 0.001 else 0)
        return [line for line in remarks([record]) if "busy" in line]

    assert told(0.1, 0.005) == told(0.0009, 0.0005) == []
    assert told(0.1, 0.034) == ["the machine was busy: players waited for a core 34% of their time (not charged)"]


def test_the_match_table_fits_80_columns_whatever_the_names():
    long = replace(A_WINS, players=("x" * 90, "y" * 90), winner=2, ending=Ending.PROTOCOL)
    assert max(len(line) for line in match_table(summaries([long] * 1000)).splitlines()) <= 80


def test_a_cross_table_that_gets_too_wide_shows_points():
    names = [f"depth {number}" for number in range(12)]
    text = cross_table([replace(A_WINS, players=("depth 1", "depth 2"))], names)
    assert max(map(len, text.splitlines())) <= 80
    assert text.splitlines()[3].split() == ["depth", "1", *["0", "1", "0", "0", "0", "0", "0", "0", "0", "0", "0"]]


def test_an_empty_run_has_empty_tables():
    assert "player" in match_table([])
    assert document("run", [])["players"] == []


def test_the_document_has_the_promised_keys():
    found = document("run", RECORDS)
    assert {"run", "level", "clock", "players", "games"} <= found.keys()
    assert {
        "name", "spec", "games", "wins", "draws", "losses", "score", "forfeits", "overruns",
        "seconds_per_move", "seconds_per_game", "nodes_per_move", "nodes_per_game",
    } <= found["players"][0].keys()  # fmt: skip
    assert found["players"][0]["forfeits"] == dict.fromkeys(
        ["TIME", "ILLEGAL", "RAISED", "DIED", "PROTOCOL", "LOAD"], 0
    )
    game = found["games"][0]
    assert game["players"] == ["alpha", "beta"]
    assert game["moves"] == [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2]]
    assert (game["opening"], game["winner"], game["ending"]) == (1, 1, "LINE")
    assert len(game["seconds"]) == len(game["nodes"]) == len(game["moves"]) - game["opening"]
