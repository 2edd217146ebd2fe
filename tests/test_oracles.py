"""Counts and values that other programs found, found again."""

from itertools import groupby

import pytest

from mnk.search import AlphaBeta, Table, full_depth
from mnk.search.scores import WIN
from positions import game_of, reachable, table, walk

QUICK, SLOW = 5_000, 100_000
QUICK_STATES, SLOW_STATES = 1_000_000, 30_000_000


def marked(row, size, quick, exact=False):
    """The row as a test case: slow beyond `quick`."""
    marks = [pytest.mark.slow] if size > quick else []
    return pytest.param(row, id=str(game_of(row, exact)), marks=marks)


def plies_within(limit, plies):
    """The first plies of a game, as far as no more sequences than this have to be played."""
    sizes = [int(row["move_sequences"] or SLOW + 1) for row in plies]
    return plies[: next((ply for ply, size in enumerate(sizes) if size > limit), len(sizes))]


def perft_cases():
    """One game at a time: the plies with few sequences, and in a slow test those with many."""
    for game, group in groupby(table("perft.csv"), key=game_of):
        plies = list(group)
        quick, slow = plies_within(QUICK, plies), plies_within(SLOW, plies)
        yield pytest.param(quick, id=f"{game}-{len(quick)}-plies")
        if len(slow) > len(quick):
            yield pytest.param(slow, id=f"{game}-{len(slow)}-plies", marks=pytest.mark.slow)


@pytest.mark.parametrize("plies", list(perft_cases()))
def test_perft(plies):
    """Every sequence of moves is played out: no state is met by a short cut."""
    sequences = [game_of(plies[0]).start()]
    for row in plies:
        assert len(sequences) == int(row["move_sequences"])
        states = set(sequences)
        if row["distinct_positions"]:
            assert len(states) == int(row["distinct_positions"])
        if row["distinct_terminal_by_win"]:
            assert sum(state.winner != 0 for state in states) == int(row["distinct_terminal_by_win"])
        if row is not plies[-1]:
            sequences = [state.result(action) for state in sequences for action in state.actions()]


@pytest.mark.parametrize(
    "row",
    [marked(row, int(row["tree_nodes"]), QUICK) for row in table("game_counts.csv") if int(row["tree_nodes"]) <= SLOW],
)
def test_every_game_is_counted_with_its_end(row):
    start = game_of(row).start()
    nodes = list(walk(start))
    ends = [node.outcome().winner for node in nodes if node.is_terminal()]
    states = reachable(start.game)
    final = [state.outcome().winner for state in states if state.is_terminal()]
    assert {name: int(row[name]) for name in row if name not in ("gravity", "rows", "cols", "k")} == {
        "games": len(ends),
        "games_won_first": ends.count(1),
        "games_won_second": ends.count(2),
        "games_drawn": ends.count(0),
        "tree_nodes": len(nodes),
        "positions": len(states),
        "pos_won_first": final.count(1),
        "pos_won_second": final.count(2),
        "pos_full_draw": final.count(0),
    }


def value_and_plies(game, depth=None):
    """The value for colour 1 and how long the game lasts; a draw lasts until no cell is left."""
    start = game.start()
    score, _ = AlphaBeta(1, table=Table()).search(start, depth or full_depth(start))
    if score == 0:
        return 0, full_depth(start)
    return (1 if score > 0 else -1), round(WIN - abs(score))


def values_within(most_states):
    for row in table("game_values.csv"):
        if row["source"] == "verified" and row["reachable_positions"]:
            size = int(row["reachable_positions"])
            if size <= most_states:
                yield marked(row, size, QUICK_STATES)


@pytest.mark.parametrize("row", list(values_within(SLOW_STATES)))
def test_value_and_length_of_the_game(row):
    expected = int(row["value_for_first_player"]), int(row["plies_to_end_with_optimal_play"])
    assert value_and_plies(game_of(row)) == expected


def short_wins():
    """Wins on boards too large to search to the end: a search as deep as the win finds it."""
    for row in table("game_values.csv"):
        plies = row["plies_to_end_with_optimal_play"]
        if row["source"] == "verified" and row["value_for_first_player"] == "1" and plies and int(plies) in (5, 7):
            yield pytest.param(row, id=str(game_of(row)))


@pytest.mark.slow
@pytest.mark.parametrize("row", list(short_wins()))
def test_win_shows_at_its_own_depth_and_not_before(row):
    plies = int(row["plies_to_end_with_optimal_play"])
    assert value_and_plies(game_of(row), depth=plies) == (1, plies)
    assert value_and_plies(game_of(row), depth=plies - 2)[0] == 0


@pytest.mark.parametrize(
    "row",
    [
        marked(row, int(row["rows"]) * int(row["cols"]), 12, exact=True)
        for row in table("variant_values.csv")
        if row["variant"] == "exact"
    ],
)
def test_value_and_length_where_only_exactly_k_wins(row):
    expected = int(row["value_for_first_player"]), int(row["plies_to_end_optimal"])
    assert value_and_plies(game_of(row, exact=True)) == expected
