"""Looks at every line of play to a fixed depth."""

from typing import Literal

from mnk import Player
from mnk.search import Minimax, Prefer, deepest_affordable, full_depth, in_words, named_heuristic, value

NODES_PER_SECOND = 50_000  # a slow machine's; fixed, so that a budget always means the same depth
NODES_WITHOUT_LIMIT = 200_000


class MinimaxPlayer(Player):
    def __init__(
        self,
        depth: int | Literal["full"] | None = None,
        heuristic: str = "streak",
        prefer: Prefer = "fastest",
    ):
        self.depth = depth
        self.evaluate = named_heuristic(heuristic)
        self.prefer = prefer

    def begin(self):
        self.search = Minimax(self.color, self.evaluate, self.prefer, self.rng)

    def move(self, state):
        self.search.nodes = 0
        self.depth_reached = self.plies_to_look_ahead(state)
        score, action = self.search.search(state, self.depth_reached)
        self.nodes, self.value, self.info = self.search.nodes, value(score), in_words(score, state, self.prefer)
        return action

    def plies_to_look_ahead(self, state):
        if self.depth is None:
            return deepest_affordable(state, min(self.time_left() * NODES_PER_SECOND, NODES_WITHOUT_LIMIT))
        return full_depth(state) if self.depth == "full" else min(self.depth, full_depth(state))
