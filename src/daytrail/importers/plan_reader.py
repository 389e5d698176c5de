"""Reader for plans: no part, no week and no item that the recipe does not name."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from daytrail.importers.document import Document, Line, LineKind, Row
from daytrail.importers.imported import Imported, listed, unique_id
from daytrail.importers.item_text import filled, find_links, plain, read_item, split_boxes
from daytrail.importers.patterns import Match
from daytrail.importers.plan_topics import Flowchart, read_flowcharts
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.reader import LEFT_OVER, NO_HEADING, SYNTAX, Item, OutlineReader
from daytrail.importers.recipe import Label, PlanRecipe
from daytrail.model.curriculum import LISTS

HEAD = re.compile(r"(?P<head>[^:\[\]]{1,60}?)(?P<sign>[*_]{0,3}\s*:[*_]{0,3}|[*_]{0,3}\s+[-–—])(?:\s+|$)(?P<rest>.*)")
"""A name with a colon or a dash behind it, and what follows."""
_IN_EMPHASIS = re.compile(r"^([*_]{1,3})([^*_]+)\1$")
_BETWEEN = re.compile(r"<br\s*/?>|[•;](?=\s)|,\s*(?=\[)|</?[uo]l>|</?li>")
"""What is between several items in the cell of a table."""
_LONGEST_RANGE = 60  # weeks
_MILESTONE = "milestone"


@dataclass(eq=False)
class _Week:
    line: int
    number: int
    title: str
    goal: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)


@dataclass(eq=False)
class _Part:
    title: str
    goal: list[str] = field(default_factory=list)
    weeks: list[_Week] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """Its own line and those of its goal, which are left over if it has no weeks."""


def read_plan(document: Document, recipe: PlanRecipe) -> Imported:
    """Read a plan by its recipe."""
    reader = _PlanReader(document, recipe)
    reader.read_lines()
    return Imported(reader.finish(), reader)


def preview_plan(plan: Imported, start: object) -> Preview:
    """Return the preview of a plan, for a journal whose plan has a `start` or none."""
    data = {"parts": (), "milestones": (), "topics": (), "references": {}, **plan.data}
    weeks = [week for part in data["parts"] for week in part["weeks"]]
    kinds = [{key.replace("choose_one", "choices"): len(week.get(key, ())) for key in LISTS.values()} for week in weeks]
    items = [item for week in weeks for key in LISTS.values() for item in week.get(key, ())]
    counts = {
        "parts": len(data["parts"]),
        "weeks": len(weeks),
        "items": len(items),
        **sum(map(Counter, kinds), Counter[str]()),
        "hours": sum(item.get("hours", 0) for item in items),
        "milestones": len(data["milestones"]),
        "topics": len(data["topics"]),
        "needs": sum(len(topic.get("needs", ())) for topic in data["topics"]),
        **{key: len(rows) for key, rows in data["references"].items()},
    }
    samples = [
        f"week {week['week']}  {week['title']}: {listed(of_week)}" for week, of_week in zip(weeks, kinds, strict=True)
    ]
    kept = f"week 1 begins on {start}, the `start` that the plan of the journal has and keeps"
    remark = kept if start else "weeks have no dates until the plan of the journal has a `start`"
    return plan.preview(counts, samples, [remark])


class _PlanReader(OutlineReader[PlanRecipe]):
    def __init__(self, document: Document, recipe: PlanRecipe) -> None:
        super().__init__(document, recipe)
        self._goal: list[str] = []
        self._parts: list[_Part] = []
        self._week: _Week | None = None
        self._milestones: list[tuple[Item, list[int], _Part | None]] = []
        """Milestones with their weeks, and the part of one that is about a whole part."""
        self._references: dict[str, list[dict[str, Any]]] = {}
        self._reference = ""
        """`papers` or `guides` below the line that says so."""
        self._chart = read_flowcharts(self.document) if recipe.topics else Flowchart()
        self.put(self._chart.lines, SYNTAX)
        labels = [(kind, pattern) for kind, patterns in recipe.labels.items() for pattern in patterns]
        self._labels = sorted(labels, key=lambda label: ("title" in label[1].holes, -len(label[1].source)))
        self._kinds: list[tuple[int, Label]] = []
        """Labels that the present line is below, each with its indentation, -1 in no list."""
        self._offset = self._highest = 0

    @property
    def _weeks(self) -> list[_Week]:
        return [week for part in self._parts for week in part.weeks]

    @property
    def _is_in_milestone(self) -> bool:
        return self.item is not None and self.item.kind == _MILESTONE

    def read_content(self, line: Line, mark: str, level: int) -> bool:
        """Read a line that no key leaves out."""
        tables = self.recipe.references.items()
        if line.number in self.recipe.about:
            self._goal.append(line.content)
            return True
        if match := self.match(self.recipe.parts, mark):
            self.end()
            self._parts.append(_Part(self._title_of(line, match) or plain(line.content), lines=[line.number]))
        elif match := self.match(self.recipe.weeks, mark):
            self._begin_week(line, match)
        elif reference := next((key for key, table in tables if self.match([table.below], mark)), ""):
            self.end()
            self._reference = reference
        elif match := self.match(self.recipe.milestones, mark):
            where = match.holes.get("any", "")
            numbers = [number + self._offset for number in numbers_in(where)]
            weeks = numbers or ([self._week.number] if self._week else [])
            is_of_part = self._parts and not numbers and (where or not weeks)
            if where and (not numbers or re.search(r"[^\W\d_]{3}", re.sub("weeks?", "", where.casefold()))):
                self.discarded.append(Finding(line.number, f"by `{{any}}`: {where}", "any"))
            self.item = Item(line.number, _title(match), _MILESTONE)
            self._milestones.append((self.item, weeks, self._parts[-1] if is_of_part else None))
        else:
            return self._read_label(line) or self._read_other(line, level)
        return True

    def _read_other(self, line: Line, level: int) -> bool:
        """Read a line that no pattern matches; return whether it is anything."""
        if line.kind is LineKind.ROW:
            reference = next((table for key, table in self.recipe.references.items() if key == self._reference), None)
            return self.read_row(line, reference.columns if reference else self.recipe.columns)
        if line.kind is not LineKind.HEADING:
            return self._read_item(line) if line.kind is LineKind.ITEM else self._read_text(line)
        if level <= min((pattern.level for pattern in self.recipe.weeks if pattern.level), default=NO_HEADING):
            self.end()
        self._kinds, self.indent, self.item = [], None, None  # another heading ends the label above it
        return False

    def end(self) -> None:
        """End the week, the label and the list."""
        self._week, self._reference = None, ""
        self._kinds, self.indent, self.item = [], None, None

    # -- weeks and milestones --

    def _begin_week(self, line: Line, match: Match) -> None:
        self.end()
        title = self._title_of(line, match)
        number, last = match.number("day") or match.number("week"), match.number("last")
        per_week = self.recipe.per_week or (7 if "day" in match.holes else 1)
        has_name = per_week == 1 or last is not None  # a range of days is called as it is, and a single day is an item
        if per_week > 1:
            number, last = ((number or 1) - 1) // per_week + 1, None
        self._week = self._add_weeks(line.number, number, last, title if has_name else "")
        self._week.goal += (link.markdown for link in find_links(line.text))
        if (title and not has_name) or line.box:
            self._add_items(line, self.recipe.unlabelled, [(line.box, title or line.content)])

    def _title_of(self, line: Line, match: Match) -> str:
        """Return the title of a part or a week, with words that are in `{any}` behind it: `Week 1 (4-10 July): Ebb`."""
        title, note = plain(_title(match)).strip(" :–—-"), match.holes.get("any", "")
        if re.search(r"[^\W\d_]{3}", note):
            return f"{title} ({note})".strip()
        self.discarded += [Finding(line.number, f"by `{{any}}`: {note}", "any")] if note else []
        return title

    def _add_weeks(self, line: int, number: int | None, last: int | None, title: str) -> _Week:
        """Return a new week, or the one with this number; numbers that begin again in a later part go on instead."""
        self._parts = self._parts or [_Part("")]
        part = self._parts[-1]
        if number is not None and not part.weeks and number + self._offset <= self._highest:
            self._offset = self._highest
            message = f"the numbers of weeks begin again; they go on from {self._offset + number}"
            self.checks.append(Finding(line, message))
        first = self._highest + 1 if number is None else number + self._offset
        if known := next((week for week in self._weeks if week.number == first), None):
            if first != self._highest:
                self.checks.append(Finding(line, f"week {first} is also in line {known.line}"))
            known.title = "; ".join(dict.fromkeys(filter(None, (known.title, title))))
            return known
        end = max(first, min(last + self._offset, first + _LONGEST_RANGE)) if last else first
        if end > first:
            self.checks.append(Finding(line, f"items of weeks {first} to {end} are in week {first}", "range"))
        weeks = [_Week(line, one, title) for one in range(first, end + 1)]
        part.weeks += weeks
        self._highest = max(self._highest, end)
        return weeks[0]

    # -- labels, items and text --

    def _read_label(self, line: Line) -> bool:
        """Read a line that is a label, perhaps with items behind it."""
        content = line.text.strip() if line.kind is LineKind.TEXT else line.content
        head = HEAD.match(_IN_EMPHASIS.sub(r"\2", content))
        rest = head["rest"] if head else ""
        for kind, pattern in self._labels:
            has_title = bool(pattern.holes & {"title", "text"})
            if line.box and (has_title or kind == "goal" or not rest):
                continue  # what has a box is an item
            if head and not has_title and self.match([pattern], head["head"], drops_any=True):
                return self._begin_label(line, kind, f"[{line.box}] {rest}" if line.box else rest)
            text = line.mark if pattern.level else content
            if not line.box and (whole := self.match([pattern], text, drops_any=True)):
                return self._begin_label(line, kind, _title(whole).strip("*_: "), is_title=has_title)
        return False

    def _begin_label(self, line: Line, kind: Label, rest: str, *, is_title: bool = False) -> bool:
        if not (self._add_goal(line, rest) if kind == "goal" else self._week):
            return False
        self.item = None
        self._add_items(line, kind, split_boxes(rest) if kind != "goal" else ())
        is_in_list = line.kind is LineKind.ITEM
        if not is_in_list:
            # What a title is taken from says nothing of what is below it.
            self._kinds = [] if is_title else [(-1, kind)]
        elif not rest:
            self._kinds.append((line.level, kind))
        self.indent = (line.level if is_in_list else 0) if rest else None
        return True

    def _add_goal(self, line: Line, text: str) -> bool:
        """Add to the goal of the week, or to that of the part or the plan above its first week."""
        part = self._parts[-1] if self._parts else None
        if not self._week and part and part.weeks:
            return False
        goal = self._week.goal if self._week else part.goal if part else self._goal
        goal += [text] if text else []
        if part and not self._week:
            part.lines.append(line.number)
        return True

    def _add_items(self, line: Line, kind: Label, items: Iterable[tuple[str, str]]) -> None:
        """Add items to the week, each with the character in its box."""
        if self._week:
            new = [Item(line.number, text, kind, box) for box, text in items]
            self._week.items += new
            self.item = new[-1] if new else self.item

    def _read_item(self, line: Line) -> bool:
        items = split_boxes(f"[{line.box}] {line.content}" if line.box else line.content)
        has_boxes = bool(line.box) or len(items) > 1
        while self._kinds and line.level <= self._kinds[-1][0]:
            self._kinds.pop()
            self.indent = None
        kind = self._kinds[-1][1] if self._kinds else None
        if kind == "goal" and not (has_boxes or self._is_in_milestone) and self.indent is None:
            return self._add_goal(line, line.content)
        if not has_boxes and self.add_note(line, is_note=self._is_in_milestone):
            return True
        if not self._week or not (has_boxes or kind or self.recipe.items == "bullets"):
            return False
        self.indent = line.level if self.indent is None else min(line.level, self.indent)
        self._add_items(line, self.recipe.unlabelled if kind in (None, "goal") else kind, items)
        return True

    def _read_text(self, line: Line) -> bool:
        kind, item = self._kinds[-1][1] if self._kinds else None, self.item
        (_, head), *boxes = split_boxes(line.content) or [("", "")]
        if self._week and boxes:
            self._add_goal(line, head)
            self._add_items(line, self.recipe.unlabelled, boxes)
            return True
        if self.add_note(line, is_note=self._is_in_milestone):
            return True
        if kind in (None, "goal"):
            is_goal = (kind or not (self._week and self._week.items)) and (self._week or self._parts)
            return bool(is_goal) and self._add_goal(line, line.content)
        if self.indent is not None or line.content.endswith(":") or (item and item.last_line == line.number - 1):
            return False
        self._add_items(line, kind, [("", line.content)])
        return True

    # -- tables --

    def add_row(self, row: Row) -> bool:
        """Add a reference, or a week or what is to do in one."""
        if self._reference:
            return self._add_reference(row)
        line, week = self.document.lines[row.line - 1], self.cell(row, "week")
        if numbers := numbers_in(week):
            named = re.search(r"\d\W*[:–—-]\s*(\D.*)", plain(week))
            title = plain(self.cell(row, "title")) or (named[1] if named else "")
            self._week = self._add_weeks(row.line, numbers[0], numbers[-1], title)
        if not self._week:
            return False
        for kind in LISTS:
            for part in (part for _, text in self.cells(row, kind) for part in _BETWEEN.split(text)):
                self._add_items(line, kind, split_boxes(part))
        if "week" not in self.recipe.columns and (title := self.cell(row, "title")):
            self._add_items(line, self.recipe.unlabelled, [("", title)])
        self._week.goal += (text for _, text in self.cells(row, "goal"))
        return True

    def _add_reference(self, row: Row) -> bool:
        title, links = read_item(self.cell(row, "title"), "title", "why"), find_links(self.cell(row, "url"))
        data = {"title": title.get("title"), "url": links[0].url if links else title.get("url")}
        data |= {"topic": plain(self.cell(row, "topic")), "good_for": plain(self.cell(row, "good_for"))}
        data |= {"week": next(iter(numbers_in(self.cell(row, "week"))), None)}
        if not data["title"] or not (data["url"] or self._reference == "papers"):
            return False
        self._references.setdefault(self._reference, []).append(filled(data))
        return True

    # -- result --

    def finish(self) -> dict[str, Any]:
        """Return the plan as in curriculum.yaml. Parts without weeks are left over."""
        title, used, ids = self.title or "Plan", set[str](), dict[_Part | None, str]()
        for part in self._parts:
            if part.weeks:
                ids[part] = unique_id(part.title or title, used, "part")
            else:
                self.put(part.lines, LEFT_OVER)
        numbers = self._check_weeks()
        parts = [
            filled({"id": ids[part], "title": part.title or title, "goal": " ".join(part.goal)})
            | {"weeks": list(map(self._week_data, part.weeks))}
            for part in self._parts
            if part.weeks
        ]
        used, milestones = set(), []
        for one, weeks, of_part in self._milestones:
            if text := " ".join([one.text, *one.notes]).strip():
                of_weeks = [] if of_part in ids else [number for number in weeks if number in numbers]
                identity = unique_id(text, used, "milestone")
                milestones.append(filled({"id": identity, "weeks": of_weeks, "part": ids.get(of_part), "text": text}))
        data = {
            "title": title,
            "goal": " ".join([*self.title_links, *self._goal]),
            "parts": parts,
            "milestones": milestones,
            "topics": self._chart.topics(),
            "references": self._references,
        }
        return filled(data)

    def _check_weeks(self) -> set[int]:
        """Name weeks without items and gaps between them, and return the numbers of all."""
        lines, numbers = {week.line for week in self._weeks if week.items}, {week.number for week in self._weeks}
        empty = (week for week in self._weeks if week.line not in lines)
        self.checks += (Finding(week.line, f"week {week.number} has no items", "empty") for week in empty)
        if gaps := sorted({*range(min(numbers, default=0), max(numbers, default=0))} - numbers):
            self.checks.append(Finding(self._weeks[0].line, f"there is no week {', '.join(map(str, gaps[:9]))}"))
        return numbers

    def _week_data(self, week: _Week) -> dict[str, Any]:
        used = set[str]()
        items = {kind: [one for one in week.items if one.kind == kind] for kind in LISTS}
        lists = {key: [self._item_data(item, used) for item in items[kind]] for kind, key in LISTS.items()}
        title = week.title or f"Week {week.number}"
        return {"week": week.number, "title": title, **filled({"goal": " ".join(week.goal), **lists})}

    def _item_data(self, item: Item, used: set[str]) -> dict[str, Any]:
        self.line = item.line
        name = "title" if item.kind == "reading" else "text"
        read = self.read_fields(item.text, name, "text")
        is_dropped = bool(item.box) and item.box in "-~"
        return filled(
            {
                "id": unique_id(plain(read.get("title") or read.get("text") or item.text), used, item.kind),
                **{key: read.get(key) for key in ("title", "text", "author", "url", "hours")},
                "note": "; ".join(filter(None, (read.get("why"), *item.notes))),
                "done": self.recipe.done if item.box.strip() and not is_dropped else None,
                "dropped": is_dropped,
            }
        )


def _title(match: Match) -> str:
    """Return what is in the hole for the title or the text of a pattern."""
    return match.holes.get("title") or match.holes.get("text") or ""


def numbers_in(text: str) -> list[int]:
    """Return the numbers of weeks in a text, as in `Weeks 5–6`; empty if there is none."""
    match = re.search(r"(\d{1,3})(?:\s*(?:[-–—&,]|to|and|bis|à)\s*(\d{1,3}))?(?!\d)", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    return [*range(first, min(last, first + _LONGEST_RANGE) + 1)]
