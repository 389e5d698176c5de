"""Importer for a reading list in Markdown, or in text that was Markdown, as categories, shelves and notes."""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import PurePath
from typing import Any

from daytrail.importers.reading.draft import DraftItem, Group, ListDraft
from daytrail.importers.reading.list_item import (
    Conventions,
    add_addresses,
    has_only_media,
    is_sentence,
    is_surely_name,
    medium,
    read_item,
    split_names,
    sure_names,
)
from daytrail.importers.reading.status import is_implement_shelf, status_of, status_of_heading
from daytrail.importers.reading.table import column_roles, read_row
from daytrail.importers.text.diagnostics import by_line, diagnostic, lost_lines
from daytrail.importers.text.front_matter import split_front_matter
from daytrail.importers.text.item_text import with_absolute_links
from daytrail.importers.text.markdown import BARE_URL, find_links, heading_text, is_valid_url, plain_text, prose
from daytrail.importers.text.outline import Block, BlockType, read_outline, without_control_characters
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.entry import Status
from daytrail.model.urls import normalise
from daytrail.problems import Problem

_GROUP_MEDIUM = re.compile(rf"\b(?:{any_of('group_media', 'media')})\b", re.IGNORECASE)
_ABOUT_ITSELF = re.compile(any_of("about_itself"), re.IGNORECASE)
_LEADING_LINK = re.compile(r"(?:\W*\d+[.)])?\W*(?<!!)(?:\[(?!!)|https?://)")
_TRAILING_URL = re.compile(r"https?://\S+$")
_ITEM_DETAILS = re.compile(rf"\s[-–—]\s|,\s|\(|\d|https?://|\b(?:{any_of('before_author')})\b|[✔✅]")
"""Found in items of a list without bullets, and not in titles of groups."""
_SHORT_TITLE = 3
"""Words of a title that may be right above a line with a link."""
_LONGEST_TITLE = 9
"""Words of a title of a group; a longer line is a sentence about one."""
_WRAPPED_LENGTH = 60
"""Characters of a line that may have been broken because it was full."""
_PERIOD = re.compile(r"(?:[^\W\d_]{3,9}\s+)?(?:19|20)\d\d\b.{0,25}")
"""A heading that is a year, or a month of one."""
_LABEL = re.compile(r"\W*(?P<name>[^\W\d_][\w /()?-]{1,24}?)(?:\*\*|__|[*_])?\s*:+(?:\*\*|__|[*_])?\s+(?P<value>\S.*)")
_BOLD_LINE = re.compile(r"(?P<mark>\*\*|__)(?P<title>(?:(?!(?P=mark)).)+)(?P=mark)\s*:?(?P<sign>[^\w]*)")
_DEFINITION = re.compile(r"(\*\*|__|[*_])(?=\S)(?:(?!\1).)+\1\s*(?:[–—-]|:|,|\()\s*\S")
_HTML_LINK = re.compile(r"<a\s[^<>]*?href=[\"'](?P<url>[^\"']+)[\"'][^<>]*>(?P<words>[^<>]*)</a>", re.IGNORECASE)
_INLINE_HTML = re.compile(r"</?(?:span|font|small|big|center)(?:\s[^<>]*)?>", re.IGNORECASE)
_SIGNATURE = re.compile(r"(?<=\n)\n--[ ]?\n(?:[^\n]*\n?){1,8}\Z")
"""The end of a mail."""
_MAIL_HEADERS = re.compile(r"\A(?=(?:.+\n){0,9}Subject: )(?:[A-Z][\w-]+: .+\n){2,}")
_NUMBERED_URL = re.compile(r"^[ \t]*\[(\d+)\][ \t]+(https?://\S+)[ \t]*$", re.MULTILINE)
_OBSIDIAN_COMMENT = re.compile(r"^%%.*?%%[ \t]*$", re.DOTALL | re.MULTILINE)
_GLUED_URLS = re.compile(r"(?<=[\w/])(?=https?://)(?<!=)")
_NO_TEXT = re.compile(r"\s*(?:<(?!https?:)|\[?!\[|\[\^|\[!|\{[:%]|:warning:|=\s)")
"""Badges, pictures, footnotes, callouts, attributes and commands of site generators, and what a sign means."""
_PART = re.compile(r"\W*[^\W\d_]+ \d+\W*https?://")
"""Words and a URL such as `Part 2: https://…`."""
_RULE = re.compile(r"\s*([-*_])(?:\s*\1){2,}\s*")


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
    form: str = "reading list"
    """What the source was recognised as."""
    content: str | None = None
    """What a source that is no Markdown says, line by line; `--verify` compares the result with it."""


@dataclass(eq=False)
class _Node:
    """A block with the blocks within it; the text of a list item includes the lines on which it goes on."""

    block: Block
    text: str
    lines: list[int]
    children: list["_Node"] = field(default_factory=list)

    @property
    def type(self) -> BlockType:
        return self.block.type


