"""Asks a player for its move: one answer, or offers that get better until the time is up."""

import math
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from types import FrameType

from mnk.cells import Action
from mnk.game import State
from mnk.player import Player, as_action


class OutOfTime(BaseException):
    """Raised inside a generator player at the end of its budget. Let it pass."""


def offers(player: Player, state: State, seconds: float = math.inf) -> Iterator[Action]:
    """Every move that the player offers within its budget, the last of which counts.

    A player that returns its move makes one offer and is not interrupted; one that yields moves is,
    and if it has none by then, OutOfTime comes out and tells where it was."""
    answer = ask(player, state, seconds)
    if isinstance(answer, Action):
        yield answer
    else:
        yield from answer


def ask(player: Player, state: State, seconds: float = math.inf) -> Action | Iterator[Action]:
    """The move that the player returns, or the ones that it yields, as they come."""
    player.start_clock(seconds)
    answer = player.move(state)
    if isinstance(answer, Generator):
        return _offers_in_time(answer, state, player.time_left())
    return as_action(state, answer)


def _offers_in_time(answer: Generator[object, None, object], state: State, seconds: float) -> Iterator[Action]:
    count = 0
    try:
        for offer in _offers_until_alarm(answer, state, seconds):
            count += 1
            yield offer
    except OutOfTime:
        if not count:
            raise


def _offers_until_alarm(answer: Generator[object, None, object], state: State, seconds: float) -> Iterator[Action]:
    with Alarm(seconds) as alarm:
        while True:
            try:
                alarm.arm()
                offer = next(answer)
                alarm.disarm()
                alarm.check()  # the player may have caught the exception and offered all the same
            except StopIteration as stop:
                alarm.disarm()
                if stop.value is not None:
                    yield as_action(state, stop.value)
                return
            yield as_action(state, offer)


class Alarm:
    """Raises OutOfTime after so many seconds, but only while it is armed.

    Signals reach the main thread alone: in another one, as in a notebook's, it never rings."""

    def __init__(self, seconds: float) -> None:
        self._seconds = max(seconds, 1e-6)
        self._rang = self._armed = False
        self._works = math.isfinite(seconds) and threading.current_thread() is threading.main_thread()
        self._signal = getattr(signal, "SIGALRM", signal.SIGINT)

    def arm(self) -> None:
        self._armed = True
        self.check()

    def check(self) -> None:
        if self._rang:
            raise OutOfTime

    def disarm(self) -> None:
        self._armed = False

    def _ring(self, number: int, frame: FrameType | None) -> None:
        self._rang = True
        if self._armed:
            self._armed = False
            raise OutOfTime

    def __enter__(self) -> "Alarm":
        if self._works:
            self._before = signal.signal(self._signal, self._ring)
            self._stop_timer = _start_timer(self._seconds, self._signal)
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.disarm()
        if self._works:
            self._stop_timer()
            signal.signal(self._signal, self._before)


def _start_timer(seconds: float, number: int) -> Callable[[], object]:
    """Send this process a signal after so many seconds; returns what takes it back."""
    if hasattr(signal, "setitimer"):
        start = time.monotonic()
        before, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
        return lambda: _restore_timer(before, time.monotonic() - start)
    import _thread  # Windows

    timer = threading.Timer(seconds, _thread.interrupt_main, [number])
    timer.daemon = True
    timer.start()
    return timer.cancel


def _restore_timer(before: float, elapsed: float) -> None:
    """Somebody else's timer, such as a test's, goes on as if nothing had been."""
    signal.setitimer(signal.ITIMER_REAL, max(before - elapsed, 1e-6) if before else 0)
