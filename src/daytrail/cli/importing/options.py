"""Options that all imports have, and the text of a source document."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from daytrail.cli.common.files import disk_errors

MAX_BYTES = 100_000_000
"""The largest source document."""
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
SOURCE = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(frozen=True)
class ImportOptions:
    """What to do with the result of an import."""

    dry_run: bool
    verify: bool
    report: Path | None
    as_json: bool

    @property
    def dry(self) -> bool:
        """Whether nothing but the report is written."""
        return self.dry_run or self.verify

    def check_report(self, sources: Iterable[Path]) -> None:
        """Raise click.BadParameter if the report's folder is missing, or it would replace a file that is no report."""
        if self.report is None:
            return
        if not self.report.resolve().parent.is_dir():
            raise click.BadParameter(f"{self.report.parent} is no folder", param_hint="--report")
        existing = read_if_exists(self.report)
        is_report = existing is not None and (
            ": read as " in existing.partition("\n")[0] or existing.startswith('[\n  {\n    "source"')
        )
        if self.report.resolve() in {source.resolve() for source in sources} or (existing and not is_report):
            raise click.BadParameter(f"{self.report} is there and no report; name another file", param_hint="--report")


def import_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of `ImportOptions` to a command."""
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


def read_source(path: Path) -> str:
    """Return the text of a source document with LF as line ends and without other control characters."""
    with disk_errors(f"{path} cannot be read"):
        raw = path.read_bytes()
    if len(raw) > MAX_BYTES:
        raise click.ClickException(f"{path} is larger than {MAX_BYTES // 1_000_000} MB; split it")
    if b"\0" in raw:
        raise click.ClickException(f"{path} is not a text file")
    if not raw.strip():
        raise click.ClickException(f"{path} is empty")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return _CONTROL_CHARACTERS.sub("", raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n"))
        except UnicodeDecodeError:
            continue
    raise click.ClickException(f"{path} is neither UTF-8 nor Windows-1252")


def read_if_exists(path: Path) -> str | None:
    """Return the text of a file, None if there is none, and an empty text for a folder or a file that is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (IsADirectoryError, UnicodeDecodeError):
        return ""
