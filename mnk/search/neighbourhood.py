"""The pruned neighbourhood: only cells near the stones are worth a look on a large board."""

from mnk.cells import Action
from mnk.game import Game, State


def grown(game: Game, cells: int, radius: int) -> int:
    """The cells and all around them, so many steps far in rows, columns and diagonals."""
    along, across = game.steps[:2]
    for _ in range(radius):
        cells = (cells | cells << along | cells >> along) & game.cells
        cells = (cells | cells << across | cells >> across) & game.cells
    return cells


def neighbourhood(state: State, radius: int) -> list[Action]:
    """The legal actions near a stone; all of them where none is near.

    Cells that make or stop a threat are always among them: with k of 3 or more they are at most two
    steps away from a stone, and a smaller radius gets them added one by one."""
    near = grown(state.game, state.mine | state.theirs, radius)
    if radius < 2:
        near |= threat_cells(state)
    return state.game.cells_in(near & state.playable) or state.actions()


def threat_cells(state: State) -> int:
    """The playable cells where a stone of either colour would leave one more to win, or win."""
    game, found = state.game, 0
    for action in state.actions():
        bit = game.bit_of[action]
        for run, _ in game.lines_through(bit)[1]:
            mine, theirs = (run & state.mine).bit_count(), (run & state.theirs).bit_count()
            if (not mine or not theirs) and mine + theirs >= game.k - 2:
                found |= bit
                break
    return found
