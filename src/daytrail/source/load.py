"""From the files of a project to its journal."""

from dataclasses import dataclass, replace
from pathlib import Path

from daytrail.model.journal import Journal
from daytrail.model.reading import ReadingList
from daytrail.problems import Problem, Severity
from daytrail.source.checks.contradictions import check_read
from daytrail.source.checks.references import check_answers, check_curriculum, check_entries, check_references
from daytrail.source.entry import read_entry
from daytrail.source.entry_codec import ParsedEntryCache, from_bytes, to_bytes
from daytrail.source.files import markdown_files
from daytrail.source.located_entry import LocatedEntry
from daytrail.source.milestone_answers import read_answers
from daytrail.source.plan import read_plan
from daytrail.source.reading_list import check_categories, read_reading_list
from daytrail.source.tag_aliases import check_aliases, shown, shown_tags
from daytrail.source.yaml.nodes import Document


@dataclass(frozen=True, slots=True)
class ProjectPaths:
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
    plan_document: Document
    """The parsed plan, to locate values in it."""
    reading_document: Document | None = None
    """The parsed reading list; None if there is none."""

    @property
    def failed(self) -> bool:
        """Whether anything is wrong that stops a build."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)


def load(root: Path, paths: ProjectPaths = ProjectPaths(), cache: ParsedEntryCache | None = None) -> Loaded:
    """Read a project's entries, plan and reading list. Never raises for a writer's mistake.

    Args:
        root: The project's folder.
        paths: Where its files are.
        cache: Entries that were parsed before. None: every file is parsed.
    """
    plan, problems = read_plan(root, paths.curriculum)
    reads: list[LocatedEntry] = []
    names = shown_tags(plan.record.tag_aliases)
    series = plan.record.series[0].id if plan.record.series else None
    cache = cache or ParsedEntryCache()
    cache.open(f"{paths.entries}\n{series or ''}")
    for path in markdown_files(root, paths.entries, problems):
        read, found = _read(root, path, paths.entries, series, cache)
        problems += found
        if read:
            tags = shown(read.entry.tags, names)
            reads.append(read if tags == read.entry.tags else replace(read, entry=replace(read.entry, tags=tags)))
    reads.sort(key=lambda read: (read.entry.date, read.entry.stem, read.entry.path))
    if plan.document.complete:
        problems += check_curriculum(plan.record, plan.document, plan.lost_names)
        problems += check_references(reads, plan.record, paths.curriculum, plan.lost_names)
        problems += check_aliases(plan.record.tag_aliases, plan.document)
    problems += check_entries(reads, plan.record)
    answers, answer_problems = read_answers(root, paths.docs, paths.entries)
    problems += answer_problems
    if plan.document.complete:
        problems += check_answers(answers, plan.record, paths.curriculum, plan.lost_names)
    reading_list, reading_problems = read_reading_list(root, paths.reading)
    problems += reading_problems
    reading = reading_list.record if reading_list else ReadingList()
    reading_document = reading_list.document if reading_list else None
    if reading_document:
        problems += check_categories(reading, reading_document)
    problems += check_read(plan.record, reads, reading, reading_document)
    entries = tuple(read.entry for read in reads if not read.draft)
    journal = Journal(entries, plan.record, reading, tuple(answer.page for answer in answers))
    return Loaded(journal, tuple(sorted(set(problems), key=_order)), plan.document, reading_document)


def _order(problem: Problem) -> tuple[str, int, int, str, str]:
    where = problem.location
    return where.path, where.line, where.column, problem.severity, problem.message


def _read(
    root: Path, path: str, folder: str, series: str | None, cache: ParsedEntryCache
) -> tuple[LocatedEntry | None, list[Problem]]:
    if (kept := cache.get(path)) and (found := from_bytes(kept, path)):
        return found
    read, problems = read_entry(root, path, folder, series)
    cache.put(path, lambda: to_bytes(read, problems))
    return read, problems
