"""Lines of a log that may begin a day, in any form, and headings of months and weeks that date them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from itertools import takewhile

from daytrail.importers.log.day_mark import LEADING_SEPARATORS, DayMark, read_day_mark, read_trailing_date
from daytrail.importers.text.dates import WrittenDate, match_date, match_month, match_weekday
from daytrail.importers.text.markdown import hidden_lines
from daytrail.importers.text.vocabulary import any_of

_HEADING = re.compile(r" {0,3}(#{1,6})\s++(.*)$")
_UNSPACED_HEADING = re.compile(r"(#{1,6})(?=[^#\s])(.*)$")
"""A heading without a space, or a hashtag: a heading if it marks a day."""
_BOLD = re.compile(r"\s*(?:\*\*|__)(.+?)(?:\*\*|__)[:.]?\s*$")
TABLE_ROW = re.compile(r"\s*\|(.+)\|\s*$")
_ITEM = re.compile(r"[-*+] +(?!\[[ -]\])(?:\[[xX]\] +)?(.+)$")
_YEAR = re.compile(r"(?:19|20)\d{2}")
_YEAR_OF_MONTH = re.compile(rf"\W*(?:(?:{any_of('of_year_in_heading')})\s+)?(?P<year>(?:19|20)\d\d)?\W*")
_ISO_WEEK = re.compile(
    r"\b(?P<year>20\d\d)[-_ ]?W(?P<week>\d\d?)\b"
    rf"|\b(?:{any_of('calendar_week', 'calendar_week_sign')})\s?(?P<week2>\d\d?)[ ,/-]+(?P<year2>20\d\d)\b",
    re.IGNORECASE,
)
_WEEK_OF = re.compile(
    rf"(?:{any_of('week', 'calendar_week')})\b\s*(?:#?\d{{1,2}}(?=\W|$))?[\s:–—(,-]*(?:(?:{any_of('week_of')})\b)?\s*",
    re.IGNORECASE,
)
_RANGE_SIGN = re.compile(rf"\s*(?:[-–—]|{any_of('to_date_of_week')})\s*")
_DAY_RANGE = re.compile(r"(?<![\d/.-])(\d{1,2})\s*[-–—]\s*(\d{1,2})(?![\d/.-])")
_DAY_NUMBER = re.compile(
    rf"(?P<day>\d{{1,2}})(?:{any_of('ordinal', 'ordinal_of_first_day')}|º|\.)?"
    rf"(?:\s?(?:[-–&]|{any_of('and')})\s?\d{{1,2}}(?:{any_of('ordinal')}|º|\.)?)?(?!\d)(?P<rest>.*)$",
    re.IGNORECASE,
)
_ANY_YEAR = 2023
"""Stands in for an unknown year, to count days in; no leap year."""
_SHORTEST, _LONGEST = 3, 7
"""Days between the first and the last one of a week; fewer are an entry for several days."""


class LineForm(StrEnum):
    """The form of a line that begins a day; its value is used in the import report."""

    HEADING = "heading"
    BOLD = "bold line"
    PLAIN = "plain line"
    TABLE = "row of a table"
    ITEM = "list item"
    LEADING = "line's beginning"


@dataclass(frozen=True, slots=True)
class DateContext:
    """The month or the week that a heading names."""

    month: int | None = None
    year: int | None = None
    monday: date | None = None
    """The first day of the week; if it is written without a year, in `_ANY_YEAR`."""
    has_year: bool = True
    """Whether the year of the first day of the week is known."""

    def day_of_week(self, weekday: int, text: str) -> WrittenDate | None:
        """Return a day of the week, Monday being 0, as the date that a text means; None for a month."""
        if not self.monday:
            return None
        day = self.monday + timedelta(days=weekday)
        return WrittenDate(text, day.month, day.day, day.year if self.has_year else None)


@dataclass(frozen=True, slots=True)
class DayLine:
    """A line that may begin a day, or that names a year, a month or a week."""

    number: int
    """In the file, from 1."""
    form: LineForm
    level: int
    """Of a heading, from 1; 0 for other lines."""
    text: str
    """Without the characters of its form."""
    mark: DayMark
    year: int | None = None
    """If the line is nothing but a year."""
    context: DateContext | None = None
    """If it is a heading that dates those below it."""
    body: tuple[str, ...] = ()
    """The rest of the line, if it belongs to the day's text: the other cells of a row, the rest of an item."""


