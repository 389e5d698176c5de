"""Comments of Obsidian, `%% … %%`: text that is hidden, which private passages are cut out with.

They are found before a text is parsed, and are not removed by the parser, so that nothing else sees them.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from markdown_it import MarkdownIt

from daytrail.gfm import parser
from daytrail.source.notations.admonitions import admonitions
from daytrail.source.notations.tabs import tabs

_MARK: Final = "%%"
_ENTITY: Final = re.compile(r"&(?:percnt|#0*37|#x0*25);", re.IGNORECASE)
_PERCENT: Final = re.compile("[%\u066a\ufe6a\uff05]|&(?:percnt|#)")
"""Matches in each text with a mark or what looks like one."""
_LIKE_MARK: Final = re.compile(
    r"(?<!%)(?:(?<!\\)|(?<=\\\\))[%\u066a](?:[\0 \t]{0,9}[%\u066a])+|^[ \t>]*(%)[ \t]*$", re.MULTILINE
)
"""Matches a mark, and what looks like one: with spaces, other percent signs, or one of three or alone in its line."""
_START, _END = "\ufdd0", "\ufdd1"
"""Characters that no text has (Unicode reserves them for programs), put around the number of a mark."""
_NUMBERED: Final = re.compile(rf"{_START}(\d+){_END}")


class Comments(NamedTuple):
    """The comments of a text."""

    spans: Sequence[tuple[int, int]] = ()
    """Offsets at which they start and end, marks included."""
    mistakes: Sequence[tuple[int, str, str]] = ()
    """Offset, message and hint of each mark that is wrong. It is not known then what is hidden."""


def find_comments(text: str, fold: Callable[[str], str], *, is_entry: bool) -> Comments:
    """Return the comments of a Markdown text; `fold` returns a text as it looks, in as many characters.

    Marks in fenced code and between backticks are text, and in an entry those in indented code; a page of `docs/` may
    have extensions to which an indented text is none.
    """
    if not _PERCENT.search(text):
        return Comments()
    look = fold(_ENTITY.sub(lambda entity: "%".ljust(len(entity[0]), "\0"), text))
    found = [match.span(match.lastindex or 0) for match in _LIKE_MARK.finditer(look)]
    code = _in_code(text, [start for start, _ in found], is_entry=is_entry) if found else set()
    marks = [span for number, span in enumerate(found) if number not in code]
    hint = "a comment is between `%%` and `%%`; write a percent sign that is none between backticks, or `\\%`"
    mistakes = [
        (start, "this looks like a marker of a comment, but it is none", hint)
        for start, end in marks
        if text[start:end] != _MARK
    ]
    if not mistakes and len(marks) % 2:
        mistakes.append((marks[-1][0], "the comment that opens here has no end", "add `%%` where it ends"))
    starts, ends = marks[::2], marks[1::2]
    return Comments([(start, end) for (start, _), (_, end) in zip(starts, ends, strict=False)], mistakes)


@cache
def _parser() -> MarkdownIt:
    markdown = parser()
    admonitions(markdown)
    tabs(markdown)
    return markdown


def _in_code(text: str, offsets: Sequence[int], *, is_entry: bool) -> set[int]:
    """Return the numbers of the offsets that are in code. None are if it is not certain."""
    if _START in text or _END in text:
        return set()
    ends = [*offsets, len(text)]
    numbered = text[: ends[0]] + "".join(
        f"{_START}{number}{_END}{text[start : ends[number + 1]]}" for number, start in enumerate(offsets)
    )
    blocks = {"fence", "code_block"} if is_entry else {"fence"}
    code: set[int] = set()
    for token in _parser().parse(numbered):
        if token.type in blocks:
            code.update(map(int, _NUMBERED.findall(token.content)))
        for part in token.children or ():
            if part.type == "code_inline":
                # Two backticks that somebody wrote in different lines of a paragraph hardly mean code.
                inside = map(int, _NUMBERED.findall(part.content))
                code.update(number for number in inside if _is_between_backticks(text, offsets[number]))
    return code


def _is_between_backticks(text: str, offset: int) -> bool:
    """Return whether the line of an offset has a backtick on both sides of it."""
    line_end = text.find("\n", offset)
    after = text[offset : line_end if line_end >= 0 else len(text)]
    return "`" in text[text.rfind("\n", 0, offset) + 1 : offset] and "`" in after
