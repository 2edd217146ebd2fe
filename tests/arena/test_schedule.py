import pytest

from arena.seats import entry
from mnk import Game
from mnk.arena.schedule import match, openings, round_robin
from mnk.symmetry import canonical

A, B, C = (entry("random", label=label) for label in "abc")


def play(game, actions):
    state = game.start()
    for action in actions:
        state = state.result(action)
    return state


def test_both_colours_alternate_and_openings_come_in_pairs():
    fixtures = match(Game.parse("6x7x4g"), A, B, 6, 4, "7")
    assert [fixture.entries[0].label for fixture in fixtures] == list("ababab")
    assert all(first.opening == second.opening for first, second in zip(fixtures[::2], fixtures[1::2], strict=True))
    assert len({fixture.opening for fixture in fixtures}) == 3
    assert len({fixture.id for fixture in fixtures}) == 6


def test_a_schedule_is_a_function_of_its_seed():
    def moves(seed):
        return [(item.id, item.opening, item.seed) for item in match(Game.parse("6x7x4g"), A, B, 8, 3, seed)]

    assert moves("1") == moves("1")
    assert {item[1] for item in moves("1")} != {item[1] for item in moves("2")}


def test_more_games_of_a_match_keep_the_first_ones():
    game = Game.parse("3x3x3")
    assert match(game, A, B, 10, 2, "0")[:4] == match(game, A, B, 4, 2, "0")


@pytest.mark.parametrize("name", ["3x3x3", "4x4x4g", "3x4x3"])
def test_no_opening_comes_twice_not_even_turned_round(name):
    game = Game.parse(name)
    source = openings(game, 2, "0")
    classes = {canonical(play(game, (a, b))).key for a in game.start().actions() for b in play(game, [a]).actions()}
    found = [canonical(play(game, next(source))).key for _ in range(len(classes))]
    assert len(set(found)) == len(classes)


def test_an_opening_never_decides_the_game():
    game = Game.parse("2x4x2")
    source = openings(game, 3, "0")
    assert not any(play(game, next(source)).is_terminal() for _ in range(50))


def test_an_impossible_opening_is_refused():
    with pytest.raises(ValueError, match="no undecided opening of 9 plies"):
        match(Game.parse("3x3x3"), A, B, 2, 9, "0")


def test_everybody_meets_everybody():
    fixtures = round_robin(Game.parse("3x3x3"), [A, B, C], 4, 0, "0")
    pairs = [tuple(item.label for item in fixture.entries) for fixture in fixtures]
    assert len(pairs) == 12
    assert {(a, b): pairs.count((a, b)) for a, b in set(pairs)} == dict.fromkeys(
        [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")], 2
    )
