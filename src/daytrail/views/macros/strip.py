"""Macro: strip of a year, with a column for each week and a cell for each day."""

from calendar import Calendar
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.activity import LEVELS, ActiveDay, Measure, best_measure, levels
from daytrail.facts.standing import last_shown_day
from daytrail.views import words
from daytrail.views.entry_list import list_page_of
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import deferred, ngettext, pgettext
from daytrail.views.translation import gettext as _

_NAMES: dict[Measure, str] = {
    "hours": deferred("measure of days", "logged hours a day"),
    "work": deferred("measure of days", "words, links and ticks of a day"),
}
CELL, STEP = 14, 17
"""Side of a cell, and the distance from one cell to the next, in units of the drawing."""
LEFT, TOP = 40, 20
"""Space for the names of weekdays and of months."""
_WEEKS = 53
WIDTH, HEIGHT = LEFT + _WEEKS * STEP, TOP + 7 * STEP
"""Size of a strip of 53 weeks."""
_FINGER = 36
"""Least width of a month, which is 24 pixels on a phone."""
_NAMED_WEEKDAYS = (0, 2, 4)
"""Monday, Wednesday and Friday: a name for each row would be too much."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A day that has an entry."""

    x: int
    y: int
    level: int
    href: str
    label: str


class Month(NamedTuple):
    """A month, with a link to its days: on a phone a day is too small for a finger."""

    x: int
    name: str
    """Empty if the strip begins within the month."""
    left: int
    width: int
    """Of the area of the link, which is `_FINGER` wide also if the month has one column."""
    href: str
    """Empty if the month has no entry, or the strip no links."""
    label: str


def strip(context: PageContext, year: int | None = None) -> Markup:
    """Show the days of a `year`, or of the last 53 weeks, as a strip with a column for each week.

    The shades mean logged hours if most days have them, else what was written, of which a link and an item of the plan
    are fifty words each. Each shade is a quarter of the days with an entry.
    While the log rests, the strip ends with the month of its newest entry, as half a year of empty cells says nothing.
    """
    return draw_strip(context, year)


def draw_strip(
    context: PageContext,
    year: int | None = None,
    *,
    days: Sequence[ActiveDay] | None = None,
    has_links: bool = True,
    has_sum: bool = True,
    template: str = "macros/strip.html",
) -> Markup:
    """Draw a strip of some days, which begins with the month of the first one, or of all.

    Without a link for each day it takes a tenth of the size.
    """
    first_weekday = 6 if context.journal.curriculum.week_starts == "sun" else 0
    all_active = list(context.facts.activity.values() if days is None else days)
    written = (day.day for day in all_active if day.day <= context.facts.today)
    until = last_shown_day(max(written, default=None), context.facts.today)
    begins = min([until, *(day.day for day in days)]).replace(day=1) if days else None
    first, last, end = _span(context, year, until, first_weekday, begins)
    active = [day for day in all_active if first <= day.day.toordinal() <= last]
    measure = best_measure(active)
    level_of = levels(active, measure)
    first_row = (first - 1 - first_weekday) % 7  # day 1 of the calendar was a Monday

    def position(ordinal: int) -> tuple[int, int]:
        column, row = divmod(ordinal - first + first_row, 7)
        return LEFT + column * STEP, TOP + row * STEP

    def squares(shown: Iterable[date]) -> str:
        positions = (position(day.toordinal()) for day in shown)
        return "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in positions)

    span = [date.fromordinal(ordinal) for ordinal in range(first, last + 1)]
    today = context.facts.today.toordinal()
    right = position(last)[0] + STEP
    newest = {_month_of(day.day): day.entries[-1] for day in sorted(active, key=lambda day: day.day) if has_links}

    def months() -> Iterator[Month]:
        firsts = [day for day in span if day.day == 1 or day is span[0]]
        lefts = [position(day.toordinal())[0] for day in firsts]
        latest = right - _FINGER if _month_of(span[-1]) in newest else right
        edges = [LEFT, *(min(max(left, LEFT + _FINGER), latest) for left in lefts[1:]), right]
        for day, x, left, end in zip(firsts, lefts, edges, edges[1:], strict=False):
            entry, name = newest.get(_month_of(day)), words.formatted(day, "LLL") if day.day == 1 else ""
            href = context.links.href(list_page_of(context, entry), _month_of(day)) if entry else ""
            yield Month(x, name, left, end - left, href, words.month(day))

    return render(
        template,
        cells=[
            Cell(*position(day.day.toordinal()), level_of[day.day], day_link(context, day), day_label(day))
            for day in active
            if has_links
        ],
        blank=squares(day for day in span if day not in level_of),
        levels=[(level, squares(day for day in level_of if level_of[day] == level)) for level in range(LEVELS + 1)]
        if not has_links
        else [],
        today=position(today) if first <= today <= last else None,
        months=list(months()),
        weekdays=[
            (TOP + row * STEP + 11, words.formatted(date(2024, 1, 1 + number), "ccc"))
            for row, number in enumerate(Calendar(first_weekday).iterweekdays())
            if number in _NAMED_WEEKDAYS
        ],
        width=right,
        share=f"{right / (position(end)[0] + STEP):.4g}",
        left=LEFT - 4,
        height=HEIGHT,
        cell=CELL,
        total=_number_of_days(active) if has_sum else "",
        name=name_of_days(context, year, until),
        measure=pgettext("measure of days", _NAMES[measure]),
        has_empty=any(day.empty for day in active),
        figures=monthly_figures(active),
    )


