"""Reader for reading lists: no category, no item and no state that the recipe does not name."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from daytrail.importers.document import Document, Line, LineKind, Row, plain_text
from daytrail.importers.imported import Imported
from daytrail.importers.item_text import find_links, plain, read_item
from daytrail.importers.list_draft import Category, list_data
from daytrail.importers.outline import NO_HEADING, Item, OutlineReader, columns_of, is_in_contents
from daytrail.importers.patterns import Match
from daytrail.importers.preview import Role
from daytrail.importers.recipe import ListRecipe

_TAG_IN_REVIEW = re.compile(r"</?(?:p|div|i|b|em|strong)>|<br ?/?>")


def read_list(document: Document, recipe: ListRecipe) -> Imported:
    """Read a list by its recipe."""
    reader = _ListReader(document, recipe)
    reader.read_lines()
    return reader.finish(document.name.rpartition(".")[0])


class _ListReader(OutlineReader[ListRecipe]):
    def __init__(self, document: Document, recipe: ListRecipe) -> None:
        super().__init__(document, recipe, ("categories",))
        self._root = Category("")
        self._open = [self._root]
        """The categories around the present line, the innermost last."""
        self._sections: dict[str, list[Any]] = {}
        self._section = self._state = ""
        """The section around it, and what the title of its category says about items."""
        self._is_over = False
        self._indent = 0
        """That of the last item; what is indented more is a note."""
        self._states = {text.casefold(): state for state, texts in recipe.states.items() for text in texts}
        self._lists_have_categories = any(pattern.source.startswith("-") for pattern in recipe.categories)
        parents = zip(self.document.lines, self.document.lines[1:], strict=False)
        self._parents = {
            line.number
            for line, below in parents
            if line.kind is below.kind is LineKind.ITEM and below.level > line.level
        }

    def end(self) -> None:
        """Read nothing from here on."""
        self._is_over = True

    def read_content(self, line: Line, mark: str, level: int) -> Role | None:
        """Read a line that no key leaves out."""
        if self._is_over:
            return None
        if section := next((key for key, pattern in self.recipe.sections if pattern and pattern.match(mark)), ""):
            self._open, self._section, self._state, self.item = [self._root], section, "", None
            return Role.MARK
        if line.number in self.recipe.about:
            self._open[-1].about.append((line.number, line.content))
            return Role.TEXT
        if line.kind is LineKind.ROW:
            return self.read_row(line, columns_of(self.recipe.columns))
        is_parent = self._lists_have_categories and line.number in self._parents and not find_links(line.text)
        if line.kind is LineKind.ITEM and not is_parent:
            return self._read_item(line)
        if match := self.match("categories", mark):
            self._begin_category(line, level, match)
            return Role.MARK
        return self._read_text(line) if line.kind is LineKind.TEXT else None

    def _begin_category(self, line: Line, level: int, match: Match) -> None:
        level += line.level if line.kind is LineKind.ITEM else 0
        while self._open[-1].level >= level:
            self._open.pop()
        title = plain(match.holes.get("title", line.content)).rstrip(":")
        about = [(line.number, link.markdown) for link in find_links(line.text)]
        category = Category(title, line.number, level, about)
        self._open[-1].categories.append(category)
        self._open.append(category)
        self._section, self.item, self._state = "", None, self._states.get(title.casefold(), "")

    def _read_item(self, line: Line) -> Role | None:
        if self.item and (line.number in self.recipe.notes or line.level > self._indent):
            self.item.notes.append(line.content)
            return Role.TEXT
        if is_in_contents(line) or not read_item(line.content, (), "title", "why"):
            return None
        self._indent = line.level
        box = line.box.strip() if self._section else line.box  # an empty one says what the section says already
        self._add(Item(line.number, line.content, self._state, box))
        return Role.ITEM

    def _add(self, item: Item | dict[str, Any]) -> None:
        self.item = item if isinstance(item, Item) else None
        (self._sections.setdefault(self._section, []) if self._section else self._open[-1].items).append(item)

    def _read_text(self, line: Line) -> Role | None:
        if self.item and (line.level > self._indent or line.number in self.recipe.notes):
            self.item.notes.append(re.sub(r"^>\s*", "", line.content))
        elif self.item or self._section or not plain_text(line.content):  # a picture says nothing about a list
            return None
        else:
            self._open[-1].about.append((line.number, line.content))
        return Role.TEXT

    def add_row(self, line: Line, row: Row, cells: Mapping[str, list[str]]) -> bool:  # noqa: ARG002 - plans need it
        """Add what a row of a table is."""
        columns = self.recipe.columns
        title, state = cells["title"][0], "".join(cells.get("state", ()))
        fields = read_item(title, self.recipe.fields, "title", "why")
        fields |= {"url": links[0].url} if (links := find_links("".join(cells.get("url", ())))) else {}
        if not columns or not fields.keys() & {"title", "url"}:
            return False
        fields |= {key: cell for key in ("author", "why") for cell in cells.get(key, ()) if cell}
        texts = (unescape(_TAG_IN_REVIEW.sub(" ", cell)).strip() for cell in cells.get("notes", ()))
        remarks = zip(columns.notes, texts, strict=True)
        notes = [f"{name}: {cell}" for name, cell in remarks if cell.strip("0.") and cell != state]
        if state and state.casefold() not in self._states:
            notes.append(f"{columns.state}: {state}")
        if category := plain("".join(cells.get("category", ()))):
            self._open = [self._root, self._root.find([category])]
        self._add({**fields, "status": self._states.get(state.casefold(), self._state), "notes": notes})
        return True

    def _item_data(self, item: Item) -> dict[str, Any]:
        text, status = item.text, ("read" if item.box.strip() else "to-read") if item.box else item.kind
        for sign, state in self._states.items():
            if sign in text and not re.search(r"\w", sign):
                text, status = text.replace(sign, " ").strip(), state
        mark = re.escape(self.recipe.favourite or "ꙮ")
        text, is_favourite = re.subn(rf"(?:^|\s){mark}(?!\S)|{mark}$", "", text)
        fields = read_item(text, self.recipe.fields, "title", "why")
        notes = [*filter(None, [fields.pop("text", "")]), *item.notes]
        return {**fields, "favourite": is_favourite > 0, "status": status, "notes": notes}

    def finish(self, name: str) -> Imported:
        """Return the list. A heading without items, and a category with nothing but text, is left over."""
        for parent in list(self._root.inner()):
            named = (one for one in parent.categories if one.about or one.level < NO_HEADING)
            empty = [one for one in named if not any(inner.items for inner in one.inner())]
            parent.categories = [one for one in parent.categories if one not in empty]
            for category in (inner for one in empty for inner in one.inner()):
                self.places.move({category.line, *(number for number, _ in category.about)}, Role.LEFT_OVER)
        self._root.about[:0] = [(0, link) for link in self.title_links]
        lists = [*(category.items for category in self._root.inner()), *self._sections.values()]
        for items in lists:
            items[:] = [self._item_data(item) if isinstance(item, Item) else item for item in items]
        data = list_data(self.title, self._root, self._sections, name)
        return Imported(data, self.places, self.checks, unused=list(self.unused()))
