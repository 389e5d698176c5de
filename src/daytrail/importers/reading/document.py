"""Form of a reading list: its blocks as trees, its sections, its title, and whether its items are lines or headings."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise, zip_longest

from daytrail.importers.reading.conventions import CITED
from daytrail.importers.reading.fields import read_label
from daytrail.importers.reading.list_item import WIKI_LINK, without_wiki_links
from daytrail.importers.reading.media import has_only_media, is_sentence
from daytrail.importers.reading.names import LITTLE_WORD_AT_END, STYLED, are_names, are_several, is_surely_name
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
LEADING_LINK = re.compile(r"(?:\W*\d+[.)])?\W*(?<!!)(?:\[(?!!)|https?://)")
BOLD_LINE = re.compile(r"(?P<mark>\*\*|__)(?P<title>(?!\()(?:(?!(?P=mark)).)+)(?P=mark)\s*:?(?P<sign>[^\w]*)")
NO_TEXT = re.compile(r"\s*(?:<(?!https?:)|\[?!\[|\[\^|\[!|\{[:%]|:warning:|=\s|(?:#[^\W\d][\w/-]*\s*)+$|`\[.?\]`)")
"""Badges, pictures, footnotes, callouts, attributes and commands of site generators, what a sign means, hashtags."""
_ABOUT_ITSELF = re.compile(any_of("about_itself"), re.IGNORECASE)
_DETAILS = re.compile(rf"\s[-–—]\s|,\s|\(|\d|https?://|\b(?:{any_of('before_author')})\b|[✔✅]")
"""Found in items of a list without bullets, and not in titles of groups."""
_LAYOUT = re.compile(r"</?(?:div|p|center)\b", re.IGNORECASE)
"""Tags around blocks."""
_URL_LINE = re.compile(rf"<?{BARE_URL}>?")
_BY_LINE = re.compile(rf"[*_]{{0,2}}(?:{any_of('by')})\s+\S", re.IGNORECASE)
_BY = re.compile(rf",?\s+(?:{any_of('by')})\s+(?=\S)")
_TITLE_LEVEL = 7
"""Level of a line such as `Title: Tides`; that of a heading is lower."""
_FEWEST_CARDS = 2
_SHARE_OF_CARDS = 0.6
_FEWEST_TITLES = 4
_SHARE_OF_TITLES = 0.8
_MANY_TITLES = 10


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

    @property
    def last_line(self) -> int:
        """The last line of it and of what is within it."""
        return max([self.lines[-1], *(child.last_line for child in self.children[-1:])])


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
    def listed_links(self) -> list[Node]:
        """The items with links to the web in it."""
        return [node for node in self.nodes if node.type is BlockType.ITEM and find_links(node.text)]

    @property
    def is_prose(self) -> bool:
        """Return whether it has text and nothing else."""
        return bool(self.nodes) and all(node.type is BlockType.TEXT for node in self.nodes)

    def is_card(self, recurring: Sequence[str] = ()) -> bool:
        """Tell whether its heading is an item: one with a link or an author, or only details of it are below it.

        Labels that recur in sections of the same level are details as well.
        """
        nodes = [node for node in self.nodes if not NO_TEXT.match(node.text)]
        labels = [(node, label) for node in nodes if (label := read_label(node.text))]
        known = [label for _, label in labels if label.value and label.role not in ("", "title", "favourite")]
        title = self.heading.text if self.heading else ""
        first = WIKI_LINK.sub(r"\g<name>", nodes[0].text).removeprefix(title_of_group(title)).strip() if nodes else ""
        is_labelled = len(labels) + sum(node.type is BlockType.TEXT for node, label in labels) >= len(nodes)
        texts = [node.text for node in nodes[:2] if node.type is BlockType.TEXT]
        return bool(
            (LEADING_LINK.match(title) and find_links(title) and len(self.listed_links) < 2)
            or (nodes and (has_author(title, in_heading=True) or _BY_LINE.match(first)))
            or (len(known) > 1 and 3 * len(known) >= len(nodes))
            or (
                not self.has_groups
                and any(has_only_media(text) and (text[0] == "[" or len(nodes) == 1) for text in texts)
            )
            or (
                (is_labelled or (nodes and labels and labels[0][0] is nodes[0]))
                and any(label.name in recurring and (label.role or not self.has_groups) for _, label in labels)
            )
        )


class ListDocument:
    """A reading list as sections with trees of blocks, and what is known of its form."""

    def __init__(self, text: str) -> None:
        without_tables, rows = take_html_tables(text)
        blocks = sorted([*_without_contents(read_outline(without_tables).blocks), *rows], key=lambda block: block.line)
        self.blocks = [block for block in blocks if not _LAYOUT.match(block.text)]
        self.lines = tuple(text.split("\n"))
        nodes = _trees(self.blocks, self.lines)
        _raise_titles(nodes)
        self.sections = [Section(None)]
        for node in nodes:
            if node.type is BlockType.HEADING:
                self.sections[-1].has_groups = 0 < self.sections[-1].level < node.block.level
                self.sections.append(Section(node))
            else:
                self.sections[-1].nodes.append(node)
        listed = sum(block.type in (BlockType.ITEM, BlockType.ROW) for block in self.blocks)
        texts = [block.text for block in self.blocks if block.type is BlockType.TEXT]
        detailed = sum(has_author(line) or (_DETAILS.search(line) and line[-1:] != ".") or False for line in texts)
        titles = sum(map(is_title, texts))
        is_many = titles >= max(_MANY_TITLES, len(texts) / 2) and 10 * sum(map(_is_short, texts)) >= 9 * len(texts)
        self.lines_are_titles = not listed and (
            is_many or (len(texts) >= _FEWEST_TITLES and titles >= len(texts) * _SHARE_OF_TITLES)
        )
        """True if most of the text is lines that can only be titles."""
        self.items_are_lines = listed * 10 <= len(texts) <= detailed * 2 or self.lines_are_titles
        """True if items are plain lines."""
        bare = [line for line, text in enumerate(self.lines) if text.strip() and not _DETAILS.search(text)]
        self._has_bare_titles = sum(below - line == 1 for line, below in pairwise(bare)) >= _FEWEST_TITLES
        self.items_have_urls = sum("http" in line for line in texts) * 2 > len(texts)
        self.title = self._title()
        """The heading that is the title of the document."""
        self.stated_statuses = self._stated_statuses()
        """The statuses that headings are sure to state; others may state one only if there are any."""
        self.card_levels = self._card_levels()
        """Levels of which most headings are items."""
        if self.card_levels:
            self.items_are_lines = self.lines_are_titles = False
        for section in self.sections:
            if section.level in self.card_levels:
                section.nodes = list(_paragraphs(section.nodes, self.lines))

    @property
    def items(self) -> list[str]:
        """The texts that may be items."""
        nodes = [node for section in self.sections for node in (section.heading, *section.nodes) if node]
        for node in nodes:
            nodes += node.children
        return [
            without_wiki_links(node.text)
            for node in nodes
            if node.type is BlockType.ITEM
            or (
                node.type is BlockType.HEADING
                and (node.block.level in self.card_levels or LEADING_LINK.match(node.text))
            )
            or (node.type is BlockType.TEXT and self.items_are_lines)
        ]

    def _title(self) -> Node | None:
        """Return the only heading of the highest level, or the first one above prose."""
        headings = [section for section in self.sections if section.heading]
        if not headings or any(node.type in (BlockType.ITEM, BlockType.ROW) for node in self.sections[0].nodes):
            return None
        first, level = headings[0], min(section.level for section in headings)
        others = [section for section in headings[1:] if section.level == level]
        has_items = self.items_are_lines or not all(node.type is BlockType.TEXT for node in first.nodes)
        texts = [first.heading.text if first.heading else "", *(node.text for node in first.nodes)]
        is_above_prose = not others or (
            headings[1].level == level and not has_items and not any(map(has_author, texts))
        )
        has_groups = len(headings) > 1 or any(BOLD_LINE.fullmatch(block.text) for block in self.blocks)
        return first.heading if first.level == level and has_groups and is_above_prose else None

    def _stated_statuses(self) -> set[str]:
        headings = [section.heading for section in self.sections if section.heading is not self.title]
        found = [status_of_heading(title_of_group(heading.text)) for heading in headings if heading]
        weak = {status for status, is_sure in found if status and not is_sure}
        sure = {status for status, is_sure in found if status and is_sure}
        return sure | (weak if sure or len(weak) > 1 else set())

    def _card_levels(self) -> set[int]:
        by_level: defaultdict[int, list[Section]] = defaultdict(list)
        for section in self.sections:
            if section.heading and section.heading is not self.title and section.nodes:
                by_level[section.level].append(section)
        levels = set()
        for level, sections in by_level.items():
            labels = ({read_label(node.text) for node in section.nodes} for section in sections)
            names = Counter(name for found in labels for name in {label.name for label in found if label})
            recurring = [name for name, count in names.items() if count > 1]
            cards = sum(section.is_card(recurring) for section in sections)
            if cards >= max(_FEWEST_CARDS, len(sections) * _SHARE_OF_CARDS):
                levels.add(level)
        return levels

    def _is_broken(self, node: Node) -> bool:
        """Tell whether a text ends with a hard line break, as one of several titles in a paragraph."""
        return self.lines[node.lines[-1] - 1].endswith("  ")

    def begins_card(self, node: Node, following: Sequence[Node]) -> bool:
        """Tell whether a line begins with a title, and has its links, or its author in the same paragraph, below it."""
        below = following[0] if following else node
        is_bold = node.text.startswith("**")
        if below.type is BlockType.ITEM:
            return is_bold and "](" in below.text and has_only_media(below.text)
        is_next = below.type is BlockType.TEXT and not (LEADING_LINK.match(below.text) or below.text.startswith("**"))
        is_title = is_bold or (LEADING_LINK.match(node.text) and are_several(below.text))
        return bool(is_title and is_next and below is not node and self._is_broken(node))

    def names_group(self, node: Node, following: Sequence[Node]) -> bool:
        """Tell whether a line of text names what follows: items, perhaps below a sentence about them, or a group."""
        text = node.text.strip("*_: ")
        is_label = node.text.endswith(":") or BOLD_LINE.fullmatch(node.text) is not None
        is_listed = bool(following) and following[0].type in (BlockType.ITEM, BlockType.ROW)
        goes_on = text[:1].islower() and re.match(r"\w.*\w$", self.lines[node.block.line - 2])
        has_link = "](" in node.text or bool(find_links(node.text))
        ends_sentence = text.endswith((".", "!", "?", ",")) and not (is_label or re.fullmatch(r"\S+ \S*\d\.", text))
        if (
            not following
            or goes_on
            or ends_sentence
            or re.fullmatch(r"\**\(.*\)\**|([*_])[^\W\d_A-Z].*\1", node.text)  # a remark
            or (self._is_broken(node) and not is_label)
            or (has_link and not (is_listed and node.text.endswith(":") and not LEADING_LINK.match(node.text)))
            or len(text.split()) > LONGEST_TITLE
        ):
            return False
        if is_listed or following[0].type is not BlockType.TEXT:
            return is_listed
        if self.items_are_lines:
            is_bare = not (self._has_bare_titles or _DETAILS.search(text))
            return is_label or (is_bare and _DETAILS.search(following[0].text) is not None)
        return any(
            later.type in (BlockType.ITEM, BlockType.ROW) or LEADING_LINK.match(later.text)
            for later in following[0 if is_label else 1 :]
        )


def _trees(blocks: Sequence[Block], lines: Sequence[str]) -> list[Node]:
    """Return blocks as trees: what is indented below an item, or goes on in the line below it, is in it."""
    nodes: list[Node] = []
    open_items: list[Node] = []
    for index, (block, following) in enumerate(zip_longest(blocks, blocks[1:])):
        node = Node(block, block.text, list(block.line_numbers))
        is_text = block.type is BlockType.TEXT
        depth = block.level if is_text or block.type is BlockType.ITEM else 0
        if is_text and not depth and open_items and block.line == open_items[0].last_line + 1:
            last = open_items[-1]
            if LITTLE_WORD_AT_END.search(last.text) or last.text.endswith(","):
                last.text += f" {block.text}"
                last.lines += node.lines
                continue
            is_defined = bool(last.children) and last.children[-1].text.startswith(": ")
            if (
                is_defined
                or has_only_media(block.text)
                or lines[block.line - 2].endswith("  ")
                or _ends_paragraph(blocks[index:], lines)
            ):
                depth = last.block.level + 1
        while open_items and open_items[-1].block.level >= depth:
            open_items.pop()
        siblings = open_items[-1].children if open_items else nodes
        if not (is_text and siblings and _join(siblings[-1], node, lines, open_items, following)):
            siblings.append(node)
        if block.type is BlockType.ITEM:
            _split_remark(node, lines)
            open_items.append(node)
    return nodes


def _ends_paragraph(blocks: Sequence[Block], lines: Sequence[str]) -> bool:
    """Tell whether blocks begin with lines of prose that have an empty line below them."""
    for block, below in zip_longest(blocks, blocks[1:]):
        if block.type is not BlockType.TEXT or not re.match(r"[\w\[(\"“*].*[^:]$", block.text):
            return False
        if not "".join(lines[block.line : block.line + 1]).strip():
            return True
        if not below or below.line != block.line + 1:
            return False
    return False


def _join(
    last: Node, node: Node, lines: Sequence[str], parents: Sequence[Node], following: Block | None = None
) -> bool:
    """Add a line of text to the text above it, if that goes on; return whether it does."""
    text = node.text
    is_quote, is_quoted = (lines[one.block.line - 1].lstrip().startswith(">") for one in (node, last))
    is_next = last.type is BlockType.TEXT and node.block.line == last.lines[-1] + 1 and is_quote == is_quoted
    if not is_next or NO_TEXT.match(last.text) or text.startswith("- "):
        return False
    has_url_below = following and following.line == node.block.line + 1 and _URL_LINE.fullmatch(following.text)
    is_link = _URL_LINE.fullmatch(text) or (text.startswith("[") and has_only_media(text))
    label = read_label(last.text)
    needs_url = not (find_links(last.text) or last.text.endswith(":") or (label and label.role))
    is_open = last.text.count("[") > last.text.count("]") or re.search(rf"\)\s+(?:{any_of('by')})$", last.text)
    if not (parents or is_quote or _BY_LINE.match(text) or is_open or (is_link and not has_url_below and needs_url)):
        return False
    last.text += f" {text}"
    last.lines += node.lines
    return True


def _split_remark(item: Node, lines: Sequence[str]) -> None:
    """Move lines of an item that do not go on with its sentence to a text below it."""
    for number in item.lines[1:]:
        before, line = lines[number - 2], lines[number - 1].strip()
        is_full = len(before) >= _WRAPPED_LENGTH and not re.search(
            r"(?<!\b[^\W\d])[.!?★⭐)][^\w,]*$|\d$", before.rstrip()
        )
        ends = before.endswith(("  ", "\\")) or ((line[:1].isupper() or line[:1] in "*_") and not is_full)
        start = item.text.find(line)
        if ends and start > 0 and item.text[:start].count("[") <= item.text[:start].count("]"):
            text = item.text[start:]
            item.text = item.text[:start].rstrip(" \\")
            block = Block(number, BlockType.TEXT, text, item.block.level + 1, last_line=item.lines[-1])
            item.children.append(Node(block, text, list(block.line_numbers)))
            item.lines = item.lines[: number - item.lines[0]]
            return


def _raise_titles(nodes: Sequence[Node]) -> None:
    """Make headings of titles above details such as `Author: Ada Lee`: lines in bold, and `Title: Tides`."""
    titles: list[tuple[Node, str]] = []
    roles = set()
    for (node, label), (below, detail) in pairwise([(node, read_label(node.text)) for node in nodes]):
        if node.type is not BlockType.TEXT or not detail or not detail.value:
            continue
        roles |= {detail.role}
        bold = BOLD_LINE.fullmatch(node.text)
        if label and label.role == "title" and label.value and below.type is BlockType.TEXT:
            titles.append((node, label.value))
        elif detail.role and detail.role != "title" and below.type is BlockType.ITEM and bold:
            titles.append((node, bold["title"]))
    if len(titles) >= _FEWEST_CARDS and {"author", "link"} & roles:
        for node, title in titles:
            node.block, node.text = replace(node.block, type=BlockType.HEADING, level=_TITLE_LEVEL), title


def _paragraphs(nodes: Sequence[Node], lines: Sequence[str]) -> Iterator[Node]:
    """Yield the details of an item with the lines of a paragraph as one text."""
    last: Node | None = None
    for node in nodes:
        is_text = last is not None and node.type is BlockType.TEXT and not read_label(node.text)
        if not (
            last
            and is_text
            and not any(_URL_LINE.fullmatch(one.text) for one in (node, last))
            and not _BY_LINE.match(last.text)
            and not lines[node.block.line - 2].endswith(("  ", "\\"))
            and _join(last, node, lines, [last])
        ):
            last = node
            yield node


def _without_contents(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield blocks without tables of contents."""
    for is_item, run in groupby(blocks, key=lambda block: block.type is BlockType.ITEM):
        items = list(run)
        contents = sum(block.is_contents_link for block in items)
        if not is_item or contents < 2 or any(find_links(block.text) for block in items):
            yield from (block for block in items if not block.is_contents_link)


def _is_short(text: str) -> bool:
    """Tell whether a line is no longer than a title, and does not end as a sentence or a label does."""
    return not text.endswith((".", "!", ":")) and len(text.split()) < _LONGEST_ITEM


def is_title(text: str) -> bool:
    """Tell whether a line without a link can be a title: it is no sentence."""
    is_begun = text[:1].isupper() or text[:1].isdigit()
    return is_begun and not find_links(text) and _is_short(text) and not is_sentence(text)


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


def title_of_group(text: str) -> str:
    """Return the words of a heading, or of a line that is one, without signs around them."""
    title = heading_text(text)
    title = re.sub(r"^\[([^\[\]]*)\]$", r"\1", WIKI_LINK.sub(r"\g<name>", title))
    return re.sub(r"^[^\w(¿¡«\"'.]+|[\s:*_]+$|[^\w\s)\]?!.+#»\"'%*…]+$", "", title).rstrip(" :") or title
