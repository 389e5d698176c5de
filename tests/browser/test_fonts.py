"""The fonts that the browser of the tests draws with: those of the tests, whatever the machine has."""

from tests.browser.conftest import Open, in_both_fonts
from tests.chromium import FONTS, FontWidth, fonts_of


@in_both_fonts
def test_pages_are_drawn_with_the_fonts_of_the_tests(open_tab: Open, font: FontWidth) -> None:
    """The browser says so of a title, of text and of code."""
    tab = open_tab()
    tab.go("log/2026/01/28/")
    assert fonts_of(tab.page, "h1") == {FONTS[font]}
    assert fonts_of(tab.page, ".e-content p") == {FONTS[font]}
    assert fonts_of(tab.page, ".e-content pre code span") == {"Daytrail Mono"}
