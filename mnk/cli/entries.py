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
from mnk.arena.seat import Entry, Fault
from mnk.cli.parser import BadUsage
from mnk.game import Ending, Game
from mnk.loader import PLAYERS, LoadError, Spec, parse_spec
from mnk.options import OptionError

PERSON = PLAYERS / "human_player.py"


def player_folders(folders: Sequence[Path] | None) -> list[Path]:
    """Where players are looked for: the folders asked for, ./players, and the project's own."""
    for folder in folders or []:
        if not folder.is_dir():
            raise BadUsage(f"there is no folder of players {folder}")
    wanted = [*(folders or []), Path("players"), PLAYERS]
    return list(dict.fromkeys(folder.resolve() for folder in wanted if folder.is_dir()))


def make_entries(
    texts: Sequence[str], game: Game, control: TimeControl, folders: Sequence[Path], probing: bool = True
) -> list[Entry]:
    """An entry for each spec, labelled apart. A bad option stops here; a broken file forfeits its games."""
    try:
        specs = [parse_spec(text, folders) for text in _expanded(texts)]
    except LoadError as error:
        raise BadUsage(str(error)) from None
    entries = [
        Entry(label, spec.text, spec.path, _file_hash(spec.path), spec.options, _control(spec, control))
        for label, spec in zip(labels(specs), specs, strict=True)
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
        matches = sorted(glob.glob(text, recursive=True)) if any(mark in text for mark in "*?[") else [text]
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
    except OptionError as error:
        raise BadUsage(str(error)) from None
    except Fault as fault:
        if fault.ending is Ending.LOAD:
            return replace(entry, broken=fault.detail)
    finally:
        seat.close()
    return entry


def _file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
