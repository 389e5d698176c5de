"""Draft of a reading list: its categories while they are read, and the mapping that reading.yaml has."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from daytrail.importers.imported import Imported, filled, unique_id
from daytrail.importers.preview import Preview

SECTIONS = ("to_read", "implement")
_KEYS = ("title", "url", "aliases", "kind", "author", "why", "favourite", "status", "notes")
"""Keys of an item, in the order of reading.yaml."""


@dataclass(eq=False)
class Category:
    """A category with those within it."""

    title: str
    line: int = 0
    level: int = 0
    about: list[tuple[int, str]] = field(default_factory=list)
    """Lines of text with their numbers."""
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
            category.categories += [] if found else [Category(title, 0, category.level + 1)]
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
        about = " ".join(text for _, text in self.about)
        items = list(map(item_data, self.items))
        return filled({"id": identity, "title": self.title or "…", "about": about, "items": items, "categories": inner})


def item_data(item: dict[str, Any]) -> Any:
    """Return an item as people write it: only a title, or only a URL, is a plain text."""
    data = filled({key: item.get(key) for key in _KEYS})
    if data.keys() == {"title"} and not data["title"].startswith(("http://", "https://")):
        return data["title"]
    return data["url"] if data.keys() == {"url"} else data


def list_data(title: str, root: Category, sections: dict[str, list[dict[str, Any]]], name: str) -> dict[str, Any]:
    """Return a list as reading.yaml has it; items above the first category are in one with the title of the list."""
    used: set[str] = set()
    above = [Category(title or name, items=root.items)] if root.items else []
    return filled(
        {
            "title": title,
            "about": " ".join(text for _, text in root.about),
            "categories": [category.data(used) for category in (*above, *root.categories)],
            **{key: list(map(item_data, sections.get(key, ()))) for key in SECTIONS},
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
