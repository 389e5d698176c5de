"""Cache of parsed entries, by the content of their files."""

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, TypeAlias

from pydantic import TypeAdapter, ValidationError

from daytrail.model.entry import Entry
from daytrail.problems import Problem
from daytrail.project.cache_store import CHANGED_ENTRIES, ENTRIES, FOLDER, CacheStore
from daytrail.project.code_version import fingerprint
from daytrail.project.file_signature import is_settled, signature
from daytrail.project.two_processes import shared_jobs
from daytrail.source.entry import read_entry
from daytrail.source.files import MAX_ENTRY_BYTES, read_bytes
from daytrail.source.markdown_body import Body, read_body
from daytrail.source.sources import LocatedEntry
from daytrail.source.yaml.nodes import Document

_EntryData: TypeAlias = tuple[Entry, list[Problem]]
"""Cached data of an entry: the record and its problems."""


class _Parsed(NamedTuple):
    """An entry whose file was parsed, as one process sends it to another."""

    entry: Entry | None
    problems: list[Problem]
    draft: bool = False
    has_private: bool = False
    rendered: str = ""
    """HTML of its text, if that was rendered."""
    encoded: bytes = b""
    """Entry and problems as JSON for the cache; empty if they are not cached."""


class EntryCache:
    """Entries as earlier runs parsed them, in the project's cache, without drafts and those with a private part.

    A file is unchanged if its signature is; if that is not, as in a fresh checkout, if its content is. A file that was
    changed just before it was read is always compared by content.
    """

    def __init__(self, root: Path, *, for_build: bool) -> None:
        """Open the cache of a project. For a build, create it if there is none yet, and render what is parsed."""
        self._root, self._renders = root, for_build
        self.rendered: dict[str, str] = {}
        """HTML of the texts that were rendered."""
        self._json: TypeAdapter[_EntryData] = TypeAdapter(_EntryData)
        self._enabled = for_build or (root / FOLDER).is_dir()
        self._cached: dict[str, tuple[bytes, bytes]] = {}
        """Metadata and parsed entry by path, from earlier runs."""
        self._metadata: dict[str, bytes] = {}
        """Metadata of each file that is cached: version, signature of the file, hash of its content."""
        self._new: dict[str, bytes] = {}
        """Parsed entries to store, by path."""
        if self._enabled:
            store = CacheStore(root)
            self._cached = {name: (metadata, value) for name, metadata, value in store.all(ENTRIES)}
            store.close()

    def read(
        self, root: Path, paths: Sequence[str], folder: str, series: str | None
    ) -> Iterator[tuple[LocatedEntry | None, list[Problem]]]:
        """Yield what `read_entry` returns for each path; files are parsed only if changed, or to locate a problem."""
        version = f"{fingerprint()}\n{folder}\n{series}"
        cached = {path: data for path in paths if (data := self._decoded(path, version))}
        changed = [path for path in paths if path not in cached]
        with shared_jobs(changed, partial(self._parse, root, folder=folder, series=series)) as parsed:
            for path in paths:
                # Parsed front matter takes more memory than the entry: 40 MB with 10,000 entries.
                document = _FrontMatter(root, path, folder, series)
                if data := cached.pop(path, None):
                    yield LocatedEntry(data[0], document, draft=False), data[1]
                    continue
                result, _is_here = next(parsed)
                self._remember(path, result)
                if result.entry:
                    yield LocatedEntry(result.entry, document, result.draft, result.has_private), result.problems
                else:
                    yield None, result.problems

    def _parse(self, root: Path, path: str, folder: str, series: str | None) -> _Parsed:
        """Parse a file; for a build, its text is rendered too."""
        rendered = ""

        def read_and_render_body(text: str) -> Body:
            nonlocal rendered
            from daytrail.views.body import read_and_render  # most commands do without

            content, rendered = read_and_render(text)
            return content

        read = read_and_render_body if self._renders else read_body
        located, problems = read_entry(root, path, folder, series, read_body=read)
        if located is None:
            return _Parsed(None, problems)
        is_cached = self._enabled and path in self._metadata and not (located.draft or located.has_private)
        encoded = self._json.dump_json((located.entry, problems)) if is_cached else b""
        return _Parsed(located.entry, problems, located.draft, located.has_private, rendered, encoded)

    def _remember(self, path: str, parsed: _Parsed) -> None:
        """Have a parsed entry cached, unless it is not to be, and keep its HTML."""
        if parsed.encoded:
            self._new[path] = parsed.encoded
        else:
            self._metadata.pop(path, None)
            self._new.pop(path, None)
        if parsed.entry and parsed.rendered:
            self.rendered[parsed.entry.body] = parsed.rendered

    def _decoded(self, path: str, version: str) -> _EntryData | None:
        """Return what is cached of a file; None if that is missing or the file has changed."""
        if encoded := self._find(path, version):
            with suppress(ValidationError):  # it was encoded in another form
                return self._json.validate_json(encoded)
        return None

    def _find(self, path: str, version: str) -> bytes | None:
        """Return the parsed entry of a file; None if it is missing or the file has changed.

        The version is what parsed entries depend on besides their files.
        """
        metadata, value = self._cached.get(path, (b"[null, null, null]", b""))
        cached_version, cached_signature, digest = json.loads(metadata)
        try:
            status = os.stat(f"{self._root}/{path}")  # noqa: PTH116 - a Path for each of 10,000 files takes longer
            current = signature(status)
            if current == cached_signature and version == cached_version:
                self._metadata[path] = metadata
                return value
            # Read before the file is parsed: a change in between is noticed by the next run.
            current_digest = blake2b(read_bytes(f"{self._root}/{path}", MAX_ENTRY_BYTES), digest_size=16).hexdigest()
        except OSError:
            return None
        trusted = current if is_settled(current, time.time_ns()) else None
        self._metadata[path] = json.dumps([version, trusted, current_digest]).encode()
        if current_digest != digest or version != cached_version:
            return None
        if trusted:
            self._new[path] = value
        return value

    def close(self) -> None:
        """Store new entries and delete those that are not to be cached, unless another process is writing.

        What remains of old ones in unused parts of the file is overwritten by the next build, see `CHANGED_ENTRIES`.
        """
        deleted = self._cached.keys() - self._metadata.keys()
        if self._new or deleted:
            store = CacheStore(self._root, wait=0.1)
            changed = {path for path, value in self._new.items() if self._cached.get(path, (b"", value))[1] != value}
            for path in changed | deleted:
                store.put(CHANGED_ENTRIES, path, b"", b"")
            for path, value in self._new.items():
                store.put(ENTRIES, path, self._metadata[path], value)
            store.delete(ENTRIES, deleted)
            store.may_keep_deleted = True
            store.close(save=True)


class _FrontMatter:
    """Front matter of an entry, which is parsed again when it is asked for: to locate what is in it."""

    def __init__(self, root: Path, path: str, folder: str, series: str | None) -> None:
        self._arguments = root, path, folder, series
        self._document: Document | None = None

    def __call__(self) -> Document:
        """Return the parsed front matter; an empty one if the entry cannot be read."""
        if self._document is None:
            located, _ = read_entry(*self._arguments)
            self._document = located.document() if located else Document(self._arguments[1])
        return self._document
