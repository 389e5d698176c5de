"""Entries as lists show them: a row each, made once for all the lists that it stands in."""

import json
from datetime import date
from hashlib import blake2b
from typing import NamedTuple

from daytrail.model.base import segment
from daytrail.model.entry import Entry
from daytrail.views.page_context import PageContext


class Row(NamedTuple):
    """All that a list shows of an entry."""

    date: date
    number: str
    address: str
    title: str
    empty: bool
    excerpt: str
    tags: tuple[tuple[str, str], ...]
    """Names and keys."""
    series: str
    digest: str
    """A hash of the rest, and of the hours, which a calendar of entries shows."""

    @property
    def attributes(self) -> dict[str, str]:
        """What it may be filtered by, as `data-` attributes; several words stand between spaces."""
        found = {"series": self.series, "tag": " ".join(dict.fromkeys(key for _, key in self.tags))}
        return {f"data-{name}": value for name, value in found.items() if value}


def row(context: PageContext, entry: Entry) -> Row:
    """Return an entry as a list shows it."""
    if entry.path not in context.rows:
        place = context.facts.positions[entry.path]
        tags = tuple((tag, segment(tag)) for tag in entry.tags)
        own = (
            place.number,
            entry.address,
            context.title(entry),
            entry.empty,
            entry.excerpt,
            tags,
            entry.series or "",
        )
        text = json.dumps((entry.date.isoformat(), entry.hours, *own))
        context.rows[entry.path] = Row(entry.date, *own, blake2b(text.encode(), digest_size=12).hexdigest())
    return context.rows[entry.path]
