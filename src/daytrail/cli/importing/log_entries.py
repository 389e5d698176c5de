"""Files that an import of logs writes: entries, the files that they link to, a page for the rest, and a plan."""

import re
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import count as count_from
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.files import MAX_FILE_BYTES
from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.common import ImportOptions, read_if_exists
from daytrail.cli.importing.existing_entries import ExistingEntry
from daytrail.cli.importing.log_proof import losses_of_copy, losses_of_log
from daytrail.cli.importing.report import Report, Step, all_or_none, command_line
from daytrail.importers.log.draft_entry import DraftEntry, find_series
from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.text.diagnostics import by_line, count_words, diagnostic, missing_words
from daytrail.importers.text.markdown import path_of
from daytrail.importers.text.outline import local_targets
from daytrail.model.base import slug
from daytrail.model.curriculum import Series
from daytrail.model.entry import DayNumber
from daytrail.problems import Problem
from daytrail.source.docs_pages import matcher
from daytrail.source.files import is_hidden, link_obstacle, read_bytes
from daytrail.source.front_matter import write_front_matter
from daytrail.source.private_text import blank_private, cut_private
from daytrail.source.yaml.write import to_yaml
from daytrail.views.words import count

PROPOSED = "proposed"
"""Folder in docs/ for pages that an import proposes; mkdocs.yml lists it under `draft_docs`."""
MIN_PROGRESS_BAR = 1000
"""From this number of entries on, a progress bar is shown."""


@dataclass(frozen=True)
class LogSource:
    """A source document and the log that was read from it."""

    path: Path
    text: str
    log: ImportedLog


@dataclass(frozen=True)
class EntryFile:
    """An entry that is written, or exists already."""

    source: LogSource
    draft: DraftEntry
    path: Path
    text: str


