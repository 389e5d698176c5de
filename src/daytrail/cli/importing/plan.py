"""`daytrail import plan` and `daytrail import reading`: each writes or extends one YAML file of the project."""

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from textwrap import indent
from typing import Any

import click

from daytrail.cli.common.files import disk_errors, refuse_link
from daytrail.cli.common.lock import project_lock
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import ProjectSettings, open_settings
from daytrail.cli.importing.changes import Changes
from daytrail.cli.importing.common import (
    SOURCE_OR_FOLDER,
    ImportOptions,
    import_options,
    read_if_exists,
    read_public_source,
    with_short_lines,
)
from daytrail.cli.importing.list_items import combine_lists, is_grown, place_list
from daytrail.cli.importing.plan_weeks import combine_plans, place_plan
from daytrail.cli.importing.reading_source import is_export, read_reading_source
from daytrail.cli.importing.report import Report, Step, check_report_path, print_reports
from daytrail.cli.importing.result_check import refuse_new_errors
from daytrail.cli.importing.source_files import SourceFile, SourceFolder, find_source_files
from daytrail.cli.importing.starter import entries_without_starter_items, replace_starter_plan
from daytrail.cli.importing.verify import print_losses
from daytrail.importers.plan.reader import ImportedPlan, read_plan
from daytrail.importers.reading.formats import read_foreign_list
from daytrail.importers.reading.reader import ImportedList, read_list
from daytrail.importers.text.coverage import find_losses
from daytrail.importers.text.diagnostics import diagnostic
from daytrail.importers.text.markdown import heading_text
from daytrail.importers.text.outline import BlockType, read_outline
from daytrail.model.curriculum import LISTS
from daytrail.problems import Problem, quoted
from daytrail.project.report import count
from daytrail.source.load import ProjectPaths
from daytrail.source.yaml.merge import add_first, merge
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import to_yaml

_TEXT_ENDINGS = (".md", ".markdown", ".mdx", ".txt", ".csv", ".tsv", ".html", ".htm", ".bib")
"""Endings of the files that are read in a folder."""


@click.command(
    epilog=examples(
        "daytrail import plan roadmap.md --dry-run", "daytrail import plan roadmap.md", "daytrail import plan weeks/"
    )
)
@click.argument("files", nargs=-1, required=True, type=SOURCE_OR_FOLDER, metavar="FILE…")
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The plan to write or extend. [default: curriculum.yaml]",
)
@click.option(
    "--done",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="Date of items that are ticked without a date. [default: today]",
)
@import_options
@click.pass_obj
def plan(start: Path, /, files: tuple[Path, ...], into: Path | None, done: datetime | None, **options: Any) -> None:
    """Import a study plan, with its parts, weeks, items, milestones and map of topics.

    Several files, or the files of a folder, become one plan. An existing plan is extended by what
    it lacks; nothing in it changes. The plan of `daytrail init` is replaced while it is as it was
    written. Prints the names of the files that were written.

    Exit status: 0 if the import succeeds, 1 if it fails or --verify finds a loss, 2 for wrong usage.
    """
    project, output = open_settings(start), ImportOptions(**options)
    sources = [(source, read_public_source(source.path)) for source in _source_files(project, files, output.source_url)]
    common_title = _common_title(sources)
    documents = []
    for source, text in sources:
        title = common_title or source.path.stem.replace("-", " ").replace("_", " ")
        day = done.date() if done else project.today
        imported = read_plan(text, title, day, source.url, is_whole=len(sources) == 1)
        read_as = _describe_plan(imported) if imported.data else "document without a plan"
        documents.append(_Document(source, text, imported, read_as))
    if not any(document.imported.data for document in documents):
        raise click.ClickException(
            f"{_names(files)}: no items of a plan were found, such as `- [ ] Read chapter 1`; nothing was written"
        )
    target = into or project.root / project.settings.paths.curriculum
    _Import(project, output, documents, target, "curriculum").run(_plan_texts)


