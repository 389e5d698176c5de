"""Saved files in `daytrail serve`: what the terminal and the page show."""

import re
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.engine import ENGINE
from tests.processes import PATIENCE, interrupt, start, unused_address
from tests.rebuild import JOURNAL
from tests.website import environment, make

DAY = "log/2026/01/06/"
ENTRY = "entries/2026-01-06.md"


class Serving:
    """A running server, its output and its pages."""

    def __init__(self, project: Path) -> None:
        address = unused_address()
        command = [sys.executable, "-m", ENGINE, "serve", "--dev-addr", address]
        self.project, self.home = project, f"http://{address}/repo/"
        self._process = start(command, cwd=project, env=environment())
        self.said: list[str] = []
        self._awaited = 0
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.until("", lambda page: "Day 2" in page or "Waves" in page)

    def _listen(self) -> None:
        assert self._process.stdout
        self.said.extend(iter(self._process.stdout.readline, ""))

    def get(self, address: str) -> str:
        try:
            with urllib.request.urlopen(f"{self.home}{address}", timeout=PATIENCE) as answer:  # noqa: S310 - our own server
                return str(answer.read().decode())
        except urllib.error.URLError:
            return ""

    def until(self, address: str, holds: Callable[[str], bool]) -> str:
        """Ask for a page until it is as wanted, and return it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if holds(page := self.get(address)):
                return page
            time.sleep(0.05)
        pytest.fail(f"{address} did not come: {''.join(self.said)}")

    def builds(self) -> list[int]:
        """How many pages each build has built so far."""
        return [int(found[1]) for line in self.said if (found := re.search(r"(\d+) of \d+ pages were", line))]

    def shows(self, address: str, text: str) -> str:
        """Ask for a page until it has a text, and return it."""
        return self.until(address, lambda page: text in page)

    def settled(self) -> None:
        """Wait until what was saved is built, and no further build begins."""
        end, seen = time.monotonic() + PATIENCE, -1
        while seen != len(self.said) or self.begun() < self._awaited or self.begun() > self.count("Reloading"):
            assert time.monotonic() < end, "".join(self.said)
            seen = len(self.said)
            time.sleep(0.5)

    def begun(self) -> int:
        """How many builds have begun after a save."""
        return self.count("Detected file changes")

    def count(self, message: str) -> int:
        """How often the server has said something."""
        return "".join(self.said).count(message)

    def put(self, name: str, text: str | None) -> None:
        """Save a file, or remove it."""
        self._awaited = self.begun() + 1
        path = self.project / name
        path.unlink() if text is None else path.write_text(text, encoding="utf-8")

    def stop(self) -> int:
        try:
            return interrupt(self._process)
        finally:
            self._listener.join(PATIENCE)
            if self._process.stdout:
                self._process.stdout.close()


ABOUT = "---\nrender_macros: true\n---\n\n# About\n"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The small journal, served for all tests of this module, each of which leaves it as it was."""
    started = Serving(make(tmp_path_factory.mktemp("served") / "project", {**JOURNAL, "docs/about.md": ABOUT}))
    yield started
    assert started.stop() == 0, "".join(started.said)


@pytest.fixture
def serving(running: Serving) -> Serving:
    """The small journal, served, once nothing is to be built."""
    running.settled()
    return running


def test_a_saved_entry_rebuilds_only_the_pages_that_show_it(serving: Serving) -> None:
    """A saved entry is on its page and in the lists that show it, after a build of few pages.

    Each build prints what is wrong with the journal; what plugins are made of is no news.
    """
    text = (serving.project / ENTRY).read_text(encoding="utf-8")
    before, began = len(serving.builds()), len(serving.said)
    (serving.project / "entries/levels.csv").write_text("6,2\n", encoding="utf-8")  # newer than the last build
    serving.put(ENTRY, f"{text.replace('A table', 'Two tables')}\n[Levels](levels.csv)\n")
    serving.shows(DAY, "Two tables")
    serving.shows("log/", "Two tables")
    serving.settled()
    assert 0 < sum(serving.builds()[before:]) < serving.builds()[0]
    serving.put("entries/2026-01-12.md", "---\nday: 2\n---\n\nA new day.\n")
    serving.shows("log/2026/01/12/", "A new day")
    serving.until("log/2026/01/10-undated/", lambda page: "log/2026/01/12" in page or "12/" in page)
    serving.settled()
    said = "".join(serving.said[began:])
    assert "day 2 comes after day 3" in said
    assert re.findall(r"\[macros\]|git_revision|Traceback|levels.csv", said) == []
    serving.put("entries/2026-01-12.md", None)
    serving.until("log/2026/01/12/", lambda page: not page)
    serving.put(ENTRY, text)


