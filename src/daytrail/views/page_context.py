"""What every view is made from."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.views.links import Links
from daytrail.views.words import entry_title

if TYPE_CHECKING:
    from daytrail.views.entry_rows import Row


@dataclass(frozen=True, slots=True)
class PageContext:
    """A journal, what follows from it, and the page that shows it."""

    journal: Journal
    facts: Facts
    links: Links
    zone: str = "UTC"
    """The time zone of the site, by its IANA name, in which a browser goes on to count days."""

    rows: "dict[str, Row]" = field(default_factory=dict, compare=False)
    """What lists show of entries, by path, as far as it is known."""

    def title(self, entry: Entry) -> str:
        """What an entry is called."""
        return entry_title(entry, self.facts.positions[entry.path])

    def for_page(self, address: str) -> "PageContext":
        """Return the same for another page."""
        return replace(self, links=replace(self.links, here=address))
