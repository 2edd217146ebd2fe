"""Exact seats, measured from within the process that they live in. Run by arena.py.

    python bench/seats.py moves 2000                     # seconds and moves inside so many games
    python bench/seats.py hang 200 loop_player.py ...    # seconds late of every player, so many times

The process stands in for a worker: its core, its way to wait, the only thread, no other children.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import NoReturn

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.house import CONNECT_FOUR, entry, random_games
from mnk.arena import linux
from mnk.arena.clock import Clock, TimeControl
from mnk.arena.cores import Core
from mnk.arena.exact import ExactSeat
from mnk.arena.family import Family
from mnk.arena.record import MoveRecord
from mnk.arena.referee import play_batch
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Entry, Fault, Seat
from mnk.game import Ending, State

LIMIT = TimeControl(seconds=0.05, grace=0.0)


@contextmanager
def family_here() -> Iterator[Family]:
    """What worker.main does before its first game."""
    linux.die_with_parent(os.getppid())
    signal.signal(signal.SIGALRM, _out_of_patience)
    core = Core(0)
    family = Family(core.number, core.others)
    core.take()
    linux.wake_promptly()
    try:
        yield family
    finally:
        family.close()


def _out_of_patience(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeoutError


# Inside a game.


class Stopwatch:
    """Watches games: from each one's first move to its last."""

    def __init__(self) -> None:
        self.moves = 0
        self.seconds = 0.0
        self._game = ""
        self._last = 0.0

    def watch(self, fixture: Fixture, state: State, move: MoveRecord) -> None:
        now = perf_counter()
        if fixture.id == self._game:
            self.moves += 1
            self.seconds += now - self._last
        self._game, self._last = fixture.id, now


def moves(games: int) -> tuple[int, int, float]:
    """Games, moves and seconds: asking, judging, stopping, but neither the start of a game nor its record."""
    stopwatch, never = Stopwatch(), socket.socketpair()
    with family_here() as family:

        def open_seat(player: Entry) -> Seat:
            return ExactSeat(player, family, never[0].fileno())

        for _ in play_batch(random_games(games, keep=True), open_seat, stopwatch.watch):
            pass
    return games, stopwatch.moves, stopwatch.seconds


# From a hang to its verdict.


class TimedSeat(ExactSeat):
    @property
    def due(self) -> float:
        """Seconds after the question before which the limit can not have been reached."""
        return self._meter.due


def hang(times: int, files: list[str]) -> dict[str, list[tuple[float, float]]]:
    """For every player how late the verdict was, and how late its process was gone, time after time."""
    never = socket.socketpair()
    found: dict[str, list[tuple[float, float]]] = {file: [] for file in files}
    with family_here() as family:
        for _ in range(times):
            for file in files:
                seat = TimedSeat(entry(file, "hangs", LIMIT), family, never[0].fileno())
                found[file].append(_lateness(seat, family))
    return found


def _lateness(seat: TimedSeat, family: Family) -> tuple[float, float]:
    """The verdict includes the line where the player was, and the signal that ends it."""
    seat.begin(CONNECT_FOUR, 1, "0")
    clock = Clock(LIMIT)
    asked = perf_counter()
    try:
        seat.ask([], clock.budget, clock.bank_left)
    except Fault as fault:
        judged = perf_counter()
        family.settle()
        gone = perf_counter()
        assert fault.ending is Ending.TIME, fault
        return judged - asked - seat.due, gone - asked - seat.due
    raise AssertionError("it did not hang")


def main() -> None:
    what, count, *files = sys.argv[1:]
    print(json.dumps(moves(int(count)) if what == "moves" else hang(int(count), files)))


if __name__ == "__main__":
    main()
