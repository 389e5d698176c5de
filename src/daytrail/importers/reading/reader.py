"""Importer for a reading list in Markdown, or in text that was Markdown, as categories, shelves and notes."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from pathlib import PurePath
from typing import Any

from daytrail.importers.reading.conventions import read_conventions, split_author
from daytrail.importers.reading.document import (
    BOLD_LINE,
    LEADING_LINK,
    LONGEST_TITLE,
    NO_TEXT,
    ListDocument,
    Section,
    has_author,
    is_about_itself,
    is_title_with_address,
    title_of_group,
)
from daytrail.importers.reading.draft import DraftItem, Group, ListDraft
from daytrail.importers.reading.fields import Node, add_detail, column_roles, read_row, role_of
from daytrail.importers.reading.list_item import WIKI_LINK, has_words, read_item
from daytrail.importers.reading.media import EMOJI, has_only_media, is_sentence, links_in, medium, without_links
from daytrail.importers.reading.names import STYLED
from daytrail.importers.reading.source_text import SourceText, read_source_text
from daytrail.importers.reading.status import status_of, status_of_heading
from daytrail.importers.text.coverage import lost_lines
from daytrail.importers.text.diagnostics import UNPARSED_LINE, by_line, diagnostic, state_guess
from daytrail.importers.text.front_matter import settings_in, split_front_matter
from daytrail.importers.text.links import without_file_links
from daytrail.importers.text.markdown import BARE_URL, find_links, plain_text
from daytrail.importers.text.outline import Block, BlockType, without_control_characters
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.base import slug
from daytrail.model.entry import Status
from daytrail.model.urls import normalise
from daytrail.problems import Problem

_GROUP_MEDIUM = re.compile(rf"\b(?:{any_of('group_media', 'media')})\b", re.IGNORECASE)
_PERIOD = re.compile(r"(?:[^\W\d_]{3,9}\s+)?(?:19|20)\d\d\b.{0,25}")
"""A heading that is a year, or a month of one."""
_FEWEST_LINKS = 3
"""So many items with links are a list of links."""
_LINE_LEVEL = 7
"""Level of a group that a line names; that of one within it is the next one."""
_ABOUT_GROUP = re.compile(
    r"(?:(?P<mark>\*\*|__)(?P<bold>(?:(?!(?P=mark)).)+)(?P=mark)\s*[:–—-]\s+|(?P<words>\w[^.:]*)\.\s+)(?P<about>\S.*)"
)
"""The name of a group, and a sentence about it."""
_NO_AUTHOR = re.compile(r"https?:|^[*_\[]|[a-z]{5}[.!?] [\w']{2,} [a-z]+ ")
_ITEM_LEVEL = 10
"""Level of a group that an item names."""


@dataclass(frozen=True, slots=True)
class ImportedList:
    """The result of reading a reading list."""

    data: dict[str, Any]
    """As in reading.yaml; empty if the source lists nothing."""
    diagnostics: tuple[Problem, ...]
    """Guesses, then the lines that are in no field."""
    structure: tuple[str, ...]
    """Words of the source that became keys and positions."""
    groups: int
    """How many categories and shelves there are."""
    items: int
    notes: int
    form: str = "reading list"
    """Format as which the source was recognised."""
    content: str | None = None
    """Text of a source that is no Markdown, line by line; `--verify` compares the result with it."""


def read_list(text: str, name: str, source_url: str | None = None) -> ImportedList:
    """Read a reading list; the name of its file may be that of a status, as in `to-read.md`.

    Relative links are counted from `source_url`.
    """
    text = without_control_characters(text)
    source = read_source_text(text, source_url)
    title = str(split_front_matter(text)[0].get("title") or "")
    reader = _ListReader(ListDocument(source.text), title, name)
    reader.read()
    if not any(reader.draft.root.all_items):
        reader = _ListReader(ListDocument(source.text), title, name, guesses_titles=True)
        reader.read()
    _leave_files_out(reader.draft.root)
    _record_source(source, reader)
    return imported_list(reader.draft, [*source.doubts, *reader.doubts], text)


def _leave_files_out(group: Group) -> None:
    """Replace the links to files in a group by their words; an item without its address has the next one."""
    group.about = [(lines, without_file_links(text)) for lines, text in group.about]
    for item in group.items:
        was_file = "url" in item.fields
        item.fields = without_file_links(item.fields)
        item.details = [(lines, without_file_links(text)) for lines, text in item.details]
        if "url" not in item.fields and item.fields.get("aliases"):
            item.fields["url"], *item.fields["aliases"] = item.fields["aliases"]
        for note in item.fields.get("notes", ()) if was_file and "url" not in item.fields else ():
            link = next(iter(links_in(note["text"])), None)
            is_beside = (item.lines, note["text"]) in item.details
            if is_beside and link and link.markdown == note["text"] and link.kind is None:  # `[NIPS](…)`
                item.fields["url"], note["text"] = link.url, link.words
    for inner in group.groups:
        _leave_files_out(inner)


def _record_source(source: SourceText, reader: "_ListReader") -> None:
    """Record the words that were replaced before a text was read, and the links of its items that were left out."""
    draft = reader.draft
    for line, words in (*source.replaced, *settings_in(source.text)):
        draft.ledger.add_structure([line], words)
    items = list(draft.root.all_items)
    used = {line for item in items for lines in (item.lines, *(lines for lines, _ in item.details)) for line in lines}
    message = "links to files of the source were left out; `--source-url` keeps them"
    for line in filter(source.left_out.get, used):
        draft.ledger.add_structure([line], *(url for url in source.left_out[line] if url.startswith("#")))
        reader.guesses["relative-link", message, ""].append(line)
    urls = {url for item in items for url in item.urls}
    for url, lines in source.definitions.items():
        for number, definition in lines if url in urls else ():
            draft.ledger.add_structure([number], definition)


def imported_list(draft: ListDraft, doubts: Iterable[Problem], text: str) -> ImportedList:
    """Return the list that a draft becomes, with doubts and the lines of its source that it lacks."""
    data = draft.data()
    guesses = [*doubts, *draft.doubts]
    items = list(draft.root.all_items)
    unparsed_lines = list(draft.ledger.unparsed_lines(text, nothing_imported=not data))
    if data:
        for loss in lost_lines(text, data, [*guesses, *unparsed_lines], draft.ledger.structure):
            (unparsed_lines if loss.code == UNPARSED_LINE else guesses).append(loss)
    return ImportedList(
        data,
        (*by_line(guesses if data else []), *by_line(unparsed_lines)),
        tuple(draft.ledger.structure),
        len(data.get("categories", ())) + ("to_read" in data) + ("implement" in data),
        len(items),
        sum(_count_notes(item.fields) for item in items),
    )


def _count_notes(data: Mapping[str, Any]) -> int:
    return sum(1 + _count_notes(note) for note in data.get("notes", ()))


class _ListReader:
    """Reads the sections of a document: a block is a category, an item, a note on one, or left over."""

    def __init__(self, document: ListDocument, title: str, name: str, *, guesses_titles: bool = False) -> None:
        self.document = document
        texts = [cell for block in document.blocks for cell in (block.text, *block.cells)]
        rows = [block.cells for block in document.blocks if len(block.cells) == 2 and status_of(block.cells[1])]
        below = [node.children[0].text for one in document.sections for node in one.items if node.children]
        self.conventions = read_conventions(document.items, [*texts, *map(" = ".join, rows)], below)
        self.guesses: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
        """Lines by the code, the message and the state of a guess."""
        lines = [at for at, line in enumerate(document.lines[:20], 1) if line.startswith("title")]
        head = document.title
        heading = title_of_group(head.text) if head else ""
        self.draft = ListDraft(heading or title or "Reading", has_title=head is not None)
        self.draft.root.lines = head.lines if head else lines if title else []
        self.draft.ledger.add_structure({*self.draft.root.lines, *lines}, "title")
        self.draft.listed = {block.line for block in document.blocks if block.type is BlockType.ITEM}
        is_below_text = any(is_sentence(node.text) for node in document.sections[0].nodes)
        if title and slug(title) == slug(heading):
            self.draft.ledger.add_structure(lines, "title", title)
        elif (title or is_below_text) and not (head and head.block.level == 1):
            self.draft.title = (lines, title)  # and not `## 2025` in it
        self.groups = [self.draft.root]
        """The present group and those around it, outermost first."""
        self.section = document.sections[0]
        self.item: DraftItem | None = None
        """The item to which unindented text and items below belong: a heading or a line of its own."""
        self.in_parent = False
        """True if the last group named by a line has no items of its own, so that groups below it are in it."""
        self.is_flat = _is_flat(document)
        """True if the list has lost its indentation, so that notes are on the level of their items."""
        self.has_top_groups = False
        """True if an unindented item is the name of a group."""
        if document.lines_are_titles:
            self._doubt(1, "guessed-items", "each line of text is taken as a title")
        self.guesses_titles = guesses_titles  # in tables with unknown columns, if nothing was found
        self.seen: dict[str, int] = {}
        """Lines by the URL, or else the title, of an item."""
        self.default_message = ""
        """About the status of items that only the title, or the name of the file, states."""
        self._set_default_status(heading or title, name)

    @property
    def doubts(self) -> Iterator[Problem]:
        """The guesses; one that was made several times names all of its lines."""
        for (code, message, state), all_lines in self.guesses.items():
            lines = sorted(set(all_lines))
            numbers = f" (lines {', '.join(map(str, lines))})" if len(lines) > 1 else ""
            guess = state_guess(lines, code, message + numbers, state) if state else None
            yield guess or diagnostic(lines[0], code, message + numbers)

    def _doubt(self, line: int, code: str, message: str, state: str = "") -> None:
        self.guesses[code, message, state].append(line)

    def _set_default_status(self, title: str, name: str) -> None:
        """Set the status of all items that the title of the document, or the name of its file, states."""
        for source, what in ((title, "title"), (PurePath(name).stem, "name of the file")):
            text = re.sub(r"(?<=\w)[-_]+(?=\w)", " ", source)
            status, is_sure = status_of_heading(text)
            if status and (is_sure or (what != "title" and text.casefold() != "reading")):
                if len(self.document.stated_statuses) > 1 or status in self.document.stated_statuses:
                    return  # so what is below other headings has another one, or none
                self.draft.root.status = status
                self.default_message = f"the {what} `{text}` is taken as the status `{status}` of items without one"
                return

    def read(self) -> None:
        """Read all sections."""
        for section in self.document.sections:
            self.section = section
            self.item = None
            self.in_parent = False
            if section.heading in (None, self.document.title) or self._read_heading(section.heading, section):
                for index, node in enumerate(section.nodes, 1):
                    if node.type is BlockType.TEXT:
                        self._read_text(node, section.nodes[index : index + 3])
                    elif node.type is BlockType.ITEM:
                        self._read_item(node)
                    elif node.type is BlockType.ROW and not node.block.header:
                        self._read_table(node, section.nodes[index:])
        self._doubt_results(list(self.draft.root.all_items))

    def _doubt_results(self, items: Sequence[DraftItem]) -> None:
        """Report guessed authors, and what a person would hardly have written."""
        for where in dict.fromkeys(item.guessed_author for item in items if item.guessed_author):
            guessed = [item for item in items if item.guessed_author == where]
            example = guessed[0].fields["author"]
            message = f"what is {where} is taken as authors ({len(guessed)} times), as in `{example}`"
            self._doubt(guessed[0].line, "guessed-author", message)
        for item in items:
            if _NO_AUTHOR.search(item.fields.get("author", "")):
                self._doubt(item.line, "unlikely-author", "these authors may be something else")
            if len(item.fields.get("title", "")) > 200:
                message = "this item is longer than any title would be; it may be several things, or a remark"
                self._doubt(item.line, "long-title", message)
        found = {item for item in items if item.fields.keys() & {"url", "author"}}
        groups = [self.draft.root] if len(found) >= _FEWEST_LINKS else []
        for group in groups:
            groups += group.groups
            others = [item for item in group.items if item not in found]
            is_other = 0.7 * len(items) < len(found) and not any(
                one in found or "status" in one.fields for one in group.items
            )
            if len(others) < len(group.items):  # beside links and authors, a status is one of something to read
                others = [
                    item for item in others if item.fields.keys() == {"title"} or item.fields["title"][:1].islower()
                ]
            titles = [item.fields.get("title", "") for item in others]
            sentences = sum(
                is_sentence(title, min_words=4) or (title.islower() and title.isalnum()) for title in titles
            )
            for item in others if len(group.items) > 1 and (is_other or 2 * sentences >= len(others)) else ():
                self._doubt(item.line, "guessed-items", "a line without a link and an author became an item")

    # Headings and groups

    def _read_heading(self, node: Node, section: Section) -> bool:
        """Read a heading as a category or an item; return whether the text below it is read separately."""
        level = section.level
        self._end_groups(level)
        if is_about_itself(node.text):
            return False
        is_usual = level in self.document.card_levels and (bool(section.nodes) or not section.has_groups)
        if is_usual or section.is_card():
            self.item = self._add_item(node)
            return True
        self._begin_group(node, level)
        return True

    def _end_groups(self, level: int) -> Group:
        """End the groups that are as deep as a level or deeper; return the present one."""
        while len(self.groups) > 1 and self.groups[-1].level >= level:
            self.groups.pop()
        return self.groups[-1]

    def _begin_group(self, node: Node, level: int) -> None:
        """Begin a group within those of lower levels."""
        parent = self._end_groups(level)
        title = title_of_group(node.text)
        status, is_sure = status_of_heading(title)
        has_statuses = bool(self.document.stated_statuses)
        names_status = status is not None and (is_sure or has_statuses)
        self.item = None
        if not names_status:
            status = parent.status
            is_sibling = parent is self.draft.root or any(group.names_status for group in parent.groups)
            if has_statuses and is_sibling and not status and _PERIOD.fullmatch(title):
                status, names_status = "read", True
        links = ", ".join(link.markdown for link in links_in(node.text) if link.words)
        group = Group(title, level, node.lines, status, names_status, [(node.lines, links)] if links else [])
        parent.groups.append(group)
        self.groups.append(group)

    def _begin_named_group(self, node: Node, following: Sequence[Node]) -> None:
        """Begin a group that a line of text names; one without items of its own is the parent of the next ones.

        Below `Papers`, a line that names no medium is a topic of them; one that does is a group of its own.
        """
        is_parent = following[0].type is BlockType.TEXT and self.document.names_group(following[0], following[1:])
        is_inside = self.in_parent and not (is_parent or _GROUP_MEDIUM.search(node.text))
        self._begin_group(node, _LINE_LEVEL + is_inside)
        self.in_parent = is_inside or is_parent

    # Lines of text

    def _read_text(self, node: Node, following: Sequence[Node]) -> None:
        if NO_TEXT.match(node.text) or node.text in self.conventions.legend_lines:
            return
        is_quote = self.document.lines[node.block.line - 1].startswith(">")
        if self.item:
            add_detail(self.item, node, self.draft, self.conventions)
        elif not is_quote and (node.children or has_author(node.text) or self._is_item_line(node.text, following)):
            self._add_item(node)
        elif self.section.has_remarks:
            self._read_description(node)
        elif self.document.names_group(node, following) and not self._is_about_heading(node):
            self._begin_named_group(node, following)
        elif self._is_title_line(node.text) and not (
            node is self.section.nodes[0] and following and all(LEADING_LINK.match(one.text) for one in following)
        ):
            self._add_item(node)
        elif (
            self.groups[-1].level >= _LINE_LEVEL
            and (node.text.endswith(":") and len(node.text.split()) <= 2 * LONGEST_TITLE)
            and [one.type for one in following[:1]] == [BlockType.ITEM]
        ):
            self._begin_group(node, _LINE_LEVEL)  # so that its items are not in the group above
        else:
            self._read_description(node)

    def _is_about_heading(self, node: Node) -> bool:
        """Tell whether a line below a heading is about it: a group in it would be the only one and have all items."""
        nodes = self.section.nodes
        if any(group.level == _LINE_LEVEL for top in self.draft.root.groups for group in (top, *top.groups)):
            return False  # as in other sections
        is_label = node.text.endswith(":") and not is_sentence(node.text, min_words=4)
        if is_label or BOLD_LINE.fullmatch(node.text) or not re.search(r"[^\W\d]", node.text):
            return False
        lines = ((one, nodes[at : at + 3]) for at, one in enumerate(nodes, 1) if one.type is BlockType.TEXT)
        groups = (one for one, following in lines if self.document.names_group(one, following))
        if [*islice(groups, 2)] != [node]:  # no more of them, since each of many lines asks
            return False
        if self.section.heading in (None, self.document.title):
            is_below = len(self.document.sections) == 1 and bool(self.draft.root.lines)
        else:
            is_below = is_sentence(node.text) or node is nodes[0]
        return is_below and not status_of_heading(title_of_group(node.text))[0]

    def _is_title_line(self, text: str) -> bool:
        is_remark = is_sentence(
            text, min_words=4 if text.endswith(".") or re.match(r"([*_]).*\1$", text) else LONGEST_TITLE
        )
        is_about_links = self.document.lines_have_links and not find_links(text)
        return self.document.items_are_lines and (self.document.lines_are_titles or not (is_remark or is_about_links))

    def _read_description(self, node: Node) -> None:
        """Read a text about a group."""
        group = self.groups[-1]
        is_navigation = group is self.draft.root and not has_words(node.text)
        if not (group.items or group.groups or is_navigation or is_about_itself(node.text)):
            text = re.sub(r"^([*_]{1,2})(?=\S)(.*)(?<=\S)\1$", r"\2", node.text)
            text += "." if node.type is BlockType.ITEM and text[-1:].isalnum() else ""
            group.about.append((node.lines, text))

    def _is_item_line(self, text: str, following: Sequence[Node]) -> bool:
        """Tell whether a line of text is an item: it begins with a link, or has a bare URL where nothing is listed."""
        is_navigation = self.section.heading is None and len(self.document.sections) > 1
        if is_about_itself(text) or not find_links(without_file_links(text) if is_navigation else text):
            return False
        label = plain_text(text.partition("[")[0]).strip(" *_:–—-")  # `*Book* - [Tides](…)`
        is_last = re.search(r"\w\W*\s[-–—]\s+\[[^\[\]]+\]\([^()\s]+\)$", text)
        if LEADING_LINK.match(text) or is_title_with_address(text) or is_last or medium(label):
            return True
        text = re.sub(r"\]\([^()]*\)", "", text)
        is_above_items = bool(following) and following[0].type is BlockType.ITEM and not self.groups[-1].items
        is_about = self.section.heading is self.document.title is not None and is_sentence(without_links(text))
        has_url = re.search(BARE_URL, text) is not None and not (is_above_items or is_about)
        return has_url and (re.search(r"https?://\S+$", text) is not None or len(text.split()) <= LONGEST_TITLE)

    # Items

    def _add_item(self, node: Node) -> DraftItem:
        """Read a block as an item of the present group."""
        block, line = node.block, self.document.lines[node.block.line - 1]
        item = DraftItem(block.line, lines=list(node.lines))
        item.add_structure(block.text, node.text)
        if block.dropped and not block.checked:
            item.fields["status"] = self.conventions.struck_status if "~~" in line else "dropped"
            if re.match(r"\W*\[~\]", line):
                item.doubts.append(("guessed-status", "`[~]` is taken as the status `dropped`"))
        elif block.checked is not None:
            item.fields["status"] = self._status_of_box(item, block)
        read_item(item, node.text, self.conventions)
        if "~~" in line and not block.checked and item.fields.get("status") == self.conventions.struck_status:
            status = self.conventions.struck_status
            self._doubt(block.line, "guessed-status", f"what is struck through is taken as `{status}`", status)
        if not item.fields.get("title") and "url" not in item.fields:
            item.fields["title"] = plain_text(node.text) or "…"
        self._place(item)
        for child in node.children:
            add_detail(item, child, self.draft, self.conventions)
        return item

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
        """Put an item into the present group, whose status it has unless it has its own; report what is doubtful."""
        group, fields = self.groups[-1], item.fields
        if group.status and "status" not in fields:
            fields["status"] = group.status
            if not any(one.names_status for one in self.groups):
                self._doubt(1, "guessed-status", self.default_message)
        group.items.append(item)
        url, title = without_file_links(fields).get("url"), fields.get("title", "")
        first = self.seen.setdefault(normalise(url) if url else slug(f"{title} {fields.get('author', '')}"), item.line)
        if first != item.line:
            what = f"{url} is also the address" if url else f"`{title}` is also the title"
            self._doubt(item.line, "repeated-url" if url else "repeated-title", f"{what} of the item in line {first}")
        for code, message in item.doubts:
            self._doubt(item.line, code, message, fields["status"] if code == "guessed-status" else "")
        return item

    def _read_item(self, node: Node) -> None:
        group = self.groups[-1]
        if self.item:
            add_detail(self.item, node, self.draft, self.conventions)
        elif self.section.has_remarks:
            self._read_description(node)
        elif self._item_names_group(node):
            if node.block.checked is not None:
                message = f"`{plain_text(node.text)}` is taken as a category, which has no checkbox"
                self._doubt(node.block.line, "box-of-category", message)
            self._read_group_item(node)
        elif self.is_flat and group.items and node.block.checked is None and _is_note(node.text):
            message = "what reads like a note became one on what is above it, since nothing is indented"
            self._doubt(node.block.line, "guessed-notes", message)
            add_detail(group.items[-1], node, self.draft, self.conventions)
        elif (
            node.text
            and node.text not in self.conventions.legend_lines
            and not (NO_TEXT.match(node.text) or is_about_itself(node.text) or is_form(node.text))
        ):
            self._add_item(node)

    def _read_group_item(self, node: Node) -> None:
        """Read an item that names a group, and what is below it."""
        self.has_top_groups = self.has_top_groups or not node.block.level
        groups = list(self.groups)
        about = _about_group(node.text)
        title = (about["bold"] or about["words"]) if about else node.text
        self._begin_group(Node(node.block, title, node.lines), _ITEM_LEVEL + node.block.level)
        self.groups[-1].about += [(node.lines, about["about"])] if about else []
        for child in node.children:
            if child.type is BlockType.TEXT:
                self.groups[-1].about.append((child.lines, child.text))
            else:
                self._read_item(child)
        self.groups = groups

    def _item_names_group(self, node: Node) -> bool:
        """Tell whether an item names a group: it has no link, and the items below it are more than its links."""
        children = [child for child in node.children if child.type is BlockType.ITEM]
        split = split_author(node.text, self.conventions)
        is_title = not BOLD_LINE.fullmatch(node.text) or '"' in node.text  # `Lee, *Tides*` or `**"Tides"**`
        if is_title and (about := _about_group(node.text)) and about["bold"]:  # and not the title of a book
            is_title = len(children) < 2 or not all(
                _is_linked(one) and not has_only_media(one.text) for one in children
            )
        if (
            _is_linked(node)
            or not children
            or (split and (split.author.by or not split.guess))
            or (is_title and STYLED.search(node.text))
        ):
            return False
        boxes = [child for child in children if child.block.checked is not None]
        if node.block.checked is not None:  # `[ ] Novels` above titles is one, a title above its parts is none
            titles = [child for child in boxes if find_links(child.text) or has_author(child.text)]
            return not has_author(node.text) and len(children) > 1 and 2 * len(titles) > len(children)
        if (not node.block.level and self.has_top_groups and node.text[-1:] not in ".!?") or status_of_heading(
            title_of_group(node.text)
        )[0]:
            return True
        linked = [
            child
            for child in children
            if has_author(child.text) or (_is_linked(child) and not has_only_media(child.text))
        ]
        are_boxes = len(children) > 1 and len(boxes) == len(children)
        return are_boxes or len(linked) * 2 >= len(children) or any(map(self._item_names_group, children))

    def _read_table(self, header: Node, below: Sequence[Node]) -> None:
        """Read the rows below a header; a table without a title or links is one of something else."""
        rows = [node.block for node in takewhile(lambda node: node.block.header, below)]
        roles = column_roles(header.block.cells, rows, guesses_title=self.guesses_titles)
        if self.guesses_titles and "title" in roles:
            column = plain_text(header.block.cells[roles.index("title")])
            self._doubt(header.block.line, "guessed-items", f"the column `{column}` is taken for titles")
        if not {"title", "link"} & set(roles):
            return
        for row in rows:
            filled = [plain_text(cell) for cell in row.cells if re.search(rf"\w|{EMOJI}", cell)]
            if len(filled) == 1 < len(row.cells) and _PERIOD.fullmatch(title_of_group(filled[0])):
                self._begin_group(Node(row, filled[0], list(row.line_numbers)), _LINE_LEVEL)
                continue
            items = list(map(self._place, read_row(row, header.block.cells, roles, self.conventions)))
            if len(items) > 1:
                self._doubt(row.line, "several-links", f"{len(items)} links of a row are items of their own")
        self.draft.ledger.add_structure(header.block.line_numbers, " ".join(header.block.cells))


def _about_group(text: str) -> re.Match[str] | None:
    """Match the name of a group with a sentence about it, as in `**Tides** - Where to begin.`."""
    about = _ABOUT_GROUP.fullmatch(text)
    return about if about and not find_links(text) and is_sentence(about["about"], min_words=3) else None


def _is_linked(node: Node) -> bool:
    """Tell whether an item has a link to the web or begins with one to a page of a wiki."""
    return bool(find_links(node.text)) or WIKI_LINK.match(node.text) is not None


def is_form(text: str) -> bool:
    """Tell whether an item is one to fill in, as `Title - Author`, or has a variable as its title."""
    parts = re.split(rf"\]\([^()]*\)|[^\w\s/'-]+|\s+(?:-+|{any_of('by')})\s+", text)
    roles = [role for part in filter(None, map(str.strip, parts)) if (role := role_of(part))]
    is_bracketed = re.match(r"\W*\[[^\[\]]*\w[^\[\]]*\](?![(\[])", text) is not None  # `**[Next Book]** by Author Name`
    return (is_bracketed or roles[:1] == ["title"]) and "author" in roles


def _is_flat(document: ListDocument) -> bool:
    """Tell whether a list without headings, links and indentation has notes among its items."""
    items = [block for block in document.blocks if block.type is BlockType.ITEM]
    has_links = any("](" in block.text for block in document.blocks)
    # The notes of a list with numbers would be numbered, too.
    has_numbers = all(document.lines[item.line - 1][:1].isdigit() for item in items)
    notes = sum(_is_note(item.text) for item in items)
    return len(document.sections) == 1 and not (has_links or has_numbers) and notes >= 0.2 * len(items)


def _is_note(text: str) -> bool:
    """Tell whether an item of a list that lost its indentation is a note on the one before it."""
    head, colon, _ = text.partition(": ")
    is_label = bool(colon) and len(head.split()) == 1
    return not find_links(text) and (is_label or is_sentence(re.split(r"\s[-–—]\s", head if colon else text)[0]))
