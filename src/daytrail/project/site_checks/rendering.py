"""Renderer of docs pages, for their links and anchors.

Python-Markdown renders them as in a build, with the extensions that decide what is a link or a heading, and without
those of the owner, whose code is not run.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE


class Rendered(NamedTuple):
    """Facts about a docs page that links need."""

    links: Sequence[str]
    """The URLs of links and images in their order."""
    anchors: frozenset[str] | None
    """None if the text nests too deep to be rendered."""


class _Collector(Treeprocessor):
    """Collector of the links and anchors of a page, at the points where MkDocs looks for them."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def run(self, root: Element) -> None:
        for element in root.iter():
            names = ("id", "name") if element.tag == "a" else ("id",)
            self.anchors.update(filter(None, (element.get(name) for name in names)))
            url = element.get("href" if element.tag == "a" else "src") if element.tag in ("a", "img") else None
            if url and AMP_SUBSTITUTE not in url:  # which is in an e-mail address
                self.links.append(url)


def render_docs(text: str, extensions: Sequence[str], toc: Mapping[str, str]) -> Rendered:
    """Render the text of a docs page with some extensions, and options for that of the table of contents."""
    # These three are always on in MkDocs.
    md = Markdown(extensions=["toc", "tables", "fenced_code", *extensions], extension_configs={"toc": dict(toc)})
    collector = _Collector(md)
    md.treeprocessors.register(collector, "daytrail-links", 0)
    try:
        md.convert(text)
    except RecursionError:
        return Rendered((), None)
    # MkDocs looks for anchors in the HTML of the text as well, which is in no element.
    raw = re.findall(r"""\b(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)')""", text)
    return Rendered(collector.links, frozenset(collector.anchors.union(map("".join, raw))))
