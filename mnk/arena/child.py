"""The player's process: loads one player and answers the runner's questions until the channel closes."""

import faulthandler
import os
import signal
import sys
import traceback
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NoReturn, Protocol

from mnk.arena.channel import (
    LONGEST_DETAIL,
    LONGEST_FROM_RUNNER,
    LONGEST_INFO,
    MOST_DEPTH,
    MOST_NODES,
    MOST_OFFERS,
    Begin,
    FromPlayer,
    Offer,
    Question,
    Ready,
    Setup,
    Trouble,
    decode_from_runner,
    encode,
    read_packet,
    write_packet,
)
from mnk.cells import Action
from mnk.game import Game, IllegalAction, State
from mnk.loader import LoadError, explain, make_player, own_lines, where
from mnk.offers import OutOfTime, ask
from mnk.options import OptionError
from mnk.player import Player


class Channel(Protocol):
    def receive(self) -> bytes:
        """The runner's next packet; nothing when there will be no more."""

    def send(self, packet: bytes) -> object: ...


class Pipes:
    """The portable form: our standard input and output, which the player does not get to see."""

    def __init__(self) -> None:
        self.receive = partial(read_packet, os.fdopen(os.dup(0), "rb"), LONGEST_FROM_RUNNER)
        self.send = partial(write_packet, os.fdopen(os.dup(1), "wb"))
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)


def main() -> None:
    channel = Pipes()
    prepare()
    serve(channel)


def prepare() -> None:
    """What the player prints goes out line by line, and its crashes and time-outs tell where it was."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    sys.dont_write_bytecode = True
    faulthandler.enable()
    if hasattr(signal, "SIGUSR1"):  # the runner's question after a time-out: where are you?
        faulthandler.register(signal.SIGUSR1, all_threads=False)


def serve(channel: Channel) -> None:
    """Load the player that the first packet names, then answer until there are no more."""
    packet = channel.receive()
    if not packet:
        return
    setup = decode_from_runner(packet)
    assert isinstance(setup, Setup)
    if setup.terminal:
        _take_terminal(*setup.terminal)
    with suppress(GivingUp):
        Child(setup, channel).serve()
        return
    os._exit(1)


def _take_terminal(read: int, write: int) -> None:
    os.dup2(read, 0)
    os.dup2(write, 1)
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", buffering=1, closefd=False)


class GivingUp(Exception):
    """The player can not go on, and the runner has been told why."""


class Child:
    def __init__(self, setup: Setup, channel: Channel) -> None:
        self.path = Path(setup.file)
        self.setup = setup
        self.channel = channel
        self.nonce = setup.nonce
        self.state: State
        self.player: Player
        self._expected: tuple[Action, State] | None = None  # its own last move and what came of it

    def serve(self) -> None:
        self._load()
        while packet := self.channel.receive():
            message = decode_from_runner(packet)
            self.nonce = message.nonce
            if isinstance(message, Question):
                self._answer(message)
            elif isinstance(message, Begin):
                self._begin(message.game, message.color, message.seed)

    def _send(self, message: FromPlayer) -> None:
        self.channel.send(encode(message))

    def _give_up(self, what: str, detail: str, error: BaseException) -> NoReturn:
        with suppress(OSError, ValueError, AttributeError):  # the player may have closed it
            traceback.print_exception(error)
            sys.stderr.flush()
        with suppress(OSError):
            self._send(Trouble(self.nonce, what, detail[:LONGEST_DETAIL]))
        raise GivingUp from error

    # --- a game -------------------------------------------------------------------------------

    def _load(self) -> None:
        try:
            self.player = make_player(self.path, self.setup.options)
        except OptionError as error:
            self._give_up("OPTION", str(error), error)
        except LoadError as error:
            self._give_up("LOAD", str(error), error.__cause__ or error)
        except BaseException as error:
            self._give_up("LOAD", explain(error, self.path), error)
        self._begin(self.setup.game, self.setup.color, self.setup.seed)

    def _begin(self, game: str, color: int, seed: str) -> None:
        self.state = Game.parse(game).start()
        try:
            self.player.seat(self.state.game, color, seed)
        except BaseException as error:
            self._give_up("LOAD", f"{explain(error, self.path)} in begin", error)
        self._send(Ready(self.nonce))

    # --- a move -------------------------------------------------------------------------------

    def _answer(self, question: Question) -> None:
        self._catch_up(question)
        self.player.bank_left = question.bank_left
        try:
            self._make_offers(question.seconds)
        except IllegalAction as error:
            if own_lines(error, self.path):  # its own code tried the action out
                self._give_up("RAISED", explain(error, self.path), error)
            self._give_up("ILLEGAL", f"{self._move_line()}: {error}", error)
        except OutOfTime as error:
            self._give_up("TIME", f"{where(error, self.path)}: no offer within {question.seconds:g} s", error)
        except KeyboardInterrupt as error:
            self._give_up("QUIT" if self.setup.terminal else "RAISED", explain(error, self.path), error)
        except SystemExit as error:
            self._give_up("DIED", explain(error, self.path), error)
        except BaseException as error:
            self._give_up("RAISED", explain(error, self.path), error)

    def _catch_up(self, question: Question) -> None:
        """Bring our copy of the game up to date; mostly the first news is our own last move."""
        if question.since == 0:
            self.state, self._expected = self.state.game.start(), None
        for action in question.news:
            known = self._expected is not None and self._expected[0] == action
            self.state = self._expected[1] if known and self._expected else self.state.result(action)
            self._expected = None

    def _make_offers(self, seconds: float) -> None:
        """Send an answer, or every offer at once and at the end that there are no more."""
        answer = ask(self.player, self.state, seconds)
        if isinstance(answer, Action):
            self._offer(answer, final=True)
            return
        for count, action in enumerate(answer, start=1):
            self._offer(action, final=False)
            if count == MOST_OFFERS:
                break
        self._offer(None, final=True)

    def _offer(self, action: Action | None, final: bool) -> None:
        if action is not None:
            self._expected = action, self.state.result(action)
        if final:
            self._flush()
        player = self.player
        value = None if player.value is None else float(player.value)
        nodes, depth = max(0, min(int(player.nodes), MOST_NODES)), max(0, min(int(player.depth_reached), MOST_DEPTH))
        info = str(player.info)[:LONGEST_INFO] if player.info else ""
        self._send(Offer(self.nonce, action, final, nodes, depth, value, info))

    def _flush(self) -> None:
        try:
            sys.stdout.flush()
        except (OSError, ValueError, AttributeError):
            return  # the player has closed it

    def _move_line(self) -> str:
        code = getattr(type(self.player).move, "__code__", None)
        return f"{self.path.name}:{code.co_firstlineno}" if code else self.path.name


if __name__ == "__main__":
    main()
