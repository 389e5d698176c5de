"""Checks of the order of a plan's topics and readings."""

from collections.abc import Iterator

from daytrail.model.curriculum import Placed
from daytrail.problems import Problem
from daytrail.source.checks.plan_wording import listed, plan_problem
from daytrail.source.sources import Sources
from daytrail.union_find import UnionFind


def check_late_needs(sources: Sources) -> Iterator[Problem]:
    """Report a topic that begins before one that it needs."""
    topics = sources.plan.topics
    first_week = {topic.id: min(topic.weeks) for topic in topics if topic.weeks}
    for t, topic in enumerate(topics):
        for n, need in enumerate(topic.needs):
            if topic.id in first_week and need in first_week and first_week[topic.id] < first_week[need]:
                begins = f" begins in week {first_week[topic.id]}, but needs "
                later = f", which begins in week {first_week[need]}"
                yield plan_problem(sources, ("topics", t, "needs", n), "", topic.id, begins, need, later)


def check_repeated_readings(sources: Sources) -> Iterator[Problem]:
    """Report a reading that a later week has again without `re_read`."""
    week_paths = {week.week: key_path for key_path, week in sources.plan.weeks_by_key_path}
    readings: UnionFind[Placed] = UnionFind()
    for placed in sources.plan.items.values():
        if placed.kind == "reading" and placed.item.url_keys and not placed.item.dropped:
            readings.add(placed.item.url_keys, placed)
    for group in readings.groups():
        first, *others = group.sources
        repeated = [placed for placed in others if placed.week is not first.week and not placed.item.re_read]
        if repeated:
            sections = {placed.week.week: placed.item.section for placed in group.sources}
            weeks = [f"{number} ({section})" if section else str(number) for number, section in sections.items()]
            yield plan_problem(
                sources,
                (*week_paths[repeated[0].week.week], *repeated[0].key_path),
                "",
                first.item.label,
                f" is read in the weeks {listed(weeks)} without ",
                "re_read",
                hint="write `re_read: true` where it comes again on purpose",
            )
