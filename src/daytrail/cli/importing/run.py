"""Steps that all imports share: find or write the recipe, show the preview, then write or verify."""

import re
from abc import ABC, abstractmethod
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import click

from daytrail.cli.common.files import UpdateError, create_file, disk_errors, display_path, refuse_link
from daytrail.cli.common.lock import project_lock
from daytrail.cli.common.output import echo_json, printable_text
from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.common.recipes import OpenQuestions
from daytrail.cli.importing.file_changes import FileChanges
from daytrail.cli.importing.folder import folder_document, markdown_files
from daytrail.cli.importing.recipe_file import RecipeFile, read_recipe, recipe_path
from daytrail.importers.document import Document
from daytrail.importers.imported import with_absolute_links
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.recipe import Proposal, Recipe, write_recipe
from daytrail.model.urls import split_url
from daytrail.problems import error, printable
from daytrail.project.report import as_text
from daytrail.source.files import read_bytes
from daytrail.source.staged import new_errors
from daytrail.source.yaml.nodes import Document as YamlDocument

R = TypeVar("R", bound=Recipe)
T = TypeVar("T")
MAX_BYTES = 50_000_000
"""The largest document that is read."""
MAX_LINE = 10_000
"""Characters of a line of a document."""
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")


@dataclass(frozen=True)
class ImportOptions:
    """Options of all imports."""

    write: bool = False
    verify: bool = False
    as_json: bool = False
    source_url: str | None = None
    """The URL of the document, to which its relative links are relative."""
    recipe: Path | None = None


@dataclass
class Source(Generic[R, T]):
    """A document with its recipe and what was read from it."""

    path: Path
    document: Document
    recipe_file: RecipeFile[R]
    result: T
    url: str | None = None

    @property
    def recipe(self) -> R:
        """The recipe."""
        return self.recipe_file.recipe


class ImportKind(ABC, Generic[R, T]):
    """A kind of import: `log`, `plan` or `reading`. `T` is what its reader returns."""

    name: str
    model: type[R]
    hint: str
    """What one would write by hand for a document in which nothing was found."""
    has_own_links = False
    """Whether it reads relative links itself; else they are those of the document's URL before it is read."""

    @abstractmethod
    def propose(self, document: Document, project: ProjectSettings) -> Proposal | None:
        """Return a recipe for a document; None if nothing in it repeats."""

    def known_recipe(self, document: Document) -> R | None:  # noqa: ARG002 - for those that know one
        """Return the recipe of a document that needs no file with one; None for most documents."""
        return None

    @abstractmethod
    def read(self, document: Document, recipe: R, project: ProjectSettings) -> T:
        """Read a document by its recipe."""

    @abstractmethod
    def preview(self, result: T) -> Preview:
        """Return the preview of what was read."""

    @abstractmethod
    def plan_changes(
        self, sources: Sequence[Source[R, T]], project: ProjectSettings, changes: FileChanges
    ) -> list[str]:
        """Plan the files that are written; return notes about them, as about entries that were changed and are kept."""

    @abstractmethod
    def verify(self, sources: Sequence[Source[R, T]], project: ProjectSettings) -> Iterator[Finding]:
        """Yield what of the documents is missing in the project, or different, counted from the documents again."""


def run_import(kind: ImportKind[R, T], project: ProjectSettings, paths: Sequence[Path], options: ImportOptions) -> None:
    """Import documents, each by its recipe. Raises click.ClickException or UpdateError if that is not possible."""
    sources = list(_read_all(kind, project, dict.fromkeys(paths), options))
    previews = [(source, kind.preview(source.result)) for source in sources]
    if options.as_json:
        echo_json([{"file": str(source.path), **preview.to_json()} for source, preview in previews])
    for source, preview in previews if not options.as_json else ():
        name = [f"{source.path}:"] if len(sources) > 1 else []
        unused = as_text(source.recipe_file.unused_problems(preview.unused))
        text = "\n".join([*name, *preview.lines(), unused])
        click.echo(printable_text(text), nl=False, err=options.write)
    questions = [problem for source in sources for problem in source.recipe_file.question_problems()]
    mistakes = [
        error(source.recipe_file.document.locate(path), message, hint)
        for source, preview in previews
        for path, message, hint in preview.mistakes
    ]
    if mistakes and not options.as_json:
        raise UpdateError("nothing was written, since the recipe has mistakes", mistakes)
    if options.verify:
        findings = [(source, finding) for source in sources for finding in kind.verify([source], project)]
        for source, finding in findings:
            click.echo(f"{source.path}:{finding.line}: {printable(finding.text)}", err=True)
        if findings:
            raise SystemExit(1)
        click.echo("every day, number, title, box and link is there", err=True)
    elif options.write:
        if questions:
            raise OpenQuestions("nothing is imported yet: answer what is still a `?` in the recipe", questions)
        _write(kind, project, sources)
    elif not options.as_json:
        command = f"daytrail import {kind.name} {' '.join(str(source.path) for source in sources)} --write"
        names = ", ".join(dict.fromkeys(source.recipe_file.name for source in sources if source.recipe_file.name))
        click.echo(as_text(questions), nl=False, err=True)
        right = "Answer what is still a `?`, then" if questions else "Right?"
        wrong = f" Wrong? Edit {names}." if names else ""
        click.echo(f"Nothing is written yet. {right} `{command}`.{wrong}", err=True)


