"""Weeks to work in: the next one, its open items, and those that recent entries worked on."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from daytrail.facts.progress import ItemProgress, Progress, State, WeekProgress
from daytrail.model.curriculum import Curriculum

DRIFT_DAYS = 14
"""Number of days up to today whose entries are recent."""


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


def recent_weeks(weeks: Iterable[WeekProgress], today: date) -> Mapping[int, int]:
    """Return how many entries of the last 14 days touched each week, by its number, without weeks of no such entry."""
    first = today - min(timedelta(DRIFT_DAYS - 1), today - date.min)
    counts = {week.week.week: sum(first <= entry.date <= today for entry in week.entries) for week in weeks}
    return {number: count for number, count in counts.items() if count}
