"""The portable seat: a subprocess, pipes, the wall clock, and SIGKILL.

Works wherever Python does. Time is wall time, so a busy machine is charged to the player; the
report says so.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Protocol

from mnk.arena.channel import (
    LONGEST_FROM_PLAYER,
    MOST_OFFERS,
    FromPlayer,
    FromRunner,
    decode_from_player,
    encode,
    read_packet,
    write_packet,
)
from mnk.arena.clock import Budget
from mnk.arena.dialogue import DialogueSeat
from mnk.arena.environment import clean_environment, python
from mnk.arena.output import RECENT, Output
from mnk.arena.seat import Entry, Fault, Spent, Stopped, death
from mnk.game import Ending

POLL_EVERY = 0.1  # to see whether a silent process is still there
LOCATE_SECONDS = 0.05


class Stoppable(Protocol):
    def stop(self) -> None: ...


class Group:
    """All that has processes in a run, which can be ended at once."""

    def __init__(self) -> None:
        self.members: set[Stoppable] = set()
        self.stopped = threading.Event()

    def stop(self) -> None:
        """End every player, for good; whoever waits for one is told so."""
        self.stopped.set()
        for member in list(self.members):
            member.stop()


class ProcessSeat(DialogueSeat):
    """A player in a subprocess of the runner; two threads read what it answers and what it prints."""

    clock = "wall clock"

    def __init__(
        self,
        entry: Entry,
        group: Group | None = None,
        terminal: bool = False,
        show_output: Callable[[str], None] | None = None,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(entry, Output(show_output), terminal)
        self._group = group or Group()
        self._now = now
        self._asked = now()
        self._process: subprocess.Popen[bytes] | None = None
        self._packets: queue.Queue[tuple[float, bytes]] = queue.Queue()
        self._drain: threading.Thread | None = None
        self._printed = threading.Condition()

    # --- life ---------------------------------------------------------------------------------

    def _is_open(self) -> bool:
        return self._process is not None

    def _is_dead(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def _launch(self) -> list[int]:
        terminal = [os.dup(0), os.dup(2)] if self._terminal else []  # stdout is for results
        process = subprocess.Popen(
            python("mnk.arena.child"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=clean_environment(),
            pass_fds=terminal,
            start_new_session=not terminal,  # a terminal can only be read from its own session
        )
        for number in terminal:
            os.close(number)
        self._packets = queue.Queue()
        self._output.start_anew()
        self._drain = threading.Thread(target=self._drain_output, args=[process.stderr], daemon=True)
        self._drain.start()
        threading.Thread(target=self._read, args=[process.stdout, self._packets], daemon=True).start()
        self._process = process
        self._group.members.add(self)
        if self._group.stopped.is_set():  # before or while the process started
            self.close()
            raise Stopped
        return terminal

    def close(self) -> None:
        process = self._process
        if process is None:
            return
        self._process = None
        _kill(process)
        if self._drain:  # what is left; a grandchild may still hold the pipe
            self._drain.join(timeout=1.0)
        if process.stdin:
            with suppress(OSError):
                process.stdin.close()
        self._group.members.discard(self)

    stop = close

    def _drain_output(self, pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := pipe.read1(RECENT):  # type: ignore[attr-defined]
                with self._printed:
                    self._output.add(chunk)
                    self._printed.notify_all()

    def output(self) -> str:
        with self._printed:
            return super().output()

    # --- the channel --------------------------------------------------------------------------

    def _send(self, message: FromRunner) -> None:
        pipe = self._process.stdin if self._process else None
        with suppress(OSError, ValueError):
            if pipe:
                write_packet(pipe, encode(message))

    def _read(self, pipe: IO[bytes], packets: queue.Queue[tuple[float, bytes]]) -> None:
        """Stamp every packet with its arrival; an empty one means that there are no more."""
        with pipe:
            while packet := read_packet(pipe, LONGEST_FROM_PLAYER):
                packets.put((self._now(), packet))
                if packets.qsize() > 2 * MOST_OFFERS:
                    break  # a flood: nobody needs more
        packets.put((self._now(), b""))

    def _start_clock(self, budget: Budget) -> None:
        self._asked = self._now()

    def _spent(self) -> Spent:
        wall = self._now() - self._asked
        return Spent(wall, wall)

    def _receive(self, patience: float) -> tuple[FromPlayer, Spent] | None:
        deadline = self._asked + patience
        while True:
            try:
                arrival, packet = self._packets.get(timeout=min(POLL_EVERY, max(0.0, deadline - self._now())))
                break
            except queue.Empty:
                if self._now() >= deadline:
                    return None
                if self._is_dead() and self._packets.empty():  # a child of its own may hold the pipe open
                    arrival, packet = self._now(), b""
                    break
        if self._group.stopped.is_set():
            raise Stopped
        if not packet:
            raise self._death()
        if arrival < self._asked:
            raise self._nonsense("spoke before it was asked")
        try:
            return decode_from_player(packet), Spent(arrival - self._asked, arrival - self._asked)
        except Fault as fault:
            raise self._nonsense(fault.detail) from None

    def _rest(self) -> None:
        """Nothing stops a process here: it is on its honour."""

    # --- when something is wrong --------------------------------------------------------------

    def _death(self) -> Fault:
        process, code = self._process, None
        with suppress(subprocess.TimeoutExpired):  # it may have closed the pipe and live on
            code = process.wait(timeout=0.5) if process else None
        self.close()
        if code is None:
            return Fault(Ending.DIED, f"{self.entry.path.name}: closed its channel")
        return Fault(Ending.DIED, death(self._place(), code))

    def _kill_and_locate(self) -> str:
        """Ask the process where it is, end it, and say what it answered."""
        process = self._process
        if process and hasattr(signal, "SIGUSR1"):
            process.send_signal(signal.SIGUSR1)
            with self._printed:
                self._printed.wait_for(lambda: ":" in self._place(), timeout=LOCATE_SECONDS)
        self.close()
        return self._place()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the process and whatever else is in its group."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
