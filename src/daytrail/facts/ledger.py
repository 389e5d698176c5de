"""Ledger of resources: one resource for each page, whether it was planned, listed, linked or read.

Links in the texts of the plan and of the reading list are in it, too.
Two links are one resource if their normalised URLs are equal, or if the plan or the reading list
declares one as an alias of the other. Titles are never compared.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from itertools import chain, groupby
from typing import TypeAlias
from urllib.parse import unquote

from daytrail.facts.kinds import ResourceKind, host_of, kind_of
from daytrail.facts.progress import ItemProgress, State
from daytrail.facts.statements import Statement, Verb, statements
from daytrail.gfm import read_field
from daytrail.model.curriculum import Curriculum, Guide, Item, Milestone, Paper, Part, Placed, Week
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.model.reading import Listing, PlacedListing, ReadingList, Subcategory
from daytrail.model.urls import normalise, url_keys
from daytrail.union_find import Group, UnionFind


class Event(StrEnum):
    """Event in the history of a resource."""

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
    """Places of resources in the overview of reading, in the order in which shelves are shown."""

    READING = "reading"
    TO_READ = "want to read"
    LISTED = "suggested"
    """On the reading list, without a status."""
    BUILD = "to build"
    READ = "read"
    DROPPED = "dropped"
    MET = "mentioned"
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


PlaceOfText: TypeAlias = (
    Placed | Week | Part | Curriculum | Milestone | Guide | PlacedListing | Subcategory | ReadingList
)
"""Record that contains a text with links."""


@dataclass(frozen=True, slots=True)
class TextLink:
    """A link in a text of the plan or of the reading list."""

    url: str
    words: str
    place: PlaceOfText
    """Record that contains the text."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A page, paper, video or book, with everything that the journal says about it."""

    key: str
    """Unique and stable: a normalised URL, or the address in the plan or on the list if it has no URL."""
    title: str
    url: str | None
    author: str | None
    further_urls: tuple[str, ...]
    """Its other URLs in the plan, on the reading list and in the references, in their order."""
    kind: ResourceKind
    """Kind by the reading list, else by the form of its URL."""
    language: str | None
    """Tag of its language, as in `fr`, if the reading list has it."""
    items: tuple[ItemProgress, ...]
    """Items of the plan that have its URL, in the order of the plan."""
    shelved: tuple[PlacedListing, ...]
    """Its places on the reading list."""
    papers: tuple[Paper, ...]
    guides: tuple[Guide, ...]
    """Its rows in the tables of references."""
    text_links: tuple[TextLink, ...]
    """Links to it in texts of the plan and of the reading list."""
    history: tuple[HistoryEvent, ...]
    """One event for each entry, in the order of the log."""
    shelf: Shelf

    @property
    def host(self) -> str:
        """Host of the URL without `www.`, as in `arxiv.org`. Empty if there is no valid URL."""
        return host_of(self.url)

    @property
    def hours(self) -> float | None:
        """Planned hours of work. None if no item plans it, or an item has no estimate."""
        hours = [item.placed.item.hours for item in self.items]
        return sum(number for number in hours if number) if hours and None not in hours else None

    @property
    def text_weeks(self) -> list[Week]:
        """Weeks that have a link to it in their goal or in a text of an item, without those that plan it."""
        planned = {item.placed.week.week for item in self.items}
        places = (link.place.week if isinstance(link.place, Placed) else link.place for link in self.text_links)
        weeks = {place.week: place for place in places if isinstance(place, Week)}
        return [week for number, week in weeks.items() if number not in planned]

    @property
    def is_linked_only(self) -> bool:
        """Return whether nothing but entries name it. A long log links to thousands of pages that are nowhere else."""
        return not (self.items or self.shelved or self.papers or self.guides or self.text_links)

    @property
    def has_page(self) -> bool:
        """Whether the site has a page of it: two entries name it, or one does and the plan or the list has it too."""
        entries = sum(event.entry is not None for event in self.history)  # one event for each
        return entries > 1 or (entries == 1 and not self.is_linked_only)

    @property
    def favourite(self) -> bool:
        """Return whether the reading list has it as a favourite."""
        return any(shelved.listing.favourite for shelved in self.shelved)

    @property
    def categories(self) -> list[Subcategory]:
        """Categories and subcategories of its places on the reading list. One may occur several times."""
        return [category for place in self.shelved for category in (place.category, place.subcategory) if category]

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
    def read_before(self) -> date | None:
        """Last day on which it was read, if it is being read again. None otherwise."""
        days = [event.day for event in self.history if event.event in (Event.READ, Event.AGAIN)]
        return days[-1] if days and self.shelf is Shelf.READING else None


