"""`mkdocs serve` shows every change of the journal, and outlives every mistake in it."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from tests.website import environment, make

PATIENCE = 30.0
"""Seconds that a change may take to be seen."""
PLAN = "title: Tides\nparts: [{id: one, title: One, weeks: [{week: 1, title: Ebb, concepts: [Gravity]}]}]\n"
MACRO = "\n    @env.macro\n    def tide() -> str:\n        return 'the water falls'\n"
ENTRY = "---\ntitle: First light\n---\n\nText.\n"


class Server:
    """A running `mkdocs serve`, its project and all that it has said."""

    def __init__(self, project: Path, address: str, log: Path, running: Callable[[], bool]) -> None:
        self.project = project
        self._address = address
        self._log = log
        self._running = running

    @property
    def said(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def get(self, page: str) -> str:
        """The page at an address; empty while there is none."""
        try:
            with urlopen(f"{self._address}{page}", timeout=10) as answer:  # noqa: S310 — our own server
                return str(answer.read().decode("utf-8"))
        except (HTTPError, URLError, ConnectionError, TimeoutError):
            return ""

    def write(self, name: str, text: str) -> None:
        """Save a file the way editors do: a new one, written elsewhere, takes the place of the old one."""
        new = self.project / "unsaved"
        new.write_text(text, encoding="utf-8")
        (self.project / name).parent.mkdir(parents=True, exist_ok=True)
        new.replace(self.project / name)

    def until(self, seen: Callable[[], bool], what: str) -> None:
        """Wait until something is so; fail when the server ends or patience does."""
        end = time.monotonic() + PATIENCE
        while not seen():
            assert self._running(), f"the server ended before {what}:\n{self.said}"
            assert time.monotonic() < end, f"not within {PATIENCE:g} s: {what}\n{self.said}"
            time.sleep(0.05)

    def shows(self, page: str, *words: str) -> None:
        """Wait until a page holds words."""
        self.until(lambda: all(word in self.get(page) for word in words), f"{page} shows {words}")


@contextmanager
def serving(project: Path) -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = project / "serve.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"],
            cwd=project,
            env=environment(PYTHONUNBUFFERED="1"),
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    server = Server(project, f"http://127.0.0.1:{port}/repo/", log, lambda: process.poll() is None)
    try:
        server.shows("", "</html>")
        yield server
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    project = make(
        tmp_path_factory.mktemp("serve") / "project",
        {
            "curriculum.yaml": PLAN,
            "entries/2026-01-12.md": ENTRY,
            "docs/own.md": "---\nrender_macros: true\n---\n\n# Own\n\n{{ tide() }}\n",
        },
    )
    with (project / "macros.py").open("a", encoding="utf-8") as macros:
        macros.write(MACRO)
    with serving(project) as started:
        # The watch begins a moment after the first page is there.
        started.until(lambda: _noticed(started), "a change is noticed")
        touched = time.monotonic()
        # No build that this asked for may be what shows a test's change: MkDocs looks twice a second.
        started.until(lambda: time.monotonic() > touched + 1.5 and _rested(started), "the server rests")
        yield started


def _noticed(server: Server) -> bool:
    for name in ("docs/index.md", "entries/2026-01-12.md", "curriculum.yaml", "macros.py"):
        os.utime(server.project / name)
    return "Detected file changes" in server.said


def _rested(server: Server) -> bool:
    said = server.said
    return said.count("Detected file changes") == said.count("Reloading browsers")


def test_an_entry_that_changes_is_shown(server: Server) -> None:
    """A new title is on its page, in the log and on the home page."""
    server.write("entries/2026-01-12.md", ENTRY.replace("First light", "High noon"))
    server.shows("log/2026/01/12/", "High noon")
    server.shows("log/", "High noon")
    server.shows("", "High noon")


def test_an_entry_that_comes_or_goes_is_shown(server: Server) -> None:
    """A new file is a new page, at any depth; a removed one is none, and nobody leads to it."""
    server.write("entries/2026/02/2026-02-01.md", "---\ntags: [surge]\n---\n\nNew.\n")
    server.shows("log/2026/02/01/", "New.")
    server.shows("tags/surge/", "log/2026/02/01/")
    shutil.rmtree(server.project / "entries/2026")
    server.until(lambda: server.get("log/2026/02/01/") == "", "the page is gone")
    server.until(lambda: "2026/02/01" not in server.get("log/"), "the log forgets it")


def test_a_plan_that_changes_is_shown(server: Server) -> None:
    """An item that is renamed is on its week, also after a second change."""
    for title in ("Flood", "Slack water"):
        server.write("curriculum.yaml", PLAN.replace("Ebb", title))
        server.shows("curriculum/week-01/", title)
        server.shows("curriculum/", title)


def test_macros_that_change_are_shown(server: Server) -> None:
    """The owner's own macro is read again."""
    server.shows("own/", "the water falls")
    path = server.project / "macros.py"
    server.write("macros.py", path.read_text(encoding="utf-8").replace("falls", "rises"))
    server.shows("own/", "the water rises")


def test_a_page_that_changes_is_shown(server: Server) -> None:
    """A page of docs/ is read again, with what its macros show."""
    server.write("docs/log.md", "---\nrender_macros: true\n---\n\n# Diary\n\n{{ timeline(limit=1) }}\n")
    server.shows("log/", "Diary", "dt-entry__title")


@pytest.mark.parametrize(
    ("name", "broken", "said", "page", "shown"),
    [
        ("entries/2026-01-12.md", "---\ntitel: First light\n---\n", "2026-01-12.md:2:1: error: ", "log/2026/01/12/", "Text"),
        ("curriculum.yaml", "title: [Tides\n", "curriculum.yaml:", "curriculum/week-01/", "Gravity"),
        ("docs/own.md", "---\nrender_macros: true\n---\n\n{{ week(99) }}\n", "no week `99`", "own/", "no week `99`"),
    ],
    ids=["entry", "plan", "macro"],
)
def test_a_mistake_is_said_and_mended(
    server: Server, name: str, broken: str, said: str, page: str, shown: str
) -> None:
    """A mistake is said while the old page stays, or on the page that calls a macro wrongly; the next save mends it."""
    good = (server.project / name).read_text(encoding="utf-8")
    seen = len(server.said)
    server.write(name, broken)
    server.until(lambda: said in server.said[seen:], "the mistake is said")
    assert "Traceback" not in server.said
    server.shows(page, shown)
    mended = good.replace("tide() }}", "tide() }} again").replace("Gravity", "Moon again").replace("Text.", "Text again")
    server.write(name, mended)
    server.shows(page, "again")
