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
from dataclasses import replace
from typing import IO, NoReturn

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
from mnk.arena.seat import Answer, BadOption, Entry, Fault, Quit, Stopped
from mnk.cells import Action
from mnk.game import Ending, Game
from mnk.loader import ROOT

LOAD_TROUBLES = {"LOAD", "OPTION"}
MOVE_TROUBLES = {"RAISED", "ILLEGAL", "TIME", "DIED"}
POLL_EVERY = 0.1  # to see whether a silent process is still there


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

    level = "none"  # of protection: the player can read and write what the runner can
    clock = "wall clock"

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
        if self._is_dead():
            self._start()
        else:
            self._send(Begin(str(game), color, seed))
            self._await_ready()

    def _start(self) -> None:
        """Start the process and load the player; the load limit covers both."""
        assert self._game is not None
        self.close()
        game, color, seed = self._game
        terminal = [os.dup(0), os.dup(2)] if self._terminal else []  # stdout is for results
        self._launch(terminal)
        self._told = 0
        options = dict(self.entry.options)
        self._send(Setup(str(self.entry.path), options, str(game), color, seed, terminal or None))
        self._await_ready()

    def _launch(self, terminal: list[int]) -> None:
        process = subprocess.Popen(
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
        self._messages = queue.Queue()
        self._output.follow(process.stderr)
        threading.Thread(target=self._read, args=[process.stdout, self._messages], daemon=True).start()
        self._process = process
        self._group.seats.add(self)
        if self._group.stopped.is_set():  # before or while the process started
            self.close()
            raise Stopped

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
            self._complain(message[1], LOAD_TROUBLES)
        if not isinstance(message[1], Ready):
            raise self._nonsense("spoke before it was asked")

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
        pipe = self._process.stdin if self._process else None
        with suppress(OSError, ValueError):  # if it has died, the reader will say so
            if pipe:
                pipe.write(encode(message))
                pipe.flush()

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
        while True:
            try:
                arrival, line = self._messages.get(timeout=min(POLL_EVERY, max(0.0, deadline - self._now())))
                break
            except queue.Empty:
                if self._now() >= deadline:
                    return None
                if self._is_dead() and self._messages.empty():  # a child of its own may hold the pipe open
                    arrival, line = self._now(), b""
                    break
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
        process, code = self._process, None
        with suppress(subprocess.TimeoutExpired):  # it may have closed the pipe and live on
            code = process.wait(timeout=0.5) if process else None
        self.close()
        if code is None:
            return Fault(Ending.DIED, f"{self.entry.path.name}: closed its channel")
        how = f"exit code {code}" if code >= 0 else f"killed by {_signal_name(-code)}"
        return Fault(Ending.DIED, f"{self._place()}: the process ended ({how})")

    def _is_dead(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def _nonsense(self, what: str) -> Fault:
        self.close()
        return Fault(Ending.PROTOCOL, f"{self.entry.path.name}: {what}")

    def _complain(self, trouble: Trouble, expected: set[str]) -> NoReturn:
        """Turn the player's own word into a fault, if it is one that it may say now."""
        self.close()
        if trouble.kind == "QUIT" and self._terminal:
            raise Quit
        if trouble.kind not in expected:
            raise self._nonsense(f"said {trouble.kind} out of turn")
        if trouble.kind == "OPTION":
            raise BadOption(f"{self.entry.spec}: {trouble.detail}")
        raise Fault(Ending(trouble.kind), trouble.detail)

    # --- a move -------------------------------------------------------------------------------

    def ask(self, moves: Sequence[Action], budget: Budget, bank_left: float) -> Answer:
        if self._process is None:
            self._start()
        if not self._messages.empty():
            raise self._nonsense("spoke before it was asked")
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
            # Who has made an offer was to stop at the end of the budget; the bank is for those who have none.
            patience = max(budget.seconds, best.wall) + budget.slack if best else budget.kill_after
            message = self._next_message(start + patience)
            if message is None:
                return self._cut_off(best, budget)
            arrival, offer = message
            wall = arrival - start
            if isinstance(offer, Trouble):
                self._complain(offer, MOVE_TROUBLES)
            if not isinstance(offer, Offer) or offer.number != self._question or wall < 0:
                break
            if offer.action and (best is None or wall <= budget.allowed):
                best = _answer(offer, wall)
            if offer.final:
                return self._settle(best, wall, budget)
        raise self._nonsense("gave an answer that nobody asked for")

    def _settle(self, best: Answer | None, wall: float, budget: Budget) -> Answer:
        """The player is idle again: its last offer in time counts, at the price of the time it took."""
        if best is None:
            raise Fault(Ending.TIME, f"{self.entry.path.name}: ended without an offer")
        charged = min(wall, max(best.charged, budget.seconds))
        return replace(best, charged=charged, wall=wall)

    def _cut_off(self, best: Answer | None, budget: Budget) -> Answer:
        """The player is not idle at the end of its grace: kill it; an offer in time still counts."""
        place = self._kill_and_locate()
        if best is None:
            raise Fault(Ending.TIME, f"{place}: no move within {budget.seconds:g} s")
        charged = max(best.charged, budget.seconds)
        return replace(best, charged=charged, wall=charged + budget.slack, was_killed=True)

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
        path = self.entry.path
        stacks = self._output.recent().rpartition("most recent call first")[2]
        match = re.search(rf'File "{re.escape(str(path))}", line (\d+)', stacks)
        return f"{path.name}:{match[1]}" if match else path.name


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
