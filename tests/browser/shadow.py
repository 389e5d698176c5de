"""Access to the closed shadow root in which Material draws a diagram, through the DevTools protocol."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page


@dataclass(frozen=True)
class Node:
    """An element as the DevTools protocol describes it."""

    tools: CDPSession
    raw: Mapping[str, Any]

    @property
    def tag(self) -> str:
        return str(self.raw["nodeName"]).lower()

    @property
    def attributes(self) -> dict[str, str]:
        flat = self.raw.get("attributes", [])
        return dict(zip(flat[::2], flat[1::2], strict=True))

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    @property
    def text(self) -> str:
        """Return the words of the element, with one space between them."""
        return " ".join("".join(_words(self.raw)).split())

    def all(self, tag: str) -> list["Node"]:
        """Return the elements of a tag below this one."""
        return [Node(self.tools, raw) for raw in _below(self.raw) if raw["nodeName"].lower() == tag]

    def style(self, name: str) -> str:
        """Return the computed value of a CSS property."""
        found = self.tools.send("CSS.getComputedStyleForNode", {"nodeId": self.raw["nodeId"]})
        return next(str(one["value"]) for one in found["computedStyle"] if one["name"] == name)

    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the element."""
        corners = self.tools.send("DOM.getBoxModel", {"nodeId": self.raw["nodeId"]})["model"]["border"]
        return min(corners[::2]), min(corners[1::2]), max(corners[::2]), max(corners[1::2])

    def centre(self) -> tuple[float, float]:
        """Scroll the element into view and return its centre in mouse coordinates."""
        node = {"nodeId": self.raw["nodeId"]}
        self.tools.send("DOM.scrollIntoViewIfNeeded", node)
        corners = self.tools.send("DOM.getBoxModel", node)["model"]["content"]
        return sum(corners[::2]) / 4, sum(corners[1::2]) / 4


def diagram(page: Page) -> Node:
    """Return the diagram of a page once it is drawn."""
    page.wait_for_selector("div.mermaid")
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    whole = tools.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
    [host] = [raw for raw in _below(whole) if _is_host(raw)]
    return Node(tools, host)


def _is_host(raw: Mapping[str, Any]) -> bool:
    return bool(raw.get("shadowRoots")) and "mermaid" in raw.get("attributes", [])


def _below(raw: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for child in (*raw.get("shadowRoots", ()), *raw.get("children", ())):
        yield child
        yield from _below(child)


def _words(raw: Mapping[str, Any]) -> Iterator[str]:
    if raw["nodeName"].lower() == "style":
        return
    yield raw["nodeValue"]
    for child in (*raw.get("shadowRoots", ()), *raw.get("children", ())):
        yield from _words(child)
