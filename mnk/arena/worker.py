"""A worker: a process that sits on one core with the two players of a game and referees it.

    runner                    one for each game at a time
      +- worker               adopts whoever loses its parent
           +- nursery         makes new processes, on another core
           +- player          stopped while ...
           +- player          ... this one thinks

When the runner ends, however it ends, the worker's line is closed: it kills all the others and
ends. When the worker is killed, the kernel kills its players, and the nursery sees its line closed.
"""

import json
import os
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from types import FrameType
from typing import NoReturn

from mnk.arena import linux
from mnk.arena.cores import Core
from mnk.arena.exact import ExactSeat
from mnk.arena.family import STAMP_SPACE, Family
from mnk.arena.match import Watch
from mnk.arena.record import MoveRecord
from mnk.arena.referee import play_batch
from mnk.arena.remote import DONE, MOVE, OUTPUT, READY, RECORD, UNAVAILABLE
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Entry, Seat, Stopped
from mnk.game import State


def main() -> None:
    line = socket.socket(fileno=0)
    signal.signal(signal.SIGALRM, _out_of_patience)
    core = Core(int(sys.argv[1]))
    try:
        family = Family(core.number, core.others)
        core.take()
        linux.wake_promptly()
        _try_out(family)
    except (OSError, AttributeError, KeyError, ValueError) as error:
        line.sendall(UNAVAILABLE + f"{type(error).__name__}: {error}".encode() + b"\n")
        return
    try:
        with suppress(Stopped, BrokenPipeError, ConnectionResetError):
            line.sendall(READY + b"\n")
            Worker(line, family).serve()
    finally:
        family.close()


def _out_of_patience(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeoutError


def _try_out(family: Family) -> None:
    """Everything that the exact form stands on, tried on a process that has no player yet."""
    process = family.take()
    counters = linux.Counters(process.pid)
    counters.read()
    counters.close()
    linux.is_runnable(process.pid)
    linux.would_hear(process.pid, signal.SIGUSR1)
    process.stop()
    family.end(process)
    os.close(process.output)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        ours.setsockopt(socket.SOL_SOCKET, linux.STAMP, 1)
        theirs.send(b"?")
        if not ours.recvmsg(1, STAMP_SPACE)[1]:
            raise OSError("packets are not stamped")


class Worker:
    """Plays what the runner sends, until it sends no more."""

    def __init__(self, line: socket.socket, family: Family) -> None:
        self._line = line
        self._family = family

    def serve(self) -> None:
        with self._line.makefile("rb") as orders:
            for order in orders:
                fixtures, watching, showing = json.loads(order)
                self._play([Fixture.from_dict(fields) for fields in fixtures], watching, showing)
                self._tell(DONE)

    def _play(self, fixtures: list[Fixture], watching: bool, showing: bool) -> None:
        open_seat = partial(self._open_seat, showing)
        for record in play_batch(fixtures, open_seat, self._watch(fixtures) if watching else None):
            self._tell(RECORD, record.to_json())

    def _tell(self, what: bytes, text: str = "") -> None:
        self._line.sendall(what + text.encode() + b"\n")

    def _open_seat(self, showing: bool, entry: Entry) -> Seat:
        show = partial(self._show, entry.label) if showing else None
        return ExactSeat(entry, self._family, self._line.fileno(), show)

    def _show(self, label: str, text: str) -> None:
        self._tell(OUTPUT, json.dumps([label, text]))

    def _watch(self, fixtures: list[Fixture]) -> Watch:
        def watch(fixture: Fixture, state: State, move: MoveRecord) -> None:
            self._tell(MOVE, json.dumps([fixtures.index(fixture), state.last_action, asdict(move)]))

        return watch


if __name__ == "__main__":
    main()
