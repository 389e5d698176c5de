"""Every link of the site resolves, and no page loads anything from another host."""

import gzip
import re
from collections import Counter
from urllib.parse import urlsplit

from tests.conftest import Journal
from tests.plan import PLAN_FILES
from tests.website import DOCS, ROOT, SITE_URL, TODAY, Site, build, settings

LOADS = {"script", "img", "source", "iframe", "embed", "object", "audio", "video", "track", "form"}


def test_every_link_resolves(site: Site) -> None:
    """Every URL on every page is a file of the site, and every fragment an id in it."""
    assert site.broken() == []


def test_an_id_is_unique_on_its_page(site: Site) -> None:
    """No page has two elements with the same id."""
    doubled = {
        f"{address}: {name}"
        for address, page in site.pages.items()
        for name, count in Counter(page.ids).items()
        if count > 1
    }
    assert doubled == set()


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
    assert {
        name for name, css in styles.items() if re.search(r"""(url\(|@import)\s*["']?\s*(https?:)?//""", css)
    } == set()


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
    folder = journal(
        {
            "mkdocs.yml": settings() + "use_directory_urls: false\n",
            **PLAN_FILES,
            **{
                path.relative_to(ROOT).as_posix(): path.read_bytes()
                for path in sorted((ROOT / "entries").rglob("2025-1[01]-*.md"))
            },
            "entries/2025-10-01.md": "Above, with [another](2025/2025-10-06.md) and ![one](dot.png).\n",
            "entries/dot.png": b"png",
        }
    )
    built = build(folder)
    assert built.status == 0, built.output
    assert built.site.broken() == []
    assert {"log/2025/10/06.html", "log/2025.html", "tags/cuda.html", "curriculum/week-01.html"} <= built.site.files
    assert built.site.target("log/2025/10/01.html", "06.html") == ("log/2025/10/06.html", "")
    first = built.site.page("log/2025/10/01.html")
    assert "06.html" in [url for _, url in first.references]
    assert set(built.site.pages) >= {name.replace("docs/", "").replace(".md", ".html") for name in DOCS} - {
        "index.html"
    }


def test_the_edit_link_names_the_entrys_file(journal: Journal) -> None:
    """An entry's page links to its own file for editing; a generated page has no such link."""
    config = settings() + "repo_url: https://github.com/learner/log\nedit_uri: edit/main/docs/\n"
    config = re.sub(r"^( +)- daytrail:\n", r"\g<0>\1    entries: notes/days\n", config, flags=re.MULTILINE)
    path = "notes/days/2026/2026-01-12.md"
    built = build(journal({"mkdocs.yml": config, path: "---\ntags: [tide]\n---\n\nText.\n"}))
    assert built.status == 0, built.output
    assert _edits(built.site, "log/2026/01/12/") == [f"https://github.com/learner/log/edit/main/{path}"]
    assert _edits(built.site, "log/") == ["https://github.com/learner/log/edit/main/docs/log.md"]
    assert _edits(built.site, "log/2026/") == _edits(built.site, "tags/tide/") == []


def _edits(site: Site, address: str) -> list[str]:
    return [url for element, url in site.page(address).references if element.tag == "a" and "/edit/" in url]
