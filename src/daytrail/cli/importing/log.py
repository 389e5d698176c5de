"""`daytrail import log`: each day of a log becomes an entry."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

import click

from daytrail.cli.common.files import refuse_link
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project, open_project
from daytrail.cli.importing.changes import FileChanges
from daytrail.cli.importing.entries import (
    ExistingEntries,
    ExistingEntry,
    SeriesPlan,
    entry_of_file,
    entry_stem,
    entry_text,
    present_titles,
)
from daytrail.cli.importing.log_links import DocumentLinks
from daytrail.cli.importing.run import ImportKind, ImportOptions, Source, import_options, run_import
from daytrail.importers.document import Document
from daytrail.importers.log_proposal import form_of, propose_log, recipe_of_dated_files
from daytrail.importers.log_reader import Day, Log, read_log
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.recipe import LogRecipe
from daytrail.model.entry import DayNumber
from daytrail.source.private_text import cut_private

LogSource: TypeAlias = Source[LogRecipe, Log]


@dataclass(frozen=True)
class _Entry:
    """The entry of a day, which may exist."""

    day: Day
    path: Path
    existing: ExistingEntry | None = None


def _hint(document: Document) -> str:
    """Return the beginning of a recipe, with the pattern of the line that looks like a day, if there is one."""
    marks = (line.mark for line in document.lines if line.may_mark)
    line, pattern = next(((mark, form) for mark in marks if (form := form_of(mark))), ("## May 4", "## {month} {d}"))
    return f"days:\n  - {json.dumps(pattern, ensure_ascii=False)}  # for lines such as `{line}`"


def _preview(source: LogSource, project: Project) -> Preview:
    """Return the preview of a log, with its links that will become text."""
    entries = list(_entries(source, project, None, set()))
    links = _links(source, entries)
    for entry in entries:
        links.body(entry.day)
    preview = source.result.result()
    return replace(preview, checks=[*preview.checks, *dict.fromkeys(links.broken)])


def _entries(source: LogSource, project: Project, existing: ExistingEntries | None, used: set[str]) -> Iterator[_Entry]:
    """Yield the entry of each day; those that are new get a name that is not among the used ones."""
    folder = project.root / project.settings.paths.entries
    for day in sorted(source.result.days, key=lambda day: (day.date or date.max, day.number or 0)):
        entry = existing.take(day, day.body) if existing else None
        of_year = folder / f"{day.date.year:04d}" if day.date else folder
        yield _Entry(day, entry.path if entry else of_year / f"{entry_stem(day, used)}.md", entry)


def _links(source: LogSource, entries: Sequence[_Entry]) -> DocumentLinks:
    folder = source.path if source.document.files else source.path.parent
    paths = {entry.day.line: entry.path for entry in entries}
    return DocumentLinks(folder, source.document, source.result, source.url, paths)


def _plan_changes(sources: Sequence[LogSource], project: Project, changes: FileChanges) -> Sequence[str]:
    """Plan entries, files that they link to, and series; return notes about entries that are kept."""
    folder = project.root / project.settings.paths.entries
    refuse_link(project.root, folder)
    series = SeriesPlan(project)
    existing = ExistingEntries(project, series)
    notes: list[str] = []
    if existing.starter and any(source.result.days for source in sources):
        changes.put(existing.starter.path, None)
        notes.append(f"{project.relative(existing.starter.path)} is removed: it was the unchanged first entry")
    used = {entry.path.stem for entry in existing.all if entry is not existing.starter}
    series.is_new = not used
    for source in sources:
        entries = list(_entries(source, project, existing, used))
        for title, goal in source.result.goals().items():
            series.add(title, goal, [old for old, new in source.recipe.rename.items() if new == title], changes)
        links = _links(source, entries)
        for entry in entries:
            others = () if entry.existing else existing.all
            if names := [one.path.name for one in others if one.date == str(entry.day.date)]:
                line = f"{source.path}:{entry.day.line}"
                notes.append(f"{line}: {entry.day.date} gets a second entry beside {', '.join(names)}")
            body = links.body(entry.day)
            if note := _put(entry, body, source, changes, series.id_of(entry.day.series), project):
                notes.append(note)
        for target, file in links.copies.items():
            changes.copy(file, target)
    return notes


def _put(
    entry: _Entry, body: str, source: LogSource, changes: FileChanges, series: str, project: Project
) -> str | None:
    """Plan the text of an entry; return a note if it was changed here and in the document, and is kept."""
    day, files = entry.day, source.document.files
    if cut_private(body, str(source.path), day.line)[1]:
        message = "a private passage does not begin and end in one day: give each day its own markers"
        raise click.ClickException(f"{source.path}:{day.line}: {message}")
    if entry.existing:
        if (grown := entry.existing.with_body(body)) is not None:
            changes.put(entry.path, grown)
        elif difference := entry.existing.difference(body):
            return f"{project.relative(entry.path)} differs from line {day.line}, and is kept:\n{difference}"
    elif day.file:
        changes.put(entry.path, entry_of_file(files[day.file], body, day, series))
    else:
        changes.put(entry.path, entry_text(day, body, series, project.entry_schema(entry.path.parent)))
    return None


# -- comparison with what was written --

_WORD = re.compile(r"\w+")
_URL = re.compile(r"https?://[^\s<>()\[\]\"'`]+")
_BOX = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]", re.MULTILINE)
_TARGET = re.compile(r"\]\([^()\s]*\)|\[\[|\]\]|%%|<!--|-->")


def _verify(source: LogSource, project: Project) -> Iterator[Finding]:
    """Yield the days, numbers, titles, totals, series, words, boxes and links that the project lacks or changed."""
    result, series = source.result, SeriesPlan(project)
    entries = ExistingEntries(project, series)
    for title, goal in result.goals().items():
        line = next(day.line for day in result.days if day.series == title)
        if not series.id_of(title):
            yield Finding(line, f"the plan has no series `{title}`")
        elif goal is not None and series.goal_of(title) != goal:
            yield Finding(line, f"the series `{title}` has the goal {series.goal_of(title)}, not {goal}")
    for day in result.days:
        if entry := entries.take(day, day.body):
            yield from _differences(day, entry, "\n".join(line.text for line in day.content), series)
        else:
            yield Finding(day.line, f"no entry for {day.date or 'a day without a date'}")


def _differences(day: Day, entry: ExistingEntry, lines: str, series: SeriesPlan) -> Iterator[Finding]:
    """Yield what an entry has otherwise than the document."""
    name = entry.path.name
    expected = {
        "date": str(day.date) if day.date else "",
        "day": str(DayNumber(*day.numbers)) if day.numbers else "",
        "series": series.id_of(day.series),
        "title": day.title,
        "hours": f"{day.hours:g}" if day.hours else "",
    }
    written = {**entry.front_matter, "date": entry.date if day.date else ""}
    for key, value in expected.items():
        if " ".join(str(written.get(key, "")).split()) != " ".join(value.split()):
            yield Finding(day.line, f"{name} has the {key} `{written.get(key, '')}`, not `{value}`")
    text = f"{entry.body}\n{' '.join(map(str, entry.front_matter.get('links', ())))}"
    for source in dict.fromkeys((lines, day.body)):
        missing = _words(source) - _words(text)
        if missing:
            words = " ".join(list(missing.elements())[:8])
            yield Finding(day.line, f"{missing.total()} words are not in {name}: {words}")
    urls = {url for url in _URL.findall(f"{lines}\n{day.body}") if url.rstrip(".,;:!?*_") not in text}
    yield from (Finding(day.line, f"a link is not in {name}: {url}") for url in sorted(urls))
    boxes, written_boxes = (_BOX.findall(one.lower()) for one in (lines or day.body, entry.body))
    if boxes != written_boxes:
        states = " ".join(f"`[{sign}]`" for sign in boxes)
        yield Finding(day.line, f"the checkboxes in {name} differ; the document has {states or 'none'}")


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(_TARGET.sub(" ", text)))


LOG = ImportKind(
    name="log",
    model=LogRecipe,
    hint=_hint,
    propose=lambda document, project: propose_log(document, project.today, present_titles(project)),
    read=lambda document, recipe, project: read_log(document, recipe, project.today),
    preview=_preview,
    plan_changes=_plan_changes,
    verify=_verify,
    known_recipe=lambda document: recipe_of_dated_files(document) if document.files else None,
    has_own_links=True,
)


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

    The first run writes a recipe, which says how the log is read, and prints a preview.
    Correct the recipe until the preview is right; then --write writes the entries. A second import
    adds what is new. No entry is overwritten.

    Exit status: 0 if the import succeeds, 1 if it fails or --verify finds a difference, 2 for
    wrong usage.
    """
    run_import(LOG, open_project(start), files, ImportOptions(**options))
