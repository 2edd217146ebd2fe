"""What a player may answer, how it sits down, and its clock."""

import math
from enum import IntEnum
from types import SimpleNamespace

import numpy
import pytest

from mnk import Action, Game, IllegalAction, Player
from mnk.player import as_action
from positions import state_of

START = Game.parse("3x3x3").start()


class Three(IntEnum):
    THREE = 2


class Unprintable:
    def __repr__(self):
        raise RuntimeError


@pytest.fixture
def clock(monkeypatch):
    """The time on the player's watch: set `clock.now`."""
    watch = SimpleNamespace(now=100.0)
    monkeypatch.setattr("mnk.player.time", SimpleNamespace(perf_counter=lambda: watch.now))
    return watch


def seated(move):
    """A player with this move method."""
    return type("ThePlayer", (Player,), {"move": move})().seat(START.game, 1)


# --- answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        Action(1, 2),
        (1, 2),
        [1, 2],
        numpy.array([1, 2]),
        (numpy.int64(1), numpy.uint8(2)),
        (1, Three.THREE),
        range(1, 3),
    ],
    ids=repr,
)
def test_any_pair_of_integers_is_an_action(answer):
    action = as_action(START, answer)
    assert action == Action(1, 2) and type(action) is Action
    assert type(action.row) is type(action.col) is int


@pytest.mark.parametrize(
    "answer",
    [None, 4, True, "b3", "12", b"12", (1,), (1, 2, 3), (1.0, 2.0), (True, 2), (1, None), {1, 2}, {1: 2, 2: 3}, object],
    ids=repr,
)
def test_anything_else_is_named_in_the_refusal(answer):
    with pytest.raises(IllegalAction) as error:
        as_action(START, answer)
    assert str(error.value) == f"answered {answer!r}: expected a pair of integers (row, col)"


def test_refusal_of_a_long_or_unprintable_answer_stays_one_short_sentence():
    with pytest.raises(IllegalAction) as error:
        as_action(START, [7] * 1000)
    assert len(str(error.value)) < 120 and "[7, 7, 7" in str(error.value)
    with pytest.raises(IllegalAction, match="a Unprintable whose repr raises RuntimeError"):
        as_action(START, Unprintable())


@pytest.mark.parametrize("answer", [2, numpy.int8(2), Three.THREE, (1, 2), numpy.array(2)], ids=repr)
def test_with_gravity_a_bare_column_is_the_cell_where_the_stone_lands(answer):
    assert as_action(state_of("3x3x3g", ".../.../..X"), answer) == Action(1, 2)


def test_with_gravity_a_pair_is_taken_at_its_word():
    state = state_of("3x3x3g", ".../.../..X")
    assert as_action(state, (0, 2)) == Action(0, 2)
    with pytest.raises(IllegalAction, match="c1 hangs in the air"):
        state.result(as_action(state, (0, 2)))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (0, "answered column 0, which is full"),
        (3, "answered column 3: columns are numbered from 0 to 2"),
        (-1, "answered column -1: columns are numbered from 0 to 2"),
        (True, "answered True: expected a pair of integers (row, col) or a column"),
        (1.0, "answered 1.0: expected a pair of integers (row, col) or a column"),
        (None, "answered None: expected a pair of integers (row, col) or a column"),
    ],
)
def test_with_gravity_a_bad_column_is_refused(answer, words):
    with pytest.raises(IllegalAction) as error:
        as_action(state_of("2x3x3g", "X../O.."), answer)
    assert str(error.value) == words


# --- life ----------------------------------------------------------------------------------------


def test_seat_sets_game_colour_and_chance_before_begin():
    class Eager(Player):
        def begin(self):
            self.seen = (self.game, self.color, self.rng.random())

    game = Game.parse("3x3x3")
    one, other = Eager().seat(game, 2, seed=7), Eager().seat(game, 2, seed=7)
    assert one.seen == other.seen and one.seen[:2] == (game, 2)
    assert Eager().seat(game, 2, seed=8).seen != one.seen


def test_a_player_without_a_move_says_so():
    class Forgetful(Player):
        pass

    with pytest.raises(NotImplementedError, match="Forgetful has no move method"):
        Forgetful().seat(START.game, 1).answer(START)


def test_what_was_told_about_the_last_move_is_forgotten():
    def move(self, state):
        told = (self.nodes, self.depth_reached, self.value, self.info)
        self.nodes, self.depth_reached, self.value, self.info = 5, 3, 1.0, "sure"
        assert told == (0, 0, None, "")
        return 0, 0

    player = seated(move)
    player.answer(START)
    player.answer(START)
    assert (player.nodes, player.info) == (5, "sure")


# --- the clock -----------------------------------------------------------------------------------


def test_time_left_runs_down_from_the_budget(clock):
    player = Player()
    player.start_clock(2.0)
    assert player.time_left() == 2.0
    clock.now += 1.5
    assert player.time_left() == 0.5 and not player.is_time_up()
    clock.now += 0.5
    assert player.is_time_up()


def test_without_a_limit_time_never_runs_out(clock):
    player = Player()
    assert player.time_left() == math.inf
    player.start_clock(math.inf)
    clock.now += 1e9
    assert player.time_left() == math.inf and not player.is_time_up()


def test_time_once_up_stays_up_until_the_next_move(clock):
    player = Player()
    player.start_clock(1.0)
    clock.now += 1.0
    assert player.is_time_up()
    clock.now -= 0.9
    assert player.time_left() > 0 and player.is_time_up()
    player.start_clock(1.0)
    assert not player.is_time_up()


def test_answer_starts_the_clock_with_its_seconds(clock):
    player = seated(lambda self, state: (0, round(self.time_left())))
    assert player.answer(START, seconds=2) == (0, 2)
    with pytest.raises(OverflowError):
        player.answer(START)
