"""Macros that pages call, as in `{{ timeline() }}`: a module for each, with a function of the same name.

A module registers itself by being in this folder.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from typing import get_args

from daytrail.problems import did_you_mean, quoted

MACROS: Mapping[str, Callable[..., str]] = {
    module.name: getattr(import_module(f"{__name__}.{module.name}"), module.name) for module in iter_modules(__path__)
}
"""All macros by name. Each takes a `PageContext` first, and returns HTML.

They raise UnknownName for an argument that the journal does not have, or that is none of the known words.
"""


class WrongArgument(ValueError):
    """A macro was called with an argument that it does not take, or without one that it needs."""


_VALUES: Mapping[type, str] = {bool: "`True` or `False`", int: "a whole number"}
"""Words for the type of an argument, by the macro's annotation; any other is a text."""


def check_arguments(macro: Callable[..., str], args: Sequence[object], kwargs: Mapping[str, object]) -> None:
    """Compare the arguments of a call with the parameters of a macro after its context.

    Raises:
        WrongArgument: the macro does not take them.
    """
    expected = signature(macro)
    names = list(expected.parameters)[1:]
    for name in kwargs:
        if name not in names:
            hint = did_you_mean(name, names) or (f"known: {', '.join(names)}" if names else "it takes none")
            raise WrongArgument(f"unknown argument {quoted(name)}; {hint}")
    try:
        arguments = expected.bind(None, *args, **kwargs).arguments
    except TypeError as error:
        raise WrongArgument(str(error)) from None
    for name in set(names).intersection(arguments):
        if words := _missed_type(arguments[name], expected.parameters[name].annotation):
            raise WrongArgument(f"{quoted(name)} must be {words}, not {quoted(str(arguments[name]))}")


def _missed_type(value: object, annotation: object) -> str:
    """Return words for the type that a value should have; empty if it has that, or is None."""
    kind = next((kind for kind in _VALUES if kind in (annotation, *get_args(annotation))), str)
    # A bool is an int in Python, and a text may be Markup.
    is_right = value is None or (isinstance(value, str) if kind is str else type(value) is kind)
    return "" if is_right else _VALUES.get(kind, "a text")


def call_as_text(name: str) -> tuple[str, str]:
    """Return the message and the hint about a call on a page that is no template; empty if it is none of a macro."""
    hint = "" if name in MACROS else did_you_mean(name, MACROS)
    if name not in MACROS and not hint:
        return "", ""
    what_to_do = "write the whole call on a line of its own, or an example as code"
    return f"the call of {quoted(name)} is shown as text", f"{hint} {what_to_do}".lstrip()
