"""Files of a journal: which there are, and their text. No other module of this package opens them."""

import codecs
import errno
import os
import re
import stat
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import TypeAlias

from daytrail.problems import Location, Problem, error, quoted, warning
from daytrail.source.draft_text import fenced_lines
from daytrail.source.private_text import blank_private
from daytrail.source.yaml.nodes import Document
from daytrail.source.yaml.parser import find_escapes, parse
from daytrail.source.yaml.syntax_messages import UNPRINTABLE, check_printable, end_location

MAX_ENTRY_BYTES = 250_000
"""Enough for 40,000 words; a Markdown parser needs far more time and memory than the size of its text."""
MAX_ENTRY_LINES = 10_000
MAX_LINE = 50_000
"""Characters of a line of an entry; the parser takes quadratic time for some long lines."""
MAX_TEXT_BYTES = 8_000_000
"""Limit of any other text. A plan of 500 weeks with 20 items each needs a quarter of it."""

MARKDOWN_ENDINGS = (".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdx", ".mdwn")
"""Endings of names, in lower case, by which programs take a file for Markdown."""

_ACCESS_HINT = "see that it is there and that you may read it"
_LINK_HINT = "put what it leads to in its place"

# A file's name is one line; bytes that are not UTF-8 become surrogates.
_INVALID_IN_PATH = re.compile(rf"[\t\n\r\x85\u2028\u2029]|{UNPRINTABLE.pattern}")


def markdown_files(root: Path, folder: str, problems: list[Problem]) -> Iterator[str]:
    """Yield the Markdown files below a folder, sorted; links to folders are reported, not followed."""

    def report(exception: OSError) -> None:
        if not isinstance(exception, FileNotFoundError):
            location = Location(Path(exception.filename).relative_to(root).as_posix())
            problems.append(error(location, f"the folder cannot be read: {_reason(exception)}", _ACCESS_HINT))

    if obstacle := link_obstacle(root, folder):
        problems.append(error(Location(folder), obstacle, _LINK_HINT))
        return
    for top, folders, files in os.walk(root / folder, onerror=report):
        parent = Path(top).relative_to(root).as_posix()
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        problems += [
            warning(Location(f"{parent}/{name}"), "a link to a folder is not followed")
            for name in folders
            if Path(top, name).is_symlink()
        ]
        for path in sorted(f"{parent}/{name}" for name in files if name.endswith(".md") and name[0] not in "._"):
            if _INVALID_IN_PATH.search(path):
                location = Location(_INVALID_IN_PATH.sub("\ufffd", path))
                problems.append(error(location, "the file's name is not plain text", "rename it"))
            else:
                yield path


def link_obstacle(root: Path, path: str) -> str | None:
    """Return why a file or folder of a project is not to be used because of a symbolic link; None if it may be.

    The path is relative to the root. A hard link cannot be told from a file.
    """
    top, target = os.path.realpath(root), os.path.realpath(root / path)
    if target == os.path.normpath(f"{top}/{path}"):
        return None
    if not Path(target).is_relative_to(top):
        return "the link leads out of the project"
    return "the link leads to a hidden file" if is_hidden(Path(target).relative_to(top)) else None


def is_hidden(path: str | PurePath) -> bool:
    """Return whether a file is hidden, or in a hidden folder: the name begins with a dot or an underscore."""
    return any(part.startswith((".", "_")) and part != ".." for part in PurePath(path).parts)


class NotRegularFile(OSError):
    """A folder, pipe or device is where a file should be."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(errno.EINVAL, "it is not a regular file", os.fspath(path))


def read_bytes(path: str | os.PathLike[str], max_bytes: int) -> bytes:
    """Return the content of a regular file, or its first `max_bytes + 1` bytes if it is larger.

    Every file that the owner may have replaced by something else is read with this function: reading a pipe may never
    end, and a device such as `/dev/zero` never does.

    Raises:
        NotRegularFile: It is a folder, pipe, socket or device, or a link to one.
        OSError: It cannot be read.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - a string or a Path
        raise NotRegularFile(path)
    # Somebody may put a pipe in its place now: opening it must not wait either.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(descriptor, "rb") as stream:  # noqa: PTH123 - pathlib opens no descriptors
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotRegularFile(path)
        return stream.read(max_bytes + 1)


Texts: TypeAlias = Mapping[str, str]
"""Texts of files, by their paths in the project, that are used in place of those on the disk."""
NO_TEXTS: Texts = MappingProxyType({})


def read_text(root: Path, path: str, max_bytes: int, texts: Texts = NO_TEXTS) -> tuple[str, list[Problem]]:
    """Read a text file. All line ends become one line feed, and byte order marks are removed."""
    if path in texts:
        return decode_text(texts[path].encode(errors="surrogatepass"), path, max_bytes)
    if obstacle := link_obstacle(root, path):
        return "", [error(Location(path), obstacle, _LINK_HINT)]
    try:
        raw = read_bytes(root / path, max_bytes)
    except NotRegularFile:
        return "", [error(Location(path), "this is not a file", "rename it, or put a file in its place")]
    except OSError as exception:
        return "", [error(Location(path), f"the file cannot be read: {_reason(exception)}", _ACCESS_HINT)]
    return decode_text(raw, path, max_bytes)


