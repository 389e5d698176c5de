"""Files that an import of logs writes: entries, the files that they link to, a page for the rest, and a plan."""

import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import date, timedelta
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.changes import Changes
from daytrail.cli.importing.common import ImportOptions, read_if_exists
from daytrail.cli.importing.entry_files import EntryFile, FreeNames, LogSource, entry_stem, relinked
from daytrail.cli.importing.existing_entries import CopyFinder, ExistingEntries, ExistingEntry, day_text
from daytrail.cli.importing.first_day import date_by_number
from daytrail.cli.importing.links import LinkedText, LinkTargets, SourceLinks
from daytrail.cli.importing.log_proof import WrittenEntry, losses_of_log
from daytrail.cli.importing.log_series import PlannedSeries
from daytrail.cli.importing.report import Report, Step, command_line
from daytrail.cli.importing.starter import is_starter_entry
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.text.dates import find_date
from daytrail.importers.text.diagnostics import UNPARSED_LINE, by_line, diagnostic
from daytrail.importers.text.markdown import prose
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.base import slug
from daytrail.problems import Problem
from daytrail.project.report import count
from daytrail.source.docs_pages import matcher
from daytrail.source.private_text import blank_private

_DOUBTS_ABOUT_DATES = {"wrong-weekday", "date-out-of-order", "future-date"}
"""Codes of doubts about the date of a draft, which then replaces no other date."""
_START = re.compile(rf"\b(?:{any_of('start')})\b", re.IGNORECASE)
PROPOSED = "proposed"
"""Folder in docs/ for pages that an import proposes; mkdocs.yml lists it under `draft_docs`."""


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
        self._series = PlannedSeries(project, [source.log for source in sources], series)
        entries = (project.root / project.settings.paths.entries).resolve()
        self._existing = ExistingEntries(entries if self.folder.is_relative_to(entries) else self.folder)
        self._starter = self._remove_starter()
        if first_day:
            self._date_drafts(first_day)
        files = self._place()
        self._page_files: dict[Path, Sequence[tuple[Path, Path]]] = {}
        """Files that the pages of sources link to, each with the path of its copy."""
        self._pages_of_sources = {source.path: source.log.page for source in sources}
        """The pages with their links as they are in the sources."""
        self._former_pages: dict[Path, str] = {}
        """The pages as an import without `--source-url` writes them."""
        self.files = self._with_new_links(files)

    def _remove_starter(self) -> ExistingEntry | None:
        """Remove the entry of `daytrail init`, if it is unchanged and there are days to replace it."""
        if not any(source.log.drafts for source in self.sources):
            return None
        starter = next((entry for entry in self._existing.all if is_starter_entry(entry.text)), None)
        if starter:
            self._existing.remove(starter)
        return starter

    def _date_drafts(self, first_day: date) -> None:
        """Date the days that have only a number, counted from the first day of their series.

        Only one series is dated, since each has a first day of its own.
        """
        drafts = [draft for source in self.sources for draft in source.log.drafts]
        undated = [draft for draft in drafts if not draft.date and draft.day_numbers]
        series = self._series.id_of(undated[0]) if undated else ""
        known = {
            int(entry.day.partition("-")[0]): entry.date
            for entry in self._existing.all
            if entry.day and entry.date and entry.front_matter.get("series", "") == series
        }
        of_series = [draft for draft in drafts if self._series.id_of(draft) == series]
        dated = {id(one.before): one for one in date_by_number(of_series, first_day, known, self.project.today)}
        for source in self.sources:
            new_drafts, problems = [], [*source.log.diagnostics]
            for draft in source.log.drafts:
                if one := dated.get(id(draft)):
                    problems += one.problems
                elif not draft.date and draft.day_numbers:
                    message = f"day {day_text(draft)} got no date: its series is not that of the first undated day"
                    problems.append(diagnostic(draft.line, "first-day-contradiction", message))
                new_drafts.append(one.after if one else draft)
            source.log = replace(source.log, drafts=tuple(new_drafts), diagnostics=tuple(by_line(problems)))

    def _place(self) -> list[EntryFile]:
        """Return the file of each draft, in the order of the days."""
        drafts = [(draft, source) for source in self.sources for draft in source.log.drafts]
        drafts.sort(key=lambda pair: (pair[0].date or date.max, pair[0].day_numbers or (0, 0)))
        free_names, finder = FreeNames(self._existing.stems), CopyFinder(self._existing)
        copies = finder.find_all([(draft, self._series.id_of(draft)) for draft, _ in drafts])
        doubted_dates = {
            (source.path, problem.location.line)
            for source in self.sources
            for problem in source.log.diagnostics
            if problem.code in _DOUBTS_ABOUT_DATES
        }
        files = []
        seconds: defaultdict[Path, list[Problem]] = defaultdict(list)
        for (draft, source), copy in zip(drafts, copies, strict=True):
            series = self._series.id_of(draft)
            redated = None if copy else finder.find_redated(draft, series)
            is_doubted = (source.path, draft.line) in doubted_dates
            if copy and (copy.date or not draft.date):
                path = copy.path
            elif redated and is_doubted:
                path = redated.path
            else:
                folder = self.folder / f"{draft.date.year:04d}" if draft.date else self.folder
                path = folder / f"{free_names.take(entry_stem(draft))}.md"
                if not (copy or redated) and draft.date and (others := finder.others_of(draft.date)):
                    names = ", ".join(self.project.relative(entry.path) for entry in others)
                    message = f"a second entry, {path.name}, was written for {draft.date}, which already has {names}"
                    seconds[source.path].append(diagnostic(draft.line, "second-entry", message))
            schema = self.project.entry_schema(path.parent)
            files.append(EntryFile(source, draft, path, series, schema, copy or redated))
        for source in self.sources:
            source.log = replace(
                source.log, diagnostics=tuple(by_line([*source.log.diagnostics, *seconds[source.path]]))
            )
        return files

    def _with_new_links(self, files: Sequence[EntryFile]) -> list[EntryFile]:
        """Return the files with links that lead to the new entries, to copied files, or to the source on the web."""
        documents = self._linked_documents(files, with_urls=True)
        has_urls = any(source.url for source in self.sources)
        in_order = {document.path: iter(document.texts) for document in documents}
        without_urls = self._linked_documents(files, with_urls=False) if has_urls else documents
        former = {document.path: iter(document.texts) for document in without_urls}
        linked = [_linked(file, next(in_order[file.source.path]), next(former[file.source.path])) for file in files]
        drafts_of: defaultdict[Path, list[DraftEntry]] = defaultdict(list)
        for file in linked:
            drafts_of[file.source.path].append(file.draft)
        for source, document in zip(self.sources, documents, strict=True):
            page = next((text for text in document.texts if not text.draft), None)
            self._page_files[source.path] = page.copies if page else ()
            self._former_pages[source.path] = next((text.text for text in former[source.path]), "")
            problems = dict.fromkeys(problem for text in document.texts for problem in text.problems)
            source.log = replace(
                source.log,
                drafts=tuple(sorted(drafts_of[source.path], key=lambda draft: draft.line)),
                page=page.text if page else "",
                diagnostics=tuple(by_line([*source.log.diagnostics, *problems])),
                structure=(*source.log.structure, *(word for text in document.texts for word in text.lost_words)),
            )
        return linked

    def _linked_documents(self, files: Sequence[EntryFile], *, with_urls: bool) -> list[SourceLinks]:
        """Return the texts of each source with their new links: its entries in the order of the files, and its page."""
        texts_of: defaultdict[Path, list[LinkedText]] = defaultdict(list)
        for file in files:
            texts_of[file.source.path].append(LinkedText(file.path, file.draft.body, file.draft))
        for source in self.sources:
            if source.log.page:
                texts_of[source.path].append(LinkedText(self._page_paths[source.path], source.log.page))
        documents = [
            SourceLinks(one.path, one.text, one.url if with_urls else None, texts_of[one.path]) for one in self.sources
        ]
        LinkTargets(self.project.root, self.folder, documents).rewrite()
        return documents

    def plan(self, options: ImportOptions) -> tuple[list[Report], Changes]:
        """Return a report for each source, and the planned changes."""
        changes = Changes(self.project)
        reports = {source.path: self._report(source, options) for source in self.sources}
        self._plan_series(changes, reports[self.sources[0].path])
        if self._starter:
            note = ": the entry that `daytrail init` wrote; it was unchanged"
            changes.delete(self._starter.path, reports[self.sources[0].path], note)
        moves = {file.copy.path: file.path for file in self.files if file.copy and file.is_moved}
        for file in self.files:
            self._plan_entry(file, moves, changes, reports[file.source.path])
        self._report_former_days(reports)
        for source in self.sources:
            if source.log.page:
                self._plan_page(source, changes, reports[source.path])
        self._follow_moves(moves, changes)
        return list(reports.values()), changes

    def _plan_series(self, changes: Changes, report: Report) -> None:
        """Plan the series of the logs that the plan does not have."""
        path, before = self.project.root / self.project.settings.paths.curriculum, self._series.plan_before
        if self._series.plan_after not in ("", before):
            changes.create_or_replace(path, self._series.plan_after, report)
            if before is not None:
                name = self.project.relative(path)
                report.added += [f"{name}: the series {series['title']}" for series in self._series.new]

    def _plan_entry(self, file: EntryFile, moves: Mapping[Path, Path], changes: Changes, report: Report) -> None:
        """Plan an entry: a new one, or one that exists and is extended, renamed, or kept."""
        name, content, line = self.project.relative(file.path), file.content, file.draft.line
        if file.is_moved and file.copy:
            if content != file.text:
                content = relinked(content, file.copy.path.parent, file.path.parent, moves)
            changes.move(file.copy.path, file.path, content, report)
        elif file.copy and content != file.copy.text:
            changes.replace(file.path, content, report)
            lines = len(file.draft.body.split("\n")) - len(file.copy.body.splitlines())
            what = (
                "links to the source on the web"
                if file.gets_links
                else f"{count(lines, 'line')} that the source has now"
            )
            report.added.append(f"{name}: {what} (line {line} of the source)")
        elif not changes.create(file.path, file.text, report, f" (line {line} of the source)"):
            if difference := file.difference():
                report.differences[name] = difference
            return
        if not file.is_moved or content == file.text:
            for linked_file, target in file.linked_files:
                changes.copy(linked_file, target, report)

    def _report_former_days(self, reports: Mapping[Path, Report]) -> None:
        """Report the entries with text of a source that are none of its days, as when the source was read otherwise."""
        paths = {path for file in self.files for path in (file.path, file.copy and file.copy.path)}
        others = [entry for entry in self._existing.all if entry.path not in paths]
        for source in self.sources if others else ():
            lines = {cell.strip(" #") for line in source.text.split("\n") for cell in (line, *line.split("|"))}
            reports[source.path].kept += [
                f"{self.project.relative(entry.path)}: the source has this text, but not as the text of a day; delete "
                "the entry if an earlier import wrote it"
                for entry in others
                if entry.is_part_of(lines)
            ]

    def _plan_page(self, source: LogSource, changes: Changes, report: Report) -> None:
        """Plan a page with the text that belongs to no day, which is not published."""
        path, paths = self._page_paths[source.path], self.project.settings.paths
        name = self.project.relative(path)
        is_unlisted = not matcher(paths.exclude_docs, paths.draft_docs)(f"{PROPOSED}/{path.name}")
        draft = "draft: true\n" if is_unlisted or any(draft.is_draft for draft in source.log.drafts) else ""
        head = f"---\nrender_macros: false\n{draft}---\n\n"
        content, former = (f"{head}{page}\n" for page in (source.log.page, self._former_pages[source.path]))
        if changes.text(path) != content and (self._is_continued(source) or changes.text(path) == former):
            changes.replace(path, content, report)
            report.added.append(f"{name}: text that the source has now")
        elif not changes.create(path, content, report):
            return
        copies = self._page_files[source.path]
        for linked_file, target in copies:
            changes.copy(linked_file, target, report)
        report.page, report.page_text = name, self._pages_of_sources[source.path]
        step = f"`{name}` has the text that belongs to no day, and is not published. To publish it, move it"
        if copies:
            step += " and its files"
        names = dict.fromkeys([path.name, *(target.relative_to(path.parent).parts[0] for _, target in copies)])
        if draft:
            report.steps.append(Step(f"{step} out of `{PROPOSED}/` and remove `draft: true`"))
        elif any((self.project.root / paths.docs / moved).exists() for moved in names):
            report.steps.append(Step(f"{step} out of `{PROPOSED}/`"))
        else:
            moved = [f"{paths.docs}/{PROPOSED}/{moved}" for moved in names]
            new_place = f"{paths.docs}/" if copies else f"{paths.docs}/{path.name}"
            report.steps.append(Step(step, shlex.join(["mv", *moved, new_place])))

    def _follow_moves(self, moves: Mapping[Path, Path], changes: Changes) -> None:
        """Let links of other entries lead to the entries that are renamed."""
        names = {path.name for path in moves}
        for entry in self._existing.all if moves else ():
            text = changes.text(entry.path) or ""
            if entry.path not in moves and any(name in text for name in names):
                new_text = relinked(text, entry.path.parent, entry.path.parent, moves)
                if new_text != text:
                    changes.replace(entry.path, new_text)

    def losses(self, source: LogSource) -> list[Problem]:
        """Return a diagnostic for what neither the project, once the files are written, nor the report has."""
        entries = [
            WrittenEntry(
                *(file.draft.line, file.path.name, file.content),
                is_changed=file.content != file.text,
                lines_of_difference=file.new_lines,
            )
            for file in self.files
            if file.source is source
        ]
        page = source.log.page
        existing = read_if_exists(self._page_paths[source.path]) if page else None
        if existing is not None and not self._is_continued(source):
            page = existing
        return losses_of_log(source.text, source.log, entries, page)

    def _report(self, source: LogSource, options: ImportOptions) -> Report:
        log = source.log
        private_lines = _private_lines(source)
        diagnostics = [
            problem
            for problem in log.diagnostics
            if problem.code != UNPARSED_LINE or not self._series.has_title(problem.message)
        ]
        report = Report(self.project, options, source.path, describe_log(log), diagnostics, private_lines)
        report.steps += self._series.steps(log)
        undated = [file for file in self.files if file.source is source and not file.has_date]
        if numbered := sum(file.draft.day_numbers is not None for file in undated):
            why = f"{_have(numbered)} a day number but no date. Set the date of day 1"
            report.steps.append(Step(why, command_line(first_day=str(_first_day(log) or "YYYY-MM-DD"))))
        if not source.url and any(one.code == "broken-link" for one in log.diagnostics):
            why = "Some links lead to files that are not here. If the source is on the web, give its URL"
            report.steps.append(Step(why, command_line(source_url="URL")))
        if unnumbered := len(undated) - numbered:
            report.steps.append(Step(f"{_have(unnumbered)} no date. Write `date:` into the `undated-….md` files"))
        return report

    @cached_property
    def _page_paths(self) -> Mapping[Path, Path]:
        """The paths of pages by those of their sources; no two are the same, and none is that of another page."""
        folder = self.project.root / self.project.settings.paths.docs / PROPOSED
        with_page = [source for source in self.sources if source.log.page]
        stems = Counter(source.path.stem.casefold() for source in with_page)
        names = FreeNames(set())
        paths: dict[Path, Path] = {}
        for source in with_page:
            is_alone = stems[source.path.stem.casefold()] < 2
            base = slug(source.path.stem if is_alone else " ".join(source.name.with_suffix("").parts)) or "log"
            while source.path not in paths:
                path = folder / f"{names.take(base)}.md"
                existing = read_if_exists(path)
                if existing is None or ExistingEntry(path, existing).has_words_of(source.log.page):
                    paths[source.path] = path
        return paths

    def _is_continued(self, source: LogSource) -> bool:
        """Tell whether all lines of the page of an earlier import are in the new one as well."""
        path = self._page_paths[source.path]
        page = ExistingEntry(path, read_if_exists(path) or "")
        return bool(page.front_matter) and set(page.body.split("\n")) <= set(source.log.page.split("\n"))


