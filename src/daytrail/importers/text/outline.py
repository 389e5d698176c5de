"""Outline of a Markdown document: its headings, list items, table rows, lines of text and code, with line numbers.

All importers read documents through it, so that they agree on what a heading and what code is. Text that lost its
markup, as when it was copied from a web page, still has lines and items: `Reading: - [ ] A - [ ] B` is a text and two
items, and unindented text behind an item is no part of it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, fence
from markdown_it.token import Token

from daytrail.importers.text.front_matter import blank_front_matter
from daytrail.importers.text.markdown import LINK_WORDS, new_markdown_parser, plain_text


@dataclass(frozen=True, slots=True)
class Outline:
    """A document as a Markdown parser sees it."""

    lines: tuple[str, ...]
    """Its lines as they are written, those of the front matter included."""
    blocks: tuple["Block", ...]
    """In the order of the document."""
    hidden_lines: frozenset[int]
    """Numbers, from 1, of the lines of code, comments and other HTML, in which nothing is to be read."""


class BlockType(StrEnum):
    """Type of a block of a document."""

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
    """True if its checkbox is ticked; None without a checkbox."""
    dropped: bool = False
    """True if it is cancelled: by its checkbox, or by text that is struck through."""
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
        """Return whether it is an item of a table of contents."""
        return self.type is BlockType.ITEM and CONTENTS_LINK.fullmatch(self.text) is not None


CONTENTS_LINK = re.compile(rf"[^\w\[]*{LINK_WORDS}\((?:/[\w/.-]*)?#[^)]*\)\W*")
BOX = re.compile(r"(?:\[(?P<sign>[ xX✓✔~-]?)\]|(?P<box>[☐☑☒✅✔✓❌⬜🔲▢□◻]\ufe0f?))(?:[ \t]+|$)")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n]+\]:", re.MULTILINE)
"""The beginning of the definition of a link."""
_REFERENCE_LINK = re.compile(r"(?<!\!)\[([^\[\]]+)\]\[([^\[\]]*)\]")
_UNSPACED_BOX = re.compile(r"^(\s*[-*+]) ?(\[[ xX~-]\])(?! ?[(\[]) ?(?=\S)")
"""A checkbox without the spaces around it."""
_BARE_BOX = re.compile(r"^([ \t]*)(\[[ xX~-]\])[ \t]+(?:[-–—][ \t]+)?(?=\w)")
"""A checkbox without a bullet, perhaps with a dash behind it."""
_UNSPACED_HEADING = re.compile(r"^( {0,3}#{2,6})(?=[^\s#])")
"""A heading without the space; one `#` may begin a hashtag."""
_UNSPACED_TITLE = re.compile(r"^(#)(?=[^\s#]\S* \S)")
_NUMBERED_ITEM = re.compile(r"^\d{1,9}[.)][ \t].*(?:\n(?:[a-z \t].*)?)*", re.MULTILINE)
"""With what is indented below it, perhaps by two spaces, and Markdown wants three."""
_LINE_BREAK = re.compile(r"[ \t]*<br[ \t]?/?>[ \t]*", re.IGNORECASE)
"""A line that would begin a block of HTML, up to the next empty line."""
_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)")
_STRUCK = re.compile(r"~~(.+)~~\W*")
_HTML_HEADING = re.compile(
    r"<(?P<tag>summary|h(?P<level>[1-6]))\b[^>]*>(?P<title>.*?)</(?P=tag)>", re.IGNORECASE | re.DOTALL
)
_INLINE_ITEM = re.compile(r"(?:^|(?<=\s))[-*•+] (?=\[[ xX~-]\](?: |$))")
_PLAIN_ITEM = re.compile(r"[^\n\[~☐☑☒✅✔✓❌⬜🔲▢□◻]*")
"""An item of one line without a box, a link, or a line through its text."""
_SIMPLE_LINE = re.compile(r"([-*+] |#{1,6} )?(?=[^\W\d_])")
"""The beginning of a line that is a heading, an item or text, whatever it contains."""
_MAY_GO_ON = frozenset(" \t-*+0123456789")
_DEEPEST_HEADING = 6
_MOST_CACHED = 1_000_000
"""Characters of a document of which the outline is kept in memory."""
_TICKS = set("xX✓✔☑✅")
_HIDDEN_HTML = re.compile(r"\s*<(?:!--|script\b|style\b|pre\b|textarea\b)", re.IGNORECASE)
_BULLET = re.compile(r"[•◦▪‣●○]\s+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def hidden_line_numbers(text: str) -> frozenset[int]:
    """Return the numbers, from 1, of the lines of code and comments of a text."""
    return read_outline(text).hidden_lines if re.search(r"```|~~~|<[!a-z]", text) else frozenset()


def without_control_characters(text: str) -> str:
    """Return a text with spaces in place of characters that YAML forbids, of tabs and of many spaces between words."""
    return re.sub(r"(?<=\S)(?:[ \t]*\t| {50,}(?=\S))", " ", _CONTROL.sub(" ", text))


def read_outline(text: str) -> Outline:
    """Return the outline of a Markdown document; a code fence that nobody closed is text."""
    return (_read_outline if len(text) > _MOST_CACHED else _read_outline_once)(text)


def _read_outline(text: str) -> Outline:  # noqa: C901 - one case a type of token
    lines = blank_front_matter(text.replace("\r", " ")).split("\n")
    lines = [_UNSPACED_BOX.sub(r"\1 \2 ", line) if "[" in line else line for line in lines]
    lines = [_BARE_BOX.sub(r"\1- \2 ", line) if "]" in line else line for line in lines]
    lines = [_UNSPACED_HEADING.sub(r"\1 ", line) if "##" in line else line for line in lines]
    lines = ["" if _LINE_BREAK.fullmatch(line) else line for line in lines]
    lines[0] = _UNSPACED_TITLE.sub(r"\1 ", lines[0])
    blocks: list[Block] = []
    hidden_lines: set[int] = set()
    depth = -1
    at_item_start = False
    header: tuple[str, ...] = ()
    row: list[str] | None = None
    row_line = heading_level = heading_end = shift = details = 0
    previous = ""
    outer_level = 1
    env: dict[str, Any] = {}
    indented = _NUMBERED_ITEM.sub(lambda item: item[0].replace("\n  ", "\n    "), "\n".join(lines))
    tokens: Iterable[Token] = _read_tokens(indented, env)
    if _DEFINITION.search(text):
        tokens = list(tokens)  # a link may be above the definition of its URL
    inline_links = partial(_with_inline_links, references=env.get("references", {}))
    for token in tokens:
        start, end = token.map or (0, 1)
        line, last_line = start + 1, max(end, start + 1)
        match token.type:
            case "inline" if previous == "list_item_open" and _PLAIN_ITEM.fullmatch(token.content):  # most items
                blocks.append(Block(line, BlockType.ITEM, token.content.strip(), depth))
                at_item_start = False
            case "bullet_list_open" | "ordered_list_open":
                depth += 1
            case "bullet_list_close" | "ordered_list_close":
                depth -= 1
            case "list_item_open":
                at_item_start = True
            case "list_item_close":
                at_item_start = False  # an empty item has no text, and what is below it is none either
            case "table_open":
                header = ()
            case "tr_open":
                row, row_line = [], line
            case "tr_close" if row is not None:
                row = _whole_cells(lines[row_line - 1], row)
                blocks.append(Block(row_line, BlockType.ROW, "", cells=tuple(row), header=header))
                header, row = header or tuple(cell.casefold() for cell in row), None
            case "inline" if row is not None:
                row.append(inline_links(token.content.strip()))
            case "inline" if previous == "heading_open" and "\n" not in token.content:  # else text above a rule
                title = inline_links(token.content.strip())
                blocks.append(Block(line, BlockType.HEADING, title, heading_level, last_line=heading_end))
            case "heading_open":
                heading_level, heading_end = int(token.tag[1]), last_line
                if details > 0 and heading_level >= outer_level:  # deeper than the text that unfolds it
                    shift = max(shift, outer_level + 2 - heading_level)
                    heading_level = min(heading_level + shift, _DEEPEST_HEADING)
                else:
                    outer_level, shift, details = heading_level, 0, 0
            case "inline":
                texts = inline_links(token.content).split("\n")
                numbered = list(enumerate(texts, start=line))
                blocks += _paragraph_blocks(numbered, depth, at_item_start=at_item_start)
                at_item_start = False
            case "html_block" if _HTML_HEADING.search(token.content) and not _HIDDEN_HTML.match(token.content):
                blocks += _html_headings(token.content, line, outer_level + 1)
                details += _opened_details(token.content)
            case "fence" | "html_block":
                details += _opened_details(token.content)
                block_type = BlockType.CODE if token.info.strip().startswith("mermaid") else BlockType.OTHER
                blocks.append(Block(line, block_type, token.content, last_line=last_line))
                if token.type == "fence" or _HIDDEN_HTML.match(token.content):
                    hidden_lines.update(range(line, last_line + 1))
        previous = token.type
    return Outline(tuple(text.split("\n")), tuple(blocks), frozenset(hidden_lines))


_PARAGRAPH = Token("paragraph", "p", 0)


class _State(StateBlock):
    """State of the parser that keeps no tokens for the ends of paragraphs, which are most tokens of a log."""

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Return a new token; it is added unless it is the beginning or the end of a paragraph."""
        if tag == "p":
            return _PARAGRAPH
        return super().push(ttype, tag, nesting)