class LogImport:
    """The import of some logs into a folder of entries."""

    def __init__(
        self, project: ProjectSettings, folder: Path, series: str | None, sources: Sequence[LogSource]
    ) -> None:
        self.project = project
        self.folder = folder.resolve()
        self.sources = sources
        self._plan_path = project.root / project.settings.paths.curriculum
        is_new = series is None and read_if_exists(self._plan_path) is None
        self._new_plan = new_plan([source.log for source in sources]) if is_new else {}
        ids = series_ids(self._new_plan, project.plan.series) if series is None else {}
        drafts = [(draft, source) for source in sources for draft in source.log.drafts]
        drafts.sort(key=lambda pair: (pair[0].date or date.max, pair[0].day_numbers or (0, 0)))
        used: set[Path] = set()
        self.files: list[EntryFile] = []
        for draft, source in drafts:
            of_year = self.folder / f"{draft.date.year:04d}" if draft.date else self.folder
            schema = project.entry_schema(of_year)
            text = entry_text(draft, series or ids.get(draft.series.casefold(), ""), schema)
            path = _free_path(of_year / _stem(draft), draft, text, used)
            used.add(path)
            self.files.append(EntryFile(source, draft, path, text))

    def write(self, options: ImportOptions) -> list[Report]:
        """Write the files that do not exist yet, unless the options forbid it. Return a report for each source."""
        reports = {source.path: self._report(source, options) for source in self.sources}
        with all_or_none(reports.values()):
            self._write(reports, options)
        return list(reports.values())

    def _write(self, reports: Mapping[Path, Report], options: ImportOptions) -> None:
        if self._new_plan:
            reports[self.sources[0].path].write(self._plan_path, to_yaml(self._new_plan))
        is_short = len(self.files) < MIN_PROGRESS_BAR or options.dry
        with click.progressbar(self.files, label="writing entries", file=sys.stderr, hidden=is_short) as files:
            for file in files:
                report = reports[file.source.path]
                if report.write(file.path, file.text, f" (line {file.draft.line} of the source)"):
                    self._copy_linked_files(file, report)
        for source in self.sources:
            if source.log.page:
                self._write_page(source, reports[source.path])

    def _write_page(self, source: LogSource, report: Report) -> None:
        """Write the text that belongs to no day to a page, which is not published."""
        path, name = self._page_path(source), self.project.relative(self._page_path(source))
        paths = self.project.settings.paths
        is_unlisted = not matcher(paths.exclude_docs, paths.draft_docs)(f"{PROPOSED}/{path.name}")
        draft = "draft: true\n" if is_unlisted or any(draft.is_draft for draft in source.log.drafts) else ""
        if not report.write(path, f"---\nrender_macros: false\n{draft}---\n\n{source.log.page}\n"):
            return
        report.page, report.page_text = name, source.log.page
        text = f"`{name}` has the text that belongs to no day, and is not published"
        target = f"{paths.docs}/{path.name}"
        if draft:
            report.steps.append(Step(f"{text}. To publish it, move it out of `{PROPOSED}/` and remove `draft: true`"))
        elif (self.project.root / target).exists():
            report.steps.append(Step(f"{text}. To publish it, move it out of `{PROPOSED}/`"))
        else:
            report.steps.append(Step(f"{text}. To publish it, move it", shlex.join(["mv", name, target])))

    def losses(self, source: LogSource) -> list[Problem]:
        """Return a diagnostic for what neither the project, once the files are written, nor the report has."""
        files = [file for file in self.files if file.source is source]
        losses = losses_of_log(source.text, source.log, [*(file.text for file in files), source.log.page])
        for file in files:
            existing = read_if_exists(file.path)
            if existing not in (None, file.text):
                losses += losses_of_copy(source.text, file.draft, ExistingEntry(file.path, existing or ""))
        page = read_if_exists(self._page_path(source))
        if page is not None and source.log.page:
            losses += missing_words(source.log.page, [page], (), ())
        return by_line(losses)

    def _report(self, source: LogSource, options: ImportOptions) -> Report:
        log = source.log
        private_lines = _private_lines(source)
        report = Report(self.project, options, source.path, describe_log(log), list(log.diagnostics), private_lines)
        if not self._new_plan:
            report.steps += series_steps(log, self.project.plan.series)
        undated = [file for file in self.files if file.source is source and not _has_date(file)]
        if numbered := sum(file.draft.day_numbers is not None for file in undated):
            why = f"{_have(numbered)} a day number and no date. Count the dates from that of day 1"
            report.steps.append(Step(why, command_line(first_day="YYYY-MM-DD")))
        if unnumbered := len(undated) - numbered:
            report.steps.append(Step(f"{_have(unnumbered)} no date. Write `date:` into the `undated-….md` files"))
        return report

    def _copy_linked_files(self, file: EntryFile, report: Report) -> None:
        """Copy the files that an entry shows or links to, so that its links still work."""
        public_targets = local_targets(cut_private(file.draft.body, "", 1)[0])
        for target in local_targets(file.draft.body):
            path = path_of(target)
            obstacle = "its name has a null character" if "\0" in path else "the page of the day has no such heading"
            if path and "\0" not in path:
                obstacle = self._copy(file.source.path.parent, path, (file.path.parent / path).resolve(), report)
            if obstacle:
                link = f"the link to `{target}`" if target in public_targets else "a private link"
                message = f"{link} does not work: {obstacle}"
                report.diagnostics.append(diagnostic(file.draft.line, "broken-link", message))

    def _copy(self, folder: Path, path: str, target: Path, report: Report) -> str:
        """Copy a file that is named from a source's folder. Return why it cannot be copied, else an empty text."""
        if not target.is_relative_to(self.folder):
            return "it leads out of the folder of entries"
        source, name = folder / path, self.project.relative(target)
        try:
            # Not everybody who writes a document may read all that the user may who imports it.
            if is_hidden(path) or (link_obstacle(folder, path) and source.exists()):
                return "the file is hidden, or a symbolic link leads to it"
            if not source.is_file():
                return "the source has no such file beside it"
            if source.suffix.casefold() in (".md", ".markdown"):
                return "it is another document; import it as well"
            content = read_bytes(source, MAX_FILE_BYTES)
            if len(content) > MAX_FILE_BYTES:
                return f"the file is larger than {MAX_FILE_BYTES // 1_000_000} MB"
            if target.exists():
                if target.is_file() and target.read_bytes() == content:
                    report.unchanged.append(name)
                    return ""
                return f"{name} exists with other content"
            if not report.options.dry:
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("xb") as file:
                    file.write(content)
                shutil.copymode(source, target)
        except (OSError, ValueError) as failure:  # ValueError: a null character in the path
            return str(getattr(failure, "strerror", None) or failure)
        report.written.append(name)
        return ""

    def _page_path(self, source: LogSource) -> Path:
        """Return the path in docs/ for the text of a source that belongs to no day."""
        return self.project.root / self.project.settings.paths.docs / PROPOSED / f"{slug(source.path.stem) or 'log'}.md"


def entry_text(draft: DraftEntry, series: str, schema: str) -> str:
    """Return the text of an entry file; series and schema may be empty."""
    values = {
        "date": draft.date,
        "series": series or None,
        "day": DayNumber(*draft.day_numbers) if draft.day_numbers else None,
        "title": draft.title or None,
        "tags": draft.tags,
        "hours": int(draft.hours) if draft.hours and draft.hours.is_integer() else draft.hours,
        "links": draft.links,
        "draft": draft.is_draft or None,
    }
    front_matter = write_front_matter(values, schema)
    return f"{front_matter}\n{draft.body}\n" if draft.body else front_matter


def dated_from(draft: DraftEntry, first_day: date) -> DraftEntry:
    """Return a draft that has a number and no date with the date of its number, day 1 being the first day."""
    if draft.date or not draft.day_numbers:
        return draft
    try:
        return replace(draft, date=first_day + timedelta(days=draft.day_numbers[0] - 1))
    except OverflowError:
        message = f"day {draft.day_numbers[0]} after {first_day} is beyond the calendar"
        raise click.BadParameter(message, param_hint="--first-day") from None


def _stem(draft: DraftEntry) -> str:
    if draft.date:
        return draft.date.isoformat()
    return f"day-{draft.day_numbers[0]:04d}" if draft.day_numbers else f"undated-{draft.line:04d}"


