"""Logs with a plain line for each day, or with lines that begin with their day."""

from collections.abc import Iterator

from daytrail.importers.log.day_mark import read_day_mark
from daytrail.importers.log.document import DayLine, LogDocument
from daytrail.importers.text.outline import BlockType

DESCRIPTION = "plain line"
_MIN_DAYS = 3
"""So many lines with words behind the mark make a log; fewer are sentences."""
_MAX_STEP = 5
"""Between the numbers of two days whose lines go on with words behind the mark."""


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the lines that mark a day; a number with words behind it has to follow the one before."""
    previous: tuple[int, int] | None = None
    lines: list[DayLine] = []
    for line in _marked_lines(document):
        numbers = line.mark.day_numbers
        is_sentence = line.body and not line.mark.date and not line.text.startswith(("**", "__"))
        if is_sentence and numbers and previous and abs(numbers[0] - previous[0]) > _MAX_STEP:
            continue
        previous = numbers
        lines.append(line)
    if len(lines) >= _MIN_DAYS or any(not line.body for line in lines):
        yield from lines


def _marked_lines(document: LogDocument) -> Iterator[DayLine]:
    for block in document.visible_blocks(BlockType.TEXT):
        raw = document.raw(block).strip()
        mark = read_day_mark(raw)
        if mark.marks_a_day and mark.is_separated and not raw.startswith(">"):  # a sentence may begin with a date
            yield DayLine(block.line, raw, mark, title=mark.title, body=(mark.rest,) if mark.rest else ())
