"""Links to edit what a page shows."""

from datetime import date
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from daytrail.views.new_entry import MAX_ROWS, MAX_URL, write_link
from tests.conftest import Journal
from tests.journal import entry, facts_of
from tests.website import build

PLAN = """title: Tides
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


def test_pages_of_the_plan_link_to_their_lines(journal: Journal) -> None:
    """The line is in the file of the part or of the plan, and follows it; without a repository there is no link."""
    project = journal({"curriculum.yaml": PLAN, "curriculum/one.yaml": PART})
    repository: dict[str, Any] = {"REPO_URL": "https://git.example/ada/log", "EDIT_URI": "edit/main/docs/"}

    def links() -> list[str | None]:
        site = build(project, **repository).site
        pages = [site.page(f"{name}/") for name in ("curriculum/week-02", "curriculum/one", "milestones/end")]
        return [link.get("href") for page in pages for link in page.find("a") if link.get("rel") == "edit"]

    repo = "https://git.example/ada/log/edit/main"
    part, plan = f"{repo}/curriculum/one.yaml#L", f"{repo}/curriculum.yaml#L"
    assert links() == [f"{part}6", f"{part}1", f"{plan}5"]
    (project / "curriculum/one.yaml").write_text(f"# The plan.\n{PART}", encoding="utf-8")
    assert links() == [f"{part}7", f"{part}2", f"{plan}5"]
    repository["EDIT_URI"] = "-/edit/main/docs/"  # GitLab's
    assert links()[0] == "https://git.example/ada/log/-/edit/main/curriculum/one.yaml#L7"
    repository.clear()
    assert links() == []


HOME = {"docs/index.md": "---\nrender_macros: true\n---\n\n# Home\n\n{{ now() }}\n"}


def test_home_links_to_the_repository(journal: Journal) -> None:
    """The link is among those of the author, once; without a repository there is none."""
    project = journal({"curriculum.yaml": PLAN, "curriculum/one.yaml": PART, **HOME})

    def links(url: str = "") -> list[str | None]:
        page = build(project, REPO_URL=url).site.page("")
        return [link.text for link in page.find("a") if link.get("href") == "https://github.com/ada/log"]

    assert "Source" in links("https://github.com/ada/log/")
    assert "Source" not in links()
    plan = PLAN + "author: {name: Ada, links: [{url: https://github.com/ada/log, title: My log}]}\n"
    (project / "curriculum.yaml").write_text(plan, encoding="utf-8")
    assert {"My log", "Source"} & {*links("https://github.com/ada/log")} == {"My log"}


TASKS = {"entries/2026-02-15.md": "---\nday: 3\n---\n\n- [ ] mend the gauge & it\n"}


def test_home_and_the_page_for_wrong_addresses_link_to_the_next_entry_on_github(journal: Journal) -> None:
    """The link has the name, the front matter and the open tasks of the first day without an entry."""
    project = journal({"curriculum.yaml": PLAN, "curriculum/one.yaml": PART, **HOME, **TASKS})
    repository: dict[str, Any] = {"REPO_URL": "https://github.com/ada/log/", "EDIT_URI": "edit/my/branch/docs/"}

    def links() -> list[tuple[str, str, str, str]]:
        site = build(project, **repository).site
        pages = [site.page(""), site.page("404.html")]
        found = [link for page in pages for link in page.find("a") if link.get("data-dt-write")]
        urls = [urlsplit(str(link.get("href"))) for link in found]
        queries = [parse_qs(url.query) for url in urls]
        return [
            (url.path, str(link.get("data-dt-write")), query["filename"][0], query["value"][0])
            for link, url, query in zip(found, urls, queries, strict=True)
        ]

    path, day, name, text = links()[0]
    assert links()[1] == links()[0]
    assert (path, day, name) == ("/ada/log/new/my/branch/entries", "2026-02-16", "2026/2026-02-16.md")
    assert text.startswith("---\ndate: 2026-02-16\nday: 4\n# title:\n---\n")
    assert "\n   1  mend the gauge & it\n" in text
    (project / "entries/2026-02-16.md").write_text("---\nday: 4\n---\n\nText.\n", encoding="utf-8")
    assert [(day, text.partition("\n#")[0]) for _, day, _, text in links()] == [
        ("2026-02-17", "---\ndate: 2026-02-17\nday: 5")
    ] * 2
    for other in (
        {"REPO_URL": "https://git.example/ada/log"},
        {"EDIT_URI": "?query=docs/"},
        {"EDIT_URI": "edit/main/../../docs/"},
    ):
        repository |= other
        assert links() == []
        repository["REPO_URL"] = "https://github.com/ada/log"


@pytest.mark.parametrize(("tasks", "letter", "listed"), [(3, "a", 3), (40, "a", MAX_ROWS), (40, "潮", 5)])
def test_the_link_to_write_an_entry_lists_as_much_as_fits(tasks: int, letter: str, listed: int) -> None:
    """A long list is cut, and says how many more there are."""
    body = "".join(f"- [ ] task {number} {letter * 60}\n" for number in range(tasks))
    link = write_link(
        facts_of("title: Tides", entry("2026-01-01", body)), "https://github.com/ada/log/new/main/entries"
    )
    assert link
    assert (link.day, len(link.href) <= MAX_URL) == (date(2026, 1, 5), True)
    text = parse_qs(urlsplit(link.href).query)["value"][0]
    assert (text.count("task "), f"and {tasks - listed} more" in text) == (listed, tasks > listed)
