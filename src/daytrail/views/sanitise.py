"""Which HTML of an entry reaches the page: what GitHub lets through, and nothing that runs.

The measure is what GitHub does with raw HTML in Markdown: it knows a list of tags and attributes, and nothing
that runs, loads or styles is on it (https://github.github.com/gfm/#disallowed-raw-html-extension-). One thing
differs: where GitHub drops a tag in silence, as the `<int>` of `vector<int>`, we show what somebody typed.
"""

import re
from typing import Final
from urllib.parse import urlsplit

import nh3

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
# What a table says of its cells, and what math-core says of the rows and columns of a formula.
_STYLES: Final = {
    "border-right",
    "border-top",
    "color",
    "justify-items",
    "margin-left",
    "padding-left",
    "padding-right",
    "text-align",
    "width",
}
_ALIGNMENT: Final = re.compile(r"(?<![\w-])text-align:\s*(?:left|center|right)(?![\w-])")
# The theme hangs its scripts on these: `#__search` opens its search, `.md-overlay` covers the page.
_THEME_IDS: Final = re.compile(r"__(?!codelineno-|span-|tabbed_)")
_THEME_CLASSES: Final = re.compile(r"(md|js)-")

# A tag as CommonMark defines it, with all its quotes closed: what a browser makes of less would swallow text.
_REST_OF_TAG: Final = r"""(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*+\s*/?>"""


def _tags(names: frozenset[str]) -> str:
    """Return a pattern of the tags that have one of the names."""
    return rf"</?(?:{'|'.join(sorted(names))}){_REST_OF_TAG}"


# MathML that is complete, with nothing but text in its leaves. A parser of HTML leaves it for less, and nh3
# then drops the rest: `optional<none>` would end the page.
_FORMULA: Final = (
    rf"<math{_REST_OF_TAG}(?:[^<]++|{_tags(_MATH_NODES)}"
    rf"|<(?P<leaf>{'|'.join(sorted(_MATH_LEAVES))}){_REST_OF_TAG}[^<]*+</(?P=leaf)>)*+</math>"
)
# Of all inputs a checkbox alone: it shows a state and no more.
_CHECKBOX: Final = rf"""<input(?=[^>]*\stype=["']?checkbox\b){_REST_OF_TAG}"""
_TAG_OR_TEXT: Final = re.compile(rf"{_FORMULA}|(?!{_tags(_TAGS)}|{_CHECKBOX}|<!--)<", re.IGNORECASE)


def _attribute(tag: str, name: str, value: str) -> str | None:
    """Return the value that an attribute keeps, or None where the attribute goes."""
    if name == "class":
        return " ".join(word for word in value.split() if not _THEME_CLASSES.match(word)) or None
    if name in ("id", "name", "for") and (not value.strip() or _THEME_IDS.match(value)):
        return None
    if name == "style" and tag in ("td", "th"):
        alignment = _ALIGNMENT.search(value)
        return alignment[0] if alignment else None
    if name in ("href", "src"):
        try:
            foreign = is_foreign(value)
        except ValueError:  # MkDocs asks the same and would fail with a traceback
            return None
        return None if name == "src" and foreign else value
    return value


def is_foreign(url: str) -> bool:
    """Tell whether a browser would ask another host for a URL.

    Raises:
        ValueError: it is no URL.
    """
    # Browsers take a backslash for a slash, and pass over tabs and line ends.
    parts = urlsplit(re.sub(r"[\t\r\n]", "", url).strip().replace("\\", "/"))
    return bool(parts.scheme or parts.netloc)


_CLEANER: Final = nh3.Cleaner(
    tags=_TAGS | _MATH_TAGS | {"input"},
    clean_content_tags=set(),
    attributes=_ATTRIBUTES,
    attribute_filter=_attribute,
    set_tag_attribute_values={"input": {"type": "checkbox", "disabled": ""}},
    url_schemes={"http", "https", "mailto"},
    filter_style_properties=_STYLES,
    link_rel=None,
)

# What nh3 sets itself stands in another order each time.
_ATTRIBUTE: Final = re.compile(r' [\w:-]+="[^"]*"')
_INPUT: Final = re.compile(rf"<input((?:{_ATTRIBUTE.pattern})+)>")


def sanitise(html: str) -> str:
    """Return the HTML of a body without what runs, loads code or reaches for the theme's controls.

    Text is never lost: a tag that is not allowed is shown as text, with all that it encloses. Comments go, as
    do attributes that are not on the list, `data-*` among them, addresses that are neither relative nor http,
    https or mailto, and sources on another host: a visit of the site asks no one else. Tags that were left
    open are closed.
    """
    # A comment without an end would hide all that follows it.
    closed, end, rest = html.rpartition("-->")
    html = closed + end + rest.replace("<!--", "&lt;!--")
    clean = _CLEANER.clean(_TAG_OR_TEXT.sub(lambda found: "&lt;" if found[0] == "<" else found[0], html))
    return _INPUT.sub(lambda found: f"<input{''.join(sorted(_ATTRIBUTE.findall(found[1])))}>", clean)