_EVENT_OF_VERB: Mapping[Verb, Event] = {
    Verb.MENTIONED: Event.MET,
    Verb.TOUCHED: Event.MET,
    Verb.WANTED: Event.WANTED,
    Verb.STARTED: Event.STARTED,
    Verb.DROPPED: Event.DROPPED,
    Verb.READ: Event.READ,
    Verb.DONE: Event.READ,
}
"""Event that an entry reports by a verb, from the weakest to the strongest."""
_RANK = tuple(_EVENT_OF_VERB)
SHELF_OF_STATUS: Mapping[str, Shelf] = {
    "to-read": Shelf.TO_READ,
    "reading": Shelf.READING,
    "read": Shelf.READ,
    "dropped": Shelf.DROPPED,
}

_Source: TypeAlias = ItemProgress | PlacedListing | Paper | Guide | TextLink | Statement


@dataclass(frozen=True, slots=True)
class Ledger:
    """All resources."""

    resources: tuple[Resource, ...] = ()
    """In the order of the plan, then of the reading list, of the references and of the log."""
    by_key: Mapping[str, Resource] = field(default_factory=dict)
    """By each of their normalised URLs, and by the addresses of the plan's items."""
    shelves: Mapping[Shelf, tuple[Resource, ...]] = field(default_factory=dict)
    """Shelves that have any resource, in the order of `Shelf`.

    Resources that entries put on a shelf are in the order in which they were last met, the latest first.
    The others are in the order of `resources`.
    """

    def find(self, url: str) -> Resource | None:
        """Return the resource that a link leads to."""
        return self.by_key.get(normalise(url))


def ledger(journal: Journal, items: Iterable[ItemProgress]) -> Ledger:
    """Group the plan's items, the reading list, the references and the log into resources, in almost linear time."""
    union: UnionFind[_Source] = UnionFind()
    for item in items:
        if item.placed.item.url or item.placed.kind == "reading":
            union.add([*item.placed.item.url_keys, item.placed.address], item)
    for shelved in journal.reading.shelved:
        union.add(shelved.keys, shelved)
    references = journal.curriculum.references
    for reference in chain[Paper | Guide](references.papers, references.guides):
        if reference.url:
            union.add(url_keys(reference.url), reference)
    for link in _text_links(journal):
        union.add([normalise(link.url)], link)
    for entry in journal.entries:
        for statement in statements(entry):
            if statement.url or statement.target in union:
                union.add([statement.target], statement)
    groups = union.groups()
    resources = tuple(_resource(group) for group in groups)
    by_key = {key: resource for group, resource in zip(groups, resources, strict=True) for key in group.keys}
    return Ledger(resources, by_key, _shelves(resources))


def _text_links(journal: Journal) -> Iterator[TextLink]:
    """Yield the links in texts of the plan, then of the reading list."""
    for text, place in chain(_texts_of_plan(journal.curriculum), _texts_of_list(journal.reading)):
        for url, words in read_field(text or "").links:
            if host_of(url):
                yield TextLink(url, words, place)


_Text: TypeAlias = tuple[str | None, PlaceOfText]


def _texts_of_plan(plan: Curriculum) -> Iterator[_Text]:
    yield plan.goal, plan
    for part in plan.parts:
        yield part.goal, part
        for week in part.weeks:
            yield week.goal, week
            for placed in week.items:
                yield placed.item.text, placed
                yield placed.item.note, placed
    yield from ((milestone.text, milestone) for milestone in plan.milestones)
    yield from ((guide.good_for, guide) for guide in plan.references.guides)


def _texts_of_list(reading: ReadingList) -> Iterator[_Text]:
    yield reading.about, reading
    for category in reading.categories:
        yield category.about, category
        yield from ((inner.about, inner) for inner in category.categories)
    for shelved in reading.shelved:
        yield shelved.listing.why, shelved
        notes = [*shelved.listing.notes]
        while notes:
            note = notes.pop(0)
            yield note.text, shelved
            notes[:0] = note.notes


def _shelves(resources: Iterable[Resource]) -> Mapping[Shelf, tuple[Resource, ...]]:
    shelves: dict[Shelf, list[Resource]] = {shelf: [] for shelf in Shelf}
    for resource in resources:
        shelves[resource.shelf].append(resource)
    for shelf in (Shelf.READING, Shelf.READ, Shelf.DROPPED, Shelf.MET):
        shelves[shelf].sort(key=lambda resource: resource.last_met or date.min, reverse=True)
    return {shelf: tuple(members) for shelf, members in shelves.items() if members}


