"""Report of an import: what was read and written, doubts by kind, lines that are left over, and what to do next."""

import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from itertools import count as count_from
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import click

from daytrail.cli.common.files import refuse_link, replace_file
from daytrail.cli.common.output import as_json
from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.common import REPORT_OPTIONS, ImportOptions, read_if_exists
from daytrail.importers.text.diagnostics import UNPARSED_LINE
from daytrail.problems import Problem, printable
from daytrail.project.report import count
from daytrail.views.files.data import attributes

REPORT_FILE = "import-report.md"
"""Name of the report in the project's folder, which no build publishes."""
EXAMPLES = 3
"""How many examples of a kind are shown without `--all`."""
_MARK = re.compile(r"<!-- Report of `(?P<command>daytrail [a-z ]+)`\. .* Checksum: (?P<checksum>[0-9a-f]{16}) -->\n")
_CODE_OR_TAG = re.compile(r"`[^`]+`|<(?=[a-z/!?])", re.IGNORECASE)
_JSON_REPORT = '[\n  {\n    "source"'
_PRIVATE = "(a private line)"


class Step(NamedTuple):
    """Something to do after an import."""

    why: str
    """A sentence without its full stop."""
    command: str = ""
    """Command line; empty if no command does it."""


@dataclass
class Report:
    """Report of one source document: what the import read, wrote, doubted and left over."""

    project: ProjectSettings
    options: ImportOptions
    source: Path
    read_as: str
    """Recognised form of the source, as in `countdown log, 49 entries, T-154 to T-106`."""
    diagnostics: list[Problem]
    private_lines: Set[int] = frozenset()
    """Lines of the source that must not be quoted, since the report may become public with the project."""
    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    """Files that exist with the same text."""
    kept: list[str] = field(default_factory=list)
    """Files that exist with another text and are not changed."""
    kept_values: list[str] = field(default_factory=list)
    """Keys in files that have another value than the source and are not changed, each with both values."""
    added: list[str] = field(default_factory=list)
    """Additions to an existing file."""
    removed: list[str] = field(default_factory=list)
    """Files that are deleted."""
    differences: dict[str, str] = field(default_factory=dict)
    """Diffs of what the source has and a file that is kept has not, by the name of the file."""
    steps: list[Step] = field(default_factory=list)
    """Next steps besides those that every import advises."""
    page: str = ""
    """The name of the page for text that belongs to no day; empty if there is none."""
    page_text: str = ""

    @property
    def doubts(self) -> list[Problem]:
        """Diagnostics about what was guessed or contradicts itself."""
        return [problem for problem in self.diagnostics if problem.code != UNPARSED_LINE]

    @property
    def unparsed_lines(self) -> list[Problem]:
        """Diagnostics whose message is a line of the source that the result does not contain."""
        return [problem for problem in self.diagnostics if problem.code == UNPARSED_LINE]

    def text_of(self, problem: Problem) -> str:
        """Return the message of a diagnostic, unless it may quote a private line."""
        is_private = problem.location.line in self.private_lines
        return _PRIVATE if is_private else problem.message.strip()

    def as_data(self) -> dict[str, Any]:
        """Return the report as `--json` prints it."""
        return {
            "source": str(self.source),
            **attributes(("read_as", "written", "unchanged", "kept", "added", "removed", "differences"), self),
            "kept": [*self.kept, *self.kept_values],
            "doubts": [
                {
                    "line": problem.location.line,
                    "code": problem.code,
                    "message": self.text_of(problem),
                }
                for problem in self.doubts
            ],
            "left": [{"line": one.location.line, "text": self.text_of(one)} for one in self.unparsed_lines],
            "next": [step._asdict() for step in self.steps],
        }


# -- Output --


