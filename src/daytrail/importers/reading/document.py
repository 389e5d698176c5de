"""Form of a reading list: its blocks as trees, its sections, its title, and whether its items are lines."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby, pairwise, zip_longest
from typing import NamedTuple

from daytrail.importers.reading.media import has_only_media, is_sentence
from daytrail.importers.reading.names import CITED, LITTLE_WORD_AT_END, STYLED, are_names, are_several, is_surely_name
from daytrail.importers.reading.status import status_of_heading
from daytrail.importers.text.html_tables import take_html_tables
from daytrail.importers.text.markdown import BARE_URL, find_links, heading_text
from daytrail.importers.text.outline import Block, BlockType, read_outline
from daytrail.importers.text.vocabulary import any_of

LONGEST_TITLE = 9
"""Words of a title of a group; a longer line is a sentence about one."""
_LONGEST_ITEM = 16
"""Words of a title of an item."""
_WRAPPED_LENGTH = 60
"""Characters of a line that may have been broken because it was full."""
_ABOUT_ITSELF = re.compile(any_of("about_itself"), re.IGNORECASE)
LEADING_LINK = re.compile(r"(?:\W*\d+[.)])?\W*(?<!!)(?:\[(?!!)|https?://)")
ITEM_DETAILS = re.compile(rf"\s[-–—]\s|,\s|\(|\d|https?://|\b(?:{any_of('before_author')})\b|[✔✅]")
"""Found in items of a list without bullets, and not in titles of groups."""
_LABEL = re.compile(
    r"\W*(?P<name>[^\W\d_][\w /()?-]{1,24}?)(?:\*\*|__|[*_])?\s*:+(?:\*\*|__|[*_])?(?:\s+(?P<value>\S.*)|\s*$)"
)
BOLD_LINE = re.compile(r"(?P<mark>\*\*|__)(?P<title>(?!\()(?:(?!(?P=mark)).)+)(?P=mark)\s*:?(?P<sign>[^\w]*)")
NO_TEXT = re.compile(r"\s*(?:<(?!https?:)|\[?!\[|\[\^|\[!|\{[:%]|:warning:|=\s|(?:#[^\W\d][\w/-]*\s*)+$|`\[.?\]`)")
"""Badges, pictures, footnotes, callouts, attributes and commands of site generators, what a sign means, hashtags."""
WIKI_LINK = re.compile(r"!?\[\[(?:(?P<page>[^\[\]|]*)\||(?P<folder>(?:[\w-]+/)*))(?P<name>[^\[\]|]+)\]\](?!\()")
_PAGE_NAME = re.compile(r"\w*[a-z\d][A-Z]\w*")
"""The name of a page that is no title, as in `Tide Tables [[TideTables]]`."""
_LAYOUT = re.compile(r"</?(?:div|p|center)\b", re.IGNORECASE)
"""Tags around blocks."""
_URL_LINE = re.compile(rf"<?{BARE_URL}>?")
_BY_LINE = re.compile(rf"[*_]{{0,2}}(?:{any_of('by')})\s+\S", re.IGNORECASE)
_BY = re.compile(rf",?\s+(?:{any_of('by')})\s+(?=\S)")
_BY_AT_END = re.compile(rf"\)\s+(?:{any_of('by')})$")
_TITLE_LEVEL = 7
"""Level of a line such as `Title: Tides`; that of a heading is lower."""
_ROLES = ("title", "link", "author", "status", "why", "kind", "language", "favourite")
_FEWEST_CARDS = 2
_SHARE_OF_CARDS = 0.6
_FEWEST_TITLES = 4
_SHARE_OF_TITLES = 0.8
_MANY_TITLES = 10
_SHARE_OF_SHORT_LINES = 0.9


@dataclass(eq=False)
class Node:
    """A block with the blocks within it; the text of a list item includes the lines on which it goes on."""

    block: Block
    text: str
    lines: list[int]
    children: list["Node"] = field(default_factory=list)

    @property
    def type(self) -> BlockType:
        """Return the type of its block."""
        return self.block.type


class Label(NamedTuple):
    """The name and the value of a detail such as `Author: Ada Lee`."""

    name: str
    value: str
    """Empty in a template."""
    role: str
    """The field that it is, such as `author`; empty if it is not known."""


@dataclass(eq=False)
class Section:
    """A heading, unless it is the first section, with the blocks up to the next heading."""

    heading: Node | None
    nodes: list[Node] = field(default_factory=list)
    has_groups: bool = False
    """True if a deeper heading is below it."""

    @property
    def level(self) -> int:
        """The level of its heading, from 1."""
        return self.heading.block.level if self.heading else 0

    @property
    def labels(self) -> list[Label | None]:
        """The labels of its blocks that are no pictures."""
        return [read_label(node.text) for node in self.nodes if not NO_TEXT.match(node.text)]

    @property
    def listed_links(self) -> list[Node]:
        """The items with links to the web in it."""
        return [node for node in self.nodes if node.type is BlockType.ITEM and find_links(node.text)]

    @property
    def has_items(self) -> bool:
        """Return whether it has items or rows."""
        return any(node.type in (BlockType.ITEM, BlockType.ROW) for node in self.nodes)


class ListDocument:
    """A reading list as sections with trees of blocks, and what is known of its form."""

    def __init__(self, text: str) -> None:
        without_tables, rows = take_html_tables(text)
        outline = read_outline(without_tables)
        self.blocks = sorted([*_without_contents(outline.blocks), *rows], key=lambda block: block.line)
        self.lines = tuple(text.split("\n"))
        nodes = _trees(self.blocks, self.lines)
        _raise_titles(nodes)
        self.sections = [Section(None)]
        for node in nodes:
            if node.type is BlockType.HEADING:
                self.sections[-1].has_groups = 0 < self.sections[-1].level < node.block.level
                self.sections.append(Section(node))
            elif not _LAYOUT.match(node.text):
                self.sections[-1].nodes.append(node)
        listed = sum(block.type in (BlockType.ITEM, BlockType.ROW) for block in self.blocks)
        texts = [block.text for block in self.blocks if block.type is BlockType.TEXT]
        detailed = sum(
            has_author(line) or (ITEM_DETAILS.search(line) is not None and not line.endswith(".")) for line in texts
        )
        titles = sum(is_title(text) for text in texts)
        are_short = sum(map(is_short_line, texts)) >= len(texts) * _SHARE_OF_SHORT_LINES
        self.has_many_titles = not listed and are_short and titles >= max(_MANY_TITLES, len(texts) / 2)
        """True if there are so many titles that short lines between them are titles, too."""
        are_titles = not listed and len(texts) >= _FEWEST_TITLES and titles >= len(texts) * _SHARE_OF_TITLES
        self.lines_are_titles = are_titles or self.has_many_titles
        """True if most of the text is lines that can only be titles."""
        self.items_are_lines = listed * 10 <= len(texts) <= detailed * 2 or self.lines_are_titles
        """True if items are plain lines."""
        bare = [line for line, text in enumerate(self.lines) if text.strip() and not ITEM_DETAILS.search(text)]
        self.has_bare_titles = sum(below - line == 1 for line, below in pairwise(bare)) >= _FEWEST_TITLES
        """True if lines without details are right below each other, so that they are titles and name no groups."""
        self.items_have_urls = sum("http" in line for line in texts) * 2 > len(texts)
        self.title = self._title()
        """The heading that is the title of the document."""
        self.stated_statuses = self._stated_statuses()
        """The statuses that headings are sure to state; others may state one only if there are any."""
        self.card_levels = self._card_levels()
        """Levels of headings that are items, since the same labels are below several of them."""
        if self.card_levels:
            self.items_are_lines = self.lines_are_titles = False
        for section in self.sections:
            if section.level in self.card_levels:
                section.nodes = _paragraphs(section.nodes, self.lines)

    def _title(self) -> Node | None:
        """Return the only heading of the highest level, or the first one above prose."""
        headings = [section for section in self.sections if section.heading]
        if not headings:
            return None
        first = headings[0]
        if self.sections[0].has_items:
            return None
        level = min(section.level for section in headings)
        others = [section for section in headings[1:] if section.level == level]
        is_above_prose = (
            bool(others)
            and headings[1].level == level
            and not first.has_items
            and not self.items_are_lines
            and not any(has_author(node.text) for node in (first.heading, *first.nodes) if node)
        )
        has_groups = len(headings) > 1 or any(BOLD_LINE.fullmatch(block.text) for block in self.blocks)
        return first.heading if first.level == level and has_groups and (not others or is_above_prose) else None

    def _stated_statuses(self) -> set[str]:
        headings = [section.heading for section in self.sections if section.heading is not self.title]
        found = [status_of_heading(title_of_group(heading.text)) for heading in headings if heading]
        weak = {status for status, is_sure in found if status and not is_sure}
        sure = {status for status, is_sure in found if status and is_sure}
        return sure | (weak if sure or len(weak) > 1 else set())

    def _card_levels(self) -> set[int]:
        """Return the levels at which most sections begin with an author, or have only details, with usual labels."""
        by_level: dict[int, list[Section]] = {}
        for section in self.sections:
            if section.heading and section.heading is not self.title and section.nodes:
                by_level.setdefault(section.level, []).append(section)
        levels = set()
        for level, sections in by_level.items():
            names = Counter(name for section in sections for name in {one.name for one in section.labels if one})
            recurring = {name for name, count in names.items() if count >= _FEWEST_CARDS}
            cards = [
                section
                for section in sections
                if _BY_LINE.match(_behind_title(section))
                or (section.heading and LEADING_LINK.match(section.heading.text) and len(section.listed_links) < 2)
                or (section.heading and has_author(section.heading.text, in_heading=True))
                or (
                    any(
                        one and one.name in recurring and (one.role or not section.has_groups) for one in section.labels
                    )
                    and all(
                        one or node.type is BlockType.TEXT
                        for one, node in zip(section.labels, section.nodes, strict=False)
                    )
                )
            ]
            if len(cards) >= max(_FEWEST_CARDS, len(sections) * _SHARE_OF_CARDS):
                levels.add(level)
        return levels

    def may_be_item(self, block: Block) -> bool:
        """Tell whether a block is one of those that items are in this document."""
        if block.type is BlockType.HEADING:
            return block.level in self.card_levels or LEADING_LINK.match(block.text) is not None
        return block.type is BlockType.ITEM or (self.items_are_lines and block.type is BlockType.TEXT)

    def is_broken(self, node: Node) -> bool:
        """Tell whether a text ends with a hard line break, as one of several titles in a paragraph."""
        return self.lines[node.lines[-1] - 1].endswith("  ")

    def begins_card(self, node: Node, following: Sequence[Node]) -> bool:
        """Tell whether a line begins with a title, and has its links, or its author in the same paragraph, below it."""
        below = following[0] if following else node
        if below.type is BlockType.ITEM:
            return node.text.startswith("**") and "](" in below.text and has_only_media(below.text)
        is_next = below.type is BlockType.TEXT and not (LEADING_LINK.match(below.text) or below.text.startswith("**"))
        is_title = node.text.startswith("**") or (LEADING_LINK.match(node.text) and are_several(below.text))
        return bool(is_title and is_next and below is not node and self.is_broken(node))

    def names_group(self, node: Node, following: Sequence[Node]) -> bool:
        """Tell whether a line of text names what follows: items, perhaps below a sentence about them, or a group."""
        text = node.text.strip("*_: ")
        is_label = node.text.endswith(":") or BOLD_LINE.fullmatch(node.text) is not None
        is_listed = bool(following) and following[0].type in (BlockType.ITEM, BlockType.ROW)
        has_link = "](" in node.text or bool(find_links(node.text))
        if (
            not following
            or re.fullmatch(r"\**\(.*\)\**|([*_])[^\W\d_A-Z].*\1", node.text)  # a remark
            or (self.is_broken(node) and not is_label)
            or (text[:1].islower() and re.match(r"\w.*\w$", self.lines[node.block.line - 2]))  # a sentence goes on
            or (has_link and not (is_listed and node.text.endswith(":") and not LEADING_LINK.match(node.text)))
            or len(text.split()) > LONGEST_TITLE
        ):
            return False
        if text.endswith((".", "!", "?", ",")) and not (is_label or re.fullmatch(r"\S+ \S*\d\.", text)):
            return False  # a sentence, and not `2026 Q4.`
        if is_listed or following[0].type is not BlockType.TEXT:
            return is_listed
        if self.items_are_lines:
            is_bare = not self.has_bare_titles and not ITEM_DETAILS.search(text)
            return is_label or (is_bare and ITEM_DETAILS.search(following[0].text) is not None)
        return any(
            later.type in (BlockType.ITEM, BlockType.ROW) or LEADING_LINK.match(later.text)
            for later in following[0 if is_label else 1 :]
        )


def _behind_title(section: Section) -> str:
    """Return the first text of a section, without its title if it begins with that again."""
    text = WIKI_LINK.sub(r"\g<name>", section.nodes[0].text)
    return text.removeprefix(title_of_group(section.heading.text)).strip() if section.heading else text


def _trees(blocks: Sequence[Block], lines: Sequence[str]) -> list[Node]:
    """Return blocks as trees: what is indented below an item, or goes on in the line below it, is in it."""
    nodes: list[Node] = []
    open_items: list[Node] = []
    lazy = _lazy_lines(blocks, lines)
    for block, following in zip_longest(blocks, blocks[1:]):
        node = Node(block, block.text, list(block.line_numbers))
        if block.type is BlockType.ITEM:
            _split_remark(node, lines)
        is_text = block.type is BlockType.TEXT
        depth = block.level if is_text or block.type is BlockType.ITEM else 0
        if is_text and not depth and open_items and block.line == _last_line(open_items[0]) + 1:
            if LITTLE_WORD_AT_END.search(open_items[-1].text) or open_items[-1].text.endswith(","):
                open_items[-1].text += f" {block.text}"
                open_items[-1].lines += node.lines
                continue
            is_defined = bool(open_items[-1].children) and open_items[-1].children[-1].text.startswith(": ")
            is_sure = is_defined or block.line in lazy or has_only_media(block.text)
            goes_on = is_sure or lines[block.line - 2].endswith("  ")
            depth = open_items[-1].block.level + 1 if goes_on else 0
        while open_items and open_items[-1].block.level >= depth:
            open_items.pop()
        siblings = open_items[-1].children if open_items else nodes
        if not (
            is_text
            and siblings
            and _joined(siblings[-1], node, lines, is_inside=siblings is not nodes, following=following)
        ):
            siblings.append(node)
        if block.type is BlockType.ITEM:
            open_items.append(node)
    return nodes


def _lazy_lines(blocks: Sequence[Block], lines: Sequence[str]) -> set[int]:
    """Return the lines of text right below an item, without indentation, that have an empty line below them."""
    lazy: set[int] = set()
    for above, block in pairwise(reversed([*blocks, Block(len(lines) + 2, BlockType.TEXT, "")])):
        is_last = not "".join(lines[block.line : block.line + 1]).strip()
        is_prose = block.type is BlockType.TEXT and re.match(r"[\w\[(\"“*].*[^:]$", block.text)
        if is_prose and (is_last or above.line in lazy):
            lazy.add(block.line)
    return lazy


def _raise_titles(nodes: Sequence[Node]) -> None:
    """Make headings of titles above details such as `Author: Ada Lee`: lines in bold, and `Title: Tides`."""
    labels = [read_label(node.text) for node in nodes]
    names = [role_of(label.name) if label and label.value else "" for label in labels]
    titles: list[tuple[Node, str]] = []
    for (node, name, label), (below, role, detail) in pairwise(zip(nodes, names, labels, strict=True)):
        if node.type is not BlockType.TEXT or not detail or role == "title":
            continue
        if name == "title" and label and below.type is BlockType.TEXT:
            titles.append((node, label.value))
        elif role and below.type is BlockType.ITEM and (bold := BOLD_LINE.fullmatch(node.text)):
            titles.append((node, bold["title"]))
    for node, title in titles if len(titles) >= _FEWEST_CARDS and {"author", "link"} & set(names) else ():
        node.block, node.text = replace(node.block, type=BlockType.HEADING, level=_TITLE_LEVEL), title


def _paragraphs(nodes: Sequence[Node], lines: Sequence[str]) -> list[Node]:
    """Return the details of an item with the lines of a paragraph as one text."""
    result: list[Node] = []
    for node in nodes:
        is_text = bool(result) and node.type is BlockType.TEXT and not read_label(node.text)
        is_text = is_text and not any(_URL_LINE.fullmatch(one.text) for one in (node, result[-1]))
        if not (
            is_text
            and not _BY_LINE.match(result[-1].text)
            and not lines[node.block.line - 2].endswith(("  ", "\\"))
            and _joined(result[-1], node, lines, is_inside=True, following=None)
        ):
            result.append(node)
    return result


def _last_line(node: Node) -> int:
    return max([node.lines[-1], *(_last_line(child) for child in node.children[-1:])])


def _joined(last: Node, node: Node, lines: Sequence[str], *, is_inside: bool, following: Block | None) -> bool:
    """Add a line of text to the text above it, if that goes on; return whether it does."""
    text = node.text
    is_quote, is_quoted = (lines[one.block.line - 1].lstrip().startswith(">") for one in (node, last))
    goes_on = last.type is BlockType.TEXT and node.block.line == last.lines[-1] + 1 and is_quote == is_quoted
    is_next_url = following and following.line == node.block.line + 1 and _URL_LINE.fullmatch(following.text)
    is_link = _URL_LINE.fullmatch(text) or (text.startswith("[") and has_only_media(text))
    label = read_label(last.text)
    is_open_line = not (find_links(last.text) or last.text.endswith(":") or (label and label.role))
    is_only_url = is_link and not is_next_url and is_open_line
    if not goes_on or NO_TEXT.match(last.text) or text.startswith("- "):
        return False
    is_open = last.text.count("[") > last.text.count("]") or _BY_AT_END.search(last.text)
    if not (is_inside or is_quote or _BY_LINE.match(text) or is_open or is_only_url):
        return False
    last.text += f" {text}"
    last.lines += node.lines
    return True


def _split_remark(item: Node, lines: Sequence[str]) -> None:
    """Move lines of an item that do not go on with its sentence to a text below it."""
    for number in item.lines[1:]:
        before, line = lines[number - 2], lines[number - 1].strip()
        is_full = len(before) >= _WRAPPED_LENGTH and not re.search(r"(?<!\b\w)[.!?★⭐)][^\w,]*$|\d$", before.rstrip())
        is_hard_break = before.endswith(("  ", "\\"))
        if (is_hard_break or ((line[:1].isupper() or line[:1] in "*_") and not is_full)) and (
            start := item.text.find(line)
        ) > 0:
            if item.text[:start].count("[") > item.text[:start].count("]"):
                continue
            text = item.text[start:]
            item.text = item.text[:start].rstrip(" \\")
            block = Block(number, BlockType.TEXT, text, item.block.level + 1, last_line=item.lines[-1])
            item.children.append(Node(block, text, list(block.line_numbers)))
            item.lines = item.lines[: number - item.lines[0]]
            return


def _without_contents(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield blocks without tables of contents."""
    for is_item, run in groupby(blocks, key=lambda block: block.type is BlockType.ITEM):
        items = list(run)
        contents = sum(block.is_contents_link for block in items)
        if not is_item or contents < 2 or any(find_links(block.text) for block in items):
            yield from (block for block in items if not block.is_contents_link)


