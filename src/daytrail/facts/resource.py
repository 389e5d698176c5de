"""A resource: something to read, with its history and the shelf where it stands."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from urllib.parse import urlsplit

from daytrail.facts.evidence import ItemProgress
from daytrail.facts.kinds import ResourceKind
from daytrail.model.curriculum import Guide, Paper
from daytrail.model.entry import Entry
from daytrail.model.reading import Shelved


class Event(StrEnum):
    """What happened with a resource on a day."""

    MET = "met"
    """An entry links to it, or names an item that wants it."""
    WANTED = "put aside to read"
    STARTED = "started"
    ON = "read on"
    """Said to be under way once more, after it was started."""
    READ = "read"
    AGAIN = "read again"
    DROPPED = "dropped"


class Shelf(StrEnum):
    """Where a resource stands; one of these, in the order in which they are shown."""

    READING = "reading"
    TO_READ = "to read"
    LISTED = "worth reading"
    """On the list, without a word of where its reader is with it."""
    BUILD = "to build"
    READ = "read"
    DROPPED = "dropped"
    MET = "met in passing"
    """Entries link to it, and nothing else wants it."""


PUTS: Mapping[Event, Shelf] = {
    Event.STARTED: Shelf.READING,
    Event.ON: Shelf.READING,
    Event.READ: Shelf.READ,
    Event.AGAIN: Shelf.READ,
    Event.DROPPED: Shelf.DROPPED,
}
"""The shelf on which an event puts a resource; others leave it where it is."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A day on which a resource was met."""

    day: date
    event: Event
    """The strongest of what the entry says."""
    entry: Entry | None
    """None where the plan itself says that an item was done on that day."""
    sentence: str = ""
    """The words around the link, or the note on it."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A page, paper, video or book, with all that is known of it."""

    key: str
    """What tells it from all others, the same for ever: a normalised URL, or the place of what has none."""
    title: str
    url: str | None
    author: str | None
    kind: ResourceKind
    items: tuple[ItemProgress, ...]
    """Those of the plan that want it, in its order."""
    shelved: tuple[Shelved, ...]
    """Its places on the list."""
    papers: tuple[Paper, ...]
    guides: tuple[Guide, ...]
    """Its rows in the tables of references."""
    history: tuple[Touch, ...]
    """One touch an entry, in the order of the log."""
    shelf: Shelf

    @property
    def host(self) -> str:
        """As in `arxiv.org`; empty without a link."""
        return _host(self.url) if self.url else ""

    @property
    def hours(self) -> float | None:
        """The planned hours of work; None where an item has no estimate, or nothing plans it."""
        found = [item.placed.item.hours for item in self.items]
        return sum(hours for hours in found if hours) if found and None not in found else None

    @property
    def favourite(self) -> bool:
        """Whether the list says so, anywhere."""
        return any(one.listing.favourite for one in self.shelved)

    @property
    def first_met(self) -> date | None:
        """The first day on which it was met."""
        return self.history[0].day if self.history else None

    @property
    def last_met(self) -> date | None:
        """The last one."""
        return self.history[-1].day if self.history else None

    @property
    def reading_since(self) -> date | None:
        """The day since which it is being read; None where it is not."""
        if self.shelf is not Shelf.READING:
            return None
        since: date | None = None
        for touch in self.history:
            if touch.event is Event.STARTED:
                since = since or touch.day
            elif touch.event in (Event.READ, Event.AGAIN, Event.DROPPED):
                since = None
        return since

    @property
    def finished(self) -> date | None:
        """The last day on which it was read or dropped; None where it is neither."""
        ended = [touch.day for touch in self.history if PUTS.get(touch.event) is self.shelf]
        return ended[-1] if ended and self.shelf is not Shelf.READING else None

    @property
    def has_page(self) -> bool:
        """Whether there is more to tell than a row holds: several touches, or a remark."""
        # Most are on no list, and all are asked, thousands of times.
        return len(self.history) > 1 or (
            bool(self.shelved) and any(one.listing.why or one.listing.notes for one in self.shelved)
        )


def readable(url: str) -> str:
    """Return a link as people say it: without scheme, `www.` and closing slash."""
    return re.sub(r"^(https?://)?(www\.)?|/$", "", url)


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
