"""The rules of k in a row: who may play where, and who has won.

States keep sets of cells as integers; `geometry` draws how the bits are numbered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mnk.cells import Action, cell_name, parse_cell
from mnk.geometry import Geometry

if TYPE_CHECKING:
    import numpy

EMPTY, BLOCKED = 0, 9
MARKS = {EMPTY: ".", 1: "X", 2: "O", BLOCKED: "#"}
NAMED_GAMES = {"tictactoe": "3x3x3", "connect4": "6x7x4g", "gomoku": "15x15x5"}


class IllegalAction(ValueError):
    """Nobody may play there now; the message names the cell and says why."""


class Ending(Enum):
    """Why a game is over: by the rules (first two) or by a player's fault."""

    LINE = "LINE"
    FULL_BOARD = "FULL_BOARD"
    TIME = "TIME"
    ILLEGAL = "ILLEGAL"
    RAISED = "RAISED"
    DIED = "DIED"
    PROTOCOL = "PROTOCOL"
    LOAD = "LOAD"

    @property
    def is_forfeit(self) -> bool:
        return self not in (Ending.LINE, Ending.FULL_BOARD)


@dataclass(frozen=True)
class Outcome:
    """Who won (1, 2, or 0 for a draw), and why."""

    winner: int
    ending: Ending
    detail: str = ""


