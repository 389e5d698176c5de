"""A plan to be, as it grows while its source is read."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from daytrail.importers.text.coverage import WordLedger
from daytrail.importers.text.draft import Doubt
from daytrail.importers.text.ids import Taken, readable
from daytrail.model.curriculum import LISTS, Kind


@dataclass
class WeekDraft:
    """A week to be."""

    number: int
    title: str
    line: int
    items: list[tuple[Kind, dict[str, Any]]] = field(default_factory=list)
    taken: Taken = field(default_factory=dict)
    """Ids of its items."""

    def add(self, kind: Kind, fields: dict[str, Any]) -> dict[str, Any]:
        """Add an item of some fields; return it with its id, to which more may be added."""
        label = str(fields.get("title") or fields.get("text"))
        found = {"id": readable(label, self.taken, f"item-{len(self.items) + 1}"), **fields}
        self.items.append((kind, found))
        return found

    def data(self) -> dict[str, Any]:
        """Return it as curriculum.yaml has it."""
        found: dict[str, Any] = {"week": self.number, "title": self.title}
        for kind, key in LISTS.items():
            if items := [ordered(fields) for own, fields in self.items if own == kind]:
                found[key] = items
        return found


@dataclass
class PartDraft:
    """A part to be."""

    title: str
    line: int
    key: str = ""
    """What its source calls it, as in `part iii`."""
    goal: list[str] = field(default_factory=list)
    weeks: list[WeekDraft] = field(default_factory=list)
    shift: int | None = None
    """What is added to the numbers of its weeks, where they begin again; None before its first week."""
    id: str = ""

    @property
    def span(self) -> tuple[int, int] | None:
        """Its first and its last week."""
        numbers = [week.number for week in self.weeks]
        return (min(numbers), max(numbers)) if numbers else None

    def data(self) -> dict[str, Any]:
        """Return it as curriculum.yaml has it."""
        found: dict[str, Any] = {"id": self.id, "title": self.title}
        if self.goal:
            found["goal"] = " ".join(self.goal)
        return found | {"weeks": [week.data() for week in sorted(self.weeks, key=lambda week: week.number)]}


@dataclass
class MilestoneDraft:
    """A milestone to be."""

    line: int
    text: list[str]
    weeks: tuple[int, ...] = ()
    part: PartDraft | None = None

    def name(self) -> str:
        """What its id is made of."""
        if self.part:
            return self.part.key or self.part.title
        words = "week" if len(self.weeks) == 1 else "weeks"
        return (
            " ".join((words, *(str(week) for week in dict.fromkeys((self.weeks[0], self.weeks[-1])))))
            if self.weeks
            else ""
        )


@dataclass
class PlanDraft:
    """All of a plan."""

    title: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    """Start and hours."""
    parts: list[PartDraft] = field(default_factory=list)
    milestones: list[MilestoneDraft] = field(default_factory=list)
    topics: list[dict[str, Any]] = field(default_factory=list)
    papers: list[dict[str, Any]] = field(default_factory=list)
    guides: list[dict[str, Any]] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    books: WordLedger = field(default_factory=WordLedger)

    numbers: dict[int, WeekDraft] = field(default_factory=dict)
    """All weeks by their numbers."""
    last: WeekDraft | None = None
    """The week that was begun last."""
    beside: list[str] = field(default_factory=list)
    """Tracks whose weeks are those of another one."""

    @property
    def weeks(self) -> Iterable[WeekDraft]:
        """All weeks, part by part."""
        return (week for part in self.parts for week in part.weeks)

    def begin_week(self, line: int, first: int, last: int, title: str) -> WeekDraft:
        """Begin a week, or several that are written as one, in the last part; a week that is there already goes on."""
        if not self.parts:
            self.parts.append(PartDraft(self.title, line))
        part = self.parts[-1]
        there = self.numbers
        if part.shift is None:
            part.shift = self._shift(part, line, first)
        last += part.shift
        first += part.shift
        if last > first:
            message = f"weeks {first} to {last} are written as one; what they hold stands in week {first}"
            self.doubts.append(Doubt(line, message))
        known = there.get(first)
        for number in range(first, last + 1):
            if number not in there:
                there[number] = WeekDraft(number, title or f"Week {number}", line)
                part.weeks.append(there[number])
        if known:
            if is_track(part):
                self.beside.append(part.title)
            elif known is not self.last:  # rows of a table may share a week
                self.doubts.append(Doubt(line, f"week {first} stands on line {known.line} too; the two became one"))
            if title and title.casefold() not in known.title.casefold() and known is not self.last:
                known.title = title if known.title == f"Week {first}" else f"{known.title}; {title}"
        self.last = there[first]
        return self.last

    def _shift(self, part: PartDraft, line: int, first: int) -> int:
        """Return what the numbers of a part's weeks are short of, where they begin again and its weeks come later."""
        if first not in self.numbers or is_track(part):
            return 0
        before = max(self.numbers)
        self.doubts.append(
            Doubt(
                line, f"the weeks of {part.title} begin again at {first}; they go on as {first + before} and so forth"
            )
        )
        return before

    def data(self) -> dict[str, Any]:
        """Return it as curriculum.yaml has it."""
        taken: Taken = {}
        self.parts = [part for part in self.parts if part.weeks or part.goal]
        for part in self.parts:
            part.id = readable(part.title, taken, "part")
        taken = {}
        milestones = [
            {
                "id": readable(one.name() or " ".join(one.text), taken, "milestone"),
                **({"weeks": list(one.weeks)} if one.weeks and not one.part else {}),
                **({"part": one.part.id} if one.part else {}),
                "text": " ".join(one.text),
            }
            for one in self.milestones
        ]
        references = {key: rows for key, rows in (("papers", self.papers), ("guides", self.guides)) if rows}
        found = {
            "title": self.title,
            **self.facts,
            "parts": [part.data() for part in self.parts],
            "milestones": milestones,
            "topics": self.topics,
            "references": references,
        }
        return {key: value for key, value in found.items() if value}


def is_track(part: PartDraft) -> bool:
    """Tell whether a part runs beside others in the same weeks."""
    return re.match(r"track|strand|stream|pillar", f"{part.key} {part.title}".strip(), re.IGNORECASE) is not None


_ORDER = ("id", "title", "text", "author", "section", "url", "hours", "done", "dropped", "optional", "re_read", "note")


def ordered(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of an item in the order in which people write them."""
    return {key: fields[key] for key in _ORDER if key in fields}
