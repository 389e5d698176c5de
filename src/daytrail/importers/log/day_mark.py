"""Day marks: what marks a day in a log, such as a date, a day number, or the days until a goal."""

import re
from dataclasses import dataclass

from daytrail.importers.text.dates import WrittenDate, find_trailing_date, match_date_range, match_day_and_month
from daytrail.importers.text.vocabulary import any_of

_DAY = any_of("days", "misspelt_days")
_RANGE_SIGN = rf"\s*(?:[-–—/&+,]|{any_of('and', 'to_day_number')})\s*"
_OF = any_of("of_series")
_SEPARATORS = re.compile(r"[\s\-–—:|,.;()\[\]·•*_~#>=+]*")
_DAY_NUMBER = re.compile(
    rf"(?:(?:{_DAY})\s*[-#:№]?\s*|[dD]|(?P<round>[rR]\d{{1,2}})\s?[|:/-]?\s?[dD])(?P<first>\d{{1,4}})"
    rf"(?:{_RANGE_SIGN}(?:(?:{_DAY})\s*|(?:[rR]\d{{1,2}})?[dD])?(?P<last>(?!(?:19|20)\d\d\b)\d{{1,4}}))?(?![\w%]|[./]\d)",
    re.IGNORECASE,
)
_DAY_OF_TOTAL = re.compile(rf"(?P<first>\d{{1,4}})\s*/\s*(?P<last>\d{{2,4}})(?=\s+(?:{_OF})\b)", re.IGNORECASE)
_COUNTDOWN = re.compile(
    rf"T\s*(?:[-–−]|(?P<past>\+)|(?:{any_of('countdown_minus')})\b)\s*(?P<left>\d{{1,4}})(?!\w)"
    rf"(?:\s*(?:{any_of('countdown_days')})\b)?",
    re.IGNORECASE,
)
_SERIES = re.compile(rf"\s+(?:{_OF})\s+(?P<series>[^:\n]+?)(?=\s*(?:$|[:–—|]|\s-\s|https?://))", re.IGNORECASE)
_CLOSING = re.compile(r"^\s*(?:[)\]]|\*\*|__|\*)+(?=[\s:–—|,.\-]|$)")
LEADING_SEPARATORS = re.compile(r"^[\s:–—|→,.·\-]+")
_CLEAR_END = re.compile(r"\s*(?:[:–—|→./](?:\s|$)|[:–—|→]|-\s|#\w)")
_BOLD = re.compile(r"\s*(\*\*|__)[^*_]+\1:?")
_MOST_EXTRA_DAYS = 3
"""An entry covers at most so many more days; a second number further away is the total, as in `83/365`."""


@dataclass(frozen=True, slots=True)
class DayMark:
    """What a line says about the day that it begins."""

    date: WrittenDate | None = None
    day_numbers: tuple[int, int] | None = None
    """The first and the last day that the entry covers."""
    round: str = ""
    """As in `R1`, for those who begin again."""
    total_days: int | None = None
    """How many days the series is meant to have, as in `83/365`."""
    days_left: int | None = None
    """As in `T-154`; negative after the goal."""
    series: str = ""
    """What the number counts, as in `Day 9 of GPU Programming`."""
    rest: str = ""
    """The text behind the mark."""
    is_separated: bool = True
    """Whether a colon, a dash or the end of the line follows the mark."""

    @property
    def marks_a_day(self) -> bool:
        """Whether it has a date, a day number or a countdown."""
        return bool(self.date or self.day_numbers or self.days_left is not None)


def read_day_mark(text: str) -> DayMark:
    """Read dates, day numbers and countdowns, in any order, at the beginning of a line."""
    date, day_numbers, round_name, total_days, days_left, series = None, None, "", None, None, ""
    at, end = _skip_separators(text, 0), 0
    while at < len(text):
        if date is None and (
            dated := match_date_range(text, at) or (match_day_and_month(text, at) if day_numbers else None)
        ):
            date, at = dated
        elif days_left is None and (match := _COUNTDOWN.match(text, at)):
            days_left, at = int(match["left"]) * (-1 if match["past"] else 1), match.end()
        elif day_numbers is None and (match := _DAY_NUMBER.match(text, at) or _DAY_OF_TOTAL.match(text, at)):
            first, last = int(match["first"]), int(match["last"] or match["first"])
            day_numbers = (first, last if first <= last <= first + _MOST_EXTRA_DAYS else first)
            total_days = last if last > first + _MOST_EXTRA_DAYS else None
            round_name = (match.groupdict().get("round") or "").upper()
            at = match.end()
            if of := _SERIES.match(text, at):
                series, at = of["series"].strip(" *_#"), of.end()
                if total := re.fullmatch(r"(\d{1,4})(?:\s*\w+)?", series):  # `Day 15 of 100`
                    series, total_days = "", int(total[1])
        else:
            break
        end, at = at, _skip_separators(text, at)
    bold = _BOLD.match(text)
    if bold and end <= bold.end():  # `**1/5/26** Contracts`: only the mark is bold
        rest, is_separated = text[bold.end() :], True
    else:
        rest = _CLOSING.sub("", text[end:], count=1)
        is_separated = not rest.strip() or _CLEAR_END.match(rest) is not None
    rest = LEADING_SEPARATORS.sub("", rest, count=1).strip()
    return DayMark(date, day_numbers, round_name, total_days, days_left, series, rest, is_separated)


def read_trailing_date(text: str) -> DayMark | None:
    """Read a full date at the end of a title, as in `First steps - 2026-01-05`."""
    dated = find_trailing_date(text)
    return DayMark(dated[0], rest=text[: dated[1]].rstrip(" -–—:,|([").strip()) if dated else None


def _skip_separators(text: str, start: int) -> int:
    match = _SEPARATORS.match(text, start)
    return match.end() if match else start
