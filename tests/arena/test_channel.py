import io
import math
import struct

import pytest

from mnk import Action
from mnk.arena.channel import (
    LONGEST_FROM_PLAYER,
    OFFER_LAYOUT,
    Begin,
    Offer,
    Question,
    Ready,
    Setup,
    Trouble,
    clean,
    decode_from_player,
    decode_from_runner,
    encode,
    read_packet,
    write_packet,
)
from mnk.arena.seat import Fault
from mnk.game import Ending

NONCE = b"12345678"
GOOD = encode(Offer(NONCE, Action(0, 1), True, 5, 2, 0.5, "x"))


@pytest.mark.parametrize(
    "message",
    [
        Setup(NONCE, "x_player.py", {"depth": "3"}, "3x3x3", 1, "0"),
        Setup(NONCE, "ü\n.py", {}, "3x3x3", 2, "a b", [3, 4]),
        Begin(NONCE, "6x7x4g", 2, "1"),
        Question(NONCE, 2, [Action(0, 1), Action(99, 99)], 1.5, 0.25),
        Question(NONCE, 0, [], math.inf, 0.0),
    ],
)
def test_what_the_runner_writes_the_player_reads(message):
    assert decode_from_runner(encode(message)) == message


@pytest.mark.parametrize(
    "message",
    [
        Offer(NONCE, Action(2, 3), True, 7, 2, -0.5, "hm"),
        Offer(NONCE, Action(0, 0), False, 2**62),
        Offer(NONCE, None, False),
        Ready(NONCE),
        Trouble(NONCE, "RAISED", "line 4"),
    ],
)
def test_what_the_player_writes_the_runner_reads(message):
    assert decode_from_player(encode(message)) == message


@pytest.mark.parametrize(
    "packet",
    [
        b"",
        b"hello\n",
        b"\x00" * 40,
        GOOD[:10],
        GOOD[: OFFER_LAYOUT.size - 1],
        b"\x63" + GOOD[1:],
        encode(Ready(NONCE)) + b"!",
        encode(Ready(NONCE))[:-1],
        encode(Setup(NONCE, "x", {}, "3x3x3", 1, "0")),
        encode(Question(NONCE, 0, [], 1.0, 0.0)),
        encode(Trouble(NONCE, "RAISED", ""))[:9],
        encode(Trouble(NONCE, "RAISED", ""))[:9] + b"\x63",
        OFFER_LAYOUT.pack(5, NONCE, 0, 0, 2**62 + 1, 0, 0.0),
        b"[" * LONGEST_FROM_PLAYER,
    ],
)
def test_whatever_does_not_fit_is_a_protocol_fault(packet):
    with pytest.raises(Fault) as fault:
        decode_from_player(packet)
    assert fault.value.ending is Ending.PROTOCOL


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_value_that_is_no_number_is_none(value):
    assert decode_from_player(encode(Offer(NONCE, None, True, value=value))).value is None


@pytest.mark.parametrize("packets", [[], [GOOD], [GOOD, encode(Ready(NONCE))]])
def test_a_pipe_keeps_packets_apart(packets):
    pipe = io.BytesIO()
    for packet in packets:
        write_packet(pipe, packet)
    pipe.seek(0)
    assert [read_packet(pipe, LONGEST_FROM_PLAYER) for _ in packets] == packets
    assert read_packet(pipe, LONGEST_FROM_PLAYER) == b""


@pytest.mark.parametrize("size", [0, LONGEST_FROM_PLAYER + 1, 2**32 - 1])
def test_nobody_waits_for_a_packet_that_is_too_long(size):
    pipe = io.BytesIO(struct.pack("<I", size) + b"x" * 9)
    with pytest.raises(Fault):
        decode_from_player(read_packet(pipe, LONGEST_FROM_PLAYER))


def test_texts_lose_control_and_direction_characters_and_their_excess():
    assert clean("a\x1b[31mb\nc\u202ed\u200b", 50) == "a [31mb cd"
    assert clean("x" * 100, 10) == "xxxxxxx..."
    trouble = decode_from_player(encode(Trouble(NONCE, "RAISED", "\x1b]0;title\x07" + "y" * 9999)))
    assert "\x1b" not in trouble.detail and len(trouble.detail) == 500
    offer = decode_from_player(encode(Offer(NONCE, None, True, info="a\x1b\ud800" + "y" * 9999)))
    assert "\x1b" not in offer.info and len(offer.info) == 200
