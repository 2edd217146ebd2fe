"""`check FILE`: plays a player through both games and odd boards and says what breaks the contract."""

import argparse
import ast
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from mnk.arena import schedule
from mnk.arena.launcher import ClockChoice
from mnk.arena.record import GameRecord
from mnk.arena.run import Settings, play
from mnk.arena.seat import Entry
from mnk.arena.store import Store
from mnk.cli import arguments
from mnk.cli.entries import PERSON, make_entries, player_folders
from mnk.cli.parser import BadUsage, Command
from mnk.game import Game
from mnk.loader import PLAYERS, SUFFIX, imported_modules
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
OPPONENT = str(PLAYERS / "random_player.py")
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
    control, folders = arguments.time_control(args), player_folders(args.players)
    entry, opponent = make_entries([args.file, OPPONENT], Game.parse("3x3x3"), control, folders)
    if entry.path == PERSON:
        raise BadUsage("a person can not be checked: choose a player that plays by itself")
    findings = examine(entry, opponent, args.seed, args.clock)
    ok = all(finding.ok for finding in findings)
    if args.json:
        found = [vars(finding) for finding in findings]
        print(json.dumps({"file": str(entry.path), "ok": ok, "findings": found}, ensure_ascii=False))
    else:
        for finding in findings:
            print(f"{'ok ' if finding.ok else 'NOT'} {finding.rule}: {finding.detail}")
        print(f"\n{entry.path.name} {'keeps the contract' if ok else 'breaks the contract'}")
    return 0 if ok else 1


def examine(entry: Entry, opponent: Entry, seed: str, clock: ClockChoice = "auto") -> list[Finding]:
    """All findings; of a file that does not load there are only a few."""
    if entry.broken:
        return [_named(entry.path), Finding("loads", False, entry.broken)]
    loads = Finding("loads", True, "in time, and its options are known")
    records = _play_boards(entry, opponent, seed, clock)
    plays = [_plays(entry, board, [record for record in records if record.game == board]) for board in BOARDS]
    return [_named(entry.path), loads, _chance(entry.path), *plays, _punctual(entry, records), _quiet(entry, records)]


def _play_boards(entry: Entry, opponent: Entry, seed: str, clock: ClockChoice) -> list[GameRecord]:
    """A game as first and one as second player on every board, two at a time."""
    fixtures = [
        fixture for board in BOARDS for fixture in schedule.match(Game.parse(board), entry, opponent, 2, 0, seed)
    ]
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder), create=True) as store:
        play(fixtures, store, Settings(jobs=2, clock=clock), lambda record: None)
        return list(store.records())


def _named(path: Path) -> Finding:
    if path.name.endswith(SUFFIX):
        return Finding("file name", True, f"{path.name} is found by its name")
    return Finding("file name", False, f"{path.name} does not end in {SUFFIX}: it is only found by its path")


def _chance(path: Path) -> Finding:
    """Does it use random numbers of its own? Then no game of it can be played again."""
    tree = ast.parse(path.read_bytes())
    own = imported_modules(tree) & {"random", "secrets", "numpy.random"}
    own |= {
        f"{node.value.id}.random"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "random"
        if isinstance(node.value, ast.Name) and node.value.id in ("np", "numpy")
    }
    if own:
        return Finding("repeatable", False, f"uses {', '.join(sorted(own))}: use self.rng, which the seed sets")
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
    if own.forfeits["TIME"] or own.overruns:
        late = f"{own.forfeits['TIME']} games lost on time, {own.overruns} moves late"
        return Finding("in time", False, f"{late}, {detail}")
    return Finding("in time", True, detail)


def _quiet(entry: Entry, records: list[GameRecord]) -> Finding:
    finished = [record for record in records if not record.ending.is_forfeit]  # a fault prints its own trace
    printed = sum(len(record.output[record.players.index(entry.label)]) for record in finished)
    detail = f"printed {printed} characters, which only `match --show-output` shows" if printed else "prints nothing"
    return Finding("quiet", True, detail)


COMMAND = Command("find what is wrong with a player", run, add_arguments, __doc__ or "", EXAMPLES)
