"""The portable seat: a subprocess, a pipe, the wall clock, and SIGKILL.

Works wherever Python does. Time is wall time, so a busy machine is charged to the player; the
report says so.
"""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

from mnk.arena.channel import (
    LONGEST_LINE,
    MOST_OFFERS,
    Begin,
    Offer,
    Question,
    Ready,
    Setup,
    Trouble,
    decode_from_player,
    encode,
)
from mnk.arena.clock import Budget
from mnk.arena.output import Output
from mnk.arena.seat import Answer, Entry, Fault, Quit, Stopped
from mnk.cells import Action
from mnk.game import Ending, Game
from mnk.loader import ROOT
from mnk.options import OptionError

LEVEL = "none"  # of protection: players can read and write what the runner can
TIME = "wall clock"


class Group:
    """The open seats of a run, which can all be ended at once."""

    def __init__(self) -> None:
        self.seats: set[ProcessSeat] = set()
        self.stopped = threading.Event()

    def stop(self) -> None:
        """End every player, for good; whoever waits for one is told so."""
        self.stopped.set()
        for seat in list(self.seats):
            seat.close()


class ProcessSeat:
    """One player in one process, which is started when it is needed and replaced when it had to be killed."""

    def __init__(
        self,
        entry: Entry,
        group: Group | None = None,
        terminal: bool = False,
        show_output: Callable[[str], None] | None = None,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.entry = entry
        self._group = group or Group()
        self._terminal = terminal
        self._now = now
        self._output = Output(show_output)
        self._process: subprocess.Popen[bytes] | None = None
        self._messages: queue.Queue[tuple[float, bytes]] = queue.Queue()
        self._question = 0
        self._told = 0  # how many moves of the game the process knows
        self._game: tuple[Game, int, str] | None = None

    # --- life ---------------------------------------------------------------------------------

    def begin(self, game: Game, color: int, seed: str) -> None:
        if self.entry.broken:
            raise Fault(Ending.LOAD, self.entry.broken)
        self._game, self._told = (game, color, seed), 0
        if self._process is None:
            self._start()
        else:
            self._send(Begin(str(game), color, seed))
            self._await_ready()

    def _start(self) -> None:
        """Start the process and load the player; the load limit covers both."""
        assert self._game is not None
        game, color, seed = self._game
        if self._group.stopped.is_set():
            raise Stopped
        terminal = [os.dup(0), os.dup(2)] if self._terminal else []  # stdout is for results
        self._process = subprocess.Popen(
            [sys.executable, "-s", "-P", "-m", "mnk.arena.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(),
            pass_fds=terminal,
            start_new_session=not terminal,  # a terminal can only be read from its own session
        )
        for number in terminal:
            os.close(number)
        self._group.seats.add(self)
        self._messages = queue.Queue()
        self._output.follow(self._process.stderr)
        threading.Thread(target=self._read, args=[self._process.stdout, self._messages], daemon=True).start()
        self._told = 0
        options = dict(self.entry.options)
        self._send(Setup(str(self.entry.path), options, str(game), color, seed, terminal or None))
        self._await_ready()

    def _await_ready(self) -> None:
        deadline = self._now() + self.entry.control.load_seconds
        try:
            message = self._next_message(deadline)
        except Fault as fault:
            raise Fault(Ending.LOAD, f"{fault.detail} while loading") from None
        if message is None:
            place = self._kill_and_locate()
            raise Fault(Ending.LOAD, f"{place}: not loaded within {self.entry.control.load_seconds:g} s")
        if isinstance(message[1], Trouble):
            self._complain(message[1])
        if not isinstance(message[1], Ready):
            self.close()
            raise Fault(Ending.PROTOCOL, "answered before it was asked")

    def close(self) -> None:
        process = self._process
        if process is None:
            return
        self._process = None
        _kill(process)
        self._output.finish()
        if process.stdin:
            with suppress(OSError):
                process.stdin.close()
        self._group.seats.discard(self)

    def output(self) -> str:
        return self._output.take()

    # --- the channel --------------------------------------------------------------------------

    def _send(self, message: object) -> None:
        assert self._process is not None and self._process.stdin is not None
        with suppress(OSError, ValueError):  # if it has died, the reader will say so
            self._process.stdin.write(encode(message))
            self._process.stdin.flush()

    def _read(self, pipe: IO[bytes], messages: queue.Queue[tuple[float, bytes]]) -> None:
        """Stamp every line with its arrival; an empty one means that there are no more."""
        with pipe:
            while line := pipe.readline(LONGEST_LINE):
                messages.put((self._now(), line))
                if messages.qsize() > 2 * MOST_OFFERS:
                    break  # a flood: nobody needs more
        messages.put((self._now(), b""))

    def _next_message(self, deadline: float) -> tuple[float, Offer | Trouble | Ready] | None:
        """The next message and when it came; None if none came by the deadline."""
        wait = deadline - self._now()
        try:
            arrival, line = self._messages.get(timeout=max(0.0, wait) if wait < threading.TIMEOUT_MAX else None)
        except queue.Empty:
            return None
        if self._group.stopped.is_set():
            raise Stopped
        if not line:
            raise self._death()
        try:
            return arrival, decode_from_player(line)
        except Fault:
            self.close()
            raise

    def _death(self) -> Fault:
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):  # it may have closed the pipe and live on
            self._process.wait(timeout=0.5)
        code = self._process.returncode
        self.close()
        how = f"exit code {code}" if code is None or code >= 0 else f"killed by {_signal_name(-code)}"
        return Fault(Ending.DIED, f"{self._place()}: the process ended ({how})")

    def _complain(self, trouble: Trouble) -> None:
        """Turn the player's own word into a fault."""
        self.close()
        if trouble.kind == "QUIT":
            raise Quit
        if trouble.kind == "OPTION":
            raise OptionError(f"{self.entry.spec}: {trouble.detail}")
        raise Fault(Ending(trouble.kind), trouble.detail)

    # --- a move -------------------------------------------------------------------------------

    def ask(self, moves: Sequence[Action], budget: Budget, bank_left: float) -> Answer:
        if self._process is None:
            self._start()
        self._question += 1
        news = [list(action) for action in moves[self._told :]]
        seconds = budget.seconds if budget.seconds < threading.TIMEOUT_MAX else None
        start = self._now()
        self._send(Question(self._question, self._told, news, seconds, bank_left))
        self._told = len(moves)
        return self._await_answer(start, budget)

    def _await_answer(self, start: float, budget: Budget) -> Answer:
        """Collect offers until the final word or the end of all patience."""
        best: Answer | None = None
        for _ in range(MOST_OFFERS + 1):
            message = self._next_message(start + budget.kill_after)
            if message is None:
                return self._cut_off(best, budget)
            arrival, offer = message
            if isinstance(offer, Trouble):
                self._complain(offer)
            if not isinstance(offer, Offer) or offer.number != self._question:
                break
            wall = arrival - start
            if offer.action and (best is None or wall <= budget.allowed):
                best = _answer(offer, wall)
            if offer.final:
                return self._settle(best, wall, budget)
        self.close()
        raise Fault(Ending.PROTOCOL, f"{self.entry.path.name}: an answer that nobody asked for")

    def _settle(self, best: Answer | None, wall: float, budget: Budget) -> Answer:
        """The player is idle again: its last offer in time counts, at the price of the time it took."""
        if best is None:
            raise Fault(Ending.TIME, f"{self.entry.path.name}: no offer within {budget.seconds:g} s")
        charged = min(wall, max(best.charged, budget.allowed))
        return Answer(**{**vars(best), "charged": charged, "wall": wall})

    def _cut_off(self, best: Answer | None, budget: Budget) -> Answer:
        """The player is not idle at the end of its grace: kill it; an offer in time still counts."""
        place = self._kill_and_locate()
        if best is None:
            raise Fault(Ending.TIME, f"{place}: no move within {budget.seconds:g} s")
        charged = max(best.charged, budget.allowed)
        return Answer(**{**vars(best), "charged": charged, "wall": budget.kill_after, "was_killed": True})

    def _kill_and_locate(self) -> str:
        """Ask the process where it is, end it, and say what it answered."""
        process = self._process
        if process and hasattr(signal, "SIGUSR1"):
            process.send_signal(signal.SIGUSR1)
            self._output.wait_until(lambda: ":" in self._place(), seconds=0.05)
        self.close()
        return self._place()

    def _place(self) -> str:
        """The player's own line in the last stack that was written to its error output, else the file."""
        name = self.entry.path.name
        stacks = self._output.recent().rpartition("most recent call first")[2]
        match = re.search(rf'File "[^"]*{re.escape(name)}", line (\d+)', stacks)
        return f"{name}:{match[1]}" if match else name


def _answer(offer: Offer, wall: float) -> Answer:
    assert offer.action is not None
    return Answer(offer.action, wall, wall, offer.nodes, offer.depth, offer.value, offer.info)


def _environment() -> dict[str, str]:
    """What a player's process gets to know of ours; hashes are fixed so that sets keep their order."""
    names = ("PATH", "HOME", "LANG", "LC_ALL", "SYSTEMROOT", "TERM")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    threads = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    return {**kept, **threads, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8:replace"}


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the process and whatever else is in its group."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
