"""Topics of a plan, from its maps in Mermaid."""

import re
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

from daytrail.importers.plan.draft import PlanDraft, StatedRange
from daytrail.importers.plan.heading_marks import find_week_range
from daytrail.importers.plan.mermaid import Flowchart
from daytrail.importers.text.ids import UsedIds, readable_id


def add_topics(plan: PlanDraft, charts: Iterable[Flowchart]) -> None:
    """Add the topics of all maps, and what each needs; report edges that the plan cannot have."""
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
        plan.stated_ranges += _ranges_of_subgraphs(chart)
        for line, raw in chart.structure:
            plan.ledger.add_structure([line], raw)
    _break_cycles(plan, topics, edge_lines)
    plan.topics = [{key: value for key, value in topic.items() if value} for topic in topics.values()]


def _ranges_of_subgraphs(chart: Flowchart) -> Iterator[StatedRange]:
    for index, (title, line) in enumerate(chart.subgraphs.items()):
        if weeks := find_week_range(title):
            name = re.sub(r"^\W+", "", weeks.rest.strip())
            yield StatedRange(line, "the map", name, index, (weeks.first, weeks.last))


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