def read_day_lines(lines: Sequence[str], name: str) -> Iterator[DayLine]:
    """Yield the headings and the lines that mark a day, dated by months and weeks above them or in the file's name."""
    hidden = hidden_lines(lines)
    context = read_date_context(name, is_file_name=True) if name else None
    context_level = 0
    for number, raw in enumerate(lines, start=1):
        if number in hidden or not (line := _read_line(number, raw)):
            continue
        if line.form in (LineForm.HEADING, LineForm.BOLD) and not line.year:
            is_heading = line.form is LineForm.HEADING
            if is_heading and (named := read_date_context(line.text)):
                context, context_level = named, line.level
                yield replace(line, context=named, mark=DayMark(named.day_of_week(0, line.text), rest=line.text))
                continue
            if is_heading and not line.mark.marks_a_day and line.level <= context_level:
                context = None  # a heading of the same level that is no month ends the month above
            if context:
                line = _dated_by(line, context)
        if line.mark.marks_a_day or line.form is LineForm.HEADING:
            yield line


def _dated_by(line: DayLine, context: DateContext) -> DayLine:
    """Return a line with the date, or the year, that follows from the month or the week above it."""
    written = line.mark.date
    if context.year and written and not written.year and written.month == context.month:
        return replace(line, mark=replace(line.mark, date=replace(written, year=context.year)))
    if not line.mark.marks_a_day and (day := read_day_in_context(context, line.text)):
        return replace(line, mark=DayMark(day[0], rest=LEADING_SEPARATORS.sub("", day[1], count=1).strip()))
    return line


def _without_closing(heading: str) -> str:
    """Return the text of a heading without the `#` at its end."""
    return heading.rstrip().rstrip("#").rstrip()


def _read_line(number: int, raw: str) -> DayLine | None:
    if match := _HEADING.match(raw):
        text = _without_closing(match[2]).strip("*_ ")
        year = int(text) if _YEAR.fullmatch(text) else None
        mark = read_day_mark(text)
        mark = (mark if mark.marks_a_day else read_trailing_date(text)) or mark
        return DayLine(number, LineForm.HEADING, len(match[1]), text, mark, year)
    if match := _UNSPACED_HEADING.match(raw):
        text = _without_closing(match[2])
        if (mark := read_day_mark(text)).marks_a_day and mark.is_separated:
            return DayLine(number, LineForm.HEADING, len(match[1]), text, mark)
    if match := _BOLD.match(raw):
        return DayLine(number, LineForm.BOLD, 0, match[1], read_day_mark(match[1]))
    if match := TABLE_ROW.match(raw):
        return _read_row(number, [cell.strip() for cell in match[1].replace(r"\|", "\0").split("|")])
    if (match := _ITEM.match(raw)) and "](#" not in raw:
        mark = read_day_mark(match[1])
        return DayLine(number, LineForm.ITEM, 0, match[1], mark, body=_body(mark)) if _begins_an_item(mark) else None
    mark = read_day_mark(raw.strip())
    if not (mark.marks_a_day and mark.is_separated):  # a sentence may begin with a date
        return None
    form = LineForm.LEADING if mark.rest else LineForm.PLAIN
    return DayLine(number, form, 0, raw.strip(), mark, body=_body(mark))


def _begins_an_item(mark: DayMark) -> bool:
    """Tell whether a mark begins a list item and no sentence: it is separated from the rest, or a date in numbers."""
    date = mark.date
    in_numbers = date and date.year and date.text[-1].isdigit() and not re.search(r"[^\W\d_]", date.text)
    return mark.marks_a_day and (mark.is_separated or bool(in_numbers))


def _body(mark: DayMark) -> tuple[str, ...]:
    return (mark.rest,) if mark.rest else ()


