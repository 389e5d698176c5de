"""The Markdown extension `daytrail.gfm`: an entry's body, rendered as GitHub renders it.

Python-Markdown reads another Markdown than GitHub, and its extensions do not close the gap: the best set of
them agreed with GitHub's own renderer in 55 of 77 constructs, and those that mend lists are no longer kept.
So what `mark` encloses is rendered by markdown-it-py, an implementation of the CommonMark standard, and
takes its place in the tree that Python-Markdown builds, where headings get their permalinks and MkDocs (or
Zensical) resolves links as in any page. Around it, all extensions of the site apply; inside, none: `{1,
2}`, `!!!` or `{{ x }}` mean nothing there.
"""

import re
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any, Final
from xml.etree import ElementTree

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE

from daytrail.views.body import render_body


def mark(body: str) -> str:
    """Return a body between marks by which the extension knows it, for a page of Markdown.

    Each mark begins a line. Nothing in the body can end it: the marks carry its hash.
    """
    key = sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return f"<!-- daytrail:body {key} -->\n{body}\n<!-- /daytrail:body {key} -->"


class _Tree(HTMLParser):
    """Builds the tree of sanitised HTML, where every tag is closed that has to be."""

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
        # MkDocs fails on a link or an image without an address.
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


# Python-Markdown marks its own placeholders with STX and ETX.
_CONTROLS: Final = {2: None, 3: None}


def _text(text: str) -> str:
    # Its serializer takes `&colon;` in a text for an entity and leaves it alone; here it is text.
    return text.translate(_CONTROLS).replace("&", f"{AMP_SUBSTITUTE}amp;")


def _url(url: str) -> str:
    # The same, where MkDocs has yet to read the address: `javascript&colon;…` must not become a scheme.
    return re.sub(r"&(?=#?\w+;)", "%26", url.translate(_CONTROLS))


class _Collect(Preprocessor):
    """Takes marked bodies out of the page before any other extension sees them, macros included."""

    _BODY: Final = re.compile(
        r"^<!-- daytrail:body (\w{32}) -->\n(.*?)\n<!-- /daytrail:body \1 -->$", re.MULTILINE | re.DOTALL
    )

    def __init__(self, bodies: dict[str, str]) -> None:
        super().__init__()
        self._bodies = bodies

    def run(self, lines: list[str]) -> list[str]:
        return self._BODY.sub(self._keep, "\n".join(lines)).split("\n")

    def _keep(self, found: re.Match[str]) -> str:
        name = f"daytrailbody{found[1]}"
        self._bodies[name] = found[2]
        return f"\n{name}\n"


class _Place(Treeprocessor):
    """Puts rendered bodies where they were."""

    def __init__(self, bodies: dict[str, str]) -> None:
        super().__init__()
        self._bodies = bodies

    def run(self, root: ElementTree.Element) -> None:
        for element in list(root.iter("p")):
            body = self._bodies.get((element.text or "").strip())
            if body is not None:
                tree = _Tree(render_body(body)).root
                element.tag, element.text = "div", f"\n{tree.text or ''}"
                element.set("class", "entry-body")
                element.extend(tree)


class EntryBodies(Extension):
    """Renders what `mark` encloses."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register with a Markdown instance."""
        md.registerExtension(self)
        self._bodies: dict[str, str] = {}
        # Before every other preprocessor: Zensical runs macros as one, at 35.
        md.preprocessors.register(_Collect(self._bodies), "daytrail-collect", 1000)
        # After what reads Markdown in text (`inline` 20, `attr_list` 8), before what reads the tree
        # (Zensical's images 7.5, `toc` 5, the links of either host 0).
        md.treeprocessors.register(_Place(self._bodies), "daytrail-place", 7.9)

    def reset(self) -> None:
        """Forget the bodies of the page before."""
        self._bodies.clear()


def makeExtension(**settings: Any) -> EntryBodies:  # noqa: N802 - Python-Markdown's name
    """Return the extension, for those who name this module in `markdown_extensions`."""
    return EntryBodies(**settings)
