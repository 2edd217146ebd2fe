"""The custom player: how strong it is on 15x15x5, and whether it keeps to its time on five boards.

A recorded run (bench/records/custom.md); `--games 10 --moves 8` is a quick look.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tabulate import tabulate  # noqa: E402

from mnk.arena import schedule  # noqa: E402
from mnk.arena.clock import TimeControl  # noqa: E402
from mnk.arena.record import GameRecord  # noqa: E402
from mnk.arena.run import Settings, play  # noqa: E402
from mnk.arena.store import Store  # noqa: E402
from mnk.cli.entries import make_entries  # noqa: E402
from mnk.game import Game  # noqa: E402
from mnk.loader import PLAYERS  # noqa: E402
from mnk.report.summary import Summary, summaries  # noqa: E402

OPPONENTS = ("default", "evaluation")
BOARDS = ("3x3x3", "7x7x4", "6x7x4g", "15x15x5", "19x19x6")
BAR = 0.95


def records_of(game: Game, opponent: str, games: int, args: argparse.Namespace) -> list[GameRecord]:
    """Paired games of custom against an opponent, from random openings of two plies."""
    control = TimeControl(seconds=args.seconds)
    custom, other = make_entries(["custom", opponent], game, control, [PLAYERS])
    fixtures = schedule.match(game, custom, other, games, 2, args.seed)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder), create=True) as store:
        play(fixtures, store, Settings(jobs=args.jobs), lambda record: print(".", end="", file=sys.stderr, flush=True))
        return list(store.records())


def of_custom(records: list[GameRecord]) -> Summary:
    return next(player for player in summaries(records) if player.name == "custom")


def wilson(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a score; draws count as half a win, which makes it a little too wide."""
    z = 1.96
    centre = (score + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return centre - reach, centre + reach


def strength(args: argparse.Namespace) -> list[dict[str, object]]:
    rows = []
    for opponent in OPPONENTS:
        custom = of_custom(records_of(Game.parse("15x15x5"), opponent, args.games, args))
        low, high = wilson(custom.score, custom.games)
        rows.append(
            {
                "against": opponent,
                "games": custom.games,
                "W-D-L": f"{custom.wins}-{custom.draws}-{custom.losses}",
                "score": round(custom.score, 4),
                "95 %": f"{low:.3f}-{high:.3f}",
                "overruns": custom.overruns,
                "met": custom.score >= BAR,
            }
        )
    return rows


def discipline(args: argparse.Namespace) -> list[dict[str, object]]:
    """At least so many moves on every board, against a player that makes games last."""
    rows = []
    for board in BOARDS:
        records: list[GameRecord] = []
        games = 2
        while not records or of_custom(records).moves < args.moves:
            records = records_of(Game.parse(board), "custom:depth=1" if board != "3x3x3" else "default", games, args)
            records = [record for record in records if "custom" in record.players]
            games *= 2
        custom = of_custom(records)
        forfeits = custom.forfeits.total()
        rows.append(
            {
                "board": board,
                "moves": custom.moves,
                "slowest, s": round(custom.max_seconds, 4),
                "overruns": custom.overruns,
                "forfeits": forfeits,
            }
        )
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=1, help="more than one shares cores, and time is wall time")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = {"time": discipline(args), "strength": strength(args)}
    print(file=sys.stderr)
    if args.json:
        print(json.dumps(found))
    else:
        print(f"custom at {args.seconds:g} s a move, {args.jobs} game(s) at a time\n")
        print(tabulate(found["time"], headers="keys"), end="\n\n")
        print("15x15x5, paired openings of 2 plies, bar: score at least 0.95\n")
        print(tabulate(found["strength"], headers="keys"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
