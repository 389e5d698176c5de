"""Sections of a log: the lines that belong to each day."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from daytrail.importers.log.day_lines import TABLE_ROW, DayLine, LineForm, read_day_lines
from daytrail.importers.log.day_mark import read_day_mark
from daytrail.importers.text.dates import WrittenDate

_MIN_DAYS = 3
"""So many list items, or lines that begin with a mark, make a log; fewer are sentences."""
_MAX_STEP = 5
"""Between the numbers of two days whose lines go on with words behind the mark."""
_CHAPTER_LEVEL = 2
"""Headings up to this level end a day if days are marked by something else than headings."""


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a log that is one day."""

    head: DayLine
    lines: tuple[tuple[int, str], ...]
    """The lines below the head, with their numbers."""
    date_line: str = ""
    """The line below the head that contained the date."""


@dataclass(frozen=True, slots=True)
class LogStructure:
    """A log, split into the sections of its days and the rest."""

    sections: tuple[Section, ...]
    years: tuple[DayLine, ...]
    """Lines that are nothing but a year; they may be above or below what they label."""
    other_lines: tuple[tuple[int, str], ...]
    """Lines outside the days, with their numbers, blank ones included."""
    contexts: tuple[DayLine, ...] = ()
    """Headings of months and weeks."""


def split_log(lines: Sequence[str], name: str = "", form: LineForm | None = None) -> LogStructure:
    """Split a log, of a file of this name, at the lines that mark a day; their form is detected if it is not given."""
    day_lines = list(read_day_lines(lines, name))
    form = form or _detect_form(day_lines)
    heads = [line for line in day_lines if line.mark.marks_a_day and line.form is form and not line.context]
    if form in (LineForm.PLAIN, LineForm.LEADING):
        heads = list(_consecutive_days(day_lines))
    if not heads:  # an entry a week
        heads = [line for line in day_lines if line.context and line.context.monday]
    head_numbers = {line.number for line in heads}
    others = [line for line in day_lines if line.number not in head_numbers]
    years = [line for line in others if line.year and line.form is LineForm.HEADING]
    contexts = [line for line in others if line.context]
    starts = {line.number: line for line in (*contexts, *years, *heads)}
    ends = _headings_outside_days(day_lines, heads)
    parts: list[tuple[DayLine | None, list[tuple[int, str]]]] = [(None, [])]
    for number, raw in enumerate(lines, start=1):
        start, body = parts[-1]
        if number in starts:
            parts.append((starts[number], [(number, text) for text in starts[number].body]))
        elif start and start.number in head_numbers and (number in ends or start.form is LineForm.TABLE):
            parts.append((None, [(number, raw)]))  # a table row is one line; what is below it is no part of it
        else:
            body.append((number, raw))
    sections: list[Section] = []
    other_lines: list[tuple[int, str]] = []
    for start, body in parts:
        if start and start.number in head_numbers:
            sections.append(Section(start, tuple(body)))
            continue
        if start and start.context and any(raw.strip() for _, raw in body):
            # A heading of a month or a week is outside the days if there is text right below it.
            other_lines.append((start.number, lines[start.number - 1]))
        other_lines += body
    return LogStructure(tuple(sections), tuple(years), tuple(other_lines), tuple(contexts))


def _consecutive_days(lines: Sequence[DayLine]) -> Iterator[DayLine]:
    """Yield the plain lines that mark a day; a number with words behind it has to follow the one before."""
    previous: tuple[int, int] | None = None
    for line in lines:
        if line.form not in (LineForm.PLAIN, LineForm.LEADING) or not line.mark.marks_a_day:
            continue
        numbers = line.mark.day_numbers
        is_plain = line.form is LineForm.LEADING and not line.mark.date and not line.text.startswith(("**", "__"))
        if is_plain and numbers and previous and abs(numbers[0] - previous[0]) > _MAX_STEP:
            continue
        previous = numbers
        yield line


def _headings_outside_days(lines: Sequence[DayLine], heads: Sequence[DayLine]) -> set[int]:
    """Return the line numbers of headings that end a day: higher ones, and ones of the same level that occur once."""
    if not heads:
        return set()
    levels = {line.level for line in heads}
    others = [line for line in lines if line.form is LineForm.HEADING and not line.mark.marks_a_day and not line.year]
    if heads[0].form is not LineForm.HEADING:
        last_level = _CHAPTER_LEVEL
    else:
        last_level = min(levels) if len(levels) == 1 and len(heads) > 1 else min(levels) - 1
    # A heading that comes back day after day belongs to the days, whatever its level.
    occurrences = Counter(line.text.casefold() for line in others)
    return {line.number for line in others if line.level <= last_level and occurrences[line.text.casefold()] == 1}


def _detect_form(lines: Sequence[DayLine]) -> LineForm:
    """Return the form of the lines that mark a day: headings if there are enough, else the most frequent form."""
    count = {
        form: sum(line.form is form and line.mark.marks_a_day and not line.context for line in lines)
        for form in LineForm
    }
    if count[LineForm.HEADING] and count[LineForm.HEADING] * 3 >= max(count.values()):
        return LineForm.HEADING
    # One sentence that begins with a number and a colon makes no log.
    too_few = [form for form in (LineForm.ITEM, LineForm.LEADING) if count[form] < _MIN_DAYS]
    return max((form for form in LineForm if form not in too_few), key=lambda form: count[form])


def dated_table_rows(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, int, WrittenDate]]:
    """Yield the line, the day number and the date of each table row that has both."""
    for line, raw in lines:
        if not (row := TABLE_ROW.match(raw)):
            continue
        cells = [cell.strip(" *_") for cell in row[1].split("|")]
        numbers = (re.fullmatch(r"(?:\[?[^\W\d]{0,6}\s?#?)?(\d{1,4})(?:\]\([^)]*\))?", cell) for cell in cells)
        number = next((match for match in numbers if match), None)
        written = next((mark.date for cell in cells if (mark := read_day_mark(cell)).date), None)
        if number and written:
            yield line, int(number[1]), written
