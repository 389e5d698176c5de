"""Ledger of resources: one resource for each page, whether it was planned, listed, linked or read.

Two links are one resource if their normalised URLs are equal, or if the plan or the reading list
declares one as an alias of the other. Titles are never compared.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain
from typing import TypeAlias

from daytrail.facts.kinds import kind_of
from daytrail.facts.progress import ItemProgress, State
from daytrail.facts.resource import SHELF_OF_EVENT, Event, HistoryEvent, Resource, Shelf, display_url
from daytrail.facts.statements import Statement, Verb, statements
from daytrail.model.curriculum import Guide, Item, Paper
from daytrail.model.journal import Journal
from daytrail.model.reading import Shelved
from daytrail.model.urls import normalise, url_keys
from daytrail.union_find import Group, UnionFind

_RANK = (Event.MET, Event.WANTED, Event.STARTED, Event.DROPPED, Event.READ)
"""Events from the weakest to the strongest that an entry can report about a resource."""
_EVENT_OF_VERB: Mapping[Verb, Event] = {
    Verb.MENTIONED: Event.MET,
    Verb.TOUCHED: Event.MET,
    Verb.WANTED: Event.WANTED,
    Verb.STARTED: Event.STARTED,
    Verb.READ: Event.READ,
    Verb.DROPPED: Event.DROPPED,
    Verb.DONE: Event.READ,
}
_SHELF_OF_STATUS: Mapping[str, Shelf] = {
    "to-read": Shelf.TO_READ,
    "reading": Shelf.READING,
    "read": Shelf.READ,
    "dropped": Shelf.DROPPED,
}

_Source: TypeAlias = ItemProgress | Shelved | Paper | Guide | Statement


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
        union.add(shelved.listing.url_keys or [f"list/{shelved.name}"], shelved)
    references = journal.curriculum.references
    for reference in chain[Paper | Guide](references.papers, references.guides):
        union.add(url_keys(reference.url), reference)
    for entry in journal.entries:
        for statement in statements(entry):
            if statement.url or statement.target in union:
                union.add([statement.target], statement)
    groups = union.groups()
    resources = tuple(_resource(group) for group in groups)
    by_key = {key: resource for group, resource in zip(groups, resources, strict=True) for key in group.keys}
    return Ledger(resources, by_key, _shelves(resources))


def _shelves(resources: Iterable[Resource]) -> Mapping[Shelf, tuple[Resource, ...]]:
    shelves: dict[Shelf, list[Resource]] = {shelf: [] for shelf in Shelf}
    for resource in resources:
        shelves[resource.shelf].append(resource)
    for shelf in (Shelf.READING, Shelf.READ, Shelf.DROPPED, Shelf.MET):
        shelves[shelf].sort(key=lambda resource: resource.last_met or date.min, reverse=True)
    return {shelf: tuple(members) for shelf, members in shelves.items() if members}


def _resource(group: Group[_Source]) -> Resource:
    items, shelved, said = group.of_type(ItemProgress), group.of_type(Shelved), group.of_type(Statement)
    papers, guides = group.of_type(Paper), group.of_type(Guide)
    planned, listed = [item.placed.item for item in items], [one.listing for one in shelved]
    references: list[Paper | Guide] = [*papers, *guides]
    urls = [item.url for item in planned] + [listing.url for listing in listed] + [row.url for row in references]
    titles = [item.label for item in planned] + [listing.title for listing in listed]
    titles += [row.title for row in references]
    authors = [item.author for item in planned] + [listing.author for listing in listed]
    url = next(filter(None, [*urls, *(link.url for link in said)]), None)
    history = tuple(_history(said, planned))
    return Resource(
        key=group.keys[0],
        title=next(filter(None, titles), None) or _title(said) or display_url(url or group.keys[0]),
        url=url,
        author=next(filter(None, authors), None),
        kind=kind_of(url),
        items=items,
        shelved=shelved,
        papers=papers,
        guides=guides,
        history=history,
        shelf=_shelf([item.state for item in items], shelved, history, is_reference=bool(references)),
    )


def _title(said: Iterable[Statement]) -> str:
    """Return the longest text of a link that is not itself a link, since texts such as "here" say little."""
    texts = {link.title for link in said if link.title and not _is_link(link.title, link.url)}
    return min(texts, key=lambda text: (-len(text), text), default="")


def _is_link(text: str, url: str) -> bool:
    return "://" in text or (" " not in text and normalise(f"https://{text}") == normalise(url))


def _history(said: Iterable[Statement], planned: Iterable[Item]) -> Iterator[HistoryEvent]:
    """Yield an event for each entry, the strongest that it reports, and for each day on which the plan says `done`.

    What is read or started again has events of its own.
    """
    by_entry: dict[str, HistoryEvent] = {}
    for statement in said:
        entry, new = statement.entry, _EVENT_OF_VERB[statement.verb]
        if known := by_entry.get(entry.path):
            strongest = max(known.event, new, key=_RANK.index)
            by_entry[entry.path] = HistoryEvent(entry.date, strongest, entry, known.sentence or statement.sentence)
        else:
            by_entry[entry.path] = HistoryEvent(entry.date, new, entry, statement.sentence)
    events = list(by_entry.values())
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
    states: Sequence[State], shelved: Sequence[Shelved], history: Sequence[HistoryEvent], *, is_reference: bool
) -> Shelf:
    """Return the shelf of a resource: by the last event that has a shelf, else by the list, else by the plan."""
    by_log = [SHELF_OF_EVENT[event.event] for event in history if event.event in SHELF_OF_EVENT]
    if by_log:
        return by_log[-1]
    if statuses := [one.listing.status for one in shelved if one.listing.status]:
        return _SHELF_OF_STATUS[statuses[-1]]
    wanted = any(one.shelf == "to_read" for one in shelved) or any(event.event is Event.WANTED for event in history)
    if wanted or any(state is not State.DROPPED for state in states):
        return Shelf.TO_READ
    if is_reference or any(one.shelf == "category" for one in shelved):
        return Shelf.LISTED
    if shelved:
        return Shelf.BUILD
    return Shelf.DROPPED if states else Shelf.MET
