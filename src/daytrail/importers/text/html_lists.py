"""Lists in HTML, as lists in Markdown on as many lines."""

import re

_LINE = re.compile(
    r"^[ \t]*<(?:(?P<end>/)?(?P<list>[ou]l)\b[^<>\n]*>[ \t]*$|li\b[^<>\n]*>(?P<item>.*))", re.MULTILINE | re.IGNORECASE
)
"""A tag of a list, or an item, on a line of its own."""
_END_OF_ITEM = re.compile(r"<(?:br ?/?|/li)>$", re.IGNORECASE)
TABLE = re.compile(r"(<table\b[^<>]*>(?:(?!<table\b).)*?</table>)", re.IGNORECASE | re.DOTALL)
_ROW = re.compile(r"^[ \t]*\|.*<li\b.*$", re.MULTILINE | re.IGNORECASE)
_LINK = re.compile(
    r"<a\s[^<>]*?href=[\"'](?P<url>[^\"'<>]+)[\"'][^<>]*>(?P<words>(?:(?!</?(?:a|li)\b).)*?)</a>(?!\()",
    re.DOTALL | re.IGNORECASE,
)
_PICTURE = re.compile(
    r"<img\b(?=[^<>]*?\bsrc=[\"'](?P<url>[^\"'<>\s]+))(?:[^<>]*?\balt=[\"'](?P<words>[^\"<>]*?)[\"'])?[^<>]*>",
    re.IGNORECASE,
)


def with_markdown_lists(text: str) -> str:
    """Return a text with the items of lists in HTML, each on a line of its own, as those of lists in Markdown."""
    depth = 0

    def read(match: re.Match[str]) -> str:
        nonlocal depth
        if match["list"]:
            depth = max(depth + (-1 if match["end"] else 1), 0)
            return ""
        item = _END_OF_ITEM.sub("", match["item"].strip()).strip()
        return f"{'  ' * (depth - 1)}- {with_markdown_links(item)}"

    if "<li" not in text.lower():
        return text
    pieces = TABLE.split(_ROW.sub(_with_line_breaks, text))  # every second one is a table
    return "".join(piece if at % 2 else _LINE.sub(read, piece) for at, piece in enumerate(pieces))


def _with_line_breaks(row: re.Match[str]) -> str:
    """Return a row of a table with line breaks between the items of lists in its cells."""
    cells = re.sub(r"</li>|</?[ou]l\b[^<>]*>", "", row[0], flags=re.IGNORECASE)
    return re.sub(r"(\|\s*)<br>", r"\1", re.sub(r"<li\b[^<>]*>", "<br>", cells, flags=re.IGNORECASE))


def with_markdown_links(text: str) -> str:
    """Return a text with links in HTML as links in Markdown, on as many lines."""

    def read(match: re.Match[str]) -> str:
        words = _PICTURE.sub(lambda picture: f"![{picture['words'] or ''}]({picture['url']})", match["words"])
        link = f"[{' '.join(re.sub(r'<[^<>]*>', '', words).split())}]({match['url'].strip()})"
        return link + "\n" * (match[0].count("\n") - link.count("\n"))

    return _LINK.sub(read, text)
