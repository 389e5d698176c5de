"""Doubts about a log as a whole: days that contradict their weekdays, their neighbours, or other lines."""

import re
from bisect import bisect_right
from calendar import day_name
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, pairwise

from daytrail.importers.log.day_mark import DayMark, may_begin_mark, read_day_mark
from daytrail.importers.log.document import LogDocument
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.forms import SECTION_NUMBER, WEEK_NUMBER
from daytrail.importers.log.hours import (
    STATED_SUM,
    SUM_OF_DAY,
    TOTAL,
    Hours,
    amounts_at_ends,
    hours_in_cell,
    is_hours_column,
    read_hours,
    sum_of,
)
from daytrail.importers.log.sections import LogStructure, Section
from daytrail.importers.text.dates import TIMES, WrittenDate, is_weekday, match_day_and_month, match_weekday
from daytrail.importers.text.diagnostics import diagnostic
from daytrail.importers.text.markdown import JOINED_URLS, prose
from daytrail.importers.text.outline import BlockType
from daytrail.importers.text.vocabulary import LANGUAGES, any_of, numbers_by_word
from daytrail.problems import Problem

_WEEK = re.compile(rf"\b(?:{any_of('week')})", re.IGNORECASE)
_TITLE = re.compile(r" {0,3}#{1,6}\s|\s*(?:\*\*|__)[^*_]+(?:\*\*|__)\s*$")
"""A heading, or a line in bold."""
_GLUED_HEADING = re.compile(r"^.*\S\s?(?=#{2,6}\s[^`]*$)")
"""What is before a heading on its line, as in `- I read.## Day 7`."""
_MARKERS = " \t#*_+|-"
"""Characters around the mark of a day in a heading, an item or a cell."""
_LONGEST_WEEKDAY = 20
"""Characters of a line that is nothing but a weekday."""
_YEAR = 366
_LONGEST_GAP = 7
"""Days between two dates that are never suspicious."""


@dataclass(frozen=True, slots=True)
class ReadLog:
    """A log as it was read, before it is checked."""

    document: LogDocument
    structure: LogStructure
    written: Mapping[int, WrittenDate | None]
    """The date that the head of each section has, by its line."""
    sections: Sequence[Section]
    drafts: Sequence[DraftEntry]
    today: date
    newest_first: bool


def doubts_about(log: ReadLog) -> Iterator[Problem]:
    """Yield a diagnostic for each guess that was made for a day, and for each contradiction between the days."""
    for check in _CHECKS:
        yield from check(log)


def _guesses(log: ReadLog) -> Iterator[Problem]:
    """Yield what was guessed to read the lines that begin or end a day."""
    doubts = [(line.number, line.doubts) for line in log.structure.outside]
    doubts += [(draft.line, draft.doubts) for draft in log.drafts]
    yield from (diagnostic(number, *doubt) for number, of_line in doubts for doubt in of_line)


def _wrong_dates(log: ReadLog) -> Iterator[Problem]:
    """Yield the dates that contradict their weekdays or are in the future."""
    short = [(mark.short_weekday, one.date) for one in log.drafts if one.date and (mark := log.written[one.line])]
    of_languages = [numbers_by_word("short_weekdays", [language]) for language in LANGUAGES]
    fitting = [sum(numbers.get(name) == day.weekday() for name, day in short) for numbers in of_languages]
    of_languages = [numbers for numbers, count in zip(of_languages, fitting, strict=True) if count == max(fitting)]
    for draft in log.drafts:
        day, mark = draft.date, log.written[draft.line]
        weekdays = {mark.weekday} if mark and mark.weekday is not None else set()
        if mark and mark.weekday is None:  # `di` is a Tuesday in German
            weekdays = {numbers[mark.short_weekday] for numbers in of_languages if mark.short_weekday in numbers}
        if day and weekdays and day.weekday() not in weekdays:
            message = f"{day} is a {day:%A}, not a {' or '.join(day_name[weekday] for weekday in sorted(weekdays))}"
            yield diagnostic(draft.line, "wrong-weekday", message)
        if day and day > log.today:
            yield diagnostic(draft.line, "future-date", f"{day} is in the future")


