"""Figures of a plan: its start, its hours a week and its hours in all."""

import re
from collections.abc import Iterable

from daytrail.importers.plan.draft import PlanDraft
from daytrail.importers.plan.row_dates import find_date, find_start
from daytrail.importers.plan.structure import DocumentStructure
from daytrail.importers.text.amounts import AMOUNT, AMOUNT_IN_TEXT, AMOUNT_WITHOUT_UNIT, HOUR, hours_of
from daytrail.importers.text.markdown import prose
from daytrail.importers.text.outline import BlockType
from daytrail.importers.text.vocabulary import any_of

_WEEK = rf"(?:{any_of('week')})"
_PER_WEEK = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\d.,]){AMOUNT_IN_TEXT}(?:\s+[^\W\d]+){{0,2}}?\s*(?:(?:/|{any_of('per')})\s*{_WEEK}|{any_of('weekly')})",
        rf"{HOUR}\s+(?:{any_of('per')})\s+{_WEEK}\W{{1,4}}{AMOUNT_WITHOUT_UNIT}",
        rf"\b(?:{any_of('weekly')})\b[^\d\n]{{0,30}}{AMOUNT}",
    )
]
_TOTAL = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\d.,]){AMOUNT}\s+(?:(?:{any_of('before_total')}) )?(?:{any_of('total')})",
        rf"(?:{any_of('total')})\W{{1,4}}{AMOUNT}(?!\s*(?:/|(?:{any_of('per')})\b))",
    )
]
_START = re.compile(rf"(?i)(?:{any_of('start')})(?:[^\w(]{{1,6}}(?:{any_of('after_start')}))*[^\w(]{{1,6}}(?=\w)")


def add_figures(plan: PlanDraft, structure: DocumentStructure) -> None:
    """Add the start by the dates of weeks, and hours and start from the text above the first part."""
    first = min([*structure.weeks, *structure.parts], default=len(structure.blocks))
    start_line = 0
    for index, block in enumerate(structure.blocks):
        is_above = index < first and block.type in (BlockType.TEXT, BlockType.ITEM)
        if not (is_above or block.type is BlockType.HEADING or (block.type is BlockType.TEXT and plan.row_hours)):
            continue
        text = prose(block.text)
        total = _find_hours(_TOTAL, text)
        if total and plan.row_hours not in (0, total):
            message = f"the rows have {plan.row_hours:g} hours in all, the text says {total:g}"
            plan.report(block.line, "hours-mismatch", message)
        elif total and is_above:
            plan.figures.setdefault("hours", total)
        if "hours_per_week" not in plan.figures and (hours := find_hours_per_week(text)):
            plan.figures["hours_per_week"] = hours
        if is_above and (label := _START.search(text)) and (start := find_date(text[label.end() :])):
            start_line = block.line
            plan.row_dates.insert(0, (min(plan.weeks_by_number, default=1), start.text, start_line))
    if 0 < plan.figures.get("hours", 0) <= plan.figures.get("hours_per_week", 0):
        del plan.figures["hours"]  # those of one of its weeks
    plan.figures |= find_start(plan, structure.blocks, first, start_line)


def find_hours_per_week(text: str) -> float:
    """Return the hours a week that a text states, as in `4-6 hours/week`; 0 if it states none."""
    return _find_hours(_PER_WEEK, text)


def _find_hours(patterns: Iterable[re.Pattern[str]], text: str) -> float:
    match = next((match for pattern in patterns if (match := pattern.search(text))), None)
    return round(hours_of(match)[0], 2) if match else 0
