"""Structure of a plan: where its parts and weeks begin, by the evidence of the whole document."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from itertools import islice, pairwise

from daytrail.importers.plan.heading_marks import (
    WEEKS_OF,
    HeadingMark,
    find_duration,
    find_week_range,
    is_about_document,
    is_name,
    match_day,
    match_label,
    match_part,
    match_span,
    match_week,
    number_range,
    title_text,
)
from daytrail.importers.plan.tables import (
    column_roles,
    find_date,
    is_empty_cell,
    resolve_dates,
    title_column,
    year_in,
)
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of

TABLE_ROWS = "a row a week"
_MIN_DAYS = 3
_DAYS_OF_WEEK = 7
_NO_HEADING = 7
"""A level below that of all headings."""
_WEEK_CELL = re.compile(
    r"\W*(?:[^\W\d]+\.?\s*)?(?P<first>\d{1,3})"
    rf"(?:\s*(?:[-–—&/]|{any_of('to_week_number_in_cell')})\s*(?:[^\W\d]+\s*)?(?P<last>\d{{1,3}}))?(?!\d)"
)

Marks = dict[int, HeadingMark]
"""What blocks announce, by their indices."""
Form = Callable[[Sequence[Block], int | None], "DocumentStructure | None"]
"""A form of plans: it returns the structure of a document in that form, given its blocks and the index of its title."""


@dataclass(frozen=True, slots=True)
class DocumentStructure:
    """Indices of the blocks that begin something."""

    blocks: Sequence[Block]
    """All blocks, with numbers of weeks in the rows that were taken for weeks."""
    week_form: str
    """What a week is in the document, as in `a heading a week`; used in the import report."""
    title: int | None
    parts: Mapping[int, HeadingMark]
    weeks: Mapping[int, HeadingMark]
    days: Mapping[int, HeadingMark] = field(default_factory=dict)
    """Days of a plan that counts days, seven of which are a week."""
    week_level: int = _NO_HEADING
    """The lowest level of the headings of weeks."""
    guess: str = ""
    """The message of a diagnostic, if the weeks are a guess."""
    about_document: frozenset[int] = frozenset()
    """Indices of the blocks of sections that are not about what is to be learnt, as those of a licence."""
    end: int = 0
    """The week behind the last span of time, if it is known."""
    has_boxes: bool = False
    """Whether the document has open checkboxes, so that a bullet without one is no item."""


def detect_structure(blocks: Sequence[Block]) -> DocumentStructure:
    """Return what a plan consists of: weeks by heading, line, item or table row, else months or days, else sections."""
    about_document = frozenset(_about_document(blocks))
    # The blocks of those sections are out of sight here, so that no title, week or item is found in them.
    visible = [
        replace(block, type=BlockType.OTHER) if index in about_document else block for index, block in enumerate(blocks)
    ]
    title = _title_index(visible)
    structure = next(structure for form in FORMS if (structure := form(visible, title)))
    seen = zip(blocks, visible, structure.blocks, strict=True)
    blocks = [read if read is not shown else block for block, shown, read in seen]
    return replace(structure, blocks=blocks, about_document=about_document, has_boxes=_has_open_boxes(visible))


def _about_document(blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the indices of the sections that are about the document itself, their headings included."""
    level = 0
    for index, block in enumerate(blocks):
        if block.type is BlockType.HEADING and (not level or block.level <= level):
            level = block.level if is_about_document(block.text) else 0
        if level:
            yield index


def is_box(block: Block) -> bool:
    """Tell whether a block is an item with a checkbox or with a line through it."""
    return block.type is BlockType.ITEM and (block.checked is not None or block.dropped)


def _has_open_boxes(blocks: Sequence[Block]) -> bool:
    return any(block.type is BlockType.ITEM and block.checked is False and not block.dropped for block in blocks)


def _title_index(blocks: Sequence[Block]) -> int | None:
    """Return the index of the title: the first heading if no other is as high, or if only it names no part or week."""
    headings = [index for index, block in enumerate(blocks) if block.type is BlockType.HEADING]
    if headings:
        first, *others = headings
        others = [index for index in others if blocks[index].level <= blocks[first].level]
        is_title = not others or _is_mark(blocks[others[0]].text) or _has_only_text_below(blocks, first, headings[1])
        if not is_title:  # the title of one part of the document is that of all, if only that one has weeks
            marks = [index for index, block in enumerate(blocks) if _is_week(block)]
            is_title = bool(marks) and first < marks[0] and marks[-1] < others[0]
        return first if is_title and not _is_mark(blocks[first].text) else None
    if not blocks or blocks[0].type is not BlockType.TEXT:
        return None
    text = blocks[0].text
    return None if match_week(text, strict=True) or match_label(text) or match_part(text, strict=True) else 0


