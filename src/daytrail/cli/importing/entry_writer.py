"""What an import of logs writes: entries, the files that they show, a page for the rest, and the names of series."""

import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count as count_from
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.entry_text import NewFile, entry_files
from daytrail.cli.importing.report import Report, read_if_there
from daytrail.cli.importing.series import advice, ids_of, new_plan
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.text.coverage import count_words, missing_words
from daytrail.importers.text.diagnostics import diagnostic
from daytrail.importers.text.local_links import local_targets, path_of
from daytrail.model.base import slug
from daytrail.problems import Problem
from daytrail.source.yaml.write import to_yaml
from daytrail.views.words import count

_MANY = 1000
"""Entries from which on writing them takes a while."""


@dataclass(frozen=True)
class Source:
    """A file that is imported."""

    path: Path
    text: str
    found: ImportedLog


class Entries:
    """The entries of some sources, and where they go."""

    def __init__(self, project: ProjectSettings, folder: Path, series: str | None, sources: Sequence[Source]) -> None:
        self.project = project
        self.folder = folder.resolve()
        self.sources = sources
        self._own = project.plan.series
        self._plan_path = project.root / project.settings.paths.curriculum
        new = series is None and read_if_there(self._plan_path) is None
        self.plan = new_plan([source.found for source in sources]) if new else {}
        """A plan that names the series, where there is none."""
        ids = ids_of(self.plan, self._own) if series is None else {}
        schema = (project.root / "schemas/entry.schema.json").is_file() and self.folder.is_relative_to(project.root)
        depth = len(self.folder.relative_to(project.root).parts) if schema else None
        drafts = [(source, draft) for source in sources for draft in source.found.drafts]

        def series_of(draft: DraftEntry) -> str:
            return series or ids.get(draft.series.casefold(), "")

        self.files = entry_files(drafts, series_of, depth)
        self.names: list[str] = []
        """Where each of them is, or would be, in the folder."""

    def write(self, *, dry: bool) -> list[Report]:
        """Write what is not there yet, and say what became of each source."""
        reports = {source.path: self._report(source) for source in self.sources}
        first = reports[self.sources[0].path]
        if self.plan:
            first.write(self.project.root, self._plan_path, to_yaml(self.plan), dry=dry)
        files = self.files
        if len(files) >= _MANY and not dry:
            with click.progressbar(files, label="writing entries", file=sys.stderr) as shown:
                self._place(shown, reports, dry=dry)
        else:
            self._place(files, reports, dry=dry)
        for source in self.sources:
            self._page(source, reports[source.path], dry=dry)
        return list(reports.values())

    def lost(self, source: Source) -> list[Problem]:
        """Return the lines of a source with words that neither the project nor the report has."""
        pairs = zip(self.files, self.names, strict=True)
        own = [(file.draft, read_if_there(self.folder / name) or "") for file, name in pairs if file.source is source]
        found = [
            diagnostic(draft.line, "missing-words", " ".join(gone))
            for draft, there in own
            if (gone := count_words(f"{draft.title} {draft.body}") - count_words(there))
        ]
        page = read_if_there(self._page_path(source)) or ""
        kept = [there for _, there in own]
        return found or missing_words(source.text, [*kept, page], source.found.diagnostics, source.found.structure)

    # Entries

    def _place(self, files: Any, reports: Mapping[Path, Report], *, dry: bool) -> None:
        taken: set[str] = set()
        for file in files:
            report = reports[file.source.path]
            name = self._free(file, taken)
            taken.add(name)
            self.names.append(name)
            line = f" (line {file.draft.line} of the source)"
            before = len(report.kept)
            report.write(self.project.root, self.folder / name, file.text, dry=dry, where=line)
            if len(report.kept) == before:
                self._copy(file, (self.folder / name).parent, report, dry=dry)

    def _free(self, file: NewFile[Source], taken: set[str]) -> str:
        """Return the name under which an entry is, has been edited, or may be written beside others of its day."""
        stem = file.path.removesuffix(".md")
        edited = ""
        for number in count_from(1):
            name = f"{stem}.md" if number == 1 else f"{stem}-{number}.md"
            there = read_if_there(self.folder / name)
            if there is None and name not in taken:
                return edited or name
            if name in taken or there is None:
                continue
            if there == file.text:
                return name
            if not edited and _is_edited(file, there):
                edited = name
        raise AssertionError  # numbers do not end

    def _copy(self, file: NewFile[Source], folder: Path, report: Report, *, dry: bool) -> None:
        """Copy what an entry shows or links to on the writer's disk, so that its links go on leading there."""
        for target in local_targets(file.draft.body):
            path = path_of(target)
            doubt = (
                self._copied(file.source.path.parent / path, folder / path, report, dry=dry)
                if path
                else "no heading here"
            )
            if doubt:
                message = f"`{target}` leads nowhere now: {doubt}"
                report.diagnostics.append(diagnostic(file.draft.line, "broken-link", message))

    def _copied(self, source: Path, target: Path, report: Report, *, dry: bool) -> str:
        """Copy a file; return why not, or nothing."""
        target = target.resolve()
        if not target.is_relative_to(self.folder):
            return "it would lie outside of the entries"
        try:
            if not source.is_file():
                return "there is no such file beside the source"
            if source.suffix.casefold() in (".md", ".markdown"):
                return "it is a page of its own, to be imported by itself"
            raw = source.read_bytes()
            name = (
                target.relative_to(self.project.root).as_posix()
                if target.is_relative_to(self.project.root)
                else str(target)
            )
            if target.exists():
                if target.is_file() and target.read_bytes() == raw:
                    report.unchanged.append(name)
                    return ""
                return f"another file is {name} already"
            if not dry:
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("xb") as out:
                    out.write(raw)
                shutil.copymode(source, target)
        except (OSError, ValueError) as stop:
            return str(getattr(stop, "strerror", None) or stop)
        report.written.append(name)
        return ""

    # What belongs to no day

    def _page_path(self, source: Source) -> Path:
        return self.project.root / self.project.settings.paths.docs / PROPOSED / f"{slug(source.path.stem) or 'log'}.md"

    def _page(self, source: Source, report: Report, *, dry: bool) -> None:
        if not source.found.page:
            return
        path = self._page_path(source)
        report.write(self.project.root, path, f"---\nrender_macros: false\n---\n\n{source.found.page}\n", dry=dry)
        report.advice.append(
            f"{path.relative_to(self.project.root).as_posix()} has what belongs to no day; it is not published until it"
            f" stands outside of {PROPOSED}/"
        )

    def _report(self, source: Source) -> Report:
        found = source.found
        report = Report(str(source.path), read_as(found), diagnostics=list(found.diagnostics))
        if not self.plan:
            report.advice += advice(found, self._own)
        if undated := sum(draft.date is None for draft in found.drafts):
            has = f"{count(undated, 'entry')} {'has' if undated == 1 else 'have'}"
            report.advice.append(f"{has} no date; `--first-day DATE` counts from their numbers")
        return report


