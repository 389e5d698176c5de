"""Sources that share a key become one row."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")


@dataclass(slots=True)
class Row(Generic[S]):
    """What belongs together."""

    keys: list[str] = field(default_factory=list)
    """In the order in which they were met."""
    sources: list[S] = field(default_factory=list)

    def all(self, kind: type[T]) -> tuple[T, ...]:
        """Return the sources of one kind, in their order."""
        if len(self.sources) == 1:  # as most have
            only = self.sources[0]
            return (only,) if isinstance(only, kind) else ()
        return tuple(source for source in self.sources if isinstance(source, kind))


class Join(Generic[S]):
    """Rows that grow together, in a time that grows with their keys.

    A disjoint-set forest: https://en.wikipedia.org/wiki/Disjoint-set_data_structure.
    """

    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self._parent: list[int] = []
        self._sources: list[tuple[int, S]] = []

    def add(self, keys: Iterable[str], source: S) -> None:
        """Put a source to the row that its keys make one; it has one at least."""
        numbers = [self._find(self._known(key)) for key in keys]
        first = min(numbers)
        for number in numbers:
            self._parent[number] = first
        self._sources.append((first, source))

    def add_known(self, key: str, source: S) -> None:
        """Put a source to the row of a key, if there is one."""
        if key in self._number:
            self._sources.append((self._number[key], source))

    def rows(self) -> list[Row[S]]:
        """Return all rows, in the order of their first keys."""
        rows: dict[int, Row[S]] = defaultdict(Row)
        for key, number in self._number.items():
            rows[self._find(number)].keys.append(key)
        for number, source in self._sources:
            rows[self._find(number)].sources.append(source)
        return list(rows.values())

    def _known(self, key: str) -> int:
        if key not in self._number:
            self._number[key] = len(self._parent)
            self._parent.append(len(self._parent))
        return self._number[key]

    def _find(self, number: int) -> int:
        while self._parent[number] != number:
            self._parent[number] = number = self._parent[self._parent[number]]
        return number
