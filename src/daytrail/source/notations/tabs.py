"""Content tabs of Material: `=== "Label"` with an indented text, one below the other."""

import re
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from daytrail.source.notations.admonitions import INTERRUPTS, indented_end, mark_line, parse_indented

_MARK: Final = re.compile(r'===([!+]?) +"(.+?)" *')


def tabs(markdown: MarkdownIt) -> None:
    """Have a parser read content tabs: `tabs_open` has a number and the labels of the tabs in its `meta`."""
    markdown.block.ruler.before("fence", "tabs", _tabs, INTERRUPTS)


def _tabs(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    if not _MARK.fullmatch(mark_line(state, start_line)) or indented_end(state, start_line, end_line) == start_line + 1:
        return False
    if silent:
        return True
    number = state.env["tabs"] = state.env.get("tabs", 0) + 1
    opening = state.push("tabs_open", "div", 1)
    labels: list[str] = []
    opening.meta = {"number": number, "labels": labels}
    line: int | None = start_line
    # `===!` begins a set of its own.
    while line is not None and (tab := _MARK.fullmatch(mark_line(state, line))) and not (labels and tab[1] == "!"):
        labels.append(tab[2])
        state.push("tab_open", "div", 1).attrSet("class", "tabbed-block")
        parse_indented(state, line, end_line)
        state.push("tab_close", "div", -1)
        line = next((line for line in range(state.line, end_line) if not state.isEmpty(line)), None)
    opening.map = [start_line, state.line]
    state.push("tabs_close", "div", -1)
    return True
