"""Reading the journal's files: the only module that opens them."""

import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import Entry, FrontMatter, dated
from daytrail.model.journal import Journal
from daytrail.problems import Location, Problem, Severity, error, quoted, warning
from daytrail.source.body import cut_private, read_body
from daytrail.source.check import Read, check_curriculum, check_entries, check_references
from daytrail.source.document import Document, parse
from daytrail.source.explain import explain
from daytrail.source.frontmatter import split

LARGEST_ENTRY = 1_000_000
"""Bytes; an entry is a day's notes, and a Markdown parser needs far more memory than its text."""
LARGEST_PLAN = 8_000_000
"""Bytes; 500 weeks with 20 items each need a quarter of it."""

# What YAML 1.2 calls non-printable, https://yaml.org/spec/1.2.2/#51-character-set.
_UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the journal's files are, relative to the project's root."""

    entries: str = "entries"
    curriculum: str = "curriculum.yaml"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A journal, and everything that is wrong with its files."""

    journal: Journal
    """Whole where there are no errors; otherwise what could be read."""
    problems: tuple[Problem, ...]
    """By place."""

    @property
    def failed(self) -> bool:
        """Whether anything is wrong that stops a build."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)


def load(root: Path, layout: Layout = Layout()) -> Loaded:
    """Read a project's entries and plan. Never raises for a writer's mistake."""
    plan, problems = _read_plan(root, layout.curriculum)
    reads: list[Read] = []
    for path in _entry_files(root, layout.entries, problems):
        read, found = _read_entry(root, path, layout.entries, plan.record)
        problems += found
        if read:
            reads.append(read)
    reads.sort(key=lambda read: (read.entry.date, read.entry.stem, read.entry.path))
    if plan.document.complete:
        problems += check_curriculum(plan.record, plan.document, plan.lost)
        problems += check_references(reads, plan.record, layout.curriculum, plan.lost)
    problems += check_entries(reads)
    entries = tuple(read.entry for read in reads if not read.draft)
    return Loaded(Journal(entries, plan.record), tuple(sorted(set(problems))))


@dataclass(frozen=True, slots=True)
class _Validated(Generic[Model]):
    """As much of a document as its model accepts."""

    record: Model
    document: Document
    """Less what was refused."""
    lost: Set[str]
    """The names that were given in what was refused; what refers to them is not wrong for that."""


def _read_plan(root: Path, path: str) -> tuple[_Validated[Curriculum], list[Problem]]:
    none = Curriculum(title="Plan")
    if not os.path.lexists(root / path):
        return _Validated(none, Document(path, {}), set()), []
    text, problems = _text(root, path, LARGEST_PLAN)
    document, found = parse(text, path)
    problems += found
    if not problems and document.data is None:
        problems.append(error(Location(path), "the file is empty", "write at least `title: …`, or delete the file"))
    if document.data is None:
        return _Validated(none, Document(path, {}, complete=False), set()), problems
    plan, invalid = _validated(Curriculum, document)
    incomplete = Document(path, {}, complete=False)
    return plan or _Validated(none, incomplete, set()), problems + invalid


def _entry_files(root: Path, folder: str, problems: list[Problem]) -> Iterator[str]:
    """Yield the Markdown files below a folder, sorted; links to folders are reported, not followed."""
    for top, folders, files in os.walk(root / folder):
        here = Path(top).relative_to(root).as_posix()
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        for name in folders:
            if Path(top, name).is_symlink():
                problems.append(warning(Location(f"{here}/{name}"), "a link to a folder is not followed"))
        yield from (f"{here}/{name}" for name in sorted(files) if name.endswith(".md") and name[0] not in "._")


def _read_entry(root: Path, path: str, folder: str, plan: Curriculum) -> tuple[Read | None, list[Problem]]:
    text, problems = _text(root, path, LARGEST_ENTRY)
    if problems:
        return None, problems
    halves, problems = split(text, path)
    document, found = parse(halves.front, path)
    body, unclosed = cut_private(halves.body, path, halves.first_line)
    checked, invalid = _validated(FrontMatter, document)
    problems += found + unclosed + invalid
    if checked is None:
        return None, problems
    front = checked.record
    stem = Path(path).stem
    day = front.date
    try:
        day = day or dated(stem)[0]
    except ValueError:
        problems.append(error(Location(path), f"the file's name {quoted(stem)} starts with no day of the calendar"))
        return None, problems
    if not day and ("date",) in document.values:
        return None, problems
    if not day:
        hint = "write `date: …` between the `---` lines, or name the file as in `2026-02-15.md`"
        problems.append(error(Location(path), "the entry has no date", hint))
        return None, problems
    if front.render_macros:
        where = document.locate(("render_macros",), key=True)
        problems.append(warning(where, "`render_macros` has no effect: the text of an entry is never executed"))
    return Read(_entry(front, path, stem, day, body, folder, plan), checked.document, front.draft), problems


def _entry(
    front: FrontMatter, path: str, stem: str, day: date, body: str, folder: str, plan: Curriculum
) -> Entry:
    held = read_body(body)
    return Entry(
        path=path,
        stem=stem,
        date=day,
        series=front.series or (plan.series[0].id if plan.series else None),
        day=front.day,
        title=front.title,
        description=front.description,
        tags=front.tags,
        hours=front.hours,
        links=front.links,
        done=front.done,
        started=front.started,
        dropped=front.dropped,
        touched=front.touched,
        milestone=front.milestone,
        body=body,
        excerpt=held.excerpt,
        mentions=held.mentions,
        tasks=held.tasks,
        attachments=tuple(_attachments(path, held.targets, folder)),
    )


def _attachments(path: str, targets: Iterable[str], folder: str) -> Iterator[str]:
    """Yield the files that an entry's text points to, as far as they lie in the entries' own folder."""
    for target in targets:
        found = PurePosixPath(posixpath.normpath(posixpath.join(posixpath.dirname(path), target)))
        hidden = any(part.startswith((".", "_")) for part in found.parts)
        if found.is_relative_to(folder) and not hidden and found.suffix not in ("", ".md"):
            yield str(found)


def _validated(model: type[Model], document: Document) -> tuple[_Validated[Model] | None, list[Problem]]:
    """Validate a document; what the model refuses is reported and left out, so that the rest is checked as well."""
    problems: list[Problem] = []
    lost: set[str] = set()
    while True:
        try:
            record = model.model_validate({} if document.data is None else document.data)
        except ValidationError as failure:
            if not problems:
                problems += explain(failure, document, model)
            refused = {
                detail["loc"][:-1] if detail["type"] == "missing" else detail["loc"] for detail in failure.errors()
            }
            refused = {document.held(keys) for keys in refused}
            if () in refused:
                return None, problems
            for keys in refused:
                lost |= document.names(keys)
            document = document.without(refused)
        else:
            return _Validated(record, document, lost), problems


def _text(root: Path, path: str, limit: int) -> tuple[str, list[Problem]]:
    """Read a text file; line ends come out as one line feed, whatever they were."""
    try:
        with (root / path).open("rb") as file:
            raw = file.read(limit + 1)
    except OSError as stop:
        reason = (stop.strerror or "it does not open").lower()
        return "", [error(Location(path), f"the file cannot be read: {reason}")]
    if len(raw) > limit:
        return "", [error(Location(path), f"the file is larger than {limit // 1_000_000} MB")]
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as stop:
        before = raw[: stop.start].decode("utf-8-sig", "replace")
        return "", [error(_end(before, path), f"the byte 0x{raw[stop.start]:02x} is not UTF-8", "save the file as UTF-8")]
    if strange := _UNPRINTABLE.search(text):
        message = f"the character U+{ord(strange[0]):04X} cannot be printed"
        return "", [error(_end(text[: strange.start()], path), message, "remove it")]
    return text, []


def _end(before: str, path: str) -> Location:
    return Location(path, before.count("\n") + 1, len(before) - before.rfind("\n"))