def _month_of(day: date) -> str:
    """Return the anchor of a month in the list of a year."""
    return f"{day:%Y-%m}"


def _span(
    context: PageContext, year: int | None, until: date, first_weekday: int, begins: date | None
) -> tuple[int, int, int]:
    """Return the ordinals of the first and the last day, and of the last one of a whole strip, as wide as the page."""
    if year is not None:
        end = date(year, 12, 31)
        shown = [until, *(day for day in context.facts.activity if day.year == year)]
        last = max(shown) if year == until.year else end
        return date(year, 1, 1).toordinal(), last.toordinal(), end.toordinal()
    last_day = until.toordinal()
    first_of_week = last_day - (until.weekday() - first_weekday) % 7
    first = max(1, first_of_week - 7 * (_WEEKS - 1), begins.toordinal() if begins else 1)
    return first, last_day, max(last_day, first + 7 * _WEEKS - 1 - (first - 1 - first_weekday) % 7)


@dataclass(frozen=True, slots=True)
class Figures:
    """Activity of a month or a year."""

    name: str
    href: str
    """Page of the period. Empty if the name is no link."""
    days: int
    entries: int
    hours: float


def _number_of_days(days: Iterable[ActiveDay]) -> str:
    return ngettext("%(num)s day with an entry.", "%(num)s days with an entry.", sum(not day.empty for day in days))


def twelve_months(context: PageContext, until: date) -> str:
    """Return the heading of a picture of the twelve months to a day."""
    if until < context.facts.today:
        return _("The twelve months to %(month)s", month=words.month(until))
    return _("The last twelve months")


def name_of_days(context: PageContext, year: int | None, until: date) -> str:
    """Return the name of a picture of the days of a year, or of the twelve months to a day."""
    if year is not None:
        return _("Days with an entry in %(year)s", year=year)
    if until < context.facts.today:
        return _("Days with an entry in the twelve months to %(month)s", month=words.month(until))
    return _("Days with an entry in the last twelve months")


def day_link(context: PageContext, day: ActiveDay) -> str:
    """Return the link to the entry of a day; of several, to the day in the list of its year."""
    if len(day.entries) == 1:
        return context.links.to(day.entries[0])
    return context.links.href(list_page_of(context, day.entries[-1]), day.day.isoformat())


def day_label(day: ActiveDay) -> str:
    """Return what a day with an entry says of itself, as in `5 February 2026, 1.5 h logged`."""
    label = [words.day(day.day)]
    if day.empty:
        label.append(_("an empty day"))
    elif len(day.entries) > 1 or not day.hours:
        label.append(ngettext("%(num)s entry", "%(num)s entries", len(day.entries)))
    return ", ".join([*label, words.logged_hours(day.hours)] if day.hours else label)


def figures(name: str, days: Sequence[ActiveDay], href: str = "") -> Figures:
    """Return how many days of a period have an entry with content, and the entries and hours of all its days.

    Entries without content count, as in all other numbers of entries.
    """
    active = sum(not day.empty for day in days)
    return Figures(name, href, active, sum(len(day.entries) for day in days), sum(day.hours for day in days))


def monthly_figures(days: Sequence[ActiveDay]) -> list[Figures]:
    """Return the figures of each month that has an entry."""
    by_month: dict[date, list[ActiveDay]] = {}
    for day in days:
        by_month.setdefault(day.day.replace(day=1), []).append(day)
    return [figures(words.month(month), of_month) for month, of_month in by_month.items()]
