"""Logs with a plain line for each day, or with lines that begin with their day."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from daytrail.importers.log.date_context import LONGEST_WEEK, read_date_context
from daytrail.importers.log.day_mark import DayMark, are_in_order, read_day_mark, unseparated
from daytrail.importers.log.document import MIN_DAYS, DayLine, LogDocument
from daytrail.importers.text.outline import BlockType

DESCRIPTION = "plain line"
_MAX_STEP = 5
"""Between the numbers of two days whose lines go on with words behind the mark."""
_TIME = re.compile(r"(?:\d{1,2}[:h.]\d\d(?::\d\d)?\s?(?:[ap]m)?)?", re.IGNORECASE)


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the lines that mark a day."""
    marked = list(_marked_lines(document))
    others = [line for line in marked if not line.mark.is_separated]
    lines: list[DayLine] = []
    previous: tuple[int, int] | None = None
    for line in (line for line in marked if line.mark.is_separated):
        numbers = line.mark.day_numbers
        is_sentence = line.body and not line.mark.date and not line.text.startswith(("**", "__"))
        if is_sentence and numbers and previous and abs(numbers[0] - previous[0]) > _MAX_STEP:
            continue
        previous = numbers
        lines.append(line)
    lines = with_unseparated(lines, others, MIN_DAYS)
    days = [line for line in lines if line.mark.marks_a_day]
    goals = Counter(line.mark.total_days for line in days)
    # A single `216/1191` may count anything.
    days = [line for line in days if line.mark.date or not line.text[:1].isdigit() or goals[line.mark.total_days] > 1]
    of_days = {line.number for line in days}
    lines = [line for line in lines if line.number in of_days or line.is_outside]
    in_bold = [line for line in days if line.mark.date and line.mark.date.year and line.text.startswith(("**", "__"))]
    if len(days) >= MIN_DAYS or len(in_bold) > 1 or any(not line.body for line in days):
        yield from lines


def _marked_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the lines that begin with the mark of a day, and lines of months and weeks between them."""
    is_below_date = False
    for block in document.visible_blocks(BlockType.TEXT):
        raw = document.raw(block)
        text = raw.strip()
        mark = read_day_mark(text)
        if not (mark.marks_a_day and mark.is_separated):  # a sentence may begin with a date
            mark = unseparated(mark, text) or DayMark()
        if mark.marks_a_day and (mark.is_separated or not raw[:1].isspace()):
            is_below_date |= mark.date is not None and mark.is_separated
            rest = mark.rest.rstrip(" |") if text.startswith("|") else mark.rest
            is_time = _TIME.fullmatch(rest) is not None
            title = mark.title or (rest if is_time else "")
            yield DayLine(block.line, text, mark, title=title, body=() if is_time else (rest,))
        elif is_below_date and len(text) <= LONGEST_WEEK and read_date_context(text):
            yield DayLine(block.line, text, DayMark(), is_outside=True)


def with_unseparated(lines: Sequence[DayLine], others: Sequence[DayLine], at_least: int) -> list[DayLine]:
    """Return lines that mark a day with others that begin with a date, if these are enough and all are in order."""
    merged = sorted([*lines, *others], key=lambda line: line.number)
    marks = [line.mark for line in merged if line.mark.date]
    return merged if len(others) >= at_least and are_in_order(marks) else list(lines)
