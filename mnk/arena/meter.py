"""Charged time, from what the kernel has counted.

    question                                            answer
    |== runs ==|-- waits for a core --|== runs ==|.. sleeps ..|    wall = all of it
    |==========|                      |==========|............|    charged = wall - waits

A wait is credited up to what the player is allowed for the move, and what all of its threads have
used of the processor is charged in any case: nobody gains by crowding itself out.
"""

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from mnk.arena.dialogue import Spent
from mnk.arena.linux import Counts

NANO = 1e-9
SHORTEST_LOOK, LONGEST_LOOK = 20e-6, 1e-3
CLOCK_WAS_SET = 100_000  # nanoseconds by which the two clocks may drift apart during a move


class Now(NamedTuple):
    """The same moment on two clocks: the one that packets are stamped with, and the one that nobody can set."""

    real: int
    steady: int


def read_clocks() -> Now:
    return Now(time.time_ns(), time.monotonic_ns())


class HasCounts(Protocol):
    def read(self) -> Counts: ...


class Meter:
    """Measures one player, move after move: `ready`, `start`, then `spent` as often as needed."""

    def __init__(
        self, counters: HasCounts, is_runnable: Callable[[], bool], clocks: Callable[[], Now] = read_clocks
    ) -> None:
        self._counters = counters
        self._is_runnable = is_runnable
        self._clocks = clocks
        self._before = self._last = Counts(0, 0, 0)
        self._start = Now(0, 0)
        self._most_credit = 0.0
        self._doubt: tuple[float, int] | None = None  # wall seconds and turns at the last look that left one

    def ready(self) -> None:
        """Read the counters while the player is still stopped."""
        self._before = self._last = self._read()

    def start(self, most_credit: float) -> None:
        self._most_credit = most_credit
        self._doubt = None
        self._start = self._clocks()

    def _read(self) -> Counts:
        try:
            self._last = self._counters.read()
        except OSError:  # the process has just ended
            return self._last
        return self._last

    def spent(self, sent: int | None = None) -> Spent:
        """Until a packet was sent, by its stamp; else until now."""
        now, start = self._clocks(), self._start
        wall = now.steady - start.steady
        if sent is not None:
            was_set = abs((now.real - now.steady) - (start.real - start.steady)) > CLOCK_WAS_SET
            wall = wall if was_set else min(wall, max(0, sent - start.real))
        counts, before = self._read(), self._before
        return charge(
            wall * NANO, (counts.waited - before.waited) * NANO, (counts.cpu - before.cpu) * NANO, self._most_credit
        )

    def wall(self) -> float:
        return (self._clocks().steady - self._start.steady) * NANO

    def left(self, patience: float, longest_wall: float) -> float:
        """How long it takes at least until this much is charged; 0 if it is, beyond doubt.

        The kernel counts a wait when it is over. A player that is runnable may be waiting right now,
        so one that seems late is looked at again after its next turn."""
        spent = self.spent()
        if spent.wall >= longest_wall or spent.cpu >= patience or spent.wall - self._most_credit >= patience:
            return 0.0
        if spent.charged < patience:
            self._doubt = None
            return min(patience - spent.charged, longest_wall - spent.wall)
        if not self._is_runnable():
            return 0.0
        if self._doubt is None:
            self._doubt = spent.wall, self._last.turns
        elif self._last.turns != self._doubt[1]:  # whatever it waited for by then has been counted
            if self._doubt[0] - min(spent.stolen, self._most_credit) >= patience:
                return 0.0
            self._doubt = spent.wall, self._last.turns
        return min(max(patience - spent.cpu, SHORTEST_LOOK), LONGEST_LOOK)


def charge(wall: float, waited: float, cpu: float, most_credit: float) -> Spent:
    """What is charged for a move that took so long, all in seconds."""
    return Spent(max(wall - min(waited, most_credit), cpu), wall, cpu, waited)
