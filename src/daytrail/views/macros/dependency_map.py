"""Macro: the map of topics, as a drawing with a column for each part, as a list, and as a Mermaid flowchart."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import accumulate, chain
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.progress import ItemTotals, State, totals_of
from daytrail.model.curriculum import Curriculum, Part, Topic
from daytrail.views import words
from daytrail.views.lookup import unknown
from daytrail.views.macros.curriculum import week_ids
from daytrail.views.macros.milestones import week_links
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext

_WIDTH, _HEIGHT, _GUTTER, _LANE, _LEFT = 152, 84, 34, 16, 26
"""Size of a box, what is between two columns and rows, and what is left of the first column, as in `map.css`."""


class Group(NamedTuple):
    """Topics whose first week is in one part."""

    part: Part | None
    topics: list[Topic]

    @property
    def title(self) -> str:
        """The title of the part."""
        return self.part.title if self.part else _("Of no part")


class TopicRow(NamedTuple):
    """A topic with all that the map shows of it."""

    topic: Topic
    state: str
    """State, or `ready`: not touched, and all that it needs is done."""
    href: str
    """Link to its first week. Empty without one."""
    label: str
    """As in `Fusion (started, 2 of 12 items done)`."""
    week_ids: str
    weeks: Markup
    """Links to its weeks."""
    needs: list[tuple[str, Topic]]
    """Each with the link to its row in the list; empty if this map does not show it."""
    needed_by: list[tuple[str, Topic]]
    totals: ItemTotals
    """Totals of its weeks."""
    bar: str
    """Properties in CSS with the percentages at which the pieces of its bar end."""


class Cell(NamedTuple):
    """Place of a topic in the drawing."""

    column: int
    row: int

    @property
    def area(self) -> str:
        """The place in CSS, whose first row and column are 1."""
        return f"{self.row + 1} / {self.column + 1}"

    @property
    def x(self) -> int:
        """Distance of the box from the left, in pixels."""
        return _LEFT + self.column * (_WIDTH + _GUTTER)

    @property
    def y(self) -> int:
        """Distance of the box from the top."""
        return self.row * (_HEIGHT + _LANE)


class Drawing(NamedTuple):
    """The drawing."""

    headings: list[tuple[Group, str, str, int, int]]
    """Each with its link, its weeks, its first column, from 1 on, and how many it has."""
    topics: list[tuple[TopicRow, Cell, str]]
    """Each with the lines from what it needs and to what needs it, and frames at their other ends."""
    lines: str
    """The `d` of an SVG path: lines within a column and between neighbours. The others would run through boxes."""
    columns: int
    rows: int
    is_wide: bool
    """True if it shows the parts of the plan and is wider than high, so that it is printed across."""


def dependency_map(context: PageContext, part: str | None = None, form: str = "drawing") -> Markup:
    """Show the topics and what they need: as a drawing, as a list, and as a Mermaid flowchart.

    `part` shows only the topics of one part, and what these need from others.
    `form` is `drawing`, or `mermaid` for the flowchart in place of the drawing.
    """
    if form not in (forms := ("drawing", "mermaid")):
        raise unknown("form", form, forms)
    plan = context.journal.curriculum
    topics = plan.topics if part is None else _of_part(plan, part)
    groups = _by_part(plan, topics)
    if not groups:
        return render("parts/nothing.html", words=_("The plan has no topics yet."))
    rows = _rows(context, topics)
    has_needs = any(href for row in rows.values() for href, _topic in row.needs)
    drawing = _drawing(context, groups, rows, part) if has_needs and form == "drawing" else None
    return render(
        "macros/dependency_map.html",
        links=context.links,
        drawing=drawing,
        diagram=_diagram(groups, rows) if has_needs else "",
        groups=[(group.title, [rows[topic.id] for topic in group.topics]) for group in groups],
        has_titles=len(groups) > 1,
        is_whole=part is None,
        plan_items=context.facts.progress.totals.items,
        states=_states(rows.values()),
    )


def _states(rows: Iterable[TopicRow]) -> list[str]:
    used = {row.state for row in rows}
    return [*(state for state in State if state is not State.DROPPED or state in used), "ready"]


def _of_part(plan: Curriculum, part: str) -> tuple[Topic, ...]:
    """Return the topics with a week in a part, and those that they need, or raise UnknownName."""
    parts = {known.id: known for known in plan.parts}
    if part not in parts:
        raise unknown("part", part, parts)
    numbers = {week.week for week in parts[part].weeks}
    of_part = {topic.id: topic for topic in plan.topics if numbers.intersection(topic.weeks)}
    needed = {need for topic in of_part.values() for need in topic.needs}
    return tuple(topic for topic in plan.topics if topic.id in needed.union(of_part))


def _by_part(plan: Curriculum, topics: Iterable[Topic]) -> list[Group]:
    """Return topics by the part that has their first week; at the end those of none."""
    part_of_week = {week.week: part.id for part in plan.parts for week in part.weeks}
    groups: dict[str | None, Group] = {part.id: Group(part, []) for part in plan.parts} | {None: Group(None, [])}
    for topic in topics:
        groups[part_of_week.get(topic.weeks[0]) if topic.weeks else None].topics.append(topic)
    return [group for group in groups.values() if group.topics]


def _rows(context: PageContext, topics: Sequence[Topic]) -> dict[str, TopicRow]:
    progress = context.facts.progress
    states = {**progress.topics, **{topic.id: "ready" for topic in context.facts.frontier}}
    all_topics = {topic.id: topic for topic in context.journal.curriculum.topics}
    shown = {topic.id for topic in topics}

    def linked(others: Iterable[Topic]) -> list[tuple[str, Topic]]:
        return [(f"#topic-{other.id}" if other.id in shown else "", other) for other in others]

    def row(topic: Topic) -> TopicRow:
        weeks = [progress.weeks[number] for number in topic.weeks if number in progress.weeks]
        totals, state = totals_of(weeks), states[topic.id]
        ends = zip(
            ("done", "started", "touched"), accumulate((totals.done, totals.started, totals.touched)), strict=True
        )
        return TopicRow(
            topic,
            state,
            context.links.to(weeks[0].week) if weeks else "",
            words.with_progress(topic.title, state, totals),
            week_ids(weeks),
            week_links(context, weeks),
            linked(all_topics[need] for need in topic.needs),
            linked(other for other in topics if topic.id in other.needs),
            totals,
            "; ".join(f"--{name}: {words.percent(end, totals.items)}%" for name, end in ends),
        )

    return {topic.id: row(topic) for topic in topics}


# -- the drawing --


def _drawing(context: PageContext, groups: Sequence[Group], rows: Mapping[str, TopicRow], part: str | None) -> Drawing:
    columns: list[list[str]] = []
    headings = []
    for group in groups:
        # The topics of one part are no column but what they need of each other.
        is_alone = len(groups) == 1 or (group.part is not None and group.part.id == part)
        of_group = _levels(group.topics) if is_alone else [[topic.id for topic in group.topics]]
        headings.append((group, *_link_and_weeks(context, group.part), len(columns) + 1, len(of_group)))
        columns += of_group
    cells = {topic: Cell(c, r) for c, column in enumerate(columns) for r, topic in enumerate(column)}
    lines = _lines(cells, rows)
    near = [line for (need, name), line in lines.items() if abs(cells[need].column - cells[name].column) < 2]
    return Drawing(
        headings,
        [(rows[name], cell, "".join(_lit(name, cells, lines))) for name, cell in cells.items()],
        "".join(near),
        len(columns),
        rows=(highest := max(map(len, columns))),
        is_wide=part is None and 2 * len(columns) > highest,
    )


def _link_and_weeks(context: PageContext, part: Part | None) -> tuple[str, str]:
    """Return the link to a part, and its weeks, as in `weeks 1–9`."""
    if part is None:
        return "", ""
    numbers = words.runs(week.week for week in part.weeks)
    return context.links.to(part), ngettext("week %(weeks)s", "weeks %(weeks)s", len(part.weeks), weeks=numbers)


def _lines(cells: Mapping[str, Cell], rows: Mapping[str, TopicRow]) -> dict[tuple[str, str], str]:
    """Return the line of each need, by the topic that is needed and the one that needs it."""
    pairs = [(need, name) for name in cells for need in rows[name].topic.needs if need in cells]
    return {(need, name): _line(cells[need], cells[name]) for need, name in pairs}


def _lit(name: str, cells: Mapping[str, Cell], lines: Mapping[tuple[str, str], str]) -> Iterator[str]:
    for (need, other), line in lines.items():
        if name in (need, other):
            end = cells[other if need == name else need]
            yield f"{line}M{end.x - 3} {end.y - 3}h{_WIDTH + 6}v{_HEIGHT + 6}h-{_WIDTH + 6}z"


def _levels(topics: Sequence[Topic]) -> list[list[str]]:
    """Return topics in columns, each in the first one behind all topics that it needs."""
    needs = {topic.id: [need for need in topic.needs if need in {other.id for other in topics}] for topic in topics}
    level: dict[str, int] = {}
    for topic in TopologicalSorter(needs).static_order():
        level[topic] = max((level[need] + 1 for need in needs[topic]), default=0)
    return [[topic for topic in needs if level[topic] == column] for column in range(max(level.values()) + 1)]


def _line(start: Cell, end: Cell) -> str:
    """Return the line from a topic to one that needs it, with an arrow at its end, as the `d` of an SVG path."""
    if start.column == end.column and start.row + 1 == end.row:
        return f"M{start.x + 20} {start.y + _HEIGHT}v{_LANE}m-3.5-5l3.5 5 3.5-5"
    out, into = (1 if start.column < end.column else -1), (1 if start.column <= end.column else -1)
    x, to_x = start.x + (_WIDTH if out > 0 else 0), end.x + (_WIDTH if into < 0 else 0)
    # A line that reaches a box cannot be mistaken for one that leaves it.
    y, to_y = start.y + _HEIGHT // 2 + 8, end.y + _HEIGHT // 2 - 8
    bend = abs(to_x - x) // 2 or min(32, 12 + 5 * abs(end.row - start.row))
    curve = f"C{x + out * bend} {y} {to_x - into * bend} {to_y} {to_x} {to_y}"
    return f"M{x} {y}{curve}m{-5 * into}-3.5l{5 * into} 3.5 {-5 * into} 3.5"


# -- the flowchart --


def _diagram(groups: Sequence[Group], rows: Mapping[str, TopicRow]) -> str:
    """Return the source of the diagram. Nodes are named by us (`t0`), so that no id is read as a keyword."""
    topics = list(chain.from_iterable(group.topics for group in groups))
    names = {topic.id: f"t{i}" for i, topic in enumerate(topics)}
    lines = ["flowchart LR"]
    for i, group in enumerate(groups):
        drawn = [(names[topic.id], words.MARKS[rows[topic.id].state], rows[topic.id]) for topic in group.topics]
        boxes = [f'    {name}["{mark} {label(row.topic.title)}"]:::{row.state}' for name, mark, row in drawn]
        is_framed = group.part and len(groups) > 1
        lines += [f'  subgraph p{i}["{label(group.title)}"]', *boxes, "  end"] if is_framed else boxes
    lines += [f"  {names[need]} --> {names[topic.id]}" for topic in topics for need in topic.needs if need in names]
    lines += [f'  click {name} href "{rows[topic].href}"' for topic, name in names.items() if rows[topic].href]
    return "\n".join(lines)


def label(text: str) -> str:
    """Return a text as a Mermaid label that shows exactly this text.

    Everything but letters, digits and a few characters becomes an entity as Mermaid writes it:
    https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters.
    """
    return re.sub(r"[^\w ,.()/-]|_", lambda match: f"#{ord(match[0])};", text)
