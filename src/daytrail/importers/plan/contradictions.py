"""Contradictions between the weeks of a plan and what its titles, tables and maps say about them."""

from collections import Counter
from itertools import pairwise

from daytrail.importers.plan.draft import PlanDraft
from daytrail.model.base import slug


def report_contradictions(plan: PlanDraft) -> None:
    """Report parts in the weeks of others or in other weeks than the source says, and weeks that are nowhere."""
    for milestone in plan.milestones:
        known = tuple(number for number in milestone.weeks if number in plan.weeks_by_number)
        if known != milestone.weeks:
            message = f"this milestone names {_weeks(milestone.weeks[0], milestone.weeks[-1])}; not all are in the plan"
            plan.report(milestone.line, "week-range-mismatch", message)
            milestone.weeks = known
    parts_by_name = {  # of several with a name, the first one
        name: part
        for part in reversed(plan.parts)
        for name in (slug(part.title), slug(part.key), slug(part.key).rpartition("-")[2])
        if name
    }
    ranges_by_source = Counter(stated.source for stated in plan.stated_ranges)
    for stated in plan.stated_ranges:
        part = parts_by_name.get(slug(stated.part))
        if not part and stated.index < len(plan.parts) == ranges_by_source[stated.source]:
            part = plan.parts[stated.index]  # the source states the weeks of all parts
        if not part or not part.week_range:
            continue
        first, last = (number + (part.week_offset or 0) for number in stated.weeks)
        if part.week_range != (first, last):
            weeks, part_weeks = _weeks(*stated.weeks), _weeks(*part.week_range)
            is_named = parts_by_name.get(slug(stated.part)) is part
            name = part.title if is_named else f"{part.title} (`{stated.part}` there)"
            message = f"{stated.source} says {weeks} of {name}; it has {part_weeks}"
            plan.report(stated.line, "week-range-mismatch", message)


def report_implausible(plan: PlanDraft) -> None:
    """Report results that a person would hardly have written: something may have been misunderstood."""
    weeks = list(plan.weeks_by_number.values())
    falling = [pair for pair in pairwise(weeks) if pair[1].number < pair[0].number and pair[0].line < pair[1].line]
    if 5 * len(falling) > len(weeks):  # fewer may be accidents
        above, below = falling[0]
        message = f"week {below.number} is below week {above.number}, and others too: these may be no numbers of weeks"
        plan.report(below.line, "falling-weeks", message)


def _weeks(first: int, last: int) -> str:
    return f"week {first}" if first == last else f"weeks {first} to {last}"
