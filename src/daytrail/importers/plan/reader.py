"""Importer for a plan in Markdown, or in text that was Markdown, as a curriculum."""

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from daytrail.importers.plan.appendix import add_appendices
from daytrail.importers.plan.draft import MilestoneDraft, PartDraft, PlanDraft, StatedRange, WeekDraft
from daytrail.importers.plan.heading_marks import HeadingMark, find_week_range, is_name, match_label
from daytrail.importers.plan.mermaid import DIAGRAM_START, is_flowchart_line, parse_flowchart
from daytrail.importers.plan.structure import TABLE_ROWS, detect_structure
from daytrail.importers.plan.tables import column_roles, split_cell
from daytrail.importers.text.diagnostics import by_line, text_values
from daytrail.importers.text.front_matter import split_front_matter
from daytrail.importers.text.item_text import read_item
from daytrail.importers.text.markdown import heading_text, plain_text
from daytrail.importers.text.outline import Block, BlockType, read_outline, without_control_characters
from daytrail.model.curriculum import LISTS, Kind
from daytrail.problems import Problem

_LONGEST_ITEM = 200
"""Characters of a line of text that is an item."""
_DONE_DATE = re.compile(r"\s*[(\[](\d{4}-\d\d-\d\d)[)\]]\s*$")
"""A date behind an item that is ticked, which is the day it was done."""
_NOTION_ID = re.compile(r"\s[0-9a-f]{32}$")
"""Added by Notion to the titles that it exports."""


@dataclass(frozen=True, slots=True)
class ImportedPlan:
    """The result of reading a plan."""

    data: dict[str, Any]
    """As in curriculum.yaml; empty if the source has no item."""
    diagnostics: tuple[Problem, ...]
    """In the order of the file: guesses, contradictions, and lines that are in no field."""
    structure: tuple[str, ...]
    """Words of the source that became numbers, keys and positions."""
    week_form: str
    """What a week is in the source, as in `a heading a week`."""
    edges: int
    """How many edges the map of topics has."""


def read_plan(text: str, name: str, done: date, source_url: str | None = None) -> ImportedPlan:
    """Read a plan; it is called `name` if it has no title, and `done` is the day of items ticked without a date.

    Relative links are counted from `source_url`.
    """
    return _PlanReader(without_control_characters(text), name, done, source_url).read()


