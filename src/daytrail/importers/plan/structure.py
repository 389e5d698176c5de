"""Structure of a plan: where its parts and weeks begin, by the evidence of the whole document."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, takewhile

from daytrail.importers.plan.heading_marks import (
    HeadingMark,
    match_day,
    match_label,
    match_part,
    match_week,
    number_range,
)
from daytrail.importers.plan.tables import column_roles
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of

TABLE_ROWS = "a row a week"
_MIN_DAYS = 3
_NO_HEADING = 7
"""A level below that of all headings."""
_WEEK_CELL = re.compile(
    r"\W*(?:[^\W\d]+\s*)?(?P<first>\d{1,3})"
    rf"(?:\s*(?:[-–—&]|{any_of('to_week_number_in_cell')})\s*(?P<last>\d{{1,3}}))?(?!\d)"
)


@dataclass(frozen=True, slots=True)
class DocumentStructure:
    """Indices of the blocks that begin something."""

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


def detect_structure(blocks: Sequence[Block]) -> DocumentStructure:
    """Return what a plan consists of: weeks by heading, line, item or table row, else days, else sections."""
    title = _title_index(blocks)
    headings = _marks(blocks, BlockType.HEADING, partial(match_week, strict=False))
    week_level = max((blocks[index].level for index in headings), default=_NO_HEADING)
    weeks_by_form = {
        "a heading a week": headings,
        "a line a week": _marks(blocks, BlockType.TEXT, partial(match_week, strict=True)),
        "an item a week": _marks(blocks, BlockType.ITEM, partial(match_week, strict=True)),
        TABLE_ROWS: _week_rows(blocks),
    }
    for week_form, weeks in weeks_by_form.items():
        if weeks:
            parts = _parts(blocks, weeks, week_level, title)
            return DocumentStructure(week_form, title, parts, weeks, week_level=week_level)
    return _days_as_weeks(blocks, title) or _sections_as_weeks(blocks, title)


def _marks(
    blocks: Sequence[Block], block_type: BlockType, match: Callable[[str], HeadingMark | None]
) -> dict[int, HeadingMark]:
    """Return the marks of the blocks of a type, without nested items, by their indices."""
    return {
        index: mark
        for index, block in enumerate(blocks)
        if block.type is block_type and not (block_type is BlockType.ITEM and block.level)
        if (mark := match(block.text))
    }


def _week_rows(blocks: Sequence[Block]) -> dict[int, HeadingMark]:
    """Return the table rows that are weeks; one with an empty first cell continues the week above."""
    rows: dict[int, HeadingMark] = {}
    week: HeadingMark | None = None
    for index, block in enumerate(blocks):
        if block.type is not BlockType.ROW or not block.header:
            week = None
            continue
        roles = column_roles(block.header)
        if "link" in roles or len(roles) < 2 or roles[0] not in ("week", "range"):
            continue
        cell = block.cells[0].strip(" -–—*")
        if numbers := _WEEK_CELL.match(cell):
            first, last = number_range(numbers)
            week = HeadingMark(block.cells[0], "", first, max(first, last))
        if week and (numbers or (not cell and any(words.strip() for words in block.cells[2:]))):
            rows[index] = week
    return rows


def _title_index(blocks: Sequence[Block]) -> int | None:
    """Return the index of the title: the only heading of the highest level; without headings, the first line."""
    headings = [index for index, block in enumerate(blocks) if block.type is BlockType.HEADING]
    if headings:
        top_level = min(blocks[index].level for index in headings)
        highest = [index for index in headings if blocks[index].level == top_level]
        text = blocks[highest[0]].text
        is_title = highest[0] == headings[0] and (len(highest) == 1 or _has_only_text_below(blocks, highest))
        is_mark = match_week(text, strict=False) or match_part(text, strict=True)
        return highest[0] if is_title and not is_mark else None
    if not blocks or blocks[0].type is not BlockType.TEXT:
        return None
    text = blocks[0].text
    return None if match_week(text, strict=True) or match_label(text) or match_part(text, strict=True) else 0


def _has_only_text_below(blocks: Sequence[Block], highest: Sequence[int]) -> bool:
    """Tell whether the first of several headings of one level names no part and has nothing but text below it."""
    between = blocks[highest[0] + 1 : highest[1]]
    is_part = match_part(blocks[highest[0]].text, strict=False)
    return all(block.type is BlockType.TEXT for block in between) and not is_part


def _parts(
    blocks: Sequence[Block], weeks: Mapping[int, HeadingMark], week_level: int, title: int | None
) -> dict[int, HeadingMark]:
    """Return the headings, or lines such as `Part II — …`, with weeks below them."""
    parts: dict[int, HeadingMark] = {}
    last: tuple[int, HeadingMark] | None = None
    for index, block in enumerate(blocks):
        if index in weeks:
            parts |= [last] if last else []
        elif mark := _part_mark(block, week_level):
            last = index, mark
    return {} if set(parts) == {title} else parts


def _part_mark(block: Block, week_level: int) -> HeadingMark | None:
    mark = None
    if block.type is BlockType.TEXT:
        mark = match_part(block.text, strict=True)
    elif block.type is BlockType.HEADING and block.level < week_level and not match_label(block.text):
        mark = match_part(block.text, strict=False) or HeadingMark("", block.text)
    return HeadingMark("", block.text) if mark and not mark.rest else mark


def _days_as_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure | None:
    """Return the structure of a plan that counts days, with seven of them as a week; None if it does not."""
    for block_type in (BlockType.HEADING, BlockType.TEXT, BlockType.ITEM):
        days = _marks(blocks, block_type, match_day)
        if len(days) >= _MIN_DAYS:
            break
    else:
        return None
    first_days: dict[int, int] = {}
    for index, mark in days.items():
        first_days.setdefault(max(mark.first - 1, 0) // 7 + 1, index)
    weeks = {
        index: HeadingMark("", f"Days {week * 7 - 6} to {week * 7}", week, week) for week, index in first_days.items()
    }
    week_level = max(blocks[index].level for index in days) if block_type is BlockType.HEADING else _NO_HEADING
    guess = "no weeks are written; seven days each were taken for one"
    return DocumentStructure("days", title, _parts(blocks, weeks, week_level, title), weeks, days, week_level, guess)


def _sections_as_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure:
    """Return the structure of a plan without weeks or days: what has items below it is a week."""
    starts = _section_starts(blocks, title)
    weeks = {index: HeadingMark("", blocks[index].text, number, number) for number, index in enumerate(starts, start=1)}
    first_item = next((index for index, block in enumerate(blocks) if block.type is BlockType.ITEM), None)
    if not weeks and first_item is not None:
        weeks = {first_item: HeadingMark("", "", 1, 1)}
    top_headings = dict(_top_headings(blocks, set(starts), title))
    has_parts = any(heading != index for index, heading in top_headings.items())
    headings = sorted(set(top_headings.values())) if has_parts else ()
    parts = {heading: HeadingMark("", blocks[heading].text) for heading in headings}
    what = "the sections" if len(weeks) > 1 else "all"
    guess = f"no weeks are written; {what} became weeks, 1 to {len(weeks)}" if weeks else ""
    return DocumentStructure("sections", title, parts, weeks, guess=guess)


def _section_starts(blocks: Sequence[Block], title: int | None) -> list[int]:
    """Return the indices of headings with items right below them; else of such lines; else of such items."""
    for block_type in (BlockType.HEADING, BlockType.TEXT, BlockType.ITEM):
        starts = [
            index
            for index, block in enumerate(blocks)
            if block.type is block_type and index != title and (block_type is BlockType.HEADING or block.level == 0)
            if _has_items(blocks, index, block_type)
        ]
        if starts:
            return starts
    return []


def _has_items(blocks: Sequence[Block], index: int, block_type: BlockType) -> bool:
    following = iter(blocks[index + 1 : index + 2])
    if block_type is BlockType.HEADING:
        following = takewhile(lambda block: block.type is not BlockType.HEADING, islice(blocks, index + 1, None))
    min_level = 1 if block_type is BlockType.ITEM else 0
    return any(
        block.type is BlockType.ITEM and block.level >= min_level and not block.is_contents_link for block in following
    )


def _top_headings(blocks: Sequence[Block], starts: set[int], title: int | None) -> Iterator[tuple[int, int]]:
    """Yield the index of each section, and of the highest heading above it; its own if there is none."""
    headings: Mapping[int, int] = {}  # those above, by their level
    for index, block in enumerate(blocks):
        if block.type is not BlockType.HEADING or index == title:
            continue
        headings = {level: at for level, at in headings.items() if level < block.level} | {block.level: index}
        if index in starts:
            yield index, headings[min(headings)]
