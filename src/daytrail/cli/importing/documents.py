"""Documents that an import reads, as they are on the disk: files, and folders with a file for each day."""

import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping
from pathlib import Path

import click

from daytrail.cli.common.files import disk_errors, display_path
from daytrail.source.files import MARKDOWN_ENDINGS, is_hidden, link_obstacle, read_bytes

MAX_BYTES = 25_000_000
"""The largest document that is read."""
MAX_LINES = 500_000
"""The most lines of a document."""
MAX_LINE = 10_000
"""Characters of a line of a document."""
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
_SKIPPED_FOLDERS = ("node_modules", "logseq")
"""Names of folders with files of programs: dependencies, and the settings and backups of Logseq."""


def read_source(path: Path) -> str:
    """Return the text of a document with LF as line ends. Raises click.ClickException if it is none, or too large."""
    with disk_errors(f"{display_path(path)} cannot be read"):
        raw = read_bytes(path, MAX_BYTES)
    if len(raw) > MAX_BYTES:
        raise click.ClickException(f"{path} is larger than {MAX_BYTES // 1_000_000} MB; split it")
    if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raw = raw.decode("utf-16", errors="replace").encode()
    if b"\0" in raw:
        raise click.ClickException(f"{path} is not a text file")
    if not raw.strip():
        raise click.ClickException(f"{path} is empty")
    text = _CONTROL_CHARACTERS.sub("", re.sub(r"\r\n?", "\n", _decoded(raw, path)))
    if text.count("\n") > MAX_LINES:
        raise click.ClickException(f"{path} has more than {MAX_LINES:,} lines; split it")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE and path.suffix not in (".csv", ".html", ".bib"):
            message = f"{path}:{number}: the line is longer than {MAX_LINE:,} characters; break it into several lines"
            raise click.ClickException(message)
    return text


def _decoded(raw: bytes, path: Path) -> str:
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise click.ClickException(f"{path} is neither UTF-8 nor Windows-1252")


def read_folder(folder: Path) -> Mapping[str, str]:
    """Return the texts of the Markdown files below a folder by their names, without hidden and linked ones."""
    names: list[str] = []
    for top, folders, files in os.walk(folder):
        folders[:] = [
            name for name in sorted(folders) if not name.startswith((".", "_")) and name not in _SKIPPED_FOLDERS
        ]
        paths = (Path(top, name) for name in sorted(files) if name.casefold().endswith(MARKDOWN_ENDINGS))
        names += [path.relative_to(folder).as_posix() for path in paths]
    texts = {
        name: read_source(folder / name) for name in names if not is_hidden(name) and not link_obstacle(folder, name)
    }
    if not texts:
        raise click.ClickException(f"{folder} has no Markdown files; nothing was written")
    return texts
