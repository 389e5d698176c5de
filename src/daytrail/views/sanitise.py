"""Sanitiser for the HTML of entries.

Allowed are the tags and attributes that GitHub allows in Markdown, none of which runs, loads or styles anything
(https://github.github.com/gfm/#disallowed-raw-html-extension-). Unlike GitHub, which removes a tag such as the
`<int>` of `vector<int>`, this shows it as text.
"""

import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from typing import Final

import nh3

from daytrail.model.urls import split_url

_TAGS: Final = frozenset(
    """
    a abbr article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details
    dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd label li mark
    ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table
    tbody td tfoot th thead time tr tt u ul var wbr
    """.split()  # noqa: SIM905 - words, not a column of quotes
)
_MATH_LEAVES: Final = frozenset(("annotation", "mi", "mn", "mo", "ms", "mtext"))
_MATH_NODES: Final = frozenset(
    """
    menclose merror mfrac mmultiscripts mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub
    msubsup msup mtable mtd mtr munder munderover none semantics
    """.split()  # noqa: SIM905 - words, not a column of quotes
)
_MATH_TAGS: Final = _MATH_LEAVES | _MATH_NODES | {"math"}
_MATH_ATTRIBUTES: Final = frozenset(
    """
    accent accentunder columnspan depth display displaystyle encoding fence form height largeop
    linethickness lspace mathvariant maxsize minsize movablelimits notation rowspan rspace scriptlevel
    separator stretchy style symmetric voffset width
    """.split()  # noqa: SIM905 - words, not a column of quotes
)
_ATTRIBUTES: Final = {
    "*": {"align", "aria-hidden", "aria-label", "class", "dir", "id", "lang", "title"},
    "a": {"href", "name"},
    "col": {"span"},
    "colgroup": {"span"},
    "del": {"datetime"},
    "details": {"open"},
    "img": {"alt", "height", "loading", "src", "width"},
    "input": {"checked"},
    "ins": {"datetime"},
    "label": {"for"},
    "li": {"value"},
    "ol": {"reversed", "start", "type"},
    "td": {"colspan", "headers", "rowspan", "style"},
    "th": {"colspan", "headers", "rowspan", "scope", "style"},
    "time": {"datetime"},
    **{tag: set(_MATH_ATTRIBUTES) for tag in _MATH_TAGS},
}
# Styles of table cells, and those that math-core writes for rows and columns of formulas.
_STYLES: Final = set(
    """
    border-right border-top color justify-items margin-left padding-left padding-right text-align width
    """.split()  # noqa: SIM905 - words, not a column of quotes
)
_ALIGNMENT: Final = re.compile(r"(?<![\w-])text-align:\s*(?:left|center|right)(?![\w-])")
# The scripts of the theme use these: `#__search` opens the search, `.md-overlay` covers the page.
_THEME_IDS: Final = re.compile(r"__(?!codelineno-|span-|tabbed_)")
_THEME_CLASSES: Final = re.compile(r"(md|js)-")

# A tag as CommonMark defines it, with all quotes closed. With an open quote, a browser would take text for a tag.
# An atomic group, since Python 3.11.2, Debian 12's, matches a possessive quantifier of a group wrongly (gh-106052).
_REST_OF_TAG: Final = r"""(?>(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*)\s*/?>"""


def _tags(names: frozenset[str]) -> str:
    """Return a pattern for tags by their names."""
    return rf"</?(?:{'|'.join(sorted(names))}){_REST_OF_TAG}"


# Complete MathML, with only text in its leaves. At anything else a parser of HTML ends the formula, and nh3
# removes the rest: `optional<none>` would end the page.
_FORMULA: Final = (
    rf"math{_REST_OF_TAG}(?>(?:[^<]++|{_tags(_MATH_NODES)}"
    rf"|<(?P<leaf>{'|'.join(sorted(_MATH_LEAVES))}){_REST_OF_TAG}[^<]*+</(?P=leaf)>)*)</math>"
)
_TAG: Final = rf"(?P<end>/?)(?P<name>{'|'.join(sorted(_TAGS))}){_REST_OF_TAG}"
# The only input is the checkbox, which shows a state.
_CHECKBOX: Final = rf"""input(?=[^>]*\stype=["']?checkbox\b){_REST_OF_TAG}"""
# What begins with one character is found by that, which is faster than three patterns at each place.
_TAG_OR_TEXT: Final = re.compile(rf"<(?:(?P<formula>{_FORMULA})|{_TAG}|(?!{_CHECKBOX}|!--))", re.IGNORECASE)

MAX_DEPTH: Final = 100
"""Elements within each other. Deeper ones are shown as text: what reads HTML later does so by recursion."""
_ELEMENT: Final = re.compile(r"<(/?)([a-z][a-z0-9]*)", re.IGNORECASE)
_WITHOUT_END: Final = frozenset(("br", "col", "hr", "img", "source", "wbr"))
# The next one of its kind, or the end of the element around it, ends each of these.
_OPTIONAL_END: Final = frozenset(
    ("caption", "colgroup", "dd", "dt", "li", "p", "rp", "rt", "tbody", "td", "tfoot", "th", "thead", "tr")
)
_NOT_NESTED: Final = _WITHOUT_END | _OPTIONAL_END


