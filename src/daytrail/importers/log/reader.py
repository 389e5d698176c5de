"""Importer for a log in one file, in any form that people give it, as draft entries."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import takewhile
from textwrap import dedent

from daytrail.importers.log.copies import is_example, merge_copies, unfilled_templates
from daytrail.importers.log.dating import SectionDates, date_lines
from daytrail.importers.log.day_mark import MOST_EXTRA_DAYS, USUAL_GOALS
from daytrail.importers.log.document import DATE_LABEL, MIN_DAYS, DayLine, LogDocument, read_date_line
from daytrail.importers.log.doubts import ReadLog, doubts_about
from daytrail.importers.log.draft_entry import DraftEntry, draft_entry
from daytrail.importers.log.forms import Form
from daytrail.importers.log.hours import read_hours
from daytrail.importers.log.sections import SEPARATOR, LogStructure, Section, split_log
from daytrail.importers.log.series_name import find_series_name, with_series
from daytrail.importers.log.table import day_rows
from daytrail.importers.text.dates import DateOrder
from daytrail.importers.text.diagnostics import by_line, count_words, diagnostic, unparsed_line
from daytrail.importers.text.front_matter import is_draft, split_front_matter
from daytrail.importers.text.markdown import prose
from daytrail.importers.text.outline import read_outline
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_MIN_GOAL = 30
"""A smaller number behind a slash may be the last of several days."""
_NO_WORDS = re.compile(r"\W+")
_LOG_WORD = re.compile(rf"\b(?:{any_of('log_words', 'log_entry')})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ImportedLog:
    """The result of reading a log."""

    drafts: tuple[DraftEntry, ...]
    """In the order of the file."""
    diagnostics: tuple[Problem, ...]
    """In the order of the file: guesses, contradictions, and lines that are in no entry."""
    form: str = ""
    """Description of the lines that mark a day, as in `heading`; empty if there is none."""
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
    sections = [with_date_below(section) for section in _with_several_days(log.sections)]
    goals = Counter(total for section in sections if (total := section.head.mark.total_days))
    total_days = goals.most_common(1)[0][0] if goals else None
    named_year = _only_year([*log.other_lines, (0, document.name)], document.outline.hidden_lines)
    series_name = find_series_name(document, log, total_days)
    outside = {number for number, _ in log.other_lines}
    rows = [row for row in day_rows(document) if row.number in outside]

    def read_drafts() -> tuple[SectionDates, list[DraftEntry], list[Problem]]:
        dates = date_lines([section.head for section in sections], log.years, today, order, named_year)
        drafts = [draft_entry(section, day) for section, day in zip(sections, dates.dates, strict=True)]
        drafts = with_series(drafts, document, replace(log, sections=tuple(sections)), series_name)
        drafts = list(_without_common_title(_without_common_indentation(drafts, document.outline.lines)))
        row_dates = date_lines(rows, log.years, today, dates.order, named_year).dates
        return dates, *_with_rows(drafts, list(zip(row_dates, rows, strict=True)))

    dates, drafts, about_rows = read_drafts()
    unfilled = unfilled_templates(drafts, newest_first=dates.newest_first)
    # The dates of examples say nothing about the notation of others.
    if examples := {draft.line for draft in drafts if is_example(draft)}:
        sections = [section for section in sections if section.head.number not in examples]
        dates, drafts, about_rows = read_drafts()
    metadata, behind_metadata = split_front_matter(text)
    metadata_lines = text.count("\n", 0, text.rindex(behind_metadata))
    on_page = [raw for number, raw in log.other_lines if number > metadata_lines] if log.sections else []
    titles = [raw for raw in on_page if raw.startswith("# ")]
    title, description = (str(metadata.get(key) or "").strip() for key in ("title", "description"))
    introduction = [f"# {title}" if title and not titles else "", "", description, ""]
    page = _page([*introduction, *on_page])
    shown = (*(introduction if page else ()), *titles, series_name.title if series_name else "")
    used = count_words(" ".join(("title description", *shown)))
    left_out = {number for number, raw in log.other_lines if number > metadata_lines or count_words(raw) - used}
    if is_draft(metadata):
        drafts = [replace(draft, is_draft=True) for draft in drafts]
    filled = [draft for draft in _without_empty_dates(drafts) if draft.line not in unfilled]
    unique, bodies_of_copies, about_copies = merge_copies(filled)
    written = {section.head.number: section.head.mark.date for section in sections}
    read = ReadLog(document, log, written, sections, unique, today, dates.newest_first)
    diagnostics = [
        *dates.diagnostics,
        *about_rows,
        *(unparsed_line(at, raw) for at, raw in log.other_lines if at in left_out and not SEPARATOR.fullmatch(raw)),
        *_about_templates(document, log, unfilled),
        *about_copies,
        *doubts_about(read),
    ]
    heads = (
        *(section.head for section in log.sections if section.head.number not in unfilled),
        *log.years,
        *log.contexts,
    )
    lines = document.outline.lines
    structure = [raw for head in heads for raw in lines[head.number - 1 : head.end]]
    structure += (lines[number - 1] for number in sorted(log.header_numbers))
    structure += (raw for number, raw in log.other_lines if number not in left_out)
    return ImportedLog(
        tuple(unique),
        tuple(by_line(diagnostics)),
        log.form.description if log.form else "",
        dates.goal,
        total_days or (series_name.days if series_name else None),
        page,
        (*structure, *(words for draft in filled for words in draft.structure), *bodies_of_copies),
    )


def _with_several_days(sections: Sequence[Section]) -> Iterator[Section]:
    """Yield the sections, with `Day 44/45` as two days unless the others tell that 45 is the goal.

    They do if they have it too, or a day up to it, or if it is a usual goal that no day exceeds.
    """
    goals = Counter(section.head.mark.total_days for section in sections)
    numbers = Counter(section.head.mark.day_numbers[0] for section in sections if section.head.mark.day_numbers)
    last = max((number for one in sections for number in one.head.mark.day_numbers or ()), default=0)
    for section in sections:
        mark = section.head.mark
        first, end, total = *(mark.day_numbers or (0, 0)), mark.total_days or 0
        is_goal = goals[total] > 1 or any(numbers[number] for number in range(first + 1, total + 1))
        is_goal |= last <= total and total in USUAL_GOALS
        if is_goal or first < end or not first < total <= first + (MOST_EXTRA_DAYS if total < _MIN_GOAL else 1):
            yield section
            continue
        and_or_to = "and" if first + 1 == total else "to"
        message = f"`{first}/{total}` was read as the days {first} {and_or_to} {total}; {total} may be the goal"
        doubts = () if last > total else (("two-days", message),)
        mark = replace(mark, day_numbers=(first, total), total_days=None)
        yield replace(section, head=replace(section.head, mark=mark, doubts=(*section.head.doubts, *doubts)))


def _about_templates(document: LogDocument, log: LogStructure, unfilled: Container[int]) -> Iterator[Problem]:
    """Yield a diagnostic for each template that nobody has filled in, and its lines."""
    for section in log.sections:
        first, end = section.head.number, section.head.end
        if first in unfilled:
            yield diagnostic(first, "empty-template", "a template that nobody has filled in; it became no entry")
            head = enumerate(document.outline.lines[first - 1 : end], first)
            lines = [*head, *section.lines[len(section.head.body) :]]
            yield from (unparsed_line(number, line) for number, line in lines if line.strip())


def _without_empty_dates(drafts: Sequence[DraftEntry]) -> list[DraftEntry]:
    """Return the drafts; one that is nothing but the date of the next one is the first line of that."""
    kept: list[DraftEntry] = []
    for draft in drafts:
        upper = kept[-1] if kept and draft.date and draft.date == kept[-1].date else None
        if upper and not (upper.body or upper.title or upper.day_numbers or upper.hours or upper.links):
            kept[-1] = replace(draft, line=upper.line)
        else:
            kept.append(draft)
    return kept


def _without_common_indentation(drafts: Sequence[DraftEntry], lines: Sequence[str]) -> Sequence[DraftEntry]:
    """Return the drafts with text in place of code, if people indented what is right below the marks of most days."""
    bodies = [dedent(draft.body) for draft in drafts]
    pairs = list(zip(drafts, bodies, strict=True))
    are_indented = sum(
        draft.body != body and (any(lines[draft.line : draft.line + 1]) or body[:1] in "·•") for draft, body in pairs
    )
    return [replace(draft, body=body) for draft, body in pairs] if are_indented * 2 > len(drafts) else drafts


def _without_common_title(drafts: Sequence[DraftEntry]) -> Iterator[DraftEntry]:
    """Yield the drafts without the title of most of them, as in `Daily log - 2026-01-05`, with one doubt about it."""
    titles = [_NO_WORDS.sub(" ", draft.title).strip() for draft in drafts]
    title, count = Counter(titles).most_common(1)[0] if titles else ("", 0)
    is_common = title and count >= (2 if _LOG_WORD.search(title) else MIN_DAYS) and count * 4 > len(drafts) * 3
    doubts: tuple[tuple[str, str], ...] = (("repeated-title", f"`{title}` is the title of most days; it was left out"),)
    for draft, words in zip(drafts, titles, strict=True):
        if is_common and words == title:
            yield replace(draft, title="", doubts=(*draft.doubts, *doubts), structure=(*draft.structure, draft.title))
            doubts = ()
        else:
            yield draft


def _page(lines: Iterable[str]) -> str:
    """Return the lines outside the days as a page; empty if they are nothing but headings."""
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip("\n")
    is_text = (not SEPARATOR.fullmatch(line) and not re.match(r" {0,3}#", line) for line in text.split("\n"))
    return text if any(is_text) else ""


def _only_year(lines: Sequence[tuple[int, str]], hidden: Container[int]) -> int | None:
    """Return the year that the lines outside the days, and the name of the file, name; None if there are several."""
    texts = [prose(raw) for number, raw in lines if number not in hidden]
    years = {
        year for text in texts for year in re.findall(r"(?<![\w/.])(?:\d\d?[/.]\d\d?[/.])?(20\d\d)(?![\w/])", text)
    }
    return int(years.pop()) if len(years) == 1 else None


def with_date_below(section: Section) -> Section:
    """Return a section whose head has the date of the line below it, if it has none and the line is nothing else.

    The line may be one further below if it is the only one with a label and a date, as in `Date: …`.
    """
    lines = section.lines
    index = next((at for at, (_, raw) in enumerate(lines) if raw.strip()), None)
    if section.head.mark.date or section.head.body or index is None:
        return section
    if not (mark := read_date_line(lines[index][1])):
        above = takewhile(lambda line: not re.match(r"\s*(?:#|```|~~~)", line[1]), lines)
        dated = [
            (at, mark) for at, (_, raw) in enumerate(above) if DATE_LABEL.match(raw) and (mark := read_date_line(raw))
        ]
        if len(dated) != 1:
            return section
        index, mark = dated[0]
    number, line = lines[index]
    hours = read_hours(mark.rest)
    quotation = "> " if line.lstrip().startswith(">") else ""
    words = ((number, f"{quotation}{mark.rest}"),) if mark.rest and not hours else ()
    head = replace(section.head, mark=replace(section.head.mark, date=mark.date), hours=hours.value if hours else None)
    return Section(head, (*lines[:index], *words, *lines[index + 1 :]), line)


def _with_rows(
    drafts: Sequence[DraftEntry], rows: Sequence[tuple[date | None, DayLine]]
) -> tuple[list[DraftEntry], list[Problem]]:
    """Return the drafts, with the dates of rows of tables outside the days if none has a date.

    Days are compared by their numbers, or else by their dates. Days that only a table has are in the diagnostics.
    """
    are_numbered = any(draft.day_numbers for draft in drafts)
    keys_of_rows = [row.mark.day_numbers[0] if are_numbered and row.mark.day_numbers else day for day, row in rows]
    by_key = dict(zip(keys_of_rows, rows, strict=True))
    spans = [range(one.day_numbers[0], one.day_numbers[1] + 1) if one.day_numbers else (one.date,) for one in drafts]
    days = Counter(key for span in spans for key in span)
    if len(days.keys() & by_key.keys() - {None}) < 2:
        return list(drafts), []
    repeated = Counter(keys_of_rows)
    diagnostics = []
    for key, (_, row) in zip(keys_of_rows, rows, strict=True):
        if repeated[key] > days[key]:
            name = f"day {key}" if are_numbered else key
            what = " more than once" if days[key] else ", the text has not"
            diagnostics.append(diagnostic(row.number, "number-in-table", f"the table has {name}{what}"))
    if any(draft.date for draft in drafts):
        return list(drafts), diagnostics
    dates = [by_key.get(key, (None,))[0] for key, *_ in spans]
    return [replace(draft, date=day) for draft, day in zip(drafts, dates, strict=True)], diagnostics
