"""The messages between the runner and a player's process: lines of JSON on a pipe.

    runner                                     player
    Setup: file, options, game ...   ------>
                                     <------   Ready
    Question: number, moves, seconds ------>
                                     <------   Offer, as often as it likes, the last one final
    Begin: the next game, if kept    ------>
                                     <------   Ready

Instead of Ready or Offer the player may say Trouble, what went wrong and on which line. Nothing it
sends is believed: every field is checked, and whatever does not fit is PROTOCOL.
"""

import json
import math
import unicodedata
from dataclasses import dataclass
from typing import Any

from mnk.arena.seat import Fault
from mnk.cells import Action
from mnk.game import Ending

LONGEST_LINE = 16_384
MOST_OFFERS = 1_000
LONGEST_DETAIL = 500
LONGEST_INFO = 200
SELF_REPORTED = {"RAISED", "TIME", "ILLEGAL", "LOAD", "DIED", "OPTION", "QUIT"}


@dataclass(frozen=True)
class Setup:
    """Which player to load, and the game to begin."""

    file: str
    options: dict[str, str]
    game: str
    color: int
    seed: str
    terminal: list[int] | None = None


@dataclass(frozen=True)
class Begin:
    """Another game for a player that is loaded already."""

    game: str
    color: int
    seed: str


@dataclass(frozen=True)
class Question:
    """What do you play? The moves are those since ply `since`."""

    number: int
    since: int
    moves: list[list[int]]
    seconds: float | None
    bank_left: float


@dataclass(frozen=True)
class Offer:
    """A move, if any, and what the player tells about it."""

    number: int
    action: Action | None
    final: bool
    nodes: int = 0
    depth: int = 0
    value: float | None = None
    info: str = ""


@dataclass(frozen=True)
class Trouble:
    """The player's own word that it can not go on."""

    kind: str
    detail: str


@dataclass(frozen=True)
class Ready:
    """The player is loaded and seated."""


def encode(message: object) -> bytes:
    """One line; the class name tells what it is."""
    return json.dumps({"is": type(message).__name__, **vars(message)}).encode() + b"\n"


def decode_from_runner(line: bytes) -> Setup | Begin | Question:
    """What the runner wrote, which the player's process has no reason to doubt."""
    fields = json.loads(line)
    kinds: dict[str, Any] = {"Setup": Setup, "Begin": Begin, "Question": Question}
    message: Setup | Begin | Question = kinds[fields.pop("is")](**fields)
    return message


def decode_from_player(line: bytes) -> Offer | Trouble | Ready:
    """What the player's process wrote, checked in every field."""
    try:
        fields = json.loads(line, parse_constant=lambda word: None)
        kind = fields["is"]
        if kind == "Offer":
            return _offer(fields)
        if kind == "Trouble" and fields["kind"] in SELF_REPORTED:
            return Trouble(fields["kind"], clean(str(fields["detail"]), LONGEST_DETAIL))
        if kind == "Ready":
            return Ready()
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        pass
    raise Fault(Ending.PROTOCOL, f"sent {clean(repr(line[:60]), 80)}, which is no message")


def _offer(fields: dict[str, Any]) -> Offer:
    action = fields["action"]
    return Offer(
        number=_whole(fields["number"]),
        action=None if action is None else _action(action),
        final=fields["final"] is True,
        nodes=max(0, _whole(fields["nodes"])),
        depth=max(0, _whole(fields["depth"])),
        value=_real(fields["value"]),
        info=clean(str(fields["info"]), LONGEST_INFO),
    )


def _action(pair: Any) -> Action:
    row, col = pair
    return Action(_whole(row), _whole(col))


def _whole(value: Any) -> int:
    if type(value) is not int or abs(value) > 2**62:
        raise ValueError
    return value


def _real(value: Any) -> float | None:
    if value is None or isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if math.isfinite(value) else None


def clean(text: str, longest: int) -> str:
    """The text without control and direction characters, on one line, and not too long."""
    shown = "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text)
    shown = "".join(char for char in shown if unicodedata.category(char) not in ("Cf", "Cs", "Co", "Cn"))
    return shown if len(shown) <= longest else shown[: longest - 3] + "..."
