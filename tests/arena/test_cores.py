import os
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("the exact form is for Linux", allow_module_level=True)

from mnk.arena.cores import Core


@pytest.fixture
def claim(monkeypatch):
    """Claims cores of a machine with three of them, whose numbers are nobody else's."""
    low = os.getpid() * 10
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {low, low + 1, low + 2})
    claimed = []

    def one(number):
        claimed.append(Core(number))
        return claimed[-1], claimed[-1].number - low

    yield one
    for core in claimed:
        core._mark.close()


def test_workers_take_different_cores_the_last_one_first(claim):
    assert [claim(number)[1] for number in range(3)] == [2, 1, 0]


def test_workers_of_different_runs_take_different_cores(claim):
    assert [claim(0)[1] for _ in range(3)] == [2, 1, 0]


def test_where_all_cores_are_taken_they_are_shared(claim):
    for number in range(3):
        claim(number)
    assert [claim(number)[1] for number in range(4)] == [2, 1, 0, 2]


def test_a_core_is_free_again_when_its_worker_has_ended(claim):
    core, number = claim(0)
    claim(1)
    core._mark.close()
    assert claim(2)[1] == number


def test_the_nursery_works_elsewhere_if_there_is_an_elsewhere(claim, monkeypatch):
    core, _ = claim(0)
    assert core.others == os.sched_getaffinity(0) - {core.number}
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {core.number})
    assert claim(0)[0].others == {core.number}


def test_a_core_is_taken_for_the_whole_process_and_alone(claim, monkeypatch):
    taken = []
    monkeypatch.setattr(os, "sched_setaffinity", lambda *wish: taken.append(wish))
    core, _ = claim(0)
    core.take()
    assert taken == [(0, {core.number})]
