"""Draft of a reading list, which grows while its source is read."""

import re
from typing import Any

from daytrail.importers.reading.list_item import read_list_item
from daytrail.importers.text.diagnostics import WordLedger, text_values
from daytrail.importers.text.ids import UsedIds, readable_id
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.entry import Status

_SHELVES = {
    "to_read": re.compile(rf".*\b(?:{any_of('to_read_in_title')})\b.*|{any_of('to_read_title')}", re.IGNORECASE),
    "implement": re.compile(rf".*\b(?:{any_of('implement_in_title')})\b.*", re.IGNORECASE),
}
"""What the title of each shelf looks like."""
_ITEM_KEYS = ("title", "url", "author", "why", "favourite", "status", "notes")
"""In the order of reading.yaml."""


class ListDraft:
    """Categories and shelves, and where the next item goes."""

    def __init__(self, title: str, status: Status | None) -> None:
        self.ledger = WordLedger()
        self.title = title
        """The title of a category that has none."""
        self.categories: list[dict[str, Any]] = []
        self.shelves: dict[str, list[dict[str, Any]]] = {}
        self.items: list[dict[str, Any]] | None = None
        """The list to which items are added."""
        self.category: dict[str, Any] | None = None
        """The last category or subcategory, which lines of text describe."""
        self.open_items: list[tuple[int, dict[str, Any]]] = []
        """The last item and the notes below it, each with its depth; the depth of a heading that is an item is -1."""
        self.item_count = 0
        self.note_count = 0
        self._default_status = status
        self._status = status
        self._used_ids: UsedIds = {}

    def shelf_named(self, title: str) -> str | None:
        """Return the key of the shelf that a title names."""
        return next((shelf for shelf, pattern in _SHELVES.items() if pattern.fullmatch(title)), None)

    def begin_group(self, block: Block, title: str, status: Status | None, *, is_inner: bool = False) -> None:
        """Begin a category, a shelf, or a subcategory of the last category; the status is that of all its items."""
        self.open_items = []
        if shelf := self.shelf_named(title):
            self.items, self.category, self._status = self.shelves.setdefault(shelf, []), None, None
            self.ledger.add_structure(block.line_numbers, block.text)
            return
        is_inner = is_inner and bool(self.categories)
        self._status = status or (self._status if is_inner else self._default_status)
        category_id = readable_id(title, self._used_ids, "category")
        self.category = {"id": category_id, "title": title or "…", "about": "", "items": [], "categories": []}
        self.items = self.category["items"]
        siblings = self.categories[-1]["categories"] if is_inner else self.categories
        siblings.append(self.category)
        self.ledger.add_text(block.line_numbers, title)

    def end_group(self) -> None:
        """End the present category or shelf."""
        self.items, self.category, self.open_items = None, None, []

    def add_description(self, block: Block) -> None:
        """Add a line of text to the description of the present category."""
        if self.category is not None:
            self.category["about"] = " ".join(filter(None, (self.category["about"], block.text)))
            self.ledger.add_text(block.line_numbers, block.text)

    def add_item(self, block: Block, depth: int) -> dict[str, Any]:
        """Add an item; return its fields, to which more may be added."""
        if self.items is None:
            self.begin_group(Block(block.line, BlockType.TEXT, ""), self.title, self._default_status)
        item = read_list_item(block)
        fields = item.fields
        is_on_shelf = any(items is self.items for items in self.shelves.values())
        status = fields.pop("status", None) or self._status
        if status and not (is_on_shelf and status == "to-read"):
            fields["status"] = status
        fields["notes"] = [{"text": note} for note in fields.get("notes", ())]
        self.note_count += len(fields["notes"])
        if self.items is not None:
            self.items.append(fields)
            self.item_count += 1
        self.open_items = [(depth, fields)]
        self.ledger.add_structure(block.line_numbers, *item.structure)
        self.ledger.add_text(block.line_numbers, *text_values(fields))
        return fields

    def add_note(self, block: Block, depth: int) -> None:
        """Add a note to the last item, or to the last note above."""
        if block.text:
            note: dict[str, Any] = {"text": block.text}
            self.open_items[-1][1].setdefault("notes", []).append(note)
            self.note_count += 1
            self.ledger.add_text(block.line_numbers, block.text)
            if block.type is BlockType.ITEM:
                self.open_items.append((depth, note))

    def data(self) -> dict[str, Any]:
        """Return the list as it is in reading.yaml."""
        categories = [_category_data(category) for category in self.categories]
        shelves = {shelf: [_item_data(fields) for fields in self.shelves.get(shelf, ())] for shelf in _SHELVES}
        return {key: value for key, value in ({"categories": categories} | shelves).items() if value}


def _category_data(category: dict[str, Any]) -> dict[str, Any]:
    items = [_item_data(fields) for fields in category["items"]]
    inner = [_category_data(subcategory) for subcategory in category["categories"]]
    return {key: value for key, value in (category | {"items": items, "categories": inner}).items() if value}


def _item_data(fields: dict[str, Any]) -> Any:
    """Return an item as people write it: only a title, or only a URL, is a plain text."""
    fields = {**fields, "notes": [_note_data(note) for note in fields.get("notes", ())]}
    data = {key: fields[key] for key in _ITEM_KEYS if fields.get(key)}
    if set(data) == {"title"} and not re.match("https?://", data["title"]):
        return data["title"]
    return data["url"] if set(data) == {"url"} else data


def _note_data(note: dict[str, Any]) -> Any:
    inner = [_note_data(one) for one in note.get("notes", ())]
    return {"text": note["text"], "notes": inner} if inner else note["text"]
