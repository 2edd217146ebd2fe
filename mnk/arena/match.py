"""One game between two seats: asks, judges, and writes down what happened."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any

from mnk.arena.clock import Clock, Timing
from mnk.arena.record import GameRecord, MoveRecord
from mnk.arena.schedule import Fixture
from mnk.arena.seat import Answer, Entry, Fault, Seat, Spent, TimeFault
from mnk.cells import Action
from mnk.game import Ending, IllegalAction, Outcome, State

Watch = Callable[[Fixture, State, MoveRecord], None]


@dataclass
class LiveGame:
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


def play_game(seats: tuple[Seat, Seat], fixture: Fixture, watch: Watch | None = None) -> GameRecord:
    """Play a game between two seats; a fault of one of them is the other one's win."""
    clocks = (Clock(fixture.entries[0].control), Clock(fixture.entries[1].control))
    live = LiveGame(fixture, seats, fixture.start(), list(fixture.opening), clocks)
    outcome = _begin(live)
    while outcome is None and (outcome := live.state.outcome()) is None:
        outcome = _play_move(live)
        if watch and outcome is None:
            watch(fixture, live.state, live.records[-1])
    return _record(live, outcome)


def _begin(live: LiveGame) -> Outcome | None:
    for color, seat in enumerate(live.seats, start=1):
        try:
            seat.begin(live.fixture.game, color, f"{live.fixture.seed} {color}")
        except Fault as fault:
            return Outcome(3 - color, fault.ending, fault.detail)
    return None


def _play_move(live: LiveGame) -> Outcome | None:
    """Ask the side to move; None if the game goes on, else its outcome by forfeit."""
    color = live.state.to_play
    seat, clock = live.seats[color - 1], live.clocks[color - 1]
    try:
        answer = seat.ask(live.moves, clock.budget, clock.bank_left)
        timing = clock.charge(answer.charged)
        if timing is Timing.LATE:
            raise Fault(Ending.TIME, f"answered after {answer.charged:.3f} s")
        _advance(live, answer.action, _move_record(answer, timing))
    except Fault as fault:
        if fault.ending is not Ending.TIME or clock.control.on_timeout == "forfeit":
            return Outcome(3 - color, fault.ending, fault.detail)
        _move_in_its_place(live, seat, clock, fault)
    except IllegalAction as error:
        return Outcome(3 - color, Ending.ILLEGAL, str(error))
    return None


def _advance(live: LiveGame, action: Action, record: MoveRecord) -> None:
    live.state = live.state.result(action)
    live.moves.append(action)
    live.records.append(record)


def _move_record(answer: Answer, timing: Timing) -> MoveRecord:
    _, charged, wall, cpu, stolen, nodes, depth, value, info, was_killed = answer
    overrun = was_killed or timing is Timing.OVERRUN
    return MoveRecord(charged, wall, cpu, stolen, nodes, depth, value, info, overrun, killed=was_killed)


def _move_in_its_place(live: LiveGame, seat: Seat, clock: Clock, fault: Fault) -> None:
    """The gentler rules for classes: a move is made for the player that ran out of time."""
    seat.close()
    actions = live.state.actions()
    action = actions[0] if clock.control.on_timeout == "first" else live.rng.choice(actions)
    spent = fault.spent if isinstance(fault, TimeFault) else _all_of(clock)
    clock.charge(spent.charged)
    _advance(live, action, MoveRecord(*spent, overrun=True, replaced=True, killed=True))


def _all_of(clock: Clock) -> Spent:
    """The whole budget, if there was one: the player gave up by itself or answered too late."""
    used = clock.budget.kill_after
    return Spent(used, used) if used != inf else Spent(0.0, 0.0)


def _record(live: LiveGame, outcome: Outcome) -> GameRecord:
    first, second = live.fixture.entries
    return GameRecord(
        id=live.fixture.id,
        game=str(live.fixture.game),
        players=(first.label, second.label),
        specs=(first.spec, second.spec),
        file_hashes=(first.file_hash, second.file_hash),
        seed=live.fixture.seed,
        opening=len(live.fixture.opening),
        moves=tuple(live.moves),
        winner=outcome.winner,
        ending=outcome.ending,
        detail=outcome.detail,
        level=live.seats[0].level,
        clock=live.seats[0].clock,
        move_records=tuple(live.records),
        settings=_settings(first, second),
    )


def _settings(first: Entry, second: Entry) -> dict[str, Any]:
    """The limits; JSON has no infinity, so no limit is None."""
    controls = [vars(entry.control) for entry in (first, second)]
    return {"controls": [{name: None if value == inf else value for name, value in c.items()} for c in controls]}
