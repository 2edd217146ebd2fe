"""Where a colour would complete its line, found for all cells at once.

        stones                . X X . X .
        X just left of here   . . X X . X
        two of them           . . . X . .      one to the right, two to the left:
        X just right of here  X X . X . .      with k = 4 the gap completes a line

A set is shifted once for every stone that is wanted beside the cell, and what remains has them all.
"""

from mnk.game import Game


def winning_cells(game: Game, stones: int, playable: int) -> int:
    """The playable cells that would give these stones k in a row."""
    found = 0
    for step in game.steps if game.k > 1 else game.steps[:1]:
        before, after = _neighbours(stones, step, game.k), _neighbours(stones, -step, game.k)
        for left in range(game.k):
            found |= before[left] & after[game.k - 1 - left]
            if not before[left]:
                break
    found &= playable
    if game.exact:
        found = sum(bit for bit in game.cell_at if found & bit and game.completes(stones | bit, bit))
    return found


def _neighbours(stones: int, step: int, k: int) -> list[int]:
    """For 0 to k - 1: the cells with at least so many stones in a row right beside them."""
    sets = [-1]  # no stone needed: every cell
    shifted = stones
    while len(sets) < k:
        shifted = shifted << step if step > 0 else shifted >> -step
        sets.append(sets[-1] & shifted)
    return sets
