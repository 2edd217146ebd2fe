"""Runs: folders under ./reports, each with the store of its games."""

import os
import re
import time
from contextlib import suppress
from pathlib import Path

from mnk.arena.store import FILE_NAME, Store, StoreError
from mnk.cli.parser import BadUsage


def runs_folder(out: Path | None) -> Path:
    """Where runs are kept: --out, ./reports, or the user's state folder where that can not be written."""
    if out is not None:
        return out
    here = Path("reports")
    if os.access(here if here.is_dir() else Path.cwd(), os.W_OK):
        return here
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return state / "mnk" / "reports"


def open_run(out: Path | None, name: str | None, kind: str) -> tuple[str, Store]:
    """The store of the run of this name, or of a new run."""
    folder = runs_folder(out)
    if name is not None and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}", name):
        raise BadUsage(f"{name!r} is not a name for a run: expected letters, digits, and _ . -")
    try:
        if name is None:
            name = _new_name(folder, kind)
        return name, Store(folder / name, create=True)
    except (OSError, StoreError) as error:
        raise StoreError(f"the run can not be kept in {folder}: {error} (see --out)") from None


def _new_name(folder: Path, kind: str) -> str:
    stem = f"{kind}-{time.strftime('%Y%m%d-%H%M%S')}"
    for number in range(1, 1000):
        name = stem if number == 1 else f"{stem}-{number}"
        try:
            (folder / name).mkdir(parents=True)
            return name
        except FileExistsError:
            continue
    raise FileExistsError(f"{folder / stem} and a thousand like it")


def _runs(folder: Path) -> list[Path]:
    """The runs in this folder, the newest last; what was written last may still be in the log."""

    def written(run: Path) -> float:
        return max(file.stat().st_mtime for file in run.glob(FILE_NAME + "*") if not file.name.endswith("-shm"))

    return sorted((file.parent for file in folder.glob(f"*/{FILE_NAME}")), key=written)


def forget(store: Store) -> None:
    """Remove a run that came to nothing, once its store is closed."""
    for file in store.path.parent.glob(FILE_NAME + "*"):
        file.unlink()
    with suppress(OSError):  # somebody else's files may be there
        store.path.parent.rmdir()


def find_run(out: Path | None, name: str | None) -> tuple[str, Store]:
    """The run of this name or path; without one the newest."""
    folder = runs_folder(out)
    if name is None:
        runs = _runs(folder)
        if not runs:
            raise BadUsage(f"there are no runs in {folder}: play a match first")
        place = runs[-1]
    else:
        place = next((path for path in (folder / name, Path(name)) if (path / FILE_NAME).is_file()), folder / name)
    if not (place / FILE_NAME).is_file():
        known = [run.name for run in _runs(folder)]
        hint = f"the newest are {', '.join(known[-3:])}" if known else "there are none"
        raise BadUsage(f"there is no run {name!r} in {folder}: {hint}")
    return place.name, Store(place)
