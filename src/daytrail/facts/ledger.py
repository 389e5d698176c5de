"""The ledger of reading: one resource for a page, wherever it was planned, listed, met and read.

What makes two links one resource is their normalised URL, or an alias that the plan or the list
declares; a title never does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeAlias

from daytrail.facts.evidence import ItemProgress, State
from daytrail.facts.kinds import kind_of
from daytrail.facts.progress import Progress
from daytrail.facts.resource import PUTS, Event, Resource, Shelf, Touch, readable
from daytrail.facts.union_find import Group, UnionFind
from daytrail.model.curriculum import Guide, Item, Paper
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.model.reading import Shelved
from daytrail.model.urls import normalise

_RANK = {event: rank for rank, event in enumerate((Event.MET, Event.WANTED, Event.STARTED, Event.DROPPED, Event.READ))}
"""From the weakest word that an entry can say of a resource to the strongest."""
_SAID: Mapping[str | None, Event] = {
    "to-read": Event.WANTED,
    "reading": Event.STARTED,
    "read": Event.READ,
    "dropped": Event.DROPPED,
}
_LISTED: Mapping[str, Shelf] = {
    "to-read": Shelf.TO_READ,
    "reading": Shelf.READING,
    "read": Shelf.READ,
    "dropped": Shelf.DROPPED,
}


@dataclass(frozen=True, slots=True)
class Ledger:
    """All resources."""

    resources: tuple[Resource, ...] = ()
    """In the order of the plan, then of the list, of the references and of the log."""
    by_key: Mapping[str, Resource] = field(default_factory=dict)
    """By each of their normalised URLs, and by the addresses of the plan's items."""
    shelves: Mapping[Shelf, tuple[Resource, ...]] = field(default_factory=dict)
    """Those that hold anything, in the order of `Shelf`.

    What was met last comes first where the log put it; what waits stands in the order of the plan and the list.
    """

    def find(self, url: str) -> Resource | None:
        """Return the resource that a link leads to."""
        return self.by_key.get(normalise(url))


def ledger(journal: Journal, progress: Progress) -> Ledger:
    """Join the plan, the list, the references and the log; in a time that grows with what they hold together."""
    union: UnionFind[_Source] = UnionFind()
    for item in progress.items.values():
        own = item.placed.item
        if own.url or item.placed.kind == "reading":
            union.add([*_keys(own.url, own.aliases), item.placed.address], item)
    for shelved in journal.reading.shelved:
        listing = shelved.listing
        union.add(_keys(listing.url, listing.aliases) or [f"list/{shelved.name}"], shelved)
    for paper in journal.curriculum.references.papers:
        union.add(_keys(paper.url), paper)
    for guide in journal.curriculum.references.guides:
        union.add(_keys(guide.url), guide)
    for entry in journal.entries:
        for key, said in zip(entry.keys, _links(entry), strict=True):
            union.add([key], said)
        for address, said in _names(entry):
            union.add_known(address, said)
    groups = union.groups()
    made = [_resource(group) for group in groups]
    by_key = {key: one for group, one in zip(groups, made, strict=True) for key in group.keys}
    return Ledger(tuple(made), by_key, _shelves(made))


def _shelves(resources: Iterable[Resource]) -> Mapping[Shelf, tuple[Resource, ...]]:
    found: dict[Shelf, list[Resource]] = {shelf: [] for shelf in Shelf}
    for one in resources:
        found[one.shelf].append(one)
    for shelf in (Shelf.READING, Shelf.READ, Shelf.DROPPED, Shelf.MET):
        found[shelf].sort(key=lambda one: one.last_met or date.min, reverse=True)
    return {shelf: tuple(every) for shelf, every in found.items() if every}


def _keys(url: str | None, aliases: Iterable[str] = ()) -> list[str]:
    return [normalise(one) for one in (url, *aliases) if one]


@dataclass(frozen=True, slots=True)
class _Said:
    """What a line of an entry says of a resource."""

    entry: Entry
    event: Event
    title: str = ""
    url: str = ""
    sentence: str = ""


_Source: TypeAlias = ItemProgress | Shelved | Paper | Guide | _Said


