"""Lines of a source document, each with its kind, which all recipes read; and the rows of its tables."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from io import StringIO
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

from daytrail.importers.item_text import plain


class LineKind(StrEnum):
    """What a line is."""

    HEADING = "heading"
    ITEM = "item"
    ROW = "row"
    TEXT = "text"
    BLANK = "blank"
    RULE = "rule"
    """A thematic break, the line below a heading, or the one below the names of a table."""
    CODE = "code"
    COMMENT = "comment"
    FRONT_MATTER = "front matter"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a document."""

    number: int
    """From 1."""
    text: str
    """As it is written."""
    kind: LineKind
    level: int = 0
    """Level of a heading, from 1; of other lines the columns of white space before them."""
    content: str = ""
    """Text without the characters that make it a heading or an item, and without a checkbox."""
    box: str = ""
    """The character in a checkbox, which may be a space; empty without one."""

    @property
    def mark(self) -> str:
        """The text in which patterns are searched: headings begin with `#`, also if they are underlined."""
        return f"{'#' * self.level} {self.content}" if self.kind is LineKind.HEADING else self.text

    @property
    def may_mark(self) -> bool:
        """Whether a pattern may match it."""
        return self.kind in _MARKING

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it that could be lost."""
        return self.kind in (LineKind.BLANK, LineKind.RULE)

    @property
    def is_separator(self) -> bool:
        """Whether it is the line below the names of a table."""
        return self.kind is LineKind.RULE and "|" in self.text


_MARKING = frozenset((LineKind.HEADING, LineKind.ITEM, LineKind.ROW, LineKind.TEXT))


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, of Markdown or CSV."""

    line: int
    """Its first line; a quoted cell of a CSV file may have several."""
    last_line: int
    cells: tuple[str, ...]
    names: tuple[str, ...]
    """The cells of the first row of the table."""

    def cell(self, column: str | None) -> str:
        """Return the cell below a name, or with a number from 1; empty if there is no such column."""
        if column is None or (index := column_index(self.names, column)) is None or index >= len(self.cells):
            return ""
        return self.cells[index]


def column_index(names: Sequence[str], column: str) -> int | None:
    """Return the index of a column by its name, in any case, or by its number from 1."""
    folded = [plain(name).strip(" *_:").casefold() for name in names]
    if (wanted := column.strip().casefold()) in folded:
        return folded.index(wanted)
    return int(column) - 1 if column.isdecimal() and 0 < int(column) <= len(names) else None


