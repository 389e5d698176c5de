"""Work on two processors: every second job is done in a copy of this process.

Threads would not help, since pages are built by Python code. The copy is made by `fork`, which Windows lacks and macOS
advises against: there all jobs are done here.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Job = TypeVar("Job")
Result = TypeVar("Result")

_FEWEST = 16
"""So many jobs take longer than to copy the process."""


def results(
    jobs: Sequence[Job], run: Callable[[Job], Result], is_complete: Callable[[Result], bool] = lambda _: True
) -> Iterator[tuple[Result, bool]]:
    """Yield the result of each job, and whether it was done in this process.

    What a job of the other process changes in memory or prints is lost. If it raises an exception, or its result is not
    complete, it is done again here.
    """
    if sys.platform == "win32" or len(jobs) < _FEWEST or not _can_fork():
        yield from ((run(job), True) for job in jobs)
        return
    from multiprocessing import get_context  # most builds do without

    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_run_jobs, args=(jobs[1::2], run, receiver, sender), daemon=True)
    process.start()
    sender.close()
    try:
        for number, job in enumerate(jobs):
            received: list[Result] = _receive(receiver) if number % 2 else []
            if received and is_complete(received[0]):
                yield received[0], False
            else:
                yield run(job), True
    finally:
        process.terminate()
        process.join()
        receiver.close()


def _can_fork() -> bool:
    """Return whether there are two processors, and a copy of this process lacks none of its threads."""
    return hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1


def _receive(receiver: "Connection") -> list[Any]:
    """Return the next result of the other process in a list, which is empty if there is none."""
    try:
        return list(receiver.recv())
    except (EOFError, OSError):  # it was killed
        return []


def _run_jobs(jobs: Sequence[Job], run: Callable[[Job], Result], receiver: "Connection", sender: "Connection") -> None:
    """Send a list with the result of each job, empty after an exception, until nobody receives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends this one
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    receiver.close()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    with suppress(BrokenPipeError):
        for job in jobs:
            result = []
            with suppress(Exception):  # raised again where the job is repeated
                result = [run(job)]
            sender.send(result)
