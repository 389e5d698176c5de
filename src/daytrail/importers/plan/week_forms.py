"""Forms of plans that count time: weeks, months, sprints, days, or dates in the rows of a table."""

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from datetime import timedelta
from functools import partial

from daytrail.importers.plan.columns import column_roles, date_column, week_column
from daytrail.importers.plan.heading_marks import (
    WAVES,
    WEEKS_OF,
    HeadingMark,
    find_week_range,
    match_day,
    match_part,
    match_span,
    match_week,
    number_range,
    title_text,
    without_bold,
)
from daytrail.importers.plan.row_dates import find_date, match_leading_date, resolve_dates, year_above
from daytrail.importers.plan.structure import (
    MIN_UNITS,
    NO_HEADING,
    NO_WEEKS,
    TABLE_ROWS,
    TEXT_LINES,
    DocumentStructure,
    Marks,
    find_parts,
    part_mark,
)
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of

_DAYS_OF_WEEK = 7
_NUMBER_CELL = re.compile(
    r"\W*(?:[^\W\d]+\.?\s*)?(?P<first>\d{1,3})"
    rf"(?:\s*(?:[-–—&/{WAVES}]|{any_of('to_week_number', 'and')})\s*(?:[^\W\d]+\s*)?(?P<last>\d{{1,3}}))?(?!\d)"
)
"""The number of a week or a day in the first cell of a row."""
_SPAN_LINE = re.compile(rf"\W*(?:{any_of('spans')})\s*\d[\d\s,&–-]*(?:\s*\([^()]*\))?\s*[:\uff1a]", re.IGNORECASE)
"""The beginning of a line such as `Months 1-2: Shells`."""


def written_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure | None:
    """Return the structure of a plan that names its weeks: in the notation of most of them, headings preferred."""
    rows = _week_rows(blocks)
    named = _marks(blocks, BlockType.HEADING, partial(match_week, strict=False))
    headings = _without_spans_of(named, named, blocks)
    headings = headings if _without_spans_of(rows, headings, blocks) else {}
    modules = {
        index: HeadingMark("", part_mark(block).rest, stated.first, max(stated.first, stated.last))
        for index, block in enumerate(blocks)
        if block.type is BlockType.HEADING and index != title and index not in named
        if (stated := find_week_range(title_text(block.text)))
    }
    modules = _without_spans_of(rows, modules, blocks)
    items = _marks(blocks, BlockType.ITEM, lambda text: match_week(text.rstrip("."), strict=True))
    notations: dict[str, Marks] = {
        "one heading per week": headings,
        "a heading for several weeks": modules,
        TEXT_LINES: _marks(blocks, BlockType.TEXT, partial(match_week, strict=True)),
        TABLE_ROWS: rows,
        "one item per week": items,
    }
    most = max(map(len, notations.values()))
    if not most:
        return None
    form, weeks = next((form, weeks) for form, weeks in notations.items() if 2 * len(weeks) >= most)
    week_level = _lowest_level(blocks, weeks)
    if weeks is modules:
        parts, alone = {}, modules
    else:
        parts = find_parts(blocks, weeks, week_level, title)
        alone = _modules_alone(blocks, modules, weeks) if parts else {}
    parts = dict(sorted((parts | {index: part_mark(blocks[index]) for index in alone}).items()))
    weeks = dict(sorted((weeks | alone).items()))
    if form == TABLE_ROWS and _numbers(items) <= _numbers(rows):
        weeks = dict(sorted((weeks | items).items()))
    return DocumentStructure(blocks, form, title, parts, weeks, week_level=week_level)


def _numbers(weeks: Marks) -> set[int]:
    """Return the numbers of all weeks."""
    return {number for mark in weeks.values() for number in range(mark.first, mark.last + 1)}


def _modules_alone(blocks: Sequence[Block], modules: Marks, weeks: Marks) -> Marks:
    """Return the headings of parts whose weeks are nowhere else, with items right below them."""
    known = _numbers(weeks)
    return {
        index: mark
        for index, mark in modules.items()
        if known.isdisjoint(range(mark.first, mark.last + 1))
        if index + 1 < len(blocks) and blocks[index + 1].type is BlockType.ITEM
    }


def _without_spans_of(weeks: Marks, headings: Marks, blocks: Sequence[Block]) -> Marks:
    """Return the headings of weeks without parts, with shorter spans below them, and `Tasks of week 1` within one."""
    kept = dict(headings)
    for index, span in headings.items():
        below = _marks_below(index, weeks, blocks)
        others = {at: mark for at, mark in below.items() if (mark.first, mark.last) != (span.first, span.last)}
        if others and all(span.first <= mark.first and mark.last <= span.last for mark in below.values()):
            kept.pop(index, None)
        elif span.rest:
            kept = {at: mark for at, mark in kept.items() if at not in below or at in others}
    return kept


