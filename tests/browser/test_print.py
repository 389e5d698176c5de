"""Pages on paper, as a browser prints them from the dark palette."""

import re

from tests.browser.conftest import Open, in_both_fonts
from tests.website import Site

_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


def sheets(open_tab: Open, addresses: list[str]) -> dict[str, int]:
    """Return on how many sheets of A4 pages print."""
    tab = open_tab(color_scheme="dark")
    counts = {}
    for address in addresses:
        tab.go(address)
        counts[address] = len(_PAGE.findall(tab.page.pdf(format="A4")))
    return counts


@in_both_fonts
def test_a_page_prints_on_one_sheet(open_tab: Open) -> None:
    """A short day and the map of the plan are whole."""
    pages = ["log/2026/02/10/", "log/2026/01/10/", "map/"]
    assert sheets(open_tab, pages) == dict.fromkeys(pages, 1)


@in_both_fonts
def test_the_checklist_of_a_week_prints_on_one_sheet(open_tab: Open, site: Site) -> None:
    """Also those of the weeks with the most items and the longest texts."""
    weeks = [address for address in site.pages if re.fullmatch(r"curriculum/week-\d\d/", address)]
    longest = sorted(weeks, key=lambda address: len("".join(site.page(address).main.itertext())))[-3:]
    assert sheets(open_tab, longest) == dict.fromkeys(longest, 1)


def test_a_printed_checklist_has_boxes(open_tab: Open) -> None:
    """An open item has an empty box in place of its sign, a done one a tick."""
    tab = open_tab()
    tab.go("curriculum/week-07/")
    tab.page.emulate_media(media="print")
    boxes = tab.page.locator(".dt-item > .dt-sign").evaluate_all("""signs => signs.map(sign => [
        sign.title, getComputedStyle(sign).borderTopStyle, getComputedStyle(sign).fontSize,
        getComputedStyle(sign, "::after").content])""")
    kinds = {state: (border, size, tick) for state, border, size, tick in boxes}
    assert kinds["planned"] == ("solid", "0px", "none")
    assert kinds["done"] == ("solid", "0px", '"✓"')
    assert not tab.page.locator(".dt-days").is_visible()
    what, evidence = (
        tab.page.locator(f".dt-item__{part}").first.evaluate("part => parseFloat(getComputedStyle(part).fontSize)")
        for part in ("what", "evidence")
    )
    assert evidence < 0.9 * what


def test_what_only_a_screen_needs_is_not_printed(open_tab: Open) -> None:
    """Paper has no filters and no buttons, and is too narrow for words below the trail, which its legend repeats."""
    tab = open_tab()
    for address, selector in (
        ("tags/cuda/", "form.dt-filter"),
        ("log/2026/01/28/", ".md-code__nav"),
        ("", ".dt-help > summary"),
        ("curriculum/week-08/", ".dt-help > summary"),
        ("stats/", ".dt-figures"),
        ("stats/", "#dt-check"),
    ):
        tab.page.emulate_media(media="screen")
        tab.go(address)
        tab.page.locator(selector).first.wait_for()
        tab.page.emulate_media(media="print")
        assert not [one for one in tab.page.locator(selector).all() if one.is_visible()], selector
