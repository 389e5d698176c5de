"""Base of all readers: what a recipe says about lines and tables, and the place that each line gets."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from daytrail.importers.document import Document, Line, Row, column_index, split_row
from daytrail.importers.patterns import Match, Pattern
from daytrail.importers.preview import Finding, Places, Preview, Role
from daytrail.importers.recipe import Recipe
from daytrail.model.base import Record

R = TypeVar("R", bound=Recipe)
_WORDS = re.compile(r"[^\W\d_]{3}")


class Reader(Generic[R]):
    """One run over the lines of a document, by the patterns and columns of a recipe."""

    def __init__(self, document: Document, recipe: R) -> None:
        self.document, self.recipe, self.places = document, recipe, Places(document)
        self.near_misses: list[Finding] = []
        self.checks: list[Finding] = []
        self.discarded: list[Finding] = []
        """Words in the hole `{any}`."""
        self.line = 0
        """The number of the present line."""
        self._used: set[Pattern] = set()
        self._rows: Mapping[int, Row] = {row.line: row for row in document.rows}
        self._columns: dict[str, tuple[str, ...]] = {}

    def match(self, patterns: Iterable[Pattern], text: str, *, drops_any: bool = False) -> Match | None:
        """Return what the first pattern that matches a text reads; None if none does.

        `drops_any`: the words in `{any}` are left out, which the preview shows.
        """
        for pattern in patterns:
            if (match := pattern.match(text)) is not None:
                self._used.add(pattern)
                words = match.holes.get("any", "")
                if drops_any and _WORDS.search(words):
                    self.discarded.append(Finding(self.line, f"by `{{any}}`: {words}", "any"))
                return match
        return None

    # -- tables --

    def read_row(self, line: Line, table: Record | None) -> Role | None:
        """Read a row of a table that has all columns in a record of the recipe; None if it is left over."""
        columns = {key: (value,) if isinstance(value, str) else value or () for key, value in table or ()}
        row = self._rows.get(line.number)
        first = self.document.rows[0] if self.document.is_csv and self._rows else row
        names = first.names if first else split_row(line.text)
        indices = {column_index(names, name) for value in columns.values() for name in value}
        if not indices or None in indices:
            return None
        if row:
            cells = {key: [row.cell(name) for name in value] for key, value in columns.items()}
            role = Role.ITEM if self.add_row(row, cells) else Role.LEFT_OVER
            self.places.put(range(line.number + 1, row.last_line + 1), role)
            if unread := list(filter(None, row.cells[len(names) :])):
                self.checks.append(Finding(line.number, f"behind the last column: {', '.join(unread)}", "cells"))
            return role
        self.places.put((line.number,), Role.MARK)
        if unread := [name for index, name in enumerate(names) if name and index not in indices]:
            self.checks.append(Finding(line.number, f"columns that are not read: {', '.join(unread)}", "columns"))
        return Role.MARK

    def add_row(self, row: Row, cells: Mapping[str, Sequence[str]]) -> bool:
        """Add what the cells of a row are, by the keys of the recipe; return whether they are anything."""
        raise NotImplementedError

    # -- result --

    def preview(self, summary: Sequence[str], samples: Sequence[str], data: dict[str, Any]) -> Preview:
        """Return the preview with its counts, its samples, and more for `--json`."""
        return Preview(
            summary,
            samples,
            self.near_misses,
            self.checks,
            [*self.places.dropped(), *self.discarded],
            self.places.left_over(),
            [path for path, pattern in self.recipe.patterns() if pattern not in self._used],
            data,
        )
