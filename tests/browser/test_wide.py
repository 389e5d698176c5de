"""What is wider than a phone scrolls by itself: formulas, tables and lines of code."""

from pathlib import Path

import pytest

from tests.browser.conftest import Open, in_both_fonts
from tests.conftest import Host, Shared

TERMS = " + ".join(f"a_{{{n}}}" for n in range(12))
ROOT = r"$\sqrt{\frac{\frac{a}{b}}{\frac{c}{d}}}$"
CELLS = " | ".join(f"column{n}" for n in range(6))
ENTRY = f"""## Bandwidth

In a line ${TERMS}$ of text.

- in an item ${TERMS}$
- a root {ROOT}

$$
{TERMS}
$$

| {CELLS} |
|{" --- |" * 6}
| {CELLS} |

| a |
| - |
| b |

```c
int {" + ".join(f"a{n}" for n in range(10))};
```
"""
SCROLLING = """[...document.querySelectorAll("article *")].filter(e => e.checkVisibility()
    && /auto|scroll/.test(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1)"""
PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture(scope="module")
def wide(shared: Shared, host: Host) -> str:
    """Return the URL of a site with one entry, of wide things."""
    return host("wide", shared("wide", {"entries/2026-02-01.md": ENTRY}))


@in_both_fonts
@pytest.mark.parametrize("scripts", [True, False])
def test_wide_things_do_not_widen_the_page(open_tab: Open, wide: str, scripts: bool) -> None:
    """A wide formula, table or line of code scrolls within the width of a phone, without scripts too."""
    tab = open_tab(at=wide, java_script_enabled=scripts, **PHONE)
    tab.go("log/2026/02/01/")
    tab.page.locator("pre").scroll_into_view_if_needed()
    assert tab.page.evaluate("document.scrollingElement.scrollWidth") <= 360
    scrolling = tab.page.evaluate(f"{SCROLLING}.map(e => e.localName)")
    assert sorted(scrolling) == sorted(["math", "math", "div", "div" if scripts else "table", "code"])


def test_the_keyboard_scrolls_what_is_wide(open_tab: Open, wide: str) -> None:
    """What scrolls can be focused, arrows scroll it, and a table has the name of its heading; the rest has no stop."""
    tab = open_tab(at=wide, **PHONE)
    tab.go("log/2026/02/01/")
    tab.settle()
    tab.page.locator("article [tabindex='0']").nth(4).wait_for()
    frames = tab.page.evaluate_handle(SCROLLING)
    assert tab.page.evaluate("frames => frames.map(e => e.getAttribute('tabindex'))", frames) == ["0"] * 5
    assert tab.page.locator("article [tabindex='0']").count() == 5
    assert tab.page.get_by_role("group", name="Bandwidth", exact=True).count() == 1
    for number in range(5):
        tab.page.evaluate("([frames, n]) => frames[n].focus()", [frames, number])
        tab.page.keyboard.press("ArrowRight")
        tab.page.wait_for_function("([frames, n]) => frames[n].scrollLeft > 0", arg=[frames, number])
    tab.page.set_viewport_size({"width": 1280, "height": 800})
    tab.page.wait_for_function("!document.querySelector('article [data-dt-frame][tabindex]')")


FONTS_OF_FORMULAS: tuple[tuple[str, list[str]], ...] = (
    ("", []),
    ("<mi>x</mi><mo>≤</mo><msqrt><mn>2</mn></msqrt>", ["math"]),
    ("<mi mathvariant='normal'>K</mi><mi>V</mi>", ["math"]),
    ("<mo>{</mo><mo>⟨</mo>", ["math"]),
    ("<mi>θ</mi><mi>ϕ</mi>", ["math", "math-greek"]),  # browsers slant a single letter
    ("<mi mathvariant='normal'>Ψ</mi>", ["math", "math-capitals"]),
    ("<mi mathvariant='normal'>θ</mi><mtext>ϵ</mtext>", ["math", "math-symbols"]),
    ("<mover><mi>y</mi><mo>\u0302</mo></mover><mo>⇑</mo>", ["math", "math-symbols"]),
    ("<mi>ℵ</mi><mo>⊞</mo>", ["math", "math-more"]),
)


def test_a_formula_loads_the_fonts_of_its_characters(open_tab: Open) -> None:
    """Most need the small one only; a rare character is drawn with the font too."""
    loaded = {}
    for formula, _ in FONTS_OF_FORMULAS:
        tab = open_tab()
        tab.go("tasks/")
        math = formula and f"<math><mi>x</mi>{formula}</math>"
        tab.page.evaluate("math => document.querySelector('article').insertAdjacentHTML('beforeend', math)", math)
        tab.page.evaluate("document.body.offsetWidth && document.fonts.ready.then(() => null)")
        loaded[formula] = sorted({Path(url).stem for url in tab.requests if url.endswith(".woff2") and "math" in url})
    assert loaded == dict(FONTS_OF_FORMULAS)
