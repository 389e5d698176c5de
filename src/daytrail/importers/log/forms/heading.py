"""Logs with a heading for each day."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, islice, pairwise, takewhile

from daytrail.importers.log.day_mark import (
    LEADING_SEPARATORS,
    DayMark,
    read_date_within,
    read_day_mark,
    read_trailing_date,
)
from daytrail.importers.log.document import (
    DATE_LABEL,
    MIN_DAYS,
    DayLine,
    LogDocument,
    dated_by,
    numbers_of,
    read_date_line,
    with_trailing_date,
)
from daytrail.importers.text.dates import (
    WrittenDate,
    is_misspelt,
    match_date,
    match_day_and_month,
    match_short_date,
)
from daytrail.importers.text.vocabulary import any_of

DESCRIPTION = "heading"
_MISSPELT = re.compile(r"\W*([^\W\d_]{2,7})(?=\s?[-#:]?\s?\d{1,4}\b)")
_NUMBER = re.compile(
    rf"(?<![^\s|:–—-])(?=(?:{any_of('days')})\s*[-#]?\s*\d|\d{{1,4}}\s?/\s?\d{{2,4}}\b)"
    r"|(?:(?<=\b[sw]\d)|(?<=\b[sw]\d\d))(?=[dj]\d)",
    re.IGNORECASE,
)
_FROM_FIRST_DIGIT = re.compile(r"\d.*")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_SEPARATOR = re.compile(r"(?:[|:–—,]|\s-)\s*$")
WEEK_NUMBER = re.compile(rf"\W*(?:{any_of('week', 'calendar_week_sign')})\s?\d{{1,2}}(?!\d)", re.IGNORECASE)
"""A week at the beginning of the title of a day: `Week 2 Day 1`, `W2D1`."""
_HYPHEN = re.compile(r"(?<=^\d\d)-(?=\d\d\s*(?:$|[:–—|(]|-\s))")
"""Between a day and a month, as in `21-04: Ebb`."""
_ONE_DOT = re.compile(r"(\d{1,2})\.(\d{1,2})(?=[\s:]|$)")
"""A day and a month without the second dot, as in `21.4 Ebb`, or the number of a chapter."""
_MONTHS = 12
_ENTRY = re.compile(rf"\W*(?:{any_of('log_entry')})\b", re.IGNORECASE)
_ONLY_NUMBER = re.compile(r"\W*(\d{1,4})\s*[:.)–—|-]\s*(?=\D)")


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the headings that mark a day, and those that must be one by what is before and after them."""
    days = {line.number: line for line in document.headings if line.mark.marks_a_day and not line.context}
    unmarked = [line for line in document.headings if not (line.mark.marks_a_day or line.year or line.context)]
    others = [line for line in unmarked if line.number not in days]
    days |= {line.number: line for line in _days_and_months(others, list(days.values()))}
    others = [line for line in unmarked if line.number not in days]
    days |= {line.number: line for line in _days_around_dates(others, list(days.values()))}
    if not days:
        yield from list(_headings_above_dates(document, others)) or days_behind_titles(others, ())
        return
    others = [line for line in others if line.number not in days]
    levels = {line.level for line in days.values()}
    of_level = [line for line in others if line.level in levels]
    without_number = [line for line in days.values() if not line.mark.day_numbers]
    days |= {line.number: line for line in days_behind_titles([*without_number, *of_level], list(days.values()))}
    marked = [days[number] for number in sorted(days)]
    days |= {line.number: line for line in _days_between(marked, [line for line in others if line.number not in days])}
    level, _ = Counter(line.level for line in days.values()).most_common(1)[0]
    for line, following in pairwise([*(days[number] for number in sorted(days)), None]):
        if line and not _is_around_or_within(document, line, following, level):
            yield dated_by(line, document.context_of(line.number))


def _is_around_or_within(document: LogDocument, line: DayLine, following: DayLine | None, level: int) -> bool:
    """Return whether a heading is that of several days, above them, or one within a day that ends with a date."""
    if line.level > level:
        return not read_day_mark(line.text).marks_a_day
    if not (line.mark.date and line.mark.date.is_range):
        return False
    is_week = WEEK_NUMBER.match(line.text) and following and not WEEK_NUMBER.match(following.text)
    return bool(is_week) or (line.level < level and next(_lines_right_below(document, line), "")[:1] == "#")


