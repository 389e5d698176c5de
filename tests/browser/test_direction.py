"""Texts from right to left in a browser."""

from pathlib import Path

from tests.browser.conftest import Open
from tests.chromium import DIRECTION_HOST
from tests.website import build, make

ENTRY = """---
title: أثر المد
lang: ar
---

اليوم قرأت عن **المد** والجزر، ثم كتبت بعض الشيفرة.

- البند الأول

```python
tide = 1
```

A sentence from left to right.
"""


def test_an_entry_from_right_to_left_is_set_from_the_right(
    open_tab: Open, tmp_path: Path, hosts: tuple[dict[str, Path], int]
) -> None:
    """Its title, paragraphs and lists are; code, other paragraphs and the page around it are not."""
    built = build(make(tmp_path / "project", {"entries/2026-01-05.md": ENTRY}))
    assert built.status == 0, built.output
    hosts[0][DIRECTION_HOST] = built.site.folder
    tab = open_tab(f"http://{DIRECTION_HOST}/repo/", viewport={"width": 1280, "height": 800})
    tab.go("log/2026/01/05/")
    script = "nodes => nodes.map(node => getComputedStyle(node).direction)"
    parts = ("h1", ".e-content p", ".e-content ul", ".e-content pre > code", "html", ".md-header", ".dt-crumbs")
    assert {part: tab.page.locator(part).evaluate_all(script) for part in parts} == {
        "h1": ["rtl"],
        ".e-content p": ["rtl", "ltr"],
        ".e-content ul": ["rtl"],
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


def test_the_sign_of_what_can_be_opened_is_beside_its_words(open_tab: Open) -> None:
    """In a language that is written from right to left it is at the right, and covers none of them."""
    tab = open_tab(viewport={"width": 360, "height": 740})
    tab.go("log/2025/")
    for direction, side in (("ltr", "paddingLeft"), ("rtl", "paddingRight")):
        tab.page.evaluate("direction => (document.documentElement.dir = document.body.dir = direction)", direction)
        room = tab.page.locator(".dt-months > summary").evaluate(
            "(summary, side) => parseFloat(getComputedStyle(summary)[side])", side
        )
        assert room >= 16, direction
