"""Plays a schedule for a command: progress, Ctrl-C, the store, and the tables at the end."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from mnk.arena.clock import TimeControl
from mnk.arena.record import GameRecord, MoveRecord
from mnk.arena.referee import Audience
from mnk.arena.remote import Unavailable, WorkerLost
from mnk.arena.run import Settings, play
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Quit
from mnk.arena.store import StoreError
from mnk.cli.runs import forget, open_run
from mnk.game import MARKS, State
from mnk.notation import draw
from mnk.report.document import document
from mnk.report.summary import distinct_games, remarks, summaries, told_apart
from mnk.report.tables import game_lines, match_table, wide_table

PROTECTION = {"none": "run only players that you trust"}


@dataclass(frozen=True)
class Played:
    """What came out of a schedule."""

    run: str
    folder: Path
    records: list[GameRecord]
    planned: int
    exit_code: int

    @property
    def document(self) -> dict[str, Any]:
        return document(self.run, self.records)


def play_schedule(fixtures: Sequence[Fixture], args: argparse.Namespace, kind: str, terminal: str = "") -> Played:
    """Play the fixtures into the run's store. Whatever stops it, what was finished is kept and returned."""
    run, store = open_run(args.out, args.run, kind)
    wanted = {fixture.id for fixture in fixtures}
    code = 0
    with store, Progress(len(wanted - store.ids())) as progress:
        settings = Settings(
            jobs=1 if args.watch or terminal else args.jobs,
            clock=args.clock,
            audience=Audience(
                watch=progress.pausing(_draw_move) if args.watch else None,
                show_output=progress.pausing(_show_lines) if args.show_output else None,
            ),
            terminal=terminal,
            tell=progress.pausing(_say),
        )
        try:
            play(fixtures, store, settings, lambda record: progress.step())
        except KeyboardInterrupt:
            code = 130
        except Quit:
            code = 0
        except (StoreError, Unavailable, WorkerLost) as error:
            _say(str(error))
            code = 3
        everything = list(store.records())
    if not everything:
        forget(store)
    records = told_apart([record for record in everything if record.id in wanted])
    return Played(run, store.path.parent, records, len(wanted), code)


def print_played(played: Played, args: argparse.Namespace, header: str, body: str | None = None) -> int:
    """The tables of what was played, or the JSON document."""
    if args.json:
        print(json.dumps(played.document, ensure_ascii=False))
        return played.exit_code
    if played.planned and not played.records:
        print(f"0 of {played.planned} games were played")
        return played.exit_code
    print(header)
    print(conditions_in_words(played.records) + "\n")
    print_records(played.records, args, body)
    print()
    print(f"report: {played.folder}")
    if len(played.records) < played.planned:
        print(f"{len(played.records)} of {played.planned} games were played; to go on, add --run {played.run}")
    return played.exit_code


def print_records(records: Sequence[GameRecord], args: argparse.Namespace, body: str | None = None) -> None:
    if args.verbose and records:
        print(game_lines(records) + "\n")
    if body is not None:
        print(body)
    if body is None or args.wide:
        players = summaries(records)
        print(wide_table(players) if args.wide else match_table(players))
    for line in remarks(records):
        print(f"- {line}")


def conditions_in_words(records: Sequence[GameRecord]) -> str:
    """`time: wall clock; protection: none (run only players that you trust)`, for each that there was."""
    kinds = sorted({(record.clock, record.level) for record in records})
    return "\n".join(f"time: {clock}; protection: {level} ({PROTECTION[level]})" for clock, level in kinds)


def games_in_words(records: Sequence[GameRecord]) -> str:
    """`10 games (2 distinct)`."""
    return f"{len(records)} {'game' if len(records) == 1 else 'games'} ({distinct_games(records)} distinct)"


def limits_in_words(control: TimeControl) -> str:
    """`1 s a move (bank 60 s)`."""
    if control.seconds == float("inf"):
        return "no time limit"
    return f"{control.seconds:g} s a move" + (f" (bank {control.bank:g} s)" if control.bank else "")


def _draw_move(fixture: Fixture, state: State, move: MoveRecord) -> None:
    color = 3 - state.to_play
    told = f", value {move.value:+.2f}" if move.value is not None else ""
    told += f", {move.info}" if move.info else ""
    player = f"{fixture.entries[color - 1].label} ({MARKS[color]})"
    print(f"\n{player} after {move.charged:.3f} s{told}\n{draw(state)}", file=sys.stderr)
    if outcome := state.outcome():
        print(f"{player} wins: {outcome.detail}" if outcome.winner else "a draw", file=sys.stderr)


def _say(sentence: str) -> None:
    print(f"runner.py: {sentence}", file=sys.stderr)


def _show_lines(label: str, text: str) -> None:
    for line in text.splitlines():
        print(f"{label}: {line}", file=sys.stderr)


class Progress:
    """A bar on standard error, where that is a terminal, and nothing elsewhere."""

    def __init__(self, total: int) -> None:
        from tqdm import tqdm

        hidden = True if total == 1 else None  # None: where it is no terminal
        self._bar = tqdm(total=total, unit="game", disable=hidden, file=sys.stderr, leave=False)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._bar.close()

    def step(self) -> None:
        self._bar.update()

    def pausing(self, write: Callable[..., Any]) -> Callable[..., None]:
        """The same function, with the bar out of its way."""

        def written(*arguments: Any) -> None:
            with self._bar.external_write_mode(file=sys.stderr):
                write(*arguments)

        return written
