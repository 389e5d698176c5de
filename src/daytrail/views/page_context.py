"""Page context, the first argument of views, and what lists show of entries and items."""

import json
from dataclasses import dataclass, replace
from datetime import date
from hashlib import blake2b
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.facts.progress import ItemProgress, State
from daytrail.model.base import segment
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.views.links import Links, address_of, item_anchor
from daytrail.views.words import entry_title


class EntryLink(NamedTuple):
    """Link to an entry, as short lists show it."""

    date: date
    href: str
    title: str
    number: str
    """As in `Day 57`. Empty if the entry has no title of its own, since its number is then the title."""


class EntryRow(NamedTuple):
    """All that a list shows of an entry."""

    date: date
    number: str
    address: str
    title: str
    empty: bool
    excerpt: str
    tags: tuple[tuple[str, str], ...]
    """Name and key of each tag."""
    series: str
    digest: str
    """Hash of the other fields and of the entry's hours, which the heatmap shows."""

    @property
    def attributes(self) -> dict[str, str]:
        """The `data-` attributes that the filters of a list read; several words are separated by spaces."""
        values = {"series": self.series, "tag": " ".join(dict.fromkeys(key for _, key in self.tags))}
        return {f"data-{name}": value for name, value in values.items() if value}


class EntryRows:
    """Rows of all entries, each computed once, since an entry is listed by month, year, series and tag."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._rows: dict[str, EntryRow] = {}

    def row(self, entry: Entry) -> EntryRow:
        """Return the row of an entry."""
        if entry.path not in self._rows:
            self._rows[entry.path] = self._compute(entry)
        return self._rows[entry.path]

    def _compute(self, entry: Entry) -> EntryRow:
        place = self._facts.positions[entry.path]
        fields = (
            place.number,
            entry.address,
            entry_title(entry, place),
            entry.empty,
            entry.excerpt,
            tuple((tag, segment(tag)) for tag in entry.tags),
            entry.series or "",
        )
        text = json.dumps((entry.date.isoformat(), entry.hours, *fields))
        return EntryRow(entry.date, *fields, blake2b(text.encode(), digest_size=12).hexdigest())


class ItemLink(NamedTuple):
    """Link to an item of the plan on its week's page."""

    state: str
    address: str
    anchor: str
    week: int
    label: str


def item_link(item: ItemProgress, state: State | None = None) -> ItemLink:
    """Return the link to an item, with its state unless another one is given."""
    placed = item.placed
    return ItemLink(state or item.state, address_of(placed), item_anchor(placed), placed.week.week, placed.item.label)


@dataclass(frozen=True, slots=True)
class PageContext:
    """A journal, its facts, and the page that shows them."""

    facts: Facts
    links: Links
    """Links from the page."""
    rows: EntryRows
    """Rows of entry lists, shared by all pages of a build."""
    zone: str = "UTC"
    """IANA name of the site's time zone, in which a browser counts days."""

    @property
    def journal(self) -> Journal:
        """The journal."""
        return self.facts.journal

    def title(self, entry: Entry) -> str:
        """Return the title of an entry, else its number or its date."""
        return entry_title(entry, self.facts.positions[entry.path])

    def entry_link(self, entry: Entry) -> EntryLink:
        """Return the link to an entry from this page."""
        number = self.facts.positions[entry.path].number if entry.title else ""
        return EntryLink(entry.date, self.links.to(entry), self.title(entry), number)

    def for_page(self, address: str) -> "PageContext":
        """Return the context of another page of the same build."""
        return replace(self, links=replace(self.links, here=address))


def page_context(facts: Facts, address: str = "", *, flat: bool = False, zone: str = "UTC") -> PageContext:
    """Return the context of the page with a URL path; see `Links.flat` and `PageContext.zone`."""
    return PageContext(facts, Links(address, flat), EntryRows(facts), zone)
