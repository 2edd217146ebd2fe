"""`new NAME`: a player file to start from."""

import argparse
import json
import keyword
import re
from pathlib import Path

from mnk.cli import arguments
from mnk.cli.parser import BadUsage, Command
from mnk.loader import SUFFIX

SKELETON = '''"""Say in one line what your player does: `runner.py players` shows it."""

from mnk import Player


class {class_name}(Player):
    # Options are keyword arguments, set on the command line as {name}:caution=0.5
    # def __init__(self, caution: float = 0.5):
    #     self.caution = caution

    # Called once before each game, when self.game, self.color and self.rng are set.
    # def begin(self):
    #     self.seen = set()

    def move(self, state):
        """Choose one of state.actions().

        state.board[row][col]    0 empty, 1 the player who moves first, 2 the other; row 0 on top
        state.to_play            your colour, 1 or 2 (the same as self.color)
        state.result(action)     the state after that move; this one never changes
        state.is_terminal()      is the game over? then state.utility(color) is +1, 0 or -1
        state.wins(action)       would you complete a line there?
        state.threatens(action)  would your opponent?
        self.game                the rules: rows, cols, k, gravity
        self.time_left()         seconds left for this move
        self.rng                 your random numbers: the same seed gives the same game

        Return an action, or `yield` better and better ones: the last in time counts.
        """
        actions = state.actions()
        for action in actions:
            if state.wins(action):
                return action
        return self.rng.choice(actions)
'''

EXAMPLES = """\
examples:
  runner.py new mine
  runner.py check players/mine_player.py
  runner.py match mine default"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the player: letters, digits and _")
    parser.add_argument("--players", type=Path, default=Path("players"), metavar="DIR", help="(default ./players)")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    name = args.name.removesuffix(SUFFIX)
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) or keyword.iskeyword(name):
        raise BadUsage(f"{args.name!r} is not a name for a player: expected small letters, digits and _, like my_bot")
    path = args.players / (name + SUFFIX)
    class_name = "".join(word.capitalize() for word in name.split("_")) + "Player"
    try:
        args.players.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(SKELETON.format(class_name=class_name, name=name))
    except FileExistsError:
        raise BadUsage(f"{path} is there already: choose another name") from None
    if args.json:
        print(json.dumps({"file": str(path)}))
    else:
        print(f"{path} is yours: open it, then try `runner.py match {name} default`")
    return 0


COMMAND = Command("write a commented skeleton of a player", run, add_arguments, __doc__ or "", EXAMPLES)
