"""Looks at every line of play to a fixed depth."""

from typing import Literal

from mnk import Player
from mnk.search import Minimax, Prefer, at_depth, checked_depth, deepest_affordable, named_heuristic

NODES_PER_SECOND = 50_000  # a slow machine's; fixed, so that a budget always means the same depth
NODES_WITHOUT_LIMIT = 200_000


class MinimaxPlayer(Player):
    def __init__(
        self,
        depth: int | Literal["full"] | None = None,
        heuristic: str = "streak",
        prefer: Prefer = "fastest",
    ):
        self.depth = checked_depth(depth)
        self.evaluate = named_heuristic(heuristic)
        self.prefer = prefer

    def begin(self):
        self.search = Minimax(self.color, self.evaluate, self.prefer, self.rng)

    def move(self, state):
        self.search.nodes = 0
        found = at_depth(self.search, state, self.depth or self.affordable(state))
        self.nodes, self.depth_reached, self.value = self.search.nodes, found.depth, found.value
        self.info = found.in_words(state, self.prefer)
        return found.action

    def affordable(self, state):
        """The deepest depth whose estimated nodes fit the budget."""
        return deepest_affordable(state, min(self.time_left() * NODES_PER_SECOND, NODES_WITHOUT_LIMIT))