def _linked(file: EntryFile, text: LinkedText, former: LinkedText) -> EntryFile:
    """Return the file of an entry with its links as they were rewritten."""
    draft = replace(file.draft, body=text.text)
    return replace(file, draft=draft, former_body=former.text, linked_files=text.copies)


def describe_log(log: ImportedLog) -> str:
    """Return what a source was recognised as, as in `countdown log, 49 entries, T-154 to T-106`."""
    days = sorted(draft.date for draft in log.drafts if draft.date)
    numbers = [number for draft in log.drafts if draft.day_numbers for number in draft.day_numbers]
    parts = ["countdown log" if log.goal else "log", count(len(log.drafts), "entry")]
    if log.form:
        parts += ["one entry a week" if log.form == "week" else f"one {log.form} per day", *_order(log)]
    if days:
        parts.append(f"{days[0]} to {days[-1]}" if days[0] != days[-1] else str(days[0]))
    if log.goal and days:
        parts.append(f"T-{(log.goal - days[0]).days} to T-{(log.goal - days[-1]).days}, T-0 on {log.goal}")
    if numbers:
        parts.append(f"days {min(numbers)} to {max(numbers)}")
    if empty := sum(not draft.body for draft in log.drafts):
        parts.append(f"{empty} empty")
    return ", ".join(parts)


