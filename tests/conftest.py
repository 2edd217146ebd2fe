"""Shared by all tests: nobody leaves a player's process behind."""

import os
import time
from pathlib import Path

import pytest

ATTENDANTS = 3  # of a worker between two games: the nursery and two processes made in advance


def processes() -> dict[int, tuple[int, str]]:
    """Every process that has not ended, with its parent and its command line."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*") if Path("/proc").is_dir() else []:
        try:
            state, parent, *_ = (entry / "stat").read_text().rpartition(")")[2].split()
            command = (entry / "cmdline").read_text()
        except OSError:
            continue
        if state != "Z":
            found[int(entry.name)] = int(parent), command
    return found


def players_left() -> list[str]:
    """The command lines of players that this process, or a worker of it, has not ended."""
    known = processes()
    children = {pid: command for pid, (parent, command) in known.items() if parent == os.getpid()}
    left = [command for command in children.values() if "mnk.arena.child" in command]
    for worker in (pid for pid, command in children.items() if "mnk.arena.worker" in command):
        attendants = [command for parent, command in known.values() if parent == worker]
        left += attendants[ATTENDANTS:]
    return left


@pytest.fixture(autouse=True)
def no_player_is_left_behind():
    """The players of a game that has just ended may still be dying, but not for long."""
    yield
    deadline = time.monotonic() + 10
    while (left := players_left()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert left == []


@pytest.fixture
def player_file(tmp_path):
    """Writes a player file from the body of its move method, or from its whole text."""

    def write(name: str, move: str = "return state.actions()[0]", text: str | None = None) -> Path:
        path = tmp_path / f"{name}_player.py"
        lines = "\n".join("        " + line for line in move.splitlines())
        path.write_text(text or f"from mnk import Player\n\nclass P(Player):\n    def move(self, state):\n{lines}\n")
        return path

    return write
