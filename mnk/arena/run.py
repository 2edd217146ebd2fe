"""Plays a schedule: several games at a time, each record into the store as soon as it is there."""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from queue import Empty, SimpleQueue

from mnk.arena.launcher import ClockChoice, open_referee
from mnk.arena.process import Group
from mnk.arena.record import GameRecord
from mnk.arena.referee import Audience, PortableReferee, Referee
from mnk.arena.schedule import Fixture
from mnk.arena.store import COMMIT_EVERY, Store

OnRecord = Callable[[GameRecord], None]
Result = GameRecord | BaseException | None  # None: a worker has nothing left to do


@dataclass(frozen=True)
class Settings:
    """How games are played, as far as it can not change their moves."""

    jobs: int = 1
    clock: ClockChoice = "auto"
    audience: Audience = field(default_factory=Audience)
    terminal: str = ""  # the player that sits there: only the portable form can do that
    tell: Callable[[str], None] = lambda sentence: None  # what the user should know


def play(fixtures: Sequence[Fixture], store: Store, settings: Settings, on_record: OnRecord) -> None:
    """Play what the store does not have yet. Only this thread writes; whatever ends it, no player is left."""
    done = store.ids()
    batches: SimpleQueue[list[Fixture]] = SimpleQueue()
    for batch in _batches([fixture for fixture in fixtures if fixture.id not in done]):
        batches.put(batch)
    group = Group()
    results: SimpleQueue[Result] = SimpleQueue()
    jobs = min(settings.jobs, batches.qsize())
    workers = [threading.Thread(target=_work, args=[n, batches, results, settings, group]) for n in range(jobs)]
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


def _work(
    number: int, batches: SimpleQueue[list[Fixture]], results: SimpleQueue[Result], settings: Settings, group: Group
) -> None:
    """Have batch after batch played; whatever goes wrong is the main thread's to decide."""
    try:
        with closing(_open_referee(number, settings, group)) as referee:
            for record in referee.play(_taken_from(batches, group)):
                results.put(record)
    except BaseException as error:
        results.put(error)
    results.put(None)


def _taken_from(batches: SimpleQueue[list[Fixture]], group: Group) -> Iterator[list[Fixture]]:
    """Batches from the queue, as long as there are any and the run goes on."""
    while not group.stopped.is_set():
        try:
            yield batches.get_nowait()
        except Empty:
            return


def _open_referee(number: int, settings: Settings, group: Group) -> Referee:
    if settings.terminal:
        return PortableReferee(group, settings.audience, settings.terminal)
    tell = settings.tell if number == 0 else lambda sentence: None  # once is enough
    return open_referee(settings.clock, number, group, settings.audience, tell)
