"""Markdown extension `daytrail.gfm`: renders the body of an entry as GitHub does.

Python-Markdown reads another Markdown than GitHub, and its extensions do not close the gap: the best set of them
agreed with GitHub's own renderer in 55 of 77 constructs, and those that mend lists are no longer maintained. So
bodies are rendered by markdown-it-py, an implementation of the CommonMark standard, and put into the tree that
Python-Markdown builds, where headings get their permalinks and MkDocs (or Zensical) resolves links as in any page.
Around a body, all extensions of the site apply; inside, none: `{1, 2}`, `!!!` or `{{ x }}` mean nothing there.
"""

import re
from collections.abc import Mapping
from hashlib import sha256
from html import unescape
from typing import Any, Final
from urllib.parse import unquote
from xml.etree import ElementTree

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.toc import TocExtension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE

from daytrail.views.body import render_body


def enclose(body: str) -> str:
    """Return a body between comments by which the extension finds it in a page of Markdown.

    Each comment begins a line and has the hash of the body, so nothing in the body can end it.
    """
    key = sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return f"<!-- daytrail:body {key} -->\n{body}\n<!-- /daytrail:body {key} -->"


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
    """Replaces enclosed bodies by their names, before any other extension sees them, macros included."""

    _BODY: Final = re.compile(
        r"^<!-- daytrail:body (\w{32}) -->\n(.*?)\n<!-- /daytrail:body \1 -->$", re.MULTILINE | re.DOTALL
    )

    def __init__(self, bodies: dict[str, str]) -> None:
        super().__init__()
        self._bodies = bodies

    def run(self, lines: list[str]) -> list[str]:
        return self._BODY.sub(self._collect, "\n".join(lines)).split("\n")

    def _collect(self, match: re.Match[str]) -> str:
        name = f"daytrailbody{match[1]}"
        self._bodies[name] = match[2]
        return f"\n{name}\n"


class _BodyRenderer(Treeprocessor):
    """Replaces the names of bodies by their HTML."""

    def __init__(self, md: Markdown, bodies: dict[str, str]) -> None:
        super().__init__(md)
        self._bodies = bodies

    def run(self, root: ElementTree.Element) -> None:
        for element in list(root.iter("p")):
            body = self._bodies.get((element.text or "").strip())
            if body is not None:
                tree = _tree(render_body(body))
                self._keep_marker(tree)
                element.tag, element.text = "div", f"\n{tree.text or ''}"
                element.set("class", "entry-body")
                element.extend(tree)

    def _keep_marker(self, tree: ElementTree.Element) -> None:
        """Keep `[TOC]` in a body from becoming a table of contents: it is text, as on GitHub."""
        toc = [extension for extension in self.md.registeredExtensions if isinstance(extension, TocExtension)]
        markers = {extension.getConfig("marker") for extension in toc}
        for element in tree.iter():
            if element.text and element.text.strip() in markers - {""}:
                text = element.text.lstrip()
                element.text = f"{AMP_SUBSTITUTE}#{ord(text[0])};{text[1:]}"


class EntryBodies(Extension):
    """Renders what `enclose` returns."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._bodies: dict[str, str] = {}
        """The bodies of the page that is rendered, by the names that stand for them in its text."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register with a Markdown instance."""
        md.registerExtension(self)
        # Before every other preprocessor: Zensical runs macros as one, at 35.
        md.preprocessors.register(_BodyCollector(self._bodies), "daytrail-collect", 1000)
        # After what reads Markdown in text (`inline` 20, `attr_list` 8), before what reads the tree
        # (Zensical's images 7.5, `toc` 5, the links of either host 0).
        md.treeprocessors.register(_BodyRenderer(md, self._bodies), "daytrail-place", 7.9)

    def reset(self) -> None:
        """Forget the bodies of the previous page."""
        self._bodies.clear()


def makeExtension(**settings: Any) -> EntryBodies:  # noqa: N802 - Python-Markdown's name
    """Return the extension, for those who name this module in `markdown_extensions`."""
    return EntryBodies(**settings)
