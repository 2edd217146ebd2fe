"""Classic mistakes of such programs, each with a state that shows it (see data/traps.json)."""

import json
from itertools import combinations
from random import Random

import pytest

from mnk import Ending, Game, State
from mnk.loader import load_player
from mnk.notation import parse_moves
from mnk.search import AlphaBeta, Minimax, Table, full_depth, neighbourhood, potential, streak
from mnk.search.scores import WIN
from mnk.symmetry import symmetries
from positions import DATA, has_line, negamax_3x3, reachable, state_of, undecided_3x3

TRAPS = {trap["id"][:3]: trap for trap in json.loads((DATA / "traps.json").read_text())}
SEARCHES = {
    "minimax": lambda color, **how: Minimax(color, **how),
    "alphabeta": lambda color, **how: AlphaBeta(color, **how),
    "alphabeta row by row": lambda color, **how: AlphaBeta(color, moves=State.actions, **how),
    "alphabeta with a table": lambda color, **how: AlphaBeta(color, table=Table(), **how),
}
every_search = pytest.mark.parametrize("make", SEARCHES.values(), ids=SEARCHES)


def trap(number, game="3x3x3", to_play=None):
    """The state of a trap, with the side to move that it names."""
    side = {"X": 1, "O": 2}.get(TRAPS[number]["to_move"], to_play)
    return state_of(game, TRAPS[number]["position"], side)


def solve(make, state, **how):
    return make(state.to_play, **how).search(state, full_depth(state))


def sign(score):
    return (score > 0) - (score < 0)


@every_search
def test_t01_the_win_at_once_is_taken_and_not_a_slower_one(make):
    state = trap("T01")
    assert solve(make, state) == (WIN - 7, (2, 0))
    assert solve(make, state, prefer="first") == (WIN, (0, 0)), "blind to the distance the first win will do"


def test_t01_without_the_distance_400_wins_are_slower_and_85_losses_faster_than_need_be():
    slower_wins = faster_losses = 0
    search = {color: AlphaBeta(color, prefer="first", table=Table()) for color in (1, 2)}
    for state in undecided_3x3():
        score, action = search[state.to_play].search(state, full_depth(state))
        after = state.result(action)
        value, plies = negamax_3x3(state.board, state.to_play)
        is_off = 1 + negamax_3x3(after.board, after.to_play)[1] != plies
        assert sign(score) == value
        slower_wins += value > 0 and is_off
        faster_losses += value < 0 and is_off
    assert (slower_wins, faster_losses) == (400, 85)


@every_search
def test_t02_a_move_that_only_looks_as_good_behind_a_cutoff_is_never_chosen(make):
    state = trap("T02")
    chosen = {solve(make, state, prefer="random", rng=Random(seed))[1] for seed in range(60)}
    assert chosen == {(0, 0), (1, 1)}, "c3 loses"


@every_search
def test_t03_a_bound_in_the_table_is_not_taken_for_a_value(make):
    assert sign(solve(make, trap("T03"))[0]) == -1


def test_t03_no_value_is_wrong_with_a_table_that_is_kept_for_all_states():
    for order in (list, reversed):
        kept = {color: AlphaBeta(color, table=Table()) for color in (1, 2)}
        for state in order(undecided_3x3()):
            score, _ = kept[state.to_play].search(state, full_depth(state))
            assert sign(score) == negamax_3x3(state.board, state.to_play)[0], state


@every_search
def test_t04_the_value_depends_on_whose_turn_it_is(make):
    assert sign(solve(make, trap("T04", to_play=1))[0]) == 1
    assert sign(solve(make, trap("T04", to_play=2))[0]) == 0


def test_t04_the_value_of_3571_states_changes_with_the_mover():
    """With one table for both: a key without the side to move would mix them up."""
    kept = {color: AlphaBeta(color, table=Table()) for color in (1, 2)}

    def value_for_x(state):
        score, _ = kept[state.to_play].search(state, full_depth(state))
        return sign(score) if state.to_play == 1 else -sign(score)

    assert sum(value_for_x(state) != value_for_x(state.passed()) for state in undecided_3x3()) == 3571


