"""Dates, amounts, states and titles as texts."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import Literal

from babel.dates import format_date, format_timedelta, get_day_names, get_month_names
from babel.lists import format_list
from babel.numbers import format_decimal

from daytrail.facts.calendar import DateRange
from daytrail.facts.kinds import ResourceKind
from daytrail.facts.ledger import Event, Resource, Shelf
from daytrail.facts.milestones import MilestoneState
from daytrail.facts.pace import Unit
from daytrail.facts.progress import ItemTotals, State
from daytrail.facts.series import EntryNumber, EntryPosition
from daytrail.gfm import plain_text
from daytrail.model.curriculum import Milestone, Part, Week, half_hours, nearest, rounded_hours
from daytrail.model.entry import Entry
from daytrail.views.translation import deferred, language, locale, ngettext, pgettext
from daytrail.views.translation import gettext as _

DESCRIPTION = 300
"""Characters of the description of a page at most; search engines show about half of them."""

_UNITS = ((365, 1), (30, 2), (7, 2), (1, 0))
"""Days of a year, a month, a week and a day, and from how many on a distance is in them, as in `days.js`."""

MARKS: Mapping[str, str] = {
    State.PLANNED: "○",
    State.TOUCHED: "◔",
    State.STARTED: "◑",
    State.DONE: "●",
    State.DROPPED: "⊘",
    MilestoneState.OPEN: "◇",
    MilestoneState.DUE: "◈",
    MilestoneState.ANSWERED: "◆",
    "ready": "◎",
    Shelf.READING: "◑",
    Shelf.TO_READ: "○",
    Shelf.LISTED: "☆",
    Shelf.BUILD: "□",
    Shelf.READ: "●",
    Shelf.DROPPED: "⊘",
    Shelf.MET: "◔",
}
"""A symbol for each state, so that states differ by more than colour. A topic that could be begun is ready."""

_STATES = (
    deferred("state", "planned"),
    deferred("state", "touched"),
    deferred("state", "started"),
    deferred("state", "done"),
    deferred("state", "dropped"),
    deferred("state", "open"),
    deferred("state", "due"),
    deferred("state", "answered"),
    deferred("state", "ready"),
    deferred("state", "reading"),
    deferred("state", "want to read"),
    deferred("state", "suggested"),
    deferred("state", "to build"),
    deferred("state", "read"),
    deferred("state", "mentioned"),
)


_SHELVES: Mapping[Shelf, str] = {
    Shelf.READING: deferred("shelf", "Reading"),
    Shelf.TO_READ: deferred("shelf", "Want to read"),
    Shelf.LISTED: deferred("shelf", "Suggested"),
    Shelf.BUILD: deferred("shelf", "To build"),
    Shelf.READ: deferred("shelf", "Read"),
    Shelf.DROPPED: deferred("shelf", "Dropped"),
    Shelf.MET: deferred("shelf", "Mentioned"),
}
_KINDS: Mapping[ResourceKind, str] = {
    ResourceKind.PAPER: deferred("kind", "Paper"),
    ResourceKind.ARTICLE: deferred("kind", "Article"),
    ResourceKind.VIDEO: deferred("kind", "Video"),
    ResourceKind.CODE: deferred("kind", "Code"),
    ResourceKind.BOOK: deferred("kind", "Book"),
    ResourceKind.COURSE: deferred("kind", "Course"),
    ResourceKind.PODCAST: deferred("kind", "Podcast"),
    ResourceKind.SLIDES: deferred("kind", "Slides"),
    ResourceKind.DOCUMENTATION: deferred("kind", "Documentation"),
    ResourceKind.TOOL: deferred("kind", "Tool"),
    ResourceKind.DATASET: deferred("kind", "Dataset"),
    ResourceKind.DISCUSSION: deferred("kind", "Discussion"),
    ResourceKind.OTHER: deferred("kind", "Resource"),
}


def shelf(value: Shelf) -> str:
    """Return the title of a shelf, as in `Want to read`."""
    return pgettext("shelf", _SHELVES[value])


_SHELF_MEANINGS: Mapping[Shelf, str] = {
    Shelf.READING: deferred("meaning of a shelf", "begun, and not finished yet"),
    Shelf.TO_READ: deferred("meaning of a shelf", "in the plan, or put aside to read"),
    Shelf.LISTED: deferred("meaning of a shelf", "on the reading list or among the references, without more"),
    Shelf.BUILD: deferred("meaning of a shelf", "to program or make oneself, not only to read"),
    Shelf.READ: deferred("meaning of a shelf", "finished"),
    Shelf.DROPPED: deferred("meaning of a shelf", "given up"),
    Shelf.MET: deferred("meaning of a shelf", "only the log links to it"),
}


def shelf_meaning(value: Shelf) -> str:
    """Return what is on a shelf, for a legend."""
    return pgettext("meaning of a shelf", _SHELF_MEANINGS[value])


def kind_name(value: ResourceKind) -> str:
    """Return the name of a kind, as in `Paper`; `Resource` if the kind is not known."""
    return pgettext("kind", _KINDS[value])


_EVENTS: Mapping[Event, str] = {
    Event.MET: deferred("event", "mentioned"),
    Event.WANTED: deferred("event", "put aside to read"),
    Event.STARTED: deferred("event", "started"),
    Event.ON: deferred("event", "read on"),
    Event.READ: deferred("event", "read"),
    Event.AGAIN: deferred("event", "read again"),
    Event.DROPPED: deferred("event", "dropped"),
}


def event(value: Event) -> str:
    """Return what happened to a resource, as in `started`."""
    return pgettext("event", _EVENTS[value])


def state(value: str) -> str:
    """Return the name of a state."""
    return pgettext("state", value)


_MEANINGS: Mapping[str, str] = {
    State.PLANNED: deferred("meaning of a state", "it is in the plan"),
    State.TOUCHED: deferred("meaning of a state", "an entry links to it or names it"),
    State.STARTED: deferred("meaning of a state", "an entry says that it was started"),
    State.DONE: deferred("meaning of a state", "an entry or the plan says that it is finished"),
    State.DROPPED: deferred("meaning of a state", "an entry or the plan says that it was given up"),
    MilestoneState.OPEN: deferred("meaning of a state", "a milestone that is not due yet"),
    MilestoneState.DUE: deferred("meaning of a state", "a milestone whose weeks are over, without an answer"),
    MilestoneState.ANSWERED: deferred("meaning of a state", "a milestone that an entry or a page answers"),
}


def meaning(state: str) -> str:
    """Return what the state of an item or a milestone means, for a legend."""
    return pgettext("meaning of a state", _MEANINGS[state])


def day(of: date, own_year: int | None = None) -> str:
    """Return a date as in `15 February 2026`, or as in `15 February` if its year is that of its page."""
    return _formatted(of, "MMMMd" if of.year == own_year else "long", language())


def unbroken(text: str) -> str:
    """Return a text whose dates, ranges and hours, such as `8–27 December 2025` and `5 h`, are not broken in two."""
    return _joined(_patterns(language())[1], text)


@cache
def _patterns(_language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the pattern of dates, and that of dates and of numbers such as `1–12` and `5 h`."""
    names = [name for width in ("wide", "abbreviated") for name in get_month_names(width, locale=locale()).values()]
    months = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    year = r"(?: de)? \d{4}\b"

    def date_or_range(month: str, year_at_end: str) -> str:
        day = rf"\d{{1,2}}\.?(?: de)? {month}"
        return rf"(?:{day}(?:{year})? ?– ?|\d{{1,2}}\.?–)?{day}{year_at_end}"

    # With a year, any word is a month, in other languages too.
    dates = date_or_range(r"[^\W\d]+\.?", year), date_or_range(rf"(?:{months})(?!\w)", "")
    return re.compile("|".join(dates)), re.compile("|".join((*dates, r"\d+–\d+", r"\d h\b")))


