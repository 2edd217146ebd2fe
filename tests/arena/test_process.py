"""Real processes: every way to go wrong gets its verdict, and the run goes on."""

import re

import pytest

from arena.seats import entry
from mnk import Action, Game
from mnk.arena.clock import Budget, TimeControl
from mnk.arena.process import ProcessSeat
from mnk.arena.schedule import match
from mnk.game import Ending

QUICK = TimeControl(seconds=0.2, grace=0.2, load_seconds=20)
HASTY = TimeControl(seconds=0.2, grace=0.2, load_seconds=1)
SWALLOW = "while True:\n    try:\n        for i in range(10**9): i + 1\n    except BaseException: pass"

FAULTS = {
    "a Python loop": ("while True: pass", Ending.TIME, r"p_player.py:5: no move within 0.2 s"),
    "a loop in C": ("sum(iter(int, 1))", Ending.TIME, r"p_player.py:5: no move"),
    "sleeping": ("import time; time.sleep(99)", Ending.TIME, r"p_player.py:5: no move"),
    "ignoring signals": (
        "import signal\nfor n in set(signal.Signals) - {9, 19}: signal.signal(n, signal.SIG_IGN)\nwhile True: pass",
        Ending.TIME,
        r"p_player.py: no move",
    ),
    "swallowing everything": (SWALLOW, Ending.TIME, r"p_player.py:\d: no move"),
    "a generator without an offer": ("while True: pass\nyield", Ending.TIME, r"p_player.py:5: no offer within 0.2 s"),
    "a generator that ends without an offer": ("if False: yield", Ending.TIME, r"ended without an offer"),
    "sys.exit": ("import sys; sys.exit(3)", Ending.DIED, r"p_player.py:5: SystemExit: 3"),
    "os._exit": ("import os; os._exit(0)", Ending.DIED, r"p_player.py: the process ended \(exit code 0\)"),
    "a segmentation fault": ("import ctypes; ctypes.string_at(0)", Ending.DIED, r"p_player.py:5: .*SIGSEGV"),
    "killing itself": ("import os; os.kill(os.getpid(), 9)", Ending.DIED, r"SIGKILL"),
    "raising": ("return 1 / 0", Ending.RAISED, r"p_player.py:5: ZeroDivisionError: division by zero"),
    "endless recursion": ("self.move(state)", Ending.RAISED, r"p_player.py:5: RecursionError"),
    "raising KeyboardInterrupt": ("raise KeyboardInterrupt", Ending.RAISED, r"p_player.py:5: KeyboardInterrupt"),
    "trying an illegal action": (
        "state.result((9, 9))",
        Ending.RAISED,
        r"p_player.py:5: IllegalAction: j10 is outside",
    ),
    "returning None": ("return None", Ending.ILLEGAL, r"p_player.py:4: answered None: expected a pair"),
    "returning a float": ("return 1.0, 2.0", Ending.ILLEGAL, r"answered \(1.0, 2.0\)"),
    "returning a bool": ("return True, False", Ending.ILLEGAL, r"answered \(True, False\)"),
    "returning a text": ("return 'b2'", Ending.ILLEGAL, r"answered 'b2'"),
    "playing outside": ("return 7, 7", Ending.ILLEGAL, r"p_player.py:4: h8 is outside the 3x3 board"),
    "a repr that raises": (
        "class Odd:\n    def __repr__(self): raise ValueError\nreturn Odd()",
        Ending.ILLEGAL,
        r"answered a Odd whose repr raises ValueError",
    ),
    "writing to every pipe": (
        "import os\nfor n in range(3, 30):\n    try: os.write(n, b'1-0\\n')\n    except OSError: pass\nreturn 0, 0",
        Ending.PROTOCOL,
        r"sent b'1-0\\n', which is no message",
    ),
    "closing every pipe": ("import os; os.closerange(0, 30); return 0, 0", Ending.DIED, r"p_player.py"),
    "answering too early": (
        "import os\nfrom mnk import Action\nfrom mnk.arena.channel import LENGTH, Offer, encode\n"
        "packet = encode(Offer(b'guesswrk', Action(2, 2), True))\nyield state.actions()[0]\n"
        "for n in range(3, 30):\n"
        "    for packets in (packet, LENGTH.pack(len(packet)) + packet):\n"
        "        try: os.write(n, packets)\n        except OSError: pass",
        Ending.PROTOCOL,
        r"p_player.py: ",
    ),
    "dying with a child that lives on": (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(2)\nos._exit(3)",
        Ending.DIED,
        r"exit code 3",
    ),
    "a very long complaint": ("raise ValueError('x' * 99999)", Ending.RAISED, r"p_player.py:5: ValueError: xxx"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_gets_its_verdict_with_the_line(name, player_file, process_game):
    move, ending, detail = FAULTS[name]
    record = process_game(player_file("p", move), "first", control=QUICK)
    assert (record.winner, record.ending) == (2, ending), record.detail
    assert re.search(detail, record.detail), record.detail


LOAD_FAULTS = {
    "crashing at import": ("1 / 0", r"p_player.py:1: ZeroDivisionError"),
    "hanging at import": ("while True: pass", r"p_player.py:1: not loaded within 1 s"),
    "exiting at import": ("import os; os._exit(7)", r"the process ended \(exit code 7\) while loading"),
    "sys.exit at import": ("import sys; sys.exit()", r"p_player.py:1: SystemExit"),
    "bad syntax": ("x = = 1", r"p_player.py:1: SyntaxError: invalid syntax in `x = = 1`"),
    "Python 2": ("print 'hello'", r"p_player.py:1: this is Python 2 code in `print 'hello'`"),
    "no player": ("x = 1", r"p_player.py defines no player"),
    "a missing module": ("import nosuchmodule", r"p_player.py:1: ModuleNotFoundError: No module named 'nosuchmodule'"),
    "a bad __init__": (
        "from mnk import Player\nclass P(Player):\n    def __init__(self):\n        self.x = self.y",
        r"p_player.py:4: AttributeError: .* in __init__",
    ),
    "a bad begin": (
        "from mnk import Player\nclass P(Player):\n    def begin(self):\n        self.x = self.y",
        r"p_player.py:4: AttributeError: .* in begin",
    ),
}


@pytest.mark.parametrize("name", LOAD_FAULTS)
def test_a_file_that_does_not_load_forfeits(name, player_file, process_game):
    text, detail = LOAD_FAULTS[name]
    record = process_game("first", player_file("p", text=text), control=HASTY if "hanging" in name else QUICK)
    assert (record.winner, record.ending, record.moves) == (1, Ending.LOAD, ()), record.detail
    assert re.search(detail, record.detail), record.detail


def test_a_megabyte_of_output_is_drained_and_cut(player_file, process_game):
    record = process_game(player_file("p", "print('x' * 1_000_000)\nreturn state.actions()[0]"), "first")
    assert not record.ending.is_forfeit
    assert record.output[0].endswith("bytes more\n")
    assert 65_000 < len(record.output[0]) < 66_000
    assert record.output[1] == ""


def test_the_last_offer_in_time_is_played_without_a_fault(player_file, process_game):
    loop = "yield state.actions()[-1]\nyield state.actions()[0]\nwhile True: 1 + 1"
    record = process_game(player_file("p", loop), "first", control=QUICK)
    assert (record.winner, record.ending) == (1, Ending.LINE)
    assert [tuple(move) for move in record.moves[::2]] == [(0, 0), (0, 2), (1, 1), (2, 0)]
    assert not any(move.overrun for move in record.move_records)


def test_an_anytime_player_that_will_not_stop_is_replaced_and_counted(player_file, process_game):
    record = process_game(player_file("p", "yield state.actions()[0]\n" + SWALLOW), "first", control=QUICK)
    assert (record.winner, record.ending) == (1, Ending.LINE)
    assert all(move.killed and move.overrun for move in record.move_records[::2])


@pytest.mark.parametrize("ending", ["while True: 1 + 1", SWALLOW], ids=["interrupted", "killed"])
def test_an_offer_in_time_takes_nothing_from_the_bank(ending, player_file, process_game):
    control = TimeControl(seconds=0.2, grace=0.2, bank=600)
    record = process_game(player_file("p", "yield state.actions()[0]\n" + ending), "first", control=control)
    assert record.ending is Ending.LINE
    assert all(move.charged <= 0.2 for move in record.move_records[::2])
    assert all(move.killed is (ending == SWALLOW) for move in record.move_records[::2])


def test_what_a_player_keeps_on_self_stays_for_the_game(player_file, process_game):
    move = "self.n = getattr(self, 'n', -1) + 1\nself.info = str(self.n)\nreturn state.actions()[0]"
    record = process_game(player_file("p", move), "first")
    assert [move.info for move in record.move_records[::2]] == ["0", "1", "2", "3"]


def test_a_thousand_offers_are_enough(player_file, process_game):
    record = process_game(player_file("p", "for i in range(5000): yield state.actions()[0]"), "first")
    assert record.ending is Ending.LINE


@pytest.mark.parametrize(
    ("move", "column"),
    [
        ("return 3", 3),
        ("return (5, 3)", 3),
        ("return [5, 3]", 3),
        ("import numpy; return numpy.int64(3)", 3),
        ("import numpy; return numpy.array([5, 3])", 3),
        ("class Sly(int):\n    def __eq__(self, other): return True\n    __hash__ = int.__hash__\nreturn Sly(3)", 3),
    ],
)
def test_any_integers_are_a_move(move, column, player_file, process_game):
    once = f"if state.ply > 0: return None\n{move}"
    record = process_game(player_file("p", once), "random", game="6x7x4g")
    assert tuple(record.moves[0]) == (5, column)


def test_nodes_depth_value_and_info_are_recorded(player_file, process_game):
    move = (
        "self.nodes, self.depth_reached, self.value = 42, 3, 0.25\n"
        "self.info = 'a\\x1b[31m' + 'b' * 999\nreturn state.actions()[0]"
    )
    first = process_game(player_file("p", move), "first").move_records[0]
    assert (first.nodes, first.depth, first.value) == (42, 3, 0.25)
    assert first.info.startswith("a [31mbbb") and len(first.info) == 200


def test_what_a_player_prints_can_not_steer_a_terminal(player_file, process_game):
    record = process_game(player_file("p", "print('\\x1b[2J\\u202ehi\\tthere')\nreturn state.actions()[0]"), "first")
    assert record.output[0].splitlines()[0] == "\ufffd[2J\ufffdhi\tthere"


def test_a_player_plays_on_when_nobody_reads_what_it_prints(player_file):
    def gone(text):
        raise BrokenPipeError

    printing = entry(player_file("p", "print('x' * 100_000)\nreturn state.actions()[0]"))
    seat = ProcessSeat(printing, show_output=gone)
    try:
        seat.begin(Game.parse("3x3x3"), 1, "0")
        assert seat.ask([], Budget(30, 30, 30), 0.0).action == (0, 0)
    finally:
        seat.close()


def test_a_game_that_takes_long_to_write_down_is_played_too(process_game):
    blocked = frozenset(Action(row, col) for row in range(10, 40) for col in range(50))
    game = str(Game(rows=40, cols=50, k=3, blocked=blocked))
    assert len(game) > 4096
    assert process_game("first", "first", game=game).ending is Ending.LINE


def test_the_same_seed_gives_the_same_game(process_game):
    games = [process_game("random", "default", game="6x7x4g") for _ in range(2)]
    assert games[0].moves == games[1].moves
    assert games[0].id == games[1].id


def test_a_kept_process_begins_again_with_a_new_game(player_file, referee):
    text = (
        "from mnk import Player\n\nclass P(Player):\n    games = 0\n    def begin(self):\n        self.games += 1\n"
        "    def move(self, state):\n        self.info = f'{self.games} {self.color} {self.game}'\n"
        "        return state.actions()[0]\n"
    )
    entries = entry(player_file("p", text=text)), entry("first")
    batch = [match(Game.parse(game), *entries, 1, 0, "0")[0] for game in ("3x3x3", "4x5x3")]
    infos = [record.move_records[0].info for record in referee.play(iter([batch]))]
    assert infos == ["1 1 3x3x3", "2 1 4x5x3"]


def test_a_player_can_import_and_read_files_beside_it(player_file, tmp_path, process_game):
    (tmp_path / "helper.py").write_text("CELL = (1, 1)")
    (tmp_path / "weights.txt").write_text("2")
    move = (
        "from helper import CELL\nfrom pathlib import Path\n"
        "self.nodes = int(Path(__file__).with_name('weights.txt').read_text())\nreturn CELL"
    )
    record = process_game(player_file("p", move), "first")
    assert tuple(record.moves[0]) == (1, 1)
    assert record.move_records[0].nodes == 2
    assert not (tmp_path / "__pycache__").exists()


def test_a_player_sees_the_budget_and_no_secrets(player_file, monkeypatch, process_game):
    monkeypatch.setenv("GRADING_SECRET", "42")
    move = (
        "import os, sys\nself.info = f'{0 < self.time_left() <= 5} {self.is_time_up()} {self.bank_left}"
        ' {"GRADING_SECRET" in os.environ} {sys.stdin.read()!r}\'\nreturn state.actions()[0]'
    )
    record = process_game(player_file("p", move), "first", control=TimeControl(seconds=5, bank=7))
    assert record.move_records[0].info == "True False 7.0 False ''"
