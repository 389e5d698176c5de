"""The page for wrong addresses in a browser."""

from urllib.parse import parse_qs, urlsplit

from tests.browser.conftest import Open
from tests.engine import needs_search_of_material


def test_a_wrong_address_without_scripts_lists_days_and_years(open_tab: Open) -> None:
    """The five newest days and all years are links from the site's root; there is no search, which needs a script."""
    tab = open_tab(java_script_enabled=False)
    tab.go("no/such/page/")
    days = tab.page.locator(".dt-recent a")
    assert days.count() == 5
    assert days.first.evaluate("a => a.pathname") == "/repo/log/2026/05/31-gpu-365/"
    assert tab.page.locator(".dt-all-years a").all_inner_texts() == ["2026", "2025"]
    assert tab.page.locator(".dt-search:visible").count() == 0
    weights = tab.page.locator("h2").evaluate_all("all => all.map(one => getComputedStyle(one).fontWeight)")
    assert weights == ["700", "700"]  # as on other pages


@needs_search_of_material
def test_the_search_field_of_a_wrong_address_searches(open_tab: Open) -> None:
    """Words that are sent are searched on the home page."""
    tab = open_tab()
    tab.go("no/such/page/")
    tab.page.locator(".dt-search input").fill("torchtitan")
    tab.page.keyboard.press("Enter")
    tab.page.locator(".md-search-result__link", has_text="torchtitan").first.wait_for()
    assert tab.page.url.startswith(tab.home)


def test_the_skip_link_moves_the_focus_to_the_content(open_tab: Open) -> None:
    """The next element with the focus is in the content."""
    tab = open_tab()
    tab.go("tags/moe/")
    tab.page.keyboard.press("Tab")
    assert tab.page.evaluate("document.activeElement.matches('.md-skip')")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_function("document.activeElement.id === 'dt-title'")
    tab.page.keyboard.press("Tab")
    assert tab.page.evaluate("document.activeElement.closest('article') !== null")


def test_the_link_to_write_an_entry_is_about_the_day_of_the_visit(open_tab: Open) -> None:
    """Name, folder and date follow the calendar; another date in the text stays, and so does a day that is not over."""
    query = "?filename=2026%2F2026-06-01.md&value=---%0Adate%3A%202026-06-01%0Aday%3A%2058%0A---%0A2026-06-01+%26+more"
    link = f'<a data-dt-write="2026-06-01" href="https://github.com/ada/log/new/main/entries{query}">x</a>'
    tab = open_tab()
    tab.page.clock.set_fixed_time("2026-05-31T12:00:00Z")
    tab.go("")
    tab.page.locator(".dt-home").evaluate("(home, link) => home.insertAdjacentHTML('beforeend', link)", link)
    written = tab.page.locator("[data-dt-write]")
    for now, day in (("2026-05-31T12:00:00Z", "2026-06-01"), ("2027-01-02T00:30:00Z", "2027-01-02")):
        tab.page.clock.set_fixed_time(now)
        written.dispatch_event("pointerdown")
        url = urlsplit(written.evaluate("a => a.href"))
        assert url.path == "/ada/log/new/main/entries"
        text = f"---\ndate: {day}\nday: 58\n---\n2026-06-01 & more"
        assert parse_qs(url.query) == {"filename": [f"{day[:4]}/{day}.md"], "value": [text]}
