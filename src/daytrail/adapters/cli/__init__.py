"""The command `daytrail`: each module a command, put together here."""

import io
import os
import sys
from pathlib import Path

import click

from daytrail import __version__
from daytrail.adapters.cli.bring import bring
from daytrail.adapters.cli.build import build
from daytrail.adapters.cli.check import check
from daytrail.adapters.cli.completion import completion
from daytrail.adapters.cli.links import links
from daytrail.adapters.cli.new import new
from daytrail.adapters.cli.project import examples
from daytrail.adapters.cli.reading import reading
from daytrail.adapters.cli.replan import replan
from daytrail.adapters.cli.review import review
from daytrail.adapters.cli.schema import schema
from daytrail.adapters.cli.serve import serve
from daytrail.adapters.cli.share import share
from daytrail.adapters.cli.status import status
from daytrail.adapters.cli.tick import done, dropped, started


@click.group(
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


_COMMANDS = (
    *(new, done, started, dropped),
    *(check, status, review, replan),
    *(reading, links, share),
    *(bring, build, serve, schema, completion),
)
for _command in _COMMANDS:
    daytrail.add_command(_command)


def main() -> None:
    """Run the command on the arguments of the process, and exit."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What cannot be encoded (half a character in a file's name) must not end the command.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    daytrail(prog_name="daytrail")
