"""Progress of the plan: the state of its items, weeks, parts and topics by what entries say, and what is next.

A link only touches an item. Nothing but `done:`, in an entry or in the plan, makes it done.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from itertools import chain, groupby, takewhile

from daytrail.facts.calendar import DateRange, cover
from daytrail.facts.statements import Statement, Verb, statements
from daytrail.model.curriculum import Curriculum, Part, Placed, Topic, Week
from daytrail.model.entry import Entry


class State(StrEnum):
    """State of an item, a week, a part or a topic."""

    PLANNED = "planned"
    TOUCHED = "touched"
    STARTED = "started"
    DONE = "done"
    DROPPED = "dropped"


RANK = (State.PLANNED, State.TOUCHED, State.STARTED, State.DROPPED, State.DONE)
"""States from the weakest to the strongest that an entry can give an item."""

DRIFT_DAYS = 14
"""Number of days up to today whose entries are recent."""
_STATE_OF_VERB = {Verb.STARTED: State.STARTED, Verb.DROPPED: State.DROPPED, Verb.DONE: State.DONE}


def state_of(statement: Statement) -> State:
    """Return the state that a statement gives an item. Verbs such as `read` only touch it."""
    return _STATE_OF_VERB.get(statement.verb, State.TOUCHED)


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """State of one item, and why it has it."""

    placed: Placed
    state: State = State.PLANNED
    evidence: tuple[Statement, ...] = ()
    """In the order of the entries. Empty if only the plan says that the item is done or dropped."""
    done_on: date | None = None
    decided_by: Entry | None = None
    """Entry that gave the item its state. None if the plan did, or if the item is only planned."""

    @property
    def since(self) -> date | None:
        """First day on which the item was touched or done."""
        days = (self.evidence[0].entry.date if self.evidence else None, self.done_on)
        return min((day for day in days if day), default=None)


@dataclass(frozen=True, slots=True)
class ItemTotals:
    """How much of some items is done. Dropped items do not count. Of choices only one counts."""

    items: int = 0
    done: int = 0
    started: int = 0
    touched: int = 0
    """Touched, neither started nor done."""
    hours: float = 0.0
    """Planned hours of the items that have an estimate."""
    hours_done: float = 0.0

    @property
    def begun(self) -> int:
        """Number of items that are touched or started, not done."""
        return self.started + self.touched

    def __add__(self, other: "ItemTotals") -> "ItemTotals":
        return ItemTotals(
            self.items + other.items,
            self.done + other.done,
            self.started + other.started,
            self.touched + other.touched,
            self.hours + other.hours,
            self.hours_done + other.hours_done,
        )


@dataclass(frozen=True, slots=True)
class WeekProgress:
    """Progress of a week."""

    week: Week
    items: tuple[ItemProgress, ...]
    totals: ItemTotals
    state: State
    """State of its items together. A week that entries only name is touched."""
    entries: tuple[Entry, ...]
    """Entries that touched the week or anything in it, in the order of the log."""

    @property
    def work_days(self) -> Set[date]:
        """Days on which anything in it was touched, by an entry, or done, by the plan."""
        return {entry.date for entry in self.entries} | {item.done_on for item in self.items if item.done_on}


@dataclass(frozen=True, slots=True)
class WorkDates:
    """Days on which somebody worked on some weeks."""

    first: date | None = None
    """First day on which anything in them was touched."""
    last: date | None = None
    """Last day on which anything in them was touched."""
    done: date | None = None
    """Day on which the last of their items was done. None while an item is open."""


@dataclass(frozen=True, slots=True)
class PartProgress:
    """Progress of a part."""

    part: Part
    weeks: tuple[WeekProgress, ...]
    totals: ItemTotals
    state: State
    """State of its weeks together."""
    planned_dates: DateRange | None
    """From the first day of its weeks to the last. None if the plan has no start."""
    worked_dates: WorkDates


@dataclass(frozen=True, slots=True)
class Quote:
    """Statements of one entry about one item, taken together."""

    item: ItemProgress
    state: State
    """The strongest state that the entry gives the item."""
    sentence: str
    """Sentence around the entry's first link to the item, or the note on that link. May be empty."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of the plan."""

    items: Mapping[str, ItemProgress]
    """By address, in the order of the plan."""
    weeks: Mapping[int, WeekProgress]
    """By number, in the order of the plan."""
    topics: Mapping[str, State]
    """By id, in the order of the plan."""
    by_entry: Mapping[str, tuple[Quote, ...]]
    """Statements of each entry about items, by the entry's path, in the order of the plan."""

    @property
    def totals(self) -> ItemTotals:
        """Totals of the whole plan."""
        return totals_of(self.weeks.values())


