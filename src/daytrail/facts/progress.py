"""How far the plan is, item by item, and which entry says so.

A mention is not a read: a link only touches an item. Nothing but `done:`, in an entry or
in the plan, makes it done.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from daytrail.facts.urls import normalise
from daytrail.model.curriculum import Curriculum, Placed, Topic, Week
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal


class State(StrEnum):
    """Where an item stands."""

    PLANNED = "planned"
    TOUCHED = "touched"
    STARTED = "started"
    DONE = "done"
    DROPPED = "dropped"


RANK = (State.PLANNED, State.TOUCHED, State.STARTED, State.DROPPED, State.DONE)
"""From the weakest word that an entry can say of an item to the strongest."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an entry says of an item."""

    entry: Entry
    state: State
    """What it makes of the item: touched, started, done or dropped."""
    sentence: str = ""
    """The words around the link, where a link says it."""


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """Where one item stands, and why."""

    placed: Placed
    state: State = State.PLANNED
    evidence: tuple[Evidence, ...] = ()
    """In the order of the entries; empty for an item that only the plan ticks."""
    done_on: date | None = None
    proof: Entry | None = None
    """The entry that earned the state it has; None where the plan says so or nobody touched it."""

    @property
    def since(self) -> date | None:
        """The day on which it was first met."""
        days = (self.evidence[0].entry.date if self.evidence else None, self.done_on)
        return min((day for day in days if day), default=None)


@dataclass(frozen=True, slots=True)
class Tally:
    """How much of some items is done. Dropped ones do not count; of tracks to choose from, one counts."""

    items: int = 0
    done: int = 0
    begun: int = 0
    """Touched or started, not done."""
    hours: float = 0.0
    """Planned hours of work, as far as items have an estimate."""
    hours_done: float = 0.0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.items + other.items,
            self.done + other.done,
            self.begun + other.begun,
            self.hours + other.hours,
            self.hours_done + other.hours_done,
        )


@dataclass(frozen=True, slots=True)
class WeekProgress:
    """How far a week is."""

    week: Week
    items: tuple[ItemProgress, ...]
    tally: Tally
    state: State
    """That of its items together; a week that entries only name is touched."""
    entries: tuple[Entry, ...]
    """Entries that touched the week or anything in it, in their order."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the plan is."""

    items: Mapping[str, ItemProgress] = field(default_factory=dict)
    """By address, in the order of the plan."""
    weeks: Mapping[int, WeekProgress] = field(default_factory=dict)
    """By number, in the order of the plan."""
    topics: Mapping[str, State] = field(default_factory=dict)
    touched_topics: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    """The entries that name a topic."""
    by_entry: Mapping[str, tuple[tuple[ItemProgress, State], ...]] = field(default_factory=dict)
    """What each entry, by its path, says of which items: at most one state an item, the strongest."""

    @property
    def tally(self) -> Tally:
        """The whole plan."""
        return sum((week.tally for week in self.weeks.values()), Tally())


def progress(journal: Journal) -> Progress:
    """Derive from the entries and the plan where everything stands."""
    plan = journal.curriculum
    evidence = _evidence(journal)
    items = {address: _item(placed, evidence[address]) for address, placed in plan.items.items()}
    named = _named(journal.entries)
    weeks = {week.week: _week(week, items, named[week.id]) for week in plan.weeks}
    topics = {topic.id: _topic(topic, weeks, named[topic.id]) for topic in plan.topics}
    by_entry: dict[str, list[tuple[ItemProgress, State]]] = defaultdict(list)
    for item in items.values():
        strongest: dict[str, State] = {}
        for one in item.evidence:
            strongest[one.entry.path] = max(one.state, strongest.get(one.entry.path, State.TOUCHED), key=RANK.index)
        for path, state in strongest.items():
            by_entry[path].append((item, state))
    return Progress(
        items,
        weeks,
        topics,
        {topic.id: tuple(named[topic.id]) for topic in plan.topics},
        {path: tuple(found) for path, found in by_entry.items()},
    )


def together(states: Iterable[State]) -> State:
    """Return the state of a whole by those of its parts. Dropped parts do not count, unless there is nothing else."""
    every = set(states)
    found = every - {State.DROPPED}
    if len(found) == 1:
        return found.pop()
    if found & {State.STARTED, State.DONE}:
        return State.STARTED
    if found:
        return State.TOUCHED
    return State.DROPPED if every else State.PLANNED


