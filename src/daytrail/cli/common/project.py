"""Project that a command works on."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from pathlib import Path
from zoneinfo import ZoneInfo

import click
from click.shell_completion import CompletionItem

from daytrail.cli.common.files import (
    FileUpdate,
    UpdateError,
    change_all,
    display_path,
    exclusive,
    finish_interrupted,
    was_interrupted,
)
from daytrail.facts import Facts
from daytrail.model.curriculum import Curriculum
from daytrail.model.journal import Journal
from daytrail.problems import Problem, errors_of
from daytrail.project import clock
from daytrail.project.folders import overlap_problems
from daytrail.project.loaded_project import load_project
from daytrail.project.report import summary
from daytrail.project.root_folder import find_root
from daytrail.project.settings import Settings, read_settings
from daytrail.source.files import CONFLICT
from daytrail.source.load import Loaded, load


@dataclass(frozen=True)
class Project:
    """A project with everything that was read from its files, as of today."""

    settings: Settings
    today: date
    loaded: Loaded
    facts: Facts
    problems: tuple[Problem, ...]
    """Problems of the settings, the plan, the reading list and the entries, by location."""

    @property
    def root(self) -> Path:
        """Folder of mkdocs.yml, absolute."""
        return self.settings.root

    def relative(self, path: Path) -> str:
        """Return a path relative to the root, with forward slashes; as it is if it is not in the project."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)

    def entry_schema(self, folder: Path) -> str:
        """Return the path of the entries' JSON Schema from a folder of the project, for editors; empty if none is."""
        schema = self.root / "schemas" / "entry.schema.json"
        if not schema.is_file() or not folder.is_relative_to(self.root):
            return ""
        return os.path.relpath(schema, folder).replace("\\", "/")

    @property
    def journal(self) -> Journal:
        """Everything that was written, as far as it could be read."""
        return self.loaded.journal

    @property
    def plan(self) -> Curriculum:
        """The plan; an empty one if there is no file."""
        return self.journal.curriculum

    @property
    def errors(self) -> list[Problem]:
        """The problems that stop a build."""
        return errors_of(self.problems)

    @property
    def title(self) -> str:
        """Title of the plan; in a journal without one, the name of the site if that has one."""
        has_plan = (self.root / self.settings.paths.curriculum).exists()
        return (not has_plan and self.settings.config.text("site_name")) or self.plan.title


def open_project(start: Path, *, note_errors: bool = False) -> Project:
    """Read the project that a folder belongs to.

    Raises click.UsageError if the folder belongs to no project, or DAYTRAIL_TODAY is not a date.
    """
    root = root_of(start)
    settings, problems = read_settings(root)
    today = today_in(settings.timezone)
    project = load_project(settings.root, settings.paths, today)
    problems_by_location = tuple(sorted({*problems, *project.loaded.problems}))
    opened = Project(settings, today, project.loaded, project.facts, problems_by_location)
    if note_errors:
        print_note_on_errors(opened)
    return opened


def print_note_on_errors(project: Project) -> None:
    """Print on standard error how many errors the project has, for commands that work in spite of them."""
    if project.errors:
        click.echo(f"note: {summary(project.errors)} in the project; `daytrail check` lists them", err=True)


def today_in(timezone: ZoneInfo) -> date:
    """Return the day that it is in a time zone, or that DAYTRAIL_TODAY names; raise click.UsageError if it is none."""
    try:
        return clock.today(timezone)
    except clock.UsageError as failure:
        raise click.UsageError(str(failure)) from None


def completion_of(
    names: Callable[[Journal], Iterable[tuple[str, str]]],
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Return a function that completes names in a journal, each given with what it means; a callback of click."""

    def complete(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        root = find_root(ctx.find_root().params.get("project") or Path())
        journal = load(root, read_settings(root)[0].paths).journal if root else Journal()
        return [CompletionItem(name, help=meaning) for name, meaning in names(journal) if name.startswith(incomplete)]

    return complete


def root_of(start: Path) -> Path:
    """Return the root of the project that a folder belongs to, after what an interrupted command left was finished.

    Raises click.UsageError if there is none.
    """
    if (root := find_root(start)) is None and was_interrupted(start):  # `daytrail init`
        finish_interrupted(start)
        root = find_root(start)
    if root is None:
        raise click.UsageError(f"no mkdocs.yml in {start.resolve()} or above: go to a project, or name one with -C DIR")
    if was_interrupted(root):
        with exclusive(root):
            pass
    return root


# -- changes of its files --


@contextmanager
def project_lock(root: Path) -> Iterator[None]:
    """Let no other command change files of a project within the block. Wait until no other command does.

    Raises UpdateError if folders of the project overlap: a build could delete or publish what is written there.
    """
    if overlaps := list(overlap_problems(read_settings(root)[0].config)):
        raise UpdateError("nothing was changed, since folders of the project overlap", overlaps)
    with exclusive(root):
        yield


@contextmanager
def locked_project(start: Path, refusal: str = "") -> Iterator[Project]:
    """Open the project that a folder belongs to, and let no other command change files of it within the block.

    Raises UpdateError with the refusal, if there is one, and the project has errors.
    """
    with project_lock(root_of(start)):
        project = open_project(start)
        if refusal and project.errors:
            raise UpdateError(refusal, project.errors)
        yield project


def refuse_conflicts(project: Project) -> None:
    """Raise UpdateError if git left conflicts in the project: its items and day numbers are not known then."""
    if conflicts := [problem for problem in project.problems if problem.code == CONFLICT]:
        raise UpdateError("nothing was changed: resolve the conflict first", conflicts)


def write_updates(project: Project, updates: Sequence[FileUpdate]) -> Project:
    """Write all updates and return the project as it is then. If anything fails, no file has changed.

    Raises UpdateError if the project has a new error then, and OSError if a file cannot be written.
    """
    change_all(project.root, updates)
    updated = open_project(project.root)
    key = attrgetter("message", "location.path")  # not the line, since a change moves those below it
    if new := Counter(map(key, updated.errors)) - Counter(map(key, project.errors)):
        change_all(project.root, [FileUpdate(update.path, update.after, update.before) for update in updates])
        message = "nothing was changed: the change would cause the problems above"
        raise UpdateError(message, [problem for problem in updated.errors if key(problem) in new])
    return updated


def show_and_write(
    project: Project,
    updates: Sequence[FileUpdate],
    *,
    write: bool,
    reason: str = "",
    hidden: Sequence[FileUpdate] = (),
) -> None:
    """Print the paths of the files that change on standard output, and make the changes or show them on standard error.

    If nothing changes, that and the reason for it are printed on standard error. Hidden updates are made with the
    others, and not shown.
    """
    updates = [update for update in updates if update.changed]
    for update in updates:
        if not write:
            click.echo(update.diff(project.relative(update.path)), nl=False, err=True)
        click.echo(display_path(update.path))
    if not updates:
        click.echo(f"there is nothing to change{f': {reason}' if reason else ''}", err=True)
    elif not write:
        click.echo("nothing was changed; `--write` does it", err=True)
    if write and (all_updates := [*updates, *(update for update in hidden if update.changed)]):
        write_updates(project, all_updates)
