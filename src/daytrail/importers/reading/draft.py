"""Draft of a reading list: a tree of groups with their items, from which reading.yaml is made."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from daytrail.importers.reading.media import without_links
from daytrail.importers.reading.status import implement_shelf
from daytrail.importers.text.diagnostics import WordLedger, count_words, diagnostic, text_values
from daytrail.importers.text.ids import UsedIds, readable_id
from daytrail.importers.text.markdown import BARE_URL
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.entry import Status
from daytrail.problems import Problem

_ITEM_KEYS = ("title", "url", "aliases", "kind", "language", "author", "why", "favourite", "status", "notes")
"""In the order of reading.yaml."""
_NO_INTRODUCTION = re.compile(rf":[*_]*$|\[\]\(|\]\(\)|\bet al\b|\b(?:{any_of('asks_for_help')})\b", re.IGNORECASE)
"""A label of what follows, a badge, a link without a target, what asks for help, and a work."""
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])(?<!\bal\.)(?<!\b[A-Z]\.)\s+(?=[*_]*[^\W\d_a-z])")
_MOST_SENTENCES = 5
_FEWEST_WORDS = 3
_LONGEST_ABOUT = 600
"""Characters."""


@dataclass(eq=False)
class DraftItem:
    """Something to read, with the lines that it was read from."""

    line: int
    fields: dict[str, Any] = field(default_factory=dict)
    """As in reading.yaml; each note is a mapping."""
    lines: list[int] = field(default_factory=list)
    structure: list[str] = field(default_factory=list)
    """Words of its lines that became a key, a sign or an order."""
    doubts: list[tuple[str, str]] = field(default_factory=list)
    """Code and message of what was guessed."""

    guessed_author: str = ""
    """The place where its author is, as in `behind dashes`, if it is one only because others have theirs there."""
    details: list[tuple[list[int], str]] = field(default_factory=list)
    """Lines below it with the text that they became."""

    @property
    def urls(self) -> list[str]:
        """Its addresses, and the URLs in its texts."""
        text = " ".join(text_values(self.fields))
        return re.findall(BARE_URL, text)

    def add_note(self, text: str, lines: list[int] | None = None) -> dict[str, Any]:
        """Add a note, and return it, so that notes may be added to it; its lines are those of the item by default."""
        note: dict[str, Any] = {"text": text}
        self.fields.setdefault("notes", []).append(note)
        self.details.append((lines or self.lines, text))
        return note

    def add_structure(self, text: str, *kept: str) -> None:
        """Record the words of a text that are in none of those that are kept."""
        self.structure += (count_words(text) - count_words(" ".join(kept))).elements()

    def add_alias(self, url: str) -> None:
        """Add a further address, once."""
        if url != self.fields.get("url") and url not in self.fields.setdefault("aliases", []):
            self.fields["aliases"].append(url)


@dataclass(eq=False)
class Group:
    """A category, a shelf, or a group within one."""

    title: str
    level: int
    lines: Sequence[int]
    status: Status | None = None
    """Its own status or that of the group around it."""
    names_status: bool = False
    """True if its title states the status."""
    about: list[tuple[Sequence[int], str]] = field(default_factory=list)
    items: list[DraftItem] = field(default_factory=list)
    groups: list["Group"] = field(default_factory=list)

    @property
    def all_items(self) -> Iterator[DraftItem]:
        """Its items and those of the groups in it."""
        yield from self.items
        for group in self.groups:
            yield from group.all_items


class ListDraft:
    """The groups of a list, which become categories and shelves."""

    def __init__(self, title: str, *, has_title: bool) -> None:
        self.has_title = has_title
        """True if a heading is known to be the title of the document."""
        self.root = Group(title, 0, ())
        """Its items are above the first group."""
        self.title: tuple[Sequence[int], str] | None = None
        """Lines and words of the title of the document, if it is not that of the group with everything."""
        self.listed: Collection[int] = ()
        """Lines of items, which are no text about the list."""
        self.ledger = WordLedger()
        self.doubts: list[Problem] = []
        self._used_ids: UsedIds = {}

    def data(self) -> dict[str, Any]:
        """Return the list as it is in reading.yaml; groups without items are left out."""
        data: dict[str, Any] = {"title": "", "about": "", "categories": [], "to_read": [], "implement": []}
        top, head = [group for group in self.root.groups if any(group.all_items)], self.root
        if self.root.items:
            data["categories"].append(_without_empty(self._category(self.root, self.root.title, "")))
        elif top and top == self.root.groups[:1] and not self.has_title and _is_title(top[0]):
            top, head = [group for group in top[0].groups if any(group.all_items)], top[0]
        if top and not self.root.items:
            data |= self._introduction(head)
        for group in top:
            shelf = _shelf(group)
            if shelf:
                self._record_group(group)
                data[shelf] += [self._item(item, shelf) for item in group.items]
            else:
                category = self._category(group, group.title, "")
                category["categories"] = list(self._subcategories(group, "", category["id"]))
                data["categories"].append(_without_empty(category))
        return _without_empty(data)

    def _introduction(self, head: Group) -> dict[str, str]:
        """Return `title` and `about` of reading.yaml: the title and the introduction of the document."""
        title_lines, title = self.title or (head.lines, head.title)
        self.ledger.add_text(title_lines, title)
        about = self.root.about if head is self.root else [*self.root.about, *head.about]
        texts: list[str] = []
        for lines, sentences in self._paragraphs(about):
            if len(texts) + len(sentences) > _MOST_SENTENCES or len(" ".join([*texts, *sentences])) > _LONGEST_ABOUT:
                break
            if texts and re.search(r"[\w)]$", texts[-1]):
                texts[-1] += "."
            texts += sentences
            self.ledger.add_text(lines, *sentences)
        return {"title": title if title_lines else "", "about": " ".join(texts)}

    def _paragraphs(self, about: Iterable[tuple[Sequence[int], str]]) -> Iterator[tuple[list[int], list[str]]]:
        """Yield the lines and the sentences of each paragraph, without what is no text about a list."""
        paragraphs: list[tuple[list[int], str]] = []
        for lines, text in about:
            before = paragraphs[-1] if paragraphs else None
            if lines[0] in self.listed:
                if before and before[1][-1:] not in ".!?:":
                    paragraphs[-1] = (before[0], f"{before[1]}:")  # a label of the items
            elif before and (lines[0] == before[0][-1] + 1 or text[:1].islower()):
                paragraphs[-1] = ([*before[0], *lines], f"{before[1]} {text}")
            else:
                paragraphs.append(([*lines], text))
        for all_lines, text in paragraphs:
            sentences = _BETWEEN_SENTENCES.split(" ".join(text.split()))
            kept = [one for one in sentences if not _NO_INTRODUCTION.search(one)]
            words = without_links(" ".join(kept))
            if len(re.findall(r"[^\W\d]+", words)) >= (_FEWEST_WORDS if words.isascii() else 1):
                yield all_lines, kept

    def _subcategories(self, group: Group, prefix: str, parent_id: str) -> Iterator[dict[str, Any]]:
        """Yield the groups below a category; reading.yaml has one level of them, so a path becomes a title."""
        for child in group.groups:
            title = f"{prefix}{child.title}"
            if child.items:
                yield _without_empty(self._category(child, title, parent_id))
            elif any(child.all_items):
                self._record_group(child)
            if any(child.all_items):
                yield from self._subcategories(child, f"{title}: ", parent_id)

    def _category(self, group: Group, title: str, parent_id: str) -> dict[str, Any]:
        self._record_group(group)
        is_used = readable_id(group.title, {}, "category") in self._used_ids
        id_source = f"{parent_id} {group.title}" if parent_id and is_used else group.title
        return {
            "id": readable_id(id_source, self._used_ids, "category"),
            "title": title or "…",
            "about": " ".join(text for _, text in group.about),
            "items": [self._item(item) for item in group.items],
        }

    def _record_group(self, group: Group) -> None:
        """Record the lines of a group, and the doubts about what its title says of its items."""
        shelf = _shelf(group)
        record = self.ledger.add_structure if shelf else self.ledger.add_text
        record(group.lines, group.title)
        if shelf == "implement" and not implement_shelf(group.title)[1]:
            message = f"the heading `{group.title}` is taken for the list of what to build"
            self.doubts.append(diagnostic(group.lines[0], "guessed-shelf", message))
        for lines, text in group.about:
            self.ledger.add_text(lines, text)
        if group.names_status:
            count = sum(item.fields.get("status") == group.status for item in group.all_items)
            message = f"the heading `{group.title}` is taken as the status `{group.status}` of its items ({count})"
            if count:
                self.doubts.append(diagnostic(group.lines[0], "guessed-status", message))

    def _item(self, item: DraftItem, shelf: str = "") -> Any:
        """Return an item as people write it: only a title, or only a URL, is a plain text."""
        if shelf == "to_read" and item.fields.get("status") == "to-read":
            del item.fields["status"]
        self.ledger.add_structure(item.lines, *item.structure)
        self.ledger.add_text(item.lines, *text_values({**item.fields, "notes": []}))
        for lines, text in item.details:
            self.ledger.add_text(lines, text)
        fields = {**item.fields, "notes": [_note_data(note) for note in item.fields.get("notes", ())]}
        data = {key: fields[key] for key in _ITEM_KEYS if fields.get(key)}
        if set(data) == {"title"} and not re.match("https?://", data["title"]):
            return data["title"]
        return data["url"] if set(data) == {"url"} else data


def _is_title(group: Group) -> bool:
    """Tell whether the only group of a list has no items of its own, but groups as the title of a document has."""
    filled = [inner for inner in group.groups if any(inner.all_items)]
    return not group.items and (len(filled) > 1 or any(inner.groups for inner in filled))


def _shelf(group: Group) -> str:
    """Return the key of the shelf that a group of the highest level is; empty for a category."""
    if group.groups or group.about:
        return ""
    if group.names_status and group.status == "to-read" and ": " not in group.title:
        return "to_read"
    return "implement" if implement_shelf(group.title)[0] else ""


def _note_data(note: dict[str, Any]) -> Any:
    inner = [_note_data(one) for one in note.get("notes", ())]
    return {"text": note["text"], "notes": inner} if inner else note["text"]


def _without_empty(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value}
