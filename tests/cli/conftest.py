import json

import pytest

from mnk.cli import main


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Runs a command line in an empty folder, as `runner.py` would."""
    monkeypatch.chdir(tmp_path)

    def run_command(line):
        words = line.split() if isinstance(line, str) else line
        try:
            code = main([str(word) for word in words])
        except SystemExit as stop:  # argparse's --help
            code = stop.code
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return run_command
