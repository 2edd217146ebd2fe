"""What the README shows is true: its commands run, its table is what they print, its player is ours."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


COMMANDS = [
    line.split("#")[0].strip()
    for block in blocks(README, "sh")
    for line in block.splitlines()
    if line.startswith("python runner.py")
]


def run(command, folder, typed="q\n"):
    words = command.replace("python runner.py", "").split()
    result = subprocess.run(
        [sys.executable, str(ROOT / "runner.py"), *words],
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        timeout=110,
    )
    assert "Traceback" not in result.stderr
    return result


def test_every_command_of_the_readme_runs_in_its_order(tmp_path):
    assert len(COMMANDS) == 12
    for command in COMMANDS:
        result = run(command, tmp_path)
        # A player that never lost has nothing to replay, which is no reason to fail.
        lost_nothing = "--lost-by" in command and "lost no game" in result.stderr
        assert result.returncode == 0 or lost_nothing, (command, result.stderr)
        assert result.stdout or lost_nothing, command


def test_the_table_on_the_first_screen_is_what_its_command_prints(tmp_path):
    """The last column is time, which no two machines share."""
    command = re.search(r"\$ (python runner.py match .*)", README)[1]
    shown = [line.split() for line in re.findall(r"^.{23}(custom +\d.*|alphabeta +\d.*)$", README, re.MULTILINE)]
    assert len(shown) == 2
    printed = [line.split() for line in run(command, tmp_path).stdout.splitlines()]
    for row in shown:
        assert row[:-1] in [line[:-1] for line in printed]


def test_the_board_on_the_first_screen_is_a_game_of_that_match(tmp_path):
    command = re.search(r"\$ (python runner.py match .*)", README)[1]
    board = "\n".join(re.findall(r"^([ 1-6][ \[][1-7XO.\[\] ]{12,14}?) *(?:  .*)?$", README, re.MULTILINE)[:7])
    assert board.count("X") == 14
    run(command, tmp_path)
    replay = run("python runner.py replay --lost-by custom", tmp_path).stdout
    assert board in replay


def test_the_player_in_the_readme_is_the_default_player():
    (shown,) = blocks(README, "python")
    ours = (ROOT / "players" / "default_player.py").read_text()
    assert ast.dump(ast.parse(shown)) == ast.dump(ast.parse(ours))
    assert len(shown.splitlines()) <= 10


def test_the_code_in_the_docs_runs():
    for block in blocks((ROOT / "docs" / "players.md").read_text(), "python"):
        subprocess.run([sys.executable, "-c", block], cwd=ROOT, check=True, capture_output=True)


def test_without_make_the_same_is_typed():
    """The commands for machines without make are those of the Makefile."""
    plan = subprocess.run(["make", "-n", "run", "test", "VENV=nowhere"], cwd=ROOT, capture_output=True, text=True)
    for words in ("python3 -m venv", "pip install", "requirements.txt", "requirements-dev.txt"):
        assert words in plan.stdout and words in README
    assert "nowhere/bin/python runner.py" in plan.stdout and ".venv/bin/python runner.py" in README
    assert "nowhere/bin/python -m pytest" in plan.stdout and ".venv/bin/python -m pytest" in README


def test_every_file_that_is_linked_is_there():
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md"]:
        for link in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


@pytest.mark.slow
def test_make_plays_the_round_robin_and_prints_the_table(tmp_path):
    """In a copy, with the packages that are installed here."""
    copy = tmp_path / "copy"
    ignore = shutil.ignore_patterns(".git", ".venv", "__pycache__", "reports", ".*_cache")
    shutil.copytree(ROOT, copy, ignore=ignore)
    python = copy / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (copy / ".venv" / ".requirements").touch()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    result = subprocess.run(["make"], cwd=copy, env=environment, capture_output=True, text=True, timeout=110)
    assert result.returncode == 0, result.stderr
    assert "30 games (30 distinct), everybody against everybody" in result.stdout
    assert "forfeits" in result.stdout and "LOAD" not in result.stdout
