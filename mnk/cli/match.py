"""`match A B`: two players, both colours, and an honest table."""

import argparse

from mnk.arena import schedule
from mnk.cli import arguments
from mnk.cli.entries import at_the_terminal, make_entries, player_folders
from mnk.cli.parser import BadUsage, Command
from mnk.cli.session import games_in_words, limits_in_words, play_schedule, print_played

EXAMPLES = """\
examples:
  runner.py match alphabeta default
  runner.py match custom evaluation --game 15x15x5 --games 20 --seconds 0.5
  runner.py match alphabeta:depth=2 alphabeta:depth=4 --opening-plies 2 --jobs 2
  runner.py match my_player.py random --seconds none --show-output"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", metavar="A", help="a player: a name, a file, with options after a colon")
    parser.add_argument("b", metavar="B", help="its opponent")
    arguments.add_game(parser)
    parser.add_argument("--games", type=arguments.count(1), default=10, metavar="N", help="(default 10)")
    parser.add_argument(
        "--opening-plies", type=arguments.count(0), default=0, metavar="N", help="random opening moves (default 0)"
    )
    arguments.add_seed(parser)
    arguments.add_players_folder(parser)
    arguments.add_time(parser)
    arguments.add_run(parser)
    arguments.add_many_games(parser)
    arguments.add_tables(parser)


def run(args: argparse.Namespace) -> int:
    control = arguments.time_control(args)
    entries = make_entries([args.a, args.b], args.game, control, player_folders(args.players), args.keep)
    if len(entries) != 2:
        raise BadUsage(f"a match has two players, not {len(entries)}: say which of the files")
    try:
        fixtures = schedule.match(args.game, entries[0], entries[1], args.games, args.opening_plies, args.seed)
    except ValueError as error:
        raise BadUsage(str(error)) from None
    played = play_schedule(fixtures, args, "match", at_the_terminal(entries))
    header = f"{args.game}, {games_in_words(played.records)}, {limits_in_words(control)}, seed {args.seed}"
    return print_played(played, args, header)


COMMAND = Command("play a match between two players", run, add_arguments, __doc__ or "", EXAMPLES)
