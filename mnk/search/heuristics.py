"""What an unfinished state promises a colour. Each takes (state, color); none looks ahead.

Runs of stones are found on whole sets at once: shift a set by one step and keep what lies on
itself, and every run has become one stone shorter.

        stones               . X X X . X .
        after one shift      . X X . . . .        runs of at least 2 start here
        after two            . X . . . . .        runs of at least 3
"""

from mnk.game import State
from mnk.search.scores import Evaluate

DIAGONAL = 1.1
OPEN_END = 0.25


def zero(state: State, color: int) -> float:
    """Knows nothing."""
    return 0.0


def streak(state: State, color: int) -> float:
    """The length of the colour's longest run of stones, divided by k."""
    stones = state.stones(color)
    longest = max(_longest_run(stones, step)[0] for step in state.game.steps)
    return longest / state.game.k


def potential(state: State, color: int, diagonal: float = DIAGONAL) -> float:
    """The colour's best run that can still grow to k, divided by k.

    A stone of a diagonal run counts 1.1, an empty cell at an end of the run 0.25. A run only counts
    where k cells in line, its own among them, are free of the other colour. A gap ends a run:
    `XX.XX` is two runs of two, and it takes the next move to see them joined."""
    game, mine, theirs = state.game, state.stones(color), state.stones(3 - color)
    empty = game.cells & ~(mine | theirs)
    best = 0.0
    for number, step in enumerate(game.steps):
        length, starts = _longest_run(mine & _with_room(mine | empty, step, game.k), step)
        if length:
            weight = diagonal if number >= 2 else 1.0
            best = max(best, length * weight + OPEN_END * _open_ends(starts, length, step, empty))
    return best / game.k


def _longest_run(stones: int, step: int) -> tuple[int, int]:
    """The length of the longest run in this direction, and the first stones of the runs so long."""
    length, starts = 0, stones
    while stones:
        length, starts = length + 1, stones
        stones &= stones >> step
    return length, starts


def _with_room(free: int, step: int, k: int) -> int:
    """The cells that lie in k free cells in line."""
    starts, reach = free, 1
    while reach < k and starts:  # runs of `reach` free cells start here
        shift = min(reach, k - reach)
        starts &= starts >> shift * step
        reach += shift
    covered, reach = starts, 1
    while reach < k and covered:
        shift = min(reach, k - reach)
        covered |= covered << shift * step
        reach += shift
    return covered


def _open_ends(starts: int, length: int, step: int, empty: int) -> int:
    """The most empty ends, 0 to 2, of one of the runs that start here."""
    before = starts & empty << step
    after = starts & empty >> length * step
    if before & after:
        return 2
    return 1 if before | after else 0


HEURISTICS: dict[str, Evaluate] = {"zero": zero, "streak": streak}


def named_heuristic(name: str) -> Evaluate:
    """The heuristic of this name."""
    if name not in HEURISTICS:
        raise ValueError(f"there is no heuristic {name!r}: choose one of {', '.join(HEURISTICS)}")
    return HEURISTICS[name]
