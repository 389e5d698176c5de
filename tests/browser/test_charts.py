"""The stats page and the home page on a phone."""

from itertools import product

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import Open, in_both_fonts
from tests.crawl import DEMO_PAGES

PHONE: ViewportSize = {"width": 360, "height": 740}


@in_both_fonts
def test_the_home_page_takes_three_screens_of_a_phone(open_tab: Open) -> None:
    tab = open_tab(viewport=PHONE)
    tab.go(DEMO_PAGES["home"])
    assert tab.page.evaluate("document.documentElement.scrollHeight") <= 3 * PHONE["height"]


def test_the_trail_waits_on_a_phone_for_the_days_above_it(open_tab: Open) -> None:
    """The days are below it in the document, and would move it if they came later."""
    tab = open_tab(viewport=PHONE)
    tab.go(DEMO_PAGES["home"])
    trail = tab.page.locator(".dt-trail")
    assert trail.is_visible()
    tab.page.evaluate("document.querySelectorAll('.dt-two ~ *').forEach(element => element.remove())")
    assert not trail.is_visible()
    tab.page.evaluate("document.querySelector('.dt-two').after(document.createElement('section'))")
    assert trail.is_visible()


def test_the_keyboard_is_seen_in_the_navigation_of_a_phone(open_tab: Open) -> None:
    """The drawer of the theme is outside of the window while it is closed."""
    tab = open_tab(viewport=PHONE)
    tab.go(DEMO_PAGES["home"])
    tab.page.add_style_tag(content="* { transition: none !important }")
    names = []
    while "Follow the log" not in names:
        tab.page.keyboard.press("Tab")
        name, left = tab.page.evaluate(
            "[document.activeElement.innerText, document.activeElement.getBoundingClientRect().x]"
        )
        names.append(name)
        assert left >= 0, name
    assert {"Log", "Plan", "Map", "Stats"} <= set(names)


@in_both_fonts
def test_the_first_screen_has_what_was_written_last(open_tab: Open) -> None:
    screens: list[ViewportSize] = [PHONE, {"width": 1280, "height": 800}]
    for viewport in screens:
        tab = open_tab(viewport=viewport)
        tab.go(DEMO_PAGES["home"])
        for part in (".dt-hero__about", ".dt-numbers", ".dt-newest"):
            bottom = tab.page.locator(part).evaluate("part => part.getBoundingClientRect().bottom")
            assert bottom < viewport["height"], (viewport, part)


@in_both_fonts
@pytest.mark.parametrize("width", [360, 1280])
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


def test_the_areas_of_a_chart_differ_in_both_palettes(open_tab: Open) -> None:
    """From the page too."""
    for scheme in ("light", "dark"):
        tab = open_tab(color_scheme=scheme)
        tab.go(DEMO_PAGES["stats"])
        fills = tab.page.evaluate("""[document.body, ...document.querySelectorAll(".dt-pace svg path")].map(e =>
            e === document.body ? getComputedStyle(e).backgroundColor : getComputedStyle(e).fill)""")
        assert len(set(fills)) == 5, scheme  # the page, three areas, and none in the line


def test_the_line_of_a_chart_is_whole_at_its_edge(open_tab: Open) -> None:
    """A line that has reached all of its amount is at the upper edge, which would hide half of it."""
    tab = open_tab()
    tab.go(DEMO_PAGES["stats"])
    assert tab.page.locator(".dt-pace svg").evaluate("svg => getComputedStyle(svg).overflow") == "visible"


@pytest.mark.parametrize("width", [360, 1280])
def test_headings_look_alike_on_all_pages(open_tab: Open, width: int) -> None:
    """Also in the text of docs pages; the home page of a phone is denser."""
    tab = open_tab(viewport={"width": width, "height": 800})
    styles = (
        "headings => headings.map(getComputedStyle)"
        ".map(style => [style.fontSize, style.fontWeight, style.marginTop, style.marginBottom].join(' '))"
    )
    first, second = set(), set()
    for kind in ("stats", "plan", "week", "series", "manual", *(["home"] if width > 720 else [])):
        tab.go(DEMO_PAGES[kind])
        first |= set(tab.page.locator("h1").evaluate_all(styles))
        if kind in ("stats", "manual", "home"):
            second |= set(tab.page.locator(".md-content h2").evaluate_all(styles))
    assert first == {"32px 600 0px 16px"}
    assert second == {"20px 700 32px 8px"}


def test_the_words_of_a_strip_can_be_read_in_each_column(open_tab: Open) -> None:
    """The drawing is as wide as its column: that of a series is narrower than that of the home page."""
    tab = open_tab()
    size = (
        "text => parseFloat(getComputedStyle(text).fontSize)"
        " * text.ownerSVGElement.getBoundingClientRect().width / text.ownerSVGElement.viewBox.baseVal.width"
    )
    for kind, width in product(("home", "series", "stats"), (360, 768, 1280)):
        tab.page.set_viewport_size({"width": width, "height": 800})
        tab.go(DEMO_PAGES[kind])
        assert tab.page.locator(".dt-strip__drawing text").first.evaluate(size) > 10.5, (kind, width)


