"""Logs with a bold line for each day."""

import re
from collections.abc import Iterator

from daytrail.importers.log.day_mark import read_day_mark
from daytrail.importers.log.document import DayLine, LogDocument, dated_by
from daytrail.importers.text.outline import BlockType

DESCRIPTION = "bold line"
_BOLD = re.compile(r"\s*(?:\*\*|__)(.+?)(?:\*\*|__)[:.]?\s*$")


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the lines that are bold from end to end and mark a day."""
    for block in document.visible_blocks(BlockType.TEXT):
        if match := _BOLD.match(document.raw(block)):
            mark = read_day_mark(match[1])
            line = DayLine(block.line, match[1], mark, title=mark.rest)
            line = dated_by(line, document.context_of(block.line))
            if line.mark.marks_a_day:
                yield line
