"""A plan in Markdown, or in what is left of it, as a curriculum."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from daytrail.importers.log.single_file import parted
from daytrail.importers.plan.appendix import Claim, finish
from daytrail.importers.plan.desk import Desk, kind_of, row_title
from daytrail.importers.plan.draft import PartDraft, is_track
from daytrail.importers.plan.marks import RANGE, Mark, is_name, label_mark
from daytrail.importers.plan.mermaid import START, Chart, chart, is_chart_line
from daytrail.importers.plan.structure import ROWS, is_contents, shape_of
from daytrail.importers.plan.tables import Column, columns
from daytrail.importers.text.draft import Doubt, Left
from daytrail.importers.text.inline import heading, plain
from daytrail.importers.text.outline import Piece, Sort, cleaned, outline


@dataclass(frozen=True, slots=True)
class ImportedPlan:
    """What was read."""

    data: dict[str, Any]
    """As curriculum.yaml has it; empty where the source has no item."""
    doubts: tuple[Doubt, ...]
    left: tuple[Left, ...]
    structure: tuple[Left, ...]
    by: str
    """What weeks were told by."""
    edges: int
    """Of the dependency map."""


def read_plan(text: str, name: str, done: date) -> ImportedPlan:
    """Read a plan.

    Args:
        text: The file.
        name: What the plan is called where it has no title.
        done: The day of what is ticked without a date.
    """
    reader = _Reader(cleaned(text), name, done)
    reader.read()
    return reader.result()


class _Reader(Desk):
    """What has been read so far, and where the reader stands."""

    def __init__(self, text: str, name: str, done: date) -> None:
        self.text = text
        self.pieces = outline(text)
        self.shape = shape_of(self.pieces)
        super().__init__(name, done)
        meta, _ = parted(text)
        if isinstance(meta.get("title"), str) and meta["title"].strip():
            self.plan.title = meta["title"].strip()
            self.plan.books.keep(range(1, text.count("\n") + 1), "title", self.plan.title)
        self.above_item = False
        """Whether an item follows."""
        weeks = [self.pieces[index] for index in self.shape.weeks]
        self.bold = bool(weeks) and all(one.sort is Sort.TEXT and one.text.startswith("**") for one in weeks)
        self.charts: list[Chart] = []
        self.claims: list[Claim] = []
        self.rows: list[tuple[Piece, Sequence[Column]]] = []

    def read(self) -> None:
        """Read all pieces."""
        lines: list[tuple[int, str]] = []
        for index, piece in enumerate(self.pieces):
            if piece.sort is Sort.TEXT and (START.match(piece.text) or (lines and is_chart_line(piece.text))):
                lines.append((piece.line, piece.text))
                continue
            if lines:
                self.charts.append(chart(lines))
                lines = []
            self._piece(index, piece)
        if lines:
            self.charts.append(chart(lines))

    def _piece(self, index: int, piece: Piece) -> None:
        self.above_item = any(next_piece.sort is Sort.ITEM for next_piece in self.pieces[index + 1 : index + 2])
        part, week, day = self.shape.parts.get(index), self.shape.weeks.get(index), self.shape.days.get(index)
        if part:
            self._begin_part(piece, part)
        if week:
            self._begin_week(piece, week)
        if day:
            self.became(piece.line, day.said)
            self.kind, self.last = None, None
            self.add(replace(piece, text=day.rest), "concept")
        if not (part or week or day):
            self._other(piece, is_title=index == self.shape.title)
        elif week and not week.rest and self.shape.by == "sections" and piece.sort is Sort.ITEM:
            self._list_item(piece)  # a list without groups is one week, which its first item begins

    def _other(self, piece: Piece, *, is_title: bool) -> None:
        """Read what begins neither a part nor a week."""
        match piece.sort:
            case _ if is_title:
                # Notion adds an id to the titles that it exports.
                self.plan.title = re.sub(r"\s[0-9a-f]{32}$", "", heading(piece.text)) or self.plan.title
                self.plan.books.keep(piece.lines, piece.text)
            case Sort.HEADING:
                self._heading(piece)
            case Sort.TEXT:
                self._text(piece)
            case Sort.ITEM:
                self._list_item(piece)
            case Sort.ROW:
                if not piece.head and self.shape.by == ROWS:
                    self.became(piece.line, " ".join(piece.cells))
                self.rows.append((piece, columns(piece.head)))
            case Sort.CODE:
                self.charts.append(chart(enumerate(piece.text.split("\n"), start=piece.line + 1)))
                self.became(piece.line, "mermaid")

    def _begin_week(self, piece: Piece, mark: Mark) -> None:
        row = piece.sort is Sort.ROW
        title = row_title(piece) if row else plain(mark.rest)
        before = self.week
        self.close()
        self.week = self.plan.begin_week(piece.line, mark.first, mark.last, title)
        self.became(piece.line, mark.said)
        if self.week.line == piece.line:
            self.plan.books.keep(piece.lines, title)
        else:  # its title is there already, or has just been added to it
            self.became(piece.line, title)
        if row:
            if before is self.week and title:  # a second row of one week
                self.add(replace(piece, text=title), "concept")
            self.week_row(piece)

    def _begin_part(self, piece: Piece, mark: Mark) -> None:
        title = plain(mark.rest)
        claim = RANGE.search(title)
        if claim:
            bare = re.sub(rf"\W*{re.escape(claim[0])}\W*$", "", title)
            self.became(piece.line, claim[0])
            title = bare or title
        key = " ".join(re.findall(r"\w+", mark.said.casefold()))
        self.plan.parts.append(PartDraft(title or plain(piece.text), piece.line, key))
        self.became(piece.line, mark.said)
        self.plan.books.keep(piece.lines, mark.rest)
        if claim:
            span = (int(claim["first"]), int(claim["last"] or claim["first"]))
            self.claims.append(Claim(piece.line, "its title", title, len(self.plan.parts) - 1, span))
        self.beside = self.plan.parts[-1].title if is_track(self.plan.parts[-1]) else ""
        self.close()
        self.week, self.open = None, self.plan.parts[-1].goal  # what stands right below a part is what it is for

    # Lines

    def _heading(self, piece: Piece) -> None:
        label = label_mark(piece.text)
        if label and self._inside and piece.level > self.shape.level - (not self.week):
            self._label(piece, label)
        elif piece.level <= self.shape.level or self.shape.by == ROWS:
            self.close()
            self.week = None
        else:
            self.close()

    @property
    def _inside(self) -> bool:
        return bool(self.week or self.plan.parts)

    def _text(self, piece: Piece) -> None:
        label = label_mark(piece.text) if not piece.level else None
        if self.bold and not label and re.fullmatch(r"\W*\*\*[^*]+\*\*:?", piece.text):
            self.close()
            self.week = None  # where weeks are bold lines, another one ends them
            return
        # Without a colon, only a list below it makes a label of a line.
        if label and (label.said.endswith((":", "—", "–", "-")) or self.above_item):
            self._label(piece, label)
        elif self.open is not None and not self.is_told:
            self.go_on(piece)
        elif self.week and self.is_untitled and is_name(piece.text):
            self.week.title = plain(piece.text)  # the topic stands below the heading
            self.plan.books.keep(piece.lines, piece.text)
        elif piece.level and self.last:
            self.remark(piece, "\n\n")
        elif self.week and self.kind and self.listed and len(piece.text) <= _SHORT:
            self.add(piece, self.kind)

    def _label(self, piece: Piece, mark: Mark) -> None:
        self.close()
        label = mark.label
        part = self.plan.parts[-1] if self.plan.parts else None
        if label == "milestone":
            self.milestone(piece, mark)
        elif label == "goal":
            if self.week or not part:
                return  # weeks have no goal of their own; it is left over
            self.open = part.goal
            self.became(piece.line, mark.said)
            if mark.rest:
                self.go_on(replace(piece, text=mark.rest))
        elif self.week and label:
            self.kind, self.listed = label, mark.said.endswith(":")
            self.became(piece.line, mark.said)
            if mark.rest:
                self.add(replace(piece, text=mark.rest), label)

    # Items

    def _list_item(self, piece: Piece) -> None:
        if is_contents(piece):
            return
        label = label_mark(piece.text) if piece.checked is None else None
        if label and self._inside and (label.rest == "" or label.label in ("milestone", "goal")):
            self._label(piece, label)
        elif self.open is not None and (not self.week or self.in_milestone):
            self.go_on(piece)
        elif not self.week:
            self.guide(piece)
        elif label and label.said.endswith(":"):
            self.became(piece.line, label.said)
            self.add(replace(piece, text=label.rest), kind_of(label.label) or "concept")
        elif self.is_remark(piece):
            self.remark(piece, "\n")
        else:
            self.add(piece, self.kind)

    def result(self) -> ImportedPlan:
        """Return what was read, with the books balanced."""
        plan = self.plan
        finish(plan, self.pieces, self.shape, self.charts, self.claims, self.rows)
        self.say()
        empty = not any(week.items for week in plan.weeks)
        data = {} if empty else plan.data()
        doubts = sorted(plan.doubts, key=lambda doubt: doubt.line)
        edges = sum(len(topic.get("needs", ())) for topic in plan.topics)
        return ImportedPlan(
            data,
            tuple(doubts),
            plan.books.left(self.text, empty=empty),
            tuple(plan.books.structure),
            self.shape.by,
            edges,
        )


_SHORT = 200
