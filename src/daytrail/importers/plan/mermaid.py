"""Parser for Mermaid flowcharts: https://mermaid.js.org/syntax/flowchart.html.

Mermaid's own parser is JavaScript, and the packages for Python only write diagrams. This one reads the syntax that a
map of topics consists of, and no styling.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise, product

from daytrail.importers.plan.heading_marks import find_week_range
from daytrail.importers.text.outline import Block, BlockType


@dataclass
class Flowchart:
    """The nodes and edges of a flowchart."""

    nodes: dict[str, str] = field(default_factory=dict)
    """Titles by name, in the order of the source."""
    edges: dict[tuple[str, str], int] = field(default_factory=dict)
    """The line of each edge, by the names of its nodes; an edge that is drawn twice is one."""
    subgraphs: dict[str, int] = field(default_factory=dict)
    """The line of each subgraph, by its title."""
    subgraph_names: set[str] = field(default_factory=set)
    """Names by which edges lead to whole subgraphs."""
    structure: list[tuple[int, str]] = field(default_factory=list)
    """The lines of which the topics have everything, with their numbers."""


_START = re.compile(r"\s*(?:flowchart|graph)(?:\s+(?:TD|TB|LR|RL|BT))?\s*;?\s*$")
_SUBGRAPH = re.compile(r"\s*subgraph\s+(?:(?P<name>[\w-]+)\s*(?=\[|$))?[\[(\"]*(?P<title>[^\[\]\"]*?)[\])\"]*\s*$")
_STYLE = re.compile(r"\s*(?:%%|(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b)")
_NODE = re.compile(
    r"""\s*(?P<name>\w[\w.]*(?:-(?![-.])[\w.]+)*)\s*
    (?:(?:[\[({]+[/\\]?|>)\s*(?:"(?P<quoted>[^"]*)"|(?P<title>[^"\[\](){}]*?))\s*[/\\]?[\])}]+)?
    (?::::\w+)?\s*""",
    re.VERBOSE,
)
_LABELLED_EDGE = re.compile(
    r"""(?P<tail><)?(?:--|==|-\.)\s*(?P<label>"[^"]*"|[^-=.|>\s][^|>]*?)\s*(?:-{2,}|={2,}|\.+-)(?P<tip>>)?"""
)
_EDGE = re.compile(
    r"""(?P<tail><|[ox](?=[-=]))?(?:-{2,}|={2,}|-\.+-)(?P<tip>>)?(?:[ox](?=\s))?\s*(?:\|(?P<label>[^|]*)\|)?"""
)


def take_flowcharts(blocks: Iterable[Block]) -> tuple[list[Block], list[Flowchart]]:
    """Return blocks without the flowcharts in them, which may be code or lines of text, and these flowcharts."""
    remaining: list[Block] = []
    charts: list[list[tuple[int, str]]] = []
    in_chart = False
    for block in blocks:
        if block.type is BlockType.CODE:
            charts.append([(block.line, "mermaid"), *enumerate(block.text.split("\n"), start=block.line + 1)])
        in_chart = block.type is BlockType.TEXT and bool(
            _START.match(block.text) or (in_chart and _is_flowchart_line(block.text))
        )
        if in_chart:
            charts += [[]] if _START.match(block.text) else []
            charts[-1].append((block.line, block.text))
        remaining.append(replace(block, type=BlockType.OTHER) if in_chart else block)
    return remaining, [parse_flowchart(lines) for lines in charts]


def _is_flowchart_line(text: str) -> bool:
    text = text.strip()
    return not text or text == "end" or bool(_STYLE.match(text) or _SUBGRAPH.match(text) or _parse_statement(text))


def parse_flowchart(lines: Iterable[tuple[int, str]]) -> Flowchart:
    """Parse the lines of a flowchart, each with its number."""
    chart = Flowchart()
    for number, raw in lines:
        if not raw.strip() or _STYLE.match(raw):
            continue
        if _START.match(raw) or raw.strip() in ("end", "mermaid"):
            chart.structure.append((number, raw))
        elif subgraph := _SUBGRAPH.match(raw):
            chart.subgraphs.setdefault(_title(subgraph["title"] or subgraph["name"] or ""), number)
            chart.subgraph_names.add(subgraph["name"] or "")
            chart.structure += [(number, raw)] if find_week_range(raw) else []
        else:
            _add_statements(chart, number, raw)
    return chart


def _add_statements(chart: Flowchart, number: int, raw: str) -> None:
    for text in filter(str.strip, raw.split(";") if '"' not in raw else [raw.rstrip("; ")]):
        statement = _parse_statement(text)
        if not statement:
            continue
        groups, arrow_heads, labels = statement
        for name, title in (node for group in groups for node in group):
            if title or name not in chart.nodes:
                chart.nodes[name] = title or name
        for sources, targets in pairwise(groups):
            for (source, _), (target, _) in product(sources, targets):
                chart.edges.setdefault((source, target), number)
        if not any(labels) and all(heads == 1 for heads in arrow_heads):  # a topic has no text and only one direction
            chart.structure.append((number, raw))


def _parse_statement(text: str) -> tuple[list[list[tuple[str, str]]], list[int], list[str]] | None:
    """Parse nodes and the edges between them, as in `a & b --> c --> d`; return None if the line is something else.

    The first list contains groups of nodes with name and title, the others the arrow heads and labels of the edges.
    """
    groups: list[list[tuple[str, str]]] = []
    arrow_heads: list[int] = []
    labels: list[str] = []
    at = 0
    while match := _NODE.match(text, at):
        has_shape = match["quoted"] is not None or match["title"] is not None
        node = (match["name"], _title(match["quoted"] or match["title"] or ""))
        at = match.end()
        if groups and len(groups) > len(arrow_heads):
            groups[-1].append(node)
        else:
            groups.append([node])
        if at == len(text):
            return (groups, arrow_heads, labels) if arrow_heads or has_shape else None
        if text[at] == "&":
            at += 1
            continue
        edge = _LABELLED_EDGE.match(text, at) or _EDGE.match(text, at)
        if not edge:
            return None
        arrow_heads.append(bool(edge["tip"]) + (edge["tail"] == "<"))
        labels += [_title(edge["label"].strip('"'))] if edge["label"] else []
        at = edge.end()
    return None


def _title(written: str) -> str:
    return " ".join(re.sub(r"<br\s*/?>|`", " ", written).split())
