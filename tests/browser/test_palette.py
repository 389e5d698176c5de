"""Colours on a site with a palette of the theme's: those of the owner stay, and ours follow them."""

import pytest

from tests.browser.conftest import Open
from tests.conftest import Host, Shared
from tests.website import settings

PLAIN = """# Heading

Words with a [link](log.md) and `code`.

!!! note
    A box.

```c
int a; // a comment
```

| a | b |
| - | - |
| c | [d](log.md) |
"""
# Behind the copy button, beside code, `pre` has the theme's colour of code.
LIKE = """[...document.querySelectorAll("body, body *")].filter(
    e => !e.closest("[class^=dt-], .md-copyright, .md-tabs, :has(> .md-code__nav)") &&
        !e.matches("[data-md-component=palette] *")
).map(e => [e, getComputedStyle(e)]).map(([e, s]) => [e.localName, ...[...e.classList].sort(),
    s.color, s.backgroundColor, s.borderTopColor, s.fill, s.fontWeight, s.textDecorationLine].join(" "))"""
NO_TRANSITIONS = "*, ::before, ::after { transition: none !important; animation: none !important }"


@pytest.fixture(scope="module")
def teal(shared: Shared, host: Host) -> str:
    """Return the URL of a site with `primary: teal` and `accent: purple`."""
    entries = {
        f"entries/2026-01-{day:02d}.md": f"---\ntouched: [w01/a]\n---\n\n{'Words. ' * day * day}\n"
        for day in range(1, 29)
    }
    entries["entries/2026-02-01.md"] = "---\ndone: [w01/b]\n---\n"
    plan = (
        "title: Plan\nparts:\n- id: p\n  title: P\n  weeks:\n  - week: 1\n    title: W\n    concepts:\n"
        "    - {id: a, text: A}\n    - {id: b, text: B}\n    - {id: c, text: C}\n"
    )
    palette = settings().replace("primary: custom", "primary: teal").replace("accent: custom", "accent: purple")
    assert palette.count("teal") == 2
    files = {"mkdocs.yml": palette, "curriculum.yaml": plan, "docs/plain.md": PLAIN, **entries}
    return host("palette", shared("palette", files))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_palette_of_the_theme_is_not_repainted(open_tab: Open, teal: str, scheme: str) -> None:
    """A page of the owner's has the same colours with our style sheet and without it, and its header is teal."""
    tab = open_tab(at=teal, color_scheme=scheme)
    tab.go("plain/")
    tab.settle()
    tab.page.add_style_tag(content=NO_TRANSITIONS)
    assert tab.page.locator(".md-header").evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(0, 148, 133)"
    ours = tab.page.evaluate(LIKE)
    tab.page.evaluate(
        "[...document.styleSheets].filter(s => s.href?.includes('/assets/daytrail/')).forEach(s => s.disabled = true)"
    )
    assert tab.page.evaluate(LIKE) == ours


def test_paper_is_light_from_either_palette(open_tab: Open) -> None:
    """A page is printed from the dark palette in the colours of the light one."""
    for address in ("", "curriculum/week-01/"):
        printed = {}
        for scheme in ("light", "dark"):
            tab = open_tab(color_scheme=scheme, reduced_motion="reduce")
            tab.go(address)
            tab.settle()
            tab.page.emulate_media(media="print")
            printed[scheme] = tab.page.evaluate(LIKE.replace("[class^=dt-], ", ""))
            paper = "getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number)"
            assert min(tab.page.evaluate(paper)) > 240, address
        pairs = zip(printed["light"], printed["dark"], strict=True)
        assert [(address, *pair) for pair in pairs if pair[0] != pair[1]] == []
