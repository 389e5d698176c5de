"""Pages of docs/ that answer milestones: which are found, and what is read of them."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from daytrail.model.journal import DocsPage
from daytrail.source.load import load
from daytrail.source.project_paths import ProjectPaths
from tests.command import write

PLAN = "title: Plan\nmilestones: [{id: roof, text: What limits it}]\n"


def answers(root: Path, files: dict[str, str], **paths: Any) -> tuple[DocsPage, ...]:
    loaded = load(write(root, {"curriculum.yaml": PLAN, **files}), ProjectPaths(**paths))
    assert not loaded.failed, loaded.problems
    return loaded.journal.answers


def test_a_page_that_names_a_milestone_is_an_answer(tmp_path: Path) -> None:
    """Its URI, milestone, title, date and first paragraph are read; other keys are ignored."""
    front = "---\nmilestone: roof\ndate: 2026-02-01\nhide: [toc]\nx: {y: z}\n---\n"
    text = f"{front}\n# The *roof*\n\nIt is **low**.\n\nMore.\n"
    assert answers(tmp_path, {"docs/deep/roof.md": text, "docs/index.md": "# Home\n"}) == (
        DocsPage("docs/deep/roof.md", "deep/roof.md", "roof", date(2026, 2, 1), "The roof", "It is low."),
    )


@pytest.mark.parametrize(
    ("front", "body", "title"),
    [
        ("title: Given", "# Written", "Given"),
        ("title: [a, b]", "# Written", "Written"),
        ("", "Text.\n\n# Written\n\n# Later", "Written"),
        ("", "## Below\n\nText.", "roof-line"),
    ],
)
def test_a_page_has_the_title_that_mkdocs_gives_it(tmp_path: Path, front: str, body: str, title: str) -> None:
    """From its front matter, else from its first heading, else from its file name."""
    [page] = answers(tmp_path, {"docs/roof-line.md": f"---\nmilestone: roof\n{front}\n---\n\n{body}\n"})
    assert page.title == title


@pytest.mark.parametrize("written", ["", "date:", "date: soon", "date: 2026-02-30", "date: {created: 2026-02-01}"])
def test_an_invalid_date_is_ignored(tmp_path: Path, written: str) -> None:
    """Other tools give `date` a meaning of their own, so that it is no mistake."""
    [page] = answers(tmp_path, {"docs/roof.md": f"---\nmilestone: roof\n{written}\n---\n"})
    assert page.date is None


@pytest.mark.parametrize(
    ("body", "excerpt"),
    [
        ("# Roof\n\n{{ progress() }}\n\nText.", ""),
        ("Low. <!-- private -->gull<!-- /private -->End.", "Low. End."),
    ],
)
def test_an_excerpt_is_text(tmp_path: Path, body: str, excerpt: str) -> None:
    """A call of a macro says nothing by itself, and private passages are cut as in entries."""
    [page] = answers(tmp_path, {"docs/roof.md": f"---\nmilestone: roof\n---\n\n{body}\n"})
    assert page.excerpt == excerpt


def test_pages_are_read_from_the_docs_folder_only(tmp_path: Path) -> None:
    files = {"pages/a.md": "---\nmilestone: roof\n---\n", "docs/b.md": "---\nmilestone: roof\n---\n"}
    assert [page.uri for page in answers(tmp_path, files, docs="pages")] == ["a.md"]
    assert answers(tmp_path, {}, docs="none") == ()