class _PlanReader:
    """Reader of one document: its draft so far, and what the next lines and items continue."""

    def __init__(self, text: str, name: str, done: date, source_url: str | None) -> None:
        self.text = text
        self.done = done
        self.source_url = source_url
        self.blocks = read_outline(text).blocks
        self.structure = detect_structure(self.blocks)
        self.plan = PlanDraft(title=name)
        metadata, _ = split_front_matter(text)
        if isinstance(metadata.get("title"), str) and metadata["title"].strip():
            self.plan.title = metadata["title"].strip()
            self.plan.ledger.add_text(range(1, text.count("\n") + 1), "title", self.plan.title)
        weeks = [self.blocks[index] for index in self.structure.weeks]
        self.weeks_are_bold_lines = bool(weeks) and all(
            block.type is BlockType.TEXT and block.text.startswith("**") for block in weeks
        )
        self.charts: list[list[tuple[int, str]]] = []
        """The numbered lines of each diagram."""
        self.week: WeekDraft | None = None
        self.kind: Kind | None = None
        """The kind of items below the last label."""
        self.text_is_item = False
        """Whether lines of text below that label are items."""
        self.open_text: list[str] | None = None
        """The goal or the milestone that lines of text continue."""
        self.last_item: tuple[Block, dict[str, Any]] | None = None
        """The block of the last item, and its fields."""
        self.track = ""
        """The title of the present part, if it runs in the same weeks as others."""
        self.above_item = False
        """Whether the next block is an item."""
        self.undated_ticks: list[int] = []
        """Lines of items that are ticked without a date."""
        self.guessed_authors: list[int] = []
        """Lines whose author is what follows a dash."""

    def read(self) -> ImportedPlan:
        """Read all blocks, then the appendices."""
        in_chart = False
        for index, block in enumerate(self.blocks):
            is_statement = DIAGRAM_START.match(block.text) or (in_chart and is_flowchart_line(block.text))
            if block.type is not BlockType.TEXT or not is_statement:
                in_chart = False
                self._read_block(index, block)
                continue
            if not in_chart:
                self.charts.append([])
            self.charts[-1].append((block.line, block.text))
            in_chart = True
        charts = [parse_flowchart(lines) for lines in self.charts]
        add_appendices(self.plan, self.blocks, self.structure, charts)
        return self._result()

    def _result(self) -> ImportedPlan:
        plan = self.plan
        if lines := self.undated_ticks:
            message = (
                f"ticked without a date, here and below: {len(lines)}; {self.done} was taken, --done says otherwise"
            )
            plan.report(lines[0], "guessed-done", message)
        if lines := self.guessed_authors:
            message = f"taken for authors, since they stand behind a dash, here and below: {len(lines)}"
            plan.report(lines[0], "guessed-author", message)
        is_empty = not any(week.items for week in plan.weeks)
        unparsed_lines = plan.ledger.unparsed_lines(self.text, nothing_imported=is_empty)
        return ImportedPlan(
            {} if is_empty else plan.data(),
            tuple(by_line((*plan.diagnostics, *unparsed_lines))),
            tuple(plan.ledger.structure),
            self.structure.week_form,
            sum(len(topic.get("needs", ())) for topic in plan.topics),
        )

    def _read_block(self, index: int, block: Block) -> None:
        self.above_item = any(following.type is BlockType.ITEM for following in self.blocks[index + 1 : index + 2])
        structure = self.structure
        part, week, day = structure.parts.get(index), structure.weeks.get(index), structure.days.get(index)
        if part:
            self._begin_part(block, part)
        if week:
            self._begin_week(block, week)
        if day:
            self._add_structure(block, day.marker)
            self.kind, self.last_item = None, None
            self._add_item(replace(block, text=day.rest), "concept")
        if not (part or week or day):
            self._read_content(block, is_title=index == structure.title)
        elif week and not week.rest and structure.week_form == "sections" and block.type is BlockType.ITEM:
            self._read_item(block)  # a list without groups is one week, which its first item begins

    def _read_content(self, block: Block, *, is_title: bool) -> None:
        """Read a block that begins no part, week or day."""
        match block.type:
            case _ if is_title:
                self.plan.title = _NOTION_ID.sub("", heading_text(block.text)) or self.plan.title
                self._add_text(block, block.text)
            case BlockType.HEADING:
                self._read_heading(block)
            case BlockType.TEXT:
                self._read_text(block)
            case BlockType.ITEM:
                self._read_item(block)
            case BlockType.ROW if not block.header and self.structure.week_form == TABLE_ROWS:
                self._add_structure(block, " ".join(block.cells))
            case BlockType.CODE:
                self.charts.append(list(enumerate(block.text.split("\n"), start=block.line + 1)))
                self._add_structure(block, "mermaid")

    # Parts and weeks

    def _begin_part(self, block: Block, mark: HeadingMark) -> None:
        title = plain_text(mark.rest)
        weeks = find_week_range(title)
        if weeks:
            self._add_structure(block, weeks.marker)
            title = weeks.rest or title
        key = " ".join(re.findall(r"\w+", mark.marker.casefold()))
        part = PartDraft(title or plain_text(block.text), block.line, key)
        self.plan.parts.append(part)
        self._add_structure(block, mark.marker)
        self._add_text(block, mark.rest)
        if weeks:
            index = len(self.plan.parts) - 1
            self.plan.stated_ranges.append(
                StatedRange(block.line, "its title", title, index, (weeks.first, weeks.last))
            )
        self.track = part.title if part.is_track else ""
        self._close()
        self.week, self.open_text = None, part.goal  # text right below a part is its goal

    def _begin_week(self, block: Block, mark: HeadingMark) -> None:
        is_row = block.type is BlockType.ROW
        cells = dict(zip(column_roles(block.header), block.cells, strict=False))
        title = plain_text(cells.get("title", "") if is_row else mark.rest)
        previous = self.week
        self._close()
        self.week = self.plan.begin_week(block.line, mark.first, mark.last, title)
        self._add_structure(block, mark.marker)
        if self.week.line == block.line:
            self._add_text(block, title)
        else:  # the week exists, and its title contains this one
            self._add_structure(block, title)
        if is_row:
            if previous is self.week and title:  # a second row of one week
                self._add_item(replace(block, text=title), "concept")
            self._read_week_row(block, self.week)

    def _read_week_row(self, block: Block, week: WeekDraft) -> None:
        for role, cell in zip(column_roles(block.header)[1:], block.cells[1:], strict=False):
            if role == "milestone" and cell:
                self.plan.milestones.append(MilestoneDraft([cell], (week.number,)))
                self._add_text(block, cell)
            elif kind := _kind_of(role):
                for text in split_cell(cell):
                    self._add_item(replace(block, text=text), kind)

    def _close(self) -> None:
        """Forget what lines and items could continue."""
        self.kind, self.open_text, self.last_item = None, None, None

    # Headings and lines of text

    @property
    def _in_milestone(self) -> bool:
        """Whether lines of text continue a milestone."""
        return any(self.open_text is milestone.text for milestone in self.plan.milestones)

    @property
    def _open_text_has_ended(self) -> bool:
        """Whether lines of text continue a milestone whose sentence is complete."""
        return self._in_milestone and "".join((self.open_text or [])[-1:]).endswith((".", "!", "?"))

    @property
    def _week_is_untitled(self) -> bool:
        """Whether only the number of the week is known."""
        week = self.week
        return bool(week and not week.items and not self.kind and week.title == f"Week {week.number}")

    def _read_heading(self, block: Block) -> None:
        label = match_label(block.text)
        if label and (self.week or self.plan.parts) and block.level > self.structure.week_level - (not self.week):
            self._read_label(block, label)
            return
        self._close()
        if block.level <= self.structure.week_level or self.structure.week_form == TABLE_ROWS:
            self.week = None

    def _read_text(self, block: Block) -> None:
        label = match_label(block.text) if not block.level else None
        if self.weeks_are_bold_lines and not label and re.fullmatch(r"\W*\*\*[^*]+\*\*:?", block.text):
            self._close()
            self.week = None  # if weeks are bold lines, any other bold line ends them
            return
        # Without a colon, a line is only a label if there is a list below it.
        if label and (label.marker.endswith((":", "—", "–", "-")) or self.above_item):
            self._read_label(block, label)
        elif self.open_text is not None and not self._open_text_has_ended:
            self._continue_text(block)
        elif self.week and self._week_is_untitled and is_name(block.text):
            self.week.title = plain_text(block.text)  # its topic is below the heading
            self._add_text(block, block.text)
        elif block.level and self.last_item:
            self._add_note(self.last_item[1], block, "\n\n")
        elif self.week and self.kind and self.text_is_item and len(block.text) <= _LONGEST_ITEM:
            self._add_item(block, self.kind)

    def _read_label(self, block: Block, mark: HeadingMark) -> None:
        self._close()
        part = self.plan.parts[-1] if self.plan.parts else None
        if mark.label == "milestone":
            self._begin_milestone(block, mark)
        elif mark.label == "goal":
            if self.week or not part:
                return  # weeks have no goal of their own; the line is left over
            self.open_text = part.goal
            self._add_structure(block, mark.marker)
            if mark.rest:
                self._continue_text(replace(block, text=mark.rest))
        elif self.week and mark.label:
            self.kind, self.text_is_item = mark.label, mark.marker.endswith(":")
            self._add_structure(block, mark.marker)
            if mark.rest:
                self._add_item(replace(block, text=mark.rest), mark.label)

    def _begin_milestone(self, block: Block, mark: HeadingMark) -> None:
        """Begin a milestone of the weeks or the part that its label names, else of the present week or part."""
        milestone = MilestoneDraft([mark.rest] if mark.rest else [])
        name = mark.parenthesis.casefold()
        parts = self.plan.parts
        if weeks := find_week_range(name):
            offset = (parts[-1].week_offset or 0) if parts else 0
            milestone.weeks = tuple(range(weeks.first + offset, weeks.last + offset + 1))
        elif name:
            milestone.part = next((part for part in parts if name in (part.key, part.title.casefold())), None)
        elif self.week:
            milestone.weeks = (self.week.number,)
        elif parts:
            milestone.part = parts[-1]
        self.plan.milestones.append(milestone)
        self.open_text = milestone.text
        self._add_structure(block, mark.marker)
        self._add_text(block, mark.rest)

    def _continue_text(self, block: Block) -> None:
        """Add a line to the goal or the milestone."""
        if self.open_text is not None:
            self.open_text.append(block.text)
            self._add_text(block, block.text)

    # Items

    def _read_item(self, block: Block) -> None:
        if block.is_contents_link:
            return
        label = match_label(block.text) if block.checked is None else None
        if label and (self.week or self.plan.parts) and (label.rest == "" or label.label in ("milestone", "goal")):
            self._read_label(block, label)
        elif self.open_text is not None and (not self.week or self._in_milestone):
            self._continue_text(block)
        elif not self.week:
            self._add_guide(block)
        elif label and label.marker.endswith(":"):
            self._add_structure(block, label.marker)
            self._add_item(replace(block, text=label.rest), _kind_of(label.label) or "concept")
        elif self.last_item and _is_note(block, self.last_item[0]):
            self._add_note(self.last_item[1], block, "\n")
        else:
            self._add_item(block, self.kind)

    def _add_item(self, block: Block, kind: Kind | None) -> None:
        """Add an item to the week; without a kind, an item with a link is something to read."""
        if not self.week or not block.text:
            return
        kind = kind or ("reading" if "http" in block.text else "concept")
        done_date = _DONE_DATE.search(block.text) if block.checked else None
        text = f"{block.text[: done_date.start()]} ✅ {done_date[1]}" if done_date else block.text
        item = read_item(text, has_author=kind == "reading")
        fields = item.fields
        self._add_structure(block, *item.structure)
        if item.author_is_guessed:
            self.guessed_authors.append(block.line)
        if block.dropped:
            fields["dropped"] = True
        elif item.done or block.checked:
            fields["done"] = item.done or self.done
            if not item.done:
                self.undated_ticks.append(block.line)
        if self.track:
            fields["note"] = "; ".join(filter(None, (self.track, fields.get("note"))))
        self.open_text = None
        self.text_is_item = self.text_is_item and block.type is BlockType.TEXT
        self.last_item = block, self.week.add_item(kind, fields)
        self._add_text(block, *text_values(fields))

    def _add_note(self, item: dict[str, Any], block: Block, separator: str) -> None:
        note = item.get("note")
        item["note"] = f"{note}{separator}{block.text}" if note else block.text
        self._add_text(block, block.text)

    def _add_guide(self, block: Block) -> None:
        """Add an item with a link that belongs to no week to the guides."""
        fields = read_item(block.text, has_author=True).fields
        if "url" in fields:
            description = "; ".join(fields[key] for key in ("author", "section", "note") if key in fields)
            guide = {"title": fields["title"], "url": fields["url"]}
            guide |= {"good_for": description} if description else {}
            self.plan.guides.append(guide)
            self._add_text(block, *text_values(guide))

    # Word ledger

    def _add_text(self, block: Block, *texts: str) -> None:
        self.plan.ledger.add_text(block.line_numbers, *texts)

    def _add_structure(self, block: Block, *words: str) -> None:
        self.plan.ledger.add_structure([block.line], *words)


def _is_note(block: Block, above: Block) -> bool:
    """Tell whether an item is a note on the one above it: deeper, or the only one of both without a checkbox."""
    if block.checked is not None or "http" in block.text:
        return False
    return block.level > above.level or (block.level == above.level > 0 and above.checked is not None)


def _kind_of(name: str | None) -> Kind | None:
    """Return the kind of items that a label or a column names, if it is one."""
    return next((kind for kind in LISTS if kind == name), None)
