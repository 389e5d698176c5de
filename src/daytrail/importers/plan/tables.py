"""Tables of a plan: rows that are weeks, days or items, and reference tables of papers and guides."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from daytrail.importers.plan.heading_marks import match_label
from daytrail.importers.text.dates import match_date
from daytrail.importers.text.item_text import LINK, ItemText, read_item, with_absolute_links
from daytrail.importers.text.markdown import find_links, is_valid_url, plain_text
from daytrail.importers.text.outline import Block
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.curriculum import Kind

NamedColumn = Literal[
    "range", "week", "day", "part", "link", "good_for", "author", "date", "hours", "duration", "effort", "status"
]
"""Roles of columns that are found by their names alone."""
ColumnRole = Literal[NamedColumn, Kind, "title", "goal", "milestone", ""]
"""What a column contains; empty if unknown."""
_COLUMN_NAMES: Mapping[NamedColumn, str] = {
    "range": rf"(?:{any_of('weeks')})(?: (?:{any_of('range_of_weeks')}))?",
    "week": rf"(?:{any_of('week', 'calendar_week')})(?: ?(?:#|{any_of('week_number', 'number_sign')}))?",
    "day": rf"(?:{any_of('days')})(?: ?(?:#|{any_of('week_number', 'number_sign')}))?",
    **{
        name: any_of(f"plan_columns.{name}")
        for name in ("part", "link", "good_for", "author", "date", "duration", "effort", "hours", "status")
    },
}
_EMPTY_CELL = re.compile(rf"\W*(?:{any_of('empty_cell')})?\W*", re.IGNORECASE)
_HOURS_CELL = re.compile(rf"\W*(\d{{1,3}}(?:[.,]\d{{1,2}})?)\s*(?:h|{any_of('hours')})?\W*", re.IGNORECASE)
_AMOUNT_CELL = re.compile(r"(?P<low>\d{1,3})(?:\s*[-–—]\s*(?P<high>\d{1,3}))?\s*(?P<unit>[^\W\d]+)\.?(?P<rest>.*)")
_STATES: Mapping[str, str] = {"done": "✅✔☑", "dropped": "❌"}


def column_names(header: Sequence[str]) -> list[str]:
    """Return the names of the columns of a table as plain words."""
    return [plain_text(re.sub(r"[*_`]", "", cell)).strip(" :") for cell in header]


@lru_cache(maxsize=256)
def column_roles(header: tuple[str, ...]) -> Sequence[ColumnRole]:
    """Return what each column of a table contains, by its first row, which is in lower case."""
    roles: list[ColumnRole] = []
    names = [re.sub(r"\s*\([^()]*\)$|^[^\w#]+|[^\w.)]+$", "", name) for name in column_names(header)]
    for name in names:
        role: ColumnRole = next((role for role, words in _COLUMN_NAMES.items() if re.fullmatch(words, name)), "")
        if not role and "title" not in roles and re.fullmatch(any_of("title_column"), name):
            role = "title"
        if not role and (label := match_label(name)):
            role = label.label or ""
        if not role and "title" not in roles and name and re.fullmatch(any_of("title_column"), name.split()[-1]):
            role = "title"
        roles.append(role)
    if "title" not in roles and {"week", "range", "day", "part", "date"} & set(roles):
        index = next((at for at, role in enumerate(roles) if role in ("concept", "") and names[at]), None)
        if index is not None:
            roles[index] = "title"
    return roles


def is_empty_cell(cell: str) -> bool:
    """Tell whether a cell has nothing but a dash or a word such as `none`."""
    return _EMPTY_CELL.fullmatch(cell) is not None


def is_total(cell: str) -> bool:
    """Tell whether a cell says that its row is a sum."""
    return re.fullmatch(rf"\W*(?:{any_of('total')})\W*", cell, re.IGNORECASE) is not None


def is_break(cell: str) -> bool:
    """Tell whether a cell is a date or says that there is nothing to do on its days."""
    if match_date(cell) or re.fullmatch(r"\W*(?:[^\W\d]+\.?,?\s+)?\d{1,2}/\d{1,2}\W*", cell):
        return True
    return re.search(rf"\b(?:{any_of('break')})\b", cell, re.IGNORECASE) is not None


def is_extra_row(row: Block, column: int) -> bool:
    """Tell whether a row of a table of weeks, whose numbers are in a column, is a sum or a break."""
    words = [text for cell in row.cells if (text := plain_text(cell)) and not is_empty_cell(cell)]
    if not is_empty_cell(row.cells[column]) or not words:
        return False
    return any(map(is_total, words)) or all(map(is_break, words))


def split_cell(cell: str) -> list[str]:
    """Split a cell into items at its line breaks, semicolons and bullets."""
    if re.fullmatch(rf"(?:{LINK.pattern}[\s,|]*)+", cell):
        return [match[0] for match in LINK.finditer(cell)]
    parts = re.split(r"<br\s*/?>|;\s|\s•\s|(?:^|\s)(?=- \[[ xX]\] )", cell)
    return [re.sub(r"^[-*•]\s+", "", part.strip()) for part in parts if not is_empty_cell(part)]


def read_hours(cell: str) -> float | None:
    """Return the hours in a cell of a column of hours."""
    item = read_item(f"x ({cell})", has_author=False)
    if "hours" in item.fields and "note" not in item.fields:
        hours: float = item.fields["hours"]
        return hours
    match = _HOURS_CELL.fullmatch(plain_text(cell))
    return float(match[1].replace(",", ".")) if match else None


def title_column(roles: Sequence[ColumnRole]) -> int | None:
    """Return the index of the column with the titles of items, if the table is one of items."""
    for wanted in ("title", "concept", "reading", "practice", "deliverable"):
        if wanted in roles:
            return roles.index(wanted)
    return None


def read_item_row(row: Block, names: Sequence[str], source_url: str | None) -> tuple[Kind, ItemText]:
    """Read a table row as one item: a title, and its other cells as fields or as a note with the column's name."""
    roles = column_roles(row.header)
    index = title_column(roles) or 0
    kind: Kind = roles[index] if roles[index] in ("concept", "practice", "deliverable") else "reading"  # type: ignore[assignment]
    item = read_item(row.cells[index], has_author=kind == "reading", source_url=source_url)
    if kind == "reading" and "url" not in item.fields and not {"link", "author", "duration"} & set(roles):
        kind = "concept"
    notes = [item.fields.pop("note")] if "note" in item.fields else []
    cells = list(zip(roles, names, row.cells, strict=False))
    for at, (role, name, cell) in enumerate(cells):
        if at != index and not _read_field(item, role, name, cell) and re.search(r"\w", cell):
            notes.append(f"{name}: {with_absolute_links(cell, source_url, item.relative_links)}")
    by_role = {role: cell for role, _, cell in cells if role}
    hours = _course_hours(by_role.get("duration", ""), by_role.get("effort", ""))
    item.fields |= {"hours": hours} if hours and "hours" not in item.fields else {}
    item.fields |= {"note": "; ".join(notes)} if notes else {}
    return kind, item


