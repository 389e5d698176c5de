"""Importer for a plan in Markdown, or in text that was Markdown, as a curriculum."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from daytrail.importers.plan.columns import is_break, is_item_row
from daytrail.importers.plan.contradictions import report_contradictions
from daytrail.importers.plan.detection import detect_structure
from daytrail.importers.plan.draft import MilestoneDraft, PartDraft, PlanDraft, StatedRange, WeekDraft
from daytrail.importers.plan.figures import add_figures
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
from daytrail.importers.plan.item_rows import read_item_row
from daytrail.importers.plan.items import (
    Item,
    Place,
    add_guide,
    add_item,
    add_note,
    keep_item,
    report_unknown_signs,
    with_state,
)
from daytrail.importers.plan.mermaid import take_flowcharts
from daytrail.importers.plan.references import read_references
from daytrail.importers.plan.row_dates import find_date
from daytrail.importers.plan.sections import Section, build_tree, is_bold_line
from daytrail.importers.plan.structure import TABLE_ROWS, DocumentStructure, is_box
from daytrail.importers.plan.topics import add_topics
from daytrail.importers.plan.week_rows import WeekTable
from daytrail.importers.text.coverage import lost_lines
from daytrail.importers.text.diagnostics import by_line
from daytrail.importers.text.front_matter import split_front_matter
from daytrail.importers.text.item_text import LEADING_LINK, has_link, read_item
from daytrail.importers.text.markdown import find_links, plain_text
from daytrail.importers.text.outline import Block, BlockType, read_outline, without_control_characters
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.curriculum import LISTS, Kind
from daytrail.problems import Problem

_BOLD_LEAD = re.compile(r"(?:\*\*|__)[^*_]+(?:[:\uff1a](?:\*\*|__)|(?:\*\*|__)\s*[:\uff1a])")
"""A bullet that says in bold what is below it, in any language."""
_LONGEST_ITEM = 200
"""Characters of a line of text that is an item."""
_NOTION_ID = re.compile(r"\s[0-9a-f]{32}$")
"""Added by Notion to the titles that it exports."""
_TOPIC_OF_WEEK = re.compile(rf"(?:{any_of('topic_of_week')})\s*:\s*(?P<title>\S.*)", re.IGNORECASE)
_PROPERTY = re.compile(
    r"^(?P<indent>[ \t]*)(?:(?:completed|done):: \[*(?P<day>\d{4}-\d\d-\d\d)\]*|title:: (?P<title>.*\w.*)"
    r"|[\w-]+:: .*|:LOGBOOK:|:END:|CLOCK: .*|(?:SCHEDULED|DEADLINE): <.*)$",
    re.MULTILINE,
)
"""A line with which Logseq and Org mode describe an item."""


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


def read_plan(
    text: str, name: str, done: date, source_url: str | None = None, *, is_whole: bool = True
) -> ImportedPlan:
    """Read a plan; it is called `name` if it has no title, and `done` is the day of items ticked without a date.

    Relative links are counted from `source_url`. A document that is not the whole plan may have weeks without items.
    """
    text = without_control_characters(text)
    plan = PlanDraft(name, done, source_url)
    blocks, charts = take_flowcharts(read_outline(_without_properties(plan, text)).blocks)
    structure = detect_structure([with_state(block) for block in blocks])
    for block, read in zip(blocks, structure.blocks, strict=True):
        if block is not read:  # the word of a state, or the number of a row
            words = block.cells[0] if block.cells else block.text.removesuffix(read.text)
            plan.add_structure(block, words)
    _read_title(plan, text, structure)
    report_unknown_signs(plan, structure.blocks)
    reader = _Reader(plan, structure)
    reader.read_below(build_tree(structure), Place())
    weeks = list(plan.weeks)
    is_empty = not any(week.items for week in weeks) and sum(week.has_title for week in weeks) < 2
    if is_whole:
        _add_titles(weeks)
    if structure.guess and plan.parts:
        plan.report(structure.blocks[min(structure.weeks)].line, "guessed-weeks", structure.guess)
    add_topics(plan, charts)
    read_references(plan, reader.unread_rows)
    add_figures(plan, structure)
    report_contradictions(plan)
    plan.report_doubts()
    data = {} if is_empty else plan.data()
    unparsed_lines = plan.ledger.unparsed_lines(text, nothing_imported=is_empty)
    diagnostics = [*plan.diagnostics, *unparsed_lines]
    lost = lost_lines(text, data, diagnostics, plan.ledger.structure) if data else ()
    return ImportedPlan(
        data,
        tuple(by_line((*diagnostics, *lost))),
        tuple(plan.ledger.structure),
        structure.week_form,
        sum(len(topic.get("needs", ())) for topic in plan.topics),
    )


def _without_properties(plan: PlanDraft, text: str) -> str:
    """Return a text without the lines with which Logseq and Org mode describe the page and its items.

    The title of the page is that of the plan, and the day on which an item was completed goes behind its text.
    """

    def read(match: re.Match[str]) -> str:
        line = text.count("\n", 0, match.start()) + 1
        if match["title"]:
            plan.title = match["title"].strip()
            plan.ledger.add_text([line], f"title {plan.title}")
        elif match["day"]:
            plan.ledger.add_structure([line], match[0])
            return f"{match['indent']}✅ {match['day']}"
        return ""

    return _PROPERTY.sub(read, text)


def _read_title(plan: PlanDraft, text: str, structure: DocumentStructure) -> None:
    """Take the title of the document, or that of its front matter."""
    if structure.title is not None:
        block = structure.blocks[structure.title]
        title = title_text(block.text)
        plan.title = _NOTION_ID.sub("", title) or plan.title
        plan.add_text(block, plan.title)
        plan.add_structure(block, *_NOTION_ID.findall(title))
        return
    in_front_matter = split_front_matter(text)[0].get("title")
    if isinstance(in_front_matter, str) and in_front_matter.strip():
        plan.title = in_front_matter.strip()
        plan.ledger.add_text(range(1, text.count("\n") + 1), "title", plan.title)


def _add_titles(weeks: Sequence[WeekDraft]) -> None:
    """Make the titles of weeks their items, if no week has any: else there is nothing to do in the plan."""
    if any(week.items for week in weeks):
        return
    lines = set()
    for week in weeks:
        if week.has_title and week.line not in lines and not is_break(week.title):
            week.add_item("concept", {"text": week.title})
        lines.add(week.line)


class _Reader:
    """Reader of the sections of a plan, from the outside to the inside."""

    def __init__(self, plan: PlanDraft, structure: DocumentStructure) -> None:
        self.plan = plan
        self.structure = structure
        self.week_table = WeekTable(plan, structure)
        self.unread_rows: list[Block] = []
        """Rows of tables that are no weeks and no items."""

    def read_below(self, section: Section, place: Place) -> None:
        """Read what is below a section; a bullet may be a note on the item before it."""
        self._read_all(section.children, place)

    def _read_all(self, sections: Iterable[Section], place: Place) -> None:
        above = place.item
        for section in sections:
            is_text = section.block.type is BlockType.TEXT and not section.block.level
            above = self._read(section, place, above) or (place.item if is_text else above)

    def _read(self, section: Section, place: Place, above: Item | None) -> Item | None:
        """Read a section; return the item that it became, if it is one."""
        if section.part:
            return self._read_part(section, section.part)
        if section.week:
            return self._read_week(section, section.week)
        if section.day:
            return self._read_day(section, section.day, place)
        match section.block.type:
            case BlockType.HEADING:
                return self._read_heading(section, place)
            case BlockType.TEXT:
                return self._read_text(section, place)
            case BlockType.ITEM:
                return self._read_item(section, place, above)
            case BlockType.ROW:
                return self._read_table(section, place)
        return None

    # Parts, weeks and days

    def _read_part(self, section: Section, mark: HeadingMark) -> Item | None:
        """Begin a part; text right below it is its goal."""
        plan, block = self.plan, section.block
        title = title_text(mark.rest) or plain_text(mark.rest)
        weeks = find_week_range(title)
        if weeks:
            plan.add_structure(block, weeks.marker)
            title = weeks.rest or title
        key = " ".join(re.findall(r"\w+", mark.marker.casefold()))
        part = PartDraft(title or plain_text(block.text) or f"Part {len(plan.parts) + 1}", block.line, key)
        plan.parts.append(part)
        plan.add_structure(block, mark.marker)
        plan.add_text(block, mark.rest)
        if weeks:
            stated = StatedRange(block.line, "its title", title, len(plan.parts) - 1, (weeks.first, weeks.last))
            plan.stated_ranges.append(stated)
        if section.week:
            return self._read_week(section, section.week, part)
        self._read_all(self._without_goal(section, part), Place(is_below_part=True, heading=block))
        for twin in section.twins if part.weeks else ():
            message = f"this has the name of line {block.line} too; its items are in week {part.weeks[0].number}"
            plan.report(twin.block.line, "repeated-week", message)
            plan.add_text(twin.block, part.key, part.title)
            self.read_below(twin, Place(week=part.weeks[0], is_below_part=True, week_has_heading=True, heading=block))
        return None

    def _without_goal(self, section: Section, part: PartDraft) -> list[Section]:
        """Take the text and the bullets at the beginning of a part as its goal; return the sections behind them."""
        for at, child in enumerate(section.children):
            is_text = child.block.type in (BlockType.TEXT, BlockType.ITEM) and not is_box(child.block)
            if child.block.type is BlockType.OTHER:
                continue
            if not is_text or child.part or child.week or child.day or _is_label(child):
                return section.children[at:]
            if section.week and child.block.type is BlockType.ITEM:
                return section.children[at:]
            if part.goal or not match_week(child.block.text, strict=False):  # the weeks of a part are no goal
                for line in (child, *child.descendants()):
                    self._continue_text(part.goal, line.block)
        return []

    def _read_week(self, section: Section, mark: HeadingMark, part: PartDraft | None = None) -> Item | None:
        """Begin a week, or continue one; if it is all of a part, text below it is the goal of that part."""
        plan, block = self.plan, section.block
        rest = plan.with_links(block, mark.rest)
        title = title_text(rest)
        if weeks := find_week_range(title):
            title = weeks.rest or title
            plan.add_structure(block, weeks.marker)
        week = plan.begin_week(block.line, mark.first, mark.last, title)
        plan.add_structure(block, mark.marker)
        if week.line == block.line:
            plan.add_text(block, title)
        else:  # the week exists, and its title contains this one
            plan.add_structure(block, title)
        place = Place(
            week=week,
            is_below_part=part is not None,
            week_has_heading=block.type is BlockType.HEADING,
            week_has_box=any(is_box(below.block) for below in section.descendants()),
            group_has_box=section.has_box,
            heading=block,
        )
        if find_links(rest):
            add_item(plan, place, block, rest, None)
        if is_box(block) and title and (block.checked or not section.children):
            is_item = any(child.index == section.index for child in section.children)
            add_item(plan, place, block, "" if is_item else title, "concept")
        elif re.search("[✅✔☑]", block.text):
            plan.doubt("tick-in-heading", block.line)
        children = self._without_goal(section, part) if part else self._without_topic(section, week)
        first = len(week.items)
        self._read_all(children, replace(place, kind="choice" if _is_choice(title) else None))
        self._share_hours(block, title, week.items[first:])
        return None

    def _without_topic(self, section: Section, week: WeekDraft) -> list[Section]:
        """Take the line below the heading of a week as its title, if that has none; return the sections behind it."""
        first = next(iter(section.children), None)
        if not first or first.block.type is not BlockType.TEXT or first.label or first.part or first.week or first.day:
            return section.children
        block, title = first.block, ""
        if topic := _TOPIC_OF_WEEK.fullmatch(plain_text(block.text)):
            title = topic["title"] if not week.has_title or find_date(week.title) else ""
            self.plan.add_structure(block, *([block.text] if title else []))
        elif not week.has_title and is_name(block.text):
            title = title_text(block.text)
        if not title:
            return section.children
        week.title = f"{title} ({week.title})" if week.has_title else title
        self.plan.add_text(block, title)
        return section.children[1:]

    def _read_day(self, section: Section, mark: HeadingMark, place: Place) -> Item | None:
        """Read a day of a week: the title of what is below it, or else an item."""
        block = section.block
        has_items = any(
            below.block.type is BlockType.ITEM or is_item_row(below.block) for below in section.descendants()
        )
        place = replace(place, kind=None, group_has_box=section.has_box)
        if mark.rest and not has_items:
            self.plan.add_structure(block, mark.marker)
            item = add_item(self.plan, place, block, mark.rest, "concept")
            self.read_below(section, replace(place, item=item))
        else:
            self._read_group(section, place)
        return None

    # Headings and lines of text

    def _read_heading(self, section: Section, place: Place) -> Item | None:
        block, label = section.block, section.label
        place = replace(place, heading=block, item=None, introduction="", group_has_box=section.has_box)
        day = match_day(block.text) or match_part(block.text, strict=False)
        if place.week and day and not (label and label.is_exact):
            return self._read_day(section, day, place)
        if label and (place.week or place.is_below_part or label.label == "milestone"):
            return self._read_label(section, label, place)
        if place.week:
            return self._read_group(section, place)
        place = replace(place, is_below_part=False, kind=None)
        if section.has_box:
            place = self._begin_extra_week(section, place)
        self.read_below(section, place)
        return None

    def _read_group(self, section: Section, place: Place) -> Item | None:
        """Read the items below a title, which is a note of each."""
        block = section.block
        title = title_text(block.text).strip("*_ :\uff1a")
        kind = "choice" if _is_choice(title) else place.kind
        groups = (*place.groups, (block, title))
        first = len(place.week.items) if place.week else 0
        self.read_below(section, replace(place, groups=groups, kind=kind, item=None))
        self._share_hours(block, title, place.week.items[first:] if place.week else ())
        return None

    def _share_hours(self, block: Block, title: str, items: Sequence[tuple[Kind, dict[str, Any]]]) -> None:
        """Give the hours in the title of a week or a group to the first of its items, if none has its own."""
        hours = read_item(title, has_author=False).fields.get("hours") if items else None
        if hours and not any("hours" in fields for _, fields in items):
            items[0][1]["hours"] = hours
            self.plan.doubt("hours-of-group", block.line)

    def _read_text(self, section: Section, place: Place) -> Item | None:
        block = section.block
        if section.label:
            return self._read_label(section, section.label, replace(place, group_has_box=section.has_box))
        if place.item:
            add_note(self.plan, place.item, block)
        elif place.week and is_bold_line(block) and section.children:
            return self._read_group(section, replace(place, group_has_box=section.has_box))
        else:
            self.read_below(section, place)
        return None

    def _read_label(self, section: Section, mark: HeadingMark, place: Place) -> Item | None:
        """Read a label, and what is below it as items of the kind that it names."""
        block = section.block
        place = replace(place, item=None, introduction="")
        if mark.label == "milestone":
            return self._read_milestone(section, mark, place)
        if mark.label == "goal":
            return self._read_goal(section, mark, place)
        if place.week and mark.label:
            place = replace(place, kind=mark.label)
            if mark.is_exact or block.type is not BlockType.HEADING:
                self.plan.add_structure(block, mark.marker if mark.is_exact else "")
            else:
                place = replace(place, groups=(*place.groups, (block, title_text(block.text))))
            if mark.rest and mark.is_exact and not (mark.rest.endswith(":") and section.children):
                item = add_item(self.plan, place, block, mark.rest, mark.label)
                place = replace(place, item=item if block.type is BlockType.ITEM else None)
            if mark.marker.endswith(":") or block.text.rstrip().endswith(":"):
                return self._read_lines_below(section, place)
        self.read_below(section, place)
        return None

    def _read_lines_below(self, section: Section, place: Place) -> Item | None:
        """Read what is below a label with a colon: lines of text right below it are items of its kind."""
        line = section.block.line + 1
        for at, child in enumerate(section.children):
            block = child.block
            is_item = block.type is BlockType.TEXT and not block.level and len(block.text) <= _LONGEST_ITEM
            if not is_item or child.children or block.line > line + (at == 0):
                # A table below a label of lines is one of its own.
                self._read_all(section.children[at:], replace(place, kind=None) if at else place)
                break
            add_item(self.plan, place, block, block.text, place.kind)
            line = (block.last_line or block.line) + 1
        return None

    def _read_goal(self, section: Section, mark: HeadingMark, place: Place) -> Item | None:
        """Read the goal of the present part, or of the whole plan; a week has none, and lists of goals are items."""
        plan, block = self.plan, section.block
        if not plan.parts and not self.structure.parts and not place.week and mark.rest:
            plan.parts.append(PartDraft(plan.title, block.line))
        part = plan.parts[-1] if plan.parts else None
        kind: Kind | None = place.kind
        children = section.children
        if part and (not place.week or (place.is_below_part and part.line == place.week.line)):
            plan.add_structure(block, mark.marker)
            if mark.rest:
                self._continue_text(part.goal, replace(block, text=mark.rest))
            children = self._without_goal(section, part)
        elif place.week and place.week_has_heading:  # without headings, nobody knows whose goal it is
            kind = None if mark.rest else "deliverable"
            plan.add_structure(block, mark.marker)
            add_item(plan, place, block, mark.rest, "deliverable")
        self._read_all(children, replace(place, kind=kind))
        return None

    def _read_milestone(self, section: Section, mark: HeadingMark, place: Place) -> Item | None:
        """Read a milestone of the weeks or the part that its label names, else of the present week or part."""
        plan, block = self.plan, section.block
        text = plan.with_links(block, mark.rest)
        milestone = MilestoneDraft([text] if text else [])
        name = mark.parenthesis.casefold()
        if weeks := find_week_range(name):
            offset = (plan.parts[-1].week_offset or 0) if plan.parts else 0
            milestone.weeks = tuple(range(weeks.first + offset, weeks.last + offset + 1))
        elif name:
            milestone.part = next((part for part in plan.parts if name in (part.key, part.title.casefold())), None)
        elif place.week:
            milestone.weeks = (place.week.number,)
        elif plan.parts:
            milestone.part = plan.parts[-1]
        plan.milestones.append(milestone)
        plan.add_structure(block, mark.marker)
        plan.add_text(block, text)
        rest: list[Section] = []
        for child in section.children:
            if rest or _is_label(child) or not _continues(milestone.text, child.block):
                rest.append(child)
                continue
            for line in (child, *child.descendants()):
                self._continue_text(milestone.text, line.block)
        self._read_all(rest, replace(place, kind="deliverable"))
        return None

    def _continue_text(self, lines: list[str], block: Block) -> None:
        """Add a line to a goal or a milestone."""
        text = self.plan.with_links(block, block.text)
        lines.append(text)
        self.plan.add_text(block, text)

    # Items

    def _read_item(self, section: Section, place: Place, above: Item | None) -> Item | None:
        block = section.block
        if block.is_contents_link:
            return None
        item: Item | None
        if is_box(block):
            item = self._add_box(section, place)
        else:
            label = self._item_label(section)
            if label and (place.week or self.plan.parts) and _is_list_label(label, place):
                return self._read_label(section, label, replace(place, group_has_box=section.has_box))
            if place.week and section.children and _BOLD_LEAD.fullmatch(block.text):
                return self._read_group(section, replace(place, group_has_box=section.has_box))
            item = self._add_bullet(section, place, above, label)
        introduction = plain_text(block.text).rstrip(": ") if block.text.rstrip().endswith(":") else ""
        below = replace(
            place,
            item=item or place.item,
            introduction=introduction or place.introduction,
            is_ticked=place.is_ticked or bool(item and block.checked),
        )
        self.read_below(section, below)
        return item

    def _add_box(self, section: Section, place: Place) -> Item | None:
        block = section.block
        if place.week:
            return add_item(self.plan, place, block, block.text, place.kind)
        of_milestone = find_week_range(block.text) if place.kind == "deliverable" else None
        if week := match_week(block.text, strict=True) or of_milestone:
            known = self.plan.weeks_by_number.get(week.first)
            if known and place.kind:
                return add_item(self.plan, replace(place, week=known), block, block.text, place.kind)
            return None
        return add_item(self.plan, self._begin_extra_week(section, place), block, block.text, place.kind)

    def _add_bullet(self, section: Section, place: Place, above: Item | None, label: HeadingMark | None) -> Item | None:
        """Read an item without a box: as an item, a note on the one above it, or as a guide."""
        block = section.block
        if not place.week:
            add_guide(self.plan, block)
        elif label and label.is_exact and label.marker.endswith(":"):
            self.plan.add_structure(block, label.marker)
            kind: Kind = "deliverable" if label.label == "goal" else _kind_of(label.label) or "concept"
            return add_item(self.plan, place, block, label.rest, kind)
        elif above and self._is_note(block, above.block):
            add_note(self.plan, above, block)
            return above
        elif not self.structure.has_boxes or self._is_plain_item(block, place):
            return add_item(self.plan, place, block, block.text, place.kind)
        return None

    def _item_label(self, section: Section) -> HeadingMark | None:
        """Return the label that an item is or begins with; one without a colon has items below it."""
        label, text = section.label, section.block.text
        if not label or (not label.is_exact and not text.startswith(("**", "__"))):
            return None
        is_above_items = any(child.block.type is BlockType.ITEM for child in section.children)
        has_colon = label.marker.endswith(":") or text.rstrip().endswith((":", ":**", ":__"))
        return label if is_above_items or has_colon or label.rest else None

    def _is_plain_item(self, block: Block, place: Place) -> bool:
        """Tell whether an item without a box is one, though the document has boxes."""
        if place.group_has_box:
            return False
        return bool(place.kind or place.groups or has_link(block.text) or not place.week_has_box)

    def _is_note(self, block: Block, above: Block) -> bool:
        """Tell whether an item is a note on the one above it: deeper, or without a checkbox behind one with it."""
        if is_box(above) and self.structure.has_boxes:
            is_link = LEADING_LINK.fullmatch(block.text) is not None
            return block.level > above.level or (block.level == above.level and not is_link)
        return block.level > above.level and not has_link(block.text)

    def _begin_extra_week(self, section: Section, place: Place) -> Place:
        """Begin a week for boxes that are in none: before or behind the others, with the title of their heading."""
        plan, structure = self.plan, self.structure
        block = next(below.block for below in (section, *section.descendants()) if is_box(below.block))
        numbers = [mark.first for mark in structure.weeks.values()]
        if not plan.weeks_by_number:
            number = 0 if 0 not in numbers else min(numbers)
        elif section.index < max(structure.weeks, default=-1):
            number = max(plan.weeks_by_number)
        else:
            number = max(max(plan.weeks_by_number) + 1, structure.end)
        plan.doubt("no-week", block.line)
        title = (title_text(place.heading.text) if place.heading else "") or plan.title
        if len(plan.parts) > 1 and number not in plan.weeks_by_number:
            plan.parts.append(PartDraft(title, block.line))
        plan.add_text(place.heading or block, title)
        return replace(place, week=plan.begin_extra_week(block.line, number, title), week_has_box=True)

    # Tables

    def _read_table(self, section: Section, place: Place) -> Item | None:
        """Read a table: rows that are weeks, items of the present week, or something else that is read at the end."""
        header, rows = section.block, section.children
        if any(row.week for row in rows):
            self.week_table.read(header, [row for row in rows if row.week])
        if self.structure.week_form == TABLE_ROWS:
            self.plan.add_structure(header, " ".join(header.cells))
        unread = [] if header.header or (rows and rows[0].block is header) else [header]
        for row in rows:
            if row.week:
                continue
            if place.week and place.week_has_heading and is_item_row(row.block):
                kind, item = read_item_row(row.block, header.cells, self.plan.source_url)
                self.plan.add_structure(header, " ".join(header.cells))
                keep_item(self.plan, place, row.block, place.kind or kind, item)
            else:
                unread.append(row.block)
        self.unread_rows += unread
        return None


def _continues(lines: list[str], block: Block) -> bool:
    """Tell whether a block continues a milestone: a bullet does, and text does where its sentence is not complete."""
    if block.type is BlockType.TEXT:
        return not "".join(lines[-1:]).endswith((".", "!", "?"))
    return block.type is BlockType.ITEM and not is_box(block)


def _is_label(section: Section) -> bool:
    return section.label is not None and section.block.type is BlockType.TEXT


def _is_list_label(label: HeadingMark, place: Place) -> bool:
    """Tell whether an item is a label of others, or a milestone or a goal that has its text behind it."""
    if label.label == "goal":
        return not place.week or not label.rest
    return label.rest == "" or label.label == "milestone"


def _is_choice(title: str) -> bool:
    """Tell whether a title says that one of its items is to be chosen, as `Analysis (pick one)` does."""
    labels = map(match_label, (title, *re.findall(r"\(([^()]*)\)$", title)))
    return any(label and label.label == "choice" and label.is_exact for label in labels)


def _kind_of(name: str | None) -> Kind | None:
    """Return the kind of items that a label or a column names, if it is one."""
    return next((kind for kind in LISTS if kind == name), None)
