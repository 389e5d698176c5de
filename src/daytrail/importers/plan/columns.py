"""Columns of the tables of a plan, and what a single cell says."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from daytrail.importers.plan.heading_marks import match_label, match_week
from daytrail.importers.plan.row_dates import find_date
from daytrail.importers.text.dates import match_weekday
from daytrail.importers.text.item_text import LINK, read_item
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.outline import BOX, Block, BlockType, is_ticked
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.curriculum import Kind

NamedColumn = Literal[
    "range", "week", "day", "part", "link", "good_for", "author", "date", "hours", "duration", "effort", "status"
]
"""Roles of columns that are found by their names alone."""
ColumnRole = Literal[NamedColumn, Kind, "title", "goal", "milestone", ""]
"""Content of a column; empty if unknown."""
_COLUMN_NAMES: Mapping[NamedColumn, str] = {
    "range": rf"(?:{any_of('weeks')})(?: (?:{any_of('range_of_weeks')}))?",
    "week": rf"(?:{any_of('week', 'calendar_week')})(?: ?(?:#|{any_of('week_number', 'number_sign')}))?",
    "day": rf"(?:{any_of('days')})(?: ?(?:#|{any_of('week_number', 'number_sign')}))?",
    **{
        name: any_of(f"plan_columns.{name}")
        for name in ("part", "link", "good_for", "author", "date", "duration", "effort", "status")
    },
    "hours": any_of("plan_columns.hours", "minute_unit"),
}
_EMPTY_CELL = re.compile(rf"[\W_]*(?:{any_of('empty_cell')})?[\W_]*", re.IGNORECASE)
_HOURS_CELL = re.compile(rf"\W*(\d{{1,3}}(?:[.,]\d{{1,2}})?)\s*(?:h|{any_of('hours')})?\W*", re.IGNORECASE)
_MINUTES = re.compile(any_of("minute_unit"), re.IGNORECASE)
_UNIT_NAME = re.compile(rf"(?:{any_of('units')}) ?(?:#|{any_of('number_sign')})?", re.IGNORECASE)
_BY_AT_END = re.compile(rf"(?<=\w)\s+(?:{any_of('by')})$")
"""The end of the name of a column such as `Finish by`, which has no authors."""
_KIND_NAME = re.compile(any_of("list_columns.kind"))
_SECTION_NUMBER = re.compile(r"[\W_]*\d+(?:\.\d+)+[\W_]*")
"""The number of a row in its part, as `2.1`."""
_STATES: Mapping[str, tuple[str, str]] = {
    "done": ("✅✔☑🟢", "read"),
    "in-progress": ("🚧🔄🟡⏩", "reading"),
    "planned": ("⬜☐⏳🔲⚪", "to-read"),
    "dropped": ("❌", "dropped"),
}
"""The signs of each state, and the words for it in reading lists."""
_SHORT_CODES = {":white_check_mark:": "✅", ":heavy_check_mark:": "✔", ":construction:": "🚧", ":x:": "❌"}


def with_weeks_of_dates(blocks: Sequence[Block]) -> Sequence[Block]:
    """Return the blocks with a column of weeks that contains dates as one of dates; numbers beside it are the weeks."""
    dated: dict[tuple[str, ...], list[bool]] = defaultdict(list)
    for block in blocks:
        column = week_column(block) if block.type is BlockType.ROW and block.header else None
        if column is not None and column < len(block.cells):
            dated[block.header].append(_is_written_date(block.cells[column]))
    renamed = {}
    for header, are_dates in dated.items():
        if 2 * sum(are_dates) > len(are_dates):
            names = [
                "date" if role == "week" else name for name, role in zip(header, column_roles(header), strict=True)
            ]
            renamed[header] = tuple(["week" if name == "#" else name for name in names])
    return [replace(block, header=renamed[block.header]) if block.header in renamed else block for block in blocks]


def _is_written_date(cell: str) -> bool:
    """Tell whether a cell is a date with the name of its month, as in `Sept 6-12`."""
    text = plain_text(cell)
    return (
        re.search(r"[^\W\d]{3}", text) is not None
        and not match_week(text, strict=False)
        and find_date(text) is not None
    )


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
        first, *further = re.split(r"\s*[/,&]\s*", name)
        role = _role_of(name) or _role_of(first if further else _BY_AT_END.sub("", name).rpartition(" ")[2])
        roles.append("" if role == "title" and "title" in roles else role)
    has_time = bool({"week", "range", "day", "part", "date"} & set(roles))
    if has_time and "title" in roles and "concept" in roles[: (at := roles.index("title"))]:
        label = match_label(names[at])  # `Resource` behind `Topic` is what to read on it
        roles[at] = "reading" if label and label.label == "reading" else "title"
    is_overview = has_time and not {"week", "range", "day", "date"} & set(roles)
    if "title" not in roles and has_time and not (is_overview and title_column(roles) is not None):
        first_kinds: Sequence[ColumnRole] = (
            ("concept", "", "reading") if roles.count("reading") > 1 else ("concept", "")
        )
        index = next((at for at, role in enumerate(roles) if role in first_kinds and _may_be_title(names[at])), None)
        if index is not None and "concept" in roles and _UNIT_NAME.fullmatch(names[index]):  # `Session` beside `Topic`
            index = roles.index("concept")
        if index is not None:
            roles[index] = "title"
    return roles


def _may_be_title(name: str) -> bool:
    """Tell whether a column with a name may have titles: it is neither that of a weekday nor that of kinds."""
    weekday = match_weekday(name)
    return bool(name) and not _KIND_NAME.fullmatch(name) and not (weekday and weekday[1] == len(name))


def is_unknown_column(name: str) -> bool:
    """Tell whether the name of a column does not say what it contains, as that of a person."""
    return not _role_of(name.casefold())


def _role_of(name: str) -> ColumnRole:
    for role, words in _COLUMN_NAMES.items():
        if re.fullmatch(words, name):
            return role
    if re.fullmatch(any_of("title_column"), name):
        return "title"
    label = match_label(name)
    return (label.label or "") if label else ""


def title_column(roles: Sequence[ColumnRole]) -> int | None:
    """Return the index of the column with the titles of items, if the table is one of items."""
    wanted = ("title", "concept", "reading", "practice", "deliverable")
    return next((roles.index(role) for role in wanted if role in roles), None)


def week_column(row: Block) -> int | None:
    """Return the index of the column with the number of the week, if a row of that table is a week."""
    roles = column_roles(header_of(row))
    if "link" in roles or len(roles) < 2:
        return None
    for index, role in enumerate(roles[:3]):
        if role in ("week", "range") or (index == 0 and match_week(plain_text(row.cells[0]), strict=True)):
            return index if index == 0 or roles[0] in ("part", "date", "title", "concept", "") else None
    return None


def date_column(row: Block) -> int | None:
    """Return the index of the column with dates, if there is one at the left and the table has no weeks."""
    roles = column_roles(row.header)
    end = len(roles) if row.cells[:1] and row.cells[0].strip(" *#").isdecimal() else 2
    column = next((index for index, role in enumerate(roles[:end]) if role in ("date", "day")), None)
    return column if week_column(row) is None else None


def header_of(row: Block) -> tuple[str, ...]:
    """Return the names of a row's columns; those of a table without names are the cells of its first week."""
    is_week = not row.header and row.cells and match_week(plain_text(row.cells[0]), strict=False)
    return tuple(cell.casefold() for cell in row.cells) if is_week else row.header


