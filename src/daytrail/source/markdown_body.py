"""Reader of Markdown bodies: title, excerpt, links and tasks."""

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape, unescape
from html.entities import html5
from itertools import accumulate, chain, pairwise
from typing import Any
from urllib.parse import unquote

from markdown_it.token import Token

from daytrail.gfm import Excess, InlineLink, plain_text_and_links
from daytrail.model.entry import Mention, Task, TaskState
from daytrail.model.urls import split_url
from daytrail.source.notations import ALL, Programs, entry_parser

_MORE = re.compile(r"<!--\s*more\s*-->", re.IGNORECASE)
_DROPPED = re.compile(r"\s*\[-\]\s+\S")

# A guess: a dot that ends no sentence makes a quotation shorter than it could be, no more.
_SENTENCE_END = re.compile(r"[.!?][)\"'”’]*\s+(?=[^\W\da-z_]|[\[(\"“])")
MAX_CONTEXT = 1000
"""Maximum number of characters of a sentence on either side of a link."""

_COLONS = (":", "\uff1a")
"""Colons; the second is that of Chinese and Japanese."""
_LISTS = frozenset(("bullet_list_open", "ordered_list_open", "blockquote_open", "math_block"))
"""Blocks of which an excerpt consists if there is no paragraph."""
_CONTINUED = _LISTS | {"paragraph_open"}
"""Blocks with which an excerpt goes on after a colon."""
MAX_CONTINUED = 300
"""After how many characters nothing is added to an excerpt, not even an item of a list."""

_MAX_FORMULA = 300
"""A formula with more characters is no text to read."""
_UNREADABLE = "…"
"""Replacement for a formula that plain text cannot show."""
_SYMBOLS = {"cdot": "·", "infty": "∞", "to": "→", "neq": "≠", "left": "", "right": "", "|": "‖", "!": ""}
"""Commands with other names in HTML, whose names of characters are mostly those of TeX."""
_NAMES_OF_FUNCTIONS = re.compile("arg(min|max)?|cosh?|det|dim|exp|gcd|inf|lim|ln|log|max|min|mod|sinh?|sup|tanh?")
_COMMAND = re.compile(r"\\([a-zA-Z]+|[,;:! |])")
_INDEX_OF_FORMULA = re.compile(r"([_^])\{([^{}]*)\}")

_HASHTAG = re.compile(r"(?<![\w&/#])#(?=[\w/-]*[^\W\d_])([\w-]+)")
_SPACED = re.compile(r"\]\(([^\s()<>\"'](?=[^()]{0,300}\s)[^()<>\n\"']{1,300}\.[a-zA-Z0-9]{2,5})\)")
"""Matches a URL with spaces in a text."""
_parser = cache(entry_parser)


@dataclass(frozen=True, slots=True)
class Body:
    """Content of the body of an entry or page."""

    title: str = ""
    """The first heading of the first level, as plain text."""
    excerpt: str = ""
    """The paragraphs above `<!-- more -->`, else the first one, as plain text. See `_excerpt`."""
    text_links: tuple[Mention, ...] = ()
    tasks: tuple[Task, ...] = ()
    targets: tuple[str, ...] = ()
    """Relative URLs of images and links, percent-decoded."""
    local_links: tuple[str, ...] = ()
    """URLs of links and images that name no host, as the page has them."""
    properties: tuple[tuple[str, str], ...] = ()
    """Names and values of the properties of Logseq."""
    hashtags: tuple[str, ...] = ()
    """The words behind `#` in the text."""
    wikilinks: tuple[str, ...] = ()
    """The names in `[[…]]`."""
    headings: tuple[str, ...] = ()
    """Those with a heading, as in `2026-11-19#What is new`; without a name if it is in the text itself."""
    spaced_urls: tuple[tuple[str, int], ...] = ()
    """What looks like the URL of a link or image, but has spaces, each with the line of its block, from 0."""
    excess: tuple[Excess, ...] = ()
    """Locations at which the text is beyond a limit of the parser."""


