"""The journal's files: which there are, and their text. The only module that opens them."""

import codecs
import os
import re
from collections.abc import Iterator
from pathlib import Path

from daytrail.problems import Location, Problem, error, warning
from daytrail.source.yaml.syntax_messages import UNPRINTABLE, end_of, unprintable

LARGEST_ENTRY = 250_000
"""Bytes; 40,000 words are a long day, and a Markdown parser needs far more time and memory than its text."""
LARGEST_PLAN = 8_000_000
"""Bytes; 500 weeks with 20 items each need a quarter of it."""

_MAY_BE_READ = "see that it is there and that you may read it"

# A file's name is one line; bytes that are no UTF-8 come out as surrogates.
_STRANGE = re.compile(rf"[\t\n\r\x85\u2028\u2029]|{UNPRINTABLE.pattern}")


def markdown_files(root: Path, folder: str, problems: list[Problem]) -> Iterator[str]:
    """Yield the Markdown files below a folder, sorted; links to folders are reported, not followed."""

    def stopped(stop: OSError) -> None:
        if not isinstance(stop, FileNotFoundError):
            where = Location(Path(stop.filename).relative_to(root).as_posix())
            problems.append(error(where, f"the folder cannot be read: {_reason(stop)}", _MAY_BE_READ))

    for top, folders, files in os.walk(root / folder, onerror=stopped):
        here = Path(top).relative_to(root).as_posix()
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        problems += [
            warning(Location(f"{here}/{name}"), "a link to a folder is not followed")
            for name in folders
            if Path(top, name).is_symlink()
        ]
        for path in sorted(f"{here}/{name}" for name in files if name.endswith(".md") and name[0] not in "._"):
            if _STRANGE.search(path):
                where = Location(_STRANGE.sub("\ufffd", path))
                problems.append(error(where, "the file's name is not plain text", "rename it"))
            else:
                yield path


def read_text(root: Path, path: str, limit: int) -> tuple[str, list[Problem]]:
    """Read a text file; line ends come out as one line feed, whatever they were."""
    file = root / path
    try:
        if file.exists() and not file.is_file():  # a pipe would never end
            return "", [error(Location(path), "this is not a file", "rename it, or put a file in its place")]
        with file.open("rb") as opened:
            raw = opened.read(limit + 1)
    except OSError as stop:
        return "", [error(Location(path), f"the file cannot be read: {_reason(stop)}", _MAY_BE_READ)]
    if len(raw) > limit:
        message = f"the file is larger than {limit // 1000:,} kB"
        return "", [error(Location(path), message, "split it, or move a part of it elsewhere")]
    raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    while raw.startswith(codecs.BOM_UTF8):
        raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        text = raw.decode()
    except UnicodeDecodeError as stop:
        where = end_of(raw[: stop.start].decode(), path)
        return "", [error(where, f"the byte 0x{raw[stop.start]:02x} is not UTF-8", "save the file as UTF-8")]
    strange = unprintable(text, path)
    return ("", [strange]) if strange else (text, [])


def _reason(stop: OSError) -> str:
    return (stop.strerror or "it does not open").lower()
