"""Outline of a Markdown document: its headings, list items, table rows, lines of text and code, with line numbers.

Plans and reading lists become fields, so their structure matters, and a Markdown parser finds it. Text that lost its
markup, as when it was copied from a web page, still has lines and items: `Reading: - [ ] A - [ ] B` is a text and two
items, and unindented text behind an item is no part of it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from daytrail.importers.text.front_matter import blank_front_matter
from daytrail.importers.text.markdown import LINK_WORDS, hidden_lines, markdown_parser, plain_text


class BlockType(StrEnum):
    """What a block of a document is."""

    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Block:
    """One heading, list item, table row, line of text, or piece of code."""

    line: int
    """Its first line in the file, from 1."""
    type: BlockType
    text: str
    """Its Markdown, without the characters that make it a heading or an item."""
    level: int = 0
    """Of a heading, from 1; of an item, its depth, from 0; of text, the number of items around it."""
    checked: bool | None = None
    """Whether its checkbox is ticked; None without a checkbox."""
    dropped: bool = False
    """Whether its checkbox, or a line through its text, says that nobody will do it."""
    cells: tuple[str, ...] = ()
    """Of a table row."""
    header: tuple[str, ...] = ()
    """The cells of the first row of its table, in lower case; empty for that row itself."""
    last_line: int = 0
    """Its last line, if it has several."""

    @property
    def line_numbers(self) -> range:
        """The numbers of its lines."""
        return range(self.line, max(self.line, self.last_line) + 1)

    @property
    def is_contents_link(self) -> bool:
        """Whether it is an item of a table of contents."""
        return self.type is BlockType.ITEM and _CONTENTS_LINK.fullmatch(self.text) is not None


_CONTENTS_LINK = re.compile(rf"{LINK_WORDS}\(#[^)]*\)\W*")
_BOX = re.compile(r"(?:\[(?P<sign>[ xX✓✔~-]?)\]|(?P<box>[☐☑☒✅✔✓❌⬜🔲]\ufe0f?))(?:[ \t]+|$)")
_UNSPACED_BOX = re.compile(r"^(\s*[-*+]) ?(\[[ xX~-]\])(?! ?[(\[]) ?(?=\S)")
"""A checkbox without the spaces around it."""
_STRUCK = re.compile(r"~~(.+)~~\W*")
_SUMMARY = re.compile(r"<summary[^>]*>(.*?)</summary>", re.IGNORECASE | re.DOTALL)
_INLINE_ITEM = re.compile(r"(?:^|(?<=\s))[-*•+] (?=\[[ xX]\](?: |$))")
_TICKS = set("xX✓✔☑✅")
_LIST_MARKER = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
_BULLET = re.compile(r"[•◦▪‣●○]\s+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def without_control_characters(text: str) -> str:
    """Return a text with spaces in place of characters that YAML forbids, and of tabs between words."""
    return re.sub(r"(?<=\S)\t+", " ", _CONTROL.sub(" ", text))


def read_outline(text: str) -> list[Block]:  # noqa: C901 - one case for each type of token
    """Return the blocks of a Markdown document, in its order."""
    text = _with_inline_links(text)
    lines, numbers = _with_separated_text(
        [_UNSPACED_BOX.sub(r"\1 \2 ", line) for line in blank_front_matter(text).split("\n")]
    )
    blocks: list[Block] = []
    depth = -1
    at_item_start = False
    header: tuple[str, ...] = ()
    row: list[str] | None = None
    row_line = heading_level = 0
    previous = ""
    after_summary = False
    for token in markdown_parser().parse("\n".join(lines)):
        start, end = token.map or (0, 0)
        line, last_line = numbers[start], numbers[max(end - 1, start)]
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                depth += 1
            case "bullet_list_close" | "ordered_list_close":
                depth -= 1
            case "list_item_open":
                at_item_start = True
            case "table_open":
                header = ()
            case "tr_open":
                row, row_line = [], line
            case "tr_close" if row is not None:
                blocks.append(Block(row_line, BlockType.ROW, "", cells=tuple(row), header=header))
                header, row = header or tuple(cell.casefold() for cell in row), None
            case "inline" if row is not None:
                row.append(token.content.strip())
            case "inline" if previous == "heading_open":
                title = token.content.strip()
                blocks.append(Block(line, BlockType.HEADING, title, heading_level, last_line=last_line))
            case "heading_open":
                heading_level, after_summary = int(token.tag[1]), False
            case "inline":
                numbered = [(numbers[at], text) for at, text in enumerate(token.content.split("\n"), start=start)]
                blocks += _paragraph_blocks(numbered, depth, at_item_start=at_item_start)
                at_item_start = False
            case "html_block" if summary := _SUMMARY.search(token.content):
                # The text that a visitor clicks to unfold details is a heading to a reader.
                level = next((block.level for block in reversed(blocks) if block.type is BlockType.HEADING), 1)
                title = plain_text(re.sub(r"<[^>]+>", "", summary[1]))
                level += not after_summary
                blocks.append(Block(line, BlockType.HEADING, title, level, last_line=last_line))
                after_summary = True
            case "fence" | "html_block":
                block_type = BlockType.CODE if token.info.strip().startswith("mermaid") else BlockType.OTHER
                blocks.append(Block(line, block_type, token.content, last_line=last_line))
        previous = token.type
    return blocks


def _with_inline_links(text: str) -> str:
    """Return a text with reference links, `[text][name]`, replaced by inline links."""
    if "][" not in text:
        return text
    env: dict[str, Any] = {}
    markdown_parser().parse(text, env)
    references = env.get("references", {})

    def inline_link(match: re.Match[str]) -> str:
        name = " ".join((match[2] or match[1]).split()).upper()
        return f"[{match[1]}]({references[name]['href']})" if name in references else match[0]

    return re.sub(r"(?<!\!)\[([^\[\]]+)\]\[([^\[\]]*)\]", inline_link, text) if references else text


def _with_separated_text(lines: Sequence[str]) -> tuple[list[str], list[int]]:
    """Return lines, and their numbers, with an empty one above text that Markdown would join to an item or a table."""
    hidden = hidden_lines(lines)
    separated: list[str] = []
    numbers: list[int] = []
    open_block = ""  # the list or the table that an unindented line would continue
    for number, line in enumerate(lines, start=1):
        is_item, is_row = _LIST_MARKER.match(line), line.lstrip().startswith("|")
        if number not in hidden and line.strip() and open_block:
            continues = is_item or line[:1].isspace() or line[:1].islower() if open_block == "list" else is_row
            if not continues:
                separated.append("")
                numbers.append(number)
                open_block = ""
        if is_item:
            open_block = "list"
        elif is_row and open_block != "list":
            open_block = "table"
        separated.append(line)
        numbers.append(number)
    return separated, [*numbers, len(lines)]


def _paragraph_blocks(lines: Sequence[tuple[int, str]], depth: int, *, at_item_start: bool) -> Iterator[Block]:
    """Yield the blocks of a paragraph, given its numbered lines and the number of lists around it, less one."""
    items: list[Block] = []
    for index, (number, text) in enumerate(lines):
        if items and not _INLINE_ITEM.search(text):
            items[-1] = replace(items[-1], text=f"{items[-1].text} {text.strip()}".strip(), last_line=number)
            continue
        yield from items
        items = []
        if at_item_start and index == 0:
            items = list(_inline_items(text, number, depth))
        elif depth >= 0 and not _INLINE_ITEM.search(text):
            yield Block(number, BlockType.TEXT, text.strip(), depth + 1)
        else:
            yield from _line_blocks(text, number)
    yield from items


def _line_blocks(text: str, number: int) -> Iterator[Block]:
    """Yield a line of text, and the items that it contains."""
    first_item = _INLINE_ITEM.search(text)
    bullet = _BULLET.match(text)
    before = text[: first_item.start() if first_item else None].strip()
    if bullet:
        yield from _inline_items(text[bullet.end() :], number, 0)
    elif box := _BOX.match(before):
        yield from _inline_items(text, number, 0) if box["box"] else [Block(number, BlockType.TEXT, before)]
    else:
        if before:
            yield Block(number, BlockType.TEXT, before)
        if first_item:
            yield from _inline_items(text[first_item.end() :], number, 0)


def _inline_items(text: str, number: int, depth: int) -> Iterator[Block]:
    for part in _INLINE_ITEM.split(text):
        box = _BOX.match(part)
        checked = None if box is None else bool(_TICKS & set(box[0]))
        content = part[box.end() if box else 0 :].strip()
        struck = _STRUCK.fullmatch(content)
        dropped = bool(struck) or bool(box and set("~-❌☒") & set(box[0]))
        yield Block(number, BlockType.ITEM, struck[1] if struck else content, depth, checked, dropped)
