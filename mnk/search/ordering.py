"""Which moves to try first. Good guesses make alpha-beta cut more; they never change its answer."""

from collections.abc import Sequence
from functools import lru_cache

from mnk.cells import Action
from mnk.game import Game, State


@lru_cache(maxsize=16)
def centrality(game: Game) -> dict[Action, int]:
    """The place of every cell in a list that starts with the cells on most lines, then the most central."""

    def remoteness(cell: Action) -> tuple[int, int]:
        lines = len(game.lines_through(game.bit_of[cell])[1])
        return -lines, (2 * cell.row - game.rows + 1) ** 2 + (2 * cell.col - game.cols + 1) ** 2

    return {cell: place for place, cell in enumerate(sorted(game.cell_at.values(), key=remoteness))}


def central_first(state: State) -> Sequence[Action]:
    """The legal actions, those on most lines first."""
    return _central_first(state.game, state.playable)


@lru_cache(maxsize=4096)
def _central_first(game: Game, playable: int) -> tuple[Action, ...]:
    return tuple(sorted(game.cells_in(playable), key=centrality(game).__getitem__))