def unbroken_dates(text: str) -> str:
    """Return a text whose dates are not broken at the end of a line; a range in it may break, but before its dash."""
    return _joined(_patterns(language())[0], text).replace("\u00a0–\u2060", " –\u2060")


def _joined(pattern: re.Pattern[str], text: str) -> str:
    """Return a text without line breaks within what a pattern matches."""
    # A line may end behind a dash, even before a space that does not break. HTML stays HTML.
    return type(text)(pattern.sub(lambda match: match[0].replace(" ", "\u00a0").replace("–", "–\u2060"), text))


def short_day(of: date, own_year: int | None) -> str:
    """Return a date as in `15 Feb`, or as in `15 Feb 2026` if its year is not that of its page."""
    return _formatted(of, "MMMd", language()) if of.year == own_year else short_day_and_year(of)


def weekday_and_day(of: date) -> str:
    """Return a date as in `Sun, 15 Feb`."""
    return _formatted(of, "MMMEd", language())


def short_day_and_year(of: date) -> str:
    """Return a date as in `15 Feb 2026`."""
    return _formatted(of, "yMMMd", language())


def month(of: date) -> str:
    """Return a month as in `February 2026`."""
    return _formatted(of, "yMMMM", language())


def month_name(of: date) -> str:
    """Return the name of a month, as in `February`."""
    return _formatted(of, "LLLL", language())


def short_month_and_year(of: date) -> str:
    """Return a month as in `Feb 2026`."""
    return _formatted(of, "yMMM", language())


def short_month(of: date) -> str:
    """Return the name of a month as in `Feb`."""
    return _formatted(of, "LLL", language())


