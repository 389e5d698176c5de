"""The built site in a real browser, below a project path and without a network."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.conftest import KINDS, Open, Tab, axe_findings, script, transferred, visited
from tests.conftest import Host, Shared
from tests.crawl import DEMO_PAGES as PAGES
from tests.engine import HAS_PAGEFIND, needs_search_of_material
from tests.website import Site, settings

DAY = "log/2026/02/15/"
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


def test_a_first_visit_is_light_and_has_no_errors(open_tab: Open, site: Site) -> None:
    """No error is in the console, no request goes to another host, and no page takes more than 100 kB with fonts."""
    complaints, heavy = {}, {}
    for kind, tab in visited(open_tab, PAGES):
        assert tab.page.locator("h1").first.is_visible(), kind
        complaints[kind] = tab.complaints
        heavy[kind] = HAS_PAGEFIND and transferred(site, tab) > 100_000
    assert {kind: found for kind, found in complaints.items() if found} == {}
    assert [kind for kind in heavy if heavy[kind]] == []


@pytest.mark.parametrize(
    ("font", "width", "scheme"),
    [("wide", 320, "dark"), ("wide", 360, ""), ("wide", 768, ""), ("wide", 1280, "light"), ("narrow", 1280, "")],
)
def test_a_page_fits_its_window_and_is_accessible(open_tab: Open, width: int, scheme: str) -> None:
    """No number, date or name breaks inside, no text is cut or outside of the window, and a finger finds all targets.

    Titles begin at one x. axe-core finds nothing in either palette, on a screen and at the width of WCAG 1.4.10.
    """
    options: dict[str, Any] = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme or "light"}
    if width == 320:
        options |= {"is_mobile": True, "has_touch": True}
    faults, lefts = {}, set()
    for kind, tab in visited(open_tab, KINDS, **options):
        found, title, name = tab.page.evaluate(script("faults"))
        faults[kind] = [*found, *(axe_findings(tab) if scheme else [])]
        lefts |= {title, name} if width == 1280 else {title}
    assert {kind: found for kind, found in faults.items() if found} == {}
    assert len(lefts) == 1


@SCHEMES
def test_the_colour_scheme_follows_the_system_and_the_switch(open_tab: Open, scheme: str) -> None:
    """The system's preference selects the colour scheme, and the switch remembers the visitor's choice."""
    tab = open_tab(color_scheme=scheme)
    tab.go(DAY)
    schemes = {"light": "default", "dark": "slate"}
    body = tab.page.locator("body")
    assert body.get_attribute("data-md-color-scheme") == schemes[scheme]
    bright = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
    assert (min(tab.page.evaluate(bright)) > 128) == (scheme == "light")
    tab.page.locator("label[for^=__palette]:visible").click()
    other = schemes["dark" if scheme == "light" else "light"]
    tab.page.locator(f"body[data-md-color-scheme={other}]").wait_for()
    tab.go("log/")
    assert body.get_attribute("data-md-color-scheme") == other


@pytest.mark.parametrize("kind", ["log", "day", "week", "reading"])
def test_a_page_is_complete_without_scripts(open_tab: Open, site: Site, kind: str) -> None:
    """With JavaScript off every entry, item and link of a page is visible, and links lead on."""
    tab = open_tab(java_script_enabled=False)
    tab.go(PAGES[kind])
    listed = {"log": "a.dt-entry__title", "day": ".dt-day-end a", "week": ".dt-item__label", "reading": "th a"}[kind]
    links = tab.page.locator(listed).all()
    assert len(links) >= {"log": 20, "day": 2, "week": 5, "reading": 5}[kind]
    assert all(link.is_visible() for link in links)
    assert tab.page.locator(".md-content article").inner_text().strip()
    if kind == "log":
        title = links[-1].inner_text()
        links[-1].click()
        assert tab.page.locator("h1").inner_text() == title
        tab.page.locator("a[rel=next]").click()
        assert tab.address.startswith("log/")


def test_links_work_after_instant_navigation(open_tab: Open) -> None:
    """From page to page and back without a reload, every link opens its page."""
    tab = open_tab(instant=True)
    tab.go("")
    tab.mark()
    first = tab.page.locator(".dt-recent:not(.dt-past) a").first
    title = first.inner_text()
    first.click()
    tab.page.locator(".dt-day h1", has_text=title).wait_for()
    assert re.fullmatch(r"log/\d{4}/\d\d/\d\d[^/]*/", tab.address)
    tab.page.locator(".dt-day__facts a").click()
    tab.page.wait_for_url("**/series/**")
    tab.page.locator("a.dt-entry__title", has_text=title).wait_for()
    tab.page.go_back()
    tab.page.locator(".dt-day h1", has_text=title).wait_for()
    # One step: Material drops a second one that comes while it still settles the first, and no page tells when.
    assert re.fullmatch(r"log/\d{4}/\d\d/\d\d[^/]*/", tab.address)
    assert tab.is_marked
    assert tab.complaints == []


@SCHEMES
def test_the_focus_is_seen(open_tab: Open, scheme: str) -> None:
    """What the Tab key reaches has an outline of two pixels with 3:1 against what is below it."""
    tab = open_tab(color_scheme=scheme)
    for kind in ("home", "day") if scheme == "dark" else ("log", "reading"):
        tab.go(KINDS[kind])
        tab.settle()
        seen = 0
        for _ in range(40):
            tab.page.keyboard.press("Tab")
            name, width, contrast = tab.page.evaluate(script("focus"))
            if name:
                seen += 1
                assert width >= 2, (kind, name)
                assert contrast >= 3, (kind, name)
        assert seen >= 15, kind


def slow(tab: Tab) -> None:
    """Give a tab the network of a slow phone, and record what moves."""
    tools = tab.page.context.new_cdp_session(tab.page)
    network = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", network)
    tab.watch_shifts()


@pytest.mark.parametrize("font", ["wide"])
def test_nothing_moves_while_a_page_loads(open_tab: Open) -> None:
    """On a slow phone, scripts, fonts and images that come later find their place kept."""
    pages = {kind: PAGES[kind] for kind in (*KINDS, "year", "series")}
    phone = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
    moved = {kind: tab.shifts() for kind, tab in visited(open_tab, pages, slow, **phone)}
    assert {kind: shifts for kind, shifts in moved.items() if shifts} == {}


def test_a_feed_opens_as_a_page_with_links(open_tab: Open) -> None:
    """A browser shows title, help and one link for each item, and nothing of the text that programs read."""
    tab = open_tab()
    for feed in ("feed.xml", "weekly.xml", "tags/moe/feed.xml"):
        tab.go(feed)
        items = tab.page.locator("entry")
        assert tab.page.locator("h1").inner_text().startswith("ML Systems, day by day"), feed
        assert items.count() > 5, feed
        assert not tab.page.locator("entry > content").first.is_visible(), feed
        assert items.first.locator("h2 a").is_visible(), feed
    assert [message for message in tab.complaints if "XSL" in message] == []


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


# Behind the copy button, beside code, `pre` has the theme's colour of code.
LIKE = """[...document.querySelectorAll("body, body *")].filter(
    e => !e.closest("[class^=dt-], .md-copyright, .md-tabs, :has(> .md-code__nav)") &&
        !e.matches("[data-md-component=palette] *")
).map(e => [e, getComputedStyle(e)]).map(([e, s]) => [e.localName, ...[...e.classList].sort(),
    s.color, s.backgroundColor, s.borderTopColor, s.fill, s.fontWeight, s.textDecorationLine].join(" "))"""
PLAIN = {"docs/plain.md": "# Heading\n\nA [link](log.md).\n"}
STYLES = """() => {
    const [link, heading] = ["article p a", "h1"].map(css => getComputedStyle(document.querySelector(css)))
    const [body, header] = ["body", ".md-header"].map(css => getComputedStyle(document.querySelector(css)))
    return [link.color, body.backgroundColor, header.backgroundColor, body.fontFamily.split(",")[0],
        heading.fontFamily.split(",")[0]]
}"""


def styles(open_tab: Open, home: str, **options: Any) -> list[str]:
    """Return the colours of links, page and header, and the first fonts of text and headings."""
    tab = open_tab(at=home, **options)
    tab.go("plain/")
    tab.settle()
    return list(tab.page.evaluate(STYLES))


def test_three_lines_of_settings_change_the_look(open_tab: Open, shared: Shared, host: Host) -> None:
    """An owner chooses accent, paper and font, or a palette of the theme.

    The dark palette has a light shade of the accent, and its own paper.
    """
    look = "daytrail:\n      accent: '#7a1f5c'\n      paper: '#f4efe4'\n      font: Georgia\n"
    home = host("look", shared("look", PLAIN | {"mkdocs.yml": settings().replace("daytrail:\n", look, 1)}))
    paper, dark = "rgb(244, 239, 228)", "rgb(20, 24, 27)"
    assert styles(open_tab, home) == ["rgb(122, 31, 92)", paper, paper, "Georgia", "Georgia"]
    [link, *others] = styles(open_tab, home, color_scheme="dark")
    assert others == [dark, dark, "Georgia", "Georgia"]
    assert min(float(part) for part in re.findall(r"[\d.]+", link)) > 0.5  # of 1: `color(srgb …)`
    teal = PLAIN | {"mkdocs.yml": settings().replace("primary: custom", "primary: teal")}
    paper = "rgb(255, 253, 249)"
    assert styles(open_tab, host("palette", shared("palette", teal)))[:3] == ["rgb(0, 148, 133)", paper, paper]


def test_paper_is_light_from_either_palette(open_tab: Open) -> None:
    """A page is printed from the dark palette in the colours of the light one."""
    for address in ("", "curriculum/week-01/"):
        printed = {}
        for scheme in ("light", "dark"):
            tab = open_tab(color_scheme=scheme, reduced_motion="reduce")
            tab.go(address)
            tab.settle()
            tab.page.emulate_media(media="print")
            printed[scheme] = tab.page.evaluate(LIKE.replace("[class^=dt-], ", ""))
            paper = "getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number)"
            assert min(tab.page.evaluate(paper)) > 240, address
        pairs = zip(printed["light"], printed["dark"], strict=True)
        assert [(address, *pair) for pair in pairs if pair[0] != pair[1]] == []
