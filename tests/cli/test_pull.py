"""`daytrail plan pull`: a plan of somebody else, and what changes in it."""

import shutil
import socket
from pathlib import Path
from threading import Thread

import pytest

from daytrail.source.load import load
from tests.command import CommandResult, run, texts, write
from tests.rebuild import commit, git
from tests.website import serve

THEIRS = """\
title: Tides
start: 2025-01-06
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: Ebb
        concepts: [Gravity, {id: sun, text: The sun, done: 2025-01-07}]
        reading:
          - {id: moon, title: The moon, url: "https://example.org/moon", hours: 1.5}
          - {id: tables, title: Tide tables}
      - week: 2
        title: Flood
        practice:
          - {id: gauge, text: Read a gauge, hours: 2}
"""

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")


def pull(root: Path, *arguments: str) -> CommandResult:
    return run(root, "plan", "pull", *arguments, "--yes", DAYTRAIL_TODAY="2026-01-19")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a journal that began with the plan of a file, with three of its items ticked."""
    source = str(write(tmp_path, {"theirs.yaml": THEIRS}) / "theirs.yaml")
    root = tmp_path / "mine"
    assert run(tmp_path, "init", "mine", "--plan", source, DAYTRAIL_TODAY="2026-01-05").status == 0
    return write(root, {"entries/2026/2026-01-06.md": "---\ndone: [w01/gravity, w01/tables, w02/gauge]\n---\n"})


def theirs(root: Path, *replacements: tuple[str, str]) -> None:
    """Change their plan."""
    change(root.parent / "theirs.yaml", *replacements)


def change(path: Path, *replacements: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    write(path.parent, {path.name: text})


def mine(root: Path) -> str:
    return (root / "curriculum.yaml").read_text(encoding="utf-8")


def test_what_cannot_be_pulled_says_what_to_do(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan in several files, a missing base, no git."""
    theirs(root, ("The moon", "The new moon"))
    with monkeypatch.context() as patch:
        patch.setenv("PATH", str(root))
        assert "git is not installed" in pull(root).err
    base = (root / ".daytrail/upstream.yaml").rename(root / "base")
    assert "take it from the history of git, or save there the version that this plan began with" in pull(root).err
    base.rename(root / ".daytrail/upstream.yaml")
    change(root / "curriculum.yaml", ("parts:\n", "parts:\n  - {file: curriculum/two.yaml}\n"))
    write(root, {"curriculum/two.yaml": "id: two\ntitle: Two\n"})
    assert "move its parts into curriculum.yaml, then pull" in pull(root).err


# -- sources --


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with a plan in two files, a tag and hooks."""
    two = "id: two\ntitle: Two\nweeks:\n  - {week: 3, title: Slack, concepts: [Still water]}\n"
    text = f"{THEIRS}  - file: curriculum/two.yaml\n"
    root = write(tmp_path / "theirs", {"curriculum.yaml": text, "curriculum/two.yaml": two})
    commit(root)
    git(root, "tag", "v1")
    commit(write(root, {"curriculum/two.yaml": two.replace("Still water", "Calm water")}))
    return root


def test_a_plan_is_taken_from_a_revision_of_git(tmp_path: Path, repository: Path) -> None:
    """And from the newest commit afterwards."""
    url = repository.as_uri()
    assert run(tmp_path, "init", "mine", "--plan", f"{url}@v1").status == 0
    root = tmp_path / "mine"
    assert (root / ".daytrail/upstream.yaml").read_text(encoding="utf-8").startswith(f"# daytrail plan pull {url}@v1\n")
    assert pull(root).err == "there is nothing to change\n"
    assert pull(root, url, "--write").status == 0
    assert "w03/calm-water" in load(root).journal.curriculum.items


def test_a_plan_is_taken_from_a_site(tmp_path: Path) -> None:
    write(tmp_path / "site/data", {"curriculum.yaml": THEIRS})
    folders: dict[str, Path] = {}
    with serve(folders) as port:
        folders[f"127.0.0.1:{port}"] = tmp_path / "site"
        url = f"http://127.0.0.1:{port}/repo/data"
        assert run(tmp_path, "init", "mine", "--plan", f"{url}/curriculum.yaml").status == 0
        change(tmp_path / "site/data/curriculum.yaml", ("The moon", "The new moon"))
        assert pull(tmp_path / "mine", "--write").status == 0
        assert "title: The new moon" in mine(tmp_path / "mine")
        result = pull(tmp_path / "mine", f"{url}/none.yaml")
        assert (result.status, "cannot be read: HTTP Error 404" in result.err) == (1, True)


def test_half_an_answer_is_not_taken(root: Path) -> None:
    """The lines that came before the connection ended may be a valid plan."""
    before = texts(root)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(f"HTTP/1.0 200 OK\r\nContent-Length: 9999\r\n\r\n{THEIRS}".encode())

        Thread(target=answer, daemon=True).start()
        result = pull(root, f"http://127.0.0.1:{server.getsockname()[1]}/x.yaml", "--write")
    assert (result.status, "the answer has no end" in result.err) == (1, True)
    assert texts(root) == before


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("--upload-pack=touch ran", "No such option"),
        ("ext::sh -c touch% ran", "is neither a file nor a repository of git"),
        ("ext://sh -c touch/ran", "'ext'"),
        ("https://localhost:1/x.git", "the repository cannot be read: "),
        ("https://localhost:1/x.yaml", "cannot be read: "),
        ("http://[::1/x.yaml", "cannot be read: "),
        ("http://a b/x.yaml", "cannot be read: "),
        ("{repository}@no-such", "the repository cannot be read: "),
        ("{repository}@--upload-pack=x", "is neither a file nor a repository of git"),
    ],
)
def test_a_source_that_cannot_be_read_is_an_error(root: Path, repository: Path, source: str, said: str) -> None:
    """And no command of it is run."""
    before = texts(root.parent)
    result = pull(root, "--write", source.format(repository=repository))
    assert result.status != 0
    assert said in result.err
    assert texts(root.parent) == before
