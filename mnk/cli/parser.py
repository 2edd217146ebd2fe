"""An argument parser that speaks in one sentence and guesses what was meant."""

import argparse
import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn


class BadUsage(Exception):
    """The command line can not be carried out as it stands: exit code 2."""


@dataclass(frozen=True)
class Command:
    """What the command line needs to know of a command."""

    help: str
    run: Callable[[argparse.Namespace], int]
    add_arguments: Callable[[argparse.ArgumentParser], None]
    description: str = ""
    examples: str = ""


class Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **options)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Complain about unknown options where they were used, not at the top."""
        namespace, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {unknown[0]}")
        return namespace, unknown

    def error(self, message: str) -> NoReturn:
        raise BadUsage(f"{self._nicer(message)} (see `{self.prog} --help`)")

    def _nicer(self, message: str) -> str:
        if match := re.match(r"unrecognized arguments: (\S+)", message):
            options = [name for action in self._actions for name in action.option_strings]
            return f"there is no argument {match[1]}{self._guess(match[1], options)}"
        if match := re.match(r"argument COMMAND: invalid choice: '([^']*)'", message):
            commands = [name for action in self._actions if isinstance(action.choices, dict) for name in action.choices]
            return f"there is no command {match[1]}{self._guess(match[1], commands)}"
        return message

    def _guess(self, word: str, known: list[str]) -> str:
        near = difflib.get_close_matches(word, known, n=1)
        if near:
            return f": did you mean {near[0]}?"
        return f": there are {', '.join(known)}" if known and len(known) < 12 else ""
