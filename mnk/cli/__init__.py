"""The command line: one module per command."""

import importlib.util
import io
import os
import sys
from collections.abc import Sequence

from mnk.arena.store import StoreError
from mnk.cli import check, games, match, new, play, players, quick, replay, report, table
from mnk.cli.parser import BadUsage, Command, Parser

COMMANDS: dict[str, Command] = {
    "new": new.COMMAND,
    "check": check.COMMAND,
    "match": match.COMMAND,
    "play": play.COMMAND,
    "replay": replay.COMMAND,
    "players": players.COMMAND,
    "games": games.COMMAND,
    "table": table.COMMAND,
    "report": report.COMMAND,
}
FIRST_FIVE = 5

DESCRIPTION = "The place where k-in-a-row players are written, matched, measured and graded."
EPILOG = """\
Without a command it plays configs/quick.toml, a small round robin.
`runner.py COMMAND --help` has examples. Exit codes: 0 done, 1 the answer is no,
2 wrong usage or bad input, 3 could not be done, 130 stopped by Ctrl-C."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; what is wrong with it is said in one sentence."""
    _prepare_streams()
    try:
        _check_packages()
        args = build_parser().parse_args(arguments)
        command = COMMANDS.get(args.command) or quick.COMMAND
        return command.run(args)
    except BadUsage as error:
        print(f"runner.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("runner.py: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 3
    except (OSError, StoreError) as error:
        print(f"runner.py: {error}", file=sys.stderr)
        return 3


def _prepare_streams() -> None:
    """A terminal that can not show a letter, or is not there, is no reason to fail."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - for as long as the program runs
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _check_packages() -> None:
    missing = [name for name in ("tabulate", "tqdm") if importlib.util.find_spec(name) is None]
    if missing:
        raise BadUsage(f"{' and '.join(missing)} can not be imported: `make` sets everything up, see the README")


def build_parser() -> Parser:
    parser = Parser(prog="runner.py", description=DESCRIPTION, epilog=EPILOG)
    names = list(COMMANDS)
    first, rest = names[:FIRST_FIVE], names[FIRST_FIVE:]
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title=f"commands to begin with: {', '.join(first)}; then {', '.join(rest)}"
    )
    for name, command in COMMANDS.items():
        command.add_arguments(
            commands.add_parser(name, help=command.help, description=command.description, epilog=command.examples)
        )
    quick.COMMAND.add_arguments(parser)
    return parser
