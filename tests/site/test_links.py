"""Links of a built site, to other pages and to sources; the sitemap."""

import gzip
import re

from tests.conftest import Journal
from tests.rebuild import JOURNAL
from tests.website import DOCS, SITE_URL, TODAY, Site, build, settings


def test_the_sitemap_lists_every_page(site: Site) -> None:
    """By its public URL."""
    raw = (site.folder / "sitemap.xml").read_bytes()
    assert gzip.decompress((site.folder / "sitemap.xml.gz").read_bytes()) == raw
    listed = re.findall("<loc>(.*?)</loc>", raw.decode())
    assert sorted(listed) == sorted(f"{SITE_URL}{address}" for address in site.pages if address != "404.html")


def test_the_sitemap_dates_a_page_by_its_own_content(journal: Journal) -> None:
    """Without a repository, a page has the date of the newest entry on it; a page about today has today's."""
    plan = "{id: moon, title: The moon, url: 'https://example.org/moon'}"
    weeks = f"[{{week: 1, title: Ebb, reading: [{plan}]}}, {{week: 2, title: Flood}}]"
    files = {
        "curriculum.yaml": f"title: Tides\nseries: [{{id: a, title: A}}]\n"
        f"parts: [{{id: one, title: One, weeks: {weeks}}}]",
        "entries/2025-12-31.md": "---\ntags: [old]\n---\n\nhttps://example.org/moon\n",
        "entries/2026-01-12.md": "---\ntags: [new]\n---\n\nhttps://example.org/moon\n",
        "entries/2026-02-01.md": "Text.\n",
    }
    sitemap = (build(journal(files)).site.folder / "sitemap.xml").read_text(encoding="utf-8")
    found = dict(re.findall(rf"<loc>{SITE_URL}(.*?)</loc>\s*<lastmod>(.*?)</lastmod>", sitemap))
    [resource] = [address for address in found if address.startswith("reading/example-org-moon-")]
    expected = {
        "log/2025/12/31/": "2025-12-31",
        "log/2026/01/12/": "2026-01-12",
        "log/2025/": "2025-12-31",
        "log/2026/": "2026-02-01",
        "tags/old/": "2025-12-31",
        "tags/": "2026-02-01",
        "series/a/": "2026-02-01",
        "curriculum/one/": "2026-01-12",
        "curriculum/week-01/": "2026-01-12",
        "curriculum/week-02/": TODAY,
        resource: "2026-01-12",
        "": TODAY,
    }
    assert {address: found[address] for address in expected} == expected


def test_pages_may_be_files_instead_of_folders(journal: Journal) -> None:
    """With `use_directory_urls: false`, pages are files, and all links between them resolve."""
    files = {**JOURNAL, "entries/2026-01-08.md": "Above, with [another](2026-01-07.md) and ![one](chart.svg).\n"}
    built = build(journal({"mkdocs.yml": settings() + "use_directory_urls: false\n", **files}))
    assert built.status == 0, built.output
    assert built.site.broken() == []
    assert {"log/2026/01/06.html", "log/2026.html", "tags/moon.html", "curriculum/week-01.html"} <= built.site.files
    assert "07.html" in [url for _, url in built.site.page("log/2026/01/08.html").references]
    assert set(built.site.pages) >= {name.replace("docs/", "").replace(".md", ".html") for name in DOCS} - {
        "index.html"
    }
