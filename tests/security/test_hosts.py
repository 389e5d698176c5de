"""No page that Daytrail makes loads anything from another host or runs a script that somebody wrote into an entry."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Route

from daytrail.site.static_files import MERMAID
from daytrail.views.sanitise import is_foreign
from tests import hostile
from tests.conftest import Host, Shared
from tests.website import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]

CONTROL = "https://evil.example/control.png"
OWN_PAGE = f"# Mine\n\n<img src='{CONTROL}' onerror='canary(0)'>\n"
"""A page that the owner wrote, who may load what they want; it shows that the tests notice."""


SCRIPT_LINKS = """
[...document.querySelectorAll("a[href], area[href]")].map((link) => link.href)
  .filter((url) => !/^(https?|mailto):/.test(url))
"""
"""Links that would run a script at a click, or open something that a browser should not be given."""


@dataclass
class Visit:
    """A tab that looks at pages, and notes what they ask of other hosts and which scripts of payloads run."""

    page: Page
    home: str
    foreign: list[str] = field(default_factory=list)
    executed: list[object] = field(default_factory=list)

    def open(self, address: str) -> None:
        """Open a page and wait until all its diagrams are drawn or given up."""
        self.page.goto(f"{self.home}{address}")
        self.page.evaluate("document.querySelectorAll('[data-dt-diagram]').forEach(one => { one.open = true; })")
        if self.page.locator("pre.mermaid, div.mermaid, [data-dt-diagram]").count():
            # Mermaid draws one diagram after the other.
            self.page.evaluate("mermaid.render('last', 'flowchart LR\\n A')")
        self.executed += self.page.evaluate(SCRIPT_LINKS)
        # After two frames, the browser has asked for all that is in sight.
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def execute(self, number: object) -> None:
        """Note that the script of a payload was run."""
        self.executed.append(number)

    def dismiss(self, dialog: Dialog) -> None:
        """Note a dialog, and close it."""
        self.executed.append(dialog.message)
        dialog.dismiss()

    def answer(self, route: Route) -> None:
        """Answer requests for our host, and note and refuse all others."""
        if urlsplit(route.request.url).netloc in ("learner.example", "attacked.example"):
            route.continue_()
        else:
            self.foreign.append(route.request.url)
            route.abort()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a browser window that is so high that images with `loading=lazy` are loaded."""
    context = browser.new_context(viewport={"width": 1200, "height": 20_000})
    yield context
    context.close()


@pytest.fixture
def visit(context: BrowserContext) -> Visit:
    """Return a tab without a page."""
    visit = Visit(context.new_page(), "http://attacked.example/repo/")
    context.expose_function("canary", visit.execute)
    context.route("**/*", visit.answer)
    visit.page.on("dialog", visit.dismiss)
    return visit


@pytest.fixture(scope="module")
def attacked(shared: Shared, host: Host) -> Site:
    """Return a site with all payloads of `tests/hostile.py`, served under its host name."""
    if not MERMAID.is_file():
        pytest.skip("no Mermaid here: python tools/vendor.py mermaid brings it")
    files = {**hostile.journal(), **hostile.attacks(), "docs/mine.md": OWN_PAGE}
    site = shared("attacked", files, strict=False)
    host("attacked", site)
    return site


def test_no_payload_in_an_entry_leaves_the_host(attacked: Site, visit: Visit) -> None:
    """Markup and diagrams of entries, as a browser shows them."""
    addresses = [address for address in attacked.pages if "markup-" in address or "diagrams-" in address]
    assert len(addresses) >= len([path for path in hostile.attacks() if "markup-" in path or "diagrams-" in path])
    for address in addresses:
        visit.open(address)
    assert (visit.foreign, visit.executed) == ([], [])


def test_no_payload_in_any_other_field_leaves_the_host(attacked: Site, visit: Visit) -> None:
    """Titles, tags, topics, items, notes and names, on every kind of page that shows them."""
    lists = ["", "log/", "curriculum/", "milestones/", "map/", "reading/", "tags/", "curriculum/week-01/", "log/2026/"]
    lists += ["curriculum/week-90/"]
    lists += [address for address in attacked.pages if address.startswith("reading/example-org-attacks")]
    assert lists[-1].startswith("reading/")
    words = ("image", "directive", "shape", "script", "closing")
    entries = [f"log/2026/01/{list(hostile.WORDS).index(name) + 1:02}/" for name in words]
    kinds = ("tags/", "series/", "milestones/", "reading/", "curriculum/")
    examples = [address for kind in kinds for address in sorted(attacked.pages) if address.startswith(kind)][::25]
    for address in [*lists, *entries, *examples]:
        visit.open(address)
    assert (visit.foreign, visit.executed, visit.page.context.cookies()) == ([], [], [])


@pytest.mark.usefixtures("attacked")
def test_no_payload_among_search_results_leaves_the_host(visit: Visit) -> None:
    """Titles and texts that the search finds, as the theme shows them."""
    visit.open("")
    visit.page.locator("input.md-search__input").click()
    visit.page.keyboard.type("image")
    visit.page.locator(".md-search-result__link h1").first.wait_for()
    visit.page.wait_for_load_state("networkidle")
    assert "evil.example" in visit.page.locator(".md-search-result__list").inner_text()
    assert (visit.foreign, visit.executed) == ([], [])


def test_no_payload_in_a_feed_leaves_the_host(attacked: Site, visit: Visit) -> None:
    """The text of entries as a feed reader shows it, which keeps images and adds no protection of its own."""
    visit.open("404.html")
    feed = json.loads((attacked.folder / "feed.json").read_text(encoding="utf-8"))
    texts = [item["content_html"] for item in feed["items"] if "content_html" in item]
    assert texts
    visit.page.set_content("\n".join(texts))
    visit.page.wait_for_load_state("networkidle")
    assert {urlsplit(url).netloc for url in visit.foreign} <= {"learner.example"}
    assert visit.executed == []


@pytest.mark.usefixtures("attacked")
def test_the_browser_of_these_tests_notices_a_request_and_a_script(visit: Visit) -> None:
    """A page of the owner's loads its image and runs its script."""
    visit.open("mine/")
    assert (visit.foreign, visit.executed) == ([CONTROL], [0])


LEADS_ELSEWHERE = """
([bases, urls]) => urls.map((url) => bases.some((base) => {
  try { return new URL(url, base).origin !== new URL(base).origin; } catch { return false; }
}))
"""
BASES = ["http://learner.example/repo/log/", "https://learner.example/repo/log/"]
PIECES = [*"/\\\t\n\r \x00\x1fhx:?#@.[]1\u2028\x7f\u3000\uff0f\ufeff", "//", "..", "evil.example", "%2f"]
PIECES += ["http:", "HTTPS:", "data:"]


@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=6).map("".join), min_size=40, max_size=40))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_url_is_foreign_wherever_a_browser_takes_it_to_another_host(visit: Visit, urls: list[str]) -> None:
    """`new URL` of Chromium decides; a scheme alone makes a URL foreign to us, also if the host is the same."""
    elsewhere = visit.page.evaluate(LEADS_ELSEWHERE, [BASES, urls])
    assert [url for url, foreign in zip(urls, elsewhere, strict=True) if foreign and not is_foreign(url)] == []
