"""The exact form as the runner sees it: which form is chosen, what goes to a worker and what comes back."""

import json
import os
import signal
import sys
import threading
from dataclasses import replace
from itertools import accumulate, repeat
from math import inf
from pathlib import Path
from types import SimpleNamespace

import pytest

if sys.platform != "linux":
    pytest.skip("the exact form is for Linux", allow_module_level=True)

from arena.seats import PLENTY, entry
from arena.workers import children, comes_true, state_of
from mnk import Game
from mnk.arena import launcher, remote
from mnk.arena.clock import NO_LIMIT, TimeControl
from mnk.arena.launcher import open_referee
from mnk.arena.process import Group
from mnk.arena.referee import Audience, PortableReferee
from mnk.arena.remote import MOST_AHEAD, RemoteReferee, Unavailable, WorkerLost
from mnk.arena.schedule import Fixture, match
from mnk.arena.seat import Stopped

TTT = Game.parse("3x3x3")


def games(count, first="first", second="first", opening_plies=0):
    return match(TTT, entry(first, label="a"), entry(second, label="b"), count, opening_plies, "0")


@pytest.fixture
def open_remote():
    """Opens workers and closes them."""
    opened = []

    def open_one(group=None, audience=None, **options):
        opened.append(RemoteReferee(group or Group(), audience or Audience(), 0, **options))
        return opened[-1]

    yield open_one
    for referee in opened:
        referee.close()


# --- which form -----------------------------------------------------------------------------------


def choose(choice):
    """The referee and what was told about it."""
    told = []
    return open_referee(choice, 0, Group(), Audience(), told.append), told


def failing_worker(monkeypatch, code):
    """Runs this in place of the worker; its line to the runner is its standard input."""
    monkeypatch.setattr(remote, "python", lambda module: [sys.executable, "-c", code])


def test_the_exact_form_is_chosen_where_it_can_be_had():
    referee, told = choose("auto")
    referee.close()
    assert isinstance(referee, RemoteReferee) and told == []


def test_the_wall_clock_is_there_for_the_asking():
    referee, told = choose("wall")
    assert isinstance(referee, PortableReferee) and told == []


def test_elsewhere_the_portable_form_is_chosen_and_the_reason_told(monkeypatch):
    monkeypatch.setattr(launcher, "sys", SimpleNamespace(platform="darwin"))
    referee, [told] = choose("auto")
    assert isinstance(referee, PortableReferee)
    assert "it needs Linux, not darwin" in told
    with pytest.raises(Unavailable, match="it needs Linux, not darwin"):
        choose("exact")


@pytest.mark.parametrize(
    ("code", "reason"),
    [("import os; os.write(0, b'-no pidfd\\n')", "no pidfd"), ("raise SystemExit(3)", "no worker could be started")],
    ids=["says why", "just ends"],
)
def test_a_worker_that_can_not_work_is_a_reason_for_the_portable_form(code, reason, monkeypatch):
    failing_worker(monkeypatch, code)
    referee, [told] = choose("auto")
    assert isinstance(referee, PortableReferee)
    assert reason in told
    with pytest.raises(Unavailable, match=reason):
        choose("exact")


def test_a_worker_that_can_not_work_leaves_no_file_open(monkeypatch):
    failing_worker(monkeypatch, "raise SystemExit(3)")
    before = sorted(os.listdir("/proc/self/fd"))
    choose("auto")
    assert sorted(os.listdir("/proc/self/fd")) == before


def test_a_run_that_is_stopped_before_its_worker_is_there_is_stopped(monkeypatch):
    failing_worker(monkeypatch, "raise SystemExit(3)")
    group = Group()
    group.stop()
    with pytest.raises(Stopped):
        RemoteReferee(group, Audience(), 0)


# --- what goes and what comes ---------------------------------------------------------------------


@pytest.mark.parametrize("control", [PLENTY, NO_LIMIT, TimeControl(0.1, 0.5, 60, inf, "random")])
def test_a_game_arrives_at_the_worker_as_it_was_sent(control):
    first = replace(entry("first", control, "a"), options={"depth": "3"}, keep=True)
    second = replace(entry("random", control, "ü"), broken="it is broken: 'ü'")
    for fixture in match(Game.parse("6x7x4g"), first, second, 2, 3, "seed"):
        assert len(fixture.opening) == 3
        assert Fixture.from_dict(json.loads(json.dumps(fixture.to_dict()))) == fixture


def test_both_forms_give_the_same_game(exact_referee):
    batches = [[fixture] for fixture in games(4, "random", "default", opening_plies=2)]
    exact, portable = (
        [replace(record, clock="", move_records=(), output=("", "")) for record in referee.play(iter(batches))]
        for referee in (exact_referee, PortableReferee(Group(), Audience()))
    )
    assert [record.to_json() for record in exact] == [record.to_json() for record in portable]
    assert len(exact) == 4


