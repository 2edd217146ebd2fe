"""Iterative deepening: search one ply deeper, again and again, and always have an answer."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from mnk.cells import Action
from mnk.game import State
from mnk.search.alphabeta import AlphaBeta
from mnk.search.scores import PROVED

NODES_WITHOUT_CLOCK = 100_000


class Found(NamedTuple):
    depth: int
    score: float
    action: Action


def full_depth(state: State) -> int:
    """As many plies as the game can still last."""
    return (state.game.cells & ~(state.mine | state.theirs)).bit_count()


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
