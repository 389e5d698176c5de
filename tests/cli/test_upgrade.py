"""`daytrail upgrade`: the pin in requirements.txt and in the workflow, and what the changelog says."""

from pathlib import Path
from typing import Any

import pytest

from daytrail.cli import upgrade
from daytrail.cli.common.origin import Origin
from tests.command import CommandResult, run, write

OLD, NEW = "1" * 40, "2" * 40
REPOSITORY = "https://github.com/ada/daytrail"
RELEASE = Origin("0.3.0")
COMMIT = Origin("0.3.0", REPOSITORY, NEW)
CHANGELOG = """\
# Changelog

## 0.3.0 – 2027-03-01

- Days are longer.

## 0.2.0 – 2027-02-01

- Weeks are wider.

## 0.1.0 – 2027-01-01

The first version.
"""
WORKFLOW = "jobs: {publish: {uses: ada/daytrail/.github/workflows/publish.yml@v0.1.0}}\n"


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs the command of a Daytrail with some origin, and with CHANGELOG."""

    def run_upgrade(root: Path, requirements: str, *options: str, origin: Origin = COMMIT) -> CommandResult:
        monkeypatch.setattr(upgrade, "installed_origin", lambda: origin)
        monkeypatch.setattr(upgrade, "changelog", lambda: CHANGELOG)
        files = {"mkdocs.yml": "site_name: x\n", "requirements.txt": requirements}
        return run(write(root, {**files, ".github/workflows/pages.yml": WORKFLOW}), "upgrade", *options)

    return run_upgrade


def texts(root: Path) -> tuple[str, ...]:
    names = ("requirements.txt", ".github/workflows/pages.yml")
    return tuple((root / name).read_bytes().decode() for name in names)


@pytest.mark.parametrize(
    ("before", "origin", "after"),
    [
        ("daytrail==0.1.0\n", RELEASE, f"{RELEASE.requirement}\n"),
        (f"x==1\r\ndaytrail @ git+{REPOSITORY}@{OLD}  # ours\r\n", COMMIT, f"x==1\r\n{COMMIT.requirement}  # ours\r\n"),
    ],
)
def test_the_pin_names_the_daytrail_that_runs(
    tmp_path: Path, runs: Any, before: str, origin: Origin, after: str
) -> None:
    """Other lines, comments and line ends stay; without `--write` nothing changes."""
    shown = runs(tmp_path, before, origin=origin)
    assert (shown.status, texts(tmp_path)) == (0, (before, WORKFLOW))
    assert runs(tmp_path, before, "--write", origin=origin).status == 0
    assert texts(tmp_path)[0] == after


def test_the_workflow_follows_unless_it_names_a_tag_that_moves(tmp_path: Path, runs: Any) -> None:
    assert runs(tmp_path, "daytrail==0.1.0\n", "--write").status == 0
    assert texts(tmp_path)[1] == WORKFLOW.replace("v0.1.0", NEW)
    text = upgrade._used(WORKFLOW.replace("v0.1.0", "v1"), COMMIT)
    assert text == WORKFLOW.replace("v0.1.0", "v1")


def test_the_changelog_between_the_two_versions_is_shown(tmp_path: Path, runs: Any) -> None:
    """Of a commit, the newest section, with a note."""
    shown = runs(tmp_path, "daytrail==0.1.0\n", origin=RELEASE).err
    assert shown.startswith(
        "## 0.3.0 – 2027-03-01\n\n- Days are longer.\n\n## 0.2.0 – 2027-02-01\n\n- Weeks are wider.\n\n"
    )
    assert "The first version" not in shown
    shown = runs(tmp_path, f"daytrail @ git+{REPOSITORY}@{OLD}\n").err
    assert "some of this may not be new:\n\n## 0.3.0 – 2027-03-01\n\n- Days are longer.\n\n---" in shown


@pytest.mark.parametrize(
    ("requirements", "origin", "said"),
    [
        ("mkdocs\n", RELEASE, "requirements.txt does not name Daytrail"),
        ("daytrail==0.1.0 \\\n    --hash=sha256:0\n", RELEASE, "requirements.txt has hashes"),
        ("daytrail==0.10.0\n", RELEASE, "the journal has 0.10.0, which is newer than this Daytrail, 0.3.0"),
    ],
)
def test_what_cannot_be_upgraded_says_why(
    tmp_path: Path, runs: Any, requirements: str, origin: Origin, said: str
) -> None:
    result = runs(tmp_path, requirements, "--write", origin=origin)
    assert (result.status, said in result.err, texts(tmp_path)) == (1, True, (requirements, WORKFLOW))


def test_the_same_version_or_one_of_this_machine_changes_nothing(tmp_path: Path, runs: Any) -> None:
    result = runs(tmp_path, f"{RELEASE.requirement}\n", "--write", origin=RELEASE)
    assert (result.status, result.out) == (0, "")
    assert "there is nothing to change: the journal has this Daytrail already" in result.err
    result = runs(tmp_path, "daytrail==0.1.0\n", "--write", origin=Origin("0.3.0", file="file:///x.whl"))
    assert (result.status, result.out, "on this machine only" in result.err) == (0, "", True)
