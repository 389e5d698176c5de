"""`draft: true` hides an entry in whatever way it is written, or is an error with its location."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from daytrail.source.docs_pages import read_docs_text
from daytrail.source.load import load
from tests.command import ROOT, run, write
from tests.for_each import for_each

SECRET = "heronmorse"
PROJECT = {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": "title: Tides\n"}

_CASES: Any = yaml.safe_load((ROOT / "tests/cases/drafts.yml").read_text(encoding="utf-8"))
HIDDEN: Mapping[str, str] = _CASES["hidden"]


@for_each(HIDDEN)
def test_a_draft_is_hidden_however_it_is_marked(name: str, tmp_path: Path) -> None:
    """Nothing of the entry is in the journal; if the mark is not understood, `check` locates an error in the file."""
    root = write(tmp_path, PROJECT)
    path = root / "entries/2026-01-12.md"
    path.parent.mkdir()
    path.write_bytes(f"{HIDDEN[name]}{SECRET}\n".encode())
    assert SECRET not in repr(load(root).journal)
    checked = run(root, "check")
    assert checked.status == 0 or "entries/2026-01-12.md:" in checked.out
    assert "Traceback" not in checked.out + checked.err


@for_each(["later.MD", "later.md~", "#later.md#", "later.md.bak", "later.txt"])
def test_a_draft_with_another_name_is_an_error(name: str, tmp_path: Path) -> None:
    """MkDocs would publish the file as it is, since it takes it for no page."""
    for mark in ("---\ndraft: true\n---", "\u2014-\nprivate: true\n\u2014-"):
        checked = run(write(tmp_path, {**PROJECT, f"docs/{name}": f"{mark}\n\n{SECRET}\n"}), "check")
        assert f"docs/{name}:1:1: error: this file is a draft" in checked.out
        assert checked.status == 1


@for_each(["draft: *x", "x: &x {draft: true}\n<<: *x", '"\\u0064raft": true', "draft", "draft: false\ndraft: true"])
def test_a_docs_page_is_hidden_by_any_yaml_that_says_draft(front: str, tmp_path: Path) -> None:
    """A docs page with an alias, an escape or no value is a draft; it answers no milestone."""
    page = f"---\nmilestone: roof\n{front}\n---\n\n# {SECRET}\n"
    root = write(tmp_path, {**PROJECT, "docs/later.md": page})
    assert SECRET not in repr(load(root).journal)
    assert read_docs_text(page, "docs/later.md").draft


FRONT: Mapping[str, tuple[str, int]] = _CASES["front"]


@for_each(FRONT)
def test_what_looks_like_front_matter_is_an_error(name: str, tmp_path: Path) -> None:
    """Front matter of another kind at the top of the text is an error, since its keys have no effect."""
    text, line = FRONT[name]
    root = write(tmp_path, {**PROJECT, "entries/2026-01-12.md": f"{text}\nText.\n"})
    checked = run(root, "check")
    assert f"entries/2026-01-12.md:{line}:1: error: this looks like front matter" in checked.out
    assert checked.status == 1


PUBLISHED: Mapping[str, str] = _CASES["published"]


@for_each(PUBLISHED)
def test_other_texts_are_published(name: str, tmp_path: Path) -> None:
    """An example in a code block, a sentence and a line above the text are no mark of a draft."""
    root = write(tmp_path, {**PROJECT, "entries/2026-01-12.md": PUBLISHED[name]})
    assert run(root, "check").out == ""
    assert len(load(root).journal.entries) == 1
