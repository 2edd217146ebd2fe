"""Plays anywhere."""

from mnk import Player


class RandomPlayer(Player):
    def move(self, state):
        return self.rng.choice(state.actions())
