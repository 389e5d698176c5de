"""Markdown extension `daytrail.gfm`: renders the body of an entry as GitHub does.

Python-Markdown reads another Markdown than GitHub, and its extensions do not close the gap: the best set of them
agreed with GitHub's own renderer in 55 of 77 constructs, and those that mend lists are no longer maintained. So
bodies are rendered by markdown-it-py, an implementation of the CommonMark standard, and put into the tree that
Python-Markdown builds, where headings get their permalinks and MkDocs (or Zensical) resolves links as in any page.
Around a body, all extensions of the site apply; inside, none: `{1, 2}`, `!!!` or `{{ x }}` mean nothing there.
"""

import re
from hashlib import sha256
from html.parser import HTMLParser
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


class _Tree(HTMLParser):
    """Parser of sanitised HTML, in which no end tag is missing, into an element tree."""

    _VOID: Final = frozenset(("br", "col", "hr", "img", "input", "source", "wbr"))

    def __init__(self, html: str) -> None:
        super().__init__()
        self._open: list[str] = []
        self._builder = ElementTree.TreeBuilder()
        self._builder.start("div", {})
        self.feed(html)
        self.close()
        self._builder.end("div")
        self.root = self._builder.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: (_url if name in ("href", "src") else _text)(value or "") for name, value in attrs}
        # MkDocs fails on a link or an image without a URL.
        if tag == "img" and "src" not in values:
            self._builder.data(values.get("alt", ""))
            return
        if tag == "a" and "href" not in values:
            tag = "span"
            if "name" in values:
                values["id"] = values.pop("name")
        self._builder.start(tag, values)
        if tag in self._VOID:
            self._builder.end(tag)
        else:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - a link may have become a span
        self._builder.end(self._open.pop())

    def handle_data(self, data: str) -> None:
        self._builder.data(_text(data))


# STX and ETX, which Python-Markdown puts around its own placeholders.
_CONTROLS: Final = {2: None, 3: None}


def _text(text: str) -> str:
    # Python-Markdown's serializer takes `&colon;` in a text for an entity and does not escape it; here it is text.
    return text.translate(_CONTROLS).replace("&", f"{AMP_SUBSTITUTE}amp;")


def _url(url: str) -> str:
    path, mark, anchor = url.partition("#")
    # MkDocs compares anchors with ids as they are written, and ids are not percent-encoded.
    anchor = re.sub(r"(%[89A-F][0-9A-F])+", lambda match: unquote(match[0]), anchor, flags=re.IGNORECASE)
    # The same in URLs, which MkDocs has yet to read: `javascript&colon;…` must not become a scheme.
    return re.sub(r"&(?=#?\w+;)", "%26", f"{path}{mark}{anchor}".translate(_CONTROLS))


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
                tree = _Tree(render_body(body)).root
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
