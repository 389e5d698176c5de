"""Tables of a plan: a row a week, ranges of parts, papers and guides."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from daytrail.importers.plan.heading_marks import match_label
from daytrail.importers.text.markdown import find_links, is_valid_url, plain_text
from daytrail.importers.text.outline import Block
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.curriculum import Kind

NamedColumn = Literal["range", "week", "part", "link", "good_for", "author", "date", "hours"]
"""Roles of columns that are found by their names alone."""
ColumnRole = Literal[NamedColumn, Kind, "title", "goal", "milestone", ""]
"""What a column contains; empty if unknown."""
_COLUMN_NAMES: Mapping[NamedColumn, str] = {
    "range": rf"(?:{any_of('weeks')})(?: (?:{any_of('range_of_weeks')}))?",
    "week": rf"(?:{any_of('week', 'calendar_week')})(?: ?(?:#|{any_of('week_number', 'number_sign')}))?",
    "part": any_of("plan_columns.part"),
    "link": any_of("plan_columns.link"),
    "good_for": any_of("plan_columns.good_for"),
    "author": any_of("plan_columns.author"),
    "date": any_of("plan_columns.date"),
    "hours": any_of("plan_columns.hours"),
}


def column_roles(header: Sequence[str]) -> list[ColumnRole]:
    """Return what each column of a table contains, by its first row, which is in lower case."""
    roles: list[ColumnRole] = []
    for cell in header:
        name = re.sub(r"[*_`]", "", cell).strip()
        role: ColumnRole = next((role for role, names in _COLUMN_NAMES.items() if re.fullmatch(names, name)), "")
        if not role and "title" not in roles and re.fullmatch(any_of("title_column"), name):
            role = "title"
        if not role and (label := match_label(name)):
            role = label.label or ""
        roles.append(role)
    if "title" not in roles and ("week" in roles or "part" in roles):
        index = next((at for at, role in enumerate(roles) if role in ("concept", "") and header[at]), None)
        if index is not None:
            roles[index] = "title"
    return roles


def split_cell(cell: str) -> list[str]:
    """Split a cell into items at its line breaks, semicolons and bullets."""
    parts = re.split(r"<br\s*/?>|;\s|\s•\s|(?:^|\s)(?=- \[[ xX]\] )", cell)
    return [re.sub(r"^[-*•]\s+", "", part.strip()) for part in parts if part.strip(" -–—")]


def read_reference(
    row: Block, roles: Sequence[ColumnRole], weeks: set[int]
) -> tuple[Literal["papers", "guides"], dict[str, Any]] | None:
    """Read a table row with a link as a reference; return its list, and its fields as they are in curriculum.yaml."""
    cells = dict(zip(roles, row.cells, strict=False))
    title_index = next((index for index, role in enumerate(roles) if role in ("title", "reading")), 0)
    urls = [url for cell in row.cells for _, url in find_links(cell) if is_valid_url(url)]
    title = plain_text(row.cells[title_index]) if title_index < len(row.cells) else ""
    if not urls or not title:
        return None
    fields: dict[str, Any] = {"title": title, "url": urls[0]}
    others = [
        plain_text(cell)
        for index, cell in enumerate(row.cells)
        if index != title_index and roles[index : index + 1] not in (["link"], ["week"])
    ]
    description = "; ".join(words for words in others if words and words != urls[0])
    if not {"week", "author"} & set(cells):
        return "guides", fields | ({"good_for": description} if description else {})
    if description:
        fields["topic"] = description
    week = cells.get("week", "").strip()
    if week.isdecimal() and int(week) in weeks:
        fields["week"] = int(week)
    return "papers", fields
