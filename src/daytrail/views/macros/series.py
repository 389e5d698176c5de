"""Macro: all series and how far each is."""

from markupsafe import Markup

from daytrail.facts.series import series_numbers, t_minus
from daytrail.model.curriculum import Series
from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def series(context: PageContext) -> Markup:
    """Show all series: first and last number, missing days, goal and former names."""
    summaries = [(one, series_summary(context, one)) for one in context.journal.curriculum.series]
    return render("macros/series.html", context=context, summaries=summaries)


def series_summary(context: PageContext, series: Series) -> Markup:
    """Return how far a series is: first and last number, missing days, goal and former names."""
    counted = series_numbers(series, context.journal.entries)
    positions = context.facts.positions
    numbers = [number for entry in counted.entries if (number := positions[entry.path].number)]
    goal = series.counts_down_to
    return render(
        "parts/series_summary.html",
        context=context,
        series=series,
        percent=words.percent(counted.written, series.days) if series.days else 0,
        counted=counted,
        ends=(counted.entries[0], counted.entries[-1]) if counted.entries else (),
        numbers=f", {numbers[0]} to {numbers[-1]}" if numbers else "",
        empty=sum(entry.empty for entry in counted.entries),
        missing=_missing(counted.missing),
        t_minus=t_minus(goal, context.facts.today) if goal and goal >= context.facts.today else "",
    )


def _missing(runs: tuple[tuple[int, int], ...]) -> str:
    """Return runs of day numbers, as in `day 4` or `days 4, 7–9`; empty if there are none."""
    if not runs:
        return ""
    plural = len(runs) > 1 or runs[0][0] != runs[0][1]
    numbers = ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)
    return f"{'days' if plural else 'day'} {numbers}"
