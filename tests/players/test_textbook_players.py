"""The simple players and the two searches, asked in this very process."""

from collections import Counter
from random import Random

import pytest

from mnk import Game
from mnk.loader import load_player
from mnk.search import Minimax, streak
from positions import every_line, random_walk, state_of


def asked(spec, state, seed=0):
    return load_player(spec).seat(state.game, state.to_play, seed).answer(state)


def test_first_plays_the_first_legal_action():
    assert asked("first", state_of("3x3x3", "XO./.../...")) == (0, 2)
    assert asked("first", state_of("3x3x3g", "X../O../X..")) == (2, 1)


# --- random and default --------------------------------------------------------------------------


def test_random_plays_everywhere_about_equally_often():
    player = load_player("random").seat(Game.parse("2x2x3"), 1, seed=1)
    counts = Counter(player.answer(player.game.start()) for _ in range(400))
    assert len(counts) == 4 and min(counts.values()) > 60


@pytest.mark.parametrize("name", ["random", "default"])
def test_chance_comes_from_the_seed_alone(name):
    start = Game.parse("15x15x5").start()
    assert asked(name, start, seed=3) == asked(name, start, seed=3)
    assert len({asked(name, start, seed=seed) for seed in range(10)}) > 5


@pytest.mark.parametrize(
    ("game", "board", "moves"),
    [
        pytest.param("3x3x3", "XX./OO./...", {(0, 2)}, id="wins rather than blocks"),
        pytest.param("3x3x3", "X../OO./..X", {(1, 2)}, id="blocks"),
        pytest.param("3x3x3", "X.X/.O./X.O", {(0, 1), (1, 0)}, id="two wins: either"),
        pytest.param("1x7x3", "X..OO..", {(0, 2), (0, 5)}, id="two blocks: either"),
        pytest.param("4x4x4g", "..../XO../XO../XO..", {(0, 0)}, id="wins with gravity"),
        pytest.param("2x2x4", "X./.O", {(0, 1), (1, 0)}, id="else anywhere"),
    ],
)
def test_default_wins_if_it_can_and_blocks_if_it_must(game, board, moves):
    state = state_of(game, board, to_play=1)
    assert {asked("default", state, seed) for seed in range(40)} == moves


# --- evaluation ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "board", "move"),
    [
        pytest.param("3x3x3", ".../.../...", (0, 0), id="all equal: the first"),
        pytest.param("4x4x4", "..../..../..X./O...", (1, 1), id="the first that makes two"),
        pytest.param("4x4x4", "O.../..../..XX/O...", (2, 1), id="three"),
        pytest.param("4x4x4", "OOO./..../..XX/....", (2, 1), id="does not mind the opponent"),
        pytest.param("4x4x4", "O.../.X../..X./....", (3, 3), id="a dead run will do"),
        pytest.param("3x3x3", "X.X/OO./...", (0, 1), id="a win"),
        pytest.param("4x4x4g", "..../..../..../OOX.", (2, 1), id="with gravity by column"),
    ],
)
def test_evaluation_makes_its_longest_run_longer(game, board, move):
    assert asked("evaluation", state_of(game, board, to_play=1)) == move


def test_evaluation_takes_the_first_of_all_best_moves():
    rng = Random(0)
    for state in random_walk(Game.parse("5x5x4"), rng)[:-1] + random_walk(Game.parse("6x7x4g"), rng)[:-1]:
        best = max(streak(state.result(action), state.to_play) for action in state.actions())
        expected = [action for action in state.actions() if streak(state.result(action), state.to_play) == best]
        assert asked("evaluation", state) == expected[0]


def test_evaluation_tells_what_a_state_is_worth_to_either_colour():
    player, state = load_player("evaluation"), state_of("4x4x4", "XXX./OO../..../....")
    assert (player.evaluate(state, 1), player.evaluate(state, 2)) == (3 / 4, 2 / 4)


def test_evaluation_counts_the_states_it_looks_at():
    player = load_player("evaluation").seat(Game.parse("3x3x3"), 2)
    player.answer(state_of("3x3x3", "X../.../..."))
    assert player.nodes == 8


# --- minimax and alphabeta -----------------------------------------------------------------------

SEARCHES = ["minimax", "alphabeta", "alphabeta:table=false"]


def with_options(spec, **options):
    return spec + ("," if ":" in spec else ":") + ",".join(f"{name}={value}" for name, value in options.items())


