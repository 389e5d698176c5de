"""A plan in Markdown, or in what is left of it, as a curriculum."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from daytrail.importers.account import texts
from daytrail.importers.draft import Doubt, Left
from daytrail.importers.items import item
from daytrail.importers.mermaid import START, Chart, chart, is_chart_line
from daytrail.importers.outline import Piece, Sort, outline, plain
from daytrail.importers.plan_draft import MilestoneDraft, PartDraft, PlanDraft, WeekDraft, is_track
from daytrail.importers.plan_end import Claim, finish
from daytrail.importers.plan_marks import RANGE, Mark, is_name, label_mark
from daytrail.importers.plan_shape import is_contents, shape_of
from daytrail.importers.plan_tables import Column, cell_items, columns
from daytrail.importers.single import parted
from daytrail.model.curriculum import LISTS, Kind


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
    reader = _Reader(text, name, done)
    reader.read()
    return reader.result()


class _Reader:
    """What has been read so far, and where the reader stands."""

    def __init__(self, text: str, name: str, done: date) -> None:
        self.text = text
        self.pieces = outline(text)
        self.shape = shape_of(self.pieces)
        self.plan = PlanDraft(title=name)
        meta, _ = parted(text)
        if isinstance(meta.get("title"), str) and meta["title"].strip():
            self.plan.title = meta["title"].strip()
            self.plan.books.keep(range(1, text.count("\n") + 1), "title", self.plan.title)
        self.done = done
        self.week: WeekDraft | None = None
        self.kind: Kind | None = None
        """What the last label said of the items below it."""
        self.listed = False
        """Whether lines of text below that label are items."""
        self.above_item = False
        """Whether an item follows."""
        self.open: list[str] | None = None
        """The goal or the milestone that lines of text go on with."""
        self.last: tuple[int, dict[str, Any]] | None = None
        """The last item and how deep it stood."""
        weeks = [self.pieces[index] for index in self.shape.weeks]
        self.bold = bool(weeks) and all(one.sort is Sort.TEXT and one.text.startswith("**") for one in weeks)
        self.beside = ""
        """The track that is read, where several run beside each other in the same weeks."""
        self.charts: list[Chart] = []
        self.claims: list[Claim] = []
        self.rows: list[tuple[Piece, Sequence[Column]]] = []
        self.ticked: list[int] = []
        self.guessed: list[int] = []

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
            self._close()
            title = self._row_title(piece) if piece.sort is Sort.ROW else plain(week.rest)
            before = self.week
            self.week = self.plan.begin_week(piece.line, week.first, week.last, title)
            self._became(piece.line, week.said)
            self.plan.books.keep(piece.lines, title)
            if piece.sort is Sort.ROW and before is self.week and title:  # a second row of one week
                self._add(replace(piece, text=title), "concept")
        if day:
            self._became(piece.line, day.said)
            self.kind, self.last = None, None
            if day.rest and self.week:
                self._add(replace(piece, text=day.rest), "concept")
        if part or week or day:
            self.plan.books.keep(piece.lines, part.rest if part else "", week.rest if week else "")
            if piece.sort is Sort.ROW:
                self._week_row(piece)
            elif self.shape.by == "sections" and piece.sort is Sort.ITEM and not week.rest:
                self._list_item(piece)
        elif index == self.shape.title:
            title = re.sub(r"\s[0-9a-f]{32}$", "", plain(piece.text))  # Notion adds an id to the titles that it exports
            self.plan.title = title or self.plan.title
            self.plan.books.keep(piece.lines, piece.text)
        elif piece.sort is Sort.HEADING:
            self._heading(piece)
        elif piece.sort is Sort.TEXT:
            self._text(piece)
        elif piece.sort is Sort.ITEM:
            self._list_item(piece)
        elif piece.sort is Sort.ROW:
            if not piece.head and self.shape.by == "a row a week":
                self._became(piece.line, " ".join(piece.cells))
            self.rows.append((piece, columns(piece.head)))
        elif piece.sort is Sort.CODE:
            self.charts.append(chart(enumerate(piece.text.split("\n"), start=piece.line + 1)))
            self._became(piece.line, "mermaid")

    def _begin_part(self, piece: Piece, mark: Mark) -> None:
        title = plain(mark.rest)
        claim = RANGE.search(title)
        if claim:
            bare = re.sub(rf"\W*{re.escape(claim[0])}\W*$", "", title)
            self._became(piece.line, claim[0])
            title = bare or title
        key = " ".join(re.findall(r"\w+", mark.said.casefold()))
        self.plan.parts.append(PartDraft(title or plain(piece.text), piece.line, key))
        self._became(piece.line, mark.said)
        if claim:
            span = (int(claim["first"]), int(claim["last"] or claim["first"]))
            self.claims.append(Claim(piece.line, "its title", title, len(self.plan.parts) - 1, span))
        self.beside = self.plan.parts[-1].title if is_track(self.plan.parts[-1]) else ""
        self._close()
        self.week, self.open = None, self.plan.parts[-1].goal  # what stands right below a part is what it is for

    def _close(self) -> None:
        self.kind, self.open, self.last = None, None, None

    def _became(self, line: int, said: str) -> None:
        self.plan.books.became([line], said)

    # Lines

    def _heading(self, piece: Piece) -> None:
        label = label_mark(piece.text)
        if label and self._inside and piece.level > self.shape.level - (not self.week):
            self._label(piece, label)
        elif piece.level <= self.shape.level and self.shape.by != "a row a week":
            self._close()
            self.week = None
        else:
            self._close()

    @property
    def _inside(self) -> bool:
        return bool(self.week or self.plan.parts)

    def _text(self, piece: Piece) -> None:
        label = label_mark(piece.text) if not piece.level else None
        if self.bold and not label and re.fullmatch(r"\W*\*\*[^*]+\*\*:?", piece.text):
            self._close()
            self.week = None  # where weeks are bold lines, another one ends them
            return
        # Without a colon, only a list below it makes a label of a line.
        if label and (label.said.endswith((":", "—", "–", "-")) or self.above_item):
            self._label(piece, label)
        elif self.open is not None and not (
            self._in_milestone and self.open and self.open[-1].endswith((".", "!", "?"))
        ):
            self._go_on(piece)
        elif (
            self.week
            and not self.week.items
            and not self.kind
            and self.week.title == f"Week {self.week.number}"
            and is_name(piece.text)
        ):
            self.week.title = plain(piece.text)  # the topic stands below the heading
            self.plan.books.keep(piece.lines, piece.text)
        elif piece.level and self.last:
            self._remark(piece, "\n\n")
        elif self.week and self.kind and self.listed and len(piece.text) <= _SHORT:
            self._add(piece, self.kind)

    def _go_on(self, piece: Piece) -> None:
        if self.open is not None:
            self.open.append(piece.text)
            self.plan.books.keep(piece.lines, piece.text)

    def _remark(self, piece: Piece, between: str) -> None:
        if self.last:
            note = self.last[1].get("note")
            self.last[1]["note"] = f"{note}{between}{piece.text}" if note else piece.text
            self.plan.books.keep(piece.lines, piece.text)

    def _label(self, piece: Piece, mark: Mark) -> None:
        self._close()
        label = mark.label
        part = self.plan.parts[-1] if self.plan.parts else None
        if label == "milestone":
            self._milestone(piece, mark)
        elif label == "goal":
            if self.week or not part:
                return  # weeks have no goal of their own; it is left over
            self.open = part.goal
            self._became(piece.line, mark.said)
            if mark.rest:
                self._go_on(replace(piece, text=mark.rest))
        elif self.week and label:
            self.kind, self.listed = label, mark.said.endswith(":")
            self._became(piece.line, mark.said)
            if mark.rest:
                self._add(replace(piece, text=mark.rest), label)

    def _milestone(self, piece: Piece, mark: Mark) -> None:
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
        self._became(piece.line, mark.said)
        self.plan.books.keep(piece.lines, mark.rest)

    # Items

    def _list_item(self, piece: Piece) -> None:
        if is_contents(piece):
            return
        label = label_mark(piece.text) if piece.checked is None else None
        if label and self._inside and (label.rest == "" or label.label in ("milestone", "goal")):
            self._label(piece, label)
        elif self.open is not None and (not self.week or self._in_milestone):
            self._go_on(piece)
        elif not self.week:
            self._guide(piece)
        elif label and label.said.endswith(":"):
            kind = label.label
            self._became(piece.line, label.said)
            self._add(replace(piece, text=label.rest), kind if kind in LISTS else "concept")
        elif self._is_remark(piece):
            self._remark(piece, "\n")
        else:
            self._add(piece, self.kind)

    def _guide(self, piece: Piece) -> None:
        """Keep a link that belongs to no week among the guides."""
        said = item(piece.text, reading=True)
        if "url" in said.fields:
            fields = said.fields
            rest = "; ".join(fields[key] for key in ("author", "section", "note") if key in fields)
            guide = {"title": fields["title"], "url": fields["url"]} | ({"good_for": rest} if rest else {})
            self.plan.guides.append(guide)
            self.plan.books.keep(piece.lines, *texts(guide))

    @property
    def _in_milestone(self) -> bool:
        return any(self.open is one.text for one in self.plan.milestones)

    def _is_remark(self, piece: Piece) -> bool:
        """Tell whether an item without a box is a remark on the one that it stands under."""
        return bool(self.last and piece.level > self.last[0] and piece.checked is None and "](" not in piece.text)

    def _add(self, piece: Piece, kind: Kind | None) -> None:
        if not self.week or not piece.text:
            return
        chosen = kind or ("reading" if "http" in piece.text else "concept")
        said = item(piece.text, reading=chosen == "reading")
        for words in said.structure:
            self._became(piece.line, words)
        if said.guessed:
            self.guessed.append(piece.line)
        if piece.dropped:
            said.fields["dropped"] = True
        elif said.done or piece.checked:
            said.fields["done"] = said.done or self.done
            if not said.done:
                self.ticked.append(piece.line)
        self.open = None
        self.listed = self.listed and piece.sort is Sort.TEXT
        if self.beside:  # which of several tracks it belongs to
            said.fields["note"] = "; ".join(filter(None, (self.beside, said.fields.get("note"))))
        self.last = (piece.level, self.week.add(chosen, said.fields))
        self.plan.books.keep(piece.lines, *texts(said.fields))

    # Tables

    def _row_title(self, piece: Piece) -> str:
        kinds = columns(piece.head)
        at = kinds.index("title") if "title" in kinds else -1
        return plain(piece.cells[at]) if 0 <= at < len(piece.cells) else ""

    def _week_row(self, piece: Piece) -> None:
        for kind, cell in zip(columns(piece.head)[1:], piece.cells[1:], strict=False):
            if kind == "milestone" and cell and self.week:
                self.plan.milestones.append(MilestoneDraft(piece.line, [cell], (self.week.number,)))
                self.plan.books.keep(piece.lines, cell)
            elif kind in LISTS:
                for text in cell_items(cell):
                    self._add(replace(piece, text=text), kind)

    def result(self) -> ImportedPlan:
        """Return what was read, with the books balanced."""
        plan = self.plan
        finish(plan, self.pieces, self.shape, self.charts, self.claims, self.rows)
        if self.ticked:
            message = f"ticked without a date, here and below: {len(self.ticked)}; --done says when, and {self.done} was taken"
            plan.doubts.append(Doubt(self.ticked[0], message))
        if self.guessed:
            message = f"taken for authors, since they stand behind a dash, here and below: {len(self.guessed)}"
            plan.doubts.append(Doubt(self.guessed[0], message))
        empty = not any(week.items for week in plan.weeks)
        data = {} if empty else plan.data()
        doubts = sorted(plan.doubts, key=lambda doubt: doubt.line)
        edges = sum(len(topic.get("needs", ())) for topic in plan.topics)
        return ImportedPlan(
            data, tuple(doubts), plan.books.left(self.text), tuple(plan.books.structure), self.shape.by, edges
        )


_SHORT = 200
