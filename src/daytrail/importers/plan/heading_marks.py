"""Heading marks: lines of a plan that announce a part, a week, a day, a kind of items, a goal or a milestone."""

import re
from dataclasses import dataclass
from typing import Literal, get_args

from daytrail.importers.text.vocabulary import any_of, numbers_by_word

Label = Literal["milestone", "goal", "choice", "deliverable", "review", "practice", "reading", "concept"]
"""What a label in a week announces; the first one that matches is used."""

_LEADING = r"[^\w\s\[(\"'`$§<]*\s*"
_SEPARATOR = r"\s*(?:[:—–|.]|-(?=\s)|(?=\()|$)\s*"
_RANGE_SIGN = rf"\s*(?:[-–—/&+,]|{any_of('to_week_number', 'and')})\s*"
_NUMBERS = numbers_by_word("numbers")
_NUMBER_WORD = "|".join(_NUMBERS)
_WEEK_WORD = any_of("week_or_weeks")
_PART_WORD = any_of("parts", "tracks")
_LABEL_NAMES = "|".join(f"(?P<{label}>{any_of(f'kinds.{label}')})" for label in get_args(Label))
_WEEK = re.compile(
    rf"{_LEADING}(?:(?:{_WEEK_WORD})\s*[-#№]?\s*|w\s?(?=\d))(?P<first>\d{{1,3}}|{_NUMBER_WORD})"
    rf"(?:{_RANGE_SIGN}(?:(?:{_WEEK_WORD})\s*|w)?(?P<last>\d{{1,3}}|{_NUMBER_WORD}))?(?![\w/])(?P<sign>{_SEPARATOR})?",
    re.IGNORECASE,
)
_NTH_WEEK = re.compile(
    rf"{_LEADING}(?P<first>\d{{1,3}})(?:\.|ª|{any_of('ordinal', 'ordinal_of_week')})"
    rf"\s+(?:{_WEEK_WORD})\b(?P<sign>{_SEPARATOR})?(?P<last>(?!))?",
    re.IGNORECASE,
)
_DAY = re.compile(
    rf"{_LEADING}(?:{any_of('days')})\s*[-#]?\s*(?P<first>\d{{1,3}})(?:{_RANGE_SIGN}(?P<last>\d{{1,3}}))?(?!\w)"
    rf"(?P<sign>{_SEPARATOR})?",
    re.IGNORECASE,
)
_PART = re.compile(
    rf"{_LEADING}(?P<key>(?:{_PART_WORD})\s*[-#]?\s*(?P<number>\d{{1,2}}|[ivxlc]{{1,6}}|[a-z])|\d{{1,2}}|[ivx]{{1,5}})\b"
    rf"(?P<sign>{_SEPARATOR})?",
    re.IGNORECASE,
)
_WEEK_RANGE = re.compile(
    rf"(?:{_WEEK_WORD})\s*(?P<first>\d{{1,3}})(?:{_RANGE_SIGN}(?P<last>\d{{1,3}}))?", re.IGNORECASE
)
_LABEL = re.compile(
    rf"{_LEADING}(?:(?:{_LABEL_NAMES})"
    rf"(?P<more>(?:\s+(?:[&/]|{any_of('after_kind')}))*)(?:\s*\((?P<aside>[^)]*)\))?)\s*(?P<colon>:|$|\s[—–-]\s|\.$)",
    re.IGNORECASE,
)
_BOLD = re.compile(r"(?P<open>\*\*|__)(?P<inside>.+?)(?P=open)")
_LONGEST_TITLE = 120
"""Characters of a title that is no heading."""
_MOST_WORDS_OF_A_NAME = 8


@dataclass(frozen=True, slots=True)
class HeadingMark:
    """A line that announces what follows it."""

    marker: str
    """The words that become structure, as in `Week 3 —`."""
    rest: str
    """The text behind the marker: a title, or the first of what is announced."""
    first: int = 0
    """Number of the first week or day."""
    last: int = 0
    label: Label | None = None
    parenthesis: str = ""
    """The text in parentheses behind a label: `Milestone (Weeks 5–6):`."""


def match_week(text: str, *, strict: bool) -> HeadingMark | None:
    """Read the number of a week, or of several, and the title behind it; if strict, a sentence about a week is none."""
    return _match_number(_WEEK, text, strict=strict) or _match_number(_NTH_WEEK, text, strict=strict)


def match_day(text: str) -> HeadingMark | None:
    """Read the number of a day, or of several, and the title behind it."""
    return _match_number(_DAY, text, strict=False)


def _match_number(pattern: re.Pattern[str], text: str, *, strict: bool) -> HeadingMark | None:
    text = without_bold(text)
    match = pattern.match(text)
    if not match or (strict and not _is_title(text, match)):
        return None
    first, last = number_range(match)
    marker, rest = match[0].strip(), text[match.end() :].strip(" \t·•|\ufe0f")
    if not re.search(r"\w", rest):
        marker, rest = f"{marker}{rest}", ""
    elif in_parentheses := re.fullmatch(r"\(([^()]*)\)", rest):
        rest = in_parentheses[1]
    return HeadingMark(marker, rest, first, max(last, first))


def find_week_range(title: str) -> HeadingMark | None:
    """Find the weeks in the title of a part or a milestone, as in `Basics (Weeks 1–4)`; the rest is without them."""
    if not (match := _WEEK_RANGE.search(title)):
        return None
    return HeadingMark(match[0], re.sub(rf"\W*{re.escape(match[0])}\W*$", "", title), *number_range(match))


def number_range(match: re.Match[str]) -> tuple[int, int]:
    """Return the numbers in the groups `first` and `last` of a match; one number is both."""
    first, last = (
        int(word) if word.isdecimal() else _NUMBERS[word.casefold()]
        for word in (match["first"], match["last"] or match["first"])
    )
    return first, last


def match_part(text: str, *, strict: bool) -> HeadingMark | None:
    """Read the name of a part, as in `Part III — Title`; if strict, a sentence about a part is none."""
    text = without_bold(text)
    match = _PART.match(text)
    if not match or (strict and not (match["number"] and _is_title(text, match))):
        return None
    if not match["number"] and match["sign"] is None:
        return None
    return HeadingMark(match[0].strip(), text[match.end() :].strip())


def _is_title(text: str, match: re.Match[str]) -> bool:
    """Tell whether a plain line is a title, and not a sentence that begins like one."""
    return match["sign"] is not None and len(text) <= _LONGEST_TITLE and not text.endswith((".", ",", ";"))


def match_label(text: str) -> HeadingMark | None:
    """Read a label such as `Reading:`, `Hands-on: …` or `Milestone (Weeks 5–6): …`."""
    text = without_bold(text)
    if not (match := _LABEL.match(text)):
        return None
    label: Label = next(label for label in get_args(Label) if match[label])
    rest = text[match.end() :].strip()
    return HeadingMark(match[0].strip(), rest, label=label, parenthesis=(match["aside"] or "").strip())


def without_bold(text: str) -> str:
    """Return a line without the bold markup of its beginning."""
    text = text.strip()
    bold = _BOLD.match(text)
    return f"{bold['inside']}{text[bold.end() :]}".strip() if bold else text


def is_name(text: str) -> bool:
    """Tell whether a line of text is a name, and not a sentence."""
    return len(text.split()) <= _MOST_WORDS_OF_A_NAME and not text.rstrip().endswith((".", ":", "!", "?", ";", ","))
