"""Feeds, JSON data and metadata of pages are valid and contain only what a page shows."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element, fromstring

import feedparser  # type: ignore[import-untyped]  # it ships no types
import pytest
from jsonschema import Draft202012Validator

from daytrail.views.files.feeds import feeds
from daytrail.views.publication import Publication
from tests.conftest import Journal, Shared
from tests.journal import entry, facts_of
from tests.website import SITE_URL, Html, Site, build, settings, text

ATOM = "{http://www.w3.org/2005/Atom}"
PLAN = """
title: Tides
series:
  - {id: tides, title: "Tides & <waves>"}
  - {id: exam, title: Exam, counts_down_to: 2026-03-01}
  - {id: none, title: None}
"""
FILES: Mapping[str, str | bytes] = {
    "curriculum.yaml": PLAN,
    "entries/2026-01-05.md": "---\nday: 1\ntags: [Moon, sun & sea]\n---\n\n"
    "First <b>bold</b> & more.\n\n<!-- more -->\n\nThe rest.\n",
    "entries/2026/2026-01-07.md": "---\ntitle: '<i>Ebb</i> & flow'\ntags: [moon]\n---\n\n"
    "[Before](../2026-01-05.md#x), [plan](../../curriculum.yaml), "
    "![a chart](chart.png), [out](https://example.org/?a=1&b=2), [here](#there)\n",
    "entries/2026/chart.png": b"png",
    "entries/2026-01-08.md": "---\nseries: exam\n---\n",
    "entries/2026-01-09.md": "---\nseries: exam\ntags: [empty]\n---\n",
    "entries/2026-01-10.md": "---\nseries: exam\nhours: 2\n---\n",
    "entries/2030-01-01.md": "To come.\n",
    "docs/index.md": "---\ntitle: Home & away\ndescription: What <this> is\n---\n\n# Home\n",
}


@pytest.fixture(scope="module")
def tides(shared: Shared) -> Site:
    return shared("tides", FILES, strict=False)


def read(site: Site, name: str) -> str:
    return (site.folder / name).read_text(encoding="utf-8")


def atoms(site: Site) -> list[str]:
    return sorted(name for name in site.files if name.endswith(("feed.xml", "weekly.xml")))


# Atom, by RFC 4287


def violations(source: str) -> Iterator[str]:  # noqa: C901 - one rule of the standard after another
    """Return the violations of RFC 4287 in a feed."""
    feed = fromstring(source)
    if feed.tag != f"{ATOM}feed":
        yield "4.1.1: the document is no feed"
    entries = feed.findall(f"{ATOM}entry")
    for element in (feed, *entries):
        for name in ("id", "title", "updated"):
            if len(element.findall(f"{ATOM}{name}")) != 1:
                yield f"4.1: one {name} in {element.tag}"
        for name in ("updated", "published"):
            for found in element.findall(f"{ATOM}{name}"):
                if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", found.text or ""):
                    yield f"3.3: {found.text} is no date"
        for found in element.findall(f"{ATOM}id"):
            if not re.fullmatch(r"tag:[\w.@-]+,\d{4}(-\d\d){0,2}:[\w!$%&'()*+,./:;=?@~-]*", found.text or ""):
                yield f"4.2.6 and RFC 4151: {found.text} is no tag URI"
        links = [(link.get("rel", "alternate"), link.get("href", "")) for link in element.findall(f"{ATOM}link")]
        if [rel for rel, _ in links].count("alternate") != 1:
            yield "4.1.1, 4.1.2: one alternate link"
        yield from (
            f"3.2: {href} is not absolute" for _, href in links if urlsplit(href).scheme not in ("http", "https")
        )
    if not any(link.get("rel") == "self" for link in feed.findall(f"{ATOM}link")):
        yield "4.1.1: a feed should name itself"
    if feed.find(f"{ATOM}author/{ATOM}name") is None and any(entry.find(f"{ATOM}author") is None for entry in entries):
        yield "4.1.1: an author of the feed, or one of each entry"
    ids = [_text(entry, "id") for entry in entries]
    if len(set(ids)) != len(ids):
        yield "4.1.1: an id stands for one entry"
    newest = max((_text(entry, "updated") for entry in entries), default="")
    if newest and _text(feed, "updated") < newest:
        yield "4.2.15: the feed is updated when an entry is"


def _text(element: Element, name: str) -> str:
    return element.findtext(f"{ATOM}{name}") or ""


def test_every_feed_of_the_demo_is_valid(site: Site) -> None:
    """Each feed has what RFC 4287 requires, and feedparser reads it without complaint."""
    names = atoms(site)
    assert len(names) > 20
    assert {name: found for name in names if (found := list(violations(read(site, name))))} == {}
    for name in names:
        parsed = feedparser.parse(read(site, name).encode())
        assert not parsed.bozo, (name, parsed.get("bozo_exception"))
        assert parsed.version == "atom10"


def test_a_feed_lists_its_published_entries(tides: Site) -> None:
    """The feeds of the log, a series and a tag have their entries that are not empty or in the future, newest first."""
    found = {
        name: [entry.link.removeprefix(SITE_URL) for entry in feedparser.parse(read(tides, name).encode()).entries]
        for name in atoms(tides)
    }
    [sun] = [name for name in found if name.startswith("tags/sun-sea-")]
    assert found == {
        "feed.xml": ["log/2026/01/10/", "log/2026/01/07/", "log/2026/01/05/"],
        "series/tides/feed.xml": ["log/2026/01/07/", "log/2026/01/05/"],
        "series/exam/feed.xml": ["log/2026/01/10/"],
        "tags/moon/feed.xml": ["log/2026/01/07/", "log/2026/01/05/"],
        sun: ["log/2026/01/05/"],
        "weekly.xml": ["log/2026/01/10/"],
    }
    assert {name for name in tides.files if name.endswith("feed.json")} == {"feed.json"}


def test_a_feed_entry_has_the_text_of_its_page(tides: Site) -> None:
    """Title, summary, tags and the whole text are in the feed, with absolute links."""
    ebb, first = feedparser.parse(read(tides, "series/tides/feed.xml").encode()).entries
    assert (ebb.title, first.title) == ("<i>Ebb</i> & flow", "Day 1 of Tides & <waves>")
    assert ebb.id == "tag:learner.example,2026:log/2026-01-07"
    assert (first.published, first.updated) == ("2026-01-05T00:00:00+00:00",) * 2
    assert [tag.term for tag in first.tags] == ["Moon", "sun & sea"]
    assert first.summary == "First bold & more."
    content = Html(first.content[0].value)
    assert [text(one) for one in content.find("p")] == ["First bold & more.", "The rest."]
    page = Html(ebb.content[0].value)
    assert [link.get("href") for link in page.find("a")] == [
        f"{SITE_URL}log/2026/01/05/#x",
        f"{SITE_URL}curriculum.yaml",
        "https://example.org/?a=1&b=2",
        f"{SITE_URL}log/2026/01/07/#there",
    ]
    assert [image.get("src") for image in page.find("img")] == [f"{SITE_URL}entries/2026/chart.png"]
    assert "entries/2026/chart.png" in tides.files


def test_a_feed_follows_the_settings_of_the_site(journal: Journal) -> None:
    """Its links lead where those of the page lead, to pages that are files too.

    With `feed_authority`, ids do not depend on the URL; dates are in the time zone.
    """
    files = {
        "entries/2026-01-05.md": "Before.\n",
        "entries/2026/2026-01-07.md": "[a](../2026-01-05.md) [b](../../map.md#top) [c](../../my%20guide/README.md) "
        "[d](../../index.md) [e](../../my%20guide/part.md)\n",
        "docs/index.md": "# Home\n",
        "docs/map.md": "# Top\n",
        "docs/my guide/README.md": "# Guide\n",
        "docs/my guide/part.md": "# Part\n",
        "mkdocs.yml": settings().replace(
            "timezone: UTC\n", "timezone: Asia/Tokyo\n      feed_authority: me@learner.example,2025-03\n"
        )
        + "use_directory_urls: false\n",
    }
    home = "https://two.example/elsewhere/"
    site = build(journal(files), SITE_URL=home).site
    address = "log/2026/01/07.html"
    [body] = site.page(address).find(".entry-body")
    on_page = [urljoin(f"{home}{address}", link.get("href", "")) for link in site.page(address).find("a", body)]
    [newest, _] = json.loads(read(site, "feed.json"))["items"]
    in_feed = [link.get("href", "") for link in Html(newest["content_html"]).find("a")]
    assert len(in_feed) == 5
    assert [url.replace("/index.html", "/") for url in in_feed] == [url.replace("/index.html", "/") for url in on_page]
    assert newest["id"] == "tag:me@learner.example,2025-03:log/2026-01-07"
    assert newest["date_published"] == "2026-01-07T00:00:00+09:00"


WEEKS = """
title: Tides
parts:
  - {id: sea, title: Sea, weeks: [{week: 1, title: W, concepts: [{id: ebb, text: Ebbs}, {id: flood, text: Floods}]}]}
