"""Entries with their locations in the source, for checks that compare several of them."""

from collections.abc import Callable
from dataclasses import dataclass

from daytrail.model.entry import Entry
from daytrail.source.yaml.nodes import Document


@dataclass(frozen=True, slots=True)
class LocatedEntry:
    """An entry with the document of its front matter."""

    entry: Entry
    load_document: Callable[[], Document]
    """Called only if there is a problem to locate."""
    draft: bool

    @property
    def document(self) -> Document:
        """The parsed front matter, without what was refused."""
        return self.load_document()
