"""Plays a schedule: several games at a time, each record into the store as soon as it is there."""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from queue import Empty, SimpleQueue

from mnk.arena.launcher import Group, open_seat
from mnk.arena.match import Watch, play_game
from mnk.arena.record import GameRecord
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Seat
from mnk.arena.store import COMMIT_EVERY, Store

OnRecord = Callable[[GameRecord], None]
Result = GameRecord | BaseException | None  # None: a worker has nothing left to do


@dataclass(frozen=True)
class Settings:
    """How games are played, as far as it can not change their moves."""

    jobs: int = 1
    watch: Watch | None = None
    show_output: Callable[[str, str], None] | None = None  # a player's label and what it printed
    terminal: str = ""  # the player that reads from the terminal


def play(fixtures: Sequence[Fixture], store: Store, settings: Settings, on_record: OnRecord) -> None:
    """Play what the store does not have yet. Only this thread writes; whatever ends it, no player is left."""
    done = store.ids()
    batches: SimpleQueue[list[Fixture]] = SimpleQueue()
    for batch in _batches([fixture for fixture in fixtures if fixture.id not in done]):
        batches.put(batch)
    group = Group()
    results: SimpleQueue[Result] = SimpleQueue()
    workers = [threading.Thread(target=_work, args=[batches, results, settings, group]) for _ in range(settings.jobs)]
    try:
        with _stopping_between_games() as interrupted:
            for worker in workers:
                worker.start()
            _collect(results, len(workers), store, on_record, interrupted)
    finally:
        group.stop()
        for worker in workers:
            if worker.ident:
                worker.join()
        _save_the_rest(results, store, on_record)


def _collect(
    results: SimpleQueue[Result], working: int, store: Store, on_record: OnRecord, interrupted: threading.Event
) -> None:
    """Write down what the workers have finished, until they have nothing left to do."""
    while working:
        try:
            result = results.get(timeout=COMMIT_EVERY)
        except Empty:
            store.flush_if_due()
        else:
            if result is None:
                working -= 1
            elif isinstance(result, GameRecord):
                if store.add(result):
                    on_record(result)
            elif not interrupted.is_set():
                raise result
        if interrupted.is_set():
            raise KeyboardInterrupt


def _save_the_rest(results: SimpleQueue[Result], store: Store, on_record: OnRecord) -> None:
    """What was finished while the run was being stopped counts too."""
    while not results.empty():
        result = results.get()
        if isinstance(result, GameRecord) and store.add(result):
            on_record(result)


@contextmanager
def _stopping_between_games() -> Iterator[threading.Event]:
    """While this lasts, Ctrl-C, a kill or a closed terminal only sets a flag.

    An exception out of nowhere could tear a record, and a runner that just ends leaves its players behind."""
    interrupted = threading.Event()
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        names = []
    before = {name: signal.getsignal(getattr(signal, name)) for name in names}
    for name in names:
        if before[name] is not signal.SIG_IGN:
            signal.signal(getattr(signal, name), lambda number, frame: interrupted.set())
    try:
        yield interrupted
    finally:
        for name in names:
            signal.signal(getattr(signal, name), before[name])


def _batches(fixtures: Sequence[Fixture]) -> list[list[Fixture]]:
    """One game each; all games of a pairing whose players are kept."""
    batches = []
    for (_, keep), batch in groupby(fixtures, key=lambda fixture: (fixture.pairing, fixture.keep)):
        games = list(batch)
        batches += [games] if keep else [[game] for game in games]
    return batches


def _work(batches: SimpleQueue[list[Fixture]], results: SimpleQueue[Result], settings: Settings, group: Group) -> None:
    """Play batch after batch; whatever goes wrong is the main thread's to decide."""
    try:
        while not group.stopped.is_set():
            _play_batch(batches.get_nowait(), settings, group, results)
    except Empty:
        pass
    except BaseException as error:
        results.put(error)
    results.put(None)


def _play_batch(fixtures: list[Fixture], settings: Settings, group: Group, results: SimpleQueue[Result]) -> None:
    """Play games one after the other, each player in the same seat."""
    seats: dict[str, Seat] = {}
    with ExitStack() as stack:
        for fixture in fixtures:
            for entry in fixture.entries:
                if entry.label not in seats:
                    terminal = entry.label == settings.terminal
                    seats[entry.label] = open_seat(entry, group, terminal, settings.show_output)
                    stack.callback(seats[entry.label].close)
            first, second = (seats[entry.label] for entry in fixture.entries)
            record = play_game((first, second), fixture, settings.watch)
            if fixture is fixtures[-1]:
                first.close()
                second.close()
            results.put(replace(record, output=(first.output(), second.output())))
