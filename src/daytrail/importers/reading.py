"""A reading list in Markdown, or in what is left of it, as the categories, shelves and notes of reading.yaml."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from daytrail.importers.account import Books, texts
from daytrail.importers.draft import Doubt, Left, usable
from daytrail.importers.items import readable
from daytrail.importers.outline import Piece, Sort, linked, outline, plain
from daytrail.importers.plan_shape import is_contents
from daytrail.importers.reading_line import fields_in_order, is_sentence, listing, status_of
from daytrail.model.entry import Status

_SHELVES = {
    "to_read": re.compile(
        r".*\b(?:to (?:be )?read|unread|read(?:ing)? (?:later|next|queue)|want to read|backlog|wish ?list|up next|zu lesen|à lire|por leer"
        r"|para ler|da leggere)\b.*|queue|inbox|later|todo|next",
        re.IGNORECASE,
    ),
    "implement": re.compile(
        r".*\b(?:implement|to (?:build|code|write|make)|reproduce|re-?implement|build)\b.*", re.IGNORECASE
    ),
}
_MEDIA = re.compile(
    r"\b(?:papers?|blogs?|posts?|articles?|lectures?|videos?|talks?|books?|podcasts?|courses?|notes|pieces|tutorials?|newsletters?"
    r"|repos?(?:itories)?|code|tools|threads|essays?|slides|docs|documentation|people|channels?|stuff)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"(?:table of )?contents|toc|index|contributing|contributions?|licen[cs]e|acknowledge?ments?|citations?|legend|disclaimer"
    r"|how to (?:use|contribute).*|rules|faq|changelog|related lists?|inhalt|lizenz|licencia|licença|licenza|sommaire|índice|indice",
    re.IGNORECASE,
)
"""Sections of a document about itself."""
_STARTS = re.compile(r"\W*(?:\[|https?://)")
_SAYS = re.compile(r"\s[-–—]\s|,\s|\(|\d|https?://|\bby\b|\bvon\b|\bde\b|[✔✅]")
"""What a line of a list without bullets says beside a title, and the name of a group does not."""
_FEW = 3
_WORDS = 9
"""Of a title of a group; a longer line is a sentence about one."""


@dataclass(frozen=True, slots=True)
class ImportedList:
    """What was read."""

    data: dict[str, Any]
    """As reading.yaml has it; empty where the source lists nothing."""
    doubts: tuple[Doubt, ...]
    left: tuple[Left, ...]
    structure: tuple[Left, ...]
    groups: int
    """Categories, and shelves that something stands on."""
    items: int
    notes: int


def read_list(text: str, name: str) -> ImportedList:
    """Read a list of things to read.

    Args:
        text: The file.
        name: Its name, which may say that all of it is still to be read.
    """
    reader = _Reader(text, name)
    reader.read()
    return reader.result()


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.pieces = [piece for piece in outline(text) if not is_contents(piece)]
        self.books = Books()
        self.doubts: list[Doubt] = []
        self.status: Status | None = status_of(re.sub(r"[-_]+", " ", PurePath(name).stem))
        self.default = self.status
        self.categories: list[dict[str, Any]] = []
        self.shelves: dict[str, list[dict[str, Any]]] = {"to_read": [], "implement": []}
        self.shelved: dict[str, int] = {}
        self.names: set[str] = set()
        self.items: list[dict[str, Any]] | None = None
        """Where the next item goes."""
        self.group: dict[str, Any] | None = None
        """The last category or subcategory, to which a line of text says something."""
        self.last: list[tuple[int, dict[str, Any]]] = []
        """The last item with the notes below it, each with how deep it stands."""
        self.parent: dict[str, Any] | None = None
        """A category without items of its own, whose subcategories come."""
        self.meta = False
        """Whether a section is read that lists nothing, such as a licence."""
        self.header: Piece | None = None
        self.notes = 0
        self.guessed: list[int] = []
        linked_items = any("](" in piece.text for piece in self.pieces)
        nested = any(piece.sort is Sort.ITEM and piece.level for piece in self.pieces)
        listed = sum(piece.sort in (Sort.ITEM, Sort.ROW) for piece in self.pieces)
        self.lines = listed * 10 <= sum(piece.sort is Sort.TEXT for piece in self.pieces)
        """Whether what is listed stands on plain lines."""
        self.flat = not linked_items and not nested
        """Whether the list has lost its indentation, so that notes stand beside their items."""
        levels = sorted({piece.level for piece in self.pieces if piece.sort is Sort.HEADING})
        self.title = self._title(levels)
        levels = sorted(
            {piece.level for at, piece in enumerate(self.pieces) if piece.sort is Sort.HEADING and at != self.title}
        )
        self.top = levels[0] if levels else 0
        self.sectioned = sum(piece.sort is Sort.HEADING for piece in self.pieces) > 1

    def _title(self, levels: Sequence[int]) -> int | None:
        headings = [at for at, piece in enumerate(self.pieces) if piece.sort is Sort.HEADING]
        if headings:
            top = [at for at in headings if self.pieces[at].level == levels[0]]
            return top[0] if len(top) == 1 and top[0] == headings[0] and len(headings) > 1 else None
        alone = len(self.pieces) > 1 and all(piece.sort is Sort.TEXT for piece in self.pieces[:2])
        return 0 if alone and self._is_group(self.pieces[0], self.pieces[1:4]) else None

    def read(self) -> None:
        """Read all pieces."""
        for at, piece in enumerate(self.pieces):
            if at == self.title:
                continue
            if piece.sort is Sort.HEADING:
                self._heading(piece)
            elif self.meta:
                continue
            elif piece.sort is Sort.TEXT:
                self._text(piece, self.pieces[at + 1 : at + 4])
            elif piece.sort is Sort.ITEM:
                self._item(piece, at)
            elif piece.sort is Sort.ROW:
                self._row(piece)

    def _heading(self, piece: Piece) -> None:
        if _BESIDE.fullmatch(plain(piece.text).strip(" :")):
            self.last, self.items, self.group, self.meta = [], None, None, True  # what stands below it is left over
            return
        self.meta = False
        if linked(piece.text) and re.match(r"\W*(?<!!)\[(?!!)", piece.text):
            self._add(piece, -1)
        elif piece.level <= self.top:
            self._category(piece)
        else:
            self._subcategory(piece)

    def _text(self, piece: Piece, following: Sequence[Piece]) -> None:
        if piece.level and self.last:
            self._note(piece, piece.level)
        elif re.match(r"\s*(?:<|\[?!\[)", piece.text):
            return  # badges and pictures
        elif linked(piece.text) and (_STARTS.match(piece.text) or self.lines):
            self._add(piece, 0)
        elif self.last and self.last[0][0] == -1:
            self._note(piece, 0)
        elif following and self._is_group(piece, following):
            self._line(piece, following)
        elif self.lines and not is_sentence(piece.text, least=_WORDS):
            self._add(piece, 0)
        elif self.group is not None and not self.last:
            about = self.group.get("about")
            self.group["about"] = f"{about} {piece.text}" if about else piece.text
            self.books.keep(piece.lines, piece.text)

    def _is_group(self, piece: Piece, following: Sequence[Piece]) -> bool:
        """Tell whether a line of text names what follows: items, perhaps below a sentence about them, or a group."""
        bare = piece.text.strip("*_: ")
        if len(bare.split()) > _WORDS or bare.endswith((".", "!", "?", ",")) or not following:
            return False
        marked = piece.text.endswith(":") or re.fullmatch(r"(\*\*|__)[^*_]+\1:?", piece.text) is not None
        if following[0].sort is not Sort.TEXT:
            return following[0].sort in (Sort.ITEM, Sort.ROW)
        if self.lines:
            return marked or (not _SAYS.search(bare) and _SAYS.search(following[0].text) is not None)
        if following[0].level or is_sentence(bare, least=_WORDS - 2):
            return False
        if _STARTS.match(following[0].text):
            return marked or len(bare.split()) <= _FEW
        return any(one.sort in (Sort.ITEM, Sort.ROW) or _STARTS.match(one.text) for one in following[1:])

    def _line(self, piece: Piece, following: Sequence[Piece]) -> None:
        """Begin a group that a line of text names; one without items of its own is the parent of the next ones."""
        if self.parent is not None and not _MEDIA.search(piece.text) and not self._shelf(piece):
            self._subcategory(piece)
            return
        if self.top:
            self._subcategory(piece)
            return
        self._category(piece)
        empty = following[0].sort is Sort.TEXT and self._is_group(following[0], following[1:])
        self.parent = self.group if empty else None

    def _shelf(self, piece: Piece) -> str | None:
        bare = plain(piece.text).strip(" :")
        return next((shelf for shelf, pattern in _SHELVES.items() if pattern.fullmatch(bare)), None)

    def _category(self, piece: Piece) -> None:
        self.last, self.parent = [], None
        title = plain(piece.text).rstrip(" :")
        if shelf := self._shelf(piece):
            self.items, self.group, self.status = self.shelves[shelf], None, None
            self.shelved[shelf] = self.shelved.get(shelf, 0) + 1
            self.books.became(piece.lines, piece.text)
            return
        self.status = status_of(title) or self.default
        self.group = {"id": readable(title, self.names, "category"), "title": title or "…", "items": []}
        self.categories.append(self.group)
        self.items = self.group["items"]
        self.books.keep(piece.lines, title)

    def _subcategory(self, piece: Piece) -> None:
        if not self.categories or self._shelf(piece):
            self._category(piece)
            return
        self.last = []
        title = plain(piece.text).rstrip(" :")
        self.status = status_of(title) or self.status
        self.group = {"id": readable(title, self.names, "category"), "title": title or "…", "items": []}
        self.categories[-1].setdefault("categories", []).append(self.group)
        self.items = self.group["items"]
        self.books.keep(piece.lines, title)

    def _item(self, piece: Piece, at: int) -> None:
        while self.last and self.last[-1][0] >= max(piece.level, 0):
            self.last.pop()
        if self.last:
            self._nested(piece)
        elif self._groups(piece, at):
            if piece.level or self.top:
                self._subcategory(piece)
            else:
                self._category(piece)
        elif self.flat and self.items and self._is_remark(piece):
            self.guessed.append(piece.line)
            self.last = [(-1, self.items[-1])]
            self._note(piece, 0)
            self.last = []
        elif piece.text:
            self._add(piece, piece.level)

    def _is_remark(self, piece: Piece) -> bool:
        """Tell whether an item of a list that lost its indentation is a remark on the one before it."""
        head, colon, _ = piece.text.partition(": ")
        if colon and len(head.split()) == 1 and not linked(piece.text):
            return True
        head = re.split(r"\s[-–—]\s", head if colon else piece.text)[0]
        return not linked(piece.text) and is_sentence(head)

    def _groups(self, piece: Piece, at: int) -> bool:
        """Tell whether an item names a group: it has no link and those below it are more than links of its own."""
        if linked(piece.text) or piece.checked is not None:
            return False
        direct = [one for one in self._below(at) if one.level == piece.level + 1]
        deeper = any(one.level > piece.level + 1 for one in self._below(at))
        if len(piece.text.split()) > _WORDS or (not deeper and any(_is_own_link(one) for one in direct)):
            return False
        return any(linked(one.text) for one in direct) or (deeper and not self.sectioned and not piece.level)

    def _below(self, at: int) -> Iterator[Piece]:
        for piece in self.pieces[at + 1 :]:
            if piece.sort is not Sort.ITEM or piece.level <= self.pieces[at].level:
                return
            yield piece

    def _nested(self, piece: Piece) -> None:
        """Read what stands below an item: its link, or a note."""
        depth, owner = self.last[-1]
        links = linked(piece.text)
        if _is_own_link(piece) and len(self.last) == 1 and "url" not in owner and usable(links[0][1]):
            owner["url"] = links[0][1]
            self.books.keep(piece.lines, links[0][1])
            self.books.became(piece.lines, links[0][0])
        else:
            self._note(piece, max(piece.level, depth + 1))

    def _note(self, piece: Piece, depth: int) -> None:
        if not piece.text:
            return
        _, owner = self.last[-1]
        note: dict[str, Any] = {"text": piece.text}
        owner.setdefault("notes", []).append(note)
        self.notes += 1
        self.books.keep(piece.lines, piece.text)
        if piece.sort is Sort.ITEM:
            self.last.append((depth, note))

    def _add(self, piece: Piece, depth: int) -> None:
        if self.items is None:
            title = plain(self.pieces[self.title].text) if self.title is not None else "Reading"
            self.group = {"id": readable(title, self.names, "reading"), "title": title, "items": []}
            self.categories.append(self.group)
            self.items = self.group["items"]
        said = listing(piece)
        fields = said.fields
        shelf = next((name for name, items in self.shelves.items() if items is self.items), None)
        status = fields.get("status") or self.status
        if status and not (shelf and status == "to-read"):
            fields["status"] = status
        else:
            fields.pop("status", None)
        fields["notes"] = [{"text": note} for note in fields.get("notes", ())]
        self.notes += len(fields["notes"])
        self.items.append(fields)
        self.last = [(depth, fields)]
        for words in said.structure:
            self.books.became(piece.lines, words)
        self.books.keep(piece.lines, *texts(fields))

    def _row(self, piece: Piece) -> None:
        """Read a row of a table, whose header says what each cell is."""
        if not piece.head:
            self.header = piece
            return
        self.last = []
        cells = dict(zip((column_of(name) for name in piece.head), piece.cells, strict=False))
        title, link = cells.get("title", ""), cells.get("link", "")
        if not re.search(r"\w", f"{title}{link}"):
            return  # an empty row, or a table of something else
        text = title if linked(title) or not linked(link) else f"[{plain(title)}]({linked(link)[0][1]})"
        self._add(Piece(piece.line, Sort.ITEM, text), 0)
        fields = self.last[0][1]
        if author := plain(cells.get("author", "")):
            fields["author"] = author
        if status := status_of(cells.get("status", "")):
            fields["status"] = status
            self.books.became(piece.lines, cells["status"])
            if "(" in cells["status"]:
                fields["notes"].append({"text": cells["status"]})
                self.notes += 1
        if why := cells.get("why", "").strip():
            fields["why"] = f"{fields['why']} {why}" if "why" in fields else why
        for name, cell in zip(piece.head, piece.cells, strict=False):
            if re.fullmatch(r"#|no\.?|nr\.?|rank", name):
                self.books.became(piece.lines, cell)
            elif not column_of(name) and re.search(r"\w|[⭐★]", cell) and plain(cell) != plain(title):
                fields["notes"].append({"text": f"{name}: {cell}"})
                self.notes += 1
        self.books.keep(piece.lines, *texts(fields), *(words for words, _ in linked(link)))
        if self.header:
            self.books.became(self.header.lines, " ".join(self.header.cells))
            self.header = None
        self.last = []

    def result(self) -> ImportedList:
        """Return what was read, with the books balanced."""
        data: dict[str, Any] = {
            "categories": [_in_order(group) for group in self.categories],
            **{shelf: [_listed(fields) for fields in items] for shelf, items in self.shelves.items() if items},
        }
        items = sum(len(found) for found in self._lists())
        if not data["categories"]:
            del data["categories"]
        if self.guessed:
            lines = ", ".join(str(line) for line in self.guessed)
            message = f"taken for notes on the item above, since nothing is indented and they read like sentences: lines {lines}"
            self.doubts.append(Doubt(self.guessed[0], message))
        groups = len(self.categories) + len(self.shelved)
        return ImportedList(
            data if items else {},
            tuple(self.doubts),
            self.books.left(self.text),
            tuple(self.books.structure),
            groups,
            items,
            self.notes,
        )

    def _lists(self) -> Iterator[list[dict[str, Any]]]:
        for category in self.categories:
            yield category["items"]
            for inner in category.get("categories", ()):
                yield inner["items"]
        yield from self.shelves.values()


def _is_own_link(piece: Piece) -> bool:
    """Tell whether an item is nothing but a link, bare or on one word, of what it stands below."""
    links = linked(piece.text)
    return len(links) == 1 and len(plain(piece.text).split()) <= 1


def column_of(name: str) -> str:
    """Tell what a column of a table holds; empty where its cells are remarks."""
    return next((column for column, names in _COLUMNS.items() if re.fullmatch(names, name.strip(" *"))), "")


_COLUMNS = {
    "title": r"titles?|papers?|books?|articles?|names?|resources?|readings?|blogs?|videos?|what|titel|titre|título|titolo",
    "link": r"links?|urls?|where|source",
    "author": r"authors?(?:\(s\))?|by|who|writers?|speakers?|autor(?:en|es)?|auteurs?|autori?",
    "status": r"status|state|read\??|done\??|progress|stand|statut|estado|stato",
    "why": r"why|notes?|comments?|remarks?|description|about|summary|good for|thoughts|review",
}


def _in_order(group: dict[str, Any]) -> dict[str, Any]:
    found = {key: group[key] for key in ("id", "title", "about") if key in group}
    if group["items"]:
        found["items"] = [_listed(fields) for fields in group["items"]]
    if inner := group.get("categories"):
        found["categories"] = [_in_order(one) for one in inner]
    return found


def _listed(fields: dict[str, Any]) -> Any:
    """Return an item as people write it: a title alone and a link alone are plain texts."""
    notes = [_noted(note) for note in fields.get("notes", ())]
    found = fields_in_order({**fields, "notes": notes})
    if set(found) == {"title"} and not found["title"].startswith(("https://", "http://")):
        return found["title"]
    return found["url"] if set(found) == {"url"} else found


def _noted(note: dict[str, Any]) -> Any:
    inner = [_noted(one) for one in note.get("notes", ())]
    return {"text": note["text"], "notes": inner} if inner else note["text"]
