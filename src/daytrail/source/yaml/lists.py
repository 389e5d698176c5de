"""Values of lists that are taken out of a YAML text, or put into one, with their comments and every other byte kept.

As in `edit`, the result is read back and compared with what was asked for; if anything else would change, nothing does.
"""

import re
from textwrap import dedent, indent
from typing import Any, NamedTuple

from daytrail.problems import KeyPath, Problem, error, quoted
from daytrail.source.yaml.edit import Edited, FileText, Splice, add_in_brackets, parse_text
from daytrail.source.yaml.nodes import Document, Node
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import inline


class Taken(NamedTuple):
    """A text without a value, and the value."""

    text: str
    block: str
    """The lines of the value, from its dash on and the comments above it, without indentation."""
    problems: list[Problem]


def take(text: str, path: str, key_path: KeyPath, *, is_markdown: bool = False) -> Taken:
    """Take a value out of a list, also of one in a front matter; the key of the list goes with its last value.

    The comments directly above the value belong to it.
    """
    file = FileText(text)
    document, problems, _ = parse_text(file.text, path, is_markdown=is_markdown)
    *list_path, index = key_path
    values = document.find(tuple(list_path))
    if problems or values is None or index not in values.children:
        return Taken(text, "", problems or [_impossible(document, key_path)])
    node = values.children[index]
    if values.in_brackets:
        block = f"- {file.text[node.start : node.end]}\n"
        splice = _span_in_brackets(values, int(index))
    else:
        span = _span(file.text, node)
        if span is None:
            return Taken(text, "", [_impossible(document, key_path)])
        block = dedent(file.text[slice(*span)]).rstrip("\n") + "\n"
        splice = Splice(*span, "")
    if len(values.children) == 1 and values.key:
        splice = Splice(*_span_of_key(file.text, document, tuple(list_path), values), "")
    edited = file.spliced([splice])
    result, problems, _ = parse_text(FileText(edited).text, path, is_markdown=is_markdown)
    if problems or (result.data or {}) != _without(document.data, key_path):
        return Taken(text, "", [_impossible(document, key_path)])
    return Taken(edited, block, [])


def put(text: str, path: str, list_path: KeyPath, index: int, block: str) -> Edited:
    """Put the lines of a value, as `take` returns them, into a list, before the value that has its index now.

    If there is no list yet, its key is written behind the others of its mapping.
    """
    file = FileText(text)
    document, problems = parse(file.text, path)
    read, _ = parse(block, path)
    value = read.data[0] if isinstance(read.data, list) and read.data else None
    parent = document.find(list_path[:-1])
    values = document.find(list_path)
    if problems or value is None or parent is None or parent.kind != "mapping":
        return text, problems or [_impossible(document, list_path)]
    if values is None or values.is_null:
        splices = _new_list(file.text, parent, str(list_path[-1]), values, block)
    elif values.in_brackets:
        splices = _in_brackets(file.text, values, index, value)
    else:
        splices = _between_lines(file.text, values, index, block)
    wanted = _with(document.data, list_path, index, value)
    edited = file.spliced(splices)
    return (edited, []) if splices and _reads_as(edited, wanted) else (text, [_impossible(document, list_path)])


def _impossible(document: Document, key_path: KeyPath) -> Problem:
    name = quoted(str(next((key for key in reversed(key_path) if isinstance(key, str)), "")))
    hint = "write it by hand, or each value of the list on a line of its own"
    return error(document.locate(key_path), f"{name} cannot be changed here without changing something else", hint)


def _reads_as(text: str, data: Any) -> bool:
    document, problems = parse(FileText(text).text, "")
    return not problems and document.data == data


# -- spans --


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1


def _line_end(text: str, offset: int) -> int:
    """Return the offset behind the line of an offset, its line feed included."""
    end = text.find("\n", offset)
    return len(text) if end < 0 else end + 1


def _span(text: str, node: Node) -> tuple[int, int] | None:
    """Return the span of a value of a list without brackets: its lines, and the comments directly above its dash.

    None if something else is written on its first line.
    """
    dash = text.rfind("-", 0, node.start)
    start = _line_start(text, dash)
    margin = text[start:dash]
    if dash < 0 or margin.strip(" "):
        return None
    while start and re.fullmatch(rf"{margin}#[^\n]*\n", text[_line_start(text, start - 1) : start]):
        start = _line_start(text, start - 1)
    return start, _line_end(text, max(node.end - 1, dash))


def _span_in_brackets(values: Node, index: int) -> Splice:
    """Return what removes a value from brackets, with the comma behind it, or before it if it is the last one."""
    nodes = list(values.children.values())
    node = nodes[index]
    if index + 1 < len(nodes):
        return Splice(node.start, nodes[index + 1].start, "")
    return Splice(nodes[index - 1].end if index else node.start, node.end, "")


