"""A crawl of the demo: what every page has, and that links lead to each."""

import re

import pytest

from tests import crawl
from tests.website import ROOT, SITE_URL, Site

KINDS = {
    "day": r"log/\d{4}/\d\d/.+/",
    "year": r"log/\d{4}/",
    "week": r"curriculum/week-\d+/",
    "part": r"curriculum/(?!week-)[^/]+/",
    "milestone": r"milestones/[^/]+/",
    "series": r"series/[^/]+/",
    "tag": r"tags/[^/]+/",
    "resource": r"reading/[^/]+/",
}
"""Generated pages by their URL paths."""
WITH_CARD = ("day", "week", "milestone", "series")


def kind(address: str) -> str:
    """Return the kind of a generated page; empty for others."""
    return next((name for name, pattern in KINDS.items() if re.fullmatch(pattern, address)), "")


@pytest.fixture(scope="module")
def generated(site: Site) -> list[str]:
    """Return the pages that no file in `docs/` stands behind."""
    found = {address for address, _ in crawl.pages(site)} - crawl.owned(ROOT)
    assert set(KINDS) == {kind(address) for address in found} - {""}
    return sorted(found)


def test_links_lead_to_every_page(site: Site) -> None:
    """Whoever starts at the home page and follows links comes to every page."""
    assert crawl.unreached(site) == []


def test_no_two_pages_share_a_title(site: Site) -> None:
    """Each page has its own, which search engines show."""
    assert crawl.shared(site, "title") == {}


def test_no_two_pages_share_a_description(site: Site) -> None:
    """Each page has its own, which previews of links show."""
    assert crawl.shared(site, "description") == {}
    unfit = re.compile(r"^Manual of Daytrail · |:$|, a page of |\\")
    found = {address: page.meta("description") or "" for address, page in site.pages.items()}
    assert {address: text for address, text in found.items() if unfit.search(text)} == {}
    assert site.page("404.html").meta("description") not in (None, site.page("").meta("description"))


def test_every_page_begins_with_a_skip_link(site: Site) -> None:
    """The first link leads to the text, by an anchor that is there."""
    assert crawl.without_skip_link(site) == []


def test_generated_pages_say_where_they_are(site: Site, generated: list[str]) -> None:
    """Each has crumbs, of which the first leads to a page of the navigation."""
    crumbs = {address: site.page(address).find("nav.dt-crumbs") for address in generated}
    assert [address for address, found in crumbs.items() if len(found) != 1] == []
    tabs = {"log/", "curriculum/", "reading/", "stats/", "milestones/", "map/"}
    first = {
        address: site.target(address, next(found[0].iter("a")).attrib["href"]) for address, found in crumbs.items()
    }
    assert [address for address, target in first.items() if target is None or target[0] not in tabs] == []


def test_every_page_names_its_url_and_its_language(site: Site) -> None:
    """The canonical URL is the page's own, and the document has a language."""
    wrong = [
        address
        for address, page in crawl.pages(site)
        if crawl.canonical(page) != f"{SITE_URL}{address}" or not next(page.root.iter("html")).get("lang")
    ]
    assert wrong == []


def test_headings_begin_with_one_first_and_leave_no_level_out(site: Site) -> None:
    """A screen reader lists a page by its headings."""
    faults = {address: crawl.heading_faults(page) for address, page in crawl.pages(site)}
    assert {address: found for address, found in faults.items() if found} == {}
