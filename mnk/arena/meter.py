"""Charged time, from what the kernel has counted.

    question                                            answer
    |== runs ==|-- waits for a core --|== runs ==|.. sleeps ..|    wall = all of it
    |==========|                      |==========|............|    charged = wall - waits

A wait is credited up to what the player is allowed for the move, and what all of its threads have
used of the processor is charged in any case: nobody gains by crowding itself out with threads.
"""

from collections.abc import Callable
from time import monotonic_ns, time_ns
from typing import Protocol

from mnk.arena.linux import Counts
from mnk.arena.seat import Spent

NANO = 1e9
SHORTEST_LOOK, LONGEST_LOOK = 20e-6, 1e-3
CLOCK_WAS_SET = 100_000  # nanoseconds by which the two clocks may drift apart during a move


Now = tuple[int, int]  # on two clocks: the one that packets are stamped with, and the one that nobody can set


def read_clocks() -> Now:
    return time_ns(), monotonic_ns()


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
        self._before = self._last = Counts(0, b"", 0)
        self._start: Now = (0, 0)
        self._most_credit = 0.0
        self._doubt: tuple[float, bytes] | None = None  # wall seconds and turns at the last look that left one
        self._is_fresh = False
        self.due = 0.0  # wall seconds after the question: patience can not have been used up before

    def ready(self) -> None:
        """Read the counters while the player is still stopped."""
        self._before = self._last = self._read()

    def start(self, most_credit: float) -> None:
        self._most_credit = most_credit
        self._doubt = None
        self._is_fresh = True
        self._start = self._clocks()

    def _read(self) -> Counts:
        try:
            self._last = self._counters.read()
        except OSError:
            return self._last  # the process has ended: what was last seen is all there will be
        return self._last

    def spent(self, sent: int | None = None) -> Spent:
        """Until a packet was sent, by its stamp; else until now."""
        (real, steady), (real_start, steady_start) = self._clocks(), self._start
        wall = steady - steady_start
        if sent is not None and abs(real - real_start - wall) < CLOCK_WAS_SET:
            wall = min(wall, max(0, sent - real_start))
        waited, _, cpu = self._read()
        waited_before, _, cpu_before = self._before
        return charge(wall / NANO, (waited - waited_before) / NANO, (cpu - cpu_before) / NANO, self._most_credit)

    def left(self, patience: float, longest_wall: float) -> float:
        """How long it takes at least until this much is charged; 0 if it is, beyond doubt.

        The kernel counts a wait when it is over. A player that is runnable may be waiting right now,
        so one that seems late is looked at again after its next turn."""
        if self._is_fresh:  # not worth a look
            self._is_fresh = False
            self.due = patience
            return patience
        spent = self.spent()
        if spent.wall >= longest_wall or spent.cpu >= patience or spent.wall - self._most_credit >= patience:
            return 0.0
        if spent.charged < patience:
            left = min(patience - spent.charged, longest_wall - spent.wall)
            self.due = spent.wall + left
            return left
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
