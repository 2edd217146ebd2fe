"""Games, cells, moves, boards and states to and from text."""

import pytest

from mnk import Action, Game
from mnk.cells import cell_name, column_name, parse_cell
from mnk.notation import (
    draw,
    format_board,
    format_moves,
    format_state,
    parse_board,
    parse_move,
    parse_moves,
    parse_state,
)
from positions import state_of


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("3x3x3", Game(rows=3, cols=3, k=3)),
        ("6x7x4g", Game(rows=6, cols=7, k=4, gravity=True)),
        ("15x15x5e", Game(rows=15, cols=15, k=5, exact=True)),
        ("5x6x4ge", Game(rows=5, cols=6, k=4, gravity=True, exact=True)),
        ("5x6x4eg", Game(rows=5, cols=6, k=4, gravity=True, exact=True)),
        ("7x7x4#a3,b5", Game(rows=7, cols=7, k=4, blocked=frozenset({(2, 0), (4, 1)}))),
        ("7x7x4g#g7", Game(rows=7, cols=7, k=4, gravity=True, blocked=frozenset({(6, 6)}))),
        (" 6X7X4G ", Game(rows=6, cols=7, k=4, gravity=True)),
        ("3x3x100", Game(rows=3, cols=3, k=100)),
        ("tictactoe", Game(rows=3, cols=3, k=3)),
        ("connect4", Game(rows=6, cols=7, k=4, gravity=True)),
        ("Gomoku", Game(rows=15, cols=15, k=5)),
    ],
)
def test_a_game_is_read(text, game):
    assert Game.parse(text) == game


@pytest.mark.parametrize("text", ["3x3x3", "6x7x4g", "15x15x5e", "5x6x4ge", "7x7x4#a3,b5", "7x7x4ge#c1"])
def test_a_game_is_written_as_it_was_read(text):
    assert str(Game.parse(text)) == text


def test_games_with_the_same_rules_are_equal_however_they_are_written():
    assert Game.parse("7x7x4#b5,a3,b5") == Game.parse("7x7x4#a3,b5")
    assert hash(Game.parse("5x6x4eg")) == hash(Game.parse("5x6x4ge"))


@pytest.mark.parametrize(
    ("col", "name"),
    [(0, "a"), (7, "h"), (8, "i"), (25, "z"), (26, "aa"), (27, "ab"), (51, "az"), (52, "ba"), (99, "cv")],
)
def test_columns_are_lettered_without_a_gap(col, name):
    assert column_name(col) == name
    assert parse_cell(f"{name}5") == Action(4, col)
    assert cell_name(Action(4, col)) == f"{name}5"


def test_every_column_of_the_widest_board_has_its_own_name():
    assert len({column_name(col) for col in range(800)}) == 800


@pytest.mark.parametrize("text", ["", "8", "h", "h0", "h-1", "8h", "h8x", "h 8", "h08", "ä1", "h¹", "abcde1"])
def test_what_is_no_cell(text):
    with pytest.raises(ValueError, match="is not a cell: expected column letters and a row number, like h8"):
        parse_cell(text)


# --- moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "board", "text", "action"),
    [
        ("3x3x3", "X../.../...", "b3", (2, 1)),
        ("3x3x3", "X../.../...", " B3 ", (2, 1)),
        ("3x3x3", "X../.../...", "2,3", (1, 2)),
        ("3x3x3", "X../.../...", "2 3", (1, 2)),
        ("3x3x3", "X../.../...", "2 , 3", (1, 2)),
        ("3x3x3g", ".../.../X..", "1", (1, 0)),
        ("3x3x3g", ".../.../X..", "3", (2, 2)),
        ("3x3x3g", ".../.../X..", "a2", (1, 0)),
        ("3x3x3g", ".../.../X..", "2,1", (1, 0)),
    ],
)
def test_a_move_is_read_as_people_type_it(game, board, text, action):
    assert parse_move(state_of(game, board), text) == action


@pytest.mark.parametrize(
    ("game", "text", "columns_or_cells"),
    [
        ("6x7x4g", "4453", [(5, 3), (4, 3), (5, 4), (5, 2)]),
        ("6x9x4g", "99", [(5, 8), (4, 8)]),
        ("6x12x4g", "11,3,", [(5, 10), (5, 2)]),
        ("6x12x4g", "11,", [(5, 10)]),
        ("9x9x5", "e5f6", [(4, 4), (5, 5)]),
        ("30x30x5", "aa30a1", [(29, 26), (0, 0)]),
        ("6x7x4g", "", []),
    ],
)
def test_moves_are_written_and_read(game, text, columns_or_cells):
    game = Game.parse(game)
    assert parse_moves(game, text) == columns_or_cells
    assert format_moves(game, [Action(*cell) for cell in columns_or_cells]) == text


@pytest.mark.parametrize("text", ["4 4 5 3", "4,4,5,3", " 4, 4, 5, 3, ", "4453"])
def test_moves_may_be_set_apart(text):
    assert format_moves(Game.parse("6x7x4g"), parse_moves(Game.parse("6x7x4g"), text)) == "4453"


def test_a_single_column_beyond_nine_is_one_move():
    assert parse_moves(Game.parse("6x12x4g"), "12") == [(5, 11)]


def test_landing_is_the_lowest_free_cell_of_a_column():
    state = state_of("3x2x3g", "../X./O.")
    assert (state.landing(0), state.landing(1)) == ((0, 0), (2, 1))


# --- boards and states ---------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["X.#/.Oo", "x.#/.oo", "X.#\n.OO", "\n  X.#\n  .OO\n", " X.#/.OO "])
def test_a_board_is_read_in_either_case_by_lines_or_slashes(text):
    assert parse_board(text) == [[1, 0, 9], [0, 2, 2]]


def test_a_board_is_written_with_slashes():
    assert format_board(state_of("2x3x3#c1", "X.#/.O.")) == "X.#/.O."


@pytest.mark.parametrize("text", ["3x3x3 o X../.../...", "3x3x3 x X../.../...", "2x3x3ge#c2 o ..X/O.#"])
def test_a_state_is_written_as_it_was_read(text):
    assert format_state(parse_state(text)) == text


def test_side_of_a_state_may_be_a_capital():
    assert parse_state("1x2x2 O X.") == parse_state("1x2x2 o x.")


# --- the board for people ------------------------------------------------------------------------


def board_text(text):
    return "\n".join(line[4:] for line in text.strip("\n").splitlines())


def test_draw_brackets_the_last_move():
    state = Game.parse("3x3x3").start().result((1, 1)).result((0, 2))
    assert draw(state) == board_text("""
      a b c
    1 . .[O]
    2 . X .
    3 . . .""")


def test_draw_brackets_the_winning_line_and_numbers_columns_with_gravity():
    state = state_of("3x4x3g", "..../OO../XXX.")
    assert draw(state) == board_text("""
      1 2 3 4
    1 . . . .
    2 O O . .
    3[X X X].""")


def test_draw_keeps_wide_boards_straight():
    state = Game.parse("10x11x5g#a1").start().result((9, 10))
    lines = draw(state).splitlines()
    assert lines[0] == "    1  2  3  4  5  6  7  8  9 10 11"
    assert lines[1] == " 1  #  .  .  .  .  .  .  .  .  .  ."
    assert lines[10] == "10  .  .  .  .  .  .  .  .  .  .[ X]"
