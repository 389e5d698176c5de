"""Generated pages: a module for each kind of page, each with a function `pages(context)` that yields them.

A module registers itself by being in this folder.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from daytrail.facts import Facts
from daytrail.views.page import LazyPage, Page
from daytrail.views.page_context import PageContext, page_context

_ORDER = ("day", "log", "tags", "series", "curriculum", "milestones", "reading")
"""The order of the pages in the sitemap. Modules that are not named here come last."""


def pages(
    facts: Facts,
    *,
    flat: bool = False,
    zone: str = "UTC",
    edited: Mapping[str, date] = MappingProxyType({}),
    feeds: Collection[str] = (),
    site_url: str = "",
) -> Iterator[Page]:
    """Yield all generated pages; see `Links.flat` and `PageContext`."""
    context = page_context(facts, flat=flat, zone=zone, edited=edited, feeds=feeds, site_url=site_url)
    for page in lazy_pages(context):
        yield page.page() if isinstance(page, LazyPage) else page


def lazy_pages(context: PageContext) -> Iterator[Page | LazyPage]:
    """Yield all generated pages, most of which are yet to be made."""
    names = {module.name for module in iter_modules(__path__)}
    for name in (*_ORDER, *sorted(names.difference(_ORDER))):
        yield from import_module(f"{__name__}.{name}").pages(context)
