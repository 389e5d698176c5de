"""Marked words, as in `==word==`, of Obsidian, Logseq and Material."""

import re
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

# Not at `x==1`, and not beyond code, or a thousand characters.
_MARKED: Final = re.compile(r"==(?![\s=])(?>(?:`[^`]{0,200}`|[^`=]|=(?!=)){1,1000})(?<!\s)==(?![\w=])")


def marks(markdown: MarkdownIt) -> None:
    """Have a parser read marked words."""
    markdown.inline.ruler.before("emphasis", "mark", _mark)


def _mark(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if start and (state.src[start - 1].isalnum() or state.src[start - 1] == "="):
        return False
    match = _MARKED.match(state.src, start, state.posMax)
    if not match:
        return False
    if not silent:
        outer = state.posMax
        state.pos, state.posMax = start + 2, match.end() - 2
        state.push("mark_open", "mark", 1)
        state.md.inline.tokenize(state)
        state.push("mark_close", "mark", -1)
        state.posMax = outer
    state.pos = match.end()
    return True
