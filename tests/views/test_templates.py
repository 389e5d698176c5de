"""Views prepare, templates place: what Jinja may do in our templates."""

import re
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, nodes
from jinja2.filters import FILTERS as JINJA_FILTERS

import daytrail.views
from daytrail.views.render import environment
from tests.for_each import for_each

FOLDER = Path(daytrail.views.__file__).parent / "templates"
TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.[hx]*ml"))
PACKAGE = FOLDER.parent.parent
WITH_WORDS = sorted(
    path.relative_to(PACKAGE).as_posix()
    for folder in (FOLDER, PACKAGE / "assets/theme")
    for path in folder.rglob("*")
    if path.suffix in (".html", ".svg", ".xml")
)
"""All templates of the site, those of the theme that we replace included."""

FORBIDDEN: dict[type[nodes.Node], str] = {
    nodes.BinExpr: "arithmetic",  # and `~`, which joins texts
    nodes.UnaryExpr: "arithmetic",
    nodes.Compare: "a comparison",
    nodes.Getitem: "a subscript",
    nodes.Slice: "a slice",
    nodes.Concat: "joined text",
}
"""What no template may contain, by its node. `and`, `or` and `not` ask for truth and are allowed."""
FILTERS = {
    *(name for name, function in environment().filters.items() if function is not JINJA_FILTERS.get(name)),
    *("join", "length", "truncate", "xmlattr"),
}
"""Our own filters, which turn one value into words or markup, and those of Jinja that a template may call."""
TESTS = {"none"}
LINKS = {"file", "href", "style", "tag", "to"}
"""Methods of `Links`."""
MESSAGES = {"_", "ngettext", "pgettext"}
"""Functions that translate a message and fill it with values."""


def violations(template: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the kind of whatever a template does beyond placing values."""
    tree = Environment(autoescape=True, extensions=["jinja2.ext.i18n"]).parse(
        (FOLDER / template).read_text(encoding="utf-8")
    )
    own = {node.name for node in tree.find_all(nodes.Macro)}
    imported = {node.target for node in tree.find_all(nodes.Import)}
    for node in tree.find_all(nodes.Node):
        if kind := next((FORBIDDEN[base] for base in type(node).__mro__ if base in FORBIDDEN), None):
            if not isinstance(node, nodes.And | nodes.Or | nodes.Not):
                yield node.lineno, kind
        elif isinstance(node, nodes.Filter) and node.name not in FILTERS:
            yield node.lineno, f"the filter `{node.name}`"
        elif isinstance(node, nodes.Test) and node.name not in TESTS:
            yield node.lineno, f"the test `{node.name}`"
        elif isinstance(node, nodes.Call) and not is_placing(node.node, own, imported):
            yield node.lineno, "a call of something else than a template's macro, a translation or a method of `Links`"


def is_placing(function: nodes.Node, own: set[str], imported: set[str]) -> bool:
    """Tell whether a call is of a macro of this template or an imported one, a translation, or a method of `Links`."""
    if isinstance(function, nodes.Name):
        return function.name in own | MESSAGES
    if not isinstance(function, nodes.Getattr):
        return False
    target = function.node
    name = target.name if isinstance(target, nodes.Name) else target.attr if isinstance(target, nodes.Getattr) else ""
    return name in imported or (name == "links" and function.attr in LINKS)


@for_each(TEMPLATES)
def test_a_template_only_places_what_views_prepared(template: str) -> None:
    """No template contains arithmetic, a comparison, a subscript, a slice, or a call that computes something."""
    assert list(violations(template)) == []


READ = "alt|aria-description|aria-label|aria-roledescription|label|placeholder|title"
"""Attributes that people read or hear."""
NAMES = re.compile(r"\b(?:RSS|Material for MkDocs|MaterialX)\b|\bdata-[\w-]+=")
"""What is the same in all languages, and attributes that a macro returns."""


def bare_words(template: str) -> list[str]:
    """Return the words that stand in a template as they are, in its text or in an attribute that people read."""
    tokens = Environment(autoescape=True).lex((PACKAGE / template).read_text(encoding="utf-8"))
    html = "".join(text for _, kind, text in tokens if kind == "data")
    html = re.sub(r"<(script|style|code)\b.*?</\1>|<!--.*?-->", "", html, flags=re.DOTALL)
    read = re.findall(rf'\s(?:{READ})="([^"]*)"', html)
    read += re.findall(r'<(?:button|input)\b[^>]*\svalue="([^"]*)"', html)
    texts = [*read, *re.split("<[^>]*>", html)]
    return [" ".join(text.split()) for text in texts if any(map(str.isalpha, NAMES.sub("", text)))]


@for_each(WITH_WORDS)
def test_a_template_has_no_words_that_cannot_be_translated(template: str) -> None:
    assert bare_words(template) == [], 'give each to `_`, as in {{ _("Other weeks") }}'
