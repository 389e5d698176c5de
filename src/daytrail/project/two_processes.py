"""Work on two processors: this process and a copy of it share jobs, or the copy does one in the background.

Threads would not help, since pages are built by Python code. The copy is made by `fork` on Linux. Windows lacks it, and
macOS advises against it: there all jobs are done here.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from io import FileIO
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Job = TypeVar("Job")
Result = TypeVar("Result")

_FEWEST = 16
"""So many jobs take longer than to copy the process."""
_NUMBER_LENGTH = 4


@contextmanager
def shared_jobs(
    jobs: Sequence[Job], run: Callable[[Job], Result], is_complete: Callable[[Result], bool] = lambda _: True
) -> Iterator[Iterator[tuple[Result, bool]]]:
    """Give the result of each job in order, and whether it was done in this process.

    The other process starts with the block, and this one takes jobs whenever it is asked for a result. What a job of
    the other process changes in memory or prints is lost. If it raises an exception, or its result is not complete, it
    is done again here.
    """
    if sys.platform != "linux" or len(jobs) < _FEWEST or not _can_fork():
        yield ((run(job), True) for job in jobs)
        return
    from multiprocessing import get_context  # most builds do without

    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    with FileIO(os.memfd_create("numbers"), "r+") as numbers:
        # Copies of a process share the offset in a file, so each number is read once.
        numbers.write(b"".join(number.to_bytes(_NUMBER_LENGTH, "big") for number in range(len(jobs))))
        numbers.seek(0)
        process = context.Process(target=_run_jobs, args=(jobs, numbers, run, receiver, sender), daemon=True)
        process.start()
        sender.close()
        try:
            yield _results(jobs, numbers, run, is_complete, receiver)
        finally:
            process.terminate()
            process.join()
            receiver.close()


def in_background(*runs: Callable[[], Any]) -> list[Callable[[], Any]]:
    """Start functions in a copy of this process, which calls one after the other.

    Returns for each a function that waits for its result, to be called once, and by this process. If a copy cannot be
    made, all are called here at once; one that raises an exception there is called here again.
    """
    if sys.platform != "linux" or not _can_fork():
        here = [run() for run in runs]
        return [partial(here.__getitem__, number) for number in range(len(runs))]
    from multiprocessing import get_context  # as above

    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send_results, args=(runs, receiver, sender), daemon=True)
    process.start()
    sender.close()
    received: dict[int, list[Any]] = {}

    def result(number: int) -> Any:
        while number not in received and (message := _receive(receiver)):
            received.update([message])
        if number == len(runs) - 1:
            receiver.close()
            process.join()
        found = received.pop(number, [])
        return found[0] if found else runs[number]()

    return [partial(result, number) for number in range(len(runs))]


def _send_results(runs: Sequence[Callable[[], Any]], receiver: "Connection", sender: "Connection") -> None:
    _leave_the_terminal(receiver)
    with suppress(BrokenPipeError):
        for number in range(len(runs)):
            sender.send((number, _result(runs[number])))


def _result(run: Callable[..., Any], *arguments: Any) -> list[Any]:
    """Return a list with the result of a function; an empty one if it raises an exception, as it will again."""
    with suppress(Exception):
        return [run(*arguments)]
    return []


def _leave_the_terminal(receiver: "Connection") -> None:
    """Leave signals and messages to the first process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends this one
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    receiver.close()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _results(
    jobs: Sequence[Job],
    numbers: FileIO,
    run: Callable[[Job], Result],
    is_complete: Callable[[Result], bool],
    receiver: "Connection",
) -> Iterator[tuple[Result, bool]]:
    done: dict[int, tuple[Result, bool]] = {}
    for number in range(len(jobs)):
        while number not in done:
            own = None if receiver.poll() else _next_number(numbers)
            if own is not None:
                done[own] = run(jobs[own]), True
                continue
            other, result = _receive(receiver) or (number, [])
            is_usable = bool(result) and is_complete(result[0])
            done[other] = (result[0], False) if is_usable else (run(jobs[other]), True)
        yield done.pop(number)


def _next_number(numbers: FileIO) -> int | None:
    """Return a number that no process has read yet; None if there is none."""
    number = numbers.read(_NUMBER_LENGTH)
    return int.from_bytes(number, "big") if number else None


def _can_fork() -> bool:
    """Return whether there are two processors, and a copy of this process lacks none of its threads."""
    return sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1


def _receive(receiver: "Connection") -> tuple[int, list[Any]] | None:
    """Return the number of a job of the other process and a list with its result; None if it does no more."""
    try:
        number, result = receiver.recv()
    except (EOFError, OSError):  # there are no more jobs, or it was killed
        return None
    return number, result


def _run_jobs(
    jobs: Sequence[Job], numbers: FileIO, run: Callable[[Job], Result], receiver: "Connection", sender: "Connection"
) -> None:
    """Do jobs and send the number and result of each; the result is a list, empty if the job raised an exception."""
    _leave_the_terminal(receiver)
    with suppress(BrokenPipeError):
        while (number := _next_number(numbers)) is not None:
            sender.send((number, _result(run, jobs[number])))
