"""Splitter of a page into the sections that a search finds: its headings, and the text below each.

The sections are those of Material's search plugin, but without signs and drawings. That plugin reads a page with the
parser of Python's standard library, in three times the time. Here, one regular expression finds the tags. The parser
selectolax 1.0.2 was left out: to make its nodes and to visit them takes twice as long as that.
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
    heading: str = ""
    """Name of the heading's element."""
    depth: int = 0
    """Number of elements in which the heading is, with itself."""
    is_excluded: bool = False
    is_over: bool = False
    """Whether the element that contains the heading has ended."""


class _Splitter:
    """The state while tags and texts of a page are read one after another."""

    def __init__(self) -> None:
        self.sections: list[_Section] = []
        self._section = _Section()
        self._open: list[str] = []
        self._excluded = 0
        """Number of open elements up to the outermost one that is not searched; 0 if there is none."""

    def start(self, name: str, written: str) -> None:
        """Read a start tag by its name and what is written behind that."""
        if name in _EMPTY:
            return
        attributes = _attributes(written) if written else {}
        self._open.append(name)
        if name in _HEADINGS and "id" in attributes:
            self._begin_section(name, attributes)
        elif not self.sections:
            self.sections.append(self._section)
        is_permalink = name == "a" and attributes.get("class") == "headerlink" and self._is_in_title()
        excludes = "data-search-exclude" in attributes or attributes.get("class") == "linenodiv" or is_permalink
        if not self._excluded and (excludes or name in _PICTURES or _is_sign(attributes)):
            self._excluded = len(self._open)
        if name in _SHOWN and not self._excluded:
            self._texts().append(f"<{name}>")

    def _begin_section(self, heading: str, attributes: dict[str, str]) -> None:
        if heading != "h1" and not self.sections:
            self.sections.append(self._section)
        anchor = attributes["id"] if self.sections else ""
        is_excluded = "data-search-exclude" in attributes
        self._section = _Section(anchor, heading=heading, depth=len(self._open), is_excluded=is_excluded)
        self.sections.append(self._section)

    def end(self, name: str) -> None:
        """Read an end tag, unless another element has to end before."""
        if not self._open or self._open[-1] != name:
            return
        if self._section.depth > len(self._open):
            self._leave_section()
        if name in _SHOWN and not self._excluded:
            self._texts().append(f"</{name}>")
        if self._excluded == len(self._open):
            self._excluded = 0
        self._open.pop()

    def _leave_section(self) -> None:
        """Go on with the section around the element that ends."""
        self._section.is_over = True
        around = (section for section in reversed(self.sections) if not section.is_over)
        self._section = next((section for section in around if section.depth <= len(self._open)), self._section)

    def text(self, text: str) -> None:
        """Read the text between two tags."""
        if self._excluded:
            return
        if not self.sections:
            self.sections.append(self._section)
        if "&" in text or ">" in text or "<" in text:
            text = escape(unescape(text), quote=False)
        texts = self._texts()
        if "pre" in self._open:
            texts.append(text)
        elif not text.isspace():
            texts.append(text.replace("\n", " "))
        elif not texts or not texts[-1].isspace():
            texts.append(" ")

    def _texts(self) -> list[str]:
        return self._section.title if self._is_in_title() else self._section.text

    def _is_in_title(self) -> bool:
        return self._section.heading in self._open


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
    if position < len(html):
        splitter.text(html[position:])
    return [
        SearchSection(section.anchor, "".join(section.title).strip(), "".join(section.text).strip())
        for section in splitter.sections
        if not section.is_excluded
    ]


def _is_sign(attributes: dict[str, str]) -> bool:
    """Return whether an element is a sign, such as the circle of a state, which is nothing that a preview can show."""
    return attributes.get("role") == "img" or attributes.get("aria-hidden") == "true"


def _attributes(written: str) -> dict[str, str]:
    found = _ATTRIBUTE.findall(written)
    return {name.lower(): unescape(double or single or bare) for name, double, single, bare in found}
