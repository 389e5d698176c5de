"""Reader of the sections of a plan: what each becomes, and where the items below it belong."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from daytrail.importers.plan.columns import is_item_row, is_state_line, read_hours, split_cell
from daytrail.importers.plan.draft import MilestoneDraft, PartDraft, PlanDraft, StatedRange, WeekDraft
from daytrail.importers.plan.heading_marks import (
    URL_BEHIND,
    HeadingMark,
    find_week_range,
    is_name,
    match_day,
    match_number,
    match_part,
    match_unit,
    match_week,
    title_text,
)
from daytrail.importers.plan.item_rows import read_item_row
from daytrail.importers.plan.item_text import LEADING_LINK, has_link, split_hours
from daytrail.importers.plan.items import (
    LABELLED,
    Item,
    Place,
    add_guide,
    add_item,
    add_note,
    keep_item,
    prefix_note,
)
from daytrail.importers.plan.row_dates import find_date, match_leading_date
from daytrail.importers.plan.sections import NAMED_ITEM, Section, is_list_title
from daytrail.importers.plan.structure import TABLE_ROWS, DocumentStructure, is_box
from daytrail.importers.plan.week_rows import WeekTable
from daytrail.importers.text.diagnostics import WORD
from daytrail.importers.text.markdown import find_links, plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of, is_known_word
from daytrail.model.curriculum import LISTS, Kind

_REMARK = re.compile(rf"\W*(?:{any_of('remark')})\W*:", re.IGNORECASE)
_LONGEST_ITEM = 200
"""Characters of a line of text that is an item."""
_ROUNDED_HOURS = 0.01
"""Hours by which each item may differ from what was meant, as a third of an hour does."""
_WORDS_OF_TEXT = 3
"""Fewer words behind a name are a property, as in `**Level:** easy`."""


class SectionReader:
    """Reader of the sections of a plan, from the outside to the inside."""

    def __init__(self, plan: PlanDraft, structure: DocumentStructure) -> None:
        self.plan = plan
        self.structure = structure
        self.week_table = WeekTable(plan, structure)
        self.unread_rows: list[Block] = []
        """Rows of tables that are no weeks and no items."""
        self.extra = Place()
        """The place that was made last for boxes in no week."""

    def read_below(self, section: Section, place: Place) -> None:
        """Read what is below a section; a bullet may be a note on the item before it."""
        self._read_all(section.children, place)

    def _read_all(self, sections: Sequence[Section], place: Place) -> None:
        named = [item for item in sections if item.block.type is BlockType.ITEM and NAMED_ITEM.match(item.block.text)]
        if 3 * sum(item.label is not None for item in named) < len(named):  # of `Create:`, `Read:` and `Delete:`
            for item in named:
                item.label = None
        above = place.item
        for section in sections:
            is_text = section.block.type is BlockType.TEXT and not section.block.level
            above = self._read(section, place, above) or (place.item if is_text else above)

    def _read(self, section: Section, place: Place, above: Item | None) -> Item | None:
        """Read a section; return the item that it became, if it is one."""
        if place.week and section.block.type in (BlockType.TEXT, BlockType.ITEM) and is_state_line(section.block.text):
            self.plan.add_structure(section.block, section.block.text)
            return above
        if section.part:
            self._read_part(section, section.part)
        elif section.week:
            self._read_week(section, section.week, kind=place.kind)
        elif section.day:
            self._read_day(section, section.day, place)
        elif section.block.type is BlockType.HEADING:
            self._read_heading(section, place)
        elif section.block.type is BlockType.TEXT:
            self._read_text(section, place)
        elif section.block.type is BlockType.ROW:
            self._read_table(section, place)
        elif section.block.type is BlockType.ITEM:
            return self._read_item(section, place, above)
        return None

    # Parts, weeks and days

    def _read_part(self, section: Section, mark: HeadingMark) -> None:
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
            self._read_week(section, section.week, part)
            return
        continued = plan.last_week if self.structure.days else None  # its first days are the last ones of that week
        place = Place(continued, is_below_part=True, heading=block)
        self._read_all(self._without_goal(section, part), place)

    def _without_goal(self, section: Section, part: PartDraft) -> list[Section]:
        """Take the text and the bullets at the beginning of a part as its goal; return the sections behind them."""
        for at, child in enumerate(section.children):
            is_text = child.block.type in (BlockType.TEXT, BlockType.ITEM) and not (
                child.has_box or is_box(child.block)
            )
            is_title = (child.label and child.block.type is BlockType.TEXT) or (
                is_list_title(child.block) and child.children
            )
            if not is_text or child.part or child.week or child.day or is_title:
                return section.children[at:]
            if section.week and child.block.type is BlockType.ITEM:
                return section.children[at:]
            # The weeks of a part, or a remark about the document, are no goal.
            words = plain_text(child.block.text)
            is_introduction = words.endswith(":") and at + 1 < len(section.children) and section.children[at + 1].week
            if not is_introduction and (part.goal or not (match_week(words, strict=False) or _REMARK.match(words))):
                for line in (child, *child.descendants()):
                    self._continue_text(part.goal, line.block)
        return []

    def _read_week(
        self, section: Section, mark: HeadingMark, part: PartDraft | None = None, kind: Kind | None = None
    ) -> None:
        """Begin a week, or continue one; if it is all of a part, text below it is the goal of that part.

        The title of a week that another list has too is an item of the kind that the heading of the list names.
        """
        plan, block = self.plan, section.block
        rest = plan.with_links(block, mark.rest)
        title = title_text(URL_BEHIND.sub("", rest))
        weeks = find_week_range(title)
        if weeks and (weeks.first, weeks.last) == (mark.first, mark.last):  # and not those of the calendar
            title = weeks.rest or title
            plan.add_structure(block, weeks.marker)
        shared = title
        if title[-1:].isalpha() and title[:1].isdigit() and read_hours(title):  # as of `Week 1 (5h)`
            plan.add_structure(block, title)
            title = ""
        week = plan.begin_week(block.line, mark.first, mark.last, title)
        plan.add_structure(block, mark.marker)
        is_item = title.casefold() not in week.title.casefold()
        if is_item and (section.children or block.type is BlockType.HEADING):  # one heading per session of a week
            week.title, is_item = f"{week.title}; {title}", False
        if week.line == block.line or title in week.title:
            plan.add_text(block, title)
        elif not is_item:  # the week exists, and its title contains this one
            plan.add_structure(block, title)
        place = Place(
            week=week,
            is_below_part=part is not None,
            week_has_heading=block.type is BlockType.HEADING,
            week_has_box=any(is_box(below.block) for below in section.descendants()),
            group_has_box=section.has_box,
            heading=block,
        )
        if find_links(rest) or is_item:
            add_item(plan, place, block, rest, kind if is_item else None)
        elif is_box(block) and (not section.children or (title and block.checked)):
            is_item = any(child.index == section.index for child in section.children)
            add_item(plan, place, block, "" if is_item else title or week.title, "concept")
        elif re.search("[✅✔☑]", block.text):
            plan.doubt("tick-in-heading", block.line)
        children = self._without_goal(section, part) if part else section.children
        rest = self._read_and_share_hours(block, children, place, shared)
        if rest and week.title == title:
            week.title = title_text(rest) or week.title

    def _read_day(self, section: Section, mark: HeadingMark, place: Place) -> None:
        """Read a day of a week: the title of what is below it, or else an item."""
        block = section.block
        has_items = any(
            below.block.type is BlockType.ITEM or is_item_row(below.block, is_in_week=True)
            for below in section.descendants()
        )
        place = replace(place, kind=None, group_has_box=section.has_box)
        dated = match_leading_date(mark.rest)
        is_only_date = dated is not None and not re.search(r"\w", mark.rest[dated[1] :])  # as of `Day 3: Sep 7`
        date = mark.marker if find_date(mark.marker) else mark.rest if is_only_date else ""
        if place.week and date and (has_items or mark.rest):
            self.plan.row_dates.append((place.week.number, date, block.line))
        if mark.rest and (is_box(block) or not has_items):
            self.plan.add_structure(block, mark.marker)
            item = add_item(self.plan, place, block, mark.rest, None if find_links(mark.rest) else "concept")
            if date:
                self._note_label(block, mark, item)
            self.read_below(section, replace(place, item=item))
        else:
            self._read_group(section, place)

    # Headings and lines of text

    def _read_heading(self, section: Section, place: Place) -> None:
        block, label = section.block, section.label
        if label and label.label == "milestone" and any(below.week for below in section.descendants()):
            label = None
        place = replace(place, heading=block, item=None, introduction="", group_has_box=section.has_box)
        of_row = [week for week in self.plan.weeks if week.title.casefold() == title_text(block.text).casefold()]
        if not place.week and len(of_row) == 1 and self.structure.week_form == TABLE_ROWS:
            self.plan.add_structure(block, block.text)
            self.read_below(section, replace(place, kind=None, week=of_row[0], week_has_heading=True))
            return
        day = match_day(block.text) or match_part(block.text, strict=False)
        is_behind = block.level == self.structure.week_level and section.index > min(self.structure.weeks)
        has_box = section.has_box or (is_behind and any(is_box(below.block) for below in section.descendants()))
        if has_box and not place.week and not (label and label.label == "milestone"):
            place = self._begin_extra_week(section, place)
            self.read_below(section, replace(place, is_below_part=False, kind=_kind_of(label.label) if label else None))
        elif place.week and day and not (label and label.is_exact):
            self._read_day(section, day, place)
        elif label and (place.week or place.is_below_part or label.label == "milestone"):
            self._read_label(section, label, place)
        elif place.week:
            self._read_group(section, place)
        else:
            kind = _kind_of(label.label) if label else None
            self.read_below(section, replace(place, is_below_part=False, kind=kind))

    def _read_group(self, section: Section, place: Place) -> None:
        """Read the items below a title, which is a note of each."""
        block = section.block
        title = title_text(block.text).strip("*_ :\uff1a")
        others = (group for group in place.groups if not (match_unit(title) and match_unit(group[1])))
        groups = (*others, (block, title))  # `Session 4` is not within `Session 3`
        place = replace(place, groups=groups, item=None)
        self._read_and_share_hours(block, section.children, place, title)

    def _read_and_share_hours(self, block: Block, children: Sequence[Section], place: Place, title: str) -> str:
        """Read what is below a week or a group, and give the hours in its title to the first item, if none has its own.

        Returns the title without its hours, empty if they stay or are all of it.
        """
        first = len(place.week.items) if place.week else 0
        self._read_all(children, place)
        items = place.week.items[first:] if place.week else []
        return self._share_hours(block, title, [fields for _, fields in items])

    def _share_hours(self, block: Block, title: str, items: Sequence[dict[str, Any]]) -> str:
        """Give the hours of a title to the first item below it, or compare them; return the title without them.

        It is empty if they stay.
        """
        hours, rest = split_hours(title) if items else (None, "")
        own = [item["hours"] for item in items if "hours" in item]
        if hours and not own:
            items[0]["hours"] = hours
            self.plan.doubt("hours-of-group", block.line)
        elif hours and len(own) == len(items) and abs(sum(own) - hours) > _ROUNDED_HOURS * len(own):
            message = f"the items have {sum(own):g} hours in all, the text says {hours:g}"
            self.plan.report(block.line, "hours-mismatch", message)
        is_said = hours and (not own or len(own) == len(items) or sum(own) == hours)
        if is_said:
            self.plan.add_structure(block, title)
        return rest if is_said else ""

    def _read_text(self, section: Section, place: Place) -> None:
        block, inside = section.block, replace(place, group_has_box=section.has_box)
        if section.has_box and not place.week and not (section.label and section.label.label == "milestone"):
            inside = place = replace(self._begin_extra_week(section, place), group_has_box=True)
        if section.label:
            weeks = self.plan.parts[-1].weeks if place.is_below_part and section.label.rest else []
            if section.label.label == "practice" and weeks and not place.week:
                inside = replace(inside, week=weeks[-1])  # as below the table of the weeks
            self._read_label(section, section.label, inside)
        elif place.item:
            add_note(self.plan, place.item, block)
        elif place.week and is_list_title(block) and section.children:
            self._read_group(section, inside)
        elif place.week and (day := match_day(block.text)) and day.rest and day.marker.endswith(":"):
            add_item(self.plan, place, block, block.text, place.kind)
        elif place.week and block.text.startswith("**") and (unit := match_unit(block.text)) and unit.rest:
            add_item(self.plan, place, block, block.text.replace("**", ""), place.kind)
        elif place.week and (named := LABELLED.fullmatch(block.text)) and ":" in block.text[: named.start("text")]:
            self._read_named_text(block, named, place)
        else:
            self.read_below(section, place)

    def _read_named_text(self, block: Block, named: re.Match[str], place: Place) -> None:
        """Read a line such as `**Tools:** rope and hook` as an item with its name as a note."""
        text = named["text"]
        is_text = len(text.split()) >= _WORDS_OF_TEXT and not text[0].isdigit() and not text.endswith("!")
        if is_text and not _REMARK.match(block.text) and (item := add_item(self.plan, place, block, text, None)):
            prefix_note(item.fields, plain_text(named["title"]))
            self.plan.add_text(block, named["title"])

    def _read_label(self, section: Section, mark: HeadingMark, place: Place) -> None:
        """Read a label, and what is below it as items of the kind that it names."""
        block = section.block
        place = replace(place, item=None, introduction="")
        is_of_part = mark.is_exact and mark.rest and not place.week and place.is_below_part
        if mark.label == "milestone" or (mark.label == "deliverable" and is_of_part):
            self._read_milestone(section, mark, place)
            return
        if mark.label == "goal":
            self._read_goal(section, mark, place)
            return
        first = len(place.week.items) if place.week else 0
        if place.week and mark.label:
            place = replace(place, kind=_kind_of(mark.label), kind_is_of_text=False)
            if mark.is_exact or block.type is not BlockType.HEADING:
                known = (word for word in WORD.findall(mark.marker) if is_known_word(word.casefold()))
                self.plan.add_structure(block, *(known if mark.is_exact else ()))
            if not mark.is_exact and not mark.rest:
                place = replace(place, groups=(*place.groups, (block, title_text(block.text))))
            if mark.rest and mark.is_exact and not (mark.rest.endswith(":") and section.children):
                item = self._add_label_items(block, mark, place)
                place = replace(place, item=item if block.type is BlockType.ITEM else None, kind_is_of_text=True)
            elif mark.rest and block.text.startswith("**") and block.type is BlockType.TEXT:
                item = add_item(self.plan, place, block, mark.rest, place.kind)
                self._note_label(block, mark, item)
            has_lines = bool(section.children) and all(child.block.type is BlockType.TEXT for child in section.children)
            if not mark.rest and (has_lines or mark.marker.endswith(":") or block.text.rstrip().endswith(":")):
                self._read_lines_below(section, place)
            else:
                self.read_below(section, place)
            if mark.parenthesis and place.week:
                self._share_hours(block, mark.parenthesis, [fields for _, fields in place.week.items[first:]])
            return
        self.read_below(section, place)

    def _add_label_items(self, block: Block, mark: HeadingMark, place: Place) -> Item | None:
        """Add what is behind a label, several readings as items of their own; return the last one."""
        texts = split_cell(mark.rest) if mark.label == "reading" else [mark.rest]
        items = [add_item(self.plan, place, block, text, place.kind) for text in texts]
        return items[-1] if items else None

    def _note_label(self, block: Block, mark: HeadingMark, item: Item | None) -> None:
        """Keep the words of a label in the note of its item, as of `**Main material:** …`."""
        label = plain_text(mark.marker).strip(" :\uff1a–—-*_")
        if item:
            prefix_note(item.fields, label)
            self.plan.add_text(block, label)

    def _read_lines_below(self, section: Section, place: Place) -> None:
        """Read what is below a label with a colon: lines of text right below it are items of its kind."""
        line = section.block.line + 1
        for at, child in enumerate(section.children):
            block = child.block
            is_item = block.type is BlockType.TEXT and not block.level and len(block.text) <= _LONGEST_ITEM
            if not is_item or child.children or block.line > line + (at == 0):
                self._read_all(section.children[at:], replace(place, kind_is_of_text=at > 0 or place.kind_is_of_text))
                break
            add_item(self.plan, place, block, block.text, place.kind)
            line = (block.last_line or block.line) + 1

    def _read_goal(self, section: Section, mark: HeadingMark, place: Place) -> None:
        """Read the goal of the present part, or of the whole plan; a week has none, and lists of goals are items."""
        plan, block = self.plan, section.block
        part = plan.parts[-1] if plan.parts else None
        children = section.children
        if part and self._is_goal_of_part(place):
            plan.add_structure(block, mark.marker)
            if mark.rest:
                self._continue_text(part.goal, replace(block, text=mark.rest))
            if not (mark.rest and place.week and children and children[0].block.type is BlockType.ITEM):
                children = self._without_goal(section, part)
        elif place.week and place.week_has_heading:  # without headings, nobody knows whose goal it is
            plan.add_structure(block, mark.marker)
            label = plain_text(mark.marker).strip(" :\uff1a–—-*_")
            if mark.rest:
                self._add_goal_of_week(block, mark, place.week)
                place = replace(place, kind=None)
            else:
                place = replace(place, kind="concept")
                if not section.has_box:  # a box is something to do, whatever is above it
                    place = replace(place, groups=(*place.groups, (block, label)))
                    plan.doubt("goals-of-week", block.line)
        self._read_all(children, place)

    def _add_goal_of_week(self, block: Block, mark: HeadingMark, week: WeekDraft) -> None:
        """Add the goal of a week as a milestone of it."""
        self.plan.doubt("goal-of-week", block.line)
        milestone = MilestoneDraft([], block.line, (week.number,))
        self.plan.milestones.append(milestone)
        self._continue_text(milestone.text, replace(block, text=mark.rest))

    def _is_goal_of_part(self, place: Place) -> bool:
        """Tell whether a goal is that of the present part: it is above its weeks, or the part has only one."""
        return not place.week or (place.is_below_part and self.plan.parts[-1].line == place.week.line)

    def _read_milestone(self, section: Section, mark: HeadingMark, place: Place) -> None:
        """Read a milestone of the weeks or the part that its label names, else of the present week or part."""
        plan, block = self.plan, section.block
        text = plan.with_links(block, mark.rest)
        milestone = MilestoneDraft([text] if text else [], block.line)
        self._place_milestone(milestone, mark.parenthesis.casefold(), place)
        plan.milestones.append(milestone)
        plan.add_structure(block, mark.marker)
        plan.add_text(block, text)
        rest: list[Section] = []
        for child in section.children:
            if (
                rest
                or (child.label and child.block.type is BlockType.TEXT)
                or not _continues(milestone.text, child.block)
            ):
                rest.append(child)
            elif not text and child.block.type is BlockType.ITEM:
                self._add_milestone(child, milestone)
            else:
                for line in (child, *child.descendants()):
                    self._continue_text(milestone.text, line.block)
        self._read_all(rest, replace(place, kind="deliverable"))

    def _place_milestone(self, milestone: MilestoneDraft, name: str, place: Place) -> None:
        """Give a milestone the weeks or the part that its label names, else the present week or part."""
        plan = self.plan
        if weeks := find_week_range(name):
            offset = (plan.parts[-1].week_offset or 0) if plan.parts else 0
            milestone.weeks = tuple(range(weeks.first + offset, weeks.last + offset + 1))
        elif part := next((part for part in plan.parts if name and name in (part.key, part.title.casefold())), None):
            milestone.part = part
        elif place.week:
            milestone.weeks = tuple(week.number for week in plan.weeks if week.line == place.week.line)
        elif plan.parts:
            milestone.part = plan.parts[-1]

    def _add_milestone(self, section: Section, above: MilestoneDraft) -> None:
        """Add an item of a list of milestones, of the weeks that it names, else of those of the list."""
        text = section.block.text
        named, label = find_week_range(plain_text(text)), LABELLED.fullmatch(text)
        weeks = tuple(range(named.first, named.last + 1)) if named else above.weeks
        milestone = MilestoneDraft([], section.block.line, weeks, None if weeks else above.part)
        self.plan.milestones.append(milestone)
        if named and label:  # `**End of week 1:** tie a knot`
            self.plan.add_structure(section.block, label["title"])
            text = label["text"]
        self._continue_text(milestone.text, replace(section.block, text=text))
        for below in section.descendants():
            self._continue_text(milestone.text, below.block)

    def _continue_text(self, lines: list[str], block: Block) -> None:
        """Add a line to a goal or a milestone."""
        text = self.plan.with_links(block, block.text)
        lines.append(text)
        self.plan.add_text(block, text)

    # Items

    def _read_item(self, section: Section, place: Place, above: Item | None) -> Item | None:
        block = section.block
        if block.is_contents_link:
            return above
        inside = replace(place, group_has_box=section.has_box)
        label = None if is_box(block) else self._item_label(section)
        if label and (place.week or self.plan.parts) and self._is_list_label(label, place):
            self._read_label(section, label, inside)
            return None
        is_lead = section.children and not is_box(block) and _introduces_items(section)
        if place.week and (section.is_item_above_boxes or is_lead):
            self._read_group(section, inside)
            return None
        item = self._add_box(section, place) if is_box(block) else self._add_bullet(section, place, above, label)
        words = plain_text(item.fields.get("text") or item.fields["title"] if item else block.text)
        name = words.rstrip(": ")
        introduces = (is_box(block) or words != name) and is_name(name)
        below = replace(
            place,
            item=item or place.item,
            introduction="; ".join(filter(None, (place.introduction, name if introduces else ""))),
            is_ticked=place.is_ticked or bool(item and block.checked),
        )
        self.read_below(section, below)
        return item

    def _add_box(self, section: Section, place: Place) -> Item | None:
        block, label = section.block, section.label
        is_bold = label and label.is_exact and label.rest and block.text.startswith(("**", "__"))
        kind = _kind_of(label.label) if label and is_bold and label.marker.endswith(":") else None
        place = place if place.week else self._begin_extra_week(section, place)
        if label and kind:
            self.plan.add_structure(block, label.marker)
            return add_item(self.plan, place, block, label.rest, kind)
        return add_item(self.plan, place, block, block.text, place.kind)

    def _add_bullet(self, section: Section, place: Place, above: Item | None, label: HeadingMark | None) -> Item | None:
        """Read an item without a box: as an item, a note on the one above it, or as a guide."""
        block = section.block
        if not place.week:
            add_guide(self.plan, block)
        elif label and label.is_exact and label.marker.endswith(":"):
            self.plan.add_structure(block, label.marker)
            if label.label == "goal":
                self._add_goal_of_week(block, label, place.week)
                return None
            return self._add_label_items(block, label, replace(place, kind=_kind_of(label.label) or "concept"))
        elif noted := next((item for item in (above, place.item) if item and self._is_note(block, item.block)), None):
            add_note(self.plan, noted, block)
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

    def _is_list_label(self, label: HeadingMark, place: Place) -> bool:
        """Tell whether an item is a label of others, or a milestone or the goal of a part with its text behind it."""
        is_goal = label.label == "goal" and label.is_exact and self._is_goal_of_part(place)
        return not label.rest or label.label == "milestone" or is_goal

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
        if place.heading and place.heading is self.extra.heading:
            return replace(place, week=self.extra.week)
        blocks = [below.block for below in (section, *section.descendants()) if not below.week]
        items = [block for block in blocks if block.type is BlockType.ITEM or is_item_row(block)]
        block = next(filter(is_box, items), items[0])
        numbers = [mark.first for mark in structure.weeks.values()]
        if not plan.weeks_by_number:
            number = max(min(numbers) - 1, 0)
        elif section.index < max(structure.weeks, default=-1):
            number = max(plan.weeks_by_number)
        else:
            number = max(max(plan.weeks_by_number) + 1, structure.end)
        plan.doubt("no-week", block.line)
        heading = place.heading.text if place.heading else ""
        numbered = match_number(heading)  # as `6. Checklist`
        title = title_text(numbered.rest if numbered else heading) or plan.title
        if plan.parts and place.heading and plan.parts[-1].line == place.heading.line:
            title = plan.parts[-1].title
        if len(plan.parts) > 1 and not place.is_below_part and number not in plan.weeks_by_number:
            plan.parts.append(PartDraft(title, block.line))
        plan.add_text(place.heading or block, title)
        week = plan.begin_extra_week(block.line, number, title)
        groups = ((place.heading, title),) if place.heading and title != week.title else ()
        has_box = is_box(block)
        self.extra = replace(place, week=week, week_has_box=has_box, week_has_heading=not has_box, groups=groups)
        return self.extra

    # Tables

    def _read_table(self, section: Section, place: Place) -> None:
        """Read a table: rows that are weeks, items of the present week, or something else that is read at the end."""
        header, rows = section.block, section.children
        if any(row.week for row in rows):
            self.week_table.read(header, [row for row in rows if row.week])
            self.plan.add_structure(header, " ".join(header.cells))
        elif self.structure.week_form == TABLE_ROWS:
            self.plan.add_structure(header, " ".join(header.cells))
        unread = [] if header.header or (rows and rows[0].block is header) else [header]
        for row in rows:
            if row.week:
                continue
            is_in_week = self.structure.week_form != "sections"
            if place.week and place.week_has_heading and is_item_row(row.block, is_in_week=is_in_week):
                self.plan.add_structure(header, " ".join(header.cells))
                if any("<br" in cell for cell in row.block.cells):
                    self.week_table.read_lists(header, row.block, place.week)
                    continue
                kind, item = read_item_row(row.block, header.cells, self.plan.source_url)
                keep_item(self.plan, place, row.block, kind if place.kind_is_of_text else place.kind or kind, item)
            else:
                unread.append(row.block)
        self.unread_rows += unread


def _introduces_items(section: Section) -> bool:
    """Tell whether a bullet is the name of what is below it, as `Method:` is."""
    words = plain_text(section.block.text).strip("*_ ")  # with spaces it is not bold
    is_title = words.endswith((":", "\uff1a")) or (section.is_label_line and not section.label)
    are_items = all(child.block.type is BlockType.ITEM for child in section.children)
    return is_title and are_items and is_name(words.rstrip(": \uff1a"))


def _continues(lines: list[str], block: Block) -> bool:
    """Tell whether a block continues a milestone: a bullet does, and text does where its sentence is not complete."""
    if block.type is BlockType.TEXT:
        return not "".join(lines[-1:]).endswith((".", "!", "?"))
    return block.type is BlockType.ITEM and not is_box(block)


def _kind_of(name: str | None) -> Kind | None:
    """Return the kind of items that a label or a column names, if it is one."""
    return next((kind for kind in LISTS if kind == name), None)
