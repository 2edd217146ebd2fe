"""Iterative deepening: search one ply deeper, again and again, and always have an answer."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple, Protocol

from mnk.cells import Action
from mnk.game import State
from mnk.search.alphabeta import AlphaBeta
from mnk.search.scores import PROVED, Prefer, in_words, value

NODES_WITHOUT_CLOCK = 100_000


class Search(Protocol):
    """Minimax, alpha-beta, or whatever finds a score and a move at a depth."""

    def search(self, state: State, depth: int) -> tuple[float, Action]: ...


class Found(NamedTuple):
    """What a search has found, looking `depth` plies ahead."""

    depth: int
    score: float
    action: Action

    @property
    def value(self) -> float:
        """+1 a sure win, -1 a sure loss, else the heuristic's word."""
        return value(self.score)

    def in_words(self, state: State, prefer: Prefer = "fastest") -> str:
        """`wins in 3 plies` if that is sure, else nothing."""
        return in_words(self.score, state, prefer)


def full_depth(state: State) -> int:
    """As many plies as the game can still last."""
    return (state.game.cells & ~(state.mine | state.theirs)).bit_count()


def checked_depth(depth: int | str | None) -> int | str | None:
    """A depth option that makes sense, or a ValueError."""
    if isinstance(depth, int) and depth < 1:
        raise ValueError(f"depth must be at least 1, not {depth}")
    return depth


def at_depth(search: Search, state: State, depth: int | str) -> Found:
    """What one search to this depth finds; `full` is to the end, and no game lasts longer than that."""
    plies = min(depth, full_depth(state)) if isinstance(depth, int) else full_depth(state)
    return Found(plies, *search.search(state, plies))


def deepening(
    search: AlphaBeta,
    state: State,
    seconds: float = inf,
    deepest: int | None = None,
    among: Sequence[Action] | None = None,
) -> Iterator[Found]:
    """What each depth finds, until a result is certain or the game can not last longer.

    The clock that stops it is the caller's; without one it stops by itself when it has seen enough."""
    for depth in range(1, min(full_depth(state), deepest or full_depth(state)) + 1):
        found = Found(depth, *search.search(state, depth, among))
        yield found
        if abs(found.score) > PROVED or (seconds == inf and not deepest and search.nodes > NODES_WITHOUT_CLOCK):
            return