def _links(entry: Entry) -> Iterator[_Said]:
    for link in entry.links:
        yield _Said(entry, _SAID.get(link.status, Event.MET), link.title or "", link.url, link.note or "")
    for mention in entry.mentions:
        yield _Said(entry, Event.MET, mention.text, mention.url, mention.sentence)


def _names(entry: Entry) -> Iterator[tuple[str, _Said]]:
    for addresses, event in (
        (entry.touched, Event.MET),
        (entry.started, Event.STARTED),
        (entry.dropped, Event.DROPPED),
        (entry.done, Event.READ),
    ):
        for address in addresses:
            yield address, _Said(entry, event)


def _resource(group: Group[_Source]) -> Resource:
    items, shelved, said = group.of_type(ItemProgress), group.of_type(Shelved), group.of_type(_Said)
    papers, guides = group.of_type(Paper), group.of_type(Guide)
    planned, listed = [item.placed.item for item in items], [one.listing for one in shelved]
    references: list[Paper | Guide] = [*papers, *guides]
    urls = [one.url for one in planned] + [one.url for one in listed] + [one.url for one in references]
    titles = [one.label for one in planned] + [one.title for one in listed] + [one.title for one in references]
    authors = [one.author for one in planned] + [one.author for one in listed]
    url = next(filter(None, [*urls, *(one.url for one in said)]), None)
    history = tuple(_history(said, planned))
    return Resource(
        key=group.keys[0],
        title=next(filter(None, [*titles, *_titles(said)]), None) or readable(url or group.keys[0]),
        url=url,
        author=next(filter(None, authors), None),
        kind=kind_of(url),
        items=items,
        shelved=shelved,
        papers=papers,
        guides=guides,
        history=history,
        shelf=_shelf([item.state for item in items], shelved, history, referred=bool(papers or guides)),
    )


def _titles(said: Iterable[_Said]) -> Iterator[str]:
    """Yield what entries call a link: the longest name that is not itself a link, since "here" says little."""
    names = {one.title for one in said if one.title and not _is_link(one.title, one.url)}
    yield from sorted(names, key=lambda name: (-len(name), name)) if len(names) > 1 else names


def _is_link(title: str, url: str) -> bool:
    return "://" in title or (" " not in title and normalise(f"https://{title}") == normalise(url))


def _history(said: Iterable[_Said], planned: Iterable[Item]) -> Iterator[Touch]:
    """Yield a touch for each entry, the strongest of what it says, told apart by what was said before."""
    touches: dict[str, Touch] = {}
    for one in said:
        path = one.entry.path
        if known := touches.get(path):
            event = max(known.event, one.event, key=_RANK.__getitem__)
            touches[path] = Touch(known.day, event, one.entry, known.sentence or one.sentence)
        else:
            touches[path] = Touch(one.entry.date, one.event, one.entry, one.sentence)
    every = list(touches.values())
    if by_plan := {item.done for item in planned if item.done}:
        by_plan -= {touch.day for touch in every if touch.event is Event.READ}
        every += (Touch(day, Event.READ, None) for day in by_plan)
    read = under_way = False
    every.sort(key=lambda touch: (touch.day, touch.entry.stem if touch.entry else ""))
    for touch in every:
        match touch.event:
            case Event.READ:
                yield replace(touch, event=Event.AGAIN) if read else touch
                read, under_way = True, False
            case Event.STARTED:
                yield replace(touch, event=Event.ON) if under_way else touch
                under_way = True
            case other:
                yield touch
                under_way = under_way and other is not Event.DROPPED


def _shelf(states: Sequence[State], own: Sequence[Shelved], history: Sequence[Touch], *, referred: bool) -> Shelf:
    """Where a resource stands: by the log's last word, else by the list's, else by the plan's."""
    last = [PUTS[touch.event] for touch in history if touch.event in PUTS]
    if last:
        return last[-1]
    if status := [one.listing.status for one in own if one.listing.status]:
        return _LISTED[status[-1]]
    waits = any(one.shelf == "to_read" for one in own) or any(touch.event is Event.WANTED for touch in history)
    if waits or any(state is not State.DROPPED for state in states):
        return Shelf.TO_READ
    if referred or any(one.shelf == "category" for one in own):
        return Shelf.LISTED
    if own:
        return Shelf.BUILD
    return Shelf.DROPPED if states else Shelf.MET
