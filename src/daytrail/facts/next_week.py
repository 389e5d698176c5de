"""Weeks to work in: the next one, its open items, and the weeks that recent entries worked on instead."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from daytrail.facts.progress import ItemProgress, Progress, State, WeekProgress
from daytrail.model.curriculum import Curriculum


def next_week(weeks: Mapping[int, WeekProgress], this_week: int | None) -> WeekProgress | None:
    """Return the week to work in: this week if it has open items, else the first week that has."""
    in_order = sorted(weeks.values(), key=lambda week: week.week.week != this_week)
    return next((week for week in in_order if open_items(week)), None)


def next_unblocked_week(plan: Curriculum, progress: Progress, this_week: int | None) -> WeekProgress | None:
    """Return the week to work in among those whose topics have all their needs done.

    If all weeks are blocked, return the same as `next_week`.
    """
    done = {topic for topic, state in progress.topics.items() if state is State.DONE}
    blocked = {number for topic in plan.topics if not done.issuperset(topic.needs) for number in topic.weeks}
    unblocked = {number: week for number, week in progress.weeks.items() if number not in blocked}
    return next_week(unblocked, this_week) or next_week(progress.weeks, this_week)


def open_items(week: WeekProgress) -> tuple[ItemProgress, ...]:
    """Return the items of a week that are neither done nor dropped. If one choice is done, no other choice is open."""
    chosen = any(item.placed.kind == "choice" and item.state is State.DONE for item in week.items)
    return tuple(
        item
        for item in week.items
        if item.state not in (State.DONE, State.DROPPED) and not (chosen and item.placed.kind == "choice")
    )


DRIFT_DAYS = 14
"""Number of days up to today whose entries are recent."""


@dataclass(frozen=True, slots=True)
class Drift:
    """Comparison of the calendar's week with the weeks that recent entries touched."""

    calendar: int | None
    """Number of the week that today falls in. None before and after the plan and in pauses."""
    weeks: tuple[tuple[int, int], ...]
    """Number of each week that recent entries touched, with the number of those entries, in the order of the plan."""


def drift(weeks: Iterable[WeekProgress], this_week: int | None, today: date) -> Drift:
    """Return the drift as of today. Entries after today do not count."""
    first = today - min(timedelta(DRIFT_DAYS - 1), today - date.min)
    counts = [(week.week.week, sum(first <= entry.date <= today for entry in week.entries)) for week in weeks]
    return Drift(this_week, tuple((number, count) for number, count in counts if count))
