"""Macro: habits, a row each."""

from collections.abc import Iterator
from datetime import timedelta
from math import ceil

from markupsafe import Markup

from daytrail.facts.activity import LEVELS, RECENT_DAYS
from daytrail.facts.habits import HabitCounts
from daytrail.views import words
from daytrail.views.macros.strip import CELL, STEP
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext


def habits(context: PageContext) -> Markup:
    """Show each habit of the plan: how often it was kept this week, and on which of the last 28 days."""
    counts = context.facts.habits
    if not counts:
        return render("parts/nothing.html", words=_("The plan has no habits."))
    rows = [(one.habit.title, words.habit_week(one), _days(one), list(_cells(one))) for one in counts]
    return render("macros/habits.html", rows=rows, width=RECENT_DAYS * STEP - (STEP - CELL), cell=CELL)


def _days(counts: HabitCounts) -> str:
    days = sum(level > 0 for _x, level, _label in _cells(counts))
    return ngettext(
        "on %(num)s of the last %(all)s days",
        "on %(num)s of the last %(all)s days",
        days,
        all=RECENT_DAYS,
    )


def _cells(counts: HabitCounts) -> Iterator[tuple[int, int, str]]:
    """Yield the left, the level and the label of the cell of each day."""
    past = range(min(RECENT_DAYS, counts.today.toordinal()) - 1, -1, -1)
    days = [counts.today - timedelta(days=number) for number in past]
    most = max([1, *(counts.days.get(day, 0) for day in days)])
    for number, day in enumerate(days):
        count = counts.days.get(day, 0)
        yield number * STEP, ceil(LEVELS * count / most), f"{words.day(day)}: {count}"