def _is_week(block: Block) -> bool:
    is_line = block.type in (BlockType.TEXT, BlockType.ITEM)
    return (is_line or block.type is BlockType.HEADING) and match_week(block.text, strict=is_line) is not None


def _is_mark(text: str) -> bool:
    """Tell whether a heading announces a week, a part, a month or a day."""
    return bool(match_week(text, strict=False) or match_part(text, strict=True) or match_span(text) or match_day(text))


def _has_only_text_below(blocks: Sequence[Block], heading: int, following: int) -> bool:
    """Tell whether a heading names no part and has nothing but text before the following one."""
    is_part = match_part(blocks[heading].text, strict=False)
    return not is_part and all(
        block.type in (BlockType.TEXT, BlockType.OTHER) for block in blocks[heading + 1 : following]
    )


# Weeks that are written as such


def _written_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure | None:
    """Return the structure of a plan that names its weeks: in the form of most of them, headings preferred."""
    headings = _without_repetitions(blocks, _marks(blocks, BlockType.HEADING, partial(match_week, strict=False)))
    modules = {
        index: HeadingMark("", _part_mark(block).rest, weeks.first, max(weeks.first, weeks.last))
        for index, block in enumerate(blocks)
        if block.type is BlockType.HEADING and index != title and index not in headings
        if (weeks := find_week_range(title_text(block.text)))
    }
    forms: dict[str, Marks] = {
        "a heading a week": headings,
        "a heading for several weeks": modules,
        "a line a week": _marks(blocks, BlockType.TEXT, partial(match_week, strict=True)),
        "an item a week": _week_items(blocks),
        TABLE_ROWS: _week_rows(blocks),
    }
    most = max(map(len, forms.values()))
    if not most:
        return None
    form, marks = next((form, marks) for form, marks in forms.items() if 2 * len(marks) >= most)
    levels = [blocks[index].level for index in marks if blocks[index].type is BlockType.HEADING]
    week_level = max(levels, default=_NO_HEADING)
    if marks is modules:
        parts = {index: _part_mark(blocks[index]) for index in modules}
    else:
        parts = _parts(blocks, marks, week_level, title)
    return DocumentStructure(blocks, form, title, parts, marks, week_level=week_level)


def _marks(blocks: Sequence[Block], block_type: BlockType, match: Callable[[str], HeadingMark | None]) -> Marks:
    """Return the marks of the blocks of a type, those of items only at the highest level that has any."""
    marks = {
        index: mark
        for index, block in enumerate(blocks)
        if block.type is block_type and not block.is_contents_link and (mark := match(block.text))
    }
    if block_type is not BlockType.ITEM:
        return marks
    level = min((blocks[index].level for index in marks), default=0)
    return {index: mark for index, mark in marks.items() if blocks[index].level == level}


def _without_repetitions(blocks: Sequence[Block], weeks: Marks) -> Marks:
    """Return the headings of weeks without those within a week that repeat its number, as in `Week 1 checklist`."""
    kept: Marks = {}
    last: tuple[int, int] | None = None
    for index, mark in weeks.items():
        if not last or mark.first != last[1] or blocks[index].level <= last[0]:
            kept[index] = mark
            last = blocks[index].level, mark.first
    return kept


def _week_items(blocks: Sequence[Block]) -> Marks:
    """Return the items that are weeks; those in a list of milestones are none."""
    below_milestones = False
    seen = []
    for block in blocks:
        if block.type is BlockType.HEADING:
            label = match_label(block.text)
            below_milestones = bool(label and label.label == "milestone")
        seen.append(replace(block, type=BlockType.OTHER) if below_milestones else block)
    return _marks(seen, BlockType.ITEM, lambda text: match_week(text.rstrip("."), strict=True))


def _week_rows(blocks: Sequence[Block]) -> Marks:
    """Return the table rows that are weeks; one with an empty first cell continues the week above."""
    rows: Marks = {}
    week: HeadingMark | None = None
    for index, block in enumerate(blocks):
        if block.type is not BlockType.ROW or not header_of(block):
            week = None
            continue
        column = week_column(block)
        if column is None or column >= len(block.cells):
            continue
        cell = block.cells[column].strip(" -–—*")
        if numbers := _WEEK_CELL.match(cell):
            first, last = number_range(numbers)
            week = HeadingMark(block.cells[column], "", first, max(first, last))
        if week and (numbers or (not cell and any(words.strip() for words in block.cells))):
            rows[index] = week
    return rows


