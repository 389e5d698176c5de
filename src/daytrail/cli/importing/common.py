"""What all imports have: options, the text of a source document, and a report of what was read and written."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.files import MAX_FILE_BYTES, create_file, disk_errors, refuse_link, replace_file
from daytrail.cli.common.output import as_json
from daytrail.cli.common.project import ProjectSettings
from daytrail.importers.text.diagnostics import UNPARSED_LINE
from daytrail.importers.text.links import is_web_url
from daytrail.problems import Problem
from daytrail.project.report import printable
from daytrail.source.files import NotRegularFile, read_bytes
from daytrail.source.private_text import cut_private
from daytrail.views.files.data import attributes

MAX_LINE = 10_000
"""Characters of a line of a source document; how long it takes to read one grows with the square of them."""
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
SOURCE = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(frozen=True)
class ImportOptions:
    """What to do with the result of an import."""

    dry_run: bool
    verify: bool
    report: Path | None
    as_json: bool
    source_url: str | None = None
    """The URL of the source document, from which its relative links are counted."""

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
        click.option("--verify", is_flag=True, help="Write nothing; prove that nothing of the source is lost."),
        click.option("--dry-run", is_flag=True, help="Write nothing but the report."),
        click.option(
            "--source-url",
            metavar="URL",
            callback=_check_url,
            help="Where the source is on the web; its relative links become links to there.",
        ),
    ):
        command = option(command)
    return command


def _check_url(_context: click.Context, _parameter: click.Parameter, url: str | None) -> str | None:
    if url is not None and not is_web_url(url):
        raise click.BadParameter(f"`{url}` is not a URL that begins with https:// or http://")
    return url


def read_source(path: Path) -> str:
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
            return _checked(path, raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n"))
    raise click.ClickException(f"{path} is neither UTF-8 nor Windows-1252")


def read_public_source(path: Path) -> str:
    """Return the text of a source document whose lines become items, or raise if it has a private passage."""
    text = read_source(path)
    public, wrong_markers = cut_private(text, str(path), 1)
    if wrong_markers or public != text:
        raise click.ClickException(f"{path} has a private passage, which would become public: remove it first")
    return text


def _checked(path: Path, text: str) -> str:
    """Return the text of a source document without control characters, or raise for a line that is too long."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            message = f"{path}:{number}: the line is longer than {MAX_LINE:,} characters; break it into several lines"
            raise click.ClickException(message)
    return _CONTROL_CHARACTERS.sub("", text)


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


@dataclass
class Report:
    """What an import does with one source document; `write` writes its files and reports them."""

    project: ProjectSettings
    options: ImportOptions
    source: Path
    read_as: str
    """What the source was recognised as, as in `countdown log, 49 entries, T-154 to T-106`."""
    diagnostics: list[Problem]
    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    """Files that exist with the same text."""
    kept: list[str] = field(default_factory=list)
    """Files, or keys in them, that exist with another text and are not changed."""
    added: list[str] = field(default_factory=list)
    """What was added to an existing file."""
    advice: list[str] = field(default_factory=list)

    def write(self, path: Path, text: str, note: str = "") -> bool:
        """Write a new file. If it exists with another text, report its name with the note and return False."""
        name = self.project.relative(path)
        refuse_link(self.project.root, path)
        existing = read_if_exists(path)
        if existing == text:
            self.unchanged.append(name)
        elif existing is not None or (not self.options.dry and not create_file(path, text)):
            self.kept.append(f"{name}{note}")
            return False
        else:
            self.written.append(name)
        return True

    @property
    def guesses(self) -> list[Problem]:
        """Diagnostics about what was guessed or contradicts itself."""
        return [problem for problem in self.diagnostics if problem.code != UNPARSED_LINE]

    @property
    def unparsed_lines(self) -> list[Problem]:
        """Diagnostics whose message is a line of the source that the result does not contain."""
        return [problem for problem in self.diagnostics if problem.code == UNPARSED_LINE]

    def as_data(self) -> dict[str, Any]:
        """Return the report as `--json` prints it."""
        return {
            "source": str(self.source),
            **attributes(("read_as", "written", "unchanged", "kept", "added"), self),
            "doubts": [{"line": problem.location.line, "message": problem.message} for problem in self.guesses],
            "left": [{"line": problem.location.line, "text": problem.message} for problem in self.unparsed_lines],
            "advice": self.advice,
        }

    def as_text(self) -> str:
        """Return the report as lines of text."""
        written = f"{len(self.written)} {'would be written' if self.options.dry else 'written'}"
        lines = [
            f"{self.source}: read as {self.read_as}",
            f"{written}, {len(self.unchanged)} there already, {len(self.kept)} kept as they are",
        ]
        for heading, rows in (
            ("Added", self.added),
            ("Kept, since they are there with another text", self.kept),
            ("Doubts", [_line_and_message(problem) for problem in self.guesses]),
            ("Left over", [_line_and_message(problem) for problem in self.unparsed_lines]),
            ("Advice", self.advice),
        ):
            if rows:
                lines += ["", f"{heading}:", *(f"  {printable(row)}" for row in rows)]
        return "\n".join(lines) + "\n"


@contextmanager
def all_or_none(reports: Iterable[Report]) -> Iterator[None]:
    """Delete the files that were written within the block if it ends with an exception."""
    try:
        yield
    except BaseException:
        for report in reports:
            for name in [] if report.options.dry else report.written:
                (report.project.root / name).unlink(missing_ok=True)
        raise


def _line_and_message(problem: Problem) -> str:
    return f"line {problem.location.line}: {problem.message.strip()}"


def print_reports(reports: Sequence[Report]) -> None:
    """Print reports, or write them to the file of `--report`, and print the names of the files that were written."""
    options = reports[0].options
    if options.as_json:
        text = as_json([report.as_data() for report in reports])
    else:
        text = "\n".join(report.as_text() for report in reports)
    if options.report:
        if options.report.exists() and not options.report.is_file():  # such as /dev/stdout
            options.report.write_text(text, encoding="utf-8", newline="\n")
        else:
            replace_file(options.report, text)
    else:
        click.echo(text, nl=False, err=not options.as_json)
    if not options.as_json and not options.dry:
        for report in reports:
            for name in report.written:
                click.echo(name)
