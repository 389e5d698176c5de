"""Importer for a plan in Markdown, or in text that was Markdown, as a curriculum."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from daytrail.importers.plan.appendix import add_appendices
from daytrail.importers.plan.draft import MilestoneDraft, PartDraft, PlanDraft, StatedRange, WeekDraft
from daytrail.importers.plan.heading_marks import (
    HeadingMark,
    find_week_range,
    is_name,
    match_day,
    match_label,
    match_part,
    match_week,
    title_text,
)
from daytrail.importers.plan.mermaid import DIAGRAM_START, is_flowchart_line, parse_flowchart
from daytrail.importers.plan.structure import (
    TABLE_ROWS,
    date_column,
    detect_structure,
    header_of,
    is_box,
    is_item_row,
    week_column,
    with_numbered_rows,
)
from daytrail.importers.plan.tables import (
    column_names,
    column_roles,
    find_date,
    is_empty_cell,
    is_extra_row,
    is_total,
    read_hours,
    read_item_row,
    read_state,
    split_cell,
)
from daytrail.importers.text.diagnostics import by_line, lost_lines, text_values
from daytrail.importers.text.front_matter import split_front_matter
from daytrail.importers.text.item_text import LEADING_LINK, TICK, ItemText, read_item, with_absolute_links
from daytrail.importers.text.markdown import find_links, plain_text
from daytrail.importers.text.outline import Block, BlockType, read_outline, without_control_characters
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.curriculum import LISTS, ROUNDING, Kind
from daytrail.problems import Problem

_LONGEST_ITEM = 200
"""Characters of a line of text that is an item."""
_DONE_DATE = re.compile(r"\s*[(\[](\d{4}-\d\d-\d\d)[)\]]\s*$")
"""A date behind an item that is ticked, which is the day it was done."""
_NOTION_ID = re.compile(r"\s[0-9a-f]{32}$")
"""Added by Notion to the titles that it exports."""
_TOPIC_OF_WEEK = re.compile(rf"(?:{any_of('topic_of_week')})\s*:\s*(?P<title>\S.*)", re.IGNORECASE)
_BOLD_LINE = re.compile(r"\W*(?:\*\*[^*]+\*\*|__[^_]+__):?\W*")
_IN_PROGRESS = re.compile(r"^(?:DOING|NOW) |^\W*[🚧🔄]\ufe0f?\s+|\s+[🚧🔄]\ufe0f?$")
_PICTURE = re.compile(r"!\[[^\[\]]*\]\([^()]*\)")
_PROPERTY = re.compile(r"^[ \t]*(?:[\w-]+:: .*|:LOGBOOK:|:END:|CLOCK: .*|(?:SCHEDULED|DEADLINE): <.*)$", re.MULTILINE)
"""A line with which Logseq and Org mode describe an item."""
_OPEN_SIGN = re.compile(r"[🚧🔄⏳⌛]\ufe0f?\s+")
_STATE_WORD = re.compile(
    r"(?P<word>TODO|LATER|WAITING|NEXT|(?P<done>DONE)|(?P<dropped>CANCELL?ED)|(?P<doing>DOING|NOW))(?:\s|$)"
)
"""A state as Logseq and Org mode write it."""
_TRACK = re.compile(r"(?:\*\*|__)(?P<title>[^*_]+?):?(?:\*\*|__):?\s+(?P<text>\S.*)")
"""A choice with a name."""
_WEEK_IN_CELL = re.compile(r"^\W*[^\W\d]*\s*\d+")
_NUMBERED_LINK = re.compile(r"^\[([\W\d]*\d[\W\d]*)\]\(")
"""A link whose words need the name of their column, as of `[1–6](https://…)` below `Videos`."""
_NUMBER_CELL = re.compile(r"[\W\d]*\d[\W\d]*")
_BOLD_LEVEL = 7
"""The level of a group whose title is a bold line: below that of all headings."""


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
        outline = read_outline(_PROPERTY.sub("", text))
        self.blocks = [_with_state(block) for block in outline.blocks]
        self.structure = detect_structure(self.blocks)
        numbered, is_falling = (
            with_numbered_rows(self.blocks) if self.structure.week_form == "sections" else ([], False)
        )
        if numbered and (structure := detect_structure(numbered)).weeks:
            self.blocks, self.structure = numbered, structure
        else:
            numbered = []
        self.plan = PlanDraft(title=name)
        for block, stated in zip(outline.blocks, self.blocks, strict=True):
            if block.type is BlockType.ROW and block.cells and block is not stated:
                self.plan.ledger.add_structure([block.line], block.cells[0])
            elif block is not stated:
                self.plan.ledger.add_structure([block.line], block.text.removesuffix(stated.text))
        if numbered:
            order = "the falling numbers of a table were taken for weeks in the order of its rows"
            message = order if is_falling else "the numbers of a table were taken for weeks"
            self.plan.report(self.blocks[min(self.structure.weeks)].line, "guessed-weeks", message)
        self._read_front_matter()
        weeks = [self.blocks[index] for index in self.structure.weeks]
        self.weeks_are_bold_lines = bool(weeks) and all(
            block.type is BlockType.TEXT and block.text.startswith("**") for block in weeks
        )
        self.rows_of_week = Counter(
            mark.first
            for index, mark in self.structure.weeks.items()
            if not (row := self.blocks[index]).cells or not is_extra_row(row, self._week_column(row))
        )
        self.last_week_index = max(self.structure.weeks, default=-1)
        self.week_has_box = self._box_near(set(self.structure.weeks))
        self.section_has_box = self._box_near(
            {index for index, block in enumerate(self.blocks) if block.type is BlockType.HEADING or _is_label(block)}
            | set(self.structure.weeks)
        )
        self.charts: list[list[tuple[int, str]]] = []
        """The numbered lines of each diagram."""
        self.week: WeekDraft | None = None
        self.week_level = _BOLD_LEVEL
        """The level of the present week's heading."""
        self.part_line = 0
        """The line on which the present part begins."""
        self.kind: Kind | None = None
        """The kind of items below the last label."""
        self.label_level = -1
        """The level of the item that is the last label; -1 if it is none."""
        self.kind_level = _BOLD_LEVEL
        """The level of the heading that is the last label."""
        self.groups: dict[int, tuple[Block, str]] = {}
        """The headings within the week that are no labels, by level, with their titles."""
        self.parents: list[tuple[int, str]] = []
        """The levels and the texts of the items above that introduce others, as `Implement:` does."""
        self.ticked: list[int] = []
        """The levels of the items above that are ticked."""
        self.item_lines_until = 0
        """The last line on which a line of text is an item of the last label."""
        self.open_text: list[str] | None = None
        """The goal or the milestone that lines of text continue."""
        self.last_item: tuple[Block, dict[str, Any]] | None = None
        """The block of the last item, and its fields."""
        self.track = ""
        """The title of the present part, if it runs in the same weeks as others."""
        self.header: Block | None = None
        """The first row of the present table."""
        self.heading = ""
        """The title of the last heading."""
        self.heading_line: Block | None = None
        self.is_below_week = False
        """Whether the present week begins with the block above."""
        self.above_item = False
        """Whether the next block is an item."""
        self.item_rows: set[int] = set()
        """Indices of the table rows that became items."""
        self.doubts: dict[str, list[int]] = defaultdict(list)
        """The lines with guesses that are reported once for the document, by the guess."""

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
        unread = {*self.item_rows, *self.structure.about_document}
        blocks = [
            replace(block, type=BlockType.OTHER) if at in unread else block for at, block in enumerate(self.blocks)
        ]
        add_appendices(self.plan, blocks, self.structure, charts)
        return self._result()

    def _read_front_matter(self) -> None:
        metadata, _ = split_front_matter(self.text)
        title = metadata.get("title")
        if isinstance(title, str) and title.strip() and self.structure.title is None:
            self.plan.title = title.strip()
            self.plan.ledger.add_text(range(1, self.text.count("\n") + 1), "title", self.plan.title)

    def _box_near(self, starts: set[int]) -> list[bool]:
        """Tell of each block whether a checkbox is between the same two starts."""
        sections, section = [], 0
        with_box = set()
        for index, block in enumerate(self.blocks):
            section += index in starts
            sections.append(section)
            if is_box(block):
                with_box.add(section)
        return [section in with_box for section in sections]

    def _result(self) -> ImportedPlan:
        plan = self.plan
        for code, all_lines in self.doubts.items():
            lines, count = list(dict.fromkeys(all_lines)), len(all_lines)
            others = f" (also lines {', '.join(map(str, lines[1:]))})" if len(lines) > 1 else ""
            message = {
                "guessed-done": f"ticked without a date, here and below: {count}; "
                f"{self.done} was taken, --done says otherwise",
                "guessed-dropped": f"a cross was taken for `dropped`; it may say `not done`{others}",
                "guessed-author": f"taken for authors, since they are behind a dash, here and below: {count}",
                "in-progress": f"a plan cannot say `in progress`, here and below: {count}; `started:` of an entry can",
                "relative-link": f"links to files beside the source were left out; --source-url keeps them{others}",
                "hours-for-each": f"the hours are for each of several things and were counted once{others}",
                "several-hours": f"several hours in one line were added{others}",
                "hours-of-week": f"the hours are for the whole week; its first item has them, here and below: {count}",
                "tick-in-heading": f"a tick in a heading makes no item done, here and below: {count}",
                "ticked-parent": f"open below an item that is ticked{others}",
                "no-week": f"these boxes belong to no week; a week was made for them{others}",
            }[code]
            plan.report(lines[0], code, message)
        weeks = list(plan.weeks)
        is_empty = not any(week.items for week in weeks) and sum(week.has_title for week in weeks) < 2
        data = {} if is_empty else plan.data()
        unparsed_lines = plan.ledger.unparsed_lines(self.text, nothing_imported=is_empty)
        lost = lost_lines(self.text, data, unparsed_lines, plan.ledger.structure)
        return ImportedPlan(
            data,
            tuple(by_line((*plan.diagnostics, *unparsed_lines, *lost))),
            tuple(plan.ledger.structure),
            self.structure.week_form,
            sum(len(topic.get("needs", ())) for topic in plan.topics),
        )

    def _read_block(self, index: int, block: Block) -> None:
        self.above_item = any(following.type is BlockType.ITEM for following in self.blocks[index + 1 : index + 2])
        structure = self.structure
        if block.type is BlockType.HEADING:
            self.heading, self.heading_line = title_text(block.text), block
        if index in structure.about_document:
            self._close()
            if block.type is BlockType.HEADING and block.level <= self.week_level:
                self.week = None
            return
        if block.type is BlockType.ROW and not block.header:
            self.header = None if index in structure.weeks else block
        part, week, day = structure.parts.get(index), structure.weeks.get(index), structure.days.get(index)
        item_begins = block.type is BlockType.ITEM
        if part:
            self._begin_part(block, part)
        if week:
            self._begin_week(block, week)
        if day:
            self._read_day(index, block, day)
        if not (part or week or day):
            self._read_content(index, block)
            self.is_below_week = False
        elif week and structure.week_form == "sections" and (is_box(block) or (item_begins and not week.rest)):
            self._read_item(index, block)  # a list without groups is one week, which its first item begins

    def _read_content(self, index: int, block: Block) -> None:
        """Read a block that begins no part, week or day."""
        match block.type:
            case _ if index == self.structure.title:
                title = title_text(block.text)
                self.plan.title = _NOTION_ID.sub("", title) or self.plan.title
                self._add_text(block, self.plan.title)
                self._add_structure(block, *_NOTION_ID.findall(title))
            case BlockType.HEADING:
                self._read_heading(index, block)
            case BlockType.TEXT:
                self._read_text(block)
            case BlockType.ITEM:
                self._read_item(index, block)
            case BlockType.ROW:
                self._read_row(index, block)
            case BlockType.CODE:
                self.charts.append(list(enumerate(block.text.split("\n"), start=block.line + 1)))
                self._add_structure(block, "mermaid")

    # Parts, weeks and days

    def _begin_part(self, block: Block, mark: HeadingMark) -> None:
        title = title_text(mark.rest) or plain_text(mark.rest)
        weeks = find_week_range(title)
        if weeks:
            self._add_structure(block, weeks.marker)
            title = weeks.rest or title
        key = " ".join(re.findall(r"\w+", mark.marker.casefold()))
        part = PartDraft(title or plain_text(block.text) or f"Part {len(self.plan.parts) + 1}", block.line, key)
        self.plan.parts.append(part)
        self._add_structure(block, mark.marker)
        self._add_text(block, mark.rest)
        if weeks:
            index = len(self.plan.parts) - 1
            self.plan.stated_ranges.append(
                StatedRange(block.line, "its title", title, index, (weeks.first, weeks.last))
            )
        self.track, self.part_line = part.title if part.is_track else "", block.line
        self._close()
        self.week, self.open_text = None, part.goal  # text right below a part is its goal
        self.week_level = block.level if block.type is BlockType.HEADING else _BOLD_LEVEL

    def _begin_week(self, block: Block, mark: HeadingMark) -> None:
        if block.type is BlockType.ROW:
            self._begin_week_of_row(block, mark)
            return
        rest = self._with_links(block, mark.rest)
        title = title_text(rest)
        if weeks := find_week_range(title):
            title = weeks.rest or title
            self._add_structure(block, weeks.marker)
        goal = self.open_text
        self._close()
        self.groups = {}
        self.week = self.plan.begin_week(block.line, mark.first, mark.last, title)
        self.week_level = block.level if block.type is BlockType.HEADING else _BOLD_LEVEL
        self.is_below_week = True
        if self.part_line == block.line:
            self.open_text = goal  # the part has no other week, so that what is below is its goal
        self._add_structure(block, mark.marker)
        if self.week.line == block.line:
            self._add_text(block, title)
        else:  # the week exists, and its title contains this one
            self._add_structure(block, title)
        if find_links(rest):
            self._add_item(replace(block, text=rest), None)
        if re.search("[✅✔☑]", block.text):
            self.doubts["tick-in-heading"].append(block.line)

    def _read_day(self, index: int, block: Block, mark: HeadingMark) -> None:
        """Read a day of a week: the title of what is below it, or else an item."""
        self._close()
        level = block.level if block.type is BlockType.HEADING else _BOLD_LEVEL
        self.groups = {at: group for at, group in self.groups.items() if at < level}
        if block.type is BlockType.ROW:
            self._read_row(index, block)
        elif mark.rest and not self._has_items_below(index):
            self._add_structure(block, mark.marker)
            self._add_item(replace(block, text=mark.rest), "concept")
        else:
            self.groups[level] = block, title_text(block.text)

    def _has_items_below(self, index: int) -> bool:
        """Tell whether there are items between a block and the next heading, week or day."""
        for at in range(index + 1, len(self.blocks)):
            block = self.blocks[at]
            if block.type is BlockType.HEADING or at in self.structure.weeks or at in self.structure.days:
                return False
            if block.type is BlockType.ITEM or is_item_row(block):
                return True
        return False

    def _close(self) -> None:
        """Forget what lines and items could continue."""
        self.kind, self.open_text, self.last_item = None, None, None
        self.label_level, self.kind_level, self.item_lines_until = -1, _BOLD_LEVEL, 0
        self.parents, self.ticked = [], []

    # Headings and lines of text

    @property
    def _in_milestone(self) -> bool:
        """Whether lines of text continue a milestone."""
        return any(self.open_text is milestone.text for milestone in self.plan.milestones[-1:])

    @property
    def _open_text_has_ended(self) -> bool:
        """Whether lines of text continue a milestone whose sentence is complete."""
        return self._in_milestone and "".join((self.open_text or [])[-1:]).endswith((".", "!", "?"))

    @property
    def _week_is_untitled(self) -> bool:
        """Whether only the number of the week is known."""
        week = self.week
        return bool(week and self.is_below_week and not week.has_title)

    def _read_heading(self, index: int, block: Block) -> None:
        label = match_label(block.text)
        self.groups = {level: group for level, group in self.groups.items() if level < block.level}
        is_within_week = self.week is not None and block.level > self.week_level
        is_below_part = not self.week and bool(self.plan.parts) and block.level >= self.structure.week_level
        day = match_day(block.text) or match_part(block.text, strict=False)
        if day and not (label and label.is_exact) and is_within_week:
            self._read_day(index, block, day)
        elif label and (is_within_week or is_below_part or label.label == "milestone"):
            if not is_within_week:
                self.week = None
            self._read_label(block, label)
            self.kind_level = block.level
        elif is_within_week:
            if block.level <= self.kind_level:
                self._close()
            self.last_item = None
            self.groups[block.level] = block, self.heading
        else:
            self._close()
            self.week = None

    def _read_text(self, block: Block) -> None:
        label = match_label(block.text) if not block.level else None
        is_bold = block.text.startswith(("**", "__"))
        if self.weeks_are_bold_lines and not label and _BOLD_LINE.fullmatch(block.text):
            self._close()
            self.week = None  # if weeks are bold lines, any other bold line ends them
            return
        # Without a colon, a line is only a label if there is a list below it.
        is_label = label and (label.is_exact or is_bold) and label.marker.endswith((":", "—", "–", "-"))
        if label and (is_label or self.above_item):
            self._read_label(block, label)
        elif self.week and self.is_below_week and (topic := _TOPIC_OF_WEEK.fullmatch(plain_text(block.text))):
            self._name_week(self.week, block, topic["title"])
        elif self.open_text is not None and not self._open_text_has_ended:
            if self.open_text or not match_week(block.text, strict=False):  # the weeks of a part are no goal
                self._continue_text(block)
        elif self.week and self._week_is_untitled and is_name(block.text):
            self.week.title = title_text(block.text) or self.week.title  # its topic is below the heading
            self._add_text(block, block.text)
        elif self.last_item and (block.level or self.last_item[0].type is BlockType.HEADING):
            self._add_note(self.last_item[1], block, "\n\n" if block.level else "\n")
        elif self.week and self.kind and block.line <= self.item_lines_until and len(block.text) <= _LONGEST_ITEM:
            self._add_item(block, self.kind)
        elif not block.level:
            self._read_loose_text(block)

    def _name_week(self, week: WeekDraft, block: Block, title: str) -> None:
        """Take the topic below the heading of a week as its title, if the heading has none or only dates."""
        if not week.has_title:
            week.title = title
        elif find_date(week.title):
            week.title = f"{title} ({week.title})"
        else:
            return
        self._add_text(block, title)
        self._add_structure(block, block.text)

    def _read_loose_text(self, block: Block) -> None:
        """Read a line that no item continues: perhaps the title of a group of items."""
        self.last_item = None
        if self.week and self.above_item and _BOLD_LINE.fullmatch(block.text):
            self._close()
            self.groups[_BOLD_LEVEL] = block, title_text(block.text).rstrip(":")

    def _read_label(self, block: Block, mark: HeadingMark) -> None:
        self._close()
        self.groups.pop(_BOLD_LEVEL, None)
        self.label_level = block.level if block.type is BlockType.ITEM else -1
        part = self.plan.parts[-1] if self.plan.parts else None
        if mark.label == "milestone":
            self._begin_milestone(block, mark)
        elif mark.label == "goal":
            self._begin_goal(block, mark, part)
        elif self.week and mark.label:
            self.kind = mark.label
            if mark.marker.endswith(":") or block.text.rstrip().endswith(":"):
                self.item_lines_until = block.line + 2
            if mark.is_exact or block.type is not BlockType.HEADING:
                self._add_structure(block, mark.marker if mark.is_exact else "")
            else:
                self.groups[block.level] = block, title_text(block.text)
            if mark.rest and mark.is_exact:
                self._add_item(replace(block, text=mark.rest), mark.label)

    def _begin_goal(self, block: Block, mark: HeadingMark, part: PartDraft | None) -> None:
        """Begin the goal of the present part, or of the whole plan; a week has none, and lists of goals are items."""
        if not part and not self.structure.parts and not self.week and mark.rest:
            part = PartDraft(self.plan.title, block.line)
            self.plan.parts.append(part)
        if part and (not self.week or self.part_line == self.week.line):
            self.open_text = part.goal
            self._add_structure(block, mark.marker)
            if mark.rest:
                self._continue_text(replace(block, text=mark.rest))
        elif self.week and self.week_level < _BOLD_LEVEL:  # without headings, nobody knows whose goal it is
            self.kind = None if mark.rest else "deliverable"
            self._add_structure(block, mark.marker)
            self._add_item(replace(block, text=mark.rest), "deliverable")

    def _begin_milestone(self, block: Block, mark: HeadingMark) -> None:
        """Begin a milestone of the weeks or the part that its label names, else of the present week or part."""
        text = self._with_links(block, mark.rest)
        milestone = MilestoneDraft([text] if text else [])
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
        self._add_text(block, text)

    def _continue_text(self, block: Block) -> None:
        """Add a line to the goal or the milestone."""
        if self.open_text is not None:
            text = self._with_links(block, block.text)
            self.open_text.append(text)
            self._add_text(block, text)

    # Items

    def _read_item(self, index: int, block: Block) -> None:
        if block.is_contents_link:
            return
        if block.level <= self.label_level:
            self.kind, self.label_level = None, -1
        if is_box(block):
            self._read_box(index, block)
        else:
            self._read_bullet(index, block)

    def _read_box(self, index: int, block: Block) -> None:
        if self.open_text is not None:  # boxes below a goal or a milestone are items, and no text of it
            self.kind = self.kind or ("deliverable" if self._in_milestone else None)
            self.open_text = None
        if self.week:
            self._add_item(block, self.kind)
        else:
            self._add_box_of_no_week(index, block)

    def _read_bullet(self, index: int, block: Block) -> None:
        label = self._item_label(index, block)
        if label and (self.week or self.plan.parts) and self._is_list_label(label):
            self._read_label(block, label)
        elif self.open_text is not None and (not self.week or self._in_milestone):
            self._continue_text(block)
        elif not self.week:
            self._add_guide(block)
        elif label and label.is_exact and label.marker.endswith(":") and label.label != "goal":
            self._add_structure(block, label.marker)
            self._add_item(replace(block, text=label.rest), _kind_of(label.label) or "concept")
        elif self.last_item and self._is_note(block, self.last_item[0]):
            self._add_note(self.last_item[1], block, "\n")
        elif not self.structure.has_boxes or self._is_plain_item(index, block):
            self._add_item(block, self.kind)

    def _item_label(self, index: int, block: Block) -> HeadingMark | None:
        """Return the label that an item is or begins with; one without a colon has items below it."""
        label = match_label(block.text)
        if not label or (not label.is_exact and not block.text.startswith(("**", "__"))):
            return None
        below = self.blocks[index + 1 : index + 2]
        is_above_items = any(block.level < other.level for other in below if other.type is BlockType.ITEM)
        has_colon = label.marker.endswith(":") or block.text.rstrip().endswith((":", ":**", ":__"))
        return label if is_above_items or has_colon or label.rest else None

    def _is_list_label(self, label: HeadingMark) -> bool:
        """Tell whether an item is a label of others, or a milestone or a goal that has its text behind it."""
        if label.label == "goal":
            return not self.week or not label.rest
        return label.rest == "" or label.label == "milestone"

    def _is_plain_item(self, index: int, block: Block) -> bool:
        """Tell whether an item without a box is one, though the document has boxes."""
        if self.section_has_box[index]:
            return False
        return bool(self.kind or self.groups or "http" in block.text or not self.week_has_box[index])

    def _is_note(self, block: Block, above: Block) -> bool:
        """Tell whether an item is a note on the one above it: deeper, or without a checkbox behind one with it."""
        if is_box(block):
            return False
        if is_box(above) and self.structure.has_boxes:
            is_link = LEADING_LINK.fullmatch(block.text) is not None
            return block.level > above.level or (block.level == above.level and not is_link)
        return block.level > above.level and "http" not in block.text

    def _add_box_of_no_week(self, index: int, block: Block) -> None:
        """Add a box to the week that it names, or to a week of its own before or behind the others."""
        of_milestone = find_week_range(block.text) if self.kind == "deliverable" else None
        if week := match_week(block.text, strict=True) or of_milestone:
            known = self.plan.weeks_by_number.get(week.first)
            if known and self.kind:
                self.week = known
                self._add_item(block, self.kind)
                self.week = None
            return
        kind = self.kind
        numbers = [mark.first for mark in self.structure.weeks.values()]
        if not self.plan.weeks_by_number:
            number = 0 if 0 not in numbers else min(numbers)
        elif index < self.last_week_index:
            number = max(self.plan.weeks_by_number)
        else:
            number = max(max(self.plan.weeks_by_number) + 1, self.structure.end)
        self.doubts["no-week"].append(block.line)
        title = self.heading or self.plan.title
        if len(self.plan.parts) > 1 and number not in self.plan.weeks_by_number:
            self.plan.parts.append(PartDraft(title, block.line))
        self.week = self.plan.begin_extra_week(block.line, number, title)
        self.week_level = _BOLD_LEVEL
        self._add_text(self.heading_line or block, title)
        self._add_item(block, kind)

    def _add_item(self, block: Block, kind: Kind | None) -> None:
        """Add an item to the week; without a kind, an item with a link is something to read."""
        if not self.week or is_empty_cell(block.text):
            return
        kind = kind or ("reading" if "http" in block.text else "concept")
        text = _IN_PROGRESS.sub("", block.text)
        if text != block.text:
            self.doubts["in-progress"].append(block.line)
            self._add_structure(block, block.text.removesuffix(text))
        if block.checked and (done_date := _DONE_DATE.search(text)):
            text = f"{text[: done_date.start()]} ✅ {done_date[1]}"
        track = _TRACK.fullmatch(text) if kind == "choice" else None
        item = read_item(track["text"] if track else text, has_author=kind == "reading", source_url=self.source_url)
        if track:
            item.fields = {"title": plain_text(track["title"]), **item.fields}
        self._keep_item(block, kind, item)

    def _keep_item(self, block: Block, kind: Kind, item: ItemText) -> None:
        """Add an item that was read to the week, with its state and with the names of its groups as a note."""
        fields = item.fields
        if not self.week or not fields.get("text", "…"):  # nothing but hours or marks
            return
        self._add_structure(block, *item.structure)
        for is_guess, code in (
            (item.author_is_guessed, "guessed-author"),
            (item.hours_are_for_each, "hours-for-each"),
            (item.hours_are_a_sum, "several-hours"),
            (any(map(_is_file, item.relative_links)), "relative-link"),
            (item.in_progress, "in-progress"),
            (item.dropped_is_guessed, "guessed-dropped"),
        ):
            if is_guess:
                self.doubts[code].append(block.line)
        self._add_structure(block, *(target for target in item.relative_links if not _is_file(target)))
        if block.dropped:
            fields["dropped"] = True
        elif item.done or block.checked or item.ticked:
            fields["done"] = item.done or self.done
            if not item.done:
                self.doubts["guessed-done"].append(block.line)
        self._leave_parents(block)
        titles = [self.track, *(title for _, title in self.groups.values()), *(name for _, name in self.parents[-1:])]
        if note := "; ".join(filter(None, (*titles, fields.get("note")))):
            fields["note"] = note
        for heading, title in self.groups.values():
            self._add_text(heading, title)
        if block.type is BlockType.ITEM and block.text.rstrip().endswith(":"):
            self.parents.append((block.level, plain_text(block.text).rstrip(": ")))
        self.open_text = None
        self.item_lines_until = block.last_line or block.line + 1 if block.type is BlockType.TEXT else 0
        self.last_item = block, self.week.add_item(kind, fields)
        self._add_text(block, *text_values(fields))

    def _leave_parents(self, block: Block) -> None:
        """Forget the items that are not above an item, and report an open one below one that is ticked."""
        self.parents = [(level, name) for level, name in self.parents if level < block.level]
        self.ticked = [level for level in self.ticked if level < block.level]
        if self.ticked and block.checked is False:
            self.doubts["ticked-parent"].append(block.line)
        if block.checked and block.type is BlockType.ITEM:
            self.ticked.append(block.level)

    def _add_note(self, item: dict[str, Any], block: Block, separator: str) -> None:
        if _PICTURE.fullmatch(block.text):
            return
        note = item.get("note")
        text = self._with_links(block, block.text)
        item["note"] = f"{note}{separator}{text}" if note else text
        self._add_text(block, text)

    def _add_guide(self, block: Block) -> None:
        """Add an item with a link that belongs to no week to the guides."""
        fields = read_item(block.text, has_author=True, source_url=self.source_url).fields
        if "url" in fields and find_links(block.text)[0][0] in ("", fields["title"]):
            description = "; ".join(fields[key] for key in ("author", "section", "note") if key in fields)
            guide = {"title": fields["title"], "url": fields["url"]}
            guide |= {"good_for": description} if description else {}
            self.plan.guides.append(guide)
            self._add_text(block, *text_values(guide))

    # Tables

    def _read_row(self, index: int, block: Block) -> None:
        """Read a row that begins no week: as an item of the week, if the table is one of items."""
        if not block.header:
            if self.item_lines_until:
                self.kind = None  # the label was one of lines of text
            if self.structure.week_form == TABLE_ROWS:
                self.week = None
                self._add_structure(block, " ".join(block.cells))
        elif self.week and self.header and self.week_level < _BOLD_LEVEL and is_item_row(block):
            kind, item = read_item_row(block, column_names(self.header.cells), self.source_url)
            self.item_rows.add(index)
            self.last_item = None
            self._add_structure(self.header, " ".join(self.header.cells))
            self._keep_item(block, self.kind or kind, item)

    def _begin_week_of_row(self, block: Block, mark: HeadingMark) -> None:
        """Begin or continue the week of a row, in the part that its row names, and read its cells."""
        self._close()
        self.groups = {}
        roles, column = column_roles(header_of(block)), self._week_column(block)
        if is_extra_row(block, column):
            self._read_extra_row(block)
            return
        cells = dict(zip(roles, block.cells, strict=False))
        part = title_text(cells.get("part", ""))
        if part and not (self.plan.parts and self.plan.parts[-1].title == part):
            self.plan.parts.append(PartDraft(part, block.line))
            self._add_text(block, part)
        title = plain_text(self._with_links(block, cells.get("title", ""))).strip(" –—-")
        title = "" if is_empty_cell(title) else title
        self.week = self.plan.begin_week(block.line, mark.first, mark.last, title)
        self.week_level = _BOLD_LEVEL
        self._add_text(block, title)
        self._add_structure(block, plain_text(self._with_links(block, mark.marker)), cells.get("part", ""))
        day = match_day(re.sub(r"^\W+", "", _WEEK_IN_CELL.sub("", plain_text(mark.marker), count=1)))
        self._read_week_row(block, self.week, day.marker if day else "")

    def _week_column(self, row: Block) -> int:
        column = week_column(row)
        return (date_column(row) if column is None else column) or 0

    def _read_week_row(self, block: Block, week: WeekDraft, day: str) -> None:
        """Read the cells of a row as items of its week; its title is one too if the row has a state or is a session."""
        header = self.header or block
        names = column_names(header.cells) if header is not block else [""] * len(block.cells)
        roles = column_roles(header_of(block))
        cells = [
            (role, name, cell)
            for at, (role, name, cell) in enumerate(zip(roles, names, block.cells, strict=False))
            if role in ("date", "status") or not (is_empty_cell(cell) or at == week_column(block) or role == "part")
        ]
        self._add_structure(block, *(cell for cell in block.cells if is_empty_cell(cell)))
        dates = [cell for role, _, cell in cells if role == "date" and not is_empty_cell(cell)]
        self.plan.row_dates += [(week.number, cell, block.line) for cell in dates]
        status = next((cell for role, _, cell in cells if role == "status"), "")
        is_session = self.rows_of_week[week.number] > 1 or bool(day or read_state(status)[0])
        numbers = [
            f"{name}: {cell}"
            for role, name, cell in cells
            if role not in ("hours", "date", "title") and _NUMBER_CELL.fullmatch(cell)
        ]
        before = len(week.items)
        for role, name, cell in cells:
            if role == "title" and (is_session or find_links(cell)):
                self._add_session(block, cell, status, [day, *map(plain_text, dates)])
            elif role not in ("title", "date", "status", "hours") and f"{name}: {cell}" not in numbers:
                self._read_week_cell(block, week, role, name, cell)
        hours = next((hours for role, _, cell in cells if role == "hours" if (hours := read_hours(cell))), 0)
        if not week.items[before:] and (hours or numbers):
            self._add_item(replace(block, text=week.title), "concept")
        items = week.items[before:]
        if numbers:
            items[0][1]["note"] = "; ".join(filter(None, [items[0][1].get("note"), *numbers]))
            self._add_text(block, *numbers)
        if hours:
            self._add_structure(block, *(cell for role, _, cell in cells if role == "hours"))
            self._add_hours_of_row(block, items, hours, is_session=is_session)

    def _read_week_cell(self, block: Block, week: WeekDraft, role: str, name: str, cell: str) -> None:
        """Read a cell as items of the kind that its column names, or with the column's name as a note."""
        if role == "milestone":
            text = self._with_links(block, cell)
            self.plan.milestones.append(MilestoneDraft([text], (week.number,)))
            self._add_text(block, text)
            return
        label = match_label(name)
        for text in split_cell(cell):
            named = _NUMBERED_LINK.sub(rf"[{name} \1](", text) if name.isalpha() else text
            self._add_cell(block, named, _kind_of(role), "" if label and label.is_exact else name)

    def _add_session(self, block: Block, title: str, status: str, session: Sequence[str]) -> None:
        """Add the title of a row as an item, with its state, and with its day and date as a note."""
        state, rest = read_state(status)
        row = replace(block, checked=state == "done", dropped=state == "dropped")
        self._add_cell(row, title, None if find_links(title) else "concept", "; ".join(filter(None, [*session, rest])))
        if state == "in-progress":
            self.doubts["in-progress"].append(block.line)
        self._add_structure(block, *([status] if state else []))

    def _add_cell(self, block: Block, text: str, kind: Kind | None, note: str) -> None:
        before = self.last_item
        self._add_item(replace(block, text=text), kind)
        if (note := note.strip("; ")) and self.last_item and self.last_item is not before:
            fields = self.last_item[1]
            fields["note"] = "; ".join(filter(None, (note, fields.get("note"))))
            self._add_text(block, note)

    def _read_extra_row(self, block: Block) -> None:
        """Read a row of a table of weeks that is none: compare a sum with the hours above it."""
        hours = [hours for cell in block.cells if (hours := read_hours(cell))]
        if hours and self.plan.row_hours and any(is_total(plain_text(cell)) for cell in block.cells):
            self._add_structure(block, " ".join(block.cells))
            if abs(hours[-1] - self.plan.row_hours) > ROUNDING:
                message = f"the rows have {self.plan.row_hours:g} hours in all, the table says {hours[-1]:g}"
                self.plan.report(block.line, "hours-mismatch", message)

    def _add_hours_of_row(
        self, block: Block, items: Sequence[tuple[Kind, dict[str, Any]]], hours: float, *, is_session: bool
    ) -> None:
        """Give the hours of a row to the item that is its session, or those of a whole week to one of its items."""
        self.plan.row_hours += hours
        practice = [fields for kind, fields in items if kind == "practice" and not is_session]
        (practice or [fields for _, fields in items])[0]["hours"] = hours
        if len(items) > 1 and not is_session:
            self.doubts["hours-of-week"].append(block.line)

    # Word ledger

    def _with_links(self, block: Block, text: str) -> str:
        """Return a text of a block with relative links as links to the web; without a source URL, report its lines."""
        left_out: list[str] = []
        text = with_absolute_links(text, self.source_url, left_out)
        if any(map(_is_file, left_out)):
            self.doubts["relative-link"].append(block.line)
        self._add_structure(block, *(target for target in left_out if not _is_file(target)))
        return text

    def _add_text(self, block: Block, *texts: str) -> None:
        self.plan.ledger.add_text(block.line_numbers, *texts)

    def _add_structure(self, block: Block, *words: str) -> None:
        self.plan.ledger.add_structure([block.line], *words)


