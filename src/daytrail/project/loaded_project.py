"""Loader of a project with its facts, and cache of parsed entries by the content of their files.

The cache is in the user's own folder, and may be deleted at any time. To parse 3,650 entries takes longer than all the
rest of a build after a new one. Drafts and entries with a private passage are not cached.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.problems import Problem
from daytrail.project.code_version import fingerprint
from daytrail.project.user_folder import record_path, write_record
from daytrail.source.entry import read_entry
from daytrail.source.files import MAX_ENTRY_BYTES, read_bytes
from daytrail.source.load import Loaded, load
from daytrail.source.project_paths import EntryRules, ProjectPaths
from daytrail.source.sources import LocatedEntry
from daytrail.source.yaml.nodes import Document


@dataclass(frozen=True)
class LoadedProject:
    """Data from a project's files, and the facts about it as of a day."""

    loaded: Loaded
    facts: Facts


def load_project(root: Path, paths: ProjectPaths, today: date) -> LoadedProject:
    """Return a project with its facts. Entries that have not changed are read from the cache of the last time."""
    loaded = load(root, paths, read_entries, today)
    return LoadedProject(loaded, Facts(loaded.journal, today))


class _CachedEntry(NamedTuple):
    digest: str
    """Hash of the file's content."""
    entry: Entry
    problems: list[Problem]


class _Cache(NamedTuple):
    version: str = ""
    """Inputs of parsed entries besides their files."""
    entries: Mapping[str, _CachedEntry] = {}
    """By path."""


_CACHE = TypeAdapter(_Cache)


def read_entries(
    root: Path, paths: Sequence[str], rules: EntryRules
) -> Iterator[tuple[LocatedEntry | None, list[Problem]]]:
    """Yield what `read_entry` returns for each path; files are parsed only if changed, or to locate a problem."""
    record = record_path(root, "entries")
    version = f"{fingerprint()}\n{rules}"
    known = _read(record, version)
    entries: dict[str, _CachedEntry] = {}
    for path in paths:
        cached, digest = known.get(path), _digest(root / path)
        if cached and digest == cached.digest:
            entries[path] = cached
            # Parsed when it is asked for, to locate what is in it: it takes more memory than the entry.
            document = cache(partial(_front_matter, root, path, rules))
            yield LocatedEntry(cached.entry, document, draft=False), cached.problems
            continue
        located, problems = read_entry(root, path, rules)
        if located and digest and not (located.draft or located.has_private):
            entries[path] = _CachedEntry(digest, located.entry, problems)
        yield located, problems
    if record and entries != known:
        with suppress(OSError):  # such as a full disk
            write_record(record, _CACHE.dump_json(_Cache(version, entries)))


def _read(record: Path | None, version: str) -> Mapping[str, _CachedEntry]:
    if record:
        with suppress(OSError, ValidationError):  # there is none, or one of another version
            known = _CACHE.validate_json(record.read_bytes())
            if known.version == version:
                return known.entries
    return {}


def _digest(path: Path) -> str:
    """Return the hash of a file's content before it is parsed; empty if it cannot be read."""
    try:
        return blake2b(read_bytes(path, MAX_ENTRY_BYTES), digest_size=16).hexdigest()
    except OSError:
        return ""


def _front_matter(root: Path, path: str, rules: EntryRules) -> Document:
    """Return the parsed front matter of an entry; an empty one if it cannot be read."""
    located, _ = read_entry(root, path, rules)
    return located.document() if located else Document(path)
