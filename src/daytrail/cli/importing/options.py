"""What all imports share: their options, and the text of a source."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from daytrail.cli.importing.report import read_if_there

LARGEST = 100_000_000
"""Bytes of a source."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
"""Characters that no file of a project may hold, and that nobody sees."""
LONG = 2_000_000
"""Bytes from which on it takes a while."""

Command = TypeVar("Command", bound=Callable[..., Any])
SOURCES = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(frozen=True)
class ImportOptions:
    """How an import ends."""

    dry_run: bool
    verify: bool
    report: Path | None
    as_json: bool

    @property
    def dry(self) -> bool:
        """Whether nothing but the report is written."""
        return self.dry_run or self.verify


def manner_options(command: Command) -> Command:
    """Add the options that say what becomes of the result."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="The report as JSON."),
        click.option(
            "--report",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Write the report there instead of to standard error.",
        ),
        click.option(
            "--verify", is_flag=True, help="Write nothing; prove that the project has every word of the source."
        ),
        click.option("--dry-run", is_flag=True, help="Write nothing but the report."),
    ):
        command = option(command)
    return command


def check_report(report: Path | None, sources: Iterable[Path]) -> None:
    """See that a report may be written, before anything else is.

    Raises:
        click.BadParameter: it would replace a file that is no report, or its folder is missing.
    """
    if report is None:
        return
    if not report.resolve().parent.is_dir():
        raise click.BadParameter(f"{report.parent} is no folder", param_hint="--report")
    there = read_if_there(report)
    is_report = there is not None and (
        ": read as " in there.partition("\n")[0] or there.startswith('[\n  {\n    "source"')
    )
    if report.resolve() in {source.resolve() for source in sources} or (there and not is_report):
        raise click.BadParameter(f"{report} is there and no report; name another file", param_hint="--report")


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what the disk refuses into a plain error.

    Raises:
        click.ClickException: the disk has refused something.
    """
    try:
        yield
    except OSError as stop:
        name = f"{stop.filename}: " if stop.filename else ""
        raise click.ClickException(f"{name}{stop.strerror or stop}") from None


def text_of(path: Path) -> str:
    """Return the text of a source.

    Raises:
        click.ClickException: it is none.
    """
    try:
        raw = path.read_bytes()
    except OSError as stop:
        raise click.ClickException(f"{path} cannot be read: {stop.strerror or stop}") from None
    if len(raw) > LARGEST:
        raise click.ClickException(f"{path} is larger than {LARGEST // 1_000_000} MB; split it")
    if b"\0" in raw:
        raise click.ClickException(f"{path} is not a text file")
    if not raw.strip():
        raise click.ClickException(f"{path} is empty")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return _CONTROL.sub("", raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n"))
        except UnicodeDecodeError:
            continue
    raise click.ClickException(f"{path} is neither UTF-8 nor Windows-1252")
