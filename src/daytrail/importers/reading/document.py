"""Form of a reading list: its blocks as trees, its sections, its title, and whether its items are lines or headings."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice, takewhile, zip_longest

from daytrail.importers.reading.conventions import CITED
from daytrail.importers.reading.fields import Node, read_label
from daytrail.importers.reading.list_item import WIKI_LINK, has_words, without_wiki_links
from daytrail.importers.reading.media import has_only_media, is_sentence, links_in, without_links
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
_BOLD_TITLE = re.compile(r"(?:[^\w\s\[*]+\s|\[[^\[\]]*\]\s)*\*\*")
"""The beginning of a line with a title in bold, perhaps behind signs; one with a subtitle is no label."""
_SUBTITLE = re.compile(rf"{_BOLD_TITLE.pattern}(?!(?:{any_of('list_columns')})\W)[^*:]+: [^*]*[^*:]\*\*", re.IGNORECASE)
NO_TEXT = re.compile(
    r"\s*(?:\\\*\[|<(?!https?:)|\[?!\[|\[\^|\[!|\{[:%{]|:warning:|=\s|(?:#[^\W\d][\w/-]*\s*)+$|`\[.?\]`)"
)
"""Badges, pictures, footnotes, callouts, attributes and commands of site generators, what a sign means, hashtags."""
_TAG = re.compile(r"</?(?:div|p|center)\b", re.IGNORECASE)
_ABOUT_ITSELF = re.compile(any_of("about_itself"), re.IGNORECASE)
_LONGEST_OPEN = 1000
"""Characters of a text that may end within a link."""
_DETAILS = re.compile(rf"\s[-–—]\s|,\s|\(|\d|https?://|\b(?:{any_of('before_author')})\b|[✔✅]")
"""Found in items of a list without bullets, and not in titles of groups."""
_URL_LINE = re.compile(rf"<?{BARE_URL}>?")
_NO_END = r"[^\w\s)\]?!.+#»\"'%*…]"
_AROUND_TITLE = re.compile(rf"^[^\w(¿¡«\"'.]+|(?<![\s:*_])[\s:*_]+$|(?<!{_NO_END}){_NO_END}+$")
_BY_LINE = re.compile(rf"[*_]{{0,2}}(?:{any_of('by')})\s+\S", re.IGNORECASE)
_BY = re.compile(rf",?\s+(?:{any_of('by')})\s+(?=\S)")
_FEWEST_CARDS = 2
_SHARE_OF_CARDS = 0.6
_FEWEST_TITLES = 4
_FEWEST_LINKS = 3
_SHARE_OF_TITLES = 0.7


@dataclass(eq=False)
class Section:
    """A heading, unless it is the first section, with the blocks up to the next heading."""

    heading: Node | None
    nodes: list[Node] = field(default_factory=list)
    has_groups: bool = False
    """True if a deeper heading is below it."""

    has_remarks: bool = False
    """True if its items are sentences about a list of links."""

    @property
    def items(self) -> list[Node]:
        """Return its items, without those within them."""
        return [node for node in self.nodes if node.type is BlockType.ITEM]

    @property
    def level(self) -> int:
        """The level of its heading, from 1."""
        return self.heading.block.level if self.heading else 0

    @property
    def is_prose(self) -> bool:
        """Return whether it has text and nothing else."""
        return bool(self.nodes) and all(node.type is BlockType.TEXT for node in self.nodes)

    def is_card(self, recurring: Sequence[str] = ()) -> bool:
        """Tell whether its heading is an item: one with a link or an author, or only details of it are below it.

        Labels that recur in sections of the same level are details as well.
        """
        nodes = [node for node in self.nodes if not NO_TEXT.match(node.text)]
        labels = [label for node in nodes if (label := read_label(node.text))]
        known = [label for label in labels if label.value and label.role not in ("", "title", "favourite")]
        title = self.heading.text if self.heading else ""
        named = [node for node in nodes if find_links(node.text) and not has_only_media(node.text)]
        linked = any(node.type is BlockType.ITEM or LEADING_LINK.match(node.text) for node in named)
        texts = [node.text for node in nodes[:2] if node.type is BlockType.TEXT]
        first = WIKI_LINK.sub(r"\g<name>", nodes[0].text).removeprefix(title_of_group(title)).strip() if nodes else ""
        are_links = not linked and any(
            has_only_media(text) and (re.match(r"\[(?!http)", text) or len(nodes) == 1) for text in texts
        )
        is_labelled = all(read_label(node.text) or node.type is BlockType.TEXT for node in nodes)
        is_labelled = is_labelled and not any(is_title_with_address(node.text) for node in nodes)
        is_by_topic = self.has_groups and re.search(rf"\s(?:{any_of('by')})\s+\w+$", title, re.IGNORECASE)
        return bool(
            (((LEADING_LINK.match(title) and find_links(title)) or is_title_with_address(title)) and not linked)
            or (nodes and ((has_author(title, in_heading=True) and not is_by_topic) or _BY_LINE.match(first)))
            or (len(known) > 1 and 3 * len(known) >= len(nodes))
            or (are_links and not self.has_groups)
            or (is_labelled and any(label.name in recurring for label in (known if self.has_groups else labels)))
        )


class ListDocument:
    """A reading list as sections with trees of blocks, and what is known of its form."""

    def __init__(self, text: str) -> None:
        without_tables, rows = take_html_tables(text)
        blocks = sorted([*_without_contents(read_outline(without_tables).blocks), *rows], key=lambda block: block.line)
        self.blocks = [block for block in blocks if block.type is BlockType.HEADING or not _TAG.match(block.text)]
        self.lines = tuple(text.split("\n"))
        listed = sum(block.type in (BlockType.ITEM, BlockType.ROW) for block in self.blocks)
        texts = [block.text for block in self.blocks if block.type is BlockType.TEXT and not NO_TEXT.match(block.text)]
        labels = [read_label(text) for text in texts]
        names = Counter(label.name for label in labels if label)
        pairs = zip(texts, labels, strict=True)
        texts = [text for text, label in pairs if not label or (names[label.name] == 1 and not label.role)]
        detailed = sum(has_author(line) or (_DETAILS.search(line) and line[-1:] != ".") or False for line in texts)
        self.lines_are_titles = not listed and sum(map(is_title, texts)) >= max(
            _FEWEST_TITLES, len(texts) * _SHARE_OF_TITLES
        )
        """True if most of the text is lines that can only be titles."""
        self.lines_have_links = 2 * sum(bool(find_links(text)) for text in texts) > len(texts)
        """True if most lines of text have links, so that one without is about them."""
        self.items_are_lines = listed * 10 <= len(texts) <= detailed * 2 or self.lines_are_titles
        """True if items are plain lines."""
        self.sections = [Section(None)]
        for node in self._trees():
            if node.type is BlockType.HEADING:
                self.sections[-1].has_groups = 0 < self.sections[-1].level < node.block.level
                self.sections.append(Section(node))
            else:
                self.sections[-1].nodes.append(node)
        for section in self.sections:
            section.nodes = list(_with_details(section.nodes))
        self.title = self._title()
        """The heading that is the title of the document."""
        others = [one.heading for at, one in enumerate(self.sections) if self._lists_something(at)]
        found = [status_of_heading(title_of_group(one.text)) for one in others if one and one is not self.title]
        sure, weak = ({status for status, is_sure in found if status and is_sure is wanted} for wanted in (True, False))
        self.stated_statuses = sure | weak if sure or len(weak) > 1 else set()
        """The statuses that headings are sure to state; others may state one only if there are any."""
        texts = [node.text for section in self.sections for node in section.nodes if node.type is BlockType.TEXT]
        items = [node for section in self.sections for node in section.items]
        linked = (any(link.is_address for link in links_in(text)) for text in texts)
        known = sum(map(_is_surely_item, items)) + sum(linked)
        for section in self.sections if known >= max(_FEWEST_LINKS, len(items) / 2) else ():
            below = section.nodes[0].text if section.heading in (None, self.title) and section.nodes else ""
            is_about = below.endswith(":") and is_sentence(below, min_words=4) and len(self.sections) > 2
            plain = [one.text for one in section.items if not _is_item_or_near(one)]
            are_remarks = is_about or all(is_sentence(text, min_words=4) for text in plain)
            section.has_remarks = are_remarks and 0 < len(section.items) == len(plain)
        self.card_levels = self._card_levels()
        """Levels of which most headings are items."""

    @property
    def items(self) -> list[str]:
        """The texts that may be items."""
        sections = [one for one in self.sections if not (one.heading and is_about_itself(one.heading.text))]
        nodes = [node for section in sections for node in (section.heading, *section.nodes) if node]
        for node in nodes:
            nodes += node.children
        types = [BlockType.ITEM, *([BlockType.TEXT] if self.items_are_lines and not self.card_levels else [])]
        headings = [node for node in nodes if node.type is BlockType.HEADING]
        cards = [node for node in headings if node.block.level in self.card_levels or LEADING_LINK.match(node.text)]
        return [without_wiki_links(node.text) for node in nodes if node.type in types or node in cards]

    def _lists_something(self, at: int) -> bool:
        """Tell whether a section, or one in it, has more than prose and lines about the document."""
        first = self.sections[at]
        below = takewhile(lambda one: one.level > first.level, islice(self.sections, at + 1, None))
        listed = (one for one in (first, *below) if one.heading and not is_about_itself(one.heading.text))
        nodes = (node for one in listed for node in one.nodes)
        return self.items_are_lines or any(node.type is not BlockType.TEXT or find_links(node.text) for node in nodes)

    def _title(self) -> Node | None:
        """Return the only heading of the highest level, or the first one above prose."""
        headings = [section for section in self.sections if section.heading]
        if not headings or any(node.type in (BlockType.ITEM, BlockType.ROW) for node in self.sections[0].nodes):
            return None
        first, level = headings[0], min(section.level for section in headings)
        others = [section for section in headings[1:] if section.level == level]
        title, texts = first.heading.text if first.heading else "", [node.text for node in first.nodes]
        is_prose = (
            not self.items_are_lines and (first.is_prose or not first.nodes) and not all(status_of_heading(title))
        )
        is_prose = is_prose and not any(LEADING_LINK.match(text) or has_author(text) for text in (title, *texts))
        is_prose = is_prose and not any(is_sentence(node.text) for node in self.sections[0].nodes)
        is_title = not others or (headings[1].level == level and is_prose)
        has_groups = len(headings) > 1 or any(BOLD_LINE.fullmatch(block.text) for block in self.blocks)
        return first.heading if first.level == level and has_groups and is_title else None

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
        empty = [section.level for section in self.sections if section.heading and not section.nodes]
        lowest = max((section.level for section in self.sections), default=0)
        if empty.count(lowest) >= _FEWEST_TITLES and not any(section.nodes for section in self.sections[1:]):
            levels.add(lowest)
        return levels

    def names_group(self, node: Node, following: Sequence[Node]) -> bool:
        """Tell whether a line of text names what follows: items, perhaps below a sentence about them, or a group."""
        text = node.text.strip("*_: ")
        is_label = node.text.endswith(":") or BOLD_LINE.fullmatch(node.text) is not None
        is_listed = bool(following) and following[0].type in (BlockType.ITEM, BlockType.ROW)
        goes_on = text[:1].islower() and re.match(r"\w.*\w$", self.lines[node.block.line - 2])
        ends_sentence = text.endswith((".", "!", "?", ",")) and not (is_label or re.fullmatch(r"\S+ \S*\d\.", text))
        is_remark = re.fullmatch(r"\**\(.*\)\**|([*_])[^\W\d_A-Z].*\1", node.text)
        has_link = ("](" in node.text or bool(find_links(node.text))) and not (
            is_listed and node.text.endswith(":") and not LEADING_LINK.match(node.text)
        )
        if not following or goes_on or ends_sentence or is_remark or has_link or len(text.split()) > LONGEST_TITLE:
            return False
        if is_listed or following[0].type is not BlockType.TEXT:
            return is_listed
        if self.items_are_lines:
            is_bare = not (self.lines_are_titles or _DETAILS.search(text) or self._is_broken(node))
            return is_label or (is_bare and _DETAILS.search(following[0].text) is not None)
        return any(
            later.type in (BlockType.ITEM, BlockType.ROW) or LEADING_LINK.match(later.text)
            for later in following[0 if is_label or not has_only_media(following[0].text) else 1 :]
        )

    # Trees

    def _is_broken(self, node: Node) -> bool:
        """Tell whether a text ends with a hard line break."""
        return self.lines[node.lines[-1] - 1].endswith("  ")

    def _trees(self) -> list[Node]:
        """Return the blocks as trees: what is indented below an item, or goes on in the line below it, is in it."""
        nodes: list[Node] = []
        open_items: list[Node] = []
        for index, block in enumerate(self.blocks):
            node = Node(block, block.text, list(block.line_numbers))
            is_text = block.type is BlockType.TEXT
            depth = block.level if is_text or block.type is BlockType.ITEM else 0
            last = open_items[-1] if open_items and block.line == open_items[0].last_line + 1 else None
            if last and is_text and not depth:
                is_its_link = not (has_words(block.text) or last.children or find_links(last.text))
                if is_its_link or LITTLE_WORD_AT_END.search(last.text) or last.text.endswith(","):
                    _append(last, node)
                    continue
                is_detail = (
                    has_only_media(block.text)
                    or block.text.startswith(": ")
                    or self._is_broken(last)
                    or self._ends_paragraph(index)
                )
                depth = last.block.level + 1 if is_detail else 0
            while open_items and open_items[-1].block.level >= depth:
                open_items.pop()
            siblings = open_items[-1].children if open_items else nodes
            above = siblings[-1] if siblings else None
            if not (is_text and above and self._belongs(above, node, index, is_inside=siblings is not nodes)):
                siblings.append(node)
            if block.type is BlockType.ITEM:
                self._split_remark(node)
                open_items.append(node)
        return nodes

    def _ends_paragraph(self, index: int) -> bool:
        """Tell whether lines of prose that begin with a block have an empty line below them."""
        for block, below in zip_longest(self.blocks[index:], self.blocks[index + 1 :]):
            if block.type is not BlockType.TEXT or not re.match(r"[\w\[(\"“*].*[^:]$", block.text):
                return False
            if not "".join(self.lines[block.line : block.line + 1]).strip():
                return True
            if not below or below.line != block.line + 1:
                return False
        return False

    def _belongs(self, last: Node, node: Node, index: int, *, is_inside: bool) -> bool:
        """Add a line of text to the text above it if that goes on, or below it if it is a detail of a title there."""
        is_quote, is_quoted = (self.lines[one.block.line - 1].lstrip().startswith(">") for one in (node, last))
        is_next = node.block.line == last.last_line + 1
        if is_quote and last.children and is_next and last.type is BlockType.TEXT:
            _append(last.children[-1], node)
            return True
        is_item = LEADING_LINK.match(last.text) or not is_sentence(without_links(last.text))
        is_item = is_item and not NO_TEXT.match(last.text)  # a badge
        if is_quote and not (is_quoted or is_inside) and (has_author(last.text) or (find_links(last.text) and is_item)):
            last.children += [node] if last.type is BlockType.TEXT else []
            return last.type is BlockType.TEXT
        is_next = is_next and is_quote == is_quoted
        if last.type is not BlockType.TEXT or not is_next or NO_TEXT.match(last.text) or node.text.startswith("- "):
            return False
        below = self.blocks[index + 1] if index + 1 < len(self.blocks) else None
        has_url_below = below and below.line == node.block.line + 1 and _URL_LINE.fullmatch(below.text)
        is_link = _URL_LINE.fullmatch(node.text) or (node.text.startswith("[") and has_only_media(node.text))
        label = read_label(last.text)
        needs_url = not (find_links(last.text) or last.text.endswith(":") or (label and label.role))
        is_open = (len(last.text) < _LONGEST_OPEN and last.text.count("[") > last.text.count("]")) or re.search(
            rf"\)\s+(?:{any_of('by')})$", last.text
        )
        is_wrapped = not label and _is_prose(last.text) and _is_prose(node.text)
        needed = all if self.items_are_lines else any
        is_wrapped = is_wrapped and needed((len(last.text) >= _WRAPPED_LENGTH, node.text[:1].islower()))
        is_wrapped = is_wrapped and not self._is_broken(last) and not last.children
        is_below_sentence = last.text.endswith((".", "!", "?")) and not node.text.endswith((".", "!", "?"))
        is_name = is_below_sentence and below is not None and below.type is BlockType.ITEM
        is_wrapped = is_wrapped and not (is_name and len(node.text.split()) <= LONGEST_TITLE)
        is_details = last.text.startswith("**") or (LEADING_LINK.match(last.text) and are_several(node.text))
        is_details = is_details or is_title_with_address(last.text)
        is_details = is_details and (self._is_broken(last) or bool(last.children))
        is_details = is_details and not (node.text.startswith("**") and not read_label(node.text))
        is_details = is_details and not self.items_are_lines
        is_remark = LEADING_LINK.match(last.text) and (is_sentence(node.text) or last.children)
        if not (is_inside or is_open) and (is_details or is_remark) and not LEADING_LINK.match(node.text):
            if last.children and node.text[:1].islower() and not self._is_broken(last.children[-1]):
                _append(last.children[-1], node)
            else:
                last.children.append(node)
            return True
        goes_on = is_inside or is_quote or is_open or is_wrapped or _BY_LINE.match(node.text)
        if goes_on or (is_link and not has_url_below and needs_url):
            _append(last, node)
        return bool(goes_on or (is_link and not has_url_below and needs_url))

    def _split_remark(self, item: Node) -> None:
        """Move lines of an item that do not go on with its sentence to a text below it."""
        for number in item.lines[1:]:
            before, line = self.lines[number - 2], self.lines[number - 1].strip()
            is_end = re.search(r"(?<!\b[^\W\d])[.!?★⭐)][^\w,]*$|\d$", before.rstrip())
            is_full = len(before) >= _WRAPPED_LENGTH and not is_end
            is_new = (line[:1].isupper() or line[:1] in "*_") and not (is_full or before.endswith((",", ":")))
            ends = before.endswith(("  ", "\\")) or is_new
            start = item.text.find(line)
            if ends and start > 0 and item.text[:start].count("[") <= item.text[:start].count("]"):
                block = Block(number, BlockType.TEXT, item.text[start:], item.block.level + 1, last_line=item.lines[-1])
                item.children.append(Node(block, block.text, list(block.line_numbers)))
                item.text = item.text[:start].rstrip(" \\")
                item.lines = item.lines[: number - item.lines[0]]
                return


def _append(node: Node, below: Node) -> None:
    node.text += f" {below.text}"
    node.lines += below.lines


def _with_details(nodes: Sequence[Node]) -> Iterator[Node]:
    """Yield nodes; details with usual labels and links without titles are below the title above them.

    That is a line in bold, or `Title: Tides`.
    """
    title: Node | None = None
    labels = [None if _SUBTITLE.match(node.text) else read_label(node.text) for node in nodes]
    for index, (node, label) in enumerate(zip(nodes, labels, strict=True)):
        is_detail = bool(label and label.value and label.role != "title" and (label.role or (title and title.children)))
        is_detail |= bool(label and label.role != "title" and title and read_label(title.block.text))
        is_detail |= node.type is BlockType.ITEM and (
            has_only_media(node.text)
            or bool(title and (title.children or has_author(title.text)) and not _is_surely_item(node))
        )
        if title and is_detail:
            title.children.append(node)
            continue
        if not (title and NO_TEXT.match(node.text)):
            title = node if node.type is BlockType.TEXT and _BOLD_TITLE.match(node.text) and not label else None
        has_details = any(below and below.role not in ("", "title") for below in labels[index + 1 : index + 3])
        if label and label.role == "title" and label.value and node.type is BlockType.TEXT and has_details:
            title, node.text = node, label.value
        yield node


def _is_surely_item(node: Node) -> bool:
    return node.block.checked is not None or bool(find_links(node.text)) or has_author(node.text)


def _is_item_or_near(node: Node) -> bool:
    """Tell whether a node is surely an item, and not because of a link far behind in a sentence."""
    links = links_in(node.text)
    return _is_surely_item(node) and (not links or len(node.text[: links[0].start].split()) < LONGEST_TITLE)


def _is_prose(text: str) -> bool:
    return not (LEADING_LINK.match(text) or BOLD_LINE.match(text) or read_label(text) or text.endswith(":"))


def _without_contents(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield blocks without tables of contents."""
    for is_item, run in groupby(blocks, key=lambda block: block.type is BlockType.ITEM):
        items = list(run)
        contents = sum(block.is_contents_link for block in items)
        if not is_item or contents < 2 or any(find_links(block.text) for block in items):
            yield from (block for block in items if not block.is_contents_link)


def is_title(text: str) -> bool:
    """Tell whether a line without a link can be a title: it is no sentence."""
    is_begun = text[:1].isupper() or text[:1].isdigit()
    is_short = not text.endswith((".", "!", ":")) and len(text.split()) < _LONGEST_ITEM
    return is_begun and is_short and not find_links(text) and not is_sentence(text)


def is_title_with_address(text: str) -> bool:
    """Tell whether a line is a title with links behind it that name media, as in `Tides [paper](…)`."""
    links = links_in(text)
    before = text[: links[0].start].rstrip("[( ") if links else ""
    is_end = links and not re.search(r"\w", text[links[-1].end :]) and not LITTLE_WORD_AT_END.search(before)
    return bool(
        is_end and has_words(before) and all(link.kind or (link.is_address and link.words[:1] == "[") for link in links)
    )


def has_author(text: str, *, in_heading: bool = False) -> bool:
    """Tell whether a line is a title with its author, as `*Tides* by Ada Lee` or `Lee, A. (2011). Tides`.

    Only a title in a heading needs no marks before `by`.
    """
    cited = CITED.match(re.sub(r"[*_]", "", text))
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
    return _AROUND_TITLE.sub("", title).rstrip(" :") or title
