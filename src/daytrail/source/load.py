"""Loading a project: from its files to a journal, and all that is wrong with them."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import dated, stem_of
from daytrail.model.journal import Journal
from daytrail.model.reading import ReadingList
from daytrail.problems import Problem, errors_of
from daytrail.source.checks import run_checks
from daytrail.source.docs_pages import DocsText, read_docs_pages, read_records
from daytrail.source.entry import read_entries
from daytrail.source.files import misnamed_entries, read_yaml
from daytrail.source.notations.targets import Targets
from daytrail.source.plan import read_plan
from daytrail.source.project_paths import USUAL, EntryRules, ProjectPaths
from daytrail.source.published_files import picture_problems
from daytrail.source.sources import LocatedEntry, LocatedPage, Sources
from daytrail.source.validation import Validated, validate
from daytrail.source.yaml.nodes import Document

AUTHORS = ".authors.yml"
"""File with the names of authors by their ids, as Material's blog has it."""

ReadEntries: TypeAlias = Callable[
    [Path, Sequence[str], EntryRules], Iterable[tuple[LocatedEntry | None, list[Problem]]]
]
"""A function such as `read_entries`."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A journal, and everything that is wrong with its files."""

    journal: Journal
    """Complete if there are no errors, else what could be read."""
    problems: tuple[Problem, ...]
    """By location."""
    sources: Sources
    """The records with their documents, to locate values in them."""
    docs_texts: Mapping[str, DocsText]
    """The texts of the docs pages that MkDocs publishes, by path."""

    @property
    def failed(self) -> bool:
        """True if there is an error, which stops a build."""
        return bool(errors_of(self.problems))


def load(root: Path, paths: ProjectPaths = USUAL, read: ReadEntries = read_entries, today: date = date.max) -> Loaded:
    """Read a project's plan, entries, reading list and docs pages, and check them.

    Never raises for a writer's mistake. Entries are read with a function like `read_entries`, which may have a cache.
    """
    plan, plan_problems = read_plan(root, paths.curriculum)
    entries, unread_days, entry_problems = _read_entries(root, paths, plan.record, read, today)
    entries = _with_names_of_authors(root, paths.entries, entries, entry_problems)
    targets = Targets(root, paths.entries, [one.entry for one in entries if not one.draft], plan.record)
    entries = [targets.resolved(one) for one in entries]
    for one in entries:
        entry_problems += targets.problems(one, is_complete=plan.document.complete)
    docs_texts = dict(read_docs_pages(root, paths))
    records, docs_problems = read_records(docs_texts.items(), paths.docs)
    reading, reading_problems = _read_reading_list(root, paths.reading)
    sources = Sources(
        plan=plan.record,
        plan_document=plan.document,
        lost_names=plan.lost_names,
        entries=entries,
        unread_days=unread_days,
        reading=reading.record,
        reading_document=reading.document,
        docs_pages=[_with_current_milestone(located, plan.record) for located in records],
    )
    journal = Journal(
        entries=tuple(located.entry for located in sources.published),
        old_blog=paths.old_addresses.partition("{")[0].strip("/"),
        curriculum=sources.plan,
        reading=sources.reading,
        answers=tuple(located.page for located in sources.docs_pages if located.page.milestone),
        reviews=tuple(located.page for located in sources.docs_pages if located.page.week),
    )
    of_picture = picture_problems(root, paths, sources)
    problems = {*plan_problems, *entry_problems, *docs_problems, *reading_problems, *run_checks(sources), *of_picture}
    return Loaded(journal, tuple(sorted(problems)), sources, docs_texts)


def _read_reading_list(root: Path, path: str) -> tuple[Validated[ReadingList], list[Problem]]:
    """Read the reading list; an empty one if there is no file or nothing valid in it."""
    document, problems = read_yaml(root, path) if os.path.lexists(root / path) else (Document(path), [])
    validated, invalid = (None, []) if document.data is None else validate(ReadingList, document)
    return validated or Validated(ReadingList(), Document(path)), problems + invalid


def _read_entries(
    root: Path, paths: ProjectPaths, plan: Curriculum, read: ReadEntries, today: date
) -> tuple[Sequence[LocatedEntry], Sequence[date], list[Problem]]:
    """Read all entries, by date, with the names that the plan has now for theirs; also return `Sources.unread_days`."""
    problems: list[Problem] = []
    entries: list[LocatedEntry] = []
    unread_days: list[date] = []
    files = paths.entry_files(root, problems)
    for path, (located, entry_problems) in zip(files, read(root, files, paths.rules(plan)), strict=True):
        problems += entry_problems
        if located:
            is_held_back = paths.hide_future and located.entry.date > today
            entries.append(with_current_names(replace(located, draft=located.draft or is_held_back), plan))
        else:
            with suppress(ValueError):  # the name is no date of the calendar
                unread_days += filter(None, [dated(stem_of(path)).day])
    attached = {path for located in entries for path in located.entry.attachments}
    problems += misnamed_entries(root, paths.entries, attached)
    entries.sort(key=lambda located: (located.entry.date, located.entry.stem, located.entry.path))
    return entries, unread_days, problems


def _with_names_of_authors(
    root: Path, folder: str, entries: Sequence[LocatedEntry], problems: list[Problem]
) -> list[LocatedEntry]:
    """Return entries with names for the ids in the file that Material's blog has beside the folder of its posts."""
    names: dict[str, str] = {}
    for path in (f"{PurePosixPath(folder).parent / AUTHORS}", f"{folder}/{AUTHORS}"):
        document, unreadable = read_yaml(root, path) if os.path.lexists(root / path) else (Document(path), [])
        problems += unreadable
        authors = document.find(("authors",))
        for key, author in authors.children.items() if authors else ():
            name = author.children.get("name")
            names[str(key)] = (name.text if name else None) or str(key)
    return [
        replace(one, entry=replace(one.entry, authors=tuple(names.get(name, name) for name in one.entry.authors)))
        for one in entries
    ]


_LISTS_OF_ADDRESSES = ("done", "started", "dropped", "touched")


def with_current_names(located: LocatedEntry, plan: Curriculum) -> LocatedEntry:
    """Return an entry with the present names of what it calls by former ones. Nothing else knows of former names."""
    entry = located.entry
    names: dict[str, Any] = {}
    for key in _LISTS_OF_ADDRESSES if plan.current_addresses else ():
        names[key] = tuple(plan.current_addresses.get(name, name) for name in getattr(entry, key))
    names["milestone"] = plan.current_milestones.get(entry.milestone or "", entry.milestone)
    names["series"] = plan.current_series.get(entry.series or "", entry.series)
    if all(getattr(entry, key) == value for key, value in names.items()):
        return located
    return replace(located, entry=replace(entry, **names))


def _with_current_milestone(located: LocatedPage, plan: Curriculum) -> LocatedPage:
    milestone = plan.current_milestones.get(located.page.milestone)
    return replace(located, page=replace(located.page, milestone=milestone)) if milestone else located
