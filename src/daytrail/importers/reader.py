"""Bases of all readers: what a recipe says about lines, tables and items, and the place that each line gets."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from daytrail.importers.document import Document, Line, LineKind, Row, column_index, split_row
from daytrail.importers.item_text import find_links, plain, read_item, with_words
from daytrail.importers.patterns import Match, Pattern
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.recipe import ListRecipe, PlanRecipe, Recipe
from daytrail.problems import KeyPath

R = TypeVar("R", bound=Recipe)
OutlineRecipe = TypeVar("OutlineRecipe", bound=PlanRecipe | ListRecipe)
NO_HEADING = 7
"""Level of lines that are no heading: below all that are."""
READ, SYNTAX, LEFT_OVER = "read", "syntax", "left over"
"""Places of lines that no key leaves out; syntax is what is read and no text, as lines of a flowchart."""


class Reader(Generic[R]):
    """One run over the lines of a document, by the patterns and columns of a recipe."""

    def __init__(self, document: Document, recipe: R) -> None:
        self.document, self.recipe = document, recipe
        self.places: dict[int, str] = {}
        """Place of each line: one of those above, or the key that leaves it out. What has none is left over."""
        self.near_misses: list[Finding] = []
        self.checks: list[Finding] = []
        self.discarded: list[Finding] = []
        """Text in the hole `{any}`."""
        self.line = 0
        """The number of the present line."""
        self.unused: list[KeyPath] = []
        """Key paths of what the document does not have, other than patterns and columns."""
        self._used: set[Pattern] = set()
        self._rows: Mapping[int, Row] = {row.line: row for row in document.rows}
        self._columns: Mapping[Any, Sequence[str]] = {}
        """Those of the present table."""

    def match(self, patterns: Iterable[Pattern], text: str, *, drops_any: bool = False) -> Match | None:
        """Return what the first pattern that matches a text reads; None if none does.

        `drops_any`: what is in `{any}` is left out, which the preview shows.
        """
        for pattern in patterns:
            if (match := pattern.match(text)) is not None:
                self._used.add(pattern)
                if drops_any and (left_out := match.holes.get("any")):
                    self.discarded.append(Finding(self.line, f"by `{{any}}`: {left_out}", "any"))
                return match
        return None

    def put(self, lines: Iterable[int], place: str = READ) -> None:
        """Record the place of lines, which may have had another one, as those of a day that is left out."""
        self.places.update(dict.fromkeys(lines, place))

    def read_row(self, line: Line, columns: Mapping[Any, Sequence[str]], needed: Sequence[str] = ()) -> bool:
        """Read a row of a table that has all columns that the recipe names, or one of those that are needed.

        Return whether it is anything.
        """
        self.line, self._columns, row = line.number, columns, self._rows.get(line.number)
        first = self.document.rows[0] if self.document.is_csv and self._rows else row
        names = first.names if first else split_row(line.text)
        indices = {column_index(names, name) for value in columns.values() for name in value}
        is_read = any(column_index(names, name) is not None for name in needed) if needed else None not in indices
        if not indices or not is_read:
            return False
        if row:
            place = READ if self.add_row(row) else LEFT_OVER
            self.put(range(line.number + 1, row.last_line + 1), place)
            if unread := list(filter(None, row.cells[len(names) :])):
                self.checks.append(Finding(line.number, f"behind the last column: {', '.join(unread)}", "cells"))
            return place == READ
        if unread := [name for index, name in enumerate(names) if name and index not in indices]:
            self.checks.append(Finding(line.number, f"columns that are not read: {', '.join(unread)}", "columns"))
        return True

    def cells(self, row: Row, key: str) -> list[tuple[str, str]]:
        """Return the names and the texts of the columns that a key of the recipe means, without empty cells."""
        return [(name, text) for name in self._columns.get(key, ()) if (text := row.cell(name))]

    def cell(self, row: Row, key: str) -> str:
        """Return the texts of the columns that a key of the recipe means."""
        return " ".join(text for _, text in self.cells(row, key))

    def add_row(self, row: Row) -> bool:
        """Add what the cells of a row are, by the columns of the recipe; return whether they are anything."""
        raise NotImplementedError

    # -- result --

    def preview(self, summary: Sequence[str], samples: Sequence[str], data: dict[str, Any]) -> Preview:
        """Return the preview with its counts, its samples, and more for `--json`.

        Lines that one key leaves out are of one kind; of those left over, headings alike, and lines of one run.
        """
        dropped, left_over = list[Finding](), list[Finding]()
        start = previous = 0
        for line in self.document.lines:
            place = self.places.get(line.number, LEFT_OVER)
            if line.is_empty or place in (READ, SYNTAX):
                continue
            if place != LEFT_OVER:
                dropped.append(Finding(line.number, f"by `{place}`: {line.text.strip()}", place))
            elif line.kind is not LineKind.FRONT_MATTER:
                is_heading = line.kind is LineKind.HEADING
                start = line.number if line.number > previous + 2 or is_heading else start
                previous = line.number
                kind = re.sub(r"\d+", "0", line.mark) if is_heading else f"{start}"
                left_over.append(Finding(line.number, line.text, kind))
        unused = self.unused + [path for path, pattern in self.recipe.patterns() if pattern not in self._used]
        tables = {row.names for row in self.document.rows}
        for key, names in getattr(self.recipe, "columns", {}).items():
            missing = (at for at, name in enumerate(names) if all(column_index(one, name) is None for one in tables))
            unused += (("columns", key, at) for at in missing)
        dropped += self.discarded
        return Preview(summary, samples, data, self.near_misses, self.checks, dropped, left_over, unused)


# -- plans and reading lists --


@dataclass(eq=False)
class Item:
    """Something to do or to read, as the document has it."""

    line: int
    text: str
    kind: str = ""
    """Kind by the label above the item, or the state that the category above it means."""
    box: str = ""
    """The character in its checkbox, which may be a space; empty without one."""
    notes: list[str] = field(default_factory=list)
    last_line: int = 0
    last_note: int = 0
    """Number of the last line of a note that is text."""

    def __post_init__(self) -> None:
        self.last_line = self.line

    def go_on(self, line: Line) -> None:
        """Add the line below it to its text."""
        self.text, self.last_line = f"{self.text} {line.content}", line.number


class OutlineReader(Reader[OutlineRecipe]):
    """Reads lines one after the other, each by the recipe and by what stands above it."""

    def __init__(self, document: Document, recipe: OutlineRecipe) -> None:
        super().__init__(document, recipe)
        title = recipe.title or ""
        lines = [line.content for line in self.document.lines if str(line.number) == title]
        self.title = plain(lines[0]) if lines else "" if title.isdecimal() else title
        self.title_links: list[str] = []
        self.item: Item | None = None
        """The one above the present line, to which it may belong."""
        self._has_paragraphs = "\n\n" in document.text  # else each line is something by itself
        self.indent: int | None = None
        """That of the items of the present list; what is indented more is a note."""
        self._skipped = 0
        """Level of the heading of a section that is left out."""

    def read_lines(self) -> None:
        """Read all lines."""
        for line in self.document.lines:
            if line.may_mark and line.number not in self.places:
                self.line = line.number
                if self._read(line):
                    self.put([line.number])

    def _read(self, line: Line) -> bool:
        """Read a line; return whether it is anything, unless a key leaves it out."""
        mark, level = with_words(line.mark), line.level if line.kind is LineKind.HEADING else NO_HEADING
        self._skipped = 0 if level <= self._skipped else self._skipped
        if str(line.number) == self.recipe.title:
            self.title_links += (link.markdown for link in find_links(line.text))
            return True
        if self._skipped or self.match(self.recipe.skip, mark):
            self._skipped = self._skipped or level
            self.put([line.number], "skip")
        elif self.match(self.recipe.drop, mark):
            self.put([line.number], "drop")
        elif self.match(self.recipe.ends, mark):
            self.end()
        elif self.read_content(line, mark, level):
            return True
        elif self._has_paragraphs and line.kind is LineKind.TEXT and (item := self.item):
            if is_next := item.last_line == line.number - 1:
                item.go_on(line)
            return is_next
        return False

    def read_fields(self, markdown: str, name: str, behind_link: str) -> dict[str, Any]:
        """Return what the text of an item says, by `fields`; those in brackets read the words of its link alone."""
        in_link = [pattern for pattern in self.recipe.fields if re.fullmatch(r"\[.*\]", pattern.source)]
        others = [pattern for pattern in self.recipe.fields if pattern not in in_link]
        find, find_in_link = (partial(self.match, patterns, drops_any=True) for patterns in (others, in_link))
        return read_item(markdown, name, behind_link, find, find_in_link)

    def add_note(self, line: Line, *, is_note: bool = False) -> bool:
        """Add a line to the item above if it is indented more, or is a note anyway; return whether it is one."""
        if not self.item or not (is_note or (self.indent is not None and line.level > self.indent)):
            return False
        item, text, is_text = self.item, re.sub(r"^>\s*", "", line.content), line.kind is LineKind.TEXT
        if is_text and item.last_line == line.number - 1:
            item.go_on(line)
        elif is_text and self._has_paragraphs and item.last_note == line.number - 1:
            item.notes[-1] = f"{item.notes[-1]} {text}".strip()
        else:
            item.notes.append(text)
        item.last_note = line.number if is_text else 0
        return True

    def end(self) -> None:
        """Read a line that ends what is above it."""
        raise NotImplementedError

    def read_content(self, line: Line, mark: str, level: int) -> bool:
        """Read a line that no key leaves out; return whether it is anything by itself."""
        raise NotImplementedError


def is_in_contents(line: Line) -> bool:
    """Return whether a line is nothing but a link within the document, as those of a table of contents."""
    return line.kind is LineKind.ITEM and re.fullmatch(r"\[.*\]\(#[^()]*\)\W*", line.content) is not None