def read_body(text: str, programs: Programs = ALL) -> Body:
    """Return the title, the excerpt, the links and the tasks of a Markdown text, with the notations of programs."""
    env: dict[str, Any] = {}
    tokens = _parser(programs).parse(text, env)
    mentions: list[Mention] = []
    tasks: list[Task] = []
    spaced_urls: list[tuple[str, int]] = []
    hashtags: dict[str, None] = {}
    for index, token in enumerate(tokens):
        if token.type != "inline":
            continue
        inline_text, links = plain_text_and_links(token.children or ())
        state = _task_state(tokens[index - 2 : index], inline_text)
        # What excerpts and histories of resources quote is public, and tasks need not be.
        mentions += (replace(one, sentence="") if state else one for one in _mentions(inline_text, links))
        texts = [part.content for part in token.children or () if part.type == "text"]
        hashtags |= dict.fromkeys(name for text in texts for name in _hashtags(text, env.get("hashtags", ())))
        line = token.map[0] if token.map else 0
        spaced_urls += ((url, line) for text in texts for url in _SPACED.findall(text))
        words = inline_text.split()
        if state:
            tasks.append(Task(" ".join(words[1:] if state == "dropped" else words), state))
    urls = dict.fromkeys(_linked_urls(tokens))
    targets, local_links = dict.fromkeys(_relative_urls(urls)), filter(is_local, urls)
    excerpt = _above_more(tokens) or _excerpt(tokens)
    if excerpt.endswith(_COLONS):
        excerpt = f"{excerpt.rstrip(''.join(_COLONS)).rstrip()}…"
    return Body(
        _title(tokens),
        excerpt,
        tuple(mentions),
        tuple(tasks),
        tuple(targets),
        tuple(local_links),
        tuple(env.get("properties", ())),
        tuple(hashtags),
        tuple(env.get("wikilinks", ())),
        tuple(env.get("headings", ())),
        tuple(spaced_urls),
        tuple(env["excess"].values()),
    )


def _hashtags(text: str, of_words: Iterable[str]) -> Iterator[str]:
    """Yield the words behind `#` in a text, after those of several words."""
    for tag in of_words:
        text = text.replace(f"#{tag}", "")
    return chain(of_words, _HASHTAG.findall(text))


def _title(tokens: Sequence[Token]) -> str:
    headings = (inline for start, inline in pairwise(tokens) if start.type == "heading_open" and start.tag == "h1")
    titles = (" ".join(plain_text_and_links(inline.children or ())[0].split()) for inline in headings)
    return next(filter(None, titles), "")


_TITLE_LINE = re.compile(r"((?:[ \t]*\n)*) {0,3}#[ \t]+([^\n]{1,300})(?=\n|\Z)")
_OF_TITLES = frozenset(
    (
        "text",
        "text_special",
        "code_inline",
        "em_open",
        "em_close",
        "mark_open",
        "mark_close",
        "strong_open",
        "strong_close",
    )
)


def cut_title(text: str) -> tuple[str, str]:
    """Return the heading of the first level with which a text begins, as plain text, and the text without it.

    A heading with more than words in it, such as a link or a formula, is no title: it would lose that.
    """
    match = _TITLE_LINE.match(text)
    if not match:
        return "", text
    env: dict[str, Any] = {}
    tokens = _parser(ALL).parse(match[0].lstrip(), env)
    children = next((token.children or () for token in tokens if token.type == "inline"), ())
    if {token.type for token in children} - _OF_TITLES or "wikilinks" in env:
        return "", text
    words, _ = plain_text_and_links(children)
    title = " ".join(words.split())
    return (title, match[1] + text[match.end() :]) if title else ("", text)


def _above_more(tokens: Sequence[Token]) -> str:
    """Return the text above `<!-- more -->`, as plain text; empty if there is no such line."""
    ends = (index for index, token in enumerate(tokens) if token.type == "html_block" and _MORE.search(token.content))
    above = tokens[: next(ends, 0)]
    texts = []
    for index, token in enumerate(above):
        if token.level == 0 and token.type in _CONTINUED and (text := _plain_text(above, index, sys.maxsize)):
            texts.append(f"{text.rstrip('.;,')};" if token.nesting and token.type in _LISTS else text)
    return " ".join(texts).removesuffix(";")


