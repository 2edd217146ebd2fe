"""The worker's children: orders players from the nursery, and sees to it that nobody outlives his game."""

import os
import select
import signal
import socket
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

from mnk.arena import linux
from mnk.arena.environment import clean_environment, python
from mnk.arena.nursery import BORN, HERE, LONGEST_ORDER, ORDER

IN_STOCK = 2  # processes made in advance: the next pair is there when a game ends
REAP_SECONDS = 30.0
STOP_SECONDS = 5
STAMP_SPACE = socket.CMSG_SPACE(16)


class NurseryError(Exception):
    """The nursery has ended, or a process of ours can not be ended."""


@dataclass
class Process:
    """A player's process, from its birth to its end."""

    pid: int
    handle: int  # a pidfd: the process itself, not a number that another one may get
    channel: socket.socket
    output: int
    exit_code: int | None = None  # once it has been reaped; negative: the signal that ended it

    def signal(self, number: int) -> None:
        """To the process and all others of its group. It leads a session, so it can not leave the group,
        and its number is its own until it has been reaped."""
        try:
            os.killpg(self.pid, number)
        except (ProcessLookupError, PermissionError):
            return  # it has ended, or has become somebody whom we may not signal

    def stop(self) -> None:
        """Stop the process, all its threads, and do not go on before it has stopped (or ended)."""
        self.signal(signal.SIGSTOP)
        signal.alarm(STOP_SECONDS)  # TimeoutError: somebody else keeps it going
        try:
            os.waitid(os.P_PIDFD, self.handle, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        finally:
            signal.alarm(0)

    def has_ended(self, seconds: float = 0.0) -> bool:
        return bool(select.select([self.handle], [], [], seconds)[0])


class Family:
    """The processes of one worker. It must be the only thread of a process that has no other children."""

    def __init__(self, core: int, elsewhere: set[int]) -> None:
        linux.adopt_orphans()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # whoever started us may have ignored it
        signal.signal(signal.SIGALRM, _out_of_patience)
        self._core, self._elsewhere = core, elsewhere
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._nursery = subprocess.Popen(
                python("mnk.arena.nursery"), stdin=theirs.fileno(), stdout=subprocess.DEVNULL, env=clean_environment()
            )
        os.sched_setaffinity(self._nursery.pid, elsewhere)
        self._ordered: list[tuple[socket.socket, int]] = []  # channel and output of those not yet born
        self._stock: list[Process] = []
        self._players: set[int] = set()
        self.dying: list[Process] = []  # killed, but not yet reaped
        for _ in range(IN_STOCK):
            self._order("")

    def _order(self, game: str) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setsockopt(socket.SOL_SOCKET, linux.STAMP, 1)
        output, write = os.pipe()
        os.set_blocking(output, False)
        with theirs, suppress(BrokenPipeError):  # _await_birth will say so
            socket.send_fds(self._line, [ORDER.pack(os.getpid()), _short(game)], [theirs.fileno(), write])
        os.close(write)
        self._ordered.append((ours, output))

    def _await_birth(self, flags: int = 0) -> None:
        news = self._line.recv(BORN.size, flags)
        if not news:
            raise NurseryError(f"the nursery has ended (code {self._nursery.wait()})")
        channel, output = self._ordered.pop(0)
        (pid,) = BORN.unpack(news)
        self._players.add(pid)
        self._stock.append(Process(pid, os.pidfd_open(pid), channel, output))

    def take(self, game: str) -> Process:
        """A process that waits for its player, on our core; another one is ordered in its place, for the same game."""
        if len(self.dying) > IN_STOCK:  # a row of games that ended before anybody was asked
            self.settle()
        while True:
            if not self._stock:
                self._await_birth()
            self._order(game)
            process = self._stock.pop(0)
            if process.channel.recv(len(HERE)) and not process.has_ended():
                os.sched_setaffinity(process.pid, {self._core})
                return process
            self.release(process)  # somebody has killed it

    def release(self, process: Process) -> None:
        """Kill a process, but do not wait: it may die elsewhere while the next move is prepared."""
        with suppress(ProcessLookupError):
            os.sched_setaffinity(process.pid, self._elsewhere)
        process.signal(signal.SIGKILL)
        self.dying.append(process)

    def settle(self) -> None:
        """Wait until everybody who has been released is gone, with all that they left behind."""
        while self.dying:
            self._bury(self.dying.pop())
        self._sweep()

    def _bury(self, process: Process) -> None:
        os.close(process.output)
        process.channel.close()
        process.exit_code = _reap(process)
        self._players.discard(process.pid)
        os.close(process.handle)

    def _sweep(self) -> None:
        """Who is our child but neither nursery nor player was left behind by a player."""
        with suppress(BlockingIOError):
            while self._ordered:
                self._await_birth(socket.MSG_DONTWAIT)
        while strays := self._strangers():
            if self._ordered:  # it may be one of our own, just born
                self._await_birth()
                continue
            for pid in strays:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            for pid in strays:
                with suppress(ChildProcessError):
                    os.waitpid(pid, 0)

    def _strangers(self) -> set[int]:
        return linux.children() - self._players - {self._nursery.pid}

    def close(self) -> None:
        """End everybody, the nursery last."""
        self._line.close()
        for channel, output in self._ordered:
            channel.close()
            os.close(output)
        self._nursery.wait()
        self._ordered.clear()
        for process in self._stock:
            self.release(process)
        self.settle()


def _short(game: str) -> bytes:
    """A game with many blocked cells may not fit into an order; it will be worked out later."""
    return game.encode() if len(game) <= LONGEST_ORDER - ORDER.size else b""


def _out_of_patience(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeoutError


def _reap(process: Process) -> int:
    if not process.has_ended(REAP_SECONDS):
        raise NurseryError(f"process {process.pid} can not be ended")
    result = os.waitid(os.P_PIDFD, process.handle, os.WEXITED)
    assert result is not None
    return result.si_status if result.si_code == os.CLD_EXITED else -result.si_status
