"""Reader of the sections of a plan: what each becomes, and where the items below it belong."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import inf

from daytrail.importers.plan import marks
from daytrail.importers.plan.columns import is_item_row, read_hours, role_of_column, split_cell
from daytrail.importers.plan.dates import find_date, match_leading_date
from daytrail.importers.plan.draft import MilestoneDraft, PartDraft, PlanDraft, StatedRange
from daytrail.importers.plan.forms import BOLD_LINE, MIN_UNITS, ROWS, Structure, is_box, is_open_box, usual_level
from daytrail.importers.plan.goals import is_prose, paragraph
from daytrail.importers.plan.items import LEADING_LINK, Item, Place, add_item, add_note, has_link, split_hours
from daytrail.importers.plan.marks import Mark
from daytrail.importers.plan.rows import RowReader
from daytrail.importers.text.diagnostics import WORD
from daytrail.importers.text.markdown import find_links, plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of, is_known_word
from daytrail.model.curriculum import LISTS, Kind

_NAME_LINE = re.compile(rf"[^\W\d_][\w-]*(?: (?!(?:{any_of('little_words')})\b)[\w-]+)?:", re.IGNORECASE)
_REMARK = re.compile(rf"\W*(?:{any_of('remark')})\W*:", re.IGNORECASE)
_OF_PLAN = re.compile(rf"(?:{any_of('outcome')})\W.*\b(?:{any_of('whole_plan')})\b", re.IGNORECASE)
"""The beginning of an outcome of the whole plan, which is not the goal of one week."""
_FOCUS = re.compile(rf"\W*(?:{any_of('focus')})\W*$", re.IGNORECASE)
_PROPERTY = re.compile(r"(?P<name>[^:\uff1a]{1,40}?)\s*[:\uff1a]\s*(?P<value>.+)")
_TASK = re.compile(rf"(?:{any_of('implement')}) (?:{any_of('little_words')})\b", re.IGNORECASE)
"""The beginning of a title such as `Build a small boat`."""
_AMOUNT = re.compile(r"\W*\d[\d\s.,~–-]*[^\W\d]+\W*(?:\([^()]*\)\W*)?")
"""An amount of time, as in `10 days (Days 31-40)`."""
_LABELLED = re.compile(r"(?:\*\*|__)(?P<title>[^*_]+?)(?::(?:\*\*|__)|(?:\*\*|__):)\s+(?P<text>\S.*)")
_WEEK = re.compile(rf"\b(?:{any_of('week')})\b", re.IGNORECASE)
_CAPSTONE = re.compile(rf"(?:{any_of('capstone')})\s*\d*\s*(?:[:—–(-].*)?", re.IGNORECASE)
_TO_BE_READ = re.compile(rf"(?:{any_of('verb_of_reading', 'verb_before_section')})\s+\w", re.IGNORECASE)
_STATE_OR_REST = re.compile(rf"[a-z\[]|(?:{any_of('status_keywords')})\s")
_COLONS = (":", "\uff1a")
_LONGEST_ITEM = 200
"""Characters of a line of text that is an item."""
_ROUNDED_HOURS = 0.01
"""Hours by which each item may differ from what was meant, as a third of an hour does."""
_WORDS_OF_TEXT = 3
"""Fewer words behind a name are a property, as in `**Level:** easy`."""
_KINDS: dict[str | None, Kind] = {kind: kind for kind in LISTS}
# What has a higher rank is below what has a lower one; the rank of a heading is its level, from 1 to 6.
_PART_LINE, _WEEK_LINE, _LABEL, _TEXT, _TABLE, _ROW, _ITEM = 7, 8, 9, 10, 10, 11, 12


@dataclass(eq=False, slots=True)
class Section:
    """A block with all that is below it; without a mark it is what its block is."""

    index: int
    """The index of its block."""
    block: Block
    part: Mark | None = None
    week: Mark | None = None
    day: Mark | None = None
    label: Mark | None = None
    children: list["Section"] = field(default_factory=list)

    @property
    def is_item(self) -> bool:
        """Return whether it is an item or a row of items."""
        return self.block.type is BlockType.ITEM or is_item_row(self.block, is_in_week=True)

    def below(self) -> Iterator["Section"]:
        """Yield all sections below it, in the order of the document."""
        for child in self.children:
            yield from (child, *child.below())

    @property
    def has_box(self) -> bool:
        """Return whether there is a checkbox right below it that is no week."""
        return any(is_box(child.block) and not child.week for child in self.children)

    @property
    def has_open_box(self) -> bool:
        """Return whether there is an open checkbox below it; ticks without any are decoration."""
        return any(is_open_box(one.block) for one in self.below())

    @property
    def has_weeks(self) -> bool:
        """Return whether a week begins below it."""
        return any(child.week for child in self.below())


def build_tree(structure: Structure) -> Section:
    """Return the section of a whole document; what is about the document itself is left out."""
    root = Section(-1, Block(0, BlockType.OTHER, ""))
    path: list[tuple[float, Section]] = [(0, root)]
    for rank, section in _ranked_sections(structure):
        is_item = section.block.type is BlockType.ITEM
        while path[-1][0] >= rank or (is_item and path[-1][0] == _TABLE):  # no item is in a table
            path.pop()
        path[-1][1].children.append(section)
        is_line = rank >= _TEXT or (
            rank == _LABEL and not section.label and not section.day and _LABELLED.fullmatch(section.block.text)
        )
        if rank != _ROW and not (section.block.type is BlockType.TEXT and is_line):
            path.append((rank, section))
    return root


def _ranked_sections(structure: Structure) -> Iterator[tuple[float, Section]]:
    """Yield all sections with their ranks; a week that begins with its first day, item or row is one of its own."""
    blocks = structure.blocks
    last_day, tail = max(structure.days, default=inf), _tail(structure)
    for index, block in enumerate(blocks):
        is_title = index == structure.title and index not in structure.weeks
        if is_title or index in structure.about_document or block.type in (BlockType.OTHER, BlockType.CODE):
            continue
        below = blocks[index + 1].type if index + 1 < len(blocks) else BlockType.OTHER
        part, week, day = structure.parts.get(index), structure.weeks.get(index), structure.days.get(index)
        section = Section(index, block, part, week, day, _label_of(block, is_above_items=below is BlockType.ITEM))
        rank: float = _rank(section, below)
        if rank == _TEXT and block.line == blocks[min(index + 1, len(blocks) - 1)].line and below is BlockType.ITEM:
            rank = _LABEL  # `Challenge - [ ] Play` is a title and its item
        if (tail and index == tail) or index in structure.outside:
            rank, section.label = 1, None
        if index > last_day and block.type is BlockType.HEADING:
            rank -= 0.5  # a heading behind all days ends the last week
        if week and (day or (structure.form == "sections" and block.type is BlockType.ITEM)):
            yield (rank - 0.5 if day else rank), Section(index, block, part, week)
            if day or is_box(block) or not week.rest:
                yield (rank if day else _ITEM + block.level), Section(index, block, day=day, label=section.label)
        else:
            yield rank, section


def _tail(structure: Structure) -> int:
    """Return the index of the first line with a colon behind the items of the last week, if no other week has one.

    A label that other weeks have too is one of the last week.
    """
    first, last = min(structure.weeks, default=0), max(structure.weeks, default=0)
    texts = {at: one for at, one in enumerate(structure.blocks) if one.type is BlockType.TEXT and not one.level}
    labels = {at: mark.label for at, one in texts.items() if (mark := marks.match_label(one.text))}
    of_weeks = {"milestone", *(label for at, label in labels.items() if first < at < last)}
    leads = (at for at, one in texts.items() if one.text.rstrip("*_ ").endswith(_COLONS))
    leads = (at for at in leads if labels.get(at) not in of_weeks)
    leads = (at for at in leads if structure.blocks[at - 1].type is not BlockType.HEADING)
    tail = next((at for at in leads if at > first and at not in structure.weeks), 0)
    return tail if tail > last + 1 and len(structure.weeks) > MIN_UNITS else 0


def _label_of(block: Block, *, is_above_items: bool) -> Mark | None:
    """Return the label that a block is or begins with; a line without a colon is one only above a list."""
    label = marks.match_label(block.text)
    if not label or block.type is not BlockType.TEXT:
        return label
    is_exact = label.is_exact or block.text.startswith(("**", "__"))
    has_sign = is_exact and label.marker.endswith((*_COLONS, "—", "–", "-"))
    return label if not block.level and (has_sign or is_above_items) else None


def _rank(section: Section, below: BlockType) -> int:
    """Return the rank of a section, given the type of the next block: those of a higher rank that follow are below."""
    block = section.block
    if block.type is BlockType.HEADING:
        return block.level
    if block.type is BlockType.ROW:
        return _ROW if block.header else _TABLE
    if section.part or (section.week and not section.day):
        return _PART_LINE if section.part else _WEEK_LINE
    if block.type is BlockType.TEXT and not block.level:
        is_label = section.label and not (section.label.rest and below is BlockType.ROW)
        is_title = below in (BlockType.ITEM, BlockType.ROW) and _is_list_title(block)
        is_title = is_title or (not section.label and _LABELLED.fullmatch(block.text) is not None)
        return _LABEL if section.day or is_label or is_title else _TEXT
    return _LABEL if section.day and block.type is BlockType.ITEM else _ITEM + block.level


def _is_list_title(block: Block) -> bool:
    """Tell whether a line of text is the title of a list: all bold, a name before a colon, or a unit's number."""
    is_unit = marks.match_count("unit", block.text) is not None and marks.is_name(block.text)
    is_unit = is_unit or marks.match_count("day", block.text, strict=True) is not None
    is_title = is_unit or _NAME_LINE.fullmatch(block.text) or BOLD_LINE.fullmatch(block.text)
    return block.type is BlockType.TEXT and bool(is_title)


