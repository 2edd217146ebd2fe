"""winning_cells finds for all cells at once what a look at each cell finds."""

from random import Random

import pytest

from mnk import Game
from mnk.search import neighbourhood, winning_cells
from positions import line_through, random_walk, reachable, state_of, with_stone

SMALL = ["3x3x1", "3x3x2", "3x3x3", "2x5x3e", "1x8x3e", "3x3x1e", "3x3x2e", "3x4x3g", "3x3x3#b2", "3x3x4"]
LARGE = ["6x7x4g", "15x15x5", "9x9x5e", "7x7x4ge#d7,c3", "7x7x4#d4,a1", "19x19x6", "30x30x5"]


def by_looking(state, color):
    """The playable cells on which a stone of this colour is in a line."""
    return [
        action
        for action in state.actions()
        if line_through(state.game, with_stone(state.board, *action, color), *action)
    ]


def by_shifting(state, color):
    return state.game.cells_in(winning_cells(state.game, state.stones(color), state.playable))


@pytest.mark.parametrize("game", SMALL)
def test_in_every_state_of_small_games(game):
    for state in reachable(Game.parse(game)):
        for color in (1, 2):
            assert by_shifting(state, color) == by_looking(state, color)


@pytest.mark.parametrize("game", LARGE)
def test_in_random_states_of_large_games(game):
    rng = Random(game)
    states = [state for _ in range(5) for state in random_walk(Game.parse(game), rng)]
    for state in rng.sample(states, 40):
        for color in (1, 2):
            assert by_shifting(state, color) == by_looking(state, color)


@pytest.mark.parametrize(
    ("game", "board", "cells"),
    [
        pytest.param("1x7x4", ".XX.X..", [3], id="the gap"),
        pytest.param("1x7x4", ".XXX...", [0, 4], id="both ends"),
        pytest.param("1x7x4", "OXXX...", [4], id="one end"),
        pytest.param("1x7x4", "X.XX.XX", [1, 4], id="two gaps"),
        pytest.param("1x7x4e", "X.XX.XX", [1], id="a longer run does not win where k must be exact"),
        pytest.param("1x3x1", "...", [0, 1, 2], id="k is 1"),
        pytest.param("1x5x2", "..X..", [1, 3], id="k is 2"),
        pytest.param("1x3x5", "XX.", [], id="k is longer than the board"),
    ],
)
def test_winning_cells_by_eye(game, board, cells):
    assert by_shifting(state_of(game, board), 1) == [(0, col) for col in cells]


@pytest.mark.parametrize("game", ["3x3x1", "4x4x2", "3x4x3", "1x9x3", "5x5x4", "9x9x5", "15x15x5", "6x7x4g", "9x9x5e"])
@pytest.mark.parametrize("radius", [1, 2])
def test_cells_that_win_or_block_or_make_a_threat_are_always_in_the_neighbourhood(game, radius):
    rng = Random(game)
    states = [state for _ in range(30) for state in random_walk(Game.parse(game), rng)]
    for state in rng.sample(states, min(60, len(states))):
        near = set(neighbourhood(state, radius))
        for color in (1, 2):
            assert set(by_shifting(state, color)) <= near
            if radius == 1 or state.game.k > 2:
                assert makes_a_threat(state, color) <= near


def makes_a_threat(state, color):
    """The cells where a stone gives this colour a cell to win on that it did not have before."""
    mover = state if state.to_play == color else state.passed()
    had = set(by_shifting(state, color))
    return {action for action in state.actions() if set(by_shifting(mover.result(action), color)) - had}
