"""The player's process: loads one player and answers the runner's questions until the pipe closes."""

import faulthandler
import os
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NoReturn

from mnk.arena.channel import (
    LONGEST_DETAIL,
    LONGEST_INFO,
    MOST_OFFERS,
    Begin,
    Offer,
    Question,
    Ready,
    Setup,
    Trouble,
    decode_from_runner,
    encode,
)
from mnk.cells import Action
from mnk.game import Game, IllegalAction, State
from mnk.loader import LoadError, explain, make_player, own_lines, where
from mnk.offers import OutOfTime, offers
from mnk.options import OptionError
from mnk.player import Player


def main() -> None:
    """Keep the channel to ourselves; what the player prints goes where standard error goes."""
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    sys.dont_write_bytecode = True
    faulthandler.enable()
    if hasattr(signal, "SIGUSR1"):  # the runner's question after a time-out: where are you?
        faulthandler.register(signal.SIGUSR1, all_threads=False)
    setup = decode_from_runner(questions.readline())
    assert isinstance(setup, Setup)
    if setup.terminal:
        _take_terminal(*setup.terminal)
    Child(setup, questions, answers).serve()


def _take_terminal(read: int, write: int) -> None:
    os.dup2(read, 0)
    os.dup2(write, 1)
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", buffering=1, closefd=False)


class GivingUp(Exception):
    """The player can not go on, and the runner has been told why."""


class Child:
    def __init__(self, setup: Setup, questions: BinaryIO, answers: BinaryIO) -> None:
        self.path = Path(setup.file)
        self.setup = setup
        self.questions = questions
        self.answers = answers
        self.state: State
        self.player: Player

    def serve(self) -> None:
        try:
            self._load()
            for line in self.questions:
                message = decode_from_runner(line)
                if isinstance(message, Begin):
                    self._begin(message.game, message.color, message.seed)
                elif isinstance(message, Question):
                    self._answer(message)
        except GivingUp:
            os._exit(1)

    def _send(self, message: object) -> None:
        self.answers.write(encode(message))
        self.answers.flush()

    def _give_up(self, kind: str, detail: str, error: BaseException) -> NoReturn:
        with suppress(OSError, ValueError, AttributeError):  # the player may have closed it
            traceback.print_exception(error)
            sys.stderr.flush()
        self._send(Trouble(kind, detail[:LONGEST_DETAIL]))
        raise GivingUp from error

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
        self._send(Ready())

    def _answer(self, question: Question) -> None:
        if question.since == 0:
            self.state = self.state.game.start()
        for row, col in question.moves:
            self.state = self.state.result(Action(row, col))
        self.player.bank_left = question.bank_left
        try:
            self._make_offers(question)
        except IllegalAction as error:
            if own_lines(error, self.path):  # its own code tried the action out
                self._give_up("RAISED", explain(error, self.path), error)
            self._give_up("ILLEGAL", f"{self._move_line()}: {error}", error)
        except OutOfTime as error:
            self._give_up("TIME", f"{where(error, self.path)}: no offer within {question.seconds} s", error)
        except KeyboardInterrupt as error:
            self._give_up("QUIT" if self.setup.terminal else "RAISED", explain(error, self.path), error)
        except SystemExit as error:
            self._give_up("DIED", explain(error, self.path), error)
        except BaseException as error:
            self._give_up("RAISED", explain(error, self.path), error)

    def _make_offers(self, question: Question) -> None:
        """Send every offer at once, and at the end say that there are no more."""
        seconds = float("inf") if question.seconds is None else question.seconds
        for count, action in enumerate(offers(self.player, self.state, seconds), start=1):
            self.state.result(action)
            self._send(self._offer(question.number, action, final=False))
            if count == MOST_OFFERS:
                break
        with suppress(OSError, ValueError, AttributeError):  # the player may have closed it
            sys.stdout.flush()
        self._send(self._offer(question.number, None, final=True))

    def _move_line(self) -> str:
        code = getattr(type(self.player).move, "__code__", None)
        return f"{self.path.name}:{code.co_firstlineno}" if code else self.path.name

    def _offer(self, number: int, action: Action | None, final: bool) -> Offer:
        player = self.player
        value = None if player.value is None else float(player.value)
        info = str(player.info)[:LONGEST_INFO]
        nodes, depth = (min(int(count), 2**62) for count in (player.nodes, player.depth_reached))
        return Offer(number, action, final, nodes, depth, value, info)


if __name__ == "__main__":
    main()