def _marks_below(heading: int, marks: Marks, blocks: Sequence[Block]) -> Marks:
    """Return the marks in the section of a heading."""
    level = blocks[heading].level
    ends = (
        at
        for at in range(heading + 1, len(blocks))
        if blocks[at].type is BlockType.HEADING and blocks[at].level <= level
    )
    end = next(ends, len(blocks))
    return {at: mark for at, mark in marks.items() if heading < at < end}


def _lowest_level(blocks: Sequence[Block], marks: Marks) -> int:
    levels = [blocks[index].level for index in marks if blocks[index].type is BlockType.HEADING]
    return max(levels, default=NO_HEADING)


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


def _week_rows(blocks: Sequence[Block]) -> Marks:
    """Return the table rows that are weeks; one without a number, or often with a dash, continues the week above."""
    rows: Marks = {}
    ranges: Marks = {}
    week: HeadingMark | None = None
    firsts = [row.cells[0].strip() for row in blocks if row.header and row.cells]
    ditto = {"-", "–", "—", "--"} if 3 * sum(not re.search(r"\w", cell) for cell in firsts) > len(firsts) else ()
    for index, block in enumerate(blocks):
        if block.type is not BlockType.ROW or not block.header:
            week = None
            continue
        column = week_column(block)
        if column is None or column >= len(block.cells):
            continue
        cell = block.cells[column].strip(" *")
        cell = "" if cell in ditto else cell
        if numbers := _NUMBER_CELL.match(cell.strip(" -–—*")):
            first, last = number_range(numbers)
            named = match_week(plain_text(cell), strict=True)  # as `Week 1: Knots`
            title = named.rest if named and named.marker.endswith(":") and not find_date(named.rest) else ""
            week = HeadingMark(block.cells[column], title, first, max(first, last))
        if week and (numbers or (not cell and any(words.strip() for words in block.cells))):
            is_range = column_roles(block.header)[column] == "range"
            (ranges if is_range else rows)[index] = week
    return rows or ranges  # where each week has a row, a table of the weeks of parts is an overview


