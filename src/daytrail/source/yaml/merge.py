"""Merge of new data into a YAML text that exists: what is new is added, and every byte of the text stays."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from daytrail.model.base import slug
from daytrail.source.yaml.edit import FileText, Splice, insert_below
from daytrail.source.yaml.nodes import Node
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import scalar_text, to_yaml


@dataclass(frozen=True)
class Merge:
    """A text with what is new in it."""

    text: str
    added: Sequence[str] = ()
    """Labels of what was added."""
    different: Sequence[str] = ()
    """Keys that have other values in the text, which stay."""
    unplaced: Sequence[str] = ()
    """YAML that could not be added, because the text has brackets there."""
    readable: bool = True
    """False if the text is not a mapping, so that nothing can be added to it."""


def merge(text: str, new: Mapping[str, Any]) -> Merge:
    """Add to a YAML text what it does not have yet.

    Mappings in lists are the same if their `id`, `week`, `url`, `title` or `text` is.
    """
    file = FileText(text)
    document, problems = parse(file.text, "")
    root = document.root if document.root and not document.root.empty else None
    if problems or (root and root.kind != "mapping"):
        return Merge(text, readable=False)
    if root and not root.in_brackets:
        merger = _Merger(file.text)
        merger.merge_mapping(root, new)
        merged = file.spliced(merger.splices)
        if not parse(FileText(merged).text, "")[1]:
            return Merge(merged, merger.added, merger.different, merger.unplaced)
    return Merge(text, unplaced=[to_yaml(new)])


@dataclass
class _Merger:
    """Collects what is to be inserted into a text."""

    text: str
    splices: list[Splice] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    unplaced: list[str] = field(default_factory=list)

    def merge_mapping(self, node: Node, new: Mapping[str, Any], label: str = "") -> None:
        """Add the keys that a mapping does not have, and merge the values of those that it has."""
        missing = []
        for key, value in new.items():
            old = node.children.get(key)
            if old is None or (old.empty and old.is_null):
                missing.append(key)
            elif isinstance(value, list) and old.kind == "list" and not all(isinstance(item, int) for item in value):
                self._merge_list(old, value)
            elif isinstance(value, Mapping) and old.kind == "mapping":
                self.merge_mapping(old, value, label)
            elif not _same(old.to_data(), value):
                self.different.append(f"{label}: {key}" if label else key)
        for key in missing:  # behind what is added to the last value of the mapping, which ends where the mapping does
            self._insert(node, {key: new[key]}, _label({key: new[key]}))

    def _merge_list(self, node: Node, new: Sequence[Any]) -> None:
        by_name: dict[tuple[str, str], list[Node]] = defaultdict(list)
        for item in node.children.values():
            for name in _names(item.to_data()):
                by_name[name].append(item)
        missing, matched = [], set[int]()
        for item in new:
            candidates = (old for name in _names(item) for old in by_name.get(name, ()) if id(old) not in matched)
            old = next(candidates, None)
            if old is None:
                missing.append(item)
                continue
            matched.add(id(old))
            if isinstance(item, Mapping) and old.kind == "mapping":
                self.merge_mapping(old, {key: value for key, value in item.items() if key != "id"}, _label(item))
        for item in missing:
            self._insert(node, [item], _label(item))

    def _insert(self, node: Node, data: Any, label: str) -> None:
        """Add a pair or an item at the end of a mapping or list."""
        block = to_yaml(data)
        if node.in_brackets:
            self.unplaced.append(block)
        else:
            self.splices.append(insert_below(self.text, node.end, node.column, block.rstrip("\n")))
            self.added.append(label)


def _names(item: Any) -> Iterator[tuple[str, str]]:
    """Yield what tells an item of a list from the others, the most certain first."""
    if not isinstance(item, Mapping):
        yield "name", slug(str(item)) or str(item)
    elif "week" in item and "url" not in item:
        yield "week", str(item["week"])
    else:
        for key in ("id", "url", "title", "text"):
            if key in item:
                yield "id" if key == "id" else "name", slug(str(item[key])) or str(item[key])


def _label(item: Any) -> str:
    if not isinstance(item, Mapping):
        return str(item)
    return next((str(item[key]) for key in ("title", "text", "url", "id") if key in item), next(iter(item), ""))


def _same(old: Any, new: Any) -> bool:
    if isinstance(new, list):
        return isinstance(old, list) and len(old) == len(new) and all(map(_same, old, new))
    return str(old).split() == str(scalar_text(new)).split()
