"""Figures of a plan: its start, its hours a week and its hours in all."""

import re
from datetime import date

from daytrail.importers.plan.draft import PlanDraft
from daytrail.importers.plan.row_dates import find_start
from daytrail.importers.plan.structure import DocumentStructure
from daytrail.importers.text.dates import WrittenDate, match_date, match_date_range
from daytrail.importers.text.markdown import prose
from daytrail.importers.text.outline import BlockType
from daytrail.importers.text.vocabulary import any_of

_HOURS = rf"(?:(\d{{1,3}})\s*[-–]\s*)?(\d{{1,3}}(?:[.,]\d)?)\s*(?:h|{any_of('hours', 'short_hours')})\.?"
_PER_WEEK = re.compile(
    rf"{_HOURS}\s*(?:(?:/|{any_of('per')})\s*(?:{any_of('week')})|{any_of('weekly')})"
    rf"|(?:{any_of('hours')})\s+(?:{any_of('per')})\s+(?:{any_of('week')})\W{{1,4}}(\d{{1,3}}(?:[.,]\d)?)",
    re.IGNORECASE,
)
_WEEKLY = re.compile(rf"\b(?:{any_of('weekly')})\b[^\d\n]{{0,30}}{_HOURS}", re.IGNORECASE)
_TOTAL = re.compile(
    rf"(\d{{2,5}})\s*(?:h|{any_of('hours')})\s+(?:(?:{any_of('before_total')}) )?(?:{any_of('total')})"
    rf"|(?:{any_of('total')})\W{{1,4}}(\d{{1,5}})\s*(?:h|{any_of('hours')})\b(?:\s*(\d{{1,2}})\s*m)?",
    re.IGNORECASE,
)
_START = re.compile(rf"(?:{any_of('start')})(?:\s+(?:{any_of('after_start')}))*[^\w(]{{1,6}}", re.IGNORECASE)
_DATES = re.compile(rf"\W*(?:{any_of('plan_columns.date', 'plan_columns.duration')})\W*:\W*", re.IGNORECASE)


def add_figures(plan: PlanDraft, structure: DocumentStructure) -> None:
    """Add the start by the dates of weeks, and hours and start from the text above the first part."""
    plan.figures |= find_start(plan)
    first = min([*structure.weeks, *structure.parts], default=len(structure.blocks))
    for index, block in enumerate(structure.blocks):
        is_above = index < first and block.type in (BlockType.TEXT, BlockType.ITEM)
        if not (is_above or block.type is BlockType.HEADING or (block.type is BlockType.TEXT and plan.row_hours)):
            continue
        text = prose(block.text)
        total = _TOTAL.search(text)
        hours = round(float(total[1] or total[2]) + float(total[3] or 0) / 60, 2) if total else 0
        if total and plan.row_hours not in (0, hours):
            message = f"the rows have {plan.row_hours:g} hours in all, the text says {hours:g}"
            plan.report(block.line, "hours-mismatch", message)
        elif total and is_above:
            plan.figures.setdefault("hours", hours)
        match = _PER_WEEK.search(text) or _WEEKLY.search(text)
        if match and "hours_per_week" not in plan.figures:
            high = float((match[2] or match[3]).replace(",", "."))
            plan.figures["hours_per_week"] = (float(match[1] or high) + high) / 2
        if is_above:
            _add_start(plan, block.line, text)


def _add_start(plan: PlanDraft, line: int, text: str) -> None:
    """Take the date behind a word such as `Start:`, or the first one behind `Dates:`, if it is a Monday."""
    label = _START.search(text)
    written = match_date(text, label.end()) if label else _first_of_range(text)
    day: date | None = written[0].resolve(written[0].year, "mdy") if written and written[0].year else None
    if day and day.weekday() == 0:
        plan.figures["start"] = day
    elif day:
        message = f"{day} is a {day:%A}; a plan starts on a Monday, so `start` was left out"
        plan.report(line, "start-is-no-monday", message)
    elif written:
        plan.report(line, "unknown-start", f"`{written[0].text}` has no year, so the plan has no `start`")


def _first_of_range(text: str) -> tuple[WrittenDate, int] | None:
    """Return the first date of a line such as `Dates: June 22 - August 7, 2026`, and its end."""
    label = _DATES.match(text)
    written = match_date_range(text, label.end()) if label else None
    return written if written and written[0].is_range else None
