"""Shared by all tests: nobody leaves a player's process behind."""

import os
from pathlib import Path

import pytest


def player_processes() -> list[int]:
    """The players' processes that this one has started and that still run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*") if Path("/proc").is_dir() else []:
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            command = (entry / "cmdline").read_text()
        except (OSError, ValueError):
            continue
        if parent == os.getpid() and "mnk.arena.child" in command:
            found.append(int(entry.name))
    return found


@pytest.fixture(autouse=True)
def no_player_is_left_behind():
    yield
    assert player_processes() == []


@pytest.fixture
def player_file(tmp_path):
    """Writes a player file from the body of its move method, or from its whole text."""

    def write(name: str, move: str = "return state.actions()[0]", text: str | None = None) -> Path:
        path = tmp_path / f"{name}_player.py"
        lines = "\n".join("        " + line for line in move.splitlines())
        path.write_text(text or f"from mnk import Player\n\nclass P(Player):\n    def move(self, state):\n{lines}\n")
        return path

    return write