def _resource(group: Group[_Source]) -> Resource:
    items, shelved, evidence = group.of_type(ItemProgress), group.of_type(PlacedListing), group.of_type(Statement)
    papers, guides, text_links = group.of_type(Paper), group.of_type(Guide), group.of_type(TextLink)
    planned, listed = [item.placed.item for item in items], [one.listing for one in shelved]
    sources: list[Item | Listing | Paper | Guide] = [*planned, *listed, *papers, *guides]
    urls = [source.url for source in sources]
    aliases = chain(*(item.aliases for item in planned), *(listing.aliases for listing in listed))
    titles = [source.label if isinstance(source, Item) else source.title for source in sources]
    authors = [item.author for item in planned] + [listing.author for listing in listed]
    url = next(filter(None, [*urls, *(link.url for link in text_links), *(link.url for link in evidence)]), None)
    history = tuple(_history(evidence, planned))
    return Resource(
        key=group.keys[0],
        title=next(filter(None, titles), None) or _title(text_links, evidence) or display_url(url or group.keys[0]),
        url=url,
        author=next(filter(None, authors), None),
        further_urls=_further_urls(url, aliases, urls),
        kind=next((ResourceKind(listing.kind) for listing in listed if listing.kind), kind_of(url)),
        language=next((listing.language for listing in listed if listing.language), None),
        items=items,
        shelved=shelved,
        papers=papers,
        guides=guides,
        text_links=text_links,
        history=history,
        shelf=_shelf(
            [item.state for item in items], shelved, history, is_reference=bool(papers or guides or text_links)
        ),
    )


def _further_urls(url: str | None, aliases: Iterable[str], urls: Iterable[str | None]) -> tuple[str, ...]:
    """Return the URLs of a resource besides its first one: all aliases, and what is no spelling of one."""
    aliases = list(aliases)
    if not aliases and {*urls} <= {url, None}:  # as of all that entries only link to
        return ()
    further = {display_url(alias): alias for alias in aliases}
    known = set(url_keys(url, further.values()))
    further |= {display_url(written): written for written in urls if written and normalise(written) not in known}
    further.pop(display_url(url or ""), None)
    return tuple(further.values())


def _title(text_links: Iterable[TextLink], evidence: Iterable[Statement]) -> str:
    """Return the longest text of a link that is not itself a link, since texts such as "here" say little."""
    links = [*((link.words, link.url) for link in text_links), *((link.title, link.url) for link in evidence)]
    texts = {words for words, url in links if words and not _is_link(words, url)}
    return min(texts, key=lambda text: (-len(text), text), default="")


def _is_link(text: str, url: str) -> bool:
    return "://" in text or (" " not in text and normalise(f"https://{text}") == normalise(url))


def _history(evidence: Iterable[Statement], planned: Iterable[Item]) -> Iterator[HistoryEvent]:
    """Yield an event for each entry, the strongest that it reports, and for each day on which the plan says `done`.

    What is read or started again has events of its own.
    """
    events = []
    for _, group in groupby(evidence, key=lambda statement: statement.entry.path):
        of_entry = list(group)
        strongest = _EVENT_OF_VERB[max((statement.verb for statement in of_entry), key=_RANK.index)]
        sentence = next((statement.sentence for statement in of_entry if statement.sentence), "")
        events.append(HistoryEvent(of_entry[0].entry.date, strongest, of_entry[0].entry, sentence))
    done_by_plan = {item.done for item in planned if item.done}
    done_by_plan -= {event.day for event in events if event.event is Event.READ}
    events += (HistoryEvent(day, Event.READ, None) for day in done_by_plan)
    events.sort(key=lambda event: (event.day, event.entry.stem if event.entry else ""))
    read = reading = False
    for event in events:
        match event.event:
            case Event.READ:
                yield replace(event, event=Event.AGAIN) if read else event
                read, reading = True, False
            case Event.STARTED:
                yield replace(event, event=Event.ON) if reading else event
                reading = True
            case other:
                yield event
                reading = reading and other is not Event.DROPPED


def _shelf(
    states: Sequence[State], shelved: Sequence[PlacedListing], history: Sequence[HistoryEvent], *, is_reference: bool
) -> Shelf:
    """Return the shelf of a resource: by the last event that has a shelf, else by the list, else by the plan."""
    by_log = [SHELF_OF_EVENT[event.event] for event in history if event.event in SHELF_OF_EVENT]
    if by_log:
        return by_log[-1]
    if statuses := [one.listing.status for one in shelved if one.listing.status]:
        return SHELF_OF_STATUS[statuses[-1]]
    wanted = any(one.section == "to_read" for one in shelved) or any(event.event is Event.WANTED for event in history)
    if wanted or any(state is not State.DROPPED for state in states):
        return Shelf.TO_READ
    if is_reference or any(one.section == "category" for one in shelved):
        return Shelf.LISTED
    if shelved:
        return Shelf.BUILD
    return Shelf.DROPPED if states else Shelf.MET


def display_url(url: str) -> str:
    """Return a URL without scheme, `www.` and trailing slash, with letters of other scripts as people read them."""
    return _ENCODED.sub(_decoded, re.sub(r"^(https?://)?(www\.)?|/$", "", url))


_ENCODED = re.compile(r"(?:%[89A-F][0-9A-F])+", re.IGNORECASE)


def _decoded(encoded: re.Match[str]) -> str:
    text = unquote(encoded[0])
    return text if text.isprintable() and "\ufffd" not in text else encoded[0]
