"""Topics of a plan, from its maps in Mermaid: https://mermaid.js.org/syntax/flowchart.html.

Mermaid's own parser is JavaScript, and the packages for Python only write diagrams. This one reads the syntax that a
map of topics consists of, and no styling.
"""

import re
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Any

from daytrail.importers.document import Document, LineKind
from daytrail.importers.imported import unique_id
from daytrail.importers.item_text import filled

_START = re.compile(r"\s*(?:(?:flowchart|graph)(?:\s+(?:TD|TB|LR|RL|BT))?\s*;?|(?:```+|~~~+)\s*mermaid)\s*$")
_OTHER = re.compile(
    r"\s*(?:$|%%|```|~~~|(?:end|mermaid)\s*$"
    r"|(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr|subgraph)\b)"
)
_SUBGRAPH = re.compile(r"\s*subgraph\s+(?P<name>[\w-]+)\s*(?=\[|$)")
_NODE = re.compile(
    r"\s*(?P<name>\w[\w.]*(?:-(?![-.])[\w.]+)*)\s*"
    r"(?:(?:[\[({]+[/\\]?|>)\s*(?:\"(?P<quoted>[^\"]*)\"|(?P<title>[^\"\[\](){}]*?))\s*[/\\]?[\])}]+)?(?::::\w+)?\s*"
)
_EDGE = re.compile(r"(?:-{2,}|={2,}|-\.+-)>(?:\|[^|]*\|)?")


@dataclass
class Flowchart:
    """The nodes and edges of the flowcharts in a document."""

    nodes: dict[str, str] = field(default_factory=dict)
    """Titles by name, in the order of the document."""
    edges: dict[tuple[str, str], None] = field(default_factory=dict)
    """Pairs of names, each once, in the order of the document."""
    lines: set[int] = field(default_factory=set)
    """Numbers of the lines that were read."""

    def topics(self) -> list[dict[str, Any]]:
        """Return the topics as curriculum.yaml has them."""
        used: set[str] = set()
        ids = {name: unique_id(title, used, "topic") for name, title in self.nodes.items()}
        needs: dict[str, list[str]] = {name: [] for name in ids}
        for source, target in self.edges:
            if source in ids and target in ids and source != target:
                needs[target].append(ids[source])
        return [filled({"id": ids[name], "title": title, "needs": needs[name]}) for name, title in self.nodes.items()]


def read_flowcharts(document: Document) -> Flowchart:
    """Return what the flowcharts of a document say, which are in blocks of code or not."""
    chart, groups, is_open = Flowchart(), set[str](), False
    for line in document.lines:
        if is_open and (subgraph := _SUBGRAPH.match(line.text)):
            groups.add(subgraph["name"])
        if _START.match(line.text) or (is_open and (_OTHER.match(line.text) or _read(chart, line.text))):
            chart.lines.add(line.number)
            is_open = not is_open or line.text.strip()[:3] not in ("```", "~~~")
        elif line.kind is not LineKind.CODE:
            is_open = False
    chart.nodes = {name: title for name, title in chart.nodes.items() if name not in groups}
    return chart


def _read(chart: Flowchart, text: str) -> bool:
    """Read nodes and the edges between them, as of `a & b --> c --> d`; return whether the text is such."""
    groups: list[list[str]] = [[]]
    titles: dict[str, str | None] = {}
    text, at = text.rstrip("; "), 0
    while match := _NODE.match(text, at):
        groups[-1].append(match["name"])
        titles[match["name"]] = match["quoted"] or match["title"] or titles.get(match["name"])
        edge = _EDGE.match(text, match.end())
        at = edge.end() if edge else match.end() + (text[match.end() : match.end() + 1] == "&")
        if edge:
            groups.append([])
        elif at == match.end():
            break
    if at < len(text) or (len(groups) == 1 and not any(titles.values())):
        return False
    for name, title in titles.items():
        words = re.sub(r"<br\s*/?>|`", " ", title or "").split()
        chart.nodes[name] = " ".join(words) or chart.nodes.get(name, name)
    for sources, targets in pairwise(groups):
        chart.edges |= dict.fromkeys(product(sources, targets))
    return True
