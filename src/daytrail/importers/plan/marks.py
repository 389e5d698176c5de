"""Marks of a plan: lines that announce a part, a week, a day, a kind of items, a goal or a milestone."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from daytrail.importers.text.markdown import heading_text, plain_text
from daytrail.importers.text.vocabulary import any_of, numbers_by_word

Label = Literal["milestone", "goal", "choice", "test", "deliverable", "review", "practice", "reading", "concept"]
"""Meaning of a label in a week; the first one that matches is used."""
WEEKS_OF: Mapping[str, int] = {"sprint": 2, "month": 4, "quarter": 13}
"""How many weeks a span of time is taken for."""

_LEADING = r"[^\w\s\[(\"'`$§<]*\s*"
_SEPARATOR = r"\s*(?:[:\uff1a—–|.)]|-+(?=\s)|(?=\()|$)\s*"
_RANGE_SIGN = "[-–—/&+,~\u301c\uff5e]"
_TO = any_of("to_week_number", "and")
_NUMBERS = numbers_by_word("numbers")
_NUMBER = rf"(?:\d{{1,3}}|(?:{'|'.join(_NUMBERS)})\b)"
_DATE = r"(?:\d{1,2}[./]\d{1,2}\b|[^\W\d]{3,9}\.?\s\d{1,2}\b|\d{1,2}\.?\s[^\W\d]{3,9})[^:]{0,20}"
_WEEK = any_of("week_or_weeks")


def _numbered(word: str) -> re.Pattern[str]:
    """Return a pattern for a word and its number, or several, such as `Weeks 1-2:` and `Week 1 to Week 2`."""
    # `Week 2 – Two pointers` and `Week 2 - 3 ways out` are single weeks.
    again = rf"(?:(?:{word})\s*)?"
    to = rf"(?:{_RANGE_SIGN}(?=\d)|\s?{_RANGE_SIGN}\s?(?={again}\d{{1,3}}(?:{_SEPARATOR}))|\s+(?:{_TO})\s+)"
    return re.compile(
        rf"{_LEADING}(?:\d{{1,2}}[.)]\s+)?(?:{word})(?:(?<!\s)-|\s*-\s+|\s*[#№])?\s*(?P<first>{_NUMBER})"
        rf"(?:,\s?\d{{1,3}}(?=\s*[,&]))*(?:{to}{again}(?P<last>{_NUMBER}))?"
        rf"(?:[a-d]|\+|\.\d(?=\W*:))?(?![\w/])(?P<sign>{_SEPARATOR}|,\s+(?={_DATE}(?::|$)))?",
        re.IGNORECASE,
    )


_NTH_WEEK = (
    rf"{_LEADING}(?P<first>\d{{1,3}})(?:\.|ª|{any_of('ordinal', 'ordinal_of_week')})"
    rf"\s+(?:{_WEEK})\b(?!\s*\d)(?P<sign>{_SEPARATOR})?(?P<last>(?!))?"
)
_COUNTED: Mapping[str, tuple[re.Pattern[str], ...]] = {
    "week": (_numbered(rf"(?:{_WEEK})|w(?=\s?\d)"), re.compile(_NTH_WEEK, re.IGNORECASE)),
    "day": (_numbered(any_of("days")),),
    "unit": (_numbered(any_of("units")),),
    "number": (re.compile(rf"{_LEADING}(?P<first>\d{{1,2}})(?P<last>(?!))?(?P<sign>[.):]+(?:\s+|$))"),),
    **{span: (_numbered(any_of(f"spans.{span}")),) for span in WEEKS_OF},
}
"""Patterns of what a plan counts."""
_PART = re.compile(
    rf"{_LEADING}(?:(?:{any_of('parts', 'units', 'tracks')})"
    r"(?P<number>\s*[-#]?\s*\d{1,2}(?:\s*[-–&/]\s*\d{1,2})?"
    rf"|[-#\s]\s*(?:[ivxlc]{{1,6}}|[a-z]|{'|'.join(_NUMBERS)}))|\d{{1,2}}(?![:.]\d)|[ivx]{{1,5}})\b(?P<sign>{_SEPARATOR})?",
    re.IGNORECASE,
)
_WEEK_RANGE = re.compile(
    rf"(?:\b(?:{_WEEK})\s*|\bw(?=\d))(?P<first>\d{{1,3}})"
    rf"(?:\s*(?:{_RANGE_SIGN}|{_TO})\s*(?:(?:{_WEEK})\s*|w)?(?P<last>\d{{1,3}}))?(?!\w)",
    re.IGNORECASE,
)
_NUMBER_CELL = re.compile(
    rf"\W*(?:[^\W\d]+\.?\s*)?(?P<first>\d{{1,3}})(?:\s*(?:{_RANGE_SIGN}|{_TO})\s*(?:[^\W\d]+\s*)?(?P<last>\d{{1,3}}))?(?!\d)"
)
_LENGTH = r"\d{1,2}(?:\.\d)?"
_DURATION = re.compile(
    rf"(?<![\d.])(?:(?P<low>{_LENGTH})\s*[-–—]\s*)?(?P<high>{_LENGTH})[\s-]*(?:(?P<weeks>{_WEEK})|{any_of('spans.month')})\b",
    re.IGNORECASE,
)
_LABEL_WORD = re.compile(
    r"(?<!\w)(?:" + "|".join(f"(?P<{label}>{any_of(f'kinds.{label}')})" for label in get_args(Label)) + r")(?!\w)",
    re.IGNORECASE,
)
_LABEL_WORDS = re.compile(rf"(?<!\w)(?:(?:{any_of('kinds', 'after_kind')})(?!\w)[\s&/+,]*)+$", re.IGNORECASE)
"""Matches the words of a label, and words around them, at the end of a name."""
_OUTCOME = re.compile(rf"(?:{any_of('outcome')})\b[^:]{{0,70}}:[*_]*(?=\s|$)", re.IGNORECASE)
_LABEL = re.compile(
    r"(?P<name>[^:\uff1a()]{0,70}?[^\s:\uff1a()])(?P<number>\s*(?:#|\b[A-Z])?\d+)?(?:\s*\((?P<aside>[^)]*)\))?"
    r"\s*(?P<colon>[:\uff1a]|$|\s[—–-]\s|\.$)"
)
URL_BEHIND = re.compile(r"(?<=[\w:*)\]])(?:\s+[–—-])?\s+[(<]*https?://.*$")
"""The address of a week or a plan behind its title, and all that is behind it."""
_LEADING_DATE = re.compile(rf"^(?:\((?P<aside>[^()]*)\)\s*[:–—-]+|(?P<date>{_DATE}):)\s*(?P<title>.*\w.*)$")
"""As of `Sprint 1 (Jan 5 – Jan 11): Title` and `Week 1, 1/12: Title`."""
_ALL_IN_PARENTHESES = re.compile(r"^\(([^()]*)\):?$")
_ASIDE = re.compile(r"\s*\(([^()]*)\)$")
_SIGNS = re.compile(r"^[^\w(\[\"'`$§<*]+")
_SIGNS_BEFORE_BOLD = re.compile(r"^[^\w\[(\"'`$§<*]+(?=\*\*|__)")
_BOLD = re.compile(r"(?P<open>\*\*|__|[*_](?=\w))(?P<inside>.+?)(?P=open)")
_LINK = re.compile(r"(?P<before>[^\w\[]*)\[(?P<words>[^\[\]]+)\]\((?P<url>[^()\s]+)\)")
_LONGEST_TITLE = 120
"""Characters of a title that is no heading."""
_MOST_WORDS_OF_A_NAME = 8
_MOST_WORDS_OF_A_LABEL = 6
_AND = re.compile(rf"\s*(?:[&/+,]|\b(?:{any_of('and')})\b)\s*", re.IGNORECASE)
_ABOUT_ITSELF = re.compile(any_of("about_itself", "about_plan"), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mark:
    """A line that announces what follows it."""

    marker: str
    """The words that become structure, as in `Week 3 —`."""
    rest: str
    """The text behind the marker: a title, or the first of what is announced."""
    first: int = 0
    """Number of the first week or day."""
    last: int = 0
    label: Label | None = None
    aside: str = ""
    """The text in parentheses behind a label: `Milestone (Weeks 5–6):`."""
    is_exact: bool = True
    """True if a label has no words that are to be kept, as in `Daily practice`."""


def match_count(unit: str, text: str, *, strict: bool = False, at_end: bool = False) -> Mark | None:
    """Read the number of a week, a day or another unit at the beginning of a text, and the title behind it.

    If strict, a sentence is none; with `at_end`, the number may be in parentheses at the end, as in `Knots (Day 3)`.
    """
    mark = next((mark for pattern in _COUNTED[unit] if (mark := _match_number(pattern, text, strict=strict))), None)
    aside = _ASIDE.search(text) if at_end and not mark else None
    if aside and aside.start() and (mark := match_count(unit, aside[1])):
        return replace(mark, rest=text[: aside.start()])
    return mark


def match_week(text: str, *, strict: bool = False) -> Mark | None:
    """Read the number of a week, or of several, and the title behind it."""
    return match_count("week", text, strict=strict)


def match_day(text: str) -> Mark | None:
    """Read the number of a day, or of several, and the title behind it, or before that of one."""
    mark = match_count("day", text)
    behind = None if mark else match_count("day", text, at_end=True)
    return mark or (behind if behind and behind.first == behind.last else None)  # `Knots (Days 1-3)` is a part


def week_of_day(day: int) -> int:
    """Return the number of the week of a numbered day."""
    return max(day - 1, 0) // 7 + 1


def match_span(text: str) -> tuple[str, Mark] | None:
    """Read the number of a month or of another span of time, or of several, and the title behind or before it."""
    return next(((span, mark) for span in WEEKS_OF if (mark := match_count(span, text, at_end=True))), None)


def _match_number(pattern: re.Pattern[str], text: str, *, strict: bool) -> Mark | None:
    bold = _BOLD.match(text) if strict else None
    in_bold = pattern.match(bold["inside"]) if bold else None
    if bold and in_bold and (in_bold["sign"] or in_bold.end() == len(bold["inside"])):  # `**Week 1** Knots`
        strict = False
    text = _without_link(pattern, without_bold(text))
    text = text if " " in text else text.replace("_", " ")  # the name of a folder
    match = pattern.match(text)
    if not match or (strict and not _is_title(text, match)):
        return None
    first, last = number_range(match)
    marker, rest = match[0].strip(), text[match.end() :].strip(" \t·•|\ufe0f")
    if date := _LEADING_DATE.match(rest):
        rest = f"{_without_decoration(date['title'])} ({date['aside'] or date['date']})"
    rest = _ALL_IN_PARENTHESES.sub(r"\1", _without_decoration(rest))
    return Mark(marker, rest, first, max(last, first))


def _without_link(pattern: re.Pattern[str], text: str) -> str:
    """Return `Week 1: [Knots](…)` for `[Week 1: Knots](…)` and `[Week 1](…) Knots`; relative links are left out."""
    link = _LINK.match(text) if "](" in text else None
    words = without_bold(link["words"]) if link else ""
    words = words if " " in words else words.replace("_", " ")
    match = pattern.match(words)
    if not link or not match:
        return text
    title, behind = words[match.end() :], text[link.end() :]
    if not title and "://" in link["url"]:
        title, behind = plain_text(behind).strip(" :—–-"), ""
    linked = f": [{title.strip()}]({link['url']})" if title else ""
    return f"{link['before']}{match[0].rstrip(' :') if linked else match[0]}{linked}{behind}"


def match_cell(cell: str) -> tuple[int, int] | None:
    """Read the number of a week or a day, or of several, at the beginning of a cell."""
    match = _NUMBER_CELL.match(cell.strip(" -–—*"))
    return number_range(match) if match else None


def find_week_range(title: str) -> Mark | None:
    """Find the weeks in the title of a part or a milestone, as in `Basics (Weeks 1–4)`; the rest is without them."""
    if not (match := _WEEK_RANGE.search(title)):
        return None
    return Mark(match[0], re.sub(rf"\W*{re.escape(match[0])}\W*$", "", title), *number_range(match))


def find_duration(text: str) -> float:
    """Return how many weeks a text says that something takes, as in `6-8 weeks` or `2 months`; 0 if it says nothing."""
    match = _DURATION.search(text)
    weeks = (float(match["low"] or match["high"]) + float(match["high"])) / 2 if match else 0
    return weeks * (1 if match and match["weeks"] else WEEKS_OF["month"])


def split_length(title: str) -> tuple[str, str]:
    """Return a title without how long it says that something takes, as in `Basics (4 weeks)`, and these words."""
    aside = _ASIDE.search(title)
    is_length = aside and aside.start() and _DURATION.fullmatch(aside[1].strip(" ~≈"))
    return (title[: aside.start()], aside[1]) if aside and is_length else (title, "")


def number_range(match: re.Match[str]) -> tuple[int, int]:
    """Return the numbers in the groups `first` and `last` of a match; one number is both, and other words are 1."""
    first, last = (
        int(word) if word.isdecimal() else _NUMBERS.get(word.casefold(), 1)
        for word in (match["first"], match["last"] or match["first"])
    )
    return first, last


def match_part(text: str, *, strict: bool) -> Mark | None:
    """Read the name of a part, as in `Part III — Title`; if strict, a sentence about a part is none."""
    text = without_bold(text)
    match = _PART.match(text)
    if not match or (strict and not (match["number"] and _is_title(text, match))):
        return None
    if not match["number"] and match["sign"] is None:
        return None
    return Mark(match[0].strip(), _ALL_IN_PARENTHESES.sub(r"\1", text[match.end() :].strip()))


def _is_title(text: str, match: re.Match[str]) -> bool:
    """Tell whether a plain line is a title, and not a sentence that begins like one."""
    is_short = len(URL_BEHIND.sub("", text)) <= _LONGEST_TITLE or (match["sign"] or "").strip() == ":"
    return match["sign"] is not None and is_short and not text.endswith((".", ",", ";"))


def match_label(text: str) -> Mark | None:
    """Read a label such as `Reading:`, `Hands-on: …`, `Daily practice` or `Milestone (Weeks 5–6): …`."""
    text = _SIGNS.sub("", without_bold(_SIGNS.sub("", text)))
    if outcome := _OUTCOME.match(text):
        return Mark(outcome[0], text[outcome.end() :].strip(), label="goal")
    match = _LABEL.match(text)
    if not match or len(match["name"].split()) > _MOST_WORDS_OF_A_LABEL:
        return None
    label, is_exact = _label_in(match["name"])
    may_be_counted = match["colon"] and label in ("milestone", "goal", "deliverable", "test")
    if not label or (match["number"] and not may_be_counted):
        return None
    rest = text[match.end() :].strip()
    if label == "test":  # `Quiz: knots` is no knots
        label, rest, is_exact = "deliverable", text if rest else "", bool(rest) and is_exact
    return Mark(match[0].strip(), rest, label=label, aside=(match["aside"] or "").strip(), is_exact=is_exact)


def _label_in(name: str) -> tuple[Label | None, bool]:
    """Return the label that a name is or ends with, and whether it has no other words."""
    run = _LABEL_WORDS.search(name)
    words = [label for word in _LABEL_WORD.finditer(run[0]) for label in get_args(Label) if word[label]] if run else []
    label = next((word for word in words if word != "concept"), words[0] if words else None)
    is_exact = run is not None and not run.start()
    return (label if is_exact or label != "choice" else None), is_exact


def is_about_document(title: str) -> bool:
    """Tell whether a section is about the document and not about what is to be learnt, as `Licence` is."""
    text = _ASIDE.sub("", title_text(title).strip(" :.!?"))
    return _ABOUT_ITSELF.fullmatch(text) is not None or all(map(_ABOUT_ITSELF.fullmatch, _AND.split(text)))


def title_text(markdown: str) -> str:
    """Return a title as plain text, without pictures and the symbols around it."""
    text = heading_text(markdown) or plain_text(markdown)
    text = re.sub(r"^\*\*\s*(\S.*?)\s*\*\*$", r"\1", text)  # with spaces it is not bold
    return _without_decoration(text).rstrip(":") or text


def _without_decoration(text: str) -> str:
    """Return a text without the symbols around it."""
    symbols = (sign for sign in text if unicodedata.category(sign) in ("So", "Sk", "Cf", "Mn") and sign not in "°`^")
    return text.strip(" " + "".join(symbols))


def without_bold(text: str) -> str:
    """Return a line without the bold or italic markup of its beginning."""
    text = text.strip()
    if not text.startswith(("*", "_")):  # most lines
        text = _SIGNS_BEFORE_BOLD.sub("", text) if "**" in text or "__" in text else text
        return without_bold(text) if text.startswith(("*", "_")) else text
    bold = _BOLD.match(text)
    return f"{bold['inside']}{text[bold.end() :]}".strip() if bold else text


def is_name(text: str) -> bool:
    """Tell whether a line of text is a name, and not a sentence."""
    ends = (".", ":", "!", "?", ";", ",")
    is_short = len(text.split()) <= _MOST_WORDS_OF_A_NAME
    return is_short and ": " not in plain_text(text) and not text.rstrip().endswith(ends)
