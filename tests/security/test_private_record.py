"""What the publishing workflow stores on GitHub has nothing that is not published: records of site and entries."""

from pathlib import Path

import pytest

from daytrail.project.user_folder import record_path
from tests.command import run, write
from tests.website import build, make

pytestmark = pytest.mark.site

SECRET = "heronmorse"
OPEN = f"---\ntitle: Open {SECRET}\ntags: [{SECRET}]\n---\n\nOpen water {SECRET}.\n\n- [ ] buy {SECRET}\n"
HIDDEN = f"---\ntitle: Open\n---\n\nOpen <!-- private -->{SECRET}<!-- /private --> water.\n"
DRAFT = f"---\ntitle: {SECRET}\ndraft: true\n---\n\n{SECRET} again\n"
ENTRY, PAGE = "entries/2026-01-12.md", "docs/about.md"
PLAN = f"title: T\nmilestones: [{{id: roof, text: 'Open <!-- private -->{SECRET}<!-- /private --> end'}}]\n"


def has_secret(root: Path) -> bool:
    paths = [record_path(root, kind) for kind in ("sites", "entries")]
    return any(SECRET.encode() in path.read_bytes() for path in paths if path and path.is_file())


@pytest.mark.parametrize("text", [HIDDEN, DRAFT], ids=["private", "draft"])
def test_what_was_never_public_is_not_recorded(tmp_path: Path, text: str) -> None:
    root = make(tmp_path, {ENTRY: text, PAGE: text, "curriculum.yaml": PLAN})
    assert build(root, strict=False).status == 0
    assert run(root, "status").status == 0
    assert not has_secret(root)


@pytest.mark.parametrize("text", [HIDDEN, DRAFT, None], ids=["private", "draft", "deleted"])
def test_what_was_public_leaves_record_and_site(tmp_path: Path, text: str | None) -> None:
    """The next build has no byte of it."""
    root = make(tmp_path, {ENTRY: OPEN, "entries/2026-01-13.md": "Text.\n"})
    assert build(root).status == 0
    assert has_secret(root)
    if text is None:
        (root / ENTRY).unlink()
    else:
        write(root, {ENTRY: text})
    built = build(root, strict=False)
    assert built.status == 0, built.output
    assert not has_secret(root)
    assert SECRET.encode() not in b"".join(built.site.bytes().values())
