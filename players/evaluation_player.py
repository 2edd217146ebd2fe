"""Looks one move ahead and makes its longest run longer."""

from mnk import Player
from mnk.search import streak


class EvaluationPlayer(Player):
    def move(self, state):
        """The best of all moves; of equally good ones the first, as max() does."""
        return max(state.actions(), key=lambda action: self.evaluate(state.result(action), self.color))

    def evaluate(self, state, color):
        """The length of the colour's longest run, divided by k."""
        self.nodes += 1
        return streak(state, color)
