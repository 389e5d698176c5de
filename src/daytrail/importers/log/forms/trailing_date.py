"""Logs with a list item for each day that ends with its date, grouped by topics."""

import re
from collections.abc import Iterator

from daytrail.importers.log.day_mark import DayMark, read_trailing_date
from daytrail.importers.log.document import DayLine, LogDocument
from daytrail.importers.text.markdown import LINK_WORDS, heading_text, plain_text
from daytrail.importers.text.outline import BlockType

DESCRIPTION = "list item that ends with its date"
_MIN_DAYS = 3
"""So many items make a log; fewer are a list in some text."""
_ONLY_LINK = re.compile(rf"{LINK_WORDS}\([^()\s]*\)")
_TOPIC_LEVEL = 2
"""Headings from this level on are topics; one of level 1 is the title of the document."""
_WITHOUT_DATE = (("no-date", "this item has no date, though others have one; it was left out"),)


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the items that end with a date; the heading above each is its tag."""
    lines: list[DayLine] = []
    others: list[DayLine] = []
    for block in document.visible_blocks(BlockType.ITEM):
        mark = read_trailing_date(block.text) if block.checked is not False and block.text else None
        if not mark or not mark.rest:
            if block.text:
                others.append(DayLine(block.line, block.text, DayMark(), is_outside=True, doubts=_WITHOUT_DATE))
            continue
        index = document.headings_above(block.line)
        topic = document.headings[index - 1] if index else None
        tags = (heading_text(topic.text),) if topic and topic.level >= _TOPIC_LEVEL else ()
        title = plain_text(mark.rest) if _ONLY_LINK.fullmatch(mark.rest) else ""
        lines.append(DayLine(block.line, block.text, mark, title=title, body=(mark.rest,), is_item=True, tags=tags))
    if len(lines) >= _MIN_DAYS:
        first, last = (document.headings_above(line.number) for line in (lines[0], lines[-1]))
        beside = [line for line in others if first <= document.headings_above(line.number) <= last]
        yield from sorted([*lines, *beside], key=lambda line: line.number)
