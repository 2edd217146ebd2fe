"""Minimax for Connect Four the way it is often written first: the yardstick of `core.py`.

The board is a numpy array, every child is a copy of it, and every node reads the whole board twice
to see whether either colour has four in a row. Most of the time goes into that scan, so there are
two: `any_window` with loops over the windows, and `any_row` with the comparisons written out, which
is longer to write and several times as fast.
"""

from collections.abc import Callable
from math import inf

import numpy as np

ROWS, COLS = 6, 7
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

HasWon = Callable[[np.ndarray, int], bool]


class NaiveMinimax:
    """Searches for colour 1; a leaf is worth 0."""

    def __init__(self, has_won: HasWon) -> None:
        self.has_won = has_won
        self.nodes = 0

    def search(self, depth: int) -> float:
        """The value of the empty board."""
        return self.value(np.zeros((ROWS, COLS), dtype=int), depth, 1)

    def value(self, board: np.ndarray, depth: int, color: int) -> float:
        self.nodes += 1
        if self.has_won(board, 1):
            return 1.0
        if self.has_won(board, 2):
            return -1.0
        columns = free_columns(board)
        if depth == 0 or not columns:
            return 0.0
        best = -inf if color == 1 else inf
        for column in columns:
            score = self.value(dropped(board, column, color), depth - 1, 3 - color)
            best = max(best, score) if color == 1 else min(best, score)
        return best


def free_columns(board: np.ndarray) -> list[int]:
    return [column for column in range(COLS) if board[0][column] == 0]


def dropped(board: np.ndarray, column: int, color: int) -> np.ndarray:
    """A new board with the stone on the lowest free cell of the column."""
    child = np.copy(board)
    row = ROWS - 1
    while child[row][column] != 0:
        row -= 1
    child[row][column] = color
    return child


def any_window(board: np.ndarray, color: int) -> bool:
    """Does the colour fill one of the windows of four?"""
    for row in range(ROWS):
        for col in range(COLS):
            for down, right in DIRECTIONS:
                inside = row + 3 * down < ROWS and 0 <= col + 3 * right < COLS
                if inside and all(board[row + i * down][col + i * right] == color for i in range(4)):
                    return True
    return False


def any_row(board: np.ndarray, color: int) -> bool:
    """The same, each direction written out."""
    b, c = board, color
    for row in range(ROWS):
        for col in range(COLS - 3):
            if b[row][col] == c and b[row][col + 1] == c and b[row][col + 2] == c and b[row][col + 3] == c:
                return True
    for row in range(ROWS - 3):
        for col in range(COLS):
            if b[row][col] == c and b[row + 1][col] == c and b[row + 2][col] == c and b[row + 3][col] == c:
                return True
    for row in range(ROWS - 3):
        for col in range(COLS - 3):
            if b[row][col] == c and b[row + 1][col + 1] == c and b[row + 2][col + 2] == c and b[row + 3][col + 3] == c:
                return True
            if b[row + 3][col] == c and b[row + 2][col + 1] == c and b[row + 1][col + 2] == c and b[row][col + 3] == c:
                return True
    return False
