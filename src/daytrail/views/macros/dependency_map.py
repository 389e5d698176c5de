"""Macro: the map of topics, as a drawing with a column for each part, as a list, and as a Mermaid flowchart."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple, get_args

from markupsafe import Markup

from daytrail.facts.progress import ItemTotals, State, WeekProgress, totals_of
from daytrail.model.curriculum import Curriculum, Part, Topic
from daytrail.problems import quoted
from daytrail.views import words
from daytrail.views.lookup import UnknownName, unknown
from daytrail.views.macros.curriculum import week_ids
from daytrail.views.macros.milestones import week_links
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.topic_map import BOX_WIDTH, Box, levels, path, topic_map, wrapped
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext

Direction = Literal["LR", "TD", "RL", "BT"]

_FONT, _LINE = 12.5, 16
"""Size and distance of the lines in a box, in pixels."""
_HEADING_FONT, _HEADING_LINE = 14, 18
_PADDING = 11
_FOOT = 20
"""Height of the mark of the state and the bar beside it."""
_BAR_WIDTH, _BAR_HEIGHT = BOX_WIDTH - 2 * _PADDING - 18, 6


class Group(NamedTuple):
    """Topics whose first week is in one part."""

    part: Part | None
    topics: list[Topic]


class TopicRow(NamedTuple):
    """A topic with all that the map shows of it."""

    topic: Topic
    state: str
    """State, or `ready`: not touched, and all that it needs is done."""
    weeks: list[WeekProgress]
    needs: list[Topic]
    """Also those that this map does not show."""
    needed_by: list[Topic]
    totals: ItemTotals
    """Totals of its weeks."""


class TextLine(NamedTuple):
    """A line of text in the drawing."""

    y: int
    text: str


class Heading(NamedTuple):
    """Heading of a column in the drawing."""

    x: int
    lines: list[TextLine]
    weeks: str
    weeks_y: int
    title: str
    href: str
    """Empty for topics of no part."""


class Bar(NamedTuple):
    """A piece of a bar."""

    kind: str
    """Its class in CSS."""
    x: float
    y: int
    width: float
    height: int


class BarEnds(NamedTuple):
    """Percentages at which the pieces of a topic's bar end."""

    done: int
    started: int
    touched: int


class TopicBox(NamedTuple):
    """A topic in the drawing."""

    row: TopicRow
    box: Box
    href: str
    """Empty without a week."""
    label: str
    x: int
    lines: list[TextLine]
    mark: str
    mark_y: int
    bars: list[Bar]
    """Empty if its weeks have no items."""
    lit: str
    """Its lines, and frames around the topics at their other ends, as the `d` of an SVG path."""


class Drawing(NamedTuple):
    """The drawing."""

    width: int
    height: int
    headings: list[Heading]
    lines: list[str]
    """The `d` of an SVG path for each topic that others need."""
    topics: list[TopicBox]
    is_wide: bool
    """True if it shows the parts of the plan and is wider than high, so that it is printed across."""


def dependency_map(context: PageContext, part: str | None = None, direction: Direction = "LR") -> Markup:
    """Show the topics and what they need: as a drawing, as a list, and as a Mermaid flowchart.

    `part` shows only the topics of one part, and what these need from others. `direction` is that of the flowchart's
    arrows: "LR", "TD", "RL" or "BT".
    """
    plan = context.journal.curriculum
    parts = {known.id: known for known in plan.parts}
    if part is not None and part not in parts:
        raise unknown("part", part, parts)
    if direction not in get_args(Direction):
        raise UnknownName(f"unknown direction {quoted(direction)}; known: {', '.join(get_args(Direction))}")
    topics = plan.topics
    if part is not None:
        numbers = {week.week for week in parts[part].weeks}
        of_part = [topic for topic in topics if numbers.intersection(topic.weeks)]
        needed = {need for topic in of_part for need in topic.needs}
        topics = tuple(topic for topic in topics if topic in of_part or topic.id in needed)
    groups = _by_part(plan, topics)
    if not groups:
        return render("parts/nothing.html", words=_("The plan has no topics yet."))
    rows = {row.topic.id: row for row in _rows(context, topics)}
    has_needs = any(need in rows for topic in topics for need in topic.needs)
    has_dropped = any(row.state == State.DROPPED for row in rows.values())
    return render(
        "macros/dependency_map.html",
        links=context.links,
        drawing=_drawing(context, groups, rows, part) if has_needs else None,
        diagram=_diagram(context, groups, rows, direction) if has_needs else "",
        groups=[
            (
                _title(group) if len(groups) > 1 else "",
                [(rows[topic.id], *_list_row(context, rows, rows[topic.id])) for topic in group.topics],
            )
            for group in groups
        ],
        is_whole=part is None,
        plan_items=context.facts.progress.totals.items,
        states=[*(state for state in State if state is not State.DROPPED or has_dropped), "ready"],
    )


