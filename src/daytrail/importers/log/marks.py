"""What marks a day in somebody's log: a date, a number, or how far a goal is; alone, or with a title behind it."""

import re
from dataclasses import dataclass

from daytrail.importers.text.dates import Written, dates_at, last_date, numbers_at

_DAY = r"day|days|dya|dau|dag|tag|tage|jour|jours|día|dia|días|dias|giorno|giorni"
_AND = r"\s*(?:-|–|—|/|&|\+|,|and|und|y|et|e|to|bis)\s*"
_BETWEEN = re.compile(r"[\s\-–—:|,.;()\[\]·•*_~#>=+]*")
_NUMBER = re.compile(
    rf"(?:(?:{_DAY})\s*[-#:№]?\s*|[dD]|(?P<round>[rR]\d{{1,2}})\s?[|:/-]?\s?[dD])(?P<first>\d{{1,4}})"
    rf"(?:{_AND}(?:(?:{_DAY})\s*|(?:[rR]\d{{1,2}})?[dD])?(?P<last>(?!(?:19|20)\d\d\b)\d{{1,4}}))?(?![\w%]|[./]\d)",
    re.IGNORECASE,
)
_GOAL = re.compile(r"(?P<first>\d{1,4})\s*/\s*(?P<last>\d{2,4})(?=\s+(?:of|de|von|di)\b)", re.IGNORECASE)
_LEFT = re.compile(r"T\s*(?:[-–−]|(?P<past>\+)|minus\b)\s*(?P<left>\d{1,4})(?!\w)(?:\s*days?\b)?", re.IGNORECASE)
_OF = re.compile(r"\s+(?:of|de|von|di)\s+(?P<series>[^:\n]+?)(?=\s*(?:$|[:–—|]|\s-\s|https?://))", re.IGNORECASE)
_CLOSING = re.compile(r"^\s*(?:[)\]]|\*\*|__|\*)+(?=[\s:–—|,.\-]|$)")
LEADING = re.compile(r"^[\s:–—|→,.·\-]+")
_PARTED = re.compile(r"\s*(?:[:–—|→./](?:\s|$)|[:–—|→]|-\s|#\w)")
_BOLD = re.compile(r"\s*(\*\*|__)[^*_]+\1:?")
_WIDEST = 3
"""So many days one entry may cover; a second number further off is a goal: `83/365`."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a line says of a day."""

    date: Written | None = None
    number: tuple[int, int] | None = None
    """The first and the last day that it covers."""
    round: str = ""
    """As in `R1`, for those who begin again."""
    goal: int | None = None
    """Of how many days."""
    left: int | None = None
    """How many days are left, as in `T-154`."""
    series: str = ""
    """What the number counts, as in `Day 9 of GPU Programming`."""
    rest: str = ""
    """What stands behind it."""
    parted: bool = True
    """Whether something parts the rest from it: a colon, a dash, the end of the line."""

    @property
    def found(self) -> bool:
        """Whether it marks a day at all."""
        return bool(self.date or self.number or self.left is not None)


def mark_of(text: str) -> Mark:
    """Read what stands at the beginning of a line of text: dates, numbers and goals in any order."""
    date, number, rounds, goal, left, series = None, None, "", None, None, ""
    at, behind = _end(text, 0), 0
    while at < len(text):
        if date is None and (found := dates_at(text, at) or (numbers_at(text, at) if number else None)):
            date, at = found
        elif left is None and (match := _LEFT.match(text, at)):
            left, at = int(match["left"]) * (-1 if match["past"] else 1), match.end()
        elif number is None and (match := _NUMBER.match(text, at) or _GOAL.match(text, at)):
            first, last = int(match["first"]), int(match["last"] or match["first"])
            number = (first, last if first <= last <= first + _WIDEST else first)
            goal = last if last > first + _WIDEST else None
            rounds = (match.groupdict().get("round") or "").upper()
            at = match.end()
            if of := _OF.match(text, at):
                series, at = of["series"].strip(" *_#"), of.end()
                if many := re.fullmatch(r"(\d{1,4})(?:\s*\w+)?", series):  # `Day 15 of 100`
                    series, goal = "", int(many[1])
        else:
            break
        behind, at = at, _end(text, at)
    bold = _BOLD.match(text)
    if bold and behind <= bold.end():  # `**1/5/26** Contracts`: the mark alone is bold
        return Mark(date, number, rounds, goal, left, series, LEADING.sub("", text[bold.end() :], count=1).strip())
    rest = _CLOSING.sub("", text[behind:], count=1)
    parted = not rest.strip() or _PARTED.match(rest) is not None
    return Mark(date, number, rounds, goal, left, series, LEADING.sub("", rest, count=1).strip(), parted)


def mark_behind(text: str) -> Mark | None:
    """Read a full date that ends a title: `First steps - 2026-01-05`."""
    found = last_date(text)
    return Mark(found[0], rest=text[: found[1]].rstrip(" -–—:,|([").strip()) if found else None


def _end(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at
