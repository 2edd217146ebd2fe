"""What the arena costs, how fast it is, and whether its clock is fair, next to other people's and to the wall clock.

    python bench/arena.py [--quick] [--parts overhead,hang] [--check] [--json | --markdown]

Five minutes, --quick one. Helpers: peers.py (the others), seats.py and soak.py (processes of their
own), subjects.py (the players), house.py (what they share).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any, Literal

# Runs from any folder and on a checkout that is not installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tabulate import tabulate

from bench.house import AMPLE, Sample, busy_cores, entry, helper, percentile, random_games, records_of, timed
from bench.machine import busy_percents, commit, cpu_model, package_version
from bench.subjects import HANGING, Subjects, subjects
from mnk.arena import schedule
from mnk.arena.clock import TimeControl
from mnk.arena.launcher import ClockChoice
from mnk.arena.record import MoveRecord
from mnk.arena.remote import Unavailable
from mnk.game import Game

KAGGLE, PETTINGZOO, OPENSPIEL = "kaggle-environments connectx", "PettingZoo connect_four_v3", "OpenSpiel, Python loop"
PEERS = {KAGGLE: "kaggle", PETTINGZOO: "pettingzoo", OPENSPIEL: "openspiel"}
KEPT, FRESH, INSIDE = "kept", "fresh", "inside a game"
KEPT_2, FRESH_2 = "kept, two games at a time", "fresh, two games at a time"
PORTABLE_KEPT, PORTABLE_FRESH = "portable form, kept", "portable form, fresh"
TIGHT = TimeControl(seconds=0.05, grace=0.0, on_timeout="first")


@dataclass(frozen=True)
class Size:
    """How much of everything."""

    rounds: int
    kaggle: int
    kept: int
    fresh: int
    portable_fresh: int
    hangs: int
    moves: int
    crowd_rounds: int
    soak: int


FULL = Size(
    rounds=5, kaggle=60, kept=2_000, fresh=400, portable_fresh=20, hangs=200, moves=200, crowd_rounds=5, soak=500
)
QUICK = Size(rounds=2, kaggle=20, kept=1_000, fresh=300, portable_fresh=6, hangs=20, moves=40, crowd_rounds=2, soak=100)
FULL_SOAK = 10_000


@dataclass(frozen=True)
class Bar:
    sign: Literal[">=", "<=", "="]
    limit: float
    of: Literal["ratio", "ours"] = "ratio"
    binding: bool = True  # else it is a target: --check lets it pass

    def is_met(self, value: float) -> bool:
        return {">=": value >= self.limit, "<=": value <= self.limit, "=": value == self.limit}[self.sign]


@dataclass(frozen=True)
class Line:
    """One figure of ours, and what it is compared with."""

    figure: str
    ours: float
    unit: str
    other: str = ""
    theirs: float | None = None
    ratio: float | None = None
    bars: tuple[Bar, ...] = ()

    def met(self, bar: Bar) -> bool | None:
        """None: nothing to compare with."""
        value = self.ratio if bar.of == "ratio" else self.ours
        return None if value is None else bar.is_met(value)

    @property
    def misses(self) -> bool:
        return any(bar.binding and self.met(bar) is False for bar in self.bars)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


# Overhead and throughput: everybody plays random Connect Four, one go each per round.


class Peer:
    """Somebody else's environment in its own process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin and process.stdout
        self._questions, self._answers = process.stdin, process.stdout
        self.is_installed = self._answers.readline().strip() == "ready"

    def play(self, games: int) -> Sample:
        print(games, file=self._questions, flush=True)
        return Sample(*json.loads(self._answers.readline()))


def inside(games: int) -> Sample:
    return Sample(*answer_of("seats.py", "moves", games))


def answer_of(script: str, *arguments: object) -> Any:
    """The one document that a helper prints."""
    with helper(script, *arguments) as process:
        answer = process.communicate()[0]
        if process.returncode:
            raise Unavailable(f"{script} ended with code {process.returncode}")
        return json.loads(answer)


