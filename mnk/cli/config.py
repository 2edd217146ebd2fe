"""Short TOML files: read into dataclasses, with all their faults reported at once."""

import difflib
import tomllib
import typing
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar

from mnk.cli.parser import BadUsage

T = TypeVar("T")


def read_config(file: Path, kind: type[T]) -> T:
    """The config in this file; what is wrong with it is listed with dotted paths."""
    try:
        text = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadUsage(f"there is no config file {file}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadUsage(f"{file} is not TOML: {error}") from None
    faults: list[str] = []
    config = _read_table(text, kind, "", faults)
    if faults:
        raise BadUsage(f"{file}: " + "; ".join(faults))
    return config


def _read_table(table: dict[str, Any], kind: type[T], path: str, faults: list[str]) -> T:
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    hints = typing.get_type_hints(kind)
    for name in table.keys() - known.keys():
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(known)}"
        faults.append(f"there is no key {path}{name}: {hint}")
    values = {}
    for name, field in known.items():
        if name in table:
            values[name] = _read_value(table[name], hints[name], path + name, faults)
        elif field.default is MISSING and field.default_factory is MISSING:
            faults.append(f"{path}{name} is missing")
    return kind(**values) if not faults else None  # type: ignore[return-value]


def _read_value(value: Any, kind: Any, path: str, faults: list[str]) -> Any:
    if typing.get_origin(kind) is list and isinstance(value, list):
        (item,) = typing.get_args(kind)
        return [_read_value(part, item, f"{path}[{number}]", faults) for number, part in enumerate(value)]
    if is_dataclass(kind) and isinstance(value, dict):
        return _read_table(value, typing.cast(type, kind), path + ".", faults)
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        faults.append(f"{path} = {value!r} is wrong: expected {_shown(kind)}")
    return value


def _shown(kind: Any) -> str:
    if typing.get_origin(kind) is list:
        return f"a list of {_shown(typing.get_args(kind)[0])}"
    names = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}
    return names.get(kind, "a table")
