"""Players that offer better and better moves until the bell rings; here it rings when a test says so."""

import signal
import threading
from contextlib import suppress
from types import SimpleNamespace

import pytest

from mnk import Game, IllegalAction, Player
from mnk.offers import OutOfTime, offers

BELL = getattr(signal, "SIGALRM", signal.SIGINT)
START = Game.parse("3x3x3").start()


@pytest.fixture
def bell(monkeypatch):
    """Rings when it is called, not when time is up; `bell.seconds` are those it was wound up for."""
    wound = SimpleNamespace(seconds=[], ring=lambda: signal.raise_signal(BELL))

    def start_timer(seconds, number):
        wound.seconds.append(seconds)
        return lambda: None

    monkeypatch.setattr("mnk.offers._start_timer", start_timer)
    return wound


def seated(move):
    """A player with this move method."""
    return type("ThePlayer", (Player,), {"move": move})().seat(START.game, 1)


def test_the_last_offer_counts(bell):
    def move(self, state):
        yield 0, 0
        yield 0, 1
        yield 0, 2

    assert list(offers(seated(move), START)) == [(0, 0), (0, 1), (0, 2)]
    assert seated(move).answer(START, seconds=5) == (0, 2)


def test_what_a_generator_returns_is_its_last_offer():
    def move(self, state):
        yield 0, 0
        return 0, 1

    assert seated(move).answer(START) == (0, 1)


def test_the_bell_is_wound_up_for_what_is_left_of_the_budget(bell, monkeypatch):
    monkeypatch.setattr("mnk.player.time", SimpleNamespace(perf_counter=lambda: 100.0))

    def move(self, state):
        yield 0, 0

    seated(move).answer(START, seconds=3)
    assert bell.seconds == [3]
    seated(move).answer(START)
    seated(lambda self, state: (0, 0)).answer(START, seconds=3)
    assert bell.seconds == [3], "no limit and a plain answer: no bell"


def test_a_generator_is_interrupted_and_its_last_offer_in_time_counts(bell):
    tidied = []

    def move(self, state):
        try:
            yield 0, 0
            yield 0, 1
            bell.ring()
            yield 0, 2
        finally:
            tidied.append(True)

    assert seated(move).answer(START, seconds=5) == (0, 1)
    assert tidied == [True]


def test_catching_exceptions_does_not_catch_the_bell(bell):
    def move(self, state):
        yield 0, 0
        while True:
            try:
                bell.ring()
            except Exception:
                yield 1, 1

    assert seated(move).answer(START, seconds=5) == (0, 0)


def test_without_an_offer_before_the_bell_there_is_no_move(bell):
    def move(self, state):
        bell.ring()
        yield 0, 0

    with pytest.raises(TimeoutError, match="offered no move within 5 s"):
        seated(move).answer(START, seconds=5)


def test_a_bell_that_rings_between_two_offers_disturbs_nobody_else(bell):
    def move(self, state):
        while True:
            yield 0, 0

    asked = offers(seated(move), START, seconds=5)
    assert next(asked) == (0, 0)
    bell.ring()
    assert next(asked, "no more") == "no more"


def test_the_players_own_exception_passes_and_the_old_handler_is_back(bell):
    def move(self, state):
        yield 0, 0
        raise ZeroDivisionError

    before = signal.getsignal(BELL)
    with pytest.raises(ZeroDivisionError):
        seated(move).answer(START, seconds=5)
    assert signal.getsignal(BELL) is before


def test_out_of_time_is_not_an_ordinary_exception():
    assert not issubclass(OutOfTime, Exception)


def test_in_another_thread_there_is_no_bell_but_an_answer(bell):
    def move(self, state):
        yield 0, 0
        yield 0, 1

    answers = []
    thread = threading.Thread(target=lambda: answers.append(seated(move).answer(START, seconds=5)))
    thread.start()
    thread.join()
    assert answers == [(0, 1)] and bell.seconds == []


def test_a_bad_offer_is_refused(bell):
    def move(self, state):
        yield 0, 0
        yield "b3"

    with pytest.raises(IllegalAction, match="answered 'b3'"):
        seated(move).answer(START, seconds=5)


def test_an_offer_after_the_bell_does_not_count(bell):
    def move(self, state):
        yield 0, 0
        with suppress(BaseException):
            bell.ring()
        yield 1, 1

    assert list(offers(seated(move), START, 60)) == [(0, 0)]


def test_the_timer_of_somebody_else_goes_on():
    """pytest-timeout, for one, uses the same timer."""

    def move(self, state):
        yield 0, 0

    signal.setitimer(signal.ITIMER_REAL, 1000)
    try:
        assert list(offers(seated(move), START, 60)) == [(0, 0)]
        assert 900 < signal.getitimer(signal.ITIMER_REAL)[0] <= 1000
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
