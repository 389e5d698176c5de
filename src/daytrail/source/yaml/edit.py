"""Changes in a YAML text, or in the front matter of a Markdown one, that keep every other byte.

Ours rather than ruamel.yaml, which writes the whole file anew: with `preserve_quotes` and an endless
width, version 0.19.1 still gave most lines of this repository's plan another indentation, and spaces
in brackets, brackets over several lines and CRLF came back as none, one line and LF. yaml-edit 0.2.0
does keep the bytes, but has wheels neither for musl nor for Windows on ARM, where everything else
that we depend on installs without a compiler.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from daytrail.problems import Problem, error, quoted
from daytrail.source.front_matter import split
from daytrail.source.markdown_body import blank_private
from daytrail.source.yaml import write
from daytrail.source.yaml.document import Document, parse
from daytrail.source.yaml.spans import Span, spans
from daytrail.source.yaml.tree import Keys
from daytrail.source.yaml.write import Single, Splice, Value, as_text


@dataclass(frozen=True, slots=True)
class Append:
    """Values for the end of a list, less those that it has; where there is no list, it begins with them."""

    keys: Keys
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Put:
    """A single value behind a key, in the place of the one that stands there, if any."""

    keys: Keys
    value: Single


Change: TypeAlias = Append | Put


def edit_yaml(text: str, path: str, changes: Sequence[Change], order: Sequence[str] = ()) -> tuple[str, list[Problem]]:
    """Return a YAML text with some changes, no two of them in the same list or map.

    The text is as it stands in its file: a byte order mark and line ends of any kind are kept. A new
    key goes behind the last one that comes before it in the order. What cannot be done without
    changing any other value is a problem, and the text is returned as it was.
    """
    return _edited(text, path, changes, order, front=False)


def edit_front(text: str, path: str, changes: Sequence[Change], order: Sequence[str] = ()) -> tuple[str, list[Problem]]:
    """Return a Markdown text with some changes in its front matter, as by `edit_yaml`; it gets one if it has none."""
    file = _File(text)
    halves, problems = split(file.text, path)
    if problems or halves.front:
        return (text, problems) if problems else _edited(text, path, changes, order, front=True)
    between = "\n" if file.text and not file.text.startswith("\n") else ""
    begun = file.spliced([Splice(0, 0, f"---\n---\n{between}")])
    edited, problems = _edited(begun, path, changes, order, front=True)
    return (text if problems or edited == begun else edited), problems


def place(plan: Document, keys: Keys) -> tuple[str, Keys]:
    """Return the file in which a value of a document stands, and its path of keys in that file."""
    path = plan.locate(keys).path
    return path, next(keys[n:] for n in range(len(keys) + 1) if plan.locate(keys[:n]).path == path)


class _File:
    """A text as it stands in its file, and as it is read: without byte order marks, with line feeds alone."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        rest = raw.lstrip("\ufeff")
        self.text = re.sub(r"\r\n?", "\n", rest)
        self._marks = len(raw) - len(rest)
        self._pairs = [found.start() - n for n, found in enumerate(re.finditer("\r\n", rest))]
        first = re.search(r"\r\n?|\n", rest)
        self._line_end = first[0] if first else "\n"

    def spliced(self, splices: Sequence[Splice]) -> str:
        """Return the file with new texts in places of the text as it is read."""
        pieces, at = [], 0
        for start, end, new in sorted(splices, key=lambda splice: splice.start):
            pieces += [self.raw[at : self._raw(start)], new.replace("\n", self._line_end)]
            at = self._raw(end)
        return "".join([*pieces, self.raw[at:]])

    def _raw(self, index: int) -> int:
        return self._marks + index + bisect_left(self._pairs, index)


