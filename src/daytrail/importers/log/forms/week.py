"""Logs with a heading, a line or a list item for each week and no days below it."""

from collections.abc import Iterator
from dataclasses import replace

from daytrail.importers.log.date_context import LONGEST_WEEK, read_date_context
from daytrail.importers.log.day_mark import DayMark
from daytrail.importers.log.document import MIN_DAYS, DayLine, LogDocument
from daytrail.importers.text.outline import BlockType

DESCRIPTION = "week"


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the headings of weeks, or else the lines or the list items, dated by their first days."""
    headings = [line for line in document.headings if line.context and line.context.monday]
    yield from headings or _lines(document, BlockType.TEXT) or _lines(document, BlockType.ITEM)


def _lines(document: LogDocument, block_type: BlockType) -> list[DayLine]:
    """Return the lines of a type that are nothing but a week, or none if they are few."""
    lines = []
    for block in document.visible_blocks(block_type):
        context = read_date_context(block.text) if len(block.text) <= LONGEST_WEEK else None
        if context and (first_day := context.day_of_week(None, block.text)):
            title = block.text.strip("*_ ").rstrip(" :")
            mark = DayMark(replace(first_day, text=title))
            is_item = block_type is BlockType.ITEM
            lines.append(DayLine(block.line, block.text, mark, title=title, context=context, is_item=is_item))
    return lines if len(lines) >= MIN_DAYS else []
