"""Text fields of the plan and the reading list as HTML: one line of Markdown, sanitised as bodies are."""

from functools import cache, lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from daytrail.gfm import field_tokens, parser
from daytrail.views.body import math_inline
from daytrail.views.sanitise import sanitise


@cache
def _renderer() -> MarkdownIt:
    markdown = parser()
    for name in ("math_inline", "math_inline_double"):
        markdown.add_render_rule(name, math_inline)
    return markdown


@lru_cache(maxsize=1 << 14)  # a week's page repeats what the plan's page shows, and each build draws both again
def text_html(text: str, *, links: bool = True) -> Markup:
    """Return a text field as HTML, without its links if it is to be inside of one."""
    markdown = _renderer()
    tokens = [token for token in field_tokens(text) if links or token.type not in ("link_open", "link_close")]
    html = sanitise(str(markdown.renderer.render(tokens, markdown.options, {})))
    # All links are from the text: the sanitiser removes any `rel`.
    return Markup(html.replace("<a href=", '<a rel="noopener" href='))  # noqa: S704 - sanitised HTML
