import signal
from dataclasses import replace

import pytest

from arena.seats import entry
from mnk import Game
from mnk.arena.run import Settings, play
from mnk.arena.schedule import match
from mnk.arena.store import Store, StoreError


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path, create=True) as opened:
        yield opened


def schedule(games):
    return match(Game.parse("6x7x4g"), entry("random", label="a"), entry("default", label="b"), games, 2, "0")


def moves_by_id(store):
    return {record.id: record.moves for record in store.records()}


def test_every_game_of_the_schedule_is_played_once(store):
    told = []
    play(schedule(4), store, Settings(), lambda record: told.append(record.id))
    assert sorted(told) == sorted(store.ids()) == sorted(fixture.id for fixture in schedule(4))


def test_playing_again_adds_nothing_and_more_games_add_only_those(store):
    told = []
    play(schedule(2), store, Settings(), lambda record: None)
    play(schedule(2), store, Settings(), told.append)
    assert told == []
    play(schedule(4), store, Settings(), told.append)
    assert len(told) == 2


def test_games_are_the_same_one_or_two_at_a_time(store, tmp_path):
    play(schedule(6), store, Settings(), lambda record: None)
    with Store(tmp_path / "other", create=True) as other:
        play(schedule(6), other, Settings(jobs=2), lambda record: None)
        assert moves_by_id(other) == moves_by_id(store)


def test_a_kept_player_stays_for_the_pairing_and_its_games_are_other_games(store, player_file):
    """What it keeps on self may change its moves, so the ids differ from those of fresh players."""
    text = (
        "from mnk import Player\n\nclass P(Player):\n    games = 0\n    def begin(self):\n        self.games += 1\n"
        "    def move(self, state):\n        self.info = str(self.games)\n        return state.actions()[0]\n"
    )
    path = player_file("p", text=text)
    for keep, told in ((False, {"1"}), (True, {"1", "2", "3", "4"})):
        counting, other = (
            replace(entry(spec, label=label), keep=keep) for spec, label in ((path, "p"), ("first", "b"))
        )
        play(match(Game.parse("3x3x3"), counting, other, 4, 0, "0"), store, Settings(), lambda record: None)
        infos = {move.info for record in list(store.records())[-4:] for move in record.move_records} - {""}
        assert infos == told
    assert len(store.ids()) == 8


def test_a_kept_player_that_fails_is_replaced_for_the_next_game(store, player_file):
    path = player_file("p", "if state.to_play == 1: raise ValueError\nreturn state.actions()[0]")
    failing, other = (replace(entry(spec, label=label), keep=True) for spec, label in ((path, "p"), ("first", "b")))
    play(match(Game.parse("3x3x3"), failing, other, 4, 0, "0"), store, Settings(), lambda record: None)
    assert [record.ending.name for record in store.records()] == ["RAISED", "LINE", "RAISED", "LINE"]


def test_a_broken_player_does_not_stop_the_others(store, player_file):
    broken = entry(player_file("p", "return 1 / 0"), label="broken")
    fixtures = match(Game.parse("3x3x3"), broken, entry("first"), 2, 0, "0") + schedule(2)
    play(fixtures, store, Settings(jobs=2), lambda record: None)
    assert len(store.ids()) == 4
    assert sum(record.ending.name == "RAISED" for record in store.records()) == 2


def test_ctrl_c_ends_the_run_between_two_games(store):
    """However often it comes: what was finished is kept and told, and the signal is ours only for so long."""
    told = []

    def interrupt(record):
        told.append(record.id)
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        play(schedule(20), store, Settings(jobs=2), interrupt)
    assert signal.getsignal(signal.SIGINT) is before
    assert 1 <= len(told) < 20
    assert set(told) == store.ids()


def test_a_store_that_fails_ends_the_run(store, monkeypatch):
    def full(record):
        raise StoreError("no room")

    monkeypatch.setattr(store, "add", full)
    with pytest.raises(StoreError):
        play(schedule(20), store, Settings(jobs=2), lambda record: None)
