"""Forms of logs: what a line looks like that begins a day.

A form is a family of lines: headings, bold lines, other lines, rows or items. Lines that begin with a mark are days of
their own. What is a weaker sign, such as a date at the end of a title, counts if most of the family have it.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from math import inf
from typing import NamedTuple

from daytrail.importers.log.date_context import LONGEST_WEEK, DateContext, read_date_context
from daytrail.importers.log.dating import nearest_dates
from daytrail.importers.log.day_mark import (
    LEADING_SEPARATORS,
    DayMark,
    may_begin_mark,
    read_date_in_title,
    read_day_mark,
    read_unseparated,
    with_trailing_date,
)
from daytrail.importers.log.document import DATE_LABEL, MIN_DAYS, DayLine, LogDocument, dated_by, read_date_line
from daytrail.importers.log.table import joined_by_date, table_days
from daytrail.importers.text.dates import DateOrder, WrittenDate, is_misspelt, match_day_and_month
from daytrail.importers.text.markdown import LINK_WORDS, heading_text, plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of

_DAYS = any_of("days")
_NUMBER_BEHIND_TITLE = re.compile(
    rf"(?<=[\s|:–—-])(?=(?:{_DAYS})\s*[-#]?\s*\d|\d{{1,4}}\s?/\s?\d{{2,4}}\b)|(?:(?<=\b[sw]\d)|(?<=\b[sw]\d\d))(?=[dj]\d)",
    re.IGNORECASE,
)
_MISSPELT = re.compile(r"\W*([^\W\d_]{2,7})(?=\s?[-#:]?\s?\d{1,4}\b)")
_ONLY_NUMBER = re.compile(r"\W*(\d{1,4})\s*[:.)–—|-]\s*(?=\D)")
_SEPARATOR = re.compile(r"(?:[|:–—,]|\s-)\s*$")
WEEK_NUMBER = re.compile(rf"\W*(?:{any_of('week', 'calendar_week_sign')})\s?\d{{1,2}}(?!\d)", re.IGNORECASE)
"""A week at the beginning of the title of a day: `Week 2 Day 1`, `W2D1`."""
_WEEK = re.compile(rf"\b(?:{any_of('week')})\s?\d", re.IGNORECASE)
_PENDING = frozenset("⏳⌛🔜")
"""Signs before what is not done."""
_START = re.compile(rf"\W*(?:{any_of('start')})\W*(?:(?:{any_of('after_start')})\W*)*", re.IGNORECASE)
_WEEK_BEFORE_DAY = re.compile(
    rf"(?P<mark>\W*)(?P<week>(?:{any_of('week', 'calendar_week_sign')})\s?\d{{1,2}})\s*[:,–—-]?\s*"
    rf"(?=(?:{_DAYS}|d)\s?\d)",
    re.IGNORECASE,
)
SECTION_NUMBER = re.compile(r"(\d{1,2})\.(\d{1,2})\.")
_HYPHEN = re.compile(r"(?<=^\d\d)-(?=\d\d\s*(?:$|[:–—|(]|-\s))")
"""Between a day and a month, as in `21-04: Ebb`."""
_TIME = re.compile(r"(?:\d{1,2}[:h.]\d\d(?::\d\d)?\s?(?:[ap]m)?)?", re.IGNORECASE)
_MAY_BE_TITLE = re.compile(r"(?![\W_])[^\[\]<>`]{0,80}[^\[\]<>`.:;!?…,]")
_LIST_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")
_ITEM_MARKER = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[^\]]\]\s+)?")
_ONLY_LINK = re.compile(rf"{LINK_WORDS}\([^()\s]*\)")
_WEEKS, _LOG_WORDS, _ENTRIES = any_of("week", "calendar_week"), any_of("log_words"), any_of("log_words", "log_entry")
_COUNTED = re.compile(
    rf"\W*(?:(?:[^\W\d_]+\s)?(?P<word>{_WEEKS}|{_ENTRIES}|(?P<part>[^\W\d_]{{3,}}))\s*\W?\s*"
    r"(?P<number>\d{1,4})(?:/\d{1,3})?(?!\w|[.,]\d)\s*(?:[:.)–—|-]\s*|(?=\()|\W*$|(?(part)\s|(?!)))|(?P<alone>\d{1,4})\W*$|(?P<section>\d{1,3})[.)]\s)",
    re.IGNORECASE,
)


class Form(NamedTuple):
    """A form of log."""

    name: str
    """As `--format` takes it."""
    description: str
    """Of the lines that begin a day, for the report."""
    day_lines: Callable[[LogDocument], Iterable[DayLine]]
    """Returns the lines that begin a day, in the order of the document."""


def _titled_days(document: LogDocument, lines: Sequence[DayLine]) -> list[DayLine]:
    """Return the headings, or bold lines, that mark a day, and those that must be one by what the others are."""
    are_weeks = any(WEEK_NUMBER.match(line.text) for line in lines)
    titles = [
        line for line in lines if line.is_title and not (are_weeks and _is_within_week(line)) and not _is_start(line)
    ]
    days = {line.number: line for line in titles if line.mark.marks_a_day}

    def add(found: Iterable[DayLine]) -> None:
        days.update((line.number, line) for line in found)

    for read in (_day_and_month, _date_in_title, _number_behind_title):
        for level in {line.level for line in titles}:
            family = [line for line in titles if line.level == level]
            add(_by_majority(family, days, read))
    if not days:
        add(_days_above_dates(document, titles))
    days = {line.number: line for line in _below_titles(document, lines, _without_text_of_days(days))}
    add(_days_in_gaps([line for line in titles if line.number not in days], [days[number] for number in sorted(days)]))
    level = Counter(line.level for line in days.values()).most_common(1)[0][0] if days else 0
    return [
        dated_by(line, document.context_of(line.number))
        for line, following in pairwise([*(days[number] for number in sorted(days)), None])
        if line and not _is_around_or_within(document, line, following, level)
    ]


def _without_text_of_days(days: Mapping[int, DayLine]) -> dict[int, DayLine]:
    """Return the days without deeper headings that have the number of the day above them, as `Day 1 tasks` in day 1."""
    kept: dict[int, DayLine] = {}
    upper: DayLine | None = None
    for number, line in sorted(days.items()):
        is_deeper = upper and upper.level < line.level and line.mark.day_numbers == upper.mark.day_numbers
        if not (is_deeper and line.mark.day_numbers and not line.mark.date):
            kept[number] = upper = line
    return kept


def _is_start(line: DayLine) -> bool:
    """Return whether a title is nothing but the date on which a log begins, as in `Start date: 2026-01-05`."""
    return line.mark.date is not None and _START.fullmatch(line.text.replace(line.mark.date.text, "")) is not None


def _is_within_week(line: DayLine) -> bool:
    """Return whether a title has a week and its days behind other words, as in `Tasks of week 2 (6/8/26 - 6/12/26)`."""
    is_range = line.mark.date is not None and line.mark.date.is_range
    return is_range and _WEEK.search(line.text) is not None and not WEEK_NUMBER.match(line.text)


def _by_majority(
    family: Sequence[DayLine], days: Mapping[int, DayLine], read: Callable[[DayLine], tuple[DayLine, bool] | None]
) -> Iterator[DayLine]:
    """Yield the lines that a weak sign makes days, if most lines of a family have it or are days already.

    Few of them have to be clear: the reader returns whether a line is.
    """
    found = [(line, result) for line in family if (result := read(line)) and result[0].mark != line.mark]
    found = [(line, result) for line, result in found if line.number not in days or not line.mark.day_numbers]
    marked = sum(line.number in days for line in family)
    new = sum(line.number not in days for line, _ in found)
    are_clear = new + marked > 1 and any(is_clear for _, (_, is_clear) in found)
    if (new + marked) * 2 > len(family) and (new + marked >= MIN_DAYS or are_clear):
        yield from (day for _, (day, _) in found)


def _day_and_month(line: DayLine) -> tuple[DayLine, bool] | None:
    """Read a day and a month in numbers at the beginning of a title, as in `3/16` or `21-04: Ebb`."""
    text = _HYPHEN.sub("/", line.text)
    dated = match_day_and_month(text, 0, before_text=True)
    if not dated or line.mark.marks_a_day:
        return None
    rest = LEADING_SEPARATORS.sub("", text[dated[1] :]).strip()
    return line.marked(DayMark(dated[0], rest=rest)), _is_no_fraction(dated[0])


def _is_no_fraction(written: WrittenDate) -> bool:
    """Return whether a date has a year, a weekday, a name, a zero or a large day, and so is no fraction as `1/3`."""
    is_named = re.search(r"\b0\d|[^\W\d_]{3}", written.text) is not None
    return is_named or written.year is not None or written.weekday is not None or written.order is not None


def _date_in_title(line: DayLine) -> tuple[DayLine, bool] | None:
    """Read a date behind or between the words of a title, as in `Entry 1 - 2026-01-05: Ebb`."""
    mark = None if line.mark.marks_a_day else read_date_in_title(line.text, needs_year=False)
    return (line.marked(mark), _is_no_fraction(mark.date)) if mark and mark.date else None


def _number_behind_title(line: DayLine) -> tuple[DayLine, bool] | None:
    """Read the number of a day behind the words of a title, as in `Ebb | Day 3`, but not in `Goals for days 1 - 30`."""
    start = next((match.start() for match in _NUMBER_BEHIND_TITLE.finditer(line.text) if match.start()), 0)
    is_aside = line.text.count("(", 0, start) > line.text.count(")", 0, start)  # `All days (day 1 - day 9)`
    mark = read_day_mark(line.text[start:]) if start and not (is_aside or line.mark.day_numbers) else None
    first, last = (mark and mark.day_numbers) or (0, 99)
    if not mark or last - first > 6 or not (mark.is_separated or not mark.rest):
        return None
    before = line.text[:start].rstrip()
    title = ": ".join(filter(None, (before.strip(" -–—:|,"), mark.rest)))
    return replace(line, mark=replace(mark, date=mark.date or line.mark.date), title=title), True


def _days_above_dates(document: LogDocument, lines: Sequence[DayLine]) -> Iterator[DayLine]:
    """Yield the titles above lines with a date, as in `## Devlog #1: Ebb`, if most of a level are."""
    dated = [line for line in lines if any(map(read_date_line, _lines_right_below(document, line)))]
    level, count = max(Counter(line.level for line in dated).items(), key=lambda item: item[1], default=(0, 0))
    siblings = [line for line in lines if line.level == level]
    if count >= MIN_DAYS and count * 2 >= len(siblings):
        yield from (replace(line, title=line.text) for line in dated if line.level == level)


def _below_titles(document: LogDocument, lines: Sequence[DayLine], days: Mapping[int, DayLine]) -> Iterator[DayLine]:
    """Yield the days, with the headings right above them as their titles if most days have one, and none of its own."""
    titles = {
        lower.number: upper
        for upper, lower in pairwise(lines)
        if lower.number in days and not (upper.number in days or WEEK_NUMBER.match(upper.text)) and upper.is_title
        if 0 < upper.level < lower.level and not document.has_text_between(upper, lower)
    }
    numbers = Counter(day.mark.day_numbers for day in days.values() if day.mark.day_numbers)
    are_parts = any(days[at].title for at in titles) or any(count > 1 for count in numbers.values())
    is_usual = len(titles) > 1 and len(titles) * 4 >= len(days) * 3 and not are_parts
    for number, day in days.items():
        if is_usual and (upper := titles.get(number)):
            yield replace(day, number=upper.number, last_number=day.end, title=upper.text, level=upper.level)
        else:
            yield day


def _lines_right_below(document: LogDocument, heading: DayLine) -> Iterator[str]:
    """Yield the first line below a heading, and the lines of its paragraph that are a date behind a label."""
    lines, first = document.outline.lines, heading.end
    while first < len(lines) and not lines[first].strip():
        first += 1
    for at in range(first, len(lines)):
        if not lines[at].strip() or (at > first and lines[at].startswith("#")):
            return
        if at == first or DATE_LABEL.match(lines[at]):
            yield lines[at]


def _is_around_or_within(document: LogDocument, line: DayLine, following: DayLine | None, level: int) -> bool:
    """Return whether a heading is that of several days, above them, or one of another level that ends with a date."""
    if line.level != level and not read_day_mark(line.text).marks_a_day:
        return True
    if line.level > level or not (line.mark.date and line.mark.date.is_range):
        return False
    is_week = WEEK_NUMBER.match(line.text) and following and not WEEK_NUMBER.match(following.text)
    return bool(is_week) or (line.level < level and next(_lines_right_below(document, line), "")[:1] == "#")


def _days_in_gaps(lines: Sequence[DayLine], marked: Sequence[DayLine]) -> Iterator[DayLine]:
    """Yield titles that are days by the numbers before and after them: misspelt, only a number, or the only one."""
    texts = Counter(line.text.casefold() for line in lines)
    numbers = {number for line in marked for number in line.mark.day_numbers or ()}
    places = [line.number for line in lines]
    for before, after in pairwise([*marked, None]):
        if not before or not before.mark.day_numbers:
            continue
        end, last = after.number if after else before.number + 10**9, before.mark.day_numbers[1]
        following = after.mark.day_numbers[0] if after and after.mark.day_numbers else None
        between = lines[bisect_right(places, before.number) : bisect_left(places, end)]
        between = [one for one in between if one.level == before.level and texts[one.text.casefold()] == 1]
        for line in between:
            guess = _misspelt_day(line) or _numbered_day(line)
            number = guess.mark.day_numbers[0] if guess and guess.mark.day_numbers else 0
            is_next = number == last + 1 if following is None else min(last, following) < number < max(last, following)
            if guess and is_next and number not in numbers:
                yield guess
                last = number
        number = (last + following) // 2 if following is not None and abs(following - last) == 2 else last
        if len(between) == 1 and number not in (last, before.mark.total_days, *numbers):
            message = f"taken for day {number}, which is missing between days {last} and {following}"
            mark = with_trailing_date(DayMark(day_numbers=(number, number), rest=between[0].text))
            yield between[0].marked(mark, ("guessed-day-number", message))


def _numbered_day(line: DayLine) -> DayLine | None:
    """Return a heading that begins with a number alone, as in `69: Ebb`, as a day."""
    if not (match := _ONLY_NUMBER.match(line.text)):
        return None
    mark = DayMark(day_numbers=(int(match[1]), int(match[1])), rest=line.text[match.end() :].strip())
    return line.marked(with_trailing_date(mark))


def _misspelt_day(line: DayLine) -> DayLine | None:
    """Return a heading as a day if one letter of its first word is wrong, as in `Dya 4`."""
    match = _MISSPELT.match(line.text)
    if not match or not any(is_misspelt(match[1], name) for name in _DAYS.split("|")):
        return None
    mark = read_day_mark(f"Day{line.text[match.end(1) :]}")
    return line.marked(mark, ("misspelt-day", f"`{match[1]}` was read as `Day`")) if mark.day_numbers else None


def _line_days(document: LogDocument, block_type: BlockType) -> Iterator[DayLine]:
    """Yield the lines of text, or the items, that begin with a day, and others that end one.

    A box that is not ticked is a task, unless other days are ticked and the day has a date; the text is then a task.
    """
    is_item = block_type is BlockType.ITEM
    # Items that were joined to one line have its first day.
    found = document.visible_blocks(block_type, None if is_item else 0)
    outer = [block for block in found if not (block.level and document.raw(block)[:1].isspace())]  # `- 3. May` is two
    blocks = {block.line: block for block in reversed(outer)}
    read = [line for at in sorted(blocks) if (line := _read_line(document, blocks[at]))]
    items_of_parts = Counter(document.headings_above(at) for at in (blocks if read else ()))
    days_of_parts = Counter(document.headings_above(line.number) for line in read)
    goals = Counter(line.mark.total_days for line in read)  # a single `216/1191` may count anything
    read = [one for one in read if one.mark.date or not one.text[:1].isdigit() or goals[one.mark.total_days] > 1]
    lines = [line for line in read if line.mark.is_separated]
    others = [line for line in read if not line.mark.is_separated]
    if is_item:  # `3/4 of a song` in another list
        parts = {part for part, count in days_of_parts.items() if count * 2 >= items_of_parts[part]}
        is_sure = [
            (one.mark.date and one.mark.date.year) or document.headings_above(one.number) in parts for one in others
        ]
        others = [one for one, is_of_log in zip(others, is_sure, strict=True) if is_of_log]
    lines = _with_loose_lines(lines, others, 1 if is_item else MIN_DAYS)
    ticked = sum(line.checked is True for line in lines)
    planned = [line.checked is False and not (ticked >= MIN_DAYS and line.mark.date) for line in lines]
    days = [line for line, is_planned in zip(lines, planned, strict=True) if not (is_planned or line.is_outside)]
    doubts = (("planned-day", "days that are not ticked and have no date were left out"),)
    numbers = [line.mark.day_numbers for line in days]
    are_two = numbers in ([(0, 0), (1, 1)], [(1, 1), (2, 2)])
    if len(days) >= MIN_DAYS or are_two or (not is_item and any(not line.body for line in days)):
        for line, is_planned in zip(lines, planned, strict=True):
            yield replace(line, is_outside=True, doubts=doubts) if is_planned else line


def _read_line(document: LogDocument, block: Block) -> DayLine | None:
    """Read the day with which a line of text or an item begins; a line with nothing but a week ends a day."""
    context = document.context_of(block.line)
    if not (context or may_begin_mark(block.text)):  # most lines
        return None
    raw = document.raw(block)
    is_item = block.type is BlockType.ITEM
    marker = _ITEM_MARKER.match(raw) if is_item else None
    if is_item and (not marker or "](#" in raw):
        return None
    text = raw[marker.end() :] if marker else raw.strip()
    checked = False if block.dropped or text[:1] in _PENDING else block.checked
    week = _WEEK_BEFORE_DAY.match(text)
    mark = read_unseparated(week["mark"] + text[week.end() :] if week else text) or DayMark()
    title = ": ".join(filter(None, (week and week["week"], mark.title)))
    line = DayLine(block.line, text, mark, title=title, is_item=is_item, checked=checked)
    if mark.marks_a_day and (mark.is_separated or is_item or not raw[:1].isspace()):
        rest = mark.rest.rstrip(" |") if text.startswith("|") else mark.rest
        if not is_item and _TIME.fullmatch(rest):
            return replace(line, title=line.title or rest)
        below = "".join(document.outline.lines[block.line : block.line + 1])
        is_above_items = _LIST_ITEM.match(below) and (below[:1].isspace() or not is_item)
        if is_above_items and not line.title and checked is None and _MAY_BE_TITLE.fullmatch(rest.strip("*_")):
            return replace(line, title=rest)
        body = f"- [ ] {rest}" if checked is False else rest
        return replace(line, body=(body,) if rest else ())
    if not is_item:
        is_week = len(text) <= LONGEST_WEEK and read_date_context(text)
        return replace(line, mark=DayMark(), is_outside=True) if is_week else None
    line = dated_by(replace(line, text=text.strip("*_( ")), context)
    rest = LEADING_SEPARATORS.sub("", line.title.lstrip("*_:) "))
    return replace(line, title="", body=(rest,) if rest else ()) if line.mark.date else None


def _with_loose_lines(lines: Sequence[DayLine], others: Sequence[DayLine], at_least: int) -> list[DayLine]:
    """Return days with other lines that begin with a date, if these are enough and the dates are in order.

    One line is enough if its date is between the dates of the days before and after it.
    """
    merged = sorted([*lines, *others], key=lambda line: line.number)
    dates = [line.mark.date for line in merged if line.mark.date]
    orders: tuple[DateOrder, ...] = ("mdy", "dmy")
    for order in orders if others else ():
        days = nearest_dates(dates, order)
        steps = [(following - day).days for day, following in pairwise(days)]
        falls, rises = sum(step < 0 for step in steps), sum(step > 0 for step in steps)
        are_between = len(steps) in (falls, rises) and not (merged[0] in others or merged[-1] in others)
        is_enough = len(others) >= (1 if are_between else at_least)
        if is_enough and len(days) == len(dates) and min(falls, len(steps) - falls) <= len(steps) // 10:
            return merged
    return list(lines)


def _items_with_trailing_dates(document: LogDocument) -> Iterator[DayLine]:
    """Yield the items that end with a date, those of one date below each other as one.

    Only below headings where most items have a date. Such headings are tags.
    """
    lines: list[DayLine] = []
    items = document.visible_blocks(BlockType.ITEM)
    for part, blocks in groupby(items, lambda block: document.headings_above(block.line)):
        topic = document.headings[part - 1] if part else None
        tags = (heading_text(topic.text),) if topic and topic.level > 1 else ()
        of_part = [_read_item_with_trailing_date(block, tags) for block in blocks if block.text]
        if sum(line.mark.marks_a_day for line in of_part) * 2 > len(of_part):
            lines += of_part
    days = [line for line in lines if not line.is_outside]
    yield from joined_by_date(document, lines) if len(days) >= MIN_DAYS else ()


def _read_item_with_trailing_date(block: Block, tags: tuple[str, ...]) -> DayLine:
    mark = read_date_in_title(block.text) if block.checked is not False else None
    if not (mark and mark.rest and mark.is_separated):
        doubts = (("no-date", "this item has no date, though others have one; it was left out"),)
        return DayLine(block.line, block.text, DayMark(), is_outside=True, doubts=doubts)
    title = plain_text(mark.rest) if _ONLY_LINK.fullmatch(mark.rest) else ""
    line = DayLine(block.line, block.text, mark, last_number=block.last_line, title=title, body=(mark.rest,))
    return replace(line, tags=tags, is_item=True)


def _numbered_titles(document: LogDocument) -> Iterator[DayLine]:
    """Yield headings, or else bold lines, that count entries or weeks, as in `Devlog #7: Ebb`. No day has a date."""
    names = (document.name, *(line.text for line in document.headings[:1]))
    is_log = any(re.search(rf"\b(?:{_LOG_WORDS})\b", name, re.IGNORECASE) for name in names)
    counted = [(line, match) for line in document.headings if (match := _COUNTED.match(line.text))]
    counted = [one for one in counted if is_log or (not one[1]["part"] and not one[1]["section"])]
    bold = ((line, _COUNTED.match(line.text)) for line in document.bold_lines if not counted)
    counted = counted or [(line, match) for line, match in bold if match and match["word"] and not match["part"]]
    words = [(match["word"] or "").casefold() for _, match in counted]
    frequent = [word for word, count in Counter(words).items() if count >= MIN_DAYS] or words[:1]
    levels = {word: line.level for (line, _), word in reversed([*zip(counted, words, strict=True)])}
    word = min(frequent, key=lambda word: levels[word], default="")
    counted = [one for one, of_line in zip(counted, words, strict=True) if of_line == word]
    count = len(counted)
    if len({match[0] for _, match in counted}) < count:  # numbers come back within the entries
        level, count = Counter(line.level for line, _ in counted).most_common(1)[0]
        counted = [(line, match) for line, match in counted if line.level == level]
    is_week = word in _WEEKS.split("|")
    is_part = any(match["part"] or match["section"] for _, match in counted)
    has_boxes = any(block.checked is not None for block in document.visible_blocks(BlockType.ITEM))
    # Weeks with tasks are a plan, unless the document is called a log.
    if not ((is_week and is_log and count) or (count >= MIN_DAYS and not (is_week and has_boxes))):
        return
    doubts = [("no-date", "no line has a date; headings with a number were read as days")]
    for line, match in counted:
        number = int(match["number"] or match["alone"] or match["section"])
        rest = line.text[match.end() :]
        yield line.marked(
            DayMark(rest=line.text) if is_week or is_part else DayMark(day_numbers=(number, number), rest=rest), *doubts
        )
        doubts = []


FORMS = (
    Form("heading", "heading", lambda document: _titled_days(document, document.headings)),
    Form("bold", "bold line", lambda document: _titled_days(document, document.bold_lines)),
    Form("plain", "plain line", lambda document: _line_days(document, BlockType.TEXT)),
    Form("table", "row of a table", table_days),
    Form("item", "list item", lambda document: _line_days(document, BlockType.ITEM)),
    Form("trailing_date", "list item that ends with its date", _items_with_trailing_dates),
    Form(
        "week", "week", lambda document: (line for line in document.headings if line.context and line.context.first_day)
    ),
    Form("numbered", "numbered heading", _numbered_titles),
)
"""In the order in which they win if as many lines have one form as another."""
HEADING, BOLD, PLAIN, TABLE = FORMS[:4]
WEEK, NUMBERED, _RARE = FORMS[-2], FORMS[-1], FORMS[-3:]
"""The rare forms are tried in their order if no line has another form."""


def _without_sections(lines: Iterable[DayLine]) -> list[DayLine]:
    """Return lines without dates such as `1.1.`, `1.2.` and `2.1.`, if these count the sections of a text."""
    days = list(lines)
    sections = [line for line in days if line.mark.date and SECTION_NUMBER.fullmatch(line.mark.date.text)]
    numbers = [[*map(int, line.mark.date.text.split(".")[:2])] for line in sections if line.mark.date]
    are_counted = len({number[0] for number in numbers}) < len(numbers)
    are_counted &= all(after in ([a, b + 1], [a + 1, 1]) for (a, b), after in pairwise(numbers))
    return [line for line in days if not (are_counted and line in sections)]


def _without_parts(lines: Mapping[Form, list[DayLine]]) -> dict[Form, list[DayLine]]:
    """Return the lines without headings of several days above one of these, as `Days 1-7` above `Day 1`."""
    found = (line for of_form in lines.values() for line in of_form)
    marks = sorted((line.number, line.level or inf, line.mark.day_numbers) for line in found if line.mark.day_numbers)
    parts = {
        number
        for (number, level, (first, last)), (_, lower, (day, _)) in pairwise(marks)
        if first < last and first <= day <= last and level < lower
    }
    return {form: [line for line in of_form if line.number not in parts] for form, of_form in lines.items()}


def _outside_weeks(document: LogDocument, days: Sequence[DayLine]) -> Iterator[DayLine]:
    """Yield the dated headings that are neither in the section of a week nor, at its level, on a day of it."""
    by_number = {line.number: line for line in (*document.headings, *days)}
    numbers, level = {day.number for day in days}, 0
    week: DateContext | None = None
    for number, line in sorted(by_number.items()):
        if line.context and line.context.first_day:
            level, week = line.level, line.context
        elif number not in numbers:
            week = week if line.level > level else None
        elif line.mark.date and not (week and (line.level > level or week.year_of(line.mark.date))):
            yield line


def detect_form(document: LogDocument) -> tuple[Form, Mapping[Form, list[DayLine]]]:
    """Return the form of a log, and the lines of each: headings if there are enough of them, else the most frequent."""
    lines = _without_parts({form: _without_sections(form.day_lines(document)) for form in FORMS if form not in _RARE})
    if lines[TABLE]:  # and rows behind a pause in it
        lines[TABLE] += [replace(line, is_row=True) for line in lines[PLAIN] if line.text[:1] == "|"]
        lines[PLAIN] = [line for line in lines[PLAIN] if line.text[:1] != "|"]
    counts = {form: sum(not line.is_outside for line in of_form) for form, of_form in lines.items()}
    most = max(counts.values())
    if not most:
        lines = {form: list(form.day_lines(document)) for form in _RARE}
        return next((form for form in _RARE if lines[form]), HEADING), lines | {HEADING: []}
    weeks = list(WEEK.day_lines(document))
    notes = list(_outside_weeks(document, lines[HEADING]))
    if most < len(weeks) or (weeks and 0 < counts[HEADING] == len(notes)):
        return WEEK, lines | {WEEK: [*weeks, *notes]}
    if most > counts[HEADING]:  # weeks above the days of another form
        lines[HEADING] = [line for line in lines[HEADING] if line.mark.marks_a_day or not WEEK_NUMBER.match(line.text)]
        counts[HEADING] = len(lines[HEADING])
    form = HEADING if counts[HEADING] and counts[HEADING] * 3 >= most else max(counts, key=counts.__getitem__)
    return form, lines
