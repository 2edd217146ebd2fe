"""Custom: the centre, wins, blocks, the alert, its evaluation and its options."""

from itertools import islice
from random import Random

import pytest

from mnk import Game
from mnk.loader import load_player
from mnk.search import neighbourhood, potential, winning_cells
from positions import DIRECTIONS, every_line, state_of

GOMOKU = Game.parse("15x15x5")


def seated(spec, state):
    return load_player(spec).seat(state.game, state.to_play)


def asked(spec, state):
    return seated(spec, state).answer(state)


# --- first things first --------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["3x3x3", "5x5x4", "5x7x4", "7x7x4", "15x15x5", "19x19x6", "1x7x3", "3x3x9"])
def test_the_centre_comes_first_on_odd_boards(game):
    start = Game.parse(game).start()
    assert asked("custom", start) == (start.game.rows // 2, start.game.cols // 2)


def test_with_gravity_the_middle_column_comes_first():
    assert asked("custom", Game.parse("6x7x4g").start()) == (5, 3)


@pytest.mark.parametrize("options", ["depth=1", "depth=3", "radius=1", "radius=off,depth=1", "alert=off", "alert=0.5"])
@pytest.mark.parametrize(
    ("game", "board", "win"),
    [
        pytest.param("3x3x3", "XX./OO./...", (0, 2), id="rather than block"),
        pytest.param("1x9x5", "XX.XX.OOO", (0, 2), id="in a gap"),
        pytest.param("6x7x4g", "......./......./......./...X.../XOOXX../XOOXOO.", (2, 3), id="with gravity"),
        pytest.param("5x5x4", "OOO../X..../.X.../..X../.....", (4, 3), id="diagonal"),
    ],
)
def test_a_win_is_taken_at_once(options, game, board, win):
    state = state_of(game, board, to_play=1)
    player = seated(f"custom:{options}", state)
    assert player.answer(state) == win
    assert player.nodes == 0, "nothing to think about"


@pytest.mark.parametrize("color", [1, 2])
def test_it_never_loses_tic_tac_toe(color):
    assert every_line(load_player("custom").seat(Game.parse("3x3x3"), color))[-1] == 0


@pytest.mark.parametrize("radius", [1, 2])
def test_t14_it_finds_the_double_threat_away_from_all_stones(radius):
    state = state_of("1x7x3", "X...XOO", to_play=1)
    player = seated(f"custom:radius={radius}", state)
    assert player.answer(state) == (0, 2)
    assert (player.value, player.info) == (1, "wins in 3 plies")


# --- fours and threes on a large board -----------------------------------------------------------


def wins_of(state, color):
    return winning_cells(state.game, state.stones(color), state.playable).bit_count()


def winning_cells_after(state):
    """For each move near the stones: on how many cells could the mover win next?"""
    return {action: wins_of(state.result(action), state.to_play) for action in neighbourhood(state, 2)}


def scattered(rng, shape, color):
    """A state with `shape` (X the opponent) somewhere in some direction, and other stones anywhere else."""
    down, right = rng.choice(DIRECTIONS)
    row, col = rng.randrange(15), rng.randrange(15)
    cells = [(row + i * down, col + i * right) for i in range(len(shape))]
    if any(cell not in GOMOKU.bit_of for cell in cells):
        return scattered(rng, shape, color)
    board = [[0] * 15 for _ in range(15)]
    for stone, count in ((color, rng.randrange(4, 14)), (3 - color, rng.randrange(10))):
        for _ in range(count):
            board[rng.randrange(15)][rng.randrange(15)] = stone
    for (row, col), mark in zip(cells, shape, strict=True):
        board[row][col] = {"X": 3 - color, "O": color, ".": 0}[mark]
    return GOMOKU.state(board, color), cells


def fours(shape, color, rng):
    """The opponent has one cell to win on, and we have none."""
    while True:
        state, _ = scattered(rng, shape, color)
        if not state.winner and wins_of(state, 3 - color) == 1 and not wins_of(state, color):
            yield state


def open_threes(shape, color, rng):
    """The opponent can make an open four in one line and no four elsewhere; we can make no four at all."""
    while True:
        state, line = scattered(rng, shape, color)
        if state.winner or wins_of(state, 1) or wins_of(state, 2) or any(winning_cells_after(state).values()):
            continue
        theirs = winning_cells_after(state.passed())
        if 2 in theirs.values() and all(action in line for action in theirs if theirs[action]):
            yield state


@pytest.mark.parametrize("color", [1, 2])
@pytest.mark.parametrize("shape", ["OXXXX.", "XXX.X", "XX.XX", "X.XXX", "OXXXX."[::-1]])
def test_a_four_is_blocked(shape, color):
    for state in islice(fours(shape, color, Random(shape)), 20):
        state_after = state.result(asked("custom:depth=1", state))
        assert wins_of(state_after, 3 - color) == 0, state


@pytest.mark.parametrize("color", [1, 2])
@pytest.mark.parametrize("shape", ["..XXX..", "..XXX.O", "O.XXX..", "..X.XX..", "O.X.XX.O"])
def test_an_open_three_is_stopped(shape, color):
    """Afterwards the opponent has no move that makes two cells to win on."""
    for number, state in enumerate(islice(open_threes(shape, color, Random(shape)), 20)):
        state_after = state.result(asked(f"custom:depth={1 + number % 2}", state))
        assert max(winning_cells_after(state_after).values()) < 2, state


# --- its evaluation ------------------------------------------------------------------------------

EXAMPLE = "....../..XX../..O.../...O../......"


@pytest.mark.parametrize(
    ("move", "own", "theirs", "value"),
    [
        pytest.param((1, 4), 0.7, 0.54, 0.43, id="the opponent's diagonal stays open"),
        pytest.param((1, 1), 0.7, 0.3, 0.55, id="the opponent's diagonal dies"),
    ],
)
def test_the_worked_example(move, own, theirs, value):
    """The example of the report in which this evaluation was first described."""
    state = state_of("5x6x5", EXAMPLE, to_play=1).result(move)
    player = load_player("custom")
    assert potential(state, 1) == pytest.approx(own)
    assert potential(state, 2) == pytest.approx(theirs)
    assert player.evaluate(state, 1) == pytest.approx(value)


def test_the_worked_example_is_played():
    assert asked("custom:depth=1", state_of("5x6x5", EXAMPLE, to_play=1)) == (1, 1)


@pytest.mark.parametrize(
    ("game", "board", "own_minus_half_of_theirs"),
    [
        pytest.param("4x4x4", ".OX./.XO./..../....", 1.6 - 1.6 / 2, id="a dead run counts for neither"),
        pytest.param("1x9x5", "..XX.....", 2.5, id="an open end is a quarter"),
        pytest.param("1x9x5", ".XX.XX...", 2.5, id="a gap ends a run"),
        pytest.param("5x5x5", "X..../.X.../...../...../.....", 2.45, id="a diagonal stone is 1.1"),
        pytest.param("1x7x3", "X...OO.", 1.25 - 2.5 / 2, id="half of the opponent's"),
    ],
)
def test_evaluation_is_the_own_potential_less_half_of_the_opponents(game, board, own_minus_half_of_theirs):
    state, player = state_of(game, board), load_player("custom")
    assert player.evaluate(state, 1) == pytest.approx(own_minus_half_of_theirs / state.game.k)


def test_a_real_win_is_above_anything_that_the_evaluation_promises():
    promising = state_of("7x7x4", "......./......./..X..../...X.../....O../......./.......", to_play=1)
    winning = state_of("7x7x4", "......./.X...../..X..../...X.../....O../......./.......", to_play=1)
    search = seated("custom", promising).search
    assert 0 < search.search(promising, depth=1)[0] < 2 < search.search(winning, depth=1)[0]


# --- options -------------------------------------------------------------------------------------

OPEN_THREE = "........./........./........./..OOO..../........./..XX...../...X...../........./........."
OPEN_TWO = "X......../........./........./...OO..../........./........./........./........./........."


def test_alert_stops_an_open_three_and_without_it_a_shallow_search_does_not():
    state = state_of("9x9x5", OPEN_THREE, to_play=1)
    assert asked("custom:depth=1", state) in [(3, 1), (3, 5)]
    assert asked("custom:depth=1,alert=off", state) not in [(3, 1), (3, 5)]


def test_a_four_is_blocked_even_without_the_alert():
    state = state_of("9x9x5", OPEN_THREE.replace(".OOO.", "XOOOO"), to_play=1)
    player = seated("custom:depth=1,alert=off", state)
    assert player.moves(state) == [(3, 6)]
    assert player.answer(state) == (3, 6)


def test_a_lower_alert_stops_an_open_two():
    state = state_of("9x9x5", OPEN_TWO, to_play=1)
    assert asked("custom:depth=1,alert=0.5", state) in [(3, 2), (3, 5)]
    assert asked("custom:depth=1", state) not in [(3, 2), (3, 5)]


@pytest.mark.parametrize(("radius", "cells"), [("1", 8), ("2", 24), ("auto", 24), ("off", 80)])
def test_radius_says_how_far_from_the_stones_to_look(radius, cells):
    state = state_of("9x9x5", OPEN_TWO.replace("X", ".").replace("OO", ".O"), to_play=1)
    assert len(seated(f"custom:radius={radius}", state).moves(state)) == cells


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_depth_is_where_the_search_ends(depth):
    state = state_of("9x9x5", OPEN_TWO, to_play=1)
    player = seated(f"custom:depth={depth}", state)
    player.answer(state)
    assert player.depth_reached == depth


def test_without_a_limit_it_stops_by_itself():
    state = state_of("9x9x5", OPEN_TWO, to_play=1)
    player = seated("custom", state)
    assert player.answer(state) in state.actions()
    assert player.nodes > 100_000 and player.depth_reached >= 3


def test_a_lower_alert_still_answers_the_greater_danger_first():
    rows = "........./........./........./..OOO..../........./..XX...../...X...../........./........."
    state = state_of("9x9x5", rows)
    for spec in ("custom:depth=2", "custom:depth=2,alert=0.5"):
        answer = load_player(spec).seat(state.game, 1).answer(state)
        assert answer in [(3, 1), (3, 5)], "the open three is stopped at one of its ends"
