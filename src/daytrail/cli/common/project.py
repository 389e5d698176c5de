"""The project that a command works on."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

import click

from daytrail.model.curriculum import Curriculum
from daytrail.problems import Problem, Severity
from daytrail.project import clock
from daytrail.project.loaded_project import LoadedProject, load_project
from daytrail.project.report import summary
from daytrail.project.settings import Settings, find_root, read_settings
from daytrail.source.plan import read_plan


@dataclass(frozen=True)
class Project:
    """A project as it is today."""

    settings: Settings
    today: date
    session: LoadedProject
    problems: tuple[Problem, ...]
    """Of the settings, the plan and the entries, by place."""

    @property
    def root(self) -> Path:
        """The folder of mkdocs.yml, absolute."""
        return self.settings.root

    @property
    def failed(self) -> bool:
        """Whether anything is wrong that stops a build."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)


def open_project(start: Path, *, remember: bool = False) -> Project:
    """Read the project that a folder belongs to.

    Args:
        start: The folder.
        remember: Whether what is read is kept for the next time, also where nothing was kept yet.

    Raises:
        click.UsageError: the folder belongs to none, or DAYTRAIL_TODAY is no date.
    """
    settings, problems = read_settings(root_of(start))
    today = _today(settings)
    opened = load_project(settings.root, settings.paths, today, remember=remember)
    return Project(settings, today, opened, tuple(sorted({*problems, *opened.loaded.problems})))


@dataclass(frozen=True)
class ProjectSettings:
    """A project without its entries, which may be many, for commands that only add to it."""

    settings: Settings
    today: date
    plan: Curriculum

    @property
    def root(self) -> Path:
        """The folder of mkdocs.yml, absolute."""
        return self.settings.root


def open_ground(start: Path) -> ProjectSettings:
    """Read the settings and the plan of the project that a folder belongs to.

    Raises:
        click.UsageError: the folder belongs to none, or DAYTRAIL_TODAY is no date.
    """
    settings, _ = read_settings(root_of(start))
    plan, _ = read_plan(settings.root, settings.paths.curriculum)
    return ProjectSettings(settings, _today(settings), plan.record)


def _today(settings: Settings) -> date:
    try:
        return clock.today(settings.timezone)
    except clock.UsageError as mistake:
        raise click.UsageError(str(mistake)) from None


def root_of(start: Path) -> Path:
    """Return the root of the project that a folder belongs to.

    Raises:
        click.UsageError: it belongs to none.
    """
    if (root := find_root(start)) is None:
        raise click.UsageError(f"no mkdocs.yml in {start.resolve()} or above: go to a project, or name one with -C DIR")
    return root


def mention_errors(project: Project) -> None:
    """Say on standard error that the journal has errors, for commands that work in spite of them."""
    if project.failed:
        errors = [problem for problem in project.problems if problem.severity is Severity.ERROR]
        click.echo(f"note: {summary(errors)} in the project; `daytrail check` lists them", err=True)
