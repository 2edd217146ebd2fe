"""What /proc tells about a worker: its processes, its open files, its memory."""

import os
import time
from pathlib import Path

from conftest import ATTENDANTS


def state_of(pid: int) -> str:
    """R, S, T, ...; nothing if there is no such process, or only a zombie of it."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
    except OSError:
        return ""
    return "" if state in "ZX" else state


def children(pid: int) -> set[int]:
    """All of them, those included that have ended and wait to be reaped."""
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def open_files(pid: int) -> tuple[int, int]:
    """How many, and how many handles of processes: those of the unborn are opened sooner or later."""
    links = [os.readlink(entry) for entry in Path(f"/proc/{pid}/fd").iterdir()]
    handles = sum("pidfd" in link for link in links)
    return len(links) - handles, handles


def files_at_rest(pid: int) -> int:
    """How many files are open when nobody plays, handles of processes left out."""
    assert comes_true(lambda: len(children(pid)) == ATTENDANTS), children(pid)
    return open_files(pid)[0]


def memory(pid: int) -> int:
    """Resident pages."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1])


def comes_true(question, seconds=10.0) -> bool:
    """Who has been killed takes a moment to go: ask again until it is so, or for very long."""
    deadline = time.monotonic() + seconds
    while not (answer := question()) and time.monotonic() < deadline:
        time.sleep(0.005)
    return answer
