"""New content for YAML texts that exist: what stays, or only moves, keeps its comments, layout and quotes.

As in `edit`, the result is read back and compared with what was asked for.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate, pairwise
from textwrap import indent
from typing import Any, TypeAlias

from daytrail.problems import Location, Problem, error
from daytrail.source.private_text import blank_private
from daytrail.source.yaml.edit import FileText, Splice, line_end, line_start
from daytrail.source.yaml.nodes import Document, Node
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import FOLDED_WIDTH, TEXT_WIDTH, inline, scalar_text, to_yaml


@dataclass(frozen=True, slots=True)
class Kept:
    """New content for a node, which may stand in another list or file than before."""

    node: Node
    content: Any
    """A text, or a list or dict of content: in a list, what is not new is a `Kept`; in a dict, a value is that of the
    node's key."""


class Lines(dict[str, Any]):
    """A new mapping with a line for each key, even if it would fit into braces."""


Content: TypeAlias = Any
"""`Kept`, or texts, numbers, dates, lists and dicts."""


class YamlFiles:
    """YAML files that are written anew."""

    def __init__(self, raw: Mapping[str, str]) -> None:
        """Parse the texts of files, given by their paths."""
        self._files = {path: FileText(text) for path, text in raw.items()}
        self._texts = {path: file.text for path, file in self._files.items()}
        self.documents: dict[str, Document] = {path: _parsed(text, path) for path, text in self._texts.items()}
        self._chunks: dict[int, tuple[int, int]] = {}
        """The span of each value of a list in lines, with the comments above it, by the identity of its node."""
        for path, document in self.documents.items():
            for _, node in document.root.descendants() if document.root else ():
                if node.kind == "list" and not node.in_brackets and node.key:
                    begin = line_end(self._texts[path], node.key.end)
                    for child in node.children.values():
                        end = line_end(self._texts[path], max(child.end - 1, child.start))
                        self._chunks[id(child)] = begin, end
                        begin = end

    def rewritten(self, path: str, content: Mapping[str, Content]) -> tuple[str, list[Problem]]:
        """Return the text of a file with other content, or the problem that it cannot be written."""
        root, text = self.documents[path].root, self._texts[path]
        if root is None or root.kind != "mapping":
            return text, [_impossible(path)]
        if root.in_brackets:
            new = text[: root.start] + self._in_line(root, content) + text[root.end :]
        else:
            end = line_end(text, max(root.end - 1, 0))
            new = text[: root.start] + self._mapping(root, root.start, content, 0) + text[end:]
        if _parsed(new, path).data != plain_data(content):
            return text, [_impossible(path)]
        return self._files[path].spliced(_splices(text, new)), []

    # -- blocks of lines --

    def _mapping(self, node: Node, begin: int, content: Mapping[str, Content], shift: int) -> str:
        """Return the lines of a mapping from an offset on, moved to the right by some columns."""
        margin = " " * (node.column - 1 + shift)
        lines: list[tuple[str, str]] = []
        position = begin
        for key, child in node.children.items():
            end = line_end(self._texts[node.path], max(child.end - 1, child.key.end if child.key else 0))
            if key in content or child.is_null:
                chunk = self._pair(child, position, end, content.get(str(key)), shift)
                lines.append((str(key), chunk))
            position = end
        if lines and lines[0][0] != next(iter(node.children)):
            lines[0] = (lines[0][0], _without_margin(lines[0][1]))
        for key in content:
            if key not in node.children:
                new = indent(self._new_pair(key, content[key]), margin)
                lines.insert(_place_of(key, list(content), [name for name, _ in lines]), (key, new))
        return "".join(_ended(chunk) for _, chunk in lines)

    def _pair(self, child: Node, begin: int, end: int, value: Content, shift: int) -> str:
        """Return the lines of a key and its value, which begin at an offset, with the comments above them."""
        path, key = child.path, child.key
        if key is None or value is None or not _differs(child, value):
            return self._slice(path, begin, end, shift)
        text = self._texts[path]
        above = self._slice(path, begin, key.start, shift)
        if child.kind == "list" and isinstance(value, list) and not child.in_brackets:
            return above + text[key.start : line_end(self._texts[path], key.end)] + self._list(child, value, shift)
        if child.kind == "mapping" and isinstance(value, dict) and not child.in_brackets:
            lines = self._mapping(child, child.start, value, shift)
            return above + self._slice(path, key.start, child.start, shift) + lines
        if child.in_brackets or not (child.empty or _holds_kept(value)):
            new = self._in_line(child, value)
            if len(new) <= (TEXT_WIDTH if child.kind == "scalar" else FOLDED_WIDTH) or "\n" in new:
                head, tail = text[key.start : child.start], self._slice(path, child.end, end, shift)
                return above + head + new + tail
        margin = " " * (key.column - 1 + shift)
        return above + indent(self._new_pair(str(key.text), value), margin)[len(margin) :]

    def _new_pair(self, key: str, value: Content) -> str:
        """Return the lines of a key that is new, or written in another way."""
        if not _holds_kept(value):
            return to_yaml({key: value})
        return f"{key}:\n" + indent(self.new_text(value), "  ")

    def new_text(self, content: Content) -> str:
        """Return content as the text of a new file."""
        if not _holds_kept(content):
            return to_yaml(content)
        if isinstance(content, Mapping):
            return "".join(self._new_pair(key, value) for key, value in content.items())
        return "".join(self._block(value, 0) for value in content)

    def _list(self, node: Node, values: Sequence[Content], shift: int) -> str:
        children = list(node.children.values())
        column = self._dash_column(children[0]) + shift
        chunks = [self._chunk(child) for child in children]
        is_spaced = len(chunks) > 1 and all(chunk.startswith("\n") for chunk in chunks[1:])
        before = {id(child): previous for previous, child in pairwise([None, *children])}
        result, previous = "", None
        for n, value in enumerate(values):
            block = self._block(value, column)
            stays = isinstance(value, Kept) and before.get(id(value.node), value) is previous
            if not stays or (n == 1 and is_spaced):
                is_apart = is_spaced if n else chunks[0].startswith("\n")
                block = ("\n" if is_apart else "") + block.lstrip("\n")
            result += _ended(block)
            previous = value.node if isinstance(value, Kept) else value
        return result

    def _block(self, value: Content, column: int) -> str:
        """Return the lines of a value of a list, its dash at a column, counted from 0."""
        if not isinstance(value, Kept):
            lines = indent(self.new_text(value), "  ") if _holds_kept(value) else to_yaml([value])
            return indent(f"- {lines[2:]}", " " * column)
        node, content = value.node, value.content
        if id(node) not in self._chunks:  # it was in brackets
            return " " * column + f"- {self._in_brackets(value)}\n"
        begin, end = self._chunks[id(node)]
        shift = column - self._dash_column(node)
        if not _differs(node, content):
            return self._slice(node.path, begin, end, shift)
        if node.kind == "mapping" and not node.in_brackets and isinstance(content, dict):
            return self._slice(node.path, begin, node.start, shift) + self._mapping(node, node.start, content, shift)
        above = self._slice(node.path, begin, node.start, shift)
        if node.kind == "scalar" and isinstance(content, dict):
            return above + self._scalar_as_mapping(node, end, content, column + 2)
        return above + self._in_line(node, content) + self._slice(node.path, node.end, end, shift)

    def _scalar_as_mapping(self, node: Node, end: int, content: Mapping[str, Content], column: int) -> str:
        """Return the lines of a text in a list that becomes a mapping; its key comes first."""
        key = next((one for one, value in content.items() if value == node.text), "")
        rest = {one: value for one, value in content.items() if one != key}
        written = self._texts[node.path][node.start : node.end]
        if key and "\n" not in written and parse(f"{key}: {written}", "")[0].data == {key: node.text}:
            line = f"{key}: {written}{self._texts[node.path][node.end : end]}"
            return _ended(line) + indent(self.new_text(Lines(rest)), " " * column)
        return indent(to_yaml([dict(content)]), " " * (column - 2))[column:]

    # -- values in a line --

    def _in_line(self, node: Node, value: Content) -> str:
        """Return a value on one line, or in the brackets in which it is written."""
        text = self._texts[node.path]
        if not node.in_brackets or not isinstance(value, dict | list):
            return self._in_brackets(value) if _holds_kept(value) else inline(value)
        if isinstance(value, dict):
            pieces = [self._pair_in_brackets(node, key, value[key]) for key in _ordered(value, node)]
        else:
            pieces = [self._in_brackets(one) for one in value]
        first = next(iter(node.children.values()), None)
        start = (first.key or first).start if first else node.start + 1
        end = [*node.children.values()][-1].end if first else start
        return text[node.start : start] + self._separator(node).join(pieces) + text[end : node.end]

    def _in_brackets(self, value: Content) -> str:
        """Return a value as it is written in brackets; what is kept stays as it is written, if it fits there."""
        if isinstance(value, Kept):
            return self._kept_in_brackets(value.node, value.content)
        if isinstance(value, dict):
            return "{" + ", ".join(f"{key}: {self._in_brackets(one)}" for key, one in value.items()) + "}"
        if isinstance(value, list | tuple):
            return "[" + ", ".join(map(self._in_brackets, value)) + "]"
        return inline(value, in_brackets=True)

    def _kept_in_brackets(self, node: Node, content: Content) -> str:
        written = self._texts[node.path][node.start : node.end]
        if _differs(node, content):
            if node.in_brackets:
                return self._in_line(node, content)
        elif "\n" not in written and _parsed(f"[{written}]", "").data == [plain_data(content)]:
            return written
        if node.kind == "mapping" and isinstance(content, dict):
            return "{" + ", ".join(self._pair_in_brackets(node, key, one) for key, one in content.items()) + "}"
        return self._in_brackets(content)

    def _pair_in_brackets(self, node: Node, key: str, value: Content) -> str:
        child = node.children.get(key)
        if child is None or child.key is None:
            return f"{key}: {self._in_brackets(value)}"
        head = self._texts[node.path][child.key.start : child.start] if node.in_brackets else f"{key}: "
        return head + self._kept_in_brackets(child, value)

    def _separator(self, node: Node) -> str:
        """Return the text between the values in brackets."""
        children = list(node.children.values())
        text = self._texts[node.path]
        for one, other in pairwise(children):
            between = text[one.end : (other.key or other).start]
            if re.fullmatch(r"\s*,\s*", between):
                return between
        return ", "

    # -- offsets --

    def _slice(self, path: str, begin: int, end: int, shift: int) -> str:
        """Return a part of a file with its lines moved; a first line that begins elsewhere stays where it is."""
        text = self._texts[path][begin:end]
        if not shift:
            return text
        is_whole = begin == line_start(self._texts[path], begin)
        first, *lines = text.split("\n")
        ends_in_margin = not text.endswith("\n")
        moved = [_moved(line, shift) if line.strip(" ") else line for line in lines]
        if lines and ends_in_margin:
            moved[-1] = _moved(lines[-1], shift)
        is_margin = ends_in_margin and not lines
        return "\n".join([_moved(first, shift) if is_whole and (first.strip(" ") or is_margin) else first, *moved])

    def _dash_column(self, node: Node) -> int:
        dash = self._texts[node.path].rfind("-", 0, node.start)
        return dash - line_start(self._texts[node.path], dash)

    def _chunk(self, node: Node) -> str:
        begin, end = self._chunks[id(node)]
        return self._texts[node.path][begin:end]


