"""States to test on, and slow, plain answers to compare with: nothing here uses the bit sets."""

import csv
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from mnk import Game, State
from mnk.notation import parse_board

DATA = Path(__file__).parent / "data"
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def table(name: str) -> list[dict[str, str]]:
    """The rows of a file in tests/data."""
    with (DATA / name).open() as file:
        return list(csv.DictReader(file))


def game_of(row: dict[str, str], exact: bool = False) -> Game:
    """The game that a row of such a file is about."""
    return Game(
        rows=int(row["rows"]), cols=int(row["cols"]), k=int(row["k"]), gravity=row["gravity"] == "1", exact=exact
    )


def state_of(game: str, board: str, to_play: int | None = None) -> State:
    """`state_of("3x3x3", "X../.O./...")`."""
    return Game.parse(game).state(parse_board(board), to_play)


def random_walk(game: Game, rng: Random) -> list[State]:
    """All states of a random game, the last one finished."""
    states = [game.start()]
    while not states[-1].is_terminal():
        states.append(states[-1].result(rng.choice(states[-1].actions())))
    return states


def walk(state: State) -> Iterator[State]:
    """Every node of the game tree: the same state again for every way that leads to it."""
    yield state
    for action in state.actions():
        yield from walk(state.result(action))


def reachable(game: Game) -> list[State]:
    """Every different state of a game, by ply."""
    level = [game.start()]
    found = []
    while level:
        found += level
        level = list(dict.fromkeys(state.result(action) for state in level for action in state.actions()))
    return found


@cache
def undecided_3x3() -> tuple[State, ...]:
    """The 4,520 states of tic-tac-toe in which there is something left to play."""
    return tuple(state for state in reachable(Game.parse("3x3x3")) if not state.is_terminal())


def run_lengths(board, color: int) -> Iterator[int]:
    """The length of every run of this colour, in all four directions."""
    stones = {(row, col) for row, line in enumerate(board) for col, value in enumerate(line) if value == color}
    for down, right in DIRECTIONS:
        for row, col in stones:
            if (row - down, col - right) not in stones:
                length = 1
                while (row + length * down, col + length * right) in stones:
                    length += 1
                yield length


def has_line(game: Game, board, color: int) -> bool:
    """Has this colour k in a row, or exactly k where the game wants that? By looking."""
    return any(length == game.k if game.exact else length >= game.k for length in run_lengths(board, color))


def line_through(game: Game, board, row: int, col: int) -> bool:
    """Is the stone on this cell in a run of k, or of exactly k?"""
    rows, cols, color = len(board), len(board[0]), board[row][col]
    for down, right in DIRECTIONS:
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, col + sign * right
            while 0 <= r < rows and 0 <= c < cols and board[r][c] == color:
                length, r, c = length + 1, r + sign * down, c + sign * right
        if length == game.k if game.exact else length >= game.k:
            return True
    return False


def with_stone(board, row: int, col: int, color: int):
    """The board with one more stone."""
    changed = [list(line) for line in board]
    changed[row][col] = color
    return tuple(tuple(line) for line in changed)


@cache
def negamax_3x3(board, color: int) -> tuple[int, int]:
    """Tic-tac-toe for the side to move: its value, and the plies until it ends with best play."""
    game = Game(rows=3, cols=3, k=3)
    if has_line(game, board, 3 - color):
        return -1, 0
    empty = [(row, col) for row in range(3) for col in range(3) if not board[row][col]]
    if not empty:
        return 0, 0
    replies = [negamax_3x3(with_stone(board, row, col, color), 3 - color) for row, col in empty]
    best = max(-value for value, _ in replies)
    plies = [1 + length for value, length in replies if -value == best]
    return best, min(plies) if best > 0 else max(plies)


def every_line(player) -> Counter[int]:
    """How often a seated player wins (1), draws (0) and loses (-1) against every possible play of the other side."""
    choices, tally = {}, Counter()

    def follow(state: State) -> None:
        if state.is_terminal():
            tally[int(state.utility(player.color))] += 1
        elif state.to_play == player.color:
            if state not in choices:
                choices[state] = player.answer(state)
            follow(state.result(choices[state]))
        else:
            for action in state.actions():
                follow(state.result(action))

    follow(player.game.start())
    return tally
