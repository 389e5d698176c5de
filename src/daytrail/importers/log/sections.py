"""Sections of a log: the lines that belong to each day."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from daytrail.importers.log.document import DayLine, LogDocument
from daytrail.importers.log.forms import Form, detect_form
from daytrail.importers.text.vocabulary import any_of

SEPARATOR = re.compile(r"(?:\s|[-*_=]{3,}|</?(?:hr|br|p|details|div|center)\s*/?>|&nbsp;)*", re.IGNORECASE)
"""A line without a word."""
_PART = re.compile(rf"\W*(?:{any_of('week', 'round', 'parts', 'tracks', 'about_itself')})\b", re.IGNORECASE)
"""The beginning of a heading that belongs to no day."""
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
    form: Form | None = None
    """None if no line marks a day."""


def split_log(document: LogDocument, form: Form | None = None) -> LogStructure:
    """Split a log at the lines that mark a day; their form is detected if it is not given."""
    if form:
        heads = list(form.day_lines(document))
    else:
        form, lines_of_forms = detect_form(document)
        heads = [*lines_of_forms[form], *_days_of_other_forms(form, lines_of_forms)]
        heads.sort(key=lambda line: line.number)
    outside = [line for line in heads if line.is_outside]
    heads = _joined_heads(document, [line for line in heads if not line.is_outside])
    head_numbers = {line.number for line in heads}
    years = [line for line in document.headings if line.year]
    contexts = [line for line in document.headings if line.context and line.number not in head_numbers]
    parts = tuple(_headings_outside_days(document, heads))
    starts: dict[int, DayLine | None] = dict.fromkeys((*parts, *(line.number for line in outside)))
    starts |= {line.number: line for line in (*contexts, *years, *heads)}
    sections: list[Section] = []
    lines = document.outline.lines
    other_lines: list[tuple[int, str]] = []
    boundaries = [0, *sorted(starts), len(lines) + 1]
    for number, end in pairwise(boundaries):
        start = starts.get(number)
        first = start.end + 1 if start else max(1, number)
        body = [(at, lines[at - 1]) for at in range(first, end)]
        if start and number in head_numbers:
            above = [(number, text) for text in start.body]
            sections.append(Section(start, (*above, *(() if start.is_row else body))))
            if not start.is_row:  # a table row is one line; what is below it is no part of it
                continue
        elif start and start.context and any(raw.strip() for _, raw in body):
            # A heading of a month or a week is outside the days if there is text right below it.
            other_lines += [(at, lines[at - 1]) for at in range(number, start.end + 1)]
        other_lines += body
    return LogStructure(
        tuple(sections),
        tuple(years),
        tuple(other_lines),
        tuple(contexts),
        parts,
        tuple(outside),
        form if sections else None,
    )


def _days_of_other_forms(form: Form, lines_of_forms: Mapping[Form, Sequence[DayLine]]) -> Iterator[DayLine]:
    """Yield lines that mark days in another form, if their numbers or dates are between those before and after.

    People change how they write their days, and forget the characters of a heading.
    """
    heads = lines_of_forms[form]
    is_table = any(head.is_row for head in heads)  # a table often lists days that have a text of their own
    names = ("heading",) if is_table else ("heading", "bold", "plain", "item")
    others = [line for other, lines in lines_of_forms.items() if other.name in names for line in lines]
    numbers = [line.number for line in heads]
    taken = set(numbers)
    for line in sorted(others, key=lambda line: line.number) if heads else ():
        index = bisect_left(numbers, line.number)
        if line.number in taken or line.context or line.is_outside or line.number <= (index and heads[index - 1].end):
            continue
        if is_table:
            yield line
        elif len(heads) > 1 and any(_is_between(line, *heads[max(0, index - 1) : index + 1], key=key) for key in _KEYS):
            taken.add(line.number)
            message = f"this day is not a {form.description}, as others are"
            yield replace(line, doubts=(*line.doubts, ("other-form", message)))


def _is_between(line: DayLine, *beside: DayLine, key: Callable[[DayLine], tuple[int, ...]]) -> bool:
    """Return whether a day is between those before and after it; its date may be that of the next one."""
    at, *ends = map(key, (line, *beside))
    is_inside = len(ends) > 1 and at != () != min(ends) and min(ends) <= at <= max(ends)
    return is_inside and at not in (ends if key is _day_number else ends[:1])


def _day_number(line: DayLine) -> tuple[int, ...]:
    return line.mark.day_numbers[:1] if line.mark.day_numbers else ()


def _written_day(line: DayLine) -> tuple[int, ...]:
    date = line.mark.date
    return (date.year or 0, date.month, date.day) if date and not date.swapped else ()


_KEYS = (_day_number, _written_day)


def _joined_heads(document: LogDocument, heads: Sequence[DayLine]) -> list[DayLine]:
    """Return the heads, a date and a day number that are in two headings below each other as one."""
    joined: list[DayLine] = []
    above: DayLine | None = None  # a heading with a date alone
    for head in heads:
        both = _joined(document, joined[-1], head) if joined else None
        if both:
            above = joined.pop() if not joined[-1].mark.day_numbers else None
        elif above and head.mark.day_numbers and not head.mark.date and head.level > above.level:
            both = replace(head, mark=replace(head.mark, date=above.mark.date))
        else:
            above = None
        joined.append(both or head)
    return joined


def _joined(document: LogDocument, upper: DayLine, lower: DayLine) -> DayLine | None:
    """Return two headings without text between them as one if only one has a date and only the other a number."""
    marks = upper.mark, lower.mark
    is_name = upper.level < lower.level and _LOG_WORD.search(upper.title)
    if not (upper.level and lower.level >= upper.level and not (upper.title and lower.title and not is_name)):
        return None
    if bool(marks[0].date) == bool(marks[1].date) or bool(marks[0].day_numbers) == bool(marks[1].day_numbers):
        return None
    if _text_between(document, upper, lower):
        return None
    dated, numbered = marks if marks[0].date else marks[::-1]
    return replace(
        upper,
        mark=replace(numbered, date=dated.date),
        last_number=lower.end,
        title=lower.title if is_name else upper.title or lower.title,
        links=(*upper.links, *lower.links),
        doubts=upper.doubts + lower.doubts,
    )


def _text_between(document: LogDocument, upper: DayLine, lower: DayLine) -> bool:
    return any(raw.strip() for raw in document.outline.lines[upper.end : lower.number - 1])


def _headings_outside_days(document: LogDocument, heads: Sequence[DayLine]) -> Iterator[int]:
    """Yield the line numbers of headings that end a day: higher ones, and ones of the same level that occur once."""
    marked = {line.number for line in heads}
    others = [line for line in document.headings if line.number not in marked and not (line.year or line.context)]
    if any(line.level for line in heads):
        is_underlined = any(line.is_underlined for line in heads)
        levels = Counter(line.level for line in heads if line.level)
        level, count = max(levels.items(), key=lambda item: (item[1], -item[0]))
        has_text = next(filter(str.strip, document.outline.lines[heads[0].end :]), "#")[:1] != "#"
        is_below = has_text and any(one.level == level and one.number < heads[0].number for one in others)
        last_level = level if count * 4 >= levels.total() * 3 and (len(heads) > 1 or is_below) else min(levels) - 1
    else:  # no heading of any level is within a list item
        is_underlined, level = False, 0
        last_level = 6 if any(line.is_item for line in heads) else _CHAPTER_LEVEL
    # Text above a line of dashes is a heading to Markdown, and often none to its writer.
    others = [line for line in others if is_underlined or not line.is_underlined or line.level == 1]
    # A heading that comes back day after day belongs to the days, whatever its level and the text behind its colon.
    names = {line.number: line.text.casefold().partition(": ")[0] for line in others}
    occurrences = Counter(names.values())
    above_days = set(_headings_above_days(document, heads))
    ends = [
        line
        for line in others
        if line.number in above_days
        or (line.level <= last_level and occurrences[names[line.number]] == 1)
        or _TITLE_OF_TEMPLATE.search(line.text)
    ]
    for line in ends:
        # Between two days, a heading of their level is one of the day above, unless it begins a part.
        is_between = line.level == level and heads[0].number < line.number < heads[-1].number
        if _PART.match(line.text) or not is_between:
            yield line.number


def _headings_above_days(document: LogDocument, heads: Sequence[DayLine]) -> Iterator[int]:
    """Yield the numbers of the headings right above a day of a lower level, or one that is no heading."""
    by_number = {line.number: line for line in (*document.headings, *heads)}
    of_days = {line.number for line in heads}
    for upper, lower in pairwise(by_number[number] for number in sorted(by_number)):
        is_above = lower.number in of_days and upper.number not in of_days and upper.level > 0
        if is_above and not (0 < lower.level <= upper.level) and not _text_between(document, upper, lower):
            yield upper.number