def read_list(text: str, name: str, source_url: str | None = None) -> ImportedList:
    """Read a reading list; the name of its file may be that of a status, as in `to-read.md`.

    Relative links are counted from `source_url`.
    """
    text = without_control_characters(text)
    reader = _ListReader(text, name, source_url)
    reader.read()
    return imported_list(reader.draft, reader.doubts, text)


def imported_list(draft: ListDraft, doubts: Iterable[Problem], text: str) -> ImportedList:
    """Return the list that a draft becomes, with doubts and the lines of its source that it lacks."""
    data = draft.data()
    guesses = [*doubts, *draft.doubts]
    items = list(_items_in(data))
    unparsed_lines = draft.ledger.unparsed_lines(text, nothing_imported=not data)
    lost = lost_lines(text, data, unparsed_lines, draft.ledger.structure)
    return ImportedList(
        data,
        (*by_line(guesses if data else []), *by_line([*unparsed_lines, *lost])),
        tuple(draft.ledger.structure),
        len(data.get("categories", ())) + ("to_read" in data) + ("implement" in data),
        len(items),
        sum(_count_notes(item) for item in items),
    )


def _items_in(data: dict[str, Any]) -> Iterator[Any]:
    for category in data.get("categories", ()):
        yield from category.get("items", ())
        yield from _items_in(category)
    yield from data.get("to_read", ())
    yield from data.get("implement", ())


def _count_notes(data: Any) -> int:
    return sum(1 + _count_notes(note) for note in data.get("notes", ())) if isinstance(data, dict) else 0


