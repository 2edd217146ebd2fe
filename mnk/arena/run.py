"""Plays a schedule: several games at a time, each record into the store as soon as it is there."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby

from mnk.arena import process
from mnk.arena.match import Watch, play_game
from mnk.arena.process import Group, ProcessSeat
from mnk.arena.record import GameRecord
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Entry, Seat
from mnk.arena.store import COMMIT_EVERY, Store

OnRecord = Callable[[GameRecord], None]


@dataclass(frozen=True)
class Settings:
    """How games are played, as far as it can not change their moves."""

    jobs: int = 1
    keep: bool = False  # one process for all games of a pairing
    watch: Watch | None = None
    show_output: Callable[[str], None] | None = None
    terminal: str = ""  # the player that reads from the terminal


def play(fixtures: Sequence[Fixture], store: Store, settings: Settings, on_record: OnRecord) -> None:
    """Play what the store does not have yet. Only this thread writes; Ctrl-C leaves no player behind."""
    done = store.ids()
    todo = [fixture for fixture in fixtures if fixture.id not in done]
    group = Group()
    with ThreadPoolExecutor(max_workers=settings.jobs) as pool:
        jobs: set[Future[None]] = set()
        finished: list[GameRecord] = []
        try:
            batches = _batches(todo, settings)
            jobs = {pool.submit(_play_batch, batch, settings, group, finished.append) for batch in batches}
            while jobs:
                completed, jobs = wait(jobs, timeout=COMMIT_EVERY, return_when=FIRST_COMPLETED)
                _write(finished, store, on_record)
                for job in completed:
                    job.result()
        except BaseException:
            for job in jobs:
                job.cancel()
            group.stop()
            raise
        finally:
            _write(finished, store, on_record)


def _write(finished: list[GameRecord], store: Store, on_record: OnRecord) -> None:
    while finished:
        record = finished.pop(0)
        if store.add(record):
            on_record(record)
    store.flush_if_due()


def _batches(fixtures: Iterable[Fixture], settings: Settings) -> list[list[Fixture]]:
    """One game each, or with `keep` all games of a pairing."""
    if not settings.keep:
        return [[fixture] for fixture in fixtures]
    return [list(batch) for _, batch in groupby(fixtures, key=lambda fixture: fixture.pairing)]


def _play_batch(fixtures: Sequence[Fixture], settings: Settings, group: Group, add: OnRecord) -> None:
    """Play games one after the other in the same seats."""
    seats: dict[str, Seat] = {}
    with ExitStack() as stack:
        for fixture in fixtures:
            for entry in fixture.entries:
                if entry.label not in seats:
                    seats[entry.label] = open_seat(entry, settings, group)
                    stack.callback(seats[entry.label].close)
            first, second = (seats[entry.label] for entry in fixture.entries)
            add(play_game((first, second), fixture, process.LEVEL, settings.watch))


def open_seat(entry: Entry, settings: Settings, group: Group) -> Seat:
    return ProcessSeat(entry, group, entry.label == settings.terminal, settings.show_output)