def _is_beside_boxes(block: Block) -> bool:
    """Tell whether a bullet among boxes is an item, too: a link or a name without a state in words."""
    is_name = marks.is_name(plain_text(block.text)) and not _STATE_OR_REST.match(block.text)
    return is_name or LEADING_LINK.fullmatch(block.text) is not None


def _is_above_links(section: Section, some: Callable[[Iterable[bool]], bool] = all) -> bool:
    """Tell whether items below one without a link, all or any, have links, or are above such items."""
    is_above = section.children and section.block.type is BlockType.ITEM and not has_link(section.block.text)
    return bool(is_above) and some(has_link(one.block.text) or _is_above_links(one) for one in section.children)


class SectionReader:
    """Reader of the sections of a plan, from the outside to the inside."""

    def __init__(self, plan: PlanDraft, structure: Structure) -> None:
        self.plan = plan
        self.structure = structure
        self.rows = RowReader(plan, structure)
        self.sections_of_week = Counter(mark.first for mark in structure.weeks.values())
        self.first_week, self.last_week = min(structure.weeks, default=0), max(structure.weeks, default=0)
        self.week_level = usual_level(structure.blocks, structure.weeks)
        self.unread_rows: list[Block] = []
        """Rows of tables that are no weeks and no items."""
        self.extra = Place()
        """The place that was made last for items in no week."""

    def read(self, sections: Sequence[Section], place: Place) -> None:
        """Read sections of the same parent; a bullet may be a note on the item before it."""
        above = place.item
        for section in sections:
            is_text = section.block.type is BlockType.TEXT and not section.block.level
            above = self._read(section, place, above) or (place.item if is_text else above)

    def _read(self, section: Section, place: Place, above: Item | None) -> Item | None:
        """Read a section; return the item that it became, if it is one."""
        block_type = section.block.type
        if section.part:
            self._read_part(section, section.part)
        elif section.week:
            self._read_week(section, section.week, place.kind)
        elif section.day:
            self._read_day(section, section.day, place)
        elif block_type is BlockType.ROW:
            self._read_table(section, place)
        elif place.week and self._is_property(section):
            return above
        elif block_type is BlockType.HEADING:
            self._read_heading(section, place)
        elif block_type is BlockType.TEXT:
            self._read_text(section, place)
        elif block_type is BlockType.ITEM:
            return self._read_item(section, place, above)
        return None

    def _is_property(self, section: Section) -> bool:
        """Tell whether a line says the length or the state of its part or week, which are no goal and no item."""
        block, is_title = section.block, section.block.type is BlockType.HEADING and section.children
        match = None if is_box(block) or is_title else _PROPERTY.fullmatch(plain_text(block.text).strip("*_ "))
        role = role_of_column(match["name"].strip().casefold()) if match else ""
        is_length = match and role in ("hours", "effort", "duration")
        value = match["value"] if match and is_length else ""
        return bool(_AMOUNT.fullmatch(value) or read_hours(value) or marks.find_duration(value))

    # Parts, weeks and days

    def _read_part(self, section: Section, mark: Mark) -> None:
        """Begin a part; text right below it is its goal."""
        plan, block = self.plan, section.block
        title = marks.title_text(mark.rest) or plain_text(mark.rest)
        if weeks := marks.find_week_range(title):
            plan.add_structure(block, weeks.marker)
            title = weeks.rest or mark.marker.rstrip(" :.—–-") or title
            stated = StatedRange(block.line, "its title", title, len(plan.parts), (weeks.first, weeks.last))
            plan.stated_ranges.append(stated)
        title, length = marks.split_length(title)
        key = " ".join(re.findall(r"\w+", mark.marker.casefold()))
        part = PartDraft(title or plain_text(block.text) or f"Part {len(plan.parts) + 1}", block.line, key, length)
        plan.parts.append(part)
        plan.add_structure(block, mark.marker, mark.rest if length else "")
        plan.add_text(block, mark.rest)
        if section.week:
            self._read_week(section, section.week, is_part=True)
            return
        continued = plan.last_week if self.structure.days else None  # its first days are the last ones of that week
        named = section.label if section.label and section.label.is_exact and not section.label.rest else None
        place = Place(continued, is_below_part=True, kind=_KINDS.get(named.label) if named else None, heading=block)
        children = self._without_goal(section, plan.parts[-1].goal)
        are_below = any(one.block.type is BlockType.ITEM for one in section.below()) and not section.has_open_box
        if not section.has_weeks and (are_below or any(child.is_item for child in children)):
            place = self._begin_extra_week(section, place, weeks)
        self.read(children, place)

    def _without_goal(self, section: Section, goal: list[str], *, with_items: bool = False) -> list[Section]:
        """Take the text, and perhaps bullets, that a section begins with as a goal; return the rest."""
        for at, child in enumerate(section.children):
            block, words = child.block, plain_text(child.block.text)
            is_focus = child.label and child.label.label == "concept" and child.label.rest and not child.children
            is_list = child.label or (_is_list_title(block) and child.children)
            is_list = block.type is BlockType.TEXT and not is_focus and is_list
            is_text = block.type is BlockType.TEXT or (with_items and block.type is BlockType.ITEM)
            is_below_list = section.block.type is BlockType.ITEM and not block.level
            is_other = child.part or child.week or child.day or is_box(block) or child.has_box
            if not is_text or is_below_list or is_list or is_other:
                return section.children[at:]
            # An introduction of weeks, or a remark about the document, is no goal.
            is_remark = bool(marks.match_week(words) or _REMARK.match(words))
            is_remark = is_remark or (self._is_property(child) and any(one.is_item for one in section.below()))
            if not (is_remark or (words.endswith(":") and section.has_weeks)):
                self.plan.add_structure(block, child.label.marker if child.label and is_focus else "")
                self._continue_text(goal, child, child.label.rest if child.label and is_focus else None)
        return []

    def _without_goal_of_week(self, section: Section, place: Place, goal: list[str]) -> list[Section]:
        """Take the sentences that a week begins with, and what a label calls its goal, as its goal; return the rest."""
        rest: list[Section] = []
        blocks = [child.block for child in section.children]
        end, are_prose = 0, False
        for at, child in enumerate(section.children):
            block, label = child.block, child.label
            is_behind_list = section.block.type is BlockType.ITEM and not block.level
            if block.type is not BlockType.TEXT or child.day or child.week or child.has_box or is_behind_list:
                return [*rest, *section.children[at:]]
            if label and (label.label == "goal" or (label.rest and _FOCUS.match(label.marker))):
                self._read_goal(child, label, place)
                continue
            if at >= end:
                lines = paragraph(blocks, at)
                end, are_prose = at + len(lines), is_prose(lines)
            if are_prose and not label and not child.children:
                self._continue_text(goal, child)
            else:
                rest.append(child)
        return rest

    def _continue_text(self, lines: list[str], section: Section, text: str | None = None) -> None:
        """Add a text of a section, or all its lines, to a goal or a milestone."""
        for line in (section, *section.below()) if text is None else ():
            if lines and line.block.type is BlockType.ITEM and lines[-1].rstrip("*_")[-1:] not in ".:;,!?":
                lines[-1] += ";"
            lines.append(self.plan.take_text(line.block, line.block.text))
        if text:
            lines.append(self.plan.take_text(section.block, text))

    def _read_week(self, section: Section, mark: Mark, kind: Kind | None = None, *, is_part: bool = False) -> None:
        """Begin a week, or continue one; text right below it is its goal.

        The title of a week that another list has too is an item of the kind that the heading of the list names.
        """
        plan, block = self.plan, section.block
        rest = plan.with_links(block, mark.rest)
        title = marks.title_text(marks.URL_BEHIND.sub("", rest))
        weeks = marks.find_week_range(title)
        if weeks and (weeks.first, weeks.last) == (mark.first, mark.last):  # and not those of the calendar
            title = weeks.rest or title
            plan.add_structure(block, weeks.marker)
        title = "" if title[:1].isdigit() and title[-1:].isalpha() and read_hours(title) else title  # of `Week 1 (5h)`
        day = marks.match_day(title) if self.sections_of_week[mark.first] > 1 else None  # of `Week 1 - Day 2: Knots`
        title = day.rest if day else title
        title, length = marks.split_length(title) if is_part or self.structure.has_lengths else (title, "")
        plan.add_structure(block, length)
        week = plan.begin_week(block.line, mark.first, mark.last, title)
        plan.add_structure(block, mark.marker)
        is_heading, is_new = block.type is BlockType.HEADING, title.casefold() not in week.title.casefold()
        if is_new and (section.children or is_heading):  # one heading per session of a week
            week.title, is_new = f"{week.title}; {title}", False
        plan.add_text(block, "" if is_new else title, day.marker if day else "")
        label = section.label if is_heading and section.label and section.label.is_exact else None
        own = _KINDS.get(section.label.label) if section.label else None  # of `Beginner projects` below `Projects`
        above = own or kind if kind and self.structure.form == "sections" else None
        named_kind = _KINDS.get(label.label) if label and not label.rest else above
        goal = plan.parts[-1].goal if is_part and mark.first < mark.last else week.goal
        place = Place(week, False, is_heading, section.has_box, named_kind, goal, block)
        place = place.within(block, day.marker.strip(" :—–-")) if day else place
        has_own = any(child.index == section.index for child in section.children)  # the week is its first item too
        is_link = is_heading and self.structure.form == "sections" and find_links(block.text)
        if find_links(rest) or is_new or is_link:
            add_item(plan, place, block, block.text if is_link else rest, kind if is_new else None)
        elif is_box(block) and not has_own and (not section.children or (title and block.checked)):
            add_item(plan, place, block, title or week.title, "concept")
        elif not is_box(block) and re.search("[✅✔☑]", block.text):
            plan.doubt("tick-in-heading", block.line)
        self._read_with_hours(block, self._without_goal_of_week(section, place, goal), place)

    def _read_day(self, section: Section, mark: Mark, place: Place) -> None:
        """Read a day of a week: the title of what is below it, or else an item."""
        plan, block = self.plan, section.block
        date = mark.marker if find_date(mark.marker) else ""
        has_items = any(one.is_item or (one.label and one.label.rest and one.label.is_exact) for one in section.below())
        if place.week and date and (has_items or mark.rest):
            plan.row_dates.append((place.week.number, date, block))
        if not mark.rest or (has_items and not is_box(block)):
            self._read_group(section, place)
            return
        plan.add_structure(block, mark.marker)
        if item := add_item(plan, place, block, mark.rest, None if find_links(mark.rest) else "concept"):
            item.add_notes(plan.take_text(block, date))
        self.read(section.children, replace(place, item=item))

    # Headings, lines of text and labels

    def _read_heading(self, section: Section, place: Place) -> None:
        block, label = section.block, section.label
        is_milestone = label is not None and label.label == "milestone" and not section.has_weeks
        label = None if label and label.label == "milestone" and not is_milestone else label
        kind = _KINDS.get(label.label) if label else None
        place = replace(place, heading=block, item=None, group_has_box=section.has_box)
        day = marks.match_day(block.text) or marks.match_part(block.text, strict=False)
        is_goal = label and label.label == "goal" and self.plan.parts and not self.plan.parts[-1].weeks  # of the part
        is_behind = block.level == self.week_level and section.index > self.first_week
        has_box = section.has_box or (is_behind and any(is_box(child.block) for child in section.below()))
        is_group = (not label or (label.rest and kind)) and self._is_group(section)
        if not place.week and not is_milestone and (has_box or is_group):
            if section.has_open_box or is_group:
                title = marks.title_text(block.text)
                kind = "practice" if _CAPSTONE.fullmatch(title) and not _WEEK.search(title) else kind
                place = self._begin_extra_week(section, place, marks.find_week_range(title))
                self.read(section.children, replace(place, kind=kind))
        elif place.week and day and not (label and label.is_exact):
            self._read_day(section, day, place)
        elif label and (place.week or place.is_below_part or is_milestone or is_goal):
            self._read_label(section, label, place)
        elif place.week:
            kind = "practice" if _TASK.match(marks.title_text(block.text)) else place.kind
            self._read_group(section, replace(place, kind=kind))
        else:
            self.read(section.children, replace(place, is_below_part=False, kind=kind))

    def _is_group(self, section: Section) -> bool:
        """Tell whether a heading without a number is among the weeks: between two, or with weeks or days of its own."""
        title, level = marks.title_text(section.block.text), section.block.level
        is_near = self.first_week < section.index and level <= self.week_level < _PART_LINE
        if not is_near or section.has_weeks or self.structure.form == "sections":
            return False
        is_between = level == self.week_level and section.index < self.last_week
        marked = marks.find_week_range(title) or marks.match_count("day", title, at_end=True)
        return bool(is_between or marked or _CAPSTONE.fullmatch(title)) and any(one.is_item for one in section.below())

    def _read_group(self, section: Section, place: Place) -> None:
        """Read the items below a title, which is a note of each; `Session 4` is not within `Session 3`."""
        title = marks.title_text(section.block.text).strip("*_ :\uff1a")
        is_item = section.block.type is BlockType.ITEM
        title = title if is_item else split_hours(title)[0]
        is_unit = marks.match_count("unit", title)
        groups = tuple(group for group in place.groups if not (is_unit and marks.match_count("unit", group[1])))
        inside = replace(place, groups=groups).within(section.block, title)
        self._read_with_hours(section.block, section.children, inside, "" if is_item else section.block.text)

    def _read_with_hours(self, block: Block, children: Sequence[Section], place: Place, title: str = "") -> None:
        """Read what is below a title, which may state the hours of its only item, or the sum of all."""
        first = len(place.week.items) if place.week else 0
        self.read(children, place)
        items = [fields for _, fields in place.week.items[first:]] if place.week else []
        hours, own = split_hours(title or block.text)[1], [fields["hours"] for fields in items if "hours" in fields]
        if hours and items and not own and (title or len(items) == 1):
            items[0]["hours"] = hours
            if len(items) > 1:
                self.plan.doubt("hours-of-group", block.line)
            own = [hours]
        elif hours and own and len(own) == len(items) and abs(sum(own) - hours) > _ROUNDED_HOURS * len(own):
            message = f"the items have {sum(own):g} hours in all, the text says {hours:g}"
            self.plan.report(block.line, "hours-mismatch", message)
        self.plan.add_structure(block, title if hours and own else "")

    def _read_text(self, section: Section, place: Place) -> None:
        block, label = section.block, section.label
        if section.has_box and not place.week and not (label and label.label == "milestone"):
            if not section.has_open_box:
                return
            place = self._begin_extra_week(section, place)
        inside = replace(place, group_has_box=section.has_box)
        if label:
            self._read_label(section, label, inside)
        elif place.item:
            add_note(self.plan, place.item, block)
        elif place.week and (dates := match_leading_date(words := plain_text(block.text))) and dates[1] == len(words):
            self.plan.row_dates.append((place.week.number, words, block))
            self.read(section.children, place)
        elif _REMARK.match(block.text):
            return
        elif place.week and section.children:
            self._read_group(section, inside)
        elif place.week:
            self._read_line(block, place)
        else:
            self.read(section.children, place)

    def _read_line(self, block: Block, place: Place) -> None:
        """Read a line of text of a week that is an item: a link alone, or a text behind its name."""
        named = _LABELLED.fullmatch(block.text)
        if "://" in block.text and LEADING_LINK.fullmatch(block.text):
            add_item(self.plan, place, block, block.text, "reading")
        elif named and len(named["text"].split()) >= _WORDS_OF_TEXT and not re.match(r"\d|.*!$|.* \| ", named["text"]):
            add_item(self.plan, place.within(block, plain_text(named["title"])), block, named["text"], None)

    def _read_label(self, section: Section, mark: Mark, place: Place) -> None:
        """Read a label, and what is below it as items of the kind that it names."""
        place = replace(place, item=None)
        is_of_part = mark.is_exact and mark.rest and not place.week and place.is_below_part
        if mark.label == "milestone" or (mark.label == "deliverable" and is_of_part):
            self._read_milestone(section, mark, place)
        elif mark.label == "goal":
            self._read_goal(section, mark, place)
        elif place.week:
            self._read_kind(section, mark, replace(place, kind=_KINDS.get(mark.label)))
        else:
            self.read(section.children, place)

    def _read_kind(self, section: Section, mark: Mark, place: Place) -> None:
        """Read the items behind a label and below it."""
        block, children = section.block, section.children
        item: Item | None = None
        name = marks.title_text(block.text if not mark.rest else mark.marker).strip(" :\uff1a–—-*_")
        is_line = block.text.startswith("**") and block.type is BlockType.TEXT
        if mark.aside and not read_hours(mark.aside) and mark.label != "choice":
            place = place.within(block, mark.aside)
        if mark.is_exact:
            words = WORD.findall(mark.marker.replace(mark.aside, ""))
            self.plan.add_structure(block, *(word for word in words if is_known_word(word.casefold())))
        elif is_line or not mark.rest:
            place = place.within(block, name)
        if mark.rest and (mark.is_exact or is_line) and not (mark.rest.endswith(":") and children):
            item = self._add_label_items(block, mark, place)
        place = replace(place, item=item if block.type is BlockType.ITEM else None)
        has_lines = bool(children) and all(child.block.type is BlockType.TEXT for child in children)
        if not mark.rest and (has_lines or mark.marker.endswith(":") or block.text.rstrip().endswith(":")):
            children = self._read_lines(section, place)
        self._read_with_hours(block, children, place, f"({mark.aside})")

    def _add_label_items(self, block: Block, mark: Mark, place: Place) -> Item | None:
        """Add what is behind a label, several readings as items of their own; return the last one."""
        texts = split_cell(mark.rest) if mark.label == "reading" else [mark.rest]
        return [None, *(add_item(self.plan, place, block, text, place.kind) for text in texts)][-1]

    def _read_lines(self, section: Section, place: Place) -> list[Section]:
        """Read the lines of text right below a label as items of its kind; return the sections behind them."""
        line = section.block.line + 1
        for at, child in enumerate(section.children):
            block = child.block
            is_item = block.type is BlockType.TEXT and not block.level and len(block.text) <= _LONGEST_ITEM
            if not is_item or child.children or block.line > line + (at == 0):
                return section.children[at:]
            add_item(self.plan, place, block, block.text, place.kind)
            line = (block.last_line or block.line) + 1
        return []

    def _read_goal(self, section: Section, mark: Mark, place: Place) -> None:
        """Read the goal of the present part or week; a list of goals of a week is what there is to learn."""
        plan, block, children = self.plan, section.block, section.children
        if _OF_PLAN.match(mark.marker):
            return
        goal = self._goal_at(place)
        if goal is not None:
            plan.add_structure(block, mark.marker)
            is_lead = mark.rest.endswith(_COLONS) and children
            self._continue_text(goal, section, "" if is_lead else mark.rest)
            if place.week and mark.rest:
                children = self._without_goal_of_week(section, place, goal)
            else:
                children = self._without_goal(section, goal, with_items=not place.week)
        elif place.week and place.week_has_heading:  # without headings, nobody knows whose goal it is
            plan.add_structure(block, mark.marker)
            add_item(plan, place, block, mark.rest, "concept")
        is_list = not mark.rest or mark.rest.endswith(_COLONS)
        if place.week and is_list and any(child.is_item for child in children):
            plan.doubt("goals-of-week", block.line)
            place = replace(place, kind="concept")
        self.read(children, place)

    def _goal_at(self, place: Place) -> list[str] | None:
        """Return the goal of the week, or of the part above its weeks, to which text belongs; None within a group."""
        if place.week:
            is_clear = place.week_has_heading or not place.week.items
            return place.goal if is_clear else None
        part = self.plan.parts[-1] if self.plan.parts else None
        return part.goal if part and (place.is_below_part or not part.weeks) else None

    def _add_milestone(
        self, section: Section, mark: Mark, weeks: Sequence[int], part: PartDraft | None = None
    ) -> MilestoneDraft:
        milestone = MilestoneDraft([], section.block.line, tuple(weeks), part)
        self.plan.add_structure(section.block, mark.marker)
        self._continue_text(milestone.text, section, mark.rest)
        self.plan.milestones.append(milestone)
        return milestone

    def _read_milestone(self, section: Section, mark: Mark, place: Place) -> None:
        """Read a milestone, or a list of them, of the weeks or the part that its label names, else of the present."""
        plan, name = self.plan, mark.aside.casefold()
        when = mark.aside or mark.rest.partition(":")[0]
        stated = marks.find_week_range(when)
        if self.structure.form == "days" and (day := marks.match_count("day", when)):
            stated = replace(day, first=marks.week_of_day(day.first), last=marks.week_of_day(day.last))
        named = [part for part in plan.parts if name and name in (part.key, part.title.casefold())]
        part = named[0] if named else plan.parts[-1] if place.is_below_part and plan.parts and not place.week else None
        weeks = [week.number for week in plan.weeks if place.week and not part and week.line == place.week.line]
        if stated:
            offset = (plan.parts[-1].week_offset or 0) if plan.parts else 0
            is_guess = self.structure.form == "sections"  # then these are other numbers
            weeks, part = [] if is_guess else list(range(stated.first + offset, stated.last + offset + 1)), None
        milestone = self._add_milestone(section, mark, weeks, part)
        for at, child in enumerate(section.children):
            is_bullet = child.block.type is BlockType.ITEM and not is_box(child.block)
            is_line = child.block.type is BlockType.TEXT and not child.label
            if is_line and child.children and not mark.rest:
                plan.milestones.append(MilestoneDraft([], child.block.line, tuple(weeks), part))
                self._continue_text(plan.milestones[-1].text, child)
            elif is_bullet and not mark.rest:
                self._read_milestone(child, Mark("", child.block.text, aside=mark.aside), place)
            elif is_bullet or (is_line and not "".join(milestone.text[-1:]).endswith((".", "!", "?"))):
                self._continue_text(milestone.text, child)
            else:
                self.read(section.children[at:], replace(place, kind="deliverable"))
                return

    # Items

    def _read_item(self, section: Section, place: Place, above: Item | None) -> Item | None:
        block, label = section.block, self._label_of_item(section)
        inside = replace(place, group_has_box=section.has_box)
        is_goal = label and label.label == "goal" and label.is_exact and self._goal_at(place) is not None
        is_milestone = label and label.label == "milestone"
        if label and (is_milestone or ((place.week or self.plan.parts) and (not label.rest or is_goal))):
            self._read_label(section, label, inside)
            return None
        is_of_box = self.structure.has_boxes and place.item and is_box(place.item.block) and not section.has_box
        if place.week and section.children and not is_box(block) and not is_of_box and self._introduces(section):
            self._read_group(section, inside)
            return None
        is_empty = section.label and not (section.label.rest or section.children)
        if is_empty and block.text.rstrip(" *_").endswith(_COLONS):
            return above
        item = self._add_box(section, place) if is_box(block) else self._add_bullet(section, place, above, label)
        words = plain_text(item.fields.get("text") or item.fields["title"] if item else block.text)
        name = words.rstrip(": ")
        is_title = is_box(block) or words != name or _is_above_links(section, any)
        is_title = is_title and bool(section.children) and marks.is_name(name)
        below = place.within(block, name) if is_title and name not in dict(place.groups).values() else place
        self.read(section.children, replace(below, item=item or place.item))
        return item

    def _introduces(self, section: Section) -> bool:
        """Tell whether a bullet is the name of what is below it, as `Method:` is, or is above boxes."""
        words = plain_text(section.block.text).strip("*_ ")  # with spaces it is not bold
        is_styled = BOLD_LINE.fullmatch(section.block.text) or section.block.text in (f"_{words}_", f"*{words}*")
        is_title = words.endswith(_COLONS) or (is_styled and not section.label)
        are_items = all(child.block.type is BlockType.ITEM for child in section.children)
        is_lead = (is_title or len(section.children) > 1) and are_items and marks.is_name(words.rstrip(": \uff1a"))
        is_to_be_read = _TO_BE_READ.match(words) and not _is_above_links(section, any)  # and so an item
        is_lead = is_lead and not is_to_be_read and (is_title or _is_above_links(section))
        return bool(is_lead) or any(is_box(child.block) for child in section.children)

    def _label_of_item(self, section: Section) -> Mark | None:
        """Return the label that an item is or begins with; one without a colon has items below it."""
        label, text = section.label, section.block.text
        if not label or is_box(section.block) or not (label.is_exact or text.startswith(("**", "__"))):
            return None
        has_colon = label.marker.endswith(_COLONS) or text.rstrip().endswith((":", ":**", ":__"))
        return label if section.children or has_colon or label.rest else None

    def _add_box(self, section: Section, place: Place) -> Item | None:
        block, label = section.block, section.label
        place = place if place.week else self._begin_extra_week(section, place)
        is_clear = label and (
            label.label != "reading" or block.text.startswith(("**", "__")) or not has_link(label.rest)
        )
        kind = _KINDS.get(label.label) if label and label.is_exact and label.rest and is_clear else None
        kind = kind if label and label.marker.endswith(":") else None
        if label and kind:
            self.plan.add_structure(block, label.marker)
        text = label.rest if label and kind else block.text
        return add_item(self.plan, place, block, text.rstrip(": ") if section.children else text, kind or place.kind)

    def _add_bullet(self, section: Section, place: Place, above: Item | None, label: Mark | None) -> Item | None:
        """Read an item without a box: as an item, if its group has none, or else as a note on the one above it."""
        plan, block = self.plan, section.block
        noted = next((item for item in (above, place.item) if item and self._is_note(block, item.block)), None)
        is_plain = bool(
            place.kind == "deliverable" and label and label.label == "reading"
        )  # as `Post: …` among deliverables
        is_plain = is_plain or (noted is not None and "url" in noted.fields)  # what is below a link is about it
        if place.week and label and label.is_exact and label.marker.endswith(_COLONS) and not is_plain:
            plan.add_structure(block, label.marker)
            return self._add_label_items(block, label, replace(place, kind=_KINDS.get(label.label) or "concept"))
        if noted:
            add_note(plan, noted, block)
            return above
        if _REMARK.match(block.text):
            return None
        if not (self.structure.has_boxes and place.group_has_box) or _is_beside_boxes(block):
            text = block.text.rstrip(": ") if section.children else block.text
            return add_item(plan, place, block, text, place.kind)
        return None

    def _is_note(self, block: Block, above: Block) -> bool:
        """Tell whether an item is a note on the one above it: deeper, or without a checkbox behind one with it."""
        if is_box(above) and self.structure.has_boxes:
            return block.level > above.level or (block.level == above.level and not _is_beside_boxes(block))
        return block.level > above.level and not has_link(block.text)

    def _begin_extra_week(self, section: Section, place: Place, stated: Mark | None = None) -> Place:
        """Begin a week for items that are in none, or continue it: a stated one, or one before or behind the others."""
        plan, structure, heading = self.plan, self.structure, place.heading
        if heading and heading is self.extra.heading:
            return replace(place, week=self.extra.week)
        items = [one.block for one in (section, *section.below()) if one.is_item and not one.week]
        block = next(filter(is_box, items), items[0])
        known = max(plan.weeks_by_number, default=None)
        number = stated.first if stated else max(min(self.sections_of_week) - 1, 0)
        if known is not None and not stated:
            is_free = known < max(self.sections_of_week) and known + 1 not in self.sections_of_week
            number = known + is_free if section.index < self.last_week else max(known + 1, structure.end)
        if not (stated and number in plan.weeks_by_number):
            plan.doubt("in-week-above" if number in plan.weeks_by_number else "no-week", block.line)
        numbered = marks.match_count("number", heading.text) if heading else None  # as `6. Checklist`
        title = marks.title_text(numbered.rest if numbered else heading.text if heading else "") or plan.title
        if plan.parts and heading and plan.parts[-1].line == heading.line:
            title = plan.parts[-1].title
        if len(plan.parts) > 1 and not place.is_below_part and number not in plan.weeks_by_number:
            plan.parts.append(PartDraft(title, block.line))
        plan.add_text(heading or block, title)
        week = plan.begin_extra_week(block.line, number, title)
        groups = ((heading, title),) if heading and title != week.title else ()
        self.extra = Place(week, week_has_heading=not is_box(block), heading=heading, groups=groups)
        return replace(self.extra, kind=place.kind, group_has_box=place.group_has_box)

    # Tables

    def _read_table(self, section: Section, place: Place) -> None:
        """Read a table: rows that are weeks, items of the present week, or something else that is read at the end."""
        header, rows = section.block, section.children
        for part, run in groupby(rows, lambda row: row.part):
            if part:
                self._read_part(next(run), part)
            else:
                self.rows.read_weeks(header, [(row.block, row.week) for row in run if row.week])
        is_read = self.structure.form == ROWS or any(row.week for row in rows)
        self.plan.add_structure(header, " ".join(header.cells) if is_read else "")
        unread = [] if header.header or (rows and rows[0].block is header) else [header]
        for row in rows:
            is_item = is_item_row(row.block, is_in_week=self.structure.form != "sections")
            if place.week and place.week_has_heading and is_item:
                self.plan.add_structure(header, " ".join(header.cells))
                self.rows.read_item(header, row.block, place)
            elif not (row.week or row.part):
                unread.append(row.block)
        self.unread_rows += unread
