"""The exact form as the runner sees it: games go to a worker's process, records come back.

Both sides are ours and speak JSON, a line each; the first letter of an answer tells what it is.
"""

import json
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from mnk.arena.environment import clean_environment, python
from mnk.arena.process import Group
from mnk.arena.record import GameRecord, MoveRecord
from mnk.arena.referee import Audience
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Stopped
from mnk.cells import Action
from mnk.game import State

READY, UNAVAILABLE, RECORD, MOVE, OUTPUT, DONE = b"+", b"-", b"R", b"M", b"O", b"."
END_SECONDS = 40.0  # for a worker to end its players; they may have to be torn out of gigabytes


class Unavailable(Exception):
    """The exact form can not be had here; the message says why."""


class WorkerLost(Exception):
    """A worker has ended in the middle of a game: nobody's fault, and the game is not recorded."""


class Shown:
    """The boards that somebody watches, move by move."""

    def __init__(self, fixtures: Sequence[Fixture], audience: Audience) -> None:
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

    def __init__(self, group: Group, audience: Audience, number: int) -> None:
        self._group = group
        self._audience = audience
        self._line, theirs = socket.socketpair()
        with theirs:
            self._worker = subprocess.Popen(
                [*python("mnk.arena.worker"), str(number)],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env=clean_environment(),
                start_new_session=True,  # Ctrl-C is for the runner to deal with
            )
        self._lines = self._line.makefile("rb")
        group.members.add(self)
        hello = self._lines.readline()
        if not hello.startswith(READY):
            self.close()
            self._check_stopped()
            raise Unavailable(hello[1:].decode().strip() or "no worker could be started")

    def play(self, fixtures: Sequence[Fixture]) -> Iterator[GameRecord]:
        wishes = [self._audience.watch is not None, self._audience.show_output is not None]
        order = json.dumps([[fixture.to_dict() for fixture in fixtures], *wishes])
        with suppress(BrokenPipeError):  # there will be no answer, and that is told below
            self._line.sendall(order.encode() + b"\n")
        shown = Shown(fixtures, self._audience)
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
        if not line.endswith(b"\n"):
            self._check_stopped()
            raise WorkerLost(f"a worker has ended in the middle of a game (code {self._worker.wait()})")
        return line

    def _check_stopped(self) -> None:
        if self._group.stopped.is_set():
            raise Stopped

    def stop(self) -> None:
        """From any thread: the worker sees its line closed, ends its players and itself."""
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
