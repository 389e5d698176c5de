"""Structure of a plan: the indices of the blocks that begin its parts, weeks and days."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from daytrail.importers.plan.columns import is_item_row
from daytrail.importers.plan.heading_marks import (
    HeadingMark,
    find_week_range,
    match_label,
    match_part,
    match_span,
    match_week,
    title_text,
)
from daytrail.importers.text.outline import Block, BlockType

TABLE_ROWS = "one row per week"
TEXT_LINES = "one line per week"
NO_HEADING = 7
"""A level below that of all headings."""
MIN_UNITS = 3
"""How many days, rows or numbered sections are evidence that a plan counts them."""

Marks = dict[int, HeadingMark]
"""Marks of blocks by the indices of the blocks."""
Form = Callable[[Sequence[Block], int | None], "DocumentStructure | None"]
"""A form of plans: it returns the structure of a document in that form, given its blocks and the index of its title."""

NO_WEEKS = "the plan has no weeks"
"""The first words of a message about guessed weeks."""


@dataclass(frozen=True, slots=True)
class DocumentStructure:
    """Indices of the blocks that begin something."""

    blocks: Sequence[Block]
    """All blocks, with numbers of weeks in the rows that were taken for weeks."""
    week_form: str
    """Notation of a week in the document, as in `one heading per week`; used in the import report."""
    title: int | None
    parts: Mapping[int, HeadingMark]
    weeks: Mapping[int, HeadingMark]
    days: Mapping[int, HeadingMark] = field(default_factory=dict)
    """Days of a plan that counts days, seven of which are a week."""
    week_level: int = NO_HEADING
    """The lowest level of the headings of weeks."""
    guess: str = ""
    """The message of a diagnostic, if the weeks are a guess."""
    about_document: frozenset[int] = frozenset()
    """Indices of the blocks of sections that are not about what is to be learnt, as those of a licence."""
    end: int = 0
    """The week behind the last span of time, if it is known."""
    has_boxes: bool = False
    """True if the document has open checkboxes, so that a bullet without one is no item."""


def is_box(block: Block) -> bool:
    """Tell whether a block is an item with a checkbox or with a line through it."""
    return block.type is BlockType.ITEM and (block.checked is not None or block.dropped)


def has_open_boxes(blocks: Sequence[Block]) -> bool:
    """Tell whether there is a checkbox that is not ticked."""
    return any(block.type is BlockType.ITEM and block.checked is False and not block.dropped for block in blocks)


def part_mark(block: Block) -> HeadingMark:
    """Return the mark of a part with its title; the title of one that has only a name is that name."""
    text = title_text(block.text) if block.type is BlockType.HEADING else block.text
    mark = match_part(text, strict=False) or match_week(text, strict=False)
    if not mark and (span := match_span(text)):  # as of `Months 1–3 (Wood)`
        mark = span[1]
    return mark if mark and mark.rest else HeadingMark("", text)


def _is_item(block: Block) -> bool:
    """Tell whether a block is an item, and neither a link of a table of contents nor a box that is ticked."""
    is_plain = block.type is BlockType.ITEM and block.checked is not True and not block.is_contents_link
    return is_plain or is_item_row(block)


def _is_named_as(blocks: Sequence[Block], index: int, parts: Marks) -> bool:
    """Tell whether a heading has a number as parts do, and the level of one."""
    heading = blocks[index]
    is_part = heading.type is BlockType.HEADING and match_part(heading.text, strict=True)
    return bool(is_part) and any(parts[at].marker and blocks[at].level == heading.level for at in parts)


def find_parts(blocks: Sequence[Block], weeks: Marks, week_level: int, title: int | None) -> Marks:
    """Return the headings, or lines such as `Part II — …`, with weeks below them, and their like with boxes."""
    parts: Marks = {}
    last: tuple[int, HeadingMark] | None = None
    below: int | None = None
    number = 0
    for index, block in enumerate(blocks):
        if last and _is_item(block) and _is_named_as(blocks, last[0], parts):
            parts |= [last]
        if block.type is BlockType.HEADING and index not in weeks and last and blocks[last[0]].type is BlockType.TEXT:
            last = None  # the line was about what is between it and this heading
        if index in weeks:
            if below is not None and weeks[index].first <= number > 1:  # the weeks of a section of a part begin again
                last = below, part_mark(blocks[below])
            below, number = None, weeks[index].first
            parts |= [last] if last else []
        elif block.type is BlockType.TEXT and (
            match_part(block.text, strict=True) or (block.text.endswith(")**") and find_week_range(block.text))
        ):
            last = index, part_mark(block)
        elif block.type is BlockType.HEADING and not ((label := match_label(block.text)) and label.is_exact):
            is_part = match_part(block.text, strict=True) is not None
            is_within = last is not None and bool(last[1].marker) and 0 < blocks[last[0]].level < block.level
            if block.level < week_level + (is_part and not is_within) and (is_part or not is_within):
                last = index, part_mark(block)
            below = index if block.level < week_level and (not last or last[0] != index) else None
    is_named = [index for index in parts if index != title and (parts[index].marker or len(parts) > 1)]
    return parts if is_named else {}
