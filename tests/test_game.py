"""The rules: who may play where, who has won, and what makes two states the same."""

import subprocess
import sys
from random import Random

import pytest

from mnk import Action, Ending, Game, Outcome
from mnk.loader import ROOT
from positions import has_line, line_through, random_walk, reachable, state_of


def play(game, *cells):
    state = Game.parse(game).start()
    for cell in cells:
        state = state.result(cell)
    return state


# --- playing -------------------------------------------------------------------------------------


def test_colour_1_moves_first_on_an_empty_board():
    state = Game.parse("2x3x2").start()
    assert (state.to_play, state.ply, state.last_action) == (1, 0, None)
    assert state.board == ((0, 0, 0), (0, 0, 0))


def test_result_puts_the_movers_stone_and_passes_the_turn():
    state = play("2x3x3", (1, 2), (0, 0))
    assert state.board == ((2, 0, 0), (0, 0, 1))
    assert (state.to_play, state.ply, state.last_action) == (1, 2, Action(0, 0))


def test_actions_go_row_by_row_and_skip_stones_and_blocked_cells():
    state = state_of("2x3x3#a2", "X.O/#..")
    assert state.actions() == [(0, 1), (1, 1), (1, 2)]
    assert all(isinstance(action, Action) for action in state.actions())


def test_with_gravity_actions_go_column_by_column_to_the_landing_cells():
    state = state_of("3x4x4g", "..X./..O./X.X.")
    assert state.actions() == [(1, 0), (2, 1), (2, 3)]


@pytest.mark.parametrize(
    ("game", "board", "landing"),
    [
        ("4x1x4g", "././././", (3, 0)),
        ("4x1x4g#a4", "./././#", (2, 0)),
        ("4x1x4g#a3", "././#/.", (1, 0)),
        ("4x1x4g#a3", "./X/#/.", (0, 0)),
        ("4x1x4g#a2,a4", "./#/./#", (0, 0)),
    ],
)
def test_a_stone_rests_on_a_blocked_cell_and_never_gets_beneath_it(game, board, landing):
    assert state_of(game, board.strip("/")).actions() == [landing]


def test_a_column_blocked_on_top_takes_no_stone():
    state = Game.parse("3x2x3g#a1").start()
    assert state.actions() == [(2, 1)]


# --- the end of a game ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "board", "winner"),
    [
        pytest.param("3x4x3", ".XXX/OO../....", 1, id="row"),
        pytest.param("4x3x3", "..O/X.O/XXO/...", 2, id="column"),
        pytest.param("3x4x3", ".XO./..XO/...X", 1, id="falling diagonal"),
        pytest.param("3x4x3", ".XXO/X.O./.O..", 2, id="rising diagonal"),
        pytest.param("3x4x3", "XXXX/OO../....", 1, id="longer than k"),
        pytest.param("4x4x4g", "..../..../OOO./XXXX", 1, id="row with gravity"),
        pytest.param("4x4x4g", "X.../XO../XO../XO..", 1, id="column with gravity"),
        pytest.param("4x4x4g", "...O/..OX/.OXX/OXXO", 2, id="rising diagonal with gravity"),
        pytest.param("4x4x4g", "X.../OX../OOX./XXOX", 1, id="falling diagonal with gravity"),
        pytest.param("1x1x1", "X", 1, id="k is 1"),
    ],
)
def test_a_line_ends_the_game(game, board, winner):
    state = state_of(game, board)
    assert state.is_terminal() and state.actions() == []
    assert state.outcome() == Outcome(winner, Ending.LINE, f"{state.game.k} in a row")
    assert (state.utility(winner), state.utility(3 - winner)) == (1, -1)


@pytest.mark.parametrize(
    ("game", "board"),
    [
        pytest.param("3x3x3", "XXO/OOX/XOX", id="full"),
        pytest.param("2x2x3", "XO/XO", id="k longer than the board"),
        pytest.param("1x3x3#b1", "X#O", id="a blocked cell breaks the line"),
        pytest.param("2x1x2g#a1", "#/.", id="no cell can be reached"),
        pytest.param("1x1x1#a1", "#", id="no cell at all"),
    ],
)
def test_no_action_and_no_line_is_a_draw(game, board):
    state = state_of(game, board)
    assert state.is_terminal()
    assert state.outcome() == Outcome(0, Ending.FULL_BOARD)
    assert (state.utility(1), state.utility(2)) == (0, 0)


def test_a_game_that_goes_on_has_no_outcome_and_no_utility():
    state = play("3x3x3", (1, 1))
    assert state.outcome() is None and not state.is_terminal()
    with pytest.raises(ValueError, match="not over"):
        state.utility(1)


def test_only_endings_by_the_rules_are_no_forfeit():
    assert {ending for ending in Ending if not ending.is_forfeit} == {Ending.LINE, Ending.FULL_BOARD}


