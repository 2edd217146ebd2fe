"""A tenth of the recorded strength run (bench/records/custom.md), at a fixed depth so that it repeats."""

import pytest

from arena.seats import entry
from mnk import Game
from mnk.arena.run import Settings, play
from mnk.arena.schedule import match
from mnk.arena.store import Store
from mnk.report.summary import summaries


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["default", "evaluation"])
def test_custom_wins_on_a_large_board(opponent, tmp_path):
    fixtures = match(Game.parse("15x15x5"), entry("custom:depth=2"), entry(opponent), 10, 2, "0")
    with Store(tmp_path, create=True) as store:
        play(fixtures, store, Settings(jobs=2), lambda record: None)
        players = {player.name: player for player in summaries(store.records())}
    assert players["custom"].games == 10
    assert players["custom"].forfeits.total() == 0
    assert players["custom"].score >= 0.95
