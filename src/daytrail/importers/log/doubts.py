"""Doubts about a log as a whole: days that contradict their weekdays, their neighbours, or other lines."""

import re
from bisect import bisect_right
from calendar import day_name
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, pairwise

from daytrail.importers.log.day_mark import DayMark, read_day_mark
from daytrail.importers.log.document import LogDocument
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.forms.heading import WEEK_NUMBER
from daytrail.importers.log.hours import TOTAL, Hours, hours_in_cell, is_hours_column, read_hours
from daytrail.importers.log.sections import LogStructure, Section
from daytrail.importers.text.dates import TIMES, WrittenDate, is_weekday, match_day_and_month
from daytrail.importers.text.diagnostics import diagnostic
from daytrail.importers.text.markdown import prose
from daytrail.importers.text.outline import BlockType
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_JOINED_URLS = re.compile(r"https?://[^\s()<>\[\]\"'`]*[^\s()<>\[\]\"'`/=:?&|]https?://")
_WEEK = re.compile(rf"\b(?:{any_of('week')})", re.IGNORECASE)
_TOTAL = re.compile(
    rf"\W*(?:(?:\w+\s)?(?:{any_of('total')})\b[^\d\n]*?|(?P<week>{any_of('week')})\s\d{{1,3}}:\s*)"
    r"(?P<amount>\d[^|\n]*?)[\s|*_.]*$",
    re.IGNORECASE,
)
_TITLE = re.compile(r" {0,3}#{1,6}\s|\s*(?:\*\*|__)[^*_]+(?:\*\*|__)\s*$")
"""A heading, or a line in bold."""
_GLUED_HEADING = re.compile(r"^.*\S\s?(?=#{2,6}\s[^`]*$)")
"""What is before a heading on its line, as in `- I read.## Day 7`."""
_DAY_NUMBER_AT_END = re.compile(rf"\b(?:{any_of('days')})\s*[#:-]?\s*(\d{{1,4}})\W*$", re.IGNORECASE)
_MARKERS = " \t#*_+|-"
"""Characters around the mark of a day in a heading, an item or a cell."""
_DIGIT = re.compile(r"\d")
_LONGEST_MARK = 60
_LONGEST_WEEKDAY = 20
"""Characters in which a line names a day with a number or without one."""
_MIN_LINES = 3
_FAR_NUMBER = 10
"""Days between the numbers of two neighbours that are always suspicious if more."""
_YEAR = 366
_LONGEST_GAP = 7
"""Days between two dates that are never suspicious."""


@dataclass(frozen=True, slots=True)
class ReadLog:
    """A log as it was read, before it is checked."""

    document: LogDocument
    structure: LogStructure
    sections: Sequence[Section]
    written: Mapping[int, WrittenDate | None]
    """The date that the head of each section has, by its line."""
    drafts: Sequence[DraftEntry]
    today: date
    newest_first: bool


def doubts_about(log: ReadLog) -> Iterator[Problem]:
    """Yield a diagnostic for each guess that was made for a day, and for each contradiction between the days."""
    for check in _CHECKS:
        yield from check(log)


def _guesses(log: ReadLog) -> Iterator[Problem]:
    """Yield what was guessed to read the lines that begin or end a day."""
    for number, doubts in [(line.number, line.doubts) for line in log.structure.outside] + [
        (draft.line, draft.doubts) for draft in log.drafts
    ]:
        yield from (diagnostic(number, code, message) for code, message in doubts)


def _wrong_dates(log: ReadLog) -> Iterator[Problem]:
    """Yield the dates that contradict their weekdays or are in the future."""
    for draft in log.drafts:
        day, mark = draft.date, log.written[draft.line]
        if day and mark and mark.weekday is not None and day.weekday() != mark.weekday:
            message = f"{day} is a {day:%A}, not a {day_name[mark.weekday]}"
            yield diagnostic(draft.line, "wrong-weekday", message)
        if day and day > log.today:
            yield diagnostic(draft.line, "future-date", f"{day} is in the future")


def _days_in_text(log: ReadLog) -> Iterator[Problem]:
    """Yield the lines in the text of days that name other days, which are no entries, as headings and alone do.

    Dates with text behind them, and weekdays, do so only if there are several.
    """
    numbers = {number for draft in log.drafts for number in draft.day_numbers or ()}
    if numbers and not log.newest_first:
        numbers.update(range(min(numbers)))  # a day before the first one is not below it
    days = {(draft.date.month, draft.date.day) for draft in log.drafts if draft.date}
    weak: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for section in log.sections:
        for number, raw in section.lines:
            if number in log.document.outline.hidden_lines or number == section.head.number:
                continue
            kind = _kind_of_day(raw, numbers, days)
            if kind == "sure":
                yield _day_in_text(number, raw)
            elif kind:
                weak[kind].append((number, raw))
    for kind, lines in weak.items():
        is_sure = len(lines) >= (_MIN_LINES if kind == "weekday" else 2)
        yield from (_day_in_text(number, raw) for number, raw in lines if is_sure)


