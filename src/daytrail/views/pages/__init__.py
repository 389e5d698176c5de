"""Generated pages: a module for each kind of page, each with a function `pages(context)` that yields them.

A module registers itself by being in this folder.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from daytrail.facts import Facts
from daytrail.views.page import LazyPage, Page
from daytrail.views.page_context import PageContext, page_context

_ORDER = ("day", "log", "tags", "series", "curriculum", "milestones", "reading")
"""The order of the pages in the sitemap. Modules that are not named here come last."""


def pages(facts: Facts, **of_site: Any) -> Iterator[Page]:
    """Yield all generated pages; see `page_context`."""
    for page in lazy_pages(page_context(facts, **of_site)):
        yield page.page()


def lazy_pages(context: PageContext) -> Iterator[Page | LazyPage]:
    """Yield all generated pages, most of which are yet to be made."""
    names = {module.name for module in iter_modules(__path__)}
    for name in (*_ORDER, *sorted(names.difference(_ORDER))):
        yield from import_module(f"{__name__}.{name}").pages(context)
