"""Minimax that skips what can not matter, and remembers states."""

from typing import Literal

from mnk import Player
from mnk.search import AlphaBeta, Prefer, Table, at_depth, checked_depth, deepening, named_heuristic


class AlphabetaPlayer(Player):
    def __init__(
        self,
        depth: int | Literal["full"] | None = None,
        heuristic: str = "streak",
        prefer: Prefer = "fastest",
        table: bool = True,
    ):
        self.depth = checked_depth(depth)
        self.evaluate = named_heuristic(heuristic)
        self.prefer = prefer
        self.table = table

    def begin(self):
        table = Table() if self.table else None
        self.search = AlphaBeta(self.color, self.evaluate, self.prefer, self.rng, table)

    def move(self, state):
        """Offer a better move with every depth, while the time lasts; or search one depth at once."""
        self.search.nodes = self.search.cutoffs = self.search.table_hits = 0
        for found in self.findings(state):
            self.nodes, self.depth_reached, self.value = self.search.nodes, found.depth, found.value
            counts = f"{self.search.cutoffs} cutoffs, {self.search.table_hits} table hits"
            self.info = f"{found.in_words(state, self.prefer)} ({counts})".strip()
            yield found.action

    def findings(self, state):
        if self.depth is None:
            return deepening(self.search, state, self.time_left())
        return [at_depth(self.search, state, self.depth)]
