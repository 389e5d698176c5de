"""Options of code blocks as Material has them: ```` ```python title="a.py" hl_lines="2 4-5" ````, also in braces."""

import re
from collections.abc import Iterator
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

_INFO: Final = re.compile(r"(?:(?P<language>[^\s{}=\"']+)(?=[\s{]|$))?\s*(?P<brace>\{?)(?P<options>.*)")
_OPTION: Final = re.compile(r"\b(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|(\S+))")
_CLASS: Final = re.compile(r"(?:^|\s)\.?([\w#+-]+)(?=\s|$)")
_LINES: Final = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")


def fences(markdown: MarkdownIt) -> None:
    """Have a parser read the options of code blocks: `meta` has the `title` and the numbers of the marked `lines`."""
    markdown.core.ruler.after("block", "fences", _read)


def _read(state: StateCore) -> None:
    for token in state.tokens:
        match = _INFO.fullmatch(token.info.strip()) if token.type == "fence" else None
        if match and match["options"]:
            written = match["options"].removesuffix("}")
            options = {name: "".join(values) for name, *values in _OPTION.findall(written)}
            classes = _CLASS.search(_OPTION.sub("", written)) if match["brace"] else None
            token.info = match["language"] or (classes[1] if classes else "")
            last = token.content.count("\n")
            token.meta = {"title": options.get("title", ""), "lines": [*_lines(options.get("hl_lines", ""), last)]}


def _lines(written: str, last: int) -> Iterator[int]:
    for first, end in _LINES.findall(written):
        yield from range(int(first), min(int(end or first), last) + 1)
