"""Who may import whom: a room uses only the rooms above it, and heavy libraries come late."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = [
    "cells",
    "geometry",
    "game",
    "notation",
    "symmetry",
    "player",
    "offers",
    "search",
    "options",
    "loader",
    "arena",
    "report",
    "cli",
]
LATE = {"numpy", "numba", "matplotlib", "tabulate", "tqdm"}
FILES = sorted((ROOT / "mnk").rglob("*.py"))


def room_of(file):
    return file.relative_to(ROOT / "mnk").parts[0].removesuffix(".py")


def imports(tree):
    """The modules that are imported, and whether it happens when the file is loaded."""
    late = {
        node
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
    }
    typing_only = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and getattr(block.test, "id", "") == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node not in late | typing_only
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, "imports name the whole path"
            yield node.module, node not in late | typing_only
            if node.module == "mnk" or node.module.count(".") == 0:
                yield from ((f"{node.module}.{alias.name}", node not in late) for alias in node.names)


def test_every_room_has_its_place():
    assert {room_of(file) for file in FILES} == {*ROOMS, "__init__"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_room_imports_only_rooms_above_it(file):
    room = room_of(file)
    if room == "__init__":
        return
    allowed = ROOMS[: ROOMS.index(room) + 1]
    for name, _ in imports(ast.parse(file.read_text())):
        parts = name.split(".")
        if parts[0] == "mnk" and len(parts) > 1 and (file.name, parts[1]) != ("player.py", "offers"):
            assert parts[1] in allowed, f"{file.name} imports {name}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_heavy_libraries_are_imported_where_they_are_needed(file):
    early = {name.split(".")[0] for name, at_once in imports(ast.parse(file.read_text())) if at_once}
    assert not early & LATE


@pytest.mark.parametrize("file", sorted((ROOT / "players").glob("*.py")), ids=lambda file: file.name)
def test_players_import_only_what_players_may(file):
    for name, _ in imports(ast.parse(file.read_text())):
        parts = name.split(".")
        assert parts[0] != "players", "players do not import each other"
        if parts[0] == "mnk" and len(parts) > 1:
            assert parts[1] in {"Player", "Action", "Game", "State", "search", "engine", "learn", "notation"}, name


def test_the_core_needs_nothing_but_the_standard_library():
    import sys

    for name in ("cells", "geometry", "game", "notation", "symmetry", "player", "offers"):
        for module, _ in imports(ast.parse((ROOT / "mnk" / f"{name}.py").read_text())):
            top = module.split(".")[0]
            assert top == "mnk" or top in sys.stdlib_module_names or (name, top) == ("game", "numpy")


def test_only_the_edge_prints():
    allowed = {"cli"}
    for file in FILES:
        calls = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
        printing = any(getattr(call.func, "id", "") == "print" for call in calls)
        assert not printing or room_of(file) in allowed, f"{file} prints"


def test_no_machine_paths_in_the_repository():
    words = ["/" + "home/", "/" + "root/", "/" + "work/"]
    suffixes = {".py", ".md", ".toml", ".txt", ".csv", ".json"}
    hidden = {".venv", ".git", ".mypy_cache", ".ruff_cache", ".hypothesis", "__pycache__"}
    for file in ROOT.rglob("*"):
        parts = set(file.relative_to(ROOT).parts)
        if file.suffix in suffixes and not parts & hidden and "reports" not in parts:
            text = file.read_text(encoding="utf-8", errors="replace")
            assert not any(word in text for word in words), file
