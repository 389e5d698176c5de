"""Rows of tables in HTML, as those of tables in Markdown."""

import re
from collections.abc import Iterator

from daytrail.importers.text.html_links import TABLE, with_markdown_links
from daytrail.importers.text.outline import Block, BlockType

_MARKDOWN = re.compile(r"^[ \t]*(?:[-*+][ \t]|#{1,6}[ \t]|\||```|~~~)", re.MULTILINE)
"""A line in a table for layout, whose cells are Markdown."""
_ROW = re.compile(
    r"<tr\b[^<>]*>(?P<cells>(?:(?!<tr\b).)*?)(?:</tr>|(?=<tr\b|</t(?:body|able)>))", re.IGNORECASE | re.DOTALL
)
_CELL = re.compile(
    r"<(?P<tag>t[dh])\b[^<>]*>(?P<text>(?:(?!<t[dh]\b).)*?)(?:</(?P=tag)>|(?=<t[dh]\b)|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_ITEM = re.compile(r"\s*<li\b[^<>]*>\s*", re.IGNORECASE)


def take_html_tables(text: str) -> tuple[str, list[Block]]:
    """Return a text with empty lines in place of its tables in HTML, and the rows of these tables."""
    rows: list[Block] = []

    def take(table: re.Match[str]) -> str:
        if _MARKDOWN.search(table[0]) or "\n" not in table[0]:
            return table[0]
        rows.extend(_rows(table[0], text.count("\n", 0, table.start()) + 1))
        return "\n" * table[0].count("\n")

    return TABLE.sub(take, text) if "<table" in text.casefold() else text, rows


def _rows(table: str, first_line: int) -> Iterator[Block]:
    """Yield the rows of a table; one without names of columns whose cells have links is a table for layout."""
    header: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    for row in _ROW.finditer(table):
        cells = tuple(_cell_text(cell["text"]) for cell in _CELL.finditer(row["cells"]))
        cells = (*first, *cells) if "rowspan" in table and len(cells) < len(header) else cells  # it goes on from above
        first = cells[:1]
        line, last_line = (first_line + table.count("\n", 0, offset) for offset in row.span())
        if not header and "<th" not in row["cells"].casefold() and any("](http" in cell for cell in cells):
            header = ("",) * len(cells)
            yield Block(line, BlockType.ROW, "", cells=header, last_line=line)
        if any(cells):
            yield Block(line, BlockType.ROW, "", cells=cells, header=header, last_line=last_line)
        header = header or tuple(cell.casefold() for cell in cells)


def _cell_text(html: str) -> str:
    """Return a cell in HTML as Markdown; the words of a linked picture are its alternative text."""
    text = with_markdown_links(_ITEM.sub("<br>", html))
    text = re.sub(r"\[\]\(([^()]*)\)", r"\1", re.sub(r"!\[([^\[\]]*)\]\([^()]*\)", r"\1", text))
    return re.sub(r"^(?:<br>\s*)+", "", _without_tags(text))


def _without_tags(html: str) -> str:
    html = re.sub(r"</p>\s*<p\b[^<>]*>", " ", html, flags=re.IGNORECASE)
    html = re.sub(r"(?<=\w)\*\s+\*(?=\w)", " ", html)  # emphasis that a paragraph divides
    return " ".join(re.sub(r"<(?!br\b|https?:)[^<>]*>", "", html).split())
