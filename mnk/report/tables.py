"""Tables for people."""

from collections.abc import Sequence
from typing import Any

from mnk.arena.record import GameRecord
from mnk.game import Game
from mnk.notation import format_moves
from mnk.report.summary import Summary, against, per

LONGEST_NAME = 24


def table(rows: Sequence[Sequence[Any]], headers: Sequence[str], left: int = 1) -> str:
    """A plain table: the first columns to the left, the others to the right; cells as they are."""
    from tabulate import tabulate  # takes a while to import, and not every command prints a table

    align = ["left"] * left + ["right"] * (len(headers) - left)
    return tabulate(rows, headers=headers, colalign=align if rows else None, disable_numparse=True)


def shortened(name: str, longest: int = LONGEST_NAME) -> str:
    return name if len(name) <= longest else name[: longest - 3] + "..."


def match_table(players: Sequence[Summary]) -> str:
    """Who won how often, at most 80 columns wide."""
    headers = ["player", "games", "W-D-L", "score %", "forfeits", "s/move"]
    rows = [
        [
            shortened(player.name),
            player.games,
            f"{player.wins}-{player.draws}-{player.losses}",
            percent(player.score),
            forfeits(player) if len(player.forfeits) < 2 else player.forfeits.total(),
            f"{per(player.seconds, player.moves):.3f}",
        ]
        for player in players
    ]
    return table(rows, headers)


def wide_table(players: Sequence[Summary]) -> str:
    """Everything, as wide as it gets."""
    headers = [
        "player",
        "games",
        "W-D-L",
        "score %",
        "W as 1st",
        "W as 2nd",
        "forfeits",
        "overruns",
        "s/move",
        "max s",
        "s/game",
        "total s",
        "nodes/move",
        "nodes/game",
        "depth",
        "plies/game",
    ]
    rows = [
        [
            player.name,
            player.games,
            f"{player.wins}-{player.draws}-{player.losses}",
            percent(player.score),
            player.wins_first,
            player.wins_second,
            forfeits(player),
            player.overruns,
            f"{per(player.seconds, player.moves):.4f}",
            f"{player.max_seconds:.4f}",
            f"{per(player.seconds, player.games):.3f}",
            f"{player.seconds:.2f}",
            f"{per(player.nodes, player.moves):.0f}",
            f"{per(player.nodes, player.games):.0f}",
            f"{per(player.depth, player.moves):.1f}",
            f"{per(player.plies, player.games):.1f}",
        ]
        for player in players
    ]
    return table(rows, headers)


def percent(share: float) -> str:
    return f"{100 * share:.1f}"


def forfeits(player: Summary) -> str:
    """`0`, or how many and why: `2 TIME, 1 RAISED`."""
    return ", ".join(f"{count} {reason}" for reason, count in sorted(player.forfeits.items())) or "0"


def cross_table(records: Sequence[GameRecord], names: Sequence[str]) -> str:
    """Wins-draws-losses of the player of the row against the player of the column."""
    rows = []
    for name in names:
        cells = ["-".join(map(str, against(records, name, other))) if other != name else "" for other in names]
        rows.append([shortened(name), *cells])
    return table(rows, ["", *(shortened(name, 16) for name in names)])


def game_lines(records: Sequence[GameRecord]) -> str:
    """One line for each game."""
    rows = []
    for number, record in enumerate(records, start=1):
        moves = format_moves(Game.parse(record.game), record.moves)
        rows.append([number, record.game, *record.players, result_in_words(record), len(record.moves), moves])
    return table(rows, ["#", "game", "first", "second", "result", "plies", "moves"], left=5)


def result_in_words(record: GameRecord) -> str:
    if record.winner == 0:
        return "draw"
    winner = record.players[record.winner - 1]
    if record.ending.is_forfeit:
        return f"{winner} wins, {record.players[2 - record.winner]} forfeits: {record.ending.name}"
    return f"{winner} wins"
