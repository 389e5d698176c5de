"""Entries with keys of other programs, and templates of theirs."""

from pathlib import Path

from daytrail.source.load import load
from daytrail.source.project_paths import ProjectPaths
from tests.command import write

FILES = {
    "entries/2026-11-19.md": "---\ntags: ['#sea']\naliases: [kelp]\nCreated: 9 pm\nmyown: {a: 1}\n---\nText.\n",
    "entries/2026-11-20.md": "---\npublished: false\n---\nUnfinished.\n",
    "entries/2026-11-21.md": "---\nPublish: No\n---\nUnfinished.\n",
    "entries/2026-11-22.md": "---\npublished: [false]\n---\nUnfinished.\n",
    "entries/templates/day.md": "---\ndate: {{date}}\n---\n",
    "entries/templates/other.md": "Text.\n",
}


def test_ignored_keys_and_excluded_files_are_no_problems(tmp_path: Path) -> None:
    """What another program would hide is a draft. A tag may have the `#` of Obsidian."""
    paths = ProjectPaths(ignore_keys=("obsidian", "jekyll", "myown"), exclude=("templates/",))
    loaded = load(write(tmp_path, FILES), paths)
    assert loaded.problems == ()
    assert [(entry.path, entry.tags) for entry in loaded.journal.entries] == [("entries/2026-11-19.md", ("sea",))]


def test_other_keys_are_still_mistakes(tmp_path: Path) -> None:
    """Nothing is ignored that is not listed."""
    loaded = load(write(tmp_path, FILES), ProjectPaths(ignore_keys=("obsidian",), exclude=("templates/",)))
    assert [problem.message for problem in loaded.problems] == [
        "unknown key `myown`",
        "unknown key `published`",
        "unknown key `published`",
    ]
