"""The exact form alone: who may run when, what is charged, and what no player can do to its worker."""

import os
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("the exact form is for Linux", allow_module_level=True)

from arena.seats import batch_player
from arena.workers import children, comes_true, files_at_rest, open_files
from conftest import ATTENDANTS
from mnk.arena.clock import TimeControl
from mnk.arena.family import IN_STOCK
from mnk.arena.process import Group
from mnk.arena.referee import Audience
from mnk.arena.remote import RemoteReferee
from mnk.game import Ending

QUICK = TimeControl(seconds=0.2, grace=0.2)
HASTY = TimeControl(seconds=0.05, grace=0.05)

PLAY = "\nreturn state.actions()[0]"
BURN = "import time\nstart = time.process_time()\nwhile time.process_time() - start < {}: pass" + PLAY
DAEMON = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork(): os._exit(0)\n{}"
CHANNEL = (
    "import os, socket, sys\nframe = sys._getframe()\n"
    "while not hasattr(frame.f_locals.get('self'), 'channel'): frame = frame.f_back\n"
    "child = frame.f_locals['self']\n"
    "number = next(n for n in range(3, 30) if 'socket' in os.path.realpath(f'/proc/self/fd/{{n}}'))\n"
    "channel = socket.socket(fileno=os.dup(number))\n"
    "from mnk.arena.channel import Offer, encode\n"
    "packet = encode(Offer(child.nonce, state.actions()[0], {}))\n"
)
ANSWER, OFFER = CHANNEL.format(True), CHANNEL.format(False)
ATTACH = ANSWER + "socket.send_fds(channel, [packet], os.pipe())\nwhile True: pass"
KEEP_RUNNING = (  # answers when the one who wakes it is at work on another core
    "import mmap, os, signal\nme = os.getpid()\n"
    "if state.ply < 2:\n    self.pulse = mmap.mmap(-1, 1)\n    if os.fork() == 0:\n        os.setsid()\n"
    "        os.sched_setaffinity(0, set(range(os.cpu_count())) - os.sched_getaffinity(0) or {0})\n"
    "        while True:\n            os.kill(me, signal.SIGCONT)\n            self.pulse[0] ^= 1\n"
    "for _ in range(9):\n    before = self.pulse[0]\n    while self.pulse[0] == before: pass" + PLAY
)


@pytest.fixture
def exact_game(exact_referee):
    return batch_player(exact_referee)


@pytest.fixture
def worker(exact_referee):
    return exact_referee._worker.pid


# --- time -----------------------------------------------------------------------------------------


def test_a_player_is_stopped_while_its_opponent_thinks(player_file, exact_game):
    """It leaves a thread behind that never rests, and tells how much it has used since its last move."""
    text = (
        "import sys, threading, time\nfrom mnk import Player\n\nsys.setswitchinterval(1e-4)\n\n"
        "def spin():\n    while True: pass\n\n"
        "class P(Player):\n    end = None\n\n    def move(self, state):\n"
        "        if self.end is None: threading.Thread(target=spin, daemon=True).start()\n"
        "        else: self.info = str(time.process_time() - self.end)\n"
        "        self.end = time.process_time()\n        return state.actions()[0]\n"
    )
    record = exact_game(player_file("p", text=text), player_file("burning", BURN.format(0.1)))
    used = [float(move.info) for move in record.move_records[2::2]]
    assert len(used) == 3
    assert all(seconds < 0.2 * 0.1 for seconds in used), used


def test_what_the_processor_did_is_recorded_and_charged(player_file, exact_game):
    record = exact_game(player_file("p", BURN.format(0.02)), "first")
    assert record.clock == "kernel clock"
    assert all(move.cpu >= 0.02 for move in record.move_records[::2])
    assert all(0 < move.cpu <= move.charged <= max(move.wall, move.cpu) for move in record.move_records)
    assert all(move.stolen >= 0 for move in record.move_records)


def test_sleep_is_charged_though_it_takes_no_processor(player_file, exact_game):
    move = exact_game(player_file("p", "import time; time.sleep(0.05)" + PLAY), "first").move_records[0]
    assert 0.05 <= move.charged <= move.wall
    assert move.cpu < 0.05