def print_reports(reports: Sequence[Report]) -> None:
    """Write the report to its file, or print it, and print the names of the files that were written."""
    options, root = reports[0].options, reports[0].project.root
    if options.as_json:
        text = as_json([report.as_data() for report in reports])
        if options.report:
            _write_report(options.report, text)
        else:
            click.echo(text, nl=False)
        return
    page = report_page(reports, show_all=options.show_all)
    if options.dry_run and not options.report:
        click.echo(page, nl=False, err=True)
        return
    path = options.report or (None if options.dry else _free_report_path(root))
    if path:
        _write_report(path, f"{_mark(page)}{page}")
    for line in _summary(reports, path):
        click.echo(line, err=True)
    if not options.dry:
        for report in reports:
            for name in report.written:
                click.echo(name)


def is_own_report(text: str) -> bool:
    """Tell whether a text is a report that nobody has changed since it was written."""
    mark = _MARK.match(text)
    return text.startswith(_JSON_REPORT) or (mark is not None and mark["checksum"] == _checksum(text[mark.end() :]))


def check_report_path(options: ImportOptions, project: ProjectSettings, sources: Iterable[Path]) -> None:
    """Raise an exception if the report cannot be written, or would replace anything but a report."""
    path = options.report
    if path is None:
        refuse_link(project.root, _free_report_path(project.root))
        return
    if not path.resolve().parent.is_dir():
        raise click.BadParameter(f"the folder {path.parent} does not exist", param_hint="--report")
    existing = read_if_exists(path) if path.is_file() or not path.exists() else None
    is_source = path.resolve() in {source.resolve() for source in sources}
    if is_source or path.is_dir() or (existing and not is_own_report(existing)):
        message = f"{path} exists and is not an unchanged import report; name another file"
        raise click.BadParameter(message, param_hint="--report")


def _free_report_path(root: Path) -> Path:
    """Return the path of the report: a file that does not exist, or an unchanged report of the same command."""
    for number in count_from(1):
        path = root / (REPORT_FILE if number == 1 else REPORT_FILE.replace(".", f"-{number}."))
        existing = read_if_exists(path)
        if existing is None:
            return path
        mark = _MARK.match(existing)
        if mark and mark["command"] == _command() and is_own_report(existing):
            return path
    raise AssertionError  # `count_from` does not end


def _write_report(path: Path, text: str) -> None:
    if path.exists() and not path.is_file():  # such as /dev/stdout
        path.write_text(text, encoding="utf-8", newline="\n")
    else:
        replace_file(path, text)


def _checksum(text: str) -> str:
    return blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()


def _mark(page: str) -> str:
    """Return the first line of a report's file."""
    note = "The next one replaces this file, unless you change it."
    return f"<!-- Report of `{_command()}`. {note} Checksum: {_checksum(page)} -->\n"


def _command() -> str:
    """Return the running command, as in `daytrail import log`."""
    context: click.Context | None = click.get_current_context()
    names: list[str] = []
    while context and context.parent:
        names.insert(0, context.info_name or "")
        context = context.parent
    return " ".join(("daytrail", *names))


def _summary(reports: Sequence[Report], path: Path | None) -> Iterator[str]:
    """Yield a few lines for the terminal."""
    for report in reports[:EXAMPLES]:
        yield printable(f"{report.source}: read as {report.read_as}")
    if len(reports) > EXAMPLES:
        yield f"… and {count(len(reports) - EXAMPLES, 'more file')}"
    written, unchanged, kept, values = (
        sum(len(names) for names in lists)
        for lists in zip(*((one.written, one.unchanged, one.kept, one.kept_values) for one in reports), strict=True)
    )
    files = f"{count(written, 'file')} {'would be written' if reports[0].options.dry else 'written'}"
    files += f", {unchanged} unchanged" * bool(unchanged) + f", {kept} kept" * bool(kept)
    files += f", {count(values, 'value')} kept as you wrote {'it' if values == 1 else 'them'}" * bool(values)
    doubts = count(sum(len(report.doubts) for report in reports), "doubt")
    left_over = count(sum(len(report.unparsed_lines) for report in reports), "line")
    yield f"{files}; {doubts}, {left_over} left over"
    if path:
        yield f"report: {printable(reports[0].project.relative(path))}"


