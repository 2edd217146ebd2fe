"""Alpha-beta: minimax that does not look where the answer can not lie (AIMA, figure 6.7).

`alpha` is what the searching colour is already sure of, `beta` what the other side is already sure
to hold it to. A value returned from within that window is exact. One at or above beta says "at
least this", one at or below alpha "at most this", and neither changes the answer above.
"""

from collections.abc import Callable, Sequence
from math import inf, nextafter
from random import Random

from mnk.cells import Action
from mnk.game import State
from mnk.search.heuristics import zero
from mnk.search.ordering import central_first
from mnk.search.scores import Evaluate, Prefer, final_score, tie_order
from mnk.search.table import Entry, Table, bound


class AlphaBeta:
    """Searches for a colour, with the score and the move of `Minimax` at the same depth."""

    def __init__(
        self,
        color: int,
        evaluate: Evaluate = zero,
        prefer: Prefer = "fastest",
        rng: Random | None = None,
        table: Table | None = None,
        moves: Callable[[State], Sequence[Action]] = central_first,
    ) -> None:
        self.color = color
        self.evaluate = evaluate
        self.prefer = prefer
        self.rng = rng or Random(0)
        self.table = table
        self.moves = moves
        self.final_score = final_score(prefer)
        self.nodes = self.cutoffs = self.table_hits = 0

    def search(self, state: State, depth: int, among: Sequence[Action] | None = None) -> tuple[float, Action]:
        """The score of the state, which the colour is to play, and the move that gets it."""
        self.nodes += 1
        candidates = set(among or self.moves(state))
        ties = tie_order([action for action in state.actions() if action in candidates], self.prefer, self.rng)
        place = {action: number for number, action in enumerate(ties)}
        best_score, best_action = -inf, None
        for action in best_guess_first(ties, self.entry(state)):
            # An equally good move wins the tie if it is preferred: its score must not hide below alpha.
            wins_ties = best_action is not None and place[action] < place[best_action]
            alpha = nextafter(best_score, -inf) if wins_ties else best_score
            score = self.min_value(state.result(action), alpha, inf, depth - 1)
            if score > alpha:
                best_score, best_action = score, action
        assert best_action is not None, "the game is over"
        if not among:
            self.store(state, depth, best_score, best_action, -inf, inf)
        return best_score, best_action

    def max_value(self, state: State, alpha: float, beta: float, depth: int) -> float:
        self.nodes += 1
        if state.is_terminal():
            return self.final_score(state, self.color)
        if depth == 0:
            return self.evaluate(state, self.color)
        entry = self.entry(state)
        if entry and entry.settles(depth, alpha, beta):
            self.table_hits += 1
            return entry.score
        best_score, best_action, lowest = -inf, None, alpha
        for action in best_guess_first(self.moves(state), entry):
            score = self.min_value(state.result(action), alpha, beta, depth - 1)
            if score > best_score:
                best_score, best_action = score, action
                alpha = max(alpha, score)
            if best_score >= beta:
                self.cutoffs += 1
                break
        self.store(state, depth, best_score, best_action, lowest, beta)
        return best_score

    def min_value(self, state: State, alpha: float, beta: float, depth: int) -> float:
        self.nodes += 1
        if state.is_terminal():
            return self.final_score(state, self.color)
        if depth == 0:
            return self.evaluate(state, self.color)
        entry = self.entry(state)
        if entry and entry.settles(depth, alpha, beta):
            self.table_hits += 1
            return entry.score
        best_score, best_action, highest = inf, None, beta
        for action in best_guess_first(self.moves(state), entry):
            score = self.max_value(state.result(action), alpha, beta, depth - 1)
            if score < best_score:
                best_score, best_action = score, action
                beta = min(beta, score)
            if best_score <= alpha:
                self.cutoffs += 1
                break
        self.store(state, depth, best_score, best_action, alpha, highest)
        return best_score

    def entry(self, state: State) -> Entry | None:
        return None if self.table is None else self.table.entry(state.key)

    def store(self, state: State, depth: int, score: float, action: Action | None, alpha: float, beta: float) -> None:
        if self.table is not None:
            self.table.store(state.key, Entry(depth, bound(score, alpha, beta), score, action))


def best_guess_first(moves: Sequence[Action], entry: Entry | None) -> Sequence[Action]:
    """The moves, beginning with the one that was best when this state was met before."""
    if entry and entry.action and entry.action in moves:
        return [entry.action, *(action for action in moves if action != entry.action)]
    return moves
