"""The map of topics: a Mermaid diagram, and a list that says the same."""

import re
from typing import Literal, get_args

from markupsafe import Markup

from daytrail.facts.evidence import State
from daytrail.model.curriculum import Curriculum, Part, Topic, Week
from daytrail.problems import did_you_mean, quoted
from daytrail.views import words
from daytrail.views.lookup import UnknownName
from daytrail.views.page_context import PageContext
from daytrail.views.render import render

Direction = Literal["LR", "TD", "RL", "BT"]
READY = "◎"
"""Marks what is not begun and could be."""


def dependency_map(context: PageContext, part: str | None = None, direction: Direction = "LR") -> Markup:
    """Topics and what they need, by state, each a link to its week, beside a list with the same content.

    Args:
        context: What is shown, and where.
        part: The id of a part: only topics with a week in it, and what these need from others.
        direction: Where the arrows go: LR to the right, TD down, RL to the left, BT up.

    Raises:
        UnknownName: there is no such part or direction.
    """
    plan = context.journal.curriculum
    parts = {one.id: one for one in plan.parts}
    if part is not None and part not in parts:
        raise UnknownName(f"unknown part {quoted(part)}; {did_you_mean(part, parts) or 'known: ' + ', '.join(parts)}")
    if direction not in get_args(Direction):
        raise UnknownName(f"unknown direction {quoted(direction)}; known: {', '.join(get_args(Direction))}")
    topics = _wanted(plan, None if part is None else parts[part])
    # By its first week, so that each stands in one part only.
    groups = [(one.title, [topic for topic in topics if _begins_in(topic, one)]) for one in plan.parts]
    placed = {topic.id for _, group in groups for topic in group}
    groups.append(("", [topic for topic in topics if topic.id not in placed]))
    groups = [group for group in groups if group[1]]
    shown = [topic for _, topics in groups for topic in topics]
    if not shown:
        return render("parts/nothing.html", words="The plan has no topics yet.")
    return render(
        "macros/dependency_map.html",
        diagram=_mermaid(context, groups, direction),
        context=context,
        groups=groups,
        title={topic.id: topic.title for topic in plan.topics},
        weeks={topic.id: _weeks(context, topic) for topic in shown},
        ready={topic.id for topic in context.facts.frontier},
        states=list(State)[:4],
        mark=READY,
    )


def _wanted(plan: Curriculum, part: Part | None) -> list[Topic]:
    """All topics, or those that a part works on with what they need from others."""
    if part is None:
        return list(plan.topics)
    numbers = {week.week for week in part.weeks}
    own = [topic for topic in plan.topics if numbers.intersection(topic.weeks)]
    needed = {need for topic in own for need in topic.needs}
    return [topic for topic in plan.topics if topic in own or (own and topic.id in needed)]


def _begins_in(topic: Topic, part: Part) -> bool:
    return any(week.week in topic.weeks[:1] for week in part.weeks)


def _weeks(context: PageContext, topic: Topic) -> list[Week]:
    weeks = context.facts.progress.weeks
    return [weeks[number].week for number in topic.weeks if number in weeks]


def _mermaid(context: PageContext, groups: list[tuple[str, list[Topic]]], direction: Direction) -> str:
    """The diagram's source. Names are ours (`t0`), so that no id of the writer's is read as a keyword."""
    states = context.facts.progress.topics
    ready = {topic.id for topic in context.facts.frontier}
    node = {topic.id: f"t{i}" for i, topic in enumerate(topic for _, topics in groups for topic in topics)}
    lines = [f"flowchart {direction}"]
    for i, (title, topics) in enumerate(groups):
        if title and len(groups) > 1:
            lines.append(f'  subgraph p{i}["{label(title)}"]')
        for topic in topics:
            kind = "ready" if topic.id in ready else states[topic.id]
            mark = READY if topic.id in ready else words.MARKS[states[topic.id]]
            lines.append(f'    {node[topic.id]}["{mark} {label(topic.title)}"]:::{kind}')
        if title and len(groups) > 1:
            lines.append("  end")
    lines += [
        f"  {node[need]} --> {node[topic.id]}"
        for _, topics in groups
        for topic in topics
        for need in topic.needs
        if need in node
    ]
    for _, topics in groups:
        for topic in topics:
            if weeks := _weeks(context, topic):
                lines.append(f'  click {node[topic.id]} href "{context.links.week(weeks[0])}"')
    return "\n".join(lines)


def label(text: str) -> str:
    """Return a text as a Mermaid label that shows it and nothing else, whatever it holds.

    Everything but letters, digits and a few signs is written as an entity, the way Mermaid
    reads it: https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters.
    """
    return re.sub(r"[^\w ,.()/-]|_", lambda sign: f"#{ord(sign[0])};", text)
