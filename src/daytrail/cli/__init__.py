"""The command `daytrail`: each module a command, put together here."""

import io
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from daytrail import __version__
from daytrail.cli.examples import examples

_OWN = ("new", "check", "status", "review", "replan", "reading", "links", "share")
_SITE = ("build", "serve", "schema", "completion")
_COMMANDS = {
    **{name: name for name in (*_OWN, *_SITE)},
    **dict.fromkeys(("done", "started", "dropped"), "item_state"),
    "import": "importing.log",
}
"""The modules of the commands, each of which is loaded when it is called: some need much that others do without."""


class _Commands(click.Group):
    """A group whose commands are loaded when they are asked for."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # The names are all that click itself asks for.
        self.commands = dict.fromkeys(_COMMANDS)  # type: ignore[assignment]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 — click's own
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"daytrail.cli.{_COMMANDS[cmd_name]}")
        found: click.Command = getattr(module, "bring" if cmd_name == "import" else cmd_name)
        return found


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("daytrail new --edit", "daytrail check", "daytrail -C ~/notes status"),
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

    The project is the nearest folder upwards that holds a mkdocs.yml. Data goes to standard
    output, talk to standard error. Exit status: 0 fine, 1 problems, 2 wrong usage.
    """
    ctx.obj = project
    if os.environ.get("NO_COLOR"):  # https://no-color.org
        ctx.color = False


def main() -> None:
    """Run the command on the arguments of the process, and exit."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What cannot be encoded (half a character in a file's name) must not end the command.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    daytrail(prog_name="daytrail")
