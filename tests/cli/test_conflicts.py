"""Commands in a project in which git left a conflict."""

from pathlib import Path

import pytest

from tests.command import project, run, texts, write

ENTRY = "---\nday: 2\n<<<<<<< HEAD\ndone: [w01/sun]\n=======\ndone: [w02/gauge]\n>>>>>>> theirs\n---\n\nText.\n"


@pytest.mark.parametrize("place", ["entries/2026-01-13.md", "curriculum.yaml"])
@pytest.mark.parametrize(
    "words",
    [
        "done w02/gauge --date 2026-01-13",
        "done w02/gauge",
        "started w02/gauge --undo",
        "dropped w02/gauge",
        "done w01/sun --undo",
        "new",
        "new --date 2026-01-13",
        "plan move w02/gauge 1 --write --yes",
        "plan drop w02/gauge --write --yes",
        "entry renumber --write",
        "plan fit --keep date --write",
        "review --save",
    ],
)
def test_no_file_is_changed_while_there_is_a_conflict(tmp_path: Path, place: str, words: str) -> None:
    """The plan or an entry is not known then, so an item or a number may be another one."""
    root = project(tmp_path)
    write(root, {"entries/2026-01-12.md": "---\nday: 1\ndone: [w01/moon]\n---\n"})
    plan = (root / "curriculum.yaml").read_text(encoding="utf-8")
    write(root, {place: ENTRY if place.endswith(".md") else f"<<<<<<< HEAD\n{plan}=======\n{plan}>>>>>>> theirs\n"})
    before = texts(root)
    result = run(root, *words.split(), DAYTRAIL_TODAY="2026-01-14")
    line = 3 if place.endswith(".md") else 1
    assert (result.status, f"{place}:{line}:1: error: git left a conflict" in result.err) == (1, True)
    assert texts(root) == before
