"""Files that an import of logs writes: entries, the files that they link to, a page for the rest, and a plan."""

import shlex
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path

import click

from daytrail.cli.common.files import MAX_FILE_BYTES, refuse_link, replace_file
from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.common import ImportOptions, read_if_exists
from daytrail.cli.importing.entry_files import EntryFile, FreeNames, LogSource, relinked
from daytrail.cli.importing.existing_entries import CopyFinder, ExistingEntries, ExistingEntry, day_text
from daytrail.cli.importing.first_day import DatedDraft, date_by_number
from daytrail.cli.importing.links import LinkedText, LinkTargets, SourceLinks
from daytrail.cli.importing.log_proof import losses_of_copy, losses_of_log
from daytrail.cli.importing.log_series import PlannedSeries
from daytrail.cli.importing.report import Report, Step, all_or_none, command_line
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.text.diagnostics import by_line, diagnostic, missing_words
from daytrail.model.base import slug
from daytrail.model.entry import DayNumber
from daytrail.problems import Problem
from daytrail.source.docs_pages import matcher
from daytrail.source.files import read_bytes
from daytrail.source.front_matter import write_front_matter
from daytrail.source.private_text import blank_private
from daytrail.views.words import count

PROPOSED = "proposed"
"""Folder in docs/ for pages that an import proposes; mkdocs.yml lists it under `draft_docs`."""
MIN_PROGRESS_BAR = 1000
"""From this number of entries on, a progress bar is shown."""


