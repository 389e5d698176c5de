"""Checks of the plan: what in it does not fit together, although each of its values is valid.

They look at no entries, so a plan can be checked before its first day.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from daytrail.model.curriculum import (
    ROUNDING,
    Placed,
    counted_items,
    exceeds,
    plan_totals,
    rounded_hours,
    unestimated,
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
    stated = sources.plan.hours
    totals = plan_totals(sources.plan)
    added = f"the items add up to {_sum(totals.hours, totals.allowed if stated is None else stated)}"
    allowed = f"{totals.weeks} weeks of {_hours(sources.plan.hours_per_week or 0)} are {_hours(totals.allowed or 0)}"
    if stated is not None and abs(totals.hours - stated) > ROUNDING:
        yield _problem(sources, ("hours",), f"{added}, where {_hours(stated)} are stated")
    if stated is not None and totals.allowed is not None and abs(totals.allowed - stated) > ROUNDING:
        yield _problem(sources, ("hours",), f"{_hours(stated)} are stated, where {allowed}")
    if stated is None and exceeds(totals.hours, totals.allowed):
        hint = "plan more weeks or more hours a week, or less to do"
        yield _problem(sources, ("hours_per_week",), f"{added}, where {allowed}", hint=hint)


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
            key_path = ("parts", two, "range") if parts[two].range else ("parts", two)
            overlap = f" overlap in {_runs((first, min(last, reach)))}"
            message = "the parts ", parts[one].id, " and ", parts[two].id, overlap
            severity = Severity.ERROR if shared else Severity.WARNING
            yield _problem(sources, key_path, *message, hint="let each week stand in one part", severity=severity)
        if last > reach:
            reach, other = last, index


def check_part_ranges(sources: Sources) -> Iterator[Problem]:
    """Report a part whose `range` does not begin and end with its weeks."""
    for index, part in enumerate(sources.plan.parts):
        numbers = sorted({week.week for week in part.weeks})
        if part.range and (not numbers or (numbers[0], numbers[-1]) != part.range):
            first, last = part.range
            actual = _weeks(numbers) if numbers else "none"
            message = f" says that it spans {_runs((first, last))}, and holds {actual}"
            yield _problem(sources, ("parts", index, "range"), "the part ", part.id, message)


def check_missing_weeks(sources: Sources) -> Iterator[Problem]:
    """Report numbers between the first and the last week that no week has."""
    weeks = sorted(sources.plan.weeks_by_key_path, key=lambda pair: pair[1].week)
    for (_, before), (key_path, after) in pairwise(weeks):
        if after.week > before.week + 1:
            yield _problem(sources, (*key_path, "week"), f"no part holds {_runs((before.week + 1, after.week - 1))}")


def check_late_needs(sources: Sources) -> Iterator[Problem]:
    """Report a topic that begins before one that it needs."""
    topics = sources.plan.topics
    first_week = {topic.id: min(topic.weeks) for topic in topics if topic.weeks}
    for t, topic in enumerate(topics):
        for n, need in enumerate(topic.needs):
            if topic.id in first_week and need in first_week and first_week[topic.id] < first_week[need]:
                begins = f" begins in week {first_week[topic.id]}, but needs "
                later = f", which begins in week {first_week[need]}"
                yield _problem(sources, ("topics", t, "needs", n), "", topic.id, begins, need, later)


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
            key_path = (*week_paths[repeated[0].week.week], *repeated[0].key_path)
            message = "", first.item.label, f" is read in the weeks {_list(weeks)} without ", "re_read"
            yield _problem(sources, key_path, *message, hint="write `re_read: true` where it comes again on purpose")


def check_weeks_without_milestone(sources: Sources) -> Iterator[Problem]:
    """Report weeks that neither a milestone nor one of their part covers."""
    plan = sources.plan
    covered_parts = {milestone.part for milestone in plan.milestones}
    covered = {number for milestone in plan.milestones for number in milestone.weeks}
    covered |= {week.week for part in plan.parts if part.id in covered_parts for week in part.weeks}
    for weeks, key_path in _runs_outside(sources, covered):
        yield _problem(sources, key_path, f"no milestone proves {weeks}")


def check_readings_without_link(sources: Sources) -> Iterator[Problem]:
    """Report readings without a URL, together for each week."""
    for key_path, week in sources.plan.weeks_by_key_path:
        items = [placed for placed in counted_items(week) if placed.kind == "reading" and not placed.item.url]
        yield from _lacking(sources, key_path, items, "link")


def check_items_without_estimate(sources: Sources) -> Iterator[Problem]:
    """Report readings, practice and review without hours, together for each week."""
    for key_path, week in sources.plan.weeks_by_key_path:
        yield from _lacking(sources, key_path, unestimated(sources.plan, week), "estimate")


def _lacking(sources: Sources, week_path: KeyPath, items: Sequence[Placed], what: str) -> Iterator[Problem]:
    if items:
        *parts, last = _quoted_list([placed.address for placed in items])
        message = f"{last} {'has' if len(items) == 1 else 'have'} no {what}"
        yield _problem(sources, (*week_path, *items[0].key_path), *parts, message)


def check_topics_without_week(sources: Sources) -> Iterator[Problem]:
    """Report topics that no week works on."""
    for t, topic in enumerate(sources.plan.topics):
        if not topic.weeks:
            yield _problem(sources, ("topics", t), "no week works on the topic ", topic.id)


def check_weeks_without_topic(sources: Sources) -> Iterator[Problem]:
    """Report weeks without a topic, if the plan has topics at all."""
    if sources.plan.topics:
        for weeks, key_path in _runs_outside(sources, {week for topic in sources.plan.topics for week in topic.weeks}):
            yield _problem(sources, key_path, f"no topic has {weeks}")


# -- wording --


def _problem(
    sources: Sources, key_path: KeyPath, *parts: str, hint: str = "", severity: Severity = Severity.WARNING
) -> Problem:
    """Return a problem of the plan. Every second part of its message is quoted from the plan."""
    message = "".join(quoted(part) if index % 2 else part for index, part in enumerate(parts))
    location = sources.plan_document.locate(key_path)
    return Problem(location, severity, message, hint, parts=parts, key_path=key_path)


def _hours(hours: float) -> str:
    """Return hours as in `2.5 h`."""
    return f"{hours:.2f}".rstrip("0").rstrip(".") + " h"


def _sum(hours: float, compared: float | None) -> str:
    """Return estimated hours of several items, exactly only where rounding would hide how they compare."""
    rounded = rounded_hours(hours)
    is_hidden = compared is not None and (rounded == compared or (rounded > compared) != (hours > compared))
    return _hours(hours if is_hidden else rounded)


def _weeks(numbers: Iterable[int]) -> str:
    """Return week numbers in their order, as in `week 5` or `the weeks 5–7 and 9`."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return _runs(*runs)


