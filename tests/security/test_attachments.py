"""A site contains only files of its project, and of those beside entries only what a page shows or links to."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.command import PLAN, ROOT, run, write
from tests.for_each import for_each
from tests.website import build, make

SECRET = "heronmorse"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """Return a file outside of the project, which has the name of a plan, an entry and a picture."""
    folder = tmp_path / "outside"
    for name in ("a.png", "a.md", "a.yaml"):
        write(folder, {name: f"{SECRET}: [\n"})
    return folder


def published(root: Path) -> bytes:
    """Return the bytes of every file of a built site, one after the other, and of the names of all files."""
    paths = sorted(path for path in (root / "site").rglob("*") if path.is_file())
    return b"\n".join([*(path.read_bytes() for path in paths), *(os.fsencode(path.name) for path in paths)])


def entry(body: str) -> str:
    """Return the text of an entry."""
    return f"---\ntitle: x\n---\n\n{body}\n"


CASES: Any = yaml.safe_load((ROOT / "tests/cases/attachments.yml").read_text(encoding="utf-8"))
LINKS: Mapping[str, tuple[str, str]] = CASES["links"]
FINE = {"beside.png", "docs.png"}


def numbered(bodies: dict[str, str], folder: str, content: str) -> dict[str, str]:
    """Return an entry in a folder of its own for each body, each with a picture beside it."""
    files = {f"entries/{folder}{n}/2026-01-12-{folder}{n}.md": entry(body) for n, body in enumerate(bodies.values())}
    return files | {f"entries/{folder}{n}/a.png": content for n in range(len(bodies))}


@pytest.mark.site
def test_only_what_a_page_shows_is_published(tmp_path: Path, outside: Path) -> None:
    """Not what is named in a comment, a private passage or code, and not what is elsewhere.

    A symbolic link is copied if it leads to a file for the site. A name that no file can have ends no build.
    """
    names = [*(name for name, _ in LINKS.values()), "elsewhere/a.png", "files/../elsewhere/a.png"]
    body = "\n".join(f"![a]({name})" for name in names)
    files = {
        "entries/2026-01-12.md": entry(f"{body} ![a]({'a' * 300}.png) ![a](a%00.png)"),
        "entries/2026-01-13.md": f"---\ndraft: true\n---\n\n{SECRET}\n",
        **dict.fromkeys(("entries/files/a.png", "docs/a.png"), "picture"),
        **dict.fromkeys(("entries/_hidden.png", ".env", ".git/config"), SECRET),
        **numbered(CASES["commented"], "hidden", SECRET),
        **numbered(CASES["shown"], "shown", "picture"),
    }
    root = make(tmp_path / "project", files)
    for name, target in LINKS.values():
        (root / "entries" / name).symlink_to(target)
    (root / "entries/elsewhere").symlink_to(outside)
    built = build(root, strict=False)
    assert built.status == 0, built.output
    assert SECRET.encode() not in published(root)
    assert {name for name in names if f"entries/{name}" in built.site.files} == FINE
    assert {(root / "site/entries" / name).read_bytes() for name in FINE} == {b"picture"}
    shown = {f"entries/shown{n}/a.png": name for n, name in enumerate(CASES["shown"])}
    assert [name for path, name in shown.items() if path not in built.site.files] == []


@for_each(["b.MD", "b.markdown", "b.mdown", "b.mkd", "b.mkdn", "b.Markdown"])
def test_a_text_in_markdown_is_no_attachment(name: str, tmp_path: Path) -> None:
    """What may be a draft, or a page for MkDocs, whose templates would run, is an error."""
    files = {"mkdocs.yml": "site_name: x\n", "entries/2026-01-12.md": entry(f"[a]({name})"), f"entries/{name}": "x\n"}
    assert f"entries/{name}:1:1: error: " in run(write(tmp_path, files), "check").out


@pytest.mark.parametrize("target", ["outside/a.yaml", "project/.hidden.yaml", "project/_drafts/a.yaml"])
@pytest.mark.parametrize("name", ["curriculum.yaml", "reading.yaml", "curriculum/a.yaml", "entries/2026-01-12.md"])
def test_no_word_of_a_file_elsewhere_is_read(tmp_path: Path, outside: Path, name: str, target: str) -> None:
    """A plan, a part, a reading list or an entry that is a link out of the project is an error without its content."""
    hidden = dict.fromkeys((".hidden.yaml", "_drafts/a.yaml"), f"{SECRET}: [\n")
    root = write(tmp_path / "project", {"mkdocs.yml": "site_name: x\n", **hidden})
    assert outside.is_dir()
    if name == "curriculum/a.yaml":
        write(root, {"curriculum.yaml": "title: T\nparts: [{file: curriculum/a.yaml}]\n"})
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).symlink_to(tmp_path / target)
    for command in (["check"], ["check", "--json"], ["status"], ["reading", "--links"], ["reading"], ["review"]):
        outcome = run(root, *command)
        assert SECRET not in outcome.out + outcome.err
    checked = run(root, "check")
    assert checked.status == 1
    assert f"{name}:1:1: error: the link leads " in checked.out


@pytest.mark.parametrize("folder", ["entries", "curriculum"])
def test_a_folder_that_leads_out_of_the_project_is_not_read(tmp_path: Path, outside: Path, folder: str) -> None:
    """The folder of the entries, or of the parts of the plan, may be a link, but not out of the project."""
    root = write(tmp_path / "project", {"mkdocs.yml": "site_name: x\n"})
    if folder == "curriculum":
        write(root, {"curriculum.yaml": "title: T\nparts: [{file: curriculum/a.yaml}]\n"})
    (root / folder).symlink_to(outside)
    checked = run(root, "check")
    assert checked.status == 1
    assert "error: the link leads out of the project" in checked.out
    assert SECRET not in checked.out + checked.err


def test_a_folder_within_the_project_may_be_a_link(tmp_path: Path) -> None:
    """Entries may be elsewhere in the project."""
    root = write(tmp_path, {"mkdocs.yml": "site_name: x\n", "notes/days/2026-01-12.md": "Text.\n"})
    (root / "entries").symlink_to("notes/days")
    checked = run(root, "check")
    assert (checked.status, checked.out) == (0, "")


def test_an_import_copies_only_files_beside_the_source(tmp_path: Path, outside: Path) -> None:
    """A document that somebody else wrote brings no file into the project that is not in its own folder."""
    links = ["l.png", "folder/a.png", ".ssh/id_rsa", "./.ssh/../.ssh/id_rsa", "b.png"]
    shown = "\n".join(f"![a]({link})" for link in links)
    source = write(
        tmp_path / "source",
        {
            "log.md": f"## 2026-01-12\n\nWords.\n\n{shown}\n\n## 2026-01-13\n\nMore.\n",
            ".ssh/id_rsa": SECRET,
            "b.png": "picture",
        },
    )
    (source / "l.png").symlink_to(outside / "a.png")
    (source / "folder").symlink_to(outside)
    root = write(tmp_path / "project", {"mkdocs.yml": "site_name: x\n"})
    outcome = run(root, "import", "log", str(source / "log.md"), "--write")
    assert outcome.status == 0, outcome.err
    copied = {path.relative_to(root / "entries").as_posix() for path in (root / "entries").rglob("*") if path.is_file()}
    assert copied == {"2026/2026-01-12.md", "2026/2026-01-13.md", "2026/b.png"}


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["schema", "--write"], "schemas/entry.schema.json"),
        (["new", "--date", "2026-01-13"], "entries/2026"),
        (["done", "moon", "--date", "2026-01-12"], "entries/2026/2026-01-12.md"),
        (["import", "plan", "plan.txt", "--write"], "curriculum.yaml"),
        (["import", "reading", "list.txt", "--write"], "reading.yaml"),
    ],
)
def test_no_command_writes_through_a_link_out_of_the_project(
    tmp_path: Path, outside: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], name: str
) -> None:
    """What a link leads to stays as it is, and nothing is created there."""
    shutil.rmtree(outside)
    write(outside, {"file": "date: 2026-01-12\n", "folder/a.md": "x"})
    root = write(
        tmp_path / "project",
        {
            "mkdocs.yml": "site_name: x\n",
            **({} if name == "curriculum.yaml" else {"curriculum.yaml": PLAN}),
            "plan.txt": "# Plan\n\n## Week 1: Tides\n\n- [ ] Read a gauge\n",
            "list.txt": "# Books\n\n- [The moon](https://example.org/moon)\n",
        },
    )
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).symlink_to(outside / ("folder" if name == "entries/2026" else "file"))
    monkeypatch.chdir(root)
    outcome = run(root, *command)
    assert outcome.status == 1
    assert "leads out of the project" in outcome.err
    assert {path.name: path.read_text(encoding="utf-8") for path in outside.rglob("*") if path.is_file()} == {
        "file": "date: 2026-01-12\n",
        "a.md": "x",
    }


@pytest.mark.parametrize("name", ["docs", ".github", "entries", "README.md", "docs/log.md"])
@pytest.mark.parametrize("options", [(), ("--into",)])
def test_no_journal_is_started_through_a_link_out_of_its_folder(
    tmp_path: Path, outside: Path, options: tuple[str, ...], name: str
) -> None:
    """Neither a folder nor a file that is missing behind the link is written, and nothing beside it."""
    shutil.rmtree(outside)
    outside.mkdir()
    root = tmp_path / "journal"
    (root / name).parent.mkdir(parents=True)
    (root / name).symlink_to(outside / "missing.md" if name.endswith(".md") else outside)
    outcome = run(tmp_path, "init", "journal", *options)
    is_left_alone = options and name.endswith(".md")
    assert outcome.status == (0 if is_left_alone else 1)
    assert list(outside.iterdir()) == []
    assert is_left_alone or [path for path in root.rglob("*") if path.is_file()] == []
