"""Journal: entries, plan, reading list, and the docs pages that answer milestones or review weeks."""

import datetime
from dataclasses import dataclass, field

from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import Entry
from daytrail.model.reading import ReadingList


@dataclass(frozen=True, slots=True)
class DocsPage:
    """A page in `docs/` that answers a milestone or reviews a week."""

    path: str
    """Relative to the project's root, with forward slashes."""
    uri: str
    """Relative to `docs/`, as in `answers/ridge.md`."""
    milestone: str
    """Id of the milestone that it answers; empty if it answers none."""
    date: datetime.date | None
    title: str
    excerpt: str = ""
    """The first paragraph as plain text."""
    week: datetime.date | None = None
    """The Monday of the week that it reviews."""
    body: str = ""
    """The text of a review; not kept of other pages."""


@dataclass(frozen=True, slots=True)
class Journal:
    """The log, the plan and the reading list, without drafts."""

    entries: tuple[Entry, ...] = ()
    """By date, and by stem on one date; the oldest first."""
    curriculum: Curriculum = field(default_factory=lambda: Curriculum(title="Plan"))
    reading: ReadingList = field(default_factory=ReadingList)
    answers: tuple[DocsPage, ...] = ()
    """Pages of `docs/` that answer milestones, by path."""
    reviews: tuple[DocsPage, ...] = ()
    """Pages of `docs/` that review weeks, by path."""
    old_blog: str = ""
    """Folder of the addresses that the entries had as posts of a blog, as in `blog`."""
