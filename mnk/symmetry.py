"""The board's symmetries: 8 on a square, 4 on a rectangle, 2 (the mirror) with gravity.

Blocked cells count: a symmetry that does not map them onto each other is none of that game's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from mnk.cells import Action
from mnk.game import Game, State

Turn = Callable[[Game, int, int], tuple[int, int]]

TURNS: dict[str, Turn] = {
    "identity": lambda game, row, col: (row, col),
    "mirror": lambda game, row, col: (row, game.cols - 1 - col),
    "flip": lambda game, row, col: (game.rows - 1 - row, col),
    "half turn": lambda game, row, col: (game.rows - 1 - row, game.cols - 1 - col),
    "transpose": lambda game, row, col: (col, row),
    "quarter turn": lambda game, row, col: (col, game.rows - 1 - row),
    "three quarter turn": lambda game, row, col: (game.cols - 1 - col, row),
    "antitranspose": lambda game, row, col: (game.cols - 1 - col, game.rows - 1 - row),
}


@dataclass(frozen=True)
class Symmetry:
    """A way to turn the board that changes nothing about the game."""

    game: Game
    name: str

    def action(self, action: Action) -> Action:
        """Where this cell comes to lie."""
        return Action(*TURNS[self.name](self.game, *action))

    @cached_property
    def _origin(self) -> dict[Action, Action]:
        return {self.action(cell): cell for cell in self.game.cell_at.values()}

    def back(self, action: Action) -> Action:
        """The cell that came to lie here: undoes `action`."""
        return self._origin[action]

    @cached_property
    def _moved_bit(self) -> dict[int, int]:
        return {bit: self.game.bit_of[self.action(cell)] for bit, cell in self.game.cell_at.items()}

    def stones(self, stones: int) -> int:
        """The turned set of stones."""
        turned, moved_bit = 0, self._moved_bit
        while stones:
            turned |= moved_bit[stones & -stones]
            stones &= stones - 1
        return turned

    def state(self, state: State) -> State:
        """The turned state."""
        last = self.action(state.last_action) if state.last_action else None
        return state._replace(
            mine=self.stones(state.mine),
            theirs=self.stones(state.theirs),
            playable=self.stones(state.playable),
            last_action=last,
        )


@lru_cache(maxsize=64)
def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """All symmetries of a game, the identity first, none twice."""
    if game.gravity:
        names = ["identity", "mirror"]
    else:
        names = list(TURNS) if game.rows == game.cols else ["identity", "mirror", "flip", "half turn"]
    different: dict[tuple[Action, ...], Symmetry] = {}
    for symmetry in (Symmetry(game, name) for name in names):
        if {symmetry.action(cell) for cell in game.blocked} == game.blocked:
            different.setdefault(tuple(symmetry.action(cell) for cell in game.cell_at.values()), symmetry)
    return tuple(different.values())


def canonical(state: State) -> State:
    """The same one of all states that are symmetric to this one."""
    return min((symmetry.state(state) for symmetry in symmetries(state.game)), key=lambda turned: turned.key)
