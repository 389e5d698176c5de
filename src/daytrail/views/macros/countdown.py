"""Macro: days left to the goal of each series that counts down."""

from datetime import date

from markupsafe import Markup

from daytrail.facts.series import t_minus
from daytrail.views import words
from daytrail.views.lookup import unknown
from daytrail.views.page_context import PageContext
from daytrail.views.render import render, time


def countdown(context: PageContext, series: str | None = None) -> Markup:
    """Show the days left to the goal of each series that counts down, or of one."""
    today = context.facts.today
    countdowns = {
        one.id: (one, goal, t_minus(goal, today), _distance(goal, today))
        for one in context.journal.curriculum.series
        if (goal := one.counts_down_to)
    }
    if series is not None:
        if series not in countdowns:
            raise unknown("series that counts down", series, countdowns)
        countdowns = {series: countdowns[series]}
    return render("macros/countdown.html", context=context, countdowns=countdowns.values(), today=today)


def _distance(goal: date, today: date) -> Markup:
    days = (goal - today).days
    if days == 0:
        return Markup("today")
    return Markup("{} {} {}").format(words.count(abs(days), "day"), "to" if days > 0 else "since", time(goal))
