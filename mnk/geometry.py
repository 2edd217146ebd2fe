"""The board's cells as bits: where they are, which lines they form, and what gravity carries.

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

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from mnk.cells import Action, cell_name

LONGEST_SIDE = 100


class Run(NamedTuple):
    """k cells in a row. Stones hold it if those `of_these` are exactly the ones that `must_be`.

    That is the run itself or, where a longer one does not win, the run and the cell at either end."""

    must_be: int
    of_these: int


@dataclass(frozen=True)
class Geometry:
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

    def __hash__(self) -> int:
        return self._hash  # asked for at every node by whoever keeps something for each game

    @cached_property
    def _hash(self) -> int:
        return hash((self.rows, self.cols, self.k, self.gravity, self.exact, self.blocked))

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

    def lines_through(self, bit: int) -> tuple[int, tuple[Run, ...]]:
        """All cells in line with this one, and every run of k through it."""
        if bit not in self._lines:
            index = bit.bit_length() - 1
            firsts = ((index - back * step, step) for step in self.steps for back in range(self.k - 1, -1, -1))
            runs = tuple(run for first, step in firsts if (run := self._run(first, step)))
            near = 0
            for run in runs:
                near |= run.must_be
            self._lines[bit] = near, runs
        return self._lines[bit]

    def _run(self, first: int, step: int) -> Run | None:
        """The run of k cells that starts here, if all of them can hold a stone."""
        if (first, step) not in self._runs:
            places = range(first, first + self.k * step, step)
            if all(place in self._indices for place in places):
                cells = sum(1 << place for place in places)
                ends = sum(1 << place for place in (first - step, places.stop) if place in self._indices)
                self._runs[first, step] = Run(cells, cells | ends if self.exact else cells)
            else:
                self._runs[first, step] = None
        return self._runs[first, step]

    # Lines are worked out when they are first asked for; large boards have many.

    @cached_property
    def _indices(self) -> frozenset[int]:
        return frozenset(bit.bit_length() - 1 for bit in self.cell_at)

    @cached_property
    def _runs(self) -> dict[tuple[int, int], Run | None]:
        return {}

    @cached_property
    def _lines(self) -> dict[int, tuple[int, tuple[Run, ...]]]:
        return {} if self.k <= max(self.rows, self.cols) else dict.fromkeys(self.cell_at, (0, ()))

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
