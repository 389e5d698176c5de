"""Links to edit what a page shows."""

from urllib.parse import parse_qs, urlsplit

import pytest
from mkdocs.config.defaults import MkDocsConfig

from daytrail.site.mkdocs_files import new_file_url
from tests.conftest import Journal
from tests.website import Site, build, settings

PLAN = """title: Tides
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
FILES: dict[str, str | bytes] = {
    "curriculum.yaml": PLAN,
    "curriculum/one.yaml": PART,
    "docs/index.md": HOME,
    "notes/days/2026-02-15.md": "---\nday: 3\n---\n\n- [ ] mend the gauge & it\n",
    "mkdocs.yml": settings().replace("      timezone: UTC\n", "      timezone: UTC\n      entries: notes/days\n"),
}
ADDRESSES = ("curriculum/week-02/", "curriculum/one/", "milestones/end/", "log/2026/02/15/", "log/", "log/2026/")


def edits(site: Site) -> list[str]:
    """Return the links to edit what a page of each kind shows."""
    links = [link.get("href", "") for address in ADDRESSES for link in site.page(address).find("a")]
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
    project, url = journal(FILES), "https://github.com/ada/log"
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
    (project / "curriculum.yaml").write_text(PLAN + author, encoding="utf-8")
    site = build(project, REPO_URL=url, EDIT_URI="edit/my/branch/docs/").site
    assert edits(site) == [f"{part}7", f"{part}2", f"{plan}6", *files]
    assert {"My log", "Source"} & {*sources(site, url)} == {"My log"}
    assert [(day, text.partition("\n#")[0]) for _, day, _, text in writing(site)] == [
        ("2026-02-17", "---\ndate: 2026-02-17\nday: 5")
    ]


def test_other_hosts_have_no_page_for_a_new_file(journal: Journal) -> None:
    project, url = journal(FILES), "https://git.example/ada/log"
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
