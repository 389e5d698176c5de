"""Facts in plain sentences, the same on a page and in a terminal."""

from collections.abc import Iterator, Sequence
from datetime import date

from daytrail.facts import Facts
from daytrail.facts.ledger import Resource, Shelf
from daytrail.facts.next_week import DRIFT_DAYS
from daytrail.facts.pace import Finish, Pace
from daytrail.facts.replan import Keep, Replan
from daytrail.facts.streaks import RECENT_DAYS
from daytrail.model.curriculum import Curriculum
from daytrail.model.plan_totals import plan_totals
from daytrail.views import words

WAYS: dict[Keep, str] = {
    "date": "keep the date",
    "load": "keep the load",
    "drop-optional": "drop what is optional",
}
"""The ways to go on, as a reader says them."""


def sums_of(plan: Curriculum) -> str:
    """What a plan adds up to, as in `52 weeks, 524 items, 595.5 h against 520 h`."""
    found = plan_totals(plan)
    hours = words.hours(found.hours)
    shown = [
        words.count(found.weeks, "week"),
        words.count(found.items, "item"),
        hours if found.stated is None else f"{hours} against {words.hours(found.stated)}",
    ]
    if found.budget is not None and found.weeks_over_budget:
        shown.append(f"{words.count(found.weeks_over_budget, 'week')} over {words.hours(found.budget)}")
    if found.unestimated:
        one = "reading, practice or review"
        shown.append(f"{words.count(found.unestimated, one, 'readings, practices or reviews')} without an estimate")
    return ", ".join(shown)


def pace_of(facts: Facts) -> Iterator[str]:
    """Yield how the work stands against the plan, a sentence at a time; one that says why where nothing can be said."""
    found = facts.pace
    if found is None:
        missing = "no item has an estimate in hours" if facts.week_dates else "it has no start"
        yield f"The plan has no pace, because {missing}."
        return
    total = words.hours(found.total)
    if found.today <= found.first:
        yield f"The plan begins on {words.day(found.first)}. Of its {total}, {words.hours(found.done)} are done."
    else:
        planned = words.hours(found.planned)
        yield f"By {_yesterday(found)}, {planned} of {total} were planned, and {words.hours(found.done)} are done."
    yield _stand(found)
    if found.remaining > 0:
        yield _finish(found, found.finish)
    if found.unestimated:
        yield f"Items without an estimate, concepts included, are in none of these figures: {found.unestimated}."
    yield from drift_of(facts)


def ways_of(facts: Facts) -> Sequence[tuple[str, str, str]]:
    """Return the ways to go on, each with its last day and its hours a week, or with what stands in its way."""
    return [_way(way) for way in facts.replans]


def standing(one: Resource, today: date) -> str:
    """Since when something stands where it does, as in `in progress for 21 days`; empty where no entry says so."""
    if one.reading_since:
        days = (today - one.reading_since).days
        return f"in progress for {words.count(days, 'day')}" if days > 0 else "in progress since today"
    if one.finished:
        return f"{'read' if one.shelf is Shelf.READ else 'dropped'} on {words.day(one.finished)}"
    return f"last met on {words.day(one.last_met)}" if one.last_met else ""


def streaks_of(facts: Facts) -> Iterator[str]:
    """Yield how steady the log is, in words that scold nobody; nothing where there is no entry yet."""
    found = facts.streaks
    if not found.days:
        return
    yield f"Entries on {found.recent} of the last {RECENT_DAYS} days, on {words.count(found.days, 'day')} in all."
    if found.current > 1:
        yield f"{found.current} days in a row at present."
    if found.longest_dates and found.longest > 1:
        span = words.date_range(found.longest_dates)
        yield f"The longest run has {found.longest} days with an entry: {span}."


def days_ago(days: int) -> str:
    """As in `today`, `yesterday`, `3 days ago`, `in 2 days`."""
    if days in (0, 1):
        return ("today", "yesterday")[days]
    return f"{days} days ago" if days > 0 else "tomorrow" if days == -1 else f"in {-days} days"


def _yesterday(found: Pace) -> str:
    return "yesterday" if found.today <= found.last else f"{words.day(found.last)}, the last day of the plan"


def _stand(found: Pace) -> str:
    days = words.count(abs(found.days_ahead), "day")
    if found.remaining <= 0:
        ahead = f", {days} ahead of the plan" if found.days_ahead > 0 else ""
        return f"Everything with an estimate is done{ahead}."
    if found.days_ahead == 0:
        return "The work is where the plan wants it."
    where = f"where the plan is on {words.day(found.plan_date)}" if found.plan_date else "at the plan's beginning"
    return f"The work is {days} {'ahead' if found.days_ahead > 0 else 'behind'}: it stands {where}."


def _finish(found: Pace, finish: Finish | None) -> str:
    if finish is None:
        return "In the last four weeks nothing with an estimate was finished, which says nothing of the plan's end."
    rate = f"At the pace of the last four weeks, {words.hours(found.per_week)} a week on average, the rest is done"
    if finish.latest is None:
        return f"{rate} on {words.day(finish.earliest)} at the earliest; half of these weeks give no date."
    if finish.latest == finish.earliest:
        return f"{rate} on {words.day(finish.earliest)}."
    return f"{rate} between {words.day(finish.earliest)} and {words.day(finish.latest)}."


def drift_of(facts: Facts) -> Iterator[str]:
    """Yield the week that the calendar says, and the weeks that the last entries are really in."""
    drift = facts.drift
    numbers = [str(number) for number, _ in drift.weeks]
    calendar = f"The calendar is in week {drift.calendar}" if drift.calendar is not None else ""
    if not calendar and facts.week_dates:
        calendar = "The calendar is in no week of the plan"
    if numbers:
        which = f"week {numbers[0]}" if len(numbers) == 1 else f"the weeks {', '.join(numbers[:-1])} and {numbers[-1]}"
        entries = f"the entries of the last {DRIFT_DAYS} days touched {which}"
        yield f"{calendar}; {entries}." if calendar else f"{entries[0].upper()}{entries[1:]}."
    elif calendar:
        yield f"{calendar}; no entry of the last {DRIFT_DAYS} days touched any."


def _way(way: Replan) -> tuple[str, str, str]:
    name = WAYS[way.keep]
    if way.obstacle:
        return name, way.obstacle, ""
    finish = words.day(way.finish) if way.finish else ""
    return name, finish, f"{words.hours(round(way.hours_per_week, 1))} a week" if way.hours_per_week is not None else ""