def _read_all(
    kind: ImportKind[R, T], project: ProjectSettings, paths: Iterable[Path], options: ImportOptions
) -> Iterator[Source[R, T]]:
    """Yield the documents; a folder is one if each of its files is a day, else each of its files is one."""
    for path in paths:
        if not path.is_dir():
            yield _read(kind, project, path, Document(path.name, read_source(path)), options)
            continue
        files = markdown_files(path)
        texts = {file.relative_to(path).as_posix(): read_source(file) for file in files}
        document = folder_document(path, texts)
        has_recipe = (options.recipe or recipe_path(project, path)).exists()
        if has_recipe or kind.known_recipe(document) or kind.propose(document, project):
            yield _read(kind, project, path, document, options)
            continue
        skipped = []
        for file, text in zip(files, texts.values(), strict=True):
            inner = Document(f"{document.name}/{file.name}", text)
            if recipe_path(project, file).exists() or kind.propose(inner, project):
                yield _read(kind, project, file, inner, options)
            else:
                skipped.append(file)
        for file in skipped:
            click.echo(f"{file}: not read, since nothing that repeats begins with a date or a number", err=True)
        if len(skipped) == len(files):
            raise click.ClickException(f"{path}: nothing was read")


def _read(
    kind: ImportKind[R, T], project: ProjectSettings, path: Path, document: Document, options: ImportOptions
) -> Source[R, T]:
    """Return a document with its recipe, which is written if there is none, and with what is read by it."""
    recipe_at = options.recipe or recipe_path(project, path)
    name = project.relative(recipe_at)
    document = document if kind.has_own_links else with_absolute_links(document, options.source_url)
    if not recipe_at.exists() and (recipe := kind.known_recipe(document)):
        recipe_file = RecipeFile("", recipe, (), YamlDocument(""), "")
        return Source(path, document, recipe_file, kind.read(document, recipe, project), options.source_url)
    if not recipe_at.exists():
        proposal = kind.propose(document, project)
        if proposal is None:
            message = f"{path}: nothing that repeats begins with a date or a number. Write into {name}, with a line of"
            raise click.ClickException(
                f"{message} your document in which braces stand for what changes:\n\n{kind.hint}"
            )
        text = write_recipe(
            proposal, f"How `daytrail import {kind.name}` reads {path.name}. Edit it, then run it again."
        )
        refuse_link(project.root, recipe_at)
        with disk_errors():
            create_file(recipe_at, text)
        click.echo(f"{name}: a new recipe", err=True)
    recipe_file = read_recipe(recipe_at, name, kind.model)
    if problems := list(recipe_file.check_line_numbers(document)):
        raise UpdateError(f"{name}: nothing was read, since the document has changed", problems)
    return Source(path, document, recipe_file, kind.read(document, recipe_file.recipe, project), options.source_url)


def _write(kind: ImportKind[R, T], project: ProjectSettings, sources: Sequence[Source[R, T]]) -> None:
    with project_lock(project.root), disk_errors():
        changes = FileChanges(project)
        notes = kind.plan_changes(sources, project, changes)
        texts = {project.relative(path): text for path, text in changes.texts.items()}
        if errors := new_errors(project.root, project.settings.paths, texts):
            message = "nothing was written, since the project would have these errors after the import"
            raise UpdateError(message, errors)
        names = changes.names
        changes.write()
    for note in notes:
        click.echo(printable_text(note), err=True)
    for written in names:
        click.echo(written)
    if not names:
        click.echo("there is nothing to change", err=True)


def read_source(path: Path) -> str:
    """Return the text of a document with LF as line ends. Raises click.ClickException if it is none, or too large."""
    with disk_errors(f"{display_path(path)} cannot be read"):
        raw = read_bytes(path, MAX_BYTES)
    if len(raw) > MAX_BYTES:
        raise click.ClickException(f"{path} is larger than {MAX_BYTES // 1_000_000} MB; split it")
    if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raw = raw.decode("utf-16", errors="replace").encode()
    if b"\0" in raw:
        raise click.ClickException(f"{path} is not a text file")
    if not raw.strip():
        raise click.ClickException(f"{path} is empty")
    for encoding in ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            text = _CONTROL_CHARACTERS.sub("", raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n"))
            break
    else:
        raise click.ClickException(f"{path} is neither UTF-8 nor Windows-1252")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE and path.suffix not in (".csv", ".html", ".bib"):
            message = f"{path}:{number}: the line is longer than {MAX_LINE:,} characters; break it into several lines"
            raise click.ClickException(message)
    return text


def import_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of `ImportOptions` to a command."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print the preview as JSON."),
        click.option("--verify", is_flag=True, help="Compare the documents with what was written; write nothing."),
        click.option("--write", is_flag=True, help="Write what the preview shows."),
        click.option(
            "--recipe",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="The recipe. [default: imports/NAME.yaml]",
        ),
        click.option(
            "--source-url",
            metavar="URL",
            callback=_check_url,
            help="URL of the document, to which its links are relative.",
        ),
    ):
        command = option(command)
    return command


def _check_url(_context: click.Context, _parameter: click.Parameter, url: str | None) -> str | None:
    parts = split_url(url) if url else None
    if url and (parts is None or parts.scheme not in ("http", "https") or not parts.hostname):
        raise click.BadParameter(f"`{url}` is not a URL that begins with https:// or http://")
    return url