@in_both_fonts
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_tags_by_month_are_named_in_full_below_their_years(open_tab: Open, width: int) -> None:
    """The empty cells above them have no colour."""
    tab = open_tab(viewport={"width": width, "height": 800})
    tab.go(DEMO_PAGES["stats"])
    colours = "cells => cells.map(cell => getComputedStyle(cell).backgroundColor)"
    assert set(tab.page.locator(".dt-by-month thead td").evaluate_all(colours)) == {"rgba(0, 0, 0, 0)"}
    assert tab.page.locator(".dt-by-month [scope=colgroup]").all_inner_texts() == ["2025", "2026"]
    cut = "names => names.filter(name => name.scrollWidth > name.clientWidth).map(name => name.innerText)"
    assert tab.page.locator(".dt-by-month tbody th").evaluate_all(cut) == []


def test_pages_begin_at_the_edge_of_the_header_or_are_in_the_middle(open_tab: Open) -> None:
    """Lists and drawings have the whole width, text a column; the theme's list of a section is on no page of ours."""
    tab = open_tab(viewport={"width": 1280, "height": 800})
    for address in ("", "curriculum/", "log/", "map/", "milestones/", "reading/", "stats/"):
        tab.go(address)
        left = tab.page.evaluate("document.querySelector('h1').getBoundingClientRect().left")
        assert left == pytest.approx(46, abs=1), address
    for address in ("curriculum/week-08/", "curriculum/foundations/", "milestones/roofline-regime/"):
        tab.go(address)
        left, right = tab.page.evaluate(
            "(({left, right}) => [left, right])(document.querySelector('h1').getBoundingClientRect())"
        )
        assert left + right == pytest.approx(1280, abs=2), address
        assert not tab.page.locator(".md-sidebar--primary a:visible").count(), address


@in_both_fonts
@pytest.mark.parametrize("width", [720, 768, 1280])
def test_the_numbers_of_stats_are_in_one_row(open_tab: Open, width: int) -> None:
    tab = open_tab(viewport={"width": width, "height": 800})
    tab.go(DEMO_PAGES["stats"])
    tops = "numbers => numbers.map(number => number.getBoundingClientRect().top)"
    found = tab.page.locator(".dt-numbers > div").evaluate_all(tops)
    assert (len(found), len(set(found))) == (4, 1)


@in_both_fonts
def test_the_words_of_the_numbers_have_three_lines_on_a_phone(open_tab: Open) -> None:
    """They are beside them."""
    tab = open_tab(viewport=PHONE)
    tab.go("")
    lines = tab.page.locator(".dt-home .dt-numbers dd").evaluate_all(
        "texts => texts.map(text => Math.round(text.offsetHeight / parseFloat(getComputedStyle(text).lineHeight)))"
    )
    assert len(lines) == 3
    assert max(lines) <= 3


@in_both_fonts
def test_what_explains_a_drawing_is_one_line_of_words(open_tab: Open) -> None:
    tab = open_tab(viewport={"width": 1280, "height": 800})
    tab.go(DEMO_PAGES["home"])
    for drawing, words in ((".dt-trail", ".dt-trail__key, summary"), (".dt-strip", ".dt-legend, summary")):
        bottoms = """elements => elements.map(element => {
            const range = document.createRange();
            range.selectNodeContents(element.lastChild);
            return range.getBoundingClientRect().bottom;
        })"""
        line = tab.page.locator(drawing).locator(words).evaluate_all(bottoms)
        assert line == pytest.approx([line[0]] * len(line), abs=0.5), drawing


@in_both_fonts
@pytest.mark.parametrize("kind", ["home", "series"])
def test_weekdays_stay_at_the_side_of_a_strip(open_tab: Open, kind: str) -> None:
    """Also on a phone, which begins at its end; they are beside their rows, and touch no day."""
    tab = open_tab(viewport=PHONE)
    tab.go(DEMO_PAGES[kind])
    frame = tab.page.locator(".dt-strip__scroll")
    frame.scroll_into_view_if_needed()
    names = tab.page.locator(".dt-strip__weekdays text")
    assert names.all_text_contents() == ["Mon", "Wed", "Fri"]
    left, top, height = frame.evaluate(
        "frame => { const box = frame.getBoundingClientRect(); return [box.left, box.top, box.height] }"
    )
    boxes = [box for name in names.all() if (box := name.bounding_box())]
    assert [box["x"] for box in boxes] == pytest.approx([left] * 3, abs=1)
    assert top < min(box["y"] for box in boxes)
    assert max(box["y"] + box["height"] for box in boxes) < top + height
    frame.evaluate("frame => frame.scrollTo({left: -1000})")
    blank = tab.page.locator(".dt-strip__blank").evaluate("days => days.getBoundingClientRect().left")
    assert all(box["x"] + box["width"] < blank for box in boxes)
