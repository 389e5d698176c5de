"""Parser for dates as people write them in six languages; a sentence is never taken for a date.

Month and weekday names are Babel's, from the Unicode CLDR, with common misspellings. The patterns around them are ours,
since dateparser and dateutil are made to find a date in almost anything.
"""

import re
import unicodedata
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache
from itertools import product
from typing import Literal

from daytrail.importers.text.vocabulary import LANGUAGES, any_of, numbers_by_word
from daytrail.problems import is_near

DateOrder = Literal["mdy", "dmy"]
"""Order of two numbers: `12/09` is the 9th of December, or the 12th of September."""

_ORDERS: tuple[DateOrder, ...] = ("mdy", "dmy")
LEAP_YEAR = 2024
"""Stands in for an unknown year, in which the 29th of February may exist."""
_LONGEST_MONTH = 31
_LONGEST_HEADING = 200
"""Characters of a heading in which a date is searched."""
_LONGEST_DATE = 60
"""Characters of the longest date, with a weekday and what closes a parenthesis."""
_RANGE_SIGN = re.compile(rf"\.?\s*(?:[-–—/&+→~,\uff5e]|{any_of('to_date', 'and')})\s*", re.IGNORECASE)
_FIRST_OF_SEVERAL = re.compile(
    r"[\s,.]*(?P<day>\d{1,2})(?:º|ª|\.)?"
    rf"(?:(?P<sign>[/.])(?P<month>\d{{1,2}})\.?(?P<to>{_RANGE_SIGN.pattern})"
    rf"|(?:[-–]|\s?[&+/]\s?|\s+(?:{any_of('to_date', 'and')})\s+|(?P<dash>\s[-–]\s)))(?=\w)",
    re.IGNORECASE,
)
"""A day, or a day and a month, before a date with which it shares the rest."""
_LAST_DAY_OF_MONTH = re.compile(r"\s?[&+–-]\s?[0-3]?\d(?=\s*(?:$|[:–—|(]))")
"""The last of several days behind a day and a month, as in `04/23 - 24`."""
_DAY_AND_MONTH = re.compile(
    r"(?P<weekday>)(?P<a>\d{1,2})(?P<sign>/|(?:(?<=\(\d)|(?<=\(\d\d))\.(?=\d\d?\)))(?P<b>\d{1,2})(?P<year>)(?=(?P<end>\s*(?:$|[()\]:–—|-]))?)(?![/\w])"
)
TIMES = re.compile(r"^[\s,;@(~]*(?:\d{1,2}[:h.]\d\d\s?(?:[ap]m)?[\s–—-]*){1,2}", re.IGNORECASE)
"""One or two times of day."""
_NAMES_IN_TIMES = frozenset(("am", "pm", "utc", "gmt", "cet", "cest", "pst", "pdt", "mst", "mdt", "cst", "cdt", "edt"))
_WORD_BEFORE_NUMBER = re.compile(
    rf"(?P<day>\d{{1,2}}(?:{any_of('ordinal')}|\.)?\s+)?(?P<word>[^\W\d_]{{4,12}})\.?,?\s+(?=\w)", re.IGNORECASE
)
_YEAR_BEHIND_WEEKDAY = re.compile(r",?\s+((?:19|20)\d\d)(?=\s*(?:$|[^\w\s]))")


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as it is written, perhaps without a year."""

    text: str
    month: int
    day: int
    year: int | None = None
    swapped: tuple[int, int] | None = None
    """Month and day if the two numbers are read the other way round; None if only one way is possible."""
    weekday: int | None = None
    """The weekday that is written with it, Monday being 0; None for one of two letters that languages differ about."""
    short_weekday: str = ""
    """The weekday that is written with it, if that is two letters in lower case."""
    is_range: bool = False
    """True if it is the first of several days."""
    is_falling: bool = False
    """True if the last of several days is before the first, in whatever order its numbers are."""
    year_first: date | None = None
    """The date if the year is the first of three numbers of two digits, as in `26/01/05`."""
    order: DateOrder | None = None
    """The order that its numbers prove; None if they may be in either order."""

    def resolve(self, year: int, order: DateOrder) -> date | None:
        """Return the date, or None if it does not exist; year and order are used if the text leaves them open."""
        month, day = self.month_and_day(order)
        try:
            return date(self.year or year, month, day)
        except ValueError:
            return None

    def ends_with(self, day: date | None) -> bool:
        """Return whether the number of a day is in its text, as that of the last of several days."""
        return day is not None and re.search(rf"(?<!\d)0?{day.day}(?!\d)", self.text) is not None

    def month_and_day(self, order: DateOrder) -> tuple[int, int]:
        """Return month and day; the order matters only if both are possible."""
        return self.swapped if self.swapped and order == "dmy" else (self.month, self.day)


@lru_cache(maxsize=64)  # a heading is read as a day, a week and a title
def match_date(text: str, start: int = 0) -> tuple[WrittenDate, int] | None:
    """Read the date at an offset of a text; return it with the offset of its end."""
    if not may_begin_date(text, start):
        return None
    longest: tuple[WrittenDate, int] | None = None
    for pattern, read in _patterns():
        # The longest match is right: in `mar. 3 mars`, the first word is a weekday.
        match = pattern.match(text, start)
        if match and (longest is None or match.end() > longest[1]) and (written := read(match)):
            longest = written, match.end()
    return longest or _match_misspelt(text, start)


def _match_misspelt(text: str, start: int) -> tuple[WrittenDate, int] | None:
    """Read a date with a weekday or a month of which one letter is wrong, as in `Thus 7 Oct 2021` or `Apri 7, 2021`."""
    match = _WORD_BEFORE_NUMBER.match(text, start)
    if not match or _fold_name(match["word"]) in _months():
        return None
    word = match["word"]
    if not match["day"] and (weekday := next(_nearly_named(_weekdays(), word), None)):
        dated = match_date(text, match.end())
        return (replace(dated[0], weekday=_weekdays()[weekday]), dated[1]) if dated else None
    month = next((name for name in _nearly_named(_months(), word) if len(name) > 4), word)
    dated = (
        match_date(f"{match['day'] or ''}{month}{text[match.end('word') :][:_LONGEST_DATE]}") if month != word else None
    )
    end = start + dated[1] + len(word) - len(month) if dated else start
    return (replace(dated[0], text=text[start:end]), end) if dated and dated[0].year else None


def _nearly_named(names: Iterable[str], word: str) -> Iterator[str]:
    """Yield the names that a word of at least four letters nearly is."""
    return (name for name in names if len(word) > 3 and is_misspelt(word, name))


def is_misspelt(word: str, name: str) -> bool:
    """Return whether a word becomes a name if a letter is changed, added, left out or swapped with the next."""
    return word.casefold() != name and is_near(word.casefold(), name, 1)


def match_day_and_month(text: str, start: int, *, before_text: bool = False) -> tuple[WrittenDate, int] | None:
    """Read a day and a month in numbers, as in `17/3` or `Tue 17/3`, sure to be a date only next to other days."""
    weekday = match_weekday(text[start : start + _LONGEST_DATE])
    if weekday and (space := re.compile(r"[\s,–—-]+").match(text, start + weekday[1])):
        dated = match_day_and_month(text, space.end(), before_text=before_text)
        return (replace(dated[0], weekday=weekday[0]), dated[1]) if dated else None
    match = _DAY_AND_MONTH.match(text, start)
    written = _from_ambiguous_numbers(match) if match else None
    if not (match and written) or (match["end"] is None and not before_text):
        return None
    sign = _RANGE_SIGN.match(text, match.end())
    last = (sign and _DAY_AND_MONTH.match(text, sign.end())) or _LAST_DAY_OF_MONTH.match(text, match.end())
    if last:
        return replace(written, text=text[start : last.end()], is_range=True), last.end()
    return _with_weekday_behind(written, text, match.end())


def match_date_range(text: str, start: int = 0) -> tuple[WrittenDate, int] | None:
    """Read a date, or the first of two with a dash between them, and a weekday behind it; return it with its end."""
    first = match_date(text, start)
    if not (first and first[0].year) and (several := _match_first_of_several(text, start)):
        return several
    if not first:
        return None
    written, end = first
    sign = _RANGE_SIGN.match(text, end)
    if sign and (last := match_date(text, sign.end())):
        end, year = last[1], written.year or last[0].year
        pairs = [
            (written.resolve(year or LEAP_YEAR, order), last[0].resolve(year or LEAP_YEAR, order)) for order in _ORDERS
        ]
        is_falling = year is not None and all(one and other and other < one for one, other in pairs)
        written = replace(written, text=text[start:end], year=year, is_range=True, is_falling=is_falling)
    return _with_weekday_behind(written, text, end)


def _with_weekday_behind(written: WrittenDate, text: str, end: int) -> tuple[WrittenDate, int]:
    """Return a date with the weekday behind its end, the year behind that (`19, Wed, 2023`), and the end."""
    if written.weekday is not None or written.short_weekday:
        return written, end
    if alone := _weekday_alone().match(text, end):
        return _with_weekday(written, alone["weekday"]), alone.end()
    space = re.compile(r"(?:,\s*|\s+)[(\uff08]?|[(\uff08]").match(text, end)
    weekday = match_weekday(text[space.end() :]) if space else None
    if not (space and weekday):
        return written, end
    end = space.end() + weekday[1]
    year = None if written.year else _YEAR_BEHIND_WEEKDAY.match(text, end)
    written = replace(written, weekday=weekday[0], year=int(year[1]) if year else written.year)
    return written, year.end() if year else end


def with_named_weekday(written: WrittenDate, text: str) -> WrittenDate | None:
    """Return a date with the weekday that a text names; None if it does anything else."""
    name = re.sub(r"^[\W_]+|[\W_]+$", "", text)
    return _with_weekday(written, name) if _fold_name(name) in _weekdays() or is_short_weekday(name) else None


def is_short_weekday(text: str) -> bool:
    """Return whether a text is a weekday in two letters."""
    return _fold_name(text) in _short_weekdays()


@cache
def _weekday_alone() -> re.Pattern[str]:
    """Return a pattern for a weekday behind a date, with nothing but signs around it; it may have two letters."""
    names = _name_pattern((*_weekdays(), *_short_weekdays()))
    return re.compile(rf"[\s,(|/\[–—-]+(?P<weekday>{names})\b\.?(?=\s*(?:$|[)\]|]|[–—-]\s))", re.IGNORECASE)


def _with_weekday(written: WrittenDate, name: str) -> WrittenDate:
    """Return a date with the weekday of a name; short names such as `Do` are other weekdays in other languages."""
    name = _fold_name(name)
    is_short = name in _short_weekdays() and name not in _weekdays()
    weekday = _short_weekdays()[name] if is_short else _weekdays().get(name)
    return replace(written, weekday=weekday, short_weekday=name if is_short else "")


def _match_first_of_several(text: str, start: int) -> tuple[WrittenDate, int] | None:
    """Read the first of two dates of which only the second is complete, as in `25/08 and 26/08/2026`."""
    weekday = match_weekday(text[start : start + _LONGEST_DATE])
    match = _FIRST_OF_SEVERAL.match(text, start + weekday[1] if weekday else start)
    last = match_date(text, match.end()) if match else None
    if not (match and last and (last[0].year or weekday)) or (match["dash"] and not weekday):
        return None
    day = int(match["day"])
    month, last_day = last[0].swapped or (last[0].month, last[0].day)
    written = replace(last[0], month=month, day=day, swapped=None) if 0 < day < last_day else None
    if match["month"]:
        first = match_date(match["sign"].join((match["day"], match["month"], str(last[0].year))))
        written = first[0] if first else None
    named = weekday[0] if weekday else None
    return (replace(written, text=text[start : last[1]], weekday=named, is_range=True), last[1]) if written else None


def match_month(text: str) -> tuple[int, int] | None:
    """Read the name of a month at the start of a text; return its number, from 1, with the offset of its end."""
    return _match_name(_months, text)


def match_weekday(text: str) -> tuple[int, int] | None:
    """Read the name of a weekday at the start of a text; return it, Monday being 0, with the offset of its end."""
    return _match_name(_weekdays, text)


def is_weekday(text: str) -> bool:
    """Return whether a text is nothing but the name of a weekday."""
    weekday = match_weekday(text)
    return weekday is not None and not re.search(r"\w", text[weekday[1] :])


def _match_name(names: Callable[[], Mapping[str, int]], text: str) -> tuple[int, int] | None:
    match = _name_regex(names).match(text)
    return (names()[_fold_name(match[1])], match.end()) if match else None


@cache
def _name_regex(names: Callable[[], Mapping[str, int]]) -> re.Pattern[str]:
    return re.compile(rf"({_name_pattern(names())})\b\.?", re.IGNORECASE)


def may_begin_date(text: str, start: int) -> bool:
    """Return whether a digit, or the name of a month or a weekday, is at an offset of a text."""
    letters, name = _name_of_date()
    beginning = text[start : start + 2]
    return beginning[:1].isdigit() or (beginning.casefold() in letters and name.match(text, start) is not None)


def find_date(text: str) -> tuple[WrittenDate, int, int] | None:
    """Find the first date in a text that has a year or the name of a month; return it with the offsets of its ends."""
    text = text[:_LONGEST_HEADING]
    starts = (match.start() for match in re.finditer(r"(?<![\w/.-])(?=\w)", text))
    return next(((dated[0], start, dated[1]) for start in starts if (dated := match_date_range(text, start))), None)


@cache
def _name_of_date() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the first two letters of the names of months and weekdays, and a pattern for any of them."""
    names = {*_weekdays(), *_months(), *_short_weekdays()}
    return frozenset(name[:2].casefold() for name in names), re.compile(_name_pattern(names), re.IGNORECASE)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], WrittenDate | None]], ...]:
    """Return each pattern for a date with the function that reads its match."""
    names = _name_pattern((*_weekdays(), *_short_weekdays()))
    weekday = rf"(?:(?P<weekday>{names})\.?,?\s+(?:(?:{any_of('article_before_day')})\s+)?)?"
    month = rf"(?P<month>{_name_pattern(_months())})\.?"
    ordinal = rf"(?:(?:<sup>)?(?:{any_of('ordinal', 'ordinal_of_first_day')})(?:</sup>)?|º|ª|\.)?"
    # Of several days, the first one is the date: `Feb 25-26, 2026`.
    to = rf"\s?(?:[-–—/&+]|{any_of('and', 'to_date')})\s?"
    day = rf"(?P<day>\d{{1,2}}){ordinal}(?:{to}(?P<last>\d{{1,2}}){ordinal}(?!\d))?"
    year = r"(?P<year>(?:19|20)\d{2})"
    of_month, of_year = any_of("of_month"), any_of("of_year")
    numbers = r"(?P<a>\d{1,2})(?P<sign>[/-]|\.\s?|\s/\s)(?P<b>\d{1,2})(?P=sign)(?P<year>(?:19|20)?\d{2})"
    end = r"(?![\w/.-]*\d)(?!\w)"
    last = r"(?:(?:/|\.\.)(?P<last>\d\d)(?!\d))?"
    time = r"T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?(?!\w)"
    clock = r"\s+\d\d?:\d\d:\d\d(?:\s[A-Z]{2,4}){0,2}"  # as `date` prints it
    end_without_year = r"(?:\.(?![\w.])|(?=:)|(?(weekday)(?=\s*(?:$|[–—(-]))|(?!)))"
    patterns: tuple[tuple[str, Callable[[re.Match[str]], WrittenDate | None]], ...] = (
        (
            rf"{weekday}{year}(?P<sign>\s?[-/._]\s?| )(?P<month>\d\d?)(?P=sign)(?P<day>\d\d?){last}(?:{time}|{end})",
            _from_numbers,
        ),
        (rf"{weekday}(?P<year>20\d\d)(?P<month>[01]\d)(?P<day>[0-3]\d){end}", _from_numbers),
        (rf"{weekday}{month},?\s*{day}(?:(?:\s*[,-]?|{clock})\s*{year})?{end}", _from_name),
        (rf"{weekday}{year}[-/. ]{month}[-/. ](?P<day>\d{{1,2}}){end}", _from_name),
        (rf"{weekday}{day}\s+(?:(?:{of_month})\s+)?{month}(?:,?\s+(?:(?:{of_year})\s+)?{year})?{end}", _from_name),
        (rf"{weekday}(?P<day>\d{{1,2}})[-. /]?{month}[-. /,]?{year}{end}", _from_name),
        (rf"{weekday}(?P<day>\d{{1,2}})[-/]{month}[-/](?P<year>\d\d)(?![\w/-])", _from_name),
        (rf"(?:{year}\s?[年년]\s?)?(?P<month>\d{{1,2}})\s?[月월]\s?(?P<day>\d{{1,2}})\s?[日일]", _from_numbers),
        (
            rf"{weekday}{day}\s+{month}(?:,\s?|\s?['’]|\s(?=\d\d['’]))(?P<year>\d\d)(?:['’]|(?=\s*(?:$|[^\w\s.,])))",
            _from_name,
        ),
        (rf"{weekday}{numbers}(?![\w/])(?![.-]\d(?!\d?/))", _from_ambiguous_numbers),
        # Without a year only as Germans write it, with both dots, before a colon, or alone behind a weekday.
        (rf"{weekday}(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})(?P<year>){end_without_year}", _from_numbers),
    )
    return tuple((re.compile(pattern, re.IGNORECASE), read) for pattern, read in patterns)