def test_threads_that_crowd_out_their_own_main_thread_gain_nothing(player_file, exact_game):
    """They share one core, so the main thread waits for the others; what all of them use is charged."""
    move = (
        "import hashlib, threading, time\n"
        "def hash():\n    while time.thread_time() < 0.03: hashlib.pbkdf2_hmac('sha256', b'', b'', 500)\n"
        "threads = [threading.Thread(target=hash) for _ in range(2)]\n"
        "for thread in threads: thread.start()\nstart = time.thread_time()\n"
        "while time.thread_time() < start + 0.03: hashlib.pbkdf2_hmac('sha256', b'', b'', 500)\n"
        "for thread in threads: thread.join()" + PLAY
    )
    first = exact_game(player_file("p", move), "first").move_records[0]
    assert 0.09 <= first.cpu <= first.charged


# --- what a player finds --------------------------------------------------------------------------


def test_a_player_finds_its_channel_and_no_other_file(player_file, exact_game):
    move = (
        "import os, stat\nfound = []\nfor n in map(int, os.listdir('/proc/self/fd')):\n"
        "    try: found.append((n, stat.S_IFMT(os.fstat(n).st_mode)))\n"
        "    except OSError: pass  # the listing itself\n"
        "names = {stat.S_IFCHR: 'null', stat.S_IFIFO: 'output', stat.S_IFSOCK: 'channel'}\n"
        "self.info = ' '.join(names[kind] for n, kind in sorted(found))" + PLAY
    )
    record = exact_game(player_file("p", move), "first")
    assert record.move_records[0].info == "null output output channel"


def test_a_player_finds_one_thread_and_one_core(player_file, exact_game, worker):
    move = "import os; self.info = f\"{len(os.listdir('/proc/self/task'))} {os.sched_getaffinity(0)}\"" + PLAY
    record = exact_game(player_file("p", move), "first")
    assert record.move_records[0].info == f"1 {os.sched_getaffinity(worker)}"
    assert len(os.sched_getaffinity(worker)) == 1


def test_a_player_is_no_more_urgent_than_others(player_file, exact_game):
    move = "import os; self.info = f'{os.sched_getscheduler(0) == os.SCHED_OTHER} {os.nice(0)}'" + PLAY
    assert exact_game(player_file("p", move), "first").move_records[0].info == f"True {os.nice(0)}"


def test_a_player_finds_no_secrets_and_fixed_hashes(player_file, monkeypatch):
    """A worker of its own: the environment that counts is the one in which the worker was started."""
    monkeypatch.setenv("GRADING_SECRET", "42")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    move = "import os, sys; self.info = f'{\"GRADING_SECRET\" in os.environ} {sys.flags.hash_randomization}'" + PLAY
    referee = RemoteReferee(Group(), Audience(), 0)
    try:
        record = batch_player(referee)(player_file("p", move), "first")
    finally:
        referee.close()
    assert record.move_records[0].info == "False 0"


@pytest.mark.parametrize("draw", ["import random; x = random.random()", "import numpy; x = numpy.random.random()"])
def test_two_players_do_not_draw_the_same_numbers(draw, player_file, exact_game):
    drawing = player_file("p", f"{draw}\nself.info = str(x)" + PLAY)
    records = [exact_game(drawing, drawing) for _ in range(2)]
    assert len({move.info for record in records for move in record.move_records[:2]}) == 4


# --- what a player can not do ---------------------------------------------------------------------


def test_a_daemon_does_not_outlive_the_game_for_long(player_file, tmp_path, exact_game):
    """Nothing more is timed before it is gone."""
    note = tmp_path / "pid"
    wait = f"    open({str(note)!r}, 'w').write(str(os.getpid()))\n    time.sleep(99)"
    wait_for_note = f"\nwhile not os.path.exists({str(note)!r}) or not open({str(note)!r}).read(): pass"
    record = exact_game(
        "first",
        player_file("p", "if state.ply > 1: return state.actions()[0]\n" + DAEMON.format(wait) + wait_for_note + PLAY),
    )
    assert record.ending is Ending.LINE
    exact_game("first", "first")
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_files_that_come_with_a_packet_are_refused(player_file, exact_game, worker):
    exact_game("first", "first")
    before = files_at_rest(worker)
    record = exact_game(player_file("p", ATTACH), "first", control=QUICK)
    assert (record.ending, record.winner) == (Ending.PROTOCOL, 2), record.detail
    exact_game("first", "first")
    assert files_at_rest(worker) == before