def _with_state(block: Block) -> Block:
    """Return a block with the sign or the word of its state as a checkbox; `in progress` stays in its text."""
    if block.type is not BlockType.ITEM or block.checked is not None:
        return block
    if word := _STATE_WORD.match(block.text):
        text = block.text if word["doing"] else block.text[word.end() :].strip()
        return replace(block, checked=bool(word["done"]), dropped=bool(word["dropped"]), text=text)
    if sign := _OPEN_SIGN.match(block.text):
        text = block.text if _IN_PROGRESS.match(block.text) else block.text[sign.end() :]
        return replace(block, checked=False, text=text)
    if tick := TICK.search(block.text):
        return replace(block, checked=True, text=block.text[: tick.start()])
    return block


def _is_file(target: str) -> bool:
    """Tell whether the target of a relative link is no place within the page."""
    return not target.startswith("#")


def _is_label(block: Block) -> bool:
    """Tell whether a line of text or an item is a label of the items below it."""
    if block.type not in (BlockType.TEXT, BlockType.ITEM) or is_box(block):
        return False
    label = match_label(block.text)
    return bool(_BOLD_LINE.fullmatch(block.text) or (label and not label.rest))


def _kind_of(name: str | None) -> Kind | None:
    """Return the kind of items that a label or a column names, if it is one."""
    return next((kind for kind in LISTS if kind == name), None)
