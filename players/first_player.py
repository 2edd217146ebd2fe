"""Plays the first legal action: the simplest opponent that always does the same."""

from mnk import Player


class FirstPlayer(Player):
    def move(self, state):
        return state.actions()[0]