def _days_in_text(log: ReadLog) -> Iterator[Problem]:
    """Yield the lines in the text of days that name days which are no entries, as titles and dates alone do.

    Dates with text behind them, and weekdays other than that of the day above, do so only if there are several.
    """
    numbers = {number for draft in log.drafts for number in draft.day_numbers or ()}
    if numbers and not log.newest_first:
        numbers.update(range(min(numbers)))  # a day before the first one is not below it
    days = {(draft.date.month, draft.date.day) for draft in log.drafts if draft.date}
    # The weekday at the beginning of a day without a date is its own.
    named = {draft.line: match_weekday(draft.body) for draft in log.drafts if not draft.date}
    weekdays = {line: weekday[0] for line, weekday in named.items() if weekday}
    weekdays |= {draft.line: draft.date.weekday() for draft in log.drafts if draft.date}
    hidden_lines = log.document.outline.hidden_lines
    found: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    have_years = all(written.year for written in log.written.values() if written)
    for section in log.sections:
        for number, raw in section.lines:
            is_text = number not in hidden_lines and number != section.head.number
            is_text = is_text and not (have_years and SECTION_NUMBER.match(raw.strip(_MARKERS)))
            if is_text and (least := _lines_of_other_days(raw, numbers, days, weekdays.get(section.head.number))):
                is_like_day = section.head.is_item and not raw[:1].isspace()
                found[1 if is_like_day else least].append((number, raw))
    for least, lines in found.items():
        for number, raw in lines if least <= len(lines) else ():
            message = f"`{raw.strip()}` names a day that is no entry; it is in the text of the day above"
            yield diagnostic(number, "day-in-text", message)


def _lines_of_other_days(raw: str, numbers: set[int], days: set[tuple[int, int]], own_weekday: int | None) -> int:
    """Return how many lines like this one are needed to name days with none of these numbers, dates and weekdays.

    One title or mark alone is enough; 0 for a line that names no other day.
    """
    raw = _GLUED_HEADING.sub("", raw) if "##" in raw else raw
    text, is_title = raw.strip(_MARKERS), _TITLE.match(raw) is not None
    if not (is_title or may_begin_mark(text)):  # most lines
        weekday = match_weekday(text) if len(text) <= _LONGEST_WEEKDAY and is_weekday(text) else None
        return 2 if weekday and weekday[0] != own_weekday else 0
    mark = read_day_mark(text) if text[:1] not in ">[" else DayMark()  # no quotation, link or box
    if mark.date and not (mark.day_numbers or text.startswith(mark.date.text)):
        return 0  # `Created: 2026-01-05`
    if not mark.marks_a_day and (dated := match_day_and_month(text, 0)):
        mark = DayMark(dated[0], rest=text[dated[1] :])
    if mark.day_numbers:
        is_other = mark.day_numbers[0] > 0 and not numbers.issuperset(mark.day_numbers)
        is_other &= mark.date is not None or not text[:1].isdigit()  # a fraction
    else:
        is_other = mark.date is not None
        is_other &= not mark.date or days.isdisjoint(mark.date.month_and_day(order) for order in ("mdy", "dmy"))
    is_alone = not re.search(r"\w", TIMES.sub("", mark.rest)) and not mark.title
    return 0 if not is_other else 1 if is_title or is_alone else 2 * mark.is_separated


def _headings_in_text(log: ReadLog) -> Iterator[Problem]:
    """Yield the first heading in the text of each day that has the level of the days, if most days have none.

    Those that come back in other days are parts of a day.
    """
    headings = {line.number: line for line in log.document.headings if not line.is_underlined}
    names = Counter(line.name for line in headings.values())
    with_headings = [
        [
            line
            for at, _ in section.lines
            if (line := headings.get(at)) and line.text and line.level == section.head.level
        ]
        for section in log.sections
    ]
    for lines in with_headings if sum(map(bool, with_headings)) * 4 <= len(log.sections) * 3 else ():
        for line in [line for line in lines if names[line.name] == 1][:1]:
            message = f"`{line.text}` has the level of the days; it is in the text of the day above"
            yield diagnostic(line.number, "heading-in-text", message)


def _missing_dates(log: ReadLog) -> Iterator[Problem]:
    """Yield the days without a date in a log of which most days have one."""
    undated = [draft for draft in log.drafts if not draft.date and not log.written[draft.line]]
    for draft in undated if len(undated) * 2 < len(log.drafts) else ():
        yield diagnostic(draft.line, "no-date", "this day has no date, though most days have one")


def _shared_dates(log: ReadLog) -> Iterator[Problem]:
    """Yield the days with another number and the date of the day before."""
    for before, draft in pairwise(log.drafts):
        numbers = before.day_numbers, draft.day_numbers
        is_once = log.written[draft.line] is log.written[before.line]  # in a heading above both
        if draft.date and draft.date == before.date and all(numbers) and numbers[0] != numbers[1] and not is_once:
            message = f"{draft.name} has the same date as {before.name}: {draft.date}"
            yield diagnostic(draft.line, "same-date", message)


def _joined_urls(log: ReadLog) -> Iterator[Problem]:
    outline = log.document.outline
    for number, line in enumerate(outline.lines, start=1):
        if "http" in line and number not in outline.hidden_lines and JOINED_URLS.search(line):
            yield diagnostic(number, "joined-urls", "two URLs without a space between them")


