"""From the files of a project to its journal."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path, PurePosixPath

from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import Entry, FrontMatter, dated
from daytrail.model.journal import Journal
from daytrail.problems import Location, Problem, Severity, error, quoted, warning
from daytrail.source.answers import read_answers
from daytrail.source.body import blank_private, cut_private, read_body
from daytrail.source.check import check_answers, check_curriculum, check_entries, check_references
from daytrail.source.contradictions import check_read
from daytrail.source.document import Document, parse
from daytrail.source.files import LARGEST_ENTRY, markdown_files, read_text
from daytrail.source.frontmatter import split
from daytrail.source.plan import read_plan
from daytrail.source.reading import read_reading_list
from daytrail.source.reads import Read
from daytrail.source.tags import check_aliases, shown, shown_tags
from daytrail.source.validate import validated

_UNDATED = re.compile(r"(day|undated)-\d{4,}(-\d+)?")
"""The names that an import gives to entries whose dates nobody wrote."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the journal's files are, relative to the project's root."""

    entries: str = "entries"
    curriculum: str = "curriculum.yaml"
    reading: str = "reading.yaml"
    docs: str = "docs"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A journal, and everything that is wrong with its files."""

    journal: Journal
    """Whole where there are no errors; otherwise what could be read."""
    problems: tuple[Problem, ...]
    """By place."""
    plan: Document
    """What the plan was read from, for whoever asks where something in it stands."""
    reading: Document | None = None
    """The same of the reading list; None where there is none."""

    @property
    def failed(self) -> bool:
        """Whether anything is wrong that stops a build."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)


def load(root: Path, layout: Layout = Layout()) -> Loaded:
    """Read a project's entries, plan and reading list. Never raises for a writer's mistake."""
    plan, problems = read_plan(root, layout.curriculum)
    reads: list[Read] = []
    names = shown_tags(plan.record.tag_aliases)
    for path in markdown_files(root, layout.entries, problems):
        read, found = _read_entry(root, path, layout.entries, plan.record)
        problems += found
        if read:
            reads.append(replace(read, entry=replace(read.entry, tags=shown(read.entry.tags, names))))
    reads.sort(key=lambda read: (read.entry.date, read.entry.stem, read.entry.path))
    if plan.document.complete:
        problems += check_curriculum(plan.record, plan.document, plan.lost)
        problems += check_references(reads, plan.record, layout.curriculum, plan.lost)
        problems += check_aliases(plan.record.tag_aliases, plan.document)
    problems += check_entries(reads, plan.record)
    found_answers = read_answers(root, layout.docs, layout.entries, problems)
    answers = sorted(found_answers, key=lambda answer: answer[0].path)
    if plan.document.complete:
        problems += check_answers(answers, plan.record, layout.curriculum, plan.lost)
    reading, listed, found = read_reading_list(root, layout.reading)
    problems += found
    problems += check_read(plan.record, reads, reading, listed)
    entries = tuple(read.entry for read in reads if not read.draft)
    journal = Journal(entries, plan.record, reading, tuple(page for page, _ in answers))
    return Loaded(journal, tuple(sorted(set(problems), key=_order)), plan.document, listed)


def _order(problem: Problem) -> tuple[str, int, int, str, str]:
    where = problem.where
    return where.path, where.line, where.column, problem.severity, problem.message


def _read_entry(root: Path, path: str, folder: str, plan: Curriculum) -> tuple[Read | None, list[Problem]]:
    text, problems = read_text(root, path, LARGEST_ENTRY)
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
        if _UNDATED.fullmatch(stem):
            where = document.locate(("date",))
            message = "the entry has no date yet, so the site leaves it out"
            problems.append(warning(where, message, "write `date: …` between the `---` lines"))
        elif document.complete and ("date",) not in refused:
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
