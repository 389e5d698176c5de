"""Markdown extension `daytrail.gfm`: renders the body of an entry as GitHub does.

Python-Markdown reads another Markdown than GitHub, and its extensions do not close the gap: the best set of them
agreed with GitHub's own renderer in 55 of 77 constructs, and those that mend lists are no longer maintained. So
bodies are rendered by markdown-it-py, an implementation of the CommonMark standard, and put into the tree that
Python-Markdown builds, where headings get their permalinks and MkDocs resolves links as in any page. No other
extension of the site applies in a body: `{1, 2}` or `{{ x }}` mean nothing there.
"""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any, Final
from urllib.parse import unquote
from xml.etree import ElementTree

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE

from daytrail.source.notations import ALL, Programs
from daytrail.views.body import render_body, with_tabs

_MARK: Final = "<!-- daytrail:body -->"
_NAME: Final = "daytrailbody"
"""What stands for the body in the text that Python-Markdown reads."""


def marked_body(body: str) -> str:
    """Return a body as the Markdown of a page, for this extension to render."""
    return f"{_MARK}\n{body}"


_PIECE: Final = re.compile(r'<(/?)([a-z0-9]+)((?: [\w:-]+="[^"]*")*)>|([^<]+|<)')
_ATTRIBUTE: Final = re.compile(r' ([\w:-]+)="([^"]*)"')
_VOID: Final = frozenset(("br", "col", "hr", "img", "input", "source", "wbr"))


def _tree(html: str) -> ElementTree.Element:
    """Return sanitised HTML, in which no end tag is missing, as an element tree.

    The sanitiser writes tags in one way, so that `html.parser` is not needed, which takes five times as long.
    """
    builder, open_tags = ElementTree.TreeBuilder(), ["div"]
    builder.start("div", {})
    for end, tag, attributes, text in _PIECE.findall(html):
        if text:
            builder.data(_text(unescape(text)))
        elif end:
            builder.end(open_tags.pop())
        else:
            _start(builder, open_tags, tag, {name: unescape(value) for name, value in _ATTRIBUTE.findall(attributes)})
    builder.end(open_tags.pop())
    return builder.close()


def _start(builder: ElementTree.TreeBuilder, open_tags: list[str], tag: str, attributes: Mapping[str, str]) -> None:
    """Add the start of an element, and all of it if it has no end tag."""
    values = {name: (_url if name in ("href", "src") else _text)(value) for name, value in attributes.items()}
    # MkDocs fails on a link or an image without a URL.
    if tag == "img" and "src" not in values:
        builder.data(values.get("alt", ""))
        return
    if tag == "a" and "href" not in values:
        tag = "span"
        if "name" in values:
            values["id"] = values.pop("name")
    builder.start(tag, values)
    if tag in _VOID:
        builder.end(tag)
    else:
        open_tags.append(tag)


def _without_controls(text: str) -> str:
    """Return a text without STX and ETX, which Python-Markdown puts around its own placeholders."""
    return text.replace("\2", "").replace("\3", "")


def _text(text: str) -> str:
    # Python-Markdown's serializer takes `&colon;` in a text for an entity and does not escape it; here it is text.
    return _without_controls(text).replace("&", f"{AMP_SUBSTITUTE}amp;")


def _url(url: str) -> str:
    path, mark, anchor = url.partition("#")
    # MkDocs compares anchors with ids as they are written, and ids are not percent-encoded.
    anchor = re.sub(r"(%[89A-F][0-9A-F])+", lambda match: unquote(match[0]), anchor, flags=re.IGNORECASE)
    # The same in URLs, which MkDocs has yet to read: `javascript&colon;…` must not become a scheme.
    return re.sub(r"&(?=#?\w+;)", "%26", _without_controls(f"{path}{mark}{anchor}"))


class _BodyCollector(Preprocessor):
    """Takes the body out of a page before any other extension sees it."""

    body: str | None = None
    """The body of the page that is rendered; None if the page is another one."""

    def run(self, lines: list[str]) -> list[str]:
        self.body = "\n".join(lines[1:]) if lines[0] == _MARK else None
        return lines if self.body is None else [_NAME]


class _BodyRenderer(Treeprocessor):
    """Puts the HTML of the body into the tree."""

    def __init__(self, md: Markdown, collector: _BodyCollector, programs: Programs) -> None:
        super().__init__(md)
        self._collector, self._programs = collector, programs

    def run(self, root: ElementTree.Element) -> None:
        if self._collector.body is not None:
            place = root[0]  # an extension may append more
            tree = _tree(with_tabs(render_body(self._collector.body, self._programs)))
            place.tag, place.text = "div", f"\n{tree.text or ''}"
            place.set("class", "entry-body")
            place.extend(tree)


class EntryBodies(Extension):
    """Renders what `marked_body` returns. The option `notations` names the programs whose notations are read."""

    def __init__(self, **options: Any) -> None:
        self.config = {"notations": [ALL, "programs whose notations are read"]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register with a Markdown instance."""
        collector = _BodyCollector(md)
        md.preprocessors.register(collector, "daytrail-collect", 1000)  # before every other one
        # After what reads Markdown in text (`inline` 20, `attr_list` 8), before what reads the tree
        # (`toc` 5, the links of MkDocs 0).
        renderer = _BodyRenderer(md, collector, tuple(self.getConfig("notations")))
        md.treeprocessors.register(renderer, "daytrail-place", 7.9)
