from math import inf

import pytest

from mnk.arena.clock import NO_LIMIT, Clock, TimeControl, Timing


@pytest.mark.parametrize(
    ("charged", "timing"),
    [(0.5, Timing.IN_TIME), (1.0, Timing.IN_TIME), (1.01, Timing.OVERRUN), (1.15, Timing.OVERRUN), (1.16, Timing.LATE)],
)
def test_a_move_is_in_time_an_overrun_or_late(charged, timing):
    assert Clock(TimeControl(seconds=1)).charge(charged) is timing


def test_grace_is_a_tenth_of_a_second_and_five_percent():
    assert TimeControl(seconds=2).slack == pytest.approx(0.2)
    assert TimeControl(seconds=2, grace=0).slack == 0


def test_without_grace_nothing_is_an_overrun():
    assert Clock(TimeControl(seconds=1, grace=0)).charge(1.0001) is Timing.LATE


def test_the_bank_pays_for_what_a_move_takes_beyond_the_limit():
    clock = Clock(TimeControl(seconds=2, bank=5, grace=0))
    assert clock.charge(4) is Timing.IN_TIME
    assert clock.bank_left == 3
    assert clock.charge(1) is Timing.IN_TIME
    assert clock.bank_left == 3
    assert clock.budget.allowed == 5
    assert clock.charge(5.5) is Timing.LATE
    assert clock.bank_left == 0


def test_the_player_is_told_the_limit_without_the_bank():
    budget = Clock(TimeControl(seconds=2, bank=60, grace=0.5)).budget
    assert (budget.seconds, budget.allowed, budget.kill_after) == (2, 62, 62.5)


def test_no_limit_is_never_late():
    clock = Clock(NO_LIMIT)
    assert clock.budget.kill_after == inf
    assert clock.budget.slack == 0
    assert clock.charge(1e9) is Timing.IN_TIME