def depth(html: str) -> int:
    """Return how many elements of well-formed HTML or MathML are within each other at most."""
    level = deepest = 0
    for end, _ in _ELEMENT.findall(html):
        level += -1 if end else 1
        deepest = max(deepest, level)
    return deepest


class _Filter:
    """Shows as text what is no allowed tag, and tags that are nested too deep."""

    def __init__(self) -> None:
        self._level = 0
        self._open: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()

    def __call__(self, match: re.Match[str]) -> str:
        """Return the replacement for what `_TAG_OR_TEXT` has matched."""
        if match["formula"]:
            return match[0] if depth(match[0]) <= MAX_DEPTH else match[0].replace("<", "&lt;")
        allowed = match["name"] and self._allows(match["name"].lower(), is_end=bool(match["end"]))
        return match[0] if allowed else f"&lt;{match[0][1:]}"

    def _allows(self, name: str, *, is_end: bool) -> bool:
        if name in _NOT_NESTED:
            return True
        if not is_end:
            within = self._level < MAX_DEPTH
            (self._open if within else self._refused)[name] += 1
            self._level += within
            return within
        if self._refused[name]:
            self._refused[name] -= 1
            return False
        if self._open[name]:
            self._open[name] -= 1
            self._level -= 1
        return True


# Some of them are removed later, which would change what a value means: `java&#2;script:`.
_CONTROL: Final = re.compile(r"[\0-\x08\x0b\x0e-\x1f\x7f]")


def _attribute(tag: str, name: str, value: str) -> str | None:
    """Return the value of an attribute, or None to remove the attribute."""
    if _CONTROL.search(value):
        return None
    if name == "class":
        return " ".join(word for word in value.split() if not _THEME_CLASSES.match(word)) or None
    if name in ("id", "name", "for") and (not value.strip() or _THEME_IDS.match(value)):
        return None
    if name == "style" and tag in ("td", "th"):
        alignment = _ALIGNMENT.search(value)
        return alignment[0] if alignment else None
    if name in ("href", "src"):
        if split_url(value) is None:  # at which MkDocs would fail with a traceback
            return None
        return None if name == "src" and is_foreign(value) else value
    return value


# Slashes and backslashes are the same, and how many follow the first two does not matter.
_FOREIGN: Final = re.compile(r"[\0- ]*+(?:[a-z][a-z0-9+.-]*+:|[/\\]{2})", re.IGNORECASE | re.ASCII)


def is_foreign(url: str) -> bool:
    """Return whether a URL has a scheme or a host, as browsers read it: https://url.spec.whatwg.org/#url-parsing."""
    return _FOREIGN.match(re.sub(r"[\t\n\r]", "", url)) is not None


_CLEANER: Final = nh3.Cleaner(
    tags=_TAGS | _MATH_TAGS | {"input"},
    clean_content_tags=set(),
    attributes=_ATTRIBUTES,
    set_tag_attribute_values={"input": {"type": "checkbox", "disabled": ""}},
    url_schemes={"http", "https", "mailto"},
    filter_style_properties=_STYLES,
    link_rel=None,
    attribute_filter=_attribute,
)

# nh3 writes the attributes that it sets in a different order each time.
_ATTRIBUTE: Final = re.compile(r' [\w:-]+="[^"]*"')
_INPUT: Final = re.compile(rf"<input((?:{_ATTRIBUTE.pattern})+)>")
_OPEN_TAG: Final = re.compile(rf"<\w+(?:{_ATTRIBUTE.pattern})+")
_URL: Final = re.compile(r'(?<= )(href|src)="([^"]*)"')


def sanitise(html: str) -> str:
    """Return HTML without scripts and without ids and classes that the theme's scripts use.

    Text is never lost: a tag that is not allowed or nested too deep is shown as text, with its content. Comments
    are removed, other attributes such as `data-*`, URLs that are neither relative nor http, https or mailto, and
    images of other hosts, so that readers send no request there. Open tags are closed.
    """
    # A comment without an end would hide all text after it.
    last_end = max(html.rfind("-->"), html.rfind("--!>"), 0)
    html = html[:last_end] + html[last_end:].replace("<!--", "&lt;!--")
    cleaned = _CLEANER.clean(_TAG_OR_TEXT.sub(_Filter(), html))
    return _INPUT.sub(lambda match: f"<input{''.join(sorted(_ATTRIBUTE.findall(match[1])))}>", cleaned)


def with_urls(html: str, url: Callable[[str], str]) -> str:
    """Return sanitised HTML in which `url` has replaced each URL of a link or an image."""

    def with_url(attribute: re.Match[str]) -> str:
        # As nh3 writes the values of attributes.
        new = url(unescape(attribute[2])).replace("&", "&amp;").replace("\xa0", "&nbsp;").replace('"', "&quot;")
        return f'{attribute[1]}="{new}"'

    return _OPEN_TAG.sub(lambda tag: _URL.sub(with_url, tag[0]), html)
