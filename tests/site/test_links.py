"""Links of a built site, to other pages, to sources and to edit what a page shows; the sitemap, and dates of git."""

import gzip
import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from mkdocs.config.defaults import MkDocsConfig

from daytrail.site.mkdocs_files import new_file_url
from tests.conftest import Journal
from tests.rebuild import JOURNAL, git
from tests.website import DOCS, SITE_URL, TODAY, Site, build, settings, text


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


TWO_FILES = """title: Tides
public_tasks: true
parts:
  - file: curriculum/one.yaml
milestones:
  - {id: end, text: What is left?, part: one}
"""
PART = """id: one
title: One
weeks:
  - {week: 1, title: Ebb}

  - week: 2
    title: Flood
"""


HOME = "---\nrender_macros: true\n---\n\n# Home\n\n{{ now() }}\n"
EDITED: dict[str, str | bytes] = {
    "curriculum.yaml": TWO_FILES,
    "curriculum/one.yaml": PART,
    "docs/index.md": HOME,
    "notes/days/2026-02-15.md": "---\nday: 3\n---\n\n- [ ] mend the gauge & it\n",
    "mkdocs.yml": settings().replace("      timezone: UTC\n", "      timezone: UTC\n      entries: notes/days\n"),
}
OF_EACH_KIND = ("curriculum/week-02/", "curriculum/one/", "milestones/end/", "log/2026/02/15/", "log/", "log/2026/")


def edits(site: Site) -> list[str]:
    """Return the links to edit what a page of each kind shows."""
    links = [link.get("href", "") for address in OF_EACH_KIND for link in site.page(address).find("a")]
    return [link for link in links if "/edit/" in link]


def sources(site: Site, url: str) -> list[str | None]:
    """Return the texts of the links from the home page to the repository."""
    return [link.text for link in site.page("").find("a") if link.get("href") == url]


def writing(site: Site) -> list[tuple[str, str, str, str]]:
    """Return path, day, file and text of the links on the home page to write the next entry."""
    found = [link for link in site.page("").find("a") if link.get("data-dt-write")]
    urls = [urlsplit(str(link.get("href"))) for link in found]
    queries = [parse_qs(url.query) for url in urls]
    return [
        (url.path, str(link.get("data-dt-write")), query["filename"][0], query["value"][0])
        for link, url, query in zip(found, urls, queries, strict=True)
    ]


def test_pages_link_to_what_they_show_in_the_repository(journal: Journal) -> None:
    """To lines of the plan and its parts, to the files of an entry and of a page of `docs/`, and to the source.

    A new entry has the open tasks of the last. Lists have no file.
    """
    project, url = journal(EDITED), "https://github.com/ada/log"
    files = [f"{url}/edit/my/branch/{name}" for name in ("notes/days/2026-02-15.md", "docs/log.md")]
    site = build(project, REPO_URL=f"{url}/", EDIT_URI="edit/my/branch/docs/").site
    part, plan = f"{url}/edit/my/branch/curriculum/one.yaml#L", f"{url}/edit/my/branch/curriculum.yaml#L"
    assert edits(site) == [f"{part}6", f"{part}1", f"{plan}6", *files]
    assert "Source" in sources(site, url)
    [(path, day, name, text)] = writing(site)
    assert (path, day, name) == ("/ada/log/new/my/branch/notes/days", "2026-02-16", "2026/2026-02-16.md")
    assert text.startswith("---\ndate: 2026-02-16\nday: 4\n# title:\n---\n")
    assert "\n   1  mend the gauge & it\n" in text
    (project / "notes/days/2026-02-16.md").write_text("---\nday: 4\n---\n\nText.\n", encoding="utf-8")
    (project / "curriculum/one.yaml").write_text(f"# The plan.\n{PART}", encoding="utf-8")
    author = f"author: {{name: Ada, links: [{{url: {url}, title: My log}}]}}\n"
    (project / "curriculum.yaml").write_text(TWO_FILES + author, encoding="utf-8")
    site = build(project, REPO_URL=url, EDIT_URI="edit/my/branch/docs/").site
    assert edits(site) == [f"{part}7", f"{part}2", f"{plan}6", *files]
    assert {"My log", "Source"} & {*sources(site, url)} == {"My log"}
    assert [(day, text.partition("\n#")[0]) for _, day, _, text in writing(site)] == [
        ("2026-02-17", "---\ndate: 2026-02-17\nday: 5")
    ]


def test_other_hosts_have_no_page_for_a_new_file(journal: Journal) -> None:
    project, url = journal(EDITED), "https://git.example/ada/log"
    site = build(project, REPO_URL=url, EDIT_URI="-/edit/main/docs/").site  # as of GitLab
    assert edits(site)[0] == f"{url}/-/edit/main/curriculum/one.yaml#L6"
    assert writing(site) == []
    site = build(project).site
    assert (edits(site), writing(site), "Source" in sources(site, url)) == ([], [], False)


@pytest.mark.parametrize("edit_uri", ["?query=docs/", "edit/main/../../docs/", ""])
def test_without_a_branch_there_is_no_page_for_a_new_file(edit_uri: str) -> None:
    config = MkDocsConfig()
    config.load_dict({"repo_url": "https://github.com/ada/log", "edit_uri": edit_uri})
    assert new_file_url(config, "../entries") == ""


FIRST, SECOND = "entries/2026/2026-01-12.md", "entries/2026/2026-01-13.md"
ADDRESSES = "log/2026/01/12/", "log/2026/01/13/"
PAGES = {"docs/log.md": "# Log\n\nAll days:\n\n{{ timeline() }}\n", "docs/about.md": "# About\n\nAda.\n"}


def test_a_day_that_was_changed_later_says_when(journal: Journal) -> None:
    """Only a second commit is an edit, however late the first one was; sitemap and feed have the last one.

    A page that shows the journal has no date of its file, which would mislead; a page of text has its date.
    """
    project = journal({FIRST: "One.\n", SECOND: "Two.\n", "curriculum.yaml": "title: Plan\n", **PAGES})
    git(project, "init", "--quiet")
    git(project, "add", FIRST, SECOND, *PAGES)
    git(project, "commit", "--quiet", "-m", "both", day="2026-01-14")
    (project / FIRST).write_text("One more.\n", encoding="utf-8")
    git(project, "commit", "--quiet", "-am", "more", day="2026-02-03")
    built = build(project)
    assert (built.status, "Traceback" in built.output) == (0, False), built.output

    def shown(css: str, *addresses: str) -> list[list[str]]:
        pages = [built.site.page(address) for address in addresses]
        return [[text(found) for found in page.find(css)] for page in pages]

    assert shown(".dt-day__edited", *ADDRESSES) == [["Edited on 3 February 2026"], []]
    assert shown(".git-revision-date-localized-plugin-date", *ADDRESSES) == [[], []]
    assert shown(".md-source-file", "log/", "about/") == [[], ["14 January 2026"]]
    sitemap = (built.site.folder / "sitemap.xml").read_text(encoding="utf-8")
    dates = dict(re.findall(rf"<loc>{SITE_URL}(.*?)</loc>\s*<lastmod>(.*?)</lastmod>", sitemap))
    assert [dates[address] for address in ADDRESSES] == ["2026-02-03", "2026-01-14"]
    items = json.loads((built.site.folder / "feed.json").read_bytes())["items"]
    assert [item["date_modified"][:10] for item in reversed(items)] == ["2026-02-03", "2026-01-14"]
