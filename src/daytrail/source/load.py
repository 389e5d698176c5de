"""Reading the journal's files: the only module that opens them."""

import codecs
import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from daytrail.model.base import slug
from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import Entry, FrontMatter, dated
from daytrail.model.journal import Journal
from daytrail.problems import Location, Problem, Severity, error, quoted, warning
from daytrail.source.body import blank_private, cut_private, read_body
from daytrail.source.check import Read, check_curriculum, check_entries, check_references
from daytrail.source.document import Document, parse
from daytrail.source.explain import blank_unknown, explain
from daytrail.source.frontmatter import split
from daytrail.source.syntax import UNPRINTABLE, end_of, unprintable

LARGEST_ENTRY = 250_000
"""Bytes; 40,000 words are a long day, and a Markdown parser needs far more time and memory than its text."""
LARGEST_PLAN = 8_000_000
"""Bytes; 500 weeks with 20 items each need a quarter of it."""

# A file's name is one line; bytes that are no UTF-8 come out as surrogates.
_STRANGE = re.compile(rf"[\t\n\r\x85\u2028\u2029]|{UNPRINTABLE.pattern}")

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
        hint = "write at least `title: …`, or delete the file"
        problems.append(error(Location(path), "nothing is written in this file", hint))
    if document.data is None:
        return _Validated(none, Document(path, {}, complete=False), set()), problems
    plan, invalid = _validated(Curriculum, document)
    if plan is None and isinstance(document.data, dict):  # for want of a title
        plan, _ = _validated(Curriculum, replace(document, data={**document.data, "title": none.title}))
    incomplete = Document(path, {}, complete=False)
    return plan or _Validated(none, incomplete, set()), problems + invalid


def _entry_files(root: Path, folder: str, problems: list[Problem]) -> Iterator[str]:
    """Yield the Markdown files below a folder, sorted; links to folders are reported, not followed."""

    def stopped(stop: OSError) -> None:
        if not isinstance(stop, FileNotFoundError):
            where = Location(Path(stop.filename).relative_to(root).as_posix())
            problems.append(error(where, f"the folder cannot be read: {_reason(stop)}"))

    for top, folders, files in os.walk(root / folder, onerror=stopped):
        here = Path(top).relative_to(root).as_posix()
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        problems += [
            warning(Location(f"{here}/{name}"), "a link to a folder is not followed")
            for name in folders
            if Path(top, name).is_symlink()
        ]
        for name in sorted(files):
            if name.endswith(".md") and name[0] not in "._":
                if _STRANGE.search(name):
                    shown = _STRANGE.sub("\ufffd", name)
                    hint = "rename it"
                    problems.append(error(Location(f"{here}/{shown}"), "the file's name is not plain text", hint))
                else:
                    yield f"{here}/{name}"


def _read_entry(root: Path, path: str, folder: str, plan: Curriculum) -> tuple[Read | None, list[Problem]]:
    text, problems = _text(root, path, LARGEST_ENTRY)
    if problems:
        return None, problems
    halves, problems = split(text, path)
    if problems:
        return None, problems
    front_text, unclosed = blank_private(halves.front, path)
    document, found = parse(front_text, path)
    body, unclosed_too = cut_private(halves.body, path, halves.first_line)
    checked, invalid = _validated(FrontMatter, document)
    problems += unclosed + found + unclosed_too + invalid
    if checked is None:
        return None, problems
    front = checked.record
    stem = Path(path).stem
    try:
        named = dated(stem)[0]
    except ValueError:
        message = f"the file's name {quoted(stem)} starts with a date that is not in the calendar"
        problems.append(error(Location(path), message, "rename it, as in `2026-02-15.md`"))
        return None, problems
    day = front.date or named
    refused = document.values.keys() - checked.document.values.keys()
    if day is None:
        if document.complete and ("date",) not in refused:
            hint = "write `date: …` between the `---` lines, or name the file as in `2026-02-15.md`"
            problems.append(error(document.locate(("date",)), "the entry has no date", hint))
        return None, problems
    if front.render_macros:
        where = document.locate(("render_macros",), key=True)
        problems.append(warning(where, "`render_macros` has no effect: an entry's text is never executed"))
    # What may be a draft is one: a mistake must not publish it.
    draft = front.draft or not document.complete or ("draft",) in refused
    return Read(_entry(front, path, stem, day, body, folder, plan), checked.document, draft), problems


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
    """Validate a document; what its model refuses is reported and left out, so that the rest is checked too."""
    problems = list(blank_unknown(document, model))
    lost: set[str] = set()
    left = document
    while True:
        try:
            record = model.model_validate({} if left.data is None else left.data)
        except ValidationError as failure:
            if left is document:  # what is wrong with the rest follows from what was left out
                problems += explain(failure, document, model)
            refused = {left.held(detail["loc"]) for detail in failure.errors(include_url=False)}
            # Without its id a record would be taken for another.
            refused = {keys[:-1] if keys[-1:] == ("id",) else keys for keys in refused}
            if () in refused:
                return None, problems
            for keys in refused:
                lost |= left.names(keys)
            left = left.without(refused)
        else:
            return _Validated(record, left, lost | {slug(name) for name in lost}), problems


def _text(root: Path, path: str, limit: int) -> tuple[str, list[Problem]]:
    """Read a text file; line ends come out as one line feed, whatever they were."""
    file = root / path
    try:
        if file.exists() and not file.is_file():
            return "", [error(Location(path), "this is not a file")]  # and a pipe would never end
        with file.open("rb") as opened:
            raw = opened.read(limit + 1)
    except OSError as stop:
        return "", [error(Location(path), f"the file cannot be read: {_reason(stop)}")]
    if len(raw) > limit:
        message = f"the file is larger than {limit // 1000:,} kB"
        return "", [error(Location(path), message, "split it, or move a part of it elsewhere")]
    raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    while raw.startswith(codecs.BOM_UTF8):
        raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        text = raw.decode()
    except UnicodeDecodeError as stop:
        where = end_of(raw[: stop.start].decode(), path)
        return "", [error(where, f"the byte 0x{raw[stop.start]:02x} is not UTF-8", "save the file as UTF-8")]
    strange = unprintable(text, path)
    return ("", [strange]) if strange else (text, [])


def _reason(stop: OSError) -> str:
    return (stop.strerror or "it does not open").lower()