def test_who_watches_sees_the_same_in_both_forms(player_file, open_remote):
    talking = player_file("p", "self.nodes = state.ply\nprint('ply', state.ply)\nreturn state.actions()[0]")
    batch = games(2, talking, opening_plies=1)
    seen, printed = {}, {}
    for form in (open_remote, lambda audience: PortableReferee(Group(), audience)):
        seen[form], printed[form] = [], {"a": "", "b": ""}

        def watch(fixture, state, move, seen=seen[form]):
            seen.append((fixture, state.ply, state.key, state.last_action, move.nodes))

        def show(label, text, printed=printed[form]):
            printed[label] += text

        [*_] = form(audience=Audience(watch, show)).play(iter([batch]))
    exact, portable = seen.values()
    assert exact == portable
    assert {fixture.id for fixture, *_ in exact} == {fixture.id for fixture in batch}
    exact, portable = printed.values()
    assert exact == portable
    assert exact["a"] == "ply 2\nply 4\nply 6\nply 8\nply 1\nply 3\nply 5\nply 7\n"
    assert exact["b"] == ""


def pulled_at_each_record(open_remote, step, count=40):
    """How many batches the referee had taken when the first, second, ... record came, so many seconds apart."""
    pulled, log = [], []

    def batches():
        for fixture in games(count):
            pulled.append(fixture)
            yield [fixture]

    for _ in open_remote(now=accumulate(repeat(step)).__next__).play(batches()):
        log.append(len(pulled))
    assert len(log) == count
    return log


def test_a_long_game_is_ordered_when_the_one_before_is_over(open_remote):
    assert pulled_at_each_record(open_remote, step=1.0) == list(range(1, 41))


def test_short_games_are_ordered_ahead_but_not_without_limit(open_remote):
    log = pulled_at_each_record(open_remote, step=1e-6, count=80)
    assert log[0] == 1
    assert [pulled - number for number, pulled in enumerate(log)][1:48] == [MOST_AHEAD] * 47


def test_as_many_games_are_ordered_ahead_as_fit_into_no_time(open_remote):
    log = pulled_at_each_record(open_remote, step=0.03)
    assert [pulled - number for number, pulled in enumerate(log)][1:37] == [3] * 36


# --- when it ends early ---------------------------------------------------------------------------


@pytest.fixture
def during_a_game(player_file):
    """Does something to the referee while a player is in the middle of a very long move."""
    waiting = player_file("waiting", "import time; time.sleep(99)")
    there = set()

    def play(open_remote, act):
        group = Group()

        def watch(fixture, state, move):
            there.update(children(referee._worker.pid))
            act(group, referee)

        referee = open_remote(group, Audience(watch))
        list(referee.play(iter([games(1, "first", waiting)])))

    yield play
    assert len(there) >= 3, "nursery and two players"
    assert comes_true(lambda: not any(state_of(pid) for pid in there))


def test_a_worker_that_is_killed_is_lost_and_takes_all_others_along(during_a_game, open_remote):
    with pytest.raises(WorkerLost, match="code -9"):
        during_a_game(open_remote, lambda group, referee: os.kill(referee._worker.pid, signal.SIGKILL))


def test_a_run_that_is_stopped_from_elsewhere_ends_its_players(during_a_game, open_remote):
    def stop(group, referee):
        thread = threading.Thread(target=lambda: [group.stop(), group.stop()])
        thread.start()
        thread.join()

    with pytest.raises(Stopped):
        during_a_game(open_remote, stop)


def test_what_was_finished_before_the_stop_is_not_lost(open_remote, player_file, tmp_path):
    """A worker sends the records of short games many at a time: those that are not sent yet are sent in the end."""
    begun = tmp_path / "begun"
    waiting = player_file("waiting", f"import time\nopen({str(begun)!r}, 'w').close()\ntime.sleep(99)")
    long = match(TTT, entry("first", label="c"), entry(waiting, label="d"), 1, 0, "0")
    group = Group()

    def stop():
        while not begun.exists():
            pass
        group.stop()

    thread = threading.Thread(target=stop)
    records = []
    with pytest.raises(Stopped):
        batches = iter([games(3) + long])
        played = open_remote(group).play(batches)
        thread.start()
        for record in played:
            records.append(record)
    thread.join()
    assert len(records) == 3


def test_the_end_of_the_referee_is_the_end_of_its_worker(open_remote):
    referee = open_remote()
    there = children(referee._worker.pid) | {referee._worker.pid}
    referee.close()
    assert not Path(f"/proc/{referee._worker.pid}").exists()
    assert comes_true(lambda: not any(state_of(pid) for pid in there))
