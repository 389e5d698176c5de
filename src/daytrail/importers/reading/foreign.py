"""Draft of a reading list that is read from a file of another program: its items, folders, and what is left out."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from daytrail.importers.reading.draft import DraftItem, Group, ListDraft
from daytrail.importers.reading.reader import ImportedList, imported_list
from daytrail.importers.text.diagnostics import diagnostic, text_values
from daytrail.importers.text.markdown import is_valid_url
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.urls import url_keys
from daytrail.problems import Problem

_FAVOURITE_TAG = re.compile(rf"(?:{any_of('favourite')})s?|\W*[⭐★❤]\W*", re.IGNORECASE)
_READ_AS = ("status", "kind", "language", "favourite")
"""Fields whose values are not the words of the source."""


class ForeignList:
    """A reading list of another program while it is read.

    What its fields say is recorded line by line as it is read, so that `--verify` compares the result with that rather
    than with the source, most of whose words are keys, times and numbers of the other program.
    """

    def __init__(self, text: str, title: str, form: str) -> None:
        self.draft = ListDraft(title, has_title=False)
        self.form = form
        self._content: list[list[str]] = [[] for _ in range(text.count("\n") + 2)]
        self._groups: dict[tuple[str, ...], Group] = {(): self.draft.root}
        self._doubts: list[Problem] = []
        self._lines_by_url: dict[str, int] = {}
        self._unused_fields: Counter[str] = Counter()
        self._tagged: list[tuple[DraftItem, tuple[str, ...]]] = []

    def group(self, path: Sequence[str], line: int, *, is_recorded: bool = False) -> Group:
        """Return the group of a path of folders; it is made, and its name recorded, if it is not there."""
        key = tuple(path)
        if key not in self._groups:
            self._groups[key] = Group(key[-1], len(key), range(line, line + 1))
            self.group(key[:-1], line).groups.append(self._groups[key])
            self.record(line, *(() if is_recorded else key[-1:]))
        return self._groups[key]

    def add(
        self, line: int, fields: Mapping[str, Any], *, folders: Sequence[str] = (), tags: Iterable[str] = ()
    ) -> DraftItem | None:
        """Add an item with what its fields say; None, and the item is left over, if it has neither title nor URL."""
        said = {key: value for key, value in fields.items() if value}
        notes, url = [note for note in said.pop("notes", ()) if note], said.get("url")
        if url and not is_valid_url(url):
            notes.append(said.pop("url"))
        if url and said.get("title") == url:
            del said["title"]
        if not said.get("title") and not said.get("url"):
            self.record(line, " ".join(text_values(dict(fields))))
            return None
        if url and "url" not in said:
            self.doubt(line, "no-web-address", f"`{url}` is no address of a page, so it became a note")
        item = DraftItem(line, said, [line])
        self.group(folders, line).items.append(item)
        for note in notes:
            item.add_note(note)
        self.record(line, *text_values({key: value for key, value in said.items() if key not in _READ_AS}))
        for key in url_keys(said.get("url")):
            if first := self._lines_by_url.get(key):
                self.doubt(line, "repeated-url", f"{said['url']} is also the address of the item in line {first}")
            self._lines_by_url.setdefault(key, line)
        labels = tuple(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
        if any(_FAVOURITE_TAG.fullmatch(tag) for tag in labels):
            said["favourite"] = True
        self._tagged += [(item, labels)] if labels else []
        self.record(line, *labels)
        return item

    def describe(self, item: DraftItem, line: int, text: str) -> None:
        """Add what a further line says about an item: why it is worth the time, or a note."""
        item.lines.append(line)
        self.record(line, text)
        if item.fields.setdefault("why", text) != text:
            item.add_note(text, [line])

    def record(self, line: int, *words: str) -> None:
        """Record what the source says on a line; if it becomes no item, the report names it as left over."""
        self._content[line].extend(words)

    def doubt(self, line: int, code: str, message: str) -> None:
        """Report a guess."""
        self._doubts.append(diagnostic(line, code, message))

    def leave_out(self, name: str) -> None:
        """Count a field that a reading list has no place for; the report names it once."""
        self._unused_fields[name] += 1

    def finish(self) -> ImportedList:
        """Return the list. Tags are categories if there are no folders and each item has one at most, else notes."""
        are_folders = len(self._groups) == 1 and all(len(tags) == 1 for _, tags in self._tagged)
        for item, tags in self._tagged:
            if are_folders:
                self.draft.root.items.remove(item)
                self.group(tags, item.line, is_recorded=True).items.append(item)
                self.draft.ledger.add_structure(item.lines, *tags)
            else:
                item.add_note(f"Tags: {', '.join(tags)}")
        if self._unused_fields:
            names = ", ".join(f"{name} ({count})" for name, count in self._unused_fields.items())
            self.doubt(1, "fields-left-out", f"left out, since a reading list has no place for them: {names}")
        content = "\n".join(" ".join(words).replace("\n", " ") for words in self._content[1:])
        result = imported_list(self.draft, self._doubts, content)
        return replace(result, form=f"reading list ({self.form})", content=content)
