"""One game between two seats: asks, judges, and writes down what happened."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from mnk.arena.clock import Clock, Timing
from mnk.arena.record import GameRecord, MoveRecord
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Answer, Entry, Fault, Seat
from mnk.cells import Action
from mnk.game import Ending, IllegalAction, Outcome, State

Watch = Callable[[State, MoveRecord], None]


@dataclass
class Table:
    """A game in progress."""

    fixture: Fixture
    seats: tuple[Seat, Seat]
    state: State
    moves: list[Action]
    clocks: tuple[Clock, Clock]
    records: list[MoveRecord] = field(default_factory=list)

    @property
    def rng(self) -> Random:
        """For moves that have to be made in a player's place: the same for the same game."""
        return Random(f"{self.fixture.seed} {len(self.moves)}")


def play_game(seats: tuple[Seat, Seat], fixture: Fixture, level: str, watch: Watch | None = None) -> GameRecord:
    """Play a game between two seats; a fault of one of them is the other one's win."""
    state = fixture.game.start()
    for action in fixture.opening:
        state = state.result(action)
    clocks = (Clock(fixture.entries[0].control), Clock(fixture.entries[1].control))
    table = Table(fixture, seats, state, list(fixture.opening), clocks)
    outcome = _begin(table)
    while outcome is None and (outcome := table.state.outcome()) is None:
        outcome = _play_move(table)
        if watch and outcome is None:
            watch(table.state, table.records[-1])
    return _record(table, outcome, level)


def _begin(table: Table) -> Outcome | None:
    for color, seat in enumerate(table.seats, start=1):
        try:
            seat.begin(table.fixture.game, color, f"{table.fixture.seed} {color}")
        except Fault as fault:
            return Outcome(3 - color, fault.ending, fault.detail)
    return None


def _play_move(table: Table) -> Outcome | None:
    """Ask the side to move; None if the game goes on, else its outcome by forfeit."""
    color = table.state.to_play
    seat, clock = table.seats[color - 1], table.clocks[color - 1]
    try:
        answer = seat.ask(table.moves, clock.budget(), clock.bank_left)
        timing = clock.charge(answer.charged)
        if timing is Timing.LATE:
            raise Fault(Ending.TIME, f"answered after {answer.charged:.3f} s")
        _advance(table, answer.action, _move_record(answer, timing))
    except Fault as fault:
        if fault.ending is not Ending.TIME or clock.control.on_timeout == "forfeit":
            return Outcome(3 - color, fault.ending, fault.detail)
        _move_in_its_place(table, seat, clock)
    except IllegalAction as error:
        return Outcome(3 - color, Ending.ILLEGAL, str(error))
    return None


def _advance(table: Table, action: Action, record: MoveRecord) -> None:
    table.state = table.state.result(action)
    table.moves.append(action)
    table.records.append(record)


def _move_record(answer: Answer, timing: Timing) -> MoveRecord:
    return MoveRecord(
        charged=answer.charged,
        wall=answer.wall,
        nodes=answer.nodes,
        depth=answer.depth,
        value=answer.value,
        info=answer.info,
        overrun=timing is Timing.OVERRUN or answer.was_killed,
        killed=answer.was_killed,
    )


def _move_in_its_place(table: Table, seat: Seat, clock: Clock) -> None:
    """The gentler rules for classes: a move is made for the player that ran out of time."""
    seat.close()
    actions = table.state.actions()
    action = actions[0] if clock.control.on_timeout == "first" else table.rng.choice(actions)
    used = clock.budget().kill_after
    clock.charge(used)
    _advance(table, action, MoveRecord(used, used, overrun=True, replaced=True, killed=True))


def _record(table: Table, outcome: Outcome, level: str) -> GameRecord:
    first, second = table.fixture.entries
    return GameRecord(
        id=table.fixture.id,
        game=str(table.fixture.game),
        players=(first.label, second.label),
        specs=(first.spec, second.spec),
        file_hashes=(first.file_hash, second.file_hash),
        seed=table.fixture.seed,
        opening=len(table.fixture.opening),
        moves=tuple(table.moves),
        winner=outcome.winner,
        ending=outcome.ending,
        detail=outcome.detail,
        level=level,
        move_records=tuple(table.records),
        output=(table.seats[0].output(), table.seats[1].output()),
        settings=_settings(first, second),
    )


def _settings(first: Entry, second: Entry) -> dict[str, Any]:
    return {"controls": [asdict(first.control), asdict(second.control)]}
