"""Structure of a plan: where its parts and weeks begin, by the evidence of the whole document."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile

from daytrail.importers.plan.heading_marks import HeadingMark, match_day, match_label, match_part, match_week
from daytrail.importers.plan.tables import column_roles
from daytrail.importers.text.outline import Block, BlockType

TABLE_ROWS = "a row a week"
_MIN_DAYS = 3
_NO_HEADING = 7
"""A level below that of all headings."""
_CONTENTS_LINK = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(#[^)]*\)\W*")
_WEEK_CELL = re.compile(r"\W*(?:[^\W\d]+\s*)?(\d{1,3})(?:\s*(?:-|–|—|to|&)\s*(\d{1,3}))?(?!\d)")


@dataclass
class DocumentStructure:
    """Indices of the blocks that begin something."""

    week_form: str = ""
    """What a week is in the document, as in `a heading a week`; used in the import report."""
    title: int | None = None
    parts: dict[int, HeadingMark] = field(default_factory=dict)
    weeks: dict[int, HeadingMark] = field(default_factory=dict)
    days: dict[int, HeadingMark] = field(default_factory=dict)
    """Days of a plan that counts days, seven of which are a week."""
    week_level: int = _NO_HEADING
    """The lowest level of the headings of weeks."""
    guess: str = ""
    """The message of a diagnostic, if the weeks are a guess."""


def detect_structure(blocks: Sequence[Block]) -> DocumentStructure:
    """Return what a plan consists of: weeks by heading, line, item or table row, else days, else sections."""
    title = _title_index(blocks)
    headings = {
        index: mark for index, text in _texts(blocks, BlockType.HEADING) if (mark := match_week(text, strict=False))
    }
    lines, items = (
        {index: mark for index, text in _texts(blocks, block_type) if (mark := match_week(text, strict=True))}
        for block_type in (BlockType.TEXT, BlockType.ITEM)
    )
    for week_form, weeks in (
        ("a heading a week", headings),
        ("a line a week", lines),
        ("an item a week", items),
        (TABLE_ROWS, _week_rows(blocks)),
    ):
        if weeks:
            structure = DocumentStructure(week_form, title, weeks=weeks)
            structure.week_level = max((blocks[index].level for index in headings), default=_NO_HEADING)
            structure.parts = _parts(blocks, structure)
            return structure
    return _days_as_weeks(blocks, title) or _sections_as_weeks(blocks, title)


def is_contents_link(block: Block) -> bool:
    """Tell whether an item is a line of a table of contents."""
    return block.type is BlockType.ITEM and _CONTENTS_LINK.fullmatch(block.text) is not None


def _texts(blocks: Sequence[Block], block_type: BlockType) -> Iterator[tuple[int, str]]:
    """Yield index and text of the blocks of a type, without nested items."""
    for index, block in enumerate(blocks):
        if block.type is block_type and not (block_type is BlockType.ITEM and block.level):
            yield index, block.text


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
        number = _WEEK_CELL.match(cell)
        if number:
            first, last = int(number[1]), int(number[2] or number[1])
            week = HeadingMark(block.cells[0], "", first, max(first, last))
        if week and (number or (not cell and any(words.strip() for words in block.cells[2:]))):
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


def _parts(blocks: Sequence[Block], structure: DocumentStructure) -> dict[int, HeadingMark]:
    """Return the headings, or lines such as `Part II — …`, with weeks below them."""
    parts: dict[int, HeadingMark] = {}
    last: int | None = None
    for index, block in enumerate(blocks):
        if index in structure.weeks:
            if last is not None:
                parts[last] = _part_mark(blocks[last])
        elif _may_be_part(block, structure.week_level):
            last = index
    return {} if set(parts) == {structure.title} else parts


def _may_be_part(block: Block, week_level: int) -> bool:
    if block.type is BlockType.HEADING:
        return block.level < week_level and not match_label(block.text)
    return block.type is BlockType.TEXT and match_part(block.text, strict=True) is not None


def _part_mark(block: Block) -> HeadingMark:
    mark = match_part(block.text, strict=block.type is not BlockType.HEADING)
    return mark if mark and mark.rest else HeadingMark("", block.text)


def _days_as_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure | None:
    """Return the structure of a plan that counts days, with seven of them as a week; None if it does not."""
    for block_type in (BlockType.HEADING, BlockType.TEXT, BlockType.ITEM):
        days = {index: mark for index, text in _texts(blocks, block_type) if (mark := match_day(text))}
        if len(days) >= _MIN_DAYS:
            break
    else:
        return None
    first_days: dict[int, int] = {}
    for index, mark in days.items():
        first_days.setdefault(max(mark.first - 1, 0) // 7 + 1, index)
    structure = DocumentStructure("days", title, days=days)
    structure.guess = "no weeks are written; seven days each were taken for one"
    for week, index in first_days.items():
        structure.weeks[index] = HeadingMark("", f"Days {week * 7 - 6} to {week * 7}", week, week)
    if block_type is BlockType.HEADING:
        structure.week_level = max(blocks[index].level for index in days)
    structure.parts = _parts(blocks, structure)
    return structure


def _sections_as_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure:
    """Return the structure of a plan without weeks or days: what has items below it is a week."""
    starts = list(_section_starts(blocks, title))
    structure = DocumentStructure("sections", title)
    for number, index in enumerate(starts, start=1):
        structure.weeks[index] = HeadingMark("", blocks[index].text, number, number)
    first_item = next((index for index, block in enumerate(blocks) if block.type is BlockType.ITEM), None)
    if not starts and first_item is not None:
        structure.weeks = {first_item: HeadingMark("", "", 1, 1)}
    top_headings = dict(_top_headings(blocks, set(starts), title))
    if any(heading != index for index, heading in top_headings.items()):
        for heading in sorted(set(top_headings.values())):
            structure.parts[heading] = HeadingMark("", blocks[heading].text)
    if count := len(structure.weeks):
        what = "the sections" if count > 1 else "all"
        structure.guess = f"no weeks are written; {what} became weeks, 1 to {count}"
    return structure


def _section_starts(blocks: Sequence[Block], title: int | None) -> Iterator[int]:
    """Yield the indices of headings with items right below them; else of such lines; else of such items."""
    for block_type in (BlockType.HEADING, BlockType.TEXT, BlockType.ITEM):
        starts = [
            index
            for index, block in enumerate(blocks)
            if block.type is block_type and index != title and (block_type is BlockType.HEADING or block.level == 0)
            if _has_items(blocks, index, block_type)
        ]
        if starts:
            yield from starts
            return


def _has_items(blocks: Sequence[Block], index: int, block_type: BlockType) -> bool:
    following = iter(blocks[index + 1 : index + 2])
    if block_type is BlockType.HEADING:
        following = takewhile(lambda block: block.type is not BlockType.HEADING, islice(blocks, index + 1, None))
    min_level = 1 if block_type is BlockType.ITEM else 0
    return any(
        block.type is BlockType.ITEM and block.level >= min_level and not is_contents_link(block) for block in following
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