# -- The page --


def report_page(reports: Sequence[Report], *, show_all: bool) -> str:
    """Return the report as a page in Markdown."""
    page = _Page(reports, show_all)
    sections = ("# Import report", *page.introduction(), *page.changes(), *page.doubts(), *page.left_over())
    return "\n\n".join((*sections, *page.next_steps())) + "\n"


@dataclass(frozen=True)
class _Page:
    """Sections of the page, each as its paragraphs."""

    reports: Sequence[Report]
    show_all: bool

    def introduction(self) -> Iterator[str]:
        """Yield what the sources were read as, and what was written where."""
        read = [_read_sentence(report) for report in self.reports]
        yield read[0] if len(read) == 1 else self._list(read)
        written = [name for report in self.reports for name in report.written]
        unchanged = sum(len(report.unchanged) for report in self.reports)
        is_dry = self.reports[0].options.dry
        if written:
            would = "would be" if is_dry else "was" if len(written) == 1 else "were"
            sentences = [f"{count(len(written), 'file')} {would} written{_by_folder(written)}."]
        else:
            sentences = ["Nothing would be written." if is_dry else "Nothing was written."]
        if unchanged:
            needs = "needs" if unchanged == 1 else "need"
            sentences.append(f"{count(unchanged, 'file')} {needs} no change.")
        yield " ".join(sentences)

    def changes(self) -> Iterator[str]:
        """Yield what was added to existing files, what was removed, and what was kept as it is."""
        for title, rows in (
            ("Added", [row for report in self.reports for row in report.added]),
            ("Removed", [row for report in self.reports for row in report.removed]),
            ("Kept as it is in the project", [row for one in self.reports for row in (*one.kept, *one.kept_values)]),
        ):
            if rows:
                yield f"## {title} ({len(rows)})"
                yield self._list([_prose(row) for row in rows])
        for report in self.reports:
            for name, difference in report.differences.items():
                yield f"Lines of the source that {_code(name)} lacks:"
                yield "\n".join(f"    {printable(line)}" for line in difference.split("\n"))

    def doubts(self) -> Iterator[str]:
        """Yield the doubts by kind."""
        by_code: dict[str, list[str]] = defaultdict(list)
        for report in self.reports:
            for problem in report.doubts:
                at = f"line {problem.location.line}"
                file = f"{_code(str(report.source))}, " if len(self.reports) > 1 else ""
                by_code[problem.code].append(f"{file}{at}: {_prose(report.text_of(problem))}")
        if by_code:
            yield "## Doubts"
        for code, rows in by_code.items():
            yield f"### {code.replace('-', ' ').capitalize()} ({len(rows)})"
            yield self._list(rows)

    def left_over(self) -> Iterator[str]:
        """Yield the lines that are in no entry and no item: those in no file at all, then those on a page."""
        number = sum(len(report.unparsed_lines) for report in self.reports)
        if number:
            yield f"## Left over ({number})"
        for report in self.reports:
            on_page = {line.strip() for line in report.page_text.split("\n")}
            lost = [problem for problem in report.unparsed_lines if problem.message.strip() not in on_page]
            kept = [problem for problem in report.unparsed_lines if problem.message.strip() in on_page]
            source = f" ({_code(str(report.source))})" if len(self.reports) > 1 else ""
            yield from _source_lines(report, lost, f"In no file of the project{source}")
            yield from _source_lines(report, kept, f"In no entry, but on the page {_code(report.page)}{source}")

    def next_steps(self) -> Iterator[str]:
        """Yield what to do next."""
        steps = list(dict.fromkeys(step for report in self.reports for step in report.steps))
        steps += general_steps(self.reports)
        if steps:
            yield "## What to do next"
            lines = (f"{why}: {_code(command)}" if command else why + "." * ("\n" not in why) for why, command in steps)
            yield "\n".join(f"{number}. {line}" for number, line in enumerate(lines, start=1))

    def _list(self, rows: Sequence[str]) -> str:
        """Return a bullet list of all rows, or of the first few."""
        shown = rows if self.show_all or len(rows) <= EXAMPLES else rows[:EXAMPLES]
        lines = [f"- {row}" for row in shown]
        if len(rows) > len(shown):
            lines.append(f"- … and {len(rows) - len(shown)} more, which `--all` shows")
        return "\n".join(lines)


