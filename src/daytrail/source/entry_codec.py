"""Entries that were read before: their records as JSON, and back without checking them again."""

import json
from collections.abc import Callable
from dataclasses import astuple, fields
from datetime import date
from typing import Any, TypeAlias

from daytrail.model.entry import DayNumber, Entry, Link, Mention, Task
from daytrail.problems import Location, Problem, Severity
from daytrail.source.located_entry import LocatedEntry
from daytrail.source.yaml.document import Document

Found: TypeAlias = tuple[LocatedEntry | None, list[Problem]]
"""What reading an entry gives."""


class ParsedEntryCache:
    """Interface of a cache of parsed entries, by their paths. This implementation caches nothing."""

    def open(self, scope: str) -> None:
        """Start a run. The scope is what entries depend on besides their files and the program."""

    def get(self, path: str) -> bytes | None:
        """Return the cached value of a file, or None if there is none or the file has changed."""

    def put(self, path: str, encode: Callable[[], bytes]) -> None:
        """Cache a value of a file that `get` was called for before; `encode` is called only if it is stored."""


_FIELDS = tuple(field.name for field in fields(Entry) if field.init)
_LINK = tuple(Link.model_fields)


def to_bytes(read: LocatedEntry | None, problems: list[Problem]) -> bytes:
    """Return what was read in a form that `from_bytes` takes."""
    entry = None
    if read:
        values = {name: getattr(read.entry, name) for name in _FIELDS}
        values["date"] = read.entry.date.isoformat()
        values["links"] = [[getattr(link, name) for name in _LINK] for link in read.entry.links]
        values["mentions"] = [[one.url, one.text, one.sentence] for one in read.entry.mentions]
        values["tasks"] = [[one.text, one.state] for one in read.entry.tasks]
        places = [
            [[keys, place.path, place.line, place.column] for keys, place in places.items()]
            for places in (read.document.values, read.document.keys)
        ]
        # As a text in the text: most are never asked for.
        entry = [list(values.values()), json.dumps(places, separators=(",", ":")), read.draft]
    said = [[astuple(one.location), one.severity, one.message, one.hint, one.code] for one in problems]
    return json.dumps([entry, said], separators=(",", ":")).encode()


def from_bytes(kept: bytes, path: str) -> Found | None:
    """Return what was read of a path; None where it is of another form."""
    try:
        entry, said = json.loads(kept.decode())  # which saves json a guess
        problems = [Problem(Location(*location), Severity(severity), *texts) for location, severity, *texts in said]
        if entry is None:
            return None, problems
        values, places, draft = entry
        return LocatedEntry(_entry(*values), lambda: _document(path, places), draft), problems
    except (TypeError, ValueError):
        return None


def _document(path: str, places: str) -> Document:
    """Return where things stand; what they are is in the record."""
    values, keys = ({tuple(name): Location(*where) for name, *where in every} for every in json.loads(places))
    return Document(path, None, values, keys)


def _entry(*values: Any) -> Entry:
    made = dict(zip(_FIELDS, values, strict=True))
    made["date"] = date.fromisoformat(made["date"])
    made["day"] = made["day"] and DayNumber(*made["day"])
    made["links"] = tuple(Link.model_construct(**dict(zip(_LINK, link, strict=True))) for link in made["links"])
    made["mentions"] = tuple(Mention(*one) for one in made["mentions"])
    made["tasks"] = tuple(Task(*one) for one in made["tasks"])
    for name in ("tags", "done", "started", "dropped", "touched", "attachments", "keys"):
        made[name] = tuple(made[name])
    return Entry(**made)
