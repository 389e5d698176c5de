"""Words and links of a line of Markdown."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token


@cache
def parser() -> MarkdownIt:
    """Return the parser of CommonMark with tables."""
    # Four spaces before an item make no code in a plan; whoever wrote them indents freely.
    found = MarkdownIt("commonmark").enable("table").disable("code")
    found.normalizeLink = lambda url: url  # type: ignore[method-assign]  # addresses stay as they were written
    return found


def plain(markdown: str) -> str:
    """Return the words of a line of Markdown on one line, without its marks."""
    markdown = re.sub(r"<br\s*/?>", " ", markdown)
    return " ".join("".join(_words(_inline(markdown))).split())


def heading(markdown: str) -> str:
    """Return the words of a heading without badges and pictures."""
    return plain(_PICTURE.sub("", markdown))


_PICTURE = re.compile(r"\[?!\[[^\[\]]*\]\([^()]*\)(?:\]\([^()]*\))?")


def linked(markdown: str) -> list[tuple[str, str]]:
    """Return the links of a line of Markdown: the words and the address of each; a bare address has no words."""
    found: list[tuple[str, str]] = []
    inside: list[Token] | None = None
    address = ""
    for token in _inline(markdown):
        if token.type == "link_open":
            inside, address = [], str(token.attrs.get("href", ""))
        elif token.type == "link_close" and inside is not None:
            words = "".join(_words(inside)).strip()
            found.append(("" if token.info == "auto" else words, address))
            inside = None
        elif inside is not None:
            inside.append(token)
        elif token.type == "text":
            found += [("", match[0]) for match in _BARE.finditer(token.content)]
    return [(words, address) for words, address in found if address.startswith(("https://", "http://"))]


_BARE = re.compile(r"https?://(?:[^\s<>()]|\([^\s<>()]*\))*(?:[^\s<>().,;:!?'\"\]]|\([^\s<>()]*\))")


def _inline(markdown: str) -> Sequence[Token]:
    return parser().parseInline(markdown)[0].children or ()


def _words(tokens: Iterable[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type == "image":
            yield token.content
        else:
            yield token.content
