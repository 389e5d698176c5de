"""`daytrail import log`: each day of a log becomes an entry."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

import click

from daytrail.cli.common.files import refuse_link
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project, open_project
from daytrail.cli.importing.changes import FileChanges
from daytrail.cli.importing.entries import ExistingEntries, ExistingEntry, SeriesPlan, front_matter_of, new_entry
from daytrail.cli.importing.log_links import DocumentLinks
from daytrail.cli.importing.run import ImportKind, Source, import_options, run_import
from daytrail.importers.imported import unused_name
from daytrail.importers.log_proposal import propose_log, recipe_of_dated_files
from daytrail.importers.log_reader import Day, Log, read_log
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.recipe import LogRecipe
from daytrail.source.private_text import cut_private

LogSource: TypeAlias = Source[LogRecipe, Log]


def _preview(source: LogSource, project: Project) -> Preview:
    """Return the preview of a log, with its links that will become text."""
    entries, links = _entries(source, project, None, set())
    for day, _, _ in entries:
        links.body(day)
    preview = source.result.result()
    broken = sorted(dict.fromkeys(links.broken), key=lambda finding: finding.line)
    return replace(preview, checks=[*preview.checks, *broken])


def _entries(
    source: LogSource, project: Project, existing: ExistingEntries | None, used: set[str]
) -> tuple[list[tuple[Day, Path, ExistingEntry | None]], DocumentLinks]:
    """Return the entry of each day, and their links; those that are new get a name that is not among the used ones."""
    entries = []
    for day in sorted(source.result.days, key=lambda day: (day.date or date.max, day.number or 0)):
        entry = existing.take(day, day.body) if existing else None
        folder = project.root / project.settings.paths.entries / (f"{day.date.year:04d}" if day.date else "")
        base = str(day.date or "") or (f"undated-{day.line:04d}" if day.number is None else f"day-{day.number:04d}")
        stem = PurePosixPath(day.file).stem
        is_named = day.date and stem.startswith(base) and stem[len(base) :][:1] in ("", "-", "_", " ")
        path = entry.path if entry else folder / f"{unused_name(stem if is_named else base, used)}.md"
        entries.append((day, path, entry))
    folder = source.path if source.document.files else source.path.parent
    return entries, DocumentLinks(folder, source.document, source.url, {day: path for day, path, _ in entries})


def _plan_changes(sources: Sequence[LogSource], project: Project, changes: FileChanges) -> Sequence[str]:
    """Plan entries, files that they link to, and series; return notes about entries that are kept."""
    refuse_link(project.root, project.root / project.settings.paths.entries)
    series = SeriesPlan(project)
    existing = ExistingEntries(project, series)
    notes: list[str] = []
    if existing.starter and any(source.result.days for source in sources):
        changes.put(existing.starter.path, None)
        notes.append(f"{project.relative(existing.starter.path)} is removed: it was the unchanged first entry")
    used = {entry.path.stem for entry in existing.all if entry is not existing.starter}
    series.is_new = not used
    for source in sources:
        entries, links = _entries(source, project, existing, used)
        for title, goal in source.result.goals().items():
            renamed = source.recipe_file.recipe.rename.items()
            series.add(title, goal, [old for old, new in renamed if new == title], changes)
        for day, path, entry in entries:
            at, body = f"{source.path}:{day.line}", links.body(day)
            if cut_private(body, str(source.path), day.line)[1]:
                message = "a private passage does not begin and end in one day: give each day its own markers"
                raise click.ClickException(f"{at}: {message}")
            beside = [one.path.name for one in existing.all if not entry and one.date == str(day.date)]
            notes += [f"{at}: {day.date} gets a second entry beside {', '.join(beside)}"] if beside else []
            schema, whole = project.entry_schema(path.parent), source.document.files.get(day.file)
            text = entry.grown(body) if entry else new_entry(day, body, series.id_of(day.series), schema, whole)
            if text is not None:
                changes.put(path, text)
            elif entry and (difference := entry.difference(body)):
                notes.append(f"{project.relative(path)} differs from line {day.line}, and is kept:\n{difference}")
        for target, file in links.copies.items():
            changes.copy(file, target)
    return notes


def _verify(source: LogSource, project: Project) -> Iterator[Finding]:
    """Yield the days, numbers, titles, totals, series, words, boxes and links that the project lacks or changed."""
    log, series = source.result, SeriesPlan(project)
    for title, goal in log.goals().items():
        line = next(day.line for day in log.days if day.series == title)
        if not series.id_of(title):
            yield Finding(line, f"the plan has no series `{title}`")
        elif goal is not None and series.goal_of(title) != goal:
            yield Finding(line, f"the series `{title}` has the goal {series.goal_of(title)}, not {goal}")
    entries, links = _entries(source, project, ExistingEntries(project, series), set())
    for day, path, entry in entries:
        if not entry:
            yield Finding(day.line, f"no entry for {day.date or 'a day without a date'}")
            continue
        written = {**entry.front_matter, "date": entry.date if day.date else "", "links": day.links}
        for key, expected in front_matter_of(day, series.id_of(day.series)).items():
            value, other = (" ".join(str(one or "").split()) for one in (expected, written.get(key, "")))
            if value != other:
                yield Finding(day.line, f"{path.name} has the {key} `{other}`, not `{value}`")
        if difference := entry.difference(links.body(day)):
            yield Finding(day.line, f"{path.name} differs:\n{difference}")


LOG = ImportKind(
    name="log",
    model=LogRecipe,
    hint='days:\n  - "## {month} {d}"  # for lines such as `## May 4`',
    propose=lambda document, project: propose_log(document, project.today, [one.title for one in project.plan.series]),
    read=lambda document, recipe, project: read_log(document, recipe, project.today),
    preview=_preview,
    plan_changes=_plan_changes,
    verify=_verify,
    known_recipe=lambda document: recipe_of_dated_files(document) if document.files else None,
    has_own_links=True,
)


@click.command(epilog=examples("daytrail import log progress.md", "daytrail import log progress.md --write"))
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="FILE…")
@import_options
@click.pass_obj
def log(start: Path, /, files: tuple[Path, ...], **options: Any) -> None:
    """Import learning logs: each day becomes an entry.

    The first run writes a recipe, which says how the log is read, and prints a preview.
    Correct the recipe until the preview is right; then --write writes the entries. A second import
    adds what is new. No entry is overwritten.

    Exit status: 0 if the import succeeds, 1 if it fails or --verify finds a difference, 2 for
    wrong usage.
    """
    run_import(LOG, open_project(start), files, **options)
