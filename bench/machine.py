"""What a benchmark ran on, for its table and its record."""

import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import sleep

ROOT = Path(__file__).resolve().parents[1]


def cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


def package_version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def busy_percents(seconds: float = 0.5) -> list[int]:
    """How busy every core is with whatever else there is; Linux only."""
    before = _core_times()
    sleep(seconds)
    spent = [
        [end - start for start, end in zip(*pair, strict=True)] for pair in zip(before, _core_times(), strict=True)
    ]
    return [round(100 - 100 * (ticks[3] + ticks[4]) / max(1, sum(ticks))) for ticks in spent]


def _core_times() -> list[list[int]]:
    """proc(5): user, nice, system, idle, iowait, ... of every core."""
    lines = Path("/proc/stat").read_text().splitlines()
    return [[int(ticks) for ticks in line.split()[1:9]] for line in lines if line[:3] == "cpu" and line[3].isdigit()]


def commit() -> str:
    """The commit that is checked out, and whether files have changed since."""
    found, changed = _git("rev-parse", "--short", "HEAD"), _git("status", "--porcelain", "--untracked-files=no")
    return f"{found}, with changes" if changed else found or "unknown"


def _git(*words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
