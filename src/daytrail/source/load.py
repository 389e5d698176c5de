"""Reading the journal's files: the only module that opens them."""

import codecs
import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path, PurePosixPath

from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import Entry, FrontMatter, dated
from daytrail.model.journal import Journal
from daytrail.problems import Location, Problem, Severity, error, quoted, warning
from daytrail.source.body import blank_private, cut_private, read_body
from daytrail.source.check import Read, check_curriculum, check_entries, check_references
from daytrail.source.document import Document, parse
from daytrail.source.frontmatter import split
from daytrail.source.syntax import UNPRINTABLE, end_of, unprintable
from daytrail.source.validate import Validated, validated

LARGEST_ENTRY = 250_000
"""Bytes; 40,000 words are a long day, and a Markdown parser needs far more time and memory than its text."""
LARGEST_PLAN = 8_000_000
"""Bytes; 500 weeks with 20 items each need a quarter of it."""

_MAY_BE_READ = "see that it is there and that you may read it"

# A file's name is one line; bytes that are no UTF-8 come out as surrogates.
_STRANGE = re.compile(rf"[\t\n\r\x85\u2028\u2029]|{UNPRINTABLE.pattern}")


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
    return Loaded(Journal(entries, plan.record), tuple(sorted(set(problems), key=_order)))


def _order(problem: Problem) -> tuple[str, int, int, str, str]:
    where = problem.where
    return where.path, where.line, where.column, problem.severity, problem.message


def _read_plan(root: Path, path: str) -> tuple[Validated[Curriculum], list[Problem]]:
    none = Curriculum(title="Plan")
    if not os.path.lexists(root / path):
        return Validated(none, Document(path, {}), set()), []
    text, problems = _text(root, path, LARGEST_PLAN)
    document, found = parse(text, path)
    problems += found
    document = _with_parts(root, document, problems)
    if not problems and document.data is None:
        hint = "write at least `title: …`, or delete the file"
        problems.append(error(Location(path), "nothing is written in this file", hint))
    if document.data is None:
        return Validated(none, Document(path, {}, complete=False), set()), problems
    plan, invalid = validated(Curriculum, document)
    if plan is None and isinstance(document.data, dict):  # for want of a title
        plan, _ = validated(Curriculum, replace(document, data={**document.data, "title": none.title}))
    incomplete = Document(path, {}, complete=False)
    return plan or Validated(none, incomplete, set()), problems + invalid


def part_folder(path: str) -> str:
    """Return the folder of the plan's part files: the one with the plan's name, as in `curriculum/`."""
    return path.removesuffix(".yaml").removesuffix(".yml")


def _with_parts(root: Path, plan: Document, problems: list[Problem]) -> Document:
    """Put each part that is written as `file: curriculum/part.yaml` in its place."""
    read: dict[str, Location] = {}
    parts = plan.data.get("parts") if isinstance(plan.data, dict) else None
    for index, part in enumerate(parts if isinstance(parts, list) else ()):
        if not isinstance(part, dict) or not isinstance(name := part.get("file"), str):
            continue
        keys = ("parts", index)
        where = plan.locate((*keys, "file"))
        path = posixpath.normpath(posixpath.join(posixpath.dirname(plan.path), name))
        own = None
        if not (found := _no_part(root, plan, path, name, where, len(part), read)):
            text, found = _text(root, path, LARGEST_PLAN)
            own, mistakes = parse(text, path)
            found += mistakes
            if not found and own.data is None:
                hint = "write at least an `id` and a `title`"
                found.append(error(Location(path), "nothing is written in this file", hint))
        if own is None or own.data is None:
            # Stands in for the part, so that nothing more is said of it than is known.
            own = Document(path, {"id": f"part-{index}", "title": path}, complete=False)
        plan = plan.graft(keys, own)
        read.setdefault(path, where)
        problems += found
    return plan


def _no_part(
    root: Path, plan: Document, path: str, name: str, where: Location, keys: int, read: Mapping[str, Location]
) -> list[Problem]:
    """Say why a part's file is not to be read."""
    folder = part_folder(plan.path)
    if keys > 1:
        return [error(where, "a part that has a `file` is written there as a whole", "move its other keys there")]
    if not PurePosixPath(path).is_relative_to(folder) or not path.endswith((".yaml", ".yml")):
        hint = f"write one such as `{folder}/first-part.yaml`"
        return [error(where, f"{quoted(name)} is no YAML file in the folder {quoted(folder)}", hint)]
    if path in read:
        return [error(where, f"the part {quoted(name)} is doubled", f"it stands at {read[path]} already")]
    if not os.path.lexists(root / path):
        return [error(where, f"the file {quoted(path)} is not there", "correct the name, or write the file")]
    return []


def _entry_files(root: Path, folder: str, problems: list[Problem]) -> Iterator[str]:
    """Yield the Markdown files below a folder, sorted; links to folders are reported, not followed."""

    def stopped(stop: OSError) -> None:
        if not isinstance(stop, FileNotFoundError):
            where = Location(Path(stop.filename).relative_to(root).as_posix())
            problems.append(error(where, f"the folder cannot be read: {_reason(stop)}", _MAY_BE_READ))

    for top, folders, files in os.walk(root / folder, onerror=stopped):
        here = Path(top).relative_to(root).as_posix()
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        problems += [
            warning(Location(f"{here}/{name}"), "a link to a folder is not followed")
            for name in folders
            if Path(top, name).is_symlink()
        ]
        for path in sorted(f"{here}/{name}" for name in files if name.endswith(".md") and name[0] not in "._"):
            if _STRANGE.search(path):
                where = Location(_STRANGE.sub("\ufffd", path))
                problems.append(error(where, "the file's name is not plain text", "rename it"))
            else:
                yield path


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
    checked, invalid = validated(FrontMatter, document)
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


def _entry(front: FrontMatter, path: str, stem: str, day: date, body: str, folder: str, plan: Curriculum) -> Entry:
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


def _text(root: Path, path: str, limit: int) -> tuple[str, list[Problem]]:
    """Read a text file; line ends come out as one line feed, whatever they were."""
    file = root / path
    try:
        if file.exists() and not file.is_file():  # a pipe would never end
            return "", [error(Location(path), "this is not a file", "rename it, or put a file in its place")]
        with file.open("rb") as opened:
            raw = opened.read(limit + 1)
    except OSError as stop:
        return "", [error(Location(path), f"the file cannot be read: {_reason(stop)}", _MAY_BE_READ)]
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
