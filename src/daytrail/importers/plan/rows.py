"""Rows of the tables of a plan: each is a week, a session of one, or an item."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from daytrail.importers.plan import columns
from daytrail.importers.plan.dates import find_date, find_hours_per_week, full_date, match_leading_date
from daytrail.importers.plan.draft import MilestoneDraft, PartDraft, PlanDraft, WeekDraft
from daytrail.importers.plan.forms import MIN_UNITS, Structure
from daytrail.importers.plan.items import Item, Place, add_item, is_to_be_read
from daytrail.importers.plan.marks import Mark, find_duration, match_day, match_label, match_part, title_text
from daytrail.importers.reading.media import medium
from daytrail.importers.reading.status import split_sign, split_status, status_of, status_of_answer
from daytrail.importers.text.links import without_forms
from daytrail.importers.text.markdown import BARE_URL, find_links, is_valid_url, plain_text
from daytrail.importers.text.outline import Block
from daytrail.importers.text.vocabulary import any_of, is_known_word
from daytrail.model.curriculum import LISTS, ROUNDING, Kind

_WEEK_IN_CELL = re.compile(r"^\W*[^\W\d]*\s*\d+\W*")
_NUMBER_CELL = re.compile(r"[\W\d]*\d[\W\d]*(?:[kmg]b)?", re.IGNORECASE)
_NUMBER_NAME = re.compile(rf"\W*|\W*(?:{any_of('number_sign', 'week_number')})\W*", re.IGNORECASE)
"""Name of a column with the numbers of the rows."""
_LINK_CELL = re.compile(r"\[([^\[\]]*)\]\(\S+\)")
_KINDS: dict[str, Kind] = {**{kind: kind for kind in LISTS}, "due": "deliverable"}
_OF_ROW = ("good_for", "author", "hours", "duration", "effort")
Cell = tuple[columns.Role, str, str]
"""The role and the name of its column, and its text."""


@dataclass(slots=True)
class _Row:
    """A row while its cells are read."""

    block: Block
    """With the state in its column, which is that of its items."""
    place: Place
    week: WeekDraft
    topic: str
    """The title of links that have none."""
    is_session: bool
    """True if it is one of several things of its week."""
    kind: Kind | None
    """That of its only item, if it is an item."""
    done: date | None
    """The day on which it was done, if a column says it."""
    items: list[Item] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class RowReader:
    """Reader of the rows of tables in a plan."""

    def __init__(self, plan: PlanDraft, structure: Structure) -> None:
        self.plan = plan
        rows = ((structure.blocks[index], mark) for index, mark in structure.weeks.items())
        self.has_parts = True
        """False if each row of a table names another part, which is then no part but a title or a note."""
        self.rows_of_week = Counter(mark.first for row, mark in rows if row.cells and not _is_extra(row))

    def read_weeks(self, header: Block, rows: Sequence[tuple[Block, Mark]]) -> None:
        """Read the rows of a table that are weeks, or sessions of them."""
        parts = [dict(zip(columns.column_roles(row.header), row.cells, strict=False)).get("part") for row, _ in rows]
        is_counted = [mark.marker for _, mark in rows] == parts  # as months are
        self.has_parts = is_counted or len(rows) < MIN_UNITS or len({*parts}) < len(parts)
        for row, mark in rows:
            if _is_extra(row):
                self._compare_total(row)
            elif len(cells := [cell for cell in row.cells if cell.strip()]) == 1 and mark.marker in cells[0]:
                self.plan.add_structure(row, *cells)  # the title of the rows below it
            elif not (self.rows_of_week[mark.first] > 1 and _is_free(row)):
                self._read_week(header, row, mark)

    def _compare_total(self, row: Block) -> None:
        """Compare a sum with the hours above it."""
        hours = [hours for cell in row.cells if (hours := columns.read_hours(cell))]
        if hours and self.plan.row_hours and any(columns.TOTAL.search(plain_text(cell)) for cell in row.cells):
            self.plan.add_structure(row, " ".join(row.cells))
            if abs(hours[-1] - self.plan.row_hours) > ROUNDING:
                message = f"the rows have {self.plan.row_hours:g} hours in all, the table says {hours[-1]:g}"
                self.plan.report(row.line, "hours-mismatch", message)

    def _read_week(self, header: Block, row: Block, mark: Mark) -> None:
        """Begin or continue the week of a row, in the part that its row names, and read its cells."""
        plan, by_role = self.plan, dict(zip(columns.column_roles(row.header), row.cells, strict=False))
        is_named = bool(mark.rest) and by_role.get("part") == mark.marker  # as in `Module 1: Knots`
        part = "" if is_named else title_text(by_role.get("part", "")).strip("_")
        cell = "" if is_named else by_role.get("title", "")
        named = None if self.has_parts else match_part(part, strict=False)
        is_title = is_named or (
            bool(part) and not (self.has_parts or is_to_be_read(part) or (named and not named.rest))
        )
        cells = [("concept" if is_title and one[0] == "title" else one[0], *one[1:]) for one in _cells(header, row)]
        cells = [cell for cell in cells if cell[0] != "part" or not (self.has_parts or is_title)]
        part, cell = ("", part if is_title else cell) if not self.has_parts else (part, cell)
        cell = by_role.get("concept", "") if cell == mark.marker else cell  # as `L1`, the number of a lesson
        texts = [plan.with_links(row, text) for text in (columns.split_cell(cell) if "<br" in cell else [cell])]
        title = without_forms(plain_text("; ".join(dict.fromkeys(texts)))).strip(" –—-~")
        is_free = (
            columns.is_nothing_to_do(title) and self.rows_of_week[mark.first] > 1
        )  # a day of the week, and not all of it
        title = part if columns.is_empty_cell(title) or is_free else title
        is_in_cell = bool(mark.rest) and mark.rest in mark.marker  # as of `Week 1: Knots`
        title = "; ".join(filter(None, (mark.rest, title))) if is_in_cell else mark.rest or title
        if part and not (plan.parts and plan.parts[-1].title == part):
            plan.parts.append(PartDraft(part, row.line))
        place = Place(week=plan.begin_week(row.line, mark.first, mark.last, title))
        plan.add_text(row, title, part)
        plan.add_structure(row, plain_text(plan.with_links(row, mark.marker)), by_role.get("part", ""))
        cells = [cell for cell in cells if cell[2] != mark.marker or cell[0] == "day"]
        day = match_day(_WEEK_IN_CELL.sub("", plain_text(mark.marker), count=1))
        if _is_free(row):
            plan.add_structure(row, *row.cells)
            cells = [cell for cell in cells if cell[0] in ("date", "day")]
        self._read_cells(row, place, [*([("day", "", day.marker)] if day else []), *cells])

    def read_item(self, header: Block, row: Block, place: Place) -> None:
        """Read a row of a week as one item: a title, and its other cells as fields or as notes with their columns."""
        roles = columns.column_roles(row.header)
        column = columns.title_column(roles) or 0
        role, title, name = roles[column], row.cells[column], columns.column_names(header.cells)[column]
        others = [cell for cell in _cells(header, row, is_item=True) if cell != (role, name, title)]
        column_of_link, cell = next(((name, text) for other, name, text in others if other == "link"), ("", ""))
        links = [link for link in find_links(cell) if medium(link[0]) != "discussion"]
        links = [link for link in links if link[0].casefold() == plain_text(title).casefold()][:1] or links[:1]
        if links and not find_links(title) and is_valid_url(links[0][1]):
            title = f"[{plain_text(title)}]({links[0][1]})"
            others = [cell for cell in others if cell[0] != "link" or len(find_links(cell[2])) > 1]
            words, url = links[0]
            is_known = medium(words) is not None or is_known_word(words.casefold()) or words.casefold() in url
            is_known = is_known or f"[{words}](" in title
            others += [] if is_known else [("note", column_of_link, words)]
            self.plan.add_structure(row, words)
        label, has_link = match_label(name), bool(find_links(title))
        is_named = label is not None and label.label == "reading"
        kind = _KINDS.get(role, "reading")
        if role in ("title", "reading"):
            kind = "reading" if has_link or is_named or {"link", "author", "duration"} & set(roles) else "concept"
        kind = "reading" if role == "concept" and has_link else kind
        self._read_cells(row, place, [("title", name, title), *others], kind if is_named else place.kind or kind)

    def _with_state(self, row: Block, cells: Sequence[Cell]) -> tuple[Block, str]:
        """Return a row with the state in its column, which is that of its items, and a remark behind the state."""
        name, cell = next(((name, text) for role, name, text in cells if role == "status"), ("", ""))
        self.plan.add_structure(row, cell)
        cell = re.sub(r"!\[([^\[\]]+)\]\([^()]*\)", r"\1", cell)  # a picture says it
        state, remark = status_of_answer(cell), ""
        state, remark = (state, "") if state else split_status(cell)
        whole = None if "(" in cell else status_of(cell)  # of `✅ In progress`, the words count
        state, remark = (whole, "") if whole not in (None, state) else (state, remark)
        if not state and cell:
            state, remark = split_status(plain_text(cell))[0], f"{name}: {cell}"
        if state == "reading":
            self.plan.doubt("in-progress", row.line)
        elif state == "dropped" and not re.search(r"\w", cell):
            self.plan.doubt("guessed-open", row.line)
            state = "to-read"
        return replace(row, checked=state == "read" if state else None, dropped=state == "dropped"), remark

    def _read_cells(self, block: Block, place: Place, cells: Sequence[Cell], kind: Kind | None = None) -> None:
        """Read the cells of a row as items, or with a kind as one; a title is one if linked, of several or alone."""
        plan, week = self.plan, place.week
        if not week:
            return
        numbers = [cell for cell in cells if _NUMBER_NAME.fullmatch(cell[1]) and _NUMBER_CELL.fullmatch(cell[2])]
        plan.add_structure(block, *(text for *_, text in numbers), *filter(columns.is_empty_cell, block.cells))
        cells = [cell for cell in cells if cell not in numbers]
        day_cells = [(name, plan.with_links(block, text)) for role, name, text in cells if role == "day"]
        days = plain_text("; ".join(_day_note(name, text) for name, text in day_cells))
        dates = [text for role, _, text in cells if role == "date" and not columns.is_empty_cell(text) and not kind]
        plan.row_dates += [(week.number, text, block) for text in dates]
        topic = next((plain_text(text) for role, _, text in cells if role == "title"), "") or week.title
        authors = [text for role, _, text in cells if role == "author" and kind == "reading"]
        cells = [cell for cell in cells if cell[0] != "author" or not authors]
        is_session = bool(days or kind) or self.rows_of_week[week.number] > 1
        block, remark = self._with_state(block, cells)
        ends = [cell for cell in cells if columns.FINISHED.fullmatch(cell[1]) and block.checked is not False]
        done = {cell: day for cell in ends if (day := full_date(cell[2]))}
        plan.add_structure(block, *(text for *_, text in done))
        cells = [cell for cell in cells if cell not in done]
        row = _Row(block, place, week, topic, is_session, kind, next(iter(done.values()), None))
        for cell in cells:
            self._read_cell(row, cell)
        by_role = {role: text for role, _, text in cells}
        hours = sum(columns.read_hours(text, name) for role, name, text in cells if role == "hours")
        hours += find_duration(by_role.get("duration", "")) * find_hours_per_week(by_role.get("effort", ""))
        if not row.items and (hours or row.notes or remark or block.checked is not None or block.dropped):
            self._add(row, week.title, "concept")
        if not row.items:
            return
        has_own_title = is_session or any(role == "title" and find_links(text) for role, _, text in cells)
        self._prefix(row.items[:1], plain_text("; ".join(dates)) if has_own_title else "")
        self._prefix(row.items, days)
        notes = [plan.with_links(block, note) for note in (*row.notes, remark) if note]
        if authors and "title" in row.items[0].fields:
            row.items[0].fields["author"] = plain_text(authors[0])
            plan.add_text(block, plain_text(authors[0]))
        notes += authors if "title" not in row.items[0].fields else []
        if hours:
            plan.row_hours += 0 if kind else hours
            row.items[0].fields["hours"] = hours
            plan.add_structure(block, *(text for role, _, text in cells if role == "hours"))
        row.items[0].add_notes("", *notes)
        plan.add_text(block, *notes)
        for is_guess, code in ((hours, "hours-of-week"), (notes, "notes-of-week")):
            if is_guess and len(row.items) > 1 and not is_session:
                plan.doubt(code, block.line)

    def _read_cell(self, row: _Row, cell: Cell) -> None:
        """Read a cell as items of the kind that its column names, as a milestone, or as a note on its row."""
        role, name, text = cell
        is_number = re.search(r"\d", text) and all(map(_NUMBER_CELL.fullmatch, columns.split_cell(text)))
        is_number = is_number or (columns.UNIT_NUMBER.fullmatch(name) and "#" in name)
        is_of_row = role in ("day", "status", "week", "range") or (role == "date" and not row.kind)
        if is_of_row or (role == "hours" and columns.read_hours(text, name)):
            return
        if role == "title":
            if row.is_session or find_links(text):
                self._add(row, text, row.kind or (None if find_links(text) else "concept"))
        elif row.kind or role == "note":
            row.notes += (
                []
                if columns.is_empty_cell(text)
                else [f"{name}: {'; '.join(columns.split_cell(text)) if '<br' in text else text}"]
            )
        elif role in _OF_ROW or is_number or (role == "due" and match_leading_date(plain_text(text))):
            row.notes.append(f"{name}: {'; '.join(columns.split_cell(text))}")
        elif role == "milestone":
            text = self.plan.take_text(row.block, text)
            self.plan.milestones.append(MilestoneDraft([text], row.block.line, (row.week.number,)))
        else:
            self._read_list(row, role, name, text)

    def _read_list(self, row: _Row, role: columns.Role, name: str, cell: str) -> None:
        """Read a cell as items, with the column's name as a note unless it is a label; `[here](…)` is its topic."""
        label, kind = match_label(name), _KINDS.get(role)
        note = "" if role == "description" or (label and label.is_exact and role != "goal") else name
        cell = re.sub(rf"^<?({BARE_URL})>?$", rf"[{row.topic}](\1)", cell) if role == "link" else cell
        for text in columns.split_cell(cell):
            status, rest = split_sign(text)
            words = _LINK_CELL.fullmatch(text)
            of = medium(words[1]) if words else None
            if status and rest and not (status == "to-read" and split_status(rest)[0]):
                block = replace(row.block, checked=status == "read", dropped=status == "dropped")
                self._add(row, rest, kind, note, block)
            elif words and of == "discussion":
                row.notes.append(text)
            elif words and of is not None:
                linked = self.plan.with_links(row.block, text)
                title = linked.replace(words[1], row.topic, 1) if "](" in linked else ""
                self._add(row, title, kind, words[1] if of else name)
                self.plan.add_structure(row.block, words[1])
            elif not status:
                self._add(row, text, kind, note)
            self.plan.add_structure(row.block, text.removesuffix(rest) if rest else text if status else "")

    def _add(self, row: _Row, text: str, kind: Kind | None, note: str = "", block: Block | None = None) -> None:
        """Add an item with a note, unless it says the same."""
        if item := add_item(self.plan, row.place, block or row.block, text, kind, row.done):
            row.items.append(item)
            self._prefix([item], note if note.casefold() not in text.casefold() else "")

    def _prefix(self, items: Sequence[Item], text: str) -> None:
        """Put a text before the notes of items of a row."""
        for item in items:
            item.add_notes(text)
            self.plan.add_text(item.block, text)


