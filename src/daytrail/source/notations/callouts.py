"""Callouts of Obsidian: quotations that begin with `[!tip]`, a title behind it, and `+` or `-` for a fold.

GitHub's five alerts without a title are read by the parser itself.
"""

import re
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from daytrail.source.notations.admonitions import Fold, box

_MARK: Final = re.compile(r"\[!([^\]\[|\n]+)(?:\|[^\]\n]*)?\]([+-]?)(?:[ \t]+(.*)|[ \t]*)(?:\n|$)")
CLASSES: Final = {
    **dict.fromkeys(("abstract", "summary", "tldr"), "abstract"),
    **dict.fromkeys(("info", "todo", "important"), "info"),
    **dict.fromkeys(("tip", "hint"), "tip"),
    **dict.fromkeys(("success", "check", "done"), "success"),
    **dict.fromkeys(("question", "help", "faq"), "question"),
    **dict.fromkeys(("warning", "attention"), "warning"),
    **dict.fromkeys(("failure", "fail", "missing"), "failure"),
    **dict.fromkeys(("danger", "error", "caution"), "danger"),
    **{kind: kind for kind in ("bug", "example")},
    **dict.fromkeys(("quote", "cite"), "quote"),
}
"""Material's classes by Obsidian's names; all others are notes. Two are as GitHub colours them."""


def callouts(markdown: MarkdownIt) -> None:
    """Have a parser read callouts."""
    markdown.core.ruler.after("block", "callouts", _callouts)


def _callouts(state: StateCore) -> None:
    closings: list[Token | None] = []
    tokens: list[Token] = []
    skipped = 0
    for index, token in enumerate(state.tokens):
        if skipped:
            skipped -= 1
        elif token.type == "blockquote_open":
            text = state.tokens[index + 2] if state.tokens[index + 1].type == "paragraph_open" else None
            match = _MARK.match(text.content) if text else None
            if not text or not match:
                closings.append(None)
                tokens.append(token)
                continue
            opening, closing = _box(match, token)
            closings.append(closing)
            tokens += opening
            text.content = text.content[match.end() :]
            skipped = 0 if text.content else 3
        elif token.type == "blockquote_close":
            tokens.append(closings.pop() or token)
        else:
            tokens.append(token)
    state.tokens = tokens


def _box(match: re.Match[str], quote: Token) -> tuple[list[Token], Token]:
    kind = match[1].strip()
    fold: Fold = "open" if match[2] == "+" else "closed" if match[2] else ""
    first_line = quote.map[0] if quote.map else 0
    title = (match[3] or "").strip() or None
    opening, closing = box(CLASSES.get(kind.lower(), "note"), title, fold, first_line, quote.level, kind)
    opening[0].map = quote.map
    return opening, closing
