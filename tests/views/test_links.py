"""Where things live, and how one page reaches another, or the page of GitHub for a new file."""

from datetime import date
from urllib.parse import parse_qs, unquote, urljoin, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from daytrail.views import links
from daytrail.views.links import Links
from daytrail.views.new_entry import MAX_ROWS, MAX_URL, write_link
from tests.journal import entry, facts_of, journal

PLAN = """
title: Plan
series: [{id: ml, title: ML}]
parts:
  - id: one
    title: One
    weeks: [{week: 1, title: First, concepts: [{id: ridge-point, text: a}]}, {week: 100, title: Last}]
"""
LOG = journal(PLAN, entry("2026-02-15"), entry("2026-02-15-evening tea"), entry("notes", date="2026-03-01"))


def served(address: str, flat: bool) -> str:
    """The path of a page, decoded, on a site that stands below a project's path."""
    if not flat:
        return f"/repo/{address}"
    return f"/repo/{address.rstrip('/') or 'index'}.html"


def reached(here: str, href: str, flat: bool) -> str:
    """Where a browser ends up that follows a link."""
    parts = urlsplit(href)
    assert not parts.scheme
    assert not parts.netloc
    # Escaped first, so that `?` and `#` in a page's own address are no query and no fragment of the base.
    base = "https://host" + served(here, flat).replace("%", "%25").replace("?", "%3F").replace("#", "%23")
    return unquote(urlsplit(urljoin(base, href)).path)


_PARTS = st.text(st.characters(exclude_characters="/", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=6).filter(
    lambda part: part.strip(".") and part.strip() == part
)
_ADDRESSES = st.lists(_PARTS, max_size=4).map(lambda parts: "".join(f"{part}/" for part in parts))


@given(_ADDRESSES, _ADDRESSES, st.booleans())
@example("a/b/", "a/", False)
@example("a/", "a/b/", True)
@example("", "a b/%2F/", False)
def test_every_address_is_reached(here: str, there: str, flat: bool) -> None:
    """A link leads where it should whatever the addresses hold: spaces, percent signs, colons, any script."""
    href = Links(here, flat).href(there)
    assert reached(here, href, flat) == served(there, flat)
    assert href.isascii()
    assert not set(href) & set(" \"'<>&?#:\\")


@pytest.mark.parametrize(
    ("here", "there", "href", "flat_href"),
    [
        ("", "", "./", "index.html"),
        ("", "log/2026/", "log/2026/", "log/2026.html"),
        ("log/2026/", "log/2026/", "./", "2026.html"),
        ("log/2026/", "", "../../", "../index.html"),
        ("log/2026/02/15/", "log/2026/02/15-evening/", "../15-evening/", "15-evening.html"),
        ("tags/c++/", "tags/two words/", "../two%20words/", "two%20words.html"),
        ("", "tags/日/", "tags/%E6%97%A5/", "tags/%E6%97%A5.html"),
    ],
)
def test_links_are_short_and_relative(here: str, there: str, href: str, flat_href: str) -> None:
    assert (Links(here).href(there), Links(here, flat=True).href(there)) == (href, flat_href)


@pytest.mark.parametrize(
    ("anchor", "href"),
    [("", "../"), ("part", "../#part"), ("größe", "../#gr%C3%B6%C3%9Fe"), ('a"#b', "../#a%22%23b")],
)
def test_an_anchor_is_quoted(anchor: str, href: str) -> None:
    """An anchor follows the URL path, percent-encoded. An empty one leaves no `#`."""
    assert Links("curriculum/week-01/").href("curriculum/", anchor) == href


def test_where_things_live() -> None:
    """These addresses are promises: they are in feeds, in bookmarks and in other people's pages."""
    at = Links("")
    days = [at.to(day) for day in LOG.entries]
    assert days == ["log/2026/02/15/", "log/2026/02/15-evening-tea/", "log/2026/03/01-notes/"]
    weeks = list(LOG.curriculum.weeks)
    assert [at.to(week) for week in weeks] == ["curriculum/week-01/", "curriculum/week-100/"]
    assert at.to(weeks[0].items[0]) == "curriculum/week-01/#ridge-point"
    assert (at.tag("Two Words"), at.to(LOG.curriculum.series[0])) == ("tags/two-words/", "series/ml/")
    assert (links.year_address(2026), links.year_address(800)) == ("log/2026/", "log/0800/")


@pytest.mark.parametrize(("tasks", "letter", "listed"), [(3, "a", 3), (40, "a", MAX_ROWS), (40, "潮", 5)])
def test_the_link_to_write_an_entry_lists_as_much_as_fits(tasks: int, letter: str, listed: int) -> None:
    """A long list is cut, and says how many more there are."""
    body = "".join(f"- [ ] task {number} {letter * 60}\n" for number in range(tasks))
    link = write_link(
        facts_of("title: Tides\npublic_tasks: true", entry("2026-01-01", body)),
        "https://github.com/ada/log/new/main/entries",
    )
    assert link
    assert (link.day, len(link.href) <= MAX_URL) == (date(2026, 1, 5), True)
    text = parse_qs(urlsplit(link.href).query)["value"][0]
    assert (text.count("task "), f"and {tasks - listed} more" in text) == (listed, tasks > listed)


def test_the_link_to_write_an_entry_shows_no_task_that_is_not_public() -> None:
    link = write_link(facts_of("title: Tides", entry("2026-01-01", "- [ ] ask")), "https://github.com/ada/log/new")
    assert link
    assert "ask" not in link.href
