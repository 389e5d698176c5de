"""Admonitions of Material: `!!! note "Title"` with an indented text, and `??? tip`, which is folded."""

import re
from typing import Final, Literal, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

# As Python-Markdown and its extension `details` read it. The plugin `admon` of mdit-py-plugins 0.7 was left out: it
# takes any line with `!!! ` for an admonition and drops the first of its words, and its folds need a style sheet.
_MARK: Final = re.compile(r'(!!!|\?\?\?\+?) ?(?P<classes>[\w-]+(?: +[\w-]+)*)(?: +"(?P<title>.*?)")? *')
_INDENT: Final = 4
INTERRUPTS: Final[RuleOptionsType] = {"alt": ["paragraph", "reference", "blockquote", "list"]}
"""Options of a rule for blocks that need no blank line above."""
Fold: TypeAlias = Literal["", "open", "closed"]
"""How an admonition that can be folded is at first; empty for any other."""


def admonitions(markdown: MarkdownIt) -> None:
    """Have a parser read admonitions."""
    markdown.block.ruler.before("fence", "admonition", _admonition, INTERRUPTS)


def _admonition(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    match = _MARK.fullmatch(mark_line(state, start_line))
    # `??? what is this` without a text below is a sentence.
    if not match or (match["title"] is None and indented_end(state, start_line, end_line) == start_line + 1):
        return False
    if silent:
        return True
    classes = match["classes"].lower()
    fold: Fold = "" if match[1] == "!!!" else "open" if match[1] == "???+" else "closed"
    opening, closing = box(classes, match["title"], fold, start_line, state.level, classes.split()[0])
    state.tokens += opening
    state.level += 1
    parse_indented(state, start_line, end_line)
    state.level -= 1
    state.tokens.append(closing)
    opening[0].map = [start_line, state.line]
    return True


def mark_line(state: StateBlock, line: int) -> str:
    """Return a line that may begin a block without its indentation; empty if it is code."""
    if state.is_code_block(line):
        return ""
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def indented_end(state: StateBlock, start_line: int, end_line: int) -> int:
    """Return the number behind the lines below one that are indented by four spaces, with blank lines between them."""
    end = start_line + 1
    for line in range(end, end_line):
        if not state.isEmpty(line):
            if state.sCount[line] < state.sCount[start_line] + _INDENT:
                break
            end = line + 1
    return end


def parse_indented(state: StateBlock, start_line: int, end_line: int) -> None:
    """Parse the indented lines below one."""
    end = indented_end(state, start_line, end_line)
    outer = state.lineMax, state.blkIndent
    state.lineMax, state.blkIndent = end, state.sCount[start_line] + _INDENT
    state.md.block.tokenize(state, start_line + 1, end)
    state.lineMax, state.blkIndent = outer
    state.line = end


def box(classes: str, title: str | None, fold: Fold, line: int, level: int, kind: str) -> tuple[list[Token], Token]:
    """Return the tokens that begin an admonition, with its title unless it is empty, and the one that ends it.

    Without a title it has its kind, as an alert of GitHub does: a word that is shown in the language of the site.
    """
    name, title_name = ("details", "summary") if fold else ("div", "p")
    attributes: dict[str, str | int | float] = {"class": classes if fold else f"admonition {classes}"}
    if fold == "open":
        attributes["open"] = ""
    lines = [line, line + 1]
    tokens = [Token("admonition_open", name, 1, attrs=attributes, block=True, level=level, map=lines)]
    title_type = "alert_title" if title is None else "admonition_title"
    if title := kind.capitalize() if title is None else title:
        own: dict[str, str | int | float] = {} if fold else {"class": "admonition-title"}
        tokens += [
            Token(f"{title_type}_open", title_name, 1, attrs=own, block=True, level=level + 1, map=lines),
            Token("inline", "", 0, content=title, children=[], block=True, level=level + 2, map=lines),
            Token(f"{title_type}_close", title_name, -1, block=True, level=level + 1),
        ]
    return tokens, Token("admonition_close", name, -1, block=True, level=level)
