"""The nodes and edges of a Mermaid flowchart: https://mermaid.js.org/syntax/flowchart.html.

Mermaid's own parser is JavaScript, and what exists for Python only writes charts. Of the syntax, what a map of topics
consists of is read; styling is not.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise, product


@dataclass
class Chart:
    """What a flowchart says."""

    nodes: dict[str, str] = field(default_factory=dict)
    """Titles by name, in the order in which they come."""
    edges: dict[tuple[str, str], int] = field(default_factory=dict)
    """From, to, and the line that says so; an edge that is drawn twice is one."""
    groups: dict[str, int] = field(default_factory=dict)
    """Titles of subgraphs and their lines."""
    group_names: set[str] = field(default_factory=set)
    """Names under which edges lead to whole subgraphs."""
    both_ways: list[tuple[str, str, int]] = field(default_factory=list)
    """Edges with two heads, or none; they are among the edges as they are drawn."""
    labels: list[tuple[int, str]] = field(default_factory=list)
    """What is written on edges."""
    left: list[tuple[int, str]] = field(default_factory=list)
    """Lines of which nothing is read: comments and styling."""
    read: list[tuple[int, str]] = field(default_factory=list)
    """The other lines."""


START = re.compile(r"\s*(?:flowchart|graph)(?:\s+(?:TD|TB|LR|RL|BT))?\s*;?\s*$")
_GROUP = re.compile(r"\s*subgraph\s+(?:(?P<name>[\w-]+)\s*(?=\[|$))?[\[(\"]*(?P<title>[^\[\]\"]*?)[\])\"]*\s*$")
_STYLE = re.compile(r"\s*(?:%%|(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b)")
_NODE = re.compile(
    r"""\s*(?P<name>\w[\w.]*(?:-(?![-.])[\w.]+)*)\s*
    (?:(?:[\[({]+[/\\]?|>)\s*(?:"(?P<quoted>[^"]*)"|(?P<title>[^"\[\](){}]*?))\s*[/\\]?[\])}]+)?
    (?::::\w+)?\s*""",
    re.VERBOSE,
)
_TOLD = re.compile(
    r"""(?P<tail><)?(?:--|==|-\.)\s*(?P<label>"[^"]*"|[^-=.|>\s][^|>]*?)\s*(?:-{2,}|={2,}|\.+-)(?P<tip>>)?"""
)
_EDGE = re.compile(
    r"""(?P<tail><|[ox](?=[-=]))?(?:-{2,}|={2,}|-\.+-)(?P<tip>>)?(?:[ox](?=\s))?\s*(?:\|(?P<label>[^|]*)\|)?"""
)


def is_chart_line(text: str) -> bool:
    """Tell whether a line may stand in a flowchart."""
    text = text.strip()
    return not text or text == "end" or bool(_STYLE.match(text) or _GROUP.match(text) or _statement(text))


def chart(lines: Iterable[tuple[int, str]]) -> Chart:
    """Read the lines of a flowchart, each with its number."""
    found = Chart()
    for number, raw in lines:
        if not raw.strip():
            continue
        if START.match(raw) or raw.strip() == "end":
            found.read.append((number, raw))
        elif _STYLE.match(raw):
            found.left.append((number, raw))
        elif group := _GROUP.match(raw):
            found.groups.setdefault(_title(group["title"] or group["name"] or ""), number)
            if group["name"]:
                found.group_names.add(group["name"])
            found.read.append((number, raw))
        else:
            _add(found, number, raw)
    return found


@dataclass(frozen=True, slots=True)
class _Link:
    """What stands between two groups of nodes."""

    arrows: int
    """How many heads it has."""
    label: str


def _add(found: Chart, number: int, raw: str) -> None:
    for text in filter(str.strip, raw.split(";") if '"' not in raw else [raw.rstrip("; ")]):
        read = _statement(text)
        if not read:
            found.left.append((number, text))
            continue
        groups, links = read
        for name, title in (node for group in groups for node in group):
            if title or name not in found.nodes:
                found.nodes[name] = title or name
        for (ones, others), link in zip(pairwise(groups), links, strict=True):
            for (one, _), (other, _) in product(ones, others):
                found.edges.setdefault((one, other), number)
                if link.arrows != 1:
                    found.both_ways.append((one, other, number))
            if link.label:
                found.labels.append((number, link.label))
        found.read.append((number, raw))


def _statement(text: str) -> tuple[list[list[tuple[str, str]]], list[_Link]] | None:
    """Read nodes and what links them, as in `a & b --> c --> d`; None where a line is nothing of that kind."""
    groups: list[list[tuple[str, str]]] = []
    links: list[_Link] = []
    at = 0
    while node := _NODE.match(text, at):
        shaped = node["quoted"] is not None or node["title"] is not None
        entry = (node["name"], _title(node["quoted"] or node["title"] or ""))
        at = node.end()
        if groups and len(groups) > len(links):
            groups[-1].append(entry)
        else:
            groups.append([entry])
        if at == len(text):
            return (groups, links) if links or shaped else None
        if text[at] == "&":
            at += 1
            continue
        link = _TOLD.match(text, at) or _EDGE.match(text, at)
        if not link:
            return None
        tips = bool(link["tip"]) + (link["tail"] == "<")
        links.append(_Link(tips, _title((link["label"] or "").strip('"'))))
        at = link.end()
    return None


def _title(written: str) -> str:
    return " ".join(re.sub(r"<br\s*/?>|`", " ", written).split())
