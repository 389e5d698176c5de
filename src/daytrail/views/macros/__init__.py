"""Macros that pages call, as in `{{ timeline() }}`: a module for each, with a function of the same name.

A module registers itself by being in this folder.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules

MACROS: Mapping[str, Callable[..., str]] = {
    module.name: getattr(import_module(f"{__name__}.{module.name}"), module.name) for module in iter_modules(__path__)
}
"""All macros by name. Each takes a `PageContext` first, and returns HTML.

They raise UnknownName for an argument that the journal does not have, or that is none of the known words.
"""
