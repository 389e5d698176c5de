"""The reading list in a browser: filters, order, and the URL that has both."""

import json
from pathlib import Path

import pytest

from daytrail.views.resource_list import PAGE
from tests.browser.conftest import Open, Tab, in_both_fonts
from tests.chromium import LONG_HOST
from tests.website import build, make

COUNT = 450
READ, READING = 6, 7
"""The number of readings by status in the repository's own list."""
ROWS = "tr[data-dt-row]:visible"


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory, hosts: tuple[dict[str, Path], int]) -> str:
    """Return the URL of a site with six pages of readings."""
    reading = [
        {"id": f"r{n}", "title": f"Reading {n}", "url": f"https://example.org/{n}", "hours": n % 7}
        for n in range(COUNT)
    ]
    weeks = [{"week": 1, "title": "One", "reading": reading}]
    files = {
        "curriculum.yaml": json.dumps({"title": "Long", "parts": [{"id": "a", "title": "A", "weeks": weeks}]}),
        "entries/2026-01-05.md": "---\ndone: [w01/r449]\n---\n",
    }
    built = build(make(tmp_path_factory.mktemp("long") / "project", files))
    assert built.status == 0, built.output
    hosts[0][LONG_HOST] = built.site.folder
    return f"http://{LONG_HOST}/repo/"


def titles(tab: Tab) -> list[str]:
    return tab.page.locator(f"{ROWS} .dt-item__label").all_inner_texts()


def said(tab: Tab) -> str:
    return tab.page.locator(".dt-filter output").inner_text()


def chosen(tab: Tab, name: str, value: str) -> None:
    if name == "shelf":
        tab.page.locator(f"[data-dt-shelf={value}]").click()
    else:
        tab.page.locator(f".dt-filter [name={name}]").select_option(value)


def test_filters_are_combined(open_tab: Open) -> None:
    """Status, kind, week, category and words show only rows that match all of them, and the URL has them."""
    tab = open_tab()
    tab.go("reading/")
    assert tab.page.locator(".dt-filter").is_visible()
    chosen(tab, "shelf", "read")
    tab.page.wait_for_url("**/reading/?shelf=read")
    rows = tab.page.locator(ROWS)
    assert rows.count() == READ
    assert set(rows.evaluate_all("rows => rows.map(row => row.dataset.shelf)")) == {"read"}
    assert said(tab) == f"{READ} of {tab.page.locator('[data-dt-row]').count()}"
    chosen(tab, "kind", "article")
    tab.page.wait_for_url("**/reading/?shelf=read&kind=article")
    assert set(rows.evaluate_all("rows => rows.map(row => row.dataset.kind)")) == {"article"}
    tab.page.locator(".dt-filter [name=text]").fill("ALL  éinsum")
    tab.page.wait_for_url("**text=*")
    assert titles(tab) == ["Einsum is all you need"]
    assert tab.page.locator("[data-dt-group]:visible").count() == 1
    assert tab.page.locator("[data-dt-shelf=read] [data-dt-sum]").inner_text() == "1"
    tab.page.locator(".dt-filter button[type=reset]").click()
    tab.page.wait_for_url("**/reading/")
    assert rows.count() == READING
    assert said(tab) == ""
    assert tab.complaints == []


def test_controls_say_that_nothing_fits(open_tab: Open) -> None:
    """*Clear* is there only while something is set, and if nothing fits a sentence takes the place of the table."""
    tab = open_tab()
    tab.go("reading/")
    clear, none = tab.page.locator(".dt-filter [type=reset]"), tab.page.locator("[data-dt-none]")
    table = tab.page.locator(".dt-readings")
    tab.page.locator(".dt-filter:visible").wait_for()
    assert (clear.is_visible(), none.is_visible(), table.is_visible()) == (False, False, True)
    tab.page.locator(".dt-filter [name=text]").fill("no such words")
    none.wait_for()
    assert (clear.is_visible(), table.is_visible()) == (True, False)
    clear.click()
    table.wait_for()
    assert (clear.is_visible(), none.is_visible()) == (False, False)


