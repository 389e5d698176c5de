"""Page context: the first argument of views."""

from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.views.entry_rows import EntryRows
from daytrail.views.links import Links
from daytrail.views.words import entry_title


class EntryLink(NamedTuple):
    """Link to an entry, as short lists show it."""

    date: date
    href: str
    title: str
    number: str
    """As in `Day 57`. Empty if the entry has no title of its own, since its number is then the title."""


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
        """Return the title of an entry, or what stands for it."""
        return entry_title(entry, self.facts.positions[entry.path])

    def entry_link(self, entry: Entry) -> EntryLink:
        """Return the link to an entry from this page."""
        number = self.facts.positions[entry.path].number if entry.title else ""
        return EntryLink(entry.date, self.links.to(entry), self.title(entry), number)

    def for_page(self, address: str) -> "PageContext":
        """Return the context of another page of the same build."""
        return replace(self, links=replace(self.links, here=address))


def page_context(facts: Facts, address: str = "", *, flat: bool = False, zone: str = "UTC") -> PageContext:
    """Return the context of a page.

    Args:
        facts: Facts about the journal.
        address: URL path of the page, as in `log/2026/`.
        flat: Whether pages are files (`log/2026.html`) rather than folders (`log/2026/`).
        zone: IANA name of the site's time zone.
    """
    return PageContext(facts, Links(address, flat), EntryRows(facts), zone)
