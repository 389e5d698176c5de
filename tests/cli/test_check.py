"""`daytrail check`: the problems that it prints, and its exit status."""

import json
from pathlib import Path

import pytest

from tests.command import ENTRY, project, run, write

BROKEN = {
    "mkdocs.yml": "plugins:\n  - daytrail: {timezone: Mars}\nsite_name: x\n",
    "docs/index.md": "",
    "entries/2026/2026-01-13.md": "---\ntagz: [a]\nseries: tidez\n---\n",
    "entries/2026/2026-01-14.md": "---\ndate: 2026-13-40\n---\n",
}
WARNED = {"entries/2026/2026-01-13.md": ENTRY.replace("01-12", "01-13")}


def test_all_problems_of_all_files_are_listed_by_location(tmp_path: Path) -> None:
    result = run(write(project(tmp_path), BROKEN), "check")
    assert [line for line in result.out.splitlines() if not line.startswith("  hint: ")] == [
        "entries/2026/2026-01-13.md:2:1: error: unknown key `tagz`",
        "entries/2026/2026-01-13.md:3:9: error: unknown series `tidez`",
        "entries/2026/2026-01-14.md:2:7: error: `2026-13-40` is not a day of the calendar",
        "mkdocs.yml:2:26: error: unknown time zone `Mars`",
    ]
    assert "unknown key `tagz`\n  hint: did you mean `tags`?\n" in result.out
    assert (result.status, result.err) == (1, "4 errors (3 entries)\n")


def test_a_project_without_problems_is_silent_on_standard_output(tmp_path: Path) -> None:
    result = run(project(tmp_path), "check", "--strict")
    assert (result.status, result.out, result.err) == (0, "", "no problems (1 entry)\n")


@pytest.mark.parametrize(("options", "status"), [([], 0), (["--strict"], 1)])
def test_warnings_count_only_when_strict(tmp_path: Path, options: list[str], status: int) -> None:
    result = run(write(project(tmp_path), WARNED), "check", *options)
    assert "warning: day 8 is doubled" in result.out
    assert (result.status, result.err) == (status, "1 warning (2 entries)\n")


def test_json_is_a_list_of_problems(tmp_path: Path) -> None:
    result = run(write(project(tmp_path), BROKEN), "check", "--json")
    assert (result.status, len(json.loads(result.out))) == (1, 4)
    assert run(project(tmp_path / "other"), "check", "--json").out == "[]\n"


def test_paths_of_github_annotations_are_relative_to_its_workspace(tmp_path: Path) -> None:
    write(project(tmp_path / "notes"), WARNED)
    result = run(tmp_path / "notes", "check", "--github", GITHUB_WORKSPACE=str(tmp_path))
    assert result.out.startswith("::warning file=notes/entries/2026/2026-01-13.md,line=3,col=6,title=Daytrail::day 8")
    elsewhere = run(tmp_path / "notes", "check", "--github", GITHUB_WORKSPACE=str(tmp_path / "other"))
    assert elsewhere.out.startswith("::warning file=entries/2026/2026-01-13.md,")


@pytest.mark.parametrize("plugins", [" [daytrial]", "\n\t- daytrail", " ['daytrail]"])
def test_a_mistake_in_the_settings_brings_no_warnings_about_pages(tmp_path: Path, plugins: str) -> None:
    pages = {"docs/index.md": "# X\n\n{{ curriculum() }}\n\n[y](no.md)\n"}
    result = run(write(tmp_path, {"mkdocs.yml": f"site_name: x\nplugins:{plugins}\n", **pages}), "check")
    assert (result.status, "mkdocs.yml:" in result.out, "docs/index.md" in result.out) == (1, True, False)


# -- --plan --

INCONSISTENT = """\
title: Tides
hours_per_week: 2
parts: [{id: one, title: One, weeks: [{week: 1, title: Ebb, practice: [{text: a, hours: 5}]}, {week: 2, title: B}]}]
milestones: [{id: m, text: Why?, part: one}]
"""
SUMS = "plan: 2 weeks, 1 item, 5 h estimated against 4 h, 1 week estimated over the plan's limit of 2 h\n"


def test_problems_of_the_plan_are_listed_only_if_asked_and_only_of_a_whole_plan(tmp_path: Path) -> None:
    entry = {"entries/2026/2026-01-12.md": "---\ndone: [w01/a]\n---\n"}
    root = write(project(tmp_path), {"curriculum.yaml": INCONSISTENT, **entry})
    result = run(root, "check", "--plan")
    places = [line for line in result.out.splitlines() if not line.startswith("  hint: ")]
    assert places == [
        "curriculum.yaml:2:17: warning: the items add up to 5 h, where 2 weeks of 2 h are 4 h",
        "curriculum.yaml:3:39: warning: week 1 takes 5 h, more than the 2 h of a week",
    ]
    assert (result.status, result.err) == (0, f"{SUMS}2 warnings (1 entry)\n")
    assert run(root, "check", "--plan", "--strict").status == 1
    assert run(root, "check", "--strict").err == "no problems (1 entry)\n"
    result = run(write(root, {"curriculum.yaml": f"{INCONSISTENT}topics: [\n"}), "check", "--plan")
    assert (result.out.count(": error: "), "warning" in result.out) == (1, False)
    assert result.err.startswith("plan: it cannot be read to its end\n")