def _by_part(plan: Curriculum, topics: Iterable[Topic]) -> list[Group]:
    """Return topics by the part that has their first week; at the end those of none."""
    part_of_week = {week.week: part.id for part in plan.parts for week in part.weeks}
    groups: dict[str | None, Group] = {part.id: Group(part, []) for part in plan.parts} | {None: Group(None, [])}
    for topic in topics:
        groups[part_of_week.get(topic.weeks[0]) if topic.weeks else None].topics.append(topic)
    return [group for group in groups.values() if group.topics]


def _rows(context: PageContext, topics: Sequence[Topic]) -> Iterable[TopicRow]:
    progress = context.facts.progress
    states = {**progress.topics, **{topic.id: "ready" for topic in context.facts.frontier}}
    all_topics = {topic.id: topic for topic in context.journal.curriculum.topics}
    for topic in topics:
        weeks = [progress.weeks[number] for number in topic.weeks if number in progress.weeks]
        yield TopicRow(
            topic,
            states[topic.id],
            weeks,
            [all_topics[need] for need in topic.needs],
            [other for other in topics if topic.id in other.needs],
            totals_of(weeks),
        )


def _title(group: Group) -> str:
    return group.part.title if group.part else _("Of no part")


def _list_row(
    context: PageContext, rows: Mapping[str, TopicRow], row: TopicRow
) -> tuple[str, BarEnds, str, Markup, list[tuple[str, Topic]], list[tuple[str, Topic]]]:
    """Return what the list shows of a topic beside its row.

    That is its link, the ends of its bar, the ids of its weeks, links to them, and the topics that it
    needs and that need it, each with a link if the list has it.
    """

    def linked(topics: Iterable[Topic]) -> list[tuple[str, Topic]]:
        return [(f"#topic-{topic.id}" if topic.id in rows else "", topic) for topic in topics]

    href = context.links.to(row.weeks[0].week) if row.weeks else ""
    totals = row.totals
    ends = (words.percent(number, totals.items) for number in accumulate((totals.done, totals.started, totals.touched)))
    return (
        href,
        BarEnds(*ends),
        week_ids(row.weeks),
        week_links(context, row.weeks),
        linked(row.needs),
        linked(row.needed_by),
    )


# -- the drawing --


def _drawing(context: PageContext, groups: Sequence[Group], rows: Mapping[str, TopicRow], part: str | None) -> Drawing:
    columns: list[list[str]] = []
    first_columns = []
    for group in groups:
        first_columns.append(len(columns))
        names = [topic.id for topic in group.topics]
        # The topics of one part are no column but what they need of each other.
        is_alone = len(groups) == 1 or (group.part is not None and group.part.id == part)
        columns += levels(names, {name: rows[name].topic.needs for name in names}) if is_alone else [names]
    texts = {name: wrapped(row.topic.title, (BOX_WIDTH - 2 * _PADDING) / _FONT, 3) for name, row in rows.items()}
    headings = [wrapped(_title(group), BOX_WIDTH / _HEADING_FONT, 2) if len(groups) > 1 else [] for group in groups]
    heading_lines = max(map(len, headings))
    top = (heading_lines + 1) * _HEADING_LINE + 4 if heading_lines else 0
    needs = [(need, name) for name, row in rows.items() for need in row.topic.needs if need in rows]
    heights = {name: _LINE * max(2, len(lines)) + 12 + _FOOT for name, lines in texts.items()}
    laid = topic_map(columns, needs, heights, top)
    ways = {pair: path(points) for pair, points in laid.lines.items()}
    return Drawing(
        laid.width,
        laid.height,
        [
            _heading(context, group, lines, laid.columns[column], heading_lines)
            for group, lines, column in zip(groups, headings, first_columns, strict=True)
            if lines
        ],
        [
            "".join(ways[need, other] for need, other in ways if need == name)
            for name in dict.fromkeys(need for need, _other in ways)
        ],
        [_topic_box(context, rows[name], laid.boxes, texts[name], ways) for column in columns for name in column],
        is_wide=part is None and laid.width > laid.height,
    )