class _ListReader:
    """Reader of one document: the form of the list, its draft so far, and what the next blocks continue."""

    def __init__(self, text: str, name: str, source_url: str | None) -> None:
        self.doubts: list[Problem] = []
        self.glued_words: list[tuple[int, str]] = []
        outline = read_outline(self._with_plain_links(text, source_url))
        blocks = list(_without_contents(outline.blocks))
        self.lines = outline.lines
        self.nodes = _nodes(blocks, outline.lines)
        self.conventions = self._read_conventions(blocks)
        items = [block for block in blocks if block.type is BlockType.ITEM]
        headings = [index for index, node in enumerate(self.nodes) if node.type is BlockType.HEADING]
        listed = sum(block.type in (BlockType.ITEM, BlockType.ROW) for block in blocks)
        texts = [block.text for block in blocks if block.type is BlockType.TEXT]
        detailed = sum(_ITEM_DETAILS.search(line) is not None and not line.endswith(".") for line in texts)
        self.items_are_lines = listed * 10 <= len(texts) <= detailed * 2
        """Whether items are plain lines."""
        self.items_have_urls = sum("http" in line for line in texts) * 2 > len(texts)
        self.is_flat = (
            not headings and not any("](" in block.text for block in blocks) and not any(item.level for item in items)
        )
        """Whether the list has lost its indentation, so that notes are on the level of their items."""
        self.has_sections = len(headings) > 1
        self.title_index = self._title_index(headings)
        title = str(split_front_matter(text)[0].get("title") or "Reading")
        if self.title_index is not None:
            title = heading_text(self.nodes[self.title_index].text)
        self.draft = ListDraft(title, has_title=self.title_index is not None)
        for line, words in self.glued_words:
            self.draft.ledger.add_structure([line], words)
        self._set_default_status(title, name)
        self.has_statuses = any(
            status_of_heading(_heading_title(self.nodes[index].text)) not in ((None, True), (None, False))
            and status_of_heading(_heading_title(self.nodes[index].text))[1]
            for index in headings
            if index != self.title_index
        )
        """Whether a heading is sure to state a status, so that others may."""
        self.groups = [self.draft.root]
        """The present group and those around it, outermost first."""
        self.item: DraftItem | None = None
        """The item to which unindented text and items below belong: a heading or a line of its own."""
        self.annotated_item: DraftItem | None = None
        """The item that the next quotation is about."""
        self.item_heading_level = 0
        """The level of the last heading, if it was an item."""
        self.in_parent = False
        """Whether the last group named by a line has no items of its own, so that groups below it are in it."""
        self.in_ignored_section = False
        """Whether the present section lists nothing to read, such as a licence."""
        self.has_top_groups = False
        """Whether an unindented item has been the name of a group."""
        underlines = {self.nodes[index].block.line + 1 for index in headings}
        self.rules = [
            number for number, line in enumerate(self.lines, 1) if number not in underlines and _RULE.fullmatch(line)
        ]
        """Lines that separate what is above from what is below."""
        self.seen_urls: dict[str, int] = {}
        self.struck_lines: list[int] = []
        self.guessed_notes: list[int] = []
        """Lines of items that were taken for notes."""

    # The form of the document

    def _with_plain_links(self, text: str, source_url: str | None) -> str:
        """Return a text with as many lines whose HTML links, relative links and comments are those of Markdown."""
        text = _OBSIDIAN_COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
        text = re.sub(r"^[ \t]*</?[ou]l[^<>]*>[ \t]*$", "", text, flags=re.MULTILINE | re.IGNORECASE)
        text = re.sub(r"^[ \t]*<li[^<>]*>(.*?)(?:</li>)?[ \t]*$", r"- \1", text, flags=re.MULTILINE | re.IGNORECASE)
        text = re.sub(r"^[ \t]*<a\s+(?:name|id)=[^<>]*>(?:</a>)?[ \t]*$", "", text, flags=re.MULTILINE | re.IGNORECASE)
        for number, line in enumerate(text.split("\n"), 1):
            self.glued_words += [(number, tag) for tag in _INLINE_HTML.findall(line)]
        text = _INLINE_HTML.sub("", text)
        text = re.sub(r"^[ \t]*&nbsp;[ \t]*$", "<!-- -->", text, flags=re.MULTILINE)
        for part_of_mail in (_MAIL_HEADERS, _SIGNATURE):
            text = part_of_mail.sub(lambda match: "\n" * match[0].count("\n"), text)
        text = self._with_numbered_links(text)
        text = _HTML_LINK.sub(lambda link: f"[{link['words'].strip()}]({link['url']})", text)
        text = "\n".join(
            line if "](#" in line else with_absolute_links(line, source_url, []) for line in text.split("\n")
        )
        for number, line in enumerate(text.split("\n"), 1):
            for glued in re.finditer(r"\S*[\w/]https?://\S+", line) if line.count("://") > 1 else ():
                urls = _GLUED_URLS.split(glued[0])
                if len(urls) > 1 and all(re.match(r"https?://[^/\s?]+/[^?]*$", url) for url in urls):
                    message = f"two addresses without a space between them are read as {' and '.join(urls)}"
                    self.doubts.append(diagnostic(number, "joined-urls", message))
                    text = text.replace(glued[0], " ".join(urls))
                    self.glued_words.append((number, glued[0]))
        return text

    def _with_numbered_links(self, text: str) -> str:
        """Return a text with its URLs in place of numbers such as `[1]`, which its last lines explain."""
        urls = dict(_NUMBERED_URL.findall(text))
        lines = text.split("\n")
        used: set[str] = set()
        for index, line in enumerate(lines):
            if urls and not _NUMBERED_URL.fullmatch(line):
                for number in re.findall(r"(?<=\s)\[(\d+)\](?![(:\[])", line):
                    if number in urls:
                        lines[index] = lines[index].replace(f"[{number}]", f"<{urls[number]}>")
                        self.glued_words.append((index + 1, number))
                        used.add(number)
        for index, line in enumerate(lines):
            if used and (explained := _NUMBERED_URL.fullmatch(line)) and explained[1] in used:
                self.glued_words.append((index + 1, line))
                lines[index] = ""
        return "\n".join(lines)

    def _read_conventions(self, blocks: Sequence[Block]) -> Conventions:
        """Return what signs and dashes mean in this document."""
        texts = [cell for block in blocks for cell in (block.text, *block.cells)]
        runs = (re.findall(r"([★⭐🌟])\ufe0f?\s?[★☆⭐🌟½]", text) for text in texts)
        conventions = Conventions(rating_signs="".join(sign for run in runs for sign in run))
        struck = re.compile(rf"\b(?:{any_of('struck')})\b.*\b(?:{any_of('statuses.read')})\b", re.IGNORECASE)
        conventions.struck_status = "read" if any(struck.search(text) for text in texts) else "dropped"
        for block in blocks:
            if block.type in (BlockType.TEXT, BlockType.ITEM):
                conventions.legend |= _legend(block.text)
        behind = [
            (block.line, re.split(r"\s[–—-]{1,2}\s", words)[-1])
            for block in blocks
            if block.type in (BlockType.ITEM, BlockType.TEXT)
            and re.search(r"\S\s[–—-]{1,2}\s\S", words := prose(block.text))
        ]
        # Neither signs behind names nor links, which are `_`, are names.
        behind = [(line, re.sub(r"(?<![^\w.)\]])[^\w.)\]]+$", "", re.sub(r"_{4,}", "", text))) for line, text in behind]
        behind = [(line, text) for line, text in behind if text]
        names = [(line, text) for line, text in behind if len(text.split()) > 1 and split_names(text)[0]]
        conventions.authors_behind_dashes = len(names) > 1 and len(names) * 10 >= len(behind) * 6
        if conventions.authors_behind_dashes and not any(is_surely_name(text) for _, text in names):
            line, text = names[0]
            message = f"what is behind dashes is taken as authors ({len(names)} times), as in `{text}`"
            self.doubts.append(diagnostic(line, "guessed-author", message))
        return conventions

    def _title_index(self, headings: Sequence[int]) -> int | None:
        """Return the index of the title: the only heading of the highest level; without headings, the first line."""
        if headings:
            level = min(self.nodes[index].block.level for index in headings)
            highest = [index for index in headings if self.nodes[index].block.level == level]
            others = [index for index in highest[1:] if not _is_about_itself(self.nodes[index].text)]
            has_groups = len(headings) > 1 or any(_BOLD_LINE.fullmatch(node.text) for node in self.nodes)
            is_title = not others and highest[0] == headings[0] and has_groups
            return highest[0] if is_title else None
        if len(self.nodes) < 2 or any(node.type is not BlockType.TEXT for node in self.nodes[:2]):
            return None
        first, second = self.nodes[:2]
        if not self._names_group(first, self.nodes[1:4]):
            return None
        return 0 if self._names_group(second, self.nodes[2:5]) or second.text.endswith(".") else None

    def _set_default_status(self, title: str, name: str) -> None:
        """Set the status of all items that the title of the document, or the name of its file, states."""
        stem = re.sub(r"[-_]+", " ", PurePath(name).stem)
        for text, what in ((title, "title"), (stem, "name of the file")):
            status, is_sure = status_of_heading(text)
            if status and (is_sure or (what != "title" and text.casefold() != "reading")):
                self.draft.root.status = status
                message = f"the {what} `{text}` is taken as the status `{status}` of items without one"
                self.doubts.append(diagnostic(1, "guessed-status", message))
                return

    # Groups

    def read(self) -> None:
        """Read all blocks."""
        for index, node in enumerate(self.nodes):
            if index == self.title_index:
                continue
            if node.type is BlockType.HEADING:
                self._read_heading(node, index)
            elif self.in_ignored_section:
                continue
            elif node.type is BlockType.TEXT:
                self._read_text(node, index)
            elif node.type is BlockType.ITEM:
                self._read_item(node)
            elif node.type is BlockType.ROW and not node.block.header:
                self._read_table(node, index)
        if self.struck_lines:
            lines = ", ".join(map(str, self.struck_lines))
            message = f"what is struck through is taken as `{self.conventions.struck_status}`: lines {lines}"
            self.doubts.append(diagnostic(self.struck_lines[0], "guessed-status", message))
        if self.guessed_notes:
            lines = ", ".join(map(str, self.guessed_notes))
            message = (
                f"taken for notes on what is above them, by their wording, since nothing is indented: lines {lines}"
            )
            self.doubts.append(diagnostic(self.guessed_notes[0], "guessed-notes", message))

    def _section(self, index: int) -> list[_Node]:
        """Return the blocks between a heading and the next one."""
        section = []
        for node in self.nodes[index + 1 :]:
            if node.type is BlockType.HEADING:
                break
            section.append(node)
        return section

    def _read_heading(self, node: _Node, index: int) -> None:
        self.in_parent = False
        self.item = None
        level = node.block.level
        while len(self.groups) > 1 and self.groups[-1].level >= level:
            self.groups.pop()
        self.in_ignored_section = _is_about_itself(node.text)
        if self.in_ignored_section:
            return
        section = self._section(index)
        details = [_empty_detail(one.text) for one in section]
        if len(details) > 1 and all(details) and any(map(_detail_role, details)):
            self.in_ignored_section = True  # a template
            return
        links = find_links(node.text)
        has_link = links and _LEADING_LINK.match(node.text)
        listed = [one for one in section if one.type is BlockType.ITEM and find_links(one.text)]
        is_prose = bool(section) and all(one.type is BlockType.TEXT for one in section)
        below = section[0].text if section and section[0].type is BlockType.TEXT else ""
        has_own_links = below.startswith("[") and has_only_media(below)
        is_like_sibling = self.item_heading_level == level and is_prose
        if (has_link and len(listed) < 2) or self._describes_item(section) or is_like_sibling or has_own_links:
            self.item = self._add_item(node)
            self.item_heading_level = level
            if is_like_sibling and not has_link:
                message = f"the heading `{_heading_title(node.text)}` is taken as an item, as the one above it"
                self.doubts.append(diagnostic(node.block.line, "guessed-items", message))
            return
        self.item_heading_level = 0
        self._begin_group(node, level)
        if has_link:
            self._add_item(node)

    def _describes_item(self, section: Sequence[_Node]) -> bool:
        """Tell whether what is below a heading is only details of one item, such as its author and its status."""
        labels = [_LABEL.match(node.text) for node in section]
        known = [label for label in labels if label and _detail_role(label["name"])]
        all_labelled = len(labels) > 1 and all(labels)
        return bool(known) and (all_labelled or (len(known) > 1 and len(known) * 3 >= len(section)))

    def _begin_group(self, node: _Node, level: int) -> None:
        """Begin a group within those of lower levels."""
        while len(self.groups) > 1 and self.groups[-1].level >= level:
            self.groups.pop()
        parent = self.groups[-1]
        title = _heading_title(node.text)
        status, is_sure = status_of_heading(title)
        names_status = status is not None and (is_sure or self.has_statuses)
        if not names_status:
            status = parent.status
            is_sibling = parent is self.draft.root or any(group.names_status for group in parent.groups)
            if self.has_statuses and is_sibling and not status and _PERIOD.fullmatch(title):
                status, names_status = "read", True
        group = Group(title, level, node.block.line_numbers, status, names_status)
        if re.search(r"[🎥📹📺🎬🎧🎙📕📗📘📙📖📚📄🎓]", node.text):
            group.kind = medium(title) or None
        parent.groups.append(group)
        self.groups.append(group)
        self.item = None

    def _names_group(self, node: _Node, following: Sequence[_Node]) -> bool:
        """Tell whether a line of text names what follows: items, perhaps below a sentence about them, or a group."""
        text = node.text.strip("*_: ")
        if find_links(node.text):
            return False
        is_bold = _BOLD_LINE.fullmatch(node.text) is not None
        if not is_bold and re.fullmatch(r"([*_])(?:[^\W\d_A-Z].*|(?:\S+\s+){4,}\S+)\1", node.text):
            return False  # a remark in italics
        if len(text.split()) > _LONGEST_TITLE or (text.endswith((".", "!", "?", ",")) and not is_bold) or not following:
            return False
        next_node = following[0]
        if next_node.type is not BlockType.TEXT:
            return next_node.type in (BlockType.ITEM, BlockType.ROW)
        is_label = node.text.endswith(":") or is_bold
        if self.items_are_lines:
            return is_label or (not _ITEM_DETAILS.search(text) and _ITEM_DETAILS.search(next_node.text) is not None)
        if is_bold and next_node.block.line > node.block.line + 1:
            return True
        if is_sentence(text, min_words=_LONGEST_TITLE - 2):
            return False
        if _LEADING_LINK.match(next_node.text) or _TRAILING_URL.search(next_node.text):
            return is_label or len(text.split()) <= _SHORT_TITLE
        return any(
            later.type in (BlockType.ITEM, BlockType.ROW) or _LEADING_LINK.match(later.text) for later in following[1:]
        )

    def _begin_named_group(self, node: _Node, following: Sequence[_Node]) -> None:
        """Begin a group that a line of text names; one without items of its own is the parent of the next ones.

        Below `Papers`, a line that names no medium is a topic of them; one that does is a group of its own.
        """
        title = _heading_title(node.text)
        starts_own = _GROUP_MEDIUM.search(node.text) or status_of_heading(title)[0] or is_implement_shelf(title)
        if self.in_parent and not starts_own:
            self._begin_group(node, 8)
            return
        self._begin_group(node, 7)
        self.in_parent = following[0].type is BlockType.TEXT and self._names_group(following[0], following[1:])

    # Lines

    def _read_text(self, node: _Node, index: int) -> None:
        following = self.nodes[index + 1 : index + 4]
        if _NO_TEXT.match(node.text) or _legend(node.text) or not re.search(r"\w", node.text):
            return
        if self.item and bisect(self.rules, self.item.line) < bisect(self.rules, node.block.line):
            self.item = None
        is_annotated = bool(following) and self._is_annotation(following[0])
        if self._is_annotation(node) and self.annotated_item:
            self._add_detail(self.annotated_item, node)
        elif self.item and has_only_media(node.text):
            self._add_detail(self.item, node)
        elif self._is_item_line(node.text) or is_annotated or self._is_definition(node, index):
            item = self._add_item(node)
            self.annotated_item = item if is_annotated else None
            self.item = item if _BOLD_LINE.fullmatch(node.text) else None
        elif self.item:
            self._add_detail(self.item, node)
        elif following and (label := self._label_with_sentence(node, following[0])):
            self._begin_group(_Node(node.block, label["title"], node.lines), 7)
            self.groups[-1].about.append((node.block.line_numbers, label["about"]))
        elif following and self._names_group(node, following):
            self._begin_named_group(node, following)
        elif self.items_are_lines and not self.items_have_urls and not is_sentence(node.text, min_words=_LONGEST_TITLE):
            self._add_item(node)
        else:
            self._read_description(node, index)

    def _read_description(self, node: _Node, index: int) -> None:
        """Read a text about a group; one with a link is an item if nothing else in the group is."""
        group = self.groups[-1]
        has_link = bool(find_links(node.text))
        is_above_end = has_link and bisect(self.rules, node.block.line) < len(self.rules)
        if group is self.draft.root or (group.items and not is_above_end):
            return
        if has_link and not any(group.all_items) and not self._is_followed_by_items(index):
            self._add_item(node)
        elif not group.groups:
            text = re.sub(r"^([*_]{1,2})(?=\S)(.*)(?<=\S)\1$", r"\2", node.text)
            group.about.append((node.block.line_numbers, text))

    def _is_followed_by_items(self, index: int) -> bool:
        """Tell whether there are items below a text in its section."""
        return any(
            node.type in (BlockType.ITEM, BlockType.ROW)
            or (node.type is BlockType.TEXT and _BOLD_LINE.fullmatch(node.text))
            for node in self._section(index)
        )

    def _label_with_sentence(self, node: _Node, following: _Node) -> re.Match[str] | None:
        """Match a line such as `**Tides**: where to begin` above a list."""
        label = re.match(r"(\*\*|__)(?P<title>(?:(?!\1).)+)\1\s*[:–—-]\s+(?P<about>\S.*)", node.text)
        if not label and not self.has_sections and following.type is BlockType.ITEM and find_links(node.text):
            return re.fullmatch(r"(?P<title>\w[\w'’&/-]*(?:\s[\w'’&/-]+){0,3})\s(?P<about>\(.*\))", node.text)
        return label if following.type in (BlockType.ITEM, BlockType.ROW) and not find_links(node.text) else None

    def _is_definition(self, node: _Node, index: int) -> bool:
        """Tell whether a line is one of several such as `**Title** - text`."""
        lines = [one for one in self.nodes[max(index - 1, 0) : index + 2] if one.type is BlockType.TEXT]
        return (
            _DEFINITION.match(node.text) is not None
            and sum(_DEFINITION.match(one.text) is not None for one in lines) > 1
        )

    def _is_annotation(self, node: _Node) -> bool:
        """Tell whether a text is a quotation or a definition, as people put them below a title."""
        line = self.lines[node.block.line - 1]
        return (
            node.type is BlockType.TEXT
            and line.lstrip().startswith((">", ": "))
            and self.groups[-1] is not self.draft.root
        )

    def _is_item_line(self, text: str) -> bool:
        """Tell whether a line of text is an item: it begins with a link, or has a bare URL."""
        if not find_links(text):
            return False
        if self.items_are_lines or _LEADING_LINK.match(text):
            return True
        text = re.sub(r"\]\([^()]*\)", "", text)
        has_url = re.search(BARE_URL, text) is not None
        return has_url and (_TRAILING_URL.search(text) is not None or len(text.split()) <= _LONGEST_TITLE)

    # Items

    def _add_item(self, node: _Node) -> DraftItem:
        """Read a block as an item of the present group."""
        block = node.block
        urls = node.text.split()
        if len(urls) > 1 and all(re.fullmatch(BARE_URL, url) and is_valid_url(url) for url in urls):
            for url in urls[:-1]:
                self._place(DraftItem(block.line, {"url": url}, list(node.lines)))
            node.text = urls[-1]
        item = DraftItem(block.line, lines=list(node.lines))
        is_struck = "~~" in self.lines[block.line - 1]
        if block.dropped and not block.checked:
            item.fields["status"] = self.conventions.struck_status if is_struck else "dropped"
        elif block.checked is not None:
            item.fields["status"] = self._status_of_box(item, block)
        text = node.text
        if block.type is BlockType.HEADING and (number := re.match(r"\d+[.)]\s+", text)):
            item.structure.append(number[0])
            text = text[number.end() :]
        read_item(item, text, self.conventions)
        if is_struck and not block.checked and item.fields.get("status") == self.conventions.struck_status:
            self.struck_lines.append(block.line)
        if not item.fields.get("title") and "url" not in item.fields:
            item.fields["title"] = plain_text(text) or "…"
        return self._place(item)

    def _status_of_box(self, item: DraftItem, block: Block) -> Status:
        """Return what a checkbox says; an open one may be below a heading for what is being read, or was given up."""
        if block.checked:
            if block.dropped:
                item.doubts.append(("guessed-status", "ticked and struck through is taken as the status `read`"))
            return "read"
        group = self.groups[-1]
        if group.names_status and group.status in ("reading", "dropped"):
            message = f"the heading `{group.title}` is taken as the status `{group.status}`, and not the open checkbox"
            item.doubts.append(("guessed-status", message))
            return group.status
        return "to-read"

    def _place(self, item: DraftItem) -> DraftItem:
        """Put an item into the present group, whose status and kind it has unless it has its own."""
        group = self.groups[-1]
        if group.status:
            item.fields.setdefault("status", group.status)
        if group.kind:
            item.fields.setdefault("kind", group.kind)
        group.items.append(item)
        url = item.fields.get("url")
        if url and (first := self.seen_urls.setdefault(normalise(url), item.line)) != item.line:
            message = f"{url} is also the address of the item in line {first}"
            self.doubts.append(diagnostic(item.line, "repeated-url", message))
        self.doubts += [diagnostic(item.line, code, message) for code, message in item.doubts]
        return item

    def _read_item(self, node: _Node) -> None:
        group = self.groups[-1]
        if self.item:
            self._add_detail(self.item, node)
        elif self._item_names_group(node):
            self._read_group_item(node)
        elif self.is_flat and group.items and self._is_note(node.text):
            self.guessed_notes.append(node.block.line)
            self._add_detail(group.items[-1], node)
        elif node.text and not _legend(node.text) and not _NO_TEXT.match(node.text) and not _is_about_itself(node.text):
            item = self._add_item(node)
            for child in node.children:
                self._add_detail(item, child)

    def _read_group_item(self, node: _Node) -> None:
        """Read an item that names a group, and what is below it."""
        self.has_top_groups = self.has_top_groups or not node.block.level
        groups = list(self.groups)
        self._begin_group(node, 10 + node.block.level)
        for child in node.children:
            if child.type is BlockType.TEXT:
                self.groups[-1].about.append((child.block.line_numbers, child.text))
            else:
                self._read_item(child)
        self.groups = groups

    def _add_detail(self, item: DraftItem, node: _Node) -> None:
        """Add a block below an item: its link, its author or status behind a label, or a note."""
        label = _LABEL.match(node.text)
        role = _detail_role(label["name"]) if label else ""
        if _detail_role(_empty_detail(node.text)):
            self.draft.ledger.add_structure(node.lines, node.text)
            return
        if not node.children and has_only_media(node.text) and not _PART.match(node.text):
            add_addresses(item, node.text)
            item.details.append((node.lines, node.text))
            return
        if role == "author" and label and item.fields.get("title", "").endswith(f" - {label['value']}"):
            item.fields["title"] = item.fields["title"].removesuffix(f" - {label['value']}")
            item.structure.append(label["value"])
        if role and label and _read_label(item, role, label["value"]):
            item.details.append((node.lines, node.text))
            item.structure += [label["name"], label["value"] if role in ("status", "kind") else ""]
        elif "author" not in item.fields and (names := sure_names(node.text)):
            item.fields["author"] = names[0]
            if re.search(r"\w", names[1]):
                item.add_note(names[1].strip(' ."'))
            item.details.append((node.lines, node.text))
        elif node.text:
            _add_notes(item, item.add_note(_note_text(node), node.lines), node)

    def _is_note(self, text: str) -> bool:
        """Tell whether an item of a list that lost its indentation is a note on the one before it."""
        if find_links(text):
            return False
        head, colon, _ = text.partition(": ")
        if colon and len(head.split()) == 1:
            return True
        return is_sentence(re.split(r"\s[-–—]\s", head if colon else text)[0])

    def _item_names_group(self, node: _Node) -> bool:
        """Tell whether an item names a group: it has no link, and the items below it are more than its links."""
        if find_links(node.text) or node.block.checked is not None or len(node.text.split()) > _LONGEST_TITLE:
            return False
        children = [child for child in node.children if child.type is BlockType.ITEM]
        has_grandchildren = any(child.children for child in children)
        if self.has_top_groups and not node.block.level and children:
            return True
        linked = [child for child in children if find_links(child.text)]
        own_links = [child for child in linked if len(plain_text(child.text).split()) <= 1]
        if any(
            medium(find_links(child.text)[0][0]) is not None and find_links(child.text)[0][0] for child in own_links
        ):
            return False
        if own_links and len(own_links) == len(linked) and not has_grandchildren:
            return len(own_links) > 1 or not find_links(own_links[0].text)[0][0]
        if len(linked) * 2 >= len(children) and len(linked) > len(own_links):
            return True
        if any(self._item_names_group(child) for child in children):
            return True
        return has_grandchildren and not self.has_sections and not node.block.level

    def _read_table(self, header: _Node, index: int) -> None:
        """Read the rows below a header; a table without a title or links is one of something else."""
        rows = []
        for node in self.nodes[index + 1 :]:
            if node.type is not BlockType.ROW or not node.block.header:
                break
            rows.append(node.block)
        roles = column_roles(header.block.cells, rows)
        if not {"title", "titles", "link"} & set(roles):
            return
        for row in rows:
            items = list(read_row(row, header.block.cells, roles, self.conventions))
            for item in items:
                self._place(item)
            if len(items) > 1:
                message = f"{len(items)} links of a row are items of their own"
                self.doubts.append(diagnostic(row.line, "several-links", message))
        self.draft.ledger.add_structure(header.block.line_numbers, " ".join(header.block.cells))


