"""Macro: all series and how far each is."""

from markupsafe import Markup

from daytrail.facts.series import SeriesNumbers, series_numbers, t_minus
from daytrail.model.curriculum import Series
from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import render, time
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html, ngettext


def series(context: PageContext) -> Markup:
    """Show all series: first and last number, missing days, goal and former names."""
    summaries = [(one, series_summary(context, one)) for one in context.journal.curriculum.series]
    return render("macros/series.html", context=context, summaries=summaries)


def series_summary(context: PageContext, series: Series) -> Markup:
    """Return how far a series is: first and last number, missing days, goal and former names."""
    counted = series_numbers(series, context.journal.entries)
    goal = series.counts_down_to
    return render(
        "parts/series_summary.html",
        context=context,
        series=series,
        percent=words.percent(counted.written, series.days) if series.days else 0,
        written=_written(counted, series.days) if series.days else "",
        entries=_entries(context, counted),
        missing=_missing(counted.missing),
        t_minus=t_minus(goal, context.facts.today) if goal and goal >= context.facts.today else "",
    )


def _written(counted: SeriesNumbers, days: int) -> str:
    """Return how many days of a series are written, as in `40 of 100 days written, day 42 reached`."""
    written = ngettext(
        "%(written)s of %(num)s day written", "%(written)s of %(num)s days written", days, written=counted.written
    )
    if counted.last is None:
        return written
    return _("%(written)s, day %(number)s reached", written=written, number=counted.last)


def _entries(context: PageContext, counted: SeriesNumbers) -> Markup:
    """Return how many entries a series has, with its first and last date and number."""
    entries = counted.entries
    facts: list[str] = [ngettext("%(num)s entry", "%(num)s entries", len(entries))]
    if len(entries) > 1:
        first, last = time(entries[0].date), time(entries[-1].date)
        facts.append(gettext_html("%(first)s to %(last)s", first=first, last=last))
    elif entries:
        facts.append(time(entries[0].date))
    numbers = [
        words.entry_number(number) for entry in entries if (number := context.facts.positions[entry.path].entry_number)
    ]
    if len(numbers) > 1:
        facts.append(_("%(first)s to %(last)s", first=numbers[0], last=numbers[-1]))
    else:
        facts += numbers
    if empty := sum(entry.empty for entry in entries):
        facts.append(ngettext("%(num)s of them empty", "%(num)s of them empty", empty))
    return Markup("{}.").format(Markup(", ").join(facts))


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