"""


def test_the_weekly_feed_has_an_item_for_each_week_that_is_over() -> None:
    """It has the days, what was done for the plan and the links, and appears on the first day of the next week."""
    chart = {"url": "https://example.org/a", "note": "a <chart>"}
    log = (
        entry("2026-02-02", "It began.", title="Ebb", hours="1.5", started=["w01/ebb"], links=[chart]),
        entry("2026-02-08", "It ended.", title="Spring", hours="2", done=["w01/ebb"]),
        entry("2026-02-15", title="Neap", touched=["w01/flood"]),
    )
    publication = Publication("", SITE_URL, "learner.example,2026")

    def weeks(day: int) -> list[Any]:
        """Return the items of the feed on a day."""
        found = feeds(facts_of(WEEKS, *log, today=date(2026, 2, day)), publication)
        [weekly] = [feed.atom() for feed in found if feed.subject.file == "weekly.xml"]
        return list(feedparser.parse(weekly.encode()).entries)

    [week] = weeks(15)
    assert week.title == "Week of 2–8 February 2026"
    assert week.summary == "2 entries on 2 of 7 days. 3.5 h logged. Ebb · Spring"
    assert (week.published, week.id) == ("2026-02-09T00:00:00+00:00", "tag:learner.example,2026:week/2026-02-02")
    letter = Html(week.content[0].value)
    assert [(text(link), link.get("href", "").removeprefix(SITE_URL)) for link in letter.find("a")] == [
        ("Ebbs", "curriculum/week-01/#ebb"),
        ("2 February 2026: Ebb", "log/2026/02/02/"),
        ("8 February 2026: Spring", "log/2026/02/08/"),
        ("example.org/a", "https://example.org/a"),
    ]
    assert [text(heading) for heading in letter.find("h2")] == ["Done", "Days", "Read and mentioned"]
    assert "1.5 h logged. It began." in text(letter.root)
    assert [item.title for item in weeks(16)] == ["Week of 9–15 February 2026", week.title]


def test_the_json_feed_of_the_log_equals_its_atom_feed(site: Site, tides: Site) -> None:
    """It has the same entries, dates and texts, and the keys of https://www.jsonfeed.org/version/1.1/."""
    known = {"id", "url", "title", "summary", "content_html", "content_text", "date_published", "date_modified", "tags"}
    for one in (site, tides):
        twin = json.loads(read(one, "feed.json"))
        assert (twin["version"], twin["feed_url"]) == ("https://jsonfeed.org/version/1.1", f"{SITE_URL}feed.json")
        assert all(item.keys() <= known for item in twin["items"])
        atom = feedparser.parse(read(one, "feed.xml").encode(), sanitize_html=False, resolve_relative_uris=False)
        assert [(item["id"], item["url"], item["title"], item["date_modified"]) for item in twin["items"]] == [
            (entry.id, entry.link, entry.title, entry.updated) for entry in atom.entries
        ]