def _numbered_rows(blocks: Sequence[Block], title: int | None) -> DocumentStructure | None:
    """Return the structure of a plan whose only long table counts its rows, perhaps down, as in a countdown."""
    tables: list[list[int]] = []
    for index, block in enumerate(blocks):
        if block.type is BlockType.ROW and not block.header:
            tables.append([])
        elif block.type is BlockType.ROW and tables and re.fullmatch(r"\W*\d{1,3}\W*", block.cells[0]):
            tables[-1].append(index)
    long_tables = [rows for rows in tables if len(rows) >= _MIN_DAYS]
    if len(long_tables) != 1:
        return None
    rows = long_tables[0]
    numbers = [int(re.sub(r"\D", "", blocks[index].cells[0])) for index in rows]
    steps = {second - first for first, second in pairwise(numbers)}
    if steps not in ({1}, {-1}):
        return None
    numbered = list(blocks)
    for at, index in enumerate(rows):
        header = (any_of("week").split("|")[0], *blocks[index].header[1:])
        number = str(numbers[at] if steps == {1} else at + 1)
        numbered[index] = replace(blocks[index], header=header, cells=(number, *blocks[index].cells[1:]))
    structure = _written_weeks(numbered, title)
    order = "the falling numbers of a table were taken for weeks in the order of its rows"
    guess = order if steps == {-1} else "the numbers of a table were taken for weeks"
    return replace(structure, guess=guess) if structure else None


def week_column(row: Block) -> int | None:
    """Return the index of the column with the number of the week, if a row of that table is a week."""
    roles = column_roles(header_of(row))
    if "link" in roles or len(roles) < 2:
        return None
    for index, role in enumerate(roles[:3]):
        if role in ("week", "range") or (index == 0 and match_week(plain_text(row.cells[0]), strict=True)):
            return index if index == 0 or roles[0] in ("part", "date", "") else None
    return None


def header_of(row: Block) -> tuple[str, ...]:
    """Return the names of a row's columns; those of a table without names are the cells of its first week."""
    is_week = not row.header and row.cells and match_week(plain_text(row.cells[0]), strict=False)
    return tuple(cell.casefold() for cell in row.cells) if is_week else row.header


def _parts(blocks: Sequence[Block], weeks: Marks, week_level: int, title: int | None) -> Marks:
    """Return the headings, or lines such as `Part II — …`, with weeks below them."""
    parts: Marks = {}
    last: tuple[int, HeadingMark] | None = None
    for index, block in enumerate(blocks):
        if index in weeks:
            parts |= [last] if last else []
        elif block.type is BlockType.TEXT and match_part(block.text, strict=True):
            last = index, _part_mark(block)
        elif block.type is BlockType.HEADING and not match_label(block.text):
            is_part = match_part(block.text, strict=True) is not None
            if block.level < week_level or (is_part and block.level == week_level):
                last = index, _part_mark(block)
    is_named = [index for index in parts if index != title and (parts[index].marker or len(parts) > 1)]
    return parts if is_named else {}


def _part_mark(block: Block) -> HeadingMark:
    """Return the mark of a part with its title; the title of one that has only a name is that name."""
    text = title_text(block.text) if block.type is BlockType.HEADING else block.text
    mark = match_part(text, strict=False)
    return mark if mark and mark.rest else HeadingMark("", text)


# Other spans of time


