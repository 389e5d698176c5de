"""Logs with a bold line for each day."""

import re
from collections.abc import Iterator

from daytrail.importers.log.day_mark import read_day_mark
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
    marked = [line for line in lines if line.mark.marks_a_day]
    others = [line for line in lines if not line.mark.marks_a_day]
    yield from sorted([*marked, *days_behind_titles(others, marked)], key=lambda line: line.number)