def general_steps(reports: Sequence[Report]) -> Iterator[Step]:
    """Yield what to do after every import that wrote something, or would."""
    if not any(report.written for report in reports):
        return
    if reports[0].options.dry_run:
        yield Step("Run the import", command_line())
    elif not reports[0].options.dry:
        yield Step("Look for problems in the project", project_command("check"))
        yield Step("See the site", project_command("serve"))


def command_line(**changes: str) -> str:
    """Return the running command without the options about its report, and with other options added."""
    context = click.get_current_context()
    words: list[str] = []
    for parameter in context.command.params:
        value = context.params.get(parameter.name or "")
        if isinstance(parameter, click.Argument):
            words += [str(path) for path in (value if isinstance(value, tuple) else (value,))]
        elif value not in (None, False) and parameter.name not in (*REPORT_OPTIONS, *changes):
            text = f"{value:%Y-%m-%d}" if isinstance(value, datetime) else str(value)
            words += [parameter.opts[0]] if value is True else [parameter.opts[0], text]
    for name, value in changes.items():
        words += [f"--{name.replace('_', '-')}", value]
    return project_command("import", context.info_name or "", *words)


def project_command(*words: str) -> str:
    """Return a command line of Daytrail for the project of the running command."""
    start = click.get_current_context().find_root().params.get("project")
    options = [] if start in (None, Path()) else ["-C", str(start)]
    return shlex.join(("daytrail", *options, *words))


def _read_sentence(report: Report) -> str:
    kind, _, details = report.read_as.partition(", ")
    return f"{_code(str(report.source))} was read as a {kind}: {details}."


def _by_folder(names: Sequence[str]) -> str:
    """Return where files are, as in ` to `entries/`` or `: 4 in `entries/` and `reading.yaml``."""
    folders: Mapping[str, list[str]] = defaultdict(list)
    for name in names:
        path = PurePath(name)
        folders[str(path.parent) if path.is_absolute() else path.parts[0] if len(path.parts) > 1 else name].append(name)
    phrases = [
        _code(files[0]) if len(files) == 1 else f"{len(files)} in {_code(f'{folder}/')}"
        for folder, files in folders.items()
    ]
    if len(phrases) == 1:
        return f": {phrases[0]}" if len(names) == 1 else f" to {_code(f'{next(iter(folders))}/')}"
    return f": {', '.join(phrases[:-1])} and {phrases[-1]}"


def _code(text: str) -> str:
    """Return a text as inline code."""
    return f"`{printable(text)}`" if "`" not in text else f"`` {printable(text)} ``"


def _prose(text: str) -> str:
    """Return a text for a line of the page, in which tags and comments would hide what follows."""
    line = " ".join(printable(text).split())
    return _CODE_OR_TAG.sub(lambda match: match[0] if match[0].startswith("`") else r"\<", line)


def _source_lines(report: Report, lines: Sequence[Problem], title: str) -> Iterator[str]:
    """Yield a title, and lines of a source as a code block with their numbers."""
    if lines:
        width = len(str(max(problem.location.line for problem in lines)))
        yield f"{title}:"
        yield "\n".join(
            f"    {problem.location.line:>{width}}  {printable(report.text_of(problem))}" for problem in lines
        )
