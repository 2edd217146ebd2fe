"""A player's options: the keyword arguments of its `__init__`, read from text."""

import inspect
import types
import typing
from typing import Any, Literal, Union

from mnk.player import Player


class OptionError(ValueError):
    """An option that the player does not have, or a value it does not take."""


def read_options(player_class: type[Player], given: dict[str, str]) -> dict[str, Any]:
    """The keyword arguments for the player's `__init__`."""
    parameters, open_ended = _parameters(player_class)
    values = {}
    for name, text in given.items():
        if name in parameters:
            values[name] = _read(name, text, _kind(player_class, parameters[name]))
        elif open_ended:
            values[name] = text
        else:
            raise OptionError(f"there is no option {name!r}; {_all_options(player_class)}")
    for name, parameter in parameters.items():
        if parameter.default is parameter.empty and name not in values:
            raise OptionError(f"option {name!r} is needed; {_all_options(player_class)}")
    return values


def describe_options(player_class: type[Player]) -> list[str]:
    """`depth=int or full`, one for each option."""
    parameters, _ = _parameters(player_class)
    return [f"{name}={_shown(_kind(player_class, parameter))}" for name, parameter in parameters.items()]


def _all_options(player_class: type[Player]) -> str:
    options = describe_options(player_class)
    return "the options are " + ", ".join(options) if options else "this player has no options"


def _parameters(player_class: type[Player]) -> tuple[dict[str, inspect.Parameter], bool]:
    if player_class.__init__ is object.__init__:
        return {}, False
    every = list(inspect.signature(player_class.__init__).parameters.values())[1:]
    named = {p.name: p for p in every if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    return named, any(p.kind is p.VAR_KEYWORD for p in every)


def _kind(player_class: type[Player], parameter: inspect.Parameter) -> Any:
    """The annotation, or else the type of the default."""
    if parameter.annotation is not parameter.empty:
        return typing.get_type_hints(player_class.__init__).get(parameter.name, str)
    if parameter.default is parameter.empty or parameter.default is None:
        return str
    return type(parameter.default)


def _choices(kind: Any) -> list[Any]:
    """The simple kinds that a union or literal consists of."""
    origin = typing.get_origin(kind)
    if origin in (Union, types.UnionType):
        return [choice for part in typing.get_args(kind) for choice in _choices(part)]
    return [kind]


def _read(name: str, text: str, kind: Any) -> Any:
    for choice in sorted(_choices(kind), key=lambda choice: choice is str):  # every text is a str
        try:
            return _read_as(choice, text)
        except ValueError:
            continue
    raise OptionError(f"option {name}={text} is wrong: expected {_shown(kind)}")


def _read_as(kind: Any, text: str) -> Any:
    if kind is type(None):
        if text.lower() != "none":
            raise ValueError
        return None
    if typing.get_origin(kind) is Literal:
        for value in typing.get_args(kind):
            if str(value) == text:
                return value
        raise ValueError
    if kind is bool:
        return {"true": True, "false": False}[text.lower()] if text.lower() in ("true", "false") else _refuse()
    return kind(text) if kind in (int, float) else text


def _refuse() -> Any:
    raise ValueError


def _shown(kind: Any) -> str:
    words = []
    for choice in _choices(kind):
        if typing.get_origin(choice) is Literal:
            words += [str(value) for value in typing.get_args(choice)]
        elif choice is bool:
            words += ["true", "false"]
        else:
            words.append("none" if choice is type(None) else choice.__name__)
    return "|".join(words)
