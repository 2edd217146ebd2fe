"""The contract that every file in players/ keeps: it loads, plays any board legally, and repeats itself."""

import pytest

from arena.seats import batch_player, entry
from mnk import Game
from mnk.arena.clock import TimeControl
from mnk.arena.process import Group
from mnk.arena.referee import Audience, PortableReferee
from mnk.loader import load_player, player_files, player_name

NAMES = [player_name(file) for file in player_files() if player_name(file) != "human"]
BOARDS = ["3x3x3", "6x7x4g", "1x7x3", "4x3x3g", "3x4x9", "3x4x3#b2", "4x5x3g#c3", "5x5x4e", "9x9x5"]
STEADY = {"minimax": "minimax:depth=2", "alphabeta": "alphabeta:depth=2", "custom": "custom:depth=1"}


# Players that come to an end without a clock; others, like an endless generator, get a short one.
CLOCKLESS = {"random", "first", "default", "evaluation", *STEADY}


def steady(name):
    """The player with a fixed depth, so that it does not watch the clock."""
    return STEADY.get(name, name)


def play(name, game, seed, color):
    """A game against a player that moves at random, in this process."""
    players = {color: load_player(steady(name)), 3 - color: load_player("random")}
    state = game.start()
    for seat, player in players.items():
        player.seat(game, seat, f"{seed} {seat}")
    moves = []
    while not state.is_terminal():
        moves.append(players[state.to_play].answer(state, None if name in CLOCKLESS else 0.05))
        assert moves[-1] in state.actions()
        state = state.result(moves[-1])
    return moves


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", NAMES)
def test_a_player_plays_any_board_legally_in_both_seats(name, board):
    for color in (1, 2):
        assert play(name, Game.parse(board), "1", color)


@pytest.mark.parametrize("name", sorted(CLOCKLESS))
def test_the_same_seed_gives_the_same_game(name):
    game = Game.parse("6x7x4g")
    assert play(name, game, "7", 1) == play(name, game, "7", 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_player_can_be_asked_about_any_position_by_either_colour(name):
    game = Game.parse("3x3x3")
    for color in (1, 2):
        state = game.state([[1, 2, 0], [0, 1, 0], [0, 0, 2]], to_play=color)
        player = load_player(steady(name)).seat(game, color, 0)
        assert player.answer(state, None if name in CLOCKLESS else 0.05) in state.actions()


@pytest.mark.parametrize("name", NAMES)
def test_a_player_plays_in_its_own_process_within_its_time(name):
    play = batch_player(PortableReferee(Group(), Audience()))
    record = play(entry(name, TimeControl(seconds=0.1, grace=30)), "random", game="6x7x4g")
    assert not record.ending.is_forfeit, record.detail


@pytest.mark.parametrize("name", NAMES)
def test_a_player_says_in_one_line_what_it_does(name):
    from mnk.cli.players import describe

    file = next(file for file in player_files() if player_name(file) == name)
    assert 10 <= len(describe(file)["doc"]) <= 66


@pytest.mark.parametrize("name", ["default", "minimax", "alphabeta", "custom"])
def test_a_win_is_taken_at_once(name):
    game = Game.parse("6x7x4g")
    state = game.start()
    for column in (3, 0, 3, 0, 3, 0):
        state = state.result(next(action for action in state.actions() if action.col == column))
    assert load_player(steady(name)).seat(game, 1, 0).answer(state).col == 3