def _headings_in_text(log: ReadLog) -> Iterator[Problem]:
    """Yield the headings in the text of a day that have the level of the days, if not most days have some."""
    headings = {line.number: line for line in log.document.headings if not line.is_underlined}
    of_days = [
        [line for number, _ in section.lines if (line := headings.get(number)) and line.level == section.head.level]
        for section in log.sections
    ]
    with_headings = [lines for lines in of_days if lines]
    for lines in with_headings if len(with_headings) * 4 <= len(of_days) * 3 else ():
        message = f"`{lines[0].text}` has the level of the days; it is in the text of the day above"
        yield diagnostic(lines[0].number, "heading-in-text", message)


def _day_in_text(number: int, raw: str) -> Problem:
    message = f"`{raw.strip()}` names a day that is no entry; it is in the text of the day above"
    return diagnostic(number, "day-in-text", message)


def _kind_of_day(raw: str, numbers: set[int], days: set[tuple[int, int]]) -> str:
    """Return how a line names a day that has none of these numbers, months and days; empty if it does not."""
    raw = _GLUED_HEADING.sub("", raw)
    if len(raw) > _LONGEST_WEEKDAY and not _DIGIT.search(raw, 0, _LONGEST_MARK):  # most lines
        return ""
    text = raw.strip(_MARKERS)
    mark = read_day_mark(text) if not text.startswith((">", "[")) else DayMark()  # no quotation, link or box
    is_labelled = mark.date and not mark.day_numbers and not text.startswith(mark.date.text)
    if is_labelled or (mark.day_numbers and not mark.date and text[:1].isdigit()):
        return ""  # `Created: 2026-01-05`, or a fraction
    is_title = _TITLE.match(raw) is not None
    if not mark.marks_a_day and (dated := match_day_and_month(text, 0)):
        mark = DayMark(dated[0], rest=text[dated[1] :])
    if mark.marks_a_day:
        at_end = None
    elif is_title:
        at_end = _DAY_NUMBER_AT_END.search(raw)
    else:
        return "weekday" if len(text) <= _LONGEST_WEEKDAY and is_weekday(text) else ""
    first, last = mark.day_numbers or ((int(at_end[1]),) * 2 if at_end else (0, 0))
    is_known_day = mark.date and not days.isdisjoint(mark.date.month_and_day(order) for order in ("mdy", "dmy"))
    if numbers.issuperset((first, last)) if last else not mark.date or is_known_day:
        return ""
    is_alone = not re.search(r"\w", TIMES.sub("", mark.rest)) and not mark.title
    return "sure" if is_title or is_alone else "begin" if mark.is_separated else ""


def _missing_dates(log: ReadLog) -> Iterator[Problem]:
    """Yield the days without a date in a log of which most days have one."""
    undated = [draft for draft in log.drafts if not draft.date and not log.written[draft.line]]
    if len(undated) * 2 < len(log.drafts):
        for draft in (one for one in undated if "impossible-date" not in dict(one.doubts)):
            yield diagnostic(draft.line, "no-date", "this day has no date, though most days have one")


def _shared_dates(log: ReadLog) -> Iterator[Problem]:
    """Yield the days with another number and the date of the day before."""
    for before, draft in pairwise(log.drafts):
        numbers = before.day_numbers, draft.day_numbers
        is_once = log.written[draft.line] is log.written[before.line]  # in a heading above both
        if draft.date and draft.date == before.date and all(numbers) and numbers[0] != numbers[1] and not is_once:
            message = f"day {_first_number(draft)} has the same date as day {_first_number(before)}: {draft.date}"
            yield diagnostic(draft.line, "same-date", message)


def _first_number(draft: DraftEntry) -> int:
    return draft.day_numbers[0] if draft.day_numbers else 0


def _joined_urls(log: ReadLog) -> Iterator[Problem]:
    outline = log.document.outline
    for number, line in enumerate(outline.lines, start=1):
        if "http" in line and number not in outline.hidden_lines and _JOINED_URLS.search(line):
            yield diagnostic(number, "joined-urls", "two URLs without a space between them")


