"""The benchmarks run and measure; what they find is theirs to say, not ours."""

import json
import subprocess
import sys

import pytest

from mnk.loader import ROOT


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it measures the exact form")
def test_the_arena_can_be_measured():
    """Without the peers, who need not be installed."""
    command = [sys.executable, str(ROOT / "bench" / "arena.py"), "--quick", "--parts", "hang,false,crowd", "--json"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)["parts"]
    assert found.keys() == {"hang", "false", "crowd"}
    assert all(line["ours"] >= 0 for lines in found.values() for line in lines)