def test_a_filter_in_the_url_is_restored(open_tab: Open) -> None:
    """A visit with a filter in the URL applies it; an unknown choice is ignored."""
    tab = open_tab()
    tab.go("reading/?category=lectures&sort=-title&week=999")
    tab.page.wait_for_url("**/reading/?category=lectures&sort=-title")
    tab.page.locator(".dt-filter output", has_text="of").wait_for()
    found = titles(tab)
    assert len(found) == 6
    assert found == sorted(found, key=str.casefold, reverse=True)
    assert tab.page.locator("[name=category]").input_value() == "lectures"
    assert tab.page.locator("th[aria-sort=descending]").inner_text() == "Title"


def test_a_click_on_a_column_sorts_the_rows(open_tab: Open) -> None:
    """One click sorts by the column, a second one in reverse, a third one restores the order."""
    tab = open_tab()
    tab.go("reading/?shelf=want-to-read&week=22")
    tab.page.locator(".dt-filter output", has_text="of").wait_for()
    button = tab.page.locator("[data-dt-sort=hours] button")
    first = titles(tab)
    hours = "rows => rows.map(row => Number(row.dataset.hours))"
    button.press("Enter")
    tab.page.wait_for_url("**sort=hours")
    up = tab.page.locator(ROWS).evaluate_all(hours)
    assert up == sorted(up)
    assert len(set(up)) > 1
    button.click()
    tab.page.wait_for_url("**sort=-hours")
    assert tab.page.locator(ROWS).evaluate_all(hours) == sorted(up, reverse=True)
    button.click()
    tab.page.wait_for_url("**week=22")
    assert titles(tab) == first


def test_a_filter_works_after_instant_navigation(open_tab: Open) -> None:
    """The list has its filter after a click from another page, and still on the way back."""
    tab = open_tab(instant=True)
    tab.go("milestones/")
    tab.mark()
    tab.page.locator(".md-tabs__link", has_text="Reading").first.click()
    tab.page.wait_for_url("**/reading/")
    tab.page.locator(".dt-filter:visible").wait_for()
    chosen(tab, "shelf", "reading")
    tab.page.wait_for_url("**/reading/?shelf=reading")
    assert len(titles(tab)) == READING
    assert tab.is_marked
    assert tab.complaints == []


@pytest.mark.parametrize("here", ["reading/", "reading/page-2/", "reading/page-3/"])
def test_a_filter_searches_all_pages_of_a_list(open_tab: Open, long: str, here: str) -> None:
    """On any page of a long list a filter shows matching rows of the other pages once, with links to them."""
    tab = open_tab(at=long)
    tab.go(here)
    assert tab.page.locator(ROWS).count() == (20 if here == "reading/" else PAGE)
    tab.page.locator(".dt-filter [name=text]").fill("Reading 44")
    tab.page.wait_for_url("**text=*")
    tab.page.locator(ROWS, has_text="Reading 449").wait_for()
    fitting = [f"Reading {n}" for n in range(COUNT) if "44" in str(n)]
    assert sorted(titles(tab)) == sorted(fitting)
    assert said(tab) == f"{len(fitting)} of {COUNT}"
    assert tab.page.locator("[data-dt-group]").count() == 2
    assert not tab.page.locator(".dt-pages").is_visible()
    week = tab.page.locator(ROWS, has_text="Reading 445").locator("td a").first
    assert week.evaluate("a => a.href") == f"{long}curriculum/week-01/#r445"
    tab.page.locator(".dt-filter button[type=reset]").click()
    tab.page.wait_for_url(f"{long}{here}")
    assert tab.page.locator(ROWS).count() == (20 if here == "reading/" else PAGE)
    assert tab.complaints == []


