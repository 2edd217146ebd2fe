"""A long run takes no more than a short one: of memory, files or processes."""

import os
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("the exact form is for Linux", allow_module_level=True)

from arena.seats import entry
from arena.workers import children, comes_true, memory, open_files
from conftest import ATTENDANTS
from mnk import Game
from mnk.arena import run
from mnk.arena.remote import RemoteReferee
from mnk.arena.schedule import match
from mnk.arena.store import Store

GAMES, EARLY = 500, 50


class Inspected(RemoteReferee):
    """Looks at its worker when so many games are over and none has been ordered."""

    def __init__(self, choice, number, group, audience, tell):
        super().__init__(group, audience, number, now=iter(range(10 * GAMES)).__next__)
        self.found = {}

    def play(self, batches):
        def inspected():
            for number, batch in enumerate(batches):
                if number in (EARLY, GAMES - 1):
                    self.found[number] = self.inspect()
                yield batch

        return super().play(inspected())

    def inspect(self):
        assert comes_true(lambda: len(children(self._worker.pid)) == ATTENDANTS)
        files, handles = open_files(self._worker.pid)
        assert handles <= 4  # of two in stock and two that are dying
        return files, len(os.listdir("/proc/self/fd")), memory(self._worker.pid)


@pytest.mark.slow
def test_the_five_hundredth_game_takes_no_more_than_the_fiftieth(tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(run, "open_referee", lambda *about: opened.append(Inspected(*about)) or opened[-1])
    fixtures = match(Game.parse("4x4x3"), entry("random", label="a"), entry("first", label="b"), GAMES, 2, "0")
    with Store(tmp_path, create=True) as store:
        run.play(fixtures, store, run.Settings(), lambda record: None)
        assert len(store.ids()) == GAMES
    [inspected] = opened
    (*files, early), (*files_later, late) = inspected.found[EARLY], inspected.found[GAMES - 1]
    assert files == files_later
    assert late < 1.05 * early
