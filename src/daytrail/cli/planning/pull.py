"""`daytrail plan pull`: the changes of the plan that one's own was taken over from."""

import os
from collections.abc import Iterator
from pathlib import Path

import click

from daytrail.cli.common.files import (
    FileUpdate,
    disk_errors,
    display_path,
    read_file,
    show_updates,
    write_updates,
)
from daytrail.cli.common.lock import locked_project
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project
from daytrail.cli.planning.diff import change_lines
from daytrail.cli.planning.history import remember
from daytrail.cli.planning.merged_files import updates_of_merge
from daytrail.cli.planning.upstream_plan import UpstreamPlan, read_upstream_plan
from daytrail.facts.plan_changes import plan_changes
from daytrail.facts.plan_merge import Difference, merge_plans
from daytrail.facts.plan_versions import Name
from daytrail.model.curriculum import Curriculum, PlanSource
from daytrail.problems import Severity, errors_of, printable, quoted
from daytrail.project.report import count
from daytrail.source.plan import read_plan
from daytrail.source.yaml.merge import without_common_start

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
    with locked_project(start, "the plan is not changed while there are errors") as project:
        root = project.root
        recorded = project.plan.from_.source if project.plan.from_ else None
        if source is None and recorded is None:
            raise click.UsageError("name the file or the repository of git to take the plan from")
        theirs = read_upstream_plan(source or recorded or "", Path.cwd() if source else root)
        written = _from_root(source, root) if source else recorded or ""
        updates, lines = _pull(project, theirs, written)
        show_updates([update for update in updates if update.path.parent != root / _FOLDER], root, write=write)
        for line in lines:  # below the diff, which may be long
            click.echo(printable(line), err=True)
        if write and updates:
            with disk_errors("nothing was changed"):
                write_updates(project, updates, severities=[Severity.ERROR])  # not for warnings of the upstream plan
                remember(root, updates)


def _pull(project: Project, theirs: UpstreamPlan, source: str) -> tuple[list[FileUpdate], list[str]]:
    """Return the updates of all files, and what changes in words, or raise click.ClickException."""
    if _is_taken(project, theirs, source):
        return [], []
    mine = project.plan if project.plan.parts or _plan_file(project).exists() else Curriculum(title=theirs.plan.title)
    merged = merge_plans(_base(project), mine, theirs.plan, _in_use(project))
    if mine.items and not project.plan.from_ and not merged.has_common_items:
        hint = f"to take theirs over, remove the parts, milestones and topics of {display_path(_plan_file(project))}"
        raise click.ClickException(f"the plan has no item in common with the one of {quoted(source)}; {hint}")
    updates, plan = updates_of_merge(project, merged, PlanSource(source=source, version=theirs.version))
    copies = [update for update in _copies(project, theirs) if update.changed]
    return [*updates, *copies], [*_lines(mine, plan), *map(_line, merged.differences)]


def _plan_file(project: Project) -> Path:
    return project.root / project.settings.paths.curriculum


def _is_taken(project: Project, theirs: UpstreamPlan, source: str) -> bool:
    """Return whether the upstream plan is as it was the last time; other files of a repository may have changed."""
    taken = project.plan.from_
    copy = taken and _copy(project.root, taken.version)
    return bool(taken and copy and taken.source == source and copy.is_file() and read_file(copy) == theirs.text)


def _base(project: Project) -> Curriculum:
    """Return the version that was taken last; an empty plan if there is none, so that nothing counts as removed."""
    empty = Curriculum(title=project.plan.title)
    if project.plan.from_ is None:
        return empty
    copy = _copy(project.root, project.plan.from_.version)
    read, problems = read_plan(copy.parent, copy.name)
    if not copy.is_file() or errors_of(problems):
        message = f"{display_path(copy)} is missing or broken, so what they have removed since is not known"
        click.echo(f"note: {message}", err=True)
        return empty
    return read.record


def _copy(root: Path, version: str) -> Path:
    return root / _FOLDER / f"plan-{version[:12]}.yaml"


def _copies(project: Project, theirs: UpstreamPlan) -> Iterator[FileUpdate]:
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


def _lines(before: Curriculum, after: Curriculum) -> Iterator[str]:
    if before.items:
        yield from change_lines(plan_changes(before, after), {})
        return
    rest = f"{count(len(after.milestones), 'milestone')} and {count(len(after.topics), 'topic')}"
    yield f"{count(len([*after.weeks]), 'week')} with {count(len(after.items), 'item')}, {rest}"
    if after.start is None:
        yield "note: write the Monday of your first week into the plan, as in `start: 2026-01-05`"


def _line(difference: Difference) -> str:
    name = f"{difference.thing} {difference.name}".strip()
    what = f" {difference.key}" if difference.key else ""
    mine, theirs = without_common_start(difference.mine, difference.theirs)
    return f"both      {name}{what}: yours stays: {quoted(mine)}; theirs: {quoted(theirs)}"
