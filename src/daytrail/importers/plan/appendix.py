"""What a plan says of itself elsewhere: maps, tables, titles; and where that contradicts its weeks."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

from daytrail.importers.plan.draft import PartDraft, PlanDraft
from daytrail.importers.plan.marks import RANGE, part_mark
from daytrail.importers.plan.mermaid import Chart
from daytrail.importers.plan.structure import Shape
from daytrail.importers.plan.tables import Column, reference
from daytrail.importers.text.coverage import texts
from daytrail.importers.text.dates import date_at
from daytrail.importers.text.draft import Doubt
from daytrail.importers.text.ids import Taken, readable
from daytrail.importers.text.inline import plain
from daytrail.importers.text.outline import Piece, Sort
from daytrail.model.base import slug


@dataclass(frozen=True, slots=True)
class Claim:
    """Weeks that something says a part has."""

    line: int
    where: str
    part: str
    """Its title or number, as said there."""
    index: int
    """Which of the parts is meant, where neither is known."""
    span: tuple[int, int]
    among: int = 0
    """How many parts are named there."""


def finish(
    plan: PlanDraft,
    pieces: Sequence[Piece],
    shape: Shape,
    charts: Iterable[Chart],
    claims: list[Claim],
    rows: Sequence[tuple[Piece, Sequence[Column]]],
) -> None:
    """Add topics, references and figures to a plan, and the doubts about them."""
    if shape.guessed and plan.parts:
        plan.doubts.append(Doubt(pieces[min(shape.weeks)].line, shape.guessed))
    plan.milestones = [one for one in plan.milestones if any(text.strip() for text in one.text)]
    _topics(plan, charts, claims)
    _rows(plan, rows, claims)
    _facts(plan, pieces, shape)
    if plan.beside:
        names = ", ".join(dict.fromkeys(plan.beside))
        message = f"these tracks run beside another one: {names}; their items share its weeks, and name the track"
        plan.doubts.append(Doubt(min(part.line for part in plan.parts), message))
    for claim in claims:
        among = sum(other.where == claim.where for other in claims)
        part = _meant(plan, replace(claim, among=among))
        if part and part.span and part.span != (claim.span[0] + (part.shift or 0), claim.span[1] + (part.shift or 0)):
            said, found = (_weeks(span) for span in (claim.span, part.span))
            plan.doubts.append(Doubt(claim.line, f"{claim.where} says {said} of {part.title}; it has {found}"))


def _weeks(span: tuple[int, int]) -> str:
    return f"week {span[0]}" if span[0] == span[1] else f"weeks {span[0]} to {span[1]}"


def _meant(plan: PlanDraft, claim: Claim) -> PartDraft | None:
    said = slug(claim.part)
    for part in plan.parts:
        if said and said in (slug(part.title), slug(part.key), slug(part.key).rpartition("-")[2]):
            return part
    return plan.parts[claim.index] if claim.index < len(plan.parts) == claim.among else None


def _topics(plan: PlanDraft, charts: Iterable[Chart], claims: list[Claim]) -> None:
    taken: Taken = {}
    ids: dict[str, str] = {}
    topics: dict[str, dict[str, Any]] = {}
    lines: dict[tuple[str, str], int] = {}
    for chart in charts:
        for name, title in chart.nodes.items():
            if name not in ids and name not in chart.group_names:
                ids[name] = readable(title, taken, "topic")
                topics[ids[name]] = {"id": ids[name], "title": title, "needs": []}
        for (one, other), line in chart.edges.items():
            if one not in ids or other not in ids:
                plan.doubts.append(Doubt(line, f"an edge between whole groups, {one} and {other}, was left out"))
            elif one != other and ids[one] not in topics[ids[other]]["needs"]:
                topics[ids[other]]["needs"].append(ids[one])
                lines[ids[one], ids[other]] = line
        for one, other, line in chart.both_ways:
            plan.doubts.append(
                Doubt(line, f"the edge between {one} and {other} has no one direction; {other} needs {one} now")
            )
        for index, (title, line) in enumerate(chart.groups.items()):
            if found := RANGE.search(title):
                name = re.sub(rf"\W*{re.escape(found[0])}\W*$", "", title).strip()
                span = (int(found["first"]), int(found["last"] or found["first"]))
                claims.append(Claim(line, "the map", re.sub(r"^\W+", "", name), index, span))
        for line, raw in chart.read:
            plan.books.became([line], raw)
    _open_circles(plan, topics, lines)
    plan.topics = [{key: value for key, value in topic.items() if value} for topic in topics.values()]


def _open_circles(plan: PlanDraft, topics: dict[str, dict[str, Any]], lines: dict[tuple[str, str], int]) -> None:
    """Leave out edges until no topic needs itself: of each circle the one that was drawn last."""
    while True:
        try:
            TopologicalSorter({name: topic["needs"] for name, topic in topics.items()}).prepare()
        except CycleError as found:
            circle = found.args[1]  # each comes before the next one, and the last is the first
            one, other = max(pairwise(circle), key=lambda edge: lines[edge])
            topics[other]["needs"].remove(one)
            message = (
                f"{topics[other]['title']} would need itself by way of {topics[one]['title']}; that edge was left out"
            )
            plan.doubts.append(Doubt(lines[one, other], message))
        else:
            return


def _rows(plan: PlanDraft, rows: Sequence[tuple[Piece, Sequence[Column]]], claims: list[Claim]) -> None:
    weeks = {week.number: week for week in plan.weeks}
    index = 0
    header: Piece | None = None
    for piece, kinds in rows:
        if not piece.head:
            header = piece
            continue
        cells = dict(zip(kinds, piece.cells, strict=False))
        row = " ".join(piece.cells)
        if found := reference(piece, kinds, set(weeks)):
            (plan.papers if found[0] == "papers" else plan.guides).append(found[1])
            plan.books.keep(piece.lines, *texts(found[1]))
        elif "part" in cells and (
            span := re.search(r"(\d{1,3})(?:\s*\D{1,4}\s*(\d{1,3}))?", cells.get("range") or cells.get("week", ""))
        ):
            key = part_mark(cells["part"], strict=False)
            name = re.sub(r"\W", "", cells["part"]) if not key or not key.rest else key.rest
            claims.append(Claim(piece.line, "the table", name, index, (int(span[1]), int(span[2] or span[1]))))
            index += 1
            plan.books.became(piece.lines, row)
        elif (
            kinds[0] == "week"
            and (number := cells.get("week", "").strip(" *")).isdecimal()
            and (week := weeks.get(int(number)))
        ):
            title = plain(cells.get("title", ""))
            if title and not slug(week.title).startswith(slug(title)):
                plan.doubts.append(
                    Doubt(piece.line, f"the table calls week {number} `{title}`, its heading `{week.title}`")
                )
            elif title:
                plan.books.became(piece.lines, f"{number} {title}")
        else:
            continue
        if header:
            plan.books.became(header.lines, " ".join(header.cells))
            header = None


def _start_of(plan: PlanDraft) -> date | None:
    """Return the Monday of week 1 by the dates in the titles of weeks, where they agree."""
    found = set()
    for week in plan.weeks:
        known = next(
            (one for at in range(len(week.title)) if week.title[at].isalnum() and (one := date_at(week.title, at))),
            None,
        )
        if known and known[0].year and (day := known[0].on(known[0].year, "mdy")):
            found.add(day - timedelta(days=7 * (week.number - 1)))
    start = found.pop() if len(found) == 1 else None
    return start if start and start.weekday() == 0 else None


_PER_WEEK = re.compile(
    r"(\d{1,3}(?:[.,]\d)?)\s*(?:h|hrs?|hours?|std|stunden|heures|horas|ore)\s*(?:/|per|a|each|every|pro|par|por|alla)\s*"
    r"(?:wk|week|woche|semaine|semana|settimana)",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"(\d{2,5})\s*(?:h|hrs?|hours?|stunden|heures|horas|ore)\s+(?:in )?(?:total|overall|insgesamt|gesamt|au total)",
    re.IGNORECASE,
)
_START = re.compile(
    r"(?:start(?:s|ing|ed)?|begin(?:s|ning)?|beginn|début|inicio|início|inizio)(?:\s+(?:date|on|am|le|el|il))*\W{1,6}",
    re.IGNORECASE,
)


def _facts(plan: PlanDraft, pieces: Sequence[Piece], shape: Shape) -> None:
    """Read the figures that stand above the first part, and the start by the dates of weeks."""
    if start := _start_of(plan):
        plan.facts["start"] = start
    first = min([*shape.weeks, *shape.parts], default=len(pieces))
    for piece in pieces[:first]:
        if piece.sort not in (Sort.TEXT, Sort.ITEM):
            continue
        if (found := _PER_WEEK.search(piece.text)) and "hours_per_week" not in plan.facts:
            plan.facts["hours_per_week"] = float(found[1].replace(",", "."))
        if (found := _TOTAL.search(piece.text)) and "hours" not in plan.facts:
            plan.facts["hours"] = float(found[1])
        if (found := _START.search(piece.text)) and (known := date_at(piece.text, found.end())) and known[0].year:
            day = known[0].on(known[0].year, "mdy")
            if day and day.weekday() == 0:
                plan.facts["start"] = day
            elif day:
                plan.doubts.append(
                    Doubt(piece.line, f"{day} is a {day:%A}; a plan starts on a Monday, so `start` was left out")
                )
