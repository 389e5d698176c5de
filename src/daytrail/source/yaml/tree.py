"""Lists, maps and texts, put together from a YAML parser's events, with the place of each.

PyYAML's composer keeps the last of two equal keys, expands aliases without bound, recurses
as deep as the text does, and forgets where a key stood: this stack does none of that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml

from daytrail.problems import Location, Problem, error, quoted
from daytrail.source.yaml.syntax_messages import UNPRINTABLE, character, in_quotes

Keys: TypeAlias = tuple[str | int, ...]

DEEPEST = 40
"""How far lists and maps may nest; what people write stays below ten."""

MOST_VALUES = 300_000
"""How many keys, values, lists and maps a file may hold: 500 weeks with 20 items each need a third of it."""
MOST_PROBLEMS = 1_000
"""After so many mistakes in one file the rest is left for the next time."""

_EMPTY = {"", "~", "null", "Null", "NULL"}


@dataclass(slots=True)
class _Open:
    """A list or map that is being read."""

    into: dict[str, Any] | list[Any]
    keys: Keys
    key: str | None = None
    skip: bool = False
    """The value that comes next belongs to a key that was refused."""


class Tree:
    """Takes the parser's events one by one."""

    def __init__(self, path: str, lines: Sequence[str], *, foreign: bool) -> None:
        self.path = path
        self.lines = lines
        self.foreign = foreign
        """Tags, anchors and aliases are no mistakes."""
        self.data: Any = None
        self.values: dict[Keys, Location] = {}
        self.keys: dict[Keys, Location] = {}
        self.faulty: set[Keys] = set()
        """Where values stand that are refused."""
        self.blank: set[Keys] = set()
        """Keys behind which nothing is written; they are not in the data."""
        self.problems: list[Problem] = []
        self._stack: list[_Open] = []
        self._last: Keys = ()
        """The value that was read last."""
        self._documents = 0
        self._events = 0

    def unfinished(self) -> set[Keys]:
        """Return where the lists and maps stand that have no end yet, and the value that was read last."""
        return {(), self._last, *(top.keys for top in self._stack)}

    def take(self, event: Any) -> bool:
        """Add one event; false when reading on makes no sense."""
        where = Location(self.path, event.start_mark.line + 1, event.start_mark.column + 1)
        self._events += 1
        if self._events > MOST_VALUES:
            self._refuse(where, f"the file holds more than {MOST_VALUES:,} values", "split it, or make it shorter")
            return False
        if len(self.problems) >= MOST_PROBLEMS:
            self._refuse(where, f"{MOST_PROBLEMS:,} mistakes stand above; the rest is not read", "correct them first")
            return False
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self._refuse(where, "a second document starts here", "remove the line `---`")
                return False
        elif isinstance(event, yaml.AliasEvent):
            if not self.foreign:
                self._fault(where, f"aliases such as `*{event.anchor}` are not read", self._in_quotes(where))
            self._add(f"*{event.anchor}" if self.foreign or self._key_is_due() else None, where)
        elif isinstance(event, yaml.ScalarEvent):
            self._no_marks(event, where)
            if strange := UNPRINTABLE.search(event.value):
                self._fault(where, f"an escape stands for {character(strange[0])}", "remove it")
            nothing = not event.style and event.value in _EMPTY and not (event.value and self._key_is_due())
            self._add(None if nothing else event.value, where)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._no_marks(event, where)
            if len(self._stack) >= DEEPEST:
                self._refuse(where, f"lists and pairs nest deeper than {DEEPEST} levels", "ten are more than enough")
                return False
            self._open({} if isinstance(event, yaml.MappingStartEvent) else [], where)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._last = self._stack.pop().keys
        return True

    def _refuse(self, where: Location, message: str, hint: str = "") -> None:
        self.problems.append(error(where, message, hint))

    def _fault(self, where: Location, message: str, hint: str) -> None:
        """Refuse the value that comes next."""
        self._refuse(where, message, hint)
        if self._stack and not (top := self._stack[-1]).skip:
            self.faulty.add((*top.keys, len(top.into) if isinstance(top.into, list) else top.key or ""))

    def _no_marks(self, event: Any, where: Location) -> None:
        """Refuse the marks that YAML knows before a value: `&anchor` and `!tag`."""
        if self.foreign:
            return
        if event.anchor is not None:
            self._fault(where, f"anchors such as `&{event.anchor}` are not read", self._in_quotes(where))
        if event.tag is not None:
            written = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._fault(where, f"tags such as {quoted(written)} are not read", self._in_quotes(where))

    def _in_quotes(self, where: Location) -> str:
        return in_quotes(self.lines[where.line - 1], where.column - 1)

    def _key_is_due(self) -> bool:
        top = self._stack[-1] if self._stack else None
        return top is not None and isinstance(top.into, dict) and top.key is None

    def _place(self, where: Location) -> Keys | None:
        """Tell at which keys the next value stands; None where it stands nowhere."""
        if not self._stack:
            return ()
        top = self._stack[-1]
        if isinstance(top.into, list):
            return (*top.keys, len(top.into))
        if top.key is None:
            self._refuse_key(top, where)
        return None if top.skip else (*top.keys, top.key or "")

    def _refuse_key(self, top: _Open, where: Location) -> None:
        """Refuse a list or map that stands where a key is due, most often the second brace of `{{ x }}`."""
        line, column = self.lines[where.line - 1], where.column - 1
        if line[max(0, column - 1) : column + 1] == "{{":
            braces = Location(where.path, where.line, column)
            self._refuse(braces, "text that starts with `{{` needs quotes", self._in_quotes(braces))
            self.faulty.add(top.keys)
        else:
            self._refuse(where, "this cannot be a key", "put quotes around the text")
        top.key, top.skip = "", True

    def _open(self, into: dict[str, Any] | list[Any], where: Location) -> None:
        is_key = self._key_is_due()
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
        if self._key_is_due():
            self._name(self._stack[-1], value, where)
        elif (keys := self._place(where)) is None:
            self._release(self._stack[-1])
        else:
            self._store(value, keys, where)

    def _name(self, top: _Open, key: str | None, where: Location) -> None:
        top.key = key or ""
        keys = (*top.keys, top.key)
        if key is None:
            self._refuse(where, "a key is missing before the `:`", "write `key: value`")
            top.skip = True
        elif keys in self.keys:
            self._refuse(where, f"the key {quoted(key)} is doubled", f"it stands at {self.keys[keys]} already")
            top.skip = True
        else:
            self.keys[keys] = where

    def _store(self, value: Any, keys: Keys, where: Location) -> None:
        self.values[keys] = where
        self._last = keys
        if not self._stack:
            self.data = value
        elif isinstance(into := self._stack[-1].into, list):
            into.append(value)
        else:
            if value is None:
                self.blank.add(keys)
            else:
                into[self._stack[-1].key or ""] = value
            self._release(self._stack[-1])

    @staticmethod
    def _release(top: _Open) -> None:
        top.key, top.skip = None, False
