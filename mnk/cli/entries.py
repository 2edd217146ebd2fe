"""From the specs on a command line to entries that are known to load, or known not to."""

import glob
import hashlib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from mnk.arena.clock import NO_LIMIT, TimeControl
from mnk.arena.process import Group, ProcessSeat
from mnk.arena.seat import BadOption, Entry, Fault
from mnk.cli.parser import BadUsage
from mnk.game import Ending, Game
from mnk.loader import PLAYERS, LoadError, Spec, local_sources, parse_spec

PERSON = PLAYERS / "human_player.py"


def player_folders(folders: Sequence[Path] | None) -> list[Path]:
    """Where players are looked for: the folders asked for, ./players, and the project's own."""
    for folder in folders or []:
        if not folder.is_dir():
            raise BadUsage(f"there is no folder of players {folder}")
    wanted = [*(folders or []), Path("players"), PLAYERS]
    return list(dict.fromkeys(folder.resolve() for folder in wanted if folder.is_dir()))


def make_entries(
    texts: Sequence[str],
    game: Game,
    control: TimeControl,
    folders: Sequence[Path],
    keep: bool = False,
    probing: bool = True,
) -> list[Entry]:
    """An entry for each spec, labelled apart. A bad option stops here; a broken file forfeits its games."""
    try:
        specs = [parse_spec(text, folders) for text in _expanded(texts)]
        hashes = [_file_hash(spec.path) for spec in specs]
    except (LoadError, OSError) as error:
        raise BadUsage(str(error)) from None
    entries = [
        Entry(label, spec.text, spec.path, file_hash, spec.options, _control(spec, control), keep)
        for label, spec, file_hash in zip(labels(specs), specs, hashes, strict=True)
    ]
    return probe(entries, game) if probing else entries


def at_the_terminal(entries: Sequence[Entry]) -> str:
    """The label of the player who sits at the terminal, if there is one."""
    people = [entry.label for entry in entries if entry.path == PERSON]
    if len(people) > 1:
        raise BadUsage("only one player can sit at the terminal")
    return people[0] if people else ""


def _control(spec: Spec, control: TimeControl) -> TimeControl:
    return NO_LIMIT if spec.path == PERSON else control


def _expanded(texts: Sequence[str]) -> list[str]:
    """File patterns like `subs/*_player.py` replaced by the files they match."""
    found = []
    for text in texts:
        is_pattern = any(mark in text for mark in "*?[") and not Path(text).is_file()
        matches = sorted(glob.glob(text, recursive=True)) if is_pattern else [text]
        if not matches:
            raise BadUsage(f"no file matches {text}")
        found += matches
    return found


def labels(specs: Sequence[Spec]) -> list[str]:
    """The name if no other entry has it, else the spec, else the spec and a number."""
    names = Counter(spec.name for spec in specs)
    first = [spec.name if names[spec.name] == 1 else spec.text for spec in specs]
    seen: Counter[str] = Counter()
    result = []
    for label in first:
        seen[label] += 1
        result.append(label if seen[label] == 1 else f"{label}#{seen[label]}")
    return result


def probe(entries: Sequence[Entry], game: Game) -> list[Entry]:
    """Load every player once, each in a process of its own, before any game is played."""
    group = Group()
    with ThreadPoolExecutor(max_workers=4) as pool:
        try:
            return list(pool.map(lambda entry: _probed(entry, game, group), entries))
        except BaseException:
            group.stop()
            raise


def _probed(entry: Entry, game: Game, group: Group) -> Entry:
    seat = ProcessSeat(entry, group)
    try:
        seat.begin(game, 1, "probe")
    except BadOption as fault:
        raise BadUsage(fault.detail) from None
    except Fault as fault:
        if fault.ending is Ending.LOAD:
            return replace(entry, broken=fault.detail)
    finally:
        seat.close()
    return entry


def _file_hash(path: Path) -> str:
    """Of the player's file and the files beside it that it imports: a changed one is another player."""
    digest = hashlib.sha256()
    for file in sorted(local_sources(path)):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]
