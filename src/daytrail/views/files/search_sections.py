"""Splitter of a page into the sections that a search finds: its headings, and the text below each.

The sections are like those of Material's search plugin, but without signs and drawings. That plugin reads a page with
the parser of Python's standard library, in three times the time. Here, one regular expression finds the tags. The
parser selectolax 1.0.2 was left out: to make its nodes and to visit them takes twice as long as that.
"""

import re
from dataclasses import dataclass, field
from html import escape, unescape
from typing import NamedTuple

_MARKUP = re.compile(
    r"<(?:!--.*?-->|(?P<raw>script|style)\b.*?</(?P=raw)\s*>"
    r"|(/?)([a-z][^\s/>]*+)([^>\"']*+(?>(?:(?:\"[^\"]*+\"|'[^']*+')[^>\"']*+)*))>)",
    re.DOTALL | re.IGNORECASE,
)
"""A comment, a program or style sheet, or a tag: its slash, its name and its attributes."""
_ATTRIBUTE = re.compile(r"([^\s=/]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|(\S+)))?")
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_EMPTY = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
"""Elements without an end."""
_PICTURES = frozenset(("object", "svg"))
"""Elements whose words belong to a drawing. Material's plugin would search those of `svg`."""
_SHOWN = frozenset(("p", "code", "pre", "li", "ol", "ul", "sub", "sup"))
"""Elements that results and the index tell from text."""


class SearchSection(NamedTuple):
    """A heading with the text below it, both HTML that has only the elements in `_SHOWN`."""

    anchor: str
    """Empty at the beginning of a page."""
    title: str
    """Empty if there is no heading."""
    text: str


@dataclass(slots=True)
class _Section:
    """A section that is read."""

    anchor: str = ""
    title: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    is_excluded: bool = False


class _Splitter:
    """The state while tags and texts of a page are read one after another."""

    def __init__(self) -> None:
        self.sections = [_Section()]
        self._open: list[str] = []
        self._texts = self.sections[0].text
        self._excluded = self._heading = 0
        """Number of open elements up to the outermost one that is not searched, and up to a heading; 0 without one."""

    def start(self, name: str, written: str) -> None:
        """Read a start tag by its name and what is written behind that."""
        if name in _EMPTY:
            return
        attributes = _attributes(written) if written else {}
        self._open.append(name)
        if name in _HEADINGS and "id" in attributes:
            self._begin_section(name, attributes)
        if not self._excluded and (name in _PICTURES or _is_unsearched(attributes)):
            self._excluded = len(self._open)
        if name in _SHOWN and not self._excluded:
            self._texts.append(f"<{name}>")

    def _begin_section(self, heading: str, attributes: dict[str, str]) -> None:
        """Begin a section with a heading, unless it is the title of the page, with nothing above it."""
        first = self.sections[0]
        if heading != "h1" or self.sections[1:] or first.title or "".join(first.text).strip():
            self.sections.append(_Section(attributes["id"], is_excluded="data-search-exclude" in attributes))
        self._heading, self._texts = len(self._open), self.sections[-1].title

    def end(self, name: str) -> None:
        """Read an end tag, unless another element has to end before."""
        if not self._open or self._open[-1] != name:
            return
        if name in _SHOWN and not self._excluded:
            self._texts.append(f"</{name}>")
        if self._excluded == len(self._open):
            self._excluded = 0
        if self._heading == len(self._open):
            self._heading, self._texts = 0, self.sections[-1].text
        self._open.pop()

    def text(self, text: str) -> None:
        """Read the text between two tags."""
        if self._excluded:
            return
        if "&" in text or ">" in text or "<" in text:
            text = escape(unescape(text), quote=False)
        self._texts.append(text if "pre" in self._open else text.replace("\n", " "))


def search_sections(html: str) -> list[SearchSection]:
    """Return the sections of a page that a search finds, in their order."""
    splitter, position = _Splitter(), 0
    for markup in _MARKUP.finditer(html):
        start, end = markup.span()
        if start > position:
            splitter.text(html[position:start])
        position = end
        _raw, slash, name, written = markup.groups()
        if name and not slash:
            splitter.start(name.lower(), written)
        if name and (slash or written.endswith("/")):  # as in drawings
            splitter.end(name.lower())
    splitter.text(html[position:])
    return [
        SearchSection(section.anchor, "".join(section.title).strip(), "".join(section.text).strip())
        for section in splitter.sections
        if not section.is_excluded
    ]


def _is_unsearched(attributes: dict[str, str]) -> bool:
    """Return whether an element is left out on purpose, a label of another, or a sign such as the circle of a state."""
    is_sign = attributes.get("role") == "img" or attributes.get("aria-hidden") == "true"
    return is_sign or "data-search-exclude" in attributes or attributes.get("class") in ("headerlink", "linenodiv")


def _attributes(written: str) -> dict[str, str]:
    found = _ATTRIBUTE.findall(written)
    return {name.lower(): unescape(double or single or bare) for name, double, single, bare in found}