def _free_path(base: Path, draft: DraftEntry, text: str, used: Set[Path]) -> Path:
    """Return the path at which an entry exists, changed or not, or else can be written.

    The names are those of the base, then with -2, -3 and so on, since another entry of the day may exist.
    """
    changed = None
    for number in count_from(1):
        path = base.with_name(f"{base.name}.md" if number == 1 else f"{base.name}-{number}.md")
        if path in used:
            continue
        existing = read_if_exists(path)
        if existing is None:
            return changed or path
        if existing == text:
            return path
        if not changed and _is_same_entry(draft, text, existing):
            changed = path
    raise AssertionError  # `count_from` does not end


def _is_same_entry(draft: DraftEntry, text: str, existing: str) -> bool:
    """Return whether an existing text is a draft with changes on either side, not another entry of the same day."""
    words = count_words(f"{draft.title} {draft.body}")
    if not words:
        return existing.startswith(text.rstrip())
    existing_words = count_words(existing.partition("\n---\n")[2])
    return (words & existing_words).total() * 2 >= max(1, min(words.total(), existing_words.total()))


def describe_log(log: ImportedLog) -> str:
    """Return what a source was recognised as, as in `countdown log, 49 entries, T-154 to T-106`."""
    days = sorted(draft.date for draft in log.drafts if draft.date)
    numbers = [number for draft in log.drafts if draft.day_numbers for number in draft.day_numbers]
    parts = ["countdown log" if log.goal else "log", count(len(log.drafts), "entry")]
    if log.form:
        parts.append(f"a {log.form} each, {'newest' if log.newest_first else 'oldest'} first")
    if days:
        parts.append(f"{days[0]} to {days[-1]}")
    if log.goal and days:
        parts.append(f"T-{(log.goal - days[0]).days} to T-{(log.goal - days[-1]).days}, T-0 on {log.goal}")
    if numbers:
        parts.append(f"days {min(numbers)} to {max(numbers)}")
    if empty := sum(not draft.body for draft in log.drafts):
        parts.append(f"{empty} empty")
    return ", ".join(parts)


def new_plan(logs: Sequence[ImportedLog]) -> dict[str, Any]:
    """Return the data of a curriculum.yaml that names the series of some logs; empty if they have none."""
    goal = next((log.goal for log in logs if log.goal), None)
    days = next((log.days for log in logs if log.days), None)
    all_series: list[dict[str, Any]] = []
    for named in find_series(draft for log in logs for draft in log.drafts):
        series: dict[str, Any] = {"id": slug(named.title) or f"series-{len(all_series) + 1}", "title": named.title}
        if named.former_titles:
            series["was"] = list(named.former_titles)
        if days and not all_series and not goal:
            series["days"] = days
        all_series.append(series)
    if not all_series and goal:
        all_series = [{"id": "countdown", "title": "Countdown", "counts_down_to": goal}]
    return {"title": all_series[0]["title"], "series": all_series} if all_series else {}


def series_ids(plan: Mapping[str, Any], existing: Sequence[Series]) -> dict[str, str]:
    """Return the ids of the series of a new plan, else of the existing ones, by casefolded present and former titles.

    The first series is left out, since entries do not name it.
    """
    titles = [(series["id"], (series["title"], *series.get("was", ()))) for series in plan.get("series", ())]
    titles = titles or [(series.id, (series.title, *series.was)) for series in existing]
    return {title.casefold(): series_id for series_id, of_series in titles[1:] for title in of_series}


def series_steps(log: ImportedLog, existing: Sequence[Series]) -> list[Step]:
    """Return what to add to an existing plan that lacks series of a log."""
    known = {title.casefold() for series in existing for title in (series.title, *series.was)}
    steps = []
    for named in find_series(log.drafts):
        if named.title.casefold() not in known:
            was = f", was: [{', '.join(named.former_titles)}]" if named.former_titles else ""
            days = f", days: {log.days}" if log.days else ""
            line = f"- {{id: {slug(named.title)}, title: {named.title}{was}{days}}}"
            steps.append(Step(f"The plan has no series `{named.title}`. Add a line under `series:`, such as `{line}`"))
    if log.goal and not any(series.counts_down_to == log.goal for series in existing):
        line = f"- {{id: countdown, title: Countdown, counts_down_to: {log.goal}}}"
        steps.append(Step(f"The plan has no countdown to {log.goal}. Add a line under `series:`, such as `{line}`"))
    return steps


def _has_date(file: EntryFile) -> bool:
    """Tell whether an entry has a date, in the source or in the project."""
    return (
        file.draft.date is not None or re.search(r"^date:", read_if_exists(file.path) or "", re.MULTILINE) is not None
    )


def _have(number: int) -> str:
    return f"{count(number, 'entry')} {'has' if number == 1 else 'have'}"


def _private_lines(source: LogSource) -> Set[int]:
    """Return the numbers of the lines with a private passage."""
    public, _ = blank_private(source.text, "", kind="markdown")
    lines = zip(source.text.split("\n"), public.split("\n"), strict=True)
    return {number for number, (line, blank) in enumerate(lines, start=1) if line != blank}
