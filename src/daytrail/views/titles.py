"""Titles of days, weeks, items and resources: text in which only code and formulas are more than that."""

from functools import cache, lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from daytrail.gfm import parser
from daytrail.source.markdown_body import formula_text
from daytrail.views.body import math_inline
from daytrail.views.sanitise import sanitise


@cache
def _parser() -> MarkdownIt:
    markdown = parser()
    markdown.inline.ruler.enableOnly(["text", "backticks", "math_inline"])
    markdown.inline.ruler2.enableOnly([])
    for name in ("math_inline", "math_inline_double"):
        markdown.add_render_rule(name, math_inline)
    return markdown


@lru_cache(maxsize=1 << 14)  # as of text fields
def title_html(title: str) -> Markup:
    """Return a title as HTML: `code` and formulas as such, all else as it is written."""
    if "`" not in title and "$" not in title:
        return escape(title)
    return Markup(sanitise(_parser().renderInline(title)))  # noqa: S704 - sanitised HTML


def plain_title(title: str) -> str:
    """Return a title with readable formulas and without the signs around code, for places that show text only."""
    if "`" not in title and "$" not in title:
        return title
    tokens = _parser().parseInline(title)[0].children or ()
    return "".join(formula_text(one.content) if one.type.startswith("math") else one.content for one in tokens)
