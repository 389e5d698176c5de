"""Reader for reading lists: no category, no item and no state that the recipe does not name."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from daytrail.importers.document import Document, Line, LineKind, Row
from daytrail.importers.imported import Imported, unique_id
from daytrail.importers.item_text import filled, find_links, has_words, plain, read_item
from daytrail.importers.patterns import Match
from daytrail.importers.preview import Preview
from daytrail.importers.reader import LEFT_OVER, NO_HEADING, Item, OutlineReader, is_in_contents
from daytrail.importers.recipe import ListRecipe

SECTIONS = ("to_read", "implement")
_KEYS = ("title", "url", "aliases", "kind", "author", "why", "favourite", "status", "notes")
"""Keys of an item, in the order of reading.yaml."""
_TAG_IN_REVIEW = re.compile(r"</?(?:p|div|i|b|em|strong)>|<br ?/?>")


@dataclass(eq=False)
class Category:
    """A category with those within it."""

    title: str
    level: int = 0
    state: str = ""
    """The state of the items in it that have none of their own."""
    about: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """Its own line and those about it, which are left over if it has no items."""
    items: list[Any] = field(default_factory=list)
    """As in reading.yaml, perhaps with empty values."""
    categories: list["Category"] = field(default_factory=list)

    def inner(self) -> Iterator["Category"]:
        """Yield it and the categories within it."""
        yield self
        for category in self.categories:
            yield from category.inner()

    def find(self, path: Sequence[str]) -> "Category":
        """Return the category at a path of titles, which is made where it is missing."""
        category = self
        for title in path:
            found = next((one for one in category.categories if one.title == title), None)
            category.categories += [] if found else [Category(title)]
            category = found or category.categories[-1]
        return category

    def data(self, used: set[str]) -> dict[str, Any]:
        """Return it as reading.yaml has it, which has one level below: a path of titles becomes a title."""
        identity = unique_id(self.title, used, "category")
        inner: list[dict[str, Any]] = []
        for one in self.categories:
            below = one.data(used)
            deeper = below.pop("categories", [])
            inner += [below] if below.keys() & {"items", "about"} or not deeper else []
            inner += ({**two, "title": f"{below['title']}: {two['title']}"} for two in deeper)
        data = {"about": " ".join(self.about), "items": list(map(_as_written, self.items)), "categories": inner}
        return filled({"id": identity, "title": self.title or "…", **data})


def _as_written(item: dict[str, Any]) -> Any:
    """Return an item as people write it: only a title, or only a URL, is a plain text."""
    data = filled({key: item.get(key) for key in _KEYS})
    if data.keys() == {"title"} and not data["title"].startswith(("http://", "https://")):
        return data["title"]
    return data["url"] if data.keys() == {"url"} else data


def list_data(title: str, root: Category, sections: Mapping[str, Category], name: str) -> dict[str, Any]:
    """Return a list as reading.yaml has it; items above the first category are in one with the title of the list."""
    used: set[str] = set()
    above = [Category(title or name, items=root.items)] if root.items else []
    return filled(
        {
            "title": title,
            "about": " ".join(root.about),
            "categories": [category.data(used) for category in (*above, *root.categories)],
            **{key: list(map(_as_written, section.items)) for key, section in sections.items()},
        }
    )


def items_in(data: Any) -> Iterator[Any]:
    """Yield the items of a list, or of a category, as reading.yaml has them."""
    yield from data.get("items") or ()
    for category in data.get("categories") or ():
        yield from items_in(category)
    for key in SECTIONS:
        yield from data.get(key) or ()


def preview_list(result: Imported, remarks: Sequence[str]) -> Preview:
    """Return the preview of a reading list, with remarks on its numbers."""
    items = [item if isinstance(item, dict) else {"title": item} for item in items_in(result.data)]
    categories = result.data.get("categories", ())
    counts = {
        "items": len(items),
        "notes": sum(len(item.get("notes", ())) for item in items),
        "categories": sum(1 + len(one.get("categories", ())) for one in categories),
        **{key.replace("_", " "): len(result.data.get(key, ())) for key in SECTIONS},
        **Counter(f"marked {item['status']}" for item in items if item.get("status")),
        "favourites": sum(bool(item.get("favourite")) for item in items),
    }
    shown = ("title", "url", "author", "status", "why")
    samples = [" · ".join(str(item[key]) for key in shown if item.get(key)) for item in items]
    return result.preview(counts, samples, remarks)


def read_list(document: Document, recipe: ListRecipe) -> Imported:
    """Read a list by its recipe."""
    reader = ListReader(document, recipe)
    reader.read_lines()
    return Imported(reader.finish(document.name.rpartition(".")[0]), reader)


class ListReader(OutlineReader[ListRecipe]):
    """Reads lists."""

    def __init__(self, document: Document, recipe: ListRecipe) -> None:
        super().__init__(document, recipe)
        self._root = Category("")
        self._open = [self._root]
        """The categories around the present line, the innermost last; or a section."""
        self._sections = {"to_read": Category("to_read", state="to-read"), "implement": Category("implement")}
        self.items: list[Item] = []
        """Those that are no rows of tables."""
        self._is_over = False
        self._states = {text.casefold(): state for state, texts in recipe.states.items() for text in texts}
        self._root.state = self._states.get(self.title.casefold(), "")
        self._lists_have_categories = any(pattern.source.startswith("-") for pattern in recipe.categories)

    @property
    def _is_in_section(self) -> bool:
        return self._open[-1] in self._sections.values()

    @property
    def _item_state(self) -> str:
        return "" if self._is_in_section else self._open[-1].state

    def end(self) -> None:
        """Read nothing from here on."""
        self._is_over = True

    def read_content(self, line: Line, mark: str, level: int) -> bool:
        """Read a line that no key leaves out."""
        if self._is_over:
            return False
        sections = (key for key, pattern in self.recipe.sections.items() if self.match([pattern], mark))
        if section := next(sections, ""):
            self._sections[section].level = level
            self._open, self.item = [self._sections[section]], None
            return True
        if line.number in self.recipe.about:
            return self._add_about(line)
        if line.kind is LineKind.ROW:
            columns = self.recipe.columns
            return self.read_row(line, columns, columns.get("title") or columns.get("url", ()))
        # A pattern for text, such as `{title}`, matches a category too.
        if line.kind is not LineKind.TEXT and self._is_item(line, mark):
            return self._read_item(line)
        if match := self.match(self.recipe.categories, mark):
            self._begin_category(line, level, match)
            return True
        if line.kind is LineKind.TEXT and self._is_item(line, mark):
            return self._read_item(line)
        return line.kind is not LineKind.HEADING and self._read_text(line)

    def _is_item(self, line: Line, mark: str) -> bool:
        """Return whether a line is an item: it matches a pattern of `items`, or is a bullet if there are none."""
        if not self.recipe.items:
            below = self.document.lines[line.number : line.number + 1]
            is_parent = any(one.kind is LineKind.ITEM and one.level > line.level for one in below)
            is_category = self._lists_have_categories and is_parent and not find_links(line.text)
            return line.kind is LineKind.ITEM and not is_category
        level = line.level if line.kind is LineKind.HEADING else 0
        patterns = [pattern for pattern in self.recipe.items if pattern.level == level]
        return any(self.match(patterns, text) for text in (line.mark, mark))

    def _begin_category(self, line: Line, level: int, match: Match) -> None:
        level += line.level if line.kind is LineKind.ITEM else 0
        self._open = [one for one in self._open if one.level < level] or [self._root]
        outer = self._open[-1]
        title = plain(match.holes.get("title", line.content)).rstrip(":")
        about = [link.markdown for link in find_links(line.text)]
        category = Category(title, level, self._states.get(title.casefold(), outer.state), about, [line.number])
        (self._root if self._is_in_section else outer).categories.append(category)
        self._open.append(category)
        self.item = None

    def _read_item(self, line: Line) -> bool:
        is_heading = line.kind is LineKind.HEADING
        if not is_heading and self.add_note(line, is_note=line.number in self.recipe.notes):
            return True
        is_contents = not self.recipe.items and is_in_contents(line)
        if is_contents or not read_item(line.content, "title", "why"):
            return False
        # In a section, an empty box says what the section says already.
        box = line.box.strip() if self._is_in_section else line.box
        self.indent, self.item = line.level, Item(line.number, line.content, self._item_state, box)
        if is_heading:  # the text below is not part of it
            self.indent, self.item.last_line = 0, 0
        self._open[-1].items.append(self.item)
        self.items.append(self.item)
        return True

    def _read_text(self, line: Line) -> bool:
        is_below_heading = self.item and self.document.lines[self.item.line - 1].kind is LineKind.HEADING
        is_apart = is_below_heading or line.kind is LineKind.ITEM or line.content.startswith(">")
        # Below an item without a bullet, a note has no number.
        if self.add_note(line, is_note=line.number in self.recipe.notes or bool(self.recipe.items and is_apart)):
            return True
        is_about = line.kind is LineKind.TEXT and not (self.item or self._is_in_section)
        return is_about and has_words(line.content) and self._add_about(line)  # a picture says nothing about a list

    def _add_about(self, line: Line) -> bool:
        home = self._root if self._is_in_section else self._open[-1]
        home.about.append(line.content)
        home.lines.append(line.number)
        return True

    def add_row(self, row: Row) -> bool:
        """Add what a row of a table is."""
        fields = self.read_fields(self.cell(row, "title"), "title", "why")
        fields |= {"url": links[0].url} if (links := find_links(self.cell(row, "url"))) else {}
        if not fields.keys() & {"title", "url"}:
            return False
        fields |= filled({"author": self.cell(row, "author"), "why": self.cell(row, "why")})
        state = self.cell(row, "state")
        status = self._states.get(state.casefold())
        remarks = [(name, unescape(_TAG_IN_REVIEW.sub(" ", text)).strip()) for name, text in self.cells(row, "notes")]
        notes = [f"{name}: {text}" for name, text in remarks if text.strip("0.") and text != state]
        notes += [f"{name}: {text}" for name, text in self.cells(row, "state") if not status]
        if category := plain(self.cell(row, "category")):
            self._open = [self._root, self._root.find([category])]
        self._open[-1].items.append({**fields, "status": status or self._item_state, "notes": notes})
        self.item = None
        return True

    def _item_data(self, item: Item) -> dict[str, Any]:
        text, status = item.text, ("read" if item.box.strip() else "to-read") if item.box else item.kind
        for sign, state in self._states.items():
            # Between words, as an arrow may stand, it is text.
            mark = rf"{re.escape(sign)}\ufe0f?"
            place = rf"^(\W*?){mark}\s*|{mark}(?=\s*(?:$|[-–—:;,.(]|by\b))"
            text, is_marked = re.subn(place, r"\1", text, count=1) if not re.search(r"\w", sign) else (text, 0)
            status = state if is_marked else status
        mark = re.escape(self.recipe.favourite or "ꙮ")
        text, is_favourite = re.subn(rf"(?:^|\s){mark}(?!\S)|(?<!{mark}){mark}$", "", text)
        self.line = item.line
        fields = self.read_fields(text, "title", "why")
        notes = [*filter(None, [fields.pop("text", "")]), *item.notes]
        return {**fields, "favourite": is_favourite > 0, "status": status, "notes": notes}

    def finish(self, name: str) -> dict[str, Any]:
        """Return the list. A heading without items, and a category with nothing but text, is left over."""
        for parent in list(self._root.inner()):
            named = (one for one in parent.categories if one.about or one.level < NO_HEADING)
            empty = [one for one in named if not any(inner.items for inner in one.inner())]
            parent.categories = [one for one in parent.categories if one not in empty]
            for category in (inner for one in empty for inner in one.inner()):
                self.put(category.lines, LEFT_OVER)
        self._root.about[:0] = self.title_links
        for category in (*self._root.inner(), *self._sections.values()):
            category.items = [self._item_data(one) if isinstance(one, Item) else one for one in category.items]
        data = list_data(self.title, self._root, self._sections, name)
        if self.recipe.favourite and not any("favourite" in one for one in items_in(data) if isinstance(one, dict)):
            self.unused.append(("favourite",))
        return data
