"""k-in-a-row players: written, matched, measured and graded.

These are the names that a player file may use."""

from mnk.cells import Action
from mnk.game import Ending, Game, IllegalAction, Outcome, State
from mnk.player import Player

__all__ = ["Action", "Ending", "Game", "IllegalAction", "Outcome", "Player", "State"]
