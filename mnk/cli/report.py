"""`report`: the tables of a run, from its store alone."""

import argparse
import csv
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from mnk.arena.record import GameRecord
from mnk.cli import arguments
from mnk.cli.parser import Command
from mnk.cli.runs import find_run
from mnk.cli.session import games_in_words, print_records
from mnk.game import Game
from mnk.notation import format_moves
from mnk.report.document import document
from mnk.report.summary import summaries, told_apart
from mnk.report.tables import cross_table

EXAMPLES = """\
examples:
  runner.py report
  runner.py report match-20261118-120000 --wide
  runner.py report --csv games.csv --jsonl games.jsonl"""
CSV_COLUMNS = ("id", "game", "first", "second", "winner", "ending", "detail", "opening", "plies", "moves")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", nargs="?", metavar="RUN", help="its name or folder (default: the newest)")
    arguments.add_out(parser)
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write one line per game")
    parser.add_argument("--jsonl", type=Path, metavar="FILE", help="write the whole records, one per line")
    arguments.add_tables(parser)


def run(args: argparse.Namespace) -> int:
    name, store = find_run(args.out, args.run)
    with store:
        records = told_apart(list(store.records()))
    if args.csv:
        write_csv(args.csv, records)
    if args.jsonl:
        args.jsonl.write_text("".join(record.to_json() + "\n" for record in records), encoding="utf-8")
    if args.json:
        print(json.dumps(document(name, records), ensure_ascii=False))
        return 0
    games = ", ".join(sorted({record.game for record in records})) or "nothing"
    clocks = ", ".join(sorted({f"{record.clock}, protection {record.level}" for record in records}))
    print(f"{name}: {games_in_words(records)} of {games}\ntime: {clocks}\n")
    print_records(records, args)
    players = summaries(records)
    if len(players) > 2:
        print(f"\nthe row against the column:\n{cross_table(records, [p.name for p in players])}")
    for file in filter(None, (args.csv, args.jsonl)):
        print(f"wrote {file}", file=sys.stderr)
    return 0


def write_csv(file: Path, records: Sequence[GameRecord]) -> None:
    with file.open("w", newline="", encoding="utf-8") as stream:
        rows = csv.writer(stream)
        rows.writerow(CSV_COLUMNS)
        for record in records:
            moves = format_moves(Game.parse(record.game), record.moves)
            result = (record.winner, record.ending.name, safe(record.detail))
            names = [safe(name) for name in record.players]
            rows.writerow((record.id, record.game, *names, *result, record.opening, len(record.moves), moves))


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return "'" + text if text.startswith(("=", "+", "-", "@", "\t")) else text


COMMAND = Command("show the tables of a run again", run, add_arguments, __doc__ or "", EXAMPLES)