def progress(plan: Curriculum, entries: Iterable[Entry], dropped: Set[str] = frozenset()) -> Progress:
    """Return the progress of a plan by what entries in the order of the log say about it.

    Items whose addresses are in `dropped` are dropped by the plan.
    """
    by_target = evidence(entries, plan)
    items = {
        address: _item(placed, tuple(by_target[address]), dropped=placed.item.dropped or address in dropped)
        for address, placed in plan.items.items()
    }
    weeks = {week.week: _week(week, items, by_target[week.id]) for week in plan.weeks}
    topics = {topic.id: _topic_state(topic, weeks, by_target[topic.id]) for topic in plan.topics}
    return Progress(items, weeks, topics, _quotes(items.values()))


def evidence(entries: Iterable[Entry], plan: Curriculum) -> Mapping[str, list[Statement]]:
    """Return the statements about items, weeks and topics, by address or id, in the order of the entries.

    A statement about a URL counts for each item that has the URL. An item that has it in its text is only touched.
    """
    by_target: dict[str, list[Statement]] = defaultdict(list)
    for entry in entries:
        for statement in statements(entry):
            if not statement.url:
                by_target[statement.target].append(statement)
                continue
            for placed in plan.items_by_url.get(statement.target, ()):
                by_target[placed.address].append(statement)
            for placed in plan.items_by_url_in_text.get(statement.target, ()):
                touch = statement._replace(verb=Verb.TOUCHED) if statement.verb in _STATE_OF_VERB else statement
                by_target[placed.address].append(touch)
    return by_target


def _item(placed: Placed, evidence: tuple[Statement, ...], *, dropped: bool) -> ItemProgress:
    """Return the state of an item after all statements. Done stays done, and a touch changes only a planned item."""
    finished = [statement.entry for statement in evidence if statement.verb is Verb.DONE]
    days = [entry.date for entry in finished] + ([placed.item.done] if placed.item.done else [])
    if days:
        return ItemProgress(placed, State.DONE, evidence, min(days), finished[0] if finished else None)
    state, decided_by = State.DROPPED if dropped else State.PLANNED, None
    for statement in evidence:
        new = state_of(statement)
        if new is State.TOUCHED and state is not State.PLANNED:
            continue
        if new is not state or decided_by is None:
            state, decided_by = new, statement.entry
    return ItemProgress(placed, state, evidence, None, decided_by)


def _quotes(items: Iterable[ItemProgress]) -> Mapping[str, tuple[Quote, ...]]:
    by_entry: dict[str, list[Quote]] = defaultdict(list)
    for item in items:
        for path, group in groupby(item.evidence, key=lambda statement: statement.entry.path):
            # A sentence of the text says more than a note.
            in_text_first = sorted(group, key=lambda statement: statement.verb is not Verb.MENTIONED)
            state = max(map(state_of, in_text_first), key=RANK.index)
            sentence = next((statement.sentence for statement in in_text_first if statement.sentence), "")
            by_entry[path].append(Quote(item, state, sentence))
    return {path: tuple(quotes) for path, quotes in by_entry.items()}


def combined_state(states: Iterable[State]) -> State:
    """Return the state of a whole by the states of its parts. Dropped parts count only if all are dropped."""
    all_states = set(states)
    kept = all_states - {State.DROPPED}
    if len(kept) == 1:
        return kept.pop()
    if kept & {State.STARTED, State.DONE}:
        return State.STARTED
    if kept:
        return State.TOUCHED
    return State.DROPPED if all_states else State.PLANNED


def _week(week: Week, all_items: Mapping[str, ItemProgress], named: Sequence[Statement]) -> WeekProgress:
    items = tuple(all_items[placed.address] for placed in week.items)
    about_items = (statement for item in items for statement in item.evidence)
    entries = {statement.entry.path: statement.entry for statement in chain(_touches(named), about_items)}
    counting = list(counting_items(items))
    state = combined_state(item.state for item in counting)
    if state is State.PLANNED and entries:
        state = State.TOUCHED
    in_order = sorted(entries.values(), key=lambda entry: (entry.date, entry.stem))
    return WeekProgress(week, items, sum(map(_totals, counting), ItemTotals()), state, tuple(in_order))


