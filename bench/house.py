"""What the parts of arena.py share: games in our own arena, and helpers that end when they should."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.machine import ROOT
from mnk.arena import schedule
from mnk.arena.clock import TimeControl
from mnk.arena.launcher import ClockChoice
from mnk.arena.record import GameRecord
from mnk.arena.run import Settings, play
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Entry
from mnk.arena.store import Store
from mnk.game import Game
from mnk.loader import PLAYERS, parse_spec

CONNECT_FOUR = Game.parse("6x7x4g")
AMPLE = TimeControl(seconds=10.0)


class Sample(NamedTuple):
    """What was played in one go."""

    games: int
    moves: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def move_us(self) -> float:
        return self.seconds / self.moves * 1e6


def entry(player: str | Path, label: str, control: TimeControl = AMPLE, keep: bool = False) -> Entry:
    """A player of ours by its name, or one of the bench's own by its file."""
    spec = parse_spec(str(player), [PLAYERS])
    return Entry(label, spec.text, spec.path, "bench", spec.options, control, keep)


def random_games(games: int, keep: bool, pairings: int = 1) -> list[Fixture]:
    """Random against random, the games shared out among so many pairings."""
    return [
        fixture
        for number in range(pairings)
        for fixture in schedule.match(
            CONNECT_FOUR,
            entry("random", f"first of {number}", keep=keep),
            entry("random", f"second of {number}", keep=keep),
            games // pairings,
            0,
            "0",
        )
    ]


def play_all(
    fixtures: Sequence[Fixture],
    clock: ClockChoice = "exact",
    jobs: int = 1,
    on_record: Callable[[GameRecord], None] = lambda record: None,
) -> None:
    """As `runner.py match` plays them, store and all."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder), create=True) as store:
        play(fixtures, store, Settings(jobs=jobs, clock=clock), on_record)


def records_of(fixtures: Sequence[Fixture], clock: ClockChoice) -> list[GameRecord]:
    records: list[GameRecord] = []
    play_all(fixtures, clock, on_record=records.append)
    return records


def timed(fixtures: Sequence[Fixture], clock: ClockChoice = "exact", jobs: int = 1) -> Sample:
    """From the first record to the last, so without the start and the end of the run."""
    moves: list[int] = []
    times: list[float] = []

    def note(record: GameRecord) -> None:
        times.append(perf_counter())
        moves.append(len(record.moves))

    play_all(fixtures, clock, jobs, note)
    return Sample(len(moves) - 1, sum(moves[1:]), times[-1] - times[0])


@contextmanager
def helper(script: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Another script of this folder in a process of its own, which is gone afterwards."""
    command = [sys.executable, str(ROOT / "bench" / script), *map(str, arguments)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


BURN = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    for _ in range(10**6): pass"


@contextmanager
def busy_cores() -> Iterator[None]:
    """One process on every core that does nothing but use it."""
    burners: list[subprocess.Popen[bytes]] = []
    try:
        for core in sorted(os.sched_getaffinity(0)):
            burners.append(subprocess.Popen([sys.executable, "-S", "-c", BURN], stdin=subprocess.DEVNULL))
            os.sched_setaffinity(burners[-1].pid, {core})
        yield
    finally:
        for burner in burners:
            burner.kill()
        for burner in burners:
            burner.wait()


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many percent of all do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * percent // 100) - 1)]
