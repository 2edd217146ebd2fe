"""What a player's process gets to know of ours."""

import os
import sys

from mnk.loader import ROOT

KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "SYSTEMROOT", "TERM")
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def clean_environment() -> dict[str, str]:
    """No secrets, one thread for matrices, and fixed hashes, so that sets keep their order."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    threads = {name: "1" for name in ONE_THREAD}
    return {**kept, **threads, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8:replace"}


def python(module: str) -> list[str]:
    """The command that runs one of our modules, with nothing from the user's folders on its path."""
    return [sys.executable, "-s", "-P", "-m", module]
