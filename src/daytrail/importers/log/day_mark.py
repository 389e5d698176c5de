"""Day marks: what marks a day in a log, such as a date, a day number, or the days until a goal."""

import re
from dataclasses import dataclass, replace

from daytrail.importers.log.hours import hours_in_title
from daytrail.importers.text.dates import (
    TIMES,
    WrittenDate,
    match_date,
    match_date_range,
    match_day_and_month,
    match_weekday,
    may_begin_date,
)
from daytrail.importers.text.vocabulary import any_of, numbers_by_word

_DAY, _OF = any_of("days"), any_of("of_series")
_NUMBER_WORDS = numbers_by_word("numbers")
_ORDINAL = any_of("ordinal", "ordinal_of_first_day", "ordinal_of_week") + "|[eºª]|ème|eme"
_SAME_WIDTH = str.maketrans("\u00a0\u202f\u2007\u2010\u2011\u2212", "   ---")
"""Spaces and hyphens that do not break a line, and what is read in their place."""
_TAG = re.compile(r"<(?:span|time|small|font|em|[biu])(?:\s[^<>]*)?>", re.IGNORECASE)
_SEPARATORS = re.compile(r"(?:[^\w<`\"'!?/\\%$@&]|_)*")
_START = re.compile(rf"[djrt](?=[\W\d])|第|(?:{any_of('days', 'round', 'date_label', 'week')})", re.IGNORECASE)
"""First characters of a mark that does not begin with a date."""
_LABEL = re.compile(
    rf"(?:{any_of('date_label')})\s*\W{{1,6}}\s*|(?:{_DAY})\s+(?=\d{{1,4}}[./-]\d\d?[./-]\d)", re.IGNORECASE
)
"""Before a date, as in `Date: 2026-01-05` or `Day 05/01/2026`."""
_DAY_NUMBER = re.compile(
    rf"(?:(?:[rR]|(?:{any_of('round')})\s+#?)(?P<round>\d{{1,2}})\s*[,|:/–—-]?\s*)?"
    rf"(?:(?:{_DAY})\s*[-#:№._]?\s*|[dDjJ])(?P<first>\d{{1,4}})"
    rf"(?:{any_of('ordinal')}|[a-z](?=\s*(?:$|[:–—|(]|-\s)))?(?![\w%]|\.\d|/\d+/\d)"
    rf"|(?:{_DAY})\s+(?P<word>{'|'.join(_NUMBER_WORDS)})\b"
    rf"|(?P<ordinal>\d{{1,3}})(?:\.|{_ORDINAL})\s?(?:{_DAY})(?!\w)"
    rf"|(?P<nth>第\s?)?(?P<counted>\d{{1,4}})\s?(?:일\s?차|日目|(?(nth)[天日]|(?!)))"
    rf"|(?P<alone>\d{{1,4}})(?=\s*/\s*(?P<goal>\d{{2,4}})(?:\s+(?:{_OF})\b|\s*(?:$|[:–—|-]\s)))",
    re.IGNORECASE,
)
_NEXT_NUMBER = re.compile(
    rf"\s*(?P<sign>[-–—/&+,.]|{any_of('and', 'to_day_number')})\s*"
    rf"(?P<unit>(?:(?:{_DAY})\s*[-#]?\s*|(?:[rR]\d{{1,2}})?[dD]))?(?P<number>(?!(?:19|20)\d\d\b)\d{{1,4}})"
    r"(?![\w%]|[.:-]\d|/(?!3[2-9](?![\w/])|[4-9]\d(?![\w/])|\d{3}|\d\d?[^\w/]{1,4}(?:20\d\d-|\d\d?[./]\d\d?[./]\d)))"
    r"(?P<clean_end>(?=\s*(?:$|[^\w\s])))?",
    re.IGNORECASE,
)
_COUNTDOWN = re.compile(
    rf"T\s*(?:[-–−]|(?P<past>\+)|(?:{any_of('countdown_minus')})\b)\s*(?P<left>\d{{1,4}})(?!\w)"
    rf"(?:\s*(?:{any_of('countdown_days')})\b)?",
    re.IGNORECASE,
)
_SERIES = re.compile(rf"\s+(?:{_OF})\s+(?P<series>[^:\n]+?)(?=\s*(?:$|[:–—|]|\s-\s|https?://))", re.IGNORECASE)
_GOAL = re.compile(rf"(\d{{1,4}})(?:\s*\w+|(?:{_DAY})(?:{_OF})\s\w+)?", re.IGNORECASE)
"""Goal behind the number of a day, as in `Day 15 of 100`, or a hashtag with one."""
_HASHTAG = re.compile(r"^[^\W\d]*#(?=\w)")
"""The beginning of a hashtag; LinkedIn copies the word `hashtag` before it."""
_ABOUT = re.compile(rf"\s*-?(?:{any_of('about_a_number')})\b", re.IGNORECASE)
_SHARE = re.compile(r"\s*[\[(]\d{1,3}(?:[.,]\d+)?\s?%[)\]](?:\s*\|\s*(?P<goal>\d{2,4})(?=\s*$))?")
"""Share of the goal, and the goal, behind the number of a day, as in `[3.3%] | 60`."""
_CLOSING = re.compile(r"^\s*(?:[)\]\uff09]|\*\*|__|\*)+(?=[\s:–—|,.\-\uff1a\u3001]|$)")
LEADING_SEPARATORS = re.compile(r"^(?:(?!:\w+:)[\s:–—|→,.·~\-\ufe0f\u20e3\uff1a\uff0c\u3001]|</[a-z]+>)+")
_CLEAR_END = re.compile(r"\s*(?:[:–—|→./](?:\s|$)|[:–—|→\uff1a\u3001]|-\s|#\w|\(\w)")
_BOLD = re.compile(r"\s*(\*\*|__)[^*_]+\1:?")
_WORDS_OF_LINK = re.compile(r"\W*\[(?=[^\[\]]*\]\()")
_REST_OF_LINK = re.compile(r"\]\([^()\s]+\)")
_WEEKDAY_END = re.compile(r"\s*(?:$|[^\w\s'’]|\d)")
_MAY_BE_MARK = re.compile(rf"\d|(?:{_DAY})\s+(?:{'|'.join(_NUMBER_WORDS)})\b", re.IGNORECASE)
_BEFORE_DATE = re.compile(
    rf"(?:\s(?:{any_of('before_date')})\s+|(?:^|\s)(?:{any_of('week_of', 'article_before_day')})\s*)$", re.IGNORECASE
)
_WEEK_BEFORE = re.compile(rf"\b(?:{any_of('week')})\W*$", re.IGNORECASE)
_AROUND_DATE = " -–—:,|•·([<\uff08\uff0c\uff1a\u3010"
"""Characters between a title and the date at its end."""
_BEHIND_DATE = re.compile(r"\s*(?:$|[)\]:–—|·,(-])")
_LIST_NUMBER = re.compile(r"\W*(?:\d{1,4}[.)])?\W*")
_LONGEST_MARK = 80
"""Characters before the first number of a mark, at most."""
_LONGEST_TITLE = 200
MOST_EXTRA_DAYS = 3
"""An entry covers at most so many more days; a second number further away is the total, as in `83/365`."""
_MOST_DAYS_OF_RANGE = 31
"""The same for numbers with a dash or a word between them, as in `Days 12 to 20`."""
USUAL_GOALS = frozenset({30, 50, 60, 75, 90, 100, 180, 200, 300, 365})
_MIN_GOAL = 32
"""A smaller number behind a slash may be that of a day of a month, unless the word `day` is before it."""


