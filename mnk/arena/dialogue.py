"""What a seat says to its player, and what the player's words are worth: the same in both forms.

A form has to say how a process is started and ended, how packets come and go, and what the time is.
"""

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NoReturn

from mnk.arena.channel import MOST_OFFERS, Begin, FromPlayer, FromRunner, Offer, Question, Ready, Setup, Trouble
from mnk.arena.clock import Budget
from mnk.arena.output import Output
from mnk.arena.seat import Answer, BadOption, Entry, Fault, Quit, Spent, TimeFault
from mnk.cells import Action
from mnk.game import Ending, Game

LOAD_TROUBLES = {"LOAD", "OPTION"}
MOVE_TROUBLES = {"RAISED", "ILLEGAL", "TIME", "DIED"}


class DialogueSeat(ABC):
    """One player in one process, which is started when it is needed and replaced when it had to be killed."""

    level = "none"  # of protection: the player can read and write what the runner can
    clock: str

    def __init__(self, entry: Entry, output: Output, terminal: bool = False) -> None:
        self.entry = entry
        self._output = output
        self._terminal = terminal
        self._nonce = b""
        self._told = 0  # how many moves of the game the process knows
        self._game: tuple[Game, int, str] | None = None

    # --- what a form has to provide -----------------------------------------------------------

    @abstractmethod
    def _is_open(self) -> bool:
        """Is there a process, dead or alive?"""

    @abstractmethod
    def _is_dead(self) -> bool: ...

    @abstractmethod
    def _launch(self) -> list[int]:
        """Start a process; if the player sits at the terminal, the numbers of its files there."""

    @abstractmethod
    def _start_clock(self, budget: Budget) -> None:
        """From now on, what the player does is at its own expense."""

    @abstractmethod
    def _spent(self) -> Spent:
        """What the player has used until now."""

    @abstractmethod
    def _send(self, message: FromRunner) -> None:
        """If the process has died, the next `_receive` will say so."""

    @abstractmethod
    def _receive(self, patience: float) -> tuple[FromPlayer, Spent] | None:
        """The next message and what it cost; None if the player has used up this many charged seconds."""

    @abstractmethod
    def _rest(self) -> None:
        """It is not this player's turn any more."""

    @abstractmethod
    def _kill_and_locate(self) -> str:
        """End the process; `file:line` where it was, if that can be found out."""

    @abstractmethod
    def close(self) -> None: ...

    # --- a game -------------------------------------------------------------------------------

    def begin(self, game: Game, color: int, seed: str) -> None:
        if self.entry.broken:
            raise Fault(Ending.LOAD, self.entry.broken)
        self._game, self._told = (game, color, seed), 0
        if not self._is_open() or self._is_dead():
            self._start()
            return
        self._nonce = os.urandom(8)
        self._await_ready(Begin(self._nonce, str(game), color, seed))

    def _start(self) -> None:
        """Start the process and load the player; the load limit covers both."""
        assert self._game is not None
        self.close()
        terminal = self._launch()
        self._told = 0
        self._nonce = os.urandom(8)
        game, color, seed = self._game
        file, options = str(self.entry.path), dict(self.entry.options)
        self._await_ready(Setup(self._nonce, file, options, str(game), color, seed, terminal or None))

    def _await_ready(self, call: Setup | Begin) -> None:
        seconds = self.entry.control.load_seconds
        self._start_clock(Budget(seconds, seconds, seconds))
        self._send(call)
        try:
            reply = self._receive(seconds)
        except Fault as fault:
            raise Fault(Ending.LOAD, f"{fault.detail} while loading") from None
        if reply is None:
            raise Fault(Ending.LOAD, f"{self._kill_and_locate()}: not loaded within {seconds:g} s")
        message = reply[0]
        if isinstance(message, Trouble):
            self._complain(message, LOAD_TROUBLES)
        if message != Ready(self._nonce):
            raise self._nonsense("spoke before it was asked")
        self._rest()

    def output(self) -> str:
        return self._output.take()

    # --- a move -------------------------------------------------------------------------------

    def ask(self, moves: Sequence[Action], budget: Budget, bank_left: float) -> Answer:
        if not self._is_open():
            self._start()
        self._nonce = os.urandom(8)
        question = Question(self._nonce, self._told, moves[self._told :], budget.seconds, bank_left)
        self._told = len(moves)
        self._start_clock(budget)
        self._send(question)
        return self._await_answer(budget)

    def _await_answer(self, budget: Budget) -> Answer:
        """Collect offers until the final word or the end of all patience."""
        best: Offer | None = None
        price = Spent(0.0, 0.0)  # of the best offer
        for _ in range(MOST_OFFERS + 1):
            # Who has made an offer was to stop at the end of the budget; the bank is for those who have none.
            patience = budget.kill_after if best is None else max(budget.seconds, price.charged) + budget.slack
            reply = self._receive(patience)
            if reply is None:
                return self._cut_off(best, price, budget)
            message, spent = reply
            if isinstance(message, Trouble):
                self._complain(message, MOVE_TROUBLES)
            if not isinstance(message, Offer) or message.nonce != self._nonce:
                break
            if message.action is not None and (best is None or spent.charged <= budget.allowed):
                best, price = message, spent
            if message.final:
                self._rest()
                return self._settle(best, price, spent, budget)
        raise self._nonsense("gave an answer that nobody asked for")

    def _settle(self, best: Offer | None, price: Spent, spent: Spent, budget: Budget) -> Answer:
        """The player is idle again: its last offer in time counts, at the price of the time it took."""
        if best is None:
            raise Fault(Ending.TIME, f"{self.entry.path.name}: ended without an offer")
        charged = min(spent.charged, max(price.charged, budget.seconds))
        return _answer(best, spent._replace(charged=charged) if charged != spent.charged else spent)

    def _cut_off(self, best: Offer | None, price: Spent, budget: Budget) -> Answer:
        """The player is not idle at the end of its grace: kill it; an offer in time still counts."""
        spent = self._spent()
        place = self._kill_and_locate()
        if best is None:
            raise TimeFault(f"{place}: no move within {budget.seconds:g} s", spent)
        charged = max(price.charged, budget.seconds)
        wall = max(price.wall, charged + budget.slack)
        return _answer(best, price._replace(charged=charged, wall=wall))._replace(was_killed=True)

    # --- when something is wrong --------------------------------------------------------------

    def _nonsense(self, what: str) -> Fault:
        self.close()
        return Fault(Ending.PROTOCOL, f"{self.entry.path.name}: {what}")

    def _complain(self, trouble: Trouble, expected: set[str]) -> NoReturn:
        """Turn the player's own word into a fault, if it is one that it may say now."""
        self.close()
        if trouble.what == "QUIT" and self._terminal:
            raise Quit
        if trouble.what not in expected or trouble.nonce != self._nonce:
            raise self._nonsense(f"said {trouble.what} out of turn")
        if trouble.what == "OPTION":
            raise BadOption(f"{self.entry.spec}: {trouble.detail}")
        raise Fault(Ending(trouble.what), trouble.detail)

    def _place(self) -> str:
        """The player's own line in the last stack that was written to its error output, else the file."""
        path = self.entry.path
        stacks = self._output.recent().rpartition("most recent call first")[2]
        match = re.search(rf'File "{re.escape(str(path))}", line (\d+)', stacks)
        return f"{path.name}:{match[1]}" if match else path.name


def _answer(offer: Offer, spent: Spent) -> Answer:
    assert offer.action is not None
    return Answer(offer.action, *spent, offer.nodes, offer.depth, offer.value, offer.info)