def initial_of_month(of: date) -> str:
    """Return the shortest name of a month, as in `F`."""
    return _formatted(of, "LLLLL", language())


def weekday(of: date) -> str:
    """Return the name of the day of the week."""
    return weekday_name(of.weekday())


def weekday_name(number: int, width: Literal["wide", "abbreviated", "short"] = "wide") -> str:
    """Return the name of a day of the week, counted from Monday as 0: `Monday`, `Mon` or `Mo`."""
    return str(get_day_names(width, "stand-alone", locale())[number])


@cache  # Babel is slow, and pages repeat the same days
def _formatted(of: date, pattern: str, _language: str) -> str:
    """Return a date by the name of a format or of a skeleton in Unicode's CLDR, else by a pattern."""
    return str(format_date(of, _date_patterns(_language).get(pattern, pattern), locale=locale()))


@cache
def _date_patterns(_language: str) -> Mapping[str, str]:
    """Return the patterns of dates by the names of formats and by skeletons."""
    rules = locale()
    return {name: str(pattern) for name, pattern in (*rules.date_formats.items(), *rules.datetime_skeletons.items())}


def date_range(of: DateRange, own_year: int | None = None) -> str:
    """Return dates as in `5–11 January 2026`, without a month or year that is the same.

    Without the year also if it is that of their page.
    """
    return _date_range(of, own_year, language())


@cache  # as above
def _date_range(of: DateRange, own_year: int | None, _language: str) -> str:
    first, last = of.first, of.last
    if first == last:
        return day(first, own_year)
    differs = "y" if first.year != last.year else "M" if first.month != last.month else "d"
    rules, has_year = locale(), differs == "y" or first.year != own_year
    wide, short = ("yMMMMd", "yMMMd") if has_year else ("MMMMd", "MMMd")
    patterns = (rules.interval_formats.get(wide) or rules.interval_formats[short])[differs]
    texts = [
        format_date(of, re.sub("MMM+", "MMMM", pattern).replace("\u2009", " "), locale=rules)
        for of, pattern in zip((first, last), patterns, strict=True)
    ]
    return "".join(texts)


def beginning(text: str, max_length: int) -> str:
    """Return the first words of a text, on one line of at most so many characters."""
    line = " ".join(text.split())
    if len(line) <= max_length:
        return line
    cut = line[: max_length - 1]
    words = cut if line[max_length - 1] == " " else cut.rpartition(" ")[0]
    return f"{words.strip() or cut}…"


def description(title: str, parts: Iterable[str], separator: str = ", ") -> str:
    """Return the description of a page that lists things, as in `Tags: memory, cuda`."""
    facts = separator.join(parts)
    return beginning(_("%(title)s: %(facts)s", title=title, facts=facts) if facts else title, DESCRIPTION)


def duration(number: int) -> str:
    """Return a number of days as in `5 days`, `3 weeks`, `4 months` or `1 year`."""
    return _in_one_unit(number, has_direction=False)


def distance(days: int) -> str:
    """Return a distance of two days or more as in `3 days ago`, `9 months ago`, `1 year ago`, `in 2 weeks`."""
    return _in_one_unit(-days, has_direction=True)


def _in_one_unit(days: int, *, has_direction: bool) -> str:
    length, least = next(unit for unit in _UNITS if abs(days) >= unit[0] * unit[1])
    whole = timedelta(days=abs(days) // length * length)
    text = format_timedelta(
        whole if days > 0 else -whole,
        granularity="day",
        threshold=least or 2,
        add_direction=has_direction,
        locale=locale(),
    )
    return str(text)


def runs(numbers: Iterable[int]) -> str:
    """Return ascending numbers with their runs joined, as in `1–3, 5 and 8–9`."""
    joined: list[list[int]] = []
    for number in numbers:
        if joined and joined[-1][-1] == number - 1:
            joined[-1].append(number)
        else:
            joined.append([number])
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in joined]
    return listed(texts)


def listed(texts: Sequence[str]) -> str:
    """Return texts in a row, as in `a, b and c`."""
    return format_list(texts, locale=locale())


def hours(number: float) -> str:
    """Return hours as in `1.5 h`."""
    return f"{_decimal(number, '0.##', language())} h"


def logged_hours(number: float) -> str:
    """Return the hours that entries name, as in `1.5 h logged`."""
    return _("%(hours)s logged", hours=hours(number))


@cache  # as of dates
def _decimal(number: float, pattern: str, _language: str) -> str:
    """Return a number by a pattern of Unicode's CLDR."""
    return format_decimal(number, pattern, locale=locale())


def days(number: int) -> str:
    """Return a number of days, as in `10 days`."""
    return ngettext("%(num)s day", "%(num)s days", number)


def weeks(number: int) -> str:
    """Return a number of weeks, as in `10 weeks`."""
    return ngettext("%(num)s week", "%(num)s weeks", number)


