"""Parser for GitHub's Markdown, used for what is read from entries and for what their pages show."""

from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar
from mdit_py_plugins.gfm import gfm_plugin

_DOLLARS: Final = math_inline_dollar(allow_space=False, allow_double=True)


def _inline_math(state: StateInline, silent: bool) -> bool:
    """Parse `$…$` as GitHub does: not next to a letter or digit, so `$5 or $6` and `$HOME/$USER` stay text."""
    start = state.pos
    if state.src[start] != "$" or state.src[max(start - 1, 0) : start].isalnum() or not _DOLLARS(state, True):
        return False
    end, state.pos = state.pos, start
    return not state.src[end : end + 1].isalnum() and _DOLLARS(state, silent)


def parser() -> MarkdownIt:
    """Return a parser of GitHub's Markdown: tables, task lists, bare URLs, footnotes, alerts and formulas."""
    # The parser drops what is nested deeper than this without a message; the preset has 20.
    markdown = MarkdownIt("commonmark", {"maxNesting": 100}).use(gfm_plugin)
    markdown.use(dollarmath_plugin, allow_labels=False, allow_blank_lines=False)
    # GitHub strikes `~x~` through too; but people write `~5 ms` twice in a line.
    markdown.options["strikethrough_single_tilde"] = False
    markdown.inline.ruler.at("math_inline", _inline_math)
    return markdown