PROPOSED = "proposed"
"""The folder of docs/ for pages that an import proposes; mkdocs.yml lists it under `draft_docs`."""


def _is_edited(file: NewFile[Source], there: str) -> bool:
    """Tell whether a file is this entry with changes, on either side, rather than another one of the same day."""
    own = count_words(f"{file.draft.title} {file.draft.body}")
    if not own:
        return there.startswith(file.text.rstrip())
    theirs = count_words(there.partition("\n---\n")[2])
    return (own & theirs).total() * 2 >= max(1, min(own.total(), theirs.total()))


def read_as(found: ImportedLog) -> str:
    """Return what the source was taken for, as in `countdown log, 49 entries, T-154 to T-106`."""
    days = sorted(draft.date for draft in found.drafts if draft.date)
    numbers = [number for draft in found.drafts if draft.day_numbers for number in draft.day_numbers]
    said = ["countdown log" if found.goal else "log", count(len(found.drafts), "entry")]
    if found.form:
        said.append(f"a {found.form} each, {'newest' if found.newest_first else 'oldest'} first")
    if days:
        said.append(f"{days[0]} to {days[-1]}")
    if found.goal and days:
        said.append(f"T-{(found.goal - days[0]).days} to T-{(found.goal - days[-1]).days}, T-0 on {found.goal}")
    if numbers:
        said.append(f"days {min(numbers)} to {max(numbers)}")
    if empty := sum(not draft.body for draft in found.drafts):
        said.append(f"{empty} empty")
    return ", ".join(said)