def _read_label(item: DraftItem, role: str, value: str) -> bool:
    """Read a labelled detail of an item; return whether it became a field."""
    fields, text = item.fields, plain_text(value)
    urls = [url for _, url in find_links(value) if is_valid_url(url)] if role == "link" else []
    if role == "author" and "author" not in fields:
        fields["author"] = text
    elif urls and "url" not in fields:
        fields["url"] = urls[0]
    elif role == "status" and (status := status_of(text)):
        fields["status"] = status
        if "(" in text:
            item.add_note(text)
    elif role == "kind" and (kind := medium(text)):
        fields["kind"] = kind
    elif role == "why" and "why" not in fields:
        fields["why"] = value
    else:
        return False
    return True


def _add_notes(item: DraftItem, note: dict[str, Any], node: _Node) -> None:
    """Add what is below a note to it."""
    for child in node.children:
        if child.text:
            inner: dict[str, Any] = {"text": _note_text(child)}
            note.setdefault("notes", []).append(inner)
            item.details.append((child.lines, inner["text"]))
            _add_notes(item, inner, child)


def _note_text(node: _Node) -> str:
    """Return the text of a note, with its checkbox if it has one and without the colon of a definition."""
    block, text = node.block, node.text.removeprefix(": ").removeprefix("- ")
    if block.checked is None:
        return text
    return f"[{'-' if block.dropped else 'x' if block.checked else ' '}] {text}"


