"""Small HTML elements that templates share, as filters: dates, states, links to entries."""

from collections.abc import Sequence
from datetime import date

from markupsafe import Markup

from daytrail.facts.progress import WorkDates
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.links import Links
from daytrail.views.sentences import days_ago


def time(day: date) -> Markup:
    """Return a date, as in `15 February 2026`."""
    return Markup('<time datetime="{}">{}</time>').format(day.isoformat(), words.day(day))


def short_time(day: date) -> Markup:
    """Return a date without its year, as in `15 Feb`."""
    return Markup('<time datetime="{}">{}</time>').format(day.isoformat(), words.short_day(day))


def ago(day: date, today: date) -> Markup:
    """Return a date as in `3 days ago`, which a script keeps up to date."""
    html = Markup('<time datetime="{}" title="{}" data-dt-ago>{}</time>')
    return html.format(day.isoformat(), words.day(day), days_ago((today - day).days))


def state(value: str) -> Markup:
    """Return a state with its mark, as in `● done`."""
    html = Markup('<span class="dt-state dt-state--{}"><span aria-hidden="true">{}</span> {}</span>')
    return html.format(value.replace(" ", "-"), words.MARKS[value], value)


def mark(value: str) -> Markup:
    """Return the mark of a state alone, with the state as its label."""
    html = Markup('<span class="dt-mark" role="img" aria-label="{0}" title="{0}">{1}</span>')
    return html.format(value, words.MARKS[value])


def entry_days(entries: Sequence[Entry], links: Links, limit: int = 4) -> Markup:
    """Return the dates of entries as links, and how many more than the limit there are."""
    link = Markup('<a href="{}">{}</a>')
    days = Markup(", ").join(link.format(links.to(entry), time(entry.date)) for entry in entries[:limit])
    return days + (f" and {len(entries) - limit} more" if len(entries) > limit else "")


def work_dates(dates: WorkDates) -> Markup:
    """Return a paragraph that says when something was touched and done; empty if it was never touched."""
    if not dates.first or not dates.last:
        return Markup("")
    if dates.first == dates.last:
        touched = Markup("Touched on {}").format(time(dates.first))
    else:
        touched = Markup("First touched {}, last touched {}").format(time(dates.first), time(dates.last))
    done = Markup(", done on {}").format(time(dates.done)) if dates.done else ""
    return Markup('<p class="dt-dates">{}{}</p>').format(touched, done)