def test_a_long_list_is_paged_without_scripts(open_tab: Open, long: str) -> None:
    """Without JavaScript every row is on one of the linked pages, and no form is shown."""
    tab = open_tab(at=long, java_script_enabled=False)
    tab.go("reading/")
    found = titles(tab)
    for number in range(2, -(-COUNT // PAGE) + 1):
        tab.page.locator(".dt-pages a", has_text=str(number)).click()
        tab.page.wait_for_url(f"**/page-{number}/")
        found += titles(tab)
    assert len(found) == len(set(found)) == COUNT
    assert not tab.page.locator(".dt-filter").is_visible()
    tab.page.locator(".dt-shelves a", has_text="Want to read").click()
    assert tab.address == "reading/#shelf-want-to-read"


def test_a_shelf_is_shown_20_rows_at_a_time(open_tab: Open, long: str) -> None:
    """A tab shows its shelf, with its rows of all pages, and its buttons turn to the next 20."""
    tab = open_tab(at=long)
    tab.go("reading/?shelf=want-to-read")
    current = tab.page.locator(".dt-shelves [aria-current]")
    tab.page.locator(".dt-steps button", has_text="23").wait_for()
    assert current.inner_text() == f"Want to read {COUNT - 1}"
    seen = titles(tab)
    tab.page.locator(".dt-steps button").last.click()
    assert tab.page.locator(ROWS).count() == (COUNT - 1) % 20
    assert not set(seen) & set(titles(tab))
    tab.page.locator("[data-dt-shelf=read]").press("Enter")
    tab.page.wait_for_url("**/reading/?shelf=read")
    assert titles(tab) == ["Reading 449"]
    assert tab.page.locator(".dt-steps button").count() == 0
    assert tab.complaints == []


@in_both_fonts
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_while_a_list_is_loaded(open_tab: Open, width: int) -> None:
    """The scripts of a list find their forms and rows where they stay."""
    moved = {}
    for address in ("reading/", "tags/moe/", "series/ml-systems/"):
        tab = open_tab(viewport={"width": width, "height": 800})
        tab.watch_shifts()
        tab.go(address)
        tab.settle()
        tab.page.wait_for_timeout(300)
        moved[address] = tab.shifts()
    assert {address: shifts for address, shifts in moved.items() if shifts} == {}


@in_both_fonts
def test_a_title_leads_to_its_own_page_and_an_arrow_to_the_source(open_tab: Open) -> None:
    """Each row has both links, and the targets are large enough for a finger."""
    tab = open_tab()
    tab.go("reading/?shelf=read")
    row = tab.page.locator(ROWS, has_text="Einsum is all you need")
    row.wait_for()
    assert str(row.locator("a.dt-source").get_attribute("href")).startswith("https://")
    box = row.locator("a.dt-source").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    row.locator("a.dt-item__label").click()
    tab.page.locator("h1", has_text="Einsum is all you need").wait_for()
    assert tab.address.startswith("reading/")


def test_the_values_of_a_row_have_names_on_a_phone(open_tab: Open) -> None:
    """There are no columns; a day that the status names is not stated again."""
    tab = open_tab(viewport={"width": 360, "height": 740})
    tab.go("reading/")
    names = """row => [...row.querySelectorAll("td")].filter(cell => cell.checkVisibility()).map(cell => {
        const name = getComputedStyle(cell, "::before").content;
        return (name === "none" ? "" : name.replaceAll(/"| "/g, "")) + cell.innerText;
    })"""

    def row(title: str) -> list[str]:
        shown: list[str] = tab.page.locator(ROWS, has_text=title).evaluate(names)
        return [text.replace("\u00a0", " ") for text in shown]

    assert row("Memory Optimizations") == [
        "Paper",
        "reading since 5 Feb",
        "Week 8 ◑",
        "Estimated hours: 2 h",
        "In the log: 4 × · last 11 Feb",
    ]
    assert row("Learning Triton") == ["Article", "reading since 13 Dec 2025"]
