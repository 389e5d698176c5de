"""Journal as data for other programs: the files of `data/`, and the JSON of `daytrail reading`.

The classes declare what the files contain, and their docstrings are published in the JSON Schemas. Dates are
texts as in 2026-02-15, hours numbers, addresses relative to the site's root. Nothing is published that no page shows.
"""

from collections.abc import Iterable
from datetime import date
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from typing_extensions import TypedDict  # pydantic reads typing's own from Python 3.12 on

from daytrail.facts import Facts
from daytrail.facts.habits import HabitCounts
from daytrail.facts.ledger import Resource
from daytrail.facts.progress import ItemProgress, WeekProgress
from daytrail.gfm import plain_text
from daytrail.model.entry import Entry
from daytrail.model.reading import Note
from daytrail.views.links import Addresses
from daytrail.views.words import entry_title

T = TypeVar("T")


class LinkData(TypedDict):
    """A link that an entry gives a place of its own."""

    url: str
    title: str | None
    status: str | None
    note: str | None


class TaskData(TypedDict):
    """A line of a task list: open, done or dropped."""

    text: str
    state: str


class DidData(TypedDict):
    """How often an entry says that a habit was kept."""

    habit: str
    times: int


class HabitData(TypedDict):
    """A habit of the plan, and how often it was kept up to the day of the data."""

    id: str
    title: str
    per_week: int | None
    this_week: int
    """Since the calendar week began."""
    recent: int
    """In the last 28 days."""
    total: int


class EntryData(TypedDict):
    """An entry of the log."""

    date: str
    until: str | None
    """The last day of an entry about several."""
    address: str
    title: str
    series: str | None
    number: str
    """As in `Day 57`, `Day 83/365` or `T-106`. Empty if the entry has no number."""
    authors: list[str]
    """Empty if the author of the plan wrote it."""
    tags: list[str]
    hours: float | None
    excerpt: str
    empty: bool
    """True if the entry has neither text nor anything else than its date."""
    links: list[LinkData]
    done: list[str]
    started: list[str]
    dropped: list[str]
    touched: list[str]
    did: list[DidData]
    milestone: str | None
    tasks: list[TaskData]
    """Empty unless the plan says `public_tasks: true`."""


class LogData(TypedDict):
    """All entries, the oldest first."""

    today: str
    """The day as of which the data was made."""
    habits: list[HabitData]
    entries: list[EntryData]


class ItemData(TypedDict):
    """An item of the plan."""

    address: str
    kind: str
    label: str
    url: str | None
    author: str | None
    section: str | None
    hours: float | None
    optional: bool
    state: str
    done_on: str | None


class WeekData(TypedDict):
    """A week of the plan."""

    week: int
    title: str
    goal: str | None
    address: str
    first: str | None
    last: str | None
    state: str
    items: list[ItemData]


class PartData(TypedDict):
    """A part of the plan."""

    id: str
    title: str
    goal: str | None
    weeks: list[WeekData]


class TopicData(TypedDict):
    """A topic of the map."""

    id: str
    title: str
    state: str
    weeks: list[int]
    needs: list[str]


class MilestoneData(TypedDict):
    """A milestone."""

    id: str
    title: str | None
    text: str
    address: str
    state: str
    weeks: list[int]
    answers: list[str]
    """Addresses of entries and paths of pages of `docs/`."""


class CurriculumData(TypedDict):
    """The plan and where it stands."""

    today: str
    title: str
    goal: str | None
    parts: list[PartData]
    topics: list[TopicData]
    milestones: list[MilestoneData]
    former: dict[str, list[str]]
    """Addresses that items, weeks and topics have now, by each that they had before. Another one may have it now."""


class NoteData(TypedDict):
    """A remark, and remarks on it."""

    text: str
    notes: "list[NoteData]"


class TouchData(TypedDict):
    """A day on which something was met."""

    date: str
    event: str
    entry: str | None
    """The address of the entry. Null if `done` in the plan gives the date."""
    sentence: str


class ResourceData(TypedDict):
    """Something to read."""

    title: str
    url: str | None
    further_urls: list[str]
    """Other URLs of the same resource."""
    author: str | None
    kind: str
    language: str | None
    """Tag of its language, as in `fr`."""
    shelf: str
    favourite: bool
    hours: float | None
    items: list[str]
    weeks: list[int]
    categories: list[str]
    why: list[str]
    notes: list[NoteData]
    first: str | None
    last: str | None
    begun: str | None
    read_before: str | None
    """The last day on which it was read, if it is being read again."""
    history: list[TouchData]
    page: str | None
    """Its page on the site, if it has one."""


