"""Child processes that tests start, interrupt and wait for."""

import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

PATIENCE = 300
"""Seconds after which a wait for another process is given up; far more than any machine needs."""

SHEBANG = f"""#!/bin/sh
'''exec' "{sys.executable}" "$0" "$@"
' '''
"""
"""First lines of a program in Python for this Python, whose path may have spaces, which `#!` cannot name."""


def unused_address() -> str:
    """Return an address of this machine at which nothing listens, as `127.0.0.1:PORT`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{free.getsockname()[1]}"


def start(command: Sequence[str], cwd: Path, env: Mapping[str, str] | None = None) -> "subprocess.Popen[str]":
    """Start a command with both output streams in one pipe, and let it be interrupted by SIGINT.

    A process inherits the disposition of SIGINT. A shell without job control ignores it in background jobs, and so
    would the child. A handler of Python is not inherited but reset to the default, so one is set for the moment.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
        )
    finally:
        signal.signal(signal.SIGINT, before)


def interrupt(process: "subprocess.Popen[str]") -> int:
    """Send SIGINT to a process and return its status; kill it if it goes on.

    Windows cannot interrupt a single process. There it is terminated, and the status is 0.
    """
    if sys.platform == "win32":
        process.terminate()
        process.wait(PATIENCE)
        return 0
    process.send_signal(signal.SIGINT)
    try:
        return process.wait(PATIENCE)
    finally:
        process.kill()
