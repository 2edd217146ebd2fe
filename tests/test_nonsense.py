"""Games, boards and moves that make no sense are turned away with one clear sentence."""

import pytest

from mnk import Action, Game, IllegalAction
from mnk.notation import parse_board, parse_move, parse_moves, parse_state
from positions import state_of


def one_sentence(error):
    text = str(error.value)
    assert text and "\n" not in text and len(text) < 200
    return text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'' is not a game: expected rows x cols x k like 6x7x4g"),
        ("3x3", "'3x3' is not a game"),
        ("3x3x3x3", "'3x3x3x3' is not a game"),
        ("3x3x-3", "'3x3x-3' is not a game"),
        ("3x3x3q", "'3x3x3q' is not a game"),
        ("3x3x3gg", "'3x3x3gg' is not a game"),
        ("3,3,3", "'3,3,3' is not a game"),
        ("chess", "one of tictactoe, connect4, gomoku"),
        ("0x3x3", "rows must be from 1 to 100, not 0"),
        ("3x0x3", "cols must be from 1 to 100, not 0"),
        ("3x3x0", "k must be at least 1, not 0"),
        ("101x3x3", "rows must be from 1 to 100, not 101"),
        ("3x999999x3", "cols must be from 1 to 100, not 999999"),
        ("3x3x3#d1", "blocked cell d1 is outside the 3x3 board"),
        ("3x3x3#a4", "blocked cell a4 is outside the 3x3 board"),
        ("3x3x3#", "'' is not a cell: expected column letters and a row number, like h8"),
        ("3x3x3#11", "'11' is not a cell"),
        ("3x3x3#a1,,b2", "'' is not a cell"),
        ("3x3x3#a0", "'a0' is not a cell"),
    ],
)
def test_bad_game(text, words):
    with pytest.raises(ValueError) as error:
        Game.parse(text)
    assert words in one_sentence(error)


def test_bad_sides_by_keyword():
    with pytest.raises(ValueError, match="rows must be from 1 to 100, not -1"):
        Game(rows=-1, cols=3, k=3)
    with pytest.raises(ValueError, match=r"blocked cell .* is outside the 3x3 board"):
        Game(rows=3, cols=3, k=3, blocked=frozenset({(0, 3)}))


@pytest.mark.parametrize(
    ("game", "board", "words"),
    [
        ("3x3x3", "XXX/OOO/...", "both colours have 3 in a row: no game gets there"),
        ("3x3x3", "XX/OO/..", "the board of 3x3x3 must have 3 rows of 3 cells"),
        ("3x3x3", ".../...", "must have 3 rows of 3 cells"),
        ("3x3x3", "..../..../....", "must have 3 rows of 3 cells"),
        ("3x3x3", ".../../...", "must have 3 rows of 3 cells"),
        ("3x3x3", "", "must have 3 rows of 3 cells"),
        ("3x3x3g", ".X./.../...", "the stone on b1 hangs in the air"),
        ("3x3x3g", "X../.../X..", "the stone on a1 hangs in the air"),
        ("3x3x3g#a2", ".../#../X..", "no stone can fall to a3, beneath a blocked cell"),
        ("3x3x3", "#../.../...", "9 can not be on a1 in 3x3x3"),
        ("3x3x3#b2", ".../.X./...", "1 can not be on b2 in 3x3x3#b2"),
        ("3x3x3#b2", ".../.../...", "0 can not be on b2 in 3x3x3#b2"),
        ("3x3x3", "..Z/.../...", "'Z' in row '..Z' is not a cell: expected one of . X O #"),
        ("3x3x3", "X O/.../...", "' ' in row 'X O' is not a cell"),
    ],
)
def test_bad_board(game, board, words):
    with pytest.raises(ValueError) as error:
        state_of(game, board)
    assert words in one_sentence(error)


@pytest.mark.parametrize("value", [3, -1, 8, 10, "X", None, 0.5])
def test_bad_value_on_a_board(value):
    with pytest.raises(ValueError) as error:
        Game.parse("1x2x2").state([[0, value]])
    assert one_sentence(error) == f"{value!r} can not be on b1 in 1x2x2"


@pytest.mark.parametrize("to_play", [0, 3, -1, "x"])
def test_bad_side_to_move(to_play):
    with pytest.raises(ValueError) as error:
        Game.parse("1x2x2").state([[0, 0]], to_play=to_play)
    assert one_sentence(error) == f"to_play must be 1 or 2, not {to_play!r}"


