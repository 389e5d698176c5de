"""Page context, the first argument of views, and what lists show of entries."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import blake2b
from types import MappingProxyType
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.model.base import segment
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.views.entry_chips import Chip, chips
from daytrail.views.links import FEED, Links
from daytrail.views.words import entry_number, entry_title


class EntryRow(NamedTuple):
    """An entry with all that lists show of it."""

    entry: Entry
    number: str
    """As in `Day 57`. Empty without one, and if it is the title."""
    title: str
    tags: list[tuple[str, str]]
    """Name and key of each tag."""
    chips: list[Chip]
    more_chips: int
    digest: str
    """Hash of what is shown, and of the entry's hours, which the heatmap shows."""

    @property
    def attributes(self) -> dict[str, str]:
        """The `data-` attributes that the filters of a list read; several words are separated by spaces."""
        values = {"series": self.entry.series, "tag": " ".join(dict.fromkeys(key for _, key in self.tags))}
        return {f"data-{name}": value for name, value in values.items() if value}


@dataclass(frozen=True, slots=True)
class PageContext:
    """A journal, its facts, and the page that shows them."""

    facts: Facts
    links: Links
    """Links from the page."""
    zone: str = "UTC"
    """IANA name of the site's time zone, in which a browser counts days."""
    edited: Mapping[str, date] = field(default_factory=dict)
    """Days on which entries were last changed, by their paths; without those that are as they were first committed."""
    feeds: Collection[str] = ()
    """URL paths of the pages that have feeds, the empty one of the home page among them."""
    site_url: str = ""
    """URL of the site's root with its closing slash, where a page has to name it. Empty if unknown."""
    new_file_url: str = ""
    """URL of the page on which GitHub creates a file in the folder of entries. Empty if it is not known."""
    repo_url: str = ""
    """URL of the repository, as in mkdocs.yml. Empty without one."""
    page_title: str = ""
    """Title of the page with its heading, for macros. Empty if unknown."""
    entry_rows: dict[str, EntryRow] = field(default_factory=dict)
    """Rows by path, shared by all pages of a build, since an entry is listed by month, year, series and tag."""

    @property
    def journal(self) -> Journal:
        """The journal."""
        return self.facts.journal

    def feed(self, address: str) -> str:
        """Return the link to the feed of a page by its URL path; empty if it has none."""
        return self.links.file(f"{address}{FEED}") if address in self.feeds else ""

    def title(self, entry: Entry) -> str:
        """Return the title of an entry, else its number or its date."""
        return entry_title(entry, self.facts.positions[entry.path])

    def row(self, entry: Entry) -> EntryRow:
        """Return what lists show of an entry."""
        if entry.path not in self.entry_rows:
            position, title = self.facts.positions[entry.path], self.title(entry)
            in_title = position.series and not entry.title
            number = "" if in_title else entry_number(position.entry_number)
            tags = [(tag, segment(tag)) for tag in entry.tags]
            shown, more = chips(self.facts, entry)
            texts = (entry.date.isoformat(), entry.hours, entry.address, entry.empty, entry.excerpt, entry.series)
            targets = [(chip.state, chip.label, Links("").to(chip.thing)) for chip in shown]
            digest = blake2b(
                json.dumps((number, title, tags, texts, targets, more)).encode(), digest_size=12
            ).hexdigest()
            self.entry_rows[entry.path] = EntryRow(entry, number, title, tags, shown, more, digest)
        return self.entry_rows[entry.path]

    def for_page(self, address: str) -> "PageContext":
        """Return the context of another page of the same build."""
        return replace(self, links=replace(self.links, here=address))


def page_context(
    facts: Facts,
    address: str = "",
    *,
    flat: bool = False,
    zone: str = "UTC",
    edited: Mapping[str, date] = MappingProxyType({}),
    feeds: Collection[str] = (),
    site_url: str = "",
    new_file_url: str = "",
    repo_url: str = "",
    page_title: str = "",
) -> PageContext:
    """Return the context of the page with a URL path; see `Links.flat` and `PageContext`."""
    return PageContext(facts, Links(address, flat), zone, edited, feeds, site_url, new_file_url, repo_url, page_title)
