"""A document in pieces with the line of each: headings, items, rows of tables, lines of text.

Plans and lists become fields, so their structure matters, and Markdown's own parser says what it is. Text that lost
its Markdown on the way, copied from a page, is lines and items still: `Reading: - [ ] A - [ ] B` is one of text and two
items, and text at the margin behind an item is no part of it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from daytrail.importers.log.lines import hidden
from daytrail.importers.text.inline import parser, plain


class Sort(StrEnum):
    """What a piece is."""

    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Piece:
    """A line, an item or a row."""

    line: int
    """In the file, from 1."""
    sort: Sort
    text: str
    """Its Markdown, without the signs of its form."""
    level: int = 0
    """Of a heading, from 1; of an item, how deep it stands, from 0; of text, how many items it is part of."""
    checked: bool | None = None
    """Whether its box has a tick; None without a box."""
    dropped: bool = False
    """Whether its box, or a line through it, says that nobody will do it."""
    cells: tuple[str, ...] = ()
    """Of a row."""
    head: tuple[str, ...] = ()
    """The cells of its table's first row, in small letters."""
    last: int = 0
    """The last line of it, where it has several."""

    @property
    def lines(self) -> range:
        """The numbers of its lines."""
        return range(self.line, max(self.line, self.last) + 1)


_BOX = re.compile(r"(?:\[(?P<sign>[ xX✓✔~-]?)\]|(?P<box>[☐☑☒✅✔✓❌⬜🔲]\ufe0f?))(?:[ \t]+|$)")
_BARE_BOX = re.compile(r"^(\s*[-*+]) ?(\[[ xX~-]\])(?! ?[(\[]) ?(?=\S)")
"""A box without the spaces around it."""
_STRUCK = re.compile(r"~~(.+)~~\W*")
_SUMMARY = re.compile(r"<summary[^>]*>(.*?)</summary>", re.IGNORECASE | re.DOTALL)
_FRONT = re.compile(r"(---|\+\+\+)[ \t]*\n(?:.*\n)*?\1[ \t]*(?:\n|$)")
_INLINE = re.compile(r"(?:^|(?<=\s))[-*•+] (?=\[[ xX]\](?: |$))")
_TICKED = set("xX✓✔☑✅")
_MARKED = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
_BULLET = re.compile(r"[•◦▪‣●○]\s+")


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def cleaned(text: str) -> str:
    """Return a text without the characters that no YAML file may hold, and without tabs between words."""
    return re.sub(r"(?<=\S)\t+", " ", _CONTROL.sub(" ", text))


def outline(text: str) -> list[Piece]:
    """Part a Markdown document, or what is left of one, into its pieces, in their order."""
    text = _resolved(text)
    lines, numbers = _spread([_BARE_BOX.sub(r"\1 \2 ", line) for line in without_front(text).split("\n")])
    found: list[Piece] = []
    depth = -1
    fresh = False  # an item has begun whose first line has not come yet
    head: tuple[str, ...] = ()
    row: list[str] | None = None
    before = ""
    folded = False
    at = level = 0
    for token in parser().parse("\n".join(lines)):
        start, end = token.map or (0, 0)
        line, last = numbers[start], numbers[max(end - 1, start)]
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                depth += 1
            case "bullet_list_close" | "ordered_list_close":
                depth -= 1
            case "list_item_open":
                fresh = True
            case "table_open":
                head = ()
            case "tr_open":
                row, at = [], line
            case "tr_close" if row is not None:
                found.append(Piece(at, Sort.ROW, "", cells=tuple(row), head=head))
                head, row = head or tuple(cell.casefold() for cell in row), None
            case "inline" if row is not None:
                row.append(token.content.strip())
            case "inline" if before == "heading_open":
                found.append(Piece(line, Sort.HEADING, token.content.strip(), level, last=last))
            case "heading_open":
                level, folded = int(token.tag[1]), False
            case "inline":
                content = [(numbers[at], text) for at, text in enumerate(token.content.split("\n"), start=start)]
                found += _paragraph(content, depth, fresh=fresh)
                fresh = False
            case "html_block" if summary := _SUMMARY.search(token.content):
                # What a visitor clicks to unfold is a heading to a reader.
                above = next((piece.level for piece in reversed(found) if piece.sort is Sort.HEADING), 1)
                found.append(
                    Piece(
                        line, Sort.HEADING, plain(re.sub(r"<[^>]+>", "", summary[1])), above + (not folded), last=last
                    )
                )
                folded = True
            case "fence" | "html_block":
                sort = Sort.CODE if token.info.strip().startswith("mermaid") else Sort.OTHER
                found.append(Piece(line, sort, token.content, last=last))
        before = token.type
    return found


