"""YAML text to text, lists and maps, with the place of each; nothing is guessed.

The tree is built from the parser's events with a stack of our own, because PyYAML's
composer keeps the last of two equal keys, expands aliases without bound, recurses as
deep as the text does, and forgets where a key stood.
"""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml

from daytrail.problems import Location, Problem, error, quoted

Keys: TypeAlias = tuple[str | int, ...]
Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

DEEPEST = 40
"""How far lists and maps may nest; what people write stays below ten."""

_EMPTY = {"", "~", "null", "Null", "NULL"}

_IN_OUR_WORDS = (
    (r"\\t|tab", "a tab stands where YAML wants spaces", "indent with spaces"),
    (r"mapping values are not allowed", "a second `: ` on one line", 'put quotes around the text: `title: "a: b"`'),
    (r"expected (the node content|',' or)|flow (sequence|mapping)", "a `[` or `{` is not closed, or a comma is missing",
     "put quotes around text that starts with a bracket or holds one"),
    (r"end of stream|quoted scalar", "a quote is opened and not closed", "close it on the same line"),
    (r"expected '?:'?|simple key|expected ':'", "a line has no `:` after its key", "write `key: value`"),
    (r"expected key|block end|block mapping|block collection|block sequence",
     "the indentation does not fit the lines above", "line up keys of one level, and the dashes of one list"),
    (r"undefined alias", "`*` at the start of a value stands for an alias", "put quotes around the text"),
    (r"escape", "a backslash in double quotes starts an escape that YAML does not know", "use single quotes"),
    (r"cannot start any token", "this character cannot start a value", "put quotes around the text"),
)


@dataclass(frozen=True, slots=True)
class Document:
    """The data of a YAML text, and where each part of it stands."""

    path: str
    data: Any
    """Maps, lists, text, and None where nothing is written."""
    values: Mapping[Keys, tuple[int, int]] = field(default_factory=dict)
    keys: Mapping[Keys, tuple[int, int]] = field(default_factory=dict)
    complete: bool = True
    """False where the text stopped being YAML; what stands behind that place is missing."""

    def locate(self, keys: Keys, *, key: bool = False) -> Location:
        """Return where the value at a path of keys stands (or its key); for an absent one, what would hold it."""
        while keys and keys not in (self.keys if key else self.values):
            keys, key = keys[:-1], False
        return Location(self.path, *(self.keys if key else self.values).get(keys, (1, 1)))

    def held(self, keys: Keys) -> Keys:
        """Return the longest start of a path of keys at which anything stands."""
        while keys and keys not in self.values:
            keys = keys[:-1]
        return keys

    def without(self, refused: Set[Keys]) -> "Document":
        """Return the document less the values at some paths; what follows them in a list moves up, with its place."""
        values: dict[Keys, tuple[int, int]] = {}
        marks: dict[Keys, tuple[int, int]] = {}

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

    def names(self, keys: Keys) -> set[str]:
        """Return what the value at a path of keys, or anything in it, gives as its `id` or its week (as `w01`)."""
        data = self.data
        for key in keys:
            if isinstance(data, str): break
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


def parse(text: str, path: str, *, foreign: bool = False) -> tuple[Document, list[Problem]]:
    """Read a YAML text.

    Never raises for what the text holds: each mistake is a problem, and the rest is kept
    as far as it could be read. Front matter is given with as many line breaks before it
    as stand above it in its file, so that lines count from the file's start. In a foreign
    file tags and aliases are no mistakes: a tag is passed over, an alias stays the text `*name`.
    """
    builder = _Builder(path, foreign)
    complete = True
    try:
        for event in yaml.parse(text, Loader=Loader):
            if not builder.take(event):
                complete = False
                break
    except yaml.MarkedYAMLError as stop:
        mark = stop.problem_mark or stop.context_mark
        words = f"{stop.problem or ''} {stop.context or ''}"
        message, hint = next(
            ((ours, way) for theirs, ours, way in _IN_OUR_WORDS if re.search(theirs, words)),
            ("this is not YAML", "put quotes around the text"),
        )
        where = Location(path, mark.line + 1, mark.column + 1) if mark else Location(path)
        builder.problems.append(error(where, message, hint))
        complete = False
    return Document(path, builder.data, builder.values, builder.marks, complete), builder.problems


