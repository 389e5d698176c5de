"""No page replaces another: files with one URL are an error that names both."""

from pathlib import Path

import pytest

from tests.command import run
from tests.for_each import for_each
from tests.website import build, make, settings

pytestmark = pytest.mark.site

FILES = {
    "entries/2026/2026-01-12.md": "---\ntitle: x\ntags: [moon]\n---\n\nText. ![a](a.png)\n",
    "entries/2026/a.png": "picture",
    "curriculum.yaml": "title: T\nparts: [{id: a, title: A, weeks: [{week: 1, title: W, concepts: [X]}]}]\n",
}
DAY = "entries/2026/2026-01-12.md"
CLASHES = {
    "a day as HTML": ("docs/log/2026/01/12/index.html", DAY),
    "a day as HTML without a folder": ("docs/log/2026/01/12.html", DAY),
    "a day as Markdown": ("docs/log/2026/01/12.md", DAY),
    "a day as Markdown in a folder": ("docs/log/2026/01/12/index.md", DAY),
    "a day in other letters": ("docs/LOG/2026/01/12.md", DAY),
    "a file for the folder of a day": ("docs/log/2026/01", DAY),
    "a week as HTML": ("docs/curriculum/week-01/index.html", "the generated page curriculum/week-01/"),
    "a tag as HTML": ("docs/tags/moon/index.html", "the generated page tags/moon/"),
    "a year as Markdown": ("docs/log/2026.md", "the generated page log/2026/"),
    "an overview as HTML": ("docs/tags/index.html", "the generated page tags/"),
    "an entry of the same name": ("docs/entries/2026/2026-01-12.md", DAY),
    "an attachment": ("docs/entries/2026/a.png", "entries/2026/a.png"),
    "a feed": ("docs/feed.xml", "a generated file"),
    "a folder for a feed": ("docs/feed.xml/page.md", "a generated file"),
    "data": ("docs/data/log.json", "a generated file"),
    "a file for the folder of data": ("docs/data", "a generated file"),
}


@for_each(CLASHES)
def test_two_files_with_one_url_are_an_error(name: str, tmp_path: Path) -> None:
    """In both forms of URLs."""
    path, other = CLASHES[name]
    page = "<p>mine</p>\n" if path.endswith("html") else "# Mine\n"
    for directories in ("true", "false"):
        text = f"{settings()}\nuse_directory_urls: {directories}\n"
        root = make(tmp_path / directories, FILES | {"mkdocs.yml": text, path: page})
        checked = run(root, "check")
        assert checked.status == 1
        assert f"{path}:1:1: error: this file has the same URL or name as {other}\n" in checked.out


def test_a_build_refuses_it_too(tmp_path: Path) -> None:
    """Also if the build is not strict."""
    path, other = CLASHES["a day as Markdown"]
    root = make(tmp_path, FILES | {path: "# Mine\n"})
    built = build(root, strict=False)
    assert built.status == 1
    assert f"{path}:1:1: error: this file has the same URL or name as {other}\n" in built.output
    assert not (root / "site").exists()


FINE = {
    "a page beside those of days": "docs/log/2026/01/notes.md",
    "a page in the folder of a day": "docs/log/2026/01/12/notes.md",
    "an own overview in a folder": "docs/milestones/index.md",
    "another file in the folder of data": "docs/data/mine.json",
    "a hidden file": "docs/data/.log.json",
}


def test_other_pages_may_be_beside_generated_ones(tmp_path: Path) -> None:
    root = make(tmp_path / "project", FILES | dict.fromkeys(FINE.values(), "# Mine\n"))
    (root / "docs/milestones.md").unlink()
    built = build(root)
    assert built.status == 0, built.output
    assert run(root, "check").status == 0
    pages = [path.removeprefix("docs/").removesuffix(".md") for path in FINE.values() if path.endswith(".md")]
    addresses = [f"{page.removesuffix('/index')}/" for page in pages]
    assert [address for address in addresses if "Mine" not in built.site.page(address).source] == []
