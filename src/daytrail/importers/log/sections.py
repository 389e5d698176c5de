"""Sections of a log: the lines that belong to each day."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf

from daytrail.importers.log.day_mark import DayMark
from daytrail.importers.log.document import MIN_DAYS, DayLine, LogDocument
from daytrail.importers.log.forms import WEEK, Form, detect_form
from daytrail.importers.log.table import headers_of_days
from daytrail.importers.text.vocabulary import any_of

SEPARATOR = re.compile(r"(?:\s|[-*_=]{3,}|</?(?:hr|br|p|details|div|center)\s*/?>|&nbsp;)*", re.IGNORECASE)
"""A line without a word."""
_PART = re.compile(rf"(?!!\[)\W*(?:{any_of('week', 'round', 'parts', 'tracks', 'about_itself')})\b", re.IGNORECASE)
"""The beginning of a heading that belongs to no day."""
_ABOUT_ITSELF, _ABOUT_LOG = (
    re.compile(rf"\W*(?:{any_of(*keys)})\W*", re.IGNORECASE)
    for keys in (["about_itself"], ["about_itself", "resources"])
)
"""Headings behind the last day that are about the document; with several days, also those about the log as a whole."""
_DEEPEST_END = 3
_LOG_WORD = re.compile(rf"\b(?:{any_of('log_words', 'log_entry')})\b", re.IGNORECASE)
_TITLE_OF_TEMPLATE = re.compile(rf"\[(?:{any_of('date_label')})\b[^\]]*\]|(?-i:Y{{4}}-M)", re.IGNORECASE)
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
    """Headings that are nothing but a year; they may be above or below what they label."""
    other_lines: tuple[tuple[int, str], ...]
    """Lines outside the days, with their numbers, blank ones included."""
    contexts: tuple[DayLine, ...] = ()
    """Headings of months and weeks."""
    part_numbers: tuple[int, ...] = ()
    """Line numbers of other headings that end a day."""
    outside: tuple[DayLine, ...] = ()
    """Other lines that end a day."""
    header_numbers: frozenset[int] = frozenset()
    """Line numbers of the headers of tables whose rows are days."""
    form: Form | None = None
    """None if no line marks a day."""


def split_log(document: LogDocument, form: Form | None = None) -> LogStructure:
    """Split a log at the lines that mark a day; their form is detected if it is not given."""
    if form:
        lines = list(form.day_lines(document))
    else:
        form, lines_of_forms = detect_form(document)
        lines = [*lines_of_forms[form], *_days_of_other_forms(form, lines_of_forms)]
    outside = tuple(line for line in lines if line.is_outside)
    heads = _joined_heads(document, sorted((line for line in lines if not line.is_outside), key=lambda one: one.number))
    head_numbers = {line.number for line in heads}
    years = tuple(line for line in document.headings if line.year)
    contexts = tuple(line for line in document.headings if line.context and line.number not in head_numbers)
    parts = tuple(_headings_outside_days(document, heads))
    starts: dict[int, DayLine | None] = dict.fromkeys((*parts, *(line.number for line in outside)))
    starts |= {line.number: line for line in (*contexts, *years, *heads)}
    sections: list[Section] = []
    source = document.outline.lines
    other_lines: list[tuple[int, str]] = []
    for number, end in pairwise([0, *sorted(starts), len(source) + 1]):
        start = starts.get(number)
        body = [(at, source[at - 1]) for at in range(start.end + 1 if start else max(1, number), end)]
        if start and number in head_numbers:
            # A table row is one line; what is below it is no part of it.
            below = () if start.is_row else body
            sections.append(Section(start, (*((number, text) for text in start.body), *below)))
            body = body if start.is_row else []
        elif start and start.context and any(raw.strip() for _, raw in body):
            # A heading of a month or a week is outside the days if there is text right below it.
            body = [(at, source[at - 1]) for at in range(number, end)]
        other_lines += body
    form = form if sections else None
    rows = {number for head in heads if head.is_row for number in range(head.number, head.end + 1)}
    headers = frozenset(headers_of_days(document, rows))
    others = tuple(line for line in other_lines if line[0] not in headers)
    return LogStructure(tuple(sections), years, others, contexts, parts, outside, headers, form)


def _days_of_other_forms(form: Form, lines_of_forms: Mapping[Form, Sequence[DayLine]]) -> Iterator[DayLine]:
    """Yield lines that mark days in another form, if their numbers or dates are between those before and after.

    People change how they write their days, and forget the characters of a heading.
    """
    heads = [line for line in lines_of_forms[form] if not line.is_outside]
    is_table = any(head.is_row for head in heads)  # a table often lists days that have a text of their own
    names = ("heading",) if is_table or form is WEEK else ("heading", "bold", "plain", "item")
    others = [line for other, lines in lines_of_forms.items() if other.name in names for line in lines]
    numbers = [line.number for line in heads]
    taken = set(numbers)
    for line in sorted(others, key=lambda line: line.number) if heads else ():
        index = bisect_left(numbers, line.number)
        if line.number in taken or line.context or line.is_outside or line.number <= (index and heads[index - 1].end):
            continue
        if is_table:
            yield line
        elif index and (_counts_on if index == len(heads) else _is_between)(line, *heads[index - 1 : index + 1]):
            taken.add(line.number)
            if index == len(heads):
                heads.append(line)
                numbers.append(line.number)
            message = f"this day is not a {form.description}, as others are"
            yield replace(line, doubts=(*line.doubts, ("other-form", message)))


def _is_between(line: DayLine, before: DayLine, after: DayLine) -> bool:
    """Return whether the number or the date of a day is between those of two others, or the date of the next."""
    marks = [one.mark for one in (before, line, after)]
    first, number, last = (mark.day_numbers[0] if mark.day_numbers else 0 for mark in marks)
    if number and first and last and min(first, last) < number < max(first, last):
        return True
    dates = [mark.date for mark in marks if mark.date and not mark.date.swapped]
    days = [(date.year or 0, date.month, date.day) for date in dates]
    return len(days) == len(marks) and min(days[::2]) <= days[1] <= max(days[::2]) and days[1] != days[0]


def _counts_on(line: DayLine, last: DayLine) -> bool:
    """Return whether a day has the number behind that of the last one, and a date if that has one."""
    numbers = [one.mark.day_numbers or (0, 0) for one in (last, line)]
    return 0 < numbers[0][1] == numbers[1][0] - 1 and bool(last.mark.date) == bool(line.mark.date)


def _joined_heads(document: LogDocument, heads: Sequence[DayLine]) -> list[DayLine]:
    """Return the heads, a date and a day number that are in two headings below each other as one.

    A heading with a date alone dates all days with numbers below it.
    """
    joined: list[DayLine] = []
    above: DayLine | None = None
    for head in heads:
        upper = joined[-1] if joined else head
        is_name = upper.level < head.level and _LOG_WORD.search(upper.title)
        is_below = 0 < upper.level <= head.level and upper is not head and not document.has_text_between(upper, head)
        if is_below and (is_name or not (upper.title and head.title)) and (mark := _both(upper.mark, head.mark)):
            above = upper if not upper.mark.day_numbers else None
            title = head.title if is_name else upper.title or head.title
            links, doubts = (*upper.links, *head.links), upper.doubts + head.doubts
            joined[-1] = replace(upper, mark=mark, last_number=head.end, title=title, links=links, doubts=doubts)
        elif above and head.level > above.level and (mark := _both(above.mark, head.mark)):
            joined.append(replace(head, mark=mark))
        else:
            is_date = head.level and head.mark.date and not (head.title or head.mark.day_numbers)
            above = head if is_date else None
            joined.append(head)
    return joined


def _both(upper: DayMark, lower: DayMark) -> DayMark | None:
    """Return a date and a day number as one mark; None if there is not one of each."""
    dated, numbered = (upper, lower) if upper.date else (lower, upper)
    is_pair = dated.date and numbered.day_numbers and not (dated.day_numbers or numbered.date)
    return replace(numbered, date=dated.date) if is_pair else None


def _headings_outside_days(document: LogDocument, heads: Sequence[DayLine]) -> Iterator[int]:
    """Yield the line numbers of headings that end a day: higher ones, and ones of the same level that occur once."""
    marked = {line.number for line in heads}
    others = [line for line in document.headings if line.number not in marked and line.is_title and line.text]
    levels = Counter(line.level for line in heads if line.level)
    level = max(levels, key=lambda level: (levels[level], -level), default=0)
    # Text above a line of dashes is a heading to Markdown, and often none to its writer.
    if not any(line.is_underlined for line in heads):
        others = [line for line in others if not line.is_underlined or line.level == 1]
    if levels:
        is_below = any(one.level == level and one.number < heads[0].number for one in others)
        following = next((one.level for one in others if one.number > heads[0].number), level)
        has_text = next(filter(str.strip, document.outline.lines[heads[0].end :]), "#")[:1] != "#"
        is_alone = len(heads) == 1 and not (following > level > 1 or (is_below and has_text))
        is_sure = levels[level] * 4 >= levels.total() * 3 and not is_alone
        last_level = level if is_sure else min(levels) - 1
    else:  # no heading of any level is within a list item
        last_level = 6 if any(line.is_item for line in heads) else _CHAPTER_LEVEL
    # A heading that comes back day after day belongs to the days, whatever its level and the text behind its colon.
    occurrences = Counter(line.name for line in others)
    above_days = set(_headings_above_days(document, heads))
    starts = [head.number for head in heads]
    within = {bisect_right(starts, line.number) for line in others if line.level == level}
    # A heading as near to the last day as the end of the longest is one of it; each, if every day has some.
    longest = max((following - start for start, following in pairwise(starts)), default=0)
    is_usual = len(heads) >= MIN_DAYS and within.issuperset(range(1, len(heads)))
    end = inf if is_usual else starts[-1] + longest if starts else 0
    about = _ABOUT_LOG if len(heads) > 1 else _ABOUT_ITSELF
    for line in others:
        is_high = line.level <= last_level and occurrences[line.name] == 1
        # Between two days, a heading of their level is one of the day above, unless it begins a part.
        is_last = bool(heads) and line.number > heads[-1].number
        above = "".join(document.outline.lines[max(0, line.number - 3) : line.number - 1])
        is_apart = is_last and (line.is_underlined or (above.strip() and SEPARATOR.fullmatch(above)))
        is_between = line.level == level and heads and heads[0].number < line.number < end and not is_apart
        is_behind = is_last and line.level <= (level or _DEEPEST_END)
        is_about = is_behind and occurrences[line.name] == 1 and about.fullmatch(line.text)
        is_end = is_high or _TITLE_OF_TEMPLATE.search(line.text)
        if is_about or line.number in above_days or (is_end and (_PART.match(line.text) or not is_between)):
            yield line.number


def _headings_above_days(document: LogDocument, heads: Sequence[DayLine]) -> Iterator[int]:
    """Yield the numbers of the headings right above a day of a lower level, or one that is no heading.

    Those of the same level begin a part if the first day has one.
    """
    by_number = {line.number: line for line in (*document.headings, *heads)}
    of_days = {line.number for line in heads}
    pairs = [
        (upper, lower)
        for upper, lower in pairwise(by_number[number] for number in sorted(by_number))
        if lower.number in of_days and upper.number not in of_days and upper.level > 0
        if not 0 < lower.level < upper.level and not document.has_text_between(upper, lower)
    ]
    have_parts = any(upper.level == lower.level for upper, lower in pairs if lower is heads[0])
    yield from (upper.number for upper, lower in pairs if upper.level != lower.level or have_parts)