def items_by_url(plan: Curriculum) -> Mapping[str, tuple[Placed, ...]]:
    """Return the items that a link touches, by the link's normalised URL."""
    found: dict[str, list[Placed]] = defaultdict(list)
    for placed in plan.items.values():
        for url in {normalise(url) for url in (placed.item.url, *placed.item.aliases) if url}:
            found[url].append(placed)
    return {url: tuple(placed) for url, placed in found.items()}


def _evidence(journal: Journal) -> Mapping[str, list[Evidence]]:
    by_url = items_by_url(journal.curriculum)
    found: dict[str, list[Evidence]] = defaultdict(list)
    for entry in journal.entries:
        for url, state, sentence in _links(entry):
            for placed in by_url.get(normalise(url), ()):
                found[placed.address].append(Evidence(entry, state, sentence))
        for addresses, state in (
            (entry.touched, State.TOUCHED),
            (entry.started, State.STARTED),
            (entry.dropped, State.DROPPED),
            (entry.done, State.DONE),
        ):
            for address in addresses:
                found[address].append(Evidence(entry, state))
    return found


def _links(entry: Entry) -> Iterator[tuple[str, State, str]]:
    for mention in entry.mentions:
        yield mention.url, State.TOUCHED, mention.sentence
    for link in entry.links:
        yield link.url, _SAID.get(link.status, State.TOUCHED), link.note or ""


# `read` is not among them: only `done:` makes an item done.
_SAID: Mapping[str | None, State] = {"reading": State.STARTED, "dropped": State.DROPPED}


def _item(placed: Placed, evidence: list[Evidence]) -> ItemProgress:
    """The state after the last entry: done stays done, and a mere touch takes nothing back."""
    finished = [one.entry for one in evidence if one.state is State.DONE]
    days = [entry.date for entry in finished] + ([placed.item.done] if placed.item.done else [])
    if days:
        return ItemProgress(placed, State.DONE, tuple(evidence), min(days), finished[0] if finished else None)
    state, proof = State.DROPPED if placed.item.dropped else State.PLANNED, None
    for one in evidence:
        if one.state is State.TOUCHED and state is not State.PLANNED:
            continue
        if one.state is not state or proof is None:
            state, proof = one.state, one.entry
    return ItemProgress(placed, state, tuple(evidence), None, proof)


def _named(entries: Iterable[Entry]) -> Mapping[str, list[Entry]]:
    """The entries that name a week or a topic, by its name."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for name in dict.fromkeys(entry.touched):
            found[name].append(entry)
    return found


def _week(week: Week, items: Mapping[str, ItemProgress], named: Iterable[Entry]) -> WeekProgress:
    own = tuple(items[placed.address] for placed in week.items)
    entries = {entry.path: entry for entry in named}
    entries |= {one.entry.path: one.entry for item in own for one in item.evidence}
    in_order = sorted(entries.values(), key=lambda entry: (entry.date, entry.stem))
    state = together(item.state for item in counted(own))
    if state is State.PLANNED and entries:
        state = State.TOUCHED
    return WeekProgress(week, own, _tally(own), state, tuple(in_order))


def counted(items: Iterable[ItemProgress]) -> Iterator[ItemProgress]:
    """Yield the items of a week that count: dropped ones do not, and of tracks to choose from the furthest does."""
    tracks = []
    for item in items:
        if item.state is State.DROPPED:
            continue
        if item.placed.kind == "choice":
            tracks.append(item)
        else:
            yield item
    if tracks:
        yield max(tracks, key=lambda item: RANK.index(item.state))


def _tally(items: Iterable[ItemProgress]) -> Tally:
    return sum((_one(item) for item in counted(items)), Tally())


def _one(item: ItemProgress) -> Tally:
    hours = item.placed.item.hours or 0.0
    done = item.state is State.DONE
    begun = item.state in (State.TOUCHED, State.STARTED)
    return Tally(1, int(done), int(begun), hours, hours if done else 0.0)


def _topic(topic: Topic, weeks: Mapping[int, WeekProgress], named: Iterable[Entry]) -> State:
    state = together(weeks[number].state for number in topic.weeks if number in weeks)
    return State.TOUCHED if state is State.PLANNED and any(True for _ in named) else state
