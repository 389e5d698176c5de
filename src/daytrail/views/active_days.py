"""Common pieces of the strip and the calendar of a year: label and link of a day, legend, figures by month."""

from calendar import Calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from daytrail.facts.activity import LEVELS, ActiveDay, Measure, best_measure
from daytrail.views import words
from daytrail.views.entry_list import list_page_of
from daytrail.views.lookup import unknown
from daytrail.views.page_context import PageContext
from daytrail.views.translation import deferred, ngettext, pgettext
from daytrail.views.translation import gettext as _

_NAMES: dict[Measure, str] = {
    "hours": deferred("measure of days", "logged hours a day"),
    "work": deferred("measure of days", "words, links and ticks of a day"),
    "count": deferred("measure of days", "entries a day"),
}


@dataclass(frozen=True, slots=True)
class Figures:
    """Activity of a month or a year."""

    name: str
    href: str
    """Page of the period. Empty if the name is no link."""
    days: int
    entries: int
    hours: float


@dataclass(frozen=True, slots=True)
class Legend:
    """Meaning of the colours of days."""

    measure: str
    levels: Sequence[int] = range(LEVELS + 1)


def week_calendar(context: PageContext) -> Calendar:
    """Return a calendar whose weeks begin as the plan says."""
    return Calendar(firstweekday=6 if context.journal.curriculum.week_starts == "sun" else 0)


def chosen_measure(days: Sequence[ActiveDay], by: str | None) -> Measure:
    """Return the measure that a page asks for, or raise UnknownName; the best one of the days if it names none."""
    if by is None:
        return best_measure(days)
    for measure in _NAMES:
        if measure == by:
            return measure
    raise unknown("measure", by, _NAMES)


def legend(measure: Measure) -> Legend:
    """Return the legend of a measure."""
    return Legend(pgettext("measure of days", _NAMES[measure]))


Caption = Literal["none", "days", "period"]
"""Line above a picture of days: none, the number of days with an entry, or that number and the period."""


def number_of_days(context: PageContext, year: int | None, days: int, until: date, caption: Caption = "period") -> str:
    """Return how many days of a year, or of the twelve months to a day, have an entry."""
    if caption == "none":
        return ""
    if caption == "days":
        return ngettext("%(num)s day with an entry.", "%(num)s days with an entry.", days)
    if year is not None:
        return ngettext(
            "%(num)s day with an entry in %(year)s.", "%(num)s days with an entry in %(year)s.", days, year=year
        )
    if until < context.facts.today:
        return ngettext(
            "%(num)s day with an entry in the twelve months to %(month)s.",
            "%(num)s days with an entry in the twelve months to %(month)s.",
            days,
            month=words.month(until),
        )
    return ngettext(
        "%(num)s day with an entry in the last twelve months.",
        "%(num)s days with an entry in the last twelve months.",
        days,
    )


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