_read_outline_once = lru_cache(maxsize=4)(_read_outline)
"""The importer, the proof that nothing is lost and the editor of links read the same document."""


def _read_tokens(text: str, env: dict[str, Any]) -> Iterator[Token]:
    """Yield the tokens of a document block by block, as `MarkdownIt.parse` does for all at once.

    So a log of 20 MB needs no memory for all its tokens, which are ten times as large.
    """
    parser = _parser()
    state = _State(text.replace("\0", "\ufffd"), parser, env, [])
    rules = parser.block.ruler.getRules("")
    lines = [*text.split("\n"), ""]
    while (line := state.skipEmptyLines(state.line)) < state.lineMax:
        tokens, state.line = _simple_tokens(lines, line)
        if tokens:  # most lines of a log
            yield from tokens
            continue
        for rule in rules:
            if rule(state, line, state.lineMax, False):
                break
        yield from state.tokens
        state.tokens.clear()


def _simple_tokens(lines: Sequence[str], first: int) -> tuple[list[Token], int]:
    """Return the tokens of a heading, a paragraph or a list of one line an item that begins with a letter, and its end.

    There are none if the lines up to the next empty one are anything else.
    """
    match = _SIMPLE_LINE.match(lines[first])
    marker, end = (match[1] or "") if match else "", first + 1
    if not match or marker[:1] == "#":
        tag = f"h{len(marker) - 1}"
        content = lines[first][match.end(1) :].rstrip() if match else ""
        if not match or content.endswith("#"):
            return [], first
        return [Token("heading_open", tag, 1, map=[first, end]), _inline(first, end, content)], end
    while (other := _SIMPLE_LINE.match(lines[end])) and (other[1] or "") == marker:
        end += 1
    if lines[end].strip() and not (other and (other[1] or "")[:1] == "#"):
        return [], first
    if not marker:
        return [_inline(first, end, "\n".join(lines[first:end]).strip())], end
    below = end
    while below < len(lines) - 1 and not lines[below].strip():
        below += 1
    if lines[below][:1] in _MAY_GO_ON:  # perhaps the list goes on
        return [], first
    items = [_inline(at, at + 1, lines[at][2:].strip()) for at in range(first, end)]
    begin = Token("list_item_open", "li", 1)
    tokens = [token for item in items for token in (begin, item)]
    return [Token("bullet_list_open", "ul", 1), *tokens, Token("bullet_list_close", "ul", -1)], end


