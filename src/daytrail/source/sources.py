"""Everything that was read from a project's files, with the locations of its values, as checks get it."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date

from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage
from daytrail.model.reading import ReadingList
from daytrail.problems import KeyPath, Location
from daytrail.source.yaml.nodes import Document


@dataclass(frozen=True, slots=True)
class LocatedEntry:
    """An entry with its front matter."""

    entry: Entry
    document: Callable[[], Document]
    """Returns the front matter without what was refused; called only if there is a problem to locate."""
    draft: bool
    has_private: bool = False
    """True if a part of its file is private."""

    def locate(self, key_path: KeyPath) -> Location:
        """Return where a value of the front matter is."""
        return self.document().locate(key_path)


@dataclass(frozen=True, slots=True)
class LocatedPage:
    """A docs page that answers a milestone or reviews a week, with its front matter."""

    page: DocsPage
    document: Document


@dataclass(frozen=True, slots=True)
class Sources:
    """Records with the documents that they were read from."""

    plan: Curriculum
    plan_document: Document
    lost_names: Set[str] = frozenset()
    """Ids in parts of the plan that could not be read. A reference to one of them is not a mistake."""
    entries: Sequence[LocatedEntry] = ()
    """By date, drafts included; tags are joined by aliases, so their indices are not those of the file."""
    unread_days: Sequence[date] = ()
    """Dates in the names of entries that could not be read."""
    reading: ReadingList = field(default_factory=ReadingList)
    reading_document: Document = field(default_factory=lambda: Document(""))
    docs_pages: Sequence[LocatedPage] = ()
    """Docs pages that answer milestones or review weeks, by path."""

    @property
    def published(self) -> Sequence[LocatedEntry]:
        """The entries without drafts."""
        return [located for located in self.entries if not located.draft]

    @property
    def published_by_series(self) -> Mapping[str | None, Sequence[LocatedEntry]]:
        """The entries without drafts, by the id of their series."""
        by_series: dict[str | None, list[LocatedEntry]] = defaultdict(list)
        for located in self.published:
            by_series[located.entry.series].append(located)
        return by_series
