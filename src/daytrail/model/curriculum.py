"""The plan: parts, weeks, items, milestones, topics and references, and how many items and hours it has."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import floor
from typing import Annotated, ClassVar, Literal

from pydantic import Field, GetJsonSchemaHandler, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from daytrail.gfm import plain_text, read_field
from daytrail.model.base import (
    Brief,
    Day,
    Flag,
    Hours,
    Id,
    ItemAddress,
    Line,
    Prose,
    Record,
    Url,
    WeekId,
    WeekRange,
    Whole,
    refuse,
    slug,
)
from daytrail.model.urls import url_keys
from daytrail.problems import KeyPath

Kind = Literal["concept", "reading", "practice", "review", "choice", "deliverable"]
LISTS: Mapping[Kind, str] = {
    "concept": "concepts",
    "reading": "reading",
    "practice": "practice",
    "review": "review",
    "choice": "choose_one",
    "deliverable": "deliverables",
}
"""The keys of a week with the items of each kind, in the order in which they are shown."""
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: Sequence[Weekday] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""As `date.weekday()` counts them."""

ROUNDING = 1e-6
"""Hours. Sums of tenths are not exact."""
_WHOLE_HOURS, _HALF_HOURS = 10, 2
"""From so many hours on, a sum of estimates has no half hours, and no tenths."""
_ESTIMATED_KINDS: tuple[Kind, ...] = ("reading", "practice", "review")
"""Kinds of items that should have an estimate, because they take time of their own."""


class Item(Brief):
    """Something to do in a week; a plain text is one too."""

    brief: ClassVar[str] = "text"

    id: Id | None = None
    """The name in the item's address, w01/ridge-point; without it the words of its title or text."""
    title: Line | None = None
    text: Prose | None = None
    """Its subject. An item has a title, a text, or both."""
    author: Line | None = None
    url: Url | None = None
    aliases: tuple[Url, ...] = ()
    """Other addresses of the same page."""
    section: Line | None = None
    """The part that is meant, as in §1-3."""
    hours: Hours | None = None
    """The estimate, in hours of work."""
    note: Prose | None = None
    done: Day | None = None
    """The day on which it was finished, where no entry says so."""
    dropped: Flag = False
    optional: Flag = False
    re_read: Flag = False
    """It stands in an earlier week too, on purpose."""
    was: tuple[ItemAddress, ...] = ()
    """Former addresses, as in w02/ridge-point, or only former names; entries that say one of them mean this item."""

    @model_validator(mode="after")
    def _has_words(self) -> "Item":
        if not self.title and not self.text:
            raise refuse("an item needs a `title` or a `text`", "write `text: …`")
        return self

    @property
    def label(self) -> str:
        """Its title or text, as plain text."""
        return self.title or plain_text(self.text or "")

    @property
    def name(self) -> str:
        """The last part of its address: its id, or the slug of its label. Empty where the label has no word."""
        return self.id or slug(self.label)

    @property
    def url_keys(self) -> tuple[str, ...]:
        """The normalised URLs under which links to it are found, each once."""
        return url_keys(self.url, self.aliases)

    @property
    def text_url_keys(self) -> tuple[str, ...]:
        """The normalised URLs of the links in its text. Whoever links to one of them touches it, no more."""
        return url_keys(None, (url for url, _ in read_field(self.text or "").links))


@dataclass(frozen=True, slots=True)
class Placed:
    """An item with its position in the plan."""

    address: str
    """As in `w01/ridge-point`."""
    kind: Kind
    index: int
    """Its index among the items of its kind in the week, from 0."""
    week: "Week" = field(compare=False)  # it contains its items, so that a comparison would not end
    item: Item
    hours: float | None = None
    """Its estimate in hours, or that of its kind by the plan's `hours_default`. None if neither is stated."""

    @property
    def key_path(self) -> KeyPath:
        """Keys and indices from its week to it, as in `("reading", 0)`."""
        return LISTS[self.kind], self.index


