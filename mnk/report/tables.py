"""Tables for people."""

from collections.abc import Callable, Sequence
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
    """A long name without its middle: specs differ at their ends."""
    half = (longest - 3) // 2
    return name if len(name) <= longest else f"{name[: longest - 3 - half]}...{name[-half:]}"


def match_table(players: Sequence[Summary]) -> str:
    """Who won how often, at most 80 columns wide."""
    headers = ["player", "games", "W-D-L", "score %", "forfeits", "s/move"]
    rows = [
        [
            shortened(player.name),
            player.games,
            results(player),
            percent(player.score),
            forfeits(player) if len(player.forfeits) < 2 else player.forfeits.total(),
            f"{per(player.seconds, player.moves):.3f}",
        ]
        for player in players
    ]
    return table(rows, headers)


def wide_table(players: Sequence[Summary]) -> str:
    """Everything, as wide as it gets."""
    return table([[cell(player) for cell in WIDE.values()] for player in players], list(WIDE))


def results(player: Summary) -> str:
    return f"{player.wins}-{player.draws}-{player.losses}"


def percent(share: float) -> str:
    return f"{100 * share:.1f}"


def forfeits(player: Summary) -> str:
    """`0`, or how many and why: `2 TIME, 1 RAISED`."""
    return ", ".join(f"{count} {reason}" for reason, count in sorted(player.forfeits.items())) or "0"


def cross_table(records: Sequence[GameRecord], names: Sequence[str]) -> str:
    """The player of the row against that of the column: wins-draws-losses, or points where they get too wide."""
    text = _cross_table(records, names, "{0}-{1}-{2}", [shortened(name, 16) for name in names])
    if max(map(len, text.splitlines())) > 80:
        text = _cross_table(records, names, "{3:g}", [str(number) for number in range(1, len(names) + 1)])
    return text


def _cross_table(records: Sequence[GameRecord], names: Sequence[str], cell: str, heads: Sequence[str]) -> str:
    rows = []
    for name in names:
        scores = [against(records, name, other) for other in names]
        cells = [cell.format(*score, score[0] + score[1] / 2) for score in scores]
        cells[names.index(name)] = ""
        rows.append([shortened(name), *cells])
    return table(rows, ["", *heads])


def game_lines(records: Sequence[GameRecord]) -> str:
    """One line for each game."""
    rows = []
    for number, record in enumerate(records, start=1):
        moves = format_moves(Game.parse(record.game), record.moves)
        names = [shortened(name, 12) for name in record.players]
        rows.append([number, *names, result_in_words(record), len(record.moves), shortened(moves, 20)])
    return table(rows, ["#", "first", "second", "result", "plies", "moves"], left=4)


def result_in_words(record: GameRecord) -> str:
    if record.winner == 0:
        return "draw"
    winner = record.players[record.winner - 1]
    return f"{winner} wins" + (f" by {record.ending.name}" if record.ending.is_forfeit else "")


WIDE: dict[str, Callable[[Summary], object]] = {
    "player": lambda player: player.name,
    "games": lambda player: player.games,
    "W-D-L": results,
    "score %": lambda player: percent(player.score),
    "W as 1st": lambda player: player.wins_first,
    "W as 2nd": lambda player: player.wins_second,
    "forfeits": forfeits,
    "overruns": lambda player: player.overruns,
    "s/move": lambda player: f"{per(player.seconds, player.moves):.4f}",
    "max s": lambda player: f"{player.max_seconds:.4f}",
    "s/game": lambda player: f"{per(player.seconds, player.games):.3f}",
    "total s": lambda player: f"{player.seconds:.2f}",
    "nodes/move": lambda player: f"{per(player.nodes, player.moves):.0f}",
    "nodes/game": lambda player: f"{per(player.nodes, player.games):.0f}",
    "depth": lambda player: f"{per(player.depth, player.moves):.1f}",
    "plies/game": lambda player: f"{per(player.plies, player.games):.1f}",
}
