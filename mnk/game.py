"""The rules of k in a row: who may play where, and who has won.

A set of cells is one Python integer. Its bits are numbered in the order of `State.actions()`, one
line of the board after the other, and every line ends in a spare bit (+) that is never set: a set
that is shifted can not wrap round into the next line.

        3x4: a line is a row              4x3 with gravity: a line is a column

         0   1   2   3   +4                        0   5  10
         5   6   7   8   +9                        1   6  11
        10  11  12  13  +14                        2   7  12
                                                   3   8  13
                                                  +4  +9 +14

Gravity is one more set, the cells that need a stone beneath them. Without gravity it is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from mnk.cells import Action, cell_name, parse_cell

if TYPE_CHECKING:
    import numpy

EMPTY, BLOCKED = 0, 9
MARKS = {EMPTY: ".", 1: "X", 2: "O", BLOCKED: "#"}
LONGEST_SIDE = 100
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


@dataclass(frozen=True)
class Game:
    """rows x cols, k in a row; with gravity stones fall; exact means that k + 1 does not win."""

    rows: int
    cols: int
    k: int
    gravity: bool = False
    exact: bool = False
    blocked: frozenset[Action] = frozenset()

    def __post_init__(self) -> None:
        for name, side in (("rows", self.rows), ("cols", self.cols)):
            if not 1 <= side <= LONGEST_SIDE:
                raise ValueError(f"{name} must be from 1 to {LONGEST_SIDE}, not {side}")
        if self.k < 1:
            raise ValueError(f"k must be at least 1, not {self.k}")
        object.__setattr__(self, "blocked", frozenset(Action(*cell) for cell in self.blocked))
        for cell in sorted(self.blocked):
            if not (0 <= cell.row < self.rows and 0 <= cell.col < self.cols):
                raise ValueError(f"blocked cell {cell_name(cell)} is outside the {self.rows}x{self.cols} board")

    @classmethod
    def parse(cls, text: str) -> Game:
        """The game written `6x7x4g` (rows x cols x k, flags g and e, #blocked cells) or called by a name."""
        text = text.strip().lower()
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

    def __hash__(self) -> int:
        return self._hash  # asked for at every node by whoever keeps something for each game

    @cached_property
    def _hash(self) -> int:
        return hash((self.rows, self.cols, self.k, self.gravity, self.exact, self.blocked))

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

    # The geometry, worked out once.

    @cached_property
    def stride(self) -> int:
        """How far the same place in the next line is: the line and its spare bit."""
        return (self.rows if self.gravity else self.cols) + 1

    @cached_property
    def steps(self) -> tuple[int, int, int, int]:
        """The shifts to the next cell: along a line, across lines, and on the two diagonals."""
        return (1, self.stride, self.stride + 1, self.stride - 1)

    @cached_property
    def bit_of(self) -> dict[tuple[int, int], int]:
        """The bit of every cell that can hold a stone, in the order of the bits."""
        if self.gravity:
            top = [min((row for row, c in self.blocked if c == col), default=self.rows) for col in range(self.cols)]
            cells = [Action(row, col) for col in range(self.cols) for row in range(top[col])]
        else:
            cells = [Action(row, col) for row in range(self.rows) for col in range(self.cols)]
        return {cell: 1 << self._index(cell) for cell in cells if cell not in self.blocked}

    def _index(self, cell: Action) -> int:
        line, place = (cell.col, cell.row) if self.gravity else (cell.row, cell.col)
        return line * self.stride + place

    @cached_property
    def cell_at(self) -> dict[int, Action]:
        """The cell of every bit."""
        return {bit: Action(*cell) for cell, bit in self.bit_of.items()}

    @cached_property
    def cells(self) -> int:
        """All cells that can hold a stone."""
        return sum(self.cell_at)

    def cells_in(self, bits: int) -> list[Action]:
        """The cells of a set, in the order of their bits."""
        cell_at, cells = self.cell_at, []
        while bits:
            bit = bits & -bits
            cells.append(cell_at[bit])
            bits ^= bit
        return cells

    @cached_property
    def carried(self) -> int:
        """With gravity: the cells with another one beneath them, which must be filled first."""
        return (self.cells >> 1) & self.cells if self.gravity else 0

    @cached_property
    def floor(self) -> int:
        """The cells that are playable on the empty board."""
        return self.cells & ~self.carried

    def _playable(self, stones: int) -> int:
        return (self.floor | (stones >> 1 & self.carried)) & ~stones

    @cached_property
    def _lines(self) -> dict[int, tuple[int, tuple[tuple[int, int], ...]]]:
        return {}

    def lines_through(self, bit: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """All cells in line with this one, and every run of k through it as (must be, of these).

        A set of stones holds the run if its stones `of these` are exactly those that `must be`:
        the run itself or, where a longer one does not win, the run and the cell at either end."""
        if bit not in self._lines:
            runs = tuple(self._runs_through(bit.bit_length() - 1))
            near = 0
            for run, _ in runs:
                near |= run
            self._lines[bit] = near, runs
        return self._lines[bit]

    def _runs_through(self, index: int) -> Iterator[tuple[int, int]]:
        if self.k > max(self.rows, self.cols):
            return
        for step in self.steps:
            for first in range(index - (self.k - 1) * step, index + 1, step):
                places = range(first, first + self.k * step, step)
                if first >= 0 and all(1 << place in self.cell_at for place in places):
                    run = sum(1 << place for place in places)
                    ends = (1 << first + self.k * step) | (1 << first - step if first >= step else 0)
                    yield run, run | (ends & self.cells if self.exact else 0)

    def completes(self, stones: int, bit: int) -> bool:
        """Do these stones hold k in a row through this one of them?"""
        near, runs = self._lines.get(bit) or self.lines_through(bit)
        if (stones & near).bit_count() < self.k:
            return False
        for must_be, of_these in runs:  # noqa: SIM110 - any() is slower, and every move of a search comes here
            if stones & of_these == must_be:
                return True
        return False

    def has_line(self, stones: int) -> bool:
        """Do these stones hold k in a row anywhere?"""
        return any(stones & bit and self.completes(stones, bit) for bit in self.cell_at)


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

    def result(self, action: Action | tuple[int, int]) -> State:
        """The state after the side to move has played there."""
        game, mine, theirs, to_play, _, playable, _ = self
        bit = game.bit_of.get(action, 0)
        if not bit & playable:
            raise IllegalAction(self._why_not(Action(*action)))
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

    def _why_not(self, action: Action) -> str:
        game, name = self.game, cell_name(action) if min(action) >= 0 else f"cell {tuple(action)}"
        if not (0 <= action.row < game.rows and 0 <= action.col < game.cols):
            return f"{name} is outside the {game.rows}x{game.cols} board"
        if self.is_terminal():
            return f"{name} can not be played: the game is over"
        if action in game.blocked:
            return f"{name} is blocked"
        if self.board[action.row][action.col] != EMPTY:
            return f"{name} is already taken"
        landing = [cell for cell in self.actions() if cell.col == action.col]
        if not landing:
            return f"{name} can not be reached: column {action.col + 1} is full"
        return f"{name} hangs in the air: a stone in column {action.col + 1} lands on {cell_name(landing[0])}"

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
