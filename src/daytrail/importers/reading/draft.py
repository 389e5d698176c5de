"""A reading list to be, as it grows while its source is read."""

import re
from collections.abc import Iterator
from typing import Any

from daytrail.importers.reading.line import listing
from daytrail.importers.text.coverage import WordLedger, texts
from daytrail.importers.text.ids import Taken, readable
from daytrail.importers.text.item_line import Said
from daytrail.importers.text.outline import Piece, Sort
from daytrail.importers.text.words import IMPLEMENT, TO_READ, pattern
from daytrail.model.entry import Status

_SHELVES = {"to_read": pattern(TO_READ), "implement": pattern(IMPLEMENT)}
_ORDER = ("title", "url", "author", "why", "favourite", "status", "notes")


class ListDraft:
    """Categories, shelves, and where the next item goes."""

    def __init__(self, title: str, status: Status | None) -> None:
        self.books = WordLedger()
        self.title = title
        """What a category is called that nothing names."""
        self.groups: list[dict[str, Any]] = []
        self.shelves: dict[str, list[dict[str, Any]]] = {}
        self.items: list[dict[str, Any]] | None = None
        self.group: dict[str, Any] | None = None
        """The last category or subcategory, to which a line of text says something."""
        self.last: list[tuple[int, dict[str, Any]]] = []
        """The last item with the notes below it, each with how deep it stands; a heading that is an item, at -1."""
        self.notes = 0
        self._default = status
        self._status = status
        self._names: Taken = {}

    def shelf(self, title: str) -> str | None:
        """Return the shelf that a title names."""
        return next((shelf for shelf, names in _SHELVES.items() if names.fullmatch(title)), None)

    def begin(self, piece: Piece, title: str, status: Status | None, *, inside: bool = False) -> None:
        """Begin a category, a shelf, or a subcategory of the last category.

        Args:
            piece: Where it stands.
            title: What it is called.
            status: Where somebody is with all of it.
            inside: Whether it is a subcategory.
        """
        self.last = []
        if shelf := self.shelf(title):
            self.items, self.group, self._status = self.shelves.setdefault(shelf, []), None, None
            self.books.became(piece.lines, piece.text)
            return
        inside = inside and bool(self.groups)
        self._status = status or (self._status if inside else self._default)
        self.group = {"id": readable(title, self._names, "category"), "title": title or "…", "items": []}
        self.items = self.group["items"]
        (self.groups[-1].setdefault("categories", []) if inside else self.groups).append(self.group)
        self.books.keep(piece.lines, title)

    def end(self) -> None:
        """Leave what is being read; nothing goes anywhere until something begins."""
        self.items, self.group, self.last = None, None, []

    def about(self, piece: Piece) -> None:
        """Let a line of text say what a group is about."""
        if self.group is not None:
            self.group["about"] = " ".join(filter(None, (self.group.get("about"), piece.text)))
            self.books.keep(piece.lines, piece.text)

    def add(self, piece: Piece, depth: int) -> dict[str, Any]:
        """Add an item, and return its fields, to which more may be added."""
        if self.items is None:
            self.begin(Piece(piece.line, Sort.TEXT, ""), self.title, self._default)
        said: Said = listing(piece)
        fields = said.fields
        on_shelf = any(items is self.items for items in self.shelves.values())
        status = fields.pop("status", None) or self._status
        if status and not (on_shelf and status == "to-read"):
            fields["status"] = status
        fields["notes"] = [{"text": note} for note in fields.get("notes", ())]
        self.notes += len(fields["notes"])
        if self.items is not None:
            self.items.append(fields)
        self.last = [(depth, fields)]
        for words in said.structure:
            self.books.became(piece.lines, words)
        self.books.keep(piece.lines, *texts(fields))
        return fields

    def note(self, piece: Piece, depth: int) -> None:
        """Add a note to the last item, or to the last note above."""
        if piece.text:
            note: dict[str, Any] = {"text": piece.text}
            self.last[-1][1].setdefault("notes", []).append(note)
            self.notes += 1
            self.books.keep(piece.lines, piece.text)
            if piece.sort is Sort.ITEM:
                self.last.append((depth, note))

    @property
    def count(self) -> int:
        """How many items there are."""
        return sum(len(items) for items in self._lists())

    def _lists(self) -> Iterator[list[dict[str, Any]]]:
        for group in self.groups:
            yield group["items"]
            yield from (inner["items"] for inner in group.get("categories", ()))
        yield from self.shelves.values()

    def data(self) -> dict[str, Any]:
        """Return it as reading.yaml has it."""
        groups = [_group(group) for group in self.groups]
        shelves = {shelf: [_item(fields) for fields in self.shelves.get(shelf, ())] for shelf in _SHELVES}
        return {key: value for key, value in ({"categories": groups} | shelves).items() if value}


def _group(group: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {key: group[key] for key in ("id", "title", "about") if key in group}
    if group["items"]:
        found["items"] = [_item(fields) for fields in group["items"]]
    if inner := group.get("categories"):
        found["categories"] = [_group(one) for one in inner]
    return found


def _item(fields: dict[str, Any]) -> Any:
    """Return an item as people write it: a title alone and a link alone are plain texts."""
    fields = {**fields, "notes": [_note(note) for note in fields.get("notes", ())]}
    found = {key: fields[key] for key in _ORDER if fields.get(key)}
    if set(found) == {"title"} and not re.match("https?://", found["title"]):
        return found["title"]
    return found["url"] if set(found) == {"url"} else found


def _note(note: dict[str, Any]) -> Any:
    inner = [_note(one) for one in note.get("notes", ())]
    return {"text": note["text"], "notes": inner} if inner else note["text"]
