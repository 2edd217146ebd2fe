"""`table PLAYER|CONFIG`: a player against itself at different depths."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from mnk.arena import schedule
from mnk.arena.clock import TimeControl
from mnk.arena.record import GameRecord
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Entry
from mnk.cli import arguments
from mnk.cli.config import read_config
from mnk.cli.entries import make_entries, player_folders
from mnk.cli.parser import BadUsage, Command
from mnk.cli.session import limits_in_words, play_schedule, print_played
from mnk.game import Game
from mnk.report.summary import against, summaries
from mnk.report.tables import cross_table, table

EXAMPLES = """\
examples:
  runner.py table alphabeta --depths 1,2,3,4 --game 6x7x4g --games 10
  runner.py table custom --depths 1,3 --game 7x7x4 --opening-plies 0
  runner.py table configs/depth_table.toml"""

# What a config says for its boards; these are the values where there is none.
IN_CONFIG: dict[str, Any] = {
    "depths": [1, 2, 3, 4],
    "game": Game.parse("7x7x4"),
    "games": 10,
    "opening_plies": 2,
    "seed": "0",
    "seconds": 10.0,
}


@dataclass(frozen=True)
class Board:
    game: str
    seconds: float


@dataclass(frozen=True)
class DepthTable:
    player: str
    depths: list[int]
    board: list[Board]
    games: int = 2
    opening_plies: int = 2
    seed: str = "0"


def depths(text: str) -> list[int]:
    """1,2,4 or 1-4."""
    first, dash, last = text.partition("-")
    try:
        return checked(list(range(int(first), int(last) + 1)) if dash else [int(word) for word in text.split(",")])
    except ValueError:
        raise ValueError(f"{text!r} are not depths: expected at least two different ones, like 1,2,4 or 1-4") from None


def checked(numbers: Sequence[int]) -> list[int]:
    """At least two different depths, the smallest first."""
    if len(numbers) < 2 or min(numbers) < 1 or len(set(numbers)) < len(numbers):
        raise ValueError(f"depths = {numbers} is wrong: expected at least two different ones from 1 on")
    return sorted(numbers)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "player", metavar="PLAYER|CONFIG", help="a player with a depth option, or a TOML file of boards"
    )
    parser.add_argument("--depths", type=arguments.reading(depths), help="(default 1,2,3,4)")
    arguments.add_game(parser, "7x7x4")
    parser.add_argument("--games", type=arguments.count(1), metavar="N", help="for each pair of depths (default 10)")
    parser.add_argument("--opening-plies", type=arguments.count(0), metavar="N", help="random moves (default 2)")
    arguments.add_seed(parser)
    arguments.add_players_folder(parser)
    arguments.add_time(parser, 10.0)
    parser.set_defaults(**dict.fromkeys(IN_CONFIG))
    arguments.add_run(parser)
    arguments.add_many_games(parser)
    arguments.add_tables(parser)


def run(args: argparse.Namespace) -> int:
    return run_boards(args) if args.player.endswith(".toml") else run_depths(args)


def run_depths(args: argparse.Namespace) -> int:
    """One board: the cross table of the depths and what it says."""
    for name, value in IN_CONFIG.items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    control = arguments.time_control(args)
    entries = depth_entries(args.player, args.depths, args.game, control, args)
    try:
        fixtures = schedule.round_robin(args.game, entries, args.games, args.opening_plies, args.seed)
    except ValueError as error:
        raise BadUsage(str(error)) from None
    played = play_schedule(fixtures, args, "table")
    header = f"{args.player} at depths {', '.join(map(str, args.depths))} on {args.game}, {limits_in_words(control)}"
    names = [entry.label for entry in entries]
    body = "the row against the column:\n" + cross_table(played.records, names)
    return print_played(played, args, header, f"{body}\n\n{verdict(played.records, names)}")


def run_boards(args: argparse.Namespace) -> int:
    """Several boards, each with its own limit: one row each, for the deepest against the others."""
    config = read_config(Path(args.player), DepthTable)
    for name in IN_CONFIG:
        if getattr(args, name) is not None:
            raise BadUsage(f"{args.player} says what --{name.replace('_', '-')} is: change it there")
    fixtures: list[list[Fixture]] = []
    try:
        numbers = checked(config.depths)
        for board in config.board:
            args.seconds = arguments.seconds(str(board.seconds))
            control = arguments.time_control(args)
            game = Game.parse(board.game)
            entries = depth_entries(config.player, numbers, game, control, args, probing=not fixtures)
            fixtures.append(schedule.round_robin(game, entries, config.games, config.opening_plies, config.seed))
    except ValueError as error:
        raise BadUsage(f"{args.player}: {error}") from None
    played = play_schedule([fixture for games in fixtures for fixture in games], args, "table")
    deepest = f"depth {numbers[-1]}"
    rows = [
        _board_row(board, deepest, played.records, {fixture.id for fixture in games})
        for board, games in zip(config.board, fixtures, strict=True)
    ]
    others = ", ".join(map(str, numbers[:-1]))
    body = table(rows, ["board", "k", "limit", "W/L/T"])
    header = f"{config.player}: {deepest} against depth {others}, wins/losses/ties of the deepest"
    return print_played(played, args, header, body)


def _board_row(board: Board, deepest: str, records: Sequence[GameRecord], wanted: set[str]) -> list[str]:
    own = [record for record in records if record.id in wanted]
    total = [0, 0, 0]
    for other in {name for record in own for name in record.players} - {deepest}:
        total = [mine + more for mine, more in zip(total, against(own, deepest, other), strict=True)]
    game = Game.parse(board.game)
    size = (
        f"{game.rows}x{game.cols}" + " gravity" * game.gravity + " exact" * game.exact + " blocked" * bool(game.blocked)
    )
    return [size, str(game.k), f"{board.seconds:g} s", f"{total[0]}/{total[2]}/{total[1]}"]


def depth_entries(
    player: str,
    depths: Sequence[int],
    game: Game,
    control: TimeControl,
    args: argparse.Namespace,
    probing: bool = True,
) -> list[Entry]:
    """The player once for each depth, labelled by it."""
    joint = "," if "=" in player else ":"
    specs = [f"{player}{joint}depth={depth}" for depth in depths]
    entries = make_entries(specs, game, control, player_folders(args.players), args.keep, probing)
    return [replace(entry, label=f"depth {depth}") for entry, depth in zip(entries, depths, strict=True)]


def verdict(records: Sequence[GameRecord], names: Sequence[str]) -> str:
    """Does looking deeper help?"""
    if records and all(record.winner == 0 for record in records):
        return "verdict: every game was a draw"
    scores = {player.name: player.score for player in summaries(records)}
    shown = ", ".join(f"{name} {100 * scores.get(name, 0):.0f} %" for name in names)
    order = [scores.get(name, 0.0) for name in names]
    if all(shallow < deep for shallow, deep in pairwise(order)):
        return f"verdict: the deeper, the better ({shown})"
    if order[-1] > order[0]:
        return f"verdict: the deepest beats the shallowest, but not every step helps ({shown})"
    return f"verdict: looking deeper did not help here ({shown})"


COMMAND = Command("depth-limited self-play: a cross table", run, add_arguments, __doc__ or "", EXAMPLES)
