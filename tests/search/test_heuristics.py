"""What the heuristics see in a state."""

import pytest

from mnk.search import named_heuristic, potential, streak, zero
from mnk.search.scores import PROVED, in_words, value
from positions import run_lengths, state_of, undecided_3x3


@pytest.mark.parametrize(
    ("board", "longest"),
    [
        pytest.param("..../..../..../....", 0, id="no stone"),
        pytest.param("X.../..../.X../....", 1, id="apart"),
        pytest.param("XX.X/..../..../....", 2, id="a gap ends a run"),
        pytest.param("X.../X.../X.../O...", 3, id="column"),
        pytest.param("X.../.X../..X./...O", 3, id="falling diagonal"),
        pytest.param("...X/..X./.X../O...", 3, id="rising diagonal"),
        pytest.param("..XX/X.../..../....", 2, id="no run round the edge"),
        pytest.param(".OX./.XO./..../....", 2, id="a dead run counts all the same"),
    ],
)
def test_streak_is_the_longest_run_over_k(board, longest):
    assert streak(state_of("4x4x4", board), 1) == longest / 4


def test_streak_is_each_colours_own():
    state = state_of("4x4x4", "XXX./OO../..../....")
    assert (streak(state, 1), streak(state, 2)) == (0.75, 0.5)


def test_streak_of_every_tic_tac_toe_state_is_the_longest_run_there_is():
    for state in undecided_3x3():
        for color in (1, 2):
            assert streak(state, color) == max(run_lengths(state.board, color), default=0) / 3


@pytest.mark.parametrize(
    ("game", "board", "sum_over_k"),
    [
        pytest.param("5x6x5", "....../....../....../....../......", 0, id="no stone"),
        pytest.param("1x6x5", "..XX..", 2 + 0.5, id="two open ends"),
        pytest.param("1x6x5", "XX....", 2 + 0.25, id="the edge closes an end"),
        pytest.param("1x7x5", "OXX....", 2 + 0.25, id="the opponent closes an end"),
        pytest.param("1x7x5#a1", "#XX....", 2 + 0.25, id="a blocked cell closes an end"),
        pytest.param("1x6x5", "OXX...", 2 + 0.25, id="just room for k"),
        pytest.param("1x6x5", "OXX..O", 0, id="no room for k"),
        pytest.param("1x6x5#f1", "OXX..#", 0, id="a blocked cell takes the room"),
        pytest.param("1x7x5", ".XX.XX.", 2 + 0.5, id="a gap ends a run"),
        pytest.param("1x7x5", "XXX.XX.", 3 + 0.25, id="the longest run counts"),
        pytest.param("1x11x5", "XXX........", 3 + 0.25, id="closed at the edge"),
        pytest.param("1x12x5", "XX......XX..", 2 + 0.5, id="of equal runs the most open counts"),
        pytest.param("5x5x5", "X..../.X.../...../...../.....", 2 * 1.1 + 0.25, id="a diagonal stone is 1.1"),
        pytest.param("5x5x5", "...../...X./..X../...../.....", 2 * 1.1 + 0.5, id="an open diagonal"),
        pytest.param(
            "4x4x4", ".OX./.XO./..../....", 1.1 + 0.5, id="a dead run is no run: the long diagonal's stone counts"
        ),
    ],
)
def test_potential_is_the_best_run_that_can_still_grow_to_k(game, board, sum_over_k):
    state = state_of(game, board)
    assert potential(state, 1) == pytest.approx(sum_over_k / state.game.k)


def test_diagonal_weight_can_be_put_aside():
    state = state_of("5x5x5", "...../...X./..X../...../.....")
    assert potential(state, 1, diagonal=1.0) == pytest.approx(2.5 / 5)


def test_heuristics_have_names():
    assert named_heuristic("zero") is zero and named_heuristic("streak") is streak
    assert zero(state_of("1x3x3", "XX."), 1) == 0
    with pytest.raises(ValueError, match="there is no heuristic 'magic': choose one of zero, streak"):
        named_heuristic("magic")


# --- scores in words -----------------------------------------------------------------------------


def test_a_score_is_told_as_a_value():
    assert [value(score) for score in (999_991, 0.4, 0, -0.4, -999_990)] == [1, 0.4, 0, -0.4, -1]


@pytest.mark.parametrize(
    ("score", "prefer", "words"),
    [
        (1_000_000 - 5, "fastest", "wins in 3 plies"),
        (1_000_000 - 3, "fastest", "wins in 1 ply"),
        (-1_000_000 + 6, "fastest", "loses in 4 plies"),
        (1_000_000, "first", "wins"),
        (-1_000_000, "random", "loses"),
        (0.9, "fastest", ""),
        (PROVED - 1, "fastest", ""),
    ],
)
def test_a_sure_end_is_told_in_words(score, prefer, words):
    assert in_words(score, state_of("3x3x3", "XO./.../..."), prefer) == words