@pytest.mark.parametrize(
    ("game", "board", "cell", "words"),
    [
        ("3x3x3", "X../.../...", (3, 0), "a4 is outside the 3x3 board"),
        ("3x3x3", "X../.../...", (0, 3), "d1 is outside the 3x3 board"),
        ("3x3x3", "X../.../...", (-1, 0), "cell (-1, 0) is outside the 3x3 board"),
        ("3x3x3", "X../.../...", (0, 0), "a1 is already taken"),
        ("3x3x3#b2", "X../.#./...", (1, 1), "b2 is blocked"),
        ("3x3x3g", ".../.../X..", (0, 0), "a1 hangs in the air: a stone in column 1 lands on a2"),
        ("3x3x3g", ".../.../X..", (1, 2), "c2 hangs in the air: a stone in column 3 lands on c3"),
        ("3x3x3g", ".../.../X..", (2, 0), "a3 is already taken"),
        ("3x3x3g#a2", "X../#../...", (2, 0), "a3 can not be reached: column 1 is full"),
        ("3x3x3", "XXX/OO./...", (2, 2), "c3 can not be played: the game is over"),
        ("3x3x3", "XXO/OOX/XOX", (0, 0), "a1 can not be played: the game is over"),
    ],
)
def test_illegal_action_names_the_cell_and_says_why(game, board, cell, words):
    state = state_of(game, board)
    for action in (cell, Action(*cell)):
        with pytest.raises(IllegalAction) as error:
            state.result(action)
        assert one_sentence(error) == words


@pytest.mark.parametrize(
    ("game", "board", "text", "words"),
    [
        ("3x3x3", "X../.../...", "", "'' is not a move: expected a cell like b3, or row,column like 3,2"),
        ("3x3x3", "X../.../...", "4", "'4' is not a move: expected a cell like b3"),
        ("3x3x3", "X../.../...", "b0", "'b0' is not a move"),
        ("3x3x3", "X../.../...", "1,2,3", "'1,2,3' is not a move"),
        ("3x3x3", "X../.../...", "a1", "a1 is already taken"),
        ("3x3x3", "X../.../...", "1,1", "a1 is already taken"),
        ("3x3x3", "X../.../...", "0,1", "is outside the 3x3 board"),
        ("3x3x3", "X../.../...", "z9", "z9 is outside the 3x3 board"),
        ("2x3x3g", "X../O..", "x", "'x' is not a move: expected a column from 1 to 3"),
        ("2x3x3g", "X../O..", "-1", "'-1' is not a move"),
        ("2x3x3g", "X../O..", "1", "column 1 takes no more stones"),
        ("2x3x3g", "X../O..", "0", "there is no column 0: columns go from 1 to 3"),
        ("2x3x3g", "X../O..", "4", "there is no column 4: columns go from 1 to 3"),
        ("2x3x3g", "X../O..", "b1", "b1 hangs in the air"),
        ("2x3x3g", "OO./XXX", "3", "column 3 takes no more stones and the game is over"),
    ],
)
def test_bad_move(game, board, text, words):
    with pytest.raises(ValueError) as error:
        parse_move(state_of(game, board), text)
    assert words in one_sentence(error)


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("6x7x4g", "448", "move 3 of '448': there is no column 8: columns go from 1 to 7"),
        ("6x7x4g", "1111111", "move 7 of '1111111': column 1 takes no more stones"),
        ("6x7x4g", "12121211", "move 8 of '12121211': column 1 takes no more stones and the game is over"),
        ("6x7x4g", "4a", "move 2 of '4a': 'a' is not a move: expected a column from 1 to 7"),
        ("3x3x3", "a1a1", "move 2 of 'a1a1': a1 is already taken"),
        ("3x3x3", "a1b", "move 1 of 'a1b': 'a1b' is not a move"),
        ("3x3x3", "a1,d1", "move 2 of 'a1,d1': d1 is outside the 3x3 board"),
        ("6x12x4g", "11,13", "move 2 of '11,13': there is no column 13"),
    ],
)
def test_bad_move_in_a_game_is_numbered(game, text, words):
    with pytest.raises(ValueError) as error:
        parse_moves(Game.parse(game), text)
    assert words in one_sentence(error)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3x3x3 X../.../...", "is not a state: expected GAME SIDE ROW/ROW/..., like 3x3x3 o X../.../..."),
        ("3x3x3 z X../.../...", "is not a state"),
        ("3x3 x X../.../...", "'3x3' is not a game"),
        ("3x3x3 x X../...", "must have 3 rows of 3 cells"),
        ("3x3x3 x X../..?/...", "'?' in row '..?' is not a cell"),
    ],
)
def test_bad_state(text, words):
    with pytest.raises(ValueError) as error:
        parse_state(text)
    assert words in one_sentence(error)


def test_bad_mark_is_named_with_its_row():
    with pytest.raises(ValueError, match=r"'1' in row '\.1\.' is not a cell"):
        parse_board("X../.1./...")
