"""The command `daytrail`. Each module of this package is one of its commands; `common` and `importing` help them."""

import gc
import io
import os
import pkgutil
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from daytrail import __version__
from daytrail.cli.common.output import examples


class LazyGroup(click.Group):
    """A group with a command for each module of this package; a module is imported when its command is used.

    The module NAME defines the command NAME. Behind a keyword the module and its function have an
    underscore, as in `import_`.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.modules = {
            module.name.rstrip("_"): module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg
        }
        # click reads only the names: to list the commands, and to guess which one was meant.
        self.commands = dict.fromkeys(self.modules)  # type: ignore[assignment]  # no command is loaded yet

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's own
        """Import the module of a command and return the command; None if there is none of that name."""
        name = self.modules.get(cmd_name)
        return getattr(import_module(f"{__name__}.{name}"), name) if name else None


@click.group(
    cls=LazyGroup,
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
    """Run the command with the arguments of the process, and exit."""
    # Nearly all objects of a run live until its end: collecting 30 times as rarely saves some of a short build.
    gc.set_threshold(20_000, 20, 50)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A file's name may contain a lone surrogate, which cannot be encoded: print it as an escape.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    daytrail(prog_name="daytrail")
