"""The exact form as the runner sees it: games go to a worker's process, records come back.

Both sides are ours and speak JSON, a line each; the first letter of an answer tells what it is.
"""

import json
import os
import socket
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from mnk.arena.environment import clean_environment, python
from mnk.arena.process import Group
from mnk.arena.record import GameRecord, MoveRecord
from mnk.arena.referee import Audience, Batch
from mnk.arena.seat import Stopped
from mnk.cells import Action
from mnk.game import State

READY, UNAVAILABLE, RECORD, MOVE, OUTPUT, DONE, LOST = b"+", b"-", b"R", b"M", b"O", b".", b"!"
NO_TIME = 0.1
MOST_AHEAD = 32
END_SECONDS = 40.0  # for a worker to end its players; they may have to be torn out of gigabytes


class Unavailable(Exception):
    """The exact form can not be had here; the message says why."""


class WorkerLost(Exception):
    """A worker has ended in the middle of a game: nobody's fault, and the game is not recorded."""


class Shown:
    """The boards that somebody watches, move by move."""

    def __init__(self, fixtures: Batch, audience: Audience) -> None:
        self._fixtures = fixtures
        self._audience = audience
        self._states: dict[int, State] = {}

    def move(self, number: int, cell: list[int], fields: dict[str, Any]) -> None:
        fixture = self._fixtures[number]
        state = self._states.get(number) or fixture.start()
        self._states[number] = state.result(Action(*cell))
        if self._audience.watch:
            self._audience.watch(fixture, self._states[number], MoveRecord(**fields))


class RemoteReferee:
    """Has games played by a worker, a process of its own on a core of its own."""

    def __init__(
        self, group: Group, audience: Audience, number: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._group = group
        self._audience = audience
        self._now = now
        self._line, theirs = socket.socketpair()
        self._lines = self._line.makefile("rb")
        alive, self._life = os.pipe()
        try:
            self._worker = _start_worker(number, theirs.fileno(), alive)
        except OSError as error:
            for file in (self._lines, self._line):
                file.close()
            os.close(self._life)
            raise Unavailable(str(error)) from None
        finally:
            theirs.close()
            os.close(alive)
        self._is_ready = False
        self._is_stopped = threading.Lock()
        group.members.add(self)
        hello = self._lines.readline()
        self._is_ready = hello.startswith(READY)
        if not self._is_ready:
            self.close()
            self._check_stopped()
            raise Unavailable(hello[1:].decode().strip() or "no worker could be started")

    def play(self, batches: Iterator[Batch]) -> Iterator[GameRecord]:
        """So many batches are sent ahead as are played in no time; of long ones another worker may be free first."""
        ordered: deque[Batch] = deque()
        start, done, ahead = self._now(), 0, 1
        while True:
            while len(ordered) < ahead and (batch := next(batches, None)):
                self._order(batch)
                ordered.append(batch)
            if not ordered:
                return
            yield from self._records(ordered.popleft())
            done += 1
            ahead = max(1, min(int(NO_TIME * done / max(self._now() - start, 1e-9)), MOST_AHEAD))

    def _order(self, batch: Batch) -> None:
        wishes = [self._audience.watch is not None, self._audience.show_output is not None]
        order = json.dumps([[fixture.to_dict() for fixture in batch], *wishes])
        with suppress(BrokenPipeError):  # there will be no answer, which is told when it is missed
            self._line.sendall(order.encode() + b"\n")

    def _records(self, batch: Batch) -> Iterator[GameRecord]:
        shown = Shown(batch, self._audience)
        while (line := self._next_line())[:1] != DONE:
            if line[:1] == RECORD:
                yield GameRecord.from_json(line[1:].decode())
            elif line[:1] == MOVE:
                shown.move(*json.loads(line[1:]))
            elif self._audience.show_output:
                self._audience.show_output(*json.loads(line[1:]))

    def _next_line(self) -> bytes:
        try:
            line = self._lines.readline()
        except ConnectionResetError:
            line = b""
        if line.startswith(LOST):
            raise WorkerLost(f"a worker has given up in the middle of a game: {line[1:].decode().strip()}")
        if not line.endswith(b"\n"):
            self._check_stopped()
            raise WorkerLost(f"a worker has ended in the middle of a game (code {self._worker.wait()})")
        return line

    def _check_stopped(self) -> None:
        if self._group.stopped.is_set():
            raise Stopped

    def stop(self) -> None:
        """From any thread, any number of times: the worker ends its players and itself."""
        if self._is_stopped.acquire(blocking=False):
            os.close(self._life)
            if not self._is_ready:  # it does not look at its lines yet
                with suppress(OSError):
                    self._line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.stop()
        try:
            self._worker.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._worker.kill()
            self._worker.wait()
        self._lines.close()
        self._line.close()
        self._group.members.discard(self)


def _start_worker(number: int, line: int, alive: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*python("mnk.arena.worker"), str(number), str(alive)],
        stdin=line,
        stdout=subprocess.DEVNULL,
        env=clean_environment(),
        pass_fds=[alive],
        start_new_session=True,  # Ctrl-C is for the runner to deal with
    )