def test_a_site_without_site_url_has_no_feeds(journal: Journal) -> None:
    """Feeds need absolute links, so there are none, and no page links to one."""
    config = re.sub(r"^site_url:.*\n", "", settings(), flags=re.MULTILINE)
    site = build(journal({"mkdocs.yml": config, "entries/2026-01-05.md": "Text.\n"})).site
    assert atoms(site) == []
    assert "application/atom+xml" not in site.page("log/2026/01/05/").source
    assert 'property="og:title"' in site.page("log/2026/01/05/").source


# metadata


def metas(page: Html) -> dict[str, str]:
    found = [tag for tag in page.root.iter("meta") if tag.get("property")]
    return {tag.get("property", ""): tag.get("content", "") for tag in found if tag.get("property") != "article:tag"}


def test_pages_have_opengraph_metadata(tides: Site) -> None:
    """OpenGraph has the plain title, URL and description of entries and of pages of docs/."""
    entry = metas(tides.page("log/2026/01/07/"))
    assert entry["og:type"] == "article"
    assert entry["og:title"] == "<i>Ebb</i> & flow"
    assert entry["og:url"] == f"{SITE_URL}log/2026/01/07/"
    assert entry["article:published_time"] == "2026-01-07"
    home = metas(tides.page(""))
    assert (home["og:type"], home["og:title"]) == ("website", "ML Systems, day by day")
    assert home["og:description"] == "What <this> is"
    [canonical] = [tag for tag in tides.page("").root.iter("link") if tag.get("rel") == "canonical"]
    assert canonical.get("href") == home["og:url"] == SITE_URL


# data


@pytest.mark.parametrize("name", ["log", "curriculum", "reading"])
def test_data_conforms_to_its_schema(site: Site, tides: Site, name: str) -> None:
    """The data names a valid JSON schema and conforms to it."""
    for one in (site, tides):
        data = json.loads(read(one, f"data/{name}.json"))
        schema = json.loads(read(one, f"data/{data['$schema']}"))
        Draft202012Validator.check_schema(schema)
        assert [found.message for found in Draft202012Validator(schema).iter_errors(data)] == []
        broken = {**data, "today": 7}
        assert list(Draft202012Validator(schema).iter_errors(broken))