def is_item_row(block: Block, *, is_in_week: bool = False) -> bool:
    """Tell whether a block is a row of a table of items; outside of weeks, one of parts is an overview."""
    if block.type is not BlockType.ROW or not block.header:
        return False
    roles = column_roles(block.header)
    index = title_column(roles)
    is_overview = (
        not is_in_week and "part" in roles and "day" not in roles and not _SECTION_NUMBER.fullmatch(block.cells[0])
    )
    if is_overview or {"week", "range"} & set(roles):
        return False
    return index is not None and index < len(block.cells) and not is_empty_cell(block.cells[index]) and len(roles) > 1


def is_extra_row(row: Block, column: int) -> bool:
    """Tell whether a row of a table of weeks, whose numbers are in a column, is a sum or a break."""
    if not (is_empty_cell(row.cells[column]) or find_date(row.cells[column])):
        return False
    words = [text for cell in row.cells if (text := plain_text(cell)) and not is_empty_cell(cell)]
    if not words:
        return False
    return any(map(is_total, words)) or all(find_date(cell) or is_break(cell) for cell in words)


def is_empty_cell(cell: str) -> bool:
    """Tell whether a cell has nothing but a dash or a word such as `none`."""
    return _EMPTY_CELL.fullmatch(cell.replace("&nbsp;", " ")) is not None


def is_total(cell: str) -> bool:
    """Tell whether a cell says that its row is a sum."""
    return re.fullmatch(rf"\W*(?:{any_of('total')})\W*", cell, re.IGNORECASE) is not None


def is_break(cell: str) -> bool:
    """Tell whether a cell says that there is nothing to do on its days."""
    return re.search(rf"\b(?:{any_of('break')})\b", cell, re.IGNORECASE) is not None


def read_state(cell: str) -> tuple[str, str]:
    """Return the state that a cell says, empty if none, and the rest of its text."""
    if cell.endswith("]") and (box := BOX.fullmatch(cell.strip().removeprefix("- "))):
        return ("done" if is_ticked(box) else "planned"), ""
    text = re.sub(r":\w+:", lambda code: _SHORT_CODES.get(code[0], code[0]), cell)
    text = re.sub(r"^[*_\s]+", "", text)
    for state, (signs, status) in _STATES.items():
        rest = re.sub(rf"^[{signs}]\ufe0f?[\s:*_-]*", "", text)
        words = re.match(rf"(?:{any_of(f'statuses.{status}')})\b[*_\s:–—-]*", rest, re.IGNORECASE)
        if words or rest != text:
            rest = rest[words.end() :] if words else rest
            return state, re.sub(r"^\((.*)\)$", r"\1", rest)
    return "", cell


def read_hours(cell: str, name: str = "") -> float | None:
    """Return the hours in a cell of a column of hours, or of one with a name that says that they are minutes."""
    if cell.isdecimal() and _MINUTES.fullmatch(name):
        return round(int(cell) / 60, 2)
    item = read_item(f"x ({cell})", has_author=False)
    if "hours" in item.fields and "note" not in item.fields:
        hours: float = item.fields["hours"]
        return hours
    match = _HOURS_CELL.fullmatch(plain_text(cell))
    return float(match[1].replace(",", ".")) if match else None


def split_cell(cell: str) -> list[str]:
    """Split a cell into items at its line breaks, semicolons and bullets."""
    if re.fullmatch(rf"(?:{LINK.pattern}[\s,|]*)+", cell):
        return [match[0] for match in LINK.finditer(cell)]
    cell = re.sub(r"(?<!!)\[\]\((?!https?:)[^()]*\)", "", cell)  # links without words and addresses
    parts = re.split(r"<br\s*/?>|;\s|\s[•·]\s|(?:^|\s)(?=- \[[ xX]\] )", cell)
    return [re.sub(r"^[-*•]\s+", "", part.strip()) for part in parts if not is_empty_cell(part)]
