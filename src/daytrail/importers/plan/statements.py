"""Statements of tables and titles about a plan: references, the weeks of its parts, and contradictions."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from daytrail.importers.plan.columns import column_names, column_roles
from daytrail.importers.plan.dates import find_date
from daytrail.importers.plan.draft import PlanDraft, StatedRange
from daytrail.importers.plan.forms import Structure, week_rows
from daytrail.importers.plan.marks import Mark, find_duration, match_day, match_part, number_range, week_of_day
from daytrail.importers.text.dates import match_weekday
from daytrail.importers.text.diagnostics import text_values
from daytrail.importers.text.markdown import find_links, is_valid_url, plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.model.base import slug

_NUMBER_RANGE = re.compile(r"(?P<first>\d{1,3})(?:\s*\D{1,4}\s*(?P<last>\d{1,3}))?")
_ASIDE = re.compile(r"\(([^()]+)\)$")


def read_statements(plan: PlanDraft, rows: Sequence[Block]) -> None:
    """Read references and the weeks of parts from rows that are neither weeks nor items."""
    header: Block | None = None
    names: list[str] = []
    for row in rows:
        if not row.header:
            header, names = row, column_names(row.cells)
            continue
        cells = dict(zip(column_roles(row.header), row.cells, strict=False))
        numbers = _NUMBER_RANGE.search(cells.get("range") or cells.get("week", ""))
        if reference := _read_reference(plan, row, names):
            plan.add_text(row, *text_values(reference))
        elif "part" in cells and numbers:
            _read_part(plan, row, cells, number_range(numbers))
        else:
            continue
        if header:
            plan.add_structure(header, " ".join(header.cells))
            header = None


def _read_part(plan: PlanDraft, row: Block, cells: Mapping[str, str], weeks: tuple[int, int]) -> None:
    """Record the weeks of a part, and its title if its heading has only a number."""
    mark = match_part(cells["part"], strict=False)
    name = mark.rest if mark and mark.rest else re.sub(r"\W", "", cells["part"])
    for part in plan.parts:
        part.title = name if mark and part.title == mark.marker.rstrip(" :.—–-") else part.title
    index = sum(stated.source == "the table" for stated in plan.stated_ranges)
    plan.stated_ranges.append(StatedRange(row.line, "the table", name, index, weeks))
    titles = " ".join(slug(part.title) for part in plan.parts)
    known = (cells["part"], cells.get("range") or cells.get("week", ""))
    plan.add_structure(row, *(cell for cell in row.cells if cell in known or slug(plain_text(cell)) in titles))


def _read_reference(plan: PlanDraft, row: Block, names: Sequence[str]) -> dict[str, Any] | None:
    """Add a table row with a link to the papers or the guides; return its fields as they are in curriculum.yaml."""
    roles = column_roles(row.header)
    titles = [index for index, role in enumerate(roles[: len(row.cells)]) if role in ("title", "reading")]
    at = next((index for index in titles if find_links(row.cells[index])), next(iter(titles), 0))
    title = plain_text("".join(row.cells[at : at + 1]))
    urls = [url for cell in (row.cells[at : at + 1] + row.cells) for _, url in find_links(cell) if is_valid_url(url)]
    if not urls or not title:
        return None
    fields: dict[str, Any] = {"title": title, "url": urls[0]}
    others = [
        f"{name}: {words}" if find_date(words) else words
        for index, (role, name, words) in enumerate(zip(roles, names, map(plain_text, row.cells), strict=False))
        if words and words != urls[0] and index != at and role not in ("link", "week")
    ]
    is_paper = bool({"week", "author"} & set(roles))
    fields |= {"topic" if is_paper else "good_for": "; ".join(others)} if others else {}
    week = row.cells[roles.index("week")].strip() if "week" in roles else ""
    fields |= {"week": int(week)} if week.isdecimal() and int(week) in plan.weeks_by_number else {}
    (plan.papers if is_paper else plan.guides).append(fields)
    return fields


def report_week_numbers(plan: PlanDraft, structure: Structure) -> None:
    """Report numbers of weeks that occur twice where most occur once, and weeks of a table that have no section."""
    _report_repeated(plan, structure.blocks, structure.weeks)
    _report_missing_days(plan, structure)
    of_table = {at: mark for at, mark in week_rows(structure.blocks).items() if at not in structure.weeks}
    _report_repeated(plan, structure.blocks, of_table)
    for number, at in {mark.first: at for at, mark in reversed(of_table.items())}.items():
        if number not in plan.weeks_by_number and at not in structure.about_document:
            message = f"week {number} of this table has no section; it was left out"
            plan.report(structure.blocks[at].line, "week-without-section", message)


def _report_missing_days(plan: PlanDraft, structure: Structure) -> None:
    """Report days that are missing between two weeks whose days are counted on, as from day 14 to day 18."""
    last, week, is_first = 0, Mark("", ""), True
    for index, block in enumerate(structure.blocks if not structure.guess else ()):
        week, is_first = (structure.weeks[index], True) if index in structure.weeks else (week, is_first)
        if block.type in (BlockType.HEADING, BlockType.ITEM) and week.first and (day := match_day(block.text)):
            if is_first and last and day.first > last + 1 and week_of_day(day.first) != week.first:
                plan.doubt("missing-days", block.line)
            last, is_first = day.last, False


def _is_session(mark: Mark) -> bool:
    """Tell whether the title of a week names a day of it, as `Week 1: Knots (Monday)` does."""
    aside = _ASIDE.search(mark.rest)
    return match_day(mark.rest) is not None or (aside is not None and match_weekday(aside[1]) is not None)


def _report_repeated(plan: PlanDraft, blocks: Sequence[Block], weeks: Mapping[int, Mark]) -> None:
    """Report weeks that come twice, one right behind the other, where most come once and none has days of its own."""
    has_days = any({"date", "day"} & {*column_roles(blocks[at].header)} for at in weeks)
    has_days = has_days or any(map(_is_session, weeks.values()))
    share = 3 if any(blocks[at].cells for at in weeks) else 2
    marks = list({id(mark): (blocks[at].line, mark) for at, mark in weeks.items()}.values())  # one for several rows
    repeated = [
        (first, line, mark.first)
        for (first, above), (line, mark) in pairwise(marks)
        if (mark.first, mark.last) == (above.first, above.last) and mark.marker == above.marker
    ]
    if has_days or share * len(repeated) > len({mark.first for _, mark in marks}):
        return
    for first, line, number in repeated:
        if first != line:
            joined = "; both became one week" if number in plan.weeks_by_number else ""
            plan.report(line, "repeated-week", f"week {number} is on line {first} too{joined}")


def report_contradictions(plan: PlanDraft, end: int) -> None:
    """Report parts in other weeks than the source says, and milestones of unknown weeks; `end` is behind the last."""
    for milestone in plan.milestones:
        known = tuple(number for number in milestone.weeks if number in plan.weeks_by_number)
        if known != milestone.weeks:
            message = f"this milestone names {_weeks(milestone.weeks[0], milestone.weeks[-1])}; not all are in the plan"
            plan.report(milestone.line, "week-range-mismatch", message)
            milestone.weeks = known
    starts = sorted({part.weeks[0].number for part in plan.parts if part.weeks})
    for one in plan.parts:
        first, last = one.week_range or (0, 0)
        last = max(last, next(iter(starts[bisect_right(starts, last) :][:1]), end) - 1)
        if one.length and one.weeks and abs(last - first + 1 - find_duration(one.length)) >= 1:
            message = f"its title says that {one.title} takes {one.length}; it has {_weeks(first, last)}"
            plan.report(one.line, "week-range-mismatch", message)
    parts_by_name = {  # of several with a name, the first one
        name: part
        for part in reversed(plan.parts)
        for name in (slug(part.title), slug(part.key), slug(part.key).rpartition("-")[2])
        if name
    }
    ranges_by_source = Counter(stated.source for stated in plan.stated_ranges)
    for stated in plan.stated_ranges:
        part = parts_by_name.get(slug(stated.part))
        name = part.title if part else ""
        if not part and stated.index < len(plan.parts) == ranges_by_source[stated.source]:
            part = plan.parts[stated.index]  # the source states the weeks of all parts
            name = f"{part.title} (`{stated.part}` there)"
        offset = (part.week_offset or 0) if part else 0
        if part and part.week_range and part.week_range != (stated.weeks[0] + offset, stated.weeks[1] + offset):
            message = f"{stated.source} says {_weeks(*stated.weeks)} of {name}; it has {_weeks(*part.week_range)}"
            plan.report(stated.line, "week-range-mismatch", message)


def _weeks(first: int, last: int) -> str:
    return f"week {first}" if first == last else f"weeks {first} to {last}"
