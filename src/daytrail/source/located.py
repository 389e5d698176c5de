"""Records with the locations of their values, for checks that compare several of them."""

from collections.abc import Callable
from dataclasses import dataclass

from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage
from daytrail.problems import KeyPath, Location
from daytrail.source.yaml.nodes import Document


@dataclass(frozen=True, slots=True)
class LocatedEntry:
    """An entry with its front matter."""

    entry: Entry
    document: Callable[[], Document]
    """Returns the front matter without what was refused; called only if there is a problem to locate."""
    draft: bool

    def locate(self, key_path: KeyPath) -> Location:
        """Return where a value of the front matter is."""
        return self.document().locate(key_path)


@dataclass(frozen=True, slots=True)
class LocatedPage:
    """A docs page that answers a milestone, with its front matter."""

    page: DocsPage
    document: Document
