"""Where each value of a YAML text begins and ends, by the marks on its parser's events."""

import re
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Literal

import yaml

from daytrail.source.yaml.document import OLD_BREAKS, Loader


@dataclass(slots=True)
class Span:
    """A value: text, a list or a map, from its first character to behind its last."""

    kind: Literal["text", "list", "map"]
    start: int
    end: int
    """A list or map without brackets ends where its last value does, before comments and blank lines."""
    column: int
    style: str = ""
    """What a value in quotes or a block begins with, a bracket of a list or map; empty for all others."""
    heads: list[int] = field(default_factory=list)
    """Where the values in a list begin, and the keys of a map."""
    values: list["Span"] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """The keys of a map."""

    @property
    def flow(self) -> bool:
        """Whether it stands in brackets."""
        return self.style in ("[", "{")

    @property
    def blank(self) -> bool:
        """Whether nothing is written here."""
        return self.start == self.end

    def get(self, key: str | int) -> "Span | None":
        """Return the value at a key or an index, if there is one."""
        if isinstance(key, str):
            return self.values[self.names.index(key)] if key in self.names else None
        return self.values[key] if self.kind == "list" and key < len(self.values) else None


def spans(text: str) -> Span | None:
    """Return the extent of the value that a YAML text holds, with all that is in it; None for an empty text.

    The text is one that `source.document.parse` has nothing against.
    """
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def offset(mark: Any) -> int:
        return min(starts[int(mark.line)] + int(mark.column), len(text))

    stack: list[Span] = []
    root: Span | None = None
    event: Any
    for event in yaml.parse(text.translate(OLD_BREAKS), Loader=Loader):
        if isinstance(event, yaml.CollectionEndEvent):
            done = stack.pop()
            done.end = offset(event.end_mark) if done.flow else max([done.end, *(value.end for value in done.values)])
        elif isinstance(event, yaml.NodeEvent):
            start, end = offset(event.start_mark), offset(event.end_mark)
            span = _span(event, text, start, end)
            if not stack:
                root = span
            elif stack[-1].kind == "map" and len(stack[-1].names) == len(stack[-1].values):
                stack[-1].names.append(getattr(event, "value", ""))
                stack[-1].heads.append(start)
                continue
            else:
                stack[-1].values.append(span)
                if stack[-1].kind == "list":
                    stack[-1].heads.append(start)
            if span.kind != "text":
                stack.append(span)
    return root if root and not root.blank else None


def _span(event: Any, text: str, start: int, end: int) -> Span:
    column = int(event.start_mark.column)
    if isinstance(event, yaml.CollectionStartEvent):
        # Only in brackets does a list or map have an end of its own.
        style = text[start] if event.flow_style else ""
        return Span("list" if isinstance(event, yaml.SequenceStartEvent) else "map", start, start, column, style)
    style = event.style or ""
    return Span("text", start, _block_end(text, start, end) if style in ("|", ">") else end, column, style)


def _block_end(text: str, start: int, end: int) -> int:
    """Return where a text in a block ends: before the blank lines behind it, unless they may be a part of it."""
    header, *lines = text[start:end].removesuffix("\n").split("\n")
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip(" ")), default=0)
    if re.search(r"[+\d]", header.split("#")[0]):
        indent = -1
    while lines and not lines[-1].strip(" ") and len(lines[-1]) <= indent:
        lines.pop()
    return start + len("\n".join([header, *lines]))
