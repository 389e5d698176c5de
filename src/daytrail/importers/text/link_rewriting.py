"""Editor for the links of a Markdown text: each link, image, wiki link and HTML tag may get another target, or none.

The parser that renders entries finds them, so that no link of a page is missed and nothing in code is changed.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from itertools import pairwise
from typing import Any, Literal, TypeAlias
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.parser_inline import RuleFuncInlineType
from markdown_it.rules_inline import StateInline, html_inline
from markdown_it.token import Token

from daytrail.gfm import LINK_RULES, parser
from daytrail.importers.text.diagnostics import count_words

LinkType: TypeAlias = Literal["link", "image", "wiki link"]
NewTarget: TypeAlias = Callable[[str, LinkType], str | None]
"""Function from the target and the type of a link to its new target; None if it is to be no link."""

_MAYBE_LOCAL = re.compile(
    r"\]\(\s*(?!https?://)|\]\[|^ {0,3}\[[^\]\n]+\]:|\[\[[^\[\]\n]+\]\]|<(?:a|img)\s|\bfile:",
    re.IGNORECASE | re.MULTILINE,
)
"""Characters of every text with a link that is not simply one to the web."""
_WIKI_LINK = re.compile(r"(?P<image>!?)\[\[(?P<target>[^\[\]|\n]+?)(?:\\?\|(?P<words>[^\[\]\n]+))?\]\](?!\()")
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"""|<(?P<name>a|img)(?=\s)(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*+\s*/?>""",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTE = r"""\s+{}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))"""
_TARGET = re.compile(_ATTRIBUTE.format("(?:href|src)"), re.IGNORECASE)
_ALT = re.compile(_ATTRIBUTE.format("alt"), re.IGNORECASE)
_FOOTNOTE = re.compile(r"\[\^([^\]\s]+)\]")


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A text with new targets, and the definitions that it needs or does not need."""

    text: str
    missing_names: frozenset[str] = frozenset()
    """Normalised names of the reference links, and labels of footnotes as `^1`, that it uses and does not define."""
    unused_names: frozenset[str] = frozenset()
    """Those that it defines and does not use."""
    inlined_names: frozenset[str] = frozenset()
    """Names of reference links that have other targets now, and therefore became inline links."""
    lost_words: tuple[str, ...] = ()
    """Words of the links with new targets, and of their old targets, that it does not contain."""


def unchanged(url: str, link_type: LinkType) -> str | None:
    """Return the target of a link as the new one; None for a wiki link, which would become a link by it."""
    return None if link_type == "wiki link" else url


def rewrite_links(markdown: str, new_target: NewTarget, references: Mapping[str, Any] | None = None) -> Rewritten:
    """Return a text with the new targets of its links.

    A link that loses its target becomes its words, with the target as code behind them. `references` are the
    definitions of the whole document, by normalised name, as markdown-it-py has them, and labels of footnotes.
    """
    if not references and not _MAYBE_LOCAL.search(markdown):
        return Rewritten(markdown)
    references = references or {}
    editor = _Editor(markdown, new_target)
    env: dict[str, Any] = {"references": {name: value for name, value in references.items() if name[0] != "^"}}
    tokens = _parser().parse(markdown, env)
    for token in tokens:
        editor.read(token)
    own_names = {
        *(reference["label"] for reference in env.get("duplicate_refs", ())),
        *(env["references"].keys() - references.keys()),
    }
    footnotes = env.get("footnotes", {}).get("refs", {})
    own_names |= {f"^{label[1:]}" for label in footnotes}
    used_names = editor.used_names | {f"^{label[1:]}" for label, number in footnotes.items() if number >= 0}
    return Rewritten(
        editor.result(),
        frozenset((used_names - own_names) & references.keys()),
        frozenset(own_names - used_names),
        frozenset(editor.inlined_names),
        tuple(editor.lost_words),
    )


