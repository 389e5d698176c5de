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
from daytrail.importers.item_text import is_valid_url
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.recipe import Proposal, Recipe, write_recipe
from daytrail.project.report import as_text

R = TypeVar("R", bound=Recipe)
T = TypeVar("T")


@dataclass(frozen=True)
class Source(Generic[R, T]):
    """A document with its recipe and what was read from it."""

    path: Path
    document: Document
    recipe_file: RecipeFile[R]
    result: T
    url: str | None = None


@dataclass(frozen=True)
class ImportKind(Generic[R, T]):
    """A kind of import, as functions. `R` is its recipe, `T` what its reader returns."""

    name: str
    """`log`, `plan` or `reading`."""
    model: type[R]
    hint: str
    """Example of a recipe to write by hand for a document in which nothing was found."""
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


def run_import(
    kind: ImportKind[R, T],
    project: Project,
    paths: Sequence[Path],
    *,
    as_json: bool,
    verify: bool,
    write: bool,
    source_url: str | None,
) -> None:
    """Import documents, each by its recipe. Raises click.ClickException or UpdateError if that is not possible."""
    sources = list(_sources(kind, project, dict.fromkeys(paths), source_url))
    previews = [(source, kind.preview(source, project)) for source in sources]
    if as_json:
        echo_json([{"file": str(source.path), **preview.to_json()} for source, preview in previews])
    for source, preview in previews if not as_json else ():
        unused = as_text(source.recipe_file.unused_problems(preview.unused))
        text = "\n".join([*([f"{source.path}:"] if len(sources) > 1 else []), *preview.lines(), unused])
        click.echo(printable_text(text), nl=False, err=write)
    questions = [problem for source in sources for problem in source.recipe_file.question_problems()]
    if verify:
        _verify(kind, project, previews)
    elif write and questions:
        raise OpenQuestions("nothing is imported yet: answer what is still a `?` in the recipe", questions)
    elif write:
        with project_lock(project.root):
            changes = FileChanges(project)
            notes = kind.plan_changes(sources, project, changes)
            written = changes.write()
        click.echo("".join(f"{printable_text(note)}\n" for note in notes), err=True, nl=False)
        click.echo("".join(f"{name}\n" for name in written), nl=False)
        click.echo("" if written else "there is nothing to change\n", err=True, nl=False)
    elif not as_json:
        command = f"daytrail import {kind.name} {' '.join(str(source.path) for source in sources)} --write"
        names = ", ".join(dict.fromkeys(source.recipe_file.name for source in sources if source.recipe_file.name))
        step = f"{'Answer what is still a `?`, then' if questions else 'Right?'} `{command}`."
        wrong = f" Wrong? Edit {names}." if names else ""
        click.echo(f"{as_text(questions)}Nothing is written yet. {step}{wrong}", err=True)


def _sources(
    kind: ImportKind[R, T], project: Project, paths: Iterable[Path], url: str | None
) -> Iterator[Source[R, T]]:
    """Yield what is read from documents; a folder is one if each of its files is a day, else each of its files is one.

    Raises click.ClickException if nothing in one repeats, and UpdateError if its recipe has mistakes.
    """
    lack = f"no lines that are alike look like those of a {kind.name.replace('reading', 'reading list')}"
    for path in paths:
        texts, at = read_folder(path) if path.is_dir() else {}, recipe_path(project, path)
        text = "\n".join(texts) if texts else read_source(path)
        whole = Document(path.resolve().name if texts else path.name, text, texts)
        documents = [(path, whole)]
        if texts and not (at.exists() or kind.known_recipe(whole)):
            documents = [(path / name, Document(f"{whole.name}/{Path(name).name}", texts[name])) for name in texts]
        found = False
        for file, document in documents:
            if source := _read(kind, project, file, document, url):
                found = True
                yield source
            elif texts:
                click.echo(f"{file}: not read: {lack}", err=True)
        if not found:
            name = project.relative(at)
            by_name = f'If each file is a day, write {name}: `files: "day_{{day}}.md"`'
            by_hand = (
                f"Write {name} by hand, in a new folder if need be, with lines of your document in which braces stand"
                f" for what changes, then run `daytrail import {kind.name} {path}` again:\n\n{kind.hint}"
            )
            raise click.ClickException(f"{path}: there is no recipe: {lack}.\n{by_name if texts else by_hand}")


def _read(
    kind: ImportKind[R, T], project: Project, path: Path, document: Document, url: str | None
) -> Source[R, T] | None:
    """Return a document with what is read by its recipe, which is written if there is none; None if none is found."""
    at = recipe_path(project, path)
    name, has_recipe = project.relative(at), at.exists()
    document = document if kind.has_own_links else with_whole_links(document, url)
    known = None if has_recipe else kind.known_recipe(document)
    if not (has_recipe or known):
        if (proposal := kind.propose(document, project)) is None:
            return None
        refuse_link(project.root, at)
        comment = f"How `daytrail import {kind.name}` reads {path.name}. Edit it, then run it again."
        with project_lock(project.root):
            create_file(project.root, at, write_recipe(proposal, comment))
        click.echo(f"{name}: a new recipe", err=True)
    recipe_file = RecipeFile(known) if known else read_recipe(at, name, kind.model)
    if problems := list(recipe_file.check_line_numbers(document)):
        raise UpdateError(f"{name}: nothing was read, since the document has changed", problems)
    return Source(path, document, recipe_file, kind.read(document, recipe_file.recipe, project), url)


def _verify(kind: ImportKind[R, T], project: Project, pairs: Sequence[tuple[Source[R, T], Preview]]) -> None:
    findings = [(source.path, finding) for source, _ in pairs for finding in kind.verify(source, project)]
    for path, finding in findings:
        click.echo(printable_text(f"{path}:{finding.line}: {finding.text}"), err=True)
    if findings:
        has_links = any("link to" in check.text for _, preview in pairs for check in preview.checks)
        hint = "; some links lead nowhere without `--source-url`: was it given to the import?" if has_links else ""
        click.echo(f"{len(findings)} difference{'s' * (len(findings) > 1)}{hint}", err=True)
        raise SystemExit(1)
    left = sum(len(preview.left_over) for _, preview in pairs)
    exception = f", except what is in {left} line{'s' * (left > 1)} left over" if left else ""
    click.echo(f"every day, number, title, box and link is there{exception}", err=True)


def import_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of `run_import` to a command."""
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
    if url and not is_valid_url(url):
        raise click.BadParameter(f"`{url}` is not a URL that begins with https:// or http://")
    return url