def _order(log: ImportedLog) -> Iterator[str]:
    """Yield whether the newest or the oldest day is the first; nothing if it is neither."""
    days = [one.date.toordinal() for one in log.drafts if one.date]
    days = days or [one.day_numbers[0] for one in log.drafts if one.day_numbers]
    falls, rises = (sum(sign * before < sign * day for before, day in pairwise(days)) for sign in (-1, 1))
    if min(falls, rises) * 3 <= max(falls, rises):
        yield "newest first" if falls > rises else "oldest first"


def _first_day(log: ImportedLog) -> date | None:
    """Return the date of day 1 by the first day with a number and a date, or by the only line that says when it was."""
    for draft in log.drafts:
        if draft.day_numbers and draft.date:
            return draft.date - timedelta(days=draft.day_numbers[0] - 1)
    lines = [prose(line) for line in log.page.split("\n") if _START.search(line)]
    found = [dated[0] for line in lines if (dated := find_date(line))]
    days = {written.resolve(written.year, "mdy") for written in found if written.year}
    return days.pop() if len(days) == 1 else None


def _have(number: int) -> str:
    return f"{count(number, 'entry')} {'has' if number == 1 else 'have'}"


def _private_lines(source: LogSource) -> Set[int]:
    """Return the numbers of the lines with a private passage."""
    public, _ = blank_private(source.text, "", kind="markdown")
    lines = zip(source.text.split("\n"), public.split("\n"), strict=True)
    return {number for number, (line, blank) in enumerate(lines, start=1) if line != blank}
