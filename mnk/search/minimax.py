"""Minimax: the value of a state when both sides play their best (AIMA, figure 6.3)."""

from collections.abc import Iterator
from random import Random

from mnk.cells import Action
from mnk.game import State
from mnk.search.heuristics import zero
from mnk.search.scores import Evaluate, Prefer, final_score, tie_order


class Minimax:
    """Searches for a colour; looks `depth` plies ahead and asks `evaluate` what lies there."""

    def __init__(
        self,
        color: int,
        evaluate: Evaluate = zero,
        prefer: Prefer = "fastest",
        rng: Random | None = None,
    ) -> None:
        self.color = color
        self.evaluate = evaluate
        self.prefer = prefer
        self.rng = rng or Random(0)
        self.final_score = final_score(prefer)
        self.nodes = 0

    def search(self, state: State, depth: int) -> tuple[float, Action]:
        """The score of the state, which the colour is to play, and the move that gets it."""
        self.nodes += 1
        best_score, best_action = float("-inf"), None
        for action in tie_order(state.actions(), self.prefer, self.rng):
            score = self.min_value(state.result(action), depth - 1)
            if score > best_score:
                best_score, best_action = score, action
        assert best_action is not None, "the game is over"
        return best_score, best_action

    def max_value(self, state: State, depth: int) -> float:
        self.nodes += 1
        if state.is_terminal():
            return self.final_score(state, self.color)
        if depth == 0:
            return self.evaluate(state, self.color)
        return max(self.min_value(state.result(action), depth - 1) for action in state.actions())

    def min_value(self, state: State, depth: int) -> float:
        self.nodes += 1
        if state.is_terminal():
            return self.final_score(state, self.color)
        if depth == 0:
            return self.evaluate(state, self.color)
        return min(self.max_value(state.result(action), depth - 1) for action in state.actions())


def tree_sizes(state: State) -> Iterator[int]:
    """How many nodes a tree of depth 1, 2, ... has at most, if no game ended early."""
    empty = (state.game.cells & ~(state.mine | state.theirs)).bit_count()
    widest = len(state.actions())
    nodes = leaves = 1
    for ply in range(empty):
        leaves *= min(widest, empty - ply)
        nodes += leaves
        yield nodes


def deepest_affordable(state: State, nodes: float) -> int:
    """The greatest depth, at least 1, whose whole tree has no more nodes than this."""
    depth = 0
    for size in tree_sizes(state):
        if size > nodes:
            break
        depth += 1
    return max(depth, 1)
