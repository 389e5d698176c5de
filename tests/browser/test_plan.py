"""Pages of the plan and of the reading list: columns that align, and nothing that is cut without a sign of it."""

import pytest

from tests.browser.conftest import Open, Tab, in_both_fonts

EDGES = """css => [...document.querySelectorAll(css)].filter(e => e.checkVisibility())
    .map(e => { const r = e.getBoundingClientRect(); return [Math.round(r.left), Math.round(r.right)]; })"""
OVERFLOW = """[...document.querySelectorAll(".dt-scroll")].filter(e => e.checkVisibility())
    .map(e => e.scrollWidth - e.clientWidth)"""


def edges(tab: Tab, css: str) -> tuple[set[int], set[int]]:
    """Return the left and the right edges of elements, in pixels."""
    found = tab.page.evaluate(EDGES, css)
    assert found, css
    return {left for left, _ in found}, {right for _, right in found}


@in_both_fonts
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_columns_of_weeks_align(open_tab: Open, width: int) -> None:
    """States begin, and numbers and hours end, below each other; dates are below titles or have a column."""
    tab = open_tab(viewport={"width": width, "height": 800})
    tab.go("curriculum/")
    assert len(edges(tab, ".dt-weeks__facts > .dt-state")[0]) == 1
    for css in (".dt-weeks__done", ".dt-weeks__hours"):
        assert len(edges(tab, css)[1]) == 1
    titles, dates = edges(tab, ".dt-weeks__title")[0], edges(tab, ".dt-weeks__days > span:first-child")[0]
    assert len(dates) == 1
    assert (titles == dates) is (width < 1280)


@in_both_fonts
def test_a_week_of_the_plan_is_a_line_of_a_wide_screen(open_tab: Open) -> None:
    tab = open_tab(viewport={"width": 1280, "height": 800})
    tab.go("curriculum/")
    heights = tab.page.locator(".dt-weeks__week").evaluate_all("weeks => weeks.map(week => week.offsetHeight)")
    assert len(heights) == 52
    assert max(heights) < 45


@in_both_fonts
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_columns_of_milestones_and_sources_align(open_tab: Open, width: int) -> None:
    tab = open_tab(viewport={"width": width, "height": 800})
    tab.go("curriculum/foundations/")
    for css in (".dt-part__milestones a", ".dt-part__standing", ".dt-part__sources small:last-child"):
        assert len(edges(tab, css)[0]) == 1
    tab.go("milestones/")
    for css in (".dt-questions__title", ".dt-questions__text", ".dt-questions__facts"):
        assert len(edges(tab, css)[0]) == (2 if width == 1280 else 1)  # milestones are in two columns


@in_both_fonts
@pytest.mark.parametrize("width", [720, 768, 960, 1280])
def test_a_shelf_fits_a_tablet(open_tab: Open, width: int) -> None:
    """No column of the reading list is cut, on any shelf."""
    tab = open_tab(viewport={"width": width, "height": 800})
    for shelf in ("reading", "want-to-read", "suggested", "read", "mentioned"):
        tab.go(f"reading/?shelf={shelf}")
        tab.page.locator(f"[data-dt-shelf={shelf}][aria-current]").wait_for()
        assert tab.page.evaluate(OVERFLOW) == [0]


@in_both_fonts
def test_the_events_of_a_resource_align(open_tab: Open) -> None:
    """A date, what happened and an entry are in columns."""
    tab = open_tab(viewport={"width": 1280, "height": 800})
    tab.go("reading/?shelf=reading")
    tab.page.get_by_role(
        "link", name="ZeRO: Memory Optimizations Toward Training Trillion Parameter Models"
    ).first.click()
    tab.page.locator("#dt-history").wait_for()
    for css in (".dt-said__by time", ".dt-touch", ".dt-said__by a"):
        assert len(edges(tab, css)[0]) == 1