class _Editor:
    """Edits of one text, in its order."""

    def __init__(self, markdown: str, new_target: NewTarget) -> None:
        self.markdown = markdown
        self.new_target = new_target
        self.used_names: set[str] = set()
        self.inlined_names: set[str] = set()
        self.edits: list[tuple[int, int, str]] = []
        self.lost_words: list[str] = []
        self.line_starts = [0]
        for line in markdown.split("\n"):
            self.line_starts.append(self.line_starts[-1] + len(line) + 1)
        self.cursor = 0

    def result(self) -> str:
        """Return the text with all edits."""
        parts, end_of_last = [], 0
        for start, end, text in sorted(self.edits):
            parts += [self.markdown[end_of_last:start], text]
            end_of_last = end
        return "".join((*parts, self.markdown[end_of_last:]))

    def _replace(self, start: int, end: int, new: str) -> None:
        old = self.markdown[start:end]
        self.lost_words += (count_words(old) - count_words(new)).elements()
        self.edits.append((start, end, new))

    def read(self, token: Token) -> None:
        """Add the edits of one block."""
        if not token.map or token.type not in ("inline", "html_block"):
            return
        start, end = self.line_starts[token.map[0]], min(self.line_starts[token.map[1]], len(self.markdown))
        if token.type == "html_block":
            html = self.markdown[start:end]
            if (new := self._with_new_tags(html)) != html:
                self._replace(start, end, new)
            return
        links = [child.meta["link"] for child in token.children or () if "link" in child.meta]
        for child in token.children or ():
            if child.type == "text":
                self.used_names |= {f"^{label}" for label in _FOOTNOTE.findall(child.content)}
        # A row of a table has several blocks in one line; footnotes come last, wherever they are.
        self.cursor = self.cursor if start <= self.cursor < end else start
        outer = _nested(links)
        offsets = [0, *(offset for link, _ in outer for offset in (link.start, link.end)), len(token.content)]
        for index, (piece_start, piece_end) in enumerate(pairwise(offsets)):
            piece = token.content[piece_start:piece_end]
            if not (span := self._find(piece, end)):
                return
            self.cursor = span[0]
            new = self._rewritten(*outer[index // 2], token.content) if index % 2 else piece
            if new != piece:
                is_escaped = "|" in piece and r"\|" in self.markdown[slice(*span)]
                self._replace(*span, new.replace("|", r"\|") if is_escaped else new)
            self.cursor = span[1]

    def _find(self, text: str, end: int) -> tuple[int, int] | None:
        """Return where a part of a block's text is, whose lines may have other characters before them in the source."""
        first, position = -1, self.cursor
        for line in text.split("\n"):
            found = self.markdown.find(line, position, end)
            if found < 0:  # a bar within a cell is written with a backslash
                found = self.markdown.find(line.replace("|", r"\|"), position, end)
            if found < 0:
                return None
            first = found if first < 0 else first
            position = found + len(line) + (line.count("|") if not self.markdown.startswith(line, found) else 0)
        return first, position

    def _rewritten(self, link: "_Link", inner: Sequence["_Link"], content: str) -> str:
        """Return the Markdown of a link with the new target, and with those of the links in its words."""
        if link.type is None:
            return self._with_new_tags(content[link.start : link.end])
        label_start, label_end = link.label
        label, rest = "", label_start
        for other, inner_of_other in _nested(inner if link.type == "link" else ()):
            label += content[rest : other.start] + self._rewritten(other, inner_of_other, content)
            rest = other.end
        label += content[rest:label_end]
        new = self.new_target(link.url, link.type)
        if link.type == "wiki link":
            image = "!" if content[link.start] == "!" else ""
            return content[link.start : link.end] if new is None else f"{image}[{label}]({_destination(new)})"
        if link.name:
            (self.used_names if new == link.url else self.inlined_names).add(link.name)
        if new == link.url:
            return content[link.start : label_start] + label + content[label_end : link.end]
        if new is None:
            return words_with_target(label, link.url)
        title = ' "{}"'.format(link.title.replace('"', r"\"")) if link.title else ""
        return f"{'!' if link.type == 'image' else ''}[{label}]({_destination(new)}{title})"

    def _with_new_tags(self, html: str) -> str:
        """Return HTML with the new targets of its links and images."""

        def new_tag(tag: re.Match[str]) -> str:
            target = _TARGET.search(tag[0]) if tag["name"] else None
            if not target:
                return tag[0]
            url = unescape(next(filter(None, target.groups()), ""))
            is_image = tag["name"].casefold() == "img"
            new = self.new_target(url, "image" if is_image else "link")
            if new == url:
                return tag[0]
            if new is None and is_image:
                alt = _ALT.search(tag[0])
                return words_with_target(next(filter(None, alt.groups()), "") if alt else "", url, html=True)
            attribute = "" if new is None else ' {}="{}"'.format("src" if is_image else "href", new.replace('"', "%22"))
            return tag[0][: target.start()] + attribute + tag[0][target.end() :]

        return _TAG.sub(new_tag, html)


@dataclass(frozen=True, slots=True)
class _Link:
    """A link where the parser found it in the text of a block."""

    type: LinkType | None
    """None for an HTML tag."""
    start: int
    end: int
    label: tuple[int, int] = (0, 0)
    """Start and end of its words."""
    url: str = ""
    title: str = ""
    name: str = ""
    """The normalised name of its definition."""


def _nested(links: Sequence[_Link]) -> list[tuple[_Link, list[_Link]]]:
    """Return the links that are in no other one, each with the links in its words; all are in the order of the text."""
    outer: list[tuple[_Link, list[_Link]]] = []
    for link in links:
        if outer and link.end <= outer[-1][0].end:
            outer[-1][1].append(link)
        else:
            outer.append((link, []))
    return outer


def words_with_target(words: str, url: str, *, html: bool = False) -> str:
    """Return the words of a link that is no link any more, and its old target unless that is an anchor of the page."""
    words, target = " ".join(words.split()), unquote(url)
    target = target if target.isprintable() else url
    if not target or target.startswith("#"):
        return words or target.lstrip("#")
    fence = "``" if "`" in target else "`"
    code = f"<code>{target}</code>" if html else f"{fence}{target}{fence}"
    return code if words.strip("`") in ("", target) else f"{words} ({code})"


def _destination(url: str) -> str:
    return f"<{url}>" if re.search(r"[\s()]", url) else url


@cache
def _parser() -> MarkdownIt:
    """Return a parser of entries that notes where each link is in its block."""
    markdown = parser()
    # A link that a page may not have is shown as text. It is to be found nevertheless.
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - its name is given
    for name, rule in LINK_RULES.items():
        markdown.inline.ruler.at(name, _noting_links(rule, is_image=name == "image"))
    markdown.inline.ruler.at("html_inline", _note_tag)
    markdown.inline.ruler.before("link", "wiki_link", _note_wiki_link)
    return markdown


def _noting_links(rule: RuleFuncInlineType, *, is_image: bool) -> RuleFuncInlineType:
    """Return a rule that notes at the token of each link where it is."""

    def parse(state: StateInline, silent: bool) -> bool:
        start, count = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        if silent:
            return True
        token = next(token for token in state.tokens[count:] if token.type in ("link_open", "image"))
        bracket = start + is_image
        label_end = state.md.helpers.parseLinkLabel(state, bracket, not is_image)
        url, title = str(token.attrs.get("src" if is_image else "href", "")), str(token.attrs.get("title", ""))
        name = ""
        if state.src[label_end + 1 : label_end + 2] != "(" or state.src[state.pos - 1] != ")":
            written = state.src[label_end + 2 : state.pos - 1] or state.src[bracket + 1 : label_end]
            name = normalizeReference(written)
        label = (bracket + 1, label_end)
        token.meta["link"] = _Link("image" if is_image else "link", start, state.pos, label, url, title, name)
        return True

    return parse


def _note_tag(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not html_inline(state, silent):
        return False
    if not silent and re.match(r"<(?:a|img)\s", state.src[start : start + 5], re.IGNORECASE):
        state.tokens[-1].meta["link"] = _Link(None, start, state.pos)
    return True


def _note_wiki_link(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] not in "![" or not (match := _WIKI_LINK.match(state.src, state.pos)):
        return False
    if not silent:
        token = state.push("wiki_link", "", 0)
        label = match.span("words" if match["words"] else "target")
        token.meta["link"] = _Link("wiki link", *match.span(), label, match["target"])
    state.pos = match.end()
    return True