def test_an_entry_that_is_saved_during_a_build_is_shown_and_stays(serving: Serving) -> None:
    """The page is that of the last save while a build of the one before runs, and after that build."""
    good, built = (serving.project / ENTRY).read_text(encoding="utf-8"), len(serving.builds())
    begun, reloaded = serving.count("Detected file changes"), serving.count("Reloading")
    serving.put(ENTRY, good.replace("A table", "First table"))
    while serving.count("Building documentation") == begun + 1:  # the first build is that before all saves
        time.sleep(0.01)
    time.sleep(0.2)  # the build reads the first text
    serving.put(ENTRY, good.replace("A table", "Second table"))
    serving.shows(DAY, "Second table")
    assert len(serving.builds()) == built
    while serving.count("Reloading") == reloaded:
        time.sleep(0.01)
    assert "Second table" in serving.get(DAY)
    serving.settled()
    serving.put(ENTRY, good)


def test_a_broken_entry_stays_as_it_was_until_it_is_saved_again(serving: Serving) -> None:
    """The terminal names file, line and column; all pages stay; the next correct save is shown."""
    good = (serving.project / ENTRY).read_text(encoding="utf-8")
    serving.put(ENTRY, good.replace("day: 2", "daay: 2").replace("A table", "No table"))
    serving.settled()
    said = "".join(serving.said)
    assert f"{ENTRY}:3:1: error: unknown key `daay`" in said
    assert "The site stays as it was" in said
    assert "A table" in serving.get(DAY)
    assert "A table" in serving.get("log/")
    serving.put(ENTRY, good.replace("A table", "No table"))
    serving.shows(DAY, "No table")
    serving.shows("log/", "No table")
    serving.put(ENTRY, good)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("mkdocs.yml", "site_name: [open\n", r"mkdocs\.yml:1:12: error: the `\[` that opens here is not closed"),
        ("docs/about.md", f"{ABOUT}\n{{{{ timelin() }}}}\n", r"_UndefinedError_: 'timelin' is undefined"),
        ("macros.py", "raise RuntimeError('no table')\n", r"RuntimeError: no table"),
    ],
    ids=["settings", "template", "code"],
)
def test_a_mistake_outside_entries_lets_the_site_be_served(
    serving: Serving, name: str, text: str, message: str
) -> None:
    """The terminal has the message, pages are answered meanwhile, and the next correct save is built."""
    good, began = (serving.project / name).read_text(encoding="utf-8"), len(serving.said)
    for times in (1, 2) if name == "mkdocs.yml" else (1,):  # MkDocs would log the same message once
        serving.put(name, text)
        try:
            serving.settled()
            said = "".join(serving.said[began:])
            # A slow machine sees a file before and after it is written.
            assert len(re.findall(message, said)) == said.count("The site stays as it was") >= times, said
            assert "Waves" in serving.get("reading/")
        finally:
            serving.put(name, good)
        serving.settled()
    said = "".join(serving.said[began:])
    assert "will appear stuck" not in said
    assert ("Traceback" in said) == (name in ("macros.py", "docs/about.md"))


@pytest.mark.parametrize(
    ("name", "old", "new", "address", "word"),
    [
        ("curriculum.yaml", "title: Ebb", "title: Low water", "curriculum/week-01/", "Low water"),
        ("mkdocs.yml", "site_name: ", "site_name: Wet ", DAY, "Wet ML"),
        ("macros.py", "def define_env(env):", "def define_env(env):\n    env.variables['x'] = 1\n", "", "Day 2"),
    ],
)
def test_other_files_are_watched_too(serving: Serving, name: str, old: str, new: str, address: str, word: str) -> None:
    """Plan, settings and macros are rebuilt, even if an editor replaces the file."""
    text = (serving.project / name).read_text(encoding="utf-8")
    part = serving.project / f"{name}.part"
    part.write_text(text.replace(old, new), encoding="utf-8")
    part.replace(serving.project / name)
    serving.shows(address, word)
    serving.put(name, text)
