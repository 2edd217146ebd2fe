"""Arguments that several commands share, and how their values are read."""

import argparse
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, get_args

from mnk.arena.clock import TimeControl
from mnk.arena.launcher import ClockChoice
from mnk.game import Game

T = TypeVar("T")


def reading(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Make argparse show the parser's own sentence."""

    def read(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def game(text: str) -> Game:
    parsed = Game.parse(text)
    if (parsed.rows, parsed.cols, parsed.k, parsed.gravity) == (7, 6, 4, True):
        print("runner.py: 7x6x4g has 7 rows and 6 columns; Connect 4 is 6x7x4g", file=sys.stderr)
    return parsed


def seconds(text: str) -> float:
    """A time limit; `none` is none."""
    if text.lower() in ("none", "inf"):
        return math.inf
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < 1e6:
        raise ValueError(f"{text!r} is not a time limit: expected seconds like 0.5, or none")
    return value


def amount(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < 1e6:
        raise ValueError(f"{text!r} is not a number of seconds")
    return value


def count(least: int) -> Callable[[str], int]:
    """A whole number from `least` on."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise ValueError(f"{text!r} is not a whole number from {least} on")
        return value

    return reading(read)


def add_game(parser: argparse.ArgumentParser, default: str = "6x7x4g") -> None:
    parser.add_argument(
        "--game",
        type=reading(game),
        default=default,
        metavar="GAME",
        help=f"rows x cols x k, g for gravity, e for exactly k; or a name (default {default})",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", default="0", help="of all chance in the run (default 0): the same seed, the same moves"
    )


def add_players_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=Path, action="append", metavar="DIR", help="look for players here too; may be given again"
    )


def add_time(parser: argparse.ArgumentParser, default: float = 1.0) -> None:
    group = parser.add_argument_group("time")
    group.add_argument(
        "--seconds",
        type=reading(seconds),
        default=default,
        metavar="S",
        help=f"for each move, or none (default {default:g})",
    )
    group.add_argument(
        "--grace", type=reading(amount), metavar="S", help="a move so late is played but counted (default 0.1 s + 5 %%)"
    )
    group.add_argument(
        "--bank", type=reading(amount), default=0.0, metavar="S", help="seconds beyond the limit, all moves together"
    )
    group.add_argument(
        "--load-seconds", type=reading(seconds), default=10.0, metavar="S", help="to load a player (default 10)"
    )
    group.add_argument(
        "--on-timeout",
        choices=["forfeit", "random", "first"],
        default="forfeit",
        help="the game is lost, or a random or the first legal move is made (default forfeit)",
    )
    add_clock(group)


def add_clock(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--clock",
        choices=get_args(ClockChoice),
        default="auto",
        help="exact: by the kernel, Linux only; wall: portable; auto: exact if possible (default)",
    )


def time_control(args: argparse.Namespace) -> TimeControl:
    return TimeControl(args.seconds, args.grace, args.bank, args.load_seconds, args.on_timeout)


def add_run(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the run")
    group.add_argument("--run", metavar="NAME", help="name of the run; an existing one is continued")
    add_out(group)
    group.add_argument("--show-output", action="store_true", help="show what players print")


def add_many_games(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("many games")
    group.add_argument("--jobs", type=count(1), default=1, metavar="N", help="games at a time (default 1)")
    group.add_argument("--keep", action="store_true", help="one process for all games of a pairing, not one per game")
    group.add_argument("--watch", action="store_true", help="draw the board after every move")


def add_out(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of runs (default ./reports)")


def add_tables(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument("--wide", action="store_true", help="all columns")
    group.add_argument("--verbose", action="store_true", help="one line for each game as well")
    add_json(group)


def add_json(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else")
