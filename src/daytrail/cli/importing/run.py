"""Steps that all imports share: find or write the recipe, show the preview, then write or verify."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import click

from daytrail.cli.common.files import UpdateError, create_file, refuse_link
from daytrail.cli.common.output import echo_json, printable_text
from daytrail.cli.common.project import Project, project_lock
from daytrail.cli.importing.changes import FileChanges
from daytrail.cli.importing.sources import RecipeFile, read_folder, read_recipe, read_source, recipe_path
from daytrail.importers.document import Document
from daytrail.importers.imported import with_whole_links
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.recipe import Proposal, Recipe, write_recipe
from daytrail.model.urls import split_url
from daytrail.project.report import as_text

R = TypeVar("R", bound=Recipe)
T = TypeVar("T")


@dataclass(frozen=True)
class ImportOptions:
    """Options of all imports."""

    write: bool = False
    verify: bool = False
    as_json: bool = False
    source_url: str | None = None
    """The URL of the document, to which its relative links are relative."""


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class ImportKind(Generic[R, T]):
    """A kind of import, as functions. `R` is its recipe, `T` what its reader returns."""

    name: str
    """`log`, `plan` or `reading`."""
    model: type[R]
    hint: Callable[[Document], str]
    """Returns what one would write by hand for a document in which nothing was found."""
    propose: Callable[[Document, Project], Proposal | None]
    """Returns None if nothing in the document repeats."""
    read: Callable[[Document, R, Project], T]
    preview: Callable[[Source[R, T], Project], Preview]
    plan_changes: Callable[[Sequence[Source[R, T]], Project, FileChanges], Sequence[str]]
    """Plans the files that are written, and returns notes about them, as about entries that are kept."""
    verify: Callable[[Source[R, T], Project], Iterator[Finding]]
    """Yields what of a document is missing in the project, or different, counted from the document again."""
    known_recipe: Callable[[Document], R | None] = lambda _: None
    """Returns the recipe of a document that needs no file with one; None for most documents."""
    has_own_links: bool = False
    """Whether it reads relative links itself; else they are those of the document's URL before it is read."""


class OpenQuestions(UpdateError):
    """Nothing was written, since the owner has not answered what the recipes ask."""


def run_import(kind: ImportKind[R, T], project: Project, paths: Sequence[Path], options: ImportOptions) -> None:
    """Import documents, each by its recipe. Raises click.ClickException or UpdateError if that is not possible."""
    documents = _documents(kind, project, dict.fromkeys(paths))
    sources = [_read(kind, project, path, document, options) for path, document in documents]
    previews = [(source, kind.preview(source, project)) for source in sources]
    if options.as_json:
        echo_json([{"file": str(source.path), **preview.to_json()} for source, preview in previews])
    for source, preview in previews if not options.as_json else ():
        unused = as_text(source.recipe_file.unused_problems(preview.unused))
        text = "\n".join([*([f"{source.path}:"] if len(sources) > 1 else []), *preview.lines(), unused])
        click.echo(printable_text(text), nl=False, err=options.write)
    questions = [problem for source in sources for problem in source.recipe_file.question_problems()]
    if options.verify:
        _verify(kind, project, previews)
    elif options.write and questions:
        raise OpenQuestions("nothing is imported yet: answer what is still a `?` in the recipe", questions)
    elif options.write:
        with project_lock(project.root):
            changes = FileChanges(project)
            notes = kind.plan_changes(sources, project, changes)
            written = changes.write()
        click.echo("".join(f"{printable_text(note)}\n" for note in notes), err=True, nl=False)
        click.echo("".join(f"{name}\n" for name in written), nl=False)
        click.echo("" if written else "there is nothing to change\n", err=True, nl=False)
    elif not options.as_json:
        command = f"daytrail import {kind.name} {' '.join(str(source.path) for source in sources)} --write"
        names = ", ".join(dict.fromkeys(source.recipe_file.name for source in sources if source.recipe_file.name))
        step = f"{'Answer what is still a `?`, then' if questions else 'Right?'} `{command}`."
        wrong = f" Wrong? Edit {names}." if names else ""
        click.echo(f"{as_text(questions)}Nothing is written yet. {step}{wrong}", err=True)


