import pytest

from arena.seats import entry
from mnk import Game
from mnk.arena.run import Settings, play
from mnk.arena.schedule import match
from mnk.arena.store import Store


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


@pytest.mark.parametrize("settings", [Settings(jobs=2), Settings(keep=True)], ids=["two at a time", "kept processes"])
def test_games_are_the_same_however_they_are_played(settings, store, tmp_path):
    play(schedule(6), store, Settings(), lambda record: None)
    with Store(tmp_path / "other", create=True) as other:
        play(schedule(6), other, settings, lambda record: None)
        assert moves_by_id(other) == moves_by_id(store)


def test_a_broken_player_does_not_stop_the_others(store, player_file):
    broken = entry(player_file("p", "return 1 / 0"), label="broken")
    fixtures = match(Game.parse("3x3x3"), broken, entry("first"), 2, 0, "0") + schedule(2)
    play(fixtures, store, Settings(jobs=2), lambda record: None)
    assert len(store.ids()) == 4
    assert sum(record.ending.name == "RAISED" for record in store.records()) == 2


def test_what_was_finished_before_an_interruption_is_kept(store):
    """Ctrl-C comes as an exception out of whatever the main thread does, here out of the report of a game."""

    def interrupted(record):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(schedule(20), store, Settings(jobs=2), interrupted)
    assert 1 <= len(store.ids()) < 20