@click.command(
    epilog=examples(
        "daytrail import reading papers.md --dry-run",
        "daytrail import reading papers.md",
        "daytrail import reading lists/",
    )
)
@click.argument("files", nargs=-1, required=True, type=SOURCE_OR_FOLDER, metavar="FILE…")
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The list to write or extend. [default: reading.yaml]",
)
@import_options
@click.pass_obj
def reading(start: Path, /, files: tuple[Path, ...], into: Path | None, **options: Any) -> None:
    """Import a reading list: Markdown, CSV, BibTeX, bookmarks, or an export of Pocket or Omnivore.

    Several files, or the files of a folder, become one list. An existing list is extended by what
    it lacks; nothing in it changes. Prints the names of the files that were written.

    Exit status: 0 if the import succeeds, 1 if it fails or --verify finds a loss, 2 for wrong usage.
    """
    project, output = open_settings(start), ImportOptions(**options)
    documents = []
    for source in _source_files(project, files, output.source_url, is_export):
        text, name = read_reading_source(source.path), source.path.name
        imported = read_foreign_list(text, name) or read_list(with_short_lines(source.path, text), name, source.url)
        text = text if imported.content is None else imported.content
        documents.append(_Document(source, text, imported, _describe_list(imported)))
    if not any(document.imported.data for document in documents):
        raise click.ClickException(
            f"{_names(files)}: no links or titles of things to read were found; nothing was written"
        )
    target = into or project.root / project.settings.paths.reading
    _Import(project, output, documents, target, "reading").run(_list_texts)


def _source_files(
    project: ProjectSettings,
    paths: Sequence[Path],
    url: str | None,
    is_document: Callable[[Path], bool] = Path.is_file,
) -> list[SourceFile]:
    """Return the documents of files and folders, or raise if there is none."""
    found = find_source_files(project, paths, url, _TEXT_ENDINGS, is_document)
    files = [file for one in found for file in (one.files if isinstance(one, SourceFolder) else [one])]
    if not files:
        raise click.ClickException(f"{_names(paths)}: the folder has no documents; nothing was written")
    return files


def _names(files: Sequence[Path]) -> str:
    return ", ".join(map(str, files))


def _common_title(sources: Sequence[tuple[SourceFile, str]]) -> str:
    """Return the title of a plan in several files or in a README: that of a README of several, else their folder's."""
    readmes = [text for source, text in sources if source.path.stem.casefold() in ("readme", "index")]
    if len(sources) == 1 and not readmes:
        return ""
    texts = readmes if len(sources) > 1 else ()
    headings = (block for text in texts for block in read_outline(text).blocks if block.type is BlockType.HEADING)
    first = next(headings, None)
    folder = sources[0][0].folder or sources[0][0].path.resolve().parent
    return (heading_text(first.text) if first else "") or folder.resolve().name.replace("_", " ")


def _describe_list(imported: ImportedList) -> str:
    groups = count(imported.groups, "category", "categories")
    return f"{imported.form}, {groups}, {count(imported.items, 'item')}, {count(imported.notes, 'note')}"


def _describe_plan(imported: ImportedPlan) -> str:
    """Return what the source was recognised as, as in `plan with one heading per week, 1 part, 12 weeks, 80 items`."""
    parts = imported.data["parts"]
    weeks = [week for part in parts for week in part["weeks"]]
    items = sum(len(week.get(key, ())) for week in weeks for key in LISTS.values())
    counts = [count(len(parts), "part"), count(len(weeks), "week"), count(items, "item")]
    optional = {
        "milestone": len(imported.data.get("milestones", ())),
        "topic": len(imported.data.get("topics", ())),
        "edge": imported.edges,
    }
    counts += [count(number, noun) for noun, number in optional.items() if number]
    return ", ".join([f"plan with {imported.week_form}", *counts])


@dataclass(frozen=True)
class _Document:
    """A source document, and what was read from it."""

    source: SourceFile
    text: str
    imported: ImportedPlan | ImportedList
    read_as: str


