"""A seat: a player at the table, wherever and however its code runs.

`match` knows only this page. There are two forms, the portable one in `process` and the exact one
in `exact`; what they share is in `dialogue`.
"""

import signal
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mnk.arena.clock import Budget, TimeControl
from mnk.cells import Action
from mnk.game import Ending, Game


class Fault(Exception):
    """The player forfeits; the detail says why and names the line."""

    def __init__(self, ending: Ending, detail: str) -> None:
        super().__init__(f"{ending.name}: {detail}")
        self.ending = ending
        self.detail = detail


class Spent(NamedTuple):
    """What a player has used since the question, in seconds."""

    charged: float
    wall: float
    cpu: float = 0.0
    stolen: float = 0.0  # spent waiting for a core


class TimeFault(Fault):
    """The player had no move at the end of all patience."""

    def __init__(self, detail: str, spent: Spent) -> None:
        super().__init__(Ending.TIME, detail)
        self.spent = spent


class BadOption(Fault):
    """The player refuses the options it was started with: the user's mistake, not the player's."""

    def __init__(self, detail: str) -> None:
        super().__init__(Ending.LOAD, detail)


class Quit(Exception):
    """The person at the terminal has had enough: nobody wins, nothing is recorded."""


class Stopped(Exception):
    """The run was stopped while the seat was thinking."""


@dataclass(frozen=True)
class Entry:
    """A player that takes part: its file, its options and its limits."""

    label: str  # as it appears in tables; no two alike
    spec: str
    path: Path
    file_hash: str
    options: dict[str, str] = field(default_factory=dict)
    control: TimeControl = field(default_factory=TimeControl)
    keep: bool = False  # one process for all games of a pairing
    broken: str = ""  # why it can not be loaded, if that is known beforehand

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "path": str(self.path)}

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> "Entry":
        return cls(**{**fields, "path": Path(fields["path"]), "control": TimeControl(**fields["control"])})


class Answer(NamedTuple):
    """A move and what it took, in seconds."""

    action: Action
    charged: float
    wall: float
    cpu: float = 0.0
    stolen: float = 0.0  # spent waiting for a core
    nodes: int = 0
    depth: int = 0
    value: float | None = None
    info: str = ""
    was_killed: bool = False  # the offer counts, but the player would not stop


def death(place: str, code: int) -> str:
    """How a process ended, in words; like subprocess, a negative code is a signal."""
    if code >= 0:
        return f"{place}: the process ended (exit code {code})"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"{place}: the process ended (killed by {name})"


class Seat(Protocol):
    level: str  # of protection
    clock: str  # what charged time is

    def begin(self, game: Game, color: int, seed: str) -> None:
        """Load the player if need be and start a game; a Fault (LOAD) if it can not."""

    def ask(self, moves: Sequence[Action], budget: Budget, bank_left: float) -> Answer:
        """The player's move after these; a Fault if there is none."""

    def output(self) -> str:
        """What the player has printed since the last call, cut to a bearable length."""

    def close(self) -> None:
        """End the player's process."""
