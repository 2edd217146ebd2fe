"""From a spec to a player; and for everything that can be wrong with a file, one clear sentence."""

import sys
from textwrap import dedent

import pytest

from mnk import Game
from mnk.loader import PLAYERS, LoadError, load_class, load_player, parse_spec, player_files
from mnk.options import OptionError

GOOD = "from mnk import Player\n\nclass Mine(Player):\n    def move(self, state):\n        return state.actions()[0]\n"


@pytest.fixture(autouse=True)
def tidy_imports(monkeypatch):
    """Loading leaves traces in sys.path and sys.modules; they are gone after each test."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.fixture
def write(tmp_path):
    def write_player(text, name="my_player.py"):
        (tmp_path / name).write_text(dedent(text))
        return str(tmp_path / name)

    return write_player


def refusal(path):
    with pytest.raises(LoadError) as error:
        load_player(path)
    text = str(error.value)
    assert "\n" not in text
    return text


# --- finding -------------------------------------------------------------------------------------


def test_a_name_is_a_file_in_the_players_folder():
    spec = parse_spec("alphabeta:depth=4,prefer=first")
    assert spec.path == PLAYERS / "alphabeta_player.py"
    assert (spec.name, spec.options) == ("alphabeta", {"depth": "4", "prefer": "first"})


def test_a_path_is_that_file_whatever_it_is_called(write):
    assert parse_spec(write(GOOD)).name == "my"
    assert parse_spec(write(GOOD, "agent7.py") + ":depth=2").name == "agent7"
    assert load_player(write(GOOD)).name == "my"


def test_other_folders_are_searched_in_their_order(write, tmp_path):
    path = write(GOOD, "random_player.py")
    assert str(parse_spec("random", [tmp_path, PLAYERS]).path) == path
    assert parse_spec("random", [PLAYERS, tmp_path]).path == PLAYERS / "random_player.py"


def test_every_file_in_the_players_folder_loads():
    names = [path.name for path in player_files()]
    assert {"random_player.py", "default_player.py", "minimax_player.py", "custom_player.py"} <= set(names)
    for path in player_files():
        assert load_class(path).__name__.endswith("Player")


def test_a_misspelt_name_gets_a_suggestion():
    with pytest.raises(LoadError, match=r"there is no player 'alphabet' in .*players: did you mean alphabeta\?"):
        parse_spec("alphabet")


def test_a_name_like_no_other_gets_the_list():
    with pytest.raises(LoadError, match=r"there is no player 'zzz' in .*: there are .*default, .*random"):
        parse_spec("zzz")


def test_a_missing_file_is_named(tmp_path):
    assert refusal("nowhere/my_player.py") == "there is no player file nowhere/my_player.py"
    assert refusal("my_player.py") == "there is no player file my_player.py"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "names no player"),
        ("  ", "names no player"),
        ("alphabeta:depth=4,first", "'first' in 'alphabeta:depth=4,first' is not an option: expected name=value"),
        ("alphabeta:depth", "there is no player 'alphabeta:depth'"),
    ],
)
def test_a_bad_spec(spec, words):
    assert words in refusal(spec)


# --- classes -------------------------------------------------------------------------------------


def test_the_player_plays(write):
    game = Game.parse("3x3x3")
    assert load_player(write(GOOD)).seat(game, 1).answer(game.start()) == (0, 0)


def test_a_file_without_a_player(write):
    assert refusal(write("class Mine:\n    pass\n")) == (
        "my_player.py defines no player: expected `class ...(Player)` with a move method"
    )


def test_an_imported_player_is_not_the_files_own(write):
    write(GOOD, "base_player.py")
    assert "defines no player" in refusal(write("from base_player import Mine\n"))


def test_a_file_with_several_players(write):
    text = "from mnk import Player\nclass One(Player): pass\nclass Two(Player): pass\n"
    assert refusal(write(text)) == "my_player.py defines several players, One and Two: one file is one player"


def test_a_class_that_another_one_extends_does_not_count(write):
    path = write(GOOD + "\nclass Better(Mine):\n    pass\n")
    assert type(load_player(path)).__name__ == "Better"


def test_a_file_beside_the_player_can_be_imported(write):
    write("PLACE = (2, 2)\n", "beside_the_player.py")
    path = write("""
        from beside_the_player import PLACE
        from mnk import Player

        class Mine(Player):
            def move(self, state):
                return PLACE
        """)
    game = Game.parse("3x3x3")
    assert load_player(path).seat(game, 1).answer(game.start()) == (2, 2)


def test_a_player_may_use_dataclasses(write):
    path = write("from dataclasses import dataclass\n@dataclass\nclass Thing:\n    size: 'int' = 1\n" + GOOD)
    assert load_class(parse_spec(path).path).__name__ == "Mine"


# --- broken files --------------------------------------------------------------------------------


def test_a_syntax_error_shows_the_students_line(write):
    assert refusal(write(GOOD + "\n\ndef broken(:\n    pass\n")) == (
        "my_player.py:8: SyntaxError: invalid syntax in `def broken(:`"
    )


def test_a_wrong_indentation_shows_the_students_line(write):
    text = refusal(write("def move():\nreturn 1\n"))
    assert text.startswith("my_player.py:2: IndentationError: expected an indented block")
    assert text.endswith("in `return 1`")


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ('print "hello"', 'print "hello"'),
        ("print state, 1", "print state, 1"),
        ("try:\n    pass\nexcept ValueError, error:\n    pass", "except ValueError, error:"),
        ("raise ValueError, 'no'", "raise ValueError, 'no'"),
        ("if 1 <> 2:\n    pass", "if 1 <> 2:"),
        ("exec 'x = 1'", "exec 'x = 1'"),
        ("mode = 0777", "mode = 0777"),
        ("big = 10L", "big = 10L"),
        ("text = `1`", "text = `1`"),
        ('text = ur"x"', 'text = ur"x"'),
    ],
)
def test_python_2_syntax_is_named_with_its_line(write, code, line):
    text = refusal(write(GOOD + code + "\n"))
    number = 6 + code.split("\n").index(line)
    assert text == f"my_player.py:{number}: this is Python 2 code in `{line}`; mnk runs Python 3"


@pytest.mark.parametrize(
    "code",
    ["import Queue", "import cPickle", "for i in xrange(3): pass", "unicode('x')", "raw_input()", "reduce(max, [])"],
)
def test_python_2_names_are_named(write, code):
    text = refusal(write(GOOD + code + "\n"))
    assert text.startswith("my_player.py:6: ") and text.endswith("(that is Python 2; mnk runs Python 3)")


@pytest.mark.parametrize("code", ["import no_such_module", "no_such_name", "x = (1", "x = 1 +", "retrun 1"])
def test_other_mistakes_are_not_blamed_on_python_2(write, code):
    assert "Python 2" not in refusal(write(GOOD + code + "\n"))


def test_a_missing_module_is_named_with_the_line(write):
    assert refusal(write(GOOD + "import no_such_module\n")) == (
        "my_player.py:6: ModuleNotFoundError: No module named 'no_such_module'"
    )


def test_an_error_elsewhere_is_traced_to_the_players_own_line(write):
    write("def fail():\n    return 1 / 0\n", "helper_that_fails.py")
    path = write("import helper_that_fails\n\nhelper_that_fails.fail()\n" + GOOD)
    assert refusal(path) == "my_player.py:3: ZeroDivisionError: division by zero"


def test_of_the_players_own_lines_the_innermost_is_named(write):
    path = write(GOOD + "def fail():\n    return 1 / 0\n\nfail()\n")
    assert refusal(path) == "my_player.py:7: ZeroDivisionError: division by zero"


def test_a_file_that_exits_is_refused(write):
    assert refusal(write("import sys\n" + GOOD + "sys.exit('bye')\n")) == "my_player.py:7: SystemExit: bye"


def test_an_error_in_init_is_named_with_the_line(write):
    path = write(GOOD + "    def __init__(self):\n        1 / 0\n")
    assert refusal(path) == "my_player.py:7: ZeroDivisionError: division by zero in __init__"


def test_a_value_error_in_init_without_options_is_the_players_own_fault(write):
    path = write(GOOD + "    def __init__(self):\n        int('x')\n")
    assert refusal(path).startswith("my_player.py:7: ValueError: invalid literal")


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "my_player.py").write_bytes(b"\x00\xff\xfe")
    assert refusal(str(tmp_path / "my_player.py")).startswith("my_player.py")


def test_an_edited_file_is_loaded_anew(write):
    assert type(load_player(write(GOOD))).__name__ == "Mine"
    assert type(load_player(write(GOOD.replace("Mine", "Other")))).__name__ == "Other"


@pytest.mark.parametrize("code", ["x = 0.05 +", 'f("use `x`" 3)', 'f("a <> b" 3)', "x = 10.07 +"])
def test_a_slip_of_today_is_not_called_python_2(write, code):
    text = refusal(write(GOOD + code + "\n"))
    assert "SyntaxError" in text and "Python 2" not in text


def test_leaving_in_init_is_a_fault_of_the_file(write):
    init = "from mnk import Player\n\nclass Mine(Player):\n    def __init__(self):\n        raise SystemExit(3)\n"
    assert refusal(write(init)) == "my_player.py:5: SystemExit: 3 in __init__"


def test_a_message_of_several_lines_is_told_in_one(write):
    assert refusal(write("raise ValueError('one\\n  two')\n")) == "my_player.py:1: ValueError: one two"


def test_an_annotation_that_means_nothing_is_a_fault_of_the_file(write):
    init = "from mnk import Player\n\nclass Mine(Player):\n    def __init__(self, a: 'Nope' = 1):\n        pass\n"
    assert "NameError: name 'Nope' is not defined" in refusal(write(init) + ":a=1")


@pytest.mark.parametrize("spec", ["minimax:depth=0", "alphabeta:depth=-1", "custom:depth=0"])
def test_a_depth_below_one_is_refused(spec):
    with pytest.raises(OptionError, match="depth must be at least 1"):
        load_player(spec)


def test_a_radius_below_one_is_refused():
    with pytest.raises(OptionError, match="radius must be at least 1"):
        load_player("custom:radius=0")
