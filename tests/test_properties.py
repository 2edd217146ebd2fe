"""What must hold for every game and every state, on examples that hypothesis thinks up."""

import pytest

from mnk import Action, Game
from mnk.notation import format_board, format_moves, format_state, parse_board, parse_moves, parse_state
from mnk.search import winning_cells
from mnk.symmetry import canonical, symmetries
from positions import has_line, line_through, with_stone

hypothesis = pytest.importorskip("hypothesis")
st = hypothesis.strategies

often = hypothesis.settings(max_examples=300, deadline=None, derandomize=True)
given = hypothesis.given


@st.composite
def games(draw, longest_side=7):
    rows, cols = draw(st.integers(1, longest_side)), draw(st.integers(1, longest_side))
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    return Game(
        rows=rows,
        cols=cols,
        k=draw(st.integers(1, 6)),
        gravity=draw(st.booleans()),
        exact=draw(st.booleans()),
        blocked=draw(st.frozensets(cells, max_size=4)),
    )


any_game = games()


@st.composite
def paths(draw, of=any_game):
    """All states of a game, from its start to some moment; finished or not."""
    states = [draw(of).start()]
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=40)):
        actions = states[-1].actions()
        if not actions:
            break
        states.append(states[-1].result(actions[choice % len(actions)]))
    return states


def states(of=any_game):
    return paths(of).map(lambda path: path[-1])


@often
@given(paths())
def test_the_fast_win_test_agrees_with_looking_at_the_board(path):
    for state in path[1:]:
        assert (state.winner == 3 - state.to_play) == line_through(state.game, state.board, *state.last_action)
    assert all(not state.winner for state in path[:-1])


@often
@given(games(), st.data())
def test_any_set_of_stones_has_a_line_if_looking_finds_one(game, data):
    hypothesis.assume(game.k > 1)
    board = [[data.draw(st.sampled_from([0, 1, 1])) for _ in range(game.cols)] for _ in range(game.rows)]
    cells = [cell for cell in game.cell_at.values() if board[cell.row][cell.col]]
    seen = [[1 if (row, col) in cells else 0 for col in range(game.cols)] for row in range(game.rows)]
    assert game.has_line(sum(game.bit_of[cell] for cell in cells)) == has_line(game, seen, 1)


@often
@given(states())
def test_playing_on_leaves_a_state_as_it_was(state):
    before = (tuple(state), state.board, state.actions(), state.outcome())
    for action in state.actions():
        state.result(action)
    assert (tuple(state), state.board, state.actions(), state.outcome()) == before


@often
@given(states())
def test_each_action_adds_one_stone_of_the_mover_and_nothing_else(state):
    for action in state.actions():
        after = state.result(action)
        assert after.board == with_stone(state.board, *action, state.to_play)
        assert (after.to_play, after.ply, after.last_action) == (3 - state.to_play, state.ply + 1, action)


@often
@given(states())
def test_there_are_no_actions_exactly_when_the_game_is_over(state):
    assert (state.actions() == []) == state.is_terminal() == (state.outcome() is not None)


@often
@given(states())
def test_actions_are_the_free_cells_or_with_gravity_the_landing_cells(state):
    game, expected = state.game, []
    if not state.winner:
        if game.gravity:
            for col in range(game.cols):
                column = [line[col] for line in state.board]
                resting = next((row for row, value in enumerate(column) if value), game.rows)
                expected += [(resting - 1, col)] if resting else []
        else:
            expected = [(r, c) for r, line in enumerate(state.board) for c, value in enumerate(line) if not value]
    assert state.actions() == expected


@often
@given(states())
def test_wins_and_threatens_agree_with_playing_there(state):
    for action in state.actions():
        assert state.wins(action) == (state.result(action).winner == state.to_play)
        assert state.threatens(action) == (state.passed().result(action).winner == 3 - state.to_play)


@often
@given(states())
def test_winning_cells_agree_with_playing_on_each(state):
    found = state.game.cells_in(winning_cells(state.game, state.mine, state.playable))
    assert found == [action for action in state.actions() if state.wins(action)]


@often
@given(states())
def test_a_state_is_rebuilt_from_its_board(state):
    again = state.game.state(state.board, state.to_play)
    assert again == state and hash(again) == hash(state)
    assert (again.actions(), again.outcome()) == (state.actions(), state.outcome())


# --- text ----------------------------------------------------------------------------------------


@often
@given(games(longest_side=30))
def test_a_written_game_is_read_back(game):
    assert Game.parse(str(game)) == game


@often
@given(paths(games(longest_side=12)))
def test_written_moves_are_read_back(path):
    moves = [state.last_action for state in path[1:]]
    assert parse_moves(path[0].game, format_moves(path[0].game, moves)) == moves


@often
@given(states(games(longest_side=12)))
def test_written_boards_and_states_are_read_back(state):
    assert parse_board(format_board(state)) == parse_board(str(state)) == [list(row) for row in state.board]
    assert parse_state(format_state(state)) == state


# --- symmetry ------------------------------------------------------------------------------------


@st.composite
def square_games(draw):
    side = draw(st.integers(1, 5))
    cells = st.tuples(st.integers(0, side - 1), st.integers(0, side - 1))
    blocked = draw(st.frozensets(cells, max_size=2))
    return Game(rows=side, cols=side, k=draw(st.integers(1, 4)), exact=draw(st.booleans()), blocked=blocked)


@often
@given(states(st.one_of(games(), square_games())))
def test_symmetric_states_have_symmetric_actions_and_the_same_end(state):
    for symmetry in symmetries(state.game):
        turned = symmetry.state(state)
        assert {symmetry.action(action) for action in state.actions()} == set(turned.actions())
        assert turned.outcome() == state.outcome()
        assert turned == state.game.state(turned.board, state.to_play)
        assert canonical(turned) == canonical(state)
        for action in state.actions():
            assert symmetry.back(symmetry.action(action)) == action
            assert isinstance(symmetry.action(action), Action)
            assert symmetry.state(state.result(action)) == turned.result(symmetry.action(action))
