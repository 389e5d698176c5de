"""Calendar of the plan's dates to subscribe to, by RFC 5545: https://www.rfc-editor.org/rfc/rfc5545.

The UID of an event is made of the number or id that the plan gives it, as in `week-07@daytrail`. It stays the same
if titles, dates or the site's address change. DTSTAMP says when an event was last revised. A plan does not know
that, and the clock would change the file with every build, so it is the first day of the plan.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from daytrail.facts import Facts
from daytrail.facts.calendar import DateRange
from daytrail.gfm import plain_text
from daytrail.views.publication import Publication
from daytrail.views.titles import plain_title
from daytrail.views.translation import gettext as _
from daytrail.views.words import title_of


@dataclass(frozen=True, slots=True)
class _Event:
    uid: str
    category: str
    summary: str
    dates: DateRange
    """Whole days. A week that a pause interrupts is one event: from its first day to its last, as the site shows it."""
    address: str
    """URL path of its page."""
    description: str = ""


def calendar_inputs(facts: Facts, site: Publication) -> object:
    """Return all that the calendar is made from, for JSON; None if nothing has a date."""
    events = [repr(event) for event in _events(facts, site)]
    plan = facts.journal.curriculum
    return [events, plan.title, str(plan.start), site.url, site.flat] if events else None


def calendar(facts: Facts, site: Publication) -> str:
    """Return the weeks, the milestones and the last day of each countdown. Empty if nothing has a date.

    Without the site's URL, events have no links to their pages.
    """
    events = list(_events(facts, site))
    if not events:
        return ""
    # Imported here: it takes longer than most builds need for all dates.
    from icalendar import Calendar, Event, vText

    plan = facts.journal.curriculum
    result = Calendar()
    result.add("prodid", "-//Daytrail//Daytrail//EN")
    result.add("version", "2.0")
    # Not in the standard, but calendar programs know it. The library escapes only names that it knows as text.
    result.add("x-wr-calname", vText(plan.title))
    stamp = datetime.combine(plan.start or min(event.dates.first for event in events), time(), UTC)
    for event in events:
        component = Event()
        component.add("uid", event.uid)
        component.add("dtstamp", stamp)
        component.add("dtstart", event.dates.first)
        if event.dates.last < date.max:  # an event without an end takes the day that it starts on
            component.add("dtend", event.dates.last + timedelta(days=1))
        component.add("summary", event.summary)
        if event.description:
            component.add("description", event.description)
        component.add("categories", [event.category])
        component.add("transp", "TRANSPARENT")  # nobody is busy for a whole week
        if site.url:
            component.add("url", site.absolute(event.address))
        result.add_component(component)
    return str(result.to_ical(), "utf-8")


def _events(facts: Facts, site: Publication) -> Iterator[_Event]:
    plan, addresses = facts.journal.curriculum, site.addresses
    for week in plan.weeks:
        if dates := facts.week_dates.get(week.week):
            title = _("Week %(number)s: %(title)s", number=week.week, title=plain_title(week.title))
            yield _Event(f"week-{week.week:02d}@daytrail", _("Week"), title, dates, addresses.of(week))
    for progress in facts.milestones.values():
        if progress.planned_dates:
            milestone, due = progress.milestone, progress.planned_dates.last
            uid, title = (
                f"milestone-{milestone.id}@daytrail",
                _("Milestone: %(title)s", title=plain_title(title_of(milestone))),
            )
            address = addresses.of(milestone)
            yield _Event(uid, _("Milestone"), title, DateRange(due, due), address, plain_text(milestone.text))
    for series in plan.series:
        if end := series.counts_down_to:
            uid, title = (
                f"series-{series.id}@daytrail",
                _("%(number)s of %(series)s", number=_("Last day"), series=plain_title(series.title)),
            )
            yield _Event(uid, _("Countdown"), title, DateRange(end, end), addresses.of(series))
