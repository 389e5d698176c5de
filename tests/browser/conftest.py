"""A real browser and the sites that it opens, below a project path."""

import gzip
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest
from playwright import sync_api as playwright
from playwright.sync_api import BrowserContext, Dialog, Page

from daytrail.site.static_files import MERMAID
from tests import crawl
from tests.chromium import FONTS, Browsers, FontWidth, draws_with
from tests.conftest import Host
from tests.website import ROOT, Built, Site
from tools import browser as installed


def script(name: str) -> str:
    """Return a script that is run in pages, from `scripts/`."""
    return (ROOT / f"tests/browser/scripts/{name}.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Tab:
    """A page of the browser, and the errors and requests that it caused."""

    page: Page
    home: str
    """The URL of the site, with its slash at the end."""
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    """Errors of scripts and of the console, dialogs, and requests that leave the site."""

    def go(self, address: str) -> None:
        """Open a page of the site."""
        self.page.goto(f"{self.home}{address}")

    def settle(self) -> None:
        """Wait until the page sends no more requests.

        Now and then, Playwright misses the end of a request, such as that of a preloaded font: then ten seconds do.
        """
        self.page.wait_for_load_state("load")
        with suppress(playwright.TimeoutError):
            self.page.wait_for_load_state("networkidle", timeout=10_000)

    def watch_shifts(self) -> None:
        """Record from now on what moves in pages while they are loaded; `shifts` returns it."""
        self.page.add_init_script(script("shifts"))

    def shifts(self, above: float = 1e-4) -> list[object]:
        """Return the layout shifts of the page, with the classes of what moved.

        By less than a ten thousandth of the window, nobody sees it.
        """
        self.settle()
        return [shift for shift in self.page.evaluate("window.shifts") if shift[0] > above]

    def mark(self) -> None:
        """Set a variable in the page, so that `is_marked` reports whether the page was loaded again since.

        Material follows links itself only once it has the sitemap; a click before that loads a page.
        """
        self.settle()
        self.page.evaluate("window.kept = true")

    @property
    def is_marked(self) -> bool:
        """Return whether no page was loaded again since `mark`."""
        return self.page.evaluate("window.kept") is True

    @property
    def address(self) -> str:
        """Return the URL path of the page, relative to the site."""
        assert self.page.url.startswith(self.home)
        return self.page.url.removeprefix(self.home)


AXE = ROOT / "build/vendor/axe-core/axe.min.js"
# Not all rules of WCAG 2.2 are on by themselves.
_FINDINGS = """async () =>
    (await axe.run({resultTypes: ["violations"], rules: {"target-size": {enabled: true}}})).violations.map(
        v => [v.id, v.nodes.map(n => `${n.target}: ${n.failureSummary}`).slice(0, 3)])"""

Open: TypeAlias = Callable[..., Tab]

KINDS = {
    kind: crawl.DEMO_PAGES[kind] for kind in ("home", "log", "day", "tag", "plan", "week", "reading", "stats", "map")
}
"""A page of the demo of each kind that rules for all pages are tested on."""


@pytest.fixture(scope="session")
def home(site: Site, host: Host) -> str:
    """Return the URL of the repository's own site."""
    return host("learner", site)


@pytest.fixture(scope="session")
def hostile_home(hostile: Built, host: Host) -> str:
    """Return the URL of the site with hostile words."""
    return host("hostile", hostile.site)


in_both_fonts = pytest.mark.parametrize("font", FONTS)
"""Mark of tests about layout: they run with narrow fonts and with wide ones."""


def at_widths(*wide: int, narrow: int) -> pytest.MarkDecorator:
    """Mark a test about layout: it runs at some widths of a window with wide fonts, and at one with narrow ones."""
    return pytest.mark.parametrize(("font", "width"), [*(("wide", width) for width in wide), ("narrow", narrow)])


@pytest.fixture
def font() -> FontWidth | None:
    """Return None, as for a test that is not about layout; `in_both_fonts` sets a width."""
    return None


@pytest.fixture
def open_tab(browsers: Browsers, home: str, font: FontWidth | None) -> Iterator[Open]:
    """Yield a function that opens a tab, by default on the repository's own site, with options of a browser context.

    With `instant` the pages are as of a site with `navigation.instant`.
    """
    browser = browsers(font or "narrow")
    if font and not draws_with(browser, font):
        message = f"{installed.find()} does not draw with the fonts of tests/fonts, in which layout is tested"
        if sys.platform == "linux":
            pytest.fail(f"{message}; CHROME_PATH names another browser")
        pytest.skip(message)  # it does not use fontconfig
    contexts: list[BrowserContext] = []

    def opened(at: str = home, *, instant: bool = False, **options: Any) -> Tab:
        context = browser.new_context(**options)
        if instant:
            context.add_init_script(script("instant"))
        context.set_default_timeout(60_000)
        contexts.append(context)
        tab = Tab(context.new_page(), at)
        _listen(tab)
        return tab

    yield opened
    for context in contexts:
        context.close()


def visited(
    open_tab: Open, pages: Mapping[str, str], prepare: Callable[[Tab], None] | None = None, **options: Any
) -> Iterator[tuple[str, Tab]]:
    """Open pages in tabs of their own, four at the same time, and yield the name of each with its settled tab."""
    names = list(pages)
    for start in range(0, len(names), 4):
        tabs = {name: open_tab(**options) for name in names[start : start + 4]}
        for name, tab in tabs.items():
            if prepare:
                prepare(tab)
            tab.page.goto(f"{tab.home}{pages[name]}", wait_until="commit")
        for name, tab in tabs.items():
            tab.settle()
            yield name, tab
            tab.page.context.close()


def transferred(site: Site, tab: Tab) -> int:
    """Return the bytes of all that a tab has loaded as a server sends them, with headers."""
    return sum(size(site, url.removeprefix(tab.home)) + 250 for url in {*tab.requests})


def size(site: Site, address: str) -> int:
    """Return the bytes of a file of the site as a server sends them."""
    file = address.partition("?")[0]
    content = (site.folder / (f"{file}index.html" if file.endswith("/") or not file else file)).read_bytes()
    return len(content if file.endswith(("pagefind", "pf_meta", "pf_index", "pf_fragment")) else gzip.compress(content))


def axe_findings(tab: Tab) -> list[object]:
    """Return what axe-core finds in a page, with all that can be opened."""
    if not AXE.is_file():
        pytest.skip("axe-core is not here: python tools/vendor.py axe-core brings it")
    tab.page.add_script_tag(path=str(AXE))
    tab.page.evaluate(crawl.OPEN_ALL)
    if MERMAID.is_file() and tab.page.locator("[data-dt-diagram]").count():
        tab.page.locator("div.mermaid").wait_for(state="attached")
    # Scripts of the page see in the next frame what has opened.
    tab.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
    return [*tab.page.evaluate(_FINDINGS)]


def _listen(tab: Tab) -> None:
    def requested(url: str) -> None:
        tab.requests.append(url)
        if not url.startswith((tab.home, "data:", "blob:")):
            tab.complaints.append(f"request: {url}")

    def asked(dialog: Dialog) -> None:
        tab.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    tab.page.on("request", lambda request: requested(request.url))
    tab.page.on("console", lambda said: tab.complaints.append(said.text) if said.type == "error" else None)
    tab.page.on("pageerror", lambda error: tab.complaints.append(str(error)))
    tab.page.on("dialog", asked)
