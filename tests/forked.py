"""The command in a process forked from this one, which has imported all modules that a new process would import.

Windows cannot fork: there it is a new process.
"""

import json
import logging
import os
import signal
import socket
import subprocess
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from threading import Thread

import daytrail
from daytrail.cli import main
from tests.engine import ENGINE
from tests.processes import PATIENCE


@cache
def _import_all() -> None:
    """Import what a command or a build may need, once for all children."""
    names = [module.name for module in walk_packages(daytrail.__path__, "daytrail.")]
    names += [f"{ENGINE}.commands.build", "mkdocs_macros.plugin", "mkdocs_git_revision_date_localized_plugin.plugin"]
    for name in names:
        if not name.endswith("__main__"):
            import_module(name)


def start_child(act: Callable[[], int | None]) -> int:
    """Call a function in a child, whose status it returns, and return the child's process id.

    The child is killed after `PATIENCE` seconds.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of other threads, whose locks are free
        child = os.fork()
    if child:
        return child
    status: int | None = 1
    try:
        signal.alarm(PATIENCE)
        status = act()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else bool(end.code)
    except BaseException:  # noqa: BLE001 - the child ends here
        traceback.print_exc()
    finally:
        with suppress(OSError):
            sys.stderr.flush()
        os._exit(status or 0)


def status_of(child: int) -> int:
    """Wait for a child, and return its status, which is negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def fork(
    arguments: Sequence[str],
    cwd: Path,
    environment: Mapping[str, str],
    streams: Sequence[int],
    prepare: Callable[[], object] | None = None,
) -> int:
    """Run the command in a child, as in a process that has just started, and return its process id.

    The streams are standard input, output and error. `prepare` is called in the child.
    """

    def act() -> None:
        for number, stream in enumerate([os.dup(stream) for stream in streams]):
            os.dup2(stream, number)
            os.close(stream)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - it stays open
        sys.stdout, sys.stderr = (
            os.fdopen(number, "w", encoding="utf-8", closefd=False, buffering=1) for number in (1, 2)
        )
        sys.argv = ["daytrail", *arguments]
        os.chdir(cwd)
        os.environ.clear()
        os.environ.update(environment)
        warnings.resetwarnings()
        warnings.simplefilter("ignore")
        sys.modules.pop(f"{ENGINE}.__main__", None)  # which runs anew
        logging.getLogger(f"{ENGINE}.commands.build").filters.clear()  # of messages that other builds gave
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if prepare:
            prepare()
        main()

    _import_all()
    return start_child(act)


def spawned(
    arguments: Sequence[str], cwd: Path, environment: Mapping[str, str], prepare: Callable[[], object] | None = None
) -> tuple[int, str, str]:
    """Run the command in a child; return its status and both outputs."""
    if sys.platform == "win32":
        command = [sys.executable, "-m", "daytrail", *arguments]
        done = subprocess.run(
            command, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
        )
        return done.returncode, done.stdout, done.stderr
    pipes = [os.pipe(), os.pipe()]
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - a file descriptor is wanted
        child = fork(arguments, cwd, environment, [nothing.fileno(), *(end for _, end in pipes)], prepare)
    readers = []
    for reading, writing in pipes:
        os.close(writing)
        readers.append(os.fdopen(reading, encoding="utf-8"))
    with ThreadPoolExecutor(2) as pool:
        out, err = pool.map(lambda reader: reader.read(), readers)
    for reader in readers:
        reader.close()
    return status_of(child), out, err


_CLIENT = """\
#!/bin/sh
'''exec' "{python}" -I -S "$0" "$@"
' '''
# Stands in for `daytrail`: lets the process of the tests run it with these streams.
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    socket.send_fds(server, [b"x"], [0, 1, 2])
    with server.makefile("rw", encoding="utf-8", errors="surrogateescape") as stream:
        print(json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]), file=stream, flush=True)
        sys.exit(int(stream.readline()))
"""


@contextmanager
def served(folder: Path) -> Iterator[None]:
    """Let a program `daytrail` in a folder run the command in children of this process."""
    address = str(folder / "d")  # such addresses may not be long
    (folder / "daytrail").write_text(_CLIENT.format(python=sys.executable, address=address), encoding="utf-8")
    (folder / "daytrail").chmod(0o755)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(address)
        server.listen()
        Thread(target=_serve, args=[server], daemon=True).start()
        yield
        server.shutdown(socket.SHUT_RDWR)


def _serve(server: socket.socket) -> None:
    with suppress(OSError):  # at the end
        while True:
            Thread(target=_answer, args=[server.accept()[0]], daemon=True).start()


def _answer(client: socket.socket) -> None:
    with client, client.makefile("rw", encoding="utf-8") as stream:
        _, streams, _, _ = socket.recv_fds(client, 1, 3)
        arguments, cwd, environment = json.loads(stream.readline())
        child = fork(arguments, Path(cwd), environment, streams)
        for number in streams:
            os.close(number)
        status = status_of(child)
        print(status if status >= 0 else 128 - status, file=stream, flush=True)
