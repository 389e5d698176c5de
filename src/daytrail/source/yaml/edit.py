"""Edits of a YAML text, or of the front matter of a Markdown file, that keep every other byte.

An edit is made in the text, read back and compared with what was asked for; if anything else would
change, it is refused.

Ours rather than ruamel.yaml, which writes the whole file anew: with `preserve_quotes` and an endless
width, version 0.19.1 still gave most lines of this repository's plan another indentation, and spaces
in brackets, brackets over several lines and CRLF came back as none, one line and LF. yaml-edit 0.2.0
does keep the bytes, but has wheels neither for musl nor for Windows on ARM, where everything else
that we depend on installs without a compiler.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import dedent, indent
from typing import Any, NamedTuple, TypeAlias

from daytrail.model.entry import FrontMatter
from daytrail.problems import KeyPath, Problem, error, quoted
from daytrail.source.front_matter import split_front_matter, with_plain_fences
from daytrail.source.private_text import blank_private
from daytrail.source.yaml.nodes import Document, Node
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import Value, inline, quoted_scalar, scalar_text


@dataclass(frozen=True, slots=True)
class Append:
    """Values for the end of a list, without those that it has. If there is no list, one is made of them."""

    key_path: KeyPath
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Put:
    """A value for a key, which replaces the one that is written there, if any.

    A scalar replaces only a scalar; a list or mapping is written on one line, in the place of any value.
    """

    key_path: KeyPath
    value: Value | Sequence[Value]


@dataclass(frozen=True, slots=True)
class Insert:
    """Items for a list, before the one that is at an index now, or at the end. If there is no list, one is made."""

    key_path: KeyPath
    """That of the list."""
    index: int
    lines: str
    """The items as YAML, with their dashes in the first column, and perhaps with lines of comments above them."""


@dataclass(frozen=True, slots=True)
class Remove:
    """Removal of a key, or of a value of a list with the comments above it; a list goes with its last value."""

    key_path: KeyPath


Change: TypeAlias = Append | Put | Insert | Remove


class Splice(NamedTuple):
    """A replacement of the characters between two offsets, which are often the same."""

    start: int
    end: int
    new: str


Edited: TypeAlias = tuple[str, list[Problem]]
"""A text after an edit, or as it was if there are problems."""


def edit_yaml(text: str, path: str, changes: Sequence[Change], key_order: Sequence[str] = ()) -> Edited:
    """Return a YAML text with some changes, no two of them in the same list or mapping.

    The text is that of its file, so a byte order mark and line ends of any kind are kept. What is there
    already is not changed. A new key is written behind the last one that comes before it in `key_order`.
    A change that is not possible without changing another value is a problem, and nothing is changed.
    """
    return _edit(text, path, changes, key_order, is_markdown=False)


def item_lines(text: str, path: str, key_path: KeyPath) -> str:
    """Return an item of a list in a YAML text as `Insert` writes it, with the comments directly above it."""
    plain = FileText(text).text
    document, _, yaml_text = parse_text(plain, path, is_markdown=False)
    *_, collection, node = document.nodes_along(key_path)
    if collection.in_brackets:
        written = plain[node.start : node.end]
        return f"- {inline(node.to_data(), in_brackets=True) if chr(10) in written else written}\n"
    start, end = _lines_of_item(yaml_text, node)
    return dedent(plain[start:end].rstrip("\n")) + "\n"


def edit_front_matter(
    text: str, path: str, changes: Sequence[Change], key_order: Sequence[str] = tuple(FrontMatter.model_fields)
) -> Edited:
    """Return a Markdown text with some changes in its front matter, as `edit_yaml` does; it gets one if it has none."""
    plain = with_plain_fences(text)
    file = FileText(plain)
    parts, problems = split_front_matter(file.text, path)
    if problems:
        return text, problems
    if not parts.front_matter:
        blank_line = "\n" if file.text and not file.text.startswith("\n") else ""
        plain = file.spliced([Splice(0, 0, f"---\n---\n{blank_line}")])
    edited, problems = _edit(plain, path, changes, key_order, is_markdown=True)
    return (text if problems or edited == plain else edited), problems


class FileText:
    """A text as it is in its file, and as it is parsed: without byte order marks, with line feeds only."""

    def __init__(self, raw: str) -> None:
        without_marks = raw.lstrip("\ufeff")
        self._marks = raw.removesuffix(without_marks)
        self._characters = re.findall(r"\r\n?|[^\r]", without_marks)
        self.text = "".join("\n" if character[0] == "\r" else character for character in self._characters)
        first = re.search(r"\r\n?|\n", without_marks)
        self._line_end = first[0] if first else "\n"

    def spliced(self, splices: Sequence[Splice]) -> str:
        """Return the file with replacements at offsets of the text as it is parsed."""
        pieces, position = [self._marks], 0
        for start, end, new in sorted(splices, key=lambda splice: splice.start):
            pieces += [*self._characters[position:start], new.replace("\n", self._line_end)]
            position = end
        return "".join([*pieces, *self._characters[position:]])


def _edit(text: str, path: str, changes: Sequence[Change], key_order: Sequence[str], *, is_markdown: bool) -> Edited:
    file = FileText(text)
    document, problems, yaml_text = parse_text(file.text, path, is_markdown=is_markdown)
    problems += [problem for change in changes if (problem := _check_change(document, change))]
    if problems:
        return text, problems
    data = document.data
    edits = [_as_insert(document, change) if isinstance(change, Append) else change for change in changes]
    edits = [edit for edit in edits if _apply(data, edit.key_path, edit) != data]
    if not edits:
        return text, []
    # Comments at the end of a front matter stay above what is added there.
    end_of_text = len(file.text[: len(yaml_text)].rstrip()) if is_markdown or document.data is None else 0
    splices = [splice for edit in edits for splice in _splices(yaml_text, document, edit, key_order, end_of_text)]
    edited = file.spliced(splices)
    result, problems, _ = parse_text(FileText(edited).text, path, is_markdown=is_markdown)
    for edit in edits:
        data = _apply(data, edit.key_path, edit)
    if not problems and (result.data or {}) == data:
        return edited, []
    names = ", ".join(quoted(next(key for key in reversed(one.key_path) if isinstance(key, str))) for one in edits)
    message = f"{names} cannot be changed here without changing something else"
    return text, [error(document.locate(edits[0].key_path), message, "write it by hand, or in a simpler form")]


def parse_text(text: str, path: str, *, is_markdown: bool) -> tuple[Document, list[Problem], str]:
    """Parse a text. Returns its YAML too: spaces instead of what is above it and of what is private, nothing behind."""
    if is_markdown:
        above = re.match(r"\s*---[ \t]*", text)
        opening = above[0] if above else ""
        front_matter = split_front_matter(text, path)[0].front_matter[opening.count("\n") :]
        text = re.sub(r"[^\n]", " ", opening) + front_matter
    yaml_text, wrong_markers = blank_private(text, path)
    document, problems = parse(yaml_text, path)
    return document, wrong_markers + problems, yaml_text


def _check_change(document: Document, change: Change) -> Problem | None:
    """Return why a change is not possible: another kind of value is in its place, or nothing that could contain it."""
    key = change.key_path[-1]
    name, location = quoted(str(key)), document.locate(change.key_path)
    if not _has_place(document, change):
        return error(location, f"there is no place for {name} here", "write `key: value` pairs")
    in_brackets = any(outer.in_brackets for outer in document.nodes_along(change.key_path))
    if isinstance(change, Insert) and in_brackets and has_comment(change.lines):
        return error(location, f"a comment cannot be put into the brackets of {name}", "write it in lines")
    node = document.find(change.key_path)
    if node is None or node.is_null:
        return None
    if isinstance(change, Append | Insert) and node.kind != "list":
        hint = f"write `{key}: [{node.text}]`" if node.kind == "scalar" else "write one"
        return error(location, f"{name} must be a list", hint)
    if isinstance(change, Put) and node.kind != "scalar" and _is_scalar(change.value):
        return error(location, f"{name} must be one value", "write it in the place of the list or map")
    return None


def _has_place(document: Document, change: Change) -> bool:
    """Return whether something can contain the value that is to be changed: a mapping, or a list that has it."""
    *parents, key = change.key_path
    parent = document.find(tuple(parents))
    if parent is None:
        return not parents
    if parent.kind == "mapping" or document.data is None:
        return True
    return parent.kind == "list" and key in parent.children


def _apply(data: Any, key_path: KeyPath, change: Put | Insert | Remove) -> Any:
    """Return a copy of data with a change at a key path of it."""
    match change, key_path:
        case Put(), ():
            return _as_parsed(change.value)
        case Insert(), ():
            items = list(data or ())
            return [*items[: change.index], *_items_of(change), *items[change.index :]]
        case Remove(), (index,):
            if isinstance(data, dict):
                return {name: value for name, value in data.items() if name != index}
            return [item for n, item in enumerate(data or ()) if n != index]
    key, *below = key_path
    if isinstance(data, list):
        return [_apply(item, tuple(below), change) if index == key else item for index, item in enumerate(data)]
    pairs = data if isinstance(data, dict) else {}
    changed = {**pairs, key: _apply(pairs.get(key), tuple(below), change)}
    if isinstance(change, Remove) and below and not changed[key]:
        del changed[key]
    return changed


def _as_insert(document: Document, change: Append) -> Insert:
    """Return the insertion of the values that a list does not have, each once, at its end."""
    node = document.find(change.key_path)
    present = node.to_data() if node and node.kind == "list" else []
    values = [
        value
        for n, value in enumerate(change.values)
        if value not in change.values[:n] and _as_parsed(value) not in present
    ]
    return Insert(change.key_path, len(present), "".join(f"- {inline(value)}\n" for value in values))


def _items_of(change: Insert) -> list[Any]:
    """Return the data of the items that are to be inserted."""
    return parse(change.lines, "")[0].data or []


def has_comment(lines: str) -> bool:
    """Return whether YAML has a comment: a `#` outside of its scalars."""
    root = parse(lines, "")[0].root
    for _, node in root.descendants() if root else ():
        if node.kind == "scalar":
            lines = lines[: node.start] + "x" * (node.end - node.start) + lines[node.end :]
    return "#" in lines


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str) or not isinstance(value, Mapping | Sequence)


def _as_parsed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _as_parsed(inner) for key, inner in value.items()}
    return scalar_text(value) if _is_scalar(value) else [_as_parsed(one) for one in value]


def _splices(
    text: str, document: Document, change: Put | Insert | Remove, key_order: Sequence[str], end_of_text: int
) -> Iterator[Splice]:
    """Yield what makes a change in the text. What is added to the root comes behind `end_of_text` at least."""
    *parents, key = change.key_path
    parent = document.find(tuple(parents)) if document.data is not None else None
    node = parent.children.get(key) if parent else None
    in_brackets = any(outer.in_brackets for outer in document.nodes_along(change.key_path))
    if isinstance(change, Remove):
        yield from _remove(text, document, change.key_path) if parent and node else ()
    elif parent is None or node is None:
        line = f"{quoted_scalar(str(key))}:{_new_value(change, in_brackets=in_brackets)}"
        yield from _add_key(text, parent, str(key), line, key_order, 0 if parents else end_of_text)
    elif isinstance(change, Insert) and node.kind == "list":
        yield from _insert(text, node, change)
    elif (new := _new_value(change, in_brackets=in_brackets)).startswith("\n"):
        yield insert_below(text, node.start, parent.column, new[1:])
    else:
        yield Splice(node.start, node.end, new if node.empty else new[1:])


def _new_value(change: Put | Insert, *, in_brackets: bool) -> str:
    """Return what is written behind a key: a value, a list of names, or items on lines."""
    if isinstance(change, Insert):
        items = _items_of(change)
        if in_brackets or not any(isinstance(item, Mapping) or " " in item for item in items):
            return f" {inline(items)}"
        return "\n" + indent(change.lines.rstrip("\n"), "  ")
    return f" {inline(change.value, in_brackets=in_brackets)}"


def _insert(text: str, node: Node, change: Insert) -> Iterator[Splice]:
    """Yield what inserts items into a list."""
    items = list(node.children.values())
    next_item = items[change.index] if change.index < len(items) else None
    if node.in_brackets:
        new = [inline(item, in_brackets=True) for item in _items_of(change)]
        if next_item:
            yield Splice(next_item.start, next_item.start, "".join(f"{item}, " for item in new))
        else:
            yield from add_in_brackets(text, node, new)
        return
    is_spaced = len(items) > 1 and text[: _lines_of_item(text, items[1])[0]].endswith("\n\n")
    lines = indent(change.lines, " " * (node.column - 1))
    if next_item:
        start = _lines_of_item(text, next_item)[0]
        yield Splice(start, start, f"{lines}\n" if is_spaced else lines)
    else:
        yield insert_below(text, node.end, 1, ("\n" if is_spaced else "") + lines.rstrip("\n"))


def _lines_of_item(text: str, node: Node) -> tuple[int, int]:
    """Return the offsets of the lines of an item of a list, with the comments directly above it."""
    dash = text.rfind("-", 0, node.start)
    start = line_start(text, dash)
    margin = text[start:dash]
    while start and re.fullmatch(rf"{margin}#[^\n]*\n", text[line_start(text, start - 1) : start]):
        start = line_start(text, start - 1)
    return start, line_end(text, max(node.end - 1, dash))


def _remove(text: str, document: Document, key_path: KeyPath) -> Iterator[Splice]:
    """Yield what removes a value of a list; nothing if something else is written on its first line."""
    *outer, node = document.nodes_along(key_path)
    if outer[-1].kind == "list" and len(outer[-1].children) == 1 and outer[-1].key:
        node = outer.pop()
    if outer[-1].in_brackets:
        yield _remove_from_brackets(outer[-1], node)
    elif node.key:
        yield Splice(line_start(text, node.key.start), line_end(text, max(node.end - 1, node.key.end)), "")
    else:
        start, end = _lines_of_item(text, node)
        dash = text.rfind("-", 0, node.start)
        if not text[line_start(text, dash) : dash].strip(" "):
            yield Splice(start, end, "")


def _remove_from_brackets(collection: Node, node: Node) -> Splice:
    """Return what removes a value or a pair with the comma behind it, or before it if it is the last one."""
    nodes = list(collection.children.values())
    place = nodes.index(node)
    start = (node.key or node).start
    if place + 1 < len(nodes):
        following = nodes[place + 1]
        return Splice(start, (following.key or following).start, "")
    return Splice(nodes[place - 1].end if place else start, node.end, "")


def line_start(text: str, offset: int) -> int:
    """Return the offset at which the line of an offset begins."""
    return text.rfind("\n", 0, offset) + 1


def line_end(text: str, offset: int) -> int:
    """Return the offset behind the line of an offset, its line feed included."""
    end = text.find("\n", offset)
    return len(text) if end < 0 else end + 1


def _add_key(
    text: str, node: Node | None, key: str, lines: str, key_order: Sequence[str], end_of_text: int
) -> Iterator[Splice]:
    """Yield what adds the lines of a key to a mapping, or to a text without any.

    They are written behind the last key that comes before it in the order, else behind all of them.
    """
    if node is None:
        yield Splice(end_of_text, end_of_text, f"\n{lines}" if end_of_text else f"{lines}\n")
    elif node.in_brackets:
        yield from add_in_brackets(text, node, [lines])
    else:
        *_, last = node.children.values()
        known = key_order[: key_order.index(key)] if key in key_order else ()
        *_, previous = [last, *(node.children[name] for name in known if name in node.children)]
        end = max(previous.end, end_of_text) if previous is last else previous.end
        yield insert_below(text, end, node.column, lines)


def insert_below(text: str, offset: int, column: int, block: str) -> Splice:
    """Return what inserts lines, each at a column, below the line of an offset, and so below a comment in it."""
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    return Splice(end, end, "\n" + indent(block, " " * (column - 1)))


def add_in_brackets(text: str, node: Node, new: Sequence[str]) -> Iterator[Splice]:
    """Yield what adds items or pairs to brackets, with a comma behind the last one if there was one before."""
    closing = node.end - 1
    if not node.children:
        space = " " if text[node.start + 1 : closing].startswith(" ") else ""
        yield Splice(node.start + 1, node.start + 1, space + ", ".join(new))
        return
    *others, last = node.children.values()
    last_start = last.key.start if last.key else last.start
    comma = re.compile(r"(?:\s|#[^\n]*\n)*,").match(text, last.end, closing)
    end = offset = comma.end() if comma else last.end
    between = re.fullmatch(r"\s*,( *)", text[others[-1].end : last_start]) if others else None
    space = between[1] if between else " "
    indentation = text[text.rfind("\n", 0, last_start) + 1 : last_start]
    if last_start > text.find("\n", node.start) >= 0 and not indentation.strip(" "):  # each on a line of its own
        space = f"\n{indentation}"
        line_end = text.find("\n", end)
        offset = line_end if 0 <= line_end < closing else end
    if not comma:
        yield Splice(end, end, ",")
    yield Splice(offset, offset, space + f",{space}".join(new) + ("," if comma else ""))
