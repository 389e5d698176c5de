"""Navigation of a built site: tabs, crumbs, skip links, the footer and the page for a wrong address."""

from tests.for_each import for_each
from tests.website import Site, text


@for_each(
    [
        ("log/2026/02/15/", "Log"),
        ("log/2026/", "Log"),
        ("log/page-1/", "Log"),
        ("series/ml-systems/", "Log"),
        ("tags/", "Log"),
        ("tags/moe/", "Log"),
        ("tasks/", "Log"),
        ("reviews/", "Log"),
        ("reviews/2026-W07/", "Log"),
        ("curriculum/foundations/", "Plan"),
        ("curriculum/week-07/", "Plan"),
        ("milestones/roofline-regime/", "Plan"),
        ("reading/siboehm-com-articles-22-cuda-mmm-3a71ff43/", "Reading"),
    ]
)
def test_a_generated_page_belongs_to_a_tab(case: tuple[str, str], site: Site) -> None:
    """The tab of the page above it is the only active one."""
    address, tab = case
    assert [text(item) for item in site.page(address).find("li.md-tabs__item--active")] == [tab]


def follow(site: Site, address: str) -> dict[str, list[tuple[str, str | None]]]:
    """Return what the footer offers to follow, each with its formats and their files."""
    [nav] = site.page(address).find("nav.dt-footer__follow")
    found = {}
    for group in site.page(address).find("p", nav):
        links = [
            (text(link), site.target(address, link.get("href", ""))) for link in site.page(address).find("a", group)
        ]
        found[text(site.page(address).find("strong", group)[0])] = [(words, to and to[0]) for words, to in links]
    return found


LOG_FEEDS = [
    ("RSS", "feed.xml"),
    ("Weekly digest", "weekly.xml"),
    ("Calendar", "calendar.ics"),
]


@for_each(["", "log/", "log/2026/02/15/", "curriculum/week-07/", "stats/", "manual/", "404.html"])
def test_each_footer_says_how_to_follow_the_log(address: str, site: Site) -> None:
    """Feeds and calendar are one link away from each page, and so is the manual."""
    assert follow(site, address) == {"Follow the log": LOG_FEEDS}
    [pages] = site.page(address).find("p.dt-footer__pages")
    assert [site.target(address, link.get("href", "")) for link in site.page(address).find("a", pages)] == [
        ("manual/", ""),
    ]


def test_the_navigation_is_the_learners(site: Site) -> None:
    """The tabs are the five of a learner's site; the manual's pages link to their contents."""
    assert [text(tab) for tab in site.page("").find("a.md-tabs__link")] == ["Today", "Log", "Plan", "Reading", "Stats"]
    for address in site.pages:
        if address.startswith(("manual/", "security/")) and address != "manual/":
            links = [
                site.target(address, link.get("href", ""))
                for link in site.page(address).find("a", site.page(address).main)
            ]
            assert ("manual/", "") in links
