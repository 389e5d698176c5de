"""Words, links and hidden lines of Markdown."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pydantic import TypeAdapter, ValidationError

from daytrail.model.base import Url

_PICTURE = re.compile(r"\[?!\[[^\[\]]*\]\([^()]*\)(?:\]\([^()]*\))?")
_TAG = re.compile(r"</?(?:p|h\d|b|i|u|a|br|em|sub|sup|div|span|font|strong|small|center|img)\b[^<>]*>", re.IGNORECASE)
BARE_URL = r"https?://(?:[^\s<>()]|\([^\s<>()]*\))*(?:[^\s<>().,;:!?'\"\]]|\([^\s<>()]*\))"
"""A URL without the punctuation behind it."""
JOINED_URLS = re.compile(r"https?://[^\s()<>\[\]\"'`]*[^\s()<>\[\]\"'`/=:?&|]https?://")
"""Two URLs without a space between them."""
LINK_WORDS = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
"""The words of a link, in their brackets."""
_NO_PROSE = re.compile(
    rf"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)|!?{LINK_WORDS}\((?:[^()]|\([^()]*\))*\)|<[a-z]+:[^<>\s]*>|{BARE_URL}|\bwww\.\S+"
)
_MARKUP = re.compile(r"[\\`*_\[\]<&!~]")
"""Characters of which each piece of inline Markdown has one; `plain_text` of a text without them is its words."""
ATTRIBUTES = r"\{(?::|[.#](?=\w))[^{}\n]*\}"
"""A pattern for the attributes of a heading, a link or some words, as in `## Knots {#knots .unnumbered}`."""
_URL: TypeAdapter[str] = TypeAdapter(Url)


def new_markdown_parser() -> MarkdownIt:
    """Return a new parser for CommonMark with tables."""
    # Four spaces before an item are no code in a plan: people indent freely.
    parser = MarkdownIt("commonmark").enable("table").disable("code")
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]  # URLs stay as they were written
    return parser


_inline_parser = cache(new_markdown_parser)


def prose(markdown: str) -> str:
    """Return a line of Markdown with as many `_` in place of its code, its links and its URLs.

    Offsets in both are the same, and what is searched in it is never found in a URL, in code or in a link's text.
    """
    return _NO_PROSE.sub(lambda match: "_" * len(match[0]), markdown)


def plain_text(markdown: str) -> str:
    """Return the words of a line of Markdown, without markup."""
    if not _MARKUP.search(markdown):  # most lines; the parser takes a hundred times as long to find nothing
        return " ".join(markdown.split())
    markdown = re.sub(r"<br\s*/?>", " ", markdown)
    return " ".join(_text_of(_inline_tokens(markdown)).split())


def heading_text(markdown: str) -> str:
    """Return the words of a heading, without badges, pictures and tags."""
    return plain_text(_TAG.sub("", _PICTURE.sub("", markdown)))


def find_links(markdown: str) -> list[tuple[str, str]]:
    """Return the words and the URL of each link to the web; the words of a bare URL are empty."""
    if "http" not in markdown:
        return []
    links: list[tuple[str, str]] = []
    label: list[Token] | None = None
    url = ""
    for token in _inline_tokens(markdown):
        if token.type == "link_open":
            label, url = [], str(token.attrs.get("href", ""))
        elif token.type == "link_close" and label is not None:
            links.append(("" if token.info == "auto" else _text_of(label).strip(), url))
            label = None
        elif label is not None:
            label.append(token)
        elif token.type == "text":
            links += [("", match[0]) for match in re.finditer(BARE_URL, token.content)]
    return [(words, url) for words, url in links if url.startswith(("https://", "http://"))]


def is_valid_url(url: str) -> bool:
    """Return whether entries, plans and reading lists accept a URL."""
    try:
        _URL.validate_python(url)
    except ValidationError:
        return False
    return True


@lru_cache(maxsize=100)
def _inline_tokens(markdown: str) -> Sequence[Token]:
    return _inline_parser().parseInline(markdown)[0].children or ()


def _text_of(tokens: Iterable[Token]) -> str:
    return "".join(" " if token.type in ("softbreak", "hardbreak") else token.content for token in tokens)