def our_contenders(size: Size, everything: bool) -> dict[str, Callable[[], Sample]]:
    contenders: dict[str, Callable[[], Sample]] = {
        KEPT: lambda: timed(random_games(size.kept, keep=True)),
        INSIDE: lambda: inside(size.kept // 2),
    }
    more: dict[str, Callable[[], Sample]] = {
        FRESH: lambda: timed(random_games(size.fresh, keep=False)),
        KEPT_2: lambda: timed(random_games(size.kept, keep=True, pairings=2), jobs=2),
        FRESH_2: lambda: timed(random_games(size.fresh, keep=False), jobs=2),
        PORTABLE_KEPT: lambda: timed(random_games(size.kept // 4, keep=True), "wall"),
        PORTABLE_FRESH: lambda: timed(random_games(size.portable_fresh, keep=False), "wall"),
    }
    return contenders | more if everything else contenders


def race(size: Size, everything: bool) -> dict[str, Sample]:
    """The best go of everybody who is there."""
    games = {KAGGLE: size.kaggle, PETTINGZOO: 500, OPENSPIEL: 20_000}
    best: dict[str, Sample] = {}
    with ExitStack() as stack:
        contenders = our_contenders(size, everything)
        for name in PEERS if everything else [KAGGLE]:
            peer = Peer(stack.enter_context(helper("peers.py", PEERS[name])))
            if peer.is_installed:
                contenders[name] = partial(peer.play, games[name])
        for number in range(1, size.rounds + 1):
            say(f"speed: round {number} of {size.rounds}")
            for name, go in contenders.items():
                sample = go()
                if name not in best or sample.move_us < best[name].move_us:
                    best[name] = sample
    return best


class Speeds:
    """One race for the two parts that look at it."""

    def __init__(self, size: Size, everything: bool) -> None:
        self._size, self._everything = size, everything

    @cached_property
    def best(self) -> dict[str, Sample]:
        return race(self._size, self._everything)

    def overhead(self, name: str, figure: str, *bars: Bar) -> Line:
        ours, theirs = self.best[name].move_us, self.best.get(KAGGLE)
        ratio = theirs.move_us / ours if theirs else None
        return Line(figure, ours, "us", named(KAGGLE, theirs), theirs.move_us if theirs else None, ratio, bars)

    def throughput(self, name: str, other: str, *bars: Bar) -> Line:
        ours, theirs = self.best[name].games_per_second, self.best.get(other)
        speed = theirs.games_per_second if theirs else None
        return Line(name, ours, "games/s", named(other, theirs), speed, ours / speed if speed else None, bars)


def named(peer: str, sample: Sample | None) -> str:
    return peer if sample else f"{peer}: not installed"


def overhead(speeds: Speeds) -> list[Line]:
    target = Bar("<=", 30, of="ours", binding=False)
    return [
        speeds.overhead(KEPT, "a move, end to end", Bar(">=", 15), target),
        speeds.overhead(INSIDE, "a move, inside a game", target),
    ]


def throughput(speeds: Speeds) -> list[Line]:
    return [
        speeds.throughput(KEPT, KAGGLE, Bar(">=", 25)),
        speeds.throughput(FRESH, KAGGLE, Bar(">=", 3), Bar(">=", 10, binding=False)),
        speeds.throughput(KEPT, PETTINGZOO),
        speeds.throughput(KEPT, OPENSPIEL),
        speeds.throughput(PORTABLE_KEPT, KAGGLE),
        speeds.throughput(PORTABLE_FRESH, KAGGLE),
        speeds.throughput(KEPT_2, KEPT),
        speeds.throughput(FRESH_2, FRESH),
    ]


# From a hang to its verdict.


def hang(size: Size, players: Subjects) -> list[Line]:
    say(f"hang: {size.hangs} times each, cores free")
    free = hangs(size.hangs, players)
    say(f"hang: {size.hangs} times each, cores busy")
    with busy_cores():
        busy = hangs(size.hangs, players)
    return [
        line
        for name, player in HANGING.items()
        for line in (
            late(f"{name}, cores free, median", free[player], median, Bar("<=", 1, of="ours")),
            late(f"{name}, cores free, p99", free[player], p99),
            late(f"{name}, cores busy, median", busy[player], median),
            late(f"{name}, cores busy, p99", busy[player], p99, Bar("<=", 40, of="ours")),
        )
    ]


def hangs(times: int, players: Subjects) -> dict[str, list[tuple[float, float]]]:
    """For every player how late the verdict was and the process gone, in seconds."""
    answer = answer_of("seats.py", "hang", times, *(players[name] for name in HANGING.values()))
    return {name: answer[str(players[name])] for name in HANGING.values()}


def late(figure: str, pairs: list[tuple[float, float]], middle: Callable[[list[float]], float], *bars: Bar) -> Line:
    verdict, gone = (middle([seconds * 1000 for seconds in column]) for column in zip(*pairs, strict=True))
    return Line(figure, verdict, "ms", "until its process is gone", gone, None, bars)


def p99(values: Sequence[float]) -> float:
    return percentile(values, 99)


# False time-outs.


def false_timeouts(size: Size, players: Subjects) -> list[Line]:
    with busy_cores():
        say("false: kernel clock")
        exact = steady_moves(size.moves, players, "exact")
        say("false: wall clock")
        wall = steady_moves(size.moves, players, "wall")
    charges, walls = [move.charged * 1000 for move in exact], [move.wall * 1000 for move in exact]
    return [
        Line(
            f"late of {len(exact)} moves, kernel clock",
            count_late(exact),
            "moves",
            f"of {len(wall)} moves, wall clock",
            count_late(wall),
            None,
            (Bar("=", 0, of="ours"),),
        ),
        Line("charged by the kernel clock, p50", median(charges), "ms", "its wall time", median(walls)),
        Line("charged by the kernel clock, p99", p99(charges), "ms", "its wall time", p99(walls)),
    ]


def steady_moves(count: int, players: Subjects, clock: ClockChoice) -> list[MoveRecord]:
    """So many moves of the steady player. On a board with an odd side where both always play the first
    free cell the colours alternate: the first whole line is a diagonal, and it ends in the last row."""
    side = next(side for side in range(3, 99, 2) if side * (side - 1) // 2 >= count)
    first, second = entry(players["steady"], "steady", TIGHT), entry("first", "first")
    games = schedule.match(Game.parse(f"{side}x{side}x{side}"), first, second, 1, 0, "0")
    (record,) = records_of(games, clock)
    assert not record.ending.is_forfeit, record.detail
    return list(record.move_records[::2])[:count]


def count_late(moves: Sequence[MoveRecord]) -> int:
    return sum(move.overrun or move.replaced for move in moves)


# A crowd next door.


def crowd(size: Size, players: Subjects) -> list[Line]:
    lines = []
    forms: list[tuple[str, ClockChoice, tuple[Bar, ...]]] = [
        ("exact form", "exact", (Bar("<=", 1.1),)),
        ("portable form", "wall", ()),
    ]
    for name, clock, bars in forms:
        say(f"crowd: {name}")
        rounds = [
            [work_ms(players, opponent, clock) for opponent in ("first", players["crowds"])]
            for _ in range(size.crowd_rounds)
        ]
        honest, crowded = (min(column) for column in zip(*rounds, strict=True))
        figure = f"{name}: a move beside four busy threads"
        lines.append(Line(figure, crowded, "ms", "beside an honest opponent", honest, crowded / honest, bars))
    return lines


def work_ms(players: Subjects, opponent: str | Path, clock: ClockChoice) -> float:
    """The mean wall time of a move that is always the same work."""
    works, other = entry(players["works"], "works", AMPLE), entry(opponent, "other", AMPLE)
    (record,) = records_of(schedule.match(Game.parse("9x9x9"), other, works, 1, 0, "0"), clock)
    assert not record.ending.is_forfeit, record.detail
    return mean(move.wall for move in record.move_records[1::2]) * 1000


# A long run.


def soak(games: int) -> list[Line]:
    lines = []
    for how, count in (("fresh", games), ("kept", 10 * games)):
        say(f"soak: {count:,} games, {how}")
        early, end = answer_of("soak.py", count, how)
        for name in early:
            what, unit = describe(name)
            # As many files and processes; one of each may be on its way out when we look.
            bar = Bar("<=", 1.05) if unit == "KB" else Bar("<=", early[name] + 1, of="ours")
            figure = f"{count:,} games {how}: {what}"
            lines.append(Line(figure, end[name], unit, "at 10 %", early[name], end[name] / early[name], (bar,)))
    return lines


def describe(name: str) -> tuple[str, str]:
    """A field of a reading in words, and its unit."""
    if name == "processes":
        return "processes", ""
    who, what = name.split("_")
    return (f"memory of the {who}", "KB") if what == "kb" else (f"open files of the {who}", "")


# Telling.


CAPTIONS = {
    "overhead": "What a move costs, two isolated players that are kept on one core. Ratio: theirs / ours.",
    "throughput": "Random games of Connect Four. Ratio: ours / theirs.",
    "hang": "From the instant at which 50 ms can have been used up until the verdict, line number included.",
    "false": "A player that uses 30 ms of 50 ms, every core busy with something else, no grace.",
    "crowd": "A player that does about 20 ms of work, always the same. Ratio: crowd / honest.",
    "soak": "What one runner holds at the end. Ratio: end / at 10 %.",
}
Found = dict[str, list[Line]]
Others = tuple[list[int], list[int]]  # how busy the cores were without us, before and after, in percent


def measure(parts: Sequence[str], size: Size, soak_games: int) -> Found:
    speeds = Speeds(size, everything="throughput" in parts)
    with subjects() as players:
        ways: dict[str, Callable[[], list[Line]]] = {
            "overhead": lambda: overhead(speeds),
            "throughput": lambda: throughput(speeds),
            "hang": lambda: hang(size, players),
            "false": lambda: false_timeouts(size, players),
            "crowd": lambda: crowd(size, players),
            "soak": lambda: soak(soak_games),
        }
        return {part: ways[part]() for part in CAPTIONS if part in parts}


def number_text(number: float | None) -> str:
    if number is None:
        return ""
    if number == int(number) or abs(number) >= 1000:
        return f"{number:,.0f}"
    return f"{number:.3f}" if abs(number) < 10 else f"{number:.1f}"


def bar_text(line: Line, bar: Bar) -> str:
    unit = "x" if bar.of == "ratio" else f" {line.unit}"
    return f"{'' if bar.binding else 'target '}{bar.sign} {bar.limit:g}{unit.rstrip()}"


def table(lines: Sequence[Line]) -> str:
    verdicts = {True: "yes", False: "no", None: "-"}
    rows = [
        [
            line.figure,
            f"{number_text(line.ours)} {line.unit}".strip(),
            line.other,
            number_text(line.theirs),
            number_text(line.ratio),
            "; ".join(bar_text(line, bar) for bar in line.bars) or "reported",
            "; ".join(verdicts[line.met(bar)] for bar in line.bars),
        ]
        for line in lines
    ]
    headers = ["figure", "value", "next to", "value", "ratio", "bar", "met"]
    align = ("left", "right", "left", "right", "right", "left", "left")
    return tabulate(rows, headers, tablefmt="github", colalign=align, disable_numparse=True)


def versions() -> dict[str, str]:
    packages = ("kaggle-environments", "pettingzoo", "open_spiel")
    return {"Python": platform.python_version(), **{name: package_version(name) for name in packages}}


def machine() -> str:
    return f"{cpu_model()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def others_text(others: Others) -> str:
    return " and ".join(f"{before}-{after} %" for before, after in zip(*others, strict=True))


def tables(found: Found) -> str:
    return "\n\n".join(f"**{part}**: {CAPTIONS[part]}\n\n{table(lines)}" for part, lines in found.items())


def as_text(found: Found, seconds: float, others: Others) -> str:
    facts = ", ".join([machine(), *(f"{name} {value}" for name, value in versions().items())])
    return f"{facts}; {seconds:.0f} s; cores busy with other work: {others_text(others)}\n\n{tables(found)}"


def as_markdown(found: Found, seconds: float, others: Others) -> str:
    return "\n".join(
        [
            f"# arena.py, {date.today()}",
            "",
            f"- Command: `{' '.join(['python bench/arena.py', *sys.argv[1:]])}`, {seconds:.0f} s",
            f"- Commit: {commit()}",
            f"- Machine: {machine()}; busy with other work, before and after: {others_text(others)}",
            f"- {', '.join(f'{name} {value}' for name, value in versions().items())}",
            "",
            "What it printed:",
            "",
            tables(found),
        ]
    )


def as_json(found: Found, seconds: float, others: Others) -> str:
    document = {
        "date": str(date.today()),
        "commit": commit(),
        "machine": machine(),
        "others_percent": {"before": others[0], "after": others[1]},
        "versions": versions(),
        "seconds": round(seconds, 1),
        "parts": {part: [line_fields(line) for line in lines] for part, lines in found.items()},
    }
    return json.dumps(document, indent=2)


def line_fields(line: Line) -> dict[str, Any]:
    return {**asdict(line), "bars": [{**asdict(bar), "met": line.met(bar)} for bar in line.bars]}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parts", default=",".join(CAPTIONS), help="which figures, with commas (default: all)")
    parser.add_argument("--quick", action="store_true", help="less of everything: a first look")
    parser.add_argument("--full-soak", action="store_true", help=f"{FULL_SOAK:,} games, and ten times as many kept")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a bar is missed")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print one JSON document")
    how.add_argument("--markdown", action="store_true", help="print a page for bench/records")
    options = parser.parse_args()
    options.parts = options.parts.split(",")
    if unknown := [part for part in options.parts if part not in CAPTIONS]:
        parser.error(f"there is no part {unknown[0]!r}; there are {', '.join(CAPTIONS)}")
    return options


def main() -> int:
    options = parse()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that helpers are ended
    size = QUICK if options.quick else FULL
    start = perf_counter()
    try:
        if sys.platform != "linux":
            raise Unavailable(f"it needs Linux, not {sys.platform}")
        before = busy_percents()
        found = measure(options.parts, size, FULL_SOAK if options.full_soak else size.soak)
    except Unavailable as reason:
        say(f"the exact form can not be measured here: {reason}")
        return 3
    except KeyboardInterrupt:
        return 130
    show = as_json if options.json else as_markdown if options.markdown else as_text
    print(show(found, perf_counter() - start, (before, busy_percents())))
    missed = any(line.misses for lines in found.values() for line in lines)
    return 1 if options.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
