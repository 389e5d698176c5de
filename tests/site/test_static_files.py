"""Style sheets and scripts of a built site."""

import re

import pytest

from daytrail.site.static_files import without_other_colours
from tests.conftest import Journal
from tests.engine import THEME
from tests.website import Site, build, settings

COLOUR = re.compile(r"[{}][^{},]*\[data-md-color-(?:primary|accent)=([\w-]+)\][^{},]*\{")
"""Begin of a rule of one colour; others are in use if one of their colours is."""


def palettes(site: Site) -> str:
    """Return the theme's style sheet of palettes."""
    [path] = [name for name in site.files if re.search(r"stylesheets/palette\.\w+\.min\.css$", name)]
    return (site.folder / path).read_text(encoding="utf-8")


def test_rules_of_colours_that_no_page_has_are_left_out() -> None:
    """Those of a colour in use stay, also in a media query, and so do rules about no colour."""
    css = (
        "[data-md-color-scheme=slate]{--a:1}[data-md-color-primary=pink]{--a:2}"
        "[data-md-color-scheme=slate][data-md-color-primary=teal]{--a:3}"
        "@media screen{[data-md-color-primary=red] .x,[data-md-color-primary=red] .y{--a:4}"
        "[data-md-color-accent=teal]{--a:5}}"
    )
    assert without_other_colours(css, {"teal"}) == (
        "[data-md-color-scheme=slate]{--a:1}[data-md-color-scheme=slate][data-md-color-primary=teal]{--a:3}"
        "@media screen{[data-md-color-accent=teal]{--a:5}}"
    )


@pytest.mark.skipif(THEME != "material", reason="the sheet of another theme has another name")
def test_a_site_has_the_colours_of_its_palettes(journal: Journal) -> None:
    """With a script of the owner's, which may choose another one, it has all."""
    project = journal({"entries/2026-01-12.md": "Text.\n"})
    config = settings()
    assert config.count("primary: custom") == 2
    (project / "mkdocs.yml").write_text(config.replace("primary: custom", "primary: deep purple", 1), encoding="utf-8")
    css = palettes(build(project).site)
    assert set(COLOUR.findall(css)) - {"custom"} == {"deep-purple", "indigo"}
    assert "[data-md-color-scheme=slate]" in css
    (project / "docs/own.js").write_text("", encoding="utf-8")
    (project / "mkdocs.yml").write_text(f"{config}\nextra_javascript: [own.js]\n", encoding="utf-8")
    assert {"deep-purple", "teal", "red"} <= set(COLOUR.findall(palettes(build(project).site)))
