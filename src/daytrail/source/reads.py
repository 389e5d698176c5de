"""An entry with what it was read from, for rules that look at several."""

from dataclasses import dataclass

from daytrail.model.entry import Entry
from daytrail.source.document import Document


@dataclass(frozen=True, slots=True)
class Read:
    """A record with the document that it was read from."""

    entry: Entry
    document: Document
    draft: bool