def is_short_line(text: str) -> bool:
    """Tell whether a line is no longer than a title, and does not end as a sentence or a label does."""
    return not text.endswith((".", "!", ":")) and len(text.split()) < _LONGEST_ITEM


def is_title(text: str) -> bool:
    """Tell whether a line without a link can be a title: it is no sentence."""
    return (
        (text[:1].isupper() or text[:1].isdigit())
        and not find_links(text)
        and is_short_line(text)
        and not is_sentence(text)
    )


def has_author(text: str, *, in_heading: bool = False) -> bool:
    """Tell whether a line is a title with its author, as `*Tides* by Ada Lee` or `Lee, A. (2011). Tides`.

    Only a title in a heading needs no marks before `by`.
    """
    cited = CITED.match(text)
    if cited and is_surely_name(f"{cited['author']} ") and are_names(cited["author"]):
        return True
    styled = STYLED.match(text)
    by = _BY.match(text, styled.end()) if styled else _BY.search(text) if in_heading else None
    return by is not None and are_names(text[by.end() :].strip("*_ "))


def is_about_itself(text: str) -> bool:
    """Tell whether words are those of a section, or a link, that is about the document."""
    return _ABOUT_ITSELF.fullmatch(title_of_group(text)) is not None


def is_form(text: str) -> bool:
    """Tell whether an item is one to fill in, as `Title - Author`, or has a variable as its title."""
    parts = re.split(rf"\]\([^()]*\)|[^\w\s/'-]+|\s+(?:-+|{any_of('by')})\s+", text)
    roles = [role for part in filter(None, map(str.strip, parts)) if (role := role_of(part))]
    is_bracketed = re.match(r"\W*\[[^\[\]]*\w[^\[\]]*\](?![(\[])", text) is not None  # `**[Next Book]** by Author Name`
    return (is_bracketed or roles[:1] == ["title"]) and "author" in roles


