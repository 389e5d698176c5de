"""The fonts that the browser of the tests draws with: those of the tests, whatever the machine has."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import KINDS, Open, in_both_fonts
from tests.chromium import FONTS, FontWidth, font_environment, fonts_of
from tests.website import ROOT

INSTALLED_ELSEWHERE = ("Arial", "Verdana", "DejaVu Serif", "Liberation Mono", "Noto Sans", "Roboto", "system-ui")


@in_both_fonts
def test_pages_are_drawn_with_the_fonts_of_the_tests(open_tab: Open, font: FontWidth) -> None:
    """The browser says so of a title, of text and of code."""
    tab = open_tab()
    for kind, address in KINDS.items():
        tab.go(address)
        assert fonts_of(tab.page, "h1") == {FONTS[font]}, kind
    tab.go("log/2026/01/28/")
    assert fonts_of(tab.page, ".e-content p") == {FONTS[font]}
    assert fonts_of(tab.page, ".e-content pre code span") == {"Daytrail Mono"}


@in_both_fonts
def test_no_font_of_the_machine_takes_part(open_tab: Open, font: FontWidth) -> None:
    """Neither one that a style sheet names nor one for letters that the narrow font does not have."""
    page = open_tab().page
    page.set_content("".join(f"<p style='font-family: \"{name}\", sans-serif'>Words" for name in INSTALLED_ELSEWHERE))
    drawn = {name: fonts_of(page, f"p:nth-of-type({n})") for n, name in enumerate(INSTALLED_ELSEWHERE, 1)}
    assert drawn == {name: {FONTS[font]} for name in INSTALLED_ELSEWHERE}
    page.set_content("<p>المد")
    assert fonts_of(page, "p") == {FONTS["wide"]}


@pytest.mark.parametrize("font", ["wide"])
def test_the_wide_font_is_wider(open_tab: Open) -> None:
    """By a tenth at least, in both weights, as Verdana is wider than Arial."""
    page = open_tab().page
    for weight in (400, 700):
        widths = {name: _width(page, family, weight) for name, family in FONTS.items()}
        assert widths["wide"] > 1.1 * widths["narrow"], weight


def _width(page: Page, family: str, weight: int) -> float:
    page.set_content(f"<span style='font: {weight} 16px \"{family}\"'>A week of the plan, day by day")
    return float(page.locator("span").evaluate("span => span.getBoundingClientRect().width"))


def test_the_fonts_of_a_user_have_no_influence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A configuration of fontconfig that the environment names is replaced, and the cache is not in a home folder."""
    for name in ("FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"):
        monkeypatch.setenv(name, str(tmp_path))
    with font_environment("wide") as environment:
        assert {name for name in environment if name.startswith("FONTCONFIG_")} == {"FONTCONFIG_FILE"}
        file = Path(environment["FONTCONFIG_FILE"])
        text = file.read_text(encoding="utf-8")
        assert f"<dir>{ROOT / 'tests/fonts'}</dir>" in text
        assert f"<cachedir>{file.parent / 'cache'}</cachedir>" in text
        assert "<include" not in text
    assert not file.exists()