def test_line_names_all_cells_of_all_lines():
    assert state_of("3x3x3", "XXX/XOO/XOO").line() == [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]
    assert state_of("1x5x3", "XXXX.").line() == [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert state_of("3x3x3", "XX./.../...").line() == []


def test_exact_game_goes_on_after_a_longer_run():
    state = state_of("1x8x3e", "XX.X....", to_play=1)
    assert not state.wins((0, 2)) and not state.result((0, 2)).is_terminal()
    assert state_of("1x8x3", "XX.X....", to_play=1).result((0, 2)).winner == 1
    assert state_of("1x8x3e", "XX......", to_play=1).result((0, 2)).winner == 1


def test_exact_game_is_won_by_a_short_run_that_crosses_a_longer_one():
    assert state_of("4x4x3e", "X.XX/OXO./O.../....", to_play=1).result((0, 1)).winner == 0
    assert state_of("4x4x3e", "X.XX/OXO./OX../....", to_play=1).result((0, 1)).winner == 1


# --- what a move would do ------------------------------------------------------------------------


def test_wins_and_threatens_tell_what_each_side_would_complete_there():
    state = state_of("3x3x3", "XX./OO./...")
    assert [action for action in state.actions() if state.wins(action)] == [(0, 2)]
    assert [action for action in state.actions() if state.threatens(action)] == [(1, 2)]


@pytest.mark.parametrize(
    ("board", "cell"),
    [
        pytest.param(".../XX./OO.", (1, 2), id="hanging"),
        pytest.param("..X/XXO/OOX", (1, 2), id="taken"),
        pytest.param(".../XX./OO.", (1, 3), id="outside"),
        pytest.param(".../XX./OO.", (1, -1), id="negative"),
        pytest.param(".../OO./XXX", (1, 2), id="game over"),
    ],
)
def test_nothing_is_won_where_nobody_can_play(board, cell):
    state = state_of("3x3x3g", board, to_play=1)
    assert not state.wins(cell) and not state.threatens(cell)


def test_passed_is_the_same_board_with_the_other_side_to_move():
    state = state_of("3x3x3", "XO./.X./...")
    assert state.passed().board == state.board
    assert state.passed().to_play == 3 - state.to_play
    assert state.passed().passed() == state


# --- what makes two states the same --------------------------------------------------------------


def test_the_way_to_a_state_does_not_matter():
    one = play("3x3x3", (0, 0), (1, 1), (2, 2))
    other = play("3x3x3", (2, 2), (1, 1), (0, 0))
    assert one == other and hash(one) == hash(other) and one.last_action != other.last_action


def test_side_to_move_and_game_do_matter():
    board = "X../.O./..."
    assert state_of("3x3x3", board, 1) != state_of("3x3x3", board, 2)
    assert state_of("3x3x3", board, 1) != state_of("3x3x2e", board, 1)
    assert state_of("3x3x3", board, 1) != (state_of("3x3x3", board, 1).key)


@pytest.mark.parametrize(("board", "to_play"), [("...", 1), ("X..", 2), ("XO.", 1), ("XOX", 2), (".O.", 1), ("X.X", 1)])
def test_without_a_word_the_turn_is_read_off_the_stones(board, to_play):
    assert state_of("1x3x3", board).to_play == to_play


def test_a_state_can_be_rebuilt_from_its_array_which_is_read_only():
    state = play("3x4x3#b2", (0, 0), (2, 3))
    array = state.array()
    assert array.tolist() == [list(row) for row in state.board] and array.dtype == "int8"
    assert state.game.state(array, state.to_play) == state
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 2


def test_a_state_can_not_be_changed():
    with pytest.raises(AttributeError):
        Game.parse("3x3x3").start().mine = 1


def test_state_shows_its_board_game_and_side():
    state = play("2x2x2", (0, 0))
    assert str(state) == "X.\n.."
    assert repr(state) == "<State 2x2x2 o X./..>"


# --- every state, and large boards ---------------------------------------------------------------


@pytest.mark.parametrize("game", ["3x3x3", "3x3x2", "4x3x3g", "1x8x3e", "3x3x3#b2", "3x4x3g#b3"])
def test_winner_of_every_reachable_state_is_the_one_with_a_line(game):
    for state in reachable(Game.parse(game)):
        lines = [color for color in (1, 2) if has_line(state.game, state.board, color)]
        assert [state.winner] == (lines or [0])


@pytest.mark.parametrize("text", ["30x30x6", "30x30x6g", "30x30x6e", "1x100x9", "100x1x9g"])
def test_a_random_game_on_a_large_board_follows_the_rules_to_its_end(text):
    states = random_walk(Game.parse(text), Random(text))
    for state in states[1::7] + states[-1:]:
        assert (state.winner != 0) == line_through(state.game, state.board, *state.last_action)
        assert state.game.state(state.board, state.to_play) == state


def test_equal_games_have_equal_hashes_in_every_process():
    """A game that is sent to another process is found there in a set."""
    code = "from mnk import Game; print(hash(Game.parse('3x3x3')), hash(Game.parse('6x7x4g#a1')))"
    found = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(ROOT)}
        ).stdout
        for _ in range(2)
    }
    assert found == {f"{hash(Game.parse('3x3x3'))} {hash(Game.parse('6x7x4g#a1'))}\n"}
