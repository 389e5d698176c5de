"""A reading list in Markdown, or in what is left of it, as the categories, shelves and notes of reading.yaml."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from daytrail.importers.plan.structure import is_contents
from daytrail.importers.reading.draft import ListDraft
from daytrail.importers.reading.line import is_sentence, own_link, status_of
from daytrail.importers.reading.table import add_row
from daytrail.importers.text.draft import Doubt, Left
from daytrail.importers.text.inline import heading, linked, plain
from daytrail.importers.text.outline import Piece, Sort, cleaned, outline
from daytrail.importers.text.words import ABOUT_ITSELF, MEDIA, pattern

_MEDIA = pattern(rf"\b(?:{MEDIA})\b")
_BESIDE = pattern(ABOUT_ITSELF)
_STARTS = re.compile(r"\W*(?:\[|https?://)")
_ENDS = re.compile(r"https?://\S+$")
_SAYS = re.compile(r"\s[-–—]\s|,\s|\(|\d|https?://|\b(?:by|von|de)\b|[✔✅]")
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
    """Categories, and shelves."""
    items: int
    notes: int


def read_list(text: str, name: str) -> ImportedList:
    """Read a list of things to read.

    Args:
        text: The file.
        name: Its name, which may say that all of it is still to be read.
    """
    text = cleaned(text)
    reader = _Reader(text, name)
    reader.read()
    draft, doubts = reader.draft, []
    if reader.guessed:
        lines = ", ".join(str(line) for line in reader.guessed)
        message = f"taken for notes on what is above them, by their wording, since nothing is indented: lines {lines}"
        doubts.append(Doubt(reader.guessed[0], message))
    groups = len(draft.groups) + len(draft.shelves)
    data = draft.data() if draft.count else {}
    left, structure = draft.books.left(text, empty=not data), tuple(draft.books.structure)
    return ImportedList(data, tuple(doubts), left, structure, groups, draft.count, draft.notes)


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self.pieces = [piece for piece in outline(text) if not is_contents(piece)]
        items = [piece for piece in self.pieces if piece.sort is Sort.ITEM]
        headings = [at for at, piece in enumerate(self.pieces) if piece.sort is Sort.HEADING]
        listed = sum(piece.sort in (Sort.ITEM, Sort.ROW) for piece in self.pieces)
        lines = [piece.text for piece in self.pieces if piece.sort is Sort.TEXT]
        saying = sum(_SAYS.search(line) is not None and not line.endswith(".") for line in lines)
        self.lines = listed * 10 <= len(lines) <= saying * 2
        """Whether what is listed stands on plain lines."""
        self.flat = not any("](" in piece.text for piece in self.pieces) and not any(piece.level for piece in items)
        """Whether the list has lost its indentation, so that notes stand beside their items."""
        self.sectioned = len(headings) > 1
        self.title = self._title(headings)
        self.top = min((self.pieces[at].level for at in headings if at != self.title), default=0)
        title = heading(self.pieces[self.title].text) if self.title is not None else "Reading"
        stem = re.sub(r"[-_]+", " ", PurePath(name).stem)
        # `reading.md` is what most call such a list.
        self.draft = ListDraft(title, None if stem.casefold() == "reading" else status_of(stem))
        self.parent = False
        """Whether the last category has no items of its own, and its subcategories come."""
        self.grouped = False
        """Whether an item at the margin has been the name of a group."""
        self.beside = False
        """Whether a section is read that lists nothing, such as a licence."""
        self.header: Piece | None = None
        self.guessed: list[int] = []

    def _title(self, headings: Sequence[int]) -> int | None:
        if headings:
            level = min(self.pieces[at].level for at in headings)
            top = [at for at in headings if self.pieces[at].level == level]
            return top[0] if len(top) == 1 and top[0] == headings[0] and len(headings) > 1 else None
        alone = len(self.pieces) > 1 and all(piece.sort is Sort.TEXT for piece in self.pieces[:2])
        if not alone or not self._is_group(self.pieces[0], self.pieces[1:4]):
            return None
        below = self.pieces[1]
        return 0 if self._is_group(below, self.pieces[2:5]) or below.text.endswith(".") else None

    def read(self) -> None:
        """Read all pieces."""
        for at, piece in enumerate(self.pieces):
            if at == self.title:
                continue
            if piece.sort is Sort.HEADING:
                self._heading(piece)
            elif self.beside:
                continue
            elif piece.sort is Sort.TEXT:
                self._text(piece, self.pieces[at + 1 : at + 4])
            elif piece.sort is Sort.ITEM:
                self._item(piece, at)
            elif piece.sort is Sort.ROW and not piece.head:
                self.header = piece
            elif piece.sort is Sort.ROW and add_row(self.draft, piece, self.header):
                self.header = None

    # Groups

    def _heading(self, piece: Piece) -> None:
        self.beside = _BESIDE.fullmatch(plain(piece.text).strip(" :")) is not None
        if self.beside:
            self.draft.end()  # what stands below it is left over
        elif linked(piece.text) and re.match(r"\W*(?<!!)\[(?!!)", piece.text):
            self.draft.add(piece, -1)
        else:
            self._begin(piece, inside=piece.level > self.top)

    def _begin(self, piece: Piece, *, inside: bool = False) -> None:
        title = heading(piece.text).rstrip(" :")
        self.parent = False
        self.draft.begin(piece, title, status_of(title), inside=inside)

    def _is_group(self, piece: Piece, following: Sequence[Piece]) -> bool:
        """Tell whether a line of text names what follows: items, perhaps below a sentence about them, or a group."""
        bare = piece.text.strip("*_: ")
        if linked(piece.text):
            return False
        if len(bare.split()) > _WORDS or bare.endswith((".", "!", "?", ",")) or not following:
            return False
        marked = piece.text.endswith(":") or re.fullmatch(r"(\*\*|__)[^*_]+\1:?", piece.text) is not None
        if following[0].sort is not Sort.TEXT:
            return following[0].sort in (Sort.ITEM, Sort.ROW)
        if self.lines:
            return marked or (not _SAYS.search(bare) and _SAYS.search(following[0].text) is not None)
        if following[0].level or is_sentence(bare, least=_WORDS - 2):
            return False
        if _STARTS.match(following[0].text) or _ENDS.search(following[0].text):
            return marked or len(bare.split()) <= _FEW
        return any(one.sort in (Sort.ITEM, Sort.ROW) or _STARTS.match(one.text) for one in following[1:])

    def _named(self, piece: Piece, following: Sequence[Piece]) -> None:
        """Begin a group that a line of text names; one without items of its own is the parent of the next ones.

        Below `Papers`, a line that names no medium is a topic of them; one that does begins beside it.
        """
        inside = self.parent and not _MEDIA.search(piece.text) and not self.draft.shelf(plain(piece.text).rstrip(" :"))
        if inside or self.top:
            parent = self.parent
            self._begin(piece, inside=True)
            self.parent = parent
            return
        self._begin(piece)
        self.parent = following[0].sort is Sort.TEXT and self._is_group(following[0], following[1:])

    # Lines

    def _text(self, piece: Piece, following: Sequence[Piece]) -> None:
        draft = self.draft
        if piece.level and draft.last:
            draft.note(piece, piece.level)
        elif re.match(r"\s*(?:<(?!https?:)|\[?!\[)", piece.text):
            return  # badges and pictures
        elif linked(piece.text) and (self.lines or _STARTS.match(piece.text) or _ENDS.search(piece.text)):
            draft.add(piece, 0)
        elif draft.last and draft.last[0][0] == -1:
            draft.note(piece, 0)
        elif following and self._is_group(piece, following):
            self._named(piece, following)
        elif self.lines and not is_sentence(piece.text, least=_WORDS):
            draft.add(piece, 0)
        elif not draft.last:
            draft.about(piece)

    def _item(self, piece: Piece, at: int) -> None:
        draft = self.draft
        while draft.last and draft.last[-1][0] >= max(piece.level, 0):
            draft.last.pop()
        if draft.last:
            self._nested(piece)
        elif self._groups(piece, at):
            self.grouped = self.grouped or not piece.level
            self._begin(piece, inside=bool(piece.level or self.top))
        elif self.flat and draft.items and self._is_remark(piece):
            self.guessed.append(piece.line)
            draft.last = [(-1, draft.items[-1])]
            draft.note(piece, 0)
            draft.last = []
        elif piece.text:
            draft.add(piece, piece.level)

    def _nested(self, piece: Piece) -> None:
        """Read what stands below an item: its link, or a note."""
        depth, owner = self.draft.last[-1]
        own = own_link(piece) if len(self.draft.last) == 1 and "url" not in owner else None
        if own:
            owner["url"] = own[1]
            self.draft.books.keep(piece.lines, own[1])
            self.draft.books.became(piece.lines, own[0])
        else:
            self.draft.note(piece, max(piece.level, depth + 1))

    def _is_remark(self, piece: Piece) -> bool:
        """Tell whether an item of a list that lost its indentation is a remark on the one before it."""
        if linked(piece.text):
            return False
        head, colon, _ = piece.text.partition(": ")
        if colon and len(head.split()) == 1:
            return True
        return is_sentence(re.split(r"\s[-–—]\s", head if colon else piece.text)[0])

    def _groups(self, piece: Piece, at: int) -> bool:
        """Tell whether an item names a group: it has no link and those below it are more than links of its own."""
        if linked(piece.text) or piece.checked is not None or len(piece.text.split()) > _WORDS:
            return False
        below = list(self._below(at))
        direct = [one for one in below if one.level == piece.level + 1]
        deeper = len(direct) < len(below)
        if self.grouped and not piece.level and direct:
            return True
        own = [link for one in direct if (link := own_link(one))]
        if any(words for words, _ in own) or (own and not deeper):
            return False
        # A link of one word says more of what is above; things to read have longer names.
        titled = any(linked(one.text) and len(plain(one.text).split()) > 1 for one in direct)
        return titled or (deeper and not self.sectioned and not piece.level)

    def _below(self, at: int) -> Iterator[Piece]:
        for piece in self.pieces[at + 1 :]:
            if piece.sort is not Sort.ITEM or piece.level <= self.pieces[at].level:
                return
            yield piece
