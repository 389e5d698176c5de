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

from daytrail.cli.common.project import Project, open_project, root_of
from daytrail.project.config_file import locate_message
from daytrail.project.last_build import Inputs, Snapshot, record_build, take_snapshot
from daytrail.project.report import BuildReport, as_text, build_report, summary
from daytrail.project.root_folder import CONFIG_FILES, config_file
from daytrail.project.settings import read_settings
from daytrail.project.user_folder import record_path
from daytrail.source.plan import part_folder

_LOG = "mkdocs.plugins.daytrail"
"""Log of the plugin."""
_OF_SETTING = re.compile(r"Config value '(\w+)': (.*)", re.DOTALL)
"""Message of MkDocs about a setting that it refuses."""


class _Warnings(logging.Handler):
    """Whether a build has logged a warning, which the next one has to repeat."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.any = False

    def emit(self, record: logging.LogRecord) -> None:
        """Take note of a warning."""
        self.any |= record.levelno >= logging.WARNING


def check_before_build(start: Path) -> Project:
    """Print a project's problems on standard error and return it; exit with status 1 if there are errors."""
    project = open_project(start)
    click.echo(_as_text(project), nl=False, err=True)
    if project.errors:
        click.echo("nothing was built", err=True)
        raise SystemExit(1)
    logging.getLogger(_LOG).addFilter(BuildReport(project.problems))
    return project


def _as_text(project: Project) -> str:
    return f"{as_text(project.problems)}{summary(project.problems)}\n" if project.problems else ""


def build_and_record(start: Path, arguments: Sequence[str], before: Snapshot | None) -> NoReturn:
    """Build a project as mkdocs.yml says, and record what the build depended on; exit with its status.

    The snapshot is one of what the last build depended on, if there was one.
    """
    root = root_of(start)
    inputs = _inputs(root)
    if before is None or before.inputs != inputs:
        before = take_snapshot(root, inputs)
    project = check_before_build(start)
    logged, report = _Warnings(), build_report(logging.getLogger(_LOG))
    logging.getLogger(engine()).addHandler(logged)
    try:
        run_mkdocs(root, ["build", *arguments])
    except SystemExit as end:
        result = report.result
        if not end.code and result and result.is_repeatable and not logged.any:
            record_build(root, _inputs(root), before, _as_text(project))
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