def _edited(
    text: str, path: str, changes: Sequence[Change], order: Sequence[str], *, front: bool
) -> tuple[str, list[Problem]]:
    file = _File(text)
    document, problems, yaml = _read(file.text, path, front=front)
    problems += [problem for change in changes if (problem := _misfit(document, change))]
    left = [rest for change in changes if (rest := _left(document.data, change))]
    if problems or not left:
        return text, problems
    root = spans(yaml)
    written = file.text[: len(yaml)].rstrip()
    # Comments at the end of a front matter stay above what is added there.
    floor = len(written) if front or root is None else 0
    edited = file.spliced([splice for change in left for splice in _splices(yaml, root, change, order, floor)])
    found, problems, _ = _read(_File(edited).text, path, front=front)
    wanted = deepcopy(document.data)
    for change in left:
        wanted = _with(wanted, change.keys, change)
    if not problems and found.data == wanted:
        return edited, []
    names = ", ".join(quoted(str(change.keys[-1])) for change in left)
    message = f"{names} cannot be changed here without changing something else"
    return text, [error(document.locate(left[0].keys), message, "write it by hand, or in a simpler form")]


def _read(text: str, path: str, *, front: bool) -> tuple[Document, list[Problem], str]:
    """Read a text, and return what of it is YAML: with spaces for all that stands above, and without what follows."""
    if not front:
        return *parse(text, path), text
    lines = text.split("\n")
    opening = next(number for number, line in enumerate(lines) if line.strip())
    closing = split(text, path)[0].front.count("\n")
    above = [" " * len(line) for line in lines[: opening + 1]]
    yaml, unclosed = blank_private("\n".join([*above, *lines[opening + 1 : closing], ""]), path)
    document, problems = parse(yaml, path)
    return document, unclosed + problems, yaml


def _misfit(document: Document, change: Change) -> Problem | None:
    """Say why a change cannot be done: something else stands in its place, or nothing that would hold it."""
    data = document.data
    for key in change.keys[:-1]:
        data = data[key] if _has(data, key) else False
    name = quoted(str(change.keys[-1]))
    where = document.locate(change.keys)
    if isinstance(data, list) or (data is not None and not isinstance(data, dict)):
        return error(where, f"there is no place for {name} here", "write `key: value` pairs")
    known = (data or {}).get(change.keys[-1])
    if isinstance(change, Append) and not isinstance(known, list | None):
        hint = f"write `{change.keys[-1]}: [{known}]`" if isinstance(known, str) else "write one"
        return error(where, f"{name} wants a list", hint)
    if isinstance(change, Put) and not isinstance(known, str | None):
        return error(where, f"{name} wants one value", "write it in the place of the list or map")
    return None


def _has(data: Any, key: str | int) -> bool:
    return key in data if isinstance(data, dict) else isinstance(data, list) and key in range(len(data))


def _left(data: Any, change: Change) -> Change | None:
    """Return what of a change is not there yet."""
    for key in change.keys:
        data = data[key] if _has(data, key) else None
    if isinstance(change, Put):
        return change if data != as_text(change.value) else None
    values = tuple(value for n, value in enumerate(change.values) if value not in change.values[:n])
    values = tuple(value for value in values if _read_back(value) not in (data or ()))
    return replace(change, values=values) if values else None


def _read_back(value: Value) -> str | dict[str, str]:
    if isinstance(value, Mapping):
        return {key: as_text(one) for key, one in value.items()}
    return as_text(value)


def _with(data: Any, keys: Keys, change: Change) -> Any:
    """Return data after a change at some keys of it."""
    if not keys:
        return as_text(change.value) if isinstance(change, Put) else [*(data or ()), *map(_read_back, change.values)]
    if isinstance(data, list):
        data[int(keys[0])] = _with(data[int(keys[0])], keys[1:], change)
        return data
    known = data or {}
    return {**known, keys[0]: _with(known.get(keys[0]), keys[1:], change)}


def _splices(text: str, root: Span | None, change: Change, order: Sequence[str], floor: int) -> Iterator[Splice]:
    holder, flow = root, bool(root and root.flow)
    for key in change.keys[:-1]:
        holder = holder.get(key) if holder else None
        flow = flow or bool(holder and holder.flow)
    known = holder.get(change.keys[-1]) if holder else None
    if known is None:
        value = change.value if isinstance(change, Put) else change.values
        yield from write.new_key(text, holder, str(change.keys[-1]), value, order, floor if holder is root else 0)
    elif isinstance(change, Put):
        yield write.replace(known, change.value, flow=flow)
    elif known.kind == "list":
        yield from write.append(text, known, change.values)
    else:
        yield write.begin(known, change.values)
