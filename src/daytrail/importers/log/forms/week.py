"""Logs with a heading or a list item for each week and no days below it."""

from collections.abc import Iterator

from daytrail.importers.log.date_context import read_date_context
from daytrail.importers.log.day_mark import DayMark
from daytrail.importers.log.document import DayLine, LogDocument
from daytrail.importers.text.outline import BlockType

DESCRIPTION = "week"
_MIN_WEEKS = 3
"""So many items make a log; fewer are a list in some text."""
_LONGEST_WEEK = 60
"""Characters of an item that is nothing but a week."""


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the headings of weeks, or else the list items, dated by their first days."""
    headings = [line for line in document.headings if line.context and line.context.monday]
    yield from headings or _items(document)


def _items(document: LogDocument) -> Iterator[DayLine]:
    lines = []
    for block in document.visible_blocks(BlockType.ITEM):
        context = read_date_context(block.text) if len(block.text) <= _LONGEST_WEEK else None
        if context and (first_day := context.day_of_week(0, block.text)):
            title, mark = block.text.rstrip(" :"), DayMark(first_day)
            lines.append(DayLine(block.line, block.text, mark, title=title, context=context, is_item=True))
    yield from lines if len(lines) >= _MIN_WEEKS else ()
