"""Base of the readers of plans and reading lists: sections that are left out, items, and rows of tables."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from daytrail.importers.document import Document, Line, LineKind, Row, column_index, split_row
from daytrail.importers.item_text import find_links, plain, with_words
from daytrail.importers.links import inline_links
from daytrail.importers.patterns import Match
from daytrail.importers.preview import Finding, Places, Role
from daytrail.importers.recipe import ListRecipe, PatternUse, PlanRecipe
from daytrail.model.base import Record
from daytrail.problems import KeyPath

R = TypeVar("R", PlanRecipe, ListRecipe)
NO_HEADING = 7
"""Level of lines that are no heading: below all that are."""
_CONTENTS = re.compile(r"\[.*\]\(#[^()]*\)\W*")
_SHARED = ("skip", "drop", "ends")


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

    def __post_init__(self) -> None:
        self.last_line = self.line

    def go_on(self, line: Line) -> None:
        """Add the line below it to its text."""
        self.text, self.last_line = f"{self.text} {line.content}", line.number


class OutlineReader(ABC, Generic[R]):
    """Reads lines one after the other, each by the recipe and by what stands above it."""

    def __init__(self, document: Document, recipe: R, keys: tuple[str, ...]) -> None:
        """Create a reader whose recipe has patterns with these keys, beside those that all recipes have."""
        self.document, definitions = with_inline_links(document)
        self.recipe: R = recipe
        self.places = Places(self.document)
        self.title = "" if (recipe.title or "").isdecimal() else recipe.title or ""
        self.title_links: list[str] = []
        self.checks: list[Finding] = []
        self.item: Item | None = None
        """The one above the present line, to which it may belong."""
        self._uses = {name: PatternUse(name, getattr(recipe, name)) for name in (*_SHARED, *keys)}
        self._has_paragraphs = "\n\n" in document.text  # else each line is something by itself
        self._rows = {row.line: row for row in self.document.rows}
        self._row_end = self._skipped = 0
        """Last line of the row above, and level of the heading of a section that is left out."""
        self._done = set[int]()
        self.put_all(definitions, "links")

    def put_all(self, lines: Set[int], key: str) -> None:
        """Record lines that are read already, whatever patterns say of them."""
        for number in lines - self._done:
            self.places.put(number, Role.TEXT, key=key)
        self._done |= lines

    def read_lines(self) -> None:
        """Read all lines."""
        for line in self.document.lines:
            if line.may_mark and line.number > self._row_end and line.number not in self._done:
                role, key = self._read(line)
                if role:
                    for number in range(line.number, max(line.number, self._row_end) + 1):
                        self.places.put(number, role, key=key)

    def _read(self, line: Line) -> tuple[Role | None, str]:
        """Read a line; return its role, or None if it is left over, and the key that leaves it out."""
        mark, level = with_words(line.mark), line.level if line.kind is LineKind.HEADING else NO_HEADING
        self._skipped = 0 if level <= self._skipped else self._skipped
        if str(line.number) == self.recipe.title:
            self.title = plain(line.content)
            self.title_links += (link.markdown for link in find_links(line.text))
            return Role.MARK, ""
        if self._skipped or self.match("skip", mark):
            self._skipped = self._skipped or level
            return Role.DROPPED, "skip"
        if self.match("drop", mark):
            return Role.DROPPED, "drop"
        if self.match("ends", mark):
            self.end()
            return None, ""
        goes_on = self._has_paragraphs and line.kind is LineKind.TEXT
        role = self.read_content(line, mark, level)
        if not role and goes_on and self.item and self.item.last_line == line.number - 1:
            self.item.go_on(line)
            role = Role.TEXT
        return role, ""

    def match(self, key: str, mark: str) -> Match | None:
        """Return what the first pattern of a key that matches reads, and count it."""
        return self._uses[key].match(mark)

    def unused(self) -> Iterator[KeyPath]:
        """Yield the key paths of patterns that match no line."""
        for use in self._uses.values():
            yield from use.unused() if use.key in self.recipe.model_fields_set else ()

    @abstractmethod
    def end(self) -> None:
        """Read a line that ends what is above it."""

    @abstractmethod
    def read_content(self, line: Line, mark: str, level: int) -> Role | None:
        """Read a line that no key leaves out; return its role, or None if it is nothing by itself."""

    # -- tables --

    def read_row(self, line: Line, columns: Mapping[str, tuple[str, ...]]) -> Role | None:
        """Read a row of a table that has all of some columns; their names are by the keys of the recipe."""
        row = self._rows.get(line.number)
        first = self.document.rows[0] if self.document.is_csv and self.document.rows else row
        names = first.names if first else split_row(line.text)
        self._row_end = row.last_line if row else 0
        indices = {column_index(names, name) for value in columns.values() for name in value}
        if not indices or None in indices:
            return None
        if row:
            cells = {key: [row.cell(name) for name in value] for key, value in columns.items()}
            return Role.ITEM if self.add_row(line, row, cells) else None
        if self.document.is_csv and line.number > min(self._rows):
            return None
        if unread := [name for index, name in enumerate(names) if name and index not in indices]:
            self.checks.append(Finding(line.number, f"columns that are not read: {', '.join(unread)}", "columns"))
        return Role.MARK

    @abstractmethod
    def add_row(self, line: Line, row: Row, cells: Mapping[str, list[str]]) -> bool:
        """Add what the cells of a row are; return whether they are anything."""


def is_in_contents(line: Line) -> bool:
    """Return whether a line is nothing but a link within the document, as those of a table of contents."""
    return line.kind is LineKind.ITEM and _CONTENTS.fullmatch(line.content) is not None


def columns_of(table: Record | None) -> dict[str, tuple[str, ...]]:
    """Return the names of the columns in a record of a recipe, by its keys."""
    return {key: (value,) if isinstance(value, str) else value for key, value in table or () if value}


def with_inline_links(document: Document) -> tuple[Document, Set[int]]:
    """Return a document whose reference links have their addresses, and the lines that define those."""
    text, definitions = inline_links(document.text)
    return (replace(document, text=text) if definitions else document), definitions
