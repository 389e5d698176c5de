"""Reader for plans: no part, no week and no item that the recipe does not name."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from daytrail.importers.document import Document, Line, LineKind, column_index, split_row
from daytrail.importers.imported import Imported, filled, listed, unique_id
from daytrail.importers.item_text import find_links, plain, read_item, split_box, split_boxes, with_words
from daytrail.importers.patterns import Match, Pattern
from daytrail.importers.plan_topics import Flowchart, read_flowcharts
from daytrail.importers.preview import Finding, Places, Preview, Role
from daytrail.importers.recipe import Label, PatternUse, PlanRecipe
from daytrail.model.curriculum import LISTS

HEAD = re.compile(r"(?P<head>[^:\[\]]{1,60}?)(?P<sign>[*_]{0,3}\s*:[*_]{0,3}|[*_]{0,3}\s+[-–—])(?:\s+|$)(?P<rest>.*)")
"""A name with a colon or a dash behind it, and what follows."""
_BETWEEN = re.compile(r"<br\s*/?>|[•;](?=\s)|,\s*(?=\[)|</?[uo]l>|</?li>")
"""What is between several items in the cell of a table."""
_PATTERNS = ("parts", "weeks", "skip", "drop", "ends", "milestones")
_NO_HEADING = 7
"""Level of lines that are no heading: below all that are."""
_LONGEST_ANY = 3
"""Words that `{any}` may have in a label; more of them are text, which a label would lose."""
_LONGEST_RANGE = 60
"""Weeks."""


@dataclass(eq=False)
class Item:
    """Something to do, as the document has it."""

    line: int
    kind: Label
    text: str
    box: str = ""
    """The character in its checkbox, which may be a space; empty without one."""
    notes: list[str] = field(default_factory=list)
    last_line: int = 0

    def data(self, recipe: PlanRecipe, used: set[str]) -> dict[str, Any]:
        """Return the item as curriculum.yaml has it."""
        read = read_item(self.text, recipe.fields, "title" if self.kind == "reading" else "text", "text")
        identity = unique_id(plain(read.get("title") or read.get("text") or self.text), used, self.kind)
        return filled(
            {
                "id": identity,
                **{key: read.get(key) for key in ("title", "text", "author", "url")},
                "hours": read.get("hours"),
                "note": "; ".join(filter(None, (read.get("why"), *self.notes))),
                "done": recipe.done if self.box.strip() and self.box not in "-~" else None,
                "dropped": bool(self.box) and self.box in "-~",
            }
        )


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


@dataclass
class ImportedPlan(Imported):
    """A plan that was read."""

    items: list[Item] = field(default_factory=list)
    """All items, as the document has them."""


def read_plan(document: Document, recipe: PlanRecipe) -> ImportedPlan:
    """Read a plan by its recipe."""
    chart = read_flowcharts(document) if recipe.topics else Flowchart()
    reader = _PlanReader(document, recipe)
    for line in document.lines:
        if line.number in chart.lines:
            reader.places.put(line.number, Role.TEXT, key="topics")
        elif line.may_mark:
            reader.read(line)
    return reader.finish(chart)


def preview_plan(plan: ImportedPlan) -> Preview:
    """Return the preview of a plan."""
    weeks = [week for part in plan.data.get("parts", ()) for week in part["weeks"]]
    items = [(key, item) for week in weeks for key in LISTS.values() for item in week.get(key, ())]
    topics, references = plan.data.get("topics", ()), plan.data.get("references", {})
    counts = {
        "parts": len(plan.data.get("parts", ())),
        "weeks": len(weeks),
        "items": len(items),
        **Counter(key.replace("choose_one", "choices") for key, _ in items),
        "hours": sum(item.get("hours", 0) for _, item in items),
        "milestones": len(plan.data.get("milestones", ())),
        "topics": len(topics),
        "needs": sum(len(topic.get("needs", ())) for topic in topics),
        **{key: len(rows) for key, rows in references.items()},
    }
    samples = [
        f"week {week['week']}  {week['title']}: {listed({key: len(week.get(key, ())) for key in LISTS.values()})}"
        for week in weeks
    ]
    return plan.preview(counts, samples)


class _PlanReader:
    def __init__(self, document: Document, recipe: PlanRecipe) -> None:
        self.recipe = recipe
        self.places = Places(document)
        self._title = "" if (recipe.title or "").isdecimal() else recipe.title or ""
        self._goal: list[str] = []
        self._parts: list[_Part] = []
        self._milestones: list[tuple[list[str], list[int], _Part | None]] = []
        """Texts, weeks, and the part of those that are about a whole one."""
        self._references: dict[str, list[dict[str, Any]]] = {}
        self._checks: list[Finding] = []
        self._uses = {name: PatternUse(name, getattr(recipe, name)) for name in _PATTERNS}
        labels = [(kind, pattern) for kind, patterns in recipe.labels.items() for pattern in patterns]
        self._labels = sorted(labels, key=lambda label: ("title" in label[1].holes, -len(label[1].source)))
        self._used_labels: set[Pattern] = set()
        self._rows = {row.line: row for row in document.rows}
        self._week: _Week | None = None
        self._kind: Label | None = None
        """That of the label above; None below no label."""
        self._inner: tuple[int, Label] | None = None
        """Indentation and kind of a label in a list, for what is indented below it."""
        self._indent: int | None = None
        """That of the items of the present list; what is indented more is a note."""
        self._milestone: list[str] | None = None
        self._reference = ""
        """`papers` or `guides` below the line that says so."""
        self._skipped = 0
        """Level of the heading of a section that is left out."""
        self._offset = self._highest = 0

    def read(self, line: Line) -> None:
        """Read a line that is a heading, an item, a row or text."""
        mark = with_words(line.mark)
        level = line.level if line.kind is LineKind.HEADING else _NO_HEADING
        match = {name: use.match(mark) for name, use in self._uses.items()}
        role, key = Role.MARK, ""
        if str(line.number) == self.recipe.title:
            self._title = plain(line.content)
            self._goal += (link.markdown for link in find_links(line.text))
        elif match["parts"]:
            self._leave()
            self._parts.append(_Part(_title(match["parts"]) or plain(line.content), lines=[line.number]))
        elif match["weeks"]:
            self._begin_week(line, match["weeks"])
        elif match["skip"] or match["drop"] or level > self._skipped > 0:
            self._skipped = self._skipped or (level if match["skip"] else 0)
            role, key = Role.DROPPED, "drop" if match["drop"] else "skip"
        elif match["ends"]:
            self._leave()
            return
        elif reference := self._find_reference(mark):
            self._leave()
            self._reference = reference
        elif match["milestones"]:
            self._begin_milestone(match["milestones"])
            role = Role.ITEM
        elif found := self._read_label(line) or self._read_other(line, level):
            role = found
        else:
            return
        self.places.put(line.number, role, key=key)

    def _read_other(self, line: Line, level: int) -> Role | None:
        """Read a line that no pattern matches; return its role, or None if it is left over."""
        if line.kind is LineKind.ROW:
            return self._read_row(line)
        if line.kind is LineKind.ITEM:
            return self._read_item(line)
        if line.kind is LineKind.TEXT:
            return self._read_text(line)
        if level <= (max((pattern.level for pattern in self.recipe.weeks), default=0) or _NO_HEADING):
            self._leave()
        self._kind = self._inner = self._indent = self._milestone = None  # another heading ends the label above it
        return None

    def _leave(self) -> None:
        """End the week, the label and the list."""
        self._week = self._kind = self._inner = self._indent = self._milestone = None
        self._reference, self._skipped = "", 0

    # -- weeks and milestones --

    def _begin_week(self, line: Line, match: Match) -> None:
        self._leave()
        title, number, last = _title(match), match.number("week"), match.number("last")
        per_week = self.recipe.per_week or (7 if "day" in match.holes else 0)
        if per_week:
            number, last = ((match.number("day") or number or 1) - 1) // per_week + 1, None
        self._week = self._add_weeks(line.number, number, last, "" if per_week else title)
        self._week.goal += (link.markdown for link in find_links(line.text))
        if (per_week and title) or line.box:
            self._add_item(line, self.recipe.unlabelled, title or line.content, line.box)

    def _add_weeks(self, line: int, number: int | None, last: int | None, title: str) -> _Week:
        """Return a new week, or the one with this number; numbers that begin again in a later part go on instead."""
        self._parts = self._parts or [_Part("")]
        part = self._parts[-1]
        if number is not None and not part.weeks and number + self._offset <= self._highest:
            self._offset = self._highest
            message = f"the numbers of weeks begin again; they go on from {self._offset + number}"
            self._checks.append(Finding(line, message))
        first = self._highest + 1 if number is None else number + self._offset
        known = next((week for one in self._parts for week in one.weeks if week.number == first), None)
        if known and first != self._highest:
            self._checks.append(Finding(line, f"week {first} is also in line {known.line}"))
        if known:
            known.title = "; ".join(dict.fromkeys(filter(None, (known.title, title))))
            return known
        end = max(first, min(last + self._offset, first + _LONGEST_RANGE)) if last else first
        if end > first:
            self._checks.append(Finding(line, f"items of weeks {first} to {end} are in week {first}", "range"))
        weeks = [_Week(line, one, title) for one in range(first, end + 1)]
        part.weeks += weeks
        self._highest = max(self._highest, end)
        return weeks[0]

    def _begin_milestone(self, match: Match) -> None:
        text, where = _title(match, markdown=True), match.holes.get("any", "")
        numbers = [number + self._offset for number in numbers_in(where)]
        weeks = numbers or ([self._week.number] if self._week else [])
        is_of_part = self._parts and not numbers and (where or not weeks)
        self._milestone = [text] if text else []
        self._milestones.append((self._milestone, weeks, self._parts[-1] if is_of_part else None))

    # -- labels, items and text --

    def _read_label(self, line: Line) -> Role | None:
        """Read a line that is a label, perhaps with items behind it."""
        content = line.text.strip() if line.kind is LineKind.TEXT else line.content
        if line.box and len(split_boxes(line.content)) == 1:
            return None  # what is before a colon is part of an item with a box
        head = HEAD.match(content)
        for kind, pattern in self._labels:
            if head and not pattern.holes & {"title", "text"} and pattern.match(head["head"]):
                return self._begin_label(line, kind, pattern, head["rest"])
            whole = pattern.match(line.mark if pattern.level else content)
            if whole and len(whole.holes.get("any", "").split()) <= _LONGEST_ANY:
                return self._begin_label(line, kind, pattern, _title(whole, markdown=True).strip("*_: "))
        return None

    def _begin_label(self, line: Line, kind: Label, pattern: Pattern, rest: str) -> Role | None:
        if not (self._add_goal(line, rest) if kind == "goal" else self._week):
            return None
        self._used_labels.add(pattern)
        self._milestone = None
        for box, text in map(split_box, split_boxes(rest) if kind != "goal" else ()):
            self._add_item(line, kind, text, box)
        if line.kind is LineKind.ITEM:
            self._inner = self._inner if rest else (line.level, kind)
            self._indent = line.level if rest else None
        else:
            is_item = "title" in pattern.holes  # it says nothing of what is below it
            self._kind, self._inner, self._indent = None if is_item else kind, None, 0 if rest else None
        return Role.ITEM if rest else Role.MARK

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

    def _add_item(self, line: Line, kind: Label, text: str, box: str = "") -> None:
        if self._week and text.strip():
            self._week.items.append(Item(line.number, kind, text.strip(), box, last_line=line.number))

    def _read_item(self, line: Line) -> Role | None:
        pieces = split_boxes(f"[{line.box}] {line.content}" if line.box else line.content)
        has_boxes = bool(line.box) or len(pieces) > 1
        if self._inner and line.level <= self._inner[0]:
            self._inner = self._indent = None
        kind = self._inner[1] if self._inner else self._kind
        last = self._week.items[-1] if self._week and self._week.items else None
        if self._milestone is not None and not has_boxes:
            self._milestone.append(line.content)
        elif kind == "goal" and not has_boxes:
            return Role.TEXT if self._add_goal(line, line.content) else None
        elif last and not has_boxes and self._indent is not None and line.level > self._indent:
            last.notes.append(line.content)
        elif self._week and (has_boxes or kind or self.recipe.items == "bullets"):
            self._indent = line.level if self._indent is None else min(line.level, self._indent)
            for box, text in map(split_box, pieces):
                self._add_item(line, kind if kind and kind != "goal" else self.recipe.unlabelled, text, box)
            return Role.ITEM
        else:
            return None
        return Role.TEXT

    def _read_text(self, line: Line) -> Role | None:
        last = self._week.items[-1] if self._week and self._week.items else None
        goes_on = last is not None and last.last_line == line.number - 1
        if self._milestone is not None:
            self._milestone.append(line.content)
        elif last and self._indent is not None and line.level > self._indent:
            if goes_on:
                last.text, last.last_line = f"{last.text} {line.content}", line.number
            else:
                last.notes.append(line.content)
        elif self._kind and self._kind != "goal" and self._indent is None:
            if last and goes_on:
                last.text, last.last_line = f"{last.text} {line.content}", line.number
            elif line.content.endswith(":"):
                return None
            else:
                self._add_item(line, self._kind, line.content)
        elif not (self._kind == "goal" or (not self._kind and not last)) or not (self._week or self._parts):
            return None
        else:
            return Role.TEXT if self._add_goal(line, line.content) else None
        return Role.TEXT

    # -- tables --

    def _find_reference(self, mark: str) -> str:
        tables = (("papers", self.recipe.references.papers), ("guides", self.recipe.references.guides))
        return next((key for key, table in tables if table and table.below.match(mark)), "")

    def _read_row(self, line: Line) -> Role | None:
        """Read a row of a table that has all columns that the recipe names."""
        row = self._rows.get(line.number)
        names = row.names if row else split_row(line.text)
        table = getattr(self.recipe.references, self._reference) if self._reference else None
        columns = {
            key: [value] if isinstance(value, str) else list(value)
            for key, value in (table.columns if table else self.recipe.columns or ())
            if value
        }
        indices = {column_index(names, name) for value in columns.values() for name in value}
        if not indices or None in indices:
            return None
        if not row:
            if unread := [name for index, name in enumerate(names) if name and index not in indices]:
                message = f"columns that are not read: {', '.join(unread)}"
                self._checks.append(Finding(line.number, message, "columns"))
            return Role.MARK
        cells = {key: [cell for name in value if (cell := row.cell(name))] for key, value in columns.items()}
        is_read = self._read_reference(cells) if self._reference else self._read_week_row(line, cells)
        return Role.ITEM if is_read else None

    def _read_reference(self, cells: dict[str, list[str]]) -> bool:
        title = read_item(" ".join(cells["title"]), (), "title", "why")
        links = find_links(" ".join(cells.get("url", ())))
        row = {"title": title.get("title"), "url": links[0].url if links else title.get("url")}
        row |= {key: plain(" ".join(cells.get(key, ()))) for key in ("topic", "good_for")}
        row |= {"week": next(iter(numbers_in(" ".join(cells.get("week", ())))), None)}
        if not row["title"] or not (row["url"] or self._reference == "papers"):
            return False
        self._references.setdefault(self._reference, []).append(filled(row))
        return True

    def _read_week_row(self, line: Line, cells: dict[str, list[str]]) -> bool:
        texts = {key: " ".join(values) for key, values in cells.items()}
        if numbers := numbers_in(texts.get("week", "")):
            named = re.search(r"\d\W*[:–—-]\s*(\D.*)", plain(texts["week"]))
            title = plain(texts.get("title", "")) or (named[1] if named else "")
            self._week = self._add_weeks(line.number, numbers[0], numbers[-1], title)
        if not self._week:
            return False
        for kind in LISTS:
            for piece in (piece for cell in cells.get(kind, ()) for piece in _BETWEEN.split(cell) if piece.strip()):
                box, text = split_box(piece.strip())
                self._add_item(line, kind, text, box)
        if not self.recipe.columns or not self.recipe.columns.week:
            self._add_item(line, self.recipe.unlabelled, texts.get("title", ""))
        self._week.goal += cells.get("goal", ())
        return True

    # -- result --

    def finish(self, chart: Flowchart) -> ImportedPlan:
        """Return the plan. Parts without weeks are left over."""
        for part in (part for part in self._parts if not part.weeks):
            self.places.move(part.lines, Role.LEFT_OVER)
        parts = [part for part in self._parts if part.weeks]
        weeks = [week for part in parts for week in part.weeks]
        numbers = {week.number for week in weeks}
        filled_lines = {week.line for week in weeks if week.items}
        checks = [
            Finding(week.line, f"week {week.number} has no items", "empty")
            for week in weeks
            if week.line not in filled_lines
        ]
        if gaps := sorted({*range(min(numbers, default=0), max(numbers, default=0))} - numbers):
            checks.append(Finding(weeks[0].line, f"there is no week {', '.join(map(str, gaps[:9]))}"))
        data = self._data(parts, chart)
        unused = [path for use in self._uses.values() for path in use.unused()]
        unused += [
            ("labels", kind, index)
            for kind, patterns in self.recipe.labels.items()
            for index, pattern in enumerate(patterns)
            if pattern not in self._used_labels
        ]
        items = [item for week in weeks for item in week.items]
        return ImportedPlan(data, self.places, self._checks + checks, unused=unused, items=items)

    def _data(self, parts: list[_Part], chart: Flowchart) -> dict[str, Any]:
        used: set[str] = set()
        title = self._title or "Plan"
        ids = {part: unique_id(part.title or title, used, "part") for part in parts}
        known = {week.number for part in parts for week in part.weeks}
        used = set()
        milestones = [
            {
                "id": unique_id(" ".join(texts), used, "milestone"),
                "weeks": [] if part in ids else [number for number in weeks if number in known],
                "part": ids.get(part) if part else None,
                "text": " ".join(texts),
            }
            for texts, weeks, part in self._milestones
            if texts
        ]
        data = {
            "title": title,
            "goal": " ".join(self._goal),
            "parts": [
                filled(
                    {
                        "id": ids[part],
                        "title": part.title or title,
                        "goal": " ".join(part.goal),
                        "weeks": [self._week_data(week) for week in part.weeks],
                    }
                )
                for part in parts
            ],
            "milestones": list(map(filled, milestones)),
            "topics": chart.topics(),
            "references": self._references,
        }
        return filled(data)

    def _week_data(self, week: _Week) -> dict[str, Any]:
        used: set[str] = set()
        lists = {
            key: [item.data(self.recipe, used) for item in week.items if item.kind == kind]
            for kind, key in LISTS.items()
        }
        title = week.title or f"Week {week.number}"
        return {"week": week.number, "title": title, **filled({"goal": " ".join(week.goal), **lists})}


def _title(match: Match | None, *, markdown: bool = False) -> str:
    """Return what is in the hole for the title or the text of a pattern."""
    text = (match.holes.get("title") or match.holes.get("text") or "") if match else ""
    note = match.holes.get("any", "") if match and not markdown else ""
    text = f"{text} ({note})".strip() if re.search(r"[^\W\d_]{3}", note) else text  # as in `Week 1 (4-10 July): Ebb`
    return text if markdown else plain(text).strip(" :–—-")


def numbers_in(text: str) -> list[int]:
    """Return the numbers of weeks in a text, as in `Weeks 5–6`; empty if there is none."""
    match = re.search(r"(\d{1,3})(?:\s*(?:[-–—&,]|to|and|bis|à)\s*(\d{1,3}))?(?!\d)", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    return [*range(first, min(last, first + _LONGEST_RANGE) + 1)]
