"""A build that fails leaves the last good site as it was, to the byte."""

from pathlib import Path

import pytest

from tests.command import spawn, write
from tests.engine import THEME
from tests.website import build, make, settings

pytestmark = pytest.mark.site

HOOK = "def on_page_content(html, **_):\n    return html\n"
ALL_EVENTS = """
def on_post_build(config):
    import pathlib
    pathlib.Path(config.site_dir, "by_hook.txt").write_text("x")
"""
FILES = {
    "entries/2026/2026-01-12.md": "---\ntitle: x\n---\n\nText.\n",
    "docs/page.md": "# A page\n",
    "hook.py": HOOK + ALL_EVENTS,
    "overrides/main.html": "{% extends 'base.html' %}\n{% block footer %}{{ page.next_page }}{% endblock %}\n",
}
SETTINGS = f"{settings()}\nhooks: [hook.py]\n".replace(
    f"  name: {THEME}\n", f"  name: {THEME}\n  custom_dir: overrides\n"
)
MISTAKES = {
    "a wrong macro": {"docs/index.md": "---\nrender_macros: true\n---\n\n{{ week(number=99) }}\n"},
    "a template that is missing": {"docs/page.md": "---\ntemplate: missing.html\n---\n\n# A page\n"},
    "a link that a strict build refuses": {"docs/page.md": "# A page\n\n[x](gone.md)\n"},
}


def content(root: Path) -> dict[str, tuple[bytes, int]]:
    """Return the content of each file of the site, and when it was written."""
    return {
        path.relative_to(root).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted((root / "site").rglob("*"))
        if path.is_file()
    }


def test_a_build_that_fails_leaves_the_site(tmp_path: Path) -> None:
    root = make(tmp_path / "project", FILES | {"mkdocs.yml": SETTINGS})
    assert build(root).status == 0
    before = content(root)
    assert {"site/log/2026/01/12/index.html", "site/by_hook.txt"} <= before.keys()
    for mistake in MISTAKES.values():
        write(root, mistake)
        assert spawn(root, "build", "--strict").status == 1
        assert content(root) == before
        for name in mistake:
            (root / name).unlink()
        make(root, FILES | {"mkdocs.yml": SETTINGS})