class Game(Geometry):
    """The rules: a board, how many in a row win, and how play begins.

    >>> Game(rows=6, cols=7, k=4, gravity=True) == Game.parse("6x7x4g") == Game.parse("connect4")
    True
    """

    @classmethod
    def parse(cls, text: str) -> Game:
        """The game written `6x7x4g` (rows x cols x k, flags g and e, #blocked cells) or called by a name."""
        return cls._parse(text.strip().lower())

    @classmethod
    @lru_cache(maxsize=64)  # the same text is the same object: a board's lines are worked out once
    def _parse(cls, text: str) -> Game:
        text = NAMED_GAMES.get(text, text)
        match = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})(|g|e|ge|eg)(?:#(.*))?", text)
        if not match:
            names = ", ".join(NAMED_GAMES)
            raise ValueError(f"{text!r} is not a game: expected rows x cols x k like 6x7x4g, or one of {names}")
        rows, cols, k = (int(number) for number in match.group(1, 2, 3))
        blocked = frozenset(parse_cell(name) for name in match[5].split(",")) if match[5] is not None else frozenset()
        return cls(rows=rows, cols=cols, k=k, gravity="g" in match[4], exact="e" in match[4], blocked=blocked)

    def __str__(self) -> str:
        flags = "g" * self.gravity + "e" * self.exact
        blocked = "#" + ",".join(cell_name(cell) for cell in sorted(self.blocked)) if self.blocked else ""
        return f"{self.rows}x{self.cols}x{self.k}{flags}{blocked}"

    def start(self) -> State:
        """The empty board, colour 1 to play."""
        return State(self, 0, 0, 1, None, self.floor, 0)

    def state(self, board: Sequence[Sequence[int]], to_play: int | None = None) -> State:
        """The state with these stones (rows of 0, 1, 2, and 9 where blocked), checked in full.

        Without `to_play` it is colour 2's turn if colour 1 has one stone more, else colour 1's."""
        ones, twos = self._read_board(board)
        if to_play is None:
            to_play = 2 if ones.bit_count() == twos.bit_count() + 1 else 1
        if to_play not in (1, 2):
            raise ValueError(f"to_play must be 1 or 2, not {to_play!r}")
        winners = [color for color, stones in ((1, ones), (2, twos)) if self.has_line(stones)]
        if len(winners) == 2:
            raise ValueError(f"both colours have {self.k} in a row: no game gets there")
        mine, theirs = (ones, twos) if to_play == 1 else (twos, ones)
        playable = 0 if winners else self._playable(ones | twos)
        return State(self, mine, theirs, to_play, None, playable, winners[0] if winners else 0)

    def _read_board(self, board: Sequence[Sequence[int]]) -> tuple[int, int]:
        if len(board) != self.rows or any(len(row) != self.cols for row in board):
            raise ValueError(f"the board of {self} must have {self.rows} rows of {self.cols} cells")
        stones = {1: 0, 2: 0}
        for row, line in enumerate(board):
            for col, value in enumerate(line):
                cell = Action(row, col)
                if value not in MARKS or (value == BLOCKED) != (cell in self.blocked):
                    raise ValueError(f"{value!r} can not be on {cell_name(cell)} in {self}")
                if value in (1, 2):
                    stones[value] |= self.bit_of.get(cell, 0)
                    self._check_support(cell, board)
        return stones[1], stones[2]

    def _check_support(self, cell: Action, board: Sequence[Sequence[int]]) -> None:
        if cell not in self.bit_of:
            raise ValueError(f"no stone can fall to {cell_name(cell)}, beneath a blocked cell")
        if self.bit_of[cell] & self.carried and board[cell.row + 1][cell.col] == EMPTY:
            raise ValueError(f"the stone on {cell_name(cell)} hangs in the air")


class _Fields(NamedTuple):
    game: Game
    mine: int  # stones of the side to move
    theirs: int
    to_play: int
    last_action: Action | None
    playable: int  # empty when the game is over
    winner: int


class State(_Fields):
    """A moment of a game. It never changes: `result` makes a new one."""

    def actions(self) -> list[Action]:
        """Where the side to move may play: row by row, with gravity column by column."""
        return self.game.cells_in(self.playable)

    def landing(self, col: int) -> Action | None:
        """With gravity: where a stone in this column, counted from 0, comes to rest; None if it is full."""
        return next((action for action in self.actions() if action.col == col), None)

    def result(self, action: Action | tuple[int, int]) -> State:
        """The state after the side to move has played there."""
        game, mine, theirs, to_play, _, playable, _ = self
        try:
            bit = game.bit_of.get(action, 0)
        except TypeError:  # a list, say, which no set can hold
            bit = 0
        if not bit & playable:
            raise IllegalAction(self._why_not(action))
        mine |= bit
        if game.completes(mine, bit):
            return _state(State, (game, theirs, mine, 3 - to_play, game.cell_at[bit], 0, to_play))
        playable = playable ^ bit | bit >> 1 & game.carried
        return _state(State, (game, theirs, mine, 3 - to_play, game.cell_at[bit], playable, 0))

    def passed(self) -> State:
        """The same stones with the other side to move: what would it do here?"""
        return self._replace(mine=self.theirs, theirs=self.mine, to_play=3 - self.to_play)

    def is_terminal(self) -> bool:
        return not self.playable

    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on."""
        if self.winner:
            return Outcome(self.winner, Ending.LINE, f"{self.game.k} in a row")
        return None if self.playable else Outcome(0, Ending.FULL_BOARD)

    def utility(self, color: int) -> float:
        """What the finished game is worth to a colour: +1, 0 or -1."""
        if self.playable:
            raise ValueError("the game is not over: it has no utility yet")
        if not self.winner:
            return 0.0
        return 1.0 if self.winner == color else -1.0

    def wins(self, action: Action | tuple[int, int]) -> bool:
        """Would the side to move complete a line there?"""
        return self._completes(self.mine, action)

    def threatens(self, action: Action | tuple[int, int]) -> bool:
        """Would the opponent complete a line there?"""
        return self._completes(self.theirs, action)

    def _completes(self, stones: int, action: Action | tuple[int, int]) -> bool:
        bit = self.game.bit_of.get(action, 0) & self.playable
        return bool(bit) and self.game.completes(stones | bit, bit)

    @property
    def ply(self) -> int:
        """The number of stones on the board."""
        return (self.mine | self.theirs).bit_count()

    @property
    def key(self) -> tuple[int, int, int]:
        """What tells two states of one game apart: the stones and whose turn it is."""
        return (self.mine, self.theirs, self.to_play)

    def stones(self, color: int) -> int:
        """The set of a colour's stones."""
        return self.mine if color == self.to_play else self.theirs

    def line(self) -> list[Action]:
        """The cells of the winner's line or lines; [] without one."""
        stones = self.stones(self.winner) if self.winner else 0
        cells = 0
        for bit in self.game.cell_at if stones else ():
            if stones & bit:
                for must_be, of_these in self.game.lines_through(bit)[1]:
                    cells |= must_be if stones & of_these == must_be else 0
        return self.game.cells_in(cells)

    @cached_property
    def board(self) -> tuple[tuple[int, ...], ...]:
        """The rows from the top: 0 empty, 1, 2, 9 blocked."""
        rows = [[EMPTY] * self.game.cols for _ in range(self.game.rows)]
        for cell in self.game.blocked:
            rows[cell.row][cell.col] = BLOCKED
        for color in (1, 2):
            for cell in self.game.cells_in(self.stones(color)):
                rows[cell.row][cell.col] = color
        return tuple(tuple(row) for row in rows)

    def array(self) -> numpy.ndarray:
        """The board as a read-only numpy array."""
        import numpy

        array = numpy.array(self.board, dtype=numpy.int8)
        array.flags.writeable = False
        return array

    def _why_not(self, wanted: object) -> str:
        if not isinstance(wanted, tuple) or len(wanted) != 2 or not all(hasattr(part, "__index__") for part in wanted):
            return f"{wanted!r} is not an action: expected a pair (row, col)"
        game, action = self.game, Action(*wanted)
        name = cell_name(action) if min(action) >= 0 else f"cell {tuple(action)}"
        if not (0 <= action.row < game.rows and 0 <= action.col < game.cols):
            return f"{name} is outside the {game.rows}x{game.cols} board"
        if self.is_terminal():
            return f"{name} can not be played: the game is over"
        if action in game.blocked:
            return f"{name} is blocked"
        if self.board[action.row][action.col] != EMPTY:
            return f"{name} is already taken"
        if (landing := self.landing(action.col)) is None:
            return f"{name} can not be reached: column {action.col + 1} is full"
        return f"{name} hangs in the air: a stone in column {action.col + 1} lands on {cell_name(landing)}"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"states never change: result() makes a new one, {name} stays")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key == other.key and self.game == other.game

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return "\n".join("".join(MARKS[value] for value in row) for row in self.board)

    def __repr__(self) -> str:
        return f"<State {self.game} {MARKS[self.to_play].lower()} {str(self).replace(chr(10), '/')}>"


_state = tuple.__new__  # four times as fast as State(...), and result() is where searches spend their time
