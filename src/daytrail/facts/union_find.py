"""Union-find: sources that share a key are one group.

See https://en.wikipedia.org/wiki/Disjoint-set_data_structure.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")


@dataclass(slots=True)
class Group(Generic[S]):
    """Sources that are connected by their keys."""

    keys: list[str] = field(default_factory=list)
    """In the order in which they were added."""
    sources: list[S] = field(default_factory=list)
    """In the order in which they were added."""

    def of_type(self, source_type: type[T]) -> tuple[T, ...]:
        """Return the sources of a type, in their order."""
        return tuple(source for source in self.sources if isinstance(source, source_type))


class UnionFind(Generic[S]):
    """Builds groups of sources, in almost linear time."""

    def __init__(self) -> None:
        self._number_of_key: dict[str, int] = {}
        self._parent: list[int] = []
        self._sources: list[tuple[int, S]] = []

    def add(self, keys: Iterable[str], source: S) -> None:
        """Add a source with its keys, at least one. The groups that have any of the keys become one."""
        roots = [self._root(self._number(key)) for key in keys]
        first = min(roots)
        for root in roots:
            self._parent[root] = first
        self._sources.append((first, source))

    def add_known(self, key: str, source: S) -> None:
        """Add a source to the group that has a key. Does nothing if no group has it."""
        if key in self._number_of_key:
            self._sources.append((self._number_of_key[key], source))

    def groups(self) -> list[Group[S]]:
        """Return all groups, in the order of their first keys."""
        groups: dict[int, Group[S]] = defaultdict(Group)
        for key, number in self._number_of_key.items():
            groups[self._root(number)].keys.append(key)
        for number, source in self._sources:
            groups[self._root(number)].sources.append(source)
        return list(groups.values())

    def _number(self, key: str) -> int:
        if key not in self._number_of_key:
            self._number_of_key[key] = len(self._parent)
            self._parent.append(len(self._parent))
        return self._number_of_key[key]

    def _root(self, number: int) -> int:
        while self._parent[number] != number:
            # Halving the path keeps later look-ups short.
            self._parent[number] = number = self._parent[self._parent[number]]
        return number