def _nodes(blocks: Sequence[Block], lines: Sequence[str]) -> list[_Node]:
    """Return blocks as trees: what is indented below an item is in it."""
    nodes: list[_Node] = []
    open_items: list[_Node] = []
    for block in blocks:
        node = _Node(block, block.text, list(block.line_numbers))
        if block.type is BlockType.ITEM:
            _split_remark(node, lines)
        is_inside = block.type is BlockType.ITEM or (block.type is BlockType.TEXT and block.level > 0)
        del open_items[max(block.level, 0) if is_inside else 0 :]
        siblings = open_items[-1].children if open_items else nodes
        is_quote = lines[block.line - 1].lstrip().startswith(">")
        if block.type is BlockType.TEXT and siblings and (siblings is not nodes or is_quote):
            last = siblings[-1]
            is_quoted = lines[last.block.line - 1].lstrip().startswith(">")
            goes_on = block.line == last.lines[-1] + 1 and is_quote == is_quoted and not block.text.startswith("- ")
            if last.type is BlockType.TEXT and goes_on:
                last.text += f" {block.text}"
                last.lines += node.lines
                continue
        siblings.append(node)
        if block.type is BlockType.ITEM:
            open_items.append(node)
    return nodes


def _without_contents(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield blocks without tables of contents."""
    for is_item, run in groupby(blocks, key=lambda block: block.type is BlockType.ITEM):
        items = list(run)
        contents = sum(block.is_contents_link for block in items)
        if not is_item or contents < 2 or any(find_links(block.text) for block in items):
            yield from (block for block in items if not block.is_contents_link)


def _split_remark(item: _Node, lines: Sequence[str]) -> None:
    """Move lines of an item that do not go on with its sentence to a text below it."""
    for number in item.lines[1:]:
        before, line = lines[number - 2], lines[number - 1].strip()
        is_full = len(before) >= _WRAPPED_LENGTH and not re.search(r"[.!?★⭐]$|\d$", before.rstrip())
        is_hard_break = before.endswith(("  ", "\\"))
        if (is_hard_break or (line[:1].isupper() and not is_full)) and (start := item.text.find(line)) > 0:
            if item.text[:start].count("[") > item.text[:start].count("]"):
                continue
            text = item.text[start:]
            item.text = item.text[:start].rstrip(" \\")
            block = Block(number, BlockType.TEXT, text, item.block.level + 1, last_line=item.lines[-1])
            item.children.append(_Node(block, text, list(block.line_numbers)))
            item.lines = item.lines[: number - item.lines[0]]
            return


def _is_about_itself(heading: str) -> bool:
    title = _heading_title(heading)
    return _ABOUT_ITSELF.fullmatch(title) is not None


def _heading_title(text: str) -> str:
    """Return the words of a heading, or of a line that is one, without signs around them."""
    title = heading_text(re.sub(r"\s*\{[#:][^{}]*\}\s*$", "", text))
    title = re.sub(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]", r"\1", title)
    return re.sub(r"^[^\w(¿¡«\"'.]+|[\s:*_]+$|[^\w\s)?!.+#»\"'%*…]+$", "", title).rstrip(" :") or title


def _detail_role(name: str) -> str:
    """Return what the label of a detail names; empty if it is not known."""
    name = name.strip(" *_").casefold()
    roles = ("author", "link", "status", "kind", "why", "language")
    return next((role for role in roles if re.fullmatch(any_of(f"list_columns.{role}"), name)), "")


def _empty_detail(text: str) -> str:
    """Return the label that a line is, with nothing behind it, as in a template; empty for other lines."""
    name = text.strip(" *_")
    return name.rstrip(":* _") if name.endswith(":") else ""


def _legend(text: str) -> dict[str, str]:
    """Return the words by sign in a line that only explains signs, as in `✅ read, ⏳ queue`."""
    text = re.sub(rf"^\W*(?:{any_of('legend')})[\s*_]*:[\s*_]*", "", text, flags=re.IGNORECASE)
    sign = r"[\U0001F300-\U0001FAFF\u2600-\u27BF\u2B50\u231A-\u23FF★☆]"
    pairs = re.findall(
        rf"({sign})\ufe0f?\s*[=:–—-]?\s*([^\W\d_][^,;·|()/]{{1,25}}?(?:/\w+)?)\s*(?=$|[,;·|()]|\s{sign})", text
    )
    outside = re.sub(
        rf"{sign}\ufe0f?\s*[=:–—-]?\s*[^\W\d_][^,;·|()]{{1,25}}?(?:/\w+)?\s*(?=$|[,;·|()]|\s{sign})", "", text
    )
    is_legend = len(pairs) > 1 or re.match(rf"\W*{sign}\ufe0f?\s*=", text)
    return dict(pairs) if is_legend and not re.search(r"\w", outside) else {}