class Week(Record):
    """A week of the plan."""

    week: Whole
    """Its number; the first is usually 1."""
    title: Line
    goal: Prose | None = None
    concepts: tuple[Item, ...] = ()
    reading: tuple[Item, ...] = ()
    practice: tuple[Item, ...] = ()
    review: tuple[Item, ...] = ()
    """Things to go through once more, or to catch up on."""
    choose_one: tuple[Item, ...] = ()
    """Tracks, of which one is enough."""
    deliverables: tuple[Item, ...] = ()
    was: tuple[WeekId, ...] = ()
    """Former addresses, as in w03; entries that say one of them, or an item in it, mean this week."""

    @property
    def id(self) -> str:
        """As in `w01`."""
        return f"w{self.week:02d}"

    @cached_property
    def items(self) -> tuple[Placed, ...]:
        """All items, in the order of the kinds and then of the file."""
        return tuple(
            Placed(f"{self.id}/{item.name}", kind, index, self, item, item.hours)
            for kind, key in LISTS.items()
            for index, item in enumerate(getattr(self, key))
        )


class Part(Record):
    """Weeks with a common goal."""

    id: Id
    title: Line
    goal: Prose | None = None
    range: WeekRange | None = None
    """The first and the last week that it spans, as in [21, 29]; `daytrail check --plan` holds it against `weeks`."""
    weeks: tuple[Week, ...] = ()

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        elsewhere = {
            "type": "object",
            "properties": {"file": {"type": "string", "description": "The YAML file that holds the part."}},
            "required": ["file"],
            "additionalProperties": False,
        }
        return {"anyOf": [elsewhere, handler.resolve_ref_schema(handler(schema))]}


class Milestone(Record):
    """A question whose answer proves what was learnt in some weeks or in a part."""

    id: Id
    title: Line | None = None
    text: Prose
    """The question."""
    weeks: tuple[Whole, ...] = ()
    part: Id | None = None
    """The part that it closes, where it spans a whole one."""
    was: tuple[Id, ...] = ()
    """Former ids."""


class Topic(Record):
    """A node of the dependency map."""

    id: Id
    title: Line
    weeks: tuple[Whole, ...] = ()
    """The weeks that work on it; its state follows from theirs."""
    needs: tuple[Id, ...] = ()
    """Topics that come before it."""
    was: tuple[Id, ...] = ()
    """Former ids."""


class Paper(Record):
    """A row of the table of papers."""

    title: Line
    url: Url | None = None
    topic: Line | None = None
    week: Whole | None = None
    """Week in which the plan reads it; without it, it is known beforehand."""


class Guide(Record):
    """A row of the table of guides."""

    title: Line
    url: Url
    good_for: Line | None = None


class References(Record):
    """Tables to look things up in."""

    papers: tuple[Paper, ...] = ()
    guides: tuple[Guide, ...] = ()


class AuthorLink(Brief):
    """A page of the writer's elsewhere; a bare URL is one too."""

    brief: ClassVar[str] = "url"

    url: Url
    title: Line | None = None
    """Name of the page; without it its host is shown."""


class Author(Brief):
    """Writer of the log; a bare name is one too."""

    brief: ClassVar[str] = "name"

    name: Line
    about: Line | None = None
    """One line: what is learnt here, and why."""
    picture: Line | None = None
    """A picture of the writer: the path of a file in the docs folder, as in `images/me.jpg`."""
    links: tuple[AuthorLink, ...] = ()


class Pause(Record):
    """Days that do not count, both ends included."""

    from_: Annotated[Day, Field(alias="from")]
    to: Day
    why: Line | None = None

    @model_validator(mode="after")
    def _runs_forward(self) -> "Pause":
        if self.to < self.from_:
            raise refuse(f"the pause ends on {self.to}, before it begins on {self.from_}", "swap the two")
        return self


class HoursDefault(Record):
    """Hours of items without an estimate of their own, by kind."""

    concept: Hours | None = None
    reading: Hours | None = None
    practice: Hours | None = None
    review: Hours | None = None
    choice: Hours | None = None
    """Of each track of `choose_one`."""
    deliverable: Hours | None = None


class Series(Record):
    """A run of days with one name: numbered, of so many days, or counting down to a date."""

    id: Id
    """The name that entries write in `series:`."""
    title: Line
    was: tuple[Line, ...] = ()
    """Former titles and ids."""
    counts_down_to: Day | None = None
    """The day that is T-0."""
    days: Whole | None = None
    """Number of days that the series is meant to have, as in 83/365."""


class Habit(Record):
    """Something to do again and again, which entries count."""

    id: Id
    """The name that entries write in `did:`."""
    title: Line
    per_week: Whole | None = None
    """How often a week it is meant to be done."""


