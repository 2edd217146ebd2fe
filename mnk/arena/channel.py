"""The packets between the runner and a player's process.

    runner                                        player
    Setup: file, options, game ...   ------>
                                     <------   Ready
    Question: news, seconds          ------>
                                     <------   Offer, as often as it likes
                                     <------   Offer, final: its last word
    Begin: the next game, if kept    ------>
                                     <------   Ready

Instead of Ready or Offer the player may say Trouble, what went wrong and on which line.

    0      1         9
    +------+---------+---------------------------------------------+
    | kind |  nonce  | Question: since, seconds, bank, then cells  |
    +------+---------+ Offer: cell, nodes, depth, value, then info |
                     | Trouble: what, then detail                  |
                     +---------------------------------------------+

The nonce is made for one question and echoed by every reply to it: whatever was written before the
question, or after its answer, has the wrong one. Nothing that a player sends is believed: every
field is checked, and what does not fit is PROTOCOL.
"""

import json
import math
import unicodedata
from collections.abc import Sequence
from struct import Struct
from struct import error as StructError
from typing import IO, NamedTuple

from mnk.arena.seat import Fault
from mnk.cells import Action
from mnk.game import Ending

LONGEST_FROM_RUNNER = 65_536
LONGEST_FROM_PLAYER = 4_096
LONGEST_DETAIL = 500
LONGEST_INFO = 200
MOST_OFFERS = 1_000
MOST_NODES = 2**62
MOST_DEPTH = 2**32 - 1

SETUP, BEGIN, QUESTION, READY, OFFER, FINAL, TROUBLE = range(1, 8)
HEAD = Struct("<B8s")
QUESTION_LAYOUT = Struct("<B8sHdd")
OFFER_LAYOUT = Struct("<B8shhQId")
TROUBLE_LAYOUT = Struct("<B8sB")
NOWHERE = (-1, -1)  # in place of a cell: no move
TROUBLES = ("RAISED", "TIME", "ILLEGAL", "LOAD", "DIED", "OPTION", "QUIT")


class Setup(NamedTuple):
    """Which player to load, and the game to begin."""

    nonce: bytes
    file: str
    options: dict[str, str]
    game: str
    color: int
    seed: str
    terminal: list[int] | None = None


class Begin(NamedTuple):
    """Another game for a player that is loaded already."""

    nonce: bytes
    game: str
    color: int
    seed: str


class Question(NamedTuple):
    """What do you play? The news are the moves since ply `since`."""

    nonce: bytes
    since: int
    news: Sequence[Action]
    seconds: float
    bank_left: float


class Offer(NamedTuple):
    """A move, if any, and what the player tells about it."""

    nonce: bytes
    action: Action | None
    final: bool
    nodes: int = 0
    depth: int = 0
    value: float | None = None
    info: str = ""


class Trouble(NamedTuple):
    """The player's own word that it can not go on."""

    nonce: bytes
    what: str
    detail: str


class Ready(NamedTuple):
    """The player is loaded and seated."""

    nonce: bytes


FromRunner = Setup | Begin | Question
FromPlayer = Ready | Offer | Trouble


def encode(message: FromRunner | FromPlayer) -> bytes:
    if isinstance(message, Question):
        cells = bytes([coordinate for action in message.news for coordinate in action])
        head = QUESTION_LAYOUT.pack(QUESTION, message.nonce, message.since, message.seconds, message.bank_left)
        return head + cells
    if isinstance(message, Offer):
        return _encode_offer(message)
    if isinstance(message, Ready):
        return HEAD.pack(READY, message.nonce)
    if isinstance(message, Trouble):
        text = message.detail[:LONGEST_DETAIL].encode(errors="replace")
        return TROUBLE_LAYOUT.pack(TROUBLE, message.nonce, TROUBLES.index(message.what)) + text
    kind = SETUP if isinstance(message, Setup) else BEGIN
    return HEAD.pack(kind, message.nonce) + json.dumps(message[1:]).encode()


def _encode_offer(offer: Offer) -> bytes:
    row, col = offer.action or NOWHERE
    value = math.nan if offer.value is None else offer.value
    kind = FINAL if offer.final else OFFER
    packet = OFFER_LAYOUT.pack(kind, offer.nonce, row, col, offer.nodes, offer.depth, value)
    return packet + offer.info[:LONGEST_INFO].encode(errors="replace") if offer.info else packet


def decode_from_runner(packet: bytes) -> FromRunner:
    """What the runner wrote, which the player's process has no reason to doubt."""
    if packet[0] == QUESTION:
        _, nonce, since, seconds, bank_left = QUESTION_LAYOUT.unpack_from(packet)
        cells = iter(packet[QUESTION_LAYOUT.size :])
        return Question(
            nonce, since, [Action(row, col) for row, col in zip(cells, cells, strict=True)], seconds, bank_left
        )
    kind, nonce = HEAD.unpack_from(packet)
    fields = json.loads(packet[HEAD.size :])
    return Setup(nonce, *fields) if kind == SETUP else Begin(nonce, *fields)


def decode_from_player(packet: bytes) -> FromPlayer:
    """What the player's process wrote, checked in every field."""
    try:
        kind = packet[0]
        if kind in (FINAL, OFFER):
            return _decode_offer(packet, kind == FINAL)
        if kind == TROUBLE:
            _, nonce, what = TROUBLE_LAYOUT.unpack_from(packet)
            detail = packet[TROUBLE_LAYOUT.size :].decode(errors="replace")
            return Trouble(nonce, TROUBLES[what], clean(detail, LONGEST_DETAIL))
        if kind == READY and len(packet) == HEAD.size:
            return Ready(packet[1:])
    except (StructError, IndexError, ValueError):
        pass
    raise Fault(Ending.PROTOCOL, f"sent {clean(repr(packet[:60]), 80)}, which is no message")


def _decode_offer(packet: bytes, final: bool) -> Offer:
    _, nonce, row, col, nodes, depth, value = OFFER_LAYOUT.unpack_from(packet)
    if nodes > MOST_NODES:
        raise ValueError
    info = packet[OFFER_LAYOUT.size :]
    return Offer(
        nonce,
        None if (row, col) == NOWHERE else Action(row, col),
        final,
        nodes,
        depth,
        value if math.isfinite(value) else None,
        clean(info.decode(errors="replace"), LONGEST_INFO) if info else "",
    )


def clean(text: str, longest: int) -> str:
    """The text without control and direction characters, on one line, and not too long."""
    shown = "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text)
    shown = "".join(char for char in shown if unicodedata.category(char) not in ("Cf", "Cs", "Co", "Cn"))
    return shown if len(shown) <= longest else shown[: longest - 3] + "..."


# A pipe has no packets: there, each one is preceded by its length.

LENGTH = Struct("<I")


def write_packet(pipe: IO[bytes], packet: bytes) -> None:
    pipe.write(LENGTH.pack(len(packet)) + packet)
    pipe.flush()


def read_packet(pipe: IO[bytes], longest: int) -> bytes:
    """The next packet; nothing at the end. What is too long comes as far as it was read: it is no message."""
    length = pipe.read(LENGTH.size)
    if len(length) < LENGTH.size:
        return length
    (size,) = LENGTH.unpack(length)
    return pipe.read(size) if 0 < size <= longest else length
