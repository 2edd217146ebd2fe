"""The record of a finished game: all that tables, replays and ratings ever look at."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from mnk.cells import Action
from mnk.game import Ending, Game, Outcome, State

_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


class MoveRecord(NamedTuple):
    """What one move took and what the player told about it."""

    charged: float
    wall: float
    cpu: float = 0.0  # of all its threads
    stolen: float = 0.0  # while it waited for a core
    nodes: int = 0
    depth: int = 0
    value: float | None = None
    info: str = ""
    overrun: bool = False
    replaced: bool = False  # not the player's move: it was out of time and another was made for it
    killed: bool = False


@dataclass(frozen=True)
class GameRecord:
    """One finished game. Colour 1 is `players[0]`."""

    id: str
    game: str
    players: tuple[str, str]
    specs: tuple[str, str]
    file_hashes: tuple[str, str]
    seed: str
    opening: int  # so many of the moves were given
    moves: tuple[Action, ...]
    winner: int
    ending: Ending
    detail: str
    level: str  # of protection
    clock: str  # what charged time is
    move_records: tuple[MoveRecord, ...]  # of the moves after the opening
    output: tuple[str, str] = ("", "")
    settings: dict[str, Any] = field(default_factory=dict)
    _line: ClassVar[str] = ""  # that it was read from, if it was

    @property
    def outcome(self) -> Outcome:
        return Outcome(self.winner, self.ending, self.detail)

    def states(self) -> list[State]:
        """The states of the game, from the start to its last one."""
        states = [Game.parse(self.game).start()]
        for action in self.moves:
            states.append(states[-1].result(action))
        return states

    def mover(self, number: int) -> int:
        """The colour (1 or 2) that made the move of this record, counted after the opening."""
        return 1 + (self.opening + number) % 2

    def to_json(self) -> str:
        """One line; the moves by columns, as their names would else be most of it."""
        if self._line:
            return self._line
        columns = dict(zip(MoveRecord._fields, zip(*self.move_records, strict=True), strict=False))
        return _JSON.encode({**vars(self), "ending": self.ending.name, "move_records": columns})

    @classmethod
    def from_json(cls, text: str) -> "GameRecord":
        fields = json.loads(text)
        for name in ("players", "specs", "file_hashes", "output"):
            fields[name] = tuple(fields[name])
        fields["ending"] = Ending[fields["ending"]]
        fields["moves"] = tuple(Action(*move) for move in fields["moves"])
        moves = fields["move_records"]
        if isinstance(moves, dict):
            fields["move_records"] = tuple(MoveRecord(*move) for move in zip(*moves.values(), strict=True))
        else:  # as 0.1.0 wrote them
            fields["move_records"] = tuple(MoveRecord(**move) for move in moves)
        record = cls(**fields)
        object.__setattr__(record, "_line", text)
        return record


def game_id(*determinants: object) -> str:
    """A hash of everything that determines a game: the same game twice has the same id."""
    text = json.dumps(determinants, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
