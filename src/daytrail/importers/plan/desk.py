"""Where the reader of a plan stands, and what it writes down."""

import re
from dataclasses import replace
from datetime import date
from typing import Any

from daytrail.importers.plan.draft import MilestoneDraft, PlanDraft, WeekDraft
from daytrail.importers.plan.marks import RANGE, Mark
from daytrail.importers.plan.tables import cell_items, columns
from daytrail.importers.text.coverage import texts
from daytrail.importers.text.draft import Doubt
from daytrail.importers.text.inline import plain
from daytrail.importers.text.item_line import item
from daytrail.importers.text.outline import Piece, Sort
from daytrail.model.curriculum import LISTS, Kind


class Desk:
    """What has been read so far, and what lines and items go on with."""

    def __init__(self, title: str, done: date) -> None:
        self.plan = PlanDraft(title=title)
        self.done = done
        """The day of what is ticked without a date."""
        self.week: WeekDraft | None = None
        self.kind: Kind | None = None
        """What the last label said of the items below it."""
        self.listed = False
        """Whether lines of text below that label are items."""
        self.open: list[str] | None = None
        """The goal or the milestone that lines of text go on with."""
        self.last: tuple[int, dict[str, Any]] | None = None
        """The last item and how deep it stood."""
        self.boxed = False
        """Whether that item has a box."""
        self.beside = ""
        """The track that is read, where several run beside each other in the same weeks."""
        self.ticked: list[int] = []
        self.guessed: list[int] = []

    def close(self) -> None:
        """Leave what lines and items went on with."""
        self.kind, self.open, self.last = None, None, None

    def became(self, line: int, said: str) -> None:
        """Note that words of a line became structure."""
        self.plan.books.became([line], said)

    def go_on(self, piece: Piece) -> None:
        """Go on with the goal or the milestone."""
        if self.open is not None:
            self.open.append(piece.text)
            self.plan.books.keep(piece.lines, piece.text)

    def remark(self, piece: Piece, between: str) -> None:
        """Add to the note of the last item."""
        if self.last:
            note = self.last[1].get("note")
            self.last[1]["note"] = f"{note}{between}{piece.text}" if note else piece.text
            self.plan.books.keep(piece.lines, piece.text)

    def milestone(self, piece: Piece, mark: Mark) -> None:
        """Begin a milestone, of the weeks or the part that its label names, else of where it stands."""
        found = MilestoneDraft(piece.line, [mark.rest] if mark.rest else [])
        aside = mark.aside.casefold()
        if span := RANGE.search(aside):
            shift = (self.plan.parts[-1].shift or 0) if self.plan.parts else 0
            found.weeks = tuple(range(int(span["first"]) + shift, int(span["last"] or span["first"]) + shift + 1))
        elif aside:
            found.part = next((part for part in self.plan.parts if aside in (part.key, part.title.casefold())), None)
        elif self.week:
            found.weeks = (self.week.number,)
        elif self.plan.parts:
            found.part = self.plan.parts[-1]
        self.plan.milestones.append(found)
        self.open = found.text
        self.became(piece.line, mark.said)
        self.plan.books.keep(piece.lines, mark.rest)

    def guide(self, piece: Piece) -> None:
        """Keep a link that belongs to no week among the guides."""
        said = item(piece.text, reading=True)
        if "url" in said.fields:
            fields = said.fields
            rest = "; ".join(fields[key] for key in ("author", "section", "note") if key in fields)
            guide = {"title": fields["title"], "url": fields["url"]} | ({"good_for": rest} if rest else {})
            self.plan.guides.append(guide)
            self.plan.books.keep(piece.lines, *texts(guide))

    @property
    def in_milestone(self) -> bool:
        """Whether lines go on with a milestone."""
        return any(self.open is one.text for one in self.plan.milestones)

    def is_remark(self, piece: Piece) -> bool:
        """Tell whether an item without a box is a remark on the one that it stands under."""
        if not self.last or piece.checked is not None or "http" in piece.text:
            return False
        return piece.level > self.last[0] or (piece.level > 0 and piece.level == self.last[0] and self.boxed)

    def add(self, piece: Piece, kind: Kind | None) -> None:
        """Add an item to the week; without a kind, one with a link is something to read."""
        if not self.week or not piece.text:
            return
        chosen = kind or ("reading" if "http" in piece.text else "concept")
        ticked = _TICKED_ON.search(piece.text) if piece.checked else None
        text = f"{piece.text[: ticked.start()]} ✅ {ticked[1]}" if ticked else piece.text
        said = item(text, reading=chosen == "reading")
        for words in said.structure:
            self.became(piece.line, words)
        if said.guessed:
            self.guessed.append(piece.line)
        if piece.dropped:
            said.fields["dropped"] = True
        elif said.done or piece.checked:
            said.fields["done"] = said.done or self.done
            if not said.done:
                self.ticked.append(piece.line)
        self.open = None
        self.boxed = piece.checked is not None
        self.listed = self.listed and piece.sort is Sort.TEXT
        if self.beside:  # which of several tracks it belongs to
            said.fields["note"] = "; ".join(filter(None, (self.beside, said.fields.get("note"))))
        self.last = (piece.level, self.week.add(chosen, said.fields))
        self.plan.books.keep(piece.lines, *texts(said.fields))

    @property
    def is_told(self) -> bool:
        """Whether a milestone has come to the end of its sentence."""
        return self.in_milestone and self.open is not None and "".join(self.open[-1:]).endswith((".", "!", "?"))

    @property
    def is_untitled(self) -> bool:
        """Whether nothing is known of the week but its number."""
        week = self.week
        return bool(week and not week.items and not self.kind and week.title == f"Week {week.number}")

    def say(self) -> None:
        """Note the doubts about ticks and authors."""
        if self.ticked:
            number = len(self.ticked)
            message = f"ticked without a date, here and below: {number}; {self.done} was taken, --done says otherwise"
            self.plan.doubts.append(Doubt(self.ticked[0], message))
        if self.guessed:
            message = f"taken for authors, since they stand behind a dash, here and below: {len(self.guessed)}"
            self.plan.doubts.append(Doubt(self.guessed[0], message))

    def week_row(self, piece: Piece) -> None:
        """Read the cells of a row that is a week."""
        for kind, cell in zip(columns(piece.head)[1:], piece.cells[1:], strict=False):
            if kind == "milestone" and cell and self.week:
                self.plan.milestones.append(MilestoneDraft(piece.line, [cell], (self.week.number,)))
                self.plan.books.keep(piece.lines, cell)
            elif own := kind_of(kind):
                for text in cell_items(cell):
                    self.add(replace(piece, text=text), own)


_TICKED_ON = re.compile(r"\s*[(\[](\d{4}-\d\d-\d\d)[)\]]\s*$")
"""A date behind something that is done is the day on which it was."""


def row_title(piece: Piece) -> str:
    """Return the title of a row that is a week."""
    kinds = columns(piece.head)
    at = kinds.index("title") if "title" in kinds else -1
    return plain(piece.cells[at]) if 0 <= at < len(piece.cells) else ""


def kind_of(name: str | None) -> Kind | None:
    """Return the kind of items that a label or a column names, if it is one."""
    return next((kind for kind in LISTS if kind == name), None)
