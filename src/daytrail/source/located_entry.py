"""An entry with what it was read from, for rules that look at several."""

from collections.abc import Callable
from dataclasses import dataclass

from daytrail.model.entry import Entry
from daytrail.source.yaml.document import Document


@dataclass(frozen=True, slots=True)
class LocatedEntry:
    """A record with the document that it was read from."""

    entry: Entry
    origin: Document | Callable[[], Document]
    """The document, or how to come by it: where nothing is wrong, nobody asks."""
    draft: bool

    @property
    def document(self) -> Document:
        """The document."""
        return self.origin if isinstance(self.origin, Document) else self.origin()
