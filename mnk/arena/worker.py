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
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from functools import partial

from mnk.arena import linux
from mnk.arena.cores import Core
from mnk.arena.exact import ExactSeat
from mnk.arena.family import STAMP_SPACE, Family, NurseryError
from mnk.arena.match import Watch
from mnk.arena.record import MoveRecord
from mnk.arena.referee import play_batch
from mnk.arena.remote import DONE, LOST, MOVE, OUTPUT, READY, RECORD, UNAVAILABLE
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Entry, Seat, Stopped
from mnk.game import State

CHUNK = 65_536
SEND_EVERY = 0.02


def main() -> None:
    line = socket.socket(fileno=0)
    core = Core(int(sys.argv[1]))
    try:
        family = Family(core.number, core.others)
        core.take()
        linux.wake_promptly()
        _try_out(family)
    except (OSError, AttributeError, KeyError, ValueError, NurseryError) as error:
        line.sendall(UNAVAILABLE + f"{type(error).__name__}: {error}".encode() + b"\n")
        return
    try:
        with suppress(Stopped, BrokenPipeError, ConnectionResetError):
            line.sendall(READY + b"\n")
            Worker(line, int(sys.argv[2]), family).serve()
        family.close()
    except NurseryError as error:
        line.sendall(LOST + str(error).encode() + b"\n")


def _try_out(family: Family) -> None:
    """Everything that the exact form stands on, tried on a process that has no player yet."""
    process = family.take("3x3x3")
    counters = linux.Counters(process.pid)
    counters.read()
    counters.close()
    linux.is_runnable(process.pid)
    linux.would_hear(process.pid, signal.SIGUSR1)
    process.stop()
    family.release(process)
    family.settle()
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        ours.setsockopt(socket.SOL_SOCKET, linux.STAMP, 1)
        theirs.send(b"?")
        if not ours.recvmsg(1, STAMP_SPACE)[1]:
            raise OSError("packets are not stamped")


class Worker:
    """Plays what the runner sends, until it sends no more."""

    def __init__(self, line: socket.socket, life: int, family: Family) -> None:
        """`life` is a pipe that nothing comes through: its end is the runner's end."""
        self._line = line
        self._life = life
        self._family = family
        self._received = b""
        self._unsent = b""
        self._sent = 0.0

    def serve(self) -> None:
        try:
            while order := self._next_order():
                fixtures, watching, showing = json.loads(order)
                self._play([Fixture.from_dict(fields) for fields in fixtures], watching, showing)
        finally:
            self._send()  # what was finished counts, whatever ends the rest

    def _next_order(self) -> bytes:
        """Nothing when the runner has ended or has stopped the run."""
        while b"\n" not in self._received:
            self._send()
            self._family.settle()  # there is time
            ready = select.select([self._line.fileno(), self._life], [], [])[0]
            chunk = self._line.recv(CHUNK) if self._life not in ready else b""
            if not chunk:
                return b""
            self._received += chunk
        order, _, self._received = self._received.partition(b"\n")
        return order

    def _play(self, fixtures: list[Fixture], watching: bool, showing: bool) -> None:
        open_seat = partial(self._open_seat, showing)
        for record in play_batch(fixtures, open_seat, self._watch(fixtures) if watching else None):
            self._tell(RECORD, record.to_json())
            if time.monotonic() - self._sent > SEND_EVERY:
                self._send()
        self._tell(DONE)

    def _tell(self, what: bytes, text: str = "") -> None:
        self._unsent += what + text.encode() + b"\n"

    def _send(self) -> None:
        """To wake the runner costs as much as two moves: it is done once for many short games."""
        self._sent = time.monotonic()
        unsent, self._unsent = self._unsent, b""
        if unsent:
            self._line.sendall(unsent)

    def _open_seat(self, showing: bool, entry: Entry) -> Seat:
        show = partial(self._show, entry.label) if showing else None
        return ExactSeat(entry, self._family, self._life, show, idle=self._send)

    def _show(self, label: str, text: str) -> None:
        self._tell(OUTPUT, json.dumps([label, text]))
        self._send()

    def _watch(self, fixtures: list[Fixture]) -> Watch:
        def watch(fixture: Fixture, state: State, move: MoveRecord) -> None:
            self._tell(MOVE, json.dumps([fixtures.index(fixture), state.last_action, move._asdict()]))
            self._send()

        return watch


if __name__ == "__main__":
    main()
