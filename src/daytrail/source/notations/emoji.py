"""Emoji by the names that GitHub gives them, as in `:tada:`."""

import re
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

_NAME: Final = re.compile(r"(?<![\w:]):[a-z0-9_+-]{1,60}:(?![\w:])")


def emoji(markdown: MarkdownIt) -> None:
    """Have a parser replace names of emoji in texts; other names stay."""
    markdown.core.ruler.push("emoji", _replace)


def _replace(state: StateCore) -> None:
    for block in state.tokens:
        for token in block.children or ():
            if token.type == "text" and ":" in token.content:
                token.content = _NAME.sub(lambda name: _emoji(name[0]), token.content)


@cache
def _emoji(name: str) -> str:
    """Return an emoji; of another name, the name."""
    # Not at the top: most texts have none of its two thousand names.
    from pymdownx.gemoji_db import aliases, emoji  # type: ignore[import-untyped]  # it has none

    entry = emoji.get(aliases.get(name, name), {})
    codes = entry.get("unicode_alt") or entry.get("unicode") or ""
    return "".join(chr(int(code, 16)) for code in codes.split("-")) if codes else name
