"""Textbook algorithms on State: what a player file may import."""

from mnk.search.alphabeta import AlphaBeta
from mnk.search.deepening import Found, at_depth, checked_depth, deepening, full_depth
from mnk.search.heuristics import named_heuristic, potential, streak, zero
from mnk.search.minimax import Minimax, deepest_affordable
from mnk.search.neighbourhood import neighbourhood
from mnk.search.ordering import centrality
from mnk.search.scores import Prefer
from mnk.search.table import Table
from mnk.search.threats import winning_cells

__all__ = [
    "AlphaBeta",
    "Found",
    "Minimax",
    "Prefer",
    "Table",
    "at_depth",
    "centrality",
    "checked_depth",
    "deepening",
    "deepest_affordable",
    "full_depth",
    "named_heuristic",
    "neighbourhood",
    "potential",
    "streak",
    "winning_cells",
    "zero",
]
