"""Logs with a list item for each day."""

import re
from collections.abc import Iterator

from daytrail.importers.log.day_mark import DayMark, read_day_mark
from daytrail.importers.log.document import DayLine, LogDocument
from daytrail.importers.text.outline import BlockType

DESCRIPTION = "list item"
_MIN_DAYS = 3
"""So many items make a log; fewer are a list in some text."""
_MARKER = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[xX]\]\s+)?")


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the items that begin with a day; a box that is not ticked is a task."""
    lines: list[DayLine] = []
    for block in document.visible_blocks(BlockType.ITEM):
        raw = document.raw(block)
        marker = _MARKER.match(raw)
        if not marker or block.checked is False or block.dropped or "](#" in raw:
            continue
        text = raw[marker.end() :]
        mark = read_day_mark(text)
        if _begins_an_item(mark):
            body = (mark.rest,) if mark.rest else ()
            lines.append(DayLine(block.line, text, mark, title=mark.title, body=body, is_item=True))
    if len(lines) >= _MIN_DAYS:
        yield from lines


def _begins_an_item(mark: DayMark) -> bool:
    """Tell whether a mark begins a list item and no sentence: it is separated from the rest, or a date in numbers."""
    date = mark.date
    in_numbers = date and date.year and date.text[-1].isdigit() and not re.search(r"[^\W\d_]", date.text)
    return mark.marks_a_day and (mark.is_separated or bool(in_numbers))
