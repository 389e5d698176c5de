"""Links to edit what a page shows."""

from typing import Any

from tests.conftest import Journal
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
    repository.clear()
    assert links() == []
