"""How fast are the rules and the textbook searches, next to other people's?

    python bench/core.py [--rounds 7] [--json] [--check]

Everybody searches Connect Four from the empty board to the same depth, leaves worth zero, no
deepening, nothing remembered from the search before. Everybody must find the same value.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

# Runs from any folder and on a checkout that is not installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tabulate import tabulate

from bench.machine import cpu_model, package_version
from bench.naive import HasWon, NaiveMinimax, any_row, any_window
from mnk.game import Game, State
from mnk.search import AlphaBeta, Minimax, Table

CONNECT_FOUR = Game.parse("6x7x4g")
GOMOKU = Game.parse("15x15x5")
VALUE = 0.0  # of the empty board at every depth measured here
PERFT_6 = 117_649
RANDOM_GAMES = 10


@dataclass(frozen=True)
class Contender:
    """A search that is ready to be timed; its nodes are counted in a run of their own."""

    search: Callable[[], float]
    count_nodes: Callable[[], int]


@dataclass(frozen=True)
class Peer:
    """Somebody else's search to a given depth; `make` raises ImportError where it is missing."""

    name: str
    make: Callable[[int], Contender]
    bar: float | None = None  # so many times our CPU time
    binding: bool = True  # else the bar is a target: --check lets it pass


@dataclass(frozen=True)
class Workload:
    name: str
    depth: int
    ours: Callable[[int], Contender]
    peers: tuple[Peer, ...]


@dataclass(frozen=True)
class Line:
    """One line of the table: a workload of ours next to one peer's."""

    search: str
    peer: str
    our_ms: float
    peer_ms: float | None
    ratio: float | None
    our_nodes: int
    peer_nodes: int | None
    bar: float | None
    binding: bool

    @property
    def met(self) -> bool | None:
        return None if self.bar is None or self.ratio is None else self.ratio >= self.bar


@dataclass(frozen=True)
class Figure:
    """A speed of ours alone."""

    name: str
    count: int
    ms: float

    @property
    def per_second(self) -> float:
        return self.count / self.ms * 1000


# Ours.


def our_alphabeta(depth: int) -> Contender:
    """As the alphabeta player sets it up: with a table, central moves first."""

    def search() -> tuple[AlphaBeta, float]:
        searcher = AlphaBeta(color=1, table=Table())
        return searcher, searcher.search(CONNECT_FOUR.start(), depth)[0]

    return Contender(lambda: search()[1], lambda: search()[0].nodes)


def our_minimax(depth: int) -> Contender:
    def search() -> tuple[Minimax, float]:
        searcher = Minimax(color=1)
        return searcher, searcher.search(CONNECT_FOUR.start(), depth)[0]

    return Contender(lambda: search()[1], lambda: search()[0].nodes)


# The others.


def easyai(depth: int) -> Contender:
    """Negamax with its table, on the library's own board."""
    from easyAI import Negamax
    from easyAI.AI import TranspositionTable
    from easyAI.games.ConnectFour import ConnectFour

    class Board(ConnectFour):  # type: ignore[misc]
        """Has what the example lacks: a key for the table, and a way back that saves a deep copy of every child."""

        def ttentry(self) -> tuple[int, bytes]:
            return self.current_player, self.board.tobytes()

        def unmake_move(self, column: int) -> None:
            self.board[self.board[:, column].nonzero()[0][-1], column] = 0

    class CountingTable(TranspositionTable):  # type: ignore[misc]
        """Negamax asks its table once at every node."""

        nodes = 0

        def lookup(self, game: Any) -> Any:
            self.nodes += 1
            return super().lookup(game)

    def search(table: TranspositionTable) -> float:
        negamax = Negamax(depth, tt=table)
        negamax(Board([None, None]))
        return float(negamax.alpha)

    def count_nodes() -> int:
        table = CountingTable()
        search(table)
        return table.nodes

    return Contender(lambda: search(TranspositionTable()), count_nodes)