def _headings_above_dates(document: LogDocument, headings: Sequence[DayLine]) -> Iterator[DayLine]:
    """Yield the headings of a level of which most are above a line with a date, and undated ones of the same wording.

    As in `## Devlog #1: Ebb` above `*14 October 2025 · 6 hours*`.
    """
    dated = [heading for heading in headings if any(map(read_date_line, _lines_right_below(document, heading)))]
    level, count = max(Counter(line.level for line in dated).items(), key=lambda item: item[1], default=(0, 0))
    siblings = [heading for heading in headings if heading.level == level]
    if count < MIN_DAYS or count * 2 < len(siblings):
        return
    wordings = Counter(_FROM_FIRST_DIGIT.sub("0", line.text) for line in dated)
    for heading in siblings:
        is_numbered = wordings[_FROM_FIRST_DIGIT.sub("0", heading.text)] > 1 and _DIGITS.search(heading.text)
        if heading in dated or is_numbered:
            yield replace(heading, title=heading.text)


def _days_around_dates(lines: Sequence[DayLine], marked: Sequence[DayLine]) -> Iterator[DayLine]:
    """Yield the headings of a level of which most have a date within words, as in `Entry 1 - 2026-01-05: Ebb`."""
    for level in {line.level for line in lines}:
        of_level = [line for line in lines if line.level == level]
        days = [(line, mark) for line in of_level if (mark := read_date_within(line.text))]
        others = [line for line in marked if line.level == level and line.mark.date]
        count = len(days) + (len(others) if all(mark.is_separated for _, mark in days) else 0)
        if count >= MIN_DAYS and len(days) * 2 > len(of_level):
            yield from (replace(line, mark=mark, title=mark.rest) for line, mark in days)


def _lines_right_below(document: LogDocument, heading: DayLine) -> Iterator[str]:
    """Yield the first line below a heading, and the lines of its paragraph that are a date behind a label."""
    lines = dropwhile(lambda line: not line.strip(), islice(document.outline.lines, heading.end, None))
    for at, line in enumerate(takewhile(str.strip, lines)):
        if not at or DATE_LABEL.match(line):
            yield line


def _days_and_months(lines: Sequence[DayLine], marked: Sequence[DayLine]) -> Iterator[DayLine]:
    """Yield headings that begin or end with day and month in numbers, as in `3/16`, unless they count parts: `1/3`."""
    days = []
    dotted_levels = _levels_of_dotted_dates(lines, marked)
    for line in lines:
        text = line.text if marked else _HYPHEN.sub("/", line.text)
        text = _ONE_DOT.sub(r"\g<0>.", text, count=1) if line.level in dotted_levels else text
        dated = match_day_and_month(text, 0, before_text=True) or match_short_date(text, 0)
        mark = None
        if dated := dated or (match_date(text) if text != line.text else None):
            mark = DayMark(dated[0], rest=LEADING_SEPARATORS.sub("", text[dated[1] :]).strip())
        elif not marked or _ENTRY.match(line.text):
            mark = read_trailing_date(line.text, needs_year=False)
        days += [replace(line, mark=mark, title=mark.rest)] if mark else []
    dates = [line.mark.date for line in days if line.mark.date]
    pairs = [written.month_and_day("mdy")[:: -1 if written.order == "dmy" else 1] for written in dates]
    counts_parts = len({last for _, last in pairs}) == 1 and all(first <= last for first, last in pairs)
    is_clear = any(map(_is_no_fraction, dates))
    are_enough = len(days) >= MIN_DAYS or (is_clear and len(days) > 1) or any(line.mark.date for line in marked)
    yield from days if are_enough and (is_clear or not counts_parts) else ()


def _levels_of_dotted_dates(lines: Sequence[DayLine], marked: Sequence[DayLine]) -> set[int]:
    """Return the levels at which `3.5` is a day and a month: as in `2.5.` at this level, or no number of a chapter."""
    levels = {line.level for line in marked if line.mark.date and _ONE_DOT.search(line.mark.date.text.rstrip("."))}
    for level in {line.level for line in lines} - levels:
        numbers = [match.groups() for line in lines if line.level == level and (match := _ONE_DOT.match(line.text))]
        firsts, seconds = ({int(pair[at]) for pair in numbers} for at in (0, 1))
        if len(numbers) >= MIN_DAYS and max(firsts) > _MONTHS >= max(seconds) and len(firsts) > len(seconds):
            levels.add(level)
    return levels