def _from_numbers(match: re.Match[str]) -> WrittenDate | None:
    month, day = int(match["month"]), int(match["day"])
    if match["year"] and 1 <= month <= 12 and 1 <= day <= _LONGEST_MONTH:
        return _written(match, month, day)  # a slip such as `2026-02-30` is to be reported
    return _if_it_exists(match, month, day)


def _from_name(match: re.Match[str]) -> WrittenDate | None:
    # A slip such as `February 30` is to be reported; the same numbers without a name may be anything.
    day = int(match["day"])
    return _written(match, _months()[_fold_name(match["month"])], day) if 1 <= day <= _LONGEST_MONTH else None


def _from_ambiguous_numbers(match: re.Match[str]) -> WrittenDate | None:
    """Return a date of which either number may be the month; with dots, the day is first."""
    a, b, is_dotted = int(match["a"]), int(match["b"]), match["sign"][:1] == "."
    american, european = _if_it_exists(match, a, b), _if_it_exists(match, b, a)
    if american and european and not is_dotted:
        written = american if a == b else replace(american, swapped=(b, a))
    elif european:
        written = replace(european, order="dmy")
    elif american:
        written = replace(american, order="mdy")
    elif match["year"] and not is_dotted and min(a, b) <= 12 and max(a, b) <= _LONGEST_MONTH:
        written = _written(match, min(a, b), max(a, b))  # a slip such as `2/30/26` is to be reported
    else:
        return None
    if all(len(number) == 2 for number in (match["a"], match["b"], match["year"])):
        with suppress(ValueError):
            return replace(written, year_first=date(2000 + a, b, int(match["year"])))
    return written


