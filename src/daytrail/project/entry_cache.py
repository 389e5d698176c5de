"""Cache of parsed entries, by the content of their files, in the user's own folder. It may be deleted at any time.

To parse 3,650 entries takes longer than all the rest of a build after a new one. Drafts and entries with a private
passage are not cached.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from daytrail.model.entry import Entry
from daytrail.problems import Problem
from daytrail.project.code_version import fingerprint
from daytrail.project.file_signature import Signature, is_settled, signature
from daytrail.project.user_folder import record_path, write_record
from daytrail.source.entry import read_entry
from daytrail.source.files import MAX_ENTRY_BYTES, read_bytes
from daytrail.source.sources import LocatedEntry
from daytrail.source.yaml.nodes import Document


class _CachedEntry(NamedTuple):
    """A parsed entry, and the state of its file."""

    signature: Signature | None
    """None if the file was changed so short before that its signature is not to be trusted."""
    digest: str
    """Hash of the file's content."""
    entry: Entry
    problems: list[Problem]


class _Cache(NamedTuple):
    version: str = ""
    """What parsed entries depend on besides their files."""
    entries: Mapping[str, _CachedEntry] = {}
    """By path."""


_CACHE = TypeAdapter(_Cache)


def read_entries(
    root: Path, paths: Sequence[str], folder: str, series: str | None
) -> Iterator[tuple[LocatedEntry | None, list[Problem]]]:
    """Yield what `read_entry` returns for each path; files are parsed only if changed, or to locate a problem.

    A file is unchanged if its signature is; if that is not, as in a fresh checkout, if its content is.
    """
    record = record_path(root, "entries")
    version = f"{fingerprint()}\n{folder}\n{series}"
    known = _read(record, version)
    entries: dict[str, _CachedEntry] = {}
    for path in paths:
        cached, (now, digest) = known.get(path), _state(f"{root}/{path}", known.get(path))
        # Parsed when it is asked for, to locate what is in it: it takes more memory than the entry.
        document = cache(partial(_front_matter, root, path, folder, series))
        if cached and digest == cached.digest:
            entries[path] = cached._replace(signature=now)
            yield LocatedEntry(cached.entry, document, draft=False), cached.problems
            continue
        located, problems = read_entry(root, path, folder, series)
        if located and digest and not (located.draft or located.has_private):
            entries[path] = _CachedEntry(now, digest, located.entry, problems)
        yield located and LocatedEntry(located.entry, document, located.draft, located.has_private), problems
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


def _state(path: str, cached: _CachedEntry | None) -> tuple[Signature | None, str]:
    """Return the signature of a file, if that is to be trusted, and the hash of its content; empty if it is not read.

    The file is read before it is parsed: a change in between is noticed by the next run.
    """
    now = signature(path)
    if cached and now and now == cached.signature:
        return now, cached.digest
    try:
        digest = blake2b(read_bytes(path, MAX_ENTRY_BYTES), digest_size=16).hexdigest()
    except OSError:
        return None, ""
    return now if now and is_settled(now, time.time_ns()) else None, digest


def _front_matter(root: Path, path: str, folder: str, series: str | None) -> Document:
    """Return the parsed front matter of an entry; an empty one if it cannot be read."""
    located, _ = read_entry(root, path, folder, series)
    return located.document() if located else Document(path)
