"""Logs with a list item for each day that ends with its date, grouped by topics."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from daytrail.importers.log.day_mark import DayMark, read_trailing_date
from daytrail.importers.log.document import MIN_DAYS, DayLine, LogDocument
from daytrail.importers.log.forms.table import joined_by_date
from daytrail.importers.text.markdown import LINK_WORDS, heading_text, plain_text
from daytrail.importers.text.outline import Block, BlockType

DESCRIPTION = "list item that ends with its date"
_ONLY_LINK = re.compile(rf"{LINK_WORDS}\([^()\s]*\)")
_TOPIC_LEVEL = 2
"""Headings from this level on are topics; one of level 1 is the title of the document."""
_WITHOUT_DATE = (("no-date", "this item has no date, though others have one; it was left out"),)


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the items that end with a date, those of one date below each other as one.

    Only below headings where most items have a date. If there are several such headings, they are tags.
    """
    lines: list[DayLine] = []
    for part, blocks in groupby(
        document.visible_blocks(BlockType.ITEM), lambda block: document.headings_above(block.line)
    ):
        of_part = [_read_item(block) for block in blocks if block.text]
        if sum(line.mark.marks_a_day for line in of_part) * 2 <= len(of_part):
            continue
        topic = document.headings[part - 1] if part else None
        tags = (heading_text(topic.text),) if topic and topic.level >= _TOPIC_LEVEL else ()
        lines += [line if line.is_outside else replace(line, tags=tags) for line in of_part]
    days = [line for line in lines if not line.is_outside]
    if len(days) < MIN_DAYS:
        return
    if len({line.tags for line in days}) == 1:
        lines = [replace(line, tags=()) for line in lines]
    yield from joined_by_date(document, lines)


def _read_item(block: Block) -> DayLine:
    mark = read_trailing_date(block.text) if block.checked is not False else None
    if not mark or not mark.rest:
        return DayLine(block.line, block.text, DayMark(), is_outside=True, doubts=_WITHOUT_DATE)
    title = plain_text(mark.rest) if _ONLY_LINK.fullmatch(mark.rest) else ""
    return DayLine(
        *(block.line, block.text, mark), last_number=block.last_line, title=title, body=(mark.rest,), is_item=True
    )
