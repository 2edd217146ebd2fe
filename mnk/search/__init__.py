"""Textbook algorithms on State: what a player file may import."""

from mnk.search.alphabeta import AlphaBeta
from mnk.search.deepening import Found, deepening, full_depth
from mnk.search.heuristics import named_heuristic, potential, streak, zero
from mnk.search.minimax import Minimax, deepest_affordable
from mnk.search.neighbourhood import neighbourhood
from mnk.search.ordering import centrality
from mnk.search.scores import Prefer, in_words, value
from mnk.search.table import Table
from mnk.search.threats import winning_cells

__all__ = [
    "AlphaBeta",
    "Found",
    "Minimax",
    "Prefer",
    "Table",
    "centrality",
    "deepening",
    "deepest_affordable",
    "full_depth",
    "in_words",
    "named_heuristic",
    "neighbourhood",
    "potential",
    "streak",
    "value",
    "winning_cells",
    "zero",
]
