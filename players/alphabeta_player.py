"""Minimax that skips what can not matter, and remembers states."""

from typing import Literal

from mnk import Player
from mnk.search import AlphaBeta, Found, Prefer, Table, deepening, full_depth, in_words, named_heuristic, value


class AlphabetaPlayer(Player):
    def __init__(
        self,
        depth: int | Literal["full"] | None = None,
        heuristic: str = "streak",
        prefer: Prefer = "fastest",
        table: bool = True,
    ):
        self.depth = depth
        self.evaluate = named_heuristic(heuristic)
        self.prefer = prefer
        self.table = table

    def begin(self):
        table = Table() if self.table else None
        self.search = AlphaBeta(self.color, self.evaluate, self.prefer, self.rng, table)

    def move(self, state):
        """Offers a better move with every depth; a fixed depth is searched at once."""
        self.search.nodes = self.search.cutoffs = self.search.table_hits = 0
        depths = deepening(self.search, state, self.time_left()) if self.depth is None else [self.search_once(state)]
        for found in depths:
            self.tell(state, found)
            yield found.action

    def search_once(self, state):
        depth = full_depth(state) if self.depth == "full" else min(self.depth, full_depth(state))
        return Found(depth, *self.search.search(state, depth))

    def tell(self, state, found):
        self.nodes, self.depth_reached, self.value = self.search.nodes, found.depth, value(found.score)
        counts = f"{self.search.cutoffs} cutoffs, {self.search.table_hits} table hits"
        self.info = ", ".join(filter(None, [in_words(found.score, state, self.prefer), counts]))
