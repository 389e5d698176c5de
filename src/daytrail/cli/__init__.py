"""The command `daytrail`. Most modules of this package are commands; its folders help them."""

import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from traceback import extract_tb
from typing import Any

import click

from daytrail import __version__
from daytrail.cli.common.output import Group, os_error_text

TRACEBACK = "DAYTRAIL_TRACEBACK"
"""The environment variable that asks for the traceback of an unexpected exception."""


_SECTIONS = {
    "Each day": ("new", "done", "started", "dropped", "did", "status", "check", "serve", "build"),
    "The plan": ("plan", "review"),
    "Bring and share": ("init", "import", "reading", "share"),
    "Care": ("entry", "upgrade", "schema", "completion"),
}
_PLACES = {"started": ("done", "started"), "dropped": ("done", "dropped"), "import": ("import_", "import_")}


class LazyGroup(Group):
    """A group whose commands are imported when they are used.

    The command NAME is a function of that name in the module NAME, but for those of _PLACES.
    """

    sections = _SECTIONS

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # click reads only the names: to list the commands, and to guess which one was meant.
        self.commands = dict.fromkeys(sorted(chain(*_SECTIONS.values())))  # type: ignore[assignment]  # none is loaded

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's own
        """Import the module of a command and return the command; None if there is none of that name."""
        if cmd_name not in self.commands:
            return None
        module, function = _PLACES.get(cmd_name, (cmd_name, cmd_name))
        command: click.Command = getattr(import_module(f"{__name__}.{module}"), function)
        return command


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "-C",
    "--project",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=".",
    metavar="DIR",
    help="A folder of the project, instead of the current one.",
)
@click.version_option(__version__, prog_name="daytrail")
@click.pass_context
def daytrail(ctx: click.Context, project: Path) -> None:
    """Keep a learning log and a plan in plain files, and build a site of both.

    The project is the nearest folder upwards that has a mkdocs.yml. Data goes to standard output,
    messages to standard error. Exit status: 0 fine, 1 problems, 2 wrong usage.
    """
    ctx.obj = project
    if os.environ.get("NO_COLOR"):  # https://no-color.org
        ctx.color = False


def main() -> None:
    """Run the command with the arguments of the process, and exit."""
    # Otherwise the first record makes pydantic look for plugins of its own in all packages that are installed.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    _prepare_streams()
    status: int | str | None = 1
    try:
        daytrail(prog_name="daytrail")
    except SystemExit as end:
        status = end.code
    except Exception as failure:
        if os.environ.get(TRACEBACK):
            raise
        _print_failure(failure)
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError as failure:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Python flushes it again when it ends
        if not isinstance(failure, BrokenPipeError):
            _print_failure(failure)
            status = status or 1
    sys.exit(status)


def _prepare_streams() -> None:
    """Let output be UTF-8, and let a stream that is closed take what is written to it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, or else the next file that is opened would
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # it is None if it was closed
            # A file's name may contain a lone surrogate, which cannot be encoded: print it as an escape.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _print_failure(failure: Exception) -> None:
    """Print on standard error what ended the command: the disk, code of the project, or a mistake of ours."""
    message = " ".join(f"{type(failure).__name__}: {failure}".split())
    hint = f"the Python code of the project has stopped; {TRACEBACK}=1 in the environment shows the whole traceback"
    location = _location_in_project(failure)
    if location:
        text = f"{location}: error: {message}\n  hint: {hint}"
    elif isinstance(failure, OSError):
        text = f"error: {os_error_text(failure)}"
    else:
        text = (
            f"error: Daytrail, MkDocs or a plugin has a fault: {message}\n"
            f"  hint: please report it, with what the command prints if {TRACEBACK}=1 is in the environment"
        )
    with suppress(OSError):
        click.echo(text, err=True)


def _location_in_project(failure: Exception) -> str | None:
    """Return the line of the project's own code, such as macros.py, at which an exception was raised; else None."""
    frames = [(frame.filename, frame.lineno or 1) for frame in extract_tb(failure.__traceback__)]
    if isinstance(failure, SyntaxError) and failure.filename:
        frames.append((failure.filename, failure.lineno or 1))
    for name, line in reversed(frames):
        path = Path(name)
        ours = {"site-packages", "dist-packages"} & {*path.parts} or path.is_relative_to(Path(__path__[0]).parent)
        if path.is_file() and path.is_relative_to(Path.cwd()) and not ours:
            return f"{path.relative_to(Path.cwd()).as_posix()}:{line}:1"
    return None
