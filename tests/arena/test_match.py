"""The referee, with scripted seats: no process and no waiting."""

import pytest

from arena.seats import scripted_game
from mnk.arena.clock import TimeControl
from mnk.arena.seat import Fault
from mnk.game import Ending

A_WINS = [(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1)]


def test_a_line_wins():
    record, _ = scripted_game(*A_WINS)
    assert (record.winner, record.ending, record.detail) == (1, Ending.LINE, "3 in a row")
    assert record.moves == ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    assert len(record.move_records) == 5
    assert [record.mover(number) for number in range(5)] == [1, 2, 1, 2, 1]


def test_a_full_board_is_a_draw():
    record, _ = scripted_game([(0, 0), (0, 1), (1, 2), (2, 0), (2, 2)], [(0, 2), (1, 0), (1, 1), (2, 1)])
    assert (record.winner, record.ending) == (0, Ending.FULL_BOARD)


@pytest.mark.parametrize("ending", [Ending.RAISED, Ending.DIED, Ending.PROTOCOL, Ending.TIME, Ending.ILLEGAL])
def test_a_fault_is_the_opponents_win(ending):
    record, _ = scripted_game([(0, 0), Fault(ending, "x_player.py:7: because")], [(1, 1)])
    assert (record.winner, record.ending, record.detail) == (2, ending, "x_player.py:7: because")
    assert len(record.moves) == 2


def test_who_can_not_be_loaded_loses_without_a_move():
    record, _ = scripted_game(*([(0, 0)], [Fault(Ending.LOAD, "broken")]))
    assert (record.winner, record.ending, record.moves) == (1, Ending.LOAD, ())


def test_the_runner_itself_checks_that_a_move_is_legal():
    record, _ = scripted_game([(0, 0)], [(0, 0)])
    assert (record.winner, record.ending, record.detail) == (1, Ending.ILLEGAL, "a1 is already taken")
    record, _ = scripted_game([(3, 0)], [])
    assert (record.winner, record.ending) == (2, Ending.ILLEGAL)


def test_a_late_move_within_the_grace_is_played_and_counted():
    control = TimeControl(seconds=1, grace=0.5)
    record, _ = scripted_game([((0, 0), 1.4), (0, 1), (0, 2)], A_WINS[1], control=control)
    assert record.winner == 1
    assert [move.overrun for move in record.move_records] == [True, False, False, False, False]


def test_a_move_beyond_the_grace_is_a_forfeit():
    record, _ = scripted_game([((0, 0), 1.6)], [], control=TimeControl(seconds=1, grace=0.5))
    assert (record.winner, record.ending) == (2, Ending.TIME)


@pytest.mark.parametrize("rule", ["first", "random"])
def test_a_move_is_made_for_a_player_that_is_out_of_time(rule):
    control = TimeControl(seconds=1, on_timeout=rule)
    late = [Fault(Ending.TIME, "slow")] * 9
    record, seats = scripted_game(late, late, control=control)
    assert not record.ending.is_forfeit
    assert all(move.replaced and move.overrun for move in record.move_records)
    assert seats[0].closed + seats[1].closed == len(record.moves)
    if rule == "first":
        assert [tuple(move) for move in record.moves[:4]] == [(0, 0), (0, 1), (0, 2), (1, 0)]


def test_moves_made_at_random_are_the_same_for_the_same_game():
    control = TimeControl(seconds=1, on_timeout="random")
    games = [
        scripted_game([Fault(Ending.TIME, "")] * 9, [Fault(Ending.TIME, "")] * 9, control=control)[0] for _ in "12"
    ]
    assert games[0].moves == games[1].moves


def test_on_timeout_forgives_only_lateness():
    control = TimeControl(seconds=1, on_timeout="random")
    record, _ = scripted_game([Fault(Ending.RAISED, "oops")], [], control=control)
    assert (record.winner, record.ending) == (2, Ending.RAISED)


def test_the_bank_shrinks_from_move_to_move():
    control = TimeControl(seconds=1, bank=1, grace=0)
    record, seats = scripted_game([((0, 0), 1.75), ((0, 1), 1.0), (0, 2)], A_WINS[1], control=control)
    assert [budget.allowed for budget in seats[0].budgets] == [2, 1.25, 1.25]
    assert record.winner == 1


def test_the_opening_is_played_before_the_first_question():
    record, _ = scripted_game([Fault(Ending.RAISED, "")], [Fault(Ending.RAISED, "")], opening_plies=3)
    assert record.opening == 3
    assert len(record.moves) == 3
    assert record.winner == 1, "after three plies it is the second player's turn"
    assert len(record.states()) == 4
