"""`daytrail plan pull`: the changes of the plan that one's own was taken over from."""

import os
from collections.abc import Iterator
from pathlib import Path

import click

from daytrail.cli.common.files import (
    FileUpdate,
    UpdateError,
    disk_errors,
    display_path,
    read_file,
    show_updates,
    write_updates,
)
from daytrail.cli.common.lock import project_lock
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project, open_project, root_of
from daytrail.cli.planning.diff import change_lines
from daytrail.cli.planning.history import remember
from daytrail.cli.planning.merged_files import write_merge
from daytrail.cli.planning.references import NewNames, updates_of_names
from daytrail.cli.planning.their_plan import TheirPlan, their_plan
from daytrail.facts.plan_changes import plan_changes
from daytrail.facts.plan_merge import Difference, MergedPlan, merge_plans
from daytrail.facts.plan_versions import Name
from daytrail.model.curriculum import Curriculum, PlanSource
from daytrail.problems import Severity, printable, quoted
from daytrail.source.plan import read_plan

_FOLDER = ".daytrail"
"""The folder of the copy of the version that was taken last, which belongs into the repository as the plan does.

The source may change its history, or be a file that the next version replaces, so that it cannot be asked again.
"""


@click.command(
    epilog=examples(
        "daytrail plan pull ~/Downloads/curriculum.yaml",
        "daytrail plan pull https://github.com/mara/tides.git --write",
        "daytrail plan pull https://github.com/mara/tides.git@v2",
        "daytrail plan pull",
    )
)
@click.argument("source", required=False)
@click.option("--write", is_flag=True, help="Make the change; without it, it is only shown.")
@click.pass_obj
def pull(start: Path, source: str | None, write: bool) -> None:
    """Take over a plan, or what changed in it since the last time.

    SOURCE is a file, or a repository of git, perhaps with @ and a branch, tag or commit; without it, the one of
    the last time. What you changed stays, and so does what you ticked; what both have changed is listed.
    """
    with project_lock(root := root_of(start)):
        project = open_project(start)
        if project.errors:
            raise UpdateError("the plan is not changed while there are errors", project.errors)
        recorded = project.plan.from_.source if project.plan.from_ else None
        if source is None and recorded is None:
            raise click.UsageError("name the file or the repository of git to take the plan from")
        theirs = their_plan(source or recorded or "", Path.cwd() if source else root)
        written = _from_root(source, root) if source else recorded or ""
        updates, merged, after = _pull(project, theirs, written)
        if updates:
            click.echo(
                "".join(f"{printable(line)}\n" for line in _lines(project.plan, after, merged)), nl=False, err=True
            )
        show_updates([update for update in updates if update.path.parent != root / _FOLDER], root, write=write)
        if write and updates:
            with disk_errors("nothing was changed"):
                write_updates(project, updates, severities=[Severity.ERROR])  # their warnings are no reason not to
                remember(root, updates)


def _pull(project: Project, theirs: TheirPlan, source: str) -> tuple[list[FileUpdate], MergedPlan, Curriculum]:
    """Return the updates of all files, the merge, and the plan as it is then, or raise an UpdateError."""
    exists = (project.root / project.settings.paths.curriculum).exists()
    mine = project.plan if exists else Curriculum(title=theirs.plan.title)
    merged = merge_plans(_base(project), mine, theirs.plan, _in_use(project))
    updates, plan = write_merge(project, merged, PlanSource(source=source, version=theirs.version))
    names = NewNames(plan, merged.names, merged.milestones)
    both = [*updates, *updates_of_names(project, names, rewrite=False), *_copies(project, theirs)]
    return [update for update in both if update.changed], merged, plan


def _base(project: Project) -> Curriculum:
    """Return the version that was taken last; an empty plan if there is none, so that nothing counts as removed."""
    empty = Curriculum(title=project.plan.title)
    if project.plan.from_ is None:
        return empty
    copy = _copy(project.root, project.plan.from_.version)
    if not copy.is_file():
        message = f"{display_path(copy)} is missing, so what they have removed since is not known"
        click.echo(f"note: {message}", err=True)
        return empty
    read, _ = read_plan(copy.parent, copy.name)
    return read.record


def _copy(root: Path, version: str) -> Path:
    return root / _FOLDER / f"plan-{version[:12]}.yaml"


def _copies(project: Project, theirs: TheirPlan) -> Iterator[FileUpdate]:
    """Yield the updates that write the copy of the version that is taken, and delete the last one."""
    new = _copy(project.root, theirs.version)
    yield FileUpdate(new, read_file(new) if new.is_file() else None, theirs.text)
    if project.plan.from_:
        old = _copy(project.root, project.plan.from_.version)
        if old != new and old.is_file():
            yield FileUpdate(old, read_file(old), None)


def _in_use(project: Project) -> set[Name]:
    """Return the names in the plan that entries use, or whose progress the plan has."""
    named: set[str] = set()
    used: set[Name] = {("milestone", page.milestone) for page in project.journal.answers}
    for located in project.loaded.sources.entries:
        entry = located.entry
        named.update(entry.done, entry.started, entry.dropped, entry.touched)
        used |= {("milestone", entry.milestone)} if entry.milestone else set()
    used |= {(thing, name) for name in named for thing in ("item", "week", "topic")}
    items = project.facts.progress.items.values()
    return used | {
        ("item", item.placed.address)
        for item in items
        if item.evidence or item.placed.item.done or item.placed.item.dropped
    }


def _from_root(source: str, root: Path) -> str:
    """Return a source as the plan records it: a path as it is from the project's root."""
    name, at, revision = source, "", ""
    path = Path(name).expanduser()
    if not path.exists():
        name, at, revision = source.rpartition("@")
        path = Path(name).expanduser()
    if not name or not path.exists():
        return source
    with_dots = Path(os.path.relpath(path, root)).as_posix() if path.drive == root.drive else str(path)
    return f"{with_dots}{at}{revision}"


def _lines(before: Curriculum, after: Curriculum, merged: MergedPlan) -> Iterator[str]:
    """Yield what the merge changes in words, and what both have changed."""
    for change in plan_changes(before, after):
        yield from change_lines(change, {})
    for difference in merged.differences:
        yield f"both      {_difference(difference)}"


def _difference(difference: Difference) -> str:
    name = f"{difference.thing} {difference.name}".strip()
    what = f" {difference.key}" if difference.key else ""
    return f"{name}{what}: yours stays: {quoted(difference.mine)}; theirs: {quoted(difference.theirs)}"