@pytest.mark.parametrize("spec", ["minimax", "alphabeta"])
@pytest.mark.parametrize(
    ("color", "wins_draws_losses"), [(1, (99, 2, 0)), (2, (498, 183, 0))], ids=["as first", "as second"]
)
def test_a_full_search_that_prefers_the_first_move_never_loses_tic_tac_toe(spec, color, wins_draws_losses):
    player = load_player(f"{spec}:depth=full,prefer=first").seat(Game.parse("3x3x3"), color)
    tally = every_line(player)
    assert (tally[1], tally[0], tally[-1]) == wins_draws_losses


@pytest.mark.parametrize("spec", SEARCHES)
@pytest.mark.parametrize("prefer", ["fastest", "last", "random"])
@pytest.mark.parametrize("color", [1, 2])
def test_no_other_preference_loses_either(spec, prefer, color):
    player = load_player(with_options(spec, depth="full", prefer=prefer)).seat(Game.parse("3x3x3"), color)
    assert every_line(player)[-1] == 0


@pytest.mark.parametrize("spec", SEARCHES)
def test_a_search_takes_the_win_at_once(spec):
    state = state_of("6x7x4g", "......./......./......./...X.../XOOXX../XOOXOO.", to_play=1)
    assert asked(with_options(spec, depth=2), state) == (2, 3)
    assert asked(with_options(spec, depth=4, heuristic="zero"), state) == (2, 3)


@pytest.mark.parametrize("spec", SEARCHES)
@pytest.mark.parametrize("heuristic", ["zero", "streak"])
def test_a_fixed_depth_is_searched_with_the_given_heuristic(spec, heuristic):
    evaluate = {"zero": lambda state, color: 0.0, "streak": streak}[heuristic]
    for state in random_walk(Game.parse("4x4x4"), Random(5))[3:-1]:
        depth = min(3, 16 - state.ply)
        player = load_player(with_options(spec, depth=3, heuristic=heuristic)).seat(state.game, state.to_play)
        score, action = Minimax(state.to_play, evaluate).search(state, depth)
        assert player.answer(state) == action
        assert player.depth_reached == depth
        assert player.value == pytest.approx(score if abs(score) < 2 else (score > 0) - (score < 0))


def test_minimax_tells_its_nodes_depth_value_and_what_is_sure():
    player = load_player("minimax:depth=full").seat(Game.parse("3x3x3"), 1)
    player.answer(player.game.start())
    assert (player.nodes, player.depth_reached, player.value, player.info) == (549_946, 9, 0, "")
    player.answer(state_of("3x3x3", "X.O/.../..."))
    assert (player.value, player.info) == (1, "wins in 5 plies")


def test_alphabeta_offers_deeper_and_deeper_answers_until_it_is_sure():
    player = load_player("alphabeta").seat(Game.parse("3x3x3"), 1)
    assert list(depths(player, state_of("3x3x3", "X.O/.../..."))) == [1, 2, 3, 4, 5]
    assert player.value == 1 and player.info.startswith("wins in 5 plies (") and "cutoffs" in player.info


def depths(player, state):
    player.start_clock(float("inf"))
    for _ in player.move(state):
        yield player.depth_reached


def test_without_a_limit_the_searches_stop_by_themselves():
    start = Game.parse("15x15x5").start()
    for spec in ("minimax", "alphabeta"):
        player = load_player(spec).seat(start.game, 1)
        assert player.answer(start) in start.actions()
        assert player.depth_reached >= 2 and player.nodes < 2_000_000


def test_minimax_looks_only_as_far_as_its_budget_allows(monkeypatch):
    start = Game.parse("6x7x4g").start()
    player = load_player("minimax").seat(start.game, 1)
    monkeypatch.setattr(type(player), "time_left", lambda self: 0.1)
    player.answer(start, seconds=0.1)
    assert player.depth_reached == 4, "7 + 49 + 343 + 2401 + 1 nodes are within 5,000, one ply more is not"


def test_a_kept_alphabeta_answers_as_a_new_one():
    for seed in range(20):
        game = Game.parse("4x4x3")
        kept = load_player("alphabeta:depth=4").seat(game, 1)
        for state in random_walk(game, Random(seed))[:-1:2]:
            assert kept.answer(state) == asked("alphabeta:depth=4", state)
