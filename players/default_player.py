"""Wins if it can, blocks if it must, and otherwise plays at random."""

from mnk import Player


class DefaultPlayer(Player):
    def move(self, state):
        moves = state.actions()
        wins = [action for action in moves if state.wins(action)]
        blocks = [action for action in moves if state.threatens(action)]
        return self.rng.choice(wins or blocks or moves)
