"""Macro: strip of a year, with a column for each week and a cell for each day."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
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
    are fifty words each. Each shade is a quarter of the days with an entry. In the first year, it begins with the first
    entry's month.
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
    """Draw a strip of some days, or of all. Without a link for each day it takes a tenth of the size."""
    today = context.facts.today
    days = list(context.facts.activity.values()) if days is None else days
    grid = _grid(context, year, days)
    active = [day for day in days if grid.first <= day.day <= grid.last]
    measure = best_measure(active)
    level_of = levels(active, measure)
    return render(
        template,
        cells=list(_cells(context, grid, active, level_of)) if has_links else [],
        blank=grid.squares(day for day in grid.days if day not in level_of),
        levels=[] if has_links else list(_by_level(grid, level_of)),
        today=grid.position(today) if grid.first <= today <= grid.last else None,
        months=list(_months(context, grid, active if has_links else ())),
        weekdays=list(grid.weekdays()),
        width=grid.right,
        share=f"{min(1, grid.right / WIDTH):.4g}",
        left=LEFT - 4,
        height=HEIGHT,
        cell=CELL,
        total=_number_of_days(active) if has_sum else "",
        name=name_of_days(context, year, grid.last),
        measure=pgettext("measure of days", _NAMES[measure]),
        has_empty=any(day.empty for day in active),
        figures=list(_monthly_figures(active)),
    )


@dataclass(frozen=True, slots=True)
class _Grid:
    """Places of days, with a column for each week and a row for each day of the week."""

    first: date
    last: date
    first_weekday: int
    """0 if weeks begin on Monday."""

    @property
    def days(self) -> list[date]:
        """All days."""
        return [date.fromordinal(ordinal) for ordinal in range(self.first.toordinal(), self.last.toordinal() + 1)]

    @property
    def right(self) -> int:
        """The right edge of the last column."""
        return self.position(self.last)[0] + STEP

    def position(self, day: date) -> tuple[int, int]:
        """Return the left and the top of a day's cell."""
        offset = (self.first.weekday() - self.first_weekday) % 7
        column, row = divmod(day.toordinal() - self.first.toordinal() + offset, 7)
        return LEFT + column * STEP, TOP + row * STEP

    def squares(self, days: Iterable[date]) -> str:
        """Return the cells of days as the `d` of an SVG path."""
        return "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in map(self.position, days))

    def weekdays(self) -> Iterator[tuple[int, str]]:
        """Yield the baseline and the name of Monday, Wednesday and Friday: a name for each row would be too much."""
        for number in (0, 2, 4):
            row = (number - self.first_weekday) % 7
            yield TOP + row * STEP + 11, words.formatted(date(2024, 1, 1 + number), "ccc")


def _grid(context: PageContext, year: int | None, days: Iterable[ActiveDay]) -> _Grid:
    """Return the grid of a year, or of 53 weeks, that does not begin before the month of the first of some days."""
    first_weekday = 6 if context.journal.curriculum.week_starts == "sun" else 0
    dates, today = [day.day for day in days], context.facts.today
    until = last_shown_day(max((day for day in dates if day <= today), default=None), today)
    if year is not None:
        last = max([until, *(day for day in dates if day.year == year)]) if year == until.year else date(year, 12, 31)
        first_month = min(dates, default=last).replace(day=1)
        return _Grid(first_month if first_month.year == year else date(year, 1, 1), last, first_weekday)
    first_of_week = until.toordinal() - (until.weekday() - first_weekday) % 7
    first = max(first_of_week - 7 * (_WEEKS - 1), min([until, *dates]).replace(day=1).toordinal())
    return _Grid(date.fromordinal(first), until, first_weekday)


def _by_level(grid: _Grid, level_of: Mapping[date, int]) -> Iterator[tuple[int, str]]:
    for level in range(LEVELS + 1):
        yield level, grid.squares(day for day in level_of if level_of[day] == level)


def _cells(
    context: PageContext, grid: _Grid, days: Iterable[ActiveDay], level_of: Mapping[date, int]
) -> Iterator[tuple[int, int, int, str, str]]:
    """Yield the left, the top, the level, the link and the label of days."""
    for day in days:
        yield *grid.position(day.day), level_of[day.day], day_link(context, day), day_label(day)


def _months(context: PageContext, grid: _Grid, days: Iterable[ActiveDay]) -> Iterator[Month]:
    """Yield the months of a grid, with links to those of some days."""
    newest = {_month_of(day.day): day.entries[-1] for day in sorted(days, key=lambda day: day.day)}
    firsts = [day for day in grid.days if day.day == 1 or day == grid.first]
    lefts = [grid.position(day)[0] for day in firsts]
    latest = grid.right - _FINGER if _month_of(grid.last) in newest else grid.right
    edges = [LEFT, *(min(max(left, LEFT + _FINGER), latest) for left in lefts[1:]), grid.right]
    for day, x, left, end in zip(firsts, lefts, edges, edges[1:], strict=False):
        entry, name = newest.get(_month_of(day)), words.formatted(day, "LLL") if day.day == 1 else ""
        href = context.links.href(list_page_of(context, entry), _month_of(entry.date)) if entry else ""
        yield Month(x, name, left, end - left, href, words.month(day))


def _month_of(day: date) -> str:
    """Return the anchor of a month in the list of a year."""
    return f"{day:%Y-%m}"


def _number_of_days(days: Iterable[ActiveDay]) -> str:
    return ngettext("%(num)s day with an entry.", "%(num)s days with an entry.", sum(not day.empty for day in days))


def twelve_months(context: PageContext, until: date) -> str:
    """Return the heading of a picture of the twelve months to a day, or of the months since the first entry."""
    first = min(context.facts.activity, default=until)
    if first > until - timedelta(365):
        return _("Since %(month)s", month=words.month(first))
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
    return context.links.href(list_page_of(context, day.entries[-1]), day.entries[-1].date.isoformat())


def day_label(day: ActiveDay) -> str:
    """Return what a day with an entry says of itself, as in `5 February 2026, 1.5 h logged`."""
    label = [words.day(day.day)]
    if day.empty:
        label.append(_("an empty day"))
    elif len(day.entries) > 1 or not day.hours:
        label.append(ngettext("%(num)s entry", "%(num)s entries", len(day.entries)))
    return ", ".join([*label, words.logged_hours(day.hours)] if day.hours else label)


def _monthly_figures(days: Iterable[ActiveDay]) -> Iterator[tuple[str, int, int, float]]:
    """Yield the name, the days with content, the entries and the logged hours of each month that has an entry.

    Entries without content count, as in all other numbers of entries.
    """
    for month, of_month in groupby(days, key=lambda day: day.day.replace(day=1)):
        in_month = list(of_month)
        entries, hours = sum(len(day.entries) for day in in_month), sum(day.hours for day in in_month)
        yield words.month(month), sum(not day.empty for day in in_month), entries, hours