@dataclass
class _Texts:
    """New texts of the plan or list, and of the files of its parts."""

    texts: dict[Path, str]
    added: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    unplaced: list[tuple[Path, str]] = field(default_factory=list)
    """Files with brackets, and the YAML that belongs between them."""
    doubts: list[Problem] = field(default_factory=list)
    structure: list[str] = field(default_factory=list)
    """Titles of weeks that became their numbers."""

    def merge(self, path: Path, text: str, data: Mapping[str, Any]) -> None:
        """Add data to the text of a file, which must be a mapping."""
        result = merge(text, data)
        if not result.readable:
            message = f"{path} is not a YAML mapping; run `daytrail check`; nothing was written"
            raise click.ClickException(message)
        self.texts[path] = result.text
        self.added += result.added
        self.different += result.different
        self.unplaced += ((path, block) for block in result.unplaced)


def _plan_texts(path: Path, existing: str, data: Sequence[Mapping[str, Any]]) -> _Texts:
    """Return the texts of the plan, and of its parts in files of their own, with new weeks and items."""
    new, doubts, replaced = combine_plans(data) if len(data) > 1 else (data[0], [], [])
    texts = _Texts({path: existing}, doubts=list(doubts), structure=replaced)
    if not existing.strip():
        texts.texts[path] = to_yaml(new)
        return texts
    old = parse(existing, "")[0].data
    parts = old["parts"] if isinstance(old, Mapping) and isinstance(old.get("parts"), list) else []
    files = {
        index: path.parent / posixpath.normpath(part["file"]) for index, part in enumerate(parts) if "file" in part
    }
    contents = {index: read_if_exists(file, line_ends=True) or "" for index, file in files.items()}
    whole = [parse(contents[index], "")[0].data if index in files else part for index, part in enumerate(parts)]
    placed = place_plan(new, {**(old if isinstance(old, Mapping) else {}), "parts": whole})
    texts.doubts += placed.doubts
    in_plan = [part for index, part in placed.parts.items() if index not in files] + placed.new_parts
    texts.merge(path, existing, placed.data | ({"parts": in_plan} if in_plan else {}))
    for index, file in files.items():
        if index in placed.parts:
            texts.merge(file, contents[index], {key: one for key, one in placed.parts[index].items() if key != "id"})
    return texts


def _list_texts(path: Path, existing: str, data: Sequence[Mapping[str, Any]]) -> _Texts:
    """Return the text of the reading list with new items.

    Its title and the text about it are those of a document only if it has nothing but what that document has.
    """
    new, doubts = combine_lists(data) if len(data) > 1 else (data[0], [])
    texts = _Texts({path: existing}, doubts=doubts)
    if not existing.strip():
        texts.texts[path] = to_yaml(new)
        return texts
    old = parse(existing, "")[0].data
    if not isinstance(old, Mapping):
        texts.merge(path, existing, new)
        return texts
    placed = place_list(new, old)
    head: dict[str, Any] = {key: placed.pop(key) for key in ("title", "about") if key in placed and key not in old}
    if head and is_grown(new, old):
        existing = add_first(existing, head)
        texts.added += head
    else:
        texts.different += (f"`{key}` is not written, and {quoted(text)} in the source" for key, text in head.items())
    texts.merge(path, existing, placed)
    return texts


