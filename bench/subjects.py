"""The players that arena.py measures with, and the folder that they live in while it runs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

# Hangs in Python: every instruction is a chance to interrupt it.
PYTHON_LOOP = """
from mnk import Player

class Hangs(Player):
    def move(self, state):
        while True:
            pass
"""

# Hangs in C, and never gives the interpreter's lock away.
C_LOOP = """
from mnk import Player

class Hangs(Player):
    def move(self, state):
        return sum(iter(int, 1))
"""

# Ignores whatever can be ignored.
STUBBORN = """
import signal
from contextlib import suppress
from mnk import Player

class Hangs(Player):
    def move(self, state):
        for number in signal.valid_signals():
            with suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
"""

# Uses 30 ms of the processor for every move, however long that takes.
STEADY = """
from time import process_time
from mnk import Player

class Steady(Player):
    def move(self, state):
        end = process_time() + 0.030
        while process_time() < end:
            pass
        return state.actions()[0]
"""

# The same work for every move, however long that takes.
WORKS = """
from mnk import Player

class Works(Player):
    def move(self, state):
        for _ in range(ROUNDS):
            pass
        return state.actions()[0]
"""

# Starts threads that go on after its move; hashing lets go of the interpreter's lock, so each takes a whole core.
CROWDS = """
from hashlib import sha256
from threading import Thread
from mnk import Player

BLOCK = bytes(1 << 20)

def spin():
    while True:
        sha256(BLOCK)

class Crowds(Player):
    def begin(self):
        self.threads = []

    def move(self, state):
        while len(self.threads) < 4:
            self.threads.append(Thread(target=spin, daemon=True))
            self.threads[-1].start()
        return state.actions()[0]
"""

WORK_SECONDS = 0.020
HANGING = {"Python loop": "python_loop", "C loop": "c_loop", "ignores signals": "stubborn"}


class Subjects:
    """Where each player's file is."""

    def __init__(self, folder: Path) -> None:
        works = WORKS.replace("ROUNDS", str(rounds_of_work()))
        sources = {"python_loop": PYTHON_LOOP, "c_loop": C_LOOP, "stubborn": STUBBORN}
        sources |= {"steady": STEADY, "works": works, "crowds": CROWDS}
        self._folder = folder
        for name, source in sources.items():
            self[name].write_text(source)

    def __getitem__(self, name: str) -> Path:
        return self._folder / f"{name}_player.py"


@contextmanager
def subjects() -> Iterator[Subjects]:
    with tempfile.TemporaryDirectory() as folder:
        yield Subjects(Path(folder).resolve())


def rounds_of_work() -> int:
    """How often an empty loop turns in the time that the work shall take, on a free core."""
    rounds = 200_000
    return int(rounds * WORK_SECONDS / min(_loop_seconds(rounds) for _ in range(9)))


def _loop_seconds(rounds: int) -> float:
    start = perf_counter()
    for _ in range(rounds):
        pass
    return perf_counter() - start
