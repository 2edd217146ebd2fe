"""A seat: a player at the table, wherever and however its code runs.

`match` knows only this page. The portable form (a subprocess and the wall clock) is in `process`;
another one has to offer the same four methods, and tell how it protects and measures.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from mnk.arena.clock import Budget, TimeControl
from mnk.cells import Action
from mnk.game import Ending, Game


class Fault(Exception):
    """The player forfeits; the detail says why and names the line."""

    def __init__(self, ending: Ending, detail: str) -> None:
        super().__init__(f"{ending.name}: {detail}")
        self.ending = ending
        self.detail = detail


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


@dataclass(frozen=True)
class Answer:
    """A move and what it took."""

    action: Action
    charged: float
    wall: float
    nodes: int = 0
    depth: int = 0
    value: float | None = None
    info: str = ""
    was_killed: bool = False  # the offer counts, but the player would not stop


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