def _day_note(name: str, text: str) -> str:
    """Return the cell of a column of days, with its name before a number."""
    text = plain_text(text)
    return f"{name} {text}" if re.fullmatch(r"\d[\d\s–—-]*", text) else text


def _cells(header: Block, row: Block, *, is_item: bool = False) -> list[Cell]:
    """Return the cells of a row that say something; those of a week without those of its part and its number."""
    skipped = None if is_item else columns.week_column(row)
    cells: list[Cell] = []
    roles, names = columns.column_roles(row.header), columns.column_names(header.cells)
    is_course = {"duration", "effort"} <= set(roles)
    for at, (role, name, text) in enumerate(zip(roles, names, row.cells, strict=False)):
        is_list = role == "title" and not is_item and "<br" in text and len(columns.split_cell(text)) > 1
        is_hours = (
            role in ("duration", "effort") and not is_course and not text.isdecimal() and columns.read_hours(text)
        )
        is_skipped = columns.is_empty_cell(text) or at == skipped
        if not is_skipped or (text and role in ("date", "status")):
            cells.append(("concept" if is_list else "hours" if is_hours else role, name, text))
    return cells


def _is_extra(row: Block) -> bool:
    """Tell whether a row of a table of weeks is a sum or a break."""
    number = row.cells[columns.week_column(row) or 0]
    is_sum = any(columns.TOTAL.search(plain_text(cell)) for cell in row.cells)
    return (is_sum or _is_free(row)) and bool(columns.is_empty_cell(number) or find_date(number))


def _is_free(row: Block) -> bool:
    """Tell whether a row has nothing but its number, dates and the name of a break."""
    others = (
        cell for at, cell in enumerate(row.cells) if at != columns.week_column(row) and not columns.is_empty_cell(cell)
    )
    return all(find_date(cell) or columns.BREAK.search(cell) for cell in map(plain_text, others))