@dataclass(frozen=True, slots=True)
class DayMark:
    """Parts of the mark with which a line begins a day."""

    date: WrittenDate | None = None
    day_numbers: tuple[int, int] | None = None
    """The first and the last day that the entry covers."""
    round: str = ""
    """As in `R1`, for those who begin again."""
    total_days: int | None = None
    """Goal of the series in days, as in `83/365`."""
    days_left: int | None = None
    """As in `T-154`; negative after the goal."""
    series: str = ""
    """Name of what the number counts, as in `Day 9 of GPU Programming`."""
    title: str = ""
    """Bold words behind the mark, with text behind them: `**Day 3: Ebb** I read.`"""
    rest: str = ""
    """The text behind the mark, or behind the title."""
    is_separated: bool = True
    """True if a colon, a dash or the end of the line follows the mark."""

    @property
    def marks_a_day(self) -> bool:
        """Return whether it has a date, a day number or a countdown."""
        return bool(self.date or self.day_numbers or self.days_left is not None)

    @property
    def words(self) -> str:
        """The title and the text behind it."""
        return " ".join(filter(None, (self.title, self.rest)))


class _Reader:
    """State of the reader of a mark: the parts that were read, and where the next one begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.mark = DayMark()
        self.weekday: int | None = None
        self.at = self.end = 0
        """Offset of the next part, and the end of the parts that belong to the mark."""

    def read_all(self) -> None:
        """Read dates, numbers, countdowns, rounds and weekdays in any order."""
        self.at = self._skip(0)
        parts = (self._date, self._countdown, self._day_number, self._weekday, self._further_number)
        while self.at < len(self.text) and any(part() for part in parts):
            self.at = self._skip(self.at)

    def _skip(self, start: int) -> int:
        match = _SEPARATORS.match(self.text, start)
        return match.end() if match else start

    def _add(self, end: int, **values: object) -> bool:
        self.mark, self.at, self.end = replace(self.mark, **values), end, end  # type: ignore[arg-type]  # fields of the mark
        return True

    def _date(self) -> bool:
        if self.mark.date:
            return False
        label = _LABEL.match(self.text, self.at)
        start = label.end() if label else self.at
        dated = match_date_range(self.text, start)
        if not dated and (self.mark.day_numbers or label):
            dated = match_day_and_month(self.text, start)
        return self._add(dated[1], date=dated[0]) if dated else False

    def _countdown(self) -> bool:
        match = _COUNTDOWN.match(self.text, self.at) if self.mark.days_left is None else None
        return match is not None and self._add(match.end(), days_left=int(match["left"]) * (-1 if match["past"] else 1))

    def _day_number(self) -> bool:
        match = _DAY_NUMBER.match(self.text, self.at) if not self.mark.day_numbers else None
        if not match or (match["alone"] and int(match["goal"]) < _MIN_GOAL):
            return False
        digits = next(filter(None, match.group("first", "ordinal", "counted", "alone")), None)
        first = int(digits) if digits else _NUMBER_WORDS[match["word"].casefold()]
        self._add(match.end(), day_numbers=(first, first), round=f"R{match['round']}" if match["round"] else "")
        while (following := _NEXT_NUMBER.match(self.text, self.end)) and self._add_number(following):
            pass
        if about := _ABOUT.match(self.text, self.end):
            self._add(about.end())
        if share := _SHARE.match(self.text, self.end):
            self._add(share.end(), total_days=int(share["goal"]) if share["goal"] else self.mark.total_days)
        if of := _SERIES.match(self.text, self.end):
            series, total, end = of["series"], self.mark.total_days, of.end()
            if (dated := read_date_in_title(series)) and dated.is_separated:  # `Day 3 of Tides [Jan 7th 2026]`
                series, end = dated.rest, of.start("series") + len(dated.rest)
            series = _HASHTAG.sub("", series.strip(" *_#"))
            if counted := _GOAL.fullmatch(series):  # `Day 15 of 100`
                series, total = "", int(counted[1])
            self._add(end, series=series, total_days=total)
        return True

    def _add_number(self, match: re.Match[str]) -> bool:
        """Add a second number behind the first one, as the last day or as the goal. Return whether it is either."""
        first, last = self.mark.day_numbers or (0, 0)
        number, sign = int(match["number"]), match["sign"]
        if sign == "/" and not match["unit"]:  # the other days tell whether `Day 44/45` is two days
            total = number if number >= max(last, 2) else None
            return not self.mark.total_days and self._add(match.end(), total_days=total)
        limit = MOST_EXTRA_DAYS if sign in "/&+,." else 9_999 if sign.isalpha() else _MOST_DAYS_OF_RANGE
        is_glued = sign in "-–" and match[0] == f"{sign}{match['number']}"  # `Days 1-7 in short`
        is_next = match["clean_end"] is not None and (sign not in ",." or number == last + 1)
        is_clear = is_glued or match["unit"] or is_next
        is_far = is_glued and is_next and first + limit < number and number not in USUAL_GOALS  # `Day 28-93`
        if is_far or (last < number <= first + limit and is_clear):
            return self._add(match.end(), day_numbers=(first, number))
        return False

    def _further_number(self) -> bool:
        """Read the number of a second day behind the date of the first, as in `Days 36 (09/21) and 37 (09/22)`."""
        numbers = self.mark.day_numbers
        match = _NEXT_NUMBER.match(self.text, self.end + (self.text[self.end : self.end + 1] in set(")]")))
        if not (numbers and match and self.mark.date and int(match["number"]) == numbers[1] + 1):
            return False
        at = self._skip(match.end())
        dated = match_date_range(self.text, at) or match_day_and_month(self.text, at)
        return self._add(dated[1] if dated else match.end(), day_numbers=(numbers[0], int(match["number"])))

    def _weekday(self) -> bool:
        match = match_weekday(self.text[self.at : self.at + 20]) if self.weekday is None else None
        if not match or not _WEEKDAY_END.match(self.text, self.at + match[1]):
            return False
        end = self.at + match[1]
        in_parentheses = self.text[self.at - 1 : self.at] == "(" and self.text[end : end + 1] == ")"
        is_sure = self.mark.date or in_parentheses or match_date(self.text, self._skip(end))
        if self.mark.day_numbers and not is_sure and re.search(r"\w", self.text[end:]):
            return False  # a title may begin with a weekday
        self.weekday, self.at = match[0], end
        self.end = end if self.mark.marks_a_day else self.end
        return True


def _scanned(text: str) -> str:
    """Return a text of the same length in which the characters are read."""
    text = (text if text.isascii() else text.translate(_SAME_WIDTH)).replace("\\-", " -")
    return _TAG.sub(lambda tag: " " * len(tag[0]), text) if "<" in text[:_LONGEST_MARK] else text


def may_begin_mark(text: str) -> bool:
    """Return whether a text begins with a digit, the name of a month, or another word that a mark may begin with."""
    text = _scanned(text)
    separators = _SEPARATORS.match(text)
    start = separators.end() if separators else 0
    return (may_begin_date(text, start) or _START.match(text, start) is not None) and (
        _MAY_BE_MARK.search(text, 0, _LONGEST_MARK) is not None
    )


def read_day_mark(text: str) -> DayMark:
    """Read dates, day numbers and countdowns, in any order, at the beginning of a line."""
    if not may_begin_mark(text):  # most lines
        return DayMark(rest=LEADING_SEPARATORS.sub("", text, count=1).strip())
    reader = _Reader(_scanned(text))
    reader.read_all()
    mark, end = reader.mark, reader.end
    bold, title = _BOLD.match(text), ""
    if bold and end <= bold.end():  # `**1/5/26** Contracts`: only the mark is bold
        title = LEADING_SEPARATORS.sub("", text[end : bold.end()].strip(" *_:"))
        title = title if re.search(r"\w", title) else ""
        rest, is_separated = text[bold.end() :], True
    else:
        rest = _CLOSING.sub("", text[end:], count=1)
        times = TIMES.match(rest) if mark.date else None
        is_separated = times is not None or _CLEAR_END.match(rest) is not None or not re.search(r"[^\W\d_]", rest)
        if _REST_OF_LINK.match(text, end):  # `[2026-01-05](notes.md): Ebb`
            rest, is_separated = text, True
        elif opened := _WORDS_OF_LINK.match(text):  # `[Day 7: Ebb](notes.md)`
            rest = f"{opened[0]}{LEADING_SEPARATORS.sub('', rest, count=1)}" if end > opened.end() else rest
    rest = LEADING_SEPARATORS.sub("", rest, count=1).strip()
    if not mark.marks_a_day:
        return DayMark(rest=rest)
    if mark.date and mark.date.weekday is None:
        mark = replace(mark, date=replace(mark.date, weekday=reader.weekday))
    return replace(mark, title=title, rest=rest, is_separated=is_separated)


def read_unseparated(text: str) -> DayMark | None:
    """Return the mark of a text that goes on without a separator: a full date, or day and month in numbers."""
    mark = read_day_mark(text)
    if mark.marks_a_day:
        return mark if mark.is_separated or (mark.date and mark.date.year) else None
    bold = _BOLD.match(text)
    words = bold[0].strip(" *_:") if bold else text
    dated = match_day_and_month(words, 0, before_text=True)
    if not dated or (bold and dated[1] < len(words)):
        return None
    rest = text[bold.end() if bold else dated[1] :]
    return DayMark(dated[0], rest=LEADING_SEPARATORS.sub("", rest).strip(), is_separated=False)


def read_title_mark(text: str) -> DayMark:
    """Read the mark at the beginning of a title, or else the date with a year at its end."""
    mark = read_day_mark(text)
    if not mark.marks_a_day:
        dated = read_date_in_title(text)
        return dated if dated and dated.is_separated else mark
    return with_trailing_date(mark) if mark.day_numbers and not mark.date else mark


def with_trailing_date(mark: DayMark) -> DayMark:
    """Return a mark with the date at the end of the text behind it, or before its hours: `Day 7: Ebb (09/26) — 2h`."""
    title, _ = hours_in_title(mark.rest)
    end = len(title) if mark.rest.startswith(title) else len(mark.rest)
    dated = read_date_in_title(mark.rest[:end], needs_year=False)
    return replace(mark, date=dated.date, rest=dated.rest + mark.rest[end:]) if dated and dated.is_separated else mark


def read_date_in_title(text: str, *, needs_year: bool = True) -> DayMark | None:
    """Read a date at the end of a title, `First steps - 2026-01-05`, or else within one: `Entry 1 - 5 January: Ebb`.

    The mark is separated if the date is at the end. Without separators around a date within, the title stays whole.
    """
    scanned = text[:_LONGEST_TITLE].translate(_SAME_WIDTH)
    within: DayMark | None = None
    for at in re.finditer(r"(?<![\w/.-])(?=\w)", scanned) if re.search(r"\d", scanned) else ():
        start = at.start()
        dated = match_date_range(scanned, start) or (None if needs_year else match_day_and_month(scanned, start))
        if not dated or (not dated[0].year and _WEEK_BEFORE.search(scanned, 0, start)):  # `Week 2/15`
            continue
        written, end = dated
        times = TIMES.match(scanned[end:])
        time = times[0].strip(" ,;@(~-–—") if times else ""
        before, behind = scanned[:start], scanned[end + (times.end() if times else 0) :]
        title = before.rstrip(_AROUND_DATE)
        if not re.search(r"\w", behind):
            if needs_year and not written.year:
                continue
            title = _BEFORE_DATE.sub("", before).rstrip(_AROUND_DATE)
            title += ")" * (title.count("(") > title.count(")"))  # `Week 2 (CW 44: 2026-10-26)`
            title = "" if _LIST_NUMBER.fullmatch(title) else title.strip()
            return DayMark(written, rest=" ".join(filter(None, (time, title))))
        if within is None and before.rstrip() != title and _BEHIND_DATE.match(behind):
            title = ": ".join(filter(None, (title, LEADING_SEPARATORS.sub("", behind.lstrip(" )]")))))
            title = " ".join(filter(None, (time, title.replace(": (", " ("))))
            within = DayMark(written, rest=title, is_separated=False)
        elif within is None and written.year:
            within = DayMark(written, rest=text, is_separated=False)
    return within
