"""Markdown as text to place in a page."""

import re

from markdown_it import MarkdownIt

_MAY_HAVE_TITLE = re.compile(r"(?:^|[\s>])#(?:\s|$)|=\s*$", re.MULTILINE)
"""Holds for more than titles, and saves the parsing of most bodies."""
_PARSER = MarkdownIt("commonmark")


def demote(text: str) -> str:
    """Return a body whose headings lie below the page's title: one level lower each, if any is a first-level one."""
    if not _MAY_HAVE_TITLE.search(text):
        return text
    headings = [token for token in _PARSER.parse(text) if token.type == "heading_open" and token.map]
    if not any(token.tag == "h1" for token in headings):
        return text
    lines = text.split("\n")
    for token in reversed(headings):
        first, end = token.map or (0, 0)
        level = min(int(token.tag[1]) + 1, 6)
        if token.markup.startswith("#"):
            lines[first] = re.sub(r"#+", "#" * level, lines[first], count=1)
        elif token.markup == "=":
            lines[end - 1] = lines[end - 1].replace("=", "-")
        elif token.level == 0:
            words = " ".join(line.strip() for line in lines[first : end - 1])
            # Closed as well, because a sign at the end of the words (`C #`) would be read as the closing.
            lines[first:end] = [f"{'#' * level} {words} {'#' * level}"]
    return "\n".join(lines)
