"""Importer for a reading list in Markdown, or in text that was Markdown, as categories, shelves and notes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import PurePath
from typing import Any

from daytrail.importers.reading.draft import ListDraft
from daytrail.importers.reading.list_item import is_sentence, only_link, read_status
from daytrail.importers.text.diagnostics import diagnostic
from daytrail.importers.text.markdown import find_links, heading_text, plain_text
from daytrail.importers.text.outline import Block, BlockType, read_outline, without_control_characters
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_GROUP_MEDIUM = re.compile(rf"\b(?:{any_of('group_medium')})\b", re.IGNORECASE)
_ABOUT_ITSELF = re.compile(any_of("about_itself"), re.IGNORECASE)
_LEADING_LINK = re.compile(r"\W*(?:\[|https?://)")
_TRAILING_URL = re.compile(r"https?://\S+$")
_ITEM_DETAILS = re.compile(rf"\s[-–—]\s|,\s|\(|\d|https?://|\b(?:{any_of('before_author')})\b|[✔✅]")
"""Found in items of a list without bullets, and not in titles of groups."""
_SHORT_TITLE = 3
"""Words of a title that may be right above a line with a link."""
_LONGEST_TITLE = 9
"""Words of a title of a group; a longer line is a sentence about one."""


@dataclass(frozen=True, slots=True)
class ImportedList:
    """The result of reading a reading list."""

    data: dict[str, Any]
    """As in reading.yaml; empty if the source lists nothing."""
    diagnostics: tuple[Problem, ...]
    """What was guessed, then the lines that are in no field."""
    structure: tuple[str, ...]
    """Words of the source that became keys and positions."""
    groups: int
    """How many categories and shelves there are."""
    items: int
    notes: int


def read_list(text: str, name: str, source_url: str | None = None) -> ImportedList:
    """Read a reading list; the name of its file may be that of a status, as in `to-read.md`.

    Relative links are counted from `source_url`.
    """
    text = without_control_characters(text)
    reader = _ListReader(text, name, source_url)
    reader.read()
    draft, diagnostics = reader.draft, []
    if reader.guessed_notes:
        lines = ", ".join(map(str, reader.guessed_notes))
        message = f"taken for notes on what is above them, by their wording, since nothing is indented: lines {lines}"
        diagnostics.append(diagnostic(reader.guessed_notes[0], "guessed-notes", message))
    data = draft.data() if draft.item_count else {}
    return ImportedList(
        data,
        (*diagnostics, *draft.ledger.unparsed_lines(text, nothing_imported=not data)),
        tuple(draft.ledger.structure),
        len(draft.categories) + len(draft.shelves),
        draft.item_count,
        draft.note_count,
    )


class _ListReader:
    """Reader of one document: the form of the list, its draft so far, and what the next blocks continue."""

    def __init__(self, text: str, name: str, source_url: str | None) -> None:
        self.source_url = source_url
        self.blocks = [block for block in read_outline(text).blocks if not block.is_contents_link]
        items = [block for block in self.blocks if block.type is BlockType.ITEM]
        headings = [index for index, block in enumerate(self.blocks) if block.type is BlockType.HEADING]
        listed = sum(block.type in (BlockType.ITEM, BlockType.ROW) for block in self.blocks)
        lines = [block.text for block in self.blocks if block.type is BlockType.TEXT]
        detailed = sum(_ITEM_DETAILS.search(line) is not None and not line.endswith(".") for line in lines)
        self.items_are_lines = listed * 10 <= len(lines) <= detailed * 2
        """Whether items are plain lines."""
        self.is_flat = not any("](" in block.text for block in self.blocks) and not any(item.level for item in items)
        """Whether the list has lost its indentation, so that notes are on the level of their items."""
        self.has_sections = len(headings) > 1
        self.title_index = self._title_index(headings)
        self.top_level = min((self.blocks[index].level for index in headings if index != self.title_index), default=0)
        """The level of the headings of categories; 0 without headings."""
        title = heading_text(self.blocks[self.title_index].text) if self.title_index is not None else "Reading"
        stem = re.sub(r"[-_]+", " ", PurePath(name).stem)
        # Most reading lists are called `reading.md`, whatever their status.
        self.draft = ListDraft(title, None if stem.casefold() == "reading" else read_status(stem))
        self.in_parent = False
        """Whether the last category has no items of its own, so that groups below it are its subcategories."""
        self.has_top_groups = False
        """Whether an unindented item has been the name of a group."""
        self.in_ignored_section = False
        """Whether the present section lists nothing to read, such as a licence."""
        self.header: Block | None = None
        """The first row of the present table, if the word ledger does not have it yet."""
        self.guessed_notes: list[int] = []
        """Lines of items that were taken for notes."""

    def _title_index(self, headings: Sequence[int]) -> int | None:
        """Return the index of the title: the only heading of the highest level; without headings, the first line."""
        if headings:
            level = min(self.blocks[index].level for index in headings)
            highest = [index for index in headings if self.blocks[index].level == level]
            return highest[0] if len(highest) == 1 and highest[0] == headings[0] and len(headings) > 1 else None
        if len(self.blocks) < 2 or any(block.type is not BlockType.TEXT for block in self.blocks[:2]):
            return None
        first, second = self.blocks[:2]
        if not self._names_group(first, self.blocks[1:4]):
            return None
        return 0 if self._names_group(second, self.blocks[2:5]) or second.text.endswith(".") else None

    def read(self) -> None:
        """Read all blocks."""
        for index, block in enumerate(self.blocks):
            if index == self.title_index:
                continue
            if block.type is BlockType.HEADING:
                self._read_heading(block)
            elif self.in_ignored_section:
                continue
            elif block.type is BlockType.TEXT:
                self._read_text(block, self.blocks[index + 1 : index + 4])
            elif block.type is BlockType.ITEM:
                self._read_item(block, index)
            elif block.type is BlockType.ROW and not block.header:
                self.header = block
            elif block.type is BlockType.ROW:
                self._read_row(block)

    # Groups

    def _read_heading(self, block: Block) -> None:
        self.in_ignored_section = _ABOUT_ITSELF.fullmatch(plain_text(block.text).strip(" :")) is not None
        if self.in_ignored_section:
            self.draft.end_group()
        elif find_links(block.text) and re.match(r"\W*(?<!!)\[(?!!)", block.text):
            self.draft.add_item(block, -1)
        else:
            self._begin_group(block, is_inner=block.level > self.top_level)

    def _begin_group(self, block: Block, *, is_inner: bool = False) -> None:
        title = heading_text(block.text).rstrip(" :")
        self.in_parent = False
        self.draft.begin_group(block, title, read_status(title), is_inner=is_inner)

    def _names_group(self, block: Block, following: Sequence[Block]) -> bool:
        """Tell whether a line of text names what follows: items, perhaps below a sentence about them, or a group."""
        text = block.text.strip("*_: ")
        if find_links(block.text):
            return False
        if len(text.split()) > _LONGEST_TITLE or text.endswith((".", "!", "?", ",")) or not following:
            return False
        next_block = following[0]
        if next_block.type is not BlockType.TEXT:
            return next_block.type in (BlockType.ITEM, BlockType.ROW)
        is_label = block.text.endswith(":") or re.fullmatch(r"(\*\*|__)[^*_]+\1:?", block.text) is not None
        if self.items_are_lines:
            return is_label or (not _ITEM_DETAILS.search(text) and _ITEM_DETAILS.search(next_block.text) is not None)
        if next_block.level or is_sentence(text, min_words=_LONGEST_TITLE - 2):
            return False
        if _LEADING_LINK.match(next_block.text) or _TRAILING_URL.search(next_block.text):
            return is_label or len(text.split()) <= _SHORT_TITLE
        return any(
            later.type in (BlockType.ITEM, BlockType.ROW) or _LEADING_LINK.match(later.text) for later in following[1:]
        )

    def _begin_named_group(self, block: Block, following: Sequence[Block]) -> None:
        """Begin a group that a line of text names; one without items of its own is the parent of the next ones.

        Below `Papers`, a line that names no medium is a topic of them; one that does is a group of its own.
        """
        names_medium = _GROUP_MEDIUM.search(block.text) or self.draft.shelf_named(plain_text(block.text).rstrip(" :"))
        if self.top_level or (self.in_parent and not names_medium):
            in_parent = self.in_parent
            self._begin_group(block, is_inner=True)
            self.in_parent = in_parent
            return
        self._begin_group(block)
        self.in_parent = following[0].type is BlockType.TEXT and self._names_group(following[0], following[1:])

    # Lines

    def _read_text(self, block: Block, following: Sequence[Block]) -> None:
        draft = self.draft
        if block.level and draft.open_items:
            draft.add_note(block, block.level)
        elif re.match(r"\s*(?:<(?!https?:)|\[?!\[)", block.text):
            return  # badges and pictures
        elif find_links(block.text) and (
            self.items_are_lines or _LEADING_LINK.match(block.text) or _TRAILING_URL.search(block.text)
        ):
            draft.add_item(block, 0)
        elif draft.open_items and draft.open_items[0][0] == -1:
            draft.add_note(block, 0)
        elif following and self._names_group(block, following):
            self._begin_named_group(block, following)
        elif self.items_are_lines and not is_sentence(block.text, min_words=_LONGEST_TITLE):
            draft.add_item(block, 0)
        elif not draft.open_items:
            draft.add_description(block)

    # Items

    def _read_item(self, block: Block, index: int) -> None:
        draft = self.draft
        while draft.open_items and draft.open_items[-1][0] >= max(block.level, 0):
            draft.open_items.pop()
        if draft.open_items:
            self._read_nested_item(block)
        elif self._item_names_group(block, index):
            self.has_top_groups = self.has_top_groups or not block.level
            self._begin_group(block, is_inner=bool(block.level or self.top_level))
        elif self.is_flat and draft.items and self._is_note(block):
            self.guessed_notes.append(block.line)
            draft.open_items = [(-1, draft.items[-1])]
            draft.add_note(block, 0)
            draft.open_items = []
        elif block.text:
            draft.add_item(block, block.level)

    def _read_nested_item(self, block: Block) -> None:
        """Read an item below another one: its link, or a note."""
        depth, parent = self.draft.open_items[-1]
        link = only_link(block) if len(self.draft.open_items) == 1 and "url" not in parent else None
        if link:
            words, parent["url"] = link
            self.draft.ledger.add_text(block.line_numbers, parent["url"])
            self.draft.ledger.add_structure(block.line_numbers, words)
        else:
            self.draft.add_note(block, max(block.level, depth + 1))

    def _is_note(self, block: Block) -> bool:
        """Tell whether an item of a list that lost its indentation is a note on the one before it."""
        if find_links(block.text):
            return False
        head, colon, _ = block.text.partition(": ")
        if colon and len(head.split()) == 1:
            return True
        return is_sentence(re.split(r"\s[-–—]\s", head if colon else block.text)[0])

    def _item_names_group(self, block: Block, index: int) -> bool:
        """Tell whether an item names a group: it has no link, and the items below it are more than its links."""
        if find_links(block.text) or block.checked is not None or len(block.text.split()) > _LONGEST_TITLE:
            return False
        following = map(self.blocks.__getitem__, range(index + 1, len(self.blocks)))
        below = list(takewhile(lambda item: item.type is BlockType.ITEM and item.level > block.level, following))
        children = [item for item in below if item.level == block.level + 1]
        has_grandchildren = len(children) < len(below)
        if self.has_top_groups and not block.level and children:
            return True
        own_links = [link for item in children if (link := only_link(item))]
        if any(words for words, _ in own_links) or (own_links and not has_grandchildren):
            return False
        # A link of one word describes its parent; things to read have longer names.
        has_titles = any(find_links(item.text) and len(plain_text(item.text).split()) > 1 for item in children)
        return has_titles or (has_grandchildren and not self.has_sections and not block.level)

    def _read_row(self, row: Block) -> None:
        """Read a row, unless it is empty or in a table of something else."""
        draft = self.draft
        cells = dict(zip((_column_role(name) for name in row.header), row.cells, strict=False))
        title, link = cells.get("title", ""), cells.get("link", "")
        if not re.search(r"\w", f"{title}{link}"):
            return
        links = find_links(link)
        text = f"[{plain_text(title)}]({links[0][1]})" if links and not find_links(title) else title
        fields = draft.add_item(Block(row.line, BlockType.ITEM, text), 0)
        notes: list[str] = []
        if author := plain_text(cells.get("author", "")):
            fields["author"] = author
        if status := read_status(cells.get("status", "")):
            fields["status"] = status
            draft.ledger.add_structure(row.line_numbers, cells["status"])
            notes += [cells["status"]] if "(" in cells["status"] else []
        if why := cells.get("why", "").strip():
            fields["why"] = " ".join(filter(None, (fields.get("why"), why)))
        for name, cell in zip(row.header, row.cells, strict=False):
            if re.fullmatch(rf"#|{any_of('number_sign', 'rank')}", name):
                draft.ledger.add_structure(row.line_numbers, cell)
            elif not _column_role(name) and re.search(r"\w|[⭐★]", cell) and plain_text(cell) != plain_text(title):
                notes.append(f"{name}: {cell}")
        fields["notes"] += [{"text": note} for note in notes]
        draft.note_count += len(notes)
        draft.ledger.add_text(row.line_numbers, author, why, *notes)
        draft.ledger.add_structure(row.line_numbers, " ".join(words for words, _ in links))
        if self.header:
            draft.ledger.add_structure(self.header.line_numbers, " ".join(self.header.cells))
            self.header = None
        draft.open_items = []


def _column_role(name: str) -> str:
    """Return what a column contains, by its name; empty if its cells are notes."""
    roles = ("title", "link", "author", "status", "why")
    return next((role for role in roles if re.fullmatch(any_of(f"list_columns.{role}"), name.strip(" *"))), "")
