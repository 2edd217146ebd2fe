"""The transposition table, and what a stored score may be used for."""

from math import inf

import pytest

from mnk.search.table import Bound, Entry, Table, bound
from positions import state_of


@pytest.mark.parametrize(
    ("score", "kind"),
    [
        pytest.param(0, Bound.EXACT, id="inside the window"),
        pytest.param(2, Bound.LOWER, id="above beta: at least this"),
        pytest.param(1, Bound.LOWER, id="on beta: at least this"),
        pytest.param(-2, Bound.UPPER, id="below alpha: at most this"),
        pytest.param(-1, Bound.UPPER, id="on alpha: at most this"),
    ],
)
def test_a_score_is_stored_for_what_it_says(score, kind):
    assert bound(score, alpha=-1, beta=1) is kind


def test_in_an_open_window_every_score_is_exact():
    assert bound(0, -inf, inf) is Bound.EXACT


@pytest.mark.parametrize(
    ("kind", "alpha", "beta", "settles"),
    [
        (Bound.EXACT, -9, 9, True),
        (Bound.EXACT, 8, 9, True),
        (Bound.LOWER, -9, 5, True),
        (Bound.LOWER, -9, 6, False),
        (Bound.LOWER, 5, 6, False),
        (Bound.UPPER, 5, 9, True),
        (Bound.UPPER, 4, 9, False),
        (Bound.UPPER, -9, 5, False),
    ],
)
def test_a_bound_of_five_settles_a_window_only_from_outside(kind, alpha, beta, settles):
    assert Entry(depth=3, bound=kind, score=5, action=None).settles(3, alpha, beta) is settles


@pytest.mark.parametrize("depth", [2, 4])
def test_a_score_of_another_depth_settles_nothing(depth):
    assert not Entry(depth=3, bound=Bound.EXACT, score=5, action=None).settles(depth, -9, 9)


def test_an_entry_is_found_under_its_own_state_only():
    table, board = Table(), "X../.O./..."
    entry = Entry(1, Bound.EXACT, 0.0, None)
    table.store(state_of("3x3x3", board, 1).key, entry)
    assert table.entry(state_of("3x3x3", board, 1).key) is entry
    assert table.entry(state_of("3x3x3", board, 2).key) is None
    assert table.entry(state_of("3x3x3", "O../.X./...", 1).key) is None
    assert table.entry(state_of("3x3x3", "O../.X./...", 2).key) is None


def test_a_newer_entry_replaces_an_older_one():
    table = Table()
    table.store((1, 0, 2), Entry(1, Bound.EXACT, 0.0, None))
    table.store((1, 0, 2), Entry(2, Bound.EXACT, 1.0, None))
    assert table.entry((1, 0, 2)).depth == 2


def test_a_full_table_starts_over():
    table = Table(capacity=2)
    for stones in (1, 2, 4):
        table.store((stones, 0, 2), Entry(1, Bound.EXACT, 0.0, None))
    assert list(table.entries) == [(4, 0, 2)]
    table.clear()
    assert table.entry((4, 0, 2)) is None
