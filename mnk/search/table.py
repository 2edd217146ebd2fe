"""A transposition table: what a search has found out about states that it may meet again."""

from enum import Enum
from typing import NamedTuple

from mnk.cells import Action

Key = tuple[int, int, int]


class Bound(Enum):
    """How a stored score relates to the true one."""

    EXACT = "="
    LOWER = ">="
    UPPER = "<="


class Entry(NamedTuple):
    """What was found out about a state, looking `depth` plies ahead."""

    depth: int
    bound: Bound
    score: float
    action: Action | None  # the best one, or the one that caused the cut-off

    def settles(self, depth: int, alpha: float, beta: float) -> bool:
        """Is the score as good as a search to this depth with this window?"""
        if self.depth != depth:
            return False
        if self.bound is Bound.LOWER:
            return self.score >= beta
        if self.bound is Bound.UPPER:
            return self.score <= alpha
        return True


def bound(score: float, alpha: float, beta: float) -> Bound:
    """What a score says about the true one, if it was found with this window."""
    if score <= alpha:
        return Bound.UPPER
    return Bound.LOWER if score >= beta else Bound.EXACT


class Table:
    """One entry for each state; starts over when it is full."""

    def __init__(self, capacity: int = 500_000) -> None:
        self.capacity = capacity
        self.entries: dict[Key, Entry] = {}

    def entry(self, key: Key) -> Entry | None:
        return self.entries.get(key)

    def store(self, key: Key, entry: Entry) -> None:
        if len(self.entries) >= self.capacity:
            self.entries.clear()
        self.entries[key] = entry

    def clear(self) -> None:
        self.entries.clear()
