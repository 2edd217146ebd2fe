"""Sees wins and threats at once, and searches only near the stones.

Plays up to 19x19 and beyond. In this order: the centre first; a win at once; a block where the
opponent would win; an open run of k - 1 of its own, which nobody can stop; a block where the
opponent would make one (the alert); and else alpha-beta, ply after ply while the time lasts, over
the neighbourhood of the stones.
"""

from typing import Literal

from mnk import Player
from mnk.search import AlphaBeta, Table, centrality, checked_depth, deepening, neighbourhood, potential, winning_cells


class CustomPlayer(Player):
    def __init__(
        self,
        depth: int | None = None,
        radius: int | Literal["auto", "off"] = "auto",
        alert: float | Literal["auto", "off"] = "auto",
    ):
        if isinstance(radius, int) and radius < 1:
            raise ValueError(f"radius must be at least 1, not {radius}")
        self.depth = checked_depth(depth)
        self.radius = radius
        self.alert = alert

    def begin(self):
        self.reach = (1 if self.game.k < 3 else 2) if self.radius == "auto" else self.radius
        self.limit = open_run_limit(self.game) if self.alert == "auto" else self.alert
        self.search = AlphaBeta(self.color, self.evaluate, table=Table(), moves=self.moves)

    def move(self, state):
        self.search.nodes = 0
        candidates = self.urgent(state) or self.moves(state)
        yield candidates[0]
        if len(candidates) > 1:
            for found in deepening(self.search, state, self.time_left(), self.depth, candidates):
                self.nodes, self.depth_reached = self.search.nodes, found.depth
                self.value, self.info = found.value, found.in_words(state)
                yield found.action

    def evaluate(self, state, color):
        """H: what the own runs promise, less half of what the opponent's do."""
        return potential(state, color) - 0.5 * potential(state, 3 - color)

    def moves(self, state):
        """The moves worth a look: a win or a block if there is one, else the neighbourhood."""
        for stones in (state.mine, state.theirs):
            if cells := winning_cells(state.game, stones, state.playable):
                return state.game.cells_in(cells)
        everywhere = state.ply == 0 or self.reach == "off"
        near = state.actions() if everywhere else neighbourhood(state, self.reach)
        return sorted(near, key=centrality(state.game).__getitem__)

    def urgent(self, state):
        """The moves that leave nothing to think about: own win, block, own open run, alert."""
        if state.ply == 0:
            return self.moves(state)[:1]
        if self.limit == "off":
            return [action for action in state.actions() if state.wins(action)]
        own, own_best = self.most_dangerous(state)
        theirs, their_best = self.most_dangerous(state.passed())
        if own_best >= max(self.limit, their_best):
            return own
        return theirs if their_best >= self.limit else []

    def most_dangerous(self, state):
        """The moves after which the mover's best run is most dangerous, and how dangerous it is."""
        dangers = {action: danger(state.result(action), state.to_play) for action in self.moves(state)}
        worst = max(dangers.values())
        return [action for action in dangers if dangers[action] == worst], worst


def danger(state, color):
    """1 for a win, else what the best run promises, a diagonal one no more than another."""
    return 1.0 if state.winner == color else min(potential(state, color, diagonal=1.0), 0.9999)


def open_run_limit(game):
    """How dangerous a run of k - 1 with two open ends is: from there on it can not be stopped.

    With gravity the ends may hang in the air, and a short board has no room for it: only wins count."""
    if game.gravity or max(game.rows, game.cols) <= game.k:
        return 1.0
    return (game.k - 1 + 2 * 0.25) / game.k
