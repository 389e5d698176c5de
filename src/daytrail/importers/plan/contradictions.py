"""Contradictions between the weeks of a plan and what its titles, tables and maps say about them."""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import groupby, pairwise

from daytrail.importers.plan.draft import PartDraft, PlanDraft
from daytrail.importers.text.outline import BlockType, Outline
from daytrail.model.base import slug
from daytrail.problems import Problem

_SHARE_OF_FALLING = 5
"""One of so many weeks below a later one is no accident."""
_LONGEST_GOAL = 600
"""Characters of the goal of a part."""
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")


def report_contradictions(plan: PlanDraft) -> None:
    """Report parts in the weeks of others or in other weeks than the source says, and weeks that are nowhere."""
    for milestone in plan.milestones:
        known = tuple(number for number in milestone.weeks if number in plan.weeks_by_number)
        if known != milestone.weeks:
            message = f"this milestone names {_weeks(milestone.weeks[0], milestone.weeks[-1])}; not all are in the plan"
            plan.report(milestone.line, "week-range-mismatch", message)
            milestone.weeks = known
    parts_by_name = _parts_by_name(plan.parts)
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


def report_implausible(plan: PlanDraft, unparsed_lines: Iterable[Problem], ends_of_weeks: Iterable[int]) -> None:
    """Report results that a person would hardly have written: something may have been misunderstood."""
    weeks = list(plan.weeks_by_number.values())
    falling = [pair for pair in pairwise(weeks) if pair[1].number < pair[0].number and pair[0].line < pair[1].line]
    if len(falling) * _SHARE_OF_FALLING > len(weeks):
        above, below = falling[0]
        message = f"week {below.number} is below week {above.number}, and others too: these may be no numbers of weeks"
        plan.report(below.line, "falling-weeks", message)
    for part in plan.parts:
        if sum(map(len, part.goal)) > _LONGEST_GOAL:
            plan.doubt("long-goal", part.line)
    for week in weeks:
        names = [(kind, *map(item.get, ("text", "title", "section", "note"))) for kind, item in week.items]
        if len(set(names)) < len(names):
            plan.doubt("equal-items", week.line)
    left_over = {problem.location.line for problem in unparsed_lines if _ITEM.match(problem.message)}
    starts = {week.line for week in weeks}
    with_items = {week.line for week in weeks if week.items}
    ends = sorted({*starts, *ends_of_weeks, max(left_over, default=0) + 1})
    for line, end in pairwise(ends):
        if line in starts and line not in with_items and left_over.intersection(range(line + 1, end)):
            plan.doubt("empty-week", line)


def _weeks(first: int, last: int) -> str:
    return f"week {first}" if first == last else f"weeks {first} to {last}"


def _parts_by_name(parts: Iterable[PartDraft]) -> dict[str, PartDraft]:
    """Return the first part of each name, which may be its title, its key or the number in its key."""
    names: dict[str, PartDraft] = {}
    for part in parts:
        for name in (slug(part.title), slug(part.key), slug(part.key).rpartition("-")[2]):
            names.setdefault(name, part)
    names.pop("", None)
    return names


def report_short_rows(plan: PlanDraft, outline: Outline) -> None:
    """Report rows that lack cells in tables whose other rows are all complete: their cells may be shifted."""
    rows = [block for block in outline.blocks if block.type is BlockType.ROW]
    for header, table in groupby(rows, key=lambda row: row.header):
        last_cells = {row.line: row.cells[-1].strip() for row in table if row.cells}
        short = [line for line in last_cells if _count_cells(outline.lines[line - 1]) < len(header)]
        complete = sum(map(bool, last_cells.values()))
        if len(short) < complete == len(last_cells) - len(short):
            for line in short:
                plan.doubt("short-row", line)


def _count_cells(row: str) -> int:
    """Return how many cells are written in a row of a table."""
    cells = re.sub(r"`[^`]*`|\\\|", "", row).strip().removeprefix("|").removesuffix("|")
    return cells.count("|") + 1