def _unordered_dates(log: ReadLog) -> Iterator[Problem]:
    """Yield the dates out of order between two headings of months, weeks and years, or of other parts of the log."""
    headings = (*log.structure.contexts, *log.structure.years)
    weeks = {line.number for line in log.document.headings if WEEK_NUMBER.match(line.text)}
    numbers = sorted({line.number for line in headings} | (set(log.structure.part_numbers) - weeks))
    in_file = sorted(log.drafts, key=lambda draft: draft.line)
    for _, group in groupby(in_file, key=lambda draft: bisect_right(numbers, draft.line)):
        yield from _dates_out_of_order(list(group), newest_first=log.newest_first)


def _dates_out_of_order(drafts: Sequence[DraftEntry], *, newest_first: bool) -> Iterator[Problem]:
    """Yield the dates that are not between those before and after them, and years that are probably wrong."""
    dated = [(draft.date, draft.line) for draft in drafts if draft.date]
    steps = Counter((following > day) - (following < day) for (day, _), (following, _) in pairwise(dated))
    if steps[-1] > steps[1] or (steps[-1] == steps[1] and newest_first):
        dated.reverse()
    in_order = sorted(_in_order([day.toordinal() for day, _ in dated]))
    outside = sorted(set(range(len(dated))) - set(in_order))
    if len(outside) * 3 > len(dated):
        yield diagnostic(min(line for _, line in dated), "days-out-of-order", "the days are in no order of time")
        return
    for _, run in groupby(enumerate(outside), key=lambda pair: pair[1] - pair[0]):
        indices = [index for _, index in run]
        at = bisect_right(in_order, indices[0])
        yield _misplaced(dated, indices, in_order[max(0, at - 1) : at] + in_order[at : at + 1])
    yield from _wrong_years([dated[index] for index in in_order])


def _misplaced(dated: Sequence[tuple[date, int]], indices: Sequence[int], beside: Sequence[int]) -> Problem:
    """Return a diagnostic about days that are out of order, given the indices of the days beside them."""
    days = f"{dated[indices[0]][0]}" + (f" and {len(indices) - 1} more days below" if len(indices) > 1 else "")
    neighbours = [str(dated[index][0]) for index in beside]
    line = min(dated[index][1] for index in indices)
    where = f"between {' and '.join(neighbours)}" if len(neighbours) > 1 else f"next to {''.join(neighbours)}"
    return diagnostic(line, "date-out-of-order", f"{days}: the source has it {where}; check the date")


def _wrong_years(dated: Sequence[tuple[date, int]]) -> Iterator[Problem]:
    """Yield a date a year from the one before, if it would be within the log's own gaps a year earlier or later."""
    gaps = [(following - day).days for (day, _), (following, _) in pairwise(dated)]
    longest = sorted(gaps)[-2:]
    for at, gap in enumerate(gaps):
        others = max(longest[0] if gap == longest[-1] else longest[-1], _LONGEST_GAP)
        if gap > _YEAR - others - 2 and 0 < gap - _YEAR + 2 <= others + 2 and gap > 5 * others and len(gaps) > 1:
            (before, _), (day, line) = dated[at], dated[at + 1]
            yield diagnostic(line, "date-out-of-order", f"{day} is a year after {before}; check the year")


def _in_order(values: Sequence[int]) -> set[int]:
    """Return the indices of the longest part that never falls; of two, that in which the ends are nearer."""
    last = len(values) - 1
    backwards = _longest_rising([-value for value in reversed(values)])
    parts = _longest_rising(values), {last - index for index in backwards}
    return min(parts, key=lambda part: (values[max(part)] - values[min(part)] if part else 0, sorted(part)))


def _longest_rising(values: Sequence[int]) -> set[int]:
    """Return the indices of the longest part of a sequence that never falls."""
    ends: list[int] = []  # by length less one, the index of the smallest value that ends a part of this length
    last_values: list[int] = []
    previous: list[int | None] = []
    for at, value in enumerate(values):
        length = bisect_right(last_values, value)
        previous.append(ends[length - 1] if length else None)
        ends[length : length + 1] = [at]
        last_values[length : length + 1] = [value]
    indices = set()
    index: int | None = ends[-1] if ends else None
    while index is not None:
        indices.add(index)
        index = previous[index]
    return indices


