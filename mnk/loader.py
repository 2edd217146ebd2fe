"""`alphabeta:depth=4` -> a Player. Whatever is wrong with the file is said in one clear sentence.

Loading a player runs its code: the arena does it in the player's own process.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import re
import sys
import traceback
import types
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mnk.options import OptionError, read_options
from mnk.player import Player

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = ROOT / "players"
SUFFIX = "_player.py"


class LoadError(ValueError):
    """The player can not be used; the message names the file, the line and the reason."""


@dataclass(frozen=True)
class Spec:
    """A player file and the options to start it with, as in `alphabeta:depth=4`."""

    text: str
    path: Path
    options: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The file name without its ending: `players/custom_player.py` is `custom`."""
        return player_name(self.path)


def player_name(path: Path) -> str:
    return shown(path.name.removesuffix(SUFFIX).removesuffix(".py"))


def shown(text: str) -> str:
    """A name on one line, in letters that any file can hold."""
    return " ".join(text.encode(errors="replace").decode().split())


def local_sources(path: Path) -> list[Path]:
    """The player's file and, as far as imports tell, the files beside it that it is made of."""
    found, waiting = [path], [path]
    while waiting:
        try:
            tree = ast.parse(waiting.pop().read_bytes())
        except (SyntaxError, ValueError):
            continue
        for name in imported_modules(tree):
            beside = path.parent / (name.split(".")[0] + ".py")
            if beside.is_file() and beside not in found:
                found.append(beside)
                waiting.append(beside)
    return found


def imported_modules(tree: ast.AST) -> set[str]:
    """The names of all modules that the code imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def parse_spec(text: str, folders: Sequence[Path] = (PLAYERS,)) -> Spec:
    """The player that is meant: a name, or a path, and after a colon its options."""
    match = re.fullmatch(r"(.+?)(?::([A-Za-z_]\w*=.*))?", text.strip(), re.DOTALL)
    if not match:
        raise LoadError(f"{text!r} names no player: expected a name like alphabeta or a file like my_player.py")
    options: dict[str, str] = {}
    for item in match[2].split(",") if match[2] else []:
        name, equals, value = item.partition("=")
        if not equals:
            raise LoadError(f"{item!r} in {text!r} is not an option: expected name=value")
        if name.strip() in options:
            raise LoadError(f"option {name.strip()!r} is given twice in {text!r}")
        options[name.strip()] = value.strip()
    return Spec(shown(text), find_player(match[1], folders), options)


def find_player(name: str, folders: Sequence[Path] = (PLAYERS,)) -> Path:
    """The file of the player called so, or the file at this path."""
    path = Path(name).expanduser()
    if path.suffix == ".py" or len(path.parts) > 1 or path.is_file():
        if not path.is_file():
            raise LoadError(f"there is no player file {name}")
        return path.resolve()
    for folder in folders:
        if (folder / (name + SUFFIX)).is_file():
            return (folder / (name + SUFFIX)).resolve()
    known = [player_name(file) for file in player_files(folders)]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    raise LoadError(f"there is no player {name!r} in {', '.join(map(str, folders))}: {hint}")


def player_files(folders: Iterable[Path] = (PLAYERS,)) -> list[Path]:
    """All player files in these folders, by name."""
    return [file for folder in folders for file in sorted(folder.glob("*" + SUFFIX))]


def load_player(text: str, folders: Sequence[Path] = (PLAYERS,)) -> Player:
    """The player of this spec, ready to be seated. Runs the file in this very process."""
    spec = parse_spec(text, folders)
    return make_player(spec.path, spec.options)


def make_player(path: Path, options: dict[str, str]) -> Player:
    """An instance of the file's player class, with its options read and set."""
    player_class = load_class(path)
    try:
        player = player_class(**read_options(player_class, options))
    except OptionError:
        raise
    except (Exception, SystemExit) as error:
        if options and isinstance(error, ValueError):  # the player refuses the value it was given
            raise OptionError(str(error)) from error
        raise LoadError(f"{explain(error, path)} in __init__") from error
    player.name = player_name(path)
    return player


