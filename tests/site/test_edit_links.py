"""Links to edit what a page shows."""

from typing import Any

from tests.conftest import Journal
from tests.website import build

PLAN = """title: Tides
parts:
  - file: curriculum/one.yaml
"""
PART = """id: one
title: One
weeks:
  - {week: 1, title: Ebb}

  - week: 2
    title: Flood
"""


def test_a_week_links_to_its_line_in_the_plan(journal: Journal) -> None:
    """The line is that of the file of its part, and follows it; without a repository there is no link."""
    project = journal({"curriculum.yaml": PLAN, "curriculum/one.yaml": PART})
    repository: dict[str, Any] = {"REPO_URL": "https://git.example/ada/log", "EDIT_URI": "edit/main/docs/"}

    def link() -> list[str | None]:
        page = build(project, **repository).site.page("curriculum/week-02/")
        return [one.get("href") for one in page.find("a") if one.get("rel") == "edit"]

    line = "https://git.example/ada/log/edit/main/curriculum/one.yaml#L"
    assert link() == [f"{line}6"]
    (project / "curriculum/one.yaml").write_text(f"# The plan.\n{PART}", encoding="utf-8")
    assert link() == [f"{line}7"]
    repository.clear()
    assert link() == []
