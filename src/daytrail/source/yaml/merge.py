"""Merge of new data into a YAML text that exists: what is new is added, and what is there stays."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from textwrap import indent
from typing import Any

from daytrail.model.base import slug
from daytrail.problems import quoted
from daytrail.source.yaml.edit import FileText, Splice, add_in_brackets, insert_below
from daytrail.source.yaml.nodes import Node
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import inline, pair, scalar_text, to_yaml

_LONGEST_COMMON_START = 40
"""Characters that two texts may have in common before what differs, so that a reader sees the difference."""
_SHOWN_START = 20
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")


@dataclass(frozen=True)
class Merge:
    """A text with what is new in it."""

    text: str
    added: Sequence[str] = ()
    """Labels of what was added."""
    different: Sequence[str] = ()
    """Keys that have other values in the text, which stay, each with both values."""
    unplaced: Sequence[str] = ()
    """YAML that could not be added, because the text has brackets there."""
    readable: bool = True
    """False if the text is not a mapping, so that nothing can be added to it."""


def merge(text: str, new: Mapping[str, Any]) -> Merge:
    """Add to a YAML text what it does not have yet.

    Items of lists are the same if `pair_items` says so. An id that another item has already is numbered. Every byte
    of the text stays, unless a value differs from the new one only by its links, which are added to it.
    """
    file = FileText(text)
    document, problems = parse(file.text, "")
    root = document.root if document.root and not document.root.empty else None
    if problems or (root and root.kind != "mapping"):
        return Merge(text, readable=False)
    if root and not root.in_brackets:
        merger = _Merger(file.text)
        merger.merge_mapping(root, new)
        # Of several at one place, what belongs to the innermost list comes first.
        merged = file.spliced(sorted(merger.splices, key=_indentation, reverse=True))
        if not parse(FileText(merged).text, "")[1]:
            return Merge(merged, merger.added, merger.different, merger.unplaced)
    return Merge(text, unplaced=[to_yaml(new)])


def add_first(text: str, new: Mapping[str, Any]) -> str:
    """Return a YAML text, a mapping, with new pairs above those that it has."""
    file = FileText(text)
    root = parse(file.text, "")[0].root
    if root is None or root.in_brackets:
        return text
    first = next(iter(root.children.values()))
    start = first.key.start if first.key else first.start
    block = "".join(to_yaml({key: value}) for key, value in new.items())
    return file.spliced([Splice(start, start, block)])


def pair_items(old: Sequence[Any], new: Sequence[Any]) -> list[int | None]:
    """Return, for each new item of a list, the index of the old one that is the same; None if there is none.

    Weeks are the same if their numbers are; other items if their title or text is (of several, the one with that id,
    or the next one if an id of one of them is missing), else their id, their URL, their first day, or the words of
    their title.
    """
    ids = {_title_and_id(item) for item in old}
    # An earlier merge gave them other ids, which may be those that were new to others.
    in_order = {_title(item) for item in new if _title_and_id(item) not in ids}
    pairs: list[int | None] = [None] * len(new)
    free = set(range(len(old)))
    for name_of in _NAMES:
        indices = defaultdict[str, list[int]](list)
        for index in sorted(free, reverse=True):
            if name := name_of(old[index]):
                indices[name].append(index)
        for position, item in enumerate(new):
            if name_of is _title_and_id and _title(item) in in_order:
                continue
            if pairs[position] is None and (name := name_of(item)) and indices[name]:
                pairs[position] = indices[name].pop()
                free.discard(pairs[position] or 0)
    return pairs


def free_id(wanted: str, taken: set[str]) -> str:
    """Return an id that is not taken, with a number if need be, and add it to those that are."""
    number, unused = 1, wanted
    while unused in taken:
        number += 1
        unused = f"{wanted}-{number}"
    taken.add(unused)
    return unused


@dataclass
class _Merger:
    """Collects what is to be inserted into a text."""

    text: str
    splices: list[Splice] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    unplaced: list[str] = field(default_factory=list)
    taken_ids: dict[int, set[str]] = field(default_factory=dict)
    """The ids in use within a node, by its identity."""

    def merge_mapping(self, node: Node, new: Mapping[str, Any], label: str = "", scope: Node | None = None) -> None:
        """Add the keys that a mapping does not have, and merge the values of those that it has.

        Ids must be unique within the scope; without one, within each list.
        """
        scope = node if "week" in node.children else scope
        missing = []
        for key, value in new.items():
            old = node.children.get(key)
            if old is None or (old.empty and old.is_null):
                missing.append(key)
            elif isinstance(value, list) and old.kind == "list" and not all(isinstance(item, int) for item in value):
                self._merge_list(old, value, node if key == "categories" and scope is None else scope)
            elif isinstance(value, Mapping) and old.kind == "mapping":
                self.merge_mapping(old, value, label)
            elif _same(old.to_data(), _without_links(value)) and not _same(old.to_data(), value):
                self._replace(node, old, key, value)
                self.added.append(_label({key: value}))
            elif not _same(old.to_data(), value):
                self.different.append(_difference(label, key, old.to_data(), value))
        if node.in_brackets and missing and not any(isinstance(new[key], list | Mapping) for key in missing):
            self.splices += add_in_brackets(self.text, node, [pair(key, new[key], in_brackets=True) for key in missing])
            self.added += (_label({key: new[key]}) for key in missing)
            return
        for key in missing:  # behind what is added to the last value of the mapping, which ends where the mapping does
            value = self._with_free_ids(new[key], scope) if scope else new[key]
            self._insert(node, {key: value}, _label({key: value}))

    def _replace(self, node: Node, old: Node, key: str, value: str) -> None:
        """Write another value for a key of a mapping."""
        if node.in_brackets or not old.key:
            self.splices.append(Splice(old.start, old.end, inline(value, in_brackets=True)))
        else:
            block = indent(to_yaml({key: value}).rstrip("\n"), " " * (node.column - 1)).lstrip()
            self.splices.append(Splice(old.key.start, old.end, block))

    def _merge_list(self, node: Node, new: Sequence[Any], scope: Node | None) -> None:
        children = list(node.children.values())
        missing = []
        for item, index in zip(new, pair_items(node.to_data(), new), strict=True):
            if index is None:
                missing.append(item)
            elif isinstance(item, Mapping) and children[index].kind == "mapping":
                values = {key: value for key, value in item.items() if key != "id"}
                self.merge_mapping(children[index], values, _label(item), scope)
            elif isinstance(item, Mapping):  # a plain text in the file
                more = [key for key in item if key not in ("id", "title", "text")]
                self.different += (_difference(_label(item), key, None, item[key]) for key in more)
        for item in missing:
            [item] = self._with_free_ids([item], scope or node)  # noqa: PLW2901 - replaced by a changed copy
            self._insert(node, [item], _label(item), below=_earlier_week(children, item))

    def _with_free_ids(self, items: Any, scope: Node) -> Any:
        """Return new items, and the categories in them, with ids that nothing in the scope has."""
        if not isinstance(items, list):
            return items
        changed = []
        for item in items:
            new = dict(item) if isinstance(item, Mapping) else item
            if isinstance(new, dict) and "id" in new:
                new["id"] = free_id(str(new["id"]), self._taken(scope))
                if "categories" in new:
                    new["categories"] = self._with_free_ids(new["categories"], scope)
            changed.append(new)
        return changed

    def _taken(self, scope: Node) -> set[str]:
        """Return the ids in use in a list, or in all lists of a mapping, where texts without an id count as ids too."""
        if id(scope) not in self.taken_ids:
            nodes = scope.children.values() if scope.kind == "list" else (node for _, node in scope.descendants())
            data = [node.to_data() for node in nodes]
            self.taken_ids[id(scope)] = {name for item in data for name in _addresses(item)}
        return self.taken_ids[id(scope)]

    def _insert(self, node: Node, data: Any, label: str, below: Node | None = None) -> None:
        """Add a pair or an item at the end of a mapping or list, or below a child of it."""
        block = to_yaml(data)
        if node.in_brackets:
            self.unplaced.append(block)
        else:
            self.splices.append(insert_below(self.text, (below or node).end, node.column, block.rstrip("\n")))
            self.added.append(label)


def _indentation(splice: Splice) -> float:
    """Return how far the lines of a splice are indented; what goes on in the line comes before all of them."""
    return len(splice.new) - len(splice.new.lstrip()) if splice.new.startswith("\n") else inf


def _week_number(item: Any) -> int | None:
    number = str(item.get("week", "")) if isinstance(item, Mapping) and "url" not in item else ""
    return int(number) if number.isdecimal() else None


def _earlier_week(children: Sequence[Node], item: Any) -> Node | None:
    """Return the week under which a section belongs; None if it is no week, or the first one."""
    number = _week_number(item)
    numbered = ((_week_number(child.to_data()), child) for child in children) if number is not None else ()
    earlier = [
        (other, child) for other, child in numbered if other is not None and number is not None and other < number
    ]
    return max(earlier, key=lambda pair: pair[0])[1] if earlier else None


def _title(item: Any) -> str:
    if _week_number(item) is not None:
        return f"week {_week_number(item)}"
    text = next((item[key] for key in ("title", "text") if item.get(key)), "") if isinstance(item, Mapping) else item
    return " ".join(str(text).split())


def _value(key: str) -> Callable[[Any], str]:
    return lambda item: str(item.get(key, "")) if isinstance(item, Mapping) and _week_number(item) is None else ""


def _words(item: Any) -> str:
    return slug(_title(item)) or _title(item)


def _title_and_id(item: Any) -> str:
    return f"{item['id']} {_title(item)}" if isinstance(item, Mapping) and item.get("id") else ""


_NAMES: tuple[Callable[[Any], str], ...] = (_title_and_id, _title, _value("id"), _value("url"), _value("from"), _words)
"""Functions that name an item, the most certain first."""


def _addresses(item: Any) -> Iterator[str]:
    """Yield the names by which an item may be addressed."""
    if isinstance(item, str):
        yield slug(item)
    elif isinstance(item, Mapping):
        yield str(item["id"]) if item.get("id") else slug(_title(item))


def _label(item: Any) -> str:
    if not isinstance(item, Mapping):
        return str(item)
    return next((str(item[key]) for key in ("title", "text", "url", "id") if key in item), next(iter(item), ""))


def _difference(label: str, key: str, old: Any, new: Any) -> str:
    """Return a sentence about a key that has another value in the text than in the new data."""
    what = f"`{key}` of {quoted(label)}" if label else f"`{key}`"
    if isinstance(old, Mapping | list) or isinstance(new, Mapping | list):
        return f"{what} differs"
    if old is None:
        return f"{what} is not written, and {quoted(scalar_text(new))} in the source"
    texts = without_common_start(str(old), str(scalar_text(new)))
    return f"{what} is {quoted(texts[0])}, and {quoted(texts[1])} in the source"


def without_common_start(one: str, other: str) -> tuple[str, str]:
    """Return two texts without most of a long start that they have in common, so that a reader sees the difference."""
    common = next((at for at, both in enumerate(zip(one, other, strict=False)) if both[0] != both[1]), 0)
    if common <= _LONGEST_COMMON_START:
        return one, other
    return f"…{one[common - _SHOWN_START :]}", f"…{other[common - _SHOWN_START :]}"


def _without_links(value: Any) -> Any:
    """Return a text with the words of its links in place of the links."""
    return _LINK.sub(r"\1", value) if isinstance(value, str) else value


def _same(old: Any, new: Any) -> bool:
    if isinstance(new, list):
        return isinstance(old, list) and len(old) == len(new) and all(map(_same, old, new))
    return str(old).split() == str(scalar_text(new)).split()
