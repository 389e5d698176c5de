"""What all imports share: their options, and the text of a source."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

LARGEST = 100_000_000
"""Bytes of a source."""
LONG = 2_000_000
"""Bytes from which on it takes a while."""

Command = TypeVar("Command", bound=Callable[..., Any])
SOURCES = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(frozen=True)
class Manner:
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
            return raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            continue
    raise click.ClickException(f"{path} is neither UTF-8 nor Windows-1252")
