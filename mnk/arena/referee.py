"""Who sits between two players: takes a batch of games and gives back their records, one by one.

Two kinds, like seats: here in a thread of the runner (portable), in `remote` a worker's process (exact).
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from mnk.arena.match import Watch, play_game
from mnk.arena.process import Group, ProcessSeat
from mnk.arena.record import GameRecord
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Entry, Seat

Batch = Sequence[Fixture]
ShowOutput = Callable[[str, str], None]  # a player's label and what it printed


@dataclass(frozen=True)
class Audience:
    """Who wants to see more than results."""

    watch: Watch | None = None
    show_output: ShowOutput | None = None


class Referee(Protocol):
    def play(self, batches: Iterator[Batch]) -> Iterator[GameRecord]:
        """Play batch after batch, and the games of a batch one after the other, each player in the same seat."""

    def close(self) -> None: ...


def play_batch(fixtures: Batch, open_seat: Callable[[Entry], Seat], watch: Watch | None) -> Iterator[GameRecord]:
    """Whatever happens, nobody is left in a seat at the end."""
    seats: dict[str, Seat] = {}
    with ExitStack() as stack:
        for fixture in fixtures:
            for entry in fixture.entries:
                if entry.label not in seats:
                    seats[entry.label] = open_seat(entry)
                    stack.callback(seats[entry.label].close)
            first, second = (seats[entry.label] for entry in fixture.entries)
            record = play_game((first, second), fixture, watch)
            if fixture is fixtures[-1]:
                first.close()
                second.close()
            yield replace(record, output=(first.output(), second.output()))


class PortableReferee:
    """Plays in the thread that asks for it."""

    def __init__(self, group: Group, audience: Audience, terminal: str = "") -> None:
        """`terminal` is the player who sits there."""
        self._group = group
        self._audience = audience
        self._terminal = terminal

    def play(self, batches: Iterator[Batch]) -> Iterator[GameRecord]:
        for batch in batches:
            yield from play_batch(batch, self._open_seat, self._audience.watch)

    def _open_seat(self, entry: Entry) -> Seat:
        show = self._audience.show_output
        return ProcessSeat(
            entry, self._group, entry.label == self._terminal, partial(show, entry.label) if show else None
        )

    def close(self) -> None:
        """Its seats are closed when the batch ends."""
