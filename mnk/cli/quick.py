"""No command: a small round robin that shows what there is, in under a minute."""

import argparse
import os
from dataclasses import dataclass

from mnk.arena import schedule
from mnk.arena.clock import TimeControl
from mnk.cli import arguments
from mnk.cli.config import read_config
from mnk.cli.entries import make_entries
from mnk.cli.parser import Command
from mnk.cli.session import games_in_words, limits_in_words, play_schedule, print_played
from mnk.game import Game
from mnk.loader import PLAYERS, ROOT

CONFIG = ROOT / "configs" / "quick.toml"


@dataclass(frozen=True)
class RoundRobin:
    game: str
    players: list[str]
    games: int = 2
    seconds: float = 1.0
    opening_plies: int = 2
    seed: str = "0"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--run", metavar="NAME", help="name of the run; an existing one is continued")
    arguments.add_out(parser)
    arguments.add_clock(parser)
    arguments.add_tables(parser)
    parser.set_defaults(watch=False, show_output=False, jobs=os.cpu_count() or 1)


def run(args: argparse.Namespace) -> int:
    config = read_config(CONFIG, RoundRobin)
    game, control = Game.parse(config.game), TimeControl(seconds=config.seconds)
    entries = make_entries(config.players, game, control, [PLAYERS])
    fixtures = schedule.round_robin(game, entries, config.games, config.opening_plies, config.seed)
    played = play_schedule(fixtures, args, "quick")
    header = f"{game}, {games_in_words(played.records)}, everybody against everybody, {limits_in_words(control)}"
    code = print_played(played, args, header)
    if not args.json:
        print("next: `runner.py play` to play yourself, `runner.py new mine` to write a player, `runner.py --help`")
    return code


COMMAND = Command("play configs/quick.toml", run, add_arguments, __doc__ or "")
