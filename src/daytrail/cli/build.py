"""`daytrail build`: builds the site with MkDocs or ProperDocs, if the project has no errors."""

import gc
import logging
import os
import re
import runpy
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import click

from daytrail.cli.common.output import examples
from daytrail.cli.common.project import open_project
from daytrail.project.cache_store import delete_cache
from daytrail.project.config_file import config_file
from daytrail.project.report import NewProblems, as_text, summary
from daytrail.project.settings import find_root


@click.command(
    epilog=examples("daytrail build", "daytrail build --strict", "daytrail build -- --site-dir public"),
)
@click.option("--strict", is_flag=True, help="Let MkDocs fail on its warnings too, such as a broken link.")
@click.option("--clean", is_flag=True, help="Build everything anew, without what earlier builds kept.")
@click.argument("options", nargs=-1, metavar="[-- MKDOCS_OPTION...]")
@click.pass_obj
def build(start: Path, strict: bool, clean: bool, options: tuple[str, ...]) -> None:
    """Build the site into site/, with ProperDocs if it is installed, else with MkDocs.

    Problems are listed first; where there are errors, nothing is built. Warnings of the
    journal never stop a build. Pages that would come out the same stay as they are. What
    follows `--` is handed to `mkdocs build` or `properdocs build`.
    """
    arguments = [*(["--strict"] if strict else []), *(["--clean"] if clean else []), *options]
    refuse_quiet_and_strict(arguments)
    if clean and (root := find_root(start)):
        delete_cache(root)
    run_mkdocs(check_before_build(start), ["build", *arguments])


def check_before_build(start: Path) -> Path:
    """Print a project's problems on standard error and return its root; exit with status 1 if there are errors."""
    project = open_project(start, create_cache=True)
    if project.problems:
        click.echo(as_text(project.problems), nl=False, err=True)
        click.echo(summary(project.problems), err=True)
    if project.errors:
        click.echo("nothing was built", err=True)
        raise SystemExit(1)
    logging.getLogger("mkdocs.plugins.daytrail").addFilter(NewProblems(project.problems))
    return project.root


def refuse_quiet_and_strict(options: Sequence[str]) -> None:
    """Refuse `--quiet` with `--strict` as wrong usage, since MkDocs 1.6 counts only the warnings that it prints."""
    quiet, strict = (
        any(option == f"--{name}" or re.fullmatch(f"-[cqsv]*{name[0]}[cqsv]*", option) for option in options)
        for name in ("quiet", "strict")
    )
    if quiet and strict:
        raise click.UsageError("MkDocs passes over broken links when it is quiet and strict at once: leave one away")


def engine() -> str:
    """Return the package that builds.

    The themes and plugins for ProperDocs bring MkDocs too, so who has both has installed ProperDocs on purpose.
    """
    return "properdocs" if find_spec("properdocs") else "mkdocs"


def run_mkdocs(root: Path, arguments: Sequence[str]) -> NoReturn:
    """Run MkDocs or ProperDocs in a project's folder, in this process, and exit with its status.

    In this process the plugin finds the project loaded already, and MkDocs handles signals itself.
    """
    os.chdir(root)
    # Hides the note that Material prints about its own future.
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    command, *options = arguments
    # ProperDocs would look for another file first.
    sys.argv = [engine(), command, "--config-file", str(root / str(config_file(root))), *options]
    # The loaded project lives as long as the process, so the garbage collector need not visit it.
    gc.freeze()
    # With git missing, a plugin of the project would otherwise end the build, although it can do without.
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    try:
        runpy.run_module(engine(), run_name="__main__", alter_sys=True)
    except SystemExit as end:
        # The macros plugin ends the process with a status of its own.
        raise SystemExit(1 if isinstance(end.code, int) and end.code > 2 else end.code) from None
    raise SystemExit(0)
