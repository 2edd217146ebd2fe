"""Options of a player: keyword arguments of its __init__, read from text."""

from typing import Any, Literal, Optional

import pytest

from mnk import Player
from mnk.loader import LoadError, load_player
from mnk.options import OptionError, describe_options, read_options


class Many(Player):
    def __init__(
        self,
        depth: int | Literal["full"] | None = None,
        weight: float = 1.0,
        table: bool = True,
        label: str = "x",
        prefer: Literal["first", "last"] = "first",
        level: Literal[1, 2] = 1,
        seconds: Optional[float] = None,  # noqa: UP045 - as older files write it
        plies=4,
        ratio=0.5,
        greedy=False,
        word="a",
        anything=None,
        *,
        last: int = 0,
    ):
        pass


class Needy(Player):
    def __init__(self, depth: int):
        pass


class Postponed(Player):
    def __init__(self, depth: "int | None" = None):
        pass


class OpenEnded(Player):
    def __init__(self, depth: int = 1, *args: Any, **others: Any):
        pass


class Plain(Player):
    pass


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("depth", "4", 4),
        ("depth", "-1", -1),
        ("depth", "full", "full"),
        ("depth", "none", None),
        ("depth", "None", None),
        ("weight", "0.25", 0.25),
        ("weight", "2", 2.0),
        ("table", "true", True),
        ("table", "False", False),
        ("label", "4", "4"),
        ("label", "", ""),
        ("prefer", "last", "last"),
        ("level", "2", 2),
        ("seconds", "1.5", 1.5),
        ("seconds", "none", None),
        ("plies", "6", 6),
        ("ratio", "0.1", 0.1),
        ("greedy", "true", True),
        ("word", "b", "b"),
        ("anything", "5", "5"),
        ("last", "9", 9),
    ],
)
def test_an_option_is_read_by_its_annotation_or_else_its_default(name, text, value):
    (read,) = read_options(Many, {name: text}).values()
    assert read == value and type(read) is type(value)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("depth", "4.5", "int|full|none"),
        ("depth", "", "int|full|none"),
        ("depth", "all", "int|full|none"),
        ("weight", "heavy", "float"),
        ("table", "1", "true|false"),
        ("table", "yes", "true|false"),
        ("prefer", "middle", "first|last"),
        ("level", "3", "1|2"),
        ("seconds", "soon", "float|none"),
        ("plies", "4.0", "int"),
        ("greedy", "0", "true|false"),
        ("last", "x", "int"),
    ],
)
def test_a_bad_value_is_named_with_what_was_expected(name, text, expected):
    with pytest.raises(OptionError) as error:
        read_options(Many, {name: text})
    assert str(error.value) == f"option {name}={text} is wrong: expected {expected}"


def test_an_unknown_option_gets_the_list():
    with pytest.raises(OptionError) as error:
        read_options(Needy, {"deep": "4"})
    assert str(error.value) == "there is no option 'deep'; the options are depth=int"
    with pytest.raises(OptionError, match="there is no option 'deep'; this player has no options"):
        read_options(Plain, {"deep": "4"})


def test_a_missing_option_is_asked_for():
    with pytest.raises(OptionError) as error:
        read_options(Needy, {})
    assert str(error.value) == "option 'depth' is needed; the options are depth=int"
    assert read_options(Needy, {"depth": "2"}) == {"depth": 2}


def test_without_options_the_defaults_stay():
    assert read_options(Many, {}) == read_options(Plain, {}) == {}


def test_annotations_may_be_text():
    assert read_options(Postponed, {"depth": "3"}) == {"depth": 3}


def test_a_player_that_takes_any_keyword_gets_it_as_text():
    assert read_options(OpenEnded, {"depth": "3", "colour": "red"}) == {"depth": 3, "colour": "red"}
    assert describe_options(OpenEnded) == ["depth=int"]


def test_options_are_described_with_their_kinds():
    assert describe_options(Many)[:7] == [
        "depth=int|full|none",
        "weight=float",
        "table=true|false",
        "label=str",
        "prefer=first|last",
        "level=1|2",
        "seconds=float|none",
    ]
    assert describe_options(Plain) == []


# --- through a spec ------------------------------------------------------------------------------


def test_options_of_a_spec_reach_the_player():
    player = load_player("alphabeta:depth=full, prefer=last,table=false")
    assert (player.depth, player.prefer, player.table) == ("full", "last", False)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("random:depth=4", "there is no option 'depth'; this player has no options"),
        ("alphabeta:deph=4", "there is no option 'deph'; the options are depth=int|full|none"),
        ("alphabeta:depth=deep", "option depth=deep is wrong: expected int|full|none"),
        ("minimax:prefer=best", "option prefer=best is wrong: expected fastest|first|last|random"),
        ("minimax:heuristic=magic", "there is no heuristic 'magic': choose one of zero, streak"),
        ("custom:radius=wide", "option radius=wide is wrong: expected int|auto|off"),
        ("custom:alert=on", "option alert=on is wrong: expected float|auto|off"),
    ],
)
def test_a_bad_option_of_a_spec_is_refused(spec, words):
    with pytest.raises(OptionError) as error:
        load_player(spec)
    assert words in str(error.value)


def test_a_value_that_the_player_itself_refuses_is_a_bad_option(tmp_path):
    path = tmp_path / "even_player.py"
    path.write_text(
        "from mnk import Player\n"
        "class Even(Player):\n"
        "    def __init__(self, depth: int = 2):\n"
        "        if depth % 2:\n"
        "            raise ValueError(f'depth must be even, not {depth}')\n"
        "        self.depth = depth\n"
    )
    assert load_player(f"{path}:depth=4").depth == 4
    with pytest.raises(OptionError, match="depth must be even, not 3"):
        load_player(f"{path}:depth=3")
    assert not issubclass(OptionError, LoadError)


def test_none_is_none_even_where_a_text_is_allowed():
    class Mine(Player):
        def __init__(self, a: str | None = "x"):
            self.a = a

    assert read_options(Mine, {"a": "none"}) == {"a": None}
    assert read_options(Mine, {"a": "nothing"}) == {"a": "nothing"}