def _if_it_exists(match: re.Match[str], month: int, day: int) -> WrittenDate | None:
    written = _written(match, month, day)
    return written if 1 <= month <= 12 and 1 <= day <= monthrange(written.year or LEAP_YEAR, month)[1] else None


def _written(match: re.Match[str], month: int, day: int) -> WrittenDate:
    """Return a date with the year and the weekday of a match."""
    groups = match.groupdict()
    digits = groups["year"] or ""
    year = int(f"20{digits}" if len(digits) == 2 else digits) if digits else None
    written = WrittenDate(match[0], month, day, year, is_range=bool(groups.get("last")))
    return _with_weekday(written, name) if (name := groups.get("weekday")) else written


@cache
def _months() -> Mapping[str, int]:
    """Return the months, from 1, by their names in lower case, with and without accents."""
    return _numbers_by_name("months", numbers_by_word("months"))


@cache
def _weekdays() -> Mapping[str, int]:
    """Return the weekdays, Monday being 0, by their names in lower case, with and without accents."""
    return _numbers_by_name("days", numbers_by_word("weekdays"))


@cache
def _short_weekdays() -> Mapping[str, int | None]:
    """Return the weekdays by names of two letters; None where languages differ, as for `di`."""
    numbers: dict[str, int | None] = {}
    for language in LANGUAGES:
        for name, number in numbers_by_word("short_weekdays", [language]).items():
            numbers[name] = number if numbers.get(name, number) == number else None
    return numbers


