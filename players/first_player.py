"""Plays the first legal action, always the same."""

from mnk import Player


class FirstPlayer(Player):
    def move(self, state):
        return state.actions()[0]
