"""What a line of a plan announces: a part, weeks, a kind of items, a goal, a milestone."""

import re
from dataclasses import dataclass
from typing import Literal

from daytrail.importers.text.words import AFTER_KIND, DAYS, KINDS, PARTS, TO, WEEKS
from daytrail.model.curriculum import Kind

Label = Literal[Kind, "goal", "milestone"]

_LABELS: tuple[Label, ...] = (
    *("milestone", "goal", "choice", "deliverable", "review", "practice", "reading", "concept"),
)
_SIGNS = r"[^\w\s\[(\"'`$§<]*\s*"
_SEPARATOR = r"\s*(?:[:—–|.]|-(?=\s)|(?=\()|$)\s*"
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORDS = "|".join(_NUMBERS)
_WEEK = re.compile(
    rf"{_SIGNS}(?:(?:{WEEKS})\s*[-#№]?\s*|w\s?(?=\d))(?P<first>\d{{1,3}}|{_WORDS})"
    rf"(?:{TO}(?:(?:{WEEKS})\s*|w)?(?P<last>\d{{1,3}}|{_WORDS}))?(?![\w/])(?P<sign>{_SEPARATOR})?",
    re.IGNORECASE,
)
_NTH = re.compile(
    rf"{_SIGNS}(?P<first>\d{{1,3}})(?:\.|st|nd|rd|th|ª|ème|e)\s+(?:{WEEKS})\b(?P<sign>{_SEPARATOR})?(?P<last>(?!))?",
    re.IGNORECASE,
)
_DAY = re.compile(
    rf"{_SIGNS}(?:{DAYS})\s*[-#]?\s*(?P<first>\d{{1,3}})(?:{TO}(?P<last>\d{{1,3}}))?(?!\w)"
    rf"(?P<sign>{_SEPARATOR})?",
    re.IGNORECASE,
)
_PART = re.compile(
    rf"{_SIGNS}(?P<key>(?:{PARTS})\s*[-#]?\s*(?P<number>\d{{1,2}}|[ivxlc]{{1,6}}|[a-z])|\d{{1,2}}|[ivx]{{1,5}})\b"
    rf"(?P<sign>{_SEPARATOR})?",
    re.IGNORECASE,
)
RANGE = re.compile(rf"(?:{WEEKS})\s*(?P<first>\d{{1,3}})(?:{TO}(?P<last>\d{{1,3}}))?", re.IGNORECASE)
"""Weeks that something claims for itself, as in `Basics (Weeks 1–4)`."""

_LABEL = re.compile(
    rf"{_SIGNS}(?:(?:{'|'.join(f'(?P<{kind}>{names})' for kind, names in KINDS.items())})"
    rf"(?P<more>(?:\s+(?:{AFTER_KIND}))*)(?:\s*\((?P<aside>[^)]*)\))?)\s*(?P<colon>:|$|\s[—–-]\s|\.$)",
    re.IGNORECASE,
)
_STRONG = re.compile(r"(?P<open>\*\*|__)(?P<inside>.+?)(?P=open)")


@dataclass(frozen=True, slots=True)
class Mark:
    """A line that announces something."""

    said: str
    """What of it is structure, as in `Week 3 —`."""
    rest: str
    """What stands behind it: a title, or the first of what is announced."""
    first: int = 0
    last: int = 0
    label: Label | None = None
    aside: str = ""
    """What stands in parentheses behind a label: `Milestone (Weeks 5–6):`."""


def week_mark(text: str, *, strict: bool) -> Mark | None:
    """Read the number of a week, or of several, and the title behind it.

    Args:
        text: A line.
        strict: Whether the line is no heading, so that it may be a sentence about a week.
    """
    return _numbered(_WEEK, text, strict=strict) or _numbered(_NTH, text, strict=strict)


def day_mark(text: str) -> Mark | None:
    """Read the number of a day, or of several, and the title behind it."""
    return _numbered(_DAY, text, strict=False)


def _numbered(pattern: re.Pattern[str], text: str, *, strict: bool) -> Mark | None:
    bare = unmarked(text)
    found = pattern.match(bare)
    if not found or (strict and not _is_title(bare, found)):
        return None
    first = _number(found["first"])
    last = _number(found["last"]) if found["last"] else first
    said, rest = found[0].strip(), bare[found.end() :].strip(" \t·•|\ufe0f")
    if not re.search(r"\w", rest):
        said, rest = f"{said}{rest}", ""
    elif whole := re.fullmatch(r"\(([^()]*)\)", rest):
        rest = whole[1]
    return Mark(said, rest, first, max(last, first))


def _number(written: str) -> int:
    return int(written) if written.isdecimal() else _NUMBERS.index(written.casefold()) + 1


def part_mark(text: str, *, strict: bool) -> Mark | None:
    """Read the name of a part, as in `Part III — Title` or `Phase 2: Title`."""
    bare = unmarked(text)
    found = _PART.match(bare)
    if not found or (strict and not (found["number"] and _is_title(bare, found))):
        return None
    if not found["number"] and found["sign"] is None:
        return None
    return Mark(found[0].strip(), bare[found.end() :].strip())


def _is_title(text: str, found: re.Match[str]) -> bool:
    """Tell whether a plain line is a title and not a sentence that begins like one."""
    return found["sign"] is not None and len(text) <= _LONGEST and not text.endswith((".", ",", ";"))


_LONGEST = 120


def label_mark(text: str) -> Mark | None:
    """Read the kind of what follows, as in `Reading:`, `Hands-on: …` or `Milestone (Weeks 5–6): …`."""
    bare = unmarked(text)
    if not (found := _LABEL.match(bare)):
        return None
    label = next(kind for kind in _LABELS if found[kind])
    return Mark(found[0].strip(), bare[found.end() :].strip(), label=label, aside=(found["aside"] or "").strip())


def unmarked(text: str) -> str:
    """Return a line without the bold that makes a label or a title of its beginning."""
    found = _STRONG.match(text.strip())
    if not found:
        return text.strip()
    rest = text.strip()[found.end() :]
    return f"{found['inside']}{rest}".strip()


def is_name(text: str) -> bool:
    """Tell whether a line of text is a name rather than a sentence."""
    return len(text.split()) <= _SHORT_NAME and not text.rstrip().endswith((".", ":", "!", "?", ";", ","))


_SHORT_NAME = 8
