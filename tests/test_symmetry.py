"""The symmetries of a board: how many there are, and that they keep the game as it is."""

import pytest

from mnk import Game
from mnk.symmetry import canonical, symmetries
from positions import reachable, state_of


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (
            "3x3x3",
            "identity, mirror, flip, half turn, transpose, quarter turn, three quarter turn, antitranspose",
        ),
        ("3x4x3", "identity, mirror, flip, half turn"),
        ("6x7x4g", "identity, mirror"),
        ("4x4x4g", "identity, mirror"),
        ("1x7x3", "identity, mirror"),
        ("7x1x3", "identity, flip"),
        ("1x1x1", "identity"),
        ("5x1x3g", "identity"),
        ("3x3x3#b2", "identity, mirror, flip, half turn, transpose, quarter turn, three quarter turn, antitranspose"),
        ("3x3x3#a1", "identity, transpose"),
        ("3x3x3#a1,c3", "identity, half turn, transpose, antitranspose"),
        ("3x3x3#b1", "identity, mirror"),
        ("3x4x3#a2", "identity, flip"),
        ("3x4x3#a1", "identity"),
        ("4x4x4g#a4", "identity"),
        ("4x4x4g#a4,d4", "identity, mirror"),
    ],
)
def test_symmetries_of_a_game(game, names):
    assert ", ".join(symmetry.name for symmetry in symmetries(Game.parse(game))) == names


@pytest.mark.parametrize(
    ("name", "turned"),
    [
        ("identity", "XO./.../..X"),
        ("mirror", ".OX/.../X.."),
        ("flip", "..X/.../XO."),
        ("half turn", "X../.../.OX"),
        ("transpose", "X../O../..X"),
        ("quarter turn", "..X/..O/X.."),
        ("three quarter turn", "..X/O../X.."),
        ("antitranspose", "X../..O/..X"),
    ],
)
def test_each_symmetry_turns_the_board_as_its_name_says(name, turned):
    state = state_of("3x3x3", "XO./.../..X")
    (symmetry,) = (symmetry for symmetry in symmetries(state.game) if symmetry.name == name)
    assert symmetry.state(state) == state_of("3x3x3", turned)


def test_the_last_action_turns_with_the_board():
    state = Game.parse("3x4x3").start().result((0, 0))
    mirror = symmetries(state.game)[1]
    assert mirror.state(state).last_action == (0, 3)
    assert mirror.state(state.game.start()).last_action is None


@pytest.mark.parametrize(
    ("game", "classes"),
    [
        ("3x3x3", 765),
        pytest.param("3x4x3", 28_275, marks=pytest.mark.slow),
        pytest.param("4x4x4g", 80_541, marks=pytest.mark.slow),
    ],
)
def test_classes_of_symmetric_states_are_counted(game, classes):
    assert len({canonical(state) for state in reachable(Game.parse(game))}) == classes


@pytest.mark.parametrize("game", ["3x3x3", "2x4x3", "3x3x3g", "3x3x3#b2"])
def test_all_states_of_a_class_have_one_canonical_form_and_it_is_one_of_them(game):
    for state in reachable(Game.parse(game))[::7]:
        turned = [symmetry.state(state) for symmetry in symmetries(state.game)]
        assert {canonical(other) for other in turned} == {canonical(state)}
        assert canonical(state) in turned


def test_gravity_boards_must_not_be_rotated():
    """Of the 694 states of 3x3x3g, 478 would turn into boards with stones in the air."""
    game = Game.parse("3x3x3g")
    states = reachable(game)
    boards = {state.board for state in states}
    rotated = [tuple(zip(*state.board[::-1], strict=True)) for state in states]
    assert (len(states), sum(board not in boards for board in rotated)) == (694, 478)
    assert all(symmetry.state(state).board in boards for state in states for symmetry in symmetries(game))