class ReadingData(TypedDict):
    """The ledger of reading, shelf by shelf."""

    today: str
    resources: list[ResourceData]


def log_data(facts: Facts, _addresses: Addresses) -> LogData:
    """Return the content of `data/log.json`."""
    entries = [_entry(entry, facts) for entry in facts.journal.entries]
    return _data(LogData, facts, habits=[habit_data(one) for one in facts.habits], entries=entries)


def habit_data(counts: HabitCounts) -> HabitData:
    """Return a habit with its counts."""
    return _data(HabitData, counts.habit, counts)


def _entry(entry: Entry, facts: Facts) -> EntryData:
    position = facts.positions[entry.path]
    return _data(
        EntryData,
        entry,
        position,
        title=entry_title(entry, position),
        links=[_data(LinkData, link) for link in entry.listed_links],
        tasks=[_data(TaskData, task) for task in entry.tasks if facts.journal.curriculum.public_tasks],
        did=[_data(DidData, did) for did in entry.did],
    )


def curriculum_data(facts: Facts, addresses: Addresses) -> CurriculumData:
    """Return the content of `data/curriculum.json`."""
    plan, states = facts.journal.curriculum, facts.progress.topics
    return _data(
        CurriculumData,
        plan,
        today=facts.today,
        goal=plan.goal and plain_text(plan.goal),
        parts=[
            _data(
                PartData,
                part.part,
                goal=part.part.goal and plain_text(part.part.goal),
                weeks=[_week(week, facts, addresses) for week in part.weeks],
            )
            for part in facts.parts.values()
        ],
        topics=[_data(TopicData, topic, state=states[topic.id]) for topic in plan.topics],
        milestones=[
            _data(
                MilestoneData,
                progress.milestone,
                progress,
                text=plain_text(progress.milestone.text),
                address=addresses.of(progress.milestone),
                weeks=[week.week.week for week in progress.weeks],
                answers=[
                    answer.source.address if isinstance(answer.source, Entry) else answer.source.uri
                    for answer in progress.answers
                ],
            )
            for progress in facts.milestones.values()
        ],
        former={former: list(addresses) for former, addresses in plan.all_former_addresses.items()},
    )


def _week(week: WeekProgress, facts: Facts, addresses: Addresses) -> WeekData:
    dates = facts.week_dates.get(week.week.week)
    return _data(
        WeekData,
        week.week,
        week,
        goal=week.week.goal and plain_text(week.week.goal),
        address=addresses.of(week.week),
        first=dates.first if dates else None,
        last=dates.last if dates else None,
        items=[item_data(item) for item in week.items],
    )


def item_data(item: ItemProgress, *names: str) -> dict[str, Any]:
    """Return an item of the plan with the keys of `ItemData`, or with those that are named."""
    return attributes(names or ItemData.__annotations__, item.placed, item.placed.item, item)


def all_reading_data(facts: Facts, addresses: Addresses) -> ReadingData:
    """Return the content of `data/reading.json`."""
    shelves = facts.ledger.shelves.values()
    return _data(
        ReadingData, facts, resources=[resource_data(resource, addresses) for shelf in shelves for resource in shelf]
    )


def resource_data(resource: Resource, addresses: Addresses) -> ResourceData:
    """Return a resource with its history."""
    shelved = resource.shelved
    return _data(
        ResourceData,
        resource,
        items=[item.placed.address for item in resource.items],
        weeks=[item.placed.week.week for item in resource.items],
        categories=list(dict.fromkeys(category.title for category in resource.categories)),
        why=[plain_text(place.listing.why) for place in shelved if place.listing.why],
        notes=[_note(note) for place in shelved for note in place.listing.notes],
        first=resource.first_met,
        last=resource.last_met,
        begun=resource.reading_since,
        history=[
            _data(TouchData, touch, date=touch.day, entry=touch.entry.address if touch.entry else None)
            for touch in resource.history
        ],
        page=addresses.of(resource) if resource.has_page else None,
    )


def _note(note: Note) -> NoteData:
    return _data(NoteData, text=plain_text(note.text), notes=[_note(reply) for reply in note.notes])


def _data(shape: type[T], *records: object, **values: object) -> T:
    """Return a dictionary of a shape. What `values` does not contain is taken from the records by `attributes`."""
    return cast(T, attributes(shape.__annotations__, SimpleNamespace(**values), *records))


def attributes(names: Iterable[str], *records: object) -> dict[str, Any]:
    """Return attributes for JSON, each from the first record that has it: dates as texts, tuples as lists."""
    return {name: _for_json(getattr(next(one for one in records if hasattr(one, name)), name)) for name in names}


def _for_json(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else list(value) if isinstance(value, tuple) else value