def named_columns(names: Sequence[str], words: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Return the columns whose names match the regular expressions of some keys, by these, and the other names."""
    columns, rest = dict[str, Any](), [name for name in map(plain, names) if name]
    for key, expression in words.items():
        if name := next((name for name in rest if re.fullmatch(rf"\W*(?:{expression})\W*", name.casefold())), ""):
            columns[key] = name
            rest.remove(name)
    return columns, rest


@dataclass(frozen=True)
class Document:
    """A source document."""

    name: str
    """Its file name, behind that of its folder if all files there are imported."""
    text: str
    """With LF as line ends; of a folder, the names of its files, each on a line."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The texts of the files of a folder by their names."""

    @property
    def is_csv(self) -> bool:
        """Whether it is a table by its name."""
        return PurePosixPath(self.name).suffix.casefold() in (".csv", ".tsv")

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines; those of a CSV file are rows, those of a folder text."""
        if not (self.files or self.is_csv):
            return tuple(_read_lines(self.text))
        kind = LineKind.TEXT if self.files else LineKind.ROW
        texts = enumerate(self.text.split("\n"), 1)
        return tuple(Line(n, text, kind if text.strip() else LineKind.BLANK, content=text) for n, text in texts)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows of all its tables below the names of their columns."""
        return tuple(_csv_rows(self.text) if self.is_csv else _markdown_rows(self.lines))


# -- Markdown --

_FENCE = re.compile(r"\s*(?:[-*+] |>|\d+[.)] )*\s*(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
_MARKDOWN = ("", "md", "markdown")
_HEADING = re.compile(r"\s{0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNSPACED_HEADING = re.compile(r"(#{2,6})(\w.*)$")
_UNDERLINE = re.compile(r"\s{0,3}(=+|-{2,})\s*$")
_RULE = re.compile(r"\s{0,3}([-*_])(?:\s*\1){2,}\s*$")
_ITEM = re.compile(
    r"(?P<indent>\s*)(?:(?:[-*+•]|\d{1,9}[.)])[ \t]+|(?=\[[ xX] ?\][ \t]))"
    r"(?:\[(?P<box>.) ?\](?:[ \t]+|$))?(?P<text>.*)$"
)
"""A line with a bullet, a number, or only a checkbox."""
_SEPARATOR = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")


def _read_lines(text: str) -> Iterator[Line]:
    texts, hidden = text.split("\n"), _hidden_lines(text)
    line = Line(0, "", LineKind.BLANK)
    for index, written in enumerate(texts):
        if index in hidden:
            line = Line(index + 1, written, hidden[index])
        else:
            below = "" if index + 1 in hidden or index + 1 == len(texts) else texts[index + 1]
            line = _read_line(index + 1, written, line, below)
        yield line


def _read_line(number: int, text: str, above: Line, below: str) -> Line:
    content, indent = text.strip(), len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip())
    if not content:
        return Line(number, text, LineKind.BLANK)
    if heading := _HEADING.match(text) or _UNSPACED_HEADING.match(text):
        return Line(number, text, LineKind.HEADING, len(heading[1]), (heading[2] or "").strip())
    is_below_heading = above.kind is LineKind.HEADING and not above.text.lstrip().startswith("#")
    is_below_names = above.kind is LineKind.ROW and "|" in text and _SEPARATOR.match(text)
    if (is_below_heading and _UNDERLINE.match(text)) or is_below_names or _RULE.match(text):
        return Line(number, text, LineKind.RULE)
    if item := _ITEM.match(text):
        return Line(number, text, LineKind.ITEM, indent, item["text"].strip(), item["box"] or "")
    if "|" in text:
        is_row = above.kind is LineKind.ROW or above.is_separator or ("|" in below and _SEPARATOR.match(below))
        return Line(number, text, LineKind.ROW if is_row else LineKind.TEXT, indent, content)
    if not content.startswith(">") and (underline := _UNDERLINE.match(below)):
        return Line(number, text, LineKind.HEADING, 1 if underline[1][0] == "=" else 2, content)
    return Line(number, text, LineKind.TEXT, indent, content)


def _hidden_lines(text: str) -> dict[int, LineKind]:
    """Return the indices of the lines of front matter, code and comments."""
    texts, (front_matter, _) = text.split("\n"), split_front_matter(text)
    start = front_matter.count("\n") + 2 if front_matter else 0
    hidden = dict.fromkeys(range(start), LineKind.FRONT_MATTER)
    for first, last in _fenced(texts, start):
        hidden |= dict.fromkeys(range(first, last + 1), LineKind.CODE)
    is_open = False
    for at in range(start, len(texts)):
        if at in hidden:
            continue
        line = texts[at]
        if is_open or line.lstrip().startswith("<!--"):
            hidden[at] = LineKind.COMMENT
        opened = line.rfind("<!--")
        is_open = (is_open or opened >= 0) and "-->" not in line[max(0, opened) :]
    return hidden


def _fenced(texts: Sequence[str], start: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the last index of each block of code; a fence that nothing closes is text."""
    first, opened = 0, ("", "")
    for at in range(start, len(texts)):
        fence, info = match.groups() if (match := _FENCE.match(texts[at])) else ("", "")
        # A fence with a language that is followed by another one was not closed, unless it shows Markdown.
        if fence and (not opened[0] or (info.strip() and opened[1].strip() not in _MARKDOWN)):
            first, opened = at, (fence, info)
        elif fence.startswith(opened[0] or "\n") and not info.strip():
            yield first, at
            opened = ("", "")


def _markdown_rows(lines: Sequence[Line]) -> Iterator[Row]:
    names: tuple[str, ...] = ()
    for line, below in zip(lines, [*lines[1:], None], strict=True):
        if line.kind is not LineKind.ROW:
            names = names if line.is_separator else ()
        elif below and below.is_separator:
            names = split_row(line.text)
        elif names:
            yield Row(line.number, line.number, split_row(line.text), names)


def split_row(text: str) -> tuple[str, ...]:
    """Return the cells of a row of Markdown; a bar within code or behind a backslash is text."""
    inner = text.strip()
    masked = re.sub(r"`[^`]*`|\\\|", lambda match: "_" * len(match[0]), inner)
    edges = [-1, *(match.start() for match in re.finditer(r"\|", masked)), len(inner)]
    cells = [inner[before + 1 : end].strip().replace(r"\|", "|") for before, end in pairwise(edges)]
    cells = cells[1:] if masked.startswith("|") else cells
    return tuple(cells[:-1] if masked.endswith("|") and len(cells) > 1 else cells)


_FRONT_MATTER = re.compile(r"(?P<fence>---|\+\+\+)[ \t]*\n(?=.*\S)(?P<text>(?:.*\n)*?)(?P=fence)[ \t]*(?:\n|$)")


def split_front_matter(text: str) -> tuple[str, str]:
    """Return the front matter of a text without its `---` lines, and the text behind it."""
    match = _FRONT_MATTER.match(text)
    return (match["text"], text[match.end() :]) if match else ("", text)


# -- CSV --


def _csv_rows(text: str) -> Iterator[Row]:
    """Yield the rows below the first one. The delimiter is the one that is most frequent in the first row."""
    first_line = next((line for line in text.split("\n") if line.strip()), "")
    delimiter = max(",;\t|", key=first_line.count)
    csv.field_size_limit(max(csv.field_size_limit(), 10_000_000))
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
    names: tuple[str, ...] = ()
    first = 1
    for cells in reader:
        row = tuple(cell.strip() for cell in cells)
        if names and any(row):
            yield Row(first, reader.line_num, row, names)
        names = names or (row if any(row) else ())
        first = reader.line_num + 1
