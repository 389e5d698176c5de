"""Tables of a plan: rows that are weeks, days or items, and reference tables of papers and guides."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any, Literal

from daytrail.importers.plan.heading_marks import match_label, match_week
from daytrail.importers.text.dates import (
    DateOrder,
    WrittenDate,
    match_date_range,
    match_day_and_month,
    match_weekday,
)
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
_EMPTY_CELL = re.compile(rf"[\W_]*(?:{any_of('empty_cell')})?[\W_]*", re.IGNORECASE)
_HOURS_CELL = re.compile(rf"\W*(\d{{1,3}}(?:[.,]\d{{1,2}})?)\s*(?:h|{any_of('hours')})?\W*", re.IGNORECASE)
_AMOUNT_CELL = re.compile(r"(?P<low>\d{1,3})(?:\s*[-–—]\s*(?P<high>\d{1,3}))?\s*(?P<unit>[^\W\d]+)\.?(?P<rest>.*)")
_STATES: Mapping[str, tuple[str, str]] = {
    "done": ("✅✔☑🟢", "read"),
    "in-progress": ("🚧🔄🟡⏩", "reading"),
    "planned": ("⬜☐⏳🔲⚪", "to-read"),
    "dropped": ("❌", "dropped"),
}
"""The signs of each state, and the words for it in reading lists."""
_SHORT_CODES = {":white_check_mark:": "✅", ":heavy_check_mark:": "✔", ":construction:": "🚧", ":x:": "❌"}


def column_names(header: Sequence[str]) -> list[str]:
    """Return the names of the columns of a table as plain words."""
    return [plain_text(re.sub(r"[*_`]", "", cell)).strip(" :") for cell in header]


@lru_cache(maxsize=256)
def column_roles(header: tuple[str, ...]) -> Sequence[ColumnRole]:
    """Return what each column of a table contains, by its first row, which is in lower case."""
    if header and match_week(plain_text(header[0]), strict=False):  # a table without names begins with its first week
        others: list[ColumnRole] = ["status" if read_state(cell)[0] else "" for cell in header[2:]]
        return ["week", "title", *others][: len(header)]
    names = [re.sub(r"\s*\([^()]*\)$|^[^\w#]+|[^\w.)]+$", "", name) for name in column_names(header)]
    roles: list[ColumnRole] = []
    for name in names:
        role = _role_of(name) or (_role_of(name.split()[-1]) if name else "")
        roles.append("" if role == "title" and "title" in roles else role)
    if "title" not in roles and {"week", "range", "day", "part", "date"} & set(roles):
        first_kinds: Sequence[ColumnRole] = (
            ("concept", "", "reading") if roles.count("reading") > 1 else ("concept", "")
        )
        index = next((at for at, role in enumerate(roles) if role in first_kinds and names[at]), None)
        if index is not None:
            roles[index] = "title"
    return roles


def _role_of(name: str) -> ColumnRole:
    for role, words in _COLUMN_NAMES.items():
        if re.fullmatch(words, name):
            return role
    if re.fullmatch(any_of("title_column"), name):
        return "title"
    label = match_label(name)
    return (label.label or "") if label else ""


def read_state(cell: str) -> tuple[str, str]:
    """Return the state that a cell says, empty if none, and the rest of its text."""
    text = re.sub(r":\w+:", lambda code: _SHORT_CODES.get(code[0], code[0]), cell)
    text = re.sub(r"^[*_\s]+", "", text)
    for state, (signs, status) in _STATES.items():
        rest = re.sub(rf"^[{signs}]\ufe0f?[\s:*_-]*", "", text)
        words = re.match(rf"(?:{any_of(f'statuses.{status}')})\b[*_\s:–—-]*", rest, re.IGNORECASE)
        if words or rest != text:
            rest = rest[words.end() :] if words else rest
            return state, re.sub(r"^\((.*)\)$", r"\1", rest)
    return "", cell


def is_empty_cell(cell: str) -> bool:
    """Tell whether a cell has nothing but a dash or a word such as `none`."""
    return _EMPTY_CELL.fullmatch(cell) is not None


def is_total(cell: str) -> bool:
    """Tell whether a cell says that its row is a sum."""
    return re.fullmatch(rf"\W*(?:{any_of('total')})\W*", cell, re.IGNORECASE) is not None


def is_break(cell: str) -> bool:
    """Tell whether a cell is a date or says that there is nothing to do on its days."""
    return find_date(cell) is not None or re.search(rf"\b(?:{any_of('break')})\b", cell, re.IGNORECASE) is not None


def find_date(cell: str) -> WrittenDate | None:
    """Return the first date in a cell of a table of dates."""
    text = plain_text(cell)
    if written := match_date_range(text):
        return written[0]
    weekday = match_weekday(text)
    rest = text[weekday[1] :].lstrip(" ,") if weekday else text
    short = match_day_and_month(rest, 0)
    return replace(short[0], weekday=weekday[0] if weekday else None) if short else None


def year_in(title: str) -> int | None:
    """Return the year that a title names."""
    match = re.search(r"\b20\d\d\b", title)
    return int(match[0]) if match else None


def resolve_dates(dates: Sequence[WrittenDate], year: int | None) -> list[date | None]:
    """Return the dates of a table in their order; without any year, the first one that their weekdays agree with."""
    order: DateOrder = next((written.order for written in dates if written.order), "mdy")
    years = [year] if year else [written.year for written in dates if written.year][:1] or list(range(2020, 2034))

    def in_year(first_year: int) -> list[date | None]:
        days: list[date | None] = []
        last = None
        for written in dates:
            day = written.resolve(first_year, order)
            if day and last and not written.year and day.month < last.month - 6:
                day = written.resolve(first_year + 1, order)
            last = day or last
            days.append(day)
        return days

    def agreement(days: Sequence[date | None]) -> int:
        return sum(day.weekday() == written.weekday for day, written in zip(days, dates, strict=True) if day)

    return max(map(in_year, years), key=agreement)


def is_extra_row(row: Block, column: int) -> bool:
    """Tell whether a row of a table of weeks, whose numbers are in a column, is a sum or a break."""
    words = [text for cell in row.cells if (text := plain_text(cell)) and not is_empty_cell(cell)]
    if not words or not (is_empty_cell(row.cells[column]) or find_date(row.cells[column])):
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
    kind: Kind = roles[index] if roles[index] in ("concept", "practice", "deliverable") else "reading"  # type: ignore[assignment]  # compared above
    item = read_item(row.cells[index], has_author=kind == "reading", source_url=source_url)
    if kind == "reading" and "url" not in item.fields and not {"link", "author", "duration"} & set(roles):
        kind = "concept"
    notes = [item.fields.pop("note")] if "note" in item.fields else []
    if "duration" not in roles:  # the effort is that of the whole course if its cell has a unit and no week
        roles = [
            "hours" if role == "effort" and not cell.isdecimal() else role
            for role, cell in zip(roles, row.cells, strict=False)
        ]
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
    state, _ = read_state(cell) if role == "status" else ("", "")
    if state:
        item.ticked, item.in_progress = state == "done", state == "in-progress"
        if state == "dropped":
            item.fields["dropped"], item.dropped_is_guessed = True, not re.search(r"\w", cell)
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