def _excerpt(tokens: Sequence[Token]) -> str:
    """Return the first paragraph as plain text, else the first list or quote.

    If it ends in a colon, or before a formula, it goes on with what is below it.
    """
    blocks = [index for index, token in enumerate(tokens) if token.level == 0 and token.nesting >= 0]
    for number, index in enumerate(blocks, 1):
        if tokens[index].type == "paragraph_open" and (paragraph := _plain_text(tokens, index)):
            return _continued(paragraph, tokens, blocks[number:])
    texts = (_plain_text(tokens, index) for index in blocks if tokens[index].type in _LISTS)
    return next(filter(None, texts), "")


def _continued(text: str, tokens: Sequence[Token], below: Iterable[int]) -> str:
    """Return a text with that below it, up to code or a heading, if it ends in a colon or before a formula."""
    for index in below:
        is_open = text[-1:] not in ".!?…。" if tokens[index].type == "math_block" else text.endswith(_COLONS)
        if not is_open or len(text) > MAX_CONTINUED or tokens[index].type not in _CONTINUED:
            break
        text = f"{text} {_plain_text(tokens, index) or ('' if text.endswith(_COLONS) else _UNREADABLE)}".rstrip()
    return text


def _plain_text(tokens: Sequence[Token], start: int, limit: int = MAX_CONTINUED) -> str:
    """Return the text of the block that begins at a token, on one line; items of a list are separated by semicolons."""
    texts: list[str] = []
    length = 0
    for index in range(start, len(tokens)):
        token, text = tokens[index], ""
        if token.type == "math_block":
            text = _formula(token)
        elif token.type == "inline" and not _task_state(tokens[index - 2 : index], token.content):
            text = _readable_text(token)
        if words := " ".join(text.split()):
            texts.append(words)
            length += len(words)
        if (token.level == 0 and token.nesting <= 0) or length > limit:
            break
    return "; ".join([*(text.rstrip(".;,") for text in texts[:-1]), *texts[-1:]])


def _readable_text(inline: Token) -> str:
    """Return the text of a paragraph on one line, with readable formulas and the hosts of URLs."""
    tokens = [
        Token("text", "", 0, content=formula_text(token.content)) if token.type.startswith("math_inline") else token
        for token in inline.children or ()
    ]
    return _with_hosts(*plain_text_and_links(tokens))


def _formula(block: Token) -> str:
    """Return a large formula as text. Empty if that takes a drawing, and for other blocks."""
    text = formula_text(block.content) if block.type == "math_block" else ""
    return "" if text == _UNREADABLE else text


def formula_text(tex: str) -> str:
    """Return a formula of a sentence as it would be typed, as in `O(n log n)`; an ellipsis if that takes a drawing."""
    tex = tex.strip().removeprefix("`").removesuffix("`")  # as GitHub has it: $`…`$
    text = _INDEX_OF_FORMULA.sub(_index, " ".join(_COMMAND.sub(_symbol, tex).split()))
    return _UNREADABLE if len(tex) > _MAX_FORMULA or re.search(r"[\\{}&~]", text) else text


def _index(match: re.Match[str]) -> str:
    return f"{match[1]}{match[2]}" if match[2].isalnum() or len(match[2]) == 1 else f"{match[1]}({match[2]})"


def _symbol(match: re.Match[str]) -> str:
    name = match[1]
    if _NAMES_OF_FUNCTIONS.fullmatch(name):
        return name
    symbol = _SYMBOLS.get(name, html5.get(f"{name};") if name.isalpha() else " ")
    return match[0] if symbol is None else symbol


def _with_hosts(text: str, links: Sequence[InlineLink]) -> str:
    """Return plain text on one line, with only the host of each URL that is written as such."""
    for url, start, end in reversed(links):
        parts = split_url(url)
        if parts and parts.netloc and re.match(r"https?://|www\.", text[start:end], re.IGNORECASE):
            text = f"{text[:start]}{parts.netloc.lower().removeprefix('www.')}{text[end:]}"
    return " ".join(text.split())


