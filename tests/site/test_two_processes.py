"""Pages that a second process builds: the same bytes, and each warning once."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from daytrail.project import two_processes
from tests.conftest import Journal
from tests.website import build_apart

JOBS = range(2100)
HERE = os.getpid()
CAN_FORK = two_processes._can_fork


@pytest.fixture(autouse=True)
def forks(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("only Linux copies processes")
    monkeypatch.setattr(two_processes, "_can_fork", lambda: True)


def results(
    jobs: Sequence[int], run: Callable[[int], Any], is_complete: Callable[[Any], bool] = lambda _: True
) -> list[tuple[Any, bool]]:
    with two_processes.shared_jobs(jobs, run, is_complete) as done:
        return list(done)


def numbered(job: int) -> tuple[int, int]:
    return job, os.getpid()


def fails_elsewhere(job: int) -> tuple[int, int]:
    if os.getpid() != HERE and job % 3:
        raise ValueError(job)
    return numbered(job)


def dies_elsewhere(job: int) -> tuple[int, int]:
    if os.getpid() != HERE and job % 50 == 7:
        os._exit(1)
    return numbered(job)


def wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.01)


@pytest.mark.parametrize("run", [numbered, fails_elsewhere, dies_elsewhere])
def test_each_job_is_done_and_those_that_fail_elsewhere_are_done_here(run: Callable[[int], tuple[int, int]]) -> None:
    done = results(JOBS, run, lambda result: result[0] % 5 > 0)
    assert [job for (job, _), _ in done] == list(JOBS)
    assert [process == HERE for (_, process), _ in done] == [is_here for _, is_here in done]
    assert all(is_here for (job, _), is_here in done if not job % 5 or (run is fails_elsewhere and job % 3))


def test_both_processes_do_jobs_until_none_is_left(tmp_path: Path) -> None:
    """The first one stays at its first job until the other one, which waits for it, has done all others."""
    first = tmp_path / "first"

    def run(job: int) -> tuple[int, int]:
        (tmp_path / str(job)).touch()
        if os.getpid() == HERE:
            first.touch()
        while not first.exists() or (os.getpid() == HERE and len(list(tmp_path.iterdir())) < 21):
            time.sleep(0.01)
        return numbered(job)

    done = results(range(20), run)
    assert [job for (job, _), _ in done] == list(range(20))
    assert sum(is_here for _, is_here in done) == 1


def test_the_other_process_works_while_this_one_does_something_else(tmp_path: Path) -> None:
    def run(job: int) -> tuple[int, int]:
        (tmp_path / str(job)).touch()
        return numbered(job)

    with two_processes.shared_jobs(range(20), run) as done:
        while len(list(tmp_path.iterdir())) < 20:
            time.sleep(0.01)
        assert [is_here for _, is_here in done] == [False] * 20


def test_the_other_process_ends_with_the_block() -> None:
    """An error of this process leaves none that writes files."""

    def fail() -> None:
        with two_processes.shared_jobs(range(20), lambda _: time.sleep(600)):
            raise ValueError("here")

    with pytest.raises(ValueError, match="here"):
        fail()
    assert active_children() == []


def test_an_exception_of_a_job_is_raised_here() -> None:
    def fails(job: int) -> int:
        if job == 7:
            raise ValueError(job)
        return job

    with pytest.raises(ValueError, match="7"):
        results(JOBS, fails)


@pytest.mark.parametrize(("run", "is_here"), [(numbered, False), (fails_elsewhere, True), (dies_elsewhere, True)])
def test_a_function_in_the_background_is_called_here_if_it_fails_elsewhere(
    run: Callable[[int], tuple[int, int]], is_here: bool, tmp_path: Path
) -> None:
    begun = tmp_path / "begun"

    def second() -> tuple[int, int]:
        begun.touch()
        return run(7)

    _, result = two_processes.in_background(lambda: run(3), second)
    wait_for(begun)
    job, process = result()
    assert job == 7
    assert (process == HERE) is is_here
    assert active_children() == []


def test_a_result_that_cannot_be_sent_is_made_here(tmp_path: Path) -> None:
    """The other process goes on with the next function."""
    begun = tmp_path / "begun"

    def second() -> int:
        begun.touch()
        return os.getpid()

    unsendable, process = two_processes.in_background(lambda: lambda: 7, second)
    wait_for(begun)
    assert unsendable()() == 7
    assert process() != HERE


def test_functions_that_have_not_begun_are_called_here_up_to_the_one_that_is_asked_for(tmp_path: Path) -> None:
    """The other process stays at its first function until this one has the results of the next two."""
    begun, end, ended = (tmp_path / name for name in ("begun", "end", "ended"))

    def first() -> int:
        begun.touch()
        wait_for(end)
        return os.getpid()

    def last() -> int:
        ended.touch()
        return os.getpid()

    first_result, *two_results, last_result = two_processes.in_background(first, os.getpid, os.getpid, last)
    wait_for(begun)
    assert [result() for result in two_results] == [HERE, HERE]
    end.touch()
    wait_for(ended)
    assert first_result() == last_result() != HERE
    assert active_children() == []


def test_a_copy_of_a_process_is_not_copied_again(tmp_path: Path) -> None:
    begun = tmp_path / "begun"

    def run() -> tuple[int, bool]:
        begun.touch()
        return os.getpid(), CAN_FORK()

    [result] = two_processes.in_background(run)
    wait_for(begun)
    process, can_fork = result()
    assert process != HERE
    assert not can_fork


def test_a_function_in_the_background_runs_before_its_result_is_asked_for(tmp_path: Path) -> None:
    """Its result is larger than a pipe takes at once."""
    begun = tmp_path / "begun"

    def run() -> bytes:
        begun.touch()
        return bytes(1_000_000)

    (result,) = two_processes.in_background(run)
    wait_for(begun)
    assert result() == bytes(1_000_000)


def test_each_warning_of_a_page_is_given_once(journal: Journal) -> None:
    """Both processes build pages with links that lead nowhere, and a strict build counts all of them."""
    links = [f"missing-{day}.md" if day % 3 else f"2026-01-01.md#missing-{day}" for day in range(1, 31)]
    days = {f"entries/2026-01-{day:02d}.md": f"[a]({link})\n" for day, link in enumerate(links, start=1)}
    built = build_apart(journal({**days, "docs/index.md": "# Home\n"}))
    assert built.status == 1
    assert {built.output.count(f"link '{link}'") for link in links} == {1}, built.output
    assert "Aborted with 30 warnings" in built.output