def test_a_packet_that_is_too_long_is_refused(player_file, exact_game):
    move = ANSWER + "channel.send(packet + b'x' * 5000)\nwhile True: pass"
    record = exact_game(player_file("p", move), "first", control=QUICK)
    assert (record.ending, record.winner) == (Ending.PROTOCOL, 2), record.detail


def test_a_packet_of_nothing_is_no_message(player_file, exact_game):
    record = exact_game(player_file("p", ANSWER + "channel.send(b'')" + PLAY), "first")
    assert (record.ending, record.winner) == (Ending.PROTOCOL, 2), record.detail
    assert "sent b'', which is no message" in record.detail


def test_who_closes_its_output_is_not_disturbed(player_file, exact_game):
    """A pipe without a writer can always be read: nobody may be woken by that while the player thinks."""
    move = (
        "import os, time\nif state.ply == 0: os.close(1); os.close(2)\nstart = time.monotonic()\n"
        "while time.process_time() < 0.1 * (state.ply + 1): pass\nreturn state.actions()[0]"
    )
    record = exact_game(player_file("p", move), "first")
    moves = record.move_records[::2]
    assert not record.ending.is_forfeit
    assert sum(move.stolen for move in moves) < 5 * sum(move.cpu for move in moves)


def test_more_offers_than_anybody_needs_are_refused(player_file, exact_game):
    """They have the right number and go around the player's side of the channel, which would stop at a thousand."""
    record = exact_game(player_file("p", OFFER + "while True: channel.send(packet)"), "first")
    assert (record.ending, record.winner) == (Ending.PROTOCOL, 2), record.detail


@pytest.mark.slow
def test_who_keeps_itself_running_forfeits(player_file, exact_game, worker):
    """A game of many moves: now and then it will be stopped all the same."""
    record = exact_game(player_file("p", KEEP_RUNNING), "first", game="6x7x7")
    exact_game("first", "first")
    assert (record.ending, record.winner) == (Ending.PROTOCOL, 2)
    assert "would not be stopped" in record.detail
    assert comes_true(lambda: len(children(worker)) == ATTENDANTS)


HOSTILE = {
    "attaches files": ATTACH,
    "ends": "import os; os._exit(1)",
    "ends its group": "import os; os.killpg(0, 9)",
    "stops itself": "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)" + PLAY,
    "leaves many behind": "import os\nfor _ in range(10):\n"
    "    if os.fork() == 0:\n        os.setsid()\n        while True: pass" + PLAY,
    "leaves a daemon": DAEMON.format("    while True: pass") + PLAY,
    "becomes another": "import os; os.execlp('sleep', 'sleep', '99')",
    "forgets its parent": "import os\nif os.fork(): os._exit(0)\nwhile True: pass",
    "opens what it can": "import os\nwhile True: os.pipe()",
    "talks out of turn": ANSWER + "channel.send(b'\\x04' * 9)" + PLAY,
    "prints without end": "while True: print('x' * 10_000)",
}


def test_a_worker_survives_whatever_its_players_do(player_file, exact_game, worker):
    exact_game("first", "first")
    before = files_at_rest(worker)
    hostile = [player_file(f"p{number}", move) for number, move in enumerate(HOSTILE.values())]
    records = [exact_game(path, "first", control=HASTY) for path in 3 * hostile]
    assert len(records) >= 30
    assert {record.winner for record in records if record.ending.is_forfeit} == {2}
    exact_game("first", "first")
    assert files_at_rest(worker) == before


@pytest.mark.parametrize("then", ["return state.actions()[0]", "while True: pass"])
def test_a_player_that_leaves_its_group_is_stopped_and_ended_all_the_same(then, player_file):
    """It joins the group of its parent, the worker."""
    referee = RemoteReferee(Group(), Audience(), 0)
    try:
        move = f"import os; os.setpgid(0, os.getpgid(os.getppid()))\n{then}"
        batch_player(referee)(player_file("p", move), "first", control=QUICK)
        assert not batch_player(referee)("first", "first").ending.is_forfeit
    finally:
        referee.close()


def test_games_that_never_begin_leave_nothing_behind(player_file, exact_game, worker):
    """No move is ever asked for, so nothing may wait for the next one."""
    for _ in range(10):
        assert exact_game("first", player_file("p", text="1 / 0")).ending is Ending.LOAD
    assert comes_true(lambda: len(children(worker)) == ATTENDANTS), children(worker)
    assert comes_true(lambda: open_files(worker)[1] <= IN_STOCK)
