"""Columns of the tables of a plan, and what a single cell says."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from daytrail.importers.plan.dates import find_date
from daytrail.importers.plan.marks import match_label, match_week
from daytrail.importers.reading.media import medium
from daytrail.importers.text.amounts import read_amount, with_unit
from daytrail.importers.text.dates import match_weekday
from daytrail.importers.text.markdown import LINK_WORDS, plain_text
from daytrail.importers.text.outline import Block
from daytrail.importers.text.vocabulary import any_of, load_language

Role = str
"""Content of a column: a kind of items, `title`, `goal`, `milestone`, or a key of `_NAMES`; empty if unknown."""
_NUMBER = any_of("week_number", "number_sign")
_NAMES: Mapping[Role, str] = {
    "range": rf"(?:{any_of('weeks')})(?: (?:{any_of('range_of_weeks')}))?",
    "week": rf"(?:{any_of('week', 'calendar_week')})(?: ?(?:#|{_NUMBER}))?",
    "day": rf"(?:{any_of('days')})(?: ?(?:#|{_NUMBER}))?",
    **{name: any_of(f"plan_columns.{name}") for name in load_language("en")["plan_columns"]},
    "author": any_of("list_columns.author", "led_by"),
    "hours": any_of("plan_columns.hours", "minute_unit"),
    "title": any_of("title_column", "title_column_of_plan"),
}
LINK = rf"{LINK_WORDS}\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)"
TOTAL = re.compile(rf"^\W*(?:{any_of('total')})\W*$", re.IGNORECASE)
"""A cell that says that its row is a sum."""
FINISHED = re.compile(any_of("finished_column"), re.IGNORECASE)
"""Name of a column with the days on which things were done."""
BREAK = re.compile(rf"\b(?:{any_of('break')})\b", re.IGNORECASE)
"""A cell that says that there is nothing to do on its days."""
_EMPTY = re.compile(rf"[\W_]*(?:{any_of('empty_cell')})?[\W_]*", re.IGNORECASE)
_NOTHING_TO_DO = re.compile(rf"\W*(?:{any_of('empty_cell')})\W*[:(–—-].*\w.*", re.IGNORECASE)
UNIT_NUMBER = re.compile(rf"(?:(?:{any_of('units')}) ?)?(?:#|{_NUMBER})|(?:{any_of('units')})", re.IGNORECASE)
"""Name of a column with the numbers of units."""
_UNIT_NAME = re.compile(rf"(?:{any_of('units')}) ?(?:#|{any_of('number_sign')})?", re.IGNORECASE)
_HAS_TIME = {"week", "range", "day", "part", "date"}
"""Roles of which a table of a plan has one, and a table of things has none."""
_KIND_NAME = re.compile(any_of("list_columns.kind"))
_WRAPPED = re.compile(rf"(,|(?<!\w)(?:{any_of('little_words')})[*_]*)\s*<br\s*/?>\s*", re.IGNORECASE)
"""A line break within a sentence or a list."""
_TITLE = rf"[*_\"“]{{0,3}}{LINK}[*_\"”]{{0,3}}|(?<!\w)(?P<mark>[*_]{{1,2}})(?=\w)[^*_\[\]]+(?P=mark)(?!\w)"
_JOINT = re.compile(rf"(?:,|\s\+|\s&|,?\s(?:{any_of('and')}))\s+(?=(?:[A-ZÀ-Þ]\w+\s)?(?:{_TITLE}))")
"""Separator of two readings, as in `[A](…), *B* (Lee)` and `C ch. 2, [D](…)`."""
_READING = re.compile(
    rf"(?:[A-ZÀ-Þ]\w+\s)?(?P<title>{_TITLE})(?:\s*\([^()]*\))?(?:,?\s(?:{any_of('by')})\s[^,;:\[\]]+)?[\s.]*"
    rf"|\w.*\s(?:§|(?:{any_of('section_of_text')})(?=[\s\d]))\s*\d[\d\s,&.–-]*"
)
_FURTHER = re.compile(rf"\s*[/,&]\s*|\s(?:{any_of('and')})\s(?={any_of('plan_columns.due')})")
_SECTION_NUMBER = re.compile(r"[\W_]*\d+(?:\.\d+)+[\W_]*")
"""The number of a row in its part, as `2.1`."""


def column_names(header: Sequence[str]) -> list[str]:
    """Return the names of the columns of a table as plain words."""
    return [plain_text(re.sub(r"[*_`]", "", cell)).strip(" :") for cell in header]


@lru_cache(maxsize=256)
def column_roles(header: tuple[str, ...]) -> tuple[Role, ...]:
    """Return what each column of a table contains, by its first row, which is in lower case."""
    names = [re.sub(r"\s*\([^()]*\)$|^[^\w#]+|[^\w.)?#]+$", "", name) for name in column_names(header)]
    roles = [role_of_column(name) for name in names]
    titles = {"title", "concept"} if _HAS_TIME & set(roles) else {"title"}
    title = next((at for at, role in enumerate(roles) if role in titles and "title" in roles[at:]), None)
    roles = ["title" if at == title else "" if role == "title" else role for at, role in enumerate(roles)]
    day = roles.index("date") if "date" in roles else 0
    roles[day + 1 :] = ["good_for" if role == "date" else role for role in roles[day + 1 :]]  # as `Due date`
    is_overview = not {"week", "range", "day", "date"} & set(roles) and title_column(roles) is not None
    if _HAS_TIME & set(roles) and title is None and not is_overview:
        roles = _with_guessed_title(names, roles)
    return tuple(roles)


def role_of_column(name: str) -> Role:
    """Return the role of a column by its name, else by its first name, as in `Topic / Chapter`, or by its last word."""
    first, *further = _FURTHER.split(name)
    words = name.split(" ")
    role = _role_of(name) or _role_of(first if further else words[-1] if len(words[-1]) > 2 else "")
    return role or ("concept" if _role_of(words[0]) == "concept" else "")  # as `Topics covered`


def _role_of(name: str) -> Role:
    role = next((role for role, words in _NAMES.items() if re.fullmatch(words, name)), None)
    label = None if role else match_label(name)
    return role or (label and label.label) or ""


def _with_guessed_title(names: Sequence[str], roles: Sequence[Role]) -> list[Role]:
    """Return the roles with the first column of topics, or of an unknown name, as that of titles."""
    kinds = {"concept", "", "reading"} if roles.count("reading") > 1 else {"concept", ""}
    title = next((at for at, role in enumerate(roles) if role in kinds and _may_be_title(names[at])), None)
    if title is not None and "concept" in roles and _UNIT_NAME.fullmatch(names[title]):  # `Session` beside `Topic`
        title = roles.index("concept")
    return ["title" if at == title else role for at, role in enumerate(roles)]


def _may_be_title(name: str) -> bool:
    """Tell whether a column with a name may have titles: it is neither of weekdays nor of numbers nor of kinds."""
    weekday = match_weekday(name)
    return name[-1:] not in ("", "#") and not _KIND_NAME.fullmatch(name) and not (weekday and weekday[1] == len(name))


def title_column(roles: Sequence[Role]) -> int | None:
    """Return the index of the column with the titles of items, if the table is one of items."""
    wanted = ("title", "concept", "reading", "practice", "deliverable")
    return next((roles.index(role) for role in wanted if role in roles), None)


def week_column(row: Block) -> int | None:
    """Return the index of the column with the number of the week, if a row of that table is a week."""
    roles = column_roles(row.header)
    if len(roles) < 2 or ("link" in roles and roles[0] not in ("week", "range")):
        return None
    is_first = roles[0] in ("week", "range") or match_week(plain_text(row.cells[0]), strict=True)
    may_be_later = roles[0] in ("part", "date", "title", "concept", "")
    later = (at for at, role in enumerate(roles[:3]) if role in ("week", "range") and may_be_later)
    index = 0 if is_first else next(later, None)
    is_named_week = index is not None and roles[index] in ("week", "range")
    return None if is_named_week and _is_written_date(row.cells[index or 0]) else index


def _is_written_date(cell: str) -> bool:
    """Tell whether a cell is a date with the name of its month, as in `Sept 6-12`."""
    text = plain_text(cell)
    return bool(re.search(r"[^\W\d]{3}", text) and not match_week(text) and find_date(text))


def date_column(row: Block) -> int | None:
    """Return the index of the column with dates, if there is one at the left and the table has no weeks."""
    roles = column_roles(row.header)
    end = len(roles) if row.cells[:1] and row.cells[0].strip(" *#.").isdecimal() else 2
    found = [at for at, role in enumerate(roles[:end]) if role in ("date", "day", "week", "range")]
    column = min(found, key=lambda at: roles[at] != "date", default=None)
    return column if column is not None and column < len(row.cells) and week_column(row) is None else None


def is_item_row(block: Block, *, is_in_week: bool = False) -> bool:
    """Tell whether a block is a row of a table of items; outside of weeks, one of parts is an overview."""
    roles = column_roles(block.header)
    index = title_column(roles)
    is_overview = not is_in_week and "part" in roles and not _SECTION_NUMBER.fullmatch(block.cells[0])
    if is_overview or {"week", "range"} & set(roles):
        return False
    cell = block.cells[index] if index is not None and index < len(block.cells) else ""
    return len(roles) > 1 and not is_empty_cell(cell) and not ("day" in roles and is_empty_cell(f"{cell} day"))


def is_empty_cell(cell: str) -> bool:
    """Tell whether a cell has nothing but a dash or a word such as `none`."""
    return _EMPTY.fullmatch(cell.replace("&nbsp;", " ")) is not None


def is_nothing_to_do(text: str) -> bool:
    """Tell whether a text says that there is nothing to do, and perhaps why, as `No class: holiday` does."""
    return is_empty_cell(text) or _NOTHING_TO_DO.fullmatch(text) is not None


def read_hours(cell: str, name: str = "") -> float:
    """Return the hours in a cell of a column of hours, or of one with a name that says that they are minutes."""
    amount = read_amount(plain_text(with_unit(cell, name)), unit_is_known=True)
    return amount[0] if amount else 0


def split_cell(cell: str) -> list[str]:
    """Split a cell into items at its line breaks; without any, at its semicolons and bullets."""
    if re.fullmatch(rf"(?:{LINK}[\s,|·•]*)+", cell):
        links = [match[0] for match in re.finditer(LINK, cell)]
        starts = [at for at, link in enumerate(links) if not at or medium(link[1 : link.index("](")]) is None]
        return [" ".join(links[at:end]) for at, end in pairwise([*starts, len(links)])]  # `[Tides](…) [pdf](…)` is one
    cell = re.sub(r"(?<!!)\[\]\((?!https?:)[^()]*\)", "", cell)  # links without words and addresses
    cell = _WRAPPED.sub(r"\1 ", cell) if "<br" in cell else cell
    further = "" if "<br" in cell else r"|;\s(?![^()]*\))|\s[•·]\s"
    parts = re.split(rf"<br\s*/?>|(?:^|\s)(?=- \[[ xX]\] ){further}", cell)
    parts = [re.sub(r"^[-*•]\s+", "", part.strip()) for part in parts if not is_empty_cell(part)]
    readings = {part: _JOINT.sub("\n", part).split("\n") for part in parts}
    return [one for part in parts for one in (readings[part] if all(map(_is_reading, readings[part])) else [part])]


def _is_reading(text: str) -> bool:
    """Tell whether a text is nothing but a title in a link or in emphasis, or a section, with an author or a remark."""
    match = _READING.fullmatch(text)
    words = plain_text(match["title"] or "A") if match else ""
    return words[:1] != words[:1].lower() and medium(words) is None