def _read_field(item: ItemText, role: ColumnRole, name: str, cell: str) -> bool:
    """Read a cell of an item's row as a field of the item; tell whether it is one."""
    if role == "status" and (
        state := next((state for state, signs in _STATES.items() if set(signs) & set(cell)), None)
    ):
        item.ticked = state == "done"
        item.fields |= {"dropped": True} if state == "dropped" else {}
    elif role == "link" and "url" not in item.fields and (links := find_links(cell)) and is_valid_url(links[0][1]):
        item.fields["url"] = links[0][1]
    elif role == "author" and not is_empty_cell(cell):
        item.fields["author"] = plain_text(cell)
    elif role == "hours" and (hours := read_hours(cell)):
        item.fields["hours"] = hours
    elif name not in ("#", ""):
        return False
    item.structure.append(plain_text(cell))
    return True


def _course_hours(duration: str, effort: str) -> float | None:
    """Return the hours of a course, as of `6 weeks` with `4-6 hours/week`."""
    weeks, hours = _AMOUNT_CELL.search(duration), _AMOUNT_CELL.search(effort)
    if not weeks or not hours or not re.fullmatch(any_of("week_or_weeks"), weeks["unit"], re.IGNORECASE):
        return None
    per_week = rf"\W*(?:{any_of('per')})?\W*(?:{any_of('week')})\W*"
    if not re.fullmatch(rf"h|{any_of('hours')}", hours["unit"], re.IGNORECASE):
        return None
    if not re.fullmatch(per_week, hours["rest"], re.IGNORECASE):
        return None
    low, high = (sum(int(match[end] or match["low"]) for end in ("low", "high")) / 2 for match in (weeks, hours))
    return low * high


def read_reference(
    row: Block, roles: Sequence[ColumnRole], weeks: set[int]
) -> tuple[Literal["papers", "guides"], dict[str, Any]] | None:
    """Read a table row with a link as a reference; return its list, and its fields as they are in curriculum.yaml."""
    cells = dict(zip(roles, row.cells, strict=False))
    title_index = next((index for index, role in enumerate(roles) if role in ("title", "reading")), 0)
    title_cell = row.cells[title_index] if title_index < len(row.cells) else ""
    urls = [url for cell in (title_cell, *row.cells) for _, url in find_links(cell) if is_valid_url(url)]
    title = plain_text(title_cell)
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
