"""Layout of single pages with a narrow and a wide font, and on paper: lines, columns, charts, and what may not move."""

import re

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import Open, Tab, at_widths, in_both_fonts
from tests.conftest import Host
from tests.crawl import DEMO_PAGES
from tests.website import Site

PHONE: ViewportSize = {"width": 360, "height": 740}


@in_both_fonts
def test_the_first_screen_says_who_learns_what_and_how_far(open_tab: Open) -> None:
    """A wide screen has the newest day too; on a phone the page has 3200 pixels at most."""
    screens: list[tuple[ViewportSize, str]] = [
        ({"width": 1280, "height": 800}, ".dt-newest__title"),
        (PHONE, ".dt-trail__standing"),
    ]
    tab = open_tab()
    for viewport, last in screens:
        tab.page.set_viewport_size(viewport)
        tab.go(DEMO_PAGES["home"])
        for part in ("h1", ".dt-hero__about", last):
            bottom = tab.page.locator(part).evaluate("part => part.getBoundingClientRect().bottom")
            assert bottom < viewport["height"], (viewport, part)
    assert tab.page.evaluate("document.documentElement.scrollHeight") <= 3200


@at_widths(360, 1280, narrow=360)
def test_charts_fill_the_page_and_nothing_shifts(open_tab: Open, width: int) -> None:
    """Labels are beside the drawings, inside of the page."""
    tab = open_tab(viewport={"width": width, "height": 740})
    tab.watch_shifts()
    tab.go(DEMO_PAGES["stats"])
    assert tab.shifts() == []
    assert tab.page.evaluate("document.documentElement.scrollWidth") == width
    drawn = tab.page.evaluate("""[...document.querySelectorAll(".dt-chart")].map(chart => {
        const outer = chart.getBoundingClientRect(), svg = chart.querySelector("svg").getBoundingClientRect()
        const labels = [...chart.querySelectorAll("span")].map(label => label.getBoundingClientRect())
        return [Math.abs(svg.height - outer.height) <= 2 && Math.abs(svg.width - outer.width) <= 1,
            labels.every(label => label.left >= 0 && label.right <= innerWidth)]
    })""")
    assert drawn == [[True, True]] * 3


@in_both_fonts
def test_the_title_of_the_site_is_whole_on_a_phone(open_tab: Open) -> None:
    """It has two lines or three if one is too short."""
    tab = open_tab(viewport={"width": 360, "height": 740})
    tab.go(DEMO_PAGES["day"])
    title = tab.page.locator(".md-header__topic .md-ellipsis").first
    assert title.evaluate("title => title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight")
    title.evaluate("title => (title.textContent = 'A log of a year with tides, moons and old piers')")
    assert title.evaluate("title => title.scrollHeight <= title.clientHeight + 1 && title.clientHeight > 30")


@pytest.mark.parametrize("font", ["wide"])
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_while_the_log_loads(open_tab: Open, width: int) -> None:
    """The layout shift of the page is 0, also once the choices of a later page have come."""
    moved = {}
    for address in ("log/", "log/page-1/", "log/2026/"):
        tab = open_tab(viewport={"width": width, "height": 800})
        tab.watch_shifts()
        tab.go(address)
        tab.page.locator(".dt-filter:not([hidden])").wait_for()
        tab.page.locator(".dt-filter").hover()
        tab.page.locator(".dt-filter[data-dt-begun]").wait_for()
        moved[address] = tab.shifts(above=0)
    assert {address: shifts for address, shifts in moved.items() if shifts} == {}


@pytest.mark.parametrize("font", ["wide"])
def test_nothing_moves_while_a_page_arrives_in_pieces(open_tab: Open, site: Site, host: Host) -> None:
    """The places of the trail and the columns of a table depend on what is read last."""
    moved = {}
    for address in ("", "reading/", "curriculum/"):
        tab = open_tab(host("slow", site), viewport={"width": 1280, "height": 800})
        tab.watch_shifts()
        tab.go(address)
        moved[address] = tab.shifts(above=0)
    assert {address: shifts for address, shifts in moved.items() if shifts} == {}


@in_both_fonts
def test_a_week_of_the_plan_is_a_line_of_a_wide_screen(open_tab: Open) -> None:
    tab = open_tab(viewport={"width": 1280, "height": 800})
    tab.go("curriculum/")
    weeks = tab.page.locator(".dt-part[open] .dt-weeks__week")
    heights = weeks.evaluate_all("weeks => weeks.map(week => week.offsetHeight)")
    assert len(heights) >= 8
    assert max(heights) < 45


EDGES = """css => [...document.querySelectorAll(css)].filter(e => e.checkVisibility())
    .map(e => { const r = e.getBoundingClientRect(); return [Math.round(r.left), Math.round(r.right)]; })"""
OVERFLOW = """[...document.querySelectorAll(".dt-scroll")].filter(e => e.checkVisibility())
    .map(e => e.scrollWidth - e.clientWidth)"""


def edges(tab: Tab, css: str) -> tuple[set[int], set[int]]:
    """Return the left and the right edges of elements, in pixels."""
    found = tab.page.evaluate(EDGES, css)
    assert found, css
    return {left for left, _ in found}, {right for _, right in found}


@at_widths(360, 1280, narrow=768)
def test_the_columns_of_weeks_align(open_tab: Open, width: int) -> None:
    """Numbers, dots and titles begin, and hours end, below each other."""
    tab = open_tab(viewport={"width": width, "height": 800})
    tab.go("curriculum/")
    for css in (".dt-weeks__number", ".dt-weeks__name .dt-dots", ".dt-weeks__title"):
        assert len(edges(tab, css)[0]) == 1
    assert len(edges(tab, ".dt-weeks__hours")[1]) == 1


@at_widths(720, narrow=1280)
def test_a_shelf_fits_a_tablet(open_tab: Open, width: int) -> None:
    """No column of the reading list is cut, on any shelf."""
    tab = open_tab(viewport={"width": width, "height": 800})
    tab.go("reading/")
    for shelf in ("reading", "want-to-read", "suggested", "read", "mentioned"):
        tab.page.locator(f"[data-dt-shelf={shelf}]").click()
        tab.page.locator(f"[data-dt-shelf={shelf}][aria-current]").wait_for()
        assert tab.page.evaluate(OVERFLOW) == [0]


@pytest.mark.parametrize("font", ["wide"])
def test_the_part_of_the_work_is_open(open_tab: Open) -> None:
    """The others are a line each, so that the plan has five screens of a phone, and open without scripts."""
    tab = open_tab(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    tab.go("curriculum/")
    weeks = tab.page.locator(".dt-weeks__week")
    visible = "rows => rows.filter(row => row.checkVisibility({contentVisibilityAuto: true})).length"
    assert tab.page.evaluate("document.scrollingElement.scrollHeight") <= 5 * 740
    assert 0 < weeks.evaluate_all(visible) < 15
    assert tab.page.locator("details.dt-part[open]").count() == 1
    tab.page.locator(".dt-part > summary", has_text="Foundations").click()
    assert tab.page.locator(".dt-weeks__name", has_text="Week 12").is_visible()
    assert weeks.count() == 52


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
