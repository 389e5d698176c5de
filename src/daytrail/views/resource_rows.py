"""Resources as the reading list shows them, a row each."""

from typing import NamedTuple

from daytrail.facts.resource import Resource, Shelf
from daytrail.views import words
from daytrail.views.links import item_anchor, resource_address, week_address
from daytrail.views.page_context import PageContext
from daytrail.views.sentences import standing

_DAYS = 4
"""Days that a row names at the most."""


class ReadingRow(NamedTuple):
    """All that a row shows."""

    title: str
    url: str
    author: str
    host: str
    favourite: bool
    whys: tuple[str, ...]
    kind: str
    standing: str
    items: tuple[tuple[str, int, str, str], ...]
    """State, week, address and anchor of each item of the plan."""
    hours: str
    days: tuple[tuple[str, str, str], ...]
    """The first entries that met it: date, day in words, address."""
    more: int
    """How many further entries there are."""
    page: str
    """The address of its own page; empty where it has none."""
    told: str
    """What that page tells."""
    attributes: tuple[tuple[str, str], ...]
    """What it may be filtered and sorted by."""


def reading_row(context: PageContext, one: Resource) -> ReadingRow:
    """Return a resource as the list shows it."""
    items = tuple(
        (item.state, item.placed.week.week, week_address(item.placed.week), item_anchor(item.placed))
        for item in one.items
    )
    entries = [touch.entry for touch in one.history if touch.entry]
    hours = one.hours
    return ReadingRow(
        one.title,
        one.url or "",
        one.author or "",
        one.host,
        one.favourite,
        tuple(own.listing.why for own in one.shelved if own.listing.why),
        one.kind,
        standing(one, context.facts.today),
        items,
        words.hours(hours) if hours else "",
        tuple((entry.date.isoformat(), words.day(entry.date), entry.address) for entry in entries[:_DAYS]),
        max(len(entries) - _DAYS, 0),
        resource_address(one) if one.has_page else "",
        "history" if len(one.history) > 1 else "notes",
        tuple(_attributes(one, hours).items()),
    )


def told(context: PageContext, one: Resource) -> object:
    """Return all that a row is made from, for JSON; thousands are asked for it, and few are drawn."""
    if one.items or one.shelved:
        return reading_row(context, one)
    # Of what only the log knows. Host and kind follow from the link, and an address from the key.
    days = [(touch.day.isoformat(), touch.entry.address if touch.entry else "") for touch in one.history]
    return one.key, one.title, one.url, one.shelf, standing(one, context.facts.today), days


def shelf_key(shelf: Shelf) -> str:
    """The name of a shelf in an address, as in `to-read`."""
    return shelf.replace(" ", "-")


def _attributes(one: Resource, hours: float | None) -> dict[str, str]:
    """The `data-` attributes; several words stand between spaces."""
    named = (of.id for own in one.shelved for of in (own.category, own.subcategory) if of)
    found = {
        "shelf": shelf_key(one.shelf),
        "kind": one.kind,
        "category": " ".join(dict.fromkeys(named)),
        "week": " ".join(str(item.placed.week.week) for item in one.items),
        "hours": str(hours or ""),
        "first": str(one.first_met or ""),
        "last": str(one.last_met or ""),
    }
    return {f"data-{name}": value for name, value in found.items() if value}
