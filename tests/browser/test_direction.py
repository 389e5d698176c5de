"""Texts from right to left in a browser."""

from pathlib import Path

import pytest

from tests.browser.conftest import Open
from tests.chromium import DIRECTION_HOST
from tests.website import build, make

ENTRY = """---
title: أثر المد
lang: ar
---

اليوم قرأت عن **المد** والجزر، ثم كتبت بعض الشيفرة.

- البند الأول

> اقتباس

- [ ] مهمة

| مد | جزر |
|---|---|
| ارتفاع | انخفاض |

> [!NOTE]
> ملاحظة

```python
tide = 1
```

> [!NOTE]
> A note from left to right.

A sentence from left to right.

> A quote from left to right.

- An item from left to right
- [ ] A task from left to right[^1]

[^1]: حاشية
"""


@pytest.fixture(scope="module")
def home_of_entry(tmp_path_factory: pytest.TempPathFactory, hosts: tuple[dict[str, Path], int]) -> str:
    """Return the URL of a site with this entry."""
    built = build(make(tmp_path_factory.mktemp("direction") / "project", {"entries/2026-01-05.md": ENTRY}))
    assert built.status == 0, built.output
    hosts[0][DIRECTION_HOST] = built.site.folder
    return f"http://{DIRECTION_HOST}/repo/"


def test_an_entry_from_right_to_left_is_set_from_the_right(open_tab: Open, home_of_entry: str) -> None:
    """Its title, paragraphs and lists are; code, other paragraphs and the page around it are not."""
    tab = open_tab(home_of_entry, viewport={"width": 1280, "height": 800})
    tab.go("log/2026/01/05/")
    script = "nodes => nodes.map(node => getComputedStyle(node).direction)"
    parts = (
        "h1",
        ".e-content p:not(.admonition *)",
        ".admonition p",
        ".e-content ul",
        ".e-content pre > code",
        "html",
        ".md-header",
        ".dt-crumbs",
    )
    assert {part: tab.page.locator(part).evaluate_all(script) for part in parts} == {
        "h1": ["rtl"],
        ".e-content p:not(.admonition *)": ["rtl", "rtl", "ltr", "ltr", "rtl"],
        ".admonition p": ["rtl", "rtl", "ltr", "ltr"],
        ".e-content ul": ["rtl", "rtl", "ltr"],
        ".e-content pre > code": ["ltr"],
        "html": ["ltr"],
        ".md-header": ["ltr"],
        ".dt-crumbs": ["ltr"],
    }
    margins = """node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect(), block = node.closest(".e-content").getBoundingClientRect();
        return [text.left - block.left, block.right - text.right];
    }"""
    for part, is_from_right in (("p", True), ("li", True), ("pre > code", False)):
        left, right = tab.page.locator(f".e-content {part}").first.evaluate(margins)
        assert (right < 50 < left) if is_from_right else (left < 50 < right), part


@pytest.mark.parametrize("width", [360, 1280])
def test_bullets_boxes_bars_and_tables_are_at_the_side_where_their_text_begins(
    open_tab: Open, home_of_entry: str, width: int
) -> None:
    """They are within the column, and no page scrolls sideways."""
    tab = open_tab(home_of_entry, viewport={"width": width, "height": 800})
    tab.go("log/2026/01/05/")
    tab.page.locator(".md-typeset__scrollwrap").wait_for()
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
    # How far each block is from the left and the right side of the column of the text.
    script = """nodes => nodes.map(node => {
        const column = node.closest(".e-content").getBoundingClientRect(), box = node.getBoundingClientRect();
        return [box.left - column.left, column.right - box.right].map(Math.round);
    })"""
    for part, sides in (
        ("ul > li", ["left", "left", "right", "right"]),  # the room of bullets is at the other side
        (".footnote li", ["left"]),
        ("[type=checkbox]", ["right", "left"]),
        ("table", ["right"]),
    ):
        rooms = tab.page.locator(f".e-content {part}").evaluate_all(script)
        assert [("left", "right")[left > right] for left, right in rooms] == sides, (part, rooms)
        assert all(min(room) in range(20) for room in rooms), (part, rooms)
    bars = "nodes => nodes.map(node => getComputedStyle(node).borderWidth)"
    assert tab.page.locator("blockquote").evaluate_all(bars) == ["0px 4px 0px 0px", "0px 0px 0px 4px"]
    aligned = "nodes => nodes.map(node => getComputedStyle(node).textAlign)"
    assert set(tab.page.locator(".e-content :is(th, td)").evaluate_all(aligned)) == {"start"}
