"""Appendices of a plan: maps, tables and figures outside its weeks, and where they contradict the weeks."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

from daytrail.importers.plan.draft import PartDraft, PlanDraft, StatedRange, WeekDraft
from daytrail.importers.plan.heading_marks import find_week_range, match_part, number_range
from daytrail.importers.plan.mermaid import Flowchart
from daytrail.importers.plan.structure import DocumentStructure
from daytrail.importers.plan.tables import column_roles, find_date, read_reference, resolve_dates, year_in
from daytrail.importers.text.dates import match_date
from daytrail.importers.text.diagnostics import text_values
from daytrail.importers.text.ids import UsedIds, readable_id
from daytrail.importers.text.markdown import plain_text, prose
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.base import slug

_HOURS = rf"(?:(\d{{1,3}})\s*[-–]\s*)?(\d{{1,3}}(?:[.,]\d)?)\s*(?:h|{any_of('hours', 'short_hours')})\.?"
_PER_WEEK = re.compile(
    rf"{_HOURS}\s*(?:(?:/|{any_of('per')})\s*(?:{any_of('week')})|{any_of('weekly')})"
    rf"|(?:{any_of('hours')})\s+(?:{any_of('per')})\s+(?:{any_of('week')})\W{{1,4}}(\d{{1,3}}(?:[.,]\d)?)",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    rf"(\d{{2,5}})\s*(?:h|{any_of('hours')})\s+(?:(?:{any_of('before_total')}) )?(?:{any_of('total')})",
    re.IGNORECASE,
)
_TOTAL_BEFORE = re.compile(rf"\W*(?:{any_of('total')})\W{{1,4}}(\d{{1,5}})\s*(?:h|{any_of('hours')})\b", re.IGNORECASE)
_START = re.compile(rf"(?:{any_of('start')})(?:\s+(?:{any_of('after_start')}))*\W{{1,6}}", re.IGNORECASE)
_NUMBER_RANGE = re.compile(r"(?P<first>\d{1,3})(?:\s*\D{1,4}\s*(?P<last>\d{1,3}))?")


def add_appendices(
    plan: PlanDraft, structure: DocumentStructure, rows: Sequence[Block], charts: Iterable[Flowchart]
) -> None:
    """Add topics, references and figures to a plan with all its weeks, and diagnostics about contradictions.

    The rows are those of the tables that are no weeks and no items.
    """
    if structure.guess and plan.parts:
        plan.report(structure.blocks[min(structure.weeks)].line, "guessed-weeks", structure.guess)
    plan.milestones = [milestone for milestone in plan.milestones if any(text.strip() for text in milestone.text)]
    _add_topics(plan, charts)
    _read_rows(plan, rows)
    _add_figures(plan, structure)
    if plan.parallel_tracks:
        names = ", ".join(dict.fromkeys(plan.parallel_tracks))
        message = f"these tracks run beside another one: {names}; their items share its weeks, and name the track"
        plan.report(min(part.line for part in plan.parts), "parallel-tracks", message)
    parts_by_name = _parts_by_name(plan.parts)
    ranges_by_source = Counter(stated.source for stated in plan.stated_ranges)
    for stated in plan.stated_ranges:
        part = parts_by_name.get(slug(stated.part))
        if not part and stated.index < len(plan.parts) == ranges_by_source[stated.source]:
            part = plan.parts[stated.index]  # the source states the weeks of all parts
        if not part or not part.week_range:
            continue
        first, last = (number + (part.week_offset or 0) for number in stated.weeks)
        if part.week_range != (first, last):
            weeks, part_weeks = _weeks(*stated.weeks), _weeks(*part.week_range)
            is_named = parts_by_name.get(slug(stated.part)) is part
            name = part.title if is_named else f"{part.title} (`{stated.part}` there)"
            message = f"{stated.source} says {weeks} of {name}; it has {part_weeks}"
            plan.report(stated.line, "week-range-mismatch", message)


def _weeks(first: int, last: int) -> str:
    return f"week {first}" if first == last else f"weeks {first} to {last}"


def _parts_by_name(parts: Iterable[PartDraft]) -> dict[str, PartDraft]:
    """Return the first part of each name, which may be its title, its key or the number in its key."""
    names: dict[str, PartDraft] = {}
    for part in parts:
        for name in (slug(part.title), slug(part.key), slug(part.key).rpartition("-")[2]):
            names.setdefault(name, part)
    names.pop("", None)
    return names


def _add_topics(plan: PlanDraft, charts: Iterable[Flowchart]) -> None:
    used_ids: UsedIds = {}
    ids: dict[str, str] = {}
    topics: dict[str, dict[str, Any]] = {}
    edge_lines: dict[tuple[str, str], int] = {}
    for chart in charts:
        for name, title in chart.nodes.items():
            if name not in ids and name not in chart.subgraph_names:
                ids[name] = readable_id(title, used_ids, "topic")
                topics[ids[name]] = {"id": ids[name], "title": title, "needs": []}
        for (source, target), line in chart.edges.items():
            if source not in ids or target not in ids:
                message = f"an edge between whole groups, {source} and {target}, was left out"
                plan.report(line, "subgraph-edge", message)
            elif source != target and ids[source] not in topics[ids[target]]["needs"]:
                topics[ids[target]]["needs"].append(ids[source])
                edge_lines[ids[source], ids[target]] = line
        for source, target, line in chart.undirected_edges:
            message = f"the edge between {source} and {target} has no one direction; {target} needs {source} now"
            plan.report(line, "undirected-edge", message)
        _report_texts(plan, chart)
        plan.stated_ranges += _ranges_of_subgraphs(chart)
        for line, raw in chart.structure:
            plan.ledger.add_structure([line], raw)
    _break_cycles(plan, topics, edge_lines)
    plan.topics = [{key: value for key, value in topic.items() if value} for topic in topics.values()]


def _report_texts(plan: PlanDraft, chart: Flowchart) -> None:
    """Report the titles of groups and the texts of edges, for which a plan has no place."""
    groups = [(line, title) for title, line in chart.subgraphs.items() if not find_week_range(title)]
    for line, text in (*groups, *chart.labels):
        if re.search(r"\w", text):
            plan.report(line, "text-in-map", f"`{text}` is not a topic; the text was left out")


def _ranges_of_subgraphs(chart: Flowchart) -> Iterator[StatedRange]:
    for index, (title, line) in enumerate(chart.subgraphs.items()):
        if weeks := find_week_range(title):
            yield StatedRange(
                line, "the map", re.sub(r"^\W+", "", weeks.rest.strip()), index, (weeks.first, weeks.last)
            )


def _break_cycles(plan: PlanDraft, topics: dict[str, dict[str, Any]], edge_lines: dict[tuple[str, str], int]) -> None:
    """Remove edges until no topic needs itself: of each cycle, the one that was drawn last."""
    while True:
        try:
            TopologicalSorter({name: topic["needs"] for name, topic in topics.items()}).prepare()
        except CycleError as error:
            cycle = error.args[1]  # each topic is needed by the next one, and the last is the first
            source, target = max(pairwise(cycle), key=lambda edge: edge_lines[edge])
            topics[target]["needs"].remove(source)
            through = topics[source]["title"]
            message = f"{topics[target]['title']} would need itself by way of {through}; that edge was left out"
            plan.report(edge_lines[source, target], "circular-topics", message)
        else:
            return


def _read_rows(plan: PlanDraft, rows: Sequence[Block]) -> None:
    """Read references, the weeks of parts, and the titles of weeks from tables."""
    weeks = {week.number: week for week in plan.weeks}
    part_index = 0
    header: Block | None = None
    for row in rows:
        if not row.header:
            header = row
            continue
        roles = column_roles(row.header)
        cells = dict(zip(roles, row.cells, strict=False))
        if reference := read_reference(row, roles, set(weeks)):
            (plan.papers if reference[0] == "papers" else plan.guides).append(reference[1])
            plan.ledger.add_text(row.line_numbers, *text_values(reference[1]))
        elif "part" in cells and (numbers := _NUMBER_RANGE.search(cells.get("range") or cells.get("week", ""))):
            mark = match_part(cells["part"], strict=False)
            name = mark.rest if mark and mark.rest else re.sub(r"\W", "", cells["part"])
            plan.stated_ranges.append(StatedRange(row.line, "the table", name, part_index, number_range(numbers)))
            part_index += 1
            plan.ledger.add_structure(row.line_numbers, " ".join(row.cells))
        elif (
            roles[0] == "week"
            and (number := cells.get("week", "").strip(" *")).isdecimal()
            and (week := weeks.get(int(number)))
        ):
            _compare_titles(plan, row, week, number, plain_text(cells.get("title", "")))
        else:
            continue
        if header:
            plan.ledger.add_structure(header.line_numbers, " ".join(header.cells))
            header = None


def _compare_titles(plan: PlanDraft, row: Block, week: WeekDraft, number: str, title: str) -> None:
    """Report a table row that calls a week something else than its heading."""
    if title and not week.has_title:
        week.title = title
        plan.ledger.add_text(row.line_numbers, title)
        plan.ledger.add_structure(row.line_numbers, number)
    elif title and not slug(week.title).startswith(slug(title)):
        message = f"the table calls week {number} `{title}`, its heading `{week.title}`"
        plan.report(row.line, "week-title-mismatch", message)
    elif title:
        plan.ledger.add_structure(row.line_numbers, f"{number} {title}")


def _add_figures(plan: PlanDraft, structure: DocumentStructure) -> None:
    """Add the start by the dates of weeks, and hours and start from the text above the first part."""
    blocks = structure.blocks
    if start := _start_by_week_titles(plan) or _start_by_rows(plan):
        plan.figures["start"] = start
    for block in blocks:
        total = _TOTAL_BEFORE.match(block.text) if block.type is BlockType.TEXT and plan.row_hours else None
        if total and float(total[1]) != plan.row_hours:
            message = f"the rows have {plan.row_hours:g} hours in all, the text says {total[1]}"
            plan.report(block.line, "hours-mismatch", message)
    first = min([*structure.weeks, *structure.parts], default=len(blocks))
    for block in blocks[:first]:
        if block.type not in (BlockType.TEXT, BlockType.ITEM):
            continue
        if (match := _PER_WEEK.search(prose(block.text))) and "hours_per_week" not in plan.figures:
            high = float((match[2] or match[3]).replace(",", "."))
            plan.figures["hours_per_week"] = (float(match[1] or high) + high) / 2
        if (match := _TOTAL.search(prose(block.text))) and "hours" not in plan.figures:
            plan.figures["hours"] = float(match[1])
        if day := _start_in(prose(block.text)):
            if day.weekday() == 0:
                plan.figures["start"] = day
            else:
                message = f"{day} is a {day:%A}; a plan starts on a Monday, so `start` was left out"
                plan.report(block.line, "start-is-no-monday", message)


def _start_in(text: str) -> date | None:
    """Return the date behind a word such as `Start:`."""
    label = _START.search(text)
    written = match_date(text, label.end()) if label else None
    return written[0].resolve(written[0].year, "mdy") if written and written[0].year else None


def _start_by_rows(plan: PlanDraft) -> date | None:
    """Return the Monday of week 1 by the dates in rows of weeks, if they agree, and report weekdays that do not."""
    rows = [(number, written, line) for number, cell, line in plan.row_dates if (written := find_date(cell))]
    year = year_in(plan.title)
    if not rows or not (year or any(written.year for _, written, _ in rows)):
        return None
    days = resolve_dates([written for _, written, _ in rows], year)
    starts = set()
    for (number, written, line), day in zip(rows, days, strict=True):
        if day and written.weekday not in (None, day.weekday()):
            plan.report(line, "wrong-weekday", f"`{written.text}` is taken for {day}, which is a {day:%A}")
        if day:
            starts.add(day - timedelta(days=day.weekday() + 7 * (number - 1)))
    if len(starts) != 1:
        return None
    for _, cell, line in plan.row_dates:
        plan.ledger.add_structure([line], cell)
    return starts.pop()


def _start_by_week_titles(plan: PlanDraft) -> date | None:
    """Return the Monday of week 1 by the dates in the titles of weeks, if they agree."""
    starts = set()
    for week in plan.weeks:
        offsets = (at for at, character in enumerate(week.title) if character.isalnum())
        written = next((written for at in offsets if (written := match_date(week.title, at))), None)
        if written and written[0].year and (day := written[0].resolve(written[0].year, "mdy")):
            starts.add(day - timedelta(days=7 * (week.number - 1)))
    start = starts.pop() if len(starts) == 1 else None
    return start if start and start.weekday() == 0 else None