@in_both_fonts
def test_an_arrow_is_on_the_line_of_its_title(open_tab: Open) -> None:
    """The link to the source of a resource is not alone on a line."""
    tab = open_tab(viewport={"width": 768, "height": 800})
    tab.go("references/")
    alone = """[...document.querySelectorAll(".dt-source")].filter(arrow => {
        const lines = [...arrow.previousElementSibling.getClientRects()];
        return lines.at(-1).bottom < arrow.getBoundingClientRect().top + 4;
    }).length"""
    assert tab.page.locator(".dt-source").count() > 50
    assert tab.page.evaluate(alone) == 0


@in_both_fonts
def test_a_drawing_that_is_cut_has_a_shadow_at_its_edge(open_tab: Open) -> None:
    """The map scrolls on a tablet. Where all of it is seen, there is no shadow."""
    tab = open_tab(viewport={"width": 768, "height": 800})
    frame = "document.querySelector('.dt-map__drawing .dt-scroll')"
    shadows = f"getComputedStyle({frame}).backgroundImage.split('gradient(').length - 1"
    tab.go("map/")
    tab.settle()
    assert tab.page.evaluate(OVERFLOW)[0] > 0
    assert tab.page.evaluate(shadows) == 4
    tab.page.set_viewport_size({"width": 1400, "height": 800})
    tab.page.wait_for_function(f"{shadows} === 0")


@in_both_fonts
def test_the_filters_of_a_phone_take_two_rows(open_tab: Open) -> None:
    tab = open_tab(viewport={"width": 360, "height": 740})
    tab.go("reading/")
    form = tab.page.locator(".dt-filter")
    form.wait_for()
    fields = form.locator("select:visible, input, button")
    assert len({round(box["y"]) for one in fields.all() if (box := one.bounding_box())}) == 2
    assert tab.page.evaluate("document.scrollingElement.scrollWidth") <= 360


def test_the_signs_of_the_reading_list_have_a_legend(open_tab: Open) -> None:
    """It has each sign that a row shows, with the word that the row gives it for those who do not see it."""
    tab = open_tab()
    tab.go("reading/")
    tab.page.get_by_text("What the signs mean").click()
    legend = dict(line.split(":")[0].split() for line in tab.page.locator(".dt-legend-of-signs li").all_inner_texts())
    marks = tab.page.locator(".dt-reading .dt-mark")
    assert {legend[mark.inner_text()] for mark in marks.all()} <= {mark.get_attribute("title") for mark in marks.all()}
    assert marks.count()


def test_the_navigation_names_the_place_of_a_week(open_tab: Open) -> None:
    """The link to the plan has the colour of the page that is shown, as that of a page of the navigation has."""
    tab = open_tab()
    colours = """["/milestones/", "/curriculum/"].map(end => getComputedStyle([...document.querySelectorAll(
        ".md-nav--primary a.md-nav__link")].findLast(link => new URL(link.href).pathname.endsWith(end))).color)"""
    tab.go("milestones/")
    current, other = tab.page.evaluate(colours)
    assert current != other
    tab.go("curriculum/week-07/")
    assert tab.page.evaluate(colours) == [other, current]


@in_both_fonts
def test_a_phone_folds_the_weeks_of_the_other_parts(open_tab: Open) -> None:
    """The plan is six screens high there: weeks of the part in which the work is are open. A wide screen shows all."""
    tab = open_tab(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    tab.go("curriculum/")
    weeks = tab.page.locator(".dt-weeks__week")
    visible = "rows => rows.filter(row => row.checkVisibility({contentVisibilityAuto: true})).length"
    assert tab.page.evaluate("document.scrollingElement.scrollHeight") <= 6 * 740
    assert 0 < weeks.evaluate_all(visible) < 15
    assert tab.page.locator("details.dt-part__weeks[open]").count() == 1
    tab.page.locator(".dt-part__weeks summary", has_text="Weeks 1–12").click()
    assert tab.page.locator(".dt-weeks__name", has_text="Week 12").is_visible()
    tab.page.set_viewport_size({"width": 1280, "height": 800})
    assert weeks.evaluate_all(visible) == weeks.count() == 52
    assert not tab.page.locator(".dt-part__weeks summary").first.is_visible()
