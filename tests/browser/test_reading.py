"""The reading list and the log in a browser: filters, order, and the URL that has both; counts of days that go on."""

import json

import pytest
from playwright.sync_api import Route

from daytrail.views.resource_list import PAGE
from tests.browser.conftest import Open, Tab
from tests.conftest import Host, Shared

COUNT = 450
READ, READING = 6, 7
"""The number of readings by status in the repository's own list."""
ROWS = "tr[data-dt-row]:visible"


@pytest.fixture(scope="module")
def long(shared: Shared, host: Host) -> str:
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
    return host("long", shared("long", files))


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


@pytest.mark.parametrize("here", ["reading/", "reading/page-3/"])
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


DAYS = "li[data-dt-row]:visible"
ENTRIES = 120


@pytest.fixture(scope="module")
def long_log(shared: Shared, host: Host) -> str:
    """Return the URL of a site with three pages of entries."""
    series = [{"id": "a", "title": "A"}, {"id": "b", "title": "B"}]
    files = {"curriculum.yaml": json.dumps({"title": "Long", "series": series})}
    for n in range(ENTRIES):
        name = f"entries/20{10 + n // 28:02d}-02-{n % 28 + 1:02d}.md"
        files[name] = f"---\nseries: {'ab'[n % 2]}\ntitle: Entry {n}\ntags: [t{n % 3}]\n---\n\nText of {n}.\n"
    return host("log", shared("log", files))


def titles_of_days(tab: Tab) -> list[str]:
    return tab.page.locator(f"{DAYS} .dt-entry__title").all_inner_texts()


def settled(tab: Tab, said: str) -> None:
    tab.page.locator(".dt-filter output", has_text=said).wait_for()


@pytest.mark.parametrize("here", ["log/", "log/page-3/"])
def test_a_filter_searches_all_pages_of_the_log(open_tab: Open, long_log: str, here: str) -> None:
    """Series, tag and words restrict each other on every page of the log, and the URL has them."""
    tab = open_tab(at=long_log)
    tab.go(here)
    tab.page.locator(".dt-filter [name=series]").select_option("b")
    settled(tab, f"{ENTRIES // 2} of {ENTRIES} entries")
    tab.page.locator(".dt-filter [name=tag]").select_option("t1")
    wanted = [n for n in range(ENTRIES) if n % 2 == 1 and n % 3 == 1]
    settled(tab, f"{len(wanted)} of {ENTRIES}")
    assert titles_of_days(tab) == [f"Entry {n}" for n in reversed(wanted)]
    tab.page.locator(".dt-filter [name=text]").fill("text 103")
    settled(tab, f"1 of {ENTRIES}")
    assert titles_of_days(tab) == ["Entry 103"]
    assert tab.address == f"{here}?text=text+103&series=b&tag=t1"
    link = tab.page.locator(f"{DAYS} .dt-entry__title")
    assert link.evaluate("a => a.href") == f"{long_log}log/2013/02/20/"
    tab.page.reload()
    settled(tab, f"1 of {ENTRIES}")
    assert titles_of_days(tab) == ["Entry 103"]
    assert tab.complaints == []


def test_countdowns_change_after_the_build(open_tab: Open, hostile_home: str) -> None:
    """On the day after the build, in the site's time zone, a countdown is one day further; next year, so is a task."""
    tab = open_tab(hostile_home, timezone_id="Pacific/Kiritimati")
    tab.page.clock.set_fixed_time("2026-02-17T23:30:00Z")
    still = open_tab(hostile_home, java_script_enabled=False)
    for opened, number in ((still, "85 days"), (tab, "84 days")):
        opened.go("series/closing/")
        assert opened.page.locator("[data-dt-goal]").inner_text() == number
    tab, still = open_tab(), open_tab(java_script_enabled=False)
    still.go("tasks/")
    for now, newest in (("2026-06-01", "3 months ago"), ("2027-02-16", "1 year ago")):
        tab.page.clock.set_fixed_time(f"{now}T12:00:00Z")
        tab.go("tasks/")
        ages = tab.page.locator("[data-dt-ago]").all_inner_texts()
        assert ages[0] == newest
        assert (ages == still.page.locator("[data-dt-ago]").all_inner_texts()) == (now == "2026-06-01")
    still.go("")
    assert "1 June 2026" in still.page.locator(".dt-home__built").inner_text()


def test_what_is_typed_before_the_script_is_there_is_looked_for(open_tab: Open) -> None:
    """The script of the filter is loaded once the filter is used, and filters by what was typed meanwhile."""
    tab = open_tab()
    waiting: list[Route] = []
    tab.page.route("**/lists.js", lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright sets an attribute of it
    tab.go("log/")
    tab.page.wait_for_timeout(300)
    assert waiting == []
    field = tab.page.locator(".dt-filter [name=text]")
    field.press_sequentially("torchtitan")
    assert len(waiting) == 1
    waiting[0].continue_()
    tab.page.wait_for_url("**/log/?text=torchtitan")
    assert field.input_value() == "torchtitan"
    tab.page.locator(".dt-filter output", has_text="of 119").wait_for()