def _unordered_dates(log: ReadLog) -> Iterator[Problem]:
    """Yield the dates out of order between two headings of months, weeks and years, or of other parts of the log."""
    weeks = {line.number for line in log.document.headings if WEEK_NUMBER.match(line.text)}
    numbers = {line.number for line in (*log.structure.contexts, *log.structure.years)}
    numbers_of_parts = sorted(numbers | (set(log.structure.part_numbers) - weeks))
    in_file = sorted(log.drafts, key=lambda draft: draft.line)
    for _, group in groupby(in_file, key=lambda draft: bisect_right(numbers_of_parts, draft.line)):
        yield from _dates_out_of_order([one for one in group if one.date], newest_first=log.newest_first)


def _dates_out_of_order(drafts: list[DraftEntry], *, newest_first: bool) -> Iterator[Problem]:
    """Yield the dates that are not between those before and after them, and years that are probably wrong."""
    dated = [(draft.date, draft.line) for draft in drafts if draft.date]
    steps = Counter((following > day) - (following < day) for (day, _), (following, _) in pairwise(dated))
    if steps[-1] > steps[1] or (steps[-1] == steps[1] and newest_first):
        dated.reverse()
    in_order = _in_order([day.toordinal() for day, _ in dated])
    outside = sorted(set(range(len(dated))).difference(in_order))
    if len(outside) * 3 > len(dated):
        yield diagnostic(min(line for _, line in dated), "days-out-of-order", "the days are in no order of time")
        return
    for _, run in groupby(enumerate(outside), key=lambda pair: pair[1] - pair[0]):
        indices = [index for _, index in run]
        at = bisect_right(in_order, indices[0])
        beside = [str(dated[index][0]) for index in in_order[max(0, at - 1) : at + 1]]
        days = f"{dated[indices[0]][0]}" + (f" and {len(indices) - 1} more days below" if len(indices) > 1 else "")
        where = f"between {' and '.join(beside)}" if len(beside) > 1 else f"next to {''.join(beside)}"
        line = min(dated[index][1] for index in indices)
        yield diagnostic(line, "date-out-of-order", f"{days}: the source has it {where}; check the date")
    yield from _wrong_years([dated[index] for index in in_order])


def _wrong_years(dated: Sequence[tuple[date, int]]) -> Iterator[Problem]:
    """Yield a date a year from the one before, if it would be within the log's own gaps a year earlier or later."""
    gaps = [(following - day).days for (day, _), (following, _) in pairwise(dated)]
    longest = sorted(gaps)[-2:]
    for at, gap in enumerate(gaps):
        others = max(longest[0] if gap == longest[-1] else longest[-1], _LONGEST_GAP)
        if gap > _YEAR - others - 2 and 0 < gap - _YEAR + 2 <= others + 2 and gap > 5 * others and len(gaps) > 1:
            (before, _), (day, line) = dated[at], dated[at + 1]
            yield diagnostic(line, "date-out-of-order", f"{day} is a year after {before}; check the year")


def _in_order(values: Sequence[int]) -> list[int]:
    """Return the indices of the longest part that never falls; of two, that in which the ends are nearer."""
    last = len(values) - 1
    backwards = [last - at for at in reversed(_longest_rising([-value for value in reversed(values)]))]
    return min(
        _longest_rising(values), backwards, key=lambda part: (values[part[-1]] - values[part[0]] if part else 0, part)
    )


def _longest_rising(values: Sequence[int]) -> list[int]:
    ends: list[int] = []  # by length less one, the index of the smallest value that ends a part of this length
    last_values: list[int] = []
    previous: list[int | None] = []
    for at, value in enumerate(values):
        length = bisect_right(last_values, value)
        previous.append(ends[length - 1] if length else None)
        ends[length : length + 1] = [at]
        last_values[length : length + 1] = [value]
    indices = []
    index: int | None = ends[-1] if ends else None
    while index is not None:
        indices.append(index)
        index = previous[index]
    return indices[::-1]


