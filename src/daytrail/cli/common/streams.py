"""Standard streams of the command, whoever reads them."""

import io
import os
import sys
from typing import Any


class _Stream(io.FileIO):
    """A standard stream that is no terminal. A program that stops to read it, such as `head`, is no error."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data) or 0
        except BrokenPipeError:
            return len(data)
        except OSError as failure:
            name = "standard output" if self.fileno() == 1 else "standard error"
            raise OSError(failure.errno, failure.strerror, name) from None


def prepare_streams() -> None:
    """Let output be UTF-8, and let a stream that is closed, or that no program reads, take what is written to it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, or else the next file that is opened would
    sys.stdout, sys.stderr = _stream(sys.stdout, 1), _stream(sys.stderr, 2)


def _stream(stream: Any, number: int) -> Any:
    # A file's name may contain a lone surrogate, which cannot be encoded: print it as an escape.
    encoding, errors = "utf-8", "backslashreplace"
    if isinstance(stream, io.TextIOWrapper) and stream.isatty():
        stream.reconfigure(encoding=encoding, errors=errors)
        return stream
    raw = io.BufferedWriter(_Stream(number, "w", closefd=False))
    return io.TextIOWrapper(raw, encoding=encoding, errors=errors, line_buffering=number == 2)


def flush_streams() -> None:
    """Write what is buffered. Raises an OSError once if that fails, as on a full disk."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            # Python flushes it again when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            raise
