"""Checks of the plan: what in it does not fit together, although each of its values is valid.

They look at no entries, so a plan can be checked before its first day.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from daytrail.model.curriculum import (
    ROUNDING,
    Placed,
    counted_items,
    exceeds,
    plan_totals,
    rounded_hours,
    week_hours,
)
from daytrail.problems import KeyPath, Problem, Severity, quoted, warning
from daytrail.source.sources import Sources
from daytrail.union_find import UnionFind

_MAX_NAMES = 6
"""Maximum number of names in a message, which counts the rest."""


def check_plan_start(sources: Sources) -> Iterator[Problem]:
    """Report a plan that does not start on a Monday."""
    start = sources.plan.start
    if start and start.weekday() != 0:
        message = f"{start} is a {start:%A}; weeks of the plan begin on a Monday"
        yield warning(sources.plan_document.locate(("start",)), message, "write the Monday of the first week")


def check_total_hours(sources: Sources) -> Iterator[Problem]:
    """Report hours of all items that differ from those that the plan states, or are more than its weeks allow."""
    stated, totals = sources.plan.hours, plan_totals(sources.plan)
    items = f"the items add up to {_sum(totals.hours, totals.allowed if stated is None else stated)}"
    weeks = (
        f"where {totals.weeks} weeks of {_hours(sources.plan.hours_per_week or 0)} are {_hours(totals.allowed or 0)}"
    )
    if stated is not None and abs(totals.hours - stated) > ROUNDING:
        yield _problem(sources, ("hours",), f"{items}, where {_hours(stated)} are stated")
    if stated is not None and totals.allowed is not None and abs(totals.allowed - stated) > ROUNDING:
        yield _problem(sources, ("hours",), f"{_hours(stated)} are stated, {weeks}")
    if stated is None and exceeds(totals.hours, totals.allowed):
        hint = "plan more weeks or more hours a week, or less to do"
        yield _problem(sources, ("hours_per_week",), f"{items}, {weeks}", hint)


def check_weekly_hours(sources: Sources) -> Iterator[Problem]:
    """Report weeks with more hours than a week has."""
    budget = sources.plan.hours_per_week
    for key_path, week in sources.plan.weeks_by_key_path:
        if budget is not None and exceeds(hours := week_hours(sources.plan, week), budget):
            message = f"week {week.week} takes {_sum(hours, budget)}, more than the {_hours(budget)} of a week"
            yield _problem(sources, key_path, message)


def check_overlapping_parts(sources: Sources) -> Iterator[Problem]:
    """Report a part that overlaps with the one that reaches furthest among those that begin before it.

    It is an error if they share a week, else a warning.
    """
    parts = sources.plan.parts
    weeks = [[*(week.week for week in part.weeks), *(part.range or ())] for part in parts]
    spans = sorted((min(numbers), max(numbers), index) for index, numbers in enumerate(weeks) if numbers)
    _, reach, other = spans[0] if spans else (0, 0, 0)
    for first, last, index in spans[1:]:
        if first <= reach:
            one, two = sorted((other, index))
            shared = {week.week for week in parts[one].weeks} & {week.week for week in parts[two].weeks}
            names = f"{quoted(parts[one].id)} and {quoted(parts[two].id)}"
            message = f"the parts {names} overlap in {_span(first, min(last, reach))}"
            key_path = ("parts", two, "range") if parts[two].range else ("parts", two)
            severity = Severity.ERROR if shared else Severity.WARNING
            yield _problem(sources, key_path, message, "let each week stand in one part", severity)
        if last > reach:
            reach, other = last, index


def check_part_ranges(sources: Sources) -> Iterator[Problem]:
    """Report a part whose `range` does not begin and end with its weeks."""
    for index, part in enumerate(sources.plan.parts):
        numbers = sorted({week.week for week in part.weeks})
        if part.range and (not numbers or (numbers[0], numbers[-1]) != part.range):
            holds = _weeks(numbers) if numbers else "none"
            message = f"the part {quoted(part.id)} says that it spans {_span(*part.range)}, and holds {holds}"
            yield _problem(sources, ("parts", index, "range"), message)


def check_late_needs(sources: Sources) -> Iterator[Problem]:
    """Report a topic that begins before one that it needs."""
    topics = sources.plan.topics
    first_week = {topic.id: min(topic.weeks) for topic in topics if topic.weeks}
    for t, topic in enumerate(topics):
        for n, need in enumerate(topic.needs):
            if topic.id in first_week and need in first_week and first_week[topic.id] < first_week[need]:
                begins = f"{quoted(topic.id)} begins in week {first_week[topic.id]}"
                message = f"{begins}, but needs {quoted(need)}, which begins in week {first_week[need]}"
                yield _problem(sources, ("topics", t, "needs", n), message)


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
            message = f"{quoted(first.item.label)} is read in the weeks {_listed(weeks)} without `re_read`"
            key_path = (*week_paths[repeated[0].week.week], *repeated[0].key_path)
            yield _problem(sources, key_path, message, "write `re_read: true` where it comes again on purpose")


def check_weeks_without_milestone(sources: Sources) -> Iterator[Problem]:
    """Report weeks that neither a milestone nor one of their part covers."""
    plan = sources.plan
    covered_parts = {milestone.part for milestone in plan.milestones}
    covered = {number for milestone in plan.milestones for number in milestone.weeks}
    covered |= {week.week for part in plan.parts if part.id in covered_parts for week in part.weeks}
    for is_covered, run in groupby(plan.weeks_by_key_path, key=lambda week: week[1].week in covered):
        if not is_covered:
            weeks = list(run)
            yield _problem(sources, weeks[0][0], f"no milestone proves {_weeks(week.week for _, week in weeks)}")


def check_readings_without_link(sources: Sources) -> Iterator[Problem]:
    """Report readings without a URL, together for each week."""
    for key_path, week in sources.plan.weeks_by_key_path:
        items = [placed for placed in counted_items(week) if placed.kind == "reading" and not placed.item.url]
        if items:
            yield _problem(sources, (*key_path, *items[0].key_path), f"no link for {_addresses(items)}")


def _problem(
    sources: Sources, key_path: KeyPath, message: str, hint: str = "", severity: Severity = Severity.WARNING
) -> Problem:
    return Problem(sources.plan_document.locate(key_path), severity, message, hint, key_path=key_path)


def _sum(hours: float, compared: float | None) -> str:
    """Return estimated hours of several items, exactly only where rounding would hide how they compare."""
    rounded = rounded_hours(hours)
    is_hidden = compared is not None and (rounded == compared or (rounded > compared) != (hours > compared))
    return _hours(hours if is_hidden else rounded)


def _hours(hours: float) -> str:
    return f"{hours:.2f}".rstrip("0").rstrip(".") + " h"


def _listed(texts: Sequence[str]) -> str:
    """Return texts as in `a, b and c`, cut if there are many."""
    more = [f"{len(texts) - _MAX_NAMES} more"] if len(texts) > _MAX_NAMES else []
    *texts, last = [*texts[:_MAX_NAMES], *more]
    return f"{', '.join(texts)} and {last}" if texts else last


def _addresses(items: Sequence[Placed]) -> str:
    return _listed([quoted(placed.address) for placed in items])


def _weeks(numbers: Iterable[int]) -> str:
    """Return weeks, given in their order, as in `week 5` or `the weeks 5–7 and 9`."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    if len(runs) == 1:
        return _span(*runs[0])
    return f"the weeks {_listed([str(first) if first == last else f'{first}–{last}' for first, last in runs])}"


def _span(first: int, last: int) -> str:
    return f"week {first}" if first == last else f"the weeks {first}–{last}"
