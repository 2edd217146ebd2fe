"""What a state is worth to a search.

A finished game outweighs every heuristic. Where the distance counts, a win is worth more the fewer
stones are on the board when it comes, and a loss more the later it comes. The number of stones
depends on the state alone, so such a score may be kept in a table and met again on another path.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal

from mnk.cells import Action
from mnk.game import State

Prefer = Literal["fastest", "first", "last", "random"]
Evaluate = Callable[[State, int], float]

WIN = 1_000_000.0
PROVED = WIN / 2  # scores beyond it come from finished games


def by_distance(state: State, color: int) -> float:
    """The score of a finished game: the fastest win, or else the slowest loss."""
    return state.utility(color) * (WIN - state.ply)


def by_result(state: State, color: int) -> float:
    """The score of a finished game, blind to how long it took."""
    return state.utility(color) * WIN


def final_score(prefer: Prefer) -> Evaluate:
    """Only `fastest` looks at the distance: the other rules choose among all wins alike."""
    return by_distance if prefer == "fastest" else by_result


def tie_order(actions: Sequence[Action], prefer: Prefer, rng: Random) -> list[Action]:
    """The actions in the order in which equally good ones are preferred."""
    if prefer == "last":
        return list(reversed(actions))
    if prefer == "random":
        return rng.sample(actions, len(actions))
    return list(actions)


def value(score: float) -> float:
    """The score as a player tells it: +1 a sure win, -1 a sure loss, else the heuristic's word."""
    if abs(score) < PROVED:
        return score
    return 1.0 if score > 0 else -1.0


def in_words(score: float, state: State, prefer: Prefer) -> str:
    """`wins in 3 plies` if the score says so, else nothing."""
    if abs(score) < PROVED:
        return ""
    verb = "wins" if score > 0 else "loses"
    if prefer != "fastest":
        return verb
    plies = round(WIN - abs(score)) - state.ply
    return f"{verb} in {plies} {'ply' if plies == 1 else 'plies'}"
