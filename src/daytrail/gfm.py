"""Parser for GitHub's Markdown, used for what is read from entries and for what their pages show.

A text field of the plan or the reading list holds a line of it: emphasis, code, formulas and links, but no blocks,
images or HTML.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.parser_inline import RuleFuncInlineType
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, image, link
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar
from mdit_py_plugins.gfm import gfm_plugin
from mdit_py_plugins.gfm_autolink.index import _protocol_rule

MAX_LEVELS: Final = 30
"""Lists, quotes and emphasis within each other; a list and its item are two."""
MAX_CELLS: Final = 20_000
"""Cells of tables. A row has as many as the head of its table, whether they are written or not."""
MAX_BRACKETS: Final = 20_000
"""Opening brackets that might begin a link or an image."""
MAX_LINKS: Final = 2_000
"""Links and images. The site repeats the sentence around each."""
MAX_REPEATED: Final = 500_000
"""Characters of the URLs and titles of all links: a definition is repeated by each link that refers to it."""


class Excess(NamedTuple):
    """A place at which a text is beyond a limit."""

    line: int
    """Counted from 0."""
    message: str


_DOLLARS: Final = math_inline_dollar(allow_space=False, allow_double=True)


def _inline_math(state: StateInline, silent: bool) -> bool:
    """Parse `$…$` as GitHub does: not next to a letter or digit, so `$5 or $6` and `$HOME/$USER` stay text."""
    start = state.pos
    if state.src[start] != "$" or state.src[max(start - 1, 0) : start].isalnum() or not _DOLLARS(state, True):
        return False
    end, state.pos = state.pos, start
    return not state.src[end : end + 1].isalnum() and _DOLLARS(state, silent)


def _bracket(start: str, rule: RuleFuncInlineType) -> RuleFuncInlineType:
    """Return the rule for links or images without those that take quadratic time.

    If no bracket closes them, the parser would read the rest of the paragraph for each.
    """

    def parse(state: StateInline, silent: bool) -> bool:
        if not state.src.startswith(start, state.pos) or state.html_terminator_last("]") <= state.pos:
            return False
        if not silent:
            state.env["brackets"] = state.env.get("brackets", 0) + 1
        return state.env.get("brackets", 0) <= MAX_BRACKETS and rule(state, silent)

    return parse


LINK_RULES: Final = {"link": _bracket("[", link), "image": _bracket("![", image)}
"""The rules for links and images, by name."""
_SCHEMES: Final = ("http", "https", "mailto", "xmpp")


def _bare_url(state: StateInline, silent: bool) -> bool:
    """Parse a URL at its colon. The rule of the plugin reads all pending text, so it is given the end of it."""
    if silent or state.src[state.pos] != ":" or not state.pending.endswith(_SCHEMES):
        return False
    pending = state.pending
    if len(pending) > 100:
        state.pending = pending[:-10]
        state.pushPending()
        state.pending = pending[-10:]
    return _protocol_rule(state, silent)


_HEAD_OF_TABLE: Final = re.compile(r"[ \t>]*[|:-][|: \t-]+")


def _table(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse a table, unless it has too many cells, most of which are not written."""
    second = start_line + 1
    if "cells" in state.env.get("excess", ()) or second >= end_line:
        return False
    line = state.src[state.bMarks[second] : state.eMarks[second]]
    if silent or not _HEAD_OF_TABLE.fullmatch(line):
        return table(state, start_line, end_line, silent)
    rows = next((row for row in range(second, end_line) if state.isEmpty(row)), end_line) - start_line
    cells = state.env["cells"] = state.env.get("cells", 0) + rows * (line.count("|") + 1)
    if cells > MAX_CELLS:
        message = f"tables have more than {MAX_CELLS:,} cells in all"
        state.env.setdefault("excess", {})["cells"] = Excess(start_line, message)
        return False
    return table(state, start_line, end_line, silent)


def _check_limits(state: StateCore) -> None:
    """Record where a text is beyond a limit, in the environment under `excess`."""
    excess: dict[str, Excess] = state.env.setdefault("excess", {})
    if state.env.get("brackets", 0) > MAX_BRACKETS:
        excess["brackets"] = Excess(0, f"the text has more than {MAX_BRACKETS:,} opening brackets")
    repeated = links = 0
    for token in state.tokens:
        line = token.map[0] if token.map else 0
        for part in (token, *(token.children or ())):
            if part.level > MAX_LEVELS + 1:
                message = f"lists, quotes or emphasis nest deeper than {MAX_LEVELS} levels"
                excess.setdefault("nesting", Excess(line, message))
            if part.type in ("link_open", "image"):
                links += 1
                if links > MAX_LINKS:
                    excess.setdefault("links", Excess(line, f"the text has more than {MAX_LINKS:,} links and images"))
                repeated += sum(len(str(value)) for value in part.attrs.values())
                if repeated > MAX_REPEATED:
                    message = f"the URLs of links have more than {MAX_REPEATED:,} characters in all"
                    excess.setdefault("URLs", Excess(line, message))


