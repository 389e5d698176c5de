"""Documents that `daytrail import log` reads: files and folders, and what of them marks no day."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.common import ImportOptions, read_source
from daytrail.cli.importing.entry_files import LogSource
from daytrail.cli.importing.report import Report
from daytrail.cli.importing.source_files import SourceFile, SourceFolder, find_source_files
from daytrail.importers.log.csv_log import read_csv_log
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.forms import BOLD, FORMS, HEADING, NUMBERED
from daytrail.importers.log.reader import ImportedLog, read_log
from daytrail.importers.log.series_name import SeriesName, read_series_name
from daytrail.importers.log.single_day import read_dated_note, read_single_day
from daytrail.importers.text.diagnostics import by_line, diagnostic, unparsed_line
from daytrail.problems import Problem
from daytrail.project.report import count
from daytrail.source.files import MARKDOWN_ENDINGS
from daytrail.source.private_text import cut_private

LARGE = 2_000_000
"""Characters of a source that takes a while to read."""
FORMATS = {form.name: form for form in FORMS}
_INDEX_FORMS = [form.description for form in FORMS if form.name in ("table", "item")]
"""Forms of what may be the contents of other files."""


@dataclass(frozen=True)
class ReadOptions:
    """How logs are read."""

    today: date
    order: Any = None
    """Of day and month."""
    format: str | None = None


@dataclass
class LogSources:
    """The logs in some files and folders."""

    logs: list[LogSource] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)
    """About folders, and about files without days."""


def read_logs(paths: Sequence[Path], read: ReadOptions, project: ProjectSettings, options: ImportOptions) -> LogSources:
    """Read the logs in some files and folders. Raise click.ClickException if there is none, or a file is no text."""
    sources = LogSources()
    all_found = list(find_source_files(project, paths, options.source_url, MARKDOWN_ENDINGS))
    for found in all_found:
        if isinstance(found, SourceFolder):
            _read_folder(found, read, project, options, sources)
        elif (log := _read_file(found, read)).log.drafts:
            sources.logs.append(log)
        else:
            read_as = "file without days, since no line has a date or a day number"
            sources.reports.append(Report(project, options, found.path, read_as, [_left_over(log.text)]))
    if not sources.logs:
        names = ", ".join(map(str, paths))
        is_empty = all(isinstance(found, SourceFolder) and not found.files for found in all_found)
        missing = "Markdown file" if is_empty else "day was found, such as `## 2026-01-05` or `Day 12`"
        raise click.ClickException(f"{names}: no {missing}; nothing was written")
    sources.logs = _without_index(sources, project, options)
    return sources


def _read_folder(
    folder: SourceFolder, read: ReadOptions, project: ProjectSettings, options: ImportOptions, sources: LogSources
) -> None:
    """Read the files of a folder; what is no text or has no days is left over."""
    left_over: list[Problem] = []
    logs: list[LogSource] = []
    name = read_series_name(re.sub("[-_]+", " ", folder.path.resolve().name))
    for file in folder.files:
        try:
            log = _read_file(file, read)
        except click.ClickException as failure:
            left_over.append(unparsed_line(1, f"{file.name}: {failure.message}"))
            continue
        if log.log.drafts and log.log.form != NUMBERED.description:  # beside days, numbered sections are a text
            logs.append(log)
        else:
            first_line = next((line for line in log.text.split("\n") if line.strip()), "")
            name = (read_series_name(first_line.strip(" #*")) if len(file.name.parts) == 1 else None) or name
            left_over.append(_left_over(log.text, f"{file.name}: "))
    sources.logs += [_with_name(log, name) for log in logs]
    counts = (count(len(folder.files), "Markdown file"), f"{len(logs)} with days", folder.describe_skipped())
    read_as = f"folder, {', '.join(filter(None, counts))}"
    sources.reports.append(Report(project, options, folder.path, read_as, left_over))


def _with_name(source: LogSource, name: SeriesName | None) -> LogSource:
    """Return a log with the series that its folder is named after, if it names none."""
    if name is None or any(draft.series for draft in source.log.drafts):
        return source
    drafts = tuple(replace(draft, series=name.title) for draft in source.log.drafts)
    return replace(source, log=replace(source.log, drafts=drafts, days=source.log.days or name.days))


def _left_over(text: str, name: str = "") -> Problem:
    """Return the diagnostic for a file without days, of which nothing is imported: its first line and its length."""
    lines = [line for line in text.split("\n") if line.strip()]
    more = f" … ({count(len(lines), 'line')}, none marks a day)" if len(lines) > 1 else ""
    number = text.split("\n").index(lines[0]) + 1 if lines else 1
    return unparsed_line(number, f"{name}{lines[0].strip() if lines else ''}{more}")


def _read_file(file: SourceFile, read: ReadOptions) -> LogSource:
    text = read_source(file.path)
    if len(text) > LARGE:
        click.echo(f"{file.path}: reading {len(text) / 1_000_000:.0f} MB", err=True)
    log = _read_log(text, file, read)
    if any(cut_private(part, str(file.path), 1)[1] for part in (log.page, *(draft.body for draft in log.drafts))):
        message = f"a private passage of {file.path} does not begin and end in one day: give each day its own markers"
        raise click.ClickException(message)
    return LogSource(file.path, text, log, file.name, file.url)


def _read_log(text: str, file: SourceFile, read: ReadOptions) -> ImportedLog:
    single_day = read_single_day(text, file.name, read.today, read.order)
    if read.format == "file":
        return single_day or ImportedLog((), ())
    form = FORMATS[read.format] if read.format else None
    table = None if form else read_csv_log(text, read.today, read.order, name=file.path.stem)
    log = table or read_log(text, read.today, read.order, name=file.path.stem, form=form)
    # Below the name of a day, only headings, and bold lines with numbers, mark other days.
    numbers = {draft.day_numbers for draft in log.drafts}
    is_log = log.form == HEADING.description or (log.form == BOLD.description and len(numbers - {None}) > 1)
    if single_day and not form and (len(log.drafts) <= 1 or not is_log):
        return single_day
    # A file of one day has its date alone on a line, and numbered sections are its text.
    is_empty = len(log.drafts) == 1 and not (log.drafts[0].body or log.drafts[0].title)
    has_sections = log.form == NUMBERED.description and all(draft.title[:1].isdigit() for draft in log.drafts)
    is_note = not log.drafts or (is_empty and log.page) or has_sections
    note = read_dated_note(text, file.name, read.today, log) if is_note and not form else None
    return note or log


def _without_index(sources: LogSources, project: ProjectSettings, options: ImportOptions) -> list[LogSource]:
    """Return the logs without a table or list of days that other files contain; what only it has is used for them."""
    others = [source for source in sources.logs if source.log.form not in _INDEX_FORMS]
    days = {key for source in others for draft in source.log.drafts for key in _keys(draft)}
    for index in sources.logs:
        rows = {key: draft for draft in index.log.drafts for key in _keys(draft)}
        if index in others or len(others) < 2 or len(days & rows.keys()) * 2 <= len(index.log.drafts):
            continue
        lines = [unparsed_line(number, line) for number, line in enumerate(index.text.split("\n"), 1) if line.strip()]
        missing = [draft for draft in index.log.drafts if days.isdisjoint(_keys(draft))]
        lines += [diagnostic(draft.line, "number-in-table", "no file has this day") for draft in missing]
        read_as = "table of days, which are in other files"
        sources.reports.append(Report(project, options, index.path, read_as, by_line(lines)))
        return [_with_index(source, rows, index) for source in sources.logs if source is not index]
    return sources.logs


def _keys(draft: DraftEntry) -> Iterator[int | date]:
    """Yield what a day is known by: its number, or else its date."""
    if draft.day_numbers:
        yield draft.day_numbers[0]
    elif draft.date:
        yield draft.date


def _with_index(source: LogSource, rows: Mapping[int | date, DraftEntry], index: LogSource) -> LogSource:
    """Return a source whose days have the series of an index, and the dates, titles and hours that they lack."""
    series = next(iter(index.log.drafts)).series
    drafts, problems = [], [*source.log.diagnostics]
    for draft in source.log.drafts:
        row = next((rows[key] for key in _keys(draft) if key in rows), None)
        known = draft if row is None else _with_row(draft, row)
        if row and row.date and known.date != row.date:
            message = f"{index.name} has the date {row.date} for this day; {known.date} was taken"
            problems.append(diagnostic(draft.line, "date-of-file", message))
        drafts.append(replace(known, series=known.series or series))
    days = source.log.days or index.log.days
    log = replace(source.log, drafts=tuple(drafts), diagnostics=tuple(by_line(problems)), days=days)
    return replace(source, log=log)


def _with_row(draft: DraftEntry, row: DraftEntry) -> DraftEntry:
    return replace(draft, date=draft.date or row.date, title=draft.title or row.title, hours=draft.hours or row.hours)
