"""Facts in plain sentences, the same on a page and in a terminal."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.facts.activity import RECENT_DAYS, Streaks
from daytrail.facts.ledger import Resource, Shelf
from daytrail.facts.pace import Keep, Pace, Replan
from daytrail.facts.progress import DRIFT_DAYS, open_items
from daytrail.facts.series import SeriesStatus
from daytrail.model.curriculum import Curriculum, plan_totals
from daytrail.views import words
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext

_REPLANS: dict[Keep, str] = {
    "date": "keep the date",
    "load": "keep the load",
    "drop-optional": "drop what is optional",
}


def totals_of_plan(plan: Curriculum) -> str:
    """Return the totals of a plan, as in `52 weeks, 524 items, 595.5 h against 520 h`."""
    totals = plan_totals(plan)
    stated = totals.allowed if plan.hours is None else plan.hours
    hours = words.hours(totals.hours) + (f" against {words.hours(stated)}" if stated is not None else "")
    parts = [words.count(totals.weeks, "week"), words.count(totals.items, "item"), hours]
    if plan.hours_per_week is not None and totals.weeks_over_budget:
        parts.append(f"{words.count(totals.weeks_over_budget, 'week')} over {words.hours(plan.hours_per_week)}")
    if totals.unestimated:
        items = words.count(totals.unestimated, "reading, practice or review", "readings, practices or reviews")
        parts.append(f"{items} without an estimate")
    return ", ".join(parts)


def pace_sentences(facts: Facts) -> Iterator[str]:
    """Yield sentences that compare the work with the plan, or one that says why there is no pace."""
    pace = facts.pace
    if pace is None:
        missing = "no item has an estimate in hours" if facts.week_dates else "it has no start"
        yield f"The plan has no pace, because {missing}."
        return
    total, done = words.hours(pace.total), words.hours(pace.done)
    if pace.today <= pace.first:
        yield f"The plan begins on {words.day(pace.first)}. Of its {total}, {done} are done."
    else:
        until = "yesterday" if pace.today <= pace.last else f"{words.day(pace.last)}, the last day of the plan"
        yield f"By {until}, {words.hours(pace.planned)} of {total} were planned, and {done} are done."
    yield _days_ahead(pace)
    if pace.remaining > 0:
        yield _finish(pace)
    if pace.unestimated:
        yield f"Items without an estimate, concepts included, are in none of these figures: {pace.unestimated}."
    yield from drift_sentences(facts)


def _days_ahead(pace: Pace) -> str:
    days = words.count(abs(pace.days_ahead), "day")
    if pace.remaining <= 0:
        ahead = f", {days} ahead of the plan" if pace.days_ahead > 0 else ""
        return f"Everything with an estimate is done{ahead}."
    if pace.days_ahead == 0:
        return "The work is where the plan wants it."
    where = f"where the plan is on {words.day(pace.plan_date)}" if pace.plan_date else "at the plan's beginning"
    return f"The work is {days} {'ahead' if pace.days_ahead > 0 else 'behind'}: it stands {where}."


def _finish(pace: Pace) -> str:
    if pace.finish is None:
        return "In the last four weeks nothing with an estimate was finished, which says nothing of the plan's end."
    rate = f"At the pace of the last four weeks, {words.hours(pace.per_week)} a week on average, the rest is done"
    earliest, latest = words.day(pace.finish.earliest), pace.finish.latest
    if latest is None:
        return f"{rate} on {earliest} at the earliest; half of these weeks give no date."
    if latest == pace.finish.earliest:
        return f"{rate} on {earliest}."
    return f"{rate} between {earliest} and {words.day(latest)}."


def drift_sentences(facts: Facts) -> Iterator[str]:
    """Yield a sentence with the week of the calendar and the weeks that recent entries worked on."""
    numbers = [str(number) for number in facts.recent_weeks]
    calendar = f"The calendar is in week {facts.this_week}" if facts.this_week is not None else ""
    if not calendar and facts.week_dates:
        calendar = "The calendar is in no week of the plan"
    if numbers:
        which = f"week {numbers[0]}" if len(numbers) == 1 else f"the weeks {', '.join(numbers[:-1])} and {numbers[-1]}"
        entries = f"the entries of the last {DRIFT_DAYS} days touched {which}"
        yield f"{calendar}; {entries}." if calendar else f"{entries[0].upper()}{entries[1:]}."
    elif calendar:
        yield f"{calendar}; no entry of the last {DRIFT_DAYS} days touched any."


def left_behind(facts: Facts) -> str:
    """Return how many weeks before the week to work in have open items, and which. Empty if none has."""
    weeks = facts.weeks_left_behind
    if not weeks:
        return ""
    items = words.count(sum(len(open_items(week)) for week in weeks), "open item")
    numbers = words.runs(week.week.week for week in weeks)
    which, verb = ("Weeks", "have") if len(weeks) > 1 else ("Week", "has")
    return f"{which} {numbers} before it still {verb} {items}."


def replan_row(replan: Replan) -> tuple[str, str, str]:
    """Return a way to change the plan with its last day and its hours a week, or with the obstacle to it."""
    finish = words.day(replan.finish) if replan.finish else ""
    load = f"{words.hours(round(replan.hours_per_week, 1))} a week" if replan.hours_per_week is not None else ""
    return (_REPLANS[replan.keep], replan.obstacle, "") if replan.obstacle else (_REPLANS[replan.keep], finish, load)


def standing(resource: Resource, today: date) -> str:
    """Return since when a resource is on its shelf, as in `in progress for 21 days`. Empty if no entry says so."""
    if resource.reading_since:
        days = (today - resource.reading_since).days
        return f"in progress for {words.count(days, 'day')}" if days > 0 else "in progress since today"
    if resource.finished:
        return f"{'read' if resource.shelf is Shelf.READ else 'dropped'} on {words.day(resource.finished)}"
    return f"last met on {words.day(resource.last_met)}" if resource.last_met else ""


def streak_sentences(facts: Facts) -> Iterator[str]:
    """Yield sentences about how regular the entries are. Nothing if there is no entry."""
    streaks = facts.streaks
    if streaks.days:
        total = words.count(streaks.days, "day")
        yield f"Entries on {streaks.recent} of the last {RECENT_DAYS} days, on {total} in all."
    if streaks.current > 1:
        yield f"{streaks.current} days in a row at present."
    if streaks.longest_dates and streaks.longest > 1:
        dates = words.date_range(streaks.longest_dates)
        yield f"The longest run has {streaks.longest} days with an entry: {dates}."


def paused(facts: Facts) -> str:
    """Return since when nothing was written, as in `Paused since 31 May 2026, day 151.` Empty while entries come."""
    standing = facts.standing
    if not standing.rests or standing.newest is None:
        return ""
    number = facts.positions[standing.newest.path].number
    after = f", {number[0].lower()}{number[1:]}" if number.startswith("Day") else ""
    return f"Paused since {words.day(standing.newest.date)}{after}."


class HomeNumber(NamedTuple):
    """A number of the home page."""

    number: str
    note: str
    """Words below it."""
    goal: date | None = None
    """Day to which it counts down, so that a script goes on counting."""


def home_numbers(facts: Facts) -> Iterator[HomeNumber]:
    """Yield up to three numbers: the day of the leading series, how regular the entries are, the week of the plan."""
    standing, streaks = facts.standing, facts.streaks
    number = facts.positions[standing.newest.path].number if standing.newest else ""
    if number:
        yield _day_number(number, standing.series, streaks, facts.today)
    if standing.rests:
        yield HomeNumber(str(streaks.days), "days with an entry")
    elif streaks.days:
        yield HomeNumber(f"{streaks.recent} / {RECENT_DAYS}", "of the last four weeks")
    begins = min((dates.first for dates in facts.week_dates.values()), default=None)
    if standing.week is not None:
        yield HomeNumber(f"Week {standing.week}", _distance(facts))
    elif begins and facts.today < begins:
        yield HomeNumber(f"Week {next(iter(facts.week_dates))}", f"begins on {words.day(begins)}")


def _day_number(number: str, status: SeriesStatus | None, streaks: Streaks, today: date) -> HomeNumber:
    """Return the number of the newest entry, or of today if its series counts down."""
    goal = status.series.counts_down_to if status else None
    if status and goal:
        note = f"{status.series.title}, {'on ' if goal < today else ''}{words.day(goal)}"
        return HomeNumber("Ended", note) if goal < today else HomeNumber(status.number, note, goal)
    number, _, whole = number.partition("/")
    run = f"{streaks.current} days in a row" if streaks.current > 1 else ""
    best = f"best run {words.count(streaks.longest, 'day')}" if streaks.longest > 1 else ""
    return HomeNumber(number, ", ".join(filter(None, [f"of {whole}" if whole else "", run, best])))


def _distance(facts: Facts) -> str:
    """Return how far the work is from the calendar, as in `10 weeks behind the plan`."""
    standing, totals = facts.standing, facts.progress.totals
    if totals.items and totals.done == totals.items:
        return "the plan is finished"
    if standing.ended:
        return f"of {len(facts.progress.weeks)}; the plan ended on {words.day(standing.ended)}"
    if standing.weeks_behind is None:
        return f"of {words.count(len(facts.progress.weeks), 'week')}"
    if standing.weeks_behind == 0:
        return "as planned"
    weeks = words.count(abs(standing.weeks_behind), "week")
    return f"{weeks} {'behind' if standing.weeks_behind > 0 else 'ahead of'} the plan"


def days_ago(days: int) -> str:
    """Return a distance in days as in `today`, `yesterday`, `3 days ago`, `in 2 days`."""
    near = {0: _("today"), 1: _("yesterday"), -1: _("tomorrow")}
    if days in near:
        return near[days]
    if days > 0:
        return ngettext("%(num)s day ago", "%(num)s days ago", days)
    return ngettext("in %(num)s day", "in %(num)s days", -days)
