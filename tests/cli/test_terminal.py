"""The program as a process of its own: terminals, pipes, signals, other folders."""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import termios
import time

import pytest

from mnk.loader import ROOT

RUNNER = str(ROOT / "runner.py")


def start(arguments, cwd, **options):
    return subprocess.Popen([sys.executable, RUNNER, *arguments.split()], cwd=cwd, text=True, **options)


def finish(process, **options):
    try:
        return process.communicate(timeout=30, **options)
    finally:
        process.kill()
        process.wait()


def read_until(terminal, pattern):
    """What appears on the terminal until it matches this pattern."""
    seen = ""
    while not re.search(pattern, seen):
        assert select.select([terminal], [], [], 20)[0], f"waited for {pattern!r}, saw {seen!r}"
        seen += os.read(terminal, 4096).decode()
    return seen


@pytest.fixture
def terminal():
    """Both ends of a terminal: ours, and the one for the program."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (40, 100))  # a progress bar needs to know how wide it may be
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


def test_a_person_plays_a_game_at_a_terminal(terminal, tmp_path):
    ours, theirs = terminal
    process = start("play first --game 3x3x3", tmp_path, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE)
    try:
        for typed in ("b2", "2,1", "c2"):
            read_until(ours, "q to quit: ")
            os.write(ours, typed.encode() + b"\n")
    finally:
        out, _ = finish(process)
    assert process.returncode == 0
    assert "2[X X X]" in out
    assert "human wins (3 in a row)" in out


@pytest.mark.parametrize("typed", ["q\n", ""])
def test_a_person_can_leave(typed, tmp_path):
    process = start("play custom", tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = finish(process, input=typed)
    assert process.returncode == 0
    assert "you left the game" in out
    assert "Traceback" not in err


def test_bad_input_of_a_person_gets_help(tmp_path):
    process = start(
        "play first --game 6x7x4g", tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    _, err = finish(process, input="x\n9\n?\nq\n")
    assert "'x' is not a move: expected a column from 1 to 7." in err
    assert "there is no column 9: columns go from 1 to 7." in err
    assert "Type the number of a column. You may play: 1 2 3 4 5 6 7" in err


def test_ctrl_c_leaves_a_table_a_store_and_no_children(terminal, tmp_path):
    ours, theirs = terminal
    line = "match random default --games 5000 --run mine --jobs 2"
    process = start(line, tmp_path, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, start_new_session=True)
    try:
        read_until(ours, r"[1-9]\d*/5000")
        players = descendants(process.pid)
        os.kill(process.pid, signal.SIGINT)
    finally:
        out, _ = finish(process)
    assert process.returncode == 130
    assert players, "some were playing"
    assert left_of(players) == set()
    assert "W-D-L" in out
    assert re.search(r"\d+ of 5000 games were played; to go on, add --run mine", out)
    again = start("report mine", tmp_path, stdout=subprocess.PIPE)
    assert "W-D-L" in finish(again)[0]


def processes(columns="pid="):
    return subprocess.run(["ps", "-e", "-o", columns], capture_output=True, text=True, check=True).stdout


def descendants(ancestor):
    """The ids of the processes that this one has started, and those that they have started."""
    rows = [line.split() for line in processes("pid=,ppid=").splitlines()]
    found, new = set(), {str(ancestor)}
    while new:
        new = {pid for pid, parent in rows if parent in new}
        found |= new
    return found


def left_of(pids):
    """Who is still there, after as long as it takes to end them all."""
    deadline = time.monotonic() + 20
    while (left := pids & set(processes("pid=").split())) and time.monotonic() < deadline:
        pass
    return left


def test_kill_9_loses_nothing_that_was_stored_and_the_rest_can_be_played(terminal, tmp_path):
    ours, theirs = terminal
    line = "match random default --games 40 --run mine --game 3x3x3"
    process = start(line, tmp_path, stdin=theirs, stderr=theirs, stdout=subprocess.DEVNULL)
    try:
        read_until(ours, r"[1-9]\d*/40 ")
    finally:
        process.kill()
        process.wait()
    before = games(finish(start("report mine --json", tmp_path, stdout=subprocess.PIPE))[0])
    assert 1 <= len(before) < 40
    whole = games(finish(start(line + " --json", tmp_path, stdout=subprocess.PIPE))[0])
    fresh = games(finish(start(line.replace("mine", "fresh") + " --json", tmp_path, stdout=subprocess.PIPE))[0])
    assert len(whole) == 40
    assert before.items() <= whole.items()
    assert whole == fresh


def games(text):
    import json

    return {game["id"]: str(game["moves"]) for game in json.loads(text)["games"]}


@pytest.mark.parametrize("clock", ["exact", "wall"])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_killed_runner_takes_its_players_along(name, clock, terminal, tmp_path, player_file):
    loop = player_file("loop", "open('begun', 'w').close()\nwhile True: pass")
    code, out, players = killed_while_playing(loop, name, clock, terminal, tmp_path)
    assert code == 130
    assert "0 of 9 games were played" in out
    assert left_of(players) == set()


def test_nothing_survives_kill_9_of_the_runner(terminal, tmp_path, player_file):
    """Not the worker, not a player in an endless loop, and not what it has sent away to live on its own."""
    stray = (
        "import os\nif os.fork() == 0:\n    if os.fork() == 0:\n        os.setsid()\n"
        "        open('begun', 'w').close()\n        while True: pass\n    os._exit(0)\nwhile True: pass"
    )
    code, _, players = killed_while_playing(player_file("p", stray), "SIGKILL", "exact", terminal, tmp_path)
    assert code == -signal.SIGKILL
    assert len(players) >= 5  # worker, nursery, two players, the stray
    assert left_of(players) == set()


def killed_while_playing(player, name, clock, terminal, folder):
    """How a runner ends that gets this signal while a player is in its first move, and who was there then."""
    _, theirs = terminal
    line = f"match {player} first --games 9 --seconds 60 --clock {clock}"
    process = start(line, folder, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, start_new_session=True)
    try:
        while not (folder / "begun").exists():
            assert process.poll() is None
        players = descendants(process.pid)
        assert len(players) >= 2
        os.kill(process.pid, getattr(signal, name))
    finally:
        out, _ = finish(process)
    return process.returncode, out, players


def test_output_into_a_pipe_has_no_progress_and_a_closed_pipe_no_traceback(tmp_path):
    process = start("match random first --games 2", tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = finish(process)
    assert "W-D-L" in out and err == ""
    process = start("games", tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    err = process.stderr.read()
    process.wait()
    process.stderr.close()
    assert "Traceback" not in err


def test_it_runs_from_a_read_only_checkout_in_any_folder(tmp_path):
    checkout, elsewhere = tmp_path / "checkout", tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("mnk", "players", "configs"):
        shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(RUNNER, checkout)
    subprocess.run(["chmod", "-R", "a-w", str(checkout)], check=True)
    line = [sys.executable, str(checkout / "runner.py"), "match", "random", "first", "--games", "2"]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    try:
        for folder in (elsewhere, checkout):
            result = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
            assert result.returncode == 0, result.stderr
            assert "W-D-L" in result.stdout
    finally:
        subprocess.run(["chmod", "-R", "u+w", str(checkout)], check=True)
    assert (elsewhere / "reports").is_dir()
    if os.getuid() != 0:  # root can write anywhere
        assert not (checkout / "reports").exists()
        assert (tmp_path / "state" / "mnk" / "reports").is_dir()
