"""Builds with MkDocs or ProperDocs, in this process."""

import logging
import os
import re
import runpy
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import click

from daytrail.cli.common.project import root_of, today_in
from daytrail.problems import Problem, errors_of
from daytrail.project.config_file import locate_message
from daytrail.project.last_build import Inputs, record_build, take_snapshot
from daytrail.project.report import as_text, summary
from daytrail.project.root_folder import CONFIG_FILES, config_file
from daytrail.project.settings import read_settings
from daytrail.project.user_folder import record_path
from daytrail.source.plan import part_folder

_LOG = "mkdocs.plugins.daytrail"
"""Log of the plugin."""
_OF_SETTING = re.compile(r"Config value '(\w+)': (.*)", re.DOTALL)
"""Message of MkDocs about a setting that it refuses."""


class _Heard(logging.Handler):
    """Messages of a build that the next one has to repeat."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.problems: list[Problem] = []
        self.has_warnings = self.is_repeatable = False
        """Whether there were warnings, besides problems of the journal, which the next build has to repeat; and whether
        the site depends only on the project's files and the date."""

    def emit(self, record: logging.LogRecord) -> None:
        """Take note of a message."""
        self.has_warnings |= record.levelno >= logging.WARNING
        self.is_repeatable = getattr(record, "is_repeatable", self.is_repeatable)

    def print_problem(self, record: logging.LogRecord) -> bool:
        """Print a problem as `daytrail check` does; return whether MkDocs has to print the message of a record."""
        problem: Problem | None = getattr(record, "problem", None)
        if problem:
            self.problems.append(problem)
            click.echo(as_text([problem]), nl=False, err=True)
        return problem is None


def root_to_build(start: Path) -> Path:
    """Return the root of a project whose settings have no errors; else print these, and exit with status 1."""
    root = root_of(start)
    settings, problems = read_settings(root)
    today_in(settings.timezone)  # if it is no date, that is wrong usage
    if errors_of(problems):
        click.echo(f"{as_text(problems)}{summary(problems)}\nnothing was built", err=True)
        raise SystemExit(1)
    return root


def build_and_record(start: Path, arguments: Sequence[str]) -> NoReturn:
    """Build a project as mkdocs.yml says, and record what the build depended on; exit with its status."""
    root = root_to_build(start)
    inputs = _inputs(root)
    before, heard = take_snapshot(root, inputs), _Heard()
    logging.getLogger(engine()).addHandler(heard)
    logging.getLogger(_LOG).addFilter(heard.print_problem)
    try:
        run_mkdocs(root, ["build", *arguments])
    except SystemExit as end:
        if not end.code and heard.is_repeatable and not heard.has_warnings:
            record_build(root, inputs, before, as_text(heard.problems))
        raise


def _inputs(root: Path) -> Inputs:
    """Return what a build of a project reads and writes, as far as its settings say so."""
    settings, _ = read_settings(root)
    config, paths = settings.config, settings.paths
    plan = (paths.curriculum, part_folder(paths.curriculum))
    others = (*CONFIG_FILES, "macros.py", paths.entries, *plan, paths.reading, config.docs)
    own_templates = [str(folder)] if (folder := config.path("theme", "custom_dir")) else []
    return Inputs(
        [os.path.normpath(root / path) for path in config.files],
        [*(str(root / path) for path in others), *own_templates],
        str(config.site),
        str(record_path(root, "sites")),
        settings.timezone.key,
    )


def engine() -> str:
    """Return the package that builds.

    The themes and plugins for ProperDocs bring MkDocs too, so who has both has installed ProperDocs on purpose.
    """
    return "properdocs" if find_spec("properdocs") else "mkdocs"


def import_engine() -> None:
    """Import what builds, before anything else could take MkDocs for it, and prepare for the plugins of a project."""
    # Hides the note that Material prints about its own future.
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    # With git missing, a plugin of the project would otherwise end the build, although it can do without.
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    import_module(f"{engine()}.commands.build")


def run_mkdocs(root: Path, arguments: Sequence[str]) -> NoReturn:
    """Run MkDocs or ProperDocs in a project's folder, in this process, and exit with its status.

    MkDocs handles signals itself.
    """
    os.chdir(root)
    import_engine()
    command, *options = arguments
    # ProperDocs would look for another file first.
    sys.argv = [engine(), command, "--config-file", str(root / str(config_file(root))), *options]
    logging.getLogger(f"{engine()}.config").addFilter(partial(_add_location, root))
    try:
        runpy.run_module(engine(), run_name="__main__", alter_sys=True)
    except SystemExit as end:
        # The macros plugin ends the process with a status of its own.
        raise SystemExit(1 if isinstance(end.code, int) and end.code > 2 else end.code) from None
    raise SystemExit(0)


def _add_location(root: Path, record: logging.LogRecord) -> bool:
    """Begin a message about a setting with its location."""
    if found := _OF_SETTING.fullmatch(record.getMessage()):
        setting, message = found.groups()
        location = locate_message(read_settings(root)[0].config, setting, message)
        record.msg, record.args = f"{location}: `{setting}`: {message}", ()
    return True
