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
from daytrail.importers.imported import with_absolute_links
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.recipe import Proposal, Recipe, write_recipe
from daytrail.model.urls import split_url
from daytrail.problems import Problem, printable
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
    recipe: Path | None = None


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
    sources = list(_read_all(kind, project, dict.fromkeys(paths), options))
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
        _write(kind, project, sources)
    elif not options.as_json:
        click.echo(f"{as_text(questions)}Nothing is written yet. {_next_step(kind.name, sources, questions)}", err=True)


def _next_step(kind: str, sources: Sequence[Source[R, T]], questions: Sequence[Problem]) -> str:
    command = f"daytrail import {kind} {' '.join(str(source.path) for source in sources)} --write"
    names = ", ".join(dict.fromkeys(source.recipe_file.name for source in sources if source.recipe_file.name))
    right = "Answer what is still a `?`, then" if questions else "Right?"
    return f"{right} `{command}`." + (f" Wrong? Edit {names}." if names else "")


def _read_all(
    kind: ImportKind[R, T], project: Project, paths: Iterable[Path], options: ImportOptions
) -> Iterator[Source[R, T]]:
    """Yield the documents; a folder is one if each of its files is a day, else each of its files is one."""
    for path in paths:
        if not path.is_dir():
            yield _read(kind, project, path, Document(path.name, read_source(path)), options)
            continue
        texts = read_folder(path)
        folder = Document(path.resolve().name, "\n".join(texts), texts)
        has_recipe = (options.recipe or recipe_path(project, path)).exists()
        if has_recipe or kind.known_recipe(folder) or kind.propose(folder, project):
            yield _read(kind, project, path, folder, options)
            continue
        skipped = []
        for name, text in texts.items():
            file, document = path / name, Document(f"{folder.name}/{Path(name).name}", text)
            if recipe_path(project, file).exists() or kind.propose(document, project):
                yield _read(kind, project, file, document, options)
            else:
                skipped.append(file)
                click.echo(f"{file}: not read: nothing that repeats begins with a date or a numbered day", err=True)
        if len(skipped) == len(texts):
            recipe = project.relative(recipe_path(project, path))
            hint = f'if each file is a day, write their names into {recipe}, as in `files: "day_{{day}}.md"`'
            raise click.ClickException(f"{path}: nothing was read; {hint}")


def _read(
    kind: ImportKind[R, T], project: Project, path: Path, document: Document, options: ImportOptions
) -> Source[R, T]:
    """Return a document with its recipe, which is written if there is none, and with what is read by it."""
    recipe_at = options.recipe or recipe_path(project, path)
    name = project.relative(recipe_at)
    document = document if kind.has_own_links else with_absolute_links(document, options.source_url)
    if not recipe_at.exists() and (recipe := kind.known_recipe(document)):
        recipe_file = RecipeFile(recipe)
    else:
        if not recipe_at.exists():
            _write_recipe(kind, project, path, document, recipe_at)
            click.echo(f"{name}: a new recipe", err=True)
        recipe_file = read_recipe(recipe_at, name, kind.model)
    if problems := list(recipe_file.check_line_numbers(document)):
        raise UpdateError(f"{name}: nothing was read, since the document has changed", problems)
    return Source(path, document, recipe_file, kind.read(document, recipe_file.recipe, project), options.source_url)


def _write_recipe(kind: ImportKind[R, T], project: Project, path: Path, document: Document, recipe_at: Path) -> None:
    """Write the recipe that is proposed. Raises click.ClickException with the next step if nothing is."""
    command = f"daytrail import {kind.name} {path}"
    if (proposal := kind.propose(document, project)) is None:
        raise click.ClickException(
            f"{path}: there is no recipe, since nothing that repeats begins with a date or a numbered day or week.\n"
            f"Write {project.relative(recipe_at)} by hand, in a new folder if need be, with lines of your document in"
            f" which braces stand for what changes, then run `{command}` again:\n\n{kind.hint(document)}"
        )
    refuse_link(project.root, recipe_at)
    comment = f"How `daytrail import {kind.name}` reads {path.name}. Edit it, then run it again."
    with project_lock(project.root):
        create_file(project.root, recipe_at, write_recipe(proposal, comment))


def _write(kind: ImportKind[R, T], project: Project, sources: Sequence[Source[R, T]]) -> None:
    with project_lock(project.root):
        changes = FileChanges(project)
        notes = kind.plan_changes(sources, project, changes)
        names = changes.write()
    for note in notes:
        click.echo(printable_text(note), err=True)
    for written in names:
        click.echo(written)
    if not names:
        click.echo("there is nothing to change", err=True)


def _verify(kind: ImportKind[R, T], project: Project, pairs: Sequence[tuple[Source[R, T], Preview]]) -> None:
    findings = [(source.path, finding) for source, _ in pairs for finding in kind.verify(source, project)]
    for path, finding in findings:
        click.echo(f"{path}:{finding.line}: {printable(finding.text)}", err=True)
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