def _heading(context: PageContext, group: Group, lines: Sequence[str], x: int, highest: int) -> Heading:
    numbers = [week.week for week in group.part.weeks] if group.part else []
    first = _HEADING_LINE * (highest - len(lines)) + 14
    weeks = ngettext("week %(weeks)s", "weeks %(weeks)s", len(numbers), weeks=words.runs(numbers)) if numbers else ""
    return Heading(
        x,
        [TextLine(first + i * _HEADING_LINE, line) for i, line in enumerate(lines)],
        weeks,
        first + len(lines) * _HEADING_LINE - 2,
        _title(group),
        context.links.to(group.part) if group.part else "",
    )


def _topic_box(
    context: PageContext,
    row: TopicRow,
    boxes: Mapping[str, Box],
    lines: Sequence[str],
    ways: Mapping[tuple[str, str], str],
) -> TopicBox:
    name = row.topic.id
    box = boxes[name]
    lit = "".join(
        way + _frame(boxes[other if need == name else need])
        for (need, other), way in ways.items()
        if name in (need, other)
    )
    first = box.y + (box.height - _FOOT - _LINE * len(lines)) // 2 + 13
    return TopicBox(
        row,
        box,
        context.links.to(row.weeks[0].week) if row.weeks else "",
        _label(row),
        box.x + _PADDING,
        [TextLine(first + i * _LINE, line) for i, line in enumerate(lines)],
        words.MARKS[row.state],
        box.y + box.height - 9,
        list(_bars(row.totals, box)),
        lit,
    )


def _frame(box: Box) -> str:
    """Return a frame around a box as the `d` of an SVG path."""
    width, height = box.width + 6, box.height + 6
    return f"M{box.x - 3:g} {box.y - 3:g}h{width:g}v{height:g}h-{width:g}z"


def _bars(totals: ItemTotals, box: Box) -> Iterator[Bar]:
    """Yield the bar of all items, and those of the done, started and touched ones in it."""
    if not totals.items:
        return
    x, y = box.x + box.width - _PADDING - _BAR_WIDTH, box.y + box.height - 16
    yield Bar("dt-map__all", x, y, _BAR_WIDTH, _BAR_HEIGHT)
    at: float = x
    for state, number in (("done", totals.done), ("started", totals.started), ("touched", totals.touched)):
        if number:
            width = round(_BAR_WIDTH * number / totals.items, 1)
            yield Bar(f"dt-cell--{state}", round(at, 1), y, width, _BAR_HEIGHT)
            at += width


def _label(row: TopicRow) -> str:
    """Return a topic in words, as in `Fusion (started, 2 of 12 items done)`."""
    if not row.totals.items:
        return _("%(title)s (%(state)s)", title=row.topic.title, state=words.state(row.state))
    return ngettext(
        "%(title)s (%(state)s, %(done)s of %(num)s item done)",
        "%(title)s (%(state)s, %(done)s of %(num)s items done)",
        row.totals.items,
        title=row.topic.title,
        state=words.state(row.state),
        done=row.totals.done,
    )


# -- the flowchart --


def _diagram(context: PageContext, groups: Sequence[Group], rows: Mapping[str, TopicRow], direction: Direction) -> str:
    """Return the source of the diagram. Nodes are named by us (`t0`), so that no id is read as a keyword."""
    topics = [topic for group in groups for topic in group.topics]
    names = {topic.id: f"t{i}" for i, topic in enumerate(topics)}
    lines = [f"flowchart {direction}"]
    for i, group in enumerate(groups):
        framed = group.part and len(groups) > 1
        if framed:
            lines.append(f'  subgraph p{i}["{label(_title(group))}"]')
        for topic in group.topics:
            state = rows[topic.id].state
            lines.append(f'    {names[topic.id]}["{words.MARKS[state]} {label(topic.title)}"]:::{state}')
        if framed:
            lines.append("  end")
    lines += [f"  {names[need]} --> {names[topic.id]}" for topic in topics for need in topic.needs if need in names]
    lines += [
        f'  click {names[topic.id]} href "{context.links.to(weeks[0].week)}"'
        for topic in topics
        if (weeks := rows[topic.id].weeks)
    ]
    return "\n".join(lines)


def label(text: str) -> str:
    """Return a text as a Mermaid label that shows exactly this text.

    Everything but letters, digits and a few characters becomes an entity as Mermaid writes it:
    https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters.
    """
    return re.sub(r"[^\w ,.()/-]|_", lambda match: f"#{ord(match[0])};", text)
