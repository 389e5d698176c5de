"""Topics of a plan, from its maps in Mermaid: https://mermaid.js.org/syntax/flowchart.html.

Mermaid's own parser is JavaScript, and the packages for Python only write diagrams. This one reads the syntax that a
map of topics consists of, and no styling.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise, product
from typing import Any

from daytrail.importers.plan.draft import PlanDraft, StatedRange
from daytrail.importers.plan.marks import find_week_range
from daytrail.importers.text.ids import UsedIds, readable_id
from daytrail.importers.text.outline import Block, BlockType

_FRAME = re.compile(r"\s*(?:(?P<start>(?:flowchart|graph)(?:\s+(?:TD|TB|LR|RL|BT))?\s*;?)|end|mermaid)\s*$")
_SUBGRAPH = re.compile(r"\s*subgraph\s+(?:(?P<name>[\w-]+)\s*(?=\[|$))?[\[(\"]*(?P<title>[^\[\]\"]*?)[\])\"]*\s*$")
_STYLE = re.compile(r"\s*(?:$|%%|(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b)")
_NODE = re.compile(
    r"\s*(?P<name>\w[\w.]*(?:-(?![-.])[\w.]+)*)\s*"
    r"(?:(?:[\[({]+[/\\]?|>)\s*(?:\"(?P<quoted>[^\"]*)\"|(?P<title>[^\"\[\](){}]*?))\s*[/\\]?[\])}]+)?(?::::\w+)?\s*"
)
_EDGE = re.compile(r"(?:-{2,}|={2,}|-\.+-)>")
"""One without words, from one topic to another."""


@dataclass
class Flowchart:
    """The nodes and edges of a flowchart."""

    nodes: dict[str, str] = field(default_factory=dict)
    """Titles by name, in the order of the source."""
    edges: dict[tuple[str, str], int] = field(default_factory=dict)
    """The line of each edge, by the names of its nodes; an edge that is drawn twice is one."""
    subgraphs: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Title and line of each subgraph, by the name by which edges lead to it."""
    structure: list[tuple[int, str]] = field(default_factory=list)
    """The lines of which the topics have everything, with their numbers."""

    def add_line(self, number: int, raw: str) -> bool:
        """Add what a line says; return whether it is one of a flowchart."""
        if _STYLE.match(raw):
            return True
        if _FRAME.match(raw):
            self.structure.append((number, raw))
        elif subgraph := _SUBGRAPH.match(raw):
            title = _title(subgraph["title"] or subgraph["name"] or "")
            self.subgraphs.setdefault(subgraph["name"] or f"{number}", (title, number))
            self.structure += [(number, raw)] if find_week_range(raw) else []
        else:
            return self._add_statement(number, raw, raw.rstrip("; "))
        return True

    def _add_statement(self, number: int, raw: str, text: str) -> bool:
        """Add nodes and the edges between them, as of `a & b --> c --> d`; return whether the text is such."""
        groups: list[list[tuple[str, str]]] = [[]]
        at, has_title = 0, False
        while match := _NODE.match(text, at):
            groups[-1].append((match["name"], _title(match["quoted"] or match["title"] or "")))
            at, has_title = match.end(), has_title or (match["quoted"] or match["title"]) is not None
            if edge := _EDGE.match(text, at):
                at = edge.end()
                groups.append([])
            elif text[at : at + 1] == "&":
                at += 1
            else:
                break
        if at < len(text) or not (len(groups) > 1 or has_title):
            return False
        for name, title in (node for group in groups for node in group):
            self.nodes[name] = title or self.nodes.get(name, name)
        for sources, targets in pairwise(groups):
            for (source, _), (target, _) in product(sources, targets):
                self.edges.setdefault((source, target), number)
        self.structure.append((number, raw))
        return True


def _title(written: str) -> str:
    return " ".join(re.sub(r"<br\s*/?>|`", " ", written).split())


def take_flowcharts(blocks: Iterable[Block]) -> tuple[list[Block], list[Flowchart]]:
    """Return blocks without the flowcharts in them, which may be code or lines of text, and these flowcharts."""
    remaining: list[Block] = []
    charts: list[Flowchart] = []
    in_chart = False
    for block in blocks:
        if block.type is BlockType.CODE:
            charts.append(Flowchart())
            for number, raw in enumerate(["mermaid", *block.text.split("\n")], start=block.line):
                charts[-1].add_line(number, raw)
        frame = _FRAME.match(block.text) if block.type is BlockType.TEXT else None
        if frame and frame["start"]:
            charts.append(Flowchart())
            in_chart = True
        in_chart = in_chart and block.type is BlockType.TEXT and charts[-1].add_line(block.line, block.text)
        remaining.append(replace(block, type=BlockType.OTHER) if in_chart else block)
    return remaining, charts


def add_topics(plan: PlanDraft, charts: Sequence[Flowchart]) -> None:
    """Add the topics of all maps, and what each needs; report edges that the plan cannot have."""
    used_ids: UsedIds = {}
    ids: dict[str, str] = {}
    topics: dict[str, dict[str, Any]] = {}
    edge_lines: dict[tuple[str, str], int] = {}
    for chart in charts:
        for name, title in chart.nodes.items():
            if name not in ids and name not in chart.subgraphs:
                ids[name] = readable_id(title, used_ids, "topic")
                topics[ids[name]] = {"id": ids[name], "title": title, "needs": []}
        for (source, target), line in chart.edges.items():
            if source in ids and target in ids:
                edge_lines.setdefault((ids[source], ids[target]), line)
            else:
                message = f"an edge between whole groups, {source} and {target}, was left out"
                plan.report(line, "subgraph-edge", message)
        for index, (title, line) in enumerate(chart.subgraphs.values()):
            _add_range(plan, index, title, line)
        for line, raw in chart.structure:
            plan.ledger.add_structure([line], raw)
    for source, target in edge_lines:
        topics[target]["needs"] += [source] if source != target else []
    try:
        TopologicalSorter({name: topic["needs"] for name, topic in topics.items()}).prepare()
    except CycleError as error:
        names = ", ".join(topics[name]["title"] for name in error.args[1][:-1])
        topics = {name: {**topic, "needs": []} for name, topic in topics.items()}
        message = f"the map has a circle, {names}; all of its edges were left out"
        plan.report(edge_lines[error.args[1][0], error.args[1][1]], "circular-topics", message)
    plan.topics = [{key: value for key, value in topic.items() if value} for topic in topics.values()]


def _add_range(plan: PlanDraft, index: int, title: str, line: int) -> None:
    if weeks := find_week_range(title):
        name = re.sub(r"^\W+", "", weeks.rest.strip())
        plan.stated_ranges.append(StatedRange(line, "the map", name, index, (weeks.first, weeks.last)))
