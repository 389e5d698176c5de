"""Checks of the weeks of a plan's parts."""

from collections.abc import Iterator
from itertools import pairwise

from daytrail.problems import Problem, Severity
from daytrail.source.checks.plan_wording import plan_problem, run_text, weeks_text
from daytrail.source.sources import Sources


def check_overlapping_parts(sources: Sources) -> Iterator[Problem]:
    """Report a part that overlaps with the one that reaches furthest among those that begin before it.

    It is an error if they share a week, else a warning.
    """
    parts = sources.plan.parts
    spans: list[tuple[int, int, int]] = []
    for index, part in enumerate(parts):
        if numbers := [*(week.week for week in part.weeks), *(part.range or ())]:
            spans.append((min(numbers), max(numbers), index))
    spans.sort()
    _, reach, other = spans[0] if spans else (0, 0, 0)
    for first, last, index in spans[1:]:
        if first <= reach:
            one, two = sorted((other, index))
            shared = {week.week for week in parts[one].weeks} & {week.week for week in parts[two].weeks}
            yield plan_problem(
                sources,
                ("parts", two, "range") if parts[two].range else ("parts", two),
                "the parts ",
                parts[one].id,
                " and ",
                parts[two].id,
                f" overlap in {run_text((first, min(last, reach)))}",
                hint="let each week stand in one part",
                severity=Severity.ERROR if shared else Severity.WARNING,
            )
        if last > reach:
            reach, other = last, index


def check_part_ranges(sources: Sources) -> Iterator[Problem]:
    """Report a part whose `range` does not begin and end with its weeks."""
    for index, part in enumerate(sources.plan.parts):
        numbers = sorted({week.week for week in part.weeks})
        if part.range and (not numbers or (numbers[0], numbers[-1]) != part.range):
            first, last = part.range
            actual = weeks_text(numbers) if numbers else "none"
            message = f" says that it spans {run_text((first, last))}, and holds {actual}"
            yield plan_problem(sources, ("parts", index, "range"), "the part ", part.id, message)


def check_missing_weeks(sources: Sources) -> Iterator[Problem]:
    """Report numbers between the first and the last week that no week has."""
    weeks = sorted(
        ((week.week, key_path) for key_path, week in sources.plan.weeks_by_key_path), key=lambda week: week[0]
    )
    for (before, _), (after, key_path) in pairwise(weeks):
        if after > before + 1:
            message = f"no part holds {run_text((before + 1, after - 1))}"
            yield plan_problem(sources, (*key_path, "week"), message)