def dated_rows(blocks: Sequence[Block], title: int | None) -> DocumentStructure | None:
    """Return the structure of a plan with dates in rows, or before the titles of headings, lines or items.

    Its weeks are those of the calendar; a row without a date is in the week of the row above.
    """
    cells = {
        index: block.cells[column]
        for index, block in enumerate(blocks)
        if block.type is BlockType.ROW and block.header and (column := date_column(block)) is not None
        if column < len(block.cells)
    }
    rows = {index: written for index, cell in cells.items() if (written := find_date(cell))}
    types = (BlockType.HEADING, BlockType.TEXT, BlockType.ITEM)
    notations = () if len(rows) >= MIN_UNITS else (_marks(blocks, block_type, _match_date) for block_type in types)
    named = next((marks for marks in notations if len(marks) >= MIN_UNITS), {})
    dates = {index: date for index, mark in named.items() if (date := find_date(mark.marker))} or rows
    if len(dates) < MIN_UNITS:
        return None
    days = resolve_dates(list(dates.values()), year_above("", blocks, min(dates), dates.values()))
    first = next((day for day in days if day), None)
    if not first:
        return None
    monday = first - timedelta(days=first.weekday())
    numbers = {index: (day - monday).days // _DAYS_OF_WEEK + 1 for index, day in zip(dates, days, strict=True) if day}
    weeks = {index: HeadingMark("", "", number, number) for index, number in numbers.items() if number > 0}
    guess = f"{NO_WEEKS}; those of the calendar were taken"
    if dates is rows:
        for index in cells:
            if index - 1 in weeks:
                weeks.setdefault(index, weeks[index - 1])
        weeks = dict(sorted(weeks.items()))
        guess += "; rows without a date are in the week of the row above" * (len(rows) < len(weeks))
        return DocumentStructure(blocks, TABLE_ROWS, title, {}, weeks, guess=guess)
    firsts = {mark.first: index for index, mark in reversed(weeks.items())}
    is_alone = len(firsts) == len(weeks)  # each has a week of its own
    if is_alone and (
        blocks[min(weeks)].type is BlockType.HEADING or max(firsts) > 2 * len(firsts)
    ):  # or they are deadlines
        return None
    weeks = {index: weeks[index] for index in sorted(firsts.values())}
    level = _lowest_level(blocks, weeks)
    parts = find_parts(blocks, weeks, level, title)
    return DocumentStructure(blocks, "days", title, parts, weeks, named, level, guess)


def _match_date(text: str) -> HeadingMark | None:
    """Read a date before a title."""
    text = re.sub(r"^[^\w(\[]+", "", without_bold(text))
    dated = match_leading_date(text)
    return HeadingMark(text[: dated[1]], text[dated[1] :].lstrip(" :;,.–—-")) if dated else None


def _guess_of_spans(spans: Set[str]) -> str:
    """Return the message about spans of time that are taken for weeks."""
    lengths = " and ".join(f"a {span} is taken for {WEEKS_OF[span]} weeks" for span in WEEKS_OF if span in spans)
    return f"{NO_WEEKS}; {lengths or 'seven days are taken for a week'}; items are in the first week of each"


def spans_as_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure | None:
    """Return the structure of a plan that counts months, sprints or many days: each is a part with one week."""
    for block_type in (BlockType.HEADING, BlockType.TEXT, BlockType.ITEM, BlockType.ROW):
        if structure := _spans_of(blocks, title, block_type):
            return structure
    return None


def _spans_of(blocks: Sequence[Block], title: int | None, block_type: BlockType) -> DocumentStructure | None:
    """Return the structure of a plan whose spans of time are blocks of a type; lines are some only with a colon."""
    weeks: Marks = {}
    spans: set[str] = set()
    end = 0
    is_heading, is_row = block_type is BlockType.HEADING, block_type is BlockType.ROW
    for index, block in enumerate(blocks):
        if block.type is not block_type or index == title or block.checked is not None:
            continue
        if is_row:
            cell = block.cells[0].strip(" *") if block.header else ""
            text = cell if match_span(cell) else f"{''.join(block.header[:1])} {cell}"
        elif is_heading or (_SPAN_LINE.match(without_bold(block.text)) and not block.level):
            text = title_text(block.text) if is_heading else without_bold(block.text)
        else:
            continue
        days = match_day(block.text)
        if span := match_span(text):
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
        if (part := match_part(mark.rest, strict=True)) and part.rest:  # of `Phase 1: Knots (Months 1-2)`
            mark = HeadingMark(f"{part.marker} {mark.marker}", part.rest)
        weeks[index] = HeadingMark(mark.marker, mark.rest or title_text(block.text), first, end - 1)
    if len(weeks) < (2 if is_heading else MIN_UNITS):
        return None
    guess = _guess_of_spans(spans)
    if is_row:
        weeks = {
            index: HeadingMark(blocks[index].cells[0], "", mark.first, mark.first) for index, mark in weeks.items()
        }
        return DocumentStructure(blocks, TABLE_ROWS, title, {}, weeks, guess=guess, end=end)
    alone = _without_spans_of(weeks, weeks, blocks)
    has_parts = len(alone) < len(weeks)
    weeks = {index: replace(mark, last=mark.first) for index, mark in alone.items()}
    form = "a heading for several weeks" if is_heading else "a line for several weeks"
    week_level = _lowest_level(blocks, weeks)
    parts = (find_parts(blocks, weeks, week_level, title) if has_parts else None) or weeks
    return DocumentStructure(blocks, form, title, parts, weeks, week_level=week_level, guess=guess, end=end)


def days_as_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure | None:
    """Return the structure of a plan that counts days, with seven of them as a week; None if it does not."""
    types = (BlockType.HEADING, BlockType.TEXT, BlockType.ITEM)
    notations = (*(_marks(blocks, block_type, match_day) for block_type in types), _day_rows(blocks))
    days = next((days for days in notations if len(days) >= MIN_UNITS), {})
    if not days:
        return None
    weeks: Marks = {}
    numbers: set[int] = set()
    for index, mark in days.items():
        week = max(mark.first - 1, 0) // _DAYS_OF_WEEK + 1
        if week not in numbers or blocks[index].type is BlockType.ROW:  # rows are read one by one
            weeks[index] = HeadingMark(mark.marker, f"Days {week * 7 - 6} to {week * 7}", week, week)
        numbers.add(week)
    week_level = _lowest_level(blocks, days)
    guess = f"{NO_WEEKS}; each seven days became one"
    parts = find_parts(blocks, weeks, week_level, title)
    return DocumentStructure(blocks, "days", title, parts, weeks, days, week_level, guess)


def _day_rows(blocks: Sequence[Block]) -> Marks:
    """Return the rows of tables whose first column is the number of a day."""
    return {
        index: HeadingMark(block.cells[0], "", *number_range(numbers))
        for index, block in enumerate(blocks)
        if block.type is BlockType.ROW and block.header and column_roles(block.header)[0] == "day"
        if (numbers := _NUMBER_CELL.match(block.cells[0]))
    }
