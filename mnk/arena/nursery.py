"""Where players are born: a clean process that has loaded what they need and forks when it is asked to.

It knows nothing but our own modules, has one thread, and runs no player's code itself. What it
forks is a child not of the nursery but of the worker who asked, so that the worker can stop and reap it.
"""

import gc
import os
import socket
import struct
import sys
from contextlib import suppress
from functools import lru_cache, partial

from mnk.arena import linux
from mnk.arena.channel import LONGEST_FROM_RUNNER
from mnk.arena.child import prepare, serve
from mnk.game import Game

ORDER = struct.Struct("<i")  # whose child it shall be; the game that it will play follows
LONGEST_ORDER = 4_096
BORN = struct.Struct("<i")
HERE = b"here"  # the first word of a process: it has become what it is to be


class SocketChannel:
    def __init__(self, number: int) -> None:
        connection = socket.socket(fileno=number)
        self.receive = partial(connection.recv, LONGEST_FROM_RUNNER)
        self.send = connection.send


def main() -> None:
    """Take orders on standard input, a socket, until it closes."""
    line = socket.socket(fileno=os.dup(0))
    prepare()
    _preload()
    gc.collect()
    gc.freeze()  # what is here now is never collected: the pages stay shared
    while True:
        try:
            order, numbers, _, _ = socket.recv_fds(line, LONGEST_ORDER, 2)
        except ConnectionResetError:
            return
        if not order:
            return
        _work_out_lines(order[ORDER.size :].decode())
        pid = linux.fork_sibling()
        if pid == 0:
            line.close()
            _live(order, *numbers)
        for number in numbers:
            os.close(number)
        with suppress(OSError):
            line.send(BORN.pack(pid))


def _preload() -> None:
    """numpy takes a tenth of a second to load; who does not use it does not notice."""
    with suppress(ImportError):
        import numpy  # noqa: F401


@lru_cache(maxsize=8)
def _work_out_lines(game: str) -> None:
    """What a board needs before its first move, once for all who will play on it."""
    if game:
        board = Game.parse(game)
        for bit in board.cell_at:
            board.lines_through(bit)


def _live(order: bytes, channel: int, output: int) -> None:
    """The life of a player's process."""
    code = 1
    try:
        (parent,) = ORDER.unpack_from(order)
        os.setsid()
        linux.die_with_parent(parent)
        _take_files(output)
        connection = SocketChannel(channel)
        connection.send(HERE)
        serve(connection)
        sys.stdout.flush()
        code = 0
    finally:
        os._exit(code)


def _take_files(output: int) -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(nothing)
    os.close(output)
    if numpy := sys.modules.get("numpy.random"):
        numpy.seed()  # or every player would draw the same numbers


if __name__ == "__main__":
    main()