def _dated_rows(blocks: Sequence[Block], title: int | None) -> DocumentStructure | None:
    """Return the structure of a plan that is a table of dates: its weeks are those of the calendar."""
    dates = {
        index: written
        for index, block in enumerate(blocks)
        if block.type is BlockType.ROW and block.header and (column := date_column(block)) is not None
        if column < len(block.cells) and (written := find_date(block.cells[column]))
    }
    if len(dates) < _MIN_DAYS:
        return None
    days = resolve_dates(list(dates.values()), year_in(blocks[title].text if title is not None else ""))
    first = next((day for day in days if day), None)
    if not first:
        return None
    monday = first - timedelta(days=first.weekday())
    numbers = {index: (day - monday).days // _DAYS_OF_WEEK + 1 for index, day in zip(dates, days, strict=True) if day}
    weeks = {index: HeadingMark("", "", number, number) for index, number in numbers.items() if number > 0}
    guess = "no weeks are written; those of the calendar were taken"
    return DocumentStructure(blocks, TABLE_ROWS, title, {}, weeks, guess=guess)


def date_column(row: Block) -> int | None:
    """Return the index of the column with dates, if there is one at the left and the table has no weeks."""
    roles = column_roles(row.header)
    column = next((index for index, role in enumerate(roles[:2]) if role in ("date", "day")), None)
    return column if week_column(row) is None else None


def _spans_as_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure | None:
    """Return the structure of a plan that counts months, sprints or many days: each is a part with one week."""
    weeks: Marks = {}
    spans: set[str] = set()
    end = 0
    for index, block in enumerate(blocks):
        if block.type is not BlockType.HEADING or index == title:
            continue
        days = match_day(block.text)
        if span := match_span(title_text(block.text)):
            mark = span[1]
            first = max((mark.first - 1) * WEEKS_OF[span[0]] + 1, 0)
            end = mark.last * WEEKS_OF[span[0]] + 1
            spans.add(span[0])
        elif days and days.last - days.first >= _DAYS_OF_WEEK:
            mark = days
            first = (max(days.first, 1) - 1) // _DAYS_OF_WEEK + 1
            end = (days.last - 1) // _DAYS_OF_WEEK + 2
        else:
            continue
        weeks[index] = HeadingMark(mark.marker, mark.rest or title_text(block.text), first, first)
    if len(weeks) < 2:
        return None
    lengths = " and ".join(f"a {span} is taken for {WEEKS_OF[span]} weeks" for span in WEEKS_OF if span in spans)
    guess = (
        f"the plan has no weeks; {lengths or 'seven days are taken for a week'}; items are in the first week of each"
    )
    level = max(blocks[index].level for index in weeks)
    return DocumentStructure(
        blocks, "a heading for several weeks", title, weeks, weeks, week_level=level, guess=guess, end=end
    )


def _days_as_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure | None:
    """Return the structure of a plan that counts days, with seven of them as a week; None if it does not."""
    for block_type in (BlockType.HEADING, BlockType.TEXT, BlockType.ITEM, BlockType.ROW):
        days = _day_rows(blocks) if block_type is BlockType.ROW else _marks(blocks, block_type, match_day)
        if len(days) >= _MIN_DAYS:
            break
    else:
        return None
    first_days: dict[int, int] = {}
    for index, mark in days.items():
        first_days.setdefault(max(mark.first - 1, 0) // _DAYS_OF_WEEK + 1, index)
    weeks = {
        index: HeadingMark("", f"Days {week * 7 - 6} to {week * 7}", week, week) for week, index in first_days.items()
    }
    week_level = max(blocks[index].level for index in days) if block_type is BlockType.HEADING else _NO_HEADING
    guess = "no weeks are written; seven days each were taken for one"
    return DocumentStructure(
        blocks, "days", title, _parts(blocks, weeks, week_level, title), weeks, days, week_level, guess
    )


def _day_rows(blocks: Sequence[Block]) -> Marks:
    """Return the rows of tables whose first column is the number of a day."""
    return {
        index: HeadingMark(block.cells[0], "", *number_range(numbers))
        for index, block in enumerate(blocks)
        if block.type is BlockType.ROW and block.header and column_roles(block.header)[0] == "day"
        if (numbers := _WEEK_CELL.match(block.cells[0]))
    }


# Sections


def _sections_as_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure:
    """Return the structure of a plan without weeks or days: what has items below it is a week."""
    starts = _section_starts(blocks, title)
    numbered = [index for index in starts if match_part(blocks[index].text, strict=True)]
    if len(numbered) >= _MIN_DAYS and 3 * len(numbered) >= 2 * len(starts) and not _has_open_boxes(blocks):
        starts = numbered  # `Stage 1`, `Stage 2`, `Stage 3`, and a list of something else behind them
    durations = [find_duration(blocks[index].text) for index in starts]
    has_durations = 2 * sum(map(bool, durations)) > len(starts)
    weeks: Marks = {}
    number = 1
    for index, duration in zip(starts, durations, strict=True):
        block = blocks[index]
        mark = _part_mark(block) if block.type is BlockType.HEADING else HeadingMark("", block.text)
        weeks[index] = replace(mark, first=number, last=number)
        number += duration if has_durations and duration else 1
    first_item = next((index for index, block in enumerate(blocks) if block.type is BlockType.ITEM), None)
    if not weeks and first_item is not None:
        weeks = {first_item: HeadingMark("", "", 1, 1)}
    top_headings = _top_headings(blocks, starts, title)
    has_parts = any(heading != index for index, heading in top_headings.items())
    if not has_parts:
        described = [index for index in starts if _is_described(blocks, index)]
        named = [index for index in starts if weeks[index].marker]
        has_parts = bool(described) and 2 * max(len(described), len(named)) >= len(starts)
    headings = sorted(set(top_headings.values())) if has_parts else ()
    parts = {heading: _part_mark(blocks[heading]) for heading in headings}
    what = "the sections" if len(weeks) > 1 else "all"
    how = ", by the time that they say they take" if has_durations else ""
    guess = f"no weeks are written; {what} became weeks, 1 to {max(number - 1, 1)}{how}" if weeks else ""
    return DocumentStructure(blocks, "sections", title, parts, weeks, guess=guess)


def _is_described(blocks: Sequence[Block], index: int) -> bool:
    """Tell whether there is a goal or a description right below a heading."""
    below = next(iter(blocks[index + 1 : index + 2]), None)
    if not below or below.type is not BlockType.TEXT:
        return False
    label = match_label(below.text)
    return label is None or label.label == "goal"


def _section_starts(blocks: Sequence[Block], title: int | None) -> list[int]:
    """Return the indices of headings with items right below them; else of such lines; else of such items."""
    is_item = _item_test(blocks)
    starts: list[int] = []
    current: int | None = None
    for index, block in enumerate(blocks):
        if block.type is BlockType.HEADING and index != title:
            label = match_label(block.text)
            if not (label and label.is_exact and current is not None and blocks[current].level < block.level):
                current = index
        elif is_item(block) and current is not None and current not in starts[-1:]:
            starts.append(current)
    if starts:
        return starts
    below = list(islice(blocks, 1, None))
    lines = [
        index
        for index, (block, item) in enumerate(zip(blocks, below, strict=False))
        if block.type is BlockType.TEXT and index != title and block.level == 0 and is_item(item)
        if is_name(block.text) or block.text.rstrip("*_ ").endswith(":")
    ]
    items = [
        index
        for index, (block, item) in enumerate(zip(blocks, below, strict=False))
        if block.type is BlockType.ITEM and block.level == 0 and item.type is BlockType.ITEM and item.level
    ]
    return max(lines, items, key=len)


def _item_test(blocks: Sequence[Block]) -> Callable[[Block], bool]:
    """Return a test for items, by the clearest that the document has: boxes, else rows of courses, else any items."""
    has_boxes = _has_open_boxes(blocks)
    has_courses = any("duration" in column_roles(block.header) for block in blocks if is_item_row(block))

    def is_item(block: Block) -> bool:
        if is_item_row(block) or is_box(block):
            return True
        return block.type is BlockType.ITEM and not (has_boxes or has_courses or block.is_contents_link)

    return is_item


def is_item_row(block: Block) -> bool:
    """Tell whether a block is a row of a table of items."""
    if block.type is not BlockType.ROW or not block.header:
        return False
    roles = column_roles(block.header)
    index = title_column(roles)
    if {"week", "range", "part"} & set(roles):
        return False
    return index is not None and index < len(block.cells) and not is_empty_cell(block.cells[index]) and len(roles) > 1


def _top_headings(blocks: Sequence[Block], starts: Sequence[int], title: int | None) -> dict[int, int]:
    """Return the highest heading above each section, or the section itself; one above all of them does not count."""
    paths: dict[int, list[int]] = {}
    headings: dict[int, int] = {}  # those above, by their level
    sections = set(starts)
    for index, block in enumerate(blocks):
        if block.type is not BlockType.HEADING or index == title:
            continue
        headings = {level: at for level, at in headings.items() if level < block.level} | {block.level: index}
        if index in sections:
            paths[index] = [headings[level] for level in sorted(headings)]
    while paths and len({path[0] for path in paths.values()}) == 1 and all(len(path) > 1 for path in paths.values()):
        paths = {index: path[1:] for index, path in paths.items()}
    return {index: path[0] for index, path in paths.items()}


FORMS: tuple[Form, ...] = (
    _written_weeks,
    _spans_as_weeks,
    _dated_rows,
    _days_as_weeks,
    _numbered_rows,
    _sections_as_weeks,
)
"""Forms of plans; the first one of which a document has evidence is its own."""
