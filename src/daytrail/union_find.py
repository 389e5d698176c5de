"""Union-find: sources that share a key are one group.

See https://en.wikipedia.org/wiki/Disjoint-set_data_structure.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")


@dataclass(slots=True)
class Group(Generic[S]):
    """Sources that are connected by their keys, both in the order in which they were added."""

    keys: list[str] = field(default_factory=list)
    sources: list[S] = field(default_factory=list)

    def of_type(self, source_type: type[T]) -> tuple[T, ...]:
        """Return the sources of a type, in their order."""
        return tuple(source for source in self.sources if isinstance(source, source_type))


class UnionFind(Generic[S]):
    """Builds groups of sources, in almost linear time."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}
        self._sources: list[tuple[str, S]] = []

    def __contains__(self, key: str) -> bool:
        return key in self._parent

    def add(self, keys: Sequence[str], source: S) -> None:
        """Add a source with its keys, at least one. The groups that have any of the keys become one."""
        first = self._root(keys[0])
        for key in keys[1:]:
            self._parent[self._root(key)] = first
        self._sources.append((first, source))

    def groups(self) -> list[Group[S]]:
        """Return all groups, in the order of their first keys."""
        groups: dict[str, Group[S]] = {}
        for key in self._parent:
            groups.setdefault(self._root(key), Group()).keys.append(key)
        for key, source in self._sources:
            groups[self._root(key)].sources.append(source)
        return list(groups.values())

    def _root(self, key: str) -> str:
        parent = self._parent
        parent.setdefault(key, key)
        while parent[key] != key:
            # Halving the path keeps later look-ups short.
            parent[key] = key = parent[parent[key]]
        return key
