"""`replay`: look at a game of a run, move by move."""

import argparse
import sys
from collections.abc import Sequence

from mnk.arena.record import GameRecord
from mnk.cli import arguments
from mnk.cli.parser import BadUsage, Command
from mnk.cli.runs import find_run
from mnk.game import MARKS, Game
from mnk.notation import draw, format_move, format_moves
from mnk.report.tables import result_in_words

EXAMPLES = """\
examples:
  runner.py replay
  runner.py replay match-20261118-120000 3
  runner.py replay --lost-by custom --output"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", nargs="?", metavar="RUN", help="its name or folder (default: the newest)")
    parser.add_argument("number", nargs="?", metavar="GAME", help="number or id of the game (default: the last)")
    parser.add_argument("--lost-by", metavar="PLAYER", help="the first game that this player lost")
    parser.add_argument("--moves", action="store_true", help="only the moves, without boards")
    parser.add_argument("--step", action="store_true", help="wait for Enter after every move")
    parser.add_argument("--output", action="store_true", help="what the players printed, too")
    arguments.add_out(parser)
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.run and args.run.isdecimal() and args.number is None:
        args.run, args.number = None, args.run
    name, store = find_run(args.out, args.run)
    with store:
        records = list(store.records())
    record = choose(records, args.number, args.lost_by, name)
    if args.json:
        print(record.to_json())
        return 0
    print(f"{name}, game {records.index(record) + 1} of {len(records)}: {record.game}")
    print(f"X {record.players[0]}, O {record.players[1]}, opening of {record.opening} plies\n")
    if args.moves:
        print(format_moves(Game.parse(record.game), record.moves))
    else:
        show_moves(record, args.step)
    print(f"\n{result_in_words(record)}" + (f": {record.detail}" if record.detail else ""))
    if args.output:
        for player, text in zip(record.players, record.output, strict=True):
            print(f"\n--- {player} printed ---\n{text or '(nothing)'}")
    return 0


def choose(records: Sequence[GameRecord], number: str | None, lost_by: str | None, run: str) -> GameRecord:
    if not records:
        raise BadUsage(f"the run {run} has no games")
    if lost_by:
        if not any(lost_by in record.players for record in records):
            raise BadUsage(f"there is no player {lost_by!r} in {run}")
        lost = [r for r in records if lost_by in r.players and r.winner == 2 - r.players.index(lost_by)]
        if not lost:
            raise BadUsage(f"{lost_by} lost no game of {run}")
        return lost[0]
    if number is None:
        return records[-1]
    found = [record for record in records if record.id.startswith(number)] if not number.isdecimal() else []
    if number.isdecimal() and 1 <= int(number) <= len(records):
        found = [records[int(number) - 1]]
    if len(found) != 1:
        raise BadUsage(f"there is no game {number} in {run}: expected a number from 1 to {len(records)}, or an id")
    return found[0]


def show_moves(record: GameRecord, step: bool) -> None:
    """Every move with what the player told about it, and the board after it."""
    game, states = Game.parse(record.game), record.states()
    for ply, (action, state) in enumerate(zip(record.moves, states[1:], strict=True), start=1):
        print(f"{ply}. {MARKS[3 - state.to_play]} {format_move(game, action)}{told(record, ply - 1)}")
        print(draw(state) + "\n")
        if step and sys.stdin.isatty():
            print("Enter for the next move ", end="", flush=True)
            if not sys.stdin.readline():
                return


def told(record: GameRecord, ply: int) -> str:
    if ply < record.opening:
        return "  (opening)"
    move = record.move_records[ply - record.opening]
    parts = [f"{move.charged:.3f} s"]
    parts += [f"depth {move.depth}"] if move.depth else []
    parts += [f"{move.nodes} nodes"] if move.nodes else []
    parts += [f"value {move.value:+.2f}"] if move.value is not None else []
    parts += [move.info] if move.info else []
    parts += ["overrun"] if move.overrun else []
    parts += ["made for the player"] if move.replaced else []
    return f"  ({', '.join(parts)})"


COMMAND = Command("look at a game, move by move", run, add_arguments, __doc__ or "", EXAMPLES)
