"""Macro: days left to the goal of each series that counts down."""

from datetime import date

from markupsafe import Markup

from daytrail.model.curriculum import Series
from daytrail.views import words
from daytrail.views.lookup import unknown
from daytrail.views.page_context import PageContext
from daytrail.views.render import render, time
from daytrail.views.titles import title_html
from daytrail.views.translation import gettext_html


def countdown(context: PageContext, series: str | None = None) -> Markup:
    """Show the days left to the goal of each series that counts down, or of one `series`."""
    today = context.facts.today
    countdowns = {
        one.id: (goal >= today, _sentence(context, one, goal))
        for one in context.journal.curriculum.series
        if (goal := one.counts_down_to)
    }
    if series is not None:
        if series not in countdowns:
            raise unknown("series that counts down", series, countdowns)
        countdowns = {series: countdowns[series]}
    return render("macros/countdown.html", context=context, countdowns=countdowns.values(), today=today)


def _sentence(context: PageContext, series: Series, goal: date) -> Markup:
    """Return how many days are left to the goal of a series, which a script goes on counting, or when it ended."""
    link = Markup('<a href="{}" dir="auto">{}</a>').format(context.links.to(series), title_html(series.title))
    days = (goal - context.facts.today).days
    if days < 0:
        return gettext_html("%(series)s ended on %(day)s.", series=link, day=time(goal))
    number = Markup('<span class="dt-countdown__number" data-dt-goal="{}">{}</span>').format(goal, words.days(days))
    return gettext_html("%(days)s to %(series)s, %(day)s", days=number, series=link, day=time(goal))