class Curriculum(Record):
    """The whole of curriculum.yaml."""

    title: Line
    goal: Prose | None = None
    """What it is for, in one or two sentences."""
    author: Author | None = None
    """Writer of the log, for the home page, feeds and search engines."""
    start: Day | None = None
    """The Monday of the first week; without it the plan has no dates."""
    hours_per_week: Hours | None = None
    hours: Hours | None = None
    """Estimated hours of the whole plan; `daytrail check --plan` compares them with those of the items."""
    hours_default: HoursDefault = HoursDefault()
    """The hours of items without an estimate, by kind; without it, the pace is measured in items if one has none."""
    rest: tuple[Weekday, ...] = ()
    """Days of the week on which nobody expects an entry."""
    pauses: tuple[Pause, ...] = ()
    week_starts: Literal["mon", "sun"] = "mon"
    """The day with which weeks begin in calendars; a week of the plan begins on a Monday whatever it is."""
    series: tuple[Series, ...] = ()
    """Series of numbered days; the first one is the default of every entry."""
    habits: tuple[Habit, ...] = ()
    """Something to do regularly, which entries count in `did:`."""
    tone: Literal["quiet"] | None = None
    """`quiet` hides pace, gaps and ages on the site; `daytrail status` prints them always."""
    public_tasks: bool = False
    """Whether the site shows open tasks; `daytrail status` prints them always."""
    parts: tuple[Part, ...] = ()
    milestones: tuple[Milestone, ...] = ()
    topics: tuple[Topic, ...] = ()
    references: References = References()

    @property
    def weeks(self) -> Iterator[Week]:
        """All weeks, in the order of the file."""
        return (week for part in self.parts for week in part.weeks)

    @property
    def weeks_by_key_path(self) -> Iterator[tuple[KeyPath, Week]]:
        """All weeks, each with its key path, as in `("parts", 0, "weeks", 2)`."""
        for p, part in enumerate(self.parts):
            for w, week in enumerate(part.weeks):
                yield ("parts", p, "weeks", w), week

    @cached_property
    def items(self) -> dict[str, Placed]:
        """All items by address, in the order of the file, with the hours that the plan states for their kinds."""
        return {
            placed.address: replace(placed, hours=self.hours_of(placed)) for week in self.weeks for placed in week.items
        }

    @cached_property
    def current_addresses(self) -> Mapping[str, str]:
        """The address that an item, a week or a topic has now, by each former one that leads to one thing only."""
        return {former: now[0] for former, now in self.addresses_by_former.items() if len(now) == 1}

    @cached_property
    def addresses_by_former(self) -> Mapping[str, Sequence[str]]:
        """The addresses that items, weeks and topics have now, by each former one that nothing else has now."""
        current = {*self.items, *(week.id for week in self.weeks), *(topic.id for topic in self.topics)}
        return {former: now for former, now in self.all_former_addresses.items() if former not in current}

    @cached_property
    def all_former_addresses(self) -> Mapping[str, Sequence[str]]:
        """The addresses that items, weeks and topics have now, by each former one, also if something else has it now.

        What an item's own `was` says goes before what follows from that of its week. After several weeks were
        inserted, a former address may have been that of two things.
        """
        own: dict[str, list[str]] = defaultdict(list)
        of_weeks: dict[str, list[str]] = defaultdict(list)
        for placed in self.items.values():
            for name in placed.item.was:
                weeks = (placed.week.id, *placed.week.was)
                for address in [name] if "/" in name else [f"{week}/{name}" for week in weeks]:
                    own[address].append(placed.address)
            for former in placed.week.was:
                of_weeks[f"{former}/{placed.item.name}"].append(placed.address)
        for week in self.weeks:
            for former in week.was:
                own[former].append(week.id)
        for topic in self.topics:
            for former in topic.was:
                own[former].append(topic.id)
        return {**of_weeks, **own}

    @cached_property
    def current_milestones(self) -> Mapping[str, str]:
        """The id of a milestone by each former one that no milestone has now."""
        return _current_ids(self.milestones)

    @cached_property
    def current_series(self) -> Mapping[str, str]:
        """The id of a series by each former one that no series has now."""
        return _current_ids(self.series)

    def hours_of(self, placed: Placed) -> float | None:
        """Return the estimate of an item, or that of its kind. None if neither is stated."""
        hours: float | None = getattr(self.hours_default, placed.kind)
        return hours if placed.item.hours is None else placed.item.hours

    @cached_property
    def items_by_url(self) -> dict[str, tuple[Placed, ...]]:
        """The items that a link refers to, by the link's normalised URL."""
        return self._by_key((placed.item.url_keys, placed) for placed in self.items.values())

    @cached_property
    def items_by_url_in_text(self) -> dict[str, tuple[Placed, ...]]:
        """The items with a link in their text, by its normalised URL. An item's own URLs are left out."""
        return self._by_key(
            ([key for key in placed.item.text_url_keys if key not in placed.item.url_keys], placed)
            for placed in self.items.values()
        )

    @staticmethod
    def _by_key(items: Iterable[tuple[Iterable[str], Placed]]) -> dict[str, tuple[Placed, ...]]:
        by_key: dict[str, list[Placed]] = defaultdict(list)
        for keys, placed in items:
            for key in keys:
                by_key[key].append(placed)
        return {key: tuple(placed) for key, placed in by_key.items()}


