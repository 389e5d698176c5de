"""Which HTML of an entry reaches the page: what GitHub lets through, and nothing that runs.

The measure is GitHub's filter (https://github.github.com/gfm/#disallowed-raw-html-extension- and the list of
tags in https://github.com/gjtorikian/html-pipeline), with one difference: where GitHub drops a tag in silence,
as it drops the `<int>` of `vector<int>`, the tag is shown as the text that somebody typed.
"""

import re
from typing import Final
from urllib.parse import urlsplit

import nh3

_TAGS: Final = frozenset(
    """
    a abbr article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div
    dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label li mark ol p
    picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot
    th thead time tr tt u ul var wbr
    """.split()
)
_MATH_TAGS: Final = frozenset(
    """
    annotation math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms
    mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics
    """.split()
)
_MATH_ATTRIBUTES: Final = frozenset(
    """
    accent accentunder columnspan depth display displaystyle encoding fence form height largeop linethickness
    lspace mathvariant maxsize minsize movablelimits notation rowspan rspace scriptlevel separator stretchy style
    symmetric voffset width
    """.split()
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
    **dict.fromkeys(_MATH_TAGS, set(_MATH_ATTRIBUTES)),
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
_ALIGNMENT: Final = re.compile(r"text-align:\s*(left|center|right);?")
# The theme hangs its scripts on these: `#__search` opens its search, `.md-overlay` covers the page.
_THEME_IDS: Final = re.compile(r"__(?!codelineno-|span-|tabbed_)")
_THEME_CLASSES: Final = re.compile(r"(md|js)-")

_NOT_A_TAG: Final = re.compile(
    rf"<(?!/?(?:{'|'.join(sorted(_TAGS | _MATH_TAGS, key=len, reverse=True))})(?:[\s/>]|$)|!--)", re.IGNORECASE
)


def _attribute(tag: str, name: str, value: str) -> str | None:
    """Return the value that an attribute keeps, or None where the attribute goes."""
    if name == "class":
        return " ".join(word for word in value.split() if not _THEME_CLASSES.match(word)) or None
    if name in ("id", "name", "for") and (not value.strip() or _THEME_IDS.match(value)):
        return None
    if name == "style" and tag in ("td", "th") and not _ALIGNMENT.fullmatch(value):
        return None
    if name in ("href", "src"):
        try:
            urlsplit(value)
        except ValueError:  # MkDocs asks the same and would fail with a traceback
            return None
    return value


_CLEANER: Final = nh3.Cleaner(
    tags=_TAGS | _MATH_TAGS,
    clean_content_tags=set(),
    attributes=_ATTRIBUTES,
    attribute_filter=_attribute,
    # A checkbox shows a state; whatever else somebody makes of an input becomes one.
    set_tag_attribute_values={"input": {"type": "checkbox", "disabled": ""}},
    url_schemes={"http", "https", "mailto"},
    filter_style_properties=_STYLES,
    link_rel=None,
)


def sanitise(html: str) -> str:
    """Return the HTML of a body without anything that runs, loads code or reaches for the theme's controls.

    Text is never lost: a tag that is not allowed is shown as text, with all that it encloses. Comments go, and
    so do attributes that are not on the list, `data-*` among them, and URLs that are neither relative nor http,
    https or mailto. Tags that were left open are closed.
    """
    # A comment without an end would hide all that follows it.
    closed, end, rest = html.rpartition("-->")
    return _CLEANER.clean(_NOT_A_TAG.sub("&lt;", closed + end + rest.replace("<!--", "&lt;!--")))
