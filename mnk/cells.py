"""A cell of the board and its name: column letters from the left, row number from the top."""

import re
from typing import NamedTuple


class Action(NamedTuple):
    """A stone on this cell: 0-based, row 0 on top, column 0 on the left."""

    row: int
    col: int


def column_name(col: int) -> str:
    """a, b, ... z, aa, ab, ... with no letter skipped."""
    name = ""
    col += 1
    while col:
        col, letter = divmod(col - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def cell_name(action: Action) -> str:
    """Action(7, 7) is h8."""
    return f"{column_name(action.col)}{action.row + 1}"


def parse_cell(text: str) -> Action:
    """The cell called `text`; whether it is on the board is the game's business."""
    match = re.fullmatch(r"([a-z]{1,4})([1-9][0-9]{0,3})", text.strip().lower())
    if not match:
        raise ValueError(f"{text!r} is not a cell: expected column letters and a row number, like h8")
    col = 0
    for letter in match[1]:
        col = 26 * col + ord(letter) - ord("a") + 1
    return Action(int(match[2]) - 1, col - 1)