class LogImport:
    """The import of some logs into a folder of entries."""

    def __init__(
        self,
        project: ProjectSettings,
        folder: Path,
        series: str | None,
        sources: Sequence[LogSource],
        first_day: date | None = None,
    ) -> None:
        self.project = project
        self.folder = folder.resolve()
        self.sources = sources
        self._plan_path = project.root / project.settings.paths.curriculum
        self._series = PlannedSeries(project, [source.log for source in sources], series)
        entries = (project.root / project.settings.paths.entries).resolve()
        self._renamed: list[ExistingEntry] = []
        """Entries that were written under another name, and have to be deleted."""
        self._extended: list[tuple[Report, str]] = []
        self._replaced: dict[Path, str] = {}
        """The texts before the import of entries that it has changed."""
        self._existing = ExistingEntries(entries if self.folder.is_relative_to(entries) else self.folder)
        if first_day:
            self.sources = self._with_dates(sources, first_day)
        self._copied: set[Path] = set()
        self._copies: dict[DraftEntry | Path, Sequence[tuple[Path, Path]]] = {}
        self.files = self._place(self.sources)
        linked_sources = self._with_new_links()
        if linked_sources is not self.sources:
            self.sources = linked_sources
            self.files = self._place(linked_sources)

    def _series_of(self, draft: DraftEntry) -> str:
        """Return the id of the series of a draft; empty if it is the first one of the plan."""
        return self._series.id_of(draft)

    def _with_dates(self, sources: Sequence[LogSource], first_day: date) -> list[LogSource]:
        """Return the sources with dates for days that have only a number, counted from the first day of their series.

        Only one series is dated, since each has a first day of its own.
        """
        drafts = [draft for source in sources for draft in source.log.drafts]
        undated = [draft for draft in drafts if not draft.date and draft.day_numbers]
        series = self._series_of(undated[0]) if undated else ""
        known = {
            int(entry.day.partition("-")[0]): entry.date
            for entry in self._existing.all
            if entry.day and entry.date and entry.front_matter.get("series", "") == series
        }
        of_series = [draft for draft in drafts if self._series_of(draft) == series]
        dated = {id(one.before): one for one in date_by_number(of_series, first_day, known, self.project.today)}
        return [_with_dated_drafts(source, dated) for source in sources]

    def _place(self, sources: Sequence[LogSource]) -> list[EntryFile]:
        """Return the file of each draft, in the order of the days."""
        drafts = [(draft, source) for source in sources for draft in source.log.drafts]
        drafts.sort(key=lambda pair: (pair[0].date or date.max, pair[0].day_numbers or (0, 0)))
        free_names, copies = FreeNames(self._existing.stems), CopyFinder(self._existing)
        return [self._file_of(draft, source, free_names, copies) for draft, source in drafts]

    def _file_of(self, draft: DraftEntry, source: LogSource, free_names: FreeNames, copies: CopyFinder) -> EntryFile:
        """Return the file of a draft: the entry that an earlier import made of it, or else a new one."""
        series = self._series_of(draft)

        def text_as(entry: ExistingEntry) -> str:
            day = draft.date if entry.date and draft.date else entry.date
            return entry_text(replace(draft, date=day), series, self.project.entry_schema(entry.path.parent))

        copy = copies.find(draft, text_as, series)
        if copy and (copy.date or not draft.date):
            return EntryFile(source, draft, copy.path, text_as(copy), copy)
        folder = self.folder / f"{draft.date.year:04d}" if draft.date else self.folder
        text = entry_text(draft, series, self.project.entry_schema(folder))
        path = folder / f"{free_names.take(_stem(draft))}.md"
        return EntryFile(source, draft, path, text, copy, text_as(copy) if copy else "")

    def _with_new_links(self) -> Sequence[LogSource]:
        """Return the sources with links that lead to the new entries, to copied files, or to the source on the web."""
        documents: list[SourceLinks] = []
        texts_of: defaultdict[Path, list[LinkedText]] = defaultdict(list)
        for file in self.files:
            texts_of[file.source.path].append(LinkedText(file.path, file.draft.body, file.draft))
        for source in self.sources:
            texts = texts_of[source.path]
            documents.append(SourceLinks(source.path, source.text, source.url, texts))
            if source.log.page:
                texts.append(LinkedText(self._page_path(source), source.log.page, page=source.log.page))
        LinkTargets(self.project.root, self.folder, documents).rewrite()
        texts = [text for document in documents for text in document.texts]
        if not any(text.is_changed or text.copies or text.problems for text in texts):
            return self.sources
        return [self._linked_source(*pair) for pair in zip(self.sources, documents, strict=True)]

    def _linked_source(self, source: LogSource, document: SourceLinks) -> LogSource:
        drafts: list[DraftEntry] = []
        page = source.log.page
        for text in document.texts:
            if text.draft:
                drafts.append(replace(text.draft, body=text.text))
            else:
                page = text.text
            if text.copies:
                self._copies[drafts[-1] if text.draft else source.path] = text.copies
        problems = [problem for text in document.texts for problem in text.problems]
        log = replace(
            source.log,
            drafts=tuple(sorted(drafts, key=lambda draft: draft.line)),
            page=page,
            diagnostics=tuple(by_line([*source.log.diagnostics, *problems])),
            structure=(*source.log.structure, *(word for text in document.texts for word in text.lost_words)),
        )
        return replace(source, log=log)

    def new_texts(self) -> dict[Path, str]:
        """Return the texts of the files that the import writes and the project reads."""
        before, after = self._series.plan_before, self._series.plan_after
        texts = {self._plan_path: after} if after and after != before else {}
        changed = (file for file in self.files if not file.copy or file.is_moved or file.content() != file.copy.text)
        return texts | {file.path: file.content() for file in changed}

    def write(self, options: ImportOptions) -> list[Report]:
        """Write the files that do not exist yet, unless the options forbid it. Return a report for each source."""
        reports = {source.path: self._report(source, options) for source in self.sources}
        try:
            with all_or_none(reports.values()):
                self._write(reports, options)
                self._follow_moves(options)
        except BaseException:
            for path, text in self._replaced.items():
                replace_file(path, text)
            raise
        for report, name in self._extended:
            report.written.append(name)
        return list(reports.values())

    def _write(self, reports: Mapping[Path, Report], options: ImportOptions) -> None:
        self._write_series(reports[self.sources[0].path])
        is_short = len(self.files) < MIN_PROGRESS_BAR or options.dry
        with click.progressbar(self.files, label="writing entries", file=sys.stderr, hidden=is_short) as files:
            for file in files:
                report = reports[file.source.path]
                if self._write_entry(file, report):
                    self._copy_linked_files(self._copies.get(file.draft, ()), report)
        for source in self.sources:
            if source.log.page:
                self._write_page(source, reports[source.path])

    def _write_series(self, report: Report) -> None:
        """Write the plan with the series of the logs that it does not have."""
        before, after = self._series.plan_before, self._series.plan_after
        if before is None and after:
            report.write(self._plan_path, after)
        elif before is not None and before != after:
            refuse_link(self.project.root, self._plan_path)
            name = self.project.relative(self._plan_path)
            if not report.options.dry and replace_file(self._plan_path, after, expected=before):
                self._replaced[self._plan_path] = before
            self._extended.append((report, name))
            report.added += [f"{name}: the series {series['title']}" for series in self._series.new]

    def _write_page(self, source: LogSource, report: Report) -> None:
        """Write the text that belongs to no day to a page, which is not published."""
        path, name = self._page_path(source), self.project.relative(self._page_path(source))
        paths = self.project.settings.paths
        is_unlisted = not matcher(paths.exclude_docs, paths.draft_docs)(f"{PROPOSED}/{path.name}")
        draft = "draft: true\n" if is_unlisted or any(draft.is_draft for draft in source.log.drafts) else ""
        content = f"---\nrender_macros: false\n{draft}---\n\n{source.log.page}\n"
        if page := self._continued_page(source, content):
            self._replace(page, content, report.options)
            self._extended.append((report, name))
            report.added.append(f"{name}: text that the source has now")
        elif not report.write(path, content):
            return
        copies = self._copies.get(source.path, ())
        self._copy_linked_files(copies, report)
        report.page, report.page_text = name, source.log.page
        names = dict.fromkeys([path.name, *(target.relative_to(path.parent).parts[0] for _, target in copies)])
        step = f"`{name}` has the text that belongs to no day, and is not published. To publish it, move it"
        if copies:
            step += " and its files"
        if draft:
            report.steps.append(Step(f"{step} out of `{PROPOSED}/` and remove `draft: true`"))
        elif any((self.project.root / paths.docs / moved).exists() for moved in names):
            report.steps.append(Step(f"{step} out of `{PROPOSED}/`"))
        else:
            target = f"{paths.docs}/" if copies else f"{paths.docs}/{path.name}"
            moved = [f"{paths.docs}/{PROPOSED}/{moved}" for moved in names]
            report.steps.append(Step(step, shlex.join(["mv", *moved, target])))

    def _write_entry(self, file: EntryFile, report: Report) -> bool:
        """Write an entry, or extend or rename the one that is there. Return False if its text is not the draft's."""
        name, content, line = self.project.relative(file.path), file.content(), file.draft.line
        if file.is_moved and file.copy:
            if content != file.text:
                content = relinked(content, file.copy.path.parent, file.path.parent, self._moves)
            if report.write(file.path, self._with_line_ends(file.copy, content)):
                self._renamed += [] if report.options.dry else [file.copy]
                report.added.append(f"{name}: the date of what was {self.project.relative(file.copy.path)}")
            return content == file.text
        if file.copy and content != file.copy.text:
            self._replace(file.copy, content, report.options)
            self._extended.append((report, name))
            lines = len(file.draft.body.split("\n")) - len(file.copy.body.splitlines())
            report.added.append(f"{name}: {count(lines, 'line')} that the source has now (line {line} of the source)")
            return True
        if report.write(file.path, file.text, f" (line {line} of the source)"):
            return True
        if difference := file.difference():
            report.differences[name] = difference
        return False

    def _replace(self, entry: ExistingEntry, text: str, options: ImportOptions) -> None:
        """Replace the text of an entry, until an exception ends the import."""
        refuse_link(self.project.root, entry.path)
        raw = read_if_exists(entry.path, line_ends=True) or ""
        if not options.dry and replace_file(entry.path, self._with_line_ends(entry, text), expected=raw):
            self._replaced[entry.path] = raw

    def _with_line_ends(self, entry: ExistingEntry, text: str) -> str:
        """Return a text with the line ends of the file of an entry."""
        raw = read_if_exists(entry.path, line_ends=True) or ""
        return text.replace("\n", "\r\n") if "\r\n" in raw else text

    def _follow_moves(self, options: ImportOptions) -> None:
        """Let links of other entries lead to the entries that were renamed, and remove their old files."""
        if not self._moves:
            return
        names = {path.name for path in self._moves}
        for entry in self._existing.all:
            text = read_if_exists(entry.path) or ""
            if entry.path not in self._moves and any(name in text for name in names):
                folder = entry.path.parent
                self._replace(entry, relinked(text, folder, folder, self._moves), options)
        for entry in self._renamed:
            self._replaced[entry.path] = read_if_exists(entry.path, line_ends=True) or ""
            entry.path.unlink()

    @cached_property
    def _moves(self) -> Mapping[Path, Path]:
        """The new path of each entry that gets a date."""
        return {file.copy.path: file.path for file in self.files if file.copy and file.is_moved}

    def losses(self, source: LogSource) -> list[Problem]:
        """Return a diagnostic for what neither the project, once the files are written, nor the report has."""
        files = [file for file in self.files if file.source is source]
        losses = losses_of_log(source.text, source.log, [*(file.text for file in files), source.log.page])
        for file in files:
            if (content := file.content()) != file.text:
                losses += losses_of_copy(source.text, file.draft, ExistingEntry(file.path, content))
        page = read_if_exists(self._page_path(source)) if source.log.page else None
        if page is not None and not self._continued_page(source, ""):
            losses += missing_words(source.log.page, [page], (), ())
        return by_line(losses)

    def _report(self, source: LogSource, options: ImportOptions) -> Report:
        log = source.log
        private_lines = _private_lines(source)
        report = Report(self.project, options, source.path, describe_log(log), list(log.diagnostics), private_lines)
        report.steps += self._series.steps(log)
        undated = [file for file in self.files if file.source is source and not file.has_date]
        if numbered := sum(file.draft.day_numbers is not None for file in undated):
            why = f"{_have(numbered)} a day number and no date. Count the dates from that of day 1"
            report.steps.append(Step(why, command_line(first_day="YYYY-MM-DD")))
        if unnumbered := len(undated) - numbered:
            report.steps.append(Step(f"{_have(unnumbered)} no date. Write `date:` into the `undated-….md` files"))
        return report

    def _copy_linked_files(self, copies: Sequence[tuple[Path, Path]], report: Report) -> None:
        """Copy the files that a text shows or links to, so that its links still work."""
        for file, target in copies:
            name = self.project.relative(target)
            if target in self._copied:
                continue
            self._copied.add(target)
            if target.exists():
                report.unchanged.append(name)
                continue
            if not report.options.dry:
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("xb") as copy:
                    copy.write(read_bytes(file, MAX_FILE_BYTES))
                shutil.copymode(file, target)
            report.written.append(name)

    def _page_path(self, source: LogSource) -> Path:
        """Return the path in docs/ for the text of a source that belongs to no day."""
        return self._page_paths[source.path]

    @cached_property
    def _page_paths(self) -> Mapping[Path, Path]:
        """The paths of pages by those of their sources; no two are the same, and none is that of another page."""
        folder = self.project.root / self.project.settings.paths.docs / PROPOSED
        stems = Counter(source.path.stem.casefold() for source in self.sources if source.log.page)
        names = FreeNames(set())
        paths: dict[Path, Path] = {}
        for source in self.sources:
            is_alone = stems[source.path.stem.casefold()] < 2
            base = slug(source.path.stem if is_alone else " ".join(source.name.with_suffix("").parts)) or "log"
            while source.path not in paths and source.log.page:
                path = folder / f"{names.take(base)}.md"
                existing = read_if_exists(path)
                if existing is None or ExistingEntry(path, existing).has_words_of(source.log.page):
                    paths[source.path] = path
        return paths

    def _continued_page(self, source: LogSource, text: str) -> ExistingEntry | None:
        """Return the page of an earlier import if all lines that it has are in the new one as well."""
        path = self._page_path(source)
        page = ExistingEntry(path, read_if_exists(path) or text)
        is_older = set(page.body.split("\n")) <= set(source.log.page.split("\n"))
        return page if page.text != text and page.front_matter and is_older else None