def _span_of_key(text: str, document: Document, key_path: KeyPath, values: Node) -> tuple[int, int]:
    """Return the span of a key with its value: whole lines, or a pair in braces with its comma."""
    parent = document.find(key_path[:-1])
    key = values.key
    if parent is None or key is None:
        return 0, 0
    if not parent.in_brackets:
        return _line_start(text, key.start), _line_end(text, max(values.end - 1, key.end))
    pairs = list(parent.children.values())
    place = pairs.index(values)
    if place + 1 < len(pairs):
        following = pairs[place + 1].key
        return key.start, following.start if following else values.end
    return (pairs[place - 1].end if place else key.start), values.end


# -- insertions --


def _between_lines(text: str, values: Node, index: int, block: str) -> list[Splice]:
    """Return what puts a block between the values of a list, with an empty line around it if they have one."""
    spans = [_span(text, child) for child in values.children.values()]
    if None in spans:
        return []
    known = [span for span in spans if span]
    first = values.children[0]
    dash = text.rfind("-", 0, first.start)
    margin = " " * (dash - _line_start(text, dash))
    lines = indent(block, margin)
    gap = "\n" if len(known) > 1 and text[known[0][1] : known[1][0]].strip(" ") == "\n" else ""
    if index < len(known):
        return [Splice(known[index][0], known[index][0], lines + gap)]
    end = known[-1][1]
    line_end = "" if text[:end].endswith("\n") else "\n"
    return [Splice(end, end, line_end + gap + lines)]


def _in_brackets(text: str, values: Node, index: int, value: Any) -> list[Splice]:
    """Return what puts a value into brackets; nothing if it holds lists or mappings, which would not fit there."""
    if isinstance(value, dict) and not all(isinstance(inner, str | list) for inner in value.values()):
        return []
    new = inline(value, in_brackets=True)
    nodes = list(values.children.values())
    if index < len(nodes):
        return [Splice(nodes[index].start, nodes[index].start, f"{new}, ")]
    return list(add_in_brackets(text, values, [new]))


def _new_list(text: str, parent: Node, key: str, empty: Node | None, block: str) -> list[Splice]:
    """Return what writes a key with a list of one value, behind the other keys of a mapping."""
    if parent.in_brackets:
        return []
    margin = " " * (parent.column - 1)
    lines = f"{margin}{key}:\n" + indent(block, f"{margin}  ")
    if empty is not None and empty.key:
        return [Splice(_line_start(text, empty.key.start), _line_end(text, max(empty.end, empty.key.end)), lines)]
    end = _line_end(text, max(parent.end - 1, 0))
    return [Splice(end, end, ("" if text[:end].endswith("\n") else "\n") + lines)]


# -- data --


def _without(data: Any, key_path: KeyPath) -> Any:
    key, *below = key_path
    if not below:
        return [value for index, value in enumerate(data) if index != key]
    inner = _without(data[key], tuple(below))
    if isinstance(data, list):
        return [inner if index == key else value for index, value in enumerate(data)]
    return {name: inner if name == key else value for name, value in data.items() if name != key or inner != []}


def _with(data: Any, list_path: KeyPath, index: int, value: Any) -> Any:
    key, *below = list_path
    if isinstance(data, list):
        return [_with(one, tuple(below), index, value) if n == key else one for n, one in enumerate(data)]
    if below:
        return {**data, key: _with(data[key], tuple(below), index, value)}
    values = list(data.get(key) or ())
    return {**data, key: [*values[:index], value, *values[index:]]}


def as_mapping(text: str, path: str, key_path: KeyPath, key: str) -> Edited:
    """Write a text that stands in a list as a mapping with one key; what is one already stays as it is."""
    file = FileText(text)
    document, problems = parse(file.text, path)
    node = document.find(key_path)
    if problems or node is None or node.kind != "scalar":
        return text, problems
    wanted = _with_value(document.data, key_path, {key: node.text})
    in_braces = Splice(node.start, node.end, inline({key: node.text or ""}, in_brackets=True))
    in_brackets = any(outer.in_brackets for outer in document.nodes_along(key_path))
    # In lines as they are, or, where these would mean something else, on one.
    for splice in (in_braces,) if in_brackets else (Splice(node.start, node.start, f"{key}: "), in_braces):
        edited = file.spliced([splice])
        if _reads_as(edited, wanted):
            return edited, []
    return text, [_impossible(document, key_path)]


def _with_value(data: Any, key_path: KeyPath, value: Any) -> Any:
    if not key_path:
        return value
    key, *below = key_path
    inner = _with_value(data[key], tuple(below), value)
    if isinstance(data, list):
        return [inner if index == key else one for index, one in enumerate(data)]
    return {**data, key: inner}