def links_in_markdown(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each link and image of a Markdown text: its URL, line and column, from 1.

    If the URL is not written at the link itself, as in `[text][name]`, the location is that of its block.
    """
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    for token in _parser(ALL).parse(text):
        first, end = token.map or (0, len(starts) - 1)
        after = starts[first]
        for url in _linked_urls([token]):
            # Most links are behind the one before; an image in a link is in front of the URL of the link.
            offset = _find_url(text, url, after, starts[end])
            if offset < 0:
                offset = _find_url(text, url, starts[first], starts[end])
            if offset >= 0:
                after = offset + 1
                yield url, *_line_and_column(text, offset)
            else:
                yield url, first + 1, 1


def first_written(text: str, url: str, start: int = 0) -> tuple[int, int]:
    """Return line and column, from 1, of the first occurrence of a URL behind the start, else those of the start."""
    return _line_and_column(text, max(_find_url(text, url, start, len(text)), start))


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def is_local(url: str) -> bool:
    """Return whether a URL names neither a scheme nor a host."""
    parts = split_url(url)
    return bool(url and parts and not parts.scheme and not parts.netloc)


def _find_url(text: str, url: str, start: int, end: int) -> int:
    """Return the offset of a URL in a part of a text, as the parser gives it or as people write it; -1 if not found."""
    # The parser escapes characters that people do not, and adds a scheme before `www.`.
    path, mark, anchor = url.partition("#")
    mixed = (f"{path}{mark}{unquote(anchor)}", f"{unquote(path)}{mark}{anchor}")
    spellings = dict.fromkeys((url, unquote(url), *mixed, re.sub("^https?://(?=www[.])", "", url)))
    return min((at for spelling in spellings if (at := text.find(spelling, start, end)) >= 0), default=-1)


def _task_state(previous: Sequence[Token], text: str) -> TaskState | None:
    """Return the state of the task that a paragraph is, by the two tokens before it; None if it is no task."""
    if len(previous) < 2 or previous[0].type != "list_item_open":
        return None
    if "checked" in previous[0].meta:
        return "done" if previous[0].meta["checked"] else "open"
    # GitHub knows two states; the third is Daytrail's.
    return "dropped" if _DROPPED.match(text) else None


# As in HTML: https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state.
_COMMENT = re.compile(r"<!--(?:-?>|.*?--!?>)", re.DOTALL)
_VALUE = r"""[^\s"'=<>`]+|'[^']*'|"[^"]*\""""
_TAG = re.compile(rf"<(?:a|img)((?>(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:{_VALUE}))?)*))\s*/?>", re.IGNORECASE)
_ATTRIBUTE = re.compile(rf"\s([\w:.-]+)(?:\s*=\s*({_VALUE}))?")


def _linked_urls(tokens: Iterable[Token]) -> Iterator[str]:
    """Yield the URLs of links and images of a text, also of those in HTML, but none in a comment.

    A comment may begin and end in different pieces of HTML, and hides what is between them.
    """
    pieces = []
    for token in chain.from_iterable((block, *(block.children or ())) for block in tokens):
        if token.type in ("html_inline", "html_block"):
            pieces.append(token.content)
        elif url := token.attrs.get("src") or token.attrs.get("href"):
            pieces.append(f'<img src="{escape(str(url))}">')
    for tag in _TAG.finditer(_COMMENT.sub("", "\n".join(pieces))):
        for name, value in _ATTRIBUTE.findall(tag[1]):
            if name.lower() in ("href", "src"):
                yield unescape(value[1:-1] if value[:1] in ("'", '"') else value)


def _relative_urls(urls: Iterable[str]) -> Iterator[str]:
    """Yield the paths of URLs that are relative to the file, percent-decoded."""
    for url in urls:
        parts = split_url(url)
        if parts and parts.path and not parts.scheme and not parts.netloc and not parts.path.startswith("/"):
            yield unquote(parts.path).replace("\0", "")


def _mentions(text: str, links: Sequence[InlineLink]) -> Iterator[Mention]:
    """Yield the links to other hosts, each with the sentence around it."""
    sentence_starts = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    for url, start, end in links:
        if url.startswith(("http://", "https://")):
            first = max(sentence_starts[bisect_right(sentence_starts, start) - 1], start - MAX_CONTEXT)
            last = min(sentence_starts[bisect_left(sentence_starts, end)], end + MAX_CONTEXT)
            yield Mention(url, " ".join(text[start:end].split()), " ".join(text[first:last].split()))