def is_name_in_date(word: str) -> bool:
    """Return whether a word in lower case names a month, a weekday, half a day or a time zone, perhaps misspelt."""
    names = (*_months(), *_weekdays())
    parts = (part for name in names for part in (name, *name.split("-")))
    return word in _NAMES_IN_TIMES or word in parts or any(_nearly_named(names, word))


def _numbers_by_name(kind: str, extra: Mapping[str, int]) -> Mapping[str, int]:
    from babel import Locale  # imported late, since only an import needs it and it is slow to load

    names = [(number, name) for name, number in extra.items()]
    for language, context, width in product(LANGUAGES, ("format", "stand-alone"), ("wide", "abbreviated")):
        names += getattr(Locale.parse(language), kind)[context][width].items()
    numbers: dict[str, int] = {}
    for number, name in names:
        for spelling in (_fold_name(name), name.casefold().rstrip(".")):
            if len(spelling) > 2 or spelling in extra:
                numbers.setdefault(spelling, number)
    return numbers


def _fold_name(name: str) -> str:
    """Return a name in lower case, without accents and the dot of a short form."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character)).rstrip(".")


def _name_pattern(names: Iterable[str]) -> str:
    """Return a regular expression for any of some names, the longest first."""
    return "|".join(re.escape(name) for name in sorted(set(names), key=lambda name: (-len(name), name)))
