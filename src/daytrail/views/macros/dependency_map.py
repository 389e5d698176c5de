"""Macro: the map of topics, as a Mermaid diagram and as a list."""

import re
from collections.abc import Iterable
from typing import Literal, get_args

from markupsafe import Markup

from daytrail.facts.progress import State
from daytrail.model.curriculum import Curriculum, Topic, Week
from daytrail.problems import quoted
from daytrail.views import words
from daytrail.views.lookup import UnknownName, unknown
from daytrail.views.page_context import PageContext
from daytrail.views.render import render

Direction = Literal["LR", "TD", "RL", "BT"]


def dependency_map(context: PageContext, part: str | None = None, direction: Direction = "LR") -> Markup:
    """Show the topics and what they need as a diagram, with a list of the same content.

    With a part, only its topics are shown, and what these need from other parts.
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
        return render("parts/nothing.html", words="The plan has no topics yet.")
    # A topic is ready if it is not begun and has all it needs.
    states = {**context.facts.progress.topics, **{topic.id: "ready" for topic in context.facts.frontier}}
    titles = {topic.id: topic.title for topic in plan.topics}
    return render(
        "macros/dependency_map.html",
        links=context.links,
        diagram=_diagram(context, groups, states, direction),
        groups=[
            (
                (title or "Of no part") if len(groups) > 1 else "",
                [
                    (topic, states[topic.id], _weeks(context, topic), [titles[need] for need in topic.needs])
                    for topic in topics
                ],
            )
            for title, topics in groups
        ],
        states=list(State)[:4],
        ready_mark=words.MARKS["ready"],
    )


def _by_part(plan: Curriculum, topics: Iterable[Topic]) -> list[tuple[str, list[Topic]]]:
    """Return topics by the title of the part that has their first week; at the end, without a title, those of none."""
    part_of_week = {week.week: part.id for part in plan.parts for week in part.weeks}
    groups: dict[str | None, list[Topic]] = {part.id: [] for part in plan.parts} | {None: []}
    for topic in topics:
        groups[part_of_week.get(topic.weeks[0]) if topic.weeks else None].append(topic)
    titles = {part.id: part.title for part in plan.parts}
    return [(titles[id_] if id_ else "", group) for id_, group in groups.items() if group]


def _weeks(context: PageContext, topic: Topic) -> list[Week]:
    weeks = context.facts.progress.weeks
    return [weeks[number].week for number in topic.weeks if number in weeks]


def _diagram(
    context: PageContext, groups: list[tuple[str, list[Topic]]], states: dict[str, str], direction: Direction
) -> str:
    """Return the source of the diagram. Nodes are named by us (`t0`), so that no id is read as a keyword."""
    topics = [topic for _, group in groups for topic in group]
    names = {topic.id: f"t{i}" for i, topic in enumerate(topics)}
    lines = [f"flowchart {direction}"]
    for i, (title, group) in enumerate(groups):
        framed = title and len(groups) > 1
        if framed:
            lines.append(f'  subgraph p{i}["{label(title)}"]')
        for topic in group:
            state = states[topic.id]
            lines.append(f'    {names[topic.id]}["{words.MARKS[state]} {label(topic.title)}"]:::{state}')
        if framed:
            lines.append("  end")
    lines += [f"  {names[need]} --> {names[topic.id]}" for topic in topics for need in topic.needs if need in names]
    lines += [
        f'  click {names[topic.id]} href "{context.links.to(weeks[0])}"'
        for topic in topics
        if (weeks := _weeks(context, topic))
    ]
    return "\n".join(lines)


def label(text: str) -> str:
    """Return a text as a Mermaid label that shows exactly this text.

    Everything but letters, digits and a few characters becomes an entity as Mermaid writes it:
    https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters.
    """
    return re.sub(r"[^\w ,.()/-]|_", lambda match: f"#{ord(match[0])};", text)
