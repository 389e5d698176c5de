"""Rows of a table that are weeks: their cells become items, milestones, hours and dates of the week."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from daytrail.importers.plan.columns import (
    ColumnRole,
    column_names,
    column_roles,
    is_break,
    is_empty_cell,
    is_nothing_to_do,
    is_state,
    is_total,
    is_unknown_column,
    read_hours,
    split_cell,
    week_column,
)
from daytrail.importers.plan.draft import MilestoneDraft, PartDraft, PlanDraft, WeekDraft
from daytrail.importers.plan.heading_marks import HeadingMark, match_day, match_label, title_text
from daytrail.importers.plan.items import Item, Place, add_item, prefix_note
from daytrail.importers.plan.row_dates import find_date
from daytrail.importers.plan.sections import Section
from daytrail.importers.plan.structure import DocumentStructure
from daytrail.importers.reading.media import medium
from daytrail.importers.reading.status import split_sign, split_status, status_of_answer
from daytrail.importers.text.links import without_forms
from daytrail.importers.text.markdown import BARE_URL, find_links, plain_text
from daytrail.importers.text.outline import Block
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.curriculum import LISTS, ROUNDING, Kind

_WEEK_IN_CELL = re.compile(r"^\W*[^\W\d]*\s*\d+")
_NUMBER_CELL = re.compile(r"[\W\d]*\d[\W\d]*(?:[kmg]b)?", re.IGNORECASE)
_NUMBER_SIGN = re.compile(rf"\W+|\W*(?:{any_of('number_sign', 'week_number')})\W*", re.IGNORECASE)
"""Name of a column with the numbers of the rows."""
_NUMBERS_CELL = re.compile(r"\d[\d\s–—-]*")
Cell = tuple[ColumnRole, str, str]
"""The role and the name of its column, and its text."""


class WeekTable:
    """Reader of the rows of a plan that are weeks."""

    def __init__(self, plan: PlanDraft, structure: DocumentStructure) -> None:
        self.plan = plan
        rows = ((structure.blocks[index], mark) for index, mark in structure.weeks.items())
        self.categories: set[str] = set()
        """Names of the columns whose cells come back in the rows of sessions: they say what other cells are about."""
        self.rows_of_week = Counter(mark.first for row, mark in rows if row.cells and not _is_extra(row))

    def read(self, header: Block, rows: Sequence[Section]) -> None:
        """Read the rows of a table."""
        sessions = [row.block for row in rows if row.week and self.rows_of_week[row.week.first] > 1]
        self.categories = _repeated_columns(sessions)
        for row in rows:
            if _is_extra(row.block):
                self._compare_total(row.block)
            elif row.week:
                self._read_row(header, row.block, row.week)

    def _compare_total(self, row: Block) -> None:
        """Compare a sum with the hours above it."""
        plan = self.plan
        hours = [hours for cell in row.cells if (hours := read_hours(cell))]
        if hours and plan.row_hours and any(is_total(plain_text(cell)) for cell in row.cells):
            plan.add_structure(row, " ".join(row.cells))
            if abs(hours[-1] - plan.row_hours) > ROUNDING:
                message = f"the rows have {plan.row_hours:g} hours in all, the table says {hours[-1]:g}"
                plan.report(row.line, "hours-mismatch", message)

    def _read_row(self, header: Block, row: Block, mark: HeadingMark) -> None:
        """Begin or continue the week of a row, in the part that its row names, and read its cells."""
        plan = self.plan
        if self.rows_of_week[mark.first] > 1 and _is_free(row):
            return
        by_role = dict(zip(column_roles(row.header), row.cells, strict=False))
        part = title_text(by_role.get("part", "")).strip("_")
        titles = split_cell(by_role.get("title", "")) if "<br" in by_role.get("title", "") else []
        title = plain_text("; ".join(plan.with_links(row, text) for text in titles or [by_role.get("title", "")]))
        title = without_forms(title).strip(" –—-")
        is_free = is_nothing_to_do(title) and self.rows_of_week[mark.first] > 1  # a day of the week, and not all of it
        title = part if is_empty_cell(title) or is_free else title
        is_in_cell = bool(mark.rest) and mark.rest in mark.marker  # as of `Week 1: Knots`
        title = "; ".join(filter(None, (mark.rest, title))) if is_in_cell else mark.rest or title
        if part and not (plan.parts and plan.parts[-1].title == part):
            plan.parts.append(PartDraft(part, row.line))
            plan.add_text(row, part)
        week = plan.begin_week(row.line, mark.first, mark.last, title)
        plan.add_text(row, title)
        plan.add_structure(row, plain_text(plan.with_links(row, mark.marker)), by_role.get("part", ""))
        day = match_day(re.sub(r"^\W+", "", _WEEK_IN_CELL.sub("", plain_text(mark.marker), count=1)))
        cells = _cells(header, row)
        numbers = [cell for _, name, cell in cells if _NUMBER_SIGN.fullmatch(name) and _NUMBER_CELL.fullmatch(cell)]
        plan.add_structure(row, *numbers)
        cells = [cell for cell in cells if cell[2] not in numbers]
        if any(role in LISTS for role, name, _ in cells if name.casefold() not in self.categories):
            cells = [("note" if name.casefold() in self.categories else role, name, cell) for role, name, cell in cells]
        self._read_cells(row, Place(week=week), week, cells, day.marker if day else "")

    def read_lists(self, header: Block, row: Block, week: WeekDraft) -> None:
        """Read a row with lists in its cells, in a table of a week, with its title as a note on their items."""
        cells = _cells(header, row)
        title = next((title_text(cell) for role, _, cell in cells if role == "title"), "")
        place = Place(week=week, groups=((row, title),) if title and title != week.title else ())
        self.plan.add_structure(row, title)
        self._read_cells(row, place, week, [cell for cell in cells if cell[0] != "title"], "")

    def _read_cells(self, row: Block, place: Place, week: WeekDraft, cells: Sequence[Cell], day: str) -> None:
        """Read the cells of a row as items; its title is one if it has a link, is one of several, or alone a state."""
        plan = self.plan
        plan.add_structure(row, *(cell for cell in row.cells if is_empty_cell(cell)))
        days = [
            f"{name} {cell}" if _NUMBERS_CELL.fullmatch(cell) else cell for role, name, cell in cells if role == "day"
        ]
        dates = [cell for role, _, cell in cells if role == "date" and not is_empty_cell(cell)]
        plan.row_dates += [(week.number, cell, row.line) for cell in dates]
        numbers = [cell for cell in cells if _is_number(*cell)]
        others = [
            cell for cell in cells if cell[0] in ("", "description", "goal", "link", *LISTS) and cell not in numbers
        ]
        row, state, remark = self._with_state(row, cells)
        is_session = bool(days or day or (state and not others)) or self.rows_of_week[week.number] > 1
        session = "; ".join(filter(None, (day, *map(plain_text, dates), remark)))
        items: list[Item] = []
        topic = next((plain_text(cell) for role, _, cell in cells if role == "title"), "") or week.title
        for cell in cells:
            if cell[0] == "title":
                items += self._read_title(row, place, cell, others, session, is_session=is_session)
            elif cell[0] == "milestone":
                text = plan.with_links(row, cell[2])
                plan.milestones.append(MilestoneDraft([text], row.line, (week.number,)))
                plan.add_text(row, text)
            elif cell in others:
                items += self._read_cell(row, place, *cell, topic)
            elif cell[0] == "good_for" and items and find_date(cell[2]):  # when what is before it is due
                self._note_day(row, items[-1:], f"{cell[1]}: {cell[2]}")
        if is_session and items and "title" not in (role for role, *_ in cells):
            self._note_day(row, items[:1], session)
        self._note_day(row, items, plain_text("; ".join(days)))
        notes = [f"{name}: {'; '.join(split_cell(cell))}" for _, name, cell in numbers] + _notes(cells)
        hours = next((hours for role, name, cell in cells if role == "hours" if (hours := read_hours(cell, name))), 0)
        if hours and any("hours" in item.fields for item in items):
            hours, notes = 0, notes + [f"{name}: {cell}" for role, name, cell in cells if role == "hours"]
        if not items and (hours or notes or state):
            items = self._add(row, place, week.title, "concept")
            notes += map(plain_text, dates if is_session else ())
        self._add_notes(row, items, notes if is_session else [*notes, remark], is_session=is_session)
        if hours and items:
            plan.add_structure(row, *(cell for role, _, cell in cells if role == "hours"))
            self._add_hours(row, items, hours, is_session=is_session)

    def _with_state(self, row: Block, cells: Sequence[Cell]) -> tuple[Block, str, str]:
        """Return a row with the state in its column, which is that of its items; the state, and a remark behind it."""
        status = next((cell for role, _, cell in cells if role == "status"), "")
        answer = status_of_answer(status)
        state, remark = (answer, "") if answer else split_status(status)
        if not state:
            return row, "", ""
        if state == "reading":
            self.plan.doubt("in-progress", row.line)
        self.plan.add_structure(row, status)
        return replace(row, checked=state == "read", dropped=state == "dropped"), state, remark

    def _add_notes(self, row: Block, items: Sequence[Item], notes: Sequence[str], *, is_session: bool) -> None:
        """Put notes on a row behind that of its first item."""
        notes = [self.plan.with_links(row, note) for note in notes if note]
        if not notes or not items:
            return
        items[0].fields["note"] = "; ".join(filter(None, [items[0].fields.get("note"), *notes]))
        self.plan.add_text(row, *notes)
        if len(items) > 1 and not is_session:
            self.plan.doubt("notes-of-week", row.line)

    def _read_title(
        self, row: Block, place: Place, cell: Cell, others: Sequence[Cell], session: str, *, is_session: bool
    ) -> list[Item]:
        """Read the title of a row as an item if it is a session, has a link or is in a column like several others."""
        _, name, title = cell
        if is_session or find_links(title):
            return self._add(row, place, title, None if find_links(title) else "concept", session)
        are_unknown = any(role == "" and other and is_unknown_column(other) for role, other, _ in others)
        return self._read_cell(row, place, "", name, title, name) if are_unknown and is_unknown_column(name) else []

    def _note_day(self, row: Block, items: Sequence[Item], day: str) -> None:
        """Put the day of a row before the notes of its items, which are in several lists of the week."""
        for item in items if day else ():
            prefix_note(item.fields, day)
            self.plan.add_text(row, day)

    def _read_cell(self, row: Block, place: Place, role: ColumnRole, name: str, cell: str, topic: str) -> list[Item]:
        """Read a cell as items of the kind that its column names, or with the column's name as a note.

        A link such as `[here](…)` has the topic of its row as its title.
        """
        label = match_label(name)
        note = "" if role == "description" or (label and label.is_exact and role != "goal") else name
        kind = next((kind for kind in LISTS if kind == role), None)
        items = []
        for text in split_cell(re.sub(rf"^<?({BARE_URL})>?$", rf"[{topic}](\1)", cell) if role == "link" else cell):
            status, rest = split_sign(text)
            own, remark = row, note
            if (words := re.fullmatch(r"\[([^\[\]]*)\]\(\S+\)", text)) and (of := medium(words[1])) is not None:
                linked = self.plan.with_links(row, text)
                self.plan.add_structure(row, words[1])
                text, remark = linked.replace(words[1], topic, 1) if "](" in linked else "", words[1] if of else name  # noqa: PLW2901 - named
            elif status == "to-read" and is_state(text):  # as `⬜ Upcoming`
                self.plan.add_structure(row, text)
                continue
            if status and rest:
                self.plan.add_structure(row, text.removesuffix(rest))
                own, text = replace(row, checked=status == "read", dropped=status == "dropped"), rest  # noqa: PLW2901 - its state
            items += self._add(own, place, text, kind, "" if remark.casefold() in text.casefold() else remark)
        return items

    def _add(self, row: Block, place: Place, text: str, kind: Kind | None, note: str = "") -> list[Item]:
        """Add an item with a note; return it, or nothing if the text is none."""
        item = add_item(self.plan, place, row, text, kind)
        if item and (note := note.strip("; ")):
            prefix_note(item.fields, note)
            self.plan.add_text(row, note)
        return [item] if item else []

    def _add_hours(self, row: Block, items: Sequence[Item], hours: float, *, is_session: bool) -> None:
        """Give the hours of a row to the item that is its session, or those of a whole week to one of its items."""
        self.plan.row_hours += hours
        practice = [item for item in items if item.kind == "practice" and not is_session]
        (practice or items)[0].fields["hours"] = hours
        if len(items) > 1 and not is_session:
            self.plan.doubt("hours-of-week", row.line)


def _is_number(role: ColumnRole, name: str, cell: str) -> bool:
    """Tell whether a cell is nothing but a number of its column, or hours that cannot be read as such."""
    if role == "hours":
        return not read_hours(cell, name)
    is_text = role not in ("date", "day", "title", "note", "good_for", "author", "status")
    return (
        is_text
        and re.search(r"\d", cell) is not None
        and all(_NUMBER_CELL.fullmatch(text) or is_nothing_to_do(text) for text in split_cell(cell))
    )


def _notes(cells: Sequence[Cell]) -> list[str]:
    """Return the notes on a row; one in a column such as `Why` begins with the name of that column."""
    return [cell for role, _, cell in cells if role == "note"] + [
        f"{name}: {'; '.join(texts)}"
        for role, name, cell in cells
        if role in ("good_for", "author") and not find_date(cell)
        if (texts := split_cell(cell))
    ]


def _repeated_columns(rows: Sequence[Block]) -> set[str]:
    """Return the names of the columns of titles of which most cells come back."""
    names = column_names(rows[0].header) if rows else []  # in lower case
    columns = zip(*(row.cells for row in rows if len(row.cells) == len(names)), strict=False)
    titles = zip(column_roles(rows[0].header) if rows else (), names, columns, strict=False)
    return {name for role, name, cells in titles if role == "title" and 2 * len(set(cells)) <= len(cells)}


def _cells(header: Block, row: Block) -> list[Cell]:
    """Return the cells of a row that say something, without those of its part and its number."""
    names = column_names(header.cells)
    roles = (_role_of(role, cell) for role, cell in zip(column_roles(row.header), row.cells, strict=False))
    cells = zip(roles, names, row.cells, strict=False)
    return [
        (role, name, cell)
        for at, (role, name, cell) in enumerate(cells)
        if role in ("date", "status") or not (is_empty_cell(cell) or at == week_column(row) or role == "part")
    ]


def _role_of(role: ColumnRole, cell: str) -> ColumnRole:
    """Return the role of a cell: that of its column, unless it has several titles."""
    return "concept" if role == "title" and "<br" in cell and len(split_cell(cell)) > 1 else role


def _is_extra(row: Block) -> bool:
    """Tell whether a row of a table of weeks is a sum or a break."""
    number = row.cells[week_column(row) or 0]
    is_sum = any(is_total(plain_text(cell)) for cell in row.cells)
    return (is_sum or _is_free(row)) and bool(is_empty_cell(number) or find_date(number))


def _is_free(row: Block) -> bool:
    """Tell whether a row has nothing but its number, dates and the name of a break."""
    cells = (
        plain_text(cell) for at, cell in enumerate(row.cells) if at != week_column(row) and not is_empty_cell(cell)
    )
    return all(find_date(cell) or is_break(cell) for cell in cells)