def role_of(name: str) -> str:
    """Return the field that a label or the name of a column is, such as `author`; empty if it is not known."""
    name = re.sub(r"\(\w{1,3}\)", "", name)  # `Author(s)`
    return next((role for role in _ROLES if _role(role).fullmatch(name)), "")


@cache
def _role(role: str) -> re.Pattern[str]:
    return re.compile(any_of(f"list_columns.{role}"), re.IGNORECASE)


def title_of_group(text: str) -> str:
    """Return the words of a heading, or of a line that is one, without signs around them."""
    title = heading_text(text)
    title = re.sub(r"^\[([^\[\]]*)\]$", r"\1", WIKI_LINK.sub(r"\g<name>", title))
    return re.sub(r"^[^\w(¿¡«\"'.]+|[\s:*_]+$|[^\w\s)\]?!.+#»\"'%*…]+$", "", title).rstrip(" :") or title


def without_wiki_links(text: str) -> str:
    """Return a text with the words of wiki links; those of one at its beginning are in bold, as a title.

    A name in one word behind a title is that of a page about it, and left out.
    """

    def words(link: re.Match[str]) -> str:
        before, name = text[: link.start()].rstrip(), link["name"]
        is_page = LITTLE_WORD_AT_END.search(before) is None and re.match(r"\s*(?:\(|$)", text[link.end() :])
        is_page = is_page and (_PAGE_NAME.fullmatch(name) or re.search(rf"\b{re.escape(name)}\b", before))
        return (name if not is_page else "") if before else f"**{name}**"

    return WIKI_LINK.sub(words, text)


def read_label(text: str) -> Label | None:
    """Return the label at the beginning of a line, if there is one."""
    if not (match := _LABEL.match(text)):
        return None
    name, value = match["name"].strip(" *_").casefold(), match["value"] or ""
    role = role_of(name)
    return Label(match["name"], value, "" if role in ("title", "favourite") else role)
