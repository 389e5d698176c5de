"""`daytrail check`: the problems that it prints, and its exit status."""

from pathlib import Path

from tests.command import ENTRY, project, run, write

WARNED = {"entries/2026/2026-01-13.md": ENTRY.replace("01-12", "01-13")}


def test_paths_of_github_annotations_are_relative_to_its_workspace(tmp_path: Path) -> None:
    write(project(tmp_path / "notes"), WARNED)
    result = run(tmp_path / "notes", "check", "--github", GITHUB_WORKSPACE=str(tmp_path))
    assert result.out.startswith("::warning file=notes/entries/2026/2026-01-13.md,line=3,col=6,title=Daytrail::day 8")
    elsewhere = run(tmp_path / "notes", "check", "--github", GITHUB_WORKSPACE=str(tmp_path / "other"))
    assert elsewhere.out.startswith("::warning file=entries/2026/2026-01-13.md,")


# -- --plan --
