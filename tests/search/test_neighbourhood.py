"""Only cells near the stones are looked at, and never too few of them."""

import pytest

from mnk import Game
from mnk.search import AlphaBeta, Table, centrality, full_depth, neighbourhood
from mnk.search.neighbourhood import grown
from mnk.search.ordering import central_first
from positions import reachable, state_of


def picture(state, actions):
    """The board with a star on each of these cells."""
    rows = [list(line) for line in str(state).splitlines()]
    for row, col in actions:
        rows[row][col] = "*"
    return "/".join("".join(row) for row in rows)


@pytest.mark.parametrize(
    ("game", "board", "radius", "stars"),
    [
        ("5x5x4", "...../...../..X../...../.....", 1, "...../.***./.*X*./.***./....."),
        ("5x5x4", "...../...../..X../...../.....", 2, "*****/*****/**X**/*****/*****"),
        ("5x5x4", "X..../...../...../...../....O", 1, "X*.../**.../...../...**/...*O"),
        ("3x7x4", "......./X.....O/.......", 1, "**...**/X*...*O/**...**"),
        ("3x4x4#b2", "X.../.#../....", 1, "X*../*#../...."),
        ("3x4x4g", "..../..../X...", 1, "..../*.../X*.."),
    ],
)
def test_neighbourhood_is_a_square_round_every_stone(game, board, radius, stars):
    state = state_of(game, board)
    assert picture(state, neighbourhood(state, radius)) == stars


def test_nothing_wraps_round_the_edge():
    game = Game.parse("3x4x3")
    assert game.cells_in(grown(game, game.bit_of[1, 3], 1)) == [(0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3)]


@pytest.mark.parametrize(
    ("game", "board"),
    [
        pytest.param("3x3x3", ".../.../...", id="empty board"),
        pytest.param("1x8x5#b1", "X#......", id="a stone walled in"),
    ],
)
def test_where_no_stone_is_near_all_actions_are_left(game, board):
    state = state_of(game, board)
    assert neighbourhood(state, 1) == state.actions()


def test_radius_1_looks_further_where_a_stone_would_make_a_threat():
    state = state_of("1x7x3", "X...XOO")
    assert picture(state, neighbourhood(state, 1)) == "X***XOO"


@pytest.mark.slow
@pytest.mark.parametrize("radius", [1, 2])
def test_pruning_changes_the_value_of_no_state_of_3x4x3(radius):
    everywhere = {color: AlphaBeta(color, prefer="first", table=Table()) for color in (1, 2)}
    nearby = {
        color: AlphaBeta(color, prefer="first", table=Table(), moves=lambda state: neighbourhood(state, radius))
        for color in (1, 2)
    }
    wrong = []
    for state in reversed(reachable(Game.parse("3x4x3"))):
        if not state.is_terminal():
            color, depth = state.to_play, full_depth(state)
            if everywhere[color].search(state, depth)[0] != nearby[color].search(state, depth)[0]:
                wrong.append(state)
    assert wrong == []


# --- ordering ------------------------------------------------------------------------------------


def test_the_cells_on_most_lines_come_first():
    assert central_first(Game.parse("3x3x3").start())[:5] == ((1, 1), (0, 0), (0, 2), (2, 0), (2, 2))
    assert next(iter(centrality(Game.parse("6x7x4g")))) in [(2, 3), (3, 3)]


@pytest.mark.parametrize("game", ["3x3x3", "4x5x3", "6x7x4g", "15x15x5", "5x5x4#c3"])
def test_ordering_keeps_every_action(game):
    state = Game.parse(game).start()
    assert sorted(central_first(state)) == sorted(state.actions())
