"""Nodes of a YAML text: scalars, lists and mappings, each with its location and its span."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from daytrail.problems import KeyPath, Location


@dataclass(slots=True)
class Node:
    """A value, or the key of one, in a YAML text. The parser builds it; nothing changes it afterwards."""

    kind: Literal["scalar", "list", "mapping"]
    path: str
    """The file, relative to the project's root."""
    line: int
    """Counted from 1, as is the column."""
    column: int
    start: int = 0
    """Offset of its first character in the text that was parsed."""
    end: int = 0
    """Offset behind its last character. A list or mapping without brackets ends where its last value does."""
    style: str = ""
    """The quote or block indicator of a scalar, the opening bracket of a collection; empty for all others."""
    text: str | None = None
    """Text of a scalar, as YAML's types are not interpreted; None if nothing or `null` is written."""
    tag: str = ""
    """The tag of a value in a file of another program, as in `!ENV`; empty for most."""
    children: "dict[str | int, Node]" = field(default_factory=dict)
    """The values in a list by their indices, in a mapping by their keys."""
    key: "Node | None" = None
    """The key of a value in a mapping."""
    mistaken: bool = False
    """True if a problem was reported for it already; what a model says of its value only follows from that."""
    unfinished: bool = False
    """True if the text stopped being YAML here, so that nothing is certain about its value."""

    @property
    def location(self) -> Location:
        """Location of its first character."""
        return Location(self.path, self.line, self.column)

    @property
    def in_brackets(self) -> bool:
        """True for a list or mapping in brackets, which YAML calls flow style."""
        return self.style in ("[", "{")

    @property
    def empty(self) -> bool:
        """True if nothing is written here."""
        return self.start == self.end

    def to_data(self) -> Any:
        """Return text, lists and dicts. A key without a value is left out of its dict."""
        if self.kind == "mapping":
            return {key: child.to_data() for key, child in self.children.items() if not child.is_null}
        return [child.to_data() for child in self.children.values()] if self.kind == "list" else self.text

    @property
    def is_null(self) -> bool:
        """True for a scalar without a value."""
        return self.kind == "scalar" and self.text is None

    def descendants(self) -> "Iterator[tuple[KeyPath, Node]]":
        """Yield all nodes below this one with their key paths."""
        for key, child in self.children.items():
            yield (key,), child
            for key_path, node in child.descendants():
                yield (key, *key_path), node

    def without(self, key_paths: Set[KeyPath]) -> "Node":
        """Return a copy without the nodes at some key paths. What follows them in a list moves up."""
        if not key_paths:
            return self
        kept = {
            key: child.without({key_path[1:] for key_path in key_paths if key_path[0] == key})
            for key, child in self.children.items()
            if (key,) not in key_paths
        }
        return replace(self, children=dict(enumerate(kept.values())) if self.kind == "list" else kept)

    def with_node(self, key_path: KeyPath, node: "Node") -> "Node":
        """Return a copy with another node at a key path that exists."""
        if not key_path:
            return replace(node, key=self.key)
        changed = self.children[key_path[0]].with_node(key_path[1:], node)
        return replace(self, children={**self.children, key_path[0]: changed})


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML text as it was parsed."""

    path: str
    """The file, relative to the project's root."""
    root: Node | None = None
    """None if the text is empty, or nothing of it could be parsed."""
    complete: bool = True
    """False if the text stopped being YAML; what is written behind that place is missing."""

    @property
    def data(self) -> Any:
        """Text, lists and dicts; None if there is nothing."""
        return self.root.to_data() if self.root else None

    def nodes_along(self, key_path: KeyPath) -> list[Node]:
        """Return the nodes from the root to the one at a key path, as far as they exist."""
        nodes = [self.root] if self.root else []
        for key in key_path if nodes else ():
            if not (child := nodes[-1].children.get(key)):
                break
            nodes.append(child)
        return nodes

    def find(self, key_path: KeyPath) -> Node | None:
        """Return the node at a key path, or None if there is none."""
        nodes = self.nodes_along(key_path)
        return nodes[-1] if len(nodes) == len(key_path) + 1 else None

    def existing(self, key_path: KeyPath) -> KeyPath:
        """Return the longest beginning of a key path that leads to a node."""
        return key_path[: max(0, len(self.nodes_along(key_path)) - 1)]

    def locate(self, key_path: KeyPath, *, key: bool = False) -> Location:
        """Return where the value at a key path is (or its key), or else the nearest value around it that exists."""
        nodes = self.nodes_along(key_path)
        if not nodes:
            return Location(self.path)
        wanted = nodes[-1].key if key and len(nodes) == len(key_path) + 1 else None
        return (wanted or nodes[-1]).location

    def locate_in_file(self, key_path: KeyPath) -> tuple[str, KeyPath]:
        """Return the file in which the value at a key path is written, and its key path in that file."""
        paths = [self.path, *(node.path for node in self.nodes_along(key_path)[1:])]
        return paths[-1], key_path[paths.index(paths[-1]) :]

    @property
    def files(self) -> set[str]:
        """The paths of all files that the document was read from."""
        return {self.path, *(node.path for _, node in (self.root.descendants() if self.root else ()))}

    def without(self, key_paths: Set[KeyPath]) -> "Document":
        """Return the document without the nodes at some key paths."""
        return replace(self, root=self.root.without(key_paths)) if self.root else self

    def graft(self, others: "Mapping[KeyPath, Document]") -> "Document":
        """Return the document with the roots of others in the place of its nodes at some key paths.

        They keep their locations, so that mistakes are reported in their own files.
        """
        root = self.root
        for key_path, other in others.items():
            if root and other.root:
                root = root.with_node(key_path, other.root)
        return Document(self.path, root, self.complete and all(other.complete for other in others.values()))
