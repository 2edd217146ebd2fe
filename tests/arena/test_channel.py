import json

import pytest

from mnk.arena.channel import (
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
)
from mnk.arena.seat import Fault
from mnk.game import Ending

OFFER = {"is": "Offer", "number": 1, "action": [0, 1], "final": True, "nodes": 5, "depth": 2, "value": 0.5, "info": "x"}


@pytest.mark.parametrize(
    "message",
    [
        Setup("x_player.py", {"depth": "3"}, "3x3x3", 1, "0"),
        Begin("6x7x4g", 2, "1"),
        Question(3, 2, [[0, 1]], 1.5, 0.0),
        Question(3, 2, [], None, 0.0),
    ],
)
def test_what_the_runner_writes_the_player_reads(message):
    assert decode_from_runner(encode(message)) == message


@pytest.mark.parametrize(
    "message", [Offer(1, (2, 3), True, 7, 2, -0.5, "hm"), Offer(1, None, False), Ready(), Trouble("RAISED", "line 4")]
)
def test_what_the_player_writes_the_runner_reads(message):
    assert decode_from_player(encode(message)) == message


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"hello\n",
        b"null\n",
        b"[]\n",
        b"{}\n",
        b'{"is": "Setup"}\n',
        b'{"is": "Trouble", "kind": "WIN", "detail": ""}\n',
        b'{"is": "Trouble", "kind": "PROTOCOL", "detail": ""}\n',
        b'{"is": "Trouble", "kind": "RAISED"}\n',
        b"\xff\xfe\n",
        b"[" * 100_000,
        *(
            json.dumps({**OFFER, key: value}).encode()
            for key, value in [
                ("number", True),
                ("number", 1.0),
                ("number", 2**63),
                ("action", [1]),
                ("action", [1, 2, 3]),
                ("action", [1, True]),
                ("action", "ab"),
                ("action", [0.0, 1.0]),
                ("nodes", "many"),
                ("nodes", 10**400),
                ("depth", None),
            ]
        ),
    ],
)
def test_whatever_does_not_fit_is_a_protocol_fault(line):
    with pytest.raises(Fault) as fault:
        decode_from_player(line)
    assert fault.value.ending is Ending.PROTOCOL


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", '"big"', "true", "[1]", "null"])
def test_a_value_that_is_no_number_is_none(value):
    line = json.dumps({**OFFER, "value": 77}).replace("77", value).encode()
    assert decode_from_player(line).value is None


def test_texts_lose_control_and_direction_characters_and_their_excess():
    assert clean("a\x1b[31mb\nc\u202ed\u200b", 50) == "a [31mb cd"
    assert clean("x" * 100, 10) == "xxxxxxx..."
    trouble = decode_from_player(encode(Trouble("RAISED", "\x1b]0;title\x07" + "y" * 9999)))
    assert "\x1b" not in trouble.detail and len(trouble.detail) == 500
