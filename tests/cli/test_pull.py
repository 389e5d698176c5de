"""`daytrail plan pull`: a plan of somebody else, and what changes in it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from daytrail.source.load import load
from tests.command import CommandResult, run, write

THEIRS = """\
title: Tides
start: 2025-01-06
parts:
  - id: one
    title: One
    range: [1, 2]
    weeks:
      - week: 1
        title: Ebb
        concepts: [Gravity, {id: sun, text: The sun, done: 2025-01-07}]
        reading:
          - {id: moon, title: The moon, url: "https://example.org/moon", hours: 1.5}
          - {id: tables, title: Tide tables}
      - week: 2
        title: Flood
        practice:
          - {id: gauge, text: Read a gauge, hours: 2}
topics:
  - {id: pull, title: Pull, weeks: [1]}
milestones:
  - {id: drawn, text: Draw a tide, weeks: [2]}
"""


def pull(root: Path, *arguments: str) -> CommandResult:
    return run(root, "plan", "pull", *arguments, DAYTRAIL_TODAY="2026-01-19")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a project that has taken over the plan of a file, and ticked three of its items."""
    root = write(tmp_path / "mine", {"mkdocs.yml": "site_name: x\n"})
    write(tmp_path, {"theirs.yaml": THEIRS})
    assert pull(root, str(tmp_path / "theirs.yaml"), "--write").status == 0
    write(root, {"entries/2026-01-06.md": "---\ndone: [w01/gravity, w01/tables, w02/gauge]\n---\n"})
    return root


def theirs(root: Path, text: str) -> None:
    write(root.parent, {"theirs.yaml": text})


def mine(root: Path) -> str:
    return (root / "curriculum.yaml").read_text(encoding="utf-8")


def change(root: Path, *replacements: tuple[str, str]) -> None:
    """Change one's own plan."""
    text = mine(root)
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    write(root, {"curriculum.yaml": text})


def files(root: Path) -> dict[str, str]:
    paths = [path for path in root.rglob("*") if path.is_file() and not {".cache", ".git"} & {*path.parts}]
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def done(root: Path) -> list[str]:
    loaded = load(root)
    assert not loaded.failed, loaded.problems
    [entry] = loaded.journal.entries
    return [loaded.journal.curriculum.items[address].item.label for address in entry.done]


def test_a_plan_is_taken_over_without_the_progress_of_its_author(root: Path) -> None:
    """Its items, not its dates; the plan says where it comes from, and the copy is below `.daytrail/`."""
    plan = load(root).journal.curriculum
    assert plan.from_ is not None
    assert (plan.from_.source, plan.start) == ("../theirs.yaml", None)
    assert [*plan.items] == ["w01/gravity", "w01/sun", "w01/moon", "w01/tables", "w02/gauge"]
    assert not any(placed.item.done for placed in plan.items.values())
    assert [path.name for path in (root / ".daytrail").iterdir()] == [f"plan-{plan.from_.version[:12]}.yaml"]


def test_what_they_added_comes_in_and_what_i_changed_stays(root: Path) -> None:
    """With its comments; ticks stay with their items, and what both have changed is shown with both."""
    change(
        root,
        ("title: Tides", "title: My tides   # mine"),
        ("- {id: moon", "# for the train\n          - {id: moon"),
        ("hours: 1.5", "hours: 3"),
        ("title: Tide tables", "title: Tables of tides"),
    )
    changed = THEIRS.replace("hours: 1.5", "hours: 2").replace("text: Read a gauge", "text: Read a tide gauge")
    changed = changed.replace(
        "          - {id: tables, title: Tide tables}\n", "          - {id: waves, title: Waves}\n"
    )
    changed = changed.replace("- week: 2", "- {week: 2, title: Slack, concepts: [Still water]}\n      - week: 3")
    theirs(root, changed.replace("weeks: [2]", "weeks: [3]"))
    before = files(root)
    shown = pull(root)
    assert (shown.status, files(root)) == (0, before)
    assert "item w01/moon hours: yours stays: `3`; theirs: `2`" in shown.err
    assert "item w01/tables: yours stays: `in use`; theirs: `removed`" in shown.err
    assert "moved     week w02 → w03  “Flood”" in shown.err
    assert pull(root, "--write").status == 0
    after = mine(root)
    assert "title: My tides   # mine" in after
    assert "# for the train\n          - {id: moon" in after
    assert "hours: 3" in after
    assert "{id: waves, title: Waves}" in after
    assert "range: [1, 3]" in after
    assert "- week: 3\n        title: Flood" in after
    assert done(root) == ["Gravity", "Tables of tides", "Read a tide gauge"]
    assert load(root).journal.curriculum.milestones[0].weeks == (3,)
    assert pull(root).out == ""