def _documents(kind: ImportKind[R, T], project: Project, paths: Iterable[Path]) -> Iterator[tuple[Path, Document]]:
    """Yield the documents; a folder is one if each of its files is a day, else each of its files is one."""
    for path in paths:
        if not path.is_dir():
            yield path, Document(path.name, read_source(path))
            continue
        texts = read_folder(path)
        folder = Document(path.resolve().name, "\n".join(texts), texts)
        recipe_at = recipe_path(project, path)
        if recipe_at.exists() or kind.known_recipe(folder):
            yield path, folder
            continue
        found = False
        for name, text in texts.items():
            file, document = path / name, Document(f"{folder.name}/{Path(name).name}", text)
            if recipe_path(project, file).exists() or kind.propose(document, project):
                found = True
                yield file, document
            else:
                click.echo(f"{file}: not read: nothing that repeats begins with a date or a numbered day", err=True)
        if not found:
            hint = f'write their names into {project.relative(recipe_at)}, as in `files: "day_{{day}}.md"`'
            raise click.ClickException(f"{path}: nothing was read; if each file is a day, {hint}")


def _read(
    kind: ImportKind[R, T], project: Project, path: Path, document: Document, options: ImportOptions
) -> Source[R, T]:
    """Return a document with its recipe, which is written if there is none, and with what is read by it."""
    recipe_at = recipe_path(project, path)
    name, has_recipe = project.relative(recipe_at), recipe_at.exists()
    document = document if kind.has_own_links else with_whole_links(document, options.source_url)
    if not has_recipe and (recipe := kind.known_recipe(document)):
        return Source(path, document, RecipeFile(recipe), kind.read(document, recipe, project), options.source_url)
    if not has_recipe:
        if (proposal := kind.propose(document, project)) is None:
            raise click.ClickException(
                f"{path}: there is no recipe, since nothing that repeats begins with a date or a numbered day or week."
                f"\nWrite {name} by hand, in a new folder if need be, with lines of your document in which braces stand"
                f" for what changes, then run `daytrail import {kind.name} {path}` again:\n\n{kind.hint(document)}"
            )
        refuse_link(project.root, recipe_at)
        comment = f"How `daytrail import {kind.name}` reads {path.name}. Edit it, then run it again."
        with project_lock(project.root):
            create_file(project.root, recipe_at, write_recipe(proposal, comment))
        click.echo(f"{name}: a new recipe", err=True)
    recipe_file = read_recipe(recipe_at, name, kind.model)
    if problems := list(recipe_file.check_line_numbers(document)):
        raise UpdateError(f"{name}: nothing was read, since the document has changed", problems)
    return Source(path, document, recipe_file, kind.read(document, recipe_file.recipe, project), options.source_url)


def _verify(kind: ImportKind[R, T], project: Project, pairs: Sequence[tuple[Source[R, T], Preview]]) -> None:
    findings = [(source.path, finding) for source, _ in pairs for finding in kind.verify(source, project)]
    for path, finding in findings:
        click.echo(printable_text(f"{path}:{finding.line}: {finding.text}"), err=True)
    if findings:
        raise SystemExit(1)
    left = sum(len(preview.left_over) for _, preview in pairs)
    exception = f", except what is in {left} line{'s' * (left > 1)} left over" if left else ""
    click.echo(f"every day, number, title, box and link is there{exception}", err=True)


def import_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of `ImportOptions` to a command."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print the preview as JSON."),
        click.option("--verify", is_flag=True, help="Compare the documents with what was written; write nothing."),
        click.option("--write", is_flag=True, help="Write what the preview shows."),
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
