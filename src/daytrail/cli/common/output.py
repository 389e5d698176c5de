"""Output of commands: JSON, and their help."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from daytrail.problems import printable


def echo_json(data: Any) -> None:
    """Print lists, dictionaries, texts, numbers and dates as JSON on standard output; dates as in 2026-02-15."""
    click.echo(as_json(data), nl=False)


def echo_text(text: str) -> None:
    """Print lines on standard output, without characters that control a terminal, which an entry may contain."""
    click.echo(printable_text(text), nl=False)


def printable_text(text: str) -> str:
    """Return lines without characters that control a terminal."""
    return re.sub(r"[^\n\t]+", lambda match: printable(match[0]), text)


def as_json(data: Any) -> str:
    """Return the text that `echo_json` prints."""
    return json.dumps(data, ensure_ascii=False, indent=2, default=str) + "\n"


def examples(*lines: str) -> str:
    """Return the epilog of a command's help: examples, each on a line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def parse_line(_ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return a text on one line, or raise click.BadParameter if nothing of it can be printed; a callback of click."""
    line = " ".join((value or "").split())
    if printable(line) != line:
        raise click.BadParameter("this holds a character that cannot be printed")
    if not line and (value or param.required):
        raise click.BadParameter("there is no text here")
    return line if value else value


def os_error_text(failure: OSError) -> str:
    """Return an error of the operating system, as in `a.md: No space left on device`."""
    path = failure.filename2 or failure.filename  # of two paths, the one that a file should be moved to
    return f"{f'{path}: ' if path else ''}{failure.strerror or failure}"


class Group(click.Group):
    """A group whose help shows the whole first sentence of each command, where click cuts it at the end of the line."""

    sections: Mapping[str, Sequence[str]] = {}
    """The names of the commands below the headings of the help; without any, all are below one."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names of the commands, each with its sentence, which may take several lines."""
        for heading, names in (self.sections or {"Commands": self.list_commands(ctx)}).items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            rows = [(name, command.get_short_help_str(sys.maxsize)) for name, command in commands if command]
            with formatter.section(heading):
                formatter.write_dl(rows, col_max=20)