def test_what_nobody_uses_goes_when_they_remove_it(root: Path) -> None:
    """An item that is ticked, and one that I have changed, stay."""
    change(root, ("text: The sun", "text: The near sun"))
    theirs(root, re.sub(r", \{id: sun.*?\}|.*\{id: (moon|tables).*\n|        reading:\n", "", THEIRS))
    result = pull(root, "--write")
    assert "removed   item w01/moon" in result.err
    assert "item w01/sun: yours stays: `changed`; theirs: `removed`" in result.err
    assert [*load(root).journal.curriculum.items] == ["w01/gravity", "w01/sun", "w01/tables", "w02/gauge"]
    assert run(root, "plan", "undo", "--write").status == 0
    assert "moon" in mine(root)


def test_a_plan_in_files_of_its_own_gets_a_new_part_as_a_file(root: Path) -> None:
    """The file of a part that they have removed is deleted."""
    text = mine(root)
    part = text[text.index("  - id: one") : text.index("milestones:")]
    write(
        root,
        {
            "curriculum.yaml": text.replace(part, "  - file: curriculum/one.yaml\n"),
            "curriculum/one.yaml": re.sub("^  (- |  )", "", part, flags=re.MULTILINE),
        },
    )
    new = "  - {id: two, title: Two, weeks: [{week: 3, title: Slack, concepts: [Still water]}]}\n"
    theirs(root, THEIRS.replace("topics:", f"{new}topics:"))
    assert pull(root, "--write").status == 0
    assert files(root)["curriculum/two.yaml"].startswith("id: two\ntitle: Two\nweeks:\n  - week: 3\n")
    assert "  - file: curriculum/two.yaml\n" in mine(root)
    theirs(root, THEIRS)
    assert pull(root, "--write").status == 0
    assert not (root / "curriculum/two.yaml").exists()
    assert done(root) == ["Gravity", "Tide tables", "Read a gauge"]


def test_without_the_copy_nothing_counts_as_removed(root: Path) -> None:
    """A note says so; what is new comes in."""
    shutil.rmtree(root / ".daytrail")
    theirs(
        root, THEIRS.replace("{id: moon", "{id: waves, title: Waves}\n          - {id: moon").replace("Gravity, ", "")
    )
    result = pull(root, "--write")
    assert (result.status, "what they have removed since is not known" in result.err) == (0, True)
    assert {"w01/waves", "w01/gravity"} <= load(root).journal.curriculum.items.keys()


def test_a_plan_with_errors_is_not_taken(root: Path) -> None:
    """Its mistakes are printed, and nothing is changed."""
    before = files(root)
    theirs(root, THEIRS.replace("week: 2", "week: 1"))
    result = pull(root, "--write")
    assert (result.status, files(root)) == (1, before)
    assert "theirs.yaml:14:15: error: the week `1` is doubled" in result.err


