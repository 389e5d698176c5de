"""Pages that a second process builds: the same bytes, and each warning once."""

import os
from collections.abc import Callable

import pytest

from daytrail.site import two_processes
from tests.conftest import Journal
from tests.website import build_apart

JOBS = range(40)
HERE = os.getpid()


@pytest.fixture(autouse=True)
def forks(monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("this system copies no processes")
    monkeypatch.setattr(two_processes, "_can_fork", lambda: True)


def numbered(job: int) -> tuple[int, int]:
    return job, os.getpid()


def fails_elsewhere(job: int) -> tuple[int, int]:
    if os.getpid() != HERE and job == 5:
        raise ValueError(job)
    return numbered(job)


def dies_elsewhere(job: int) -> tuple[int, int]:
    if os.getpid() != HERE and job == 5:
        os._exit(1)
    return numbered(job)


@pytest.mark.parametrize(
    ("run", "is_complete", "elsewhere"),
    [
        (numbered, lambda _: True, set(JOBS[1::2])),
        (numbered, lambda result: result[0] != 5, set(JOBS[1::2]) - {5}),
        (fails_elsewhere, lambda _: True, set(JOBS[1::2]) - {5}),
        (dies_elsewhere, lambda _: True, {1, 3}),
    ],
)
def test_every_second_job_is_done_elsewhere_unless_it_fails_there(
    run: Callable[[int], tuple[int, int]], is_complete: Callable[[tuple[int, int]], bool], elsewhere: set[int]
) -> None:
    done = list(two_processes.results(JOBS, run, is_complete))
    assert [job for (job, _), _ in done] == list(JOBS)
    assert {job for (job, process), _ in done if process != HERE} == elsewhere
    assert {job for (job, _), is_here in done if not is_here} == elsewhere


def test_an_exception_of_a_job_is_raised_here() -> None:
    def fails(job: int) -> int:
        if job == 7:
            raise ValueError(job)
        return job

    with pytest.raises(ValueError, match="7"):
        list(two_processes.results(JOBS, fails))


def test_each_warning_of_a_page_is_given_once(journal: Journal) -> None:
    """Both processes build pages with links that lead nowhere, and a strict build counts all of them."""
    links = [f"missing-{day}.md" if day % 3 else f"2026-01-01.md#missing-{day}" for day in range(1, 31)]
    days = {f"entries/2026-01-{day:02d}.md": f"[a]({link})\n" for day, link in enumerate(links, start=1)}
    built = build_apart(journal({**days, "docs/index.md": "# Home\n"}))
    assert built.status == 1
    assert {built.output.count(f"link '{link}'") for link in links} == {1}, built.output
    assert "Aborted with 30 warnings" in built.output