def _inline(first: int, end: int, content: str) -> Token:
    return Token("inline", "", 0, map=[first, end], content=content)


@cache
def _parser() -> MarkdownIt:
    """Return the parser for the blocks of a document; it leaves the text within them as it is."""
    parser = new_markdown_parser()
    parser.block.ruler.at("fence", _fence, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    parser.block.ruler.before(
        "paragraph", "unindented_text", _ends_before, {"alt": ["paragraph", "reference", "blockquote"]}
    )
    return parser


def _fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a code fence as CommonMark does, unless nobody closed it: it has no end, or another one opens in it."""
    is_fence = fence(state, start, end, silent)
    if silent or not is_fence:
        return is_fence
    code, last = state.tokens[-1], state.line - 1
    closing = state.src[state.bMarks[last] : state.eMarks[last]].strip(" \t>")
    is_closed = last > start and closing.strip(code.markup[0]) == "" and closing.startswith(code.markup)
    is_nested = code.info.strip() in ("markdown", "md")
    if is_closed and (is_nested or not re.search(rf"^ {{0,3}}{code.markup}\s*\w", code.content, re.MULTILINE)):
        return True
    state.tokens.pop()
    state.line = start
    return False


def _ends_before(state: StateBlock, line: int, _end_line: int, silent: bool) -> bool:
    """Return whether a list item or a table ends before a line, though Markdown would join unindented text to it.

    Text that goes on in lower case belongs to the item.
    """
    if not silent:
        return False
    start = state.bMarks[line] + state.tShift[line]
    if state.parentType == "table":
        return state.src[start : start + 1] != "|" and not state.src[start : state.eMarks[line]].count("|")
    before = state.src[state.bMarks[line - 1] : state.eMarks[line - 1]]
    if before.rstrip("*_ ").endswith(":") and re.match(r"\d{1,3}[.)] ", state.src[start : state.eMarks[line]]):
        return True  # a list goes on with its numbers behind a title
    if before.count("[") > before.count("]") or (", " in before and before.endswith(":")):
        return False  # the words of a link, or what is behind names, go on
    is_outside = 0 <= state.sCount[line] < state.blkIndent and state.sCount[line] == 0
    return is_outside and not state.src[start : start + 1].islower()


def _with_inline_links(text: str, references: Mapping[str, Any]) -> str:
    """Return a text with reference links, `[text][name]`, replaced by inline links."""

    def inline_link(match: re.Match[str]) -> str:
        name = " ".join((match[2] or match[1]).split()).upper()
        return f"[{match[1]}]({references[name]['href']})" if name in references else match[0]

    return _REFERENCE_LINK.sub(inline_link, text) if references and "][" in text else text


def _html_headings(html: str, first_line: int, summary_level: int) -> Iterator[Block]:
    """Yield the headings in HTML; the text that a visitor clicks to unfold details is one to a reader."""
    for match in _HTML_HEADING.finditer(html):
        title = plain_text(re.sub(r"<[^>]+>", "", match["title"]))
        line, last_line = (first_line + html.count("\n", 0, offset) for offset in match.span())
        inner = re.match(r"\s*<h([1-6])", match["title"], re.IGNORECASE)
        level = int(inner[1] if inner else match["level"] or summary_level)
        yield Block(line, BlockType.HEADING, title, level, last_line=last_line)


def _opened_details(html: str) -> int:
    """Return how many elements with details HTML opens and does not close."""
    return len(re.findall(r"<details\b", html, re.IGNORECASE)) - len(re.findall(r"</details\b", html, re.IGNORECASE))


def _whole_cells(line: str, cells: list[str]) -> list[str]:
    """Return the cells of a row, with those behind the last column, and without a cut at a bar within code."""
    if not line.lstrip().startswith("|"):
        return cells
    masked = _CODE.sub(lambda match: "_" * len(match[0]), line)
    bars = [match.start() for match in re.finditer(r"(?<!\\)\|", masked)]
    whole = [line[start + 1 : end].strip().replace("\\|", "|") for start, end in pairwise([*bars, len(line)])]
    whole = whole[:-1] if not whole[-1] else whole
    return whole if len(whole) > len(cells) or (len(whole) == len(cells) and "|" in "".join(whole)) else cells


def _paragraph_blocks(lines: Sequence[tuple[int, str]], depth: int, *, at_item_start: bool) -> Iterator[Block]:
    """Yield the blocks of a paragraph, given its numbered lines and the number of lists around it, less one."""
    items: list[Block] = []
    for number, text in lines:
        has_items = _INLINE_ITEM.search(text)
        if items and not has_items:
            items[-1] = replace(items[-1], text=f"{items[-1].text} {text.strip()}".strip(), last_line=number)
            continue
        yield from items
        items = []
        if at_item_start and number == lines[0][0]:
            items = list(_inline_items(text, number, depth))
        elif depth >= 0 and not has_items:
            yield Block(number, BlockType.TEXT, text.strip(), depth + 1)
        else:
            yield from _line_blocks(text, number)
    yield from items


def _line_blocks(text: str, number: int) -> Iterator[Block]:
    """Yield a line of text, and the items that it contains."""
    first_item = _INLINE_ITEM.search(text)
    before = text[: first_item.start() if first_item else None].strip()
    if bullet := _BULLET.match(text):
        yield from _inline_items(text[bullet.end() :], number, 0)
        return
    box = BOX.match(before)
    if box and box["box"]:
        yield from _inline_items(text, number, 0)
        return
    if before:
        yield Block(number, BlockType.TEXT, before)
    if first_item and not box:
        yield from _inline_items(text[first_item.end() :], number, 0)


def is_ticked(box: re.Match[str]) -> bool:
    """Tell whether a checkbox, as `BOX` matches it, has a tick or a cross that is one."""
    return bool(_TICKS & set(box[0]))


def _inline_items(text: str, number: int, depth: int) -> Iterator[Block]:
    for part in _INLINE_ITEM.split(text):
        box = BOX.match(part)
        content = part[box.end() if box else 0 :].strip()
        struck = _STRUCK.fullmatch(content)
        dropped = bool(_STRUCK.match(content)) or bool(box and set("~-❌☒") & set(box[0]))
        checked = is_ticked(box) if box else None
        yield Block(number, BlockType.ITEM, struck[1] if struck else content, depth, checked, dropped)
