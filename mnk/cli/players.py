"""`players`: who there is. Read from the files without running them."""

import argparse
import ast
import json
from pathlib import Path
from typing import Any

from mnk.cli import arguments
from mnk.cli.entries import player_folders
from mnk.cli.parser import Command
from mnk.loader import player_files, player_name
from mnk.report.tables import shortened, table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_players_folder(parser)
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    players = [describe(file) for file in player_files(player_folders(args.players))]
    if args.json:
        print(json.dumps({"players": players}))
        return 0
    rows = [[player["name"], shortened(player["doc"], 66)] for player in players]
    print(table(rows, ["player", "what it does"], left=2))
    print()
    for player in players:
        if player["options"]:
            print(f"{player['name']}: {', '.join(player['options'])}")
    return 0


def describe(file: Path) -> dict[str, Any]:
    """Name, first line of text and options of a player file; a file that can not be read says so."""
    name = player_name(file)
    try:
        module = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, OSError) as error:
        return {"name": name, "file": str(file), "doc": f"({type(error).__name__}: {error})", "options": []}
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    docs = [ast.get_docstring(module), *(ast.get_docstring(node) for node in classes)]
    doc = next((text for text in docs if text), "")
    players = [node for node in classes if any("Player" in ast.unparse(base) for base in node.bases)]
    options = [option for node in players[-1:] for option in _options(node)]
    return {"name": name, "file": str(file), "doc": doc.splitlines()[0] if doc else "", "options": options}


def _options(node: ast.ClassDef) -> list[str]:
    """`depth=4`, one for each keyword argument of `__init__`."""
    for function in node.body:
        if isinstance(function, ast.FunctionDef) and function.name == "__init__":
            given = function.args
            names = [argument.arg for argument in given.args[1:]]
            defaults: list[ast.expr | None] = [None] * (len(names) - len(given.defaults))
            pairs = list(zip(names, [*defaults, *given.defaults], strict=True))
            pairs += [
                (argument.arg, value) for argument, value in zip(given.kwonlyargs, given.kw_defaults, strict=True)
            ]
            return [f"{option}={_default(value)}" if value else option for option, value in pairs]
    return []


def _default(value: ast.expr) -> str:
    """As it would be written in a spec."""
    text = ast.unparse(value).strip("'")
    return text.lower() if text in ("None", "True", "False") else text


COMMAND = Command("list the players", run, add_arguments, __doc__ or "", "example:\n  runner.py players --players subs")
