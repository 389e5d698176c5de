"""Reader for reading lists: no category, no item and no state that the recipe does not name."""

import re
from collections.abc import Iterable, Sequence
from html import unescape
from typing import Any

from daytrail.importers.document import Document, Line, LineKind, Row, column_index, split_row
from daytrail.importers.imported import Imported
from daytrail.importers.item_text import find_links, plain, read_item, with_words
from daytrail.importers.list_draft import Category, list_data
from daytrail.importers.patterns import Match
from daytrail.importers.preview import Finding, Places, Role
from daytrail.importers.recipe import ListRecipe, PatternUse
from daytrail.model.entry import Status

_PATTERNS = ("skip", "drop", "ends", "categories")
_NO_HEADING = 7
"""Level of lines that are no heading: below all that are."""


def read_list(document: Document, recipe: ListRecipe) -> Imported:
    """Read a list by its recipe."""
    reader = _ListReader(document, recipe)
    if document.is_csv:
        for row in document.rows:
            reader.read_row(row, range(row.line, row.last_line + 1))
        if document.rows:
            reader.read_names(document.lines[0], document.rows[0].names)
    for line, below in zip(document.lines, [*document.lines[1:], None], strict=True):
        if line.may_mark and not document.is_csv:
            reader.read(line, below)
    return reader.finish(document.name.rpartition(".")[0])