def _numbers_out_of_order(log: ReadLog) -> Iterator[Problem]:
    """Yield numbers that several days have, or that are not between their neighbours."""
    by_series = defaultdict(list)
    for draft in log.drafts:
        if draft.day_numbers:
            week = WEEK_NUMBER.match(draft.title)
            by_series[draft.series.casefold(), week[0] if week else ""].append(draft)
    for of_series in by_series.values():
        first: dict[int, DraftEntry] = {}
        for draft in of_series:
            start, end = draft.day_numbers or (0, 0)
            known = [(number, first.setdefault(number, draft)) for number in range(start, end + 1)]
            others = [
                (number, one)
                for number, one in known
                if one is not draft and (not draft.date or draft.date != one.date)
            ]
            for number, other in others[:1]:
                message = f"day {number} is written twice, also in line {other.line}; both were imported"
                yield diagnostic(draft.line, "repeated-number", message)
        yield from _misplaced_numbers(of_series)


def _misplaced_numbers(drafts: Sequence[DraftEntry]) -> Iterator[Problem]:
    """Yield numbers that fall while the dates rise, and those far from the ones before and after."""
    numbers = [_first_number(draft) for draft in drafts]
    for at in sorted({*_far_numbers([draft.day_numbers or (0, 0) for draft in drafts]), *_falling_numbers(drafts)}):
        beside = numbers[max(0, at - 1) : at] + numbers[at + 1 : at + 2]
        message = f"day {numbers[at]} is next to {' and '.join(f'day {number}' for number in beside)}"
        yield diagnostic(drafts[at].line, "number-out-of-order", f"{message}; check the number")


def _far_numbers(spans: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the indices of numbers that are far from those before and after, which are near each other."""
    steps = [max(following[0] - span[1], span[0] - following[1], 0) for span, following in pairwise(spans)]
    usual = sorted(steps)[len(steps) // 2] if steps else 0
    far = max(_FAR_NUMBER, 5 * usual)
    for at in range(len(spans) if len(spans) > 2 else 0):
        beside = [first for first, _ in (*spans[max(0, at - 1) : at], *spans[at + 1 : at + 2])]
        is_near = len(beside) < 2 or abs(beside[0] - beside[1]) <= max(3, usual)
        if is_near and min(steps[max(0, at - 1) : at + 1]) > far:
            yield at


def _falling_numbers(drafts: Sequence[DraftEntry]) -> Iterator[int]:
    """Yield the indices of days whose numbers are not in the order of their dates, if most are."""
    dated = sorted((draft.date, _first_number(draft), at) for at, draft in enumerate(drafts) if draft.date)
    in_order = _in_order([number for _, number, _ in dated])
    numbers = [_first_number(draft) for draft in drafts]
    for index, (_, _, at) in enumerate(dated if (len(dated) - len(in_order)) * 4 <= len(dated) else ()):
        beside = numbers[max(0, at - 1) : at + 2]
        is_in_file = len(beside) == 3 and sorted(beside) in (beside, beside[::-1])  # so the date is in doubt
        if index not in in_order and not is_in_file:
            yield at


def _wrong_totals(log: ReadLog) -> Iterator[Problem]:
    """Yield the sums of hours in the text that differ from those of the days above, or of all days if none is above."""
    with_hours = [draft for draft in log.drafts if draft.hours]
    if not with_hours:
        return
    totals: list[tuple[int, Hours, list[float]]] = []
    rows = {
        row.line: hours_in_cell(cell, name, limit=100_000)
        for row in log.document.visible_blocks(BlockType.ROW)
        for name, cell in zip(row.header, row.cells, strict=False)
        if is_hours_column(name) and any(map(TOTAL.fullmatch, row.cells))
    }
    lines = [*log.structure.other_lines]
    lines += (line for section in log.sections for line in section.lines if _WEEK.search(line[1]))
    for number, raw in sorted(lines):
        match = _TOTAL.match(prose(raw)) if number not in log.document.outline.hidden_lines else None
        stated = rows.get(number) or (read_hours(match["amount"], limit=100_000) if match else None)
        start = totals[-1][0] if totals else 0
        above = [draft.hours or 0 for draft in with_hours if start < draft.line < number]
        if stated and (above or not (match and match["week"])):
            totals.append((number, stated, above))
    is_of_all = sum(not above for _, _, above in totals) == 1  # several are those of parts without days
    for number, stated, above in totals if is_of_all else [total for total in totals if total[2]]:
        days = above or [draft.hours or 0 for draft in with_hours]
        hours = round(sum(days), 2)
        if abs(hours - stated.value) > 0.01 * len(days):  # the hours of each day are rounded
            yield diagnostic(
                number, "sum-of-hours", f"{stated.text} are stated; the hours of the days add up to {hours:g}"
            )


_CHECKS: tuple[Callable[[ReadLog], Iterator[Problem]], ...] = (
    *(_guesses, _wrong_dates, _days_in_text, _headings_in_text, _missing_dates, _shared_dates, _unordered_dates),
    *(_numbers_out_of_order, _wrong_totals, _joined_urls),
)