def amount(number: float, unit: Unit) -> str:
    """Return an amount of a pace as in `175 h`, `2.5 h` or `12 items`, without precision that it does not have."""
    if unit == "items":
        return ngettext("%(num)s item", "%(num)s items", nearest(number))
    return hours(rounded_hours(number))


def total_hours(number: float) -> str:
    """Return the hours of several items together, as in `175 h`, without precision that estimates do not have."""
    return amount(number, "hours")


def bare_amount(number: float, unit: Unit) -> str:
    """Return an amount behind one that names the unit, as in `175 h` or `12`."""
    return str(nearest(number)) if unit == "items" else amount(number, unit)


def rate(per_week: float, unit: Unit) -> str:
    """Return an amount a week as in `17.5 h a week` or `0.5 items a week`."""
    if unit == "hours":
        return _("%(hours)s a week", hours=hours(half_hours(per_week)))
    number = max(0.1, nearest(per_week * 10) / 10) if per_week else 0
    if number == 1:
        return _("1 item a week")
    return _("%(number)s items a week", number=_decimal(number, "0.#", language()))


def percent(part: float, whole: float) -> int:
    """Return a whole percentage that is 100 only if nothing is missing, and 0 only if nothing is done."""
    if not whole or not part:
        return 0
    return 100 if part >= whole else min(99, max(1, nearest(100 * part / whole)))


def percent_done(totals: ItemTotals) -> int:
    """Return the percentage of items that are done."""
    return percent(totals.done, totals.items)


def done_of(totals: ItemTotals) -> str:
    """Return how many items are done, as in `6 of 130 items done`."""
    if not totals.items:
        return _("no items yet")
    return ngettext("%(done)s of %(num)s item done", "%(done)s of %(num)s items done", totals.items, done=totals.done)


def items_by_state(totals: ItemTotals) -> str:
    """Return how many items are done, and how many started and touched, as in `1 of 11 items done, 1 started`."""
    text = done_of(totals)
    if totals.started:
        text = _("%(done)s, %(started)s started", done=text, started=totals.started)
    if totals.touched:
        text = _("%(done)s, %(touched)s touched", done=text, touched=totals.touched)
    return text


def done_and_hours(totals: ItemTotals) -> str:
    """Return how much is done, as in `6 of 130 items done, 3 started, 12 touched; 4 h of 107 h estimated are done`."""
    items, hours = items_by_state(totals), done_hours(totals)
    return _("%(items)s; %(hours)s", items=items, hours=hours) if hours else items


def done_hours(totals: ItemTotals) -> str:
    """Return how many of the estimated hours are those of items that are done; empty without an estimate."""
    hours = total_hours(totals.hours)
    if totals.hours_done:
        return _("%(done)s of %(hours)s estimated are done", done=total_hours(totals.hours_done), hours=hours)
    return _("%(hours)s estimated", hours=hours) if totals.hours else ""


def entry_title(entry: Entry, position: EntryPosition) -> str:
    """Return the title of an entry, else its number and series, else its date."""
    return entry.title or number_in_series(position) or day(entry.date)


def entry_number(number: EntryNumber | None) -> str:
    """Return the number of an entry, as in `Day 57`, `Day 83/365` or `106 days before the end`; empty without one."""
    if number is None:
        return ""
    if number.left is not None:
        return _day_of_countdown(number.left)
    numbers = number.numbers.replace("-", "–")
    text = f"{numbers}/{number.of}" if number.of else numbers
    return ngettext("Day %(number)s", "Days %(number)s", number.days, number=text)


def _day_of_countdown(left: int) -> str:
    """Return a day of a series that counts down, in words that `of` and the name of the series may follow."""
    if left == 0:
        return _("Last day")
    if left > 0:
        return ngettext("%(num)s day before the end", "%(num)s days before the end", left)
    return ngettext("%(num)s day after the end", "%(num)s days after the end", -left)


def number_in_series(position: EntryPosition) -> str:
    """Return the number of an entry with its series, as in `Day 57 of Machine Learning`; empty without both."""
    number = entry_number(position.entry_number)
    return (
        _("%(number)s of %(series)s", number=number, series=position.series.title) if position.series and number else ""
    )


def title_of(thing: Part | Week | Milestone) -> str:
    """Return the title of a part, week or milestone, or the beginning of the milestone's question."""
    return (
        beginning(plain_text(thing.text), 80) if isinstance(thing, Milestone) and not thing.title else thing.title or ""
    )


def name_of(milestone: Milestone) -> str:
    """Return the title of a milestone, or its whole question, for a list that does not show the question too."""
    return milestone.title or plain_text(milestone.text)


def kind(resource: Resource) -> str:
    """Return what a resource is, as in `Video`; empty if that is not known."""
    return "" if resource.kind is ResourceKind.OTHER else kind_name(resource.kind)