@dataclass(slots=True)
class _Open:
    """A list or map that is being read."""

    into: dict[str, Any] | list[Any]
    keys: Keys
    key: str | None = None
    skip: bool = False
    """The value that comes next belongs to a key that was refused."""


class _Builder:
    """Takes the parser's events one by one."""

    def __init__(self, path: str, foreign: bool) -> None:
        self.path = path
        self.foreign = foreign
        self.data: Any = None
        self.values: dict[Keys, tuple[int, int]] = {}
        self.marks: dict[Keys, tuple[int, int]] = {}
        self.problems: list[Problem] = []
        self._stack: list[_Open] = []
        self._documents = 0

    def take(self, event: Any) -> bool:
        """Add one event; false when reading on makes no sense."""
        where = Location(self.path, event.start_mark.line + 1, event.start_mark.column + 1)
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self._refuse(where, "a second document starts here", "remove the line `---`")
                return False
        elif isinstance(event, yaml.AliasEvent) and self.foreign:
            self._add(f"*{event.anchor}", where)
        elif isinstance(event, yaml.AliasEvent):
            self._refuse(where, f"`*{event.anchor}` is an alias", "write the value out, or put quotes around the text")
            self._add(None, where)
        elif isinstance(event, yaml.ScalarEvent):
            self._tag(event, where)
            empty = event.style is None and event.value in _EMPTY
            self._add(None if empty else event.value, where)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._tag(event, where)
            if len(self._stack) >= DEEPEST:
                self._refuse(where, f"lists and maps nest deeper than {DEEPEST} levels here")
                return False
            self._open({} if isinstance(event, yaml.MappingStartEvent) else [], where)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._stack.pop()
        return True

    def _refuse(self, where: Location, message: str, hint: str = "") -> None:
        self.problems.append(error(where, message, hint))

    def _tag(self, event: Any, where: Location) -> None:
        if event.tag is not None and not self.foreign:
            self._refuse(where, f"the tag {quoted(event.tag)} is not allowed", "remove it: values are plain text")

    def _place(self, where: Location) -> Keys | None:
        """Tell at which keys the next value stands; None where it stands nowhere."""
        if not self._stack:
            return ()
        top = self._stack[-1]
        if isinstance(top.into, list):
            return (*top.keys, len(top.into))
        if top.key is None:
            self._refuse(where, "a key is not plain text", "put quotes around text that starts with `{` or `[`")
            top.key, top.skip = "", True
        return None if top.skip else (*top.keys, top.key)

    def _open(self, into: dict[str, Any] | list[Any], where: Location) -> None:
        is_key = self._stack and isinstance(self._stack[-1].into, dict) and self._stack[-1].key is None
        keys = self._place(where)
        if keys is None:
            self._stack.append(_Open(into, ("\0", where.line, where.column)))
            # A refused key's own brackets are not its value yet: that one is skipped as well.
            if not is_key:
                self._release(self._stack[-2])
            return
        self._store(into, keys, where)
        self._stack.append(_Open(into, keys))

    def _add(self, value: str | None, where: Location) -> None:
        top = self._stack[-1] if self._stack else None
        if top and isinstance(top.into, dict) and top.key is None:
            self._name(top, value, where)
        elif (keys := self._place(where)) is None:
            assert top is not None  # only a map can refuse a key
            self._release(top)
        else:
            self._store(value, keys, where)

    def _name(self, top: _Open, key: str | None, where: Location) -> None:
        top.key = key or ""
        keys = (*top.keys, top.key)
        if key is None:
            self._refuse(where, "a key is missing before the `:`")
            top.skip = True
        elif keys in self.marks:
            first = Location(self.path, *self.marks[keys])
            self._refuse(where, f"the key {quoted(key)} is doubled", f"it stands at {first} already")
            top.skip = True
        else:
            self.marks[keys] = (where.line, where.column)

    def _store(self, value: Any, keys: Keys, where: Location) -> None:
        self.values[keys] = (where.line, where.column)
        if not self._stack:
            self.data = value
        elif isinstance(into := self._stack[-1].into, list):
            into.append(value)
        else:
            if value is not None:
                into[self._stack[-1].key or ""] = value
            self._release(self._stack[-1])

    @staticmethod
    def _release(top: _Open) -> None:
        top.key, top.skip = None, False
