"""`games`: the games that have a name, and how any other is written."""

import argparse
import json

from mnk.cli import arguments
from mnk.cli.parser import Command
from mnk.game import NAMED_GAMES, Game
from mnk.report.tables import table

NOTE = """\
Any game can be played: rows x cols x k, then the flags g (gravity) and
e (exactly k: a longer line does not win), then blocked cells: 7x7x4#a3,b5.
Rows are counted from the top, columns are letters: h8. With gravity a move is
the number of a column."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    games = [(name, Game.parse(text)) for name, text in NAMED_GAMES.items()]
    if args.json:
        fields = ("rows", "cols", "k", "gravity", "exact")
        rows = [
            {"name": name, "game": str(game), **{key: getattr(game, key) for key in fields}} for name, game in games
        ]
        print(json.dumps({"games": rows}))
        return 0
    rows_shown = [[name, game, game.rows, game.cols, game.k, "yes" if game.gravity else "no"] for name, game in games]
    print(table(rows_shown, ["name", "game", "rows", "cols", "k", "gravity"], left=2))
    print(f"\n{NOTE}")
    return 0


COMMAND = Command("list the games that have a name", run, add_arguments, __doc__ or "", "example:\n  runner.py games")