def openspiel(depth: int) -> Contender:
    """Its alpha-beta is Python, its states are C++; it has neither a table nor an order of moves."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    class Counted:
        """A state that counts its clones: the search makes one for every node, the root included."""

        clones = 0

        def __init__(self, state: Any) -> None:
            self.state = state

        def clone(self) -> Counted:
            Counted.clones += 1
            return Counted(self.state.clone())

        def __getattr__(self, name: str) -> Any:
            return getattr(self.state, name)

    game = pyspiel.load_game("connect_four")

    def search(state: Any) -> float:
        return float(alpha_beta_search(game, state, value_function=lambda _: 0.0, maximum_depth=depth)[0])

    def count_nodes() -> int:
        Counted.clones = 0
        search(Counted(game.new_initial_state()))
        return Counted.clones

    return Contender(lambda: search(game.new_initial_state()), count_nodes)


def naive(has_won: HasWon, depth: int) -> Contender:
    def count_nodes() -> int:
        searcher = NaiveMinimax(has_won)
        searcher.search(depth)
        return searcher.nodes

    return Contender(lambda: NaiveMinimax(has_won).search(depth), count_nodes)


ALPHABETA_PEERS = (
    Peer("easyAI Negamax, its table", easyai, bar=20),
    Peer("OpenSpiel alpha_beta_search", openspiel, bar=1, binding=False),
)
NAIVE_PEERS = (
    Peer("naive numpy, loops over windows", partial(naive, any_window), bar=50),
    Peer("naive numpy, comparisons written out", partial(naive, any_row)),
)
WORKLOADS = (
    Workload("AlphaBeta, table", 6, our_alphabeta, ALPHABETA_PEERS),
    Workload("AlphaBeta, table", 8, our_alphabeta, ALPHABETA_PEERS),
    Workload("Minimax", 4, our_minimax, NAIVE_PEERS),
)


# Measuring.


def cpu_ms(run: Callable[[], Any], expected: Any) -> float:
    """The CPU time of this process for one run, which must give what is expected."""
    gc.collect()  # nobody pays for the rubbish of the one before
    start = process_time()
    result = run()
    spent = process_time() - start
    assert result == expected, f"expected {expected}, got {result}"
    return spent * 1000


def best_ms(runs: Sequence[Callable[[], Any]], expected: Any, rounds: int) -> list[float]:
    """The best time of each; everybody runs once a round, so that a busy machine hits all alike."""
    times = [[cpu_ms(run, expected) for run in runs] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


def installed(peer: Peer, depth: int) -> Contender | None:
    try:
        return peer.make(depth)
    except ImportError:
        return None


def measure(workload: Workload, rounds: int) -> list[Line]:
    ours = workload.ours(workload.depth)
    peers = {peer: contender for peer in workload.peers if (contender := installed(peer, workload.depth))}
    our_ms, *peer_ms = best_ms([ours.search, *(contender.search for contender in peers.values())], VALUE, rounds)
    times = dict(zip(peers, peer_ms, strict=True))
    our_nodes = ours.count_nodes()
    return [
        Line(
            search=f"{workload.name}, depth {workload.depth}",
            peer=peer.name if peer in peers else f"{peer.name}: not installed",
            our_ms=our_ms,
            peer_ms=times.get(peer),
            ratio=times[peer] / our_ms if peer in peers else None,
            our_nodes=our_nodes,
            peer_nodes=peers[peer].count_nodes() if peer in peers else None,
            bar=peer.bar,
            binding=peer.binding,
        )
        for peer in workload.peers
    ]


def perft(state: State, depth: int) -> int:
    """How many ways there are to play so many plies."""
    if depth == 0:
        return 1
    return sum(perft(state.result(action), depth - 1) for action in state.actions())


def random_games(seed: int) -> int:
    """Plays games at random; how many states that took."""
    rng, states = Random(seed), 0
    for _ in range(RANDOM_GAMES):
        state = GOMOKU.start()
        while not state.is_terminal():
            state = state.result(rng.choice(state.actions()))
            states += 1
    return states


def figures(rounds: int) -> list[Figure]:
    (perft_ms,) = best_ms([lambda: perft(CONNECT_FOUR.start(), 6)], PERFT_6, rounds)
    nodes = sum(7**ply for ply in range(1, 7))  # nobody can win and no column can fill in six plies
    states = random_games(seed=0)
    (games_ms,) = best_ms([lambda: random_games(seed=0)], states, rounds)
    return [
        Figure(f"perft(6) of {CONNECT_FOUR}, nodes", nodes, perft_ms),
        Figure(f"{RANDOM_GAMES} random games of {GOMOKU}, states", states, games_ms),
    ]


# Telling.


def machine() -> dict[str, str]:
    return {
        "CPU": f"{cpu_model()}, {os.cpu_count()} cores",
        "Python": platform.python_version(),
        **{name: package_version(name) for name in ("easyAI", "open_spiel", "numpy")},
    }


def bar_text(line: Line) -> str:
    if line.bar is None:
        return "reported"
    return f"{line.bar:g}x" if line.binding else f"{line.bar:g}x (target)"


def lines_table(lines: Sequence[Line]) -> str:
    verdicts = {True: "yes", False: "no", None: ""}
    rows = [
        [
            line.search,
            line.our_ms,
            line.our_nodes,
            line.peer,
            line.peer_ms,
            line.peer_nodes,
            line.ratio,
            bar_text(line),
            verdicts[line.met],
        ]
        for line in lines
    ]
    headers = ["ours", "ms", "nodes", "peer", "ms", "nodes", "peer/ours", "bar", "met"]
    formats = ("", ".2f", ",", "", ".2f", ",", ".2f", "", "")
    return tabulate(rows, headers, tablefmt="github", floatfmt=formats, intfmt=formats)


def figures_table(found: Sequence[Figure]) -> str:
    rows = [[figure.name, figure.count, figure.ms, round(figure.per_second)] for figure in found]
    headers = ["ours alone", "count", "ms", "per second"]
    return tabulate(rows, headers, tablefmt="github", floatfmt=".1f", intfmt=",")


def as_json(lines: Sequence[Line], found: Sequence[Figure]) -> str:
    document = {
        "machine": machine(),
        "lines": [{**asdict(line), "met": line.met} for line in lines],
        "figures": [{**asdict(figure), "per_second": figure.per_second} for figure in found],
    }
    return json.dumps(document, indent=2)


def as_text(lines: Sequence[Line], found: Sequence[Figure], rounds: int) -> str:
    facts = ", ".join(f"{name} {value}" if name != "CPU" else value for name, value in machine().items())
    return "\n\n".join([f"{facts}; best CPU time of {rounds} rounds", lines_table(lines), figures_table(found)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7, help="the best of so many runs counts (default: 7)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a bar is missed")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    lines = [line for workload in WORKLOADS for line in measure(workload, options.rounds)]
    found = figures(options.rounds)
    print(as_json(lines, found) if options.json else as_text(lines, found, options.rounds))
    missed = any(line.binding and line.met is False for line in lines)
    return 1 if options.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