def _is_no_fraction(written: WrittenDate) -> bool:
    """Return whether a date has a year, a weekday, a name, or a zero, and so is no fraction such as `1/3`."""
    is_named = re.search(r"\b0\d|[^\W\d_]{3}", written.text) is not None
    return is_named or written.year is not None or written.weekday is not None


def days_behind_titles(lines: Sequence[DayLine], marked: Sequence[DayLine]) -> Iterator[DayLine]:
    """Yield headings with the number of a day behind a title, as in `Ebb | Day 3` or `Tides Day 3`."""
    known = numbers_of(marked)
    found = []
    for line in lines:
        start = next((match.start() for match in _NUMBER.finditer(line.text) if match.start()), 0)
        is_aside = line.text.count("(", 0, start) > line.text.count(")", 0, start)  # `All days (day 1 - day 9)`
        mark = read_day_mark(line.text[start:]) if start and not is_aside else None
        if mark and mark.day_numbers and (mark.is_separated or not mark.rest) and mark.day_numbers[0] not in known:
            found.append((line, line.text[:start].rstrip(), mark))
    titles = Counter(_DIGITS.sub("0", title.casefold()) for _, title, _ in found)
    for line, before, mark in found:
        if titles[_DIGITS.sub("0", before.casefold())] > 1 or _SEPARATOR.search(before):
            title = ": ".join(filter(None, (before.strip(" -–—:|,"), mark.rest)))
            yield replace(line, mark=replace(mark, date=mark.date or line.mark.date), title=title)


def _days_between(marked: Sequence[DayLine], others: Sequence[DayLine]) -> Iterator[DayLine]:
    """Yield headings that are days by the numbers before and after them: misspelt, only a number, or the only one."""
    texts = Counter(line.text.casefold() for line in others)
    numbers = numbers_of(marked)
    remaining = iter([*others, None])
    line = next(remaining)
    for before, after in pairwise([*marked, None]):
        candidates = []
        while line and (not after or line.number < after.number):
            if (
                before
                and line.number > before.number
                and line.level == before.level
                and texts[line.text.casefold()] == 1
            ):
                candidates.append(line)
            line = next(remaining)
        yield from _guess_days(before, candidates, after, numbers)


def _guess_days(
    before: DayLine | None, candidates: Sequence[DayLine], after: DayLine | None, numbers: set[int]
) -> Iterator[DayLine]:
    if not before or not before.mark.day_numbers:
        return
    last = before.mark.day_numbers[1]
    following = after.mark.day_numbers[0] if after and after.mark.day_numbers else None
    for line in candidates:
        guess = _misspelt_day(line) or _numbered(line)
        number = guess.mark.day_numbers[0] if guess and guess.mark.day_numbers else 0
        is_next = number == last + 1 if following is None else min(last, following) < number < max(last, following)
        if guess and is_next and number not in numbers:
            yield guess
            last = number
    number = (last + following) // 2 if following is not None and abs(following - last) == 2 else last
    if len(candidates) == 1 and number not in (last, *numbers):
        message = f"taken for day {number}, which is missing between days {last} and {following}"
        mark = with_trailing_date(DayMark(day_numbers=(number, number), rest=candidates[0].text))
        yield replace(candidates[0], mark=mark, title=mark.rest, doubts=(("guessed-day-number", message),))


def _numbered(line: DayLine) -> DayLine | None:
    """Return a heading that begins with a number alone, as in `69: Ebb`, as a day."""
    match = _ONLY_NUMBER.match(line.text)
    if not match:
        return None
    number = int(match[1])
    mark = with_trailing_date(DayMark(day_numbers=(number, number), rest=line.text[match.end() :].strip()))
    return replace(line, mark=mark, title=mark.rest)


def _misspelt_day(line: DayLine) -> DayLine | None:
    """Return a heading as a day if one letter of its first word is wrong, as in `Dya 4`."""
    match = _MISSPELT.match(line.text)
    if not match or not any(is_misspelt(match[1], name) for name in any_of("days").split("|")):
        return None
    mark = read_day_mark(f"Day{line.text[match.end(1) :]}")
    message = f"`{match[1]}` was read as `Day`"
    return replace(line, mark=mark, title=mark.rest, doubts=(("misspelt-day", message),)) if mark.day_numbers else None
