"""Checks of a plan's hours."""

from collections.abc import Iterator

from daytrail.model.plan_totals import ROUNDING, exceeds, plan_totals, week_hours
from daytrail.problems import Problem
from daytrail.source.checks.plan_wording import hours_text, plan_problem
from daytrail.source.sources import Sources


def check_total_hours(sources: Sources) -> Iterator[Problem]:
    """Report hours of all items that differ from those that the plan states, or are more than its weeks allow."""
    stated = sources.plan.hours
    totals = plan_totals(sources.plan)
    added = f"the items add up to {hours_text(totals.hours)}"
    allowed = f"{totals.weeks} weeks of {hours_text(totals.budget or 0)} are {hours_text(totals.allowed or 0)}"
    if stated is not None and abs(totals.hours - stated) > ROUNDING:
        yield plan_problem(sources, ("hours",), f"{added}, where {hours_text(stated)} are stated")
    if stated is not None and totals.allowed is not None and abs(totals.allowed - stated) > ROUNDING:
        yield plan_problem(sources, ("hours",), f"{hours_text(stated)} are stated, where {allowed}")
    if stated is None and exceeds(totals.hours, totals.allowed):
        hint = "plan more weeks or more hours a week, or less to do"
        yield plan_problem(sources, ("hours_per_week",), f"{added}, where {allowed}", hint=hint)


def check_weekly_hours(sources: Sources) -> Iterator[Problem]:
    """Report weeks with more hours than a week has."""
    budget = sources.plan.hours_per_week
    for key_path, week in sources.plan.weeks_by_key_path:
        if budget is not None and exceeds(hours := week_hours(week), budget):
            more = f"{hours_text(hours - budget)} more than the {hours_text(budget)} of a week"
            yield plan_problem(sources, key_path, f"week {week.week} takes {hours_text(hours)}, {more}")
