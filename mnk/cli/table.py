"""`table PLAYER|CONFIG`: a player against itself at different depths."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

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
        numbers = list(range(int(first), int(last) + 1)) if dash else [int(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) < 2 or min(numbers) < 1 or len(set(numbers)) < len(numbers):
        raise ValueError(f"{text!r} are not depths: expected at least two different ones, like 1,2,4 or 1-4")
    return numbers


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "player", metavar="PLAYER|CONFIG", help="a player with a depth option, or a TOML file of boards"
    )
    parser.add_argument("--depths", type=arguments.reading(depths), default=[1, 2, 3, 4], help="(default 1,2,3,4)")
    arguments.add_game(parser, "7x7x4")
    parser.add_argument(
        "--games", type=arguments.count(1), default=10, metavar="N", help="for each pair of depths (default 10)"
    )
    parser.add_argument(
        "--opening-plies", type=arguments.count(0), default=2, metavar="N", help="random opening moves (default 2)"
    )
    arguments.add_seed(parser)
    arguments.add_players_folder(parser)
    arguments.add_time(parser, 10.0)
    arguments.add_run(parser)
    arguments.add_tables(parser)


def run(args: argparse.Namespace) -> int:
    return run_boards(args) if args.player.endswith(".toml") else run_depths(args)


def run_depths(args: argparse.Namespace) -> int:
    """One board: the cross table of the depths and what it says."""
    control = arguments.time_control(args)
    entries = depth_entries(args.player, args.depths, args.game, control, args.players)
    fixtures = _schedule(args.game, entries, args.games, args.opening_plies, args.seed)
    played = play_schedule(fixtures, args, "table")
    header = f"{args.player} at depths {', '.join(map(str, args.depths))} on {args.game}, {limits_in_words(control)}"
    names = [entry.label for entry in entries]
    body = "wins-draws-losses of the row against the column:\n" + cross_table(played.records, names)
    return print_played(played, args, header, f"{body}\n\n{verdict(played.records, names)}")


def run_boards(args: argparse.Namespace) -> int:
    """Several boards, each with its own limit: one row each, for the deepest against the others."""
    config = read_config(Path(args.player), DepthTable)
    fixtures: list[Fixture] = []
    ids: list[set[str]] = []
    for board in config.board:
        try:
            game = Game.parse(board.game)
        except ValueError as error:
            raise BadUsage(f"{args.player}: {error}") from None
        control = replace(arguments.time_control(args), seconds=board.seconds)
        entries = depth_entries(config.player, config.depths, game, control, args.players, probing=not fixtures)
        fixtures += _schedule(game, entries, config.games, config.opening_plies, config.seed)
        ids.append({fixture.id for fixture in fixtures} - set().union(*ids))
    played = play_schedule(fixtures, args, "table")
    deepest = f"depth {max(config.depths)}"
    rows = [_board_row(board, deepest, played.records, wanted) for board, wanted in zip(config.board, ids, strict=True)]
    others = ", ".join(str(depth) for depth in sorted(config.depths)[:-1])
    body = table(rows, ["board", "k", "limit", "W/L/T"])
    header = f"{config.player}: {deepest} against depth {others}, wins/losses/ties of the deepest"
    return print_played(played, args, header, body)


def _board_row(board: Board, deepest: str, records: Sequence[GameRecord], wanted: set[str]) -> list[str]:
    own = [record for record in records if record.id in wanted]
    total = [0, 0, 0]
    for other in {name for record in own for name in record.players} - {deepest}:
        total = [mine + more for mine, more in zip(total, against(own, deepest, other), strict=True)]
    game = Game.parse(board.game)
    size = f"{game.rows}x{game.cols}" + (" gravity" if game.gravity else "")
    return [size, str(game.k), f"{board.seconds:g} s", f"{total[0]}/{total[2]}/{total[1]}"]


def depth_entries(
    player: str,
    depths: Sequence[int],
    game: Game,
    control: TimeControl,
    folders: Sequence[Path] | None,
    probing: bool = True,
) -> list[Entry]:
    """The player once for each depth, labelled by it."""
    joint = "," if "=" in player else ":"
    specs = [f"{player}{joint}depth={depth}" for depth in depths]
    entries = make_entries(specs, game, control, player_folders(folders), probing)
    return [replace(entry, label=f"depth {depth}") for entry, depth in zip(entries, depths, strict=True)]


def _schedule(game: Game, entries: Sequence[Entry], games: int, opening_plies: int, seed: str) -> list[Fixture]:
    try:
        return schedule.round_robin(game, entries, games, opening_plies, seed)
    except ValueError as error:
        raise BadUsage(str(error)) from None


def verdict(records: Sequence[GameRecord], names: Sequence[str]) -> str:
    """Does looking deeper help?"""
    if records and all(record.winner == 0 for record in records):
        return "verdict: every game was a draw"
    scores = {player.name: player.score for player in summaries(records)}
    shown = ", ".join(f"{name} {100 * scores.get(name, 0):.0f} %" for name in names)
    order = [scores.get(name, 0.0) for name in names]
    if order == sorted(order) and order[0] < order[-1]:
        return f"verdict: the deeper, the better ({shown})"
    if order[-1] > order[0]:
        return f"verdict: the deepest beats the shallowest, but not every step helps ({shown})"
    return f"verdict: looking deeper did not help here ({shown})"


COMMAND = Command("depth-limited self-play: a cross table", run, add_arguments, __doc__ or "", EXAMPLES)