def _numbers_out_of_order(log: ReadLog) -> Iterator[Problem]:
    """Yield numbers that several days have, and those that are not between their neighbours, if they are few."""
    by_series = defaultdict(list)
    for draft in log.drafts:
        if draft.day_numbers:
            week = WEEK_NUMBER.match(draft.title)
            by_series[draft.series.casefold(), week[0] if week else ""].append((draft, draft.day_numbers))
    for days in by_series.values():
        first: dict[int, DraftEntry] = {}
        for draft, (start, end) in days:
            known = [(number, first.setdefault(number, draft)) for number in range(start, end + 1)]
            same = [one for one in known if one[1] is not draft and not (draft.date and draft.date == one[1].date)]
            for number, other in same[:1]:
                message = f"day {number} is written twice, also in line {other.line}; both were imported"
                yield diagnostic(draft.line, "repeated-number", message)
        numbers = [start for _, (start, _) in days]
        sign = 1 if sum(a < b for a, b in pairwise(numbers)) * 2 >= len(numbers) - 1 else -1
        outside = set(range(len(numbers))).difference(_in_order([sign * number for number in numbers]))
        # Days next to each other that count on are another part of the log.
        outside -= {at for at in outside for one in {at - 1, at + 1} & outside if abs(numbers[at] - numbers[one]) == 1}
        for at in sorted(outside) if len(outside) * 3 <= len(numbers) else ():
            beside = " and ".join(f"day {number}" for number in numbers[max(0, at - 1) : at] + numbers[at + 1 : at + 2])
            message = f"day {numbers[at]} is next to {beside}; check the number"
            yield diagnostic(days[at][0].line, "number-out-of-order", message)


def _wrong_totals(log: ReadLog) -> Iterator[Problem]:
    """Yield the sums of hours in the text that differ from those of the days above, or of all days if none is above."""
    with_hours = [draft for draft in log.drafts if draft.hours]
    rows = {
        row.line: hours_in_cell(cell, name, limit=100_000)
        for row in log.document.visible_blocks(BlockType.ROW)
        for name, cell in zip(row.header, row.cells, strict=False)
        if is_hours_column(name) and any(map(TOTAL.fullmatch, row.cells))
    }
    totals: list[tuple[int, Hours, list[float]]] = []
    lines = [line for section in log.sections for line in section.lines if _WEEK.search(line[1])]
    for number, raw in sorted([*lines, *log.structure.other_lines]) if with_hours else ():
        match = STATED_SUM.match(prose(raw)) if number not in log.document.outline.hidden_lines else None
        stated = rows.get(number) or (read_hours(match["amount"], limit=100_000) if match else None)
        start = totals[-1][0] if totals else 0
        above = [draft.hours or 0 for draft in with_hours if start < draft.line < number]
        if stated and (above or not (match and match["week"])):
            totals.append((number, stated, above))
    is_of_all = sum(not above for _, _, above in totals) == 1  # several are those of parts without days
    for number, stated, above in totals:
        days = above or ([draft.hours or 0 for draft in with_hours] if is_of_all else [])
        hours = round(sum(days), 2)
        if days and abs(hours - stated.value) > 0.01 * len(days):  # the hours of each day are rounded
            message = f"{stated.text} are stated; the hours of the days add up to {hours:g}"
            yield diagnostic(number, "sum-of-hours", message)


def _wrong_sums_of_days(log: ReadLog) -> Iterator[Problem]:
    """Yield the sums in the text of a day that are neither that of its other hours nor that of the days so far."""
    hours_of_days = {draft.line: draft.hours or 0 for draft in log.drafts}
    last, all_hours = max(hours_of_days, default=0), sum(hours_of_days.values())
    for section in log.sections:
        head, hidden_lines = section.head.number, log.document.outline.hidden_lines
        texts = [(at, prose(raw)) for at, raw in section.lines if at not in hidden_lines and not _WEEK.search(raw)]
        sums = [(at, match) for at, text in texts if (match := SUM_OF_DAY.search(text))]
        if len(sums) != 1 or head not in hours_of_days:
            continue
        number, match = sums[0]
        stated = read_hours(match["amount"], unit_is_known=True, limit=100_000)
        of_parts = [amount for _, text in texts for amount in amounts_at_ends(text.replace(match[0], ""))]
        parts, day = sum_of(of_parts).value, hours_of_days[head]
        is_of_log = head == last and len(hours_of_days) > 1 and not of_parts and day > 0
        if not stated or (len(of_parts) < 2 and not is_of_log):
            continue
        before = sum(hours for line, hours in hours_of_days.items() if line < head)
        known = [day, before + day] if is_of_log else [parts, before + parts]
        if min(abs(stated.value - value) for value in known) > 0.01 * max(len(of_parts), len(hours_of_days)):
            of_what, hours = ("days add up", all_hours) if is_of_log else ("day without it add up", parts)
            yield diagnostic(
                number, "sum-of-hours", f"{stated.text} are stated; the hours of the {of_what} to {hours:g}"
            )


_CHECKS: tuple[Callable[[ReadLog], Iterator[Problem]], ...] = (
    *(_guesses, _wrong_dates, _days_in_text, _headings_in_text, _missing_dates, _shared_dates, _unordered_dates),
    *(_numbers_out_of_order, _wrong_totals, _wrong_sums_of_days, _joined_urls),
)
