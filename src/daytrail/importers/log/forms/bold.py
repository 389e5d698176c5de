"""Logs with a bold line for each day."""

import re
from collections.abc import Iterator

from daytrail.importers.log.day_mark import are_in_order, read_day_mark
from daytrail.importers.log.document import DayLine, LogDocument, dated_by
from daytrail.importers.log.forms.heading import days_behind_titles
from daytrail.importers.text.outline import BlockType

DESCRIPTION = "bold line"
BOLD_LINE = re.compile(r"\s*(?:\*\*|__)(.+?)(?:\*\*|__)[:.]?\s*$")


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the lines that are bold from end to end and mark a day, or end with one."""
    lines = []
    for block in document.visible_blocks(BlockType.TEXT):
        if match := BOLD_LINE.match(document.raw(block)):
            mark = read_day_mark(match[1])
            line = DayLine(block.line, match[1], mark, title=mark.rest)
            lines.append(dated_by(line, document.context_of(block.line)))
    marked = [line for line in lines if line.mark.marks_a_day] or _quoted_dates(document)
    others = [line for line in lines if not line.mark.marks_a_day]
    yield from sorted([*marked, *days_behind_titles(others, marked)], key=lambda line: line.number)


def _quoted_dates(document: LogDocument) -> list[DayLine]:
    """Return the quotations that are nothing but a date in bold, if several are in order and no heading is a day."""
    lines = []
    for block in document.visible_blocks(BlockType.TEXT):
        if document.raw(block).lstrip().startswith(">") and (match := BOLD_LINE.fullmatch(block.text)):
            mark = read_day_mark(match[1])
            if mark.date and mark.date.year and not mark.rest:
                lines.append(DayLine(block.line, match[1], mark))
    are_days = len(lines) > 1 and are_in_order([line.mark for line in lines])
    return lines if are_days and not any(line.mark.marks_a_day for line in document.headings) else []
