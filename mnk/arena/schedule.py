"""Who plays whom, from which opening, with which seed: pure functions of players, settings and seed."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, repeat
from random import Random
from typing import Any

from mnk.arena.record import game_id
from mnk.arena.seat import Entry
from mnk.cells import Action
from mnk.game import Game, State
from mnk.symmetry import canonical

TRIES = 200  # for an opening that was not there yet


@dataclass(frozen=True)
class Fixture:
    """One game that is to be played."""

    id: str
    game: Game
    entries: tuple[Entry, Entry]  # colour 1 first
    opening: tuple[Action, ...]
    seed: str

    def start(self) -> State:
        """The state after the opening."""
        state = self.game.start()
        for action in self.opening:
            state = state.result(action)
        return state

    def to_dict(self) -> dict[str, Any]:
        """In plain types, for another process of ours."""
        entries = [entry.to_dict() for entry in self.entries]
        return {
            "id": self.id, "game": str(self.game), "entries": entries, "opening": self.opening, "seed": self.seed
        }  # fmt: skip

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> "Fixture":
        first, second = (Entry.from_dict(entry) for entry in fields["entries"])
        opening = tuple(Action(row, col) for row, col in fields["opening"])
        return cls(fields["id"], Game.parse(fields["game"]), (first, second), opening, fields["seed"])

    @property
    def pairing(self) -> frozenset[str]:
        return frozenset(entry.label for entry in self.entries)

    @property
    def keep(self) -> bool:
        """Do the players stay for the next game of the pairing?"""
        return all(entry.keep for entry in self.entries)


def fixture(game: Game, entries: tuple[Entry, Entry], opening: tuple[Action, ...], seed: str) -> Fixture:
    players = [
        (entry.spec, entry.label, entry.file_hash, entry.options, asdict(entry.control), entry.keep)
        for entry in entries
    ]
    return Fixture(game_id(str(game), players, opening, seed), game, entries, opening, seed)


def openings(game: Game, plies: int, seed: str) -> Iterator[tuple[Action, ...]]:
    """Random openings, none decided, and none twice (not even turned round) while there are others."""
    if plies < 0:
        raise ValueError(f"opening_plies = {plies} is wrong: expected at least 0")
    if plies == 0:
        yield from repeat(())
    rng = Random(f"openings {game} {plies} {seed}")
    seen: set[tuple[int, int, int]] = set()
    tries = TRIES
    while True:
        for _ in range(tries):
            actions, key = _random_opening(game, plies, rng)
            if key not in seen:
                break
        else:
            tries = 1  # there are hardly any others left: do not look for them again
        seen.add(key)
        yield actions


def _random_opening(game: Game, plies: int, rng: Random) -> tuple[tuple[Action, ...], tuple[int, int, int]]:
    for _ in range(TRIES):
        state = game.start()
        actions: list[Action] = []
        while len(actions) < plies and not state.is_terminal():
            actions.append(rng.choice(state.actions()))
            state = state.result(actions[-1])
        if not state.is_terminal():
            return tuple(actions), canonical(state).key
    raise ValueError(f"{game} has no undecided opening of {plies} plies")


def match(game: Game, first: Entry, second: Entry, games: int, opening_plies: int, seed: str) -> list[Fixture]:
    """Both colours alternate; two games in a row share their opening."""
    source = openings(game, opening_plies, seed)
    fixtures: list[Fixture] = []
    opening: tuple[Action, ...] = ()
    for number in range(games):
        if number % 2 == 0:
            opening = next(source)
        entries = (first, second) if number % 2 == 0 else (second, first)
        fixtures.append(fixture(game, entries, opening, f"{seed}/{number}"))
    return fixtures


def round_robin(game: Game, entries: Sequence[Entry], games: int, opening_plies: int, seed: str) -> list[Fixture]:
    """Everybody against everybody, so many games each."""
    if games < 1:
        raise ValueError(f"games = {games} is wrong: expected at least 1")
    return [
        fixture
        for first, second in combinations(entries, 2)
        for fixture in match(game, first, second, games, opening_plies, seed)
    ]