def plain_data(content: Content) -> Any:
    """Return content as the parser would read it: texts, lists and dicts."""
    if isinstance(content, Kept):
        return plain_data(content.content)
    if isinstance(content, Mapping):
        return {key: plain_data(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [plain_data(value) for value in content]
    return scalar_text(content)


def _holds_kept(content: Content) -> bool:
    if isinstance(content, Mapping):
        return isinstance(content, Lines) or any(map(_holds_kept, content.values()))
    return isinstance(content, Kept) or (isinstance(content, list | tuple) and any(map(_holds_kept, content)))


def _differs(node: Node, value: Content) -> bool:
    return node.to_data() != plain_data(value) or _has_moved(node, value)


def _splices(old: str, new: str) -> list[Splice]:
    """Return the replacements that make a new text of an old one, so that other lines keep their ends."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    offsets = [0, *accumulate(map(len, before))]
    return [
        Splice(offsets[i1], offsets[i2], "".join(after[j1:j2]))
        for kind, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        if kind != "equal"
    ]


def _parsed(text: str, path: str) -> Document:
    return parse(blank_private(text, path)[0], path)[0]


def _impossible(path: str) -> Problem:
    hint = "write each value of a list on a line of its own"
    return error(Location(path), "this file cannot be changed without changing something else", hint)


def _has_moved(node: Node, value: Content) -> bool:
    """Return whether a value is not made of the nodes that are there, in their order."""
    if isinstance(value, Kept):
        return value.node is not node or _has_moved(node, value.content)
    if isinstance(value, list):
        return any(
            isinstance(one, Kept) and one.node is not node.children.get(n) for n, one in enumerate(value)
        ) or any(_has_moved(node.children[n], one) for n, one in enumerate(value) if n in node.children)
    if isinstance(value, dict):
        return any(_has_moved(node.children[key], one) for key, one in value.items() if key in node.children)
    return False


def _moved(line: str, shift: int) -> str:
    """Return a line moved to the right, or to the left as far as there are spaces."""
    margin = len(line) - len(line.lstrip(" "))
    return " " * max(0, margin + shift) + line.lstrip(" ")


def _ended(block: str) -> str:
    return block if block.endswith("\n") else f"{block}\n"


def _without_margin(chunk: str) -> str:
    """Return the lines of a key that comes first behind a dash, with the comments above it below it."""
    lines = chunk.split("\n")
    at = next((n for n, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")), 0)
    above = [line for line in lines[:at] if line.strip()]
    return "\n".join([lines[at].lstrip(" "), *lines[at + 1 :]]) + "".join(f"{line}\n" for line in above)


def _ordered(value: Mapping[str, Content], node: Node) -> list[str]:
    """Return the keys of a mapping in their order, with new ones where they belong."""
    keys = [str(key) for key in node.children if key in value]
    for key in value:
        if key not in keys:
            keys.insert(_place_of(key, list(value), keys), key)
    return keys


def _place_of(key: str, order: Sequence[str], keys: Sequence[str]) -> int:
    """Return the index of a new key: behind the last of those before it in an order, else at the end."""
    before = order[: order.index(key)]
    return max((index for index, one in enumerate(keys, 1) if one in before), default=len(keys))
