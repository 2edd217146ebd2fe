"""Time: the limits (TimeControl) and what is left of them (Clock)."""

from dataclasses import dataclass
from enum import Enum
from math import inf, isfinite
from typing import Literal, NamedTuple

OnTimeout = Literal["forfeit", "random", "first"]


@dataclass(frozen=True)
class TimeControl:
    """Seconds for each move (inf: no limit), slack after them, and a bank for all moves together."""

    seconds: float = 1.0
    grace: float | None = None
    bank: float = 0.0
    load_seconds: float = 10.0
    on_timeout: OnTimeout = "forfeit"

    @property
    def slack(self) -> float:
        """How late a move may come and still be played."""
        if self.grace is not None:
            return self.grace
        return 0.1 + 0.05 * self.seconds if isfinite(self.seconds) else 0.0


class Budget(NamedTuple):
    """What one move may take, in seconds after the question."""

    seconds: float  # what the player is told
    allowed: float  # fine until here: the budget and what is in the bank
    kill_after: float  # an overrun until here

    @property
    def slack(self) -> float:
        return self.kill_after - self.allowed if isfinite(self.allowed) else 0.0


class Timing(Enum):
    IN_TIME = "in time"
    OVERRUN = "overrun"
    LATE = "late"


class Clock:
    """One player's clock in one game."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.bank_left = control.bank
        self.budget = self._budget()

    def _budget(self) -> Budget:
        """Of the next move."""
        allowed = self.control.seconds + self.bank_left
        return Budget(self.control.seconds, allowed, allowed + self.control.slack)

    def charge(self, seconds: float) -> Timing:
        """Take a move's charged time off the clock and say whether it came in time."""
        budget = self.budget
        if seconds <= budget.seconds:
            return Timing.IN_TIME
        self.bank_left = max(0.0, self.bank_left - (seconds - budget.seconds))
        self.budget = self._budget()
        if seconds <= budget.allowed:
            return Timing.IN_TIME
        return Timing.OVERRUN if seconds <= budget.kill_after else Timing.LATE


NO_LIMIT = TimeControl(seconds=inf, load_seconds=inf)
