"""YAML text to text, lists and maps, with the place of each; nothing is guessed."""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any

import yaml

from daytrail.problems import Location, Problem
from daytrail.source.yaml.syntax_messages import stumble, unprintable
from daytrail.source.yaml.tree import Keys as Keys
from daytrail.source.yaml.tree import Tree

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Line breaks to the parsers, which know YAML 1.1; to YAML 1.2 and to editors they are not.
OLD_BREAKS = {0x85: " ", 0x2028: " ", 0x2029: " "}


@dataclass(frozen=True, slots=True)
class Document:
    """The data of a YAML text, and where each part of it stands."""

    path: str
    data: Any
    """Maps, lists, text, and None where nothing is written."""
    values: Mapping[Keys, Location] = field(default_factory=dict)
    keys: Mapping[Keys, Location] = field(default_factory=dict)
    complete: bool = True
    """False where the text stopped being YAML; what stands behind that place is missing."""
    open: Set[Keys] = frozenset()
    """What was being read at that place; of it nothing is certain."""
    faulty: Set[Keys] = frozenset()
    """Values that are a mistake already; what a model says of them only follows from it."""
    blank: Set[Keys] = frozenset()
    """Keys behind which nothing is written; they are not in the data."""

    def locate(self, keys: Keys, *, key: bool = False) -> Location:
        """Return where the value at a path of keys stands (or its key); for an absent one, what would hold it."""
        while keys and keys not in (self.keys if key else self.values):
            keys, key = keys[:-1], False
        return (self.keys if key else self.values).get(keys, Location(self.path))

    def held(self, keys: Keys) -> Keys:
        """Return the path of the value that stands at some keys, or of what would hold it."""
        while keys and keys not in self.values:
            keys = keys[:-1]
        return keys

    def without(self, refused: Set[Keys]) -> "Document":
        """Return the document less the values at some paths.

        What follows them in a list moves up, with its place.
        """
        values: dict[Keys, Location] = {}
        marks: dict[Keys, Location] = {}

        def copy(data: Any, old: Keys, new: Keys) -> Any:
            if old in self.values:
                values[new] = self.values[old]
            if old in self.keys:
                marks[new] = self.keys[old]
            if isinstance(data, dict):
                return {k: copy(v, (*old, k), (*new, k)) for k, v in data.items() if (*old, k) not in refused}
            if isinstance(data, list):
                kept = [(i, v) for i, v in enumerate(data) if (*old, i) not in refused]
                return [copy(v, (*old, i), (*new, n)) for n, (i, v) in enumerate(kept)]
            return data

        return Document(self.path, copy(self.data, (), ()), values, marks, self.complete)

    def graft(self, others: "Mapping[Keys, Document]") -> "Document":
        """Return the document with others in the place of the values at some paths of keys.

        What stands in another one keeps its places there; mistakes in it are said with its own file.
        """
        values, marks = {**self.values}, {**self.keys}
        unfinished, faulty, blank = {*self.open}, {*self.faulty}, {*self.blank}
        data = self.data
        for keys, other in others.items():
            data = _put(data, keys, other.data)
            values |= {(*keys, *path): place for path, place in other.values.items()}
            marks |= {(*keys, *path): place for path, place in other.keys.items()}
            for mine, theirs in ((unfinished, other.open), (faulty, other.faulty), (blank, other.blank)):
                mine |= {(*keys, *path) for path in theirs}
        complete = self.complete and all(other.complete for other in others.values())
        return Document(self.path, data, values, marks, complete, unfinished, faulty, blank)

    def names(self, keys: Keys) -> set[str]:
        """Return the names that are given at a path of keys or below: each `id`, and each week as in `w01`."""
        if keys and keys[-1] in ("id", "week"):
            keys = keys[:-1]
        data = self.data
        for key in keys:
            if isinstance(data, dict) and key not in data:
                return set()  # nothing is written there
            data = data[key]
        names: set[str] = set()
        todo = [data]
        while todo:
            match todo.pop():
                case dict() as found:
                    names |= {found["id"]} if isinstance(found.get("id"), str) else set()
                    week = found.get("week")
                    names |= {f"w{week:0>2}"} if isinstance(week, str) else set()
                    todo += found.values()
                case list() as found:
                    todo += found
        return names


def _put(data: Any, keys: Keys, value: Any) -> Any:
    """Return a copy of lists and maps with another value at a path of keys."""
    if not keys:
        return value
    copied: Any = {**data} if isinstance(data, dict) else [*data]
    copied[keys[0]] = _put(copied[keys[0]], keys[1:], value)
    return copied


def parse(text: str, path: str, *, foreign: bool = False) -> tuple[Document, list[Problem]]:
    """Read a YAML text.

    Never raises for what the text holds: each mistake is a problem, and the rest is kept
    as far as it could be read. Front matter is given with as many line breaks before it
    as stand above it in its file, so that lines count from the file's start. In a foreign
    file tags and aliases are no mistakes: a tag is passed over, an alias stays the text `*name`.
    """
    if strange := unprintable(text, path):
        return Document(path, None, complete=False, open={()}), [strange]
    text = text.translate(OLD_BREAKS)
    lines = re.split(r"\r\n|\r|\n", text)
    tree = Tree(path, lines, foreign=foreign)
    try:
        complete = all(tree.take(event) for event in yaml.parse(text, Loader=Loader))
    except yaml.MarkedYAMLError as stop:
        found = stumble(stop, lines, path)
        # What stops in the line of another mistake follows from that one.
        if not any(found.location.line == problem.location.line for problem in tree.problems):
            tree.problems.append(found)
        complete = False
    unfinished = frozenset() if complete else tree.unfinished()
    document = Document(path, tree.data, tree.values, tree.keys, complete, unfinished, tree.faulty, tree.blank)
    return document, tree.problems