def test_a_plan_that_has_nothing_in_common_is_not_mixed_with_theirs(tmp_path: Path) -> None:
    """Such as the plan of four weeks with which a journal begins."""
    own = "title: Mine\nparts: [{id: p, title: P, weeks: [{week: 1, title: W, concepts: [Something else]}]}]\n"
    root = write(tmp_path / "mine", {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": own})
    write(tmp_path, {"theirs.yaml": THEIRS})
    result = pull(root, str(tmp_path / "theirs.yaml"), "--write")
    assert (result.status, mine(root)) == (1, own)
    assert "the plan has no item in common with the one of `../theirs.yaml`" in result.err


def test_a_first_pull_says_how_large_the_plan_is(root: Path) -> None:
    """Not each of its items; a later one has a line for weeks that move as far, and none for items of new weeks."""
    shutil.rmtree(root / ".daytrail")
    (root / "curriculum.yaml").unlink()
    weeks = "".join(f"      - {{week: {n}, title: Week {n}, concepts: [Concept {n}]}}\n" for n in range(3, 8))
    theirs(root, THEIRS.replace("topics:", f"{weeks}topics:"))
    write(root, {"entries/2026-01-06.md": "Text.\n"})
    result = pull(root, str(root.parent / "theirs.yaml"), "--write")
    assert "7 weeks with 10 items, 1 milestone and 1 topic\nnote: write the Monday" in result.err
    shifted = re.sub(
        r"week: (\d)", lambda match: f"week: {int(match[1]) + 1}", THEIRS.replace("topics:", f"{weeks}topics:")
    )
    shifted = shifted.replace("weeks:\n", "weeks:\n      - {week: 1, title: New, concepts: [A, B]}\n", 1)
    theirs(root, shifted)
    assert pull(root, "--write").err == "added     week w01  “New”, with 2 items\nmoved     weeks w01–w07 → w02–w08\n"


# -- git --


def git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with a plan in two files, a tag and hooks."""
    two = "id: two\ntitle: Two\nweeks:\n  - {week: 3, title: Slack, concepts: [Still water]}\n"
    root = write(
        tmp_path / "theirs",
        {
            "curriculum.yaml": THEIRS.replace("topics:", "  - file: curriculum/two.yaml\ntopics:"),
            "curriculum/two.yaml": two,
        },
    )
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    git(root, "tag", "v1")
    write(root, {"curriculum/two.yaml": two.replace("Still water", "Calm water")})
    git(root, "commit", "-qam", "x")
    return root


@pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")
def test_a_plan_is_taken_from_a_revision_of_git(tmp_path: Path, repository: Path) -> None:
    """And from the newest commit afterwards, although the history was rewritten."""
    root = write(tmp_path / "mine", {"mkdocs.yml": "site_name: x\n"})
    url = repository.as_uri()
    assert pull(root, f"{url}@v1", "--write").status == 0
    plan = load(root).journal.curriculum
    assert plan.from_ is not None
    assert (plan.from_.source, plan.from_.version) == (f"{url}@v1", git(repository, "rev-parse", "v1").strip())
    git(repository, "checkout", "-q", "--orphan", "new")
    git(repository, "commit", "-qm", "x")
    git(repository, "tag", "-d", "v1")
    shutil.rmtree(repository / ".git/logs")
    git(repository, "gc", "-q", "--prune=now")
    result = pull(root, url, "--write")
    assert "renamed   item w03/still-water → w03/calm-water" in result.err
    assert pull(root).out == ""
    git(repository, "commit", "-q", "--allow-empty", "-m", "x")
    assert pull(root).out == ""


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("--upload-pack=touch ran", "No such option"),
        ("ext::sh -c touch% ran", "is neither a file nor a repository of git"),
        ("ext://sh -c touch/ran", "transport 'ext' not allowed"),
        ("no-such.yaml", "`no-such.yaml` is neither a file nor a repository of git"),
        ("https://localhost:1/x.git", "the repository cannot be read: "),
        ("{repository}@no-such", "the repository cannot be read: "),
        ("{repository}@--upload-pack=x", "is neither a file nor a repository of git"),
        ("{repository}/curriculum", "the repository cannot be read: "),
    ],
)
@pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")
def test_a_source_that_cannot_be_read_is_an_error(tmp_path: Path, repository: Path, source: str, said: str) -> None:
    """And no command of it is run."""
    root = write(tmp_path / "mine", {"mkdocs.yml": "site_name: x\n"})
    before = files(tmp_path)
    result = pull(root, "--write", source.format(repository=repository))
    assert result.status != 0
    assert said in result.err
    assert files(tmp_path) == before


def test_without_git_a_message_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the other way."""
    monkeypatch.setenv("PATH", str(tmp_path))
    result = pull(write(tmp_path, {"mkdocs.yml": "site_name: x\n"}), "https://example.org/x.git")
    assert (result.status, "git is not installed; name a file instead" in result.err) == (1, True)
