"""A run as one JSON document, the same for every command that plays games."""

from collections.abc import Sequence
from typing import Any

from mnk.arena.record import GameRecord
from mnk.game import Ending
from mnk.report.summary import Summary, distinct_games, per, remarks, stolen_share, summaries

FORFEITS = [ending.name for ending in Ending if ending.is_forfeit]


def document(run: str, records: Sequence[GameRecord]) -> dict[str, Any]:
    return {
        "run": run,
        "level": "/".join(sorted({record.level for record in records})) or None,
        "clock": "/".join(sorted({record.clock for record in records})) or None,
        "stolen": stolen_share(records),
        "players": [_player(summary) for summary in summaries(records)],
        "games": [_game(record) for record in records],
        "distinct_games": distinct_games(records),
        "remarks": remarks(records),
    }


def _player(player: Summary) -> dict[str, Any]:
    return {
        "name": player.name,
        "spec": player.spec,
        "games": player.games,
        "wins": player.wins,
        "draws": player.draws,
        "losses": player.losses,
        "score": player.score,
        "wins_first": player.wins_first,
        "wins_second": player.wins_second,
        "forfeits": {name: player.forfeits[name] for name in FORFEITS},
        "overruns": player.overruns,
        "moves": player.moves,
        "seconds": player.seconds,
        "max_seconds": player.max_seconds,
        "seconds_per_move": per(player.seconds, player.moves),
        "seconds_per_game": per(player.seconds, player.games),
        "nodes_per_move": per(player.nodes, player.moves),
        "nodes_per_game": per(player.nodes, player.games),
        "depth_per_move": per(player.depth, player.moves),
        "plies_per_game": per(player.plies, player.games),
    }


def _game(record: GameRecord) -> dict[str, Any]:
    return {
        "id": record.id,
        "game": record.game,
        "players": list(record.players),
        "opening": record.opening,
        "moves": [list(move) for move in record.moves],
        "winner": record.winner,
        "ending": record.ending.name,
        "detail": record.detail,
        "seconds": [move.charged for move in record.move_records],
        "nodes": [move.nodes for move in record.move_records],
    }
