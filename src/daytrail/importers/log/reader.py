"""Importer for a log in one file, in any form that people give it, as draft entries."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import PurePath
from textwrap import dedent

from daytrail.importers.log.dating import SectionDates, date_sections
from daytrail.importers.log.day_lines import DayLine, LineForm
from daytrail.importers.log.day_mark import DayMark, read_day_mark
from daytrail.importers.log.draft_entry import DraftEntry, is_empty_template, merge_duplicates, site_body
from daytrail.importers.log.sections import LogStructure, Section, dated_table_rows, split_log
from daytrail.importers.text.dates import DateOrder
from daytrail.importers.text.diagnostics import by_line, count_words, diagnostic, unparsed_line
from daytrail.importers.text.front_matter import (
    ENTRY_KEYS,
    date_from,
    day_numbers_from,
    is_draft,
    split_front_matter,
    tags_in,
)
from daytrail.importers.text.markdown import LINK_WORDS, hidden_lines, is_valid_url
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_URL_LINE = re.compile(r"\s*(?:[-*+]\s+)?<?(https?://[^\s<>]+)>?\s*")
_LINK_LINE = re.compile(rf"\s*(?:[-*+]\s+)?{LINK_WORDS}\(\s*<?(https?://[^\s<>]+?)>?\s*\)[;,.]?\s*")
_LIST_OR_QUOTE = re.compile(r"\s*(?:[-+>|#]|\*(?!\*))")
_DATE_LABEL = re.compile(rf"\W*(?:(?:{any_of('date_label')})\W+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ImportedLog:
    """The result of reading a log."""

    drafts: tuple[DraftEntry, ...]
    """In the order of the file."""
    diagnostics: tuple[Problem, ...]
    """In the order of the file: guesses, contradictions, and lines that are in no entry."""
    form: LineForm | None = None
    """The form of the lines that mark a day; None if there is none."""
    newest_first: bool = False
    goal: date | None = None
    """The day to which a countdown counts down."""
    days: int | None = None
    """How many days the series is meant to have, as in `83/365`."""
    page: str = ""
    """The text above, between and below the days, as Markdown; empty if it is nothing but headings."""
    structure: tuple[str, ...] = ()
    """Words of the source that became dates, numbers and names."""


def read_log(
    text: str, today: date, order: DateOrder | None = None, *, name: str = "", form: LineForm | None = None
) -> ImportedLog:
    """Read a log.

    No guessed date is after `today`. The order of day and month, and the form of the lines that mark a day, are guessed
    if they are not given. The file's name, without its suffix, may be that of a week or a month.
    """
    lines = text.split("\n")
    log = split_log(lines, name, form)
    sections = [_with_date_below(section) for section in log.sections]
    named_year = _only_year(log.other_lines, hidden_lines(lines))
    section_dates = date_sections(sections, log.years, today, order, named_year)
    drafts = [_draft_entry(section, day) for section, day in zip(sections, section_dates.dates, strict=True)]
    if any(section.head.mark.round for section in sections):  # people rarely call the first round one
        drafts = [replace(draft, series=draft.series or "Round 1") if draft.day_numbers else draft for draft in drafts]
    drafts = _with_dates_from_tables(drafts, log, section_dates, named_year, today)
    if is_draft(split_front_matter(text)[0]):
        drafts = [replace(draft, is_draft=True) for draft in drafts]
    dated = sum(draft.date is not None for draft in drafts)
    diagnostics = [*section_dates.diagnostics]
    diagnostics += [unparsed_line(number, raw) for number, raw in log.other_lines if raw.strip()]
    filled: list[DraftEntry] = []
    for draft in drafts:
        if is_empty_template(draft, dated, len(drafts)):
            message = "a template that nobody has filled in; it became no entry"
            diagnostics.append(diagnostic(draft.line, "empty-template", message))
            diagnostics += (unparsed_line(draft.line, line) for line in draft.body.split("\n") if line.strip())
        else:
            filled.append(draft)
    unique, duplicate_bodies, duplicate_diagnostics = merge_duplicates(filled)
    diagnostics += duplicate_diagnostics
    heads = [*(section.head for section in log.sections), *log.years, *log.contexts]
    structure = [lines[head.number - 1] for head in heads]
    structure += [words for draft in drafts for words in draft.structure]
    totals = [section.head.mark.total_days for section in log.sections if section.head.mark.total_days]
    return ImportedLog(
        tuple(unique),
        tuple(by_line(diagnostics)),
        log.sections[0].head.form if log.sections else None,
        section_dates.newest_first,
        section_dates.goal,
        max(set(totals), key=totals.count) if totals else None,
        _page(raw for _, raw in log.other_lines) if log.sections else "",
        (*structure, *duplicate_bodies),
    )


def read_single_file(text: str, name: str) -> ImportedLog | None:
    """Return the log of a file that is one day, by its front matter or its name; None if neither says which."""
    metadata, body = split_front_matter(text)
    mark = read_day_mark(PurePath(name).stem.replace("_", " "))
    date_of_name = mark.date.resolve(mark.date.year, "mdy") if mark.date and mark.date.year else None
    day = date_from(metadata.get("date")) or date_of_name
    day_numbers = day_numbers_from(metadata.get("day")) or mark.day_numbers
    if day is None and day_numbers is None:
        return None
    title = metadata.get("title")
    draft = DraftEntry(
        1,
        day,
        day_numbers,
        title=" ".join(str(title).split()) if title is not None else mark.rest.replace("-", " ").strip(),
        body=site_body(body.strip("\n")),
        tags=tags_in(metadata),
        is_draft=is_draft(metadata),
    )
    used = count_words(" ".join((*ENTRY_KEYS, f"{day} {day_numbers}", draft.title, *draft.tags)))
    used += count_words("draft true") if draft.is_draft else count_words("draft false")
    lines = text[: len(text) - len(body)].split("\n")
    return ImportedLog(
        (draft,),
        tuple(unparsed_line(number, line) for number, line in enumerate(lines, start=1) if count_words(line) - used),
        structure=tuple(line for line in lines if not count_words(line) - used),
    )


def _page(lines: Iterable[str]) -> str:
    """Return the lines outside the days as a page; empty if they are nothing but headings."""
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip("\n")
    return text if any(line.strip() and not re.match(r" {0,3}#+\s", line) for line in text.split("\n")) else ""


def _only_year(lines: Sequence[tuple[int, str]], hidden: set[int]) -> int | None:
    """Return the year that the lines outside the days name, or None if they name none or several."""
    texts = [re.sub(r"\S+://\S+", "", raw) for number, raw in lines if number not in hidden]
    years = {year for text in texts for year in re.findall(r"(?<![\w/.])20\d\d(?![\w/])", text)}
    return int(years.pop()) if len(years) == 1 else None


def _with_date_below(section: Section) -> Section:
    """Return a section whose head has the date of the line below it, if it has none and the line is nothing else."""
    index = next((index for index, (_, raw) in enumerate(section.lines) if raw.strip()), None)
    if section.head.mark.date or section.head.body or index is None:
        return section
    line = section.lines[index][1]
    mark = read_day_mark(_DATE_LABEL.sub("", line, count=1))
    if not mark.date or re.search(r"\w", mark.rest) or mark.day_numbers:
        return section
    head = replace(section.head, mark=replace(section.head.mark, date=mark.date))
    return Section(head, (*section.lines[:index], *section.lines[index + 1 :]), line)


def _with_dates_from_tables(
    drafts: Sequence[DraftEntry], log: LogStructure, section_dates: SectionDates, named_year: int | None, today: date
) -> list[DraftEntry]:
    """Return the drafts with the dates that a table outside the days gives their numbers, if no section has a date."""
    rows = list(dated_table_rows(log.other_lines)) if not any(section_dates.dates) else []
    sections = [Section(DayLine(line, LineForm.TABLE, 0, "", DayMark(written)), ()) for line, _, written in rows]
    days = date_sections(sections, log.years, today, section_dates.order, named_year).dates if sections else ()
    dates = {number: day for (_, number, _), day in zip(rows, days, strict=True)}
    return [
        replace(draft, date=dates.get(draft.day_numbers[0])) if draft.day_numbers and not draft.date else draft
        for draft in drafts
    ]


def _draft_entry(section: Section, day: date | None) -> DraftEntry:
    mark = section.head.mark
    lines = [raw for _, raw in section.lines]
    day_numbers, series, structure = mark.day_numbers, mark.series, []
    first = next((index for index, raw in enumerate(lines) if raw.strip()), None)
    if first is not None and day_numbers is None and not _LIST_OR_QUOTE.match(lines[first]):
        line_mark = read_day_mark(lines[first].strip())
        if line_mark.day_numbers and not line_mark.date and line_mark.is_separated:
            # As in `Day 57 of ML Systems: I spent …`: the number goes to the front matter, the rest stays.
            day_numbers, series = line_mark.day_numbers, line_mark.series
            structure.append(lines[first].removesuffix(line_mark.rest))
            lines[first] = line_mark.rest
    if section.date_line:
        structure.append(section.date_line)
    body = _unindented(lines, is_item=section.head.form is LineForm.ITEM)
    title = "" if section.head.body else mark.rest
    metadata, rest = split_front_matter(body) if body.lstrip().startswith("<!--") else ({}, body)
    if metadata and set(metadata) <= set(ENTRY_KEYS):  # front matter in a comment
        structure.append(body.removesuffix(rest))
        body, day = rest.strip("\n"), day or date_from(metadata.get("date"))
        day_numbers = day_numbers or day_numbers_from(metadata.get("day"))
        title = title or str(metadata.get("title", ""))
    else:
        metadata = {}
    if mark.date and day is None:  # a date that does not exist stays in the title
        title = " ".join(filter(None, (mark.date.text, title)))
    series = series or (f"Round {mark.round[1:]}" if mark.round else "")
    return DraftEntry(
        section.head.number,
        day,
        day_numbers,
        series,
        title,
        site_body(body),
        tags_in(metadata),
        _links(lines),
        tuple(structure),
    )


def _unindented(lines: Sequence[str], *, is_item: bool) -> str:
    """Return the text of lines; those of a list item lose its indentation."""
    lines = [line.rstrip() for line in lines]
    if is_item:
        first = 0 if not lines or lines[0][:1].isspace() or not lines[0] else 1
        end = next((at for at, line in enumerate(lines) if at >= first and line and not line[0].isspace()), len(lines))
        lines[first:end] = dedent("\n".join(lines[first:end])).split("\n") if end > first else []
    return "\n".join(lines).strip("\n")


def _links(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the URLs that are alone on a line, once each."""
    matches = (_URL_LINE.fullmatch(line) or _LINK_LINE.fullmatch(line) for line in lines)
    return tuple(dict.fromkeys(match[1] for match in matches if match and is_valid_url(match[1])))
