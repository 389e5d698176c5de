"""Which characters put a value into a YAML text, in the manner of what stands around it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple, TypeAlias

from daytrail.source.yaml.document import parse
from daytrail.source.yaml.spans import Span

Single: TypeAlias = str | bool | float | date
Value: TypeAlias = Single | Mapping[str, Single]


class Splice(NamedTuple):
    """A new text in the place of what stands between two places, often of nothing."""

    start: int
    end: int
    new: str


def append(text: str, span: Span, values: Sequence[Value]) -> Iterator[Splice]:
    """Yield what puts values at the end of a list."""
    if span.flow:
        yield from _in_brackets(text, span, [written(value, flow=True) for value in values])
        return
    indent = " " * span.column
    gap = text[span.start + 1 : span.heads[0]]
    gap = gap if gap and not gap.strip(" ") else " "
    last = span.values[-1]
    lines = []
    for value in values:
        if isinstance(value, Mapping) and last.kind == "map" and not last.flow:
            pairs = f"\n{indent} {gap}".join(_pair(key, one) for key, one in value.items())
            lines.append(f"\n{indent}-{gap}{pairs}")
        else:
            lines.append(f"\n{indent}-{gap}{written(value)}")
    yield _line_behind(text, span.end, "".join(lines))


def replace(span: Span, value: Single, *, flow: bool) -> Splice:
    """Return what puts a value in the place of another one, in its quotes."""
    plain = as_text(value)
    if span.style == "'" and "\n" not in plain:
        new = "'" + plain.replace("'", "''") + "'"
    elif span.style in ("'", '"'):
        new = json.dumps(plain, ensure_ascii=False)
    else:
        new = written(value, flow=flow)
    return Splice(span.start, span.end, f" {new}" if span.blank else new)


def begin(span: Span, values: Sequence[Value]) -> Splice:
    """Return what makes a list of a place where nothing, or `null`, is written."""
    return Splice(span.start, span.end, (" " if span.blank else "") + _list(values))


def new_key(
    text: str, span: Span | None, key: str, value: Single | tuple[Value, ...], order: Sequence[str], floor: int
) -> Iterator[Splice]:
    """Yield what adds a key to a map, or to a text without any.

    It goes behind the last key that comes before it in the order, else behind all of them; the
    end of the map is the floor at least, where comments of its own may end.
    """
    flow = span is not None and span.flow
    pair = f"{key}: {_list(value) if isinstance(value, tuple) else written(value, flow=flow)}"
    if span is None:
        yield Splice(floor, floor, f"\n{pair}" if floor else f"{pair}\n")
    elif flow:
        yield from _in_brackets(text, span, [pair])
    else:
        before = [name for name in order[: order.index(key)] if name in span.names] if key in order else []
        at = span.get(before[-1] if before else span.names[-1])
        assert at is not None  # noqa: S101 - names are those of the map
        behind = max(at.end, floor) if at is span.values[-1] else at.end
        yield _line_behind(text, behind, f"\n{' ' * span.column}{pair}")


def written(value: Value, *, flow: bool = False) -> str:
    """Return a value as YAML on one line; a map is put in braces."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(_pair(key, one, flow=True) for key, one in value.items()) + "}"
    return scalar(value, flow=flow) if isinstance(value, str) else as_text(value)


_OTHER_TYPES = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
"""Words that some reader of YAML takes for something else than text."""


def scalar(text: str, *, flow: bool = False) -> str:
    """Return a text as YAML, in quotes where it needs them, also for those who read types into it."""
    plain = text[:1].isalpha() and text.casefold() not in _OTHER_TYPES
    if plain:
        document, problems = parse(f"[{text}]" if flow else f"key: {text}", "")
        plain = not problems and document.data == ([text] if flow else {"key": text})
    return text if plain else json.dumps(text, ensure_ascii=False)


def as_text(value: Single) -> str:
    """Return a single value as a reader of YAML without types gets it."""
    match value:
        case bool():
            return "true" if value else "false"
        case date():
            return value.isoformat()
        case float() | int():
            return str(int(value)) if value == int(value) else repr(round(value, 4))
    return value


def _pair(key: str, value: Single, *, flow: bool = False) -> str:
    return f"{key}: {written(value, flow=flow)}"


def _list(values: Sequence[Value]) -> str:
    return "[" + ", ".join(written(value, flow=True) for value in values) + "]"


def _line_behind(text: str, end: int, new: str) -> Splice:
    """Return what puts lines behind the line in which something ends, with its comment."""
    at = text.find("\n", end)
    at = len(text) if at < 0 else at
    return Splice(at, at, new)


def _in_brackets(text: str, span: Span, new: Sequence[str]) -> Iterator[Splice]:
    """Yield what adds values or pairs to a list or map in brackets, with a comma behind the last one if it has one."""
    close = span.end - 1
    if not span.values:
        room = " " if text[span.start + 1 : close].startswith(" ") else ""
        yield Splice(span.start + 1, span.start + 1, room + ", ".join(new))
        return
    end, head = span.values[-1].end, span.heads[-1]
    comma = _comma(text, end, close)
    behind = end if comma is None else comma + 1
    lead = text[text.rfind("\n", 0, head) + 1 : head]
    if head > text.find("\n", span.start) >= 0 and not lead.strip(" "):  # each on a line of its own
        line_end = text.find("\n", behind)
        at = line_end if 0 <= line_end < close else behind  # with its comment
        if comma is None:
            yield Splice(end, end, ",")
        lines = f",\n{lead}".join(new)
        yield Splice(at, at, f"\n{lead}{lines}" + ("" if comma is None else ","))
        return
    between = re.fullmatch(r"\s*,( *)", text[span.values[-2].end : head]) if len(span.values) > 1 else None
    room = between[1] if between else " "
    glue = f",{room}".join(new)
    yield Splice(behind, behind, f",{room}{glue}" if comma is None else f"{room}{glue},")


def _comma(text: str, start: int, end: int) -> int | None:
    """Return where a comma stands between two places, outside of comments."""
    found = re.compile(r"(?:\s|#[^\n]*\n)*,").match(text, start, end)
    return found.end() - 1 if found else None
