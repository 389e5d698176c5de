"""A crawl of the repository's own site: what every page has, where it belongs, and that links lead to each."""

import json
import re
import shutil
import subprocess
from collections import Counter
from urllib.parse import urlsplit

import pytest

from tests import crawl
from tests.browser.conftest import KINDS
from tests.for_each import for_each
from tests.website import ROOT, SITE_URL, Html, Site, text

LOADS = {"script", "img", "source", "iframe", "embed", "object", "audio", "video", "track", "form"}


def test_links_lead_to_every_page(site: Site) -> None:
    """Whoever starts at the home page and follows links comes to every page, and no link leads nowhere."""
    assert crawl.unreached(site) == []
    assert site.broken() == []


def test_an_id_is_unique_on_its_page(site: Site) -> None:
    counts = {address: Counter(page.ids) for address, page in site.pages.items()}
    assert [(address, name) for address, ids in counts.items() for name, count in ids.items() if count > 1] == []


def test_pages_load_nothing_from_another_host(site: Site) -> None:
    """Scripts, styles, images, fonts and connection hints name no host."""
    foreign = [
        f"{address}: <{element.tag}> {url}"
        for address, page in site.pages.items()
        for element, url in page.references
        if (element.tag in LOADS or (element.tag == "link" and element.get("rel") not in ("canonical", "prev", "next")))
        and urlsplit(url).netloc
    ]
    assert foreign == []
    styles = {name: (site.folder / name).read_text(encoding="utf-8") for name in site.files if name.endswith(".css")}
    styles |= {
        address: "".join("".join(style.itertext()) for style in page.find("style"))
        for address, page in site.pages.items()
    }
    assert [name for name, css in styles.items() if re.search(r"(url\(|@import)\s*[\"']?\s*(https?:)?//", css)] == []


def test_no_two_pages_share_a_title_or_a_description(site: Site) -> None:
    """Each page has its own, which search engines and previews of links show."""
    assert crawl.shared(site, "title") == {}
    assert crawl.shared(site, "description") == {}
    unfit = re.compile(r"^Manual of Daytrail · |:$|, a page of |\\")
    found = {address: page.meta("description") or "" for address, page in site.pages.items()}
    assert {address: text for address, text in found.items() if unfit.search(text)} == {}
    assert site.page("404.html").meta("description") not in (None, site.page("").meta("description"))


def faults(address: str, page: Html) -> list[str]:
    """Return what is wrong with the head or the headings of a page."""
    found = crawl.heading_faults(page)
    if crawl.canonical(page) != f"{SITE_URL}{address}":
        found.append("another canonical URL")
    if not next(page.root.iter("html")).get("lang"):
        found.append("no language")
    return found


def test_every_page_has_a_skip_link_its_url_a_language_and_a_heading(site: Site) -> None:
    """Headings leave out no level; the first link leads to the text."""
    assert crawl.without_skip_link(site) == []
    assert [(address, found) for address, page in crawl.pages(site) if (found := faults(address, page))] == []


def test_generated_pages_say_where_they_are(site: Site) -> None:
    """Each has crumbs, of which the first leads to a page of the navigation."""
    tabs = {"log/", "curriculum/", "reading/", "stats/", "milestones/", "map/"}
    for address in {address for address, _ in crawl.pages(site)} - crawl.owned(ROOT):
        [crumbs] = site.page(address).find("nav.dt-crumbs")
        target = site.target(address, next(crumbs.iter("a")).attrib["href"])
        assert target, address
        assert target[0] in tabs, address


TABS = {
    "Log": "log/2026/02/15/ log/2026/ log/page-1/ series/ml-systems/ tags/ tags/moe/ tasks/ reviews/ reviews/2026-W07/",
    "Plan": "curriculum/foundations/ curriculum/week-07/ milestones/roofline-regime/",
    "Reading": "reading/siboehm-com-articles-22-cuda-mmm-3a71ff43/",
}


@for_each([(address, tab) for tab, addresses in TABS.items() for address in addresses.split()])
def test_a_generated_page_belongs_to_a_tab(case: tuple[str, str], site: Site) -> None:
    """The tab of the page above it is the only active one."""
    address, tab = case
    assert [text(item) for item in site.page(address).find("li.md-tabs__item--active")] == [tab]


@for_each(["", "log/", "log/2026/02/15/", "curriculum/week-07/", "stats/", "manual/", "404.html"])
def test_each_footer_says_how_to_follow_the_log(address: str, site: Site) -> None:
    """Feeds and calendar are one link away from each page, and so is the manual."""
    page = site.page(address)

    def links(css: str) -> list[tuple[str, tuple[str, str] | None]]:
        found = [link for top in page.find(css) for link in page.find("a", top)]
        return [(text(link), site.target(address, link.get("href", ""))) for link in found]

    feeds = {"new days": "feed.xml", "every week by feed": "weekly.xml", "calendar": "calendar.ics"}
    assert links("nav.dt-footer__follow") == [(words, (file, "")) for words, file in feeds.items()]
    assert [target for _, target in links("p.dt-footer__pages")] == [("manual/", "")]
    assert len(json.loads((site.folder / "feed.json").read_bytes())["items"]) == 30


def test_the_navigation_is_the_learners(site: Site) -> None:
    """The tabs are the five of a learner's site; the manual's pages link to their contents."""
    assert [text(tab) for tab in site.page("").find("a.md-tabs__link")] == ["Today", "Log", "Plan", "Reading", "Stats"]
    for address, page in site.pages.items():
        if address.startswith(("manual/", "security/")) and address != "manual/":
            links = [site.target(address, link.get("href", "")) for link in page.find("a", page.main)]
            assert ("manual/", "") in links


def test_no_macro_call_is_left_on_a_page(site: Site) -> None:
    """No page shows `{{`, `{%` or `{#`, except entries that contain it and the manual, which explains it."""
    found = {address for address, page in site.pages.items() if re.search(r"\{[{%#]", text(page.root))}
    days = {address for address in found if re.match(r"log/\d{4}/\d\d/", address)}
    assert {address for address in found - days if not address.startswith("manual/")} == set()
    assert [day for day in days if not re.search(r"\{[{%#]", text(site.page(day).find(".entry-body")[0]))] == []


CHECKER = ROOT / "build/vendor/vnu-jar/vnu.jar"
OF_THE_THEME = "Attribute “autocomplete” is only allowed when the input type is"
"""Material's hidden boxes, by which its menu and its search open, have the attribute."""


def test_the_checker_finds_no_error_of_ours(site: Site) -> None:
    java = shutil.which("java")
    if not (java and CHECKER.is_file()):
        pytest.skip("no Java or no checker here: python tools/vendor.py vnu-jar brings the latter")
    pages = [site.folder / address / "index.html" for address in KINDS.values()]
    done = subprocess.run(
        [java, "-jar", CHECKER, "--exit-zero-always", "--errors-only", "--format", "json", *pages],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    messages = json.loads(done.stderr)["messages"]
    assert any(OF_THE_THEME in message["message"] for message in messages), "it has read the pages"
    errors = [
        (message["url"].removeprefix(site.folder.as_uri()), message.get("lastLine"), message["message"])
        for message in messages
        if OF_THE_THEME not in message["message"]
    ]
    assert errors == []
