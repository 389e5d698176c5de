"""Macro: all series and how far each is."""

from markupsafe import Markup

from daytrail.facts.calendar import DateRange
from daytrail.facts.series import SeriesNumbers, series_numbers
from daytrail.model.curriculum import Series
from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext


def series(context: PageContext, level: int = 2) -> Markup:
    """Show all series: first and last number, missing days, goal and former names; `level` is for the titles."""
    summaries = [(one, series_summary(context, one)) for one in context.journal.curriculum.series]
    return render("macros/series.html", context=context, summaries=summaries, level=level)


def _lead(context: PageContext, series: Series) -> str:
    """Return the sentence that says what a series with a goal is; empty if it has none."""
    if goal := series.counts_down_to:
        on = words.day(goal, context.facts.today.year)
        is_over = goal < context.facts.today
        return _("A countdown that ended on %(day)s.", day=on) if is_over else _("A countdown to %(day)s.", day=on)
    return ngettext("A series of %(num)s day.", "A series of %(num)s days.", series.days) if series.days else ""


def series_summary(context: PageContext, series: Series, feed: str = "") -> Markup:
    """Return what a series is and how far: goal, first and last number, missing days, former names and its feed."""
    counted = series_numbers(series, context.journal.entries)
    goal = series.counts_down_to
    return render(
        "parts/series_summary.html",
        context=context,
        series=series,
        feed=feed,
        lead=_lead(context, series),
        percent=words.percent(counted.written, series.days) if series.days else 0,
        written=ngettext(
            "%(written)s of %(num)s day written",
            "%(written)s of %(num)s days written",
            series.days,
            written=counted.written,
        )
        if series.days
        else "",
        entries=entries_of_series(counted, context.facts.today.year),
        missing=_missing(counted.missing),
        days_left=words.days((goal - context.facts.today).days) if goal and goal >= context.facts.today else "",
    )


def entries_of_series(counted: SeriesNumbers, own_year: int) -> str:
    """Return how many entries a series has, with its first and last date and number."""
    entries = counted.entries
    if not entries:
        return _("No entries yet.")
    facts = [ngettext("%(num)s entry", "%(num)s entries", len(entries))]
    facts.append(words.date_range(DateRange(entries[0].date, entries[-1].date), own_year))
    if counted.last is not None:
        first, last = min(entry.day.first for entry in entries if entry.day), counted.last
        numbers = str(first) if first == last else f"{first}–\u2060{last}"
        facts.append(ngettext("day %(numbers)s", "days %(numbers)s", 1 + last - first, numbers=numbers))
    if empty := sum(entry.empty for entry in entries):
        facts.append(ngettext("%(num)s of them empty", "%(num)s of them empty", empty))
    return f"{', '.join(facts)}."


def _missing(runs: tuple[tuple[int, int], ...]) -> str:
    """Return which day numbers have no entry, as in `Without an entry: days 4, 7–9.`; empty if all have one."""
    if not runs:
        return ""
    return ngettext(
        "Without an entry: day %(numbers)s.",
        "Without an entry: days %(numbers)s.",
        sum(1 + last - first for first, last in runs),
        numbers=", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs),
    )