def _with_dated_drafts(source: LogSource, dated: Mapping[int, DatedDraft]) -> LogSource:
    """Return a source with its drafts as they are dated, given by their identities; others are of another series."""
    drafts, problems = [], [*source.log.diagnostics]
    for draft in source.log.drafts:
        if one := dated.get(id(draft)):
            drafts.append(one.after)
            problems += one.problems
        else:
            drafts.append(draft)
            if not draft.date and draft.day_numbers:
                message = f"day {day_text(draft)} is of another series than the first undated day; it got no date"
                problems.append(diagnostic(draft.line, "first-day-contradiction", message))
    return replace(source, log=replace(source.log, drafts=tuple(drafts), diagnostics=tuple(by_line(problems))))


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


def _stem(draft: DraftEntry) -> str:
    if draft.date:
        return draft.date.isoformat()
    return f"day-{draft.day_numbers[0]:04d}" if draft.day_numbers else f"undated-{draft.line:04d}"


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


def _have(number: int) -> str:
    return f"{count(number, 'entry')} {'has' if number == 1 else 'have'}"


def _private_lines(source: LogSource) -> Set[int]:
    """Return the numbers of the lines with a private passage."""
    public, _ = blank_private(source.text, "", kind="markdown")
    lines = zip(source.text.split("\n"), public.split("\n"), strict=True)
    return {number for number, (line, blank) in enumerate(lines, start=1) if line != blank}
