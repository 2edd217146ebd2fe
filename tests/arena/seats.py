"""Seats and entries for tests: a scripted seat needs no process and no time."""

from collections.abc import Sequence
from pathlib import Path

from mnk import Action, Game
from mnk.arena import schedule
from mnk.arena.clock import TimeControl
from mnk.arena.match import play_game
from mnk.arena.seat import Answer, Entry, Fault
from mnk.loader import parse_spec

PLENTY = TimeControl(seconds=30)


def entry(spec: str | Path, control: TimeControl = PLENTY, label: str | None = None) -> Entry:
    parsed = parse_spec(str(spec))
    return Entry(label or parsed.name, str(spec), parsed.path, "hash", parsed.options, control)


class ScriptedSeat:
    """Answers what it was told to: an action or a (action, charged seconds) pair, or a Fault to raise."""

    level, clock = "none", "script"

    def __init__(self, script: Sequence[object]):
        self.script = list(script)
        self.budgets = []
        self.closed = 0

    def begin(self, game, color, seed):
        if self.script and isinstance(self.script[0], Fault) and self.script[0].ending.name == "LOAD":
            raise self.script.pop(0)

    def ask(self, moves, budget, bank_left):
        self.budgets.append(budget)
        answer = self.script.pop(0)
        if isinstance(answer, Fault):
            raise answer
        action, charged = answer if isinstance(answer[0], tuple) else (answer, 0.0)
        return Answer(Action(*action), charged, charged)

    def output(self):
        return ""

    def close(self):
        self.closed += 1


def fixture(game="3x3x3", first="first", second="first", control=PLENTY, opening_plies=0):
    entries = entry(first, control, "a"), entry(second, control, "b")
    return schedule.match(Game.parse(game), *entries, 1, opening_plies, "0")[0]


def scripted_game(first: Sequence[object], second: Sequence[object], **options):
    """The record of a game between two scripts, and their seats."""
    seats = ScriptedSeat(first), ScriptedSeat(second)
    return play_game(seats, fixture(**options)), seats


def batch_player(referee):
    """A function that has a game played between two real processes.

    The limits are for files, not for our own players."""

    def play(first, second, game="3x3x3", control=PLENTY):
        entries = [
            spec if isinstance(spec, Entry) else entry(spec, control if isinstance(spec, Path) else PLENTY, label)
            for spec, label in ((first, "a"), (second, "b"))
        ]
        [record] = referee.play(iter([schedule.match(Game.parse(game), *entries, 1, 0, "0")]))
        return record

    return play
