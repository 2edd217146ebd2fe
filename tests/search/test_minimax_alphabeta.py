"""Alpha-beta answers as minimax does: the same score and the same move, whatever it remembers."""

from itertools import product
from random import Random
from typing import get_args

import pytest

from mnk import Game
from mnk.search import AlphaBeta, Minimax, Prefer, Table, full_depth, streak, zero
from mnk.search.scores import WIN
from positions import negamax_3x3, random_walk, undecided_3x3

PREFERENCES = get_args(Prefer)
GAMES = ["4x4x3", "4x4x4", "3x5x3", "4x5x4g", "6x7x4g"]
EACH = 400


def minimax(state, depth, evaluate, prefer, seed=0):
    return Minimax(state.to_play, evaluate, prefer, Random(seed)).search(state, depth)


class Kept:
    """One search for each colour, with a table that stays from state to state."""

    def __init__(self, evaluate, prefer, capacity=500_000):
        self.searches = {color: AlphaBeta(color, evaluate, prefer, table=Table(capacity)) for color in (1, 2)}

    def search(self, state, depth, seed=0):
        search = self.searches[state.to_play]
        search.rng = Random(seed)
        return search.search(state, depth)


def fresh(state, depth, evaluate, prefer, seed=0):
    return AlphaBeta(state.to_play, evaluate, prefer, Random(seed), Table()).search(state, depth)


def agree(states, depth_of, evaluate, prefer):
    """Compare minimax with alpha-beta, new for each state, kept for all of them, and without a table."""
    kept = Kept(evaluate, prefer)
    for seed, state in enumerate(states):
        depth = depth_of(state)
        expected = minimax(state, depth, evaluate, prefer, seed)
        bare = AlphaBeta(state.to_play, evaluate, prefer, Random(seed)).search(state, depth)
        assert bare == expected, state
        assert fresh(state, depth, evaluate, prefer, seed) == expected, state
        assert kept.search(state, depth, seed) == expected, state


# --- tic-tac-toe, all of it ----------------------------------------------------------------------


def test_there_are_4520_undecided_states():
    assert len(undecided_3x3()) == 4520


def test_minimax_enters_549946_nodes_from_the_empty_board():
    search = Minimax(1)
    score, action = search.search(Game.parse("3x3x3").start(), 9)
    assert (search.nodes, score, action) == (549_946, 0, (0, 0))


@pytest.mark.parametrize("prefer", PREFERENCES)
@pytest.mark.parametrize("few", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["3 stones or more", "fewer"])
def test_all_of_tic_tac_toe_to_the_end(prefer, few):
    states = [state for state in undecided_3x3() if (state.ply < 3) == few]
    agree(states, full_depth, zero, prefer)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("prefer", PREFERENCES)
def test_all_of_tic_tac_toe_to_a_few_plies_with_a_heuristic(prefer, depth):
    agree(undecided_3x3(), lambda state: depth, streak, prefer)


def expected_score(state, prefer):
    """What the score must be, from a solver that knows nothing of bit sets."""
    value, plies = negamax_3x3(state.board, state.to_play)
    return value * (WIN - state.ply - plies) if prefer == "fastest" else value * WIN


@pytest.mark.parametrize("prefer", PREFERENCES)
@pytest.mark.parametrize("capacity", [500_000, 50], ids=["large table", "tiny table"])
def test_scores_are_those_of_an_independent_solver(prefer, capacity):
    kept = Kept(zero, prefer, capacity)
    for state in undecided_3x3():
        score, action = kept.search(state, full_depth(state))
        assert score == expected_score(state, prefer), state
        after = state.result(action)
        assert -negamax_3x3(after.board, after.to_play)[0] == (score > 0) - (score < 0), state


@pytest.mark.parametrize("prefer", ["fastest", "first", "last"])
def test_of_equally_good_moves_the_preferred_one_is_taken(prefer):
    """The best moves by the independent solver; the first of them, or with `last` the last."""
    for state in undecided_3x3():
        values = {}
        for action in state.actions():
            after = state.result(action)
            value, plies = negamax_3x3(after.board, after.to_play)
            values[action] = -value * (WIN - plies) if prefer == "fastest" else -value
        best = [action for action in values if values[action] == max(values.values())]
        expected = best[-1] if prefer == "last" else best[0]
        assert fresh(state, full_depth(state), zero, prefer)[1] == expected, state


# --- larger boards -------------------------------------------------------------------------------


def undecided(game, count, fewest_stones):
    """States of random games, one after the other as a player meets them."""
    rng, states = Random(game), []
    while len(states) < count:
        states += [s for s in random_walk(Game.parse(game), rng) if s.ply >= fewest_stones and not s.is_terminal()]
    return states[:count]


def four_plies_or_to_the_end(most_empty):
    return lambda state: full_depth(state) if full_depth(state) <= most_empty else 4


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("evaluate", "prefer"), list(product([zero, streak], PREFERENCES)))
def test_random_states_of_larger_boards(game, evaluate, prefer):
    agree(undecided(game, EACH // 5, fewest_stones=4), four_plies_or_to_the_end(6), evaluate, prefer)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("evaluate", "prefer"), list(product([zero, streak], PREFERENCES)))
def test_more_random_states_of_larger_boards(game, evaluate, prefer):
    agree(undecided(game, EACH, fewest_stones=3), four_plies_or_to_the_end(8), evaluate, prefer)


# --- other ways to be asked ----------------------------------------------------------------------


def test_deeper_and_shallower_searches_share_a_table():
    for state in undecided_3x3()[::5]:
        kept = Kept(streak, "fastest")
        for depth in (1, 3, 2, 4, 1):
            assert kept.search(state, depth) == minimax(state, depth, streak, "fastest"), (state, depth)


def test_only_the_given_moves_are_looked_at():
    start = Game.parse("3x3x3").start().result((1, 1))
    search = AlphaBeta(2, table=Table())
    assert search.search(start, 8, among=[(0, 1), (1, 2)])[1] == (0, 1)
    assert search.search(start, 8)[1] == (0, 0)


def test_a_search_of_a_few_moves_leaves_nothing_wrong_in_the_table():
    for state in undecided_3x3()[50:3000:50]:
        search = AlphaBeta(state.to_play, table=Table())
        for later in (reply for action in state.actions() for reply in replies(state.result(action))):
            search.search(later, full_depth(later), among=later.actions()[-1:])
        assert search.search(state, full_depth(state)) == fresh(state, full_depth(state), zero, "fastest"), state


def replies(state):
    return [after for after in map(state.result, state.actions()) if not after.is_terminal()]


@pytest.mark.parametrize("search", [Minimax(1), AlphaBeta(1)], ids=["minimax", "alphabeta"])
def test_nodes_count_the_root_and_finished_states(search):
    search.search(Game.parse("1x2x2").start(), 2)
    assert search.nodes == 1 + 2 + 2