@every_search
def test_t05_a_full_board_is_a_draw_worth_playing_for(make):
    assert solve(make, trap("T05")) == (0, (0, 1))


def test_t06_a_line_made_by_the_last_stone_wins():
    game = Game.parse("6x7x4g")
    state = game.start()
    for action in parse_moves(game, TRAPS["T06"]["position"].removeprefix("moves ")):
        assert not state.is_terminal()
        state = state.result(action)
    assert (state.ply, state.winner, state.outcome().ending) == (42, 2, Ending.LINE)


def test_t06_of_the_78_full_boards_of_tic_tac_toe_62_are_wins():
    full = [state for state in reachable(Game.parse("3x3x3")) if state.ply == 9]
    assert (len(full), sum(state.outcome().ending is Ending.LINE for state in full)) == (78, 62)


def test_t09_a_line_does_not_go_round_the_edge():
    game = Game.parse("3x4x3")
    for cells in combinations(game.bit_of, 3):
        board = [[1 if (row, col) in cells else 0 for col in range(4)] for row in range(3)]
        assert game.has_line(sum(game.bit_of[cell] for cell in cells)) == has_line(game, board, 1), cells


def test_t10_equal_scores_cut_off():
    start = Game.parse("6x7x4g").start()
    minimax, alphabeta = Minimax(1), AlphaBeta(1, moves=State.actions)
    assert minimax.search(start, 6) == alphabeta.search(start, 6) == (0, (5, 0))
    assert (minimax.nodes, alphabeta.nodes) == (137_257, 1_249)


@pytest.mark.parametrize("spec", ["minimax:depth=full", "alphabeta:depth=full"])
@pytest.mark.parametrize("prefer", ["fastest", "first", "last", "random"])
def test_t11_each_side_plays_for_itself_and_the_game_is_drawn(spec, prefer):
    game = Game.parse("3x3x3")
    players = {color: load_player(f"{spec},prefer={prefer}").seat(game, color) for color in (1, 2)}
    state = game.start()
    while not state.is_terminal():
        state = state.result(players[state.to_play].answer(state))
    assert state.outcome().winner == 0


@every_search
@pytest.mark.parametrize("prefer", ["fastest", "first"])
def test_t13_a_turned_state_has_the_same_score_and_a_best_move_turned_back_is_a_best_move(make, prefer):
    for state in undecided_3x3()[100::60]:
        score, _ = solve(make, state, prefer=prefer)
        for symmetry in symmetries(state.game):
            turned_score, turned_action = solve(make, symmetry.state(state), prefer=prefer)
            after = state.result(symmetry.back(turned_action))
            assert turned_score == score
            assert -negamax_3x3(after.board, after.to_play)[0] == sign(score)


@pytest.mark.parametrize(
    ("game", "board", "to_play"),
    [("1x7x3", "X...XOO", 1), ("3x4x3", ".X.X/..../.O..", 2), ("2x5x3", "O...O/X...X", 1)],
)
@pytest.mark.parametrize("radius", [1, 2])
def test_t14_pruning_to_the_neighbourhood_keeps_the_value(game, board, to_play, radius):
    state = state_of(game, board, to_play)
    search = AlphaBeta(to_play, moves=lambda state: neighbourhood(state, radius))
    assert search.search(state, full_depth(state)) == AlphaBeta(to_play).search(state, full_depth(state))


@pytest.mark.parametrize("radius", [1, 2])
def test_t14_a_double_threat_one_step_away_from_all_stones_is_found(radius):
    state = trap("T14", "1x7x3")
    search = AlphaBeta(1, moves=lambda state: neighbourhood(state, radius))
    assert search.search(state, 3) == (WIN - 7, (0, 2))


def test_t15_six_in_a_row_wins_unless_five_must_be_exact():
    assert trap("T15", "1x6x5").result((0, 3)).winner == 1
    assert trap("T15", "1x6x5e").result((0, 3)).winner == 0


def test_t16_a_dead_streak_counts_for_streak_and_not_for_potential():
    state = trap("T16", "4x4x4")
    assert streak(state, 1) == 2 / 4
    assert potential(state, 1) == pytest.approx((1 * 1.1 + 2 * 0.25) / 4)