@dataclass(frozen=True)
class _Import:
    """The import of some documents into one file of the project."""

    project: ProjectSettings
    options: ImportOptions
    documents: Sequence[_Document]
    target: Path
    schema: str

    def run(self, texts_of: Callable[[Path, str, Sequence[Mapping[str, Any]]], _Texts]) -> None:
        """Write the target, or add what it lacks, if the project has no new errors then, and print the report."""
        refuse_link(self.project.root, self.target)
        check_report_path(self.options, self.project, [document.source.path for document in self.documents])
        with project_lock(self.project.root), disk_errors():
            existing = read_if_exists(self.target, line_ends=True)
            if self.target.is_dir():
                raise click.ClickException(f"{self.target} is a folder; nothing was written")
            data = [document.imported.data for document in self.documents if document.imported.data]
            result = texts_of(self.target, existing or "", data)
            if existing and self.schema == "curriculum":
                self._replace_starter(existing, result, texts_of(self.target, "", data))
            if not (existing or "").strip():
                result.texts[self.target] = self._header() + result.texts[self.target]
            self._check(result.texts)
            reports, changes = self._plan(result)
            reports[0].steps += self._step_to_start(existing or "", result.texts.get(self.target, ""))
            if not self.options.dry:
                changes.write()
            print_reports(reports)
            if self.options.verify:
                self._verify(result)

    def _replace_starter(self, existing: str, result: _Texts, alone: _Texts) -> None:
        """Replace the plan of `daytrail init` by the imported one, if it is unchanged."""
        text = replace_starter_plan(existing.replace("\r\n", "\n"), alone.texts[self.target])
        if text:
            result.texts = {self.target: text, **entries_without_starter_items(self.project)}
            result.added, result.different, result.unplaced = [], [], []
            result.doubts, result.structure = alone.doubts, alone.structure
            start = re.search(r"^start: *(\S+)", text, re.MULTILINE)
            if start and not any("start" in document.imported.data for document in self.documents):
                message = f"the document does not say when it starts; `start: {start[1]}` is that of `daytrail init`"
                result.doubts = [*result.doubts, diagnostic(1, "unknown-start", message)]

    def _step_to_start(self, existing: str, text: str) -> list[Step]:
        """Return the step to give a plan that was written a start, if it has none."""
        if self.schema != "curriculum" or text in ("", existing) or re.search("^start:", text, re.MULTILINE):
            return []
        return [Step(f"The plan has no start. Write `start:` with the Monday of week 1 into `{self.target.name}`")]

    def _header(self) -> str:
        schema = f"schemas/{self.schema}.schema.json"
        has_schema = (self.project.root / schema).is_file() and self.target.parent == self.project.root
        return f"# yaml-language-server: $schema={schema}\n\n" if has_schema else ""

    def _check(self, texts: Mapping[Path, str]) -> None:
        """Raise UpdateError if the import would give the project, or another file that it writes, new errors."""
        paths = self.project.settings.paths
        name = self.project.relative(self.target)
        key = "curriculum" if self.schema == "curriculum" else "reading"
        is_other = name != getattr(paths, key) and read_if_exists(self.target) is None
        alone = ProjectPaths(curriculum="", reading="") if is_other else None
        refuse_new_errors(self.project, texts, replace(alone, **{key: name}) if alone else None)

    def _plan(self, result: _Texts) -> tuple[list[Report], Changes]:
        """Return a report for each document, and the planned changes."""
        reports = [
            Report(self.project, self.options, one.source.path, one.read_as, list(one.imported.diagnostics))
            for one in self.documents
        ]
        first = reports[0]
        first.added += result.added
        first.kept_values += result.different
        first.diagnostics += result.doubts
        for path, block in result.unplaced:
            why = f"Add this to `{path.name}` by hand, since the file has brackets at that place"
            first.steps.append(Step(f"{why}:\n\n{indent(block.rstrip(), ' ' * 7)}"))
        changes = Changes(self.project)
        for path, text in result.texts.items():
            changes.create_or_replace(path, text, first)
        return reports, changes

    def _verify(self, result: _Texts) -> None:
        """Print what the files would lack of each document, and exit with status 1 if they lack something."""
        # A project keeps the title, goal and introduction that it has; the report then names those of the source.
        keys = ("title", "goal", "about")
        named = [document.imported.data.get(key) or "" for document in self.documents for key in keys]
        after = [*(parse(text, "")[0].data for text in result.texts.values()), named]
        losses = {document.source.path: _losses(document, after, result) for document in self.documents}
        if print_losses(losses, str(self.target)):
            raise SystemExit(1)


def _losses(document: _Document, after: Sequence[Any], result: _Texts) -> list[Problem]:
    """Return what a source has, and neither its import nor the files as they are then; there, items may be done."""
    imported = document.imported
    structure = (*imported.structure, *result.structure)
    diagnostics = [*imported.diagnostics, *result.doubts]
    losses = (
        find_losses(document.text, data, diagnostics, structure, open_may_be_done=is_file)
        for data, is_file in ((imported.data, False), (after, True))
    )
    return next(filter(None, losses), [])
