"""Player: all that a player file needs."""

from __future__ import annotations

import math
import operator
import time
from random import Random
from typing import Any

from mnk.cells import Action
from mnk.game import Game, IllegalAction, State


class Player:
    """Subclass it, write `move`, save the file as `players/<name>_player.py`.

    Options are keyword arguments of your `__init__`. There is no need to call super() anywhere."""

    name: str = "player"
    game: Game
    color: int  # 1 moves first
    rng: Random  # your only source of chance: the same seed gives the same game

    # What you may tell about the move you are about to make; all are reset before each move.
    nodes: int = 0
    depth_reached: int = 0
    value: float | None = None  # as you see it: +1 your win, -1 your loss
    info: str = ""

    bank_left: float = 0.0  # seconds that you may use beyond the budget, all moves together
    _deadline: float = math.inf
    _out_of_time: bool = False

    def begin(self) -> None:
        """Called once before each game, when `game`, `color` and `rng` are set."""

    def move(self, state: State) -> Any:
        """Return an Action, a (row, col) pair or with gravity a column, all 0-based.

        Or yield them, better and better ones: the last in time counts."""
        raise NotImplementedError(f"{type(self).__name__} has no move method")

    def time_left(self) -> float:
        """Seconds left of this move's budget; inf without a limit."""
        return self._deadline - time.perf_counter()

    def is_time_up(self) -> bool:
        """Is the budget of this move used up? Once true, true until the next move."""
        self._out_of_time = self._out_of_time or self.time_left() <= 0
        return self._out_of_time

    def seat(self, game: Game, color: int, seed: int | str = 0) -> Player:
        """Sit down to a game, as the arena does before the first move."""
        self.game, self.color, self.rng = game, color, Random(seed)
        self.begin()
        return self

    def answer(self, state: State, seconds: float | None = None) -> Action:
        """The move this player makes, in this very process: for notebooks and tests."""
        from mnk.offers import OutOfTime, offers  # which needs Player

        try:
            return list(offers(self, state, math.inf if seconds is None else seconds))[-1]
        except (OutOfTime, IndexError) as error:
            raise TimeoutError(f"{self.name} offered no move within {seconds} s") from error

    def start_clock(self, seconds: float) -> None:
        """A new move: the budget runs from now, and what was told about the last move is forgotten."""
        self._deadline, self._out_of_time = time.perf_counter() + seconds, False
        self.nodes, self.depth_reached, self.value, self.info = 0, 0, None, ""


def as_action(state: State, answer: Any) -> Action:
    """What a player answered, as an Action: a pair of integers, or with gravity a column."""
    if type(answer) is Action and type(answer[0]) is type(answer[1]) is int:  # as most do
        return answer
    if state.game.gravity and (col := _integer(answer)) is not None:
        return _landing(state, col)
    row, col = _pair(answer)
    if row is None or col is None:
        column = " or a column" if state.game.gravity else ""
        raise IllegalAction(f"answered {_shown(answer)}: expected a pair of integers (row, col){column}")
    return Action(row, col)


def _integer(value: Any) -> int | None:
    """A plain int for whatever is an integer (an int subclass, numpy's), but not for a bool."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def _pair(value: Any) -> tuple[int | None, int | None]:
    try:
        if isinstance(value, (str, bytes, set, frozenset, dict)) or len(value) != 2:
            return None, None
        first, second = value
    except TypeError:
        return None, None
    return _integer(first), _integer(second)


def _landing(state: State, col: int) -> Action:
    if not 0 <= col < state.game.cols:
        raise IllegalAction(f"answered column {col}: columns are numbered from 0 to {state.game.cols - 1}")
    if (cell := state.landing(col)) is None:
        raise IllegalAction(f"answered column {col}, which is full")
    return cell


def _shown(value: Any) -> str:
    """The repr of something that a player made, which may be long or may not even have one."""
    try:
        text = repr(value)
    except Exception as error:
        text = f"a {type(value).__name__} whose repr raises {type(error).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
