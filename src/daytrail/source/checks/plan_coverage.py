"""Checks for what a plan lacks: milestones, topics, links and estimates."""

from collections.abc import Iterator, Sequence

from daytrail.model.curriculum import Placed
from daytrail.model.plan_totals import counted_items, unestimated
from daytrail.problems import KeyPath, Problem
from daytrail.source.checks.plan_wording import listed_parts, plan_problem, runs_outside
from daytrail.source.sources import Sources


def check_weeks_without_milestone(sources: Sources) -> Iterator[Problem]:
    """Report weeks that neither a milestone nor one of their part covers."""
    plan = sources.plan
    covered_parts = {milestone.part for milestone in plan.milestones}
    covered = {number for milestone in plan.milestones for number in milestone.weeks}
    covered |= {week.week for part in plan.parts if part.id in covered_parts for week in part.weeks}
    for weeks, key_path in runs_outside(sources, covered):
        yield plan_problem(sources, key_path, f"no milestone proves {weeks}")


def check_readings_without_link(sources: Sources) -> Iterator[Problem]:
    """Report readings without a URL, together for each week."""
    for key_path, week in sources.plan.weeks_by_key_path:
        items = [placed for placed in counted_items(week) if placed.kind == "reading" and not placed.item.url]
        yield from _lacking(sources, key_path, items, "link")


def check_items_without_estimate(sources: Sources) -> Iterator[Problem]:
    """Report readings, practice and review without hours, together for each week."""
    for key_path, week in sources.plan.weeks_by_key_path:
        yield from _lacking(sources, key_path, unestimated(week), "estimate")


def _lacking(sources: Sources, week_path: KeyPath, items: Sequence[Placed], what: str) -> Iterator[Problem]:
    if items:
        *parts, last = listed_parts([placed.address for placed in items])
        message = f"{last} {'has' if len(items) == 1 else 'have'} no {what}"
        yield plan_problem(sources, (*week_path, *items[0].key_path), *parts, message)


def check_topics_without_week(sources: Sources) -> Iterator[Problem]:
    """Report topics that no week works on."""
    for t, topic in enumerate(sources.plan.topics):
        if not topic.weeks:
            yield plan_problem(sources, ("topics", t), "no week works on the topic ", topic.id)


def check_weeks_without_topic(sources: Sources) -> Iterator[Problem]:
    """Report weeks without a topic, if the plan has topics at all."""
    if sources.plan.topics:
        for weeks, key_path in runs_outside(sources, {week for topic in sources.plan.topics for week in topic.weeks}):
            yield plan_problem(sources, key_path, f"no topic has {weeks}")
