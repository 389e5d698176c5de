"""The plan's dates as a calendar to subscribe to, by RFC 5545: https://www.rfc-editor.org/rfc/rfc5545.

An event's UID is made of what it is and of the number or id that the plan gives it, as in
`week-07@daytrail`: it stays where titles and dates change, and where the site moves. DTSTAMP
says when an event was last revised; a plan does not know that, and the clock would change the
file with every build, so it is the first day of the plan.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import urljoin

from daytrail.facts import Facts
from daytrail.facts.calendar import DateRange
from daytrail.model.journal import Journal
from daytrail.views import links
from daytrail.views.links import Links
from daytrail.views.words import milestone_title

PRODUCT = "-//Daytrail//Daytrail//EN"


@dataclass(frozen=True, slots=True)
class _Dated:
    """Something that takes whole days."""

    uid: str
    category: str
    summary: str
    span: DateRange
    """A week that a pause interrupts is one event: from its first day to its last, as the site shows it."""
    address: str
    """Of its page."""
    description: str = ""


def calendar_inputs(journal: Journal, facts: Facts) -> object:
    """Return all that the calendar is made from, for JSON; None where nothing has a date."""
    dated = [
        (one.uid, one.category, one.summary, str(one.span), one.address, one.description)
        for one in _dated(journal, facts)
    ]
    return [dated, journal.curriculum.title, str(journal.curriculum.start)] if dated else None


def calendar(journal: Journal, facts: Facts, site_url: str | None, *, flat: bool = False) -> str:
    """Return the weeks, the milestones and the T-0 of each countdown; empty where nothing has a date.

    Args:
        journal: What was written; only the plan matters.
        facts: What follows from it.
        site_url: The site's address, for links to its pages; without it there are none.
        flat: Whether pages are files.
    """
    dated = list(_dated(journal, facts))
    if not dated:
        return ""
    # Imported here: it takes longer than most builds need for all dates.
    from icalendar import Calendar, Event, vText

    made = Calendar()
    made.add("prodid", PRODUCT)
    made.add("version", "2.0")
    # Not of the standard, but all that read calendars know it; the library escapes only what it knows as text.
    made.add("x-wr-calname", vText(journal.curriculum.title))
    stamp = datetime.combine(journal.curriculum.start or min(one.span.first for one in dated), time(), UTC)
    for one in dated:
        event = Event()
        event.add("uid", one.uid)
        event.add("dtstamp", stamp)
        event.add("dtstart", one.span.first)
        if one.span.last < date.max:  # an event without an end takes the day that it starts on
            event.add("dtend", one.span.last + timedelta(days=1))
        event.add("summary", one.summary)
        if one.description:
            event.add("description", one.description)
        event.add("categories", [one.category])
        event.add("transp", "TRANSPARENT")  # nobody is busy for a whole week
        if site_url:
            event.add("url", urljoin(f"{site_url.rstrip('/')}/", Links("", flat).href(one.address)))
        made.add_component(event)
    return str(made.to_ical(), "utf-8")


def _dated(journal: Journal, facts: Facts) -> Iterator[_Dated]:
    plan = journal.curriculum
    for week in plan.weeks:
        if span := facts.week_dates.get(week.week):
            title = f"Week {week.week}: {week.title}"
            yield _Dated(f"week-{week.week:02d}@daytrail", "Week", title, span, links.week_address(week))
    for one in facts.milestones.values():
        if one.planned_dates:
            yield _Dated(
                f"milestone-{one.milestone.id}@daytrail",
                "Milestone",
                f"Milestone: {milestone_title(one.milestone)}",
                DateRange(one.planned_dates.last, one.planned_dates.last),
                links.milestone_address(one.milestone),
                one.milestone.text,
            )
    for series in plan.series:
        if day := series.counts_down_to:
            uid, summary = f"series-{series.id}@daytrail", f"T-0: {series.title}"
            yield _Dated(uid, "Countdown", summary, DateRange(day, day), links.series_address(series))
