"""Titles of days, weeks, items and resources: text in which only code and formulas are more than that."""

from functools import cache, lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
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


def _tokens(title: str) -> list[Token]:
    return _parser().parseInline(title)[0].children or []


@lru_cache(maxsize=1 << 14)  # as of text fields
def title_html(title: str) -> Markup:
    """Return a title as HTML: `code` and formulas as such, all else as it is written."""
    if "`" not in title and "$" not in title:
        return escape(title)
    html = _parser().renderer.render(_tokens(title), _parser().options, {})
    return Markup(sanitise(str(html)))  # noqa: S704 - sanitised HTML


def plain_title(title: str) -> str:
    """Return a title with readable formulas and without the signs around code, for places that show text only."""
    if "`" not in title and "$" not in title:
        return title
    return "".join(
        formula_text(token.content) if token.type.startswith("math") else token.content for token in _tokens(title)
    )
