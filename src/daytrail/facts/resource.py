"""Resource: one page to read or watch, with its history and its shelf."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from urllib.parse import urlsplit

from daytrail.facts.kinds import ResourceKind
from daytrail.facts.progress import ItemProgress
from daytrail.model.curriculum import Guide, Paper
from daytrail.model.entry import Entry
from daytrail.model.reading import Shelved


class Event(StrEnum):
    """What happened to a resource on a day."""

    MET = "met"
    """An entry links to it, or touches an item that has its URL."""
    WANTED = "put aside to read"
    STARTED = "started"
    ON = "read on"
    """Started once more while it is being read."""
    READ = "read"
    AGAIN = "read again"
    DROPPED = "dropped"


class Shelf(StrEnum):
    """Where a resource is in the overview of reading, in the order in which shelves are shown."""

    READING = "reading"
    TO_READ = "to read"
    LISTED = "worth reading"
    """On the reading list, without a status."""
    BUILD = "to build"
    READ = "read"
    DROPPED = "dropped"
    MET = "met in passing"
    """Only entries link to it."""


SHELF_OF_EVENT: Mapping[Event, Shelf] = {
    Event.STARTED: Shelf.READING,
    Event.ON: Shelf.READING,
    Event.READ: Shelf.READ,
    Event.AGAIN: Shelf.READ,
    Event.DROPPED: Shelf.DROPPED,
}
"""Shelf on which an event puts a resource. Other events leave it where it is."""


@dataclass(frozen=True, slots=True)
class HistoryEvent:
    """One event in the history of a resource."""

    day: date
    event: Event
    """The strongest event that the entry reports."""
    entry: Entry | None
    """None if the plan says that an item was done on that day."""
    sentence: str = ""
    """Sentence around the link, or the note on it."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A page, paper, video or book, with everything that the journal says about it."""

    key: str
    """Unique and stable: a normalised URL, or the address in the plan or on the list if it has no URL."""
    title: str
    url: str | None
    author: str | None
    kind: ResourceKind
    items: tuple[ItemProgress, ...]
    """Items of the plan that have its URL, in the order of the plan."""
    shelved: tuple[Shelved, ...]
    """Its places on the reading list."""
    papers: tuple[Paper, ...]
    guides: tuple[Guide, ...]
    """Its rows in the tables of references."""
    history: tuple[HistoryEvent, ...]
    """One event for each entry, in the order of the log."""
    shelf: Shelf

    @property
    def host(self) -> str:
        """Host of the URL without `www.`, as in `arxiv.org`. Empty if there is no valid URL."""
        try:
            return (urlsplit(self.url or "").hostname or "").removeprefix("www.")
        except ValueError:
            return ""

    @property
    def hours(self) -> float | None:
        """Planned hours of work. None if no item plans it, or an item has no estimate."""
        hours = [item.placed.item.hours for item in self.items]
        return sum(number for number in hours if number) if hours and None not in hours else None

    @property
    def favourite(self) -> bool:
        """Whether the reading list has it as a favourite."""
        return any(shelved.listing.favourite for shelved in self.shelved)

    @property
    def first_met(self) -> date | None:
        """Day of the first event."""
        return self.history[0].day if self.history else None

    @property
    def last_met(self) -> date | None:
        """Day of the last event."""
        return self.history[-1].day if self.history else None

    @property
    def reading_since(self) -> date | None:
        """Day on which it was started. None if it is not being read."""
        if self.shelf is not Shelf.READING:
            return None
        since: date | None = None
        for event in self.history:
            if event.event is Event.STARTED:
                since = since or event.day
            elif event.event in (Event.READ, Event.AGAIN, Event.DROPPED):
                since = None
        return since

    @property
    def finished(self) -> date | None:
        """Last day on which it was read or dropped. None if it is neither."""
        days = [event.day for event in self.history if SHELF_OF_EVENT.get(event.event) is self.shelf]
        return days[-1] if days and self.shelf is not Shelf.READING else None

    @property
    def has_page(self) -> bool:
        """Whether there is more to show than fits in a row: several events, or a remark on the reading list."""
        return len(self.history) > 1 or any(one.listing.why or one.listing.notes for one in self.shelved)


def display_url(url: str) -> str:
    """Return a URL without scheme, `www.` and trailing slash."""
    return re.sub(r"^(https?://)?(www\.)?|/$", "", url)
