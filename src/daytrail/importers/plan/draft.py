"""Draft of a plan, which grows while its source is read."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from daytrail.importers.text.diagnostics import WordLedger, diagnostic
from daytrail.importers.text.ids import UsedIds, readable_id
from daytrail.importers.text.links import with_absolute_links
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.outline import Block
from daytrail.model.curriculum import LISTS, Kind
from daytrail.problems import Problem

_ORDER = ["id", "title", "text", "author", "section", "url", "aliases", "hours", "done", "dropped", "optional"]
_ORDER += ["re_read", "note"]
"""Keys of an item, in the order of curriculum.yaml."""
_FIGURES = ("hours_per_week", "hours", "start", "pauses")
_DOUBTS = {
    "guessed-done": "items ticked without a date became done on {done}; `--done` sets another day{others}",
    "guessed-dropped": "a line through an item was taken for `dropped`, but it may mean `done`{others}",
    "guessed-open": "a cross was taken for `not done`, but it may mean `dropped`{others}",
    "guessed-author": "the words behind a dash became the author{others}",
    "author-in-parentheses": "the words in parentheses became the author{others}",
    "in-progress": "a plan cannot say that items are in progress; write `started:` in an entry instead{others}",
    "relative-link": "links to files of the source were left out; `--source-url` keeps them{others}",
    "several-hours": "several hours in one line were added up{others}",
    "hours-of-group": "hours of several items became those of the first of them{others}",
    "hours-of-week": "hours of a whole week became those of one of its items{others}",
    "notes-of-week": "notes on a whole week became those of its first item{others}",
    "goals-of-week": "a week has one goal; of a list of them, each is something to learn now{others}",
    "tick-in-heading": "the state of a heading makes no item of the week done{others}",
    "long-item": "this item is longer than any title would be; it may be several things, or a remark{others}",
    "links-outside-weeks": "{count} outside the weeks went into `references`{others}",
    "missing-days": "days are missing between the week above and this one{others}",
    "no-week": "these items belong to no week; a week was made for them{others}",
    "in-week-above": "these items belong to no week; they are in the week above them now{others}",
}
"""Messages about guesses that are reported once for the document, by their codes."""


def _goal(texts: Iterable[str]) -> dict[str, str]:
    """Return texts joined as the value of `goal`; an empty mapping if there are none."""
    goal = " ".join(texts)
    return {"goal": goal} if goal else {}


@dataclass
class WeekDraft:
    """A week of the draft."""

    number: int
    title: str
    line: int
    goal: list[str] = field(default_factory=list)
    items: list[tuple[Kind, dict[str, Any]]] = field(default_factory=list)
    item_ids: UsedIds = field(default_factory=dict)

    @property
    def has_title(self) -> bool:
        """Return whether more than its number is known."""
        return self.title != f"Week {self.number}"

    def add_item(self, kind: Kind, fields: dict[str, Any]) -> dict[str, Any]:
        """Add an item; return its fields with an id, to which more may be added."""
        label = str(fields.get("title") or plain_text(fields["text"]))
        item = {"id": readable_id(label, self.item_ids, f"item-{len(self.items) + 1}"), **fields}
        self.items.append((kind, item))
        return item

    def data(self) -> dict[str, Any]:
        """Return the week as it is in curriculum.yaml."""
        week: dict[str, Any] = {"week": self.number, "title": self.title, **_goal(self.goal)}
        for kind, key in LISTS.items():
            if items := [fields for item_kind, fields in self.items if item_kind == kind]:
                week[key] = [{key: fields[key] for key in _ORDER if key in fields} for fields in items]
        return week


@dataclass
class PartDraft:
    """A part of the draft."""

    title: str
    line: int
    key: str = ""
    """How the source names it, as in `part iii`."""
    length: str = ""
    """How long its title says that it takes, as in `4 weeks`."""
    goal: list[str] = field(default_factory=list)
    weeks: list[WeekDraft] = field(default_factory=list)
    week_offset: int | None = None
    """Added to the numbers of its weeks, if they begin again at 1; None before its first week."""
    id: str = ""

    @property
    def week_range(self) -> tuple[int, int] | None:
        """The numbers of its first and its last week."""
        numbers = [week.number for week in self.weeks]
        return (min(numbers), max(numbers)) if numbers else None

    def data(self) -> dict[str, Any]:
        """Return the part as it is in curriculum.yaml."""
        weeks = [week.data() for week in sorted(self.weeks, key=lambda week: week.number)]
        return {"id": self.id, "title": self.title, **_goal(self.goal), "weeks": weeks}


@dataclass
class MilestoneDraft:
    """A milestone of the draft."""

    text: list[str]
    line: int
    weeks: tuple[int, ...] = ()
    part: PartDraft | None = None

    def data(self, used_ids: UsedIds) -> dict[str, Any]:
        """Return the milestone as it is in curriculum.yaml, with an id that is added to the used ones."""
        text = name = " ".join(self.text)
        belongs_to: dict[str, Any] = {}
        if self.part:
            name, belongs_to = self.part.key or self.part.title, {"part": self.part.id}
        elif self.weeks:
            name = f"weeks {self.weeks[0]} {self.weeks[-1]}" if len(self.weeks) > 1 else f"week {self.weeks[0]}"
            belongs_to = {"weeks": list(self.weeks)}
        return {"id": readable_id(name or text, used_ids, "milestone"), **belongs_to, "text": text}


@dataclass(frozen=True, slots=True)
class StatedRange:
    """The weeks of a part, as a title, a table or the map states them."""

    line: int
    source: str
    """Source of the statement, as in `the table`; used in messages."""
    part: str
    """The title or the number of the part."""
    index: int
    """The index of the part, if it has neither title nor number."""
    weeks: tuple[int, int]
    """The first and the last one."""


@dataclass
class PlanDraft:
    """A whole plan, with the diagnostics about it."""

    title: str
    done: date
    """The day of items ticked without a date."""
    source_url: str | None = None
    """Relative links are counted from it."""
    goal: list[str] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)
    """Hours, start and pauses, by their keys in curriculum.yaml."""
    parts: list[PartDraft] = field(default_factory=list)
    stated_ranges: list[StatedRange] = field(default_factory=list)
    milestones: list[MilestoneDraft] = field(default_factory=list)
    topics: list[dict[str, Any]] = field(default_factory=list)
    papers: list[dict[str, Any]] = field(default_factory=list)
    guides: list[dict[str, Any]] = field(default_factory=list)
    diagnostics: list[Problem] = field(default_factory=list)
    ledger: WordLedger = field(default_factory=WordLedger)
    sign_doubts: dict[int, str] = field(default_factory=dict)
    """Codes of doubts about signs before items, as about a cross, by the lines of the items."""
    legend: dict[str, str] = field(default_factory=dict)
    """Words by sign, for signs before items that say what kind of thing these are; empty if the document has none."""
    _doubts: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    weeks_by_number: dict[int, WeekDraft] = field(default_factory=dict)
    last_week: WeekDraft | None = None
    """The week that was begun last."""
    row_hours: float = 0
    """The sum of the hours in rows that are weeks."""
    row_dates: list[tuple[int, str, Block]] = field(default_factory=list)
    """The dates of weeks, each with the number of the week and the block."""

    @property
    def weeks(self) -> Iterable[WeekDraft]:
        """All weeks, part by part."""
        return (week for part in self.parts for week in part.weeks)

    def report(self, line: int, code: str, message: str) -> None:
        """Add a diagnostic."""
        self.diagnostics.append(diagnostic(line, code, message))

    def doubt(self, code: str, line: int) -> None:
        """Record a line with a guess of a kind that is reported once for the document."""
        self._doubts[code].append(line)

    def report_doubts(self) -> None:
        """Add a diagnostic for each kind of guess."""
        for code, all_lines in self._doubts.items():
            lines = list(dict.fromkeys(all_lines))
            more = f" and {len(lines) - 6} more" if len(lines) > 6 else ""
            others = f" (also lines {', '.join(map(str, lines[1:6]))}{more})" if len(lines) > 1 else ""
            count = "1 link" if len(all_lines) == 1 else f"{len(all_lines)} links"
            self.report(lines[0], code, _DOUBTS[code].format(done=self.done, others=others, count=count))

    def add_text(self, block: Block, *texts: str) -> None:
        """Record that a block was imported as these texts."""
        self.ledger.add_text(block.line_numbers, *texts)

    def add_structure(self, block: Block, *words: str) -> None:
        """Record that words of a block became structure."""
        self.ledger.add_structure(block.line_numbers, *words)

    def with_links(self, block: Block, text: str) -> str:
        """Return a text of a block with relative links as links to the web; without a source URL, record a doubt."""
        left_out: list[str] = []
        text = with_absolute_links(text, self.source_url, left_out)
        self.drop_links(block, left_out)
        return text

    def take_text(self, block: Block, text: str) -> str:
        """Return a text of a block with absolute links, and record that the block was imported as it."""
        text = self.with_links(block, text)
        self.add_text(block, text)
        return text

    def drop_links(self, block: Block, targets: Iterable[str]) -> None:
        """Record the targets of links of a block that were left out; those within the page are no doubt."""
        targets = list(targets)
        if not all(target.startswith("#") for target in targets):
            self.doubt("relative-link", block.line)
        self.add_structure(block, *(target for target in targets if target.startswith("#")))

    def begin_week(self, line: int, first: int, last: int, title: str) -> WeekDraft:
        """Begin or continue a week, or several that are written as one, in the last part; return the first one."""
        self.parts = self.parts or [PartDraft(self.title, line)]
        part = self.parts[-1]
        if part.week_offset is None:
            part.week_offset = self._week_offset(part, line, first)
        first, last = first + part.week_offset, last + part.week_offset
        if last > first and first in self.weeks_by_number and not part.weeks:
            first += 1  # the part before it ends in the first one
        if last > first:
            message = f"weeks {first} to {last} are written as one; their items are in week {first}"
            self.report(line, "joined-weeks", message)
        known = self.weeks_by_number.get(first)
        for number in range(first, last + 1):
            self.begin_extra_week(known.line if known else line, number, title or f"Week {number}")
        if known:
            if known is not self.last_week:  # rows of a table may share a week
                message = f"week {first} is on line {known.line} too; both became one week"
                self.report(line, "repeated-week", message)
            known.title = known.title if known.has_title else title or known.title
        self.last_week = self.weeks_by_number[first]
        return self.last_week

    def begin_extra_week(self, line: int, number: int, title: str) -> WeekDraft:
        """Begin a week in the last part, or continue it."""
        self.parts = self.parts or [PartDraft(self.title, line)]
        if number not in self.weeks_by_number:
            self.weeks_by_number[number] = WeekDraft(number, title, line)
            self.parts[-1].weeks.append(self.weeks_by_number[number])
        return self.weeks_by_number[number]

    def _week_offset(self, part: PartDraft, line: int, first: int) -> int:
        """Return what has to be added to the numbers of a part's weeks, if they begin again and are later ones."""
        if first not in self.weeks_by_number or first > min(self.weeks_by_number):
            return 0
        offset = max(self.weeks_by_number)
        message = f"the weeks of {part.title} begin again at {first}; they were numbered from {first + offset} on"
        self.report(line, "renumbered-weeks", message)
        return offset

    def data(self) -> dict[str, Any]:
        """Return the plan as it is in curriculum.yaml."""
        self.parts = [part for part in self.parts if part.weeks or part.goal]
        part_ids: UsedIds = {}
        for part in self.parts:
            part.id = readable_id(part.title, part_ids, "part")
        ids: UsedIds = {}
        plan = {
            "title": self.title,
            **_goal(self.goal),
            **{key: self.figures[key] for key in _FIGURES if key in self.figures},
            "parts": [part.data() for part in self.parts],
            "milestones": [one.data(ids) for one in self.milestones if "".join(one.text).strip()],
            "topics": self.topics,
            "references": {key: rows for key, rows in (("papers", self.papers), ("guides", self.guides)) if rows},
        }
        return {key: value for key, value in plan.items() if value}