def load_class(path: Path) -> type[Player]:
    """The one player class of a file."""
    module = _run(path)
    found = [
        item
        for item in vars(module).values()
        if inspect.isclass(item) and issubclass(item, Player) and item.__module__ == module.__name__
    ]
    players = [item for item in found if not any(item in other.__mro__[1:] for other in found)]
    if not players:
        raise LoadError(f"{path.name} defines no player: expected `class ...(Player)` with a move method")
    if len(players) > 1:
        names = " and ".join(item.__name__ for item in players)
        raise LoadError(f"{path.name} defines several players, {names}: one file is one player")
    return players[0]


def _run(path: Path) -> types.ModuleType:
    """Run the file as a module; files beside it can be imported from it."""
    module = types.ModuleType(f"players.{player_name(path)}")
    module.__file__ = str(path)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    sys.modules[module.__name__] = module  # dataclasses and type hints look their module up there
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), vars(module))
    except OSError as error:
        raise LoadError(f"{path.name} can not be read: {error.strerror}") from error
    except SyntaxError as error:
        raise LoadError(_explain_syntax(error, path)) from error
    except (Exception, SystemExit) as error:
        raise LoadError(explain(error, path) + _python2_hint(error)) from error
    return module


def explain(error: BaseException, path: Path) -> str:
    """`my_player.py:12: ZeroDivisionError: division by zero`, the line being the player's own."""
    what = type(error).__name__
    text = " ".join(str(error).split())
    return f"{where(error, path)}: {what}{': ' + text if text else ''}"


def where(error: BaseException, path: Path) -> str:
    """The innermost line of the player's own file that led to the error, as `file:line`."""
    lines = own_lines(error, path)
    return f"{path.name}:{lines[-1]}" if lines else path.name


def own_lines(error: BaseException, path: Path) -> list[int]:
    """The lines of the player's own file on the way to the error, the outermost first."""
    frames = traceback.extract_tb(error.__traceback__)
    return [frame.lineno for frame in frames if Path(frame.filename) == path and frame.lineno]


# --- Python 2, which many older players are written in ------------------------------------------

PYTHON2_MESSAGES = ("Missing parentheses in call to", "multiple exception types must be parenthesized")
PYTHON2_LINES = (
    r"^\s*print\s+[^(=\s]",
    r"^\s*exec\s+[\"'a-z]",
    r"^\s*except\s+[\w.]+\s*,\s*\w+\s*:",
    r"^\s*raise\s+[\w.]+\s*,",
    r"<>",
    r"`",
    r"(?<![\w.])0[0-7]+\b(?!\.)",
    r"\b\d+[lL]\b",
)
PYTHON2_MODULES = {"Queue", "ConfigParser", "urllib2", "cPickle", "Tkinter", "StringIO", "__builtin__", "sets"}
PYTHON2_NAMES = {"xrange", "raw_input", "unicode", "long", "reduce", "basestring", "unichr", "cmp"}


def _explain_syntax(error: SyntaxError, path: Path) -> str:
    line = (error.text or "").strip()
    shown = f" in `{line}`" if line else ""
    place = f"{path.name}:{error.lineno}" if error.lineno else path.name
    if _is_python2(error):
        return f"{place}: this is Python 2 code{shown}; mnk runs Python 3"
    return f"{place}: {type(error).__name__}: {error.msg}{shown}"


def _is_python2(error: SyntaxError) -> bool:
    message, line = error.msg or "", error.text or ""
    if isinstance(error, TabError) or any(message.startswith(start) for start in PYTHON2_MESSAGES):
        return True
    code = re.sub(r"'[^']*'|\"[^\"]*\"", "''", line)  # what stands in a text is no code
    return any(re.search(pattern, code) for pattern in PYTHON2_LINES) or bool(re.search(r"\bur[\"']", line))


def _python2_hint(error: BaseException) -> str:
    missing = getattr(error, "name", None)
    is_old = missing in (PYTHON2_NAMES if isinstance(error, NameError) else PYTHON2_MODULES)
    return " (that is Python 2; mnk runs Python 3)" if is_old else ""
