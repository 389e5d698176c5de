"""Work on two processors: this process and a copy of it share jobs, or the copy does one in the background.

Threads would not help, since pages are built by Python code. The copy is made by `fork` on Linux. Windows lacks it, and
macOS advises against it: there all jobs are done here.
"""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import finalize

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
    numbers = _with_numbers(os.memfd_create("numbers"), len(jobs))
    process = context.Process(target=_run_jobs, args=(jobs, numbers, run, receiver, sender), daemon=True)
    process.start()
    sender.close()
    try:
        yield _results(jobs, numbers, run, is_complete, receiver)
    finally:
        process.terminate()
        process.join()
        receiver.close()
        os.close(numbers)


def in_background(*runs: Callable[[], Any]) -> list[Callable[[], Any]]:
    """Start functions in a copy of this process, which calls one after the other.

    Returns for each a function that returns its result, to be called once, and by this process: while the result is not
    there, it calls functions here that have not begun and are not behind it. If a copy cannot be made, all are called
    here at once; one that raises an exception there is called here again.
    """
    if sys.platform != "linux" or not _can_fork():
        here = [run() for run in runs]
        return [partial(here.__getitem__, number) for number in range(len(runs))]
    from multiprocessing import get_context  # as above

    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    # In a pipe, few results would fit before they are read.
    numbers, results = files = _with_numbers(os.memfd_create("numbers"), len(runs)), os.memfd_create("results")
    process = context.Process(target=_run_and_store, args=(runs, numbers, results, receiver, sender), daemon=True)
    process.start()
    sender.close()
    missing = set(range(len(runs)))
    received: dict[int, list[Any]] = {}

    def result(number: int) -> Any:
        while number in missing:
            other, found = number, []
            # Functions behind this one stay for the other process.
            is_next = os.lseek(numbers, 0, os.SEEK_CUR) <= number * _NUMBER_LENGTH
            own = _next_number(numbers) if is_next and not receiver.poll() else None
            if own is not None:
                other, found = own, [runs[own]()]
            elif message := _receive(receiver):
                other, (start, length) = message
                found = pickle.loads(os.pread(results, length, start))  # noqa: S301 - written by our own copy
            received[other] = found
            missing.discard(other)
            if not missing:
                receiver.close()
                process.join()
        found = received.pop(number)
        return found[0] if found else runs[number]()

    # Nobody may ask for the results, as after a mistake in a page.
    finalize(result, _close, files)
    return [partial(result, number) for number in range(len(runs))]


def _close(files: Iterable[int]) -> None:
    for file in files:
        os.close(file)


def _run_and_store(
    runs: Sequence[Callable[[], Any]], numbers: int, results: int, receiver: "Connection", sender: "Connection"
) -> None:
    """Call functions, store their results, and send the number of each with its place; see `_pickled_result`."""
    _leave_the_terminal(receiver)
    start = 0
    with suppress(BrokenPipeError):
        while (number := _next_number(numbers)) is not None:
            length = os.write(results, _pickled_result(runs[number]))
            sender.send((number, (start, length)))
            start += length


def _result(run: Callable[..., Any], *arguments: Any) -> list[Any]:
    """Return a list with the result of a function; an empty one if it raises an exception, as it will again."""
    with suppress(Exception):
        return [run(*arguments)]
    return []


def _pickled_result(run: Callable[[], Any]) -> bytes:
    """Return what `_result` does; an empty list too if the result cannot be sent."""
    with suppress(Exception):
        return pickle.dumps([run()])
    return pickle.dumps([])


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
    numbers: int,
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


def _with_numbers(file: int, count: int) -> int:
    """Write numbers from 0 into a file. Copies of a process share its offset, so each number is read once."""
    os.write(file, b"".join(number.to_bytes(_NUMBER_LENGTH, "big") for number in range(count)))
    os.lseek(file, 0, os.SEEK_SET)
    return file


def _next_number(numbers: int) -> int | None:
    """Return a number that no process has read yet; None if there is none."""
    number = os.read(numbers, _NUMBER_LENGTH)
    return int.from_bytes(number, "big") if number else None


def _can_fork() -> bool:
    """Return whether there are two processors, and a copy of this process lacks none of its threads."""
    if sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1 or threading.active_count() > 1:
        return False
    from multiprocessing import current_process  # as above

    return not current_process().daemon  # which cannot be copied again


def _receive(receiver: "Connection") -> tuple[int, Any] | None:
    """Return the number of a job of the other process and what it sent with it; None if it does no more."""
    try:
        number, result = receiver.recv()
    except (EOFError, OSError):  # there are no more jobs, or it was killed
        return None
    return number, result


def _run_jobs(
    jobs: Sequence[Job], numbers: int, run: Callable[[Job], Result], receiver: "Connection", sender: "Connection"
) -> None:
    """Do jobs and send the number and result of each; the result is a list, empty if the job raised an exception."""
    _leave_the_terminal(receiver)
    with suppress(BrokenPipeError):
        while (number := _next_number(numbers)) is not None:
            sender.send((number, _result(run, jobs[number])))
