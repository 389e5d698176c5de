"""Properties of Logseq, as in `hours:: 2`: lines that say something about a text and are no part of it."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

_LINE: Final = re.compile(r"[ \t]*([^\W\d_][\w./-]*)::(?:[ \t]+(.*)|[ \t]*)")
_HOURS: Final = re.compile(r"\d{1,2}(?:\.\d{1,3})?")
_EMPTY: Final = (("list_item_open", "list_item_close"), ("bullet_list_open", "bullet_list_close"))
"""Types of tokens between which nothing is left."""


def properties(markdown: MarkdownIt) -> None:
    """Have a parser take properties out of a text. The environment gets them under `properties`."""
    markdown.core.ruler.after("block", "properties", _take_out)


def front_matter_of(written: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the keys of front matter that properties are: title, tags, and the sum of hours. Others say nothing."""
    values: dict[str, Any] = {}
    for name, value in written:
        if name == "title" and value:
            values.setdefault("title", value[:300])
        elif name == "tags":
            tags = (tag.strip().strip("#[]").strip() for tag in value.split(","))
            values["tags"] = (*values.get("tags", ()), *filter(None, tags))
        elif name == "hours" and _HOURS.fullmatch(value):
            values["hours"] = values.get("hours", 0.0) + float(value)
    return values


def wrong_hours(written: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the hours that are no numbers, as they are written."""
    return (f"hours:: {value}" for name, value in written if name == "hours" and not _HOURS.fullmatch(value))


def _take_out(state: StateCore) -> None:
    if "::" not in state.src:
        return
    found: list[tuple[str, str]] = state.env.setdefault("properties", [])
    tokens: list[Token] = []
    for token in state.tokens:
        if token.type == "inline" and "::" in token.content and tokens[-1].type == "paragraph_open":
            lines = [(line, _LINE.fullmatch(line)) for line in token.content.split("\n")]
            found += ((match[1].lower(), (match[2] or "").strip()) for _, match in lines if match)
            token.content = "\n".join(line for line, match in lines if not match)
        if token.type == "paragraph_close" and not tokens[-1].content:
            del tokens[-2:]
        elif tokens and (tokens[-1].type, token.type) in _EMPTY:
            tokens.pop()
        else:
            tokens.append(token)
    state.tokens = tokens