def _resolved(text: str) -> str:
    """Return a text whose links by name, `[text][name]`, have their addresses."""
    if "][" not in text:
        return text
    env: dict[str, Any] = {}
    parser().parse(text, env)
    known = env.get("references", {})

    def address(found: re.Match[str]) -> str:
        name = " ".join((found[2] or found[1]).split()).upper()
        return f"[{found[1]}]({known[name]['href']})" if name in known else found[0]

    return re.sub(r"(?<!\!)\[([^\[\]]+)\]\[([^\[\]]*)\]", address, text) if known else text


def without_front(text: str) -> str:
    """Return a text with empty lines in the place of its front matter."""
    found = _FRONT.match(text)
    return "\n" * found[0].count("\n") + text[found.end() :] if found else text


def _spread(lines: Sequence[str]) -> tuple[list[str], list[int]]:
    """Put an empty line before text at the margin that follows an item or a table, of which Markdown makes it a part.

    Returns:
        The lines, and the number of each in the file.
    """
    inside = hidden(lines)
    found: list[str] = []
    numbers: list[int] = []
    open_ = ""  # the list or the table that a line at the margin would go on with
    for number, line in enumerate(lines, start=1):
        item, row = _MARKED.match(line), line.lstrip().startswith("|")
        if number not in inside and line.strip() and open_:
            goes_on = item or line[:1].isspace() or line[:1].islower() if open_ == "list" else row
            if not goes_on:
                found.append("")
                numbers.append(number)
                open_ = ""
        if item:
            open_ = "list"
        elif row and open_ != "list":
            open_ = "table"
        found.append(line)
        numbers.append(number)
    return found, [*numbers, len(lines)]


def _paragraph(content: Sequence[tuple[int, str]], depth: int, *, fresh: bool) -> Iterator[Piece]:
    """Yield the pieces of a paragraph.

    Args:
        content: Its lines with their numbers.
        depth: How many lists it stands in, less one.
        fresh: Whether it begins an item.
    """
    item: list[Piece] = []
    for place, (number, text) in enumerate(content):
        if item and not _INLINE.search(text):
            item[-1] = replace(item[-1], text=f"{item[-1].text} {text.strip()}".strip(), last=number)
            continue
        yield from item
        item = []
        if fresh and place == 0:
            item = list(_items(text, number, depth))
        elif depth >= 0 and not _INLINE.search(text):
            yield Piece(number, Sort.TEXT, text.strip(), depth + 1)
        else:
            yield from _parts(text, number)
    yield from item


def _parts(text: str, number: int) -> Iterator[Piece]:
    """Part a line of text from the items that stand in it."""
    found = _INLINE.search(text)
    bullet = _BULLET.match(text)
    said = text[: found.start() if found else None].strip()
    if bullet:
        yield from _items(text[bullet.end() :], number, 0)
    elif box := _BOX.match(said):
        yield from _items(text, number, 0) if box["box"] else [Piece(number, Sort.TEXT, said)]
    else:
        if said:
            yield Piece(number, Sort.TEXT, said)
        if found:
            yield from _items(text[found.end() :], number, 0)


def _items(text: str, number: int, depth: int) -> Iterator[Piece]:
    for part in _INLINE.split(text):
        box = _BOX.match(part)
        checked = None if box is None else bool(_TICKED & set(box[0]))
        own = part[box.end() if box else 0 :].strip()
        struck = _STRUCK.fullmatch(own)
        dropped = bool(struck) or bool(box and set("~-❌☒") & set(box[0]))
        yield Piece(number, Sort.ITEM, struck[1] if struck else own, depth, checked, dropped)
