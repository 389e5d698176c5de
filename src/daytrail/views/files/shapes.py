"""What the published data looks like: the source of the JSON Schemas that stand beside it.

Dates are ISO 8601, hours numbers, addresses relative to the site's root.
"""

from typing_extensions import TypedDict  # pydantic reads typing's own from Python 3.12 on


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


class EntryData(TypedDict):
    """An entry of the log."""

    date: str
    address: str
    title: str
    series: str | None
    number: str
    """As in `Day 57`, `Day 83/365` or `T-106`; empty where it has none."""
    tags: list[str]
    hours: float | None
    excerpt: str
    empty: bool
    """Whether it says nothing but that there was a day."""
    links: list[LinkData]
    done: list[str]
    started: list[str]
    dropped: list[str]
    touched: list[str]
    milestone: str | None
    tasks: list[TaskData]


class LogData(TypedDict):
    """All entries, the oldest first."""

    today: str
    """The day as of which all this is said."""
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
    """What answers it: addresses of entries, and pages of the owner's."""


class CurriculumData(TypedDict):
    """The plan and where it stands."""

    today: str
    title: str
    parts: list[PartData]
    topics: list[TopicData]
    milestones: list[MilestoneData]


class NoteData(TypedDict):
    """A remark, and remarks on it."""

    text: str
    notes: "list[NoteData]"


class TouchData(TypedDict):
    """A day on which something was met."""

    date: str
    event: str
    entry: str | None
    """The address of the entry; null where the plan says it."""
    sentence: str


class ResourceData(TypedDict):
    """Something to read."""

    title: str
    url: str | None
    author: str | None
    kind: str
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
    history: list[TouchData]
    page: str | None


class ReadingData(TypedDict):
    """The ledger of reading, shelf by shelf."""

    today: str
    resources: list[ResourceData]
