"""The log in a browser: filters, pages, and counts of days that go on after the build."""

import json

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Open, Tab
from tests.conftest import Host, Shared

ROWS = "li[data-dt-row]:visible"
COUNT = 120


@pytest.fixture(scope="module")
def long(shared: Shared, host: Host) -> str:
    """Return the URL of a site with three pages of entries."""
    series = [{"id": "a", "title": "A"}, {"id": "b", "title": "B"}]
    files = {"curriculum.yaml": json.dumps({"title": "Long", "series": series})}
    for n in range(COUNT):
        name = f"entries/20{10 + n // 28:02d}-02-{n % 28 + 1:02d}.md"
        files[name] = f"---\nseries: {'ab'[n % 2]}\ntitle: Entry {n}\ntags: [t{n % 3}]\n---\n\nText of {n}.\n"
    return host("log", shared("log", files))


def titles(tab: Tab) -> list[str]:
    return tab.page.locator(f"{ROWS} .dt-entry__title").all_inner_texts()


def settled(tab: Tab, said: str) -> None:
    tab.page.locator(".dt-filter output", has_text=said).wait_for()


@pytest.mark.parametrize("here", ["log/", "log/page-3/"])
def test_a_filter_searches_all_pages_of_the_log(open_tab: Open, long: str, here: str) -> None:
    """Series, tag and words restrict each other on every page of the log, and the URL has them."""
    tab = open_tab(at=long)
    tab.go(here)
    tab.page.locator(".dt-filter [name=series]").select_option("b")
    settled(tab, f"{COUNT // 2} of {COUNT} entries")
    tab.page.locator(".dt-filter [name=tag]").select_option("t1")
    wanted = [n for n in range(COUNT) if n % 2 == 1 and n % 3 == 1]
    settled(tab, f"{len(wanted)} of {COUNT}")
    assert titles(tab) == [f"Entry {n}" for n in reversed(wanted)]
    tab.page.locator(".dt-filter [name=text]").fill("text 103")
    settled(tab, f"1 of {COUNT}")
    assert titles(tab) == ["Entry 103"]
    assert tab.address == f"{here}?text=text+103&series=b&tag=t1"
    link = tab.page.locator(f"{ROWS} .dt-entry__title")
    assert link.evaluate("a => a.href") == f"{long}log/2013/02/20/"
    tab.page.reload()
    settled(tab, f"1 of {COUNT}")
    assert titles(tab) == ["Entry 103"]
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
