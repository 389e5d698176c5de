"""`daytrail replan`: shows how one way of re-planning changes the plan, or writes that change."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import click

from daytrail.cli.common.entry_update import UpdateError
from daytrail.cli.common.files import display_path, read_file, replace_file, unified_diff
from daytrail.cli.common.output import echo_json, examples
from daytrail.cli.common.project import Project, open_project
from daytrail.facts.replan import Keep, Replan
from daytrail.model.curriculum import Curriculum
from daytrail.problems import KeyPath
from daytrail.source.yaml.edit import Append, Change, Put, edit_yaml
from daytrail.source.yaml.write import ScalarValue
from daytrail.views.sentences import ways_of


@click.command(epilog=examples("daytrail replan --keep load", "daytrail replan --keep date --write"))
@click.option("--keep", type=click.Choice(get_args(Keep)), required=True, help="Which way to go on is taken.")
@click.option("--write", is_flag=True, help="Change the plan; without it, the change is only shown.")
@click.option("--json", "as_json", is_flag=True, help="Print what changes as one JSON object.")
@click.pass_obj
def replan(start: Path, keep: Keep, write: bool, as_json: bool) -> None:
    """Make the plan fit again when the work is behind it.

    \b
    --keep date           more hours a week, the same last day
    --keep load           later dates: a new start where nothing is done yet, else a pause
    --keep drop-optional  optional items that are not begun are dropped, then later dates

    Prints the files that change. Comments and layout stay. Exit status: 1 where there is nothing to re-plan.
    """  # noqa: D301 - click does not fill the lines behind this character
    project = open_project(start)
    if project.errors:
        raise UpdateError("the plan is not changed while there are errors", project.errors)
    way = next((way for way in project.facts.replans if way.keep == keep), None)
    if way is None:
        raise click.ClickException("there is nothing to re-plan: `daytrail status --plan` says how the work stands")
    if way.obstacle:
        raise click.ClickException(f"this way leads nowhere: {way.obstacle}")
    before = {path: read_file(project.root / path) for path in project.loaded.plan_document.files}
    after = _edit(project, way, before)
    if write:
        _write(project, before, after)
    if as_json:
        echo_json(_as_json(way, sorted(after), written=write))
    else:
        _echo(project, way, before, after, written=write)


def _edit(project: Project, way: Replan, before: Mapping[str, str]) -> dict[str, str]:
    """Return the new texts of the files that change, by path.

    Raises:
        UpdateError: A file cannot be changed without changing more than is wanted.
    """
    document = project.loaded.plan_document
    changes: dict[str, list[Change]] = defaultdict(list)
    main_file = document.path
    if way.load is not None:
        changes[main_file].append(Put(("hours_per_week",), way.load))
    if way.start is not None:
        changes[main_file].append(Put(("start",), way.start))
    for pause in way.pauses:
        pairs: dict[str, ScalarValue] = {"from": pause.from_, "to": pause.to, "why": pause.why or ""}
        changes[main_file].append(Append(("pauses",), (pairs,)))
    for key_path in _key_paths(project.journal.curriculum, set(way.dropped)):
        path, key_path_in_file = document.locate_in_file(key_path)
        changes[path].append(Put((*key_path_in_file, "dropped"), True))
    after = {}
    for path, changes_of_file in changes.items():
        after[path], problems = edit_yaml(before[path], path, changes_of_file, tuple(Curriculum.model_fields))
        if problems:
            raise UpdateError("nothing was changed", problems)
    return after


def _key_paths(plan: Curriculum, addresses: set[str]) -> list[KeyPath]:
    """Return the key paths of items, given by their addresses."""
    return [
        (*week_path, *placed.key_path)
        for week_path, week in plan.weeks_by_key_path
        for placed in week.items
        if placed.address in addresses
    ]


def _write(project: Project, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """Write all files, or none.

    Raises:
        click.ClickException: A file cannot be written, was changed by somebody else, or has a new problem.
    """
    known = Counter(problem.message for problem in project.problems)
    written: list[str] = []
    try:
        for path, text in after.items():
            replace_file(project.root / path, text, expected=before[path])
            written.append(path)
        new_problems = [problem for problem in open_project(project.root).problems if problem.message not in known]
        if new_problems:
            raise UpdateError("so nothing was changed", new_problems)
    except (OSError, click.ClickException) as failure:
        for path in written:
            replace_file(project.root / path, before[path], expected=after[path])
        if isinstance(failure, click.ClickException):
            raise
        raise click.ClickException(
            f"the plan cannot be written: {failure.strerror or failure}; nothing was changed"
        ) from None


def _echo(project: Project, way: Replan, before: Mapping[str, str], after: Mapping[str, str], *, written: bool) -> None:
    """Print the paths of the files that change on standard output, and what changes on standard error."""
    rows = zip(ways_of(project.facts), project.facts.replans, strict=True)
    name, finish, load = next(row for row, replan_ in rows if replan_ is way)
    click.echo(", ".join(filter(None, (f"{name}: the plan ends on {finish}", load))), err=True)
    if not way.changes:
        click.echo("the hours a week of the plan are enough for that; nothing is to change", err=True)
    for path in sorted(after):
        if not written:
            click.echo(unified_diff(before[path], after[path], path), nl=False, err=True)
        click.echo(display_path(project.root / path))
    if after and not written:
        click.echo("nothing was changed; `--write` does it", err=True)


def _as_json(way: Replan, files: list[str], *, written: bool) -> dict[str, Any]:
    return {
        "keep": way.keep,
        "finish": way.finish,
        "hours_per_week": None if way.hours_per_week is None else round(way.hours_per_week, 1),
        "changes": {
            "hours_per_week": way.load,
            "start": way.start,
            "pauses": [{"from": pause.from_, "to": pause.to} for pause in way.pauses],
            "dropped": list(way.dropped),
        },
        "files": files,
        "written": written and bool(files),
    }
