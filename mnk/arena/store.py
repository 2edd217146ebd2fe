"""The store of a run: one SQLite file with every finished game in it, once.

A game is committed at most a tenth of a second after it was added. What is lost in that gap when
the runner is killed was never counted, and is played again when the run is continued.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mnk.arena.record import GameRecord

COMMIT_EVERY = 0.1
FILE_NAME = "games.sqlite"
SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE,
    game TEXT, first TEXT, second TEXT, winner INTEGER, ending TEXT, record TEXT
);
"""


class StoreError(Exception):
    """The store can not be used: not there, not ours, or no room for it."""


class Store:
    """Add records, read them back in the order in which they were added."""

    def __init__(self, folder: Path, create: bool = False, now: Callable[[], float] = time.monotonic) -> None:
        self.path = folder / FILE_NAME
        self._now = now
        self._committed = now()
        self._pending = 0
        try:
            self._db = _open(self.path, create)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"the games of {folder} can not be opened: {error}") from error

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def add(self, record: GameRecord) -> bool:
        """Keep a record; False if its game is there already."""
        row = (record.id, record.game, *record.players, record.winner, record.ending.name, record.to_json())
        with self._told("written"):
            added = self._db.execute("INSERT OR IGNORE INTO games VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", row).rowcount
        self._pending += added
        self.flush_if_due()
        return bool(added)

    def flush_if_due(self) -> None:
        if self._pending and self._now() - self._committed >= COMMIT_EVERY:
            self.flush()

    def flush(self) -> None:
        with self._told("written"):
            self._db.commit()
        self._pending, self._committed = 0, self._now()

    def ids(self) -> set[str]:
        with self._told("read"):
            return {row[0] for row in self._db.execute("SELECT id FROM games")}

    def records(self) -> Iterator[GameRecord]:
        with self._told("read"):
            for (text,) in self._db.execute("SELECT record FROM games ORDER BY number"):
                yield GameRecord.from_json(text)

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """SQLite's troubles in our words."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} could not be {what}: {error}") from error

    def close(self) -> None:
        try:
            self.flush()
        finally:
            self._db.close()


def _open(path: Path, create: bool) -> sqlite3.Connection:
    if create:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.is_file():
        raise OSError(f"there is no {FILE_NAME}")
    # A reader of a write-ahead log has to write beside it; where it can not, nobody else does either.
    immutable = not create and not os.access(path.parent, os.W_OK)
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}{'?immutable=1' if immutable else ''}", uri=True, timeout=30
    )
    try:
        if create:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(SCHEMA)
        connection.execute("SELECT count(*) FROM games")
    except sqlite3.Error:  # not ours, or no room
        connection.close()
        raise
    return connection
