"""Bad input gets one clear sentence, exit code 2, and never a traceback."""

import pytest

from mnk.cli import COMMANDS
from mnk.loader import ROOT


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("mtch a b", "there is no command mtch: did you mean match?"),
        ("match random", "the following arguments are required: B"),
        ("match random first --gmes 3", "there is no argument --gmes: did you mean --games?"),
        ("match randm first", "there is no player 'randm'"),
        ("match randm first", "did you mean random?"),
        ("match nosuch_player.py first", "there is no player file nosuch_player.py"),
        ("match *_player.py first", "no file matches *_player.py"),
        ("match alphabeta:dept=3 first", "there is no option 'dept'; the options are depth=int|full|none"),
        ("match alphabeta:depth=x first", "option depth=x is wrong: expected int|full|none"),
        ("match alphabeta:prefer=best first", "option prefer=best is wrong: expected fastest|first|last|random"),
        ("match alphabeta:heuristic=magic first", "there is no heuristic 'magic': choose one of zero, streak"),
        ("match alphabeta:depth=2,x first", "'x' in 'alphabeta:depth=2,x' is not an option: expected name=value"),
        ("match random:depth=2 first", "there is no option 'depth'; this player has no options"),
        ("match random first --game 6x7", "'6x7' is not a game: expected rows x cols x k"),
        ("match random first --game 0x7x3", "rows must be from 1 to 100, not 0"),
        ("match random first --seconds fast", "'fast' is not a time limit"),
        ("match random first --seconds 0", "'0' is not a time limit"),
        ("match random first --games 0", "'0' is not a whole number from 1 on"),
        ("match random first --jobs two", "'two' is not a whole number from 1 on"),
        ("match random first --on-timeout cry", "invalid choice: 'cry'"),
        ("match random first --game 3x3x3 --opening-plies 9", "3x3x3 has no undecided opening of 9 plies"),
        ("match random first --run ../elsewhere", "'../elsewhere' is not a name for a run"),
        ("match random first --players nowhere", "there is no folder of players nowhere"),
        ("match human human", "only one player can sit at the terminal"),
        ("table alphabeta --depths 1", "'1' are not depths: expected at least two different ones"),
        ("table alphabeta --depths 1,1", "are not depths"),
        ("table random", "there is no option 'depth'"),
        ("table nosuch.toml", "there is no config file nosuch.toml"),
        ("match alphabeta:depth=1,depth=2 first", "option 'depth' is given twice"),
        ("report", "there are no runs in reports: play a match first"),
        ("report nosuch", "there is no run 'nosuch' in reports: there are none"),
        ("replay nosuch", "there is no run 'nosuch' in reports"),
        ("check nosuch", "there is no player 'nosuch'"),
        ("check human", "a person can not be checked"),
        ("new Bad-Name", "'Bad-Name' is not a name for a player"),
        ("new class", "'class' is not a name for a player"),
        ("play custm", "did you mean custom?"),
    ],
)
def test_bad_input_gets_one_sentence(line, sentence, run):
    result = run(line)
    assert result.code == 2
    assert sentence in result.err
    assert result.out == ""
    assert len(result.err.splitlines()) == 1
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("x = ", ["is not TOML"]),
        ("player = 'custom'", ["depths is missing", "board is missing"]),
        (
            "player = 3\ndepths = [1, 'two']\ngmes = 4\nboard = [{game = '3x3x3', secnds = 1}]",
            [
                "player = 3 is wrong: expected a text",
                "depths[1] = 'two' is wrong: expected a whole number",
                "there is no key gmes: did you mean games?",
                "there is no key board[0].secnds: did you mean seconds?",
                "board[0].seconds is missing",
            ],
        ),
        (
            "player = 'custom'\ndepths = [1, 2]\nopening_plies = -1\nboard = [{game = '3x3x3', seconds = 1}]",
            ["opening_plies = -1 is wrong"],
        ),
        ("player = 'custom'\ndepths = []\nboard = []", ["depths = [] is wrong"]),
        (
            "player = 'custom'\ndepths = [1, 2]\nboard = [{game = '3x3x3', seconds = -1}]",
            ["'-1.0' is not a time limit"],
        ),
        (
            "player = 'custom'\ndepths = [1, 2]\ngames = 0\nboard = [{game = '3x3x3', seconds = 1}]",
            ["games = 0 is wrong"],
        ),
        (
            "player = 'custom'\ndepths = [1, 2]\nboard = [{game = '3y3', seconds = 1}]",
            ["'3y3' is not a game"],
        ),
    ],
)
def test_all_faults_of_a_config_are_told_at_once(text, faults, run, tmp_path):
    (tmp_path / "bad.toml").write_text(text)
    result = run("table bad.toml")
    assert result.code == 2
    for fault in faults:
        assert fault in result.err


def test_a_config_is_not_overruled_in_silence(run):
    result = run(f"table {ROOT / 'configs' / 'depth_table.toml'} --games 4")
    assert result.code == 2
    assert "says what --games is: change it there" in result.err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command, run):
    result = run([command, "--help"])
    assert result.code == 0
    assert "example" in result.out
    assert "--json" in result.out


def test_help_shows_the_five_commands_a_student_needs_first(run):
    out = run("--help").out
    places = [out.index(f"\n    {name} ") for name in ("new", "check", "match", "play", "replay", "players")]
    assert places == sorted(places)


def test_seven_by_six_with_gravity_is_asked_about(run):
    result = run("match random first --game 7x6x4g --games 1")
    assert result.code == 0
    assert "Connect 4 is 6x7x4g" in result.err


def test_a_place_that_can_not_be_written_is_said(run, tmp_path):
    (tmp_path / "file").write_text("")
    result = run("match random first --games 1 --out file")
    assert result.code == 3
    assert "can not be kept in file" in result.err
