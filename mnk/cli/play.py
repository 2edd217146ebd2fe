"""`play`: you against a player, at the terminal."""

import argparse
import json

from mnk.arena import schedule
from mnk.cli import arguments
from mnk.cli.entries import at_the_terminal, make_entries, player_folders
from mnk.cli.parser import Command
from mnk.cli.session import play_schedule
from mnk.notation import draw
from mnk.report.tables import result_in_words

EXAMPLES = """\
examples:
  runner.py play
  runner.py play custom --game gomoku --seconds 3
  runner.py play alphabeta --game 3x3x3 --second"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("player", nargs="?", default="custom", metavar="PLAYER", help="your opponent (default custom)")
    parser.add_argument("--second", action="store_true", help="let your opponent move first")
    arguments.add_game(parser)
    arguments.add_seed(parser)
    arguments.add_players_folder(parser)
    arguments.add_time(parser)
    arguments.add_out(parser)
    parser.add_argument("--show-output", action="store_true", help="show what your opponent prints")
    parser.set_defaults(run=None, jobs=1, watch=False)
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    specs = [args.player, "human"] if args.second else ["human", args.player]
    entries = make_entries(specs, args.game, arguments.time_control(args), player_folders(args.players))
    fixtures = schedule.match(args.game, entries[0], entries[1], 1, 0, args.seed)
    played = play_schedule(fixtures, args, "play", at_the_terminal(entries))
    if args.json:
        print(json.dumps(played.document, ensure_ascii=False))
    elif played.records:
        record = played.records[0]
        print(
            f"\n{draw(record.states()[-1])}\n\n{result_in_words(record)}" + f" ({record.detail})" * bool(record.detail)
        )
        print(f"to see it again: runner.py replay {played.run}")
    else:
        print("\nyou left the game")
    return played.exit_code


COMMAND = Command("play against a player yourself", run, add_arguments, __doc__ or "", EXAMPLES)
