"""Reference tables of a plan: papers, guides, the weeks of parts and the titles of weeks."""

import re
from collections.abc import Sequence
from typing import Any, Literal

from daytrail.importers.plan.columns import column_names, column_roles
from daytrail.importers.plan.draft import PlanDraft, StatedRange, WeekDraft
from daytrail.importers.plan.heading_marks import match_part, number_range
from daytrail.importers.plan.row_dates import find_date
from daytrail.importers.text.diagnostics import text_values
from daytrail.importers.text.markdown import find_links, is_valid_url, plain_text
from daytrail.importers.text.outline import Block
from daytrail.model.base import slug

_NUMBER_RANGE = re.compile(r"(?P<first>\d{1,3})(?:\s*\D{1,4}\s*(?P<last>\d{1,3}))?")


def read_references(plan: PlanDraft, rows: Sequence[Block]) -> None:
    """Read references, the weeks of parts, and the titles of weeks from tables."""
    weeks = {week.number: week for week in plan.weeks}
    part_index = 0
    header: Block | None = None
    names: list[str] = []
    for row in rows:
        if not row.header:
            header, names = row, column_names(row.cells)
            continue
        roles = column_roles(row.header)
        cells = dict(zip(roles, row.cells, strict=False))
        if reference := _read_reference(row, names, set(weeks)):
            (plan.papers if reference[0] == "papers" else plan.guides).append(reference[1])
            plan.ledger.add_text(row.line_numbers, *text_values(reference[1]))
        elif "part" in cells and (numbers := _NUMBER_RANGE.search(cells.get("range") or cells.get("week", ""))):
            mark = match_part(cells["part"], strict=False)
            name = mark.rest if mark and mark.rest else re.sub(r"\W", "", cells["part"])
            for part in plan.parts:
                part.title = name if mark and part.title == mark.marker.rstrip(" :.—–-") else part.title
            plan.stated_ranges.append(StatedRange(row.line, "the table", name, part_index, number_range(numbers)))
            part_index += 1
            numbers_and_name = (cells["part"], cells.get("range") or cells.get("week", ""))
            titles = " ".join(slug(part.title) for part in plan.parts)
            repeated = [cell for cell in row.cells if cell in numbers_and_name or slug(plain_text(cell)) in titles]
            plan.add_structure(row, *repeated)
        elif (
            roles[0] == "week"
            and (number := cells.get("week", "").strip(" *")).isdecimal()
            and (week := weeks.get(int(number)))
        ):
            _compare_titles(plan, row, week, number, plain_text(cells.get("title", "")))
        else:
            continue
        if header:
            plan.ledger.add_structure(header.line_numbers, " ".join(header.cells))
            header = None


def _compare_titles(plan: PlanDraft, row: Block, week: WeekDraft, number: str, title: str) -> None:
    """Report a table row that calls a week something else than its heading."""
    if title and not week.has_title:
        week.title = title
        plan.ledger.add_text(row.line_numbers, title)
        plan.ledger.add_structure(row.line_numbers, number)
    elif title and not slug(week.title).startswith(slug(title)):
        message = f"the table calls week {number} `{title}`, its heading `{week.title}`"
        plan.report(row.line, "week-title-mismatch", message)
    elif title:
        plan.ledger.add_structure(row.line_numbers, f"{number} {title}")


def _read_reference(
    row: Block, names: Sequence[str], weeks: set[int]
) -> tuple[Literal["papers", "guides"], dict[str, Any]] | None:
    """Read a table row with a link as a reference; return its list, and its fields as they are in curriculum.yaml."""
    roles = column_roles(row.header)
    titles = [index for index, role in enumerate(roles[: len(row.cells)]) if role in ("title", "reading")]
    title_index = next((index for index in titles if find_links(row.cells[index])), next(iter(titles), 0))
    title_cell = row.cells[title_index] if title_index < len(row.cells) else ""
    urls = [url for cell in (title_cell, *row.cells) for _, url in find_links(cell) if is_valid_url(url)]
    title = plain_text(title_cell)
    if not urls or not title:
        return None
    fields: dict[str, Any] = {"title": title, "url": urls[0]}
    descriptions = []
    for index, (role, name, cell) in enumerate(zip(roles, names, row.cells, strict=False)):
        words = plain_text(cell)
        if words and words != urls[0] and index != title_index and role not in ("link", "week"):
            descriptions.append(f"{name}: {words}" if find_date(words) else words)
    description = "; ".join(descriptions)
    if not {"week", "author"} & set(roles):
        return "guides", fields | ({"good_for": description} if description else {})
    if description:
        fields["topic"] = description
    week = row.cells[roles.index("week")].strip() if "week" in roles else ""
    if week.isdecimal() and int(week) in weeks:
        fields["week"] = int(week)
    return "papers", fields
