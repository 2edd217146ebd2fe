"""Chooses how players are run. Today there is one way, the portable one."""

from collections.abc import Callable
from functools import partial

from mnk.arena.process import Group, ProcessSeat
from mnk.arena.seat import Entry, Seat

__all__ = ["CLOCK", "LEVEL", "Group", "open_seat"]

LEVEL = ProcessSeat.level
CLOCK = ProcessSeat.clock


def open_seat(
    entry: Entry, group: Group, terminal: bool = False, show_output: Callable[[str, str], None] | None = None
) -> Seat:
    """A seat for the player; nothing runs before its first game begins."""
    show = partial(show_output, entry.label) if show_output else None
    return ProcessSeat(entry, group, terminal, show)
