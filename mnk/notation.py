"""Boards, moves and states to and from text: what is written here can be read here."""

import re
from collections.abc import Iterable

from mnk.cells import Action, cell_name, column_name, parse_cell
from mnk.game import MARKS, Game, IllegalAction, State

VALUES = {mark: value for value, mark in MARKS.items()} | {"x": 1, "o": 2}
SIDES = {1: "x", 2: "o"}

# --- moves ---------------------------------------------------------------------------------------


def format_move(game: Game, action: Action) -> str:
    """With gravity the 1-based column, else the cell's name."""
    return str(action.col + 1) if game.gravity else cell_name(action)


def format_moves(game: Game, actions: Iterable[Action]) -> str:
    """`4453` with gravity, `11,3,` beyond nine columns, `h8i9` without gravity."""
    comma = "," if game.gravity and game.cols > 9 else ""
    return "".join(format_move(game, action) + comma for action in actions)


def parse_moves(game: Game, text: str) -> list[Action]:
    """The moves of a game from its start, each checked by playing it."""
    state, actions = game.start(), []
    for number, word in enumerate(_split_moves(game, text), start=1):
        try:
            action = parse_move(state, word)
            state = state.result(action)
        except ValueError as error:
            raise ValueError(f"move {number} of {text!r}: {error}") from None
        actions.append(action)
    return actions


def _split_moves(game: Game, text: str) -> list[str]:
    text = text.strip().lower()
    if "," in text or " " in text:
        return [word for word in re.split(r"[, ]+", text) if word]
    if game.gravity:
        return [text] if game.cols > 9 and text else list(text)
    words = re.findall(r"[a-z]+[0-9]+", text)
    return words if "".join(words) == text else [text]


def parse_move(state: State, text: str) -> Action:
    """One move, as a player types it: `h8`, `2,3` (row, column, from 1), or with gravity the column `4`."""
    text, game = text.strip().lower(), state.game
    if match := re.fullmatch(r"([0-9]{1,4}) *[, ] *([0-9]{1,4})", text):
        action = Action(int(match[1]) - 1, int(match[2]) - 1)
    elif game.gravity and re.fullmatch(r"[0-9]{1,4}", text):
        action = _landing(state, int(text) - 1)
    elif re.fullmatch(r"[a-z]{1,4}[1-9][0-9]{0,3}", text):
        action = parse_cell(text)
    else:
        example = f"a column from 1 to {game.cols}" if game.gravity else "a cell like b3, or row,column like 3,2"
        raise ValueError(f"{text!r} is not a move: expected {example}")
    state.result(action)
    return action


def _landing(state: State, col: int) -> Action:
    """The cell on which a stone in this column, counted from 0, comes to rest."""
    if not 0 <= col < state.game.cols:
        raise IllegalAction(f"there is no column {col + 1}: columns go from 1 to {state.game.cols}")
    if (cell := state.landing(col)) is None:
        raise IllegalAction(f"column {col + 1} takes no more stones" + " and the game is over" * state.is_terminal())
    return cell


# --- boards and states ---------------------------------------------------------------------------


def format_board(state: State) -> str:
    """The rows from the top, separated by slashes: `X.O/.X./...`."""
    return str(state).replace("\n", "/")


def parse_board(text: str) -> list[list[int]]:
    """Rows of cell values; one row per line, or separated by slashes; either case."""
    rows = []
    for line in re.split(r"[/\n]", text.strip()):
        row = line.strip().upper()
        for mark in row:
            if mark not in VALUES:
                raise ValueError(f"{mark!r} in row {row!r} is not a cell: expected one of . X O #")
        rows.append([VALUES[mark] for mark in row])
    return rows


def format_state(state: State) -> str:
    """`3x3x3 o X../.../...`: the game, the side to move, the board."""
    return f"{state.game} {SIDES[state.to_play]} {format_board(state)}"


def parse_state(text: str) -> State:
    """The state that `format_state` wrote."""
    words = text.split()
    if len(words) != 3 or words[1].lower() not in ("x", "o"):
        raise ValueError(f"{text!r} is not a state: expected GAME SIDE ROW/ROW/..., like 3x3x3 o X../.../...")
    return Game.parse(words[0]).state(parse_board(words[2]), to_play=VALUES[words[1].upper()])


def draw(state: State) -> str:
    """The board for people: rows and columns named, the winner's line or the last move in brackets."""
    game = state.game
    marked: set[Action | None] = {*state.line()} or {state.last_action}
    heads = [str(col + 1) if game.gravity else column_name(col) for col in range(game.cols)]
    width, margin = max(len(head) for head in heads), len(str(game.rows))
    lines = [" " * margin + "".join(" " + head.rjust(width) for head in heads)]
    for row, values in enumerate(state.board):
        inside = [Action(row, col) in marked for col in range(game.cols)]
        cells = [MARKS[value].rjust(width) for value in values]
        gaps = [_gap(left, right) for left, right in zip([False, *inside], [*inside, False], strict=True)]
        line = "".join(gap + cell for gap, cell in zip(gaps, [*cells, ""], strict=True))
        lines.append(str(row + 1).rjust(margin) + line.rstrip())
    return "\n".join(lines)


def _gap(left_is_marked: bool, right_is_marked: bool) -> str:
    if left_is_marked == right_is_marked:
        return " "
    return "]" if left_is_marked else "["