class Tick(Record):
    """An item that is done, in the file that a visitor who follows the plan in a browser exports."""

    item: ItemAddress
    date: Day
    title: Line | None = None
    """Former text of the item. It identifies the item if another one has its address now."""


class ProgressFile(Record):
    """The whole of progress.json, which is read as YAML."""

    done: tuple[Tick, ...] = ()


def _current_ids(records: Iterable[Milestone | Series]) -> dict[str, str]:
    ids = {record.id for record in records}
    return {former: record.id for record in reversed([*records]) for former in record.was if former not in ids}


# -- totals --


@dataclass(frozen=True, slots=True)
class PlanTotals:
    """Totals of a plan. Dropped items do not count. Of choices only the first counts."""

    weeks: int
    items: int
    hours: float
    """Hours of all items that have an estimate."""
    allowed: float | None
    """Hours of all weeks by the `hours_per_week` of the plan. None if it has none."""
    weeks_over_budget: int
    """Weeks with more hours than the `hours_per_week` of the plan."""
    unestimated: int
    """Readings, practice and review without an estimate."""


def plan_totals(plan: Curriculum) -> PlanTotals:
    """Return the totals of a plan."""
    weeks = list(plan.weeks)
    hours = [week_hours(plan, week) for week in weeks]
    budget = plan.hours_per_week
    return PlanTotals(
        weeks=len(weeks),
        items=sum(len(counted_items(week)) for week in weeks),
        hours=sum(hours),
        allowed=budget * len(weeks) if budget is not None else None,
        weeks_over_budget=sum(exceeds(hours_of_week, budget) for hours_of_week in hours),
        unestimated=sum(len(unestimated(plan, week)) for week in weeks),
    )


def rounded_hours(hours: float) -> float:
    """Return estimated hours of several items without precision that they do not have: from 10 on, whole ones."""
    return nearest(hours) if hours >= _WHOLE_HOURS else half_hours(hours)


def half_hours(hours: float) -> float:
    """Return hours in halves; less than two in tenths, and more than none as one of them at least."""
    if hours >= _HALF_HOURS:
        return nearest(hours * 2) / 2
    return max(0.1, nearest(hours * 10) / 10) if hours else 0


def nearest(number: float) -> int:
    """Return the nearest whole number, and of two the greater one, where `round` of Python returns the even one."""
    return floor(number + 0.5 + ROUNDING)


def exceeds(hours: float, budget: float | None) -> bool:
    """Return whether hours are more than a budget. False if there is no budget."""
    return budget is not None and hours > budget + ROUNDING


def counted_items(week: Week) -> Sequence[Placed]:
    """Return the items of a week that count before any is done: those not dropped, and of choices the first."""
    items = [placed for placed in week.items if not placed.item.dropped]
    first_choice = next((placed for placed in items if placed.kind == "choice"), None)
    return [placed for placed in items if placed.kind != "choice" or placed is first_choice]


def week_hours(plan: Curriculum, week: Week) -> float:
    """Return the hours of the items of a week that have an estimate."""
    return sum(plan.hours_of(placed) or 0.0 for placed in counted_items(week))


def unestimated(plan: Curriculum, week: Week) -> Sequence[Placed]:
    """Return the readings, practice and review of a week that have no estimate."""
    items = (placed for placed in counted_items(week) if placed.kind in _ESTIMATED_KINDS)
    return [placed for placed in items if plan.hours_of(placed) is None]
