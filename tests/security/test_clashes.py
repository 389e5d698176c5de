"""No page replaces another: files with one URL are an error that names both."""

from pathlib import Path

import pytest

from tests.command import run
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


@pytest.mark.parametrize("flat", [False, True], ids=["folders", "files"])
@pytest.mark.parametrize(("path", "other"), CLASHES.values(), ids=CLASHES)
def test_two_files_with_one_url_are_an_error(tmp_path: Path, path: str, other: str, *, flat: bool) -> None:
    """In both forms of URLs, and also if the build is not strict."""
    text = f"{settings()}\nuse_directory_urls: {str(not flat).lower()}\n"
    page = "<p>mine</p>\n" if path.endswith("html") else "# Mine\n"
    root = make(tmp_path / "project", FILES | {"mkdocs.yml": text, path: page})
    built = build(root, strict=False)
    assert built.status == 1
    problem = f"{path}:1:1: error: this file has the same URL or name as {other}\n"
    assert problem in built.output
    checked = run(root, "check")
    assert (checked.status, problem in checked.out) == (1, True)
    assert not (root / "site").exists()


FINE = {
    "a page beside those of days": "docs/log/2026/01/notes.md",
    "a page in the folder of a day": "docs/log/2026/01/12/notes.md",
    "an own overview in a folder": "docs/milestones/index.md",
    "another file in the folder of data": "docs/data/mine.json",
    "a hidden file": "docs/data/.log.json",
}


@pytest.mark.parametrize("path", FINE.values(), ids=FINE)
def test_other_pages_may_be_beside_generated_ones(tmp_path: Path, path: str) -> None:
    root = make(tmp_path / "project", FILES | {path: "# Mine\n"})
    (root / "docs/milestones.md").unlink()
    built = build(root)
    assert built.status == 0, built.output
    assert run(root, "check").status == 0
    if path.endswith(".md"):
        address = path.removeprefix("docs/").removesuffix(".md").removesuffix("/index")
        assert b"Mine" in built.site.bytes()[f"{address}/index.html"]


@pytest.mark.parametrize("tag", ["index.html", "INDEX.HTML", "index", "index.htm", "feed.xml", "404.html"])
def test_no_tag_has_the_url_of_another_page(tmp_path: Path, tag: str) -> None:
    for flat in ("true", "false"):
        text = f"{settings()}\nuse_directory_urls: {flat}\n"
        entry = f"---\ntags: [{tag}]\n---\n\nText.\n"
        root = make(tmp_path / flat, {"mkdocs.yml": text, "entries/2026-01-12.md": entry})
        built = build(root)
        assert built.status == 0, built.output
        assert {name for name in built.site.files if name.startswith("tags/") and name.endswith(".html")} - {
            "tags/index.html"
        }
