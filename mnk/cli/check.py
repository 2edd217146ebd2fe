"""`check FILE`: plays a player through both games and odd boards and says what breaks the contract."""

import argparse
import ast
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from mnk.arena import process, schedule
from mnk.arena.match import play_game
from mnk.arena.process import ProcessSeat
from mnk.arena.record import GameRecord
from mnk.arena.seat import Entry
from mnk.cli import arguments
from mnk.cli.entries import PERSON, make_entries
from mnk.cli.parser import BadUsage, Command
from mnk.game import Game
from mnk.loader import PLAYERS, SUFFIX
from mnk.report.summary import summaries

BOARDS = {
    "3x3x3": "tic-tac-toe",
    "6x7x4g": "Connect 4",
    "1x7x3": "a single row",
    "4x3x3g": "more rows than columns, with gravity",
    "4x5x9": "k too long: always a draw",
    "3x4x3#b2": "a blocked cell",
    "5x6x4g#c3": "gravity and a blocked cell",
    "7x7x4e": "exactly four",
    "9x9x5": "a larger board",
}
OPPONENT = "random"
EXAMPLES = """\
examples:
  runner.py check players/mine_player.py
  runner.py check mine --seconds 1 --json"""


@dataclass(frozen=True)
class Finding:
    rule: str
    ok: bool
    detail: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a player file, or the name of a player")
    arguments.add_seed(parser)
    arguments.add_players_folder(parser)
    arguments.add_time(parser, 0.2)
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from mnk.cli.entries import player_folders

    game, folders = Game.parse("3x3x3"), player_folders(args.players)
    control = arguments.time_control(args)
    (entry,) = make_entries([args.file], game, control, folders)
    if entry.path == PERSON:
        raise BadUsage("a person can not be checked: choose a player that plays by itself")
    (opponent,) = make_entries([OPPONENT], game, control, [PLAYERS])
    findings = list(examine(entry, opponent, args.seed))
    ok = all(finding.ok for finding in findings)
    if args.json:
        found = [vars(finding) for finding in findings]
        print(json.dumps({"file": str(entry.path), "ok": ok, "findings": found}, ensure_ascii=False))
    else:
        for finding in findings:
            print(f"{'ok ' if finding.ok else 'NOT'} {finding.rule}: {finding.detail}")
        print(f"\n{entry.path.name} {'keeps the contract' if ok else 'breaks the contract'}")
    return 0 if ok else 1


def examine(entry: Entry, opponent: Entry, seed: str) -> Iterator[Finding]:
    """All findings, the games being played two at a time."""
    yield _named(entry.path)
    if entry.broken:
        yield Finding("loads", False, entry.broken)
        return
    yield Finding("loads", True, "in time, and its options are known")
    yield _chance(entry.path)
    records: list[GameRecord] = []
    with ThreadPoolExecutor(max_workers=2) as pool:
        played = pool.map(lambda board: _play_board(entry, opponent, board, seed), BOARDS)
        for board, games in zip(BOARDS, played, strict=True):
            records += games
            yield _plays(entry, board, games)
    yield _punctual(entry, records)
    yield _quiet(entry, records)


def _play_board(entry: Entry, opponent: Entry, board: str, seed: str) -> list[GameRecord]:
    fixtures = schedule.match(Game.parse(board), entry, opponent, 2, 0, seed)
    records = []
    for fixture in fixtures:
        seats = (ProcessSeat(fixture.entries[0]), ProcessSeat(fixture.entries[1]))
        try:
            records.append(play_game(seats, fixture, process.LEVEL))
        finally:
            for seat in seats:
                seat.close()
    return records


def _named(path: Path) -> Finding:
    if path.name.endswith(SUFFIX):
        return Finding("file name", True, f"{path.name} is found by its name")
    return Finding("file name", False, f"{path.name} does not end in {SUFFIX}: it is only found by its path")


def _chance(path: Path) -> Finding:
    """Does it use random numbers of its own? Then no game of it can be played again."""
    imported = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")
    own = imported & {"random", "secrets", "numpy.random"}
    if own:
        return Finding("repeatable", False, f"imports {', '.join(sorted(own))}: use self.rng, which the seed sets")
    return Finding("repeatable", True, "no random numbers but self.rng")


def _plays(entry: Entry, board: str, records: list[GameRecord]) -> Finding:
    rule = f"plays {board} ({BOARDS[board]})"
    for record in records:
        color = record.players.index(entry.label) + 1
        if record.ending.is_forfeit and record.winner != color:
            side = "first" if color == 1 else "second"
            return Finding(
                rule, False, f"as {side} player, move {len(record.moves) + 1}: {record.ending.name}, {record.detail}"
            )
    return Finding(rule, True, "legally, as first and as second player")


def _punctual(entry: Entry, records: list[GameRecord]) -> Finding:
    own = next(player for player in summaries(records) if player.name == entry.label)
    detail = f"slowest of {own.moves} moves {own.max_seconds:.3f} s of {entry.control.seconds:g} s"
    if own.overruns:
        return Finding("in time", False, f"{own.overruns} moves came late, {detail}")
    return Finding("in time", True, detail)


def _quiet(entry: Entry, records: list[GameRecord]) -> Finding:
    printed = sum(len(record.output[record.players.index(entry.label)]) for record in records)
    detail = f"printed {printed} characters, which nobody sees without --show-output" if printed else "prints nothing"
    return Finding("quiet", True, detail)


COMMAND = Command("find what is wrong with a player", run, add_arguments, __doc__ or "", EXAMPLES)
