"""The exact seat: forked from a warm process, timed by the kernel, stopped when it is not its turn.

Linux only. A seat lives in a worker's process, beside the opponent's on the worker's core.
"""

import os
import select
import signal
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from struct import Struct

from mnk.arena import linux
from mnk.arena.channel import LONGEST_FROM_PLAYER, FromPlayer, FromRunner, decode_from_player, encode
from mnk.arena.clock import Budget
from mnk.arena.dialogue import DialogueSeat
from mnk.arena.family import STAMP_SPACE, Family, Process
from mnk.arena.meter import Meter
from mnk.arena.output import Output
from mnk.arena.seat import Answer, Entry, Fault, Spent, Stopped, death
from mnk.cells import Action
from mnk.game import Ending

STAMP_LAYOUT = Struct("@qq")  # seconds and nanoseconds
CLOSING_SECONDS = 0.5  # between closing the channel and the end of the process
LOCATE_SECONDS = 0.02
LONG_MOVE = 0.02
CHUNK = 65_536
NOT_WAITING = int(socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
WENT_WRONG = int(socket.MSG_TRUNC | socket.MSG_CTRUNC)  # too long, or with something attached


class ExactSeat(DialogueSeat):
    clock = "kernel clock"

    def __init__(
        self,
        entry: Entry,
        family: Family,
        stop: int,
        show_output: Callable[[str], None] | None = None,
        idle: Callable[[], None] = lambda: None,
    ) -> None:
        """`stop` can be read when the run is to be stopped; `idle` is called while a player takes long."""
        super().__init__(entry, Output(show_output))
        self._family = family
        self._stop = stop
        self._idle = idle
        self._process: Process | None = None
        self._longest_wall = 0.0

    # --- life ---------------------------------------------------------------------------------

    def _is_open(self) -> bool:
        return self._process is not None

    def _is_dead(self) -> bool:
        return self._process is None or self._process.has_ended()

    def _launch(self) -> list[int]:
        assert self._game
        process = self._process = self._family.take(str(self._game[0]))
        self._counters = linux.Counters(process.pid)
        self._meter = Meter(self._counters, partial(linux.is_runnable, process.pid))
        self._channel = process.channel.fileno()
        self._watched = [self._channel, process.output, process.handle, self._stop]
        self._poll = select.poll()
        for file in self._watched:
            self._poll.register(file, select.POLLIN)
        self._output.start_anew()
        return []

    def close(self) -> None:
        process, self._process = self._process, None
        if process:
            self._counters.close()
            self._drain(process)
            self._family.release(process)

    def ask(self, moves: Sequence[Action], budget: Budget, bank_left: float) -> Answer:
        if self._family.dying:  # no move is timed while somebody who was killed is still there
            self._family.settle()
        return super().ask(moves, budget, bank_left)

    def output(self) -> str:
        if self._process:
            self._drain(self._process)
        return super().output()

    def _drain(self, process: Process) -> bool:
        """Read what is there, and say whether there can be more."""
        try:
            chunk = os.read(process.output, CHUNK)
        except BlockingIOError:
            return True
        self._output.add(chunk)
        return bool(chunk)

    # --- the channel --------------------------------------------------------------------------

    def _start_clock(self, budget: Budget) -> None:
        assert self._process
        self._longest_wall = 3 * budget.allowed + 1
        self._meter.ready()
        self._process.signal(signal.SIGCONT)
        self._meter.start(most_credit=budget.allowed)

    def _spent(self) -> Spent:
        return self._meter.spent()

    def _send(self, message: FromRunner) -> None:
        assert self._process
        try:
            self._process.channel.send(encode(message), NOT_WAITING)
        except OSError:
            return  # it has ended, as _receive will see

    def _receive(self, patience: float) -> tuple[FromPlayer, Spent] | None:
        assert self._process
        left = min(self._meter.left(patience, self._longest_wall), LONG_MOVE)
        while True:
            ready = self._wait(left)
            if self._channel in ready:
                return self._read(self._process)
            if self._stop in ready:
                raise Stopped
            if self._process.output in ready and not self._drain(self._process):
                self._watched.remove(self._process.output)  # it has closed it, which would wake us for ever
                self._poll.unregister(self._process.output)
            if self._process.handle in ready:
                raise self._death()
            self._idle()
            left = self._meter.left(patience, self._longest_wall)
            if left <= 0:
                return self._last_word(self._process)

    def _wait(self, seconds: float) -> list[int]:
        """The files that can be read, as soon as there is one; poll is the faster one, but only knows milliseconds."""
        if seconds > 2e-3:
            return [file for file, _ in self._poll.poll(None if seconds > 1e6 else int(seconds * 1000))]
        return select.select(self._watched, [], [], max(0.0, seconds))[0]

    def _last_word(self, process: Process) -> tuple[FromPlayer, Spent] | None:
        """What was sent before the end of all patience counts, even if nobody had the time to read it."""
        return self._read(process) if select.select([self._channel], [], [], 0)[0] else None

    def _read(self, process: Process) -> tuple[FromPlayer, Spent]:
        try:
            packet, attached, flags, _ = process.channel.recvmsg(LONGEST_FROM_PLAYER, STAMP_SPACE, NOT_WAITING)
        except ConnectionResetError:  # it has died with a question unread
            raise self._death() from None
        if not attached:  # nothing was sent: this is the end
            raise self._death()
        if flags & WENT_WRONG:
            raise self._nonsense("sent a packet that is too long, or has something attached")
        seconds, nanoseconds = STAMP_LAYOUT.unpack(attached[0][2])
        spent = self._meter.spent(sent=seconds * 10**9 + nanoseconds)
        try:
            return decode_from_player(packet), spent
        except Fault as fault:
            raise self._nonsense(fault.detail) from None

    def _rest(self) -> None:
        assert self._process
        try:
            self._process.stop()
        except TimeoutError:
            raise self._nonsense("would not be stopped after its move") from None

    # --- when something is wrong --------------------------------------------------------------

    def _death(self) -> Fault:
        process = self._process
        assert process
        has_ended = process.has_ended(CLOSING_SECONDS)  # it may have closed the channel and live on
        self.close()
        if not has_ended:
            return Fault(Ending.DIED, f"{self.entry.path.name}: closed its channel")
        self._family.settle()
        return Fault(Ending.DIED, death(self._place(), process.exit_code or 0))

    def _kill_and_locate(self) -> str:
        """Ask the process where it is, if it listens, end it, and say what it answered."""
        process = self._process
        if process and _would_hear(process):
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(process.handle, signal.SIGUSR1)
            deadline = time.monotonic() + LOCATE_SECONDS
            while ":" not in self._place() and _wait_for(process.output, deadline):
                self._drain(process)
        self.close()
        return self._place()


def _wait_for(file: int, deadline: float) -> bool:
    return bool(select.select([file], [], [], max(0.0, deadline - time.monotonic()))[0])


def _would_hear(process: Process) -> bool:
    try:
        return linux.would_hear(process.pid, signal.SIGUSR1)
    except OSError:
        return False
