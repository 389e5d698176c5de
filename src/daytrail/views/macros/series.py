"""Series: how far each is, what its days are called, and how long until its goal."""

from markupsafe import Markup

from daytrail.facts.series import series_numbers, t_minus
from daytrail.model.series import Series
from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def series(context: PageContext) -> Markup:
    """All series: what each counts, how far it is, what is missing, and its last entry."""
    every = [(one, series_summary(context, one)) for one in context.journal.curriculum.series]
    return render("macros/series.html", context=context, every=every)


def series_summary(context: PageContext, one: Series) -> Markup:
    """How far a series is: its first and last number, of how many, what is missing, former names, the goal."""
    found = series_numbers(one, context.journal.entries)
    places = context.facts.positions
    numbers = [number for entry in found.entries if (number := places[entry.path].number)]
    goal = one.counts_down_to
    return render(
        "parts/series_summary.html",
        context=context,
        series=one,
        found=found,
        first=numbers[0] if numbers else "",
        last=numbers[-1] if numbers else "",
        percent=words.percent(found.written, one.days) if one.days else 0,
        missing=[str(first) if first == last else f"{first}–{last}" for first, last in found.missing],
        empty=sum(entry.empty for entry in found.entries),
        left=t_minus(goal, context.facts.today) if goal else "",
    )
