"""Connect Four at random in other people's environments: the peers of arena.py.

    python bench/peers.py kaggle     # then numbers of games on standard input, a line each

Every peer has a process of its own, which waits while the others are measured. It says "ready", or
"missing" where it is not installed, and answers every number with games, moves and seconds.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

PlayGame = Callable[[], int]  # plays one game, and says how many moves it took


def kaggle() -> PlayGame:
    """kaggle-environments connectx with function agents, in process: nobody is isolated."""
    logging.disable(logging.CRITICAL)
    from kaggle_environments import make

    rng = Random(0)

    def agent(observation: Any, configuration: Any) -> int:
        return rng.choice([column for column in range(configuration.columns) if observation.board[column] == 0])

    environment = make("connectx")

    def play_game() -> int:
        environment.reset()
        return len(environment.run([agent, agent])) - 1

    return play_game


def pettingzoo() -> PlayGame:
    """connect_four_v3 through its agent iterator; legal actions from the mask."""
    from pettingzoo.classic import connect_four_v3

    rng = Random(0)
    environment = connect_four_v3.env()

    def play_game() -> int:
        environment.reset()
        moves = 0
        for _ in environment.agent_iter():
            observation, _, is_over, is_cut, _ = environment.last()
            if is_over or is_cut:
                environment.step(None)
                continue
            mask = observation["action_mask"].tolist()
            environment.step(rng.choice([column for column, is_legal in enumerate(mask) if is_legal]))
            moves += 1
        return moves

    return play_game


def openspiel() -> PlayGame:
    """A loop in Python over states in C++."""
    import pyspiel

    rng = Random(0)
    game = pyspiel.load_game("connect_four")

    def play_game() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        return int(state.move_number())

    return play_game


PEERS: dict[str, Callable[[], PlayGame]] = {"kaggle": kaggle, "pettingzoo": pettingzoo, "openspiel": openspiel}


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # some greet whoever imports them
    try:
        play_game = PEERS[sys.argv[1]]()
    except ImportError:
        print("missing", file=answers)
        return
    play_game()
    print("ready", file=answers)
    for line in sys.stdin:
        games = int(line)
        start = perf_counter()
        moves = sum(play_game() for _ in range(games))
        print(json.dumps([games, moves, perf_counter() - start]), file=answers)


if __name__ == "__main__":
    main()
