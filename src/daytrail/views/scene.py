"""What every view is made from."""

from dataclasses import dataclass, replace

from daytrail.facts import Facts
from daytrail.model.journal import Journal
from daytrail.views.links import Links


@dataclass(frozen=True, slots=True)
class Scene:
    """A journal, what follows from it, and the page that shows it."""

    journal: Journal
    facts: Facts
    links: Links
    zone: str = "UTC"
    """The time zone of the site, by its IANA name, in which a browser goes on to count days."""

    def at(self, address: str) -> "Scene":
        """Return the same for another page."""
        return replace(self, links=replace(self.links, here=address))
