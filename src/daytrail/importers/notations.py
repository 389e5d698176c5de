"""Notations of other programs that entries cannot read yet, written as entries read them."""

import re
from collections.abc import Callable

from daytrail.importers.links import without_code

_OBSIDIAN_COMMENT = re.compile(r"%%(?!%)((?:(?!%%|--).)+?)%%", re.DOTALL)
_WIKI_LINK = re.compile(r"(?P<image>!?)\[\[(?P<target>[^\[\]|\n]+?)(?:\\?\|(?P<words>[^\[\]\n]+))?\]\](?!\()")


def with_known_notations(text: str, link_to: Callable[[str, bool], str | None]) -> str:
    """Return a text of a day in the notation of entries.

    Comments of Obsidian become comments of HTML; wiki links become links where `link_to` knows the day or the file that
    they name (and whether it is a picture), and stay as they are otherwise.
    """
    if "%%" in text:
        text = _outside_code(text, _OBSIDIAN_COMMENT, _html_comment)

    def link(match: re.Match[str]) -> str:
        target = link_to(match["target"].strip(), bool(match["image"]))
        words = match["words"] or match["target"]
        return match[0] if target is None else f"{match['image']}[{words.strip()}]({target})"

    return _outside_code(text, _WIKI_LINK, link) if "[[" in text else text


def _outside_code(text: str, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str]) -> str:
    parts, end = [], 0
    for match in pattern.finditer(without_code(text)):
        parts += [text[end : match.start()], replace(match)]
        end = match.end()
    return "".join((*parts, text[end:]))


def _html_comment(match: re.Match[str]) -> str:
    """Return a comment as one of HTML; what it calls private becomes a private passage."""
    is_private = "private" in match[1].casefold()
    return f"<!-- private -->{match[1]}<!-- /private -->" if is_private else f"<!--{match[1]}-->"
