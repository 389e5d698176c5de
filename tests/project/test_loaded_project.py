"""Loading a project once while its files stay the same, and the clock."""

import os
from datetime import date, timedelta
from pathlib import Path
from threading import Thread
from time import sleep
from zoneinfo import ZoneInfo

import pytest

from daytrail.project import loaded_project
from daytrail.project.clock import UsageError, today
from daytrail.project.loaded_project import load_project
from daytrail.source.load import Loaded, ProjectPaths, ReadEntries, load
from tests.command import project, write

DAY = date(2026, 1, 13)


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Roots that were read, in order."""
    read: list[Path] = []

    def counting_load(root: Path, paths: ProjectPaths, read_entries: ReadEntries) -> Loaded:
        read.append(root)
        sleep(0.02)  # long enough for another thread to come in between
        return load(root, paths, read_entries)

    monkeypatch.setattr(loaded_project, "load", counting_load)
    return read


def test_an_unchanged_project_is_read_once(tmp_path: Path, loads: list[Path]) -> None:
    project(tmp_path)
    assert load_project(tmp_path, ProjectPaths(), DAY) is load_project(tmp_path / ".", ProjectPaths(), DAY)
    assert len(loads) == 1


@pytest.mark.parametrize("path", ["entries/2026/2026-01-12.md", "curriculum.yaml"])
def test_a_project_is_read_again_after_a_file_changed(tmp_path: Path, path: str, loads: list[Path]) -> None:
    project(tmp_path)
    load_project(tmp_path, ProjectPaths(), DAY)
    text = (tmp_path / path).read_text(encoding="utf-8")
    write(tmp_path, {path: text.replace("title: ", "title: New ")})
    found = load_project(tmp_path, ProjectPaths(), DAY).loaded.journal
    assert (found.entries[0].title == "New Spring tide") is (found.curriculum.title == "Tides")
    assert len(loads) == 2


def test_a_change_that_keeps_size_and_time_of_a_file_is_noticed(tmp_path: Path) -> None:
    project(tmp_path)
    path = tmp_path / "entries/2026/2026-01-12.md"
    load_project(tmp_path, ProjectPaths(), DAY)
    before = path.stat().st_mtime_ns
    sleep(0.02)  # longer than what the system's clock for files resolves
    write(
        tmp_path,
        {"entries/2026/2026-01-12.md": path.read_text(encoding="utf-8").replace("Spring", "Autumn")},
    )
    os.utime(path, ns=(before, before))
    assert load_project(tmp_path, ProjectPaths(), DAY).loaded.journal.entries[0].title == "Autumn tide"


def test_a_new_answer_in_docs_is_noticed(tmp_path: Path) -> None:
    project(tmp_path)
    write(tmp_path, {"docs/roof.md": "# Roof\n"})
    load_project(tmp_path, ProjectPaths(), DAY)
    plan = (tmp_path / "curriculum.yaml").read_text(encoding="utf-8")
    write(tmp_path, {"curriculum.yaml": f"{plan}\nmilestones: [{{id: roof, text: What limits it}}]\n"})
    assert load_project(tmp_path, ProjectPaths(), DAY).facts.milestones["roof"].answers == ()
    write(tmp_path, {"docs/roof.md": "---\nmilestone: roof\n---\n\n# Roof\n"})
    assert len(load_project(tmp_path, ProjectPaths(), DAY).facts.milestones["roof"].answers) == 1


def test_another_day_has_other_facts(tmp_path: Path) -> None:
    project(tmp_path)
    assert load_project(tmp_path, ProjectPaths(), DAY).facts.this_week == 2
    assert load_project(tmp_path, ProjectPaths(), DAY - timedelta(days=7)).facts.this_week == 1


def test_threads_that_ask_at_once_share_one_load(tmp_path: Path, loads: list[Path]) -> None:
    project(tmp_path)
    threads = [Thread(target=load_project, args=(tmp_path, ProjectPaths(), DAY)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loads) == 1


def test_today_is_the_date_of_the_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DAYTRAIL_TODAY", raising=False)
    ahead = today(ZoneInfo("Pacific/Kiritimati")) - today(ZoneInfo("Etc/GMT+12"))
    assert ahead in (timedelta(days=1), timedelta(days=2))  # 26 hours


@pytest.mark.parametrize("given", ["tomorrow", "2026-02-30", "20260216", "2026-W08-1"])
def test_a_malformed_today_is_an_error_with_a_message(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("DAYTRAIL_TODAY", given)
    with pytest.raises(UsageError, match=r"DAYTRAIL_TODAY is '.*', which is no date"):
        today(ZoneInfo("UTC"))
