"""How far the plan is: its items, weeks and topics."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from daytrail.facts.evidence import RANK, ItemProgress, State, evidence, item_progress
from daytrail.model.curriculum import Placed, Topic, Week
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal


@dataclass(frozen=True, slots=True)
class ItemTotals:
    """How much of some items is done. Dropped ones do not count; of tracks to choose from, one counts."""

    items: int = 0
    done: int = 0
    begun: int = 0
    """Touched or started, not done."""
    hours: float = 0.0
    """Planned hours of work, as far as items have an estimate."""
    hours_done: float = 0.0

    def __add__(self, other: "ItemTotals") -> "ItemTotals":
        return ItemTotals(
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
    totals: ItemTotals
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
    by_url: Mapping[str, tuple[Placed, ...]] = field(default_factory=dict)
    """The items that a link touches, by the link's normalised URL."""

    @property
    def totals(self) -> ItemTotals:
        """The whole plan."""
        return sum((week.totals for week in self.weeks.values()), ItemTotals())


def progress(journal: Journal) -> Progress:
    """Derive from the entries and the plan where everything stands."""
    plan = journal.curriculum
    by_url = plan.items_by_url
    said = evidence(journal.entries, by_url)
    items = {address: item_progress(placed, said[address]) for address, placed in plan.items.items()}
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
        by_url,
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
    return WeekProgress(week, own, _totals(own), state, tuple(in_order))


def counted(items: Iterable[ItemProgress]) -> Iterator[ItemProgress]:
    """Yield the items of a week that count: dropped ones do not, and of tracks to choose from the furthest does.

    Where several are equally far it is the first of them; but of finished ones the longest, so that
    finishing another takes no hours away.
    """
    tracks = []
    for item in items:
        if item.state is State.DROPPED:
            continue
        if item.placed.kind == "choice":
            tracks.append(item)
        else:
            yield item
    if tracks:
        yield max(tracks, key=lambda item: (RANK.index(item.state), _one(item).hours_done))


def _totals(items: Iterable[ItemProgress]) -> ItemTotals:
    return sum((_one(item) for item in counted(items)), ItemTotals())


def _one(item: ItemProgress) -> ItemTotals:
    hours = item.placed.item.hours or 0.0
    done = item.state is State.DONE
    begun = item.state in (State.TOUCHED, State.STARTED)
    return ItemTotals(1, int(done), int(begun), hours, hours if done else 0.0)


def _topic(topic: Topic, weeks: Mapping[int, WeekProgress], named: Iterable[Entry]) -> State:
    state = together(weeks[number].state for number in topic.weeks if number in weeks)
    return State.TOUCHED if state is State.PLANNED and any(True for _ in named) else state