class _ListReader:
    def __init__(self, document: Document, recipe: ListRecipe) -> None:
        self.recipe = recipe
        self.places = Places(document)
        self._title = "" if (recipe.title or "").isdecimal() else recipe.title or ""
        self._root = Category("")
        self._sections: dict[str, list[dict[str, Any]]] = {}
        self._checks: list[Finding] = []
        self._uses = {name: PatternUse(name, getattr(recipe, name)) for name in _PATTERNS}
        self._has_parents = any(pattern.source.startswith("-") for pattern in recipe.categories)
        self._rows = {row.line: row for row in document.rows}
        self._open = [self._root]
        """The categories around the present line, the innermost last."""
        self._section = ""
        self._status: Status | None = None
        """That of the present category by its title."""
        self._item: dict[str, Any] | None = None
        self._indent = self._skipped = 0
        self._states = {text.casefold(): state for state, texts in recipe.states.items() for text in texts}
        self._signs = {
            text: state for state, texts in recipe.states.items() for text in texts if not re.search(r"\w", text)
        }
        columns = [value for _, value in recipe.columns or () if value]
        self._columns = [name for value in columns for name in ([value] if isinstance(value, str) else value)]

    def read(self, line: Line, below: Line | None) -> None:
        """Read a line that is a heading, an item, a row or text."""
        level = line.level if line.kind is LineKind.HEADING else _NO_HEADING
        mark = with_words(line.mark)
        match = {name: use.match(mark) for name, use in self._uses.items() if name != "categories"}
        section = next((key for key, pattern in self.recipe.sections if pattern and pattern.match(mark)), "")
        if match["ends"] or self._skipped > _NO_HEADING:
            self._skipped = _NO_HEADING + 1  # nothing is read from here on
            return
        self._skipped = 0 if level <= self._skipped else self._skipped
        role, key = Role.MARK, ""
        if str(line.number) == self.recipe.title:
            self._title = plain(line.content)
            self._root.about += ((line.number, link.markdown) for link in find_links(line.text))
        elif match["skip"] or match["drop"] or self._skipped:
            self._skipped = self._skipped or (level if match["skip"] else 0)
            role, key = Role.DROPPED, "drop" if match["drop"] else "skip"
        elif section:
            self._open, self._section, self._item, self._status = [self._root], section, None, None
        elif found := self._read_other(line, below, level, mark):
            role = found
        else:
            return
        self.places.put(line.number, role, key=key)

    def _read_other(self, line: Line, below: Line | None, level: int, mark: str) -> Role | None:
        """Read a line that is not left out; return its role, or None if it is left over."""
        is_above = below is not None and below.kind is LineKind.ITEM and below.level > line.level
        if line.number in self.recipe.about:
            self._open[-1].about.append((line.number, line.content))
            return Role.TEXT
        if line.kind is LineKind.ROW:
            return self._read_table_row(line)
        if line.kind is LineKind.ITEM and not (self._has_parents and is_above and not find_links(line.text)):
            return self._read_item(line)
        if category := self._uses["categories"].match(mark):
            self._begin_category(line, level, category)
            return Role.MARK
        return self._read_text(line) if line.kind is LineKind.TEXT else None

    def _begin_category(self, line: Line, level: int, match: Match) -> None:
        level += line.level if line.kind is LineKind.ITEM else 0
        while self._open[-1].level >= level:
            self._open.pop()
        title = plain(match.holes.get("title", line.content)).rstrip(":")
        category = Category(title, line.number, level)
        category.about += ((line.number, link.markdown) for link in find_links(line.text))
        self._open[-1].categories.append(category)
        self._open.append(category)
        self._section, self._item, self._status = "", None, self._states.get(title.casefold())

    def _read_item(self, line: Line) -> Role | None:
        if self._item and (line.number in self.recipe.notes or line.level > self._indent):
            self._item["notes"].append(line.content)
            return Role.TEXT
        text, status = line.content, ("read" if line.box.strip() else "to-read") if line.box else self._status
        for sign, state in self._signs.items():
            if sign in text:
                text, status = text.replace(sign, " ").strip(), state
        mark = self.recipe.favourite or ""
        if is_favourite := bool(mark) and (text.endswith(mark) or text.startswith(f"{mark} ")):
            text = text.removesuffix(mark).removeprefix(f"{mark} ").strip()
        fields = read_item(text, self.recipe.fields, "title", "why")
        if not fields.get("title") and not fields.get("url"):
            return None
        self._indent = line.level
        self._add(
            {
                **fields,
                "favourite": is_favourite,
                "status": status,
                "notes": [fields["text"]] if "text" in fields else [],
            }
        )
        return Role.ITEM

    def _add(self, item: dict[str, Any]) -> None:
        self._item = item
        (self._sections.setdefault(self._section, []) if self._section else self._open[-1].items).append(item)

    def _read_text(self, line: Line) -> Role | None:
        if self._item and (line.level > self._indent or line.number in self.recipe.notes):
            self._item["notes"].append(re.sub(r"^>\s*", "", line.content))
        elif self._item or self._section:
            return None
        else:
            self._open[-1].about.append((line.number, line.content))
        return Role.TEXT

    # -- tables --

    def _read_table_row(self, line: Line) -> Role | None:
        if row := self._rows.get(line.number):
            self.read_row(row, [line.number])
            return None
        self.read_names(line, split_row(line.text))
        return None

    def read_names(self, line: Line, names: Sequence[str]) -> None:
        """Read the names of the columns of a table."""
        indices = {column_index(names, name) for name in self._columns}
        if not indices or None in indices:
            return
        if unread := [name for index, name in enumerate(names) if name and index not in indices]:
            self._checks.append(Finding(line.number, f"columns that are not read: {', '.join(unread)}", "columns"))
        self.places.put(line.number, Role.MARK)

    def read_row(self, row: Row, lines: Iterable[int]) -> None:
        """Read a row of a table, which is on some lines."""
        columns = self.recipe.columns
        if not columns or None in {column_index(row.names, name) for name in self._columns}:
            return
        title = row.cell(columns.title)
        fields = read_item(title, self.recipe.fields, "title", "why")
        state, links = row.cell(columns.state), find_links(row.cell(columns.url))
        fields |= {"url": links[0].url} if links else {}
        if not fields.get("title") and not fields.get("url"):
            return
        fields |= {key: cell for key in ("author", "why") if (cell := row.cell(getattr(columns, key)))}
        remarks = ((name, _without_html(row.cell(name))) for name in columns.notes)
        notes = [f"{name}: {cell}" for name, cell in remarks if cell.strip("0.") and cell != state]
        if state and state.casefold() not in self._states:
            notes.append(f"{columns.state}: {state}")
        if category := plain(row.cell(columns.category)):
            self._open = [self._root, self._root.find([category])]
        self._add({**fields, "status": self._states.get(state.casefold(), self._status), "notes": notes})
        for number in lines:
            self.places.put(number, Role.ITEM)

    def finish(self, name: str) -> Imported:
        """Return the list. A category with nothing but text is left over."""
        for parent in list(self._root.inner()):
            empty = [one for one in parent.categories if one.about and not any(inner.items for inner in one.inner())]
            parent.categories = [one for one in parent.categories if one not in empty]
            for category in (inner for one in empty for inner in one.inner()):
                self.places.move({category.line, *(number for number, _ in category.about)}, Role.LEFT_OVER)
        keys = _PATTERNS if "categories" in self.recipe.model_fields_set else _PATTERNS[:-1]
        unused = [path for key in keys for path in self._uses[key].unused()]
        data = list_data(self._title, self._root, self._sections, name)
        return Imported(data, self.places, self._checks, unused=unused)


def _without_html(cell: str) -> str:
    """Return the text of a cell, in which other programs write reviews as HTML."""
    return unescape(re.sub(r"</?(?:p|div|i|b|em|strong)>|<br ?/?>", " ", cell)).strip()
