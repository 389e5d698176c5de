"""A build deletes and publishes nothing but what belongs to the site: folders that overlap are refused."""

from pathlib import Path

import pytest

from daytrail.site import staging
from tests.command import PLAN, run, spawn, write
from tests.engine import THEME
from tests.for_each import for_each
from tests.website import build, make, settings

pytestmark = pytest.mark.site

ENTRY = "---\ndate: 2026-01-12\n---\n\nheronmorse\n"


def project(folder: Path, *, top: str = "", options: str = "", entries: str = "entries") -> Path:
    """Write a project with settings at the top of mkdocs.yml, and options of the plugin, on lines of their own."""
    text = settings()
    if options:
        text = text.replace("  - daytrail:\n", f"  - daytrail:\n      {options}\n", 1)
    return make(folder / "project", {"mkdocs.yml": top + text, f"{entries}/2026/2026-01-12.md": ENTRY})


def content(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def refused(root: Path, location: str = "mkdocs.yml:") -> None:
    """Check that `check` refuses the settings with their location."""
    checked = run(root, "check")
    assert checked.status == 1
    assert location in checked.out


def not_built(root: Path, location: str = "mkdocs.yml:") -> None:
    """Check that both ways to build refuse what `check` does, and that no file changes."""
    before = content(root)
    refused(root, location)
    built, by_mkdocs = run(root, "build"), build(root, strict=False)
    assert (built.status, by_mkdocs.status) == (1, 1)
    assert location in built.err
    # MkDocs has found some of them before the plugin is asked.
    assert location in by_mkdocs.output or "Config value 'site_dir'" in by_mkdocs.output
    assert content(root) == before


SITE_DIRS = {
    "the entries": "entries",
    "a folder in the entries": "entries/2026",
    "the project": ".",
    "a folder that contains the project": "..",
    "the root of the disk": "/",
    "the docs folder": "docs",
    "a folder in the docs folder": "docs/out",
    "the entries by way of another folder": "site/../entries",
    "the folder of the plan's parts": "curriculum",
    "the plan": "curriculum.yaml",
    "the settings": "mkdocs.yml",
    "git's folder": ".git",
    "a folder of the owner": "photos",
}
BUILT = ("the entries", "a folder in the docs folder", "a folder of the owner")
"""Of those above, the ones that are tried with a build too, which asks the same function as `check`."""


@for_each(SITE_DIRS)
def test_a_site_directory_is_no_folder_with_other_files(name: str, tmp_path: Path) -> None:
    root = project(tmp_path, top=f"site_dir: {SITE_DIRS[name]}\n")
    plan = {"curriculum/part.yaml": "id: a\ntitle: A\n", "curriculum.yaml": "title: T\n"}
    write(root, plan | dict.fromkeys(("photos/index.html", "photos/sitemap.xml"), "mine"))
    (not_built if name in BUILT else refused)(root, "mkdocs.yml:1:11: error: ")


OTHER_WAYS = {
    "an environment variable": ("site_dir: !ENV [DAYTRAIL_NO_SUCH_NAME, entries]\n", {}),
    "an alias": ("extra: {folder: &folder entries}\nsite_dir: *folder\n", {}),
    "a merged mapping": ("<<: {site_dir: entries}\n", {}),
    "an inherited file": ("INHERIT: base.yml\n", {"base.yml": "site_dir: entries\n"}),
}


@for_each(OTHER_WAYS)
def test_a_site_directory_is_found_however_it_is_written(name: str, tmp_path: Path) -> None:
    top, files = OTHER_WAYS[name]
    refused(write(project(tmp_path, top=top), files), ".yml:")


def test_a_link_to_the_entries_is_no_site_directory(tmp_path: Path) -> None:
    root = project(tmp_path, top="site_dir: public\n")
    (root / "public").symlink_to(root / "entries", target_is_directory=True)
    not_built(root, "mkdocs.yml:1:11: error: ")


def test_a_link_to_the_site_is_no_folder_of_entries(tmp_path: Path) -> None:
    root = project(tmp_path, entries="site/log")
    (root / "entries").symlink_to(root / "site/log", target_is_directory=True)
    refused(root)


def test_a_site_directory_on_the_command_line_is_checked_as_well(tmp_path: Path) -> None:
    root = project(tmp_path)
    before = content(root)
    assert [build(root, into=root / site_dir, strict=False).status for site_dir in ("entries", "docs", ".")] == [1] * 3
    built = spawn(root, "build", "--", "--site-dir", "entries")
    assert (built.status, "Traceback" in built.err) == (1, False)
    assert content(root) == before


OVERLAPS = {
    "entries in the site": "entries: site/log",
    "entries that are the docs folder": "entries: docs",
    "a plan in the docs folder": "curriculum: docs/plan.yaml",
    "a plan in the site": "curriculum: site/plan.yaml",
    "a plan in the entries": "curriculum: entries/plan.yaml",
    "a reading list in the docs folder": "reading: docs/reading.yaml",
    "a reading list in the site": "reading: site/reading.yaml",
}


@for_each(OVERLAPS.values())
def test_no_source_is_in_the_site_or_in_the_docs_folder(option: str, tmp_path: Path) -> None:
    entries = option.removeprefix("entries: ") if option.startswith("entries") else "entries"
    root = project(tmp_path, options=option, entries=entries)
    (not_built if option == "entries: docs" else refused)(root)


LINKS = {
    "a folder": ("docs/days", "entries"),
    "a folder in it": ("docs/2026", "entries/2026"),
    "a folder above": ("docs/all", "."),
    "one entry": ("docs/day.md", "entries/2026/2026-01-12.md"),
    "the plan": ("docs/plan.yaml", "curriculum.yaml"),
    "a file outside of the project": ("docs/outside.md", "../outside.md"),
    "nothing": ("docs/nothing.md", "missing.md"),
    "the docs folder": ("docs/again", "docs"),
    "a hidden folder": ("docs/.days", "entries"),
    "the root of the disk from a hidden folder": ("docs/.notes", "/"),
    "an entry from the theme's folder": ("overrides/day.md", "entries/2026/2026-01-12.md"),
}


def test_the_docs_folder_has_no_link_to_what_is_not_a_page(tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("heronmorse", encoding="utf-8")
    text = settings().replace(f"  name: {THEME}\n", f"  name: {THEME}\n  custom_dir: overrides\n")
    root = write(project(tmp_path), {"curriculum.yaml": "title: T\n", "mkdocs.yml": text, "overrides/a.css": ""})
    for link, target in LINKS.values():
        (root / link).symlink_to(root / target)
    not_built(root, "error: the link leads ")
    reported = run(root, "check").out
    assert [link for link, _ in LINKS.values() if f"{link}:1:1: error: the link leads " not in reported] == []


def test_folders_whose_links_lead_to_each_other_are_refused(tmp_path: Path) -> None:
    """Not after going through 2^40 folders."""
    root = write(project(tmp_path), {"docs/a/page.md": "", "docs/b/page.md": ""})
    for link, target in (("a/x1", "b"), ("a/x2", "b"), ("b/y1", "a"), ("b/y2", "a")):
        (root / "docs" / link).symlink_to(Path("..") / target, target_is_directory=True)
    # The way there depends on which link is followed first.
    refused(root, ": error: the link leads to a folder that contains it")


def test_a_link_in_the_site_leads_no_page_elsewhere(tmp_path: Path) -> None:
    """What is in its place is written into the site."""
    text = f"{settings()}\nexclude_docs: |\n  !.well-known\n"
    root = write(
        project(tmp_path),
        {"docs/.well-known/2026/a.txt": "x", "mkdocs.yml": text, "site/assets/daytrail/daytrail.css": ""},
    )
    before = content(root / "entries")
    for link in ("log", ".well-known", "index.html"):
        (root / "site" / link).symlink_to(root / "entries")
    assert build(root).status == 0
    assert content(root / "entries") == before
    assert (root / "site/.well-known/2026/a.txt").is_file()


def test_a_build_that_is_killed_leaves_a_folder_for_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few files it has moved into the site's folder."""
    root, moved = project(tmp_path), list[Path]()
    write(root, {"site/.git/HEAD": ""})  # into an empty folder, all would be moved at once
    move = staging._move

    def move_one(source: Path, target: Path) -> None:
        if moved:
            raise SystemExit(1)
        moved.append(target)
        move(source, target)

    monkeypatch.setattr(staging, "_move", move_one)
    assert build(root).status == 1
    monkeypatch.undo()
    assert build(root).status == 0
    assert moved


FINE = {
    "a folder of its own": ("public", ""),
    "a folder outside of the project": ("../public", ""),
    "a folder with hidden files": ("build/site", ".git"),
    "an older site": ("public", "assets/daytrail/daytrail.css"),
    "a site that MkDocs built": ("public", "index.html"),
}


@pytest.mark.parametrize(("site_dir", "existing"), FINE.values(), ids=FINE)
def test_a_folder_for_the_site_alone_is_fine(tmp_path: Path, site_dir: str, existing: str) -> None:
    root = project(tmp_path, top=f"site_dir: {site_dir}\n")
    if existing:
        write(root / site_dir, {existing: '<meta name="generator" content="mkdocs-1.6.1, mkdocs-material-9.7">'})
    assert run(root, "check").status == 0
    built = build(root)
    assert built.status == 0, built.output
    assert (root / site_dir / "index.html").is_file()


def test_a_link_within_the_docs_folder_is_followed(tmp_path: Path) -> None:
    root = write(project(tmp_path), {"notes/page.md": "# A note\n", "notes/more/page.md": "# More\n"})
    (root / "docs/page.md").symlink_to(root / "notes/page.md")
    (root / "docs/more").symlink_to(root / "notes/more")
    assert run(root, "check").status == 0
    assert {"page/index.html", "more/page/index.html"} <= build(root).site.files


def test_no_command_writes_into_folders_that_overlap(tmp_path: Path) -> None:
    """With `entries: site/log`, the next build would delete an entry."""
    root = project(tmp_path, options="entries: site/log", entries="site/log")
    recipe = 'days: ["## {yyyy}-{m}-{d}"]\nseries: Tides\n'
    write(root, {"curriculum.yaml": PLAN, "imports/old.yaml": recipe, "old.md": "## 2026-01-05\n\nText.\n"})
    before = content(root)
    for arguments in (["new"], ["done", "w01/gravity"], ["import", "log", str(root / "old.md"), "--write"]):
        result = run(root, *arguments)
        assert (result.status, "mkdocs.yml:" in result.err) == (1, True), arguments
    assert content(root) == before
