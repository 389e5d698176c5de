"""Options of all imports, and the text of a source document."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click

from daytrail.cli.common.files import MAX_FILE_BYTES, disk_errors
from daytrail.importers.text.links import is_web_url
from daytrail.source.files import NotRegularFile, read_bytes
from daytrail.source.private_text import cut_private

MAX_LINE = 10_000
"""Characters of a line of a source document; how long it takes to read one grows with the square of them."""
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
SOURCE_OR_FOLDER = click.Path(exists=True, path_type=Path)
REPORT_OPTIONS = ("dry_run", "verify", "report", "as_json", "show_all")
"""Options that change nothing but what is reported."""


@dataclass(frozen=True)
class ImportOptions:
    """Options for the result of an import."""

    dry_run: bool
    verify: bool
    report: Path | None
    as_json: bool
    show_all: bool = False
    """Whether the report shows all doubts instead of three of each kind."""
    source_url: str | None = None
    """The URL of the source document, from which its relative links are counted."""

    @property
    def dry(self) -> bool:
        """Whether nothing but the report is written."""
        return self.dry_run or self.verify


def import_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of `ImportOptions` to a command."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print the report as JSON instead of writing it."),
        click.option(
            "--all", "show_all", is_flag=True, help="List all doubts of each kind in the report, not only three."
        ),
        click.option(
            "--report",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Write the report to FILE. [default: import-report.md in the project]",
        ),
        click.option("--verify", is_flag=True, help="Check that nothing of the source is lost; write nothing."),
        click.option("--dry-run", is_flag=True, help="Print the report; write nothing."),
        click.option(
            "--source-url",
            metavar="URL",
            callback=_check_url,
            help="URL of the source, to which its relative links are relative.",
        ),
    ):
        command = option(command)
    return command


def _check_url(_context: click.Context, _parameter: click.Parameter, url: str | None) -> str | None:
    if url is not None and not is_web_url(url):
        raise click.BadParameter(f"`{url}` is not a URL that begins with https:// or http://")
    return url


def read_source(path: Path, *, with_long_lines: bool = False) -> str:
    """Return the text of a source document with LF as line ends and without other control characters."""
    with disk_errors(f"{path} cannot be read"):
        raw = read_bytes(path, MAX_FILE_BYTES)
    if len(raw) > MAX_FILE_BYTES:
        raise click.ClickException(f"{path} is larger than {MAX_FILE_BYTES // 1_000_000} MB; split it")
    if b"\0" in raw:
        raise click.ClickException(f"{path} is not a text file")
    if not raw.strip():
        raise click.ClickException(f"{path} is empty")
    for encoding in ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            text = _CONTROL_CHARACTERS.sub("", raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n"))
            return text if with_long_lines else with_short_lines(path, text)
    raise click.ClickException(f"{path} is neither UTF-8 nor Windows-1252")


def read_public_source(path: Path, *, with_long_lines: bool = False) -> str:
    """Return the text of a source document whose lines become items, or raise if it has a private passage."""
    text = read_source(path, with_long_lines=with_long_lines)
    public, wrong_markers = cut_private(text, str(path), 1)
    if wrong_markers or public != text:
        raise click.ClickException(f"{path} has a private passage, which would become public: remove it first")
    return text


def with_short_lines(path: Path, text: str) -> str:
    """Return the text of a source document, or raise for a line that is too long."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            message = f"{path}:{number}: the line is longer than {MAX_LINE:,} characters; break it into several lines"
            raise click.ClickException(message)
    return text


def read_if_exists(path: Path, *, line_ends: bool = False) -> str | None:
    """Return the text of a file, None if there is none, and an empty text if it is no file or not UTF-8.

    Its line ends are as they are if `line_ends` is true, else LF.
    """
    try:
        text = read_bytes(path, MAX_FILE_BYTES).decode()
        return text if line_ends else text.replace("\r\n", "\n").replace("\r", "\n")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (NotRegularFile, UnicodeDecodeError):
        return ""