def decode_text(raw: bytes, path: str, max_bytes: int) -> tuple[str, list[Problem]]:
    """Return the text of a file, or why it cannot be used: it is too large, not UTF-8, or has a conflict of git."""
    if len(raw) > max_bytes:
        message = f"the file is larger than {max_bytes // 1000:,} kB"
        return "", [error(Location(path), message, "split it, or move a part of it elsewhere")]
    raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    while raw.startswith(codecs.BOM_UTF8):
        raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        text = raw.decode()
    except UnicodeDecodeError as exception:
        return "", [not_utf8(exception, path)]
    unprintable = check_printable(text, path)
    problems = [unprintable] if unprintable else list(find_conflicts(text, path))
    return ("", problems) if problems else (text, [])


def not_utf8(exception: UnicodeDecodeError, path: str) -> Problem:
    """Return the problem of the first byte of a file that is not UTF-8."""
    content, start = exception.object, exception.start
    location = end_location(content[:start].decode(), path)
    return error(location, f"the byte 0x{content[start]:02x} is not UTF-8", "save the file as UTF-8")


CONFLICT = "conflict"
"""Code of the problem that git left a conflict."""
_CONFLICT = re.compile(r"([<=|>])\1{6}(?: .*)?")


def find_conflicts(text: str, path: str) -> Iterator[Problem]:
    """Yield a problem for each place where git wrote two versions, since it could not merge them.

    It is about the first line of the conflict; if that is gone, about the last one. In a code block of a Markdown file
    such a line is text.
    """
    if "<<<<<<<" not in text and ">>>>>>>" not in text:
        return
    code = fenced_lines(text) if path.endswith(".md") else ()
    marks = [(n, line) for n, line in enumerate(text.split("\n"), 1) if n - 1 not in code and _CONFLICT.fullmatch(line)]
    for match in re.finditer(r"<[=|]*>?|[=|]+>", "".join(line[0] for _, line in marks)):
        number, line = marks[match.start() if match[0][0] == "<" else match.end() - 1]
        message = f"git left a conflict here: {quoted(line)}"
        hint = "keep one of the two versions, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`"
        yield error(Location(path, number), message, hint, CONFLICT)


_DATED_NAME = re.compile(r"\d{4}-\d\d-\d\d(-[^.]*)?")


def misnamed_entries(root: Path, folder: str, attachments: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each file below a folder that seems to be an entry, but is not named `….md`."""
    for top, folders, files in os.walk(root / folder):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        parent = Path(top).relative_to(root).as_posix()
        for name in files:
            stem, dot, ending = name.partition(".")
            ending = f"{dot}{ending}".casefold().replace(" ", "")
            is_markdown = ending.endswith(MARKDOWN_ENDINGS) and not name.endswith(".md")
            is_dated_text = ending in ("", ".txt", ".text", ".md.txt") and _DATED_NAME.fullmatch(stem)
            path = f"{parent}/{name}"
            if (is_markdown or is_dated_text) and name[0] not in "._" and path not in attachments:
                message = "this is not read as an entry, since its name does not end with `.md`"
                yield error(Location(path), message, f"rename it to {quoted(f'{stem.strip()}.md')}")


def read_entry_text(root: Path, path: str) -> tuple[str, list[Problem]]:
    """Read the text of an entry, which has neither too many nor too long lines."""
    text, problems = read_text(root, path, MAX_ENTRY_BYTES)
    lines = text.split("\n")
    if len(lines) > MAX_ENTRY_LINES + 1:
        message = f"the entry has more than {MAX_ENTRY_LINES:,} lines"
        problems.append(error(Location(path, MAX_ENTRY_LINES + 1), message, "split it, or move a part of it elsewhere"))
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            message = f"the line is longer than {MAX_LINE:,} characters"
            problems.append(error(Location(path, number, MAX_LINE + 1), message, "break it into several lines"))
    return ("", problems) if problems else (text, [])


def read_yaml(root: Path, path: str, empty_hint: str = "", texts: Texts = NO_TEXTS) -> tuple[Document, list[Problem]]:
    """Read a YAML file without its private passages. With a hint for it, a file without content is a problem."""
    text, problems = read_text(root, path, MAX_TEXT_BYTES, texts)
    public, wrong_markers = blank_private(text, path)
    document, syntax_problems = parse(public, path)
    syntax_problems += find_escapes(document, public)
    if wrong_markers:
        document, problems = replace(document, complete=False), problems + wrong_markers
    else:
        problems += syntax_problems
    if empty_hint and not problems and document.data is None:
        problems.append(error(Location(path), "nothing is written in this file", empty_hint))
    return document, problems


def _reason(exception: OSError) -> str:
    return (exception.strerror or "it does not open").lower()