def _touches(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield the statements of `touched:`, the only list that may name weeks and topics."""
    return (statement for statement in statements if statement.verb is Verb.TOUCHED)


def _topic_state(topic: Topic, weeks: Mapping[int, WeekProgress], named: Iterable[Statement]) -> State:
    state = combined_state(weeks[number].state for number in topic.weeks if number in weeks)
    return State.TOUCHED if state is State.PLANNED and any(_touches(named)) else state


def frontier(topics: Iterable[Topic], states: Mapping[str, State]) -> tuple[Topic, ...]:
    """Return the topics that can be begun: those only planned whose needs are all done."""
    return tuple(
        topic
        for topic in topics
        if states[topic.id] is State.PLANNED and all(states.get(need) is State.DONE for need in topic.needs)
    )


def counting_items(items: Iterable[ItemProgress]) -> Iterator[ItemProgress]:
    """Yield the items of a week that count: those not dropped, and of choices the one that is furthest.

    Of choices that are equally far the first counts, but of finished ones the longest, so that finishing
    another one takes no hours away.
    """
    choices = []
    for item in items:
        if item.state is State.DROPPED:
            continue
        if item.placed.kind == "choice":
            choices.append(item)
        else:
            yield item
    if choices:
        yield max(choices, key=lambda item: (RANK.index(item.state), _totals(item).hours_done))


def _totals(item: ItemProgress) -> ItemTotals:
    hours = item.placed.hours or 0.0
    state = item.state
    done, started, touched = state is State.DONE, state is State.STARTED, state is State.TOUCHED
    return ItemTotals(1, int(done), int(started), int(touched), hours, hours if done else 0.0)


def totals_of(weeks: Iterable[WeekProgress]) -> ItemTotals:
    """Return the totals of weeks together."""
    return sum((week.totals for week in weeks), ItemTotals())


def parts(plan: Curriculum, progress: Progress, week_dates: Mapping[int, DateRange]) -> Mapping[str, PartProgress]:
    """Return the progress of each part, by its id, in the order of the plan."""
    by_id = {}
    for part in plan.parts:
        weeks = tuple(progress.weeks[week.week] for week in part.weeks)
        by_id[part.id] = PartProgress(
            part,
            weeks,
            totals_of(weeks),
            combined_state(week.state for week in weeks),
            cover((week.week.week for week in weeks), week_dates),
            work_dates(weeks),
        )
    return by_id


def work_dates(weeks: Iterable[WeekProgress]) -> WorkDates:
    """Return when weeks were worked on, by their entries and by the days on which the plan says items were done."""
    all_weeks = list(weeks)
    touched = [day for week in all_weeks for day in week.work_days]
    items = [item for week in all_weeks for item in counting_items(week.items)]
    all_done = bool(items) and all(item.state is State.DONE for item in items)
    return WorkDates(
        min(touched, default=None),
        max(touched, default=None),
        max((item.done_on for item in items if item.done_on), default=None) if all_done else None,
    )


def last_work_day(weeks: Iterable[WeekProgress], today: date) -> date | None:
    """Return the last day up to today on which any of some weeks was worked on."""
    return max((day for week in weeks for day in week.work_days if day <= today), default=None)


def last_worked_week(weeks: Mapping[int, WeekProgress], today: date) -> int | None:
    """Return the number of the week last worked on; of several, the one that the last 14 days of work touched most."""
    last = last_work_day(weeks.values(), today)
    if last is None:
        return None
    entries = recent_weeks(weeks.values(), last)
    # Of weeks with equally many entries, the last in the plan.
    return max(reversed([*weeks]), key=lambda number: (last in weeks[number].work_days, entries.get(number, 0)))


def next_week(weeks: Mapping[int, WeekProgress], last_worked: int | None) -> WeekProgress | None:
    """Return the week to work in: the week last worked on or the first after it that has open items, else the first."""
    numbers = list(weeks)
    start = numbers.index(last_worked) if last_worked is not None else 0
    return next((weeks[number] for number in numbers[start:] + numbers[:start] if open_items(weeks[number])), None)


def weeks_left_behind(weeks: Mapping[int, WeekProgress], week: WeekProgress | None) -> tuple[WeekProgress, ...]:
    """Return the weeks before the week to work in that have open items."""
    before = takewhile(lambda one: one is not week, weeks.values()) if week else ()
    return tuple(one for one in before if open_items(one))


def open_items(week: WeekProgress) -> tuple[ItemProgress, ...]:
    """Return the items of a week that are neither done nor dropped. If one choice is done, no other choice is open."""
    chosen = any(item.placed.kind == "choice" and item.state is State.DONE for item in week.items)
    return tuple(
        item
        for item in week.items
        if item.state not in (State.DONE, State.DROPPED) and not (chosen and item.placed.kind == "choice")
    )


def recent_weeks(weeks: Iterable[WeekProgress], today: date) -> Mapping[int, int]:
    """Return how many entries of the last 14 days touched each week, by its number, without weeks of no such entry."""
    first = today - min(timedelta(DRIFT_DAYS - 1), today - date.min)
    counts = {week.week.week: sum(first <= entry.date <= today for entry in week.entries) for week in weeks}
    return {number: count for number, count in counts.items() if count}
