"""The numbers of a run, player by player: a pure function of its records."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count

from mnk.arena.record import GameRecord, MoveRecord
from mnk.game import Ending

WORTH_TELLING = 0.05  # of the time, stolen from players


@dataclass
class Summary:
    """What one player did in a run."""

    name: str
    spec: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    wins_first: int = 0
    wins_second: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)
    overruns: int = 0
    replaced: int = 0
    killed: int = 0
    moves: int = 0
    seconds: float = 0.0
    max_seconds: float = 0.0
    nodes: int = 0
    depth: int = 0
    plies: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Wins and half the draws, from 0 to 1."""
        return per(self.wins + 0.5 * self.draws, self.games)

    def add_game(self, record: GameRecord, color: int) -> None:
        self.plies += len(record.moves)
        if record.winner == 0:
            self.draws += 1
        elif record.winner == color:
            self.wins += 1
            self.wins_first += color == 1
            self.wins_second += color == 2
        else:
            self.losses += 1
            if record.ending.is_forfeit:
                self.forfeits[record.ending.name] += 1

    def add_move(self, move: MoveRecord) -> None:
        self.moves += 1
        self.overruns += move.overrun
        self.replaced += move.replaced
        self.killed += move.killed
        self.seconds += move.charged
        self.max_seconds = max(self.max_seconds, move.charged)
        self.nodes += move.nodes
        self.depth += move.depth


def per(total: float, count: int) -> float:
    """The mean; 0 of nothing."""
    return total / count if count else 0.0


def told_apart(records: Sequence[GameRecord]) -> list[GameRecord]:
    """The records with a name of its own for every player that has been in the run.

    A run can be continued with other options or a changed file: the same name, but another player."""
    names: dict[tuple[str, str, str], str] = {}
    for record in records:
        for identity in _identities(record):
            if identity not in names:
                names[identity] = _free_name(identity[0], set(names.values()))
    return [
        replace(record, players=(names[first], names[second]))
        for record, (first, second) in ((record, _identities(record)) for record in records)
    ]


def _identities(record: GameRecord) -> list[tuple[str, str, str]]:
    return list(zip(record.players, record.specs, record.file_hashes, strict=True))


def _free_name(name: str, taken: set[str]) -> str:
    """The name, or the name with the first number that makes it another one."""
    return next(free for free in chain([name], (f"{name}#{number}" for number in count(2))) if free not in taken)


def summaries(records: Iterable[GameRecord]) -> list[Summary]:
    """One for each player, the best first, equals by name."""
    players: dict[str, Summary] = {}
    for record in records:
        for color, (name, spec) in enumerate(zip(record.players, record.specs, strict=True), start=1):
            players.setdefault(name, Summary(name, spec)).add_game(record, color)
        for number, move in enumerate(record.move_records):
            players[record.players[record.mover(number) - 1]].add_move(move)
    return sorted(players.values(), key=lambda player: (-player.score, player.name))


def against(records: Iterable[GameRecord], name: str, other: str) -> tuple[int, int, int]:
    """Wins, draws and losses of one player against another."""
    wins = draws = losses = 0
    for record in records:
        if set(record.players) == {name, other}:
            color = record.players.index(name) + 1
            wins += record.winner == color
            draws += record.winner == 0
            losses += record.winner == 3 - color
    return wins, draws, losses


def distinct_games(records: Sequence[GameRecord]) -> int:
    """How many games differ in their moves."""
    return len({(record.game, record.moves) for record in records})


def stolen_share(records: Iterable[GameRecord]) -> float:
    """The part of their time that players spent waiting for a core, 0 to 1.

    Moves of less than a millisecond are left out: there, most of it is the arena itself."""
    moves = [move for record in records for move in record.move_records if move.wall >= 1e-3]
    wall = sum(move.wall for move in moves)
    return sum(move.stolen for move in moves) / wall if wall else 0.0


def remarks(records: Sequence[GameRecord]) -> list[str]:
    """One line for each thing about the run that a reader of its table should know."""
    lines = []
    for player in summaries(records):
        if player.overruns:
            lines.append(f"{player.name} overran {player.overruns} of {player.moves} moves")
        if player.replaced:
            lines.append(f"{player.name} had {player.replaced} moves made for it")
        if player.killed > player.replaced:
            lines.append(f"{player.name} had to be stopped {player.killed - player.replaced} times and lost its memory")
    lines += _forfeit_lines(records) + _namesakes(records)
    if (share := stolen_share(records)) > WORTH_TELLING:
        lines.append(f"the machine was busy: players waited for a core {share:.0%} of their time (not charged)")
    distinct = distinct_games(records)
    if distinct < len(records):
        hint = "" if any(record.opening for record in records) else ": try --opening-plies 2"
        lines.append(f"only {distinct} of {len(records)} games were distinct{hint}")
    return lines


def _namesakes(records: Iterable[GameRecord]) -> list[str]:
    """Players that share a name, but not their options or their file."""
    specs: dict[str, tuple[str, str]] = {}
    for record in records:
        specs |= dict(zip(record.players, zip(record.specs, record.file_hashes, strict=True), strict=True))
    lines = []
    for name, (spec, file_hash) in specs.items():
        first = specs.get(name.rpartition("#")[0])
        if first and first != (spec, file_hash):
            lines.append(f"{name} is {spec}" + (" with other options" if first[0] != spec else " with a changed file"))
    return lines


def _forfeit_lines(records: Iterable[GameRecord]) -> list[str]:
    """Every fault once, with how often it came."""
    faults: Counter[tuple[str, Ending, str]] = Counter()
    for record in records:
        if record.ending.is_forfeit:
            faults[record.players[2 - record.winner], record.ending, record.detail] += 1
    return [
        f"{name} forfeited {count} {'game' if count == 1 else 'games'}: {ending.name}, {detail}"
        for (name, ending, detail), count in faults.items()
    ]