def _runs(*runs: tuple[int, int]) -> str:
    """Return runs of weeks, each given by its first and last number, as `_weeks` does."""
    shown = [str(first) if first == last else f"{first}–{last}" for first, last in runs]
    return f"week {shown[0]}" if len(runs) == 1 and runs[0][0] == runs[0][1] else f"the weeks {_list(shown)}"


def _list(names: Sequence[str]) -> str:
    """Return names as in `a, b and c`, cut if there are many."""
    shown = [*names] if len(names) <= _MAX_NAMES else [*names[: _MAX_NAMES - 1], f"{len(names) - _MAX_NAMES + 1} more"]
    return " and ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part)


def _quoted_list(names: Sequence[str]) -> list[str]:
    """Return names that are quoted from the plan as parts of a message, as in `a`, `b` and 2 more."""
    shown, more = names[:_MAX_NAMES], len(names) - _MAX_NAMES
    separators = ["", *(", " for _ in shown[1:])]
    if 1 < len(names) <= _MAX_NAMES:
        separators[-1] = " and "
    parts = [part for pair in zip(separators, shown, strict=True) for part in pair]
    return [*parts, f" and {more} more" if more > 0 else ""]


def _runs_outside(sources: Sources, known: Container[int]) -> Iterator[tuple[str, KeyPath]]:
    """Yield each run of weeks of the plan that are not known, as text, with the key path of the first one."""
    for is_known, run in groupby(sources.plan.weeks_by_key_path, key=lambda week: week[1].week in known):
        if not is_known:
            weeks = list(run)
            yield _weeks(week.week for _, week in weeks), weeks[0][0]
