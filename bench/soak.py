"""Does a long run grow? One runner, random against random; what it holds early on and at the end. Run by arena.py.

python bench/soak.py 500 fresh      # or kept
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median_low

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.house import play_all, random_games
from mnk.arena import linux
from mnk.arena.record import GameRecord

LOOKS, LOOK_EVERY = 60, 0.005  # players come and go: one look would see a game begin or end by chance
WARM_UP = 1_000  # games in which SQLite fills its cache of 2 MB
TAIL = 500  # games after the last reading, so that the run is still in full swing


@dataclass(frozen=True)
class Reading:
    """What the runner and its worker hold."""

    runner_kb: int
    worker_kb: int
    runner_files: int
    worker_files: int
    processes: int  # descendants of the runner


def look() -> Reading:
    runner = os.getpid()
    worker = min(_children(runner))
    return Reading(_kilobytes(runner), _kilobytes(worker), _files(runner), _files(worker), _descendants(runner))


def reading() -> Reading:
    """The middle of many looks, number by number."""
    looks = []
    for _ in range(LOOKS):
        looks.append(look())
        time.sleep(LOOK_EVERY)
    return Reading(*(median_low(column) for column in zip(*(asdict(one).values() for one in looks), strict=True)))


def _kilobytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def _files(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def _children(pid: int) -> list[int]:
    """Of all its threads: each has its own."""
    try:
        return [
            int(child) for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()
        ]
    except OSError:
        return []  # it has just ended


def _descendants(pid: int) -> int:
    return sum(1 + _descendants(child) for child in _children(pid))


def soak(games: int, keep: bool) -> list[Reading]:
    """At a tenth of the games and after all of them; those of the warm-up do not count."""
    points, played = (games // 10, games), -WARM_UP
    readings: list[Reading] = []

    def note(record: GameRecord) -> None:
        nonlocal played
        played += 1
        if played in points:
            readings.append(reading())

    play_all(random_games(WARM_UP + games + TAIL, keep), on_record=note)
    return readings


def main() -> None:
    linux.die_with_parent(os.getppid())
    print(json.dumps([asdict(one) for one in soak(int(sys.argv[1]), sys.argv[2] == "kept")]))


if __name__ == "__main__":
    main()