def _read_row(number: int, cells: Sequence[str]) -> DayLine | None:
    """Read a row whose first cells are marks of a day and nothing else, or a plain number next to a date."""
    cells = [cell.replace("\0", "|") for cell in cells]
    mark_cells = list(takewhile(lambda cell: (mark := read_day_mark(cell)).marks_a_day and not mark.rest, cells))
    text = " ".join(mark_cells)
    if not mark_cells and len(cells) > 1 and (day_number := re.fullmatch(r"\W*(\d{1,4})\W*", cells[0])):
        next_mark = read_day_mark(cells[1])
        if next_mark.date and not next_mark.rest:
            mark_cells, text = list(cells[:2]), f"Day {day_number[1]} {cells[1]}"
    if not mark_cells or not (mark := read_day_mark(text)).marks_a_day:
        return None
    body = tuple(cell for cell in cells[len(mark_cells) :] if cell)
    return DayLine(number, LineForm.TABLE, 0, text, mark, body=body) if body else None


def read_date_context(text: str, *, is_file_name: bool = False) -> DateContext | None:
    """Read a heading or a file name that is a month (`March 2026`) or a week (`Week of March 2`, `2026-W10`)."""
    text = text.strip(" *_:#[]()")
    if match := _ISO_WEEK.search(text):
        year, week = int(match["year"] or match["year2"]), int(match["week"] or match["week2"])
        try:
            return DateContext(monday=date.fromisocalendar(year, week, 1))
        except ValueError:
            return None
    if (month := match_month(text)) and (year_match := _YEAR_OF_MONTH.fullmatch(text, month[1])):
        return DateContext(month=month[0], year=int(year_match["year"]) if year_match["year"] else None)
    prefix = _WEEK_OF.match(text)
    first_days = _DAY_RANGE.sub(r"\1", text[prefix.end() if prefix else 0 :])
    if not (first := match_date(first_days)):
        return None
    last = match_date(first_days, sign.end()) if (sign := _RANGE_SIGN.match(first_days, first[1])) else None
    day_range = _DAY_RANGE.search(text)
    days = int(day_range[2]) - int(day_range[1]) if day_range else _days_between(first[0], last[0]) if last else 0
    if not (is_file_name or _SHORTEST <= days <= _LONGEST or (prefix and prefix.end())):
        return None
    first_year = first[0].year or (last[0].year if last else None)
    if not (day := first[0].resolve(first_year or _ANY_YEAR, "mdy")):
        return None
    # The weekday is unknown without a year; then a week that is named by a day is taken to begin with it.
    monday = day - timedelta(days=day.weekday() if first_year else 0)
    return DateContext(monday=monday, has_year=bool(first_year))


def _days_between(first: WrittenDate, last: WrittenDate) -> int:
    start, end = (written.resolve(last.year or _ANY_YEAR, "mdy") for written in (first, last))
    return (end - start).days if start and end else 0


def read_day_in_context(context: DateContext, text: str) -> tuple[WrittenDate, str] | None:
    """Read a heading below a month or a week, the number of a day or a weekday, as a date and the title behind it."""
    before = match_weekday(text)
    if before and (day := context.day_of_week(before[0], text[: before[1]])):
        rest = text[before[1] :]
        return (day, rest) if re.match(r"[\s:–—|,.()-]*$|\s*[:–—|(-]", rest) else None
    if before:  # `Mon 12`
        text = text[before[1] :].lstrip(" ,.")
    if context.month and (match := _DAY_NUMBER.match(text.strip(" *_"))):
        number, rest = int(match["day"]), match["rest"]
        weekday = match_weekday(rest.lstrip(" ,(–—-")) or before
        if weekday and weekday is not before:
            rest = rest.lstrip(" ,(–—-")[weekday[1] :].lstrip(")] ")
        if 1 <= number <= 31 and (weekday or re.match(r"\s*$|\s*[:–—|(]|\s+-\s", rest)):
            named = weekday[0] if weekday else None
            return WrittenDate(match[0], context.month, number, context.year, None, named), rest
    return None
