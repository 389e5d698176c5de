"""Codec for parsed entries: a record and its problems as JSON, and back without validating it again."""

import json
from collections.abc import Callable
from dataclasses import astuple, fields
from datetime import date
from typing import Any

from daytrail.model.entry import DayNumber, Entry, Link, Mention, Task
from daytrail.problems import Location, Problem, Severity
from daytrail.source.sources import LocatedEntry
from daytrail.source.yaml.nodes import Document, Node


class ParsedEntryCache:
    """Interface of a cache of parsed entries, by their paths. This implementation caches nothing."""

    def open(self, scope: str) -> None:
        """Start a run. The scope is what entries depend on besides their files and the program."""

    def get(self, path: str) -> bytes | None:
        """Return the cached value of a file, or None if there is none or the file has changed."""

    def put(self, path: str, encode: Callable[[], bytes]) -> None:
        """Cache a value of a file that `get` was called for before; `encode` is called only if it is stored."""


_ENTRY_FIELDS = tuple(field.name for field in fields(Entry) if field.init)
_LINK_FIELDS = tuple(Link.model_fields)


def to_bytes(located: LocatedEntry | None, problems: list[Problem]) -> bytes:
    """Return what reading an entry gave, in a form that `from_bytes` reads."""
    encoded = None
    if located:
        entry = located.entry
        values = {name: getattr(entry, name) for name in _ENTRY_FIELDS}
        values["date"] = entry.date.isoformat()
        values["links"] = [[getattr(link, name) for name in _LINK_FIELDS] for link in entry.links]
        values["mentions"] = [[mention.url, mention.text, mention.sentence] for mention in entry.mentions]
        values["tasks"] = [[task.text, task.state] for task in entry.tasks]
        root = located.document().root
        # A JSON text within the JSON text: most locations are never needed, and then it is not parsed.
        locations = json.dumps(_encode_locations(root), separators=(",", ":")) if root else ""
        encoded = [list(values.values()), locations, located.draft]
    encoded_problems = [
        [astuple(problem.location), problem.severity, problem.message, problem.hint, problem.code]
        for problem in problems
    ]
    return json.dumps([encoded, encoded_problems], separators=(",", ":")).encode()


def from_bytes(encoded: bytes, path: str) -> tuple[LocatedEntry | None, list[Problem]] | None:
    """Return what reading an entry gave; None if it was encoded in another form."""
    try:
        entry, encoded_problems = json.loads(encoded.decode())  # as text, since json would guess the encoding of bytes
        problems = [
            Problem(Location(*place), Severity(severity), *texts) for place, severity, *texts in encoded_problems
        ]
        if entry is None:
            return None, problems
        values, locations, draft = entry
        return LocatedEntry(_decode_entry(*values), lambda: _decode_document(path, locations), draft), problems
    except (TypeError, ValueError):
        return None


def _encode_locations(node: Node) -> list[Any]:
    """Return the locations of a node, of its key and of its children; what they say is in the record."""
    key = node.key and [node.key.line, node.key.column]
    return [node.line, node.column, key, [[name, _encode_locations(child)] for name, child in node.children.items()]]


def _decode_document(path: str, locations: str) -> Document:
    return Document(path, _decode_locations(path, *json.loads(locations)) if locations else None)


def _decode_locations(path: str, line: int, column: int, key: list[int] | None, children: list[Any]) -> Node:
    node = Node("mapping", path, line, column, key=Node("scalar", path, key[0], key[1]) if key else None)
    node.children = {name: _decode_locations(path, *child) for name, child in children}
    return node


def _decode_entry(*values: Any) -> Entry:
    decoded = dict(zip(_ENTRY_FIELDS, values, strict=True))
    decoded["date"] = date.fromisoformat(decoded["date"])
    decoded["day"] = decoded["day"] and DayNumber(*decoded["day"])
    decoded["links"] = tuple(
        Link.model_construct(**dict(zip(_LINK_FIELDS, link, strict=True))) for link in decoded["links"]
    )
    decoded["mentions"] = tuple(Mention(*mention) for mention in decoded["mentions"])
    decoded["tasks"] = tuple(Task(*task) for task in decoded["tasks"])
    for name in ("tags", "done", "started", "dropped", "touched", "attachments", "url_keys"):
        decoded[name] = tuple(decoded[name])
    return Entry(**decoded)
