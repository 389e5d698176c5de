"""`daytrail import log`: each day of a log becomes an entry."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.files import refuse_disposable, refuse_link
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import ProjectSettings, open_settings
from daytrail.cli.importing.entries import ExistingEntries, entry_stem, entry_text
from daytrail.cli.importing.file_changes import FileChanges
from daytrail.cli.importing.folder import entry_of_file
from daytrail.cli.importing.log_links import DocumentLinks
from daytrail.cli.importing.log_verify import verify_log
from daytrail.cli.importing.run import ImportKind, ImportOptions, Source, import_options, run_import
from daytrail.cli.importing.series import SeriesPlan, present_titles
from daytrail.importers.document import Document
from daytrail.importers.log_proposal import propose_log, recipe_of_dated_files
from daytrail.importers.log_reader import Day, LogResult, read_log
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.recipe import LogRecipe, Proposal
from daytrail.source.private_text import cut_private


class LogImport(ImportKind[LogRecipe, LogResult]):
    """Import of logs."""

    name = "log"
    has_own_links = True
    model = LogRecipe
    hint = 'days:\n  - "## {month} {d}"  # for example for the line `## February 15`'

    def propose(self, document: Document, project: ProjectSettings) -> Proposal | None:
        """Return a recipe for a log; None if no form of lines with a date or a number repeats."""
        return propose_log(document, project.today, present_titles(project))

    def known_recipe(self, document: Document) -> LogRecipe | None:
        """Return the recipe of a folder of dated files, which needs none."""
        return recipe_of_dated_files(document) if document.files else None

    def read(self, document: Document, recipe: LogRecipe, project: ProjectSettings) -> LogResult:
        """Read a log by its recipe."""
        return read_log(document, recipe, project.today)

    def preview(self, result: LogResult) -> Preview:
        """Return the preview of a log."""
        return result.preview()

    def plan_changes(
        self, sources: Sequence[Source[LogRecipe, LogResult]], project: ProjectSettings, changes: FileChanges
    ) -> list[str]:
        """Plan entries, files that they link to, and series; return notes about entries that are kept."""
        folder = project.root / project.settings.paths.entries
        refuse_link(project.root, folder)
        refuse_disposable(project.settings, folder)
        series = SeriesPlan(project, changes)
        existing = ExistingEntries(folder, SeriesPlan(project))
        notes: list[str] = []
        if existing.starter and any(source.result.days for source in sources):
            changes.delete(existing.starter.path)
            notes.append(f"{project.relative(existing.starter.path)} is removed: it was the unchanged first entry")
        used = set(existing.stems)
        for source in sources:
            planned = _Entries(source, project, existing, folder, used)
            for title, goal in source.result.goals().items():
                series.add(title, goal, [old for old, new in source.recipe.rename.items() if new == title])
            notes += planned.put(changes, series)
        return notes

    def verify(self, sources: Sequence[Source[LogRecipe, LogResult]], project: ProjectSettings) -> Iterator[Finding]:
        """Yield what of the logs is missing in the project, or different."""
        for source in sources:
            yield from verify_log(source.document, source.recipe, project)


class _Entries:
    """The entries of one log."""

    def __init__(
        self,
        source: Source[LogRecipe, LogResult],
        project: ProjectSettings,
        existing: ExistingEntries,
        folder: Path,
        used: set[str],
    ) -> None:
        self._source = source
        self._project = project
        self._days = sorted(source.result.days, key=lambda day: (day.date or date.max, day.number or 0))
        self._copies = {day.line: existing.take(day, day.body) for day in self._days}
        self._seconds = [(day, existing.of_date(day)) for day in self._days if not self._copies[day.line]]
        self.paths: dict[int, Path] = {}
        for day in self._days:
            copy = self._copies[day.line]
            of_year = folder / f"{day.date.year:04d}" if day.date else folder
            self.paths[day.line] = copy.path if copy else of_year / f"{entry_stem(day, used)}.md"
        self._folder = source.path if source.document.files else source.path.parent

    def put(self, changes: FileChanges, series: SeriesPlan) -> list[str]:
        """Plan the files; return notes about entries that are kept, and about second entries of a date."""
        result, path = self._source.result, self._source.path
        links = DocumentLinks(self._folder, self._source.document, result, self._source.url, self.paths)
        notes = [
            f"{path}:{day.line}: {day.date} gets a second entry beside {', '.join(names)}"
            for day, names in self._seconds
            if names
        ]
        for day in self._days:
            body = links.body(day.line, day.body)
            if cut_private(body, str(path), day.line)[1]:
                message = "a private passage does not begin and end in one day: give each day its own markers"
                raise click.ClickException(f"{path}:{day.line}: {message}")
            notes += self._put(day, body, changes, series)
        for target, file in links.copies.items():
            changes.copy(file, target)
        return notes + [f"{path}:{finding.line}: {finding.text}" for finding in links.broken]

    def _put(self, day: Day, body: str, changes: FileChanges, series: SeriesPlan) -> Iterator[str]:
        path, copy = self.paths[day.line], self._copies[day.line]
        if not copy:
            schema = self._project.entry_schema(path.parent)
            file = self._source.document.files.get(day.file)
            if file is None:
                text = entry_text(day, body, series.id_of(day.series), schema)
            else:
                text = entry_of_file(file, body, day, series.id_of(day.series))
            changes.put(path, text)
        elif (grown := copy.with_body(body)) is not None:
            changes.put(path, grown)
        elif difference := copy.difference(body):
            yield f"{self._project.relative(path)} differs from line {day.line}, and is kept:\n{difference}"


@click.command(
    epilog=examples(
        "daytrail import log progress.md",
        "daytrail import log progress.md --write",
        "daytrail import log progress.md --verify",
        "daytrail import log days.csv",
    )
)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="FILE…")
@import_options
@click.pass_obj
def log(start: Path, /, files: tuple[Path, ...], **options: Any) -> None:
    """Import learning logs: each day becomes an entry.

    The first run writes a recipe, which says how the log is read, and prints what comes of it.
    Correct the recipe until the preview is right; then --write writes the entries. A second import
    adds what is new. No entry is overwritten.

    Exit status: 0 if the import succeeds, 1 if it fails or --verify finds a difference, 2 for
    wrong usage.
    """
    run_import(LogImport(), open_settings(start), files, ImportOptions(**options))
