"""Documents and their recipes, as they are on the disk, and what of a recipe is still open."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Generic, TypeVar

import click

from daytrail.cli.common.files import UpdateError, disk_errors, display_path, read_file
from daytrail.cli.common.project import Project
from daytrail.importers.document import Document
from daytrail.importers.imported import line_start
from daytrail.importers.recipe import Recipe
from daytrail.model.base import slug
from daytrail.problems import KeyPath, Problem, error, errors_of, quoted, warning
from daytrail.source.files import link_obstacle, markdown_files, read_bytes
from daytrail.source.validation import validate
from daytrail.source.yaml.nodes import Document as YamlDocument
from daytrail.source.yaml.parser import parse

MAX_BYTES = 25_000_000
"""The largest document that is read."""
MAX_LINES = 500_000
"""The most lines of a document."""
MAX_LINE = 10_000
"""Characters of a line of a document."""
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
_SKIPPED_FOLDERS = {"node_modules", "logseq"}
"""Names of folders with files of programs: dependencies, and the settings and backups of Logseq."""


def read_source(path: Path) -> str:
    """Return the text of a document with LF as line ends. Raises click.ClickException if it is none, or too large."""
    with disk_errors(f"{display_path(path)} cannot be read"):
        raw = read_bytes(path, MAX_BYTES)
    if len(raw) > MAX_BYTES:
        raise click.ClickException(f"{path} is larger than {MAX_BYTES // 1_000_000} MB; split it")
    try:
        text = re.sub(r"\r\n?", "\n", raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise click.ClickException(f"{path} is not a text file in UTF-8; save it as one") from None
    text = _CONTROL_CHARACTERS.sub("", text)
    if not text.strip():
        raise click.ClickException(f"{path} is empty")
    if text.count("\n") > MAX_LINES:
        raise click.ClickException(f"{path} has more than {MAX_LINES:,} lines; split it")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE and path.suffix not in (".csv", ".html", ".bib"):
            message = f"{path}:{number}: the line is longer than {MAX_LINE:,} characters; break it into several lines"
            raise click.ClickException(message)
    return text


def read_folder(folder: Path) -> Mapping[str, str]:
    """Return the texts of the Markdown files below a folder by their names, without hidden and linked ones."""
    top = folder.resolve()
    paths = (PurePosixPath(name).relative_to(top.name) for name in markdown_files(top.parent, top.name, []))
    names = [str(path) for path in paths if not _SKIPPED_FOLDERS & {*path.parts}]
    texts = {name: read_source(folder / name) for name in names if not link_obstacle(folder, name)}
    if not texts:
        raise click.ClickException(f"{folder} has no Markdown files; nothing was written")
    return texts


# -- recipes --

R = TypeVar("R", bound=Recipe)


@dataclass(frozen=True)
class RecipeFile(Generic[R]):
    """A recipe as it was read from its file."""

    recipe: R
    name: str = ""
    """Path of the file, for messages; empty for a recipe that needs none."""
    text: str = ""
    document: YamlDocument = field(default_factory=lambda: YamlDocument(""))
    """Its YAML, for locations."""
    questions: Sequence[KeyPath] = ()
    """Key paths of the values that are still a `?`."""

    def question_problems(self) -> Iterator[Problem]:
        """Yield an error for each `?` that is left."""
        for path in self.questions:
            name = next((key for key in reversed(path) if isinstance(key, str)), "")
            hint = "remove the `?` if the value is right, or write another, or move it to another key"
            yield error(self.document.locate(path), f"`{name}` is still a `?`", hint)

    def unused_problems(self, unused: Sequence[KeyPath]) -> Iterator[Problem]:
        """Yield a warning for each pattern, column or sign that the document does not have."""
        for path in unused:
            node = self.document.find(path) or self.document.find(path[:-1])
            written = quoted(node.text or "" if node else "")
            yield warning(self.document.locate(path), f"{written} matches nothing in the document")

    def check_line_numbers(self, document: Document) -> Iterator[Problem]:
        """Yield an error for each number of a line that has changed since its comment was written."""
        for path, number in self.recipe.line_numbers():
            if not (node := self.document.find(path)):
                continue
            if not 0 < number <= len(document.lines):
                yield error(node.location, f"the document has no line {number}", "write the number of another line")
                continue
            written = self.text.split("\n")[node.line - 1][node.column - 1 + node.end - node.start :]
            comment = re.match(r"\s*#\s*(.*)", written)
            start = line_start(document.lines[number - 1].text)
            if comment and not start.startswith(comment[1].strip().rstrip("…")):
                message = f"line {number} begins {quoted(start)}, not {quoted(comment[1].strip())}"
                yield error(node.location, message, "find the line again, and write its number and its beginning")


def recipe_path(project: Project, source: Path) -> Path:
    """Return where the recipe of a document or a folder is, in `imports/`."""
    name = source.resolve().name if source.is_dir() else source.stem
    return project.root / "imports" / f"{slug(name) or 'document'}.yaml"


def read_recipe(path: Path, name: str, model: type[R]) -> RecipeFile[R]:
    """Return the recipe in a file. Raises UpdateError with the mistakes that it contains."""
    text = read_file(path).replace("\r\n", "\n")
    document, problems = parse(text, name)
    questions: list[KeyPath] = []
    empty: set[KeyPath] = set()
    for key_path, node in document.root.descendants() if document.root else ():
        if node.kind == "scalar" and node.text and node.text.startswith("?"):
            questions.append(key_path)
            node.text = node.text[1:].strip() or None
            empty |= {key_path} if node.text is None else set()
    validated, invalid = validate(model, document.without(empty))
    problems += invalid
    if validated is None or errors_of(problems):
        raise UpdateError(f"{name}: nothing was read, since the recipe has mistakes", problems)
    return RecipeFile(validated.record, name, text, document, questions)