def parser() -> MarkdownIt:
    """Return a parser of GitHub's Markdown: tables, task lists, bare URLs, footnotes, alerts and formulas."""
    # The parser drops what is nested deeper than this without a message. A paragraph and its text are two more.
    markdown = MarkdownIt("commonmark", {"maxNesting": MAX_LEVELS + 3}).use(gfm_plugin)
    markdown.use(dollarmath_plugin, allow_labels=False, allow_blank_lines=False)
    # GitHub strikes `~x~` through too; but people write `~5 ms` twice in a line.
    markdown.options["strikethrough_single_tilde"] = False
    markdown.inline.ruler.at("math_inline", _inline_math)
    for name, rule in LINK_RULES.items():
        markdown.inline.ruler.at(name, rule)
    markdown.inline.ruler.at("gfm_autolink_protocol", _bare_url)
    markdown.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    markdown.core.ruler.push("limits", _check_limits)
    return markdown


@cache
def _block_parser() -> MarkdownIt:
    markdown = parser()
    markdown.core.ruler.enableOnly(["normalize", "block"])
    return markdown


def block_tokens(text: str) -> list[Token]:
    """Return the tokens of a text without parsing what is within its paragraphs, in half the time."""
    return _block_parser().parse(text)


class InlineLink(NamedTuple):
    """A link in a paragraph, heading or text field."""

    url: str
    start: int
    """Offset of its words in the plain text."""
    end: int


def plain_text_and_links(tokens: Sequence[Token]) -> tuple[str, list[InlineLink]]:
    """Return the plain text of inline tokens, and their links."""
    text, url, start = "", "", 0
    links: list[InlineLink] = []
    for token in tokens:
        if token.type == "link_open":
            url, start = str(token.attrs.get("href", "")), len(text)
        elif token.type == "link_close":
            links.append(InlineLink(url, start, len(text)))
        elif token.type != "html_inline":
            text += " " if token.type in ("softbreak", "hardbreak") else token.content
    return text, links


# -- text fields --

_MAY_BE_MARKDOWN: Final = re.compile(r"[\\`*_~\[<&$@\n]|://|www\.", re.IGNORECASE)


@cache
def _field_parser() -> MarkdownIt:
    markdown = parser()
    markdown.disable(["html_inline", "footnote_ref"])
    return markdown


def field_tokens(text: str) -> list[Token]:
    """Return the inline tokens of a text field. Links are to whole URLs or mail addresses; all else stays text.

    An image is a link with its description. A text beyond the limits of the parser is plain.
    """
    env: dict[str, Any] = {}
    plain = [Token("text", "", 0, content=text)]
    if not _MAY_BE_MARKDOWN.search(text):
        return plain
    (inline,) = _field_parser().parseInline(text, env)
    is_too_deep = any(token.level > MAX_LEVELS for token in inline.children or ())
    return plain if env.get("excess") or is_too_deep else _with_whole_urls(inline.children or ())


def _with_whole_urls(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens with images as links, and with links that are no whole URL as they are written."""
    result: list[Token] = []
    open_link: Token | None = None
    for token in tokens:
        if token.type == "image":
            url, words = str(token.attrGet("src") or ""), token.content
            if open_link is None and _is_whole(url):
                start, end = Token("link_open", "a", 1, attrs={"href": url}), Token("link_close", "a", -1)
                result += [start, Token("text", "", 0, content=words or url), end]
            else:
                result.append(Token("text", "", 0, content=words if open_link else f"![{words}]({url})"))
        elif token.type == "link_open":
            open_link, url = token, str(token.attrGet("href") or "")
            result.append(token if _is_whole(url) else Token("text", "", 0, content="["))
        elif token.type == "link_close" and open_link is not None:
            url, open_link = str(open_link.attrGet("href") or ""), None
            result.append(token if _is_whole(url) else Token("text", "", 0, content=f"]({url})"))
        else:
            result.append(token)
    return result


def _is_whole(url: str) -> bool:
    return url.lower().startswith(("https://", "http://", "mailto:"))


class FieldText(NamedTuple):
    """Words and links of a text field."""

    words: str
    """Its plain text on one line."""
    links: tuple[tuple[str, str], ...] = ()
    """URL and words of each link to a page of another host."""


@lru_cache(maxsize=1 << 14)  # the label of an item is asked for in many places
def read_field(text: str) -> FieldText:
    """Return the words and the links of a text field."""
    words, links = plain_text_and_links(field_tokens(text))
    pages = [(url, " ".join(words[start:end].split())) for url, start, end in links if not url.startswith("mailto:")]
    return FieldText(" ".join(words.split()), tuple(pages))


def plain_text(text: str) -> str:
    """Return the words of a text field on one line, without the marks of Markdown."""
    return read_field(text).words
