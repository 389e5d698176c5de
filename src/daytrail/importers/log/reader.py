"""Importer for a log in one file, in any form that people give it, as draft entries."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby, pairwise, takewhile

from daytrail.importers.log.copies import merge_copies, unfilled_templates
from daytrail.importers.log.dating import SectionDates, date_sections
from daytrail.importers.log.document import (
    DATE_LABEL,
    MIN_DAYS,
    DayLine,
    LogDocument,
    read_date_line,
)
from daytrail.importers.log.doubts import ReadLog, doubts_about
from daytrail.importers.log.draft_entry import DraftEntry, completed, draft_entry
from daytrail.importers.log.forms import Form
from daytrail.importers.log.forms.table import day_rows
from daytrail.importers.log.hours import read_hours
from daytrail.importers.log.sections import SEPARATOR, LogStructure, Section, split_log
from daytrail.importers.log.series_name import find_series_name, with_name, with_rounds
from daytrail.importers.text.dates import DateOrder
from daytrail.importers.text.diagnostics import by_line, diagnostic, unparsed_line
from daytrail.importers.text.front_matter import is_draft, split_front_matter
from daytrail.importers.text.markdown import plain_text, prose
from daytrail.importers.text.outline import read_outline
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_NO_WORDS = re.compile(r"\W+")
_WEEK = re.compile(rf"\W*(?:{any_of('week')})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ImportedLog:
    """The result of reading a log."""

    drafts: tuple[DraftEntry, ...]
    """In the order of the file."""
    diagnostics: tuple[Problem, ...]
    """In the order of the file: guesses, contradictions, and lines that are in no entry."""
    form: str = ""
    """Description of the lines that mark a day, as in `heading`; empty if there is none."""
    newest_first: bool = False
    goal: date | None = None
    """The day to which a countdown counts down."""
    days: int | None = None
    """Goal of the series in days, as in `83/365`."""
    page: str = ""
    """The text above, between and below the days, as Markdown; empty if it is nothing but headings."""
    structure: tuple[str, ...] = ()
    """Words of the source that became dates, numbers and names."""


def read_log(
    text: str,
    today: date,
    order: DateOrder | None = None,
    *,
    name: str = "",
    form: Form | None = None,
    document: LogDocument | None = None,
) -> ImportedLog:
    """Read a log; `document` is given if the text is no Markdown.

    No guessed date is after `today`. The order of day and month, and the form of the lines that mark a day, are guessed
    if they are not given. The file's name, without its suffix, may be that of a week or a month.
    """
    document = document or LogDocument(read_outline(text), name)
    log = split_log(document, form)
    total_days = _goal_of_series(log)
    sections = [_without_goal(with_date_below(section), total_days) for section in log.sections]
    named_year = _only_year([*log.other_lines, (0, document.name)], document.outline.hidden_lines)
    dates = date_sections(sections, log.years, today, order, named_year)
    drafts = [draft_entry(section, day) for section, day in zip(sections, dates.dates, strict=True)]
    heads = [section.head for section in sections]
    drafts = with_rounds(drafts, heads, document)
    series_name = find_series_name(document, log.other_lines, total_days)
    drafts = list(_with_series_of_part(drafts, document, log))
    numbers = [draft.day_numbers[0] for draft in drafts if draft.day_numbers]
    numbers_fall = sum(following < number for number, following in pairwise(numbers)) * 2 > len(numbers)
    newest_first = dates.newest_first or (not any(dates.dates) and numbers_fall)
    drafts = with_name(drafts, series_name)
    drafts = list(_without_common_title(drafts))
    diagnostics = [*dates.diagnostics]
    drafts = _with_tables(drafts, document, log, dates, named_year, today, diagnostics)
    if is_draft(split_front_matter(text)[0]):
        drafts = [replace(draft, is_draft=True) for draft in drafts]
    diagnostics += [unparsed_line(number, raw) for number, raw in log.other_lines if not SEPARATOR.fullmatch(raw)]
    unfilled = unfilled_templates(drafts, newest_first=dates.newest_first)
    for section in log.sections:
        if section.head.number in unfilled:
            message = "a template that nobody has filled in; it became no entry"
            diagnostics.append(diagnostic(section.head.number, "empty-template", message))
            lines = [*_raw_lines(document, section.head), *section.lines[len(section.head.body) :]]
            diagnostics += (unparsed_line(number, line) for number, line in lines if line.strip())
    diagnostics = [one for one in diagnostics if one.code != "impossible-date" or one.location.line not in unfilled]
    filled = [draft for draft in drafts if draft.line not in unfilled]
    unique, duplicate_bodies, duplicate_diagnostics = merge_copies(filled)
    total_days = total_days or (series_name.days if series_name else None)
    diagnostics += duplicate_diagnostics
    written = {section.head.number: section.head.mark.date for section in sections}
    diagnostics += doubts_about(ReadLog(document, log, sections, written, unique, today, dates.newest_first))
    structure = [
        raw
        for head in (*(section.head for section in log.sections), *log.years, *log.contexts)
        if head.number not in unfilled
        for _, raw in _raw_lines(document, head)
    ]
    structure += [words for draft in filled for words in draft.structure]
    return ImportedLog(
        tuple(unique),
        tuple(by_line(diagnostics)),
        log.form.description if log.form else "",
        newest_first,
        dates.goal,
        total_days,
        _page(raw for _, raw in log.other_lines) if log.sections else "",
        (*structure, *duplicate_bodies),
    )


def _raw_lines(document: LogDocument, head: DayLine) -> Iterator[tuple[int, str]]:
    """Yield the lines of the source that became the head of a section, with their numbers."""
    for number in range(head.number, head.end + 1):
        yield number, document.outline.lines[number - 1]


def _without_common_title(drafts: Sequence[DraftEntry]) -> Iterator[DraftEntry]:
    """Yield the drafts without the title of most of them, as in `Daily log - 2026-01-05`, with one doubt about it."""
    words = Counter(_NO_WORDS.sub(" ", draft.title).strip() for draft in drafts)
    title, count = words.most_common(1)[0] if drafts else ("", 0)
    is_log = re.search(rf"\b(?:{any_of('log_words', 'log_entry')})\b", title, re.IGNORECASE)
    is_common = title and count >= (2 if is_log else MIN_DAYS) and count * 4 > len(drafts) * 3
    doubts: tuple[tuple[str, str], ...] = (("repeated-title", f"`{title}` is the title of most days; it was left out"),)
    for draft in drafts:
        if is_common and _NO_WORDS.sub(" ", draft.title).strip() == title:
            yield replace(draft, title="", doubts=(*draft.doubts, *doubts), structure=(*draft.structure, draft.title))
            doubts = ()
        else:
            yield draft


def _with_series_of_part(
    drafts: Iterable[DraftEntry], document: LogDocument, log: LogStructure
) -> Iterator[DraftEntry]:
    """Yield the drafts in the series that the heading above them names, if the numbers of days begin again below it.

    What has neither a number nor a date, as a week, gets the heading before its title.
    """
    titles = {line.number: plain_text(line.text) for line in document.headings}
    by_part = groupby(drafts, key=lambda draft: bisect_right(log.part_numbers, draft.line))
    parts = [(titles.get(log.part_numbers[at - 1], "") if at else "", list(part)) for at, part in by_part]
    keys = Counter(key for _, part in parts for key in {_number_or_title(draft) for draft in part} - {""})
    begins_again = sum(count > 1 for count in keys.values()) * 2 >= len(keys) > 0
    for heading, part in parts:
        for draft in part:
            if not (begins_again and _number_or_title(draft)):
                yield draft
            elif draft.day_numbers:
                yield replace(draft, series=draft.series or heading)
            else:
                yield replace(draft, title=": ".join(filter(None, (heading, draft.title))))


def _number_or_title(draft: DraftEntry) -> str:
    if draft.day_numbers:
        return str(draft.day_numbers[0])
    return "" if draft.date else draft.title


def _goal_of_series(log: LogStructure) -> int | None:
    """Return how many days the series is meant to have, as most days say: `Day 5/100`."""
    totals = Counter(total for section in log.sections if (total := section.head.mark.total_days))
    return totals.most_common(1)[0][0] if totals else None


def _without_goal(section: Section, total_days: int | None) -> Section:
    """Return a section whose mark has no second number if that is the goal of other days: `Day 99/100`."""
    first, last = section.head.mark.day_numbers or (0, 0)
    numbers = (first, first) if last == total_days == first + 1 else section.head.mark.day_numbers
    return replace(section, head=replace(section.head, mark=replace(section.head.mark, day_numbers=numbers)))


def _page(lines: Iterable[str]) -> str:
    """Return the lines outside the days as a page; empty if they are nothing but headings."""
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip("\n")
    is_text = (not SEPARATOR.fullmatch(line) and not re.match(r" {0,3}#+\s", line) for line in text.split("\n"))
    return text if any(is_text) else ""


def _only_year(lines: Sequence[tuple[int, str]], hidden: Container[int]) -> int | None:
    """Return the year that the lines outside the days, and the name of the file, name; None if there are several."""
    texts = [prose(raw) for number, raw in lines if number not in hidden]
    years = {year for text in texts for year in re.findall(r"(?<![\w/.])20\d\d(?![\w/])", text)}
    return int(years.pop()) if len(years) == 1 else None


def with_date_below(section: Section) -> Section:
    """Return a section whose head has the date of the line below it, if it has none and the line is nothing else."""
    if section.head.mark.date or section.head.body:
        return section
    first = next((index for index, (_, raw) in enumerate(section.lines) if raw.strip()), None)
    index = first if first is None or read_date_line(section.lines[first][1]) else _labelled_date(section)
    if index is None:
        return section
    number, line = section.lines[index]
    mark = read_date_line(line) or section.head.mark
    hours = read_hours(mark.rest)
    quotation = "> " if line.lstrip().startswith(">") else ""
    words = ((number, f"{quotation}{mark.rest}"),) if mark.rest and not hours else ()
    head = replace(section.head, mark=replace(section.head.mark, date=mark.date), hours=hours.value if hours else None)
    return Section(head, (*section.lines[:index], *words, *section.lines[index + 1 :]), line)


def _labelled_date(section: Section) -> int | None:
    """Return the index of the only line above the first heading of a day that is a label and a date, as `Date: …`."""
    above = list(takewhile(lambda line: not re.match(r"\s*(?:#|```|~~~)", line[1]), section.lines))
    labelled = [at for at, (_, raw) in enumerate(above) if DATE_LABEL.match(raw) and read_date_line(raw)]
    return labelled[0] if len(labelled) == 1 else None


def _with_tables(
    drafts: Sequence[DraftEntry],
    document: LogDocument,
    log: LogStructure,
    section_dates: SectionDates,
    named_year: int | None,
    today: date,
    diagnostics: list[Problem],
) -> list[DraftEntry]:
    """Return the drafts with what they lack and rows of tables outside the days have: numbers, titles, hours, dates."""
    outside = {number for number, _ in log.other_lines}
    rows = [row for row in day_rows(document) if row.number in outside and row.mark.date]
    days = date_sections([Section(row, ()) for row in rows], log.years, today, section_dates.order, named_year).dates
    are_numbered = any(draft.day_numbers for draft in drafts)
    of_rows = [_keys(row.mark.day_numbers, None if are_numbered else day) for row, day in zip(rows, days, strict=True)]
    keys = [of_row[:1] for of_row in of_rows]
    by_key = {key[0]: (day, row) for key, day, row in zip(keys, days, rows, strict=True) if key}
    of_drafts = [_keys(draft.day_numbers, None if are_numbered else draft.date) for draft in drafts]
    known = Counter(key for of_draft in of_drafts for key in of_draft)
    if len(known.keys() & by_key.keys()) < 2:
        return list(drafts)
    repeated = Counter(key for of_row in keys for key in of_row)
    logged = {of_draft[0]: draft.hours for of_draft, draft in zip(of_drafts, drafts, strict=True) if of_draft}
    for row, key in ((row, key[0]) for row, key in zip(rows, keys, strict=True) if key):
        name = f"day {key}" if are_numbered else str(key)
        hours = logged.get(key)
        if row.hours and hours and known[key] < 2 and hours != row.hours:
            message = f"the table has {row.hours:g} hours of {name}, the day has {hours:g}"
            diagnostics.append(diagnostic(row.number, "sum-of-hours", message))
        if key not in known:
            diagnostics.append(diagnostic(row.number, "number-in-table", f"the table has {name}, the text has not"))
        elif repeated[key] > known[key]:
            diagnostics.append(diagnostic(row.number, "number-in-table", f"the table has {name} more than once"))
    filled = []
    for draft, of_draft in zip(drafts, of_drafts, strict=True):
        found = by_key.get(of_draft[0]) if of_draft else None
        one = replace(draft, date=draft.date or found[0]) if found and not any(section_dates.dates) else draft
        filled.append(completed(one, found[1]) if found and known[of_draft[0]] < 2 else one)
    return filled


def _keys(day_numbers: tuple[int, int] | None, day: date | None) -> Sequence[int | date]:
    """Return the date of a row or a day, or else its numbers, by which the same day is found elsewhere."""
    first, last = day_numbers or (0, -1)
    return (day,) if day else range(first, last + 1)
