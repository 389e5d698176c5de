"""`daytrail replan`: shows how one way of re-planning changes the plan, or writes that change."""

from collections import defaultdict
from pathlib import Path
from typing import Any, get_args

import click

from daytrail.cli.common.files import FileUpdate, accepted, read_file, show_updates, write_updates
from daytrail.cli.common.lock import locked_project
from daytrail.cli.common.output import echo_json, examples, rounded
from daytrail.cli.common.project import Project
from daytrail.facts.pace import Keep, Replan
from daytrail.model.curriculum import Curriculum
from daytrail.source.yaml.edit import Append, Change, Put, edit_yaml
from daytrail.source.yaml.write import ScalarValue
from daytrail.views.sentences import replan_row


@click.command(epilog=examples("daytrail replan --keep load", "daytrail replan --keep date --write"))
@click.option("--keep", type=click.Choice(get_args(Keep)), required=True, help="How to change the plan.")
@click.option("--write", is_flag=True, help="Change the plan; without it, the change is only shown.")
@click.option("--json", "as_json", is_flag=True, help="Print what changes as one JSON object.")
@click.pass_obj
def replan(start: Path, keep: Keep, write: bool, as_json: bool) -> None:
    """Make the plan fit again when the work is behind it.

    \b
    --keep date           more hours a week, the same last day
    --keep load           later dates: a new start where nothing is done yet, else a pause
    --keep drop-optional  optional items that are neither touched nor started are dropped, then later dates

    Prints the files that change. Comments and layout stay. Exit status: 1 where there is nothing to re-plan.
    """  # noqa: D301 - click does not fill the lines behind this character
    with locked_project(start, "the plan is not changed while there are errors") as project:
        way = next((way for way in project.facts.replans if way.keep == keep), None)
        if way is None:
            raise click.ClickException("there is nothing to re-plan: `daytrail status --plan` says how the work stands")
        if way.obstacle:
            raise click.ClickException(f"this way leads nowhere: {way.obstacle}")
        updates = _updates(project, way)
        if write:
            try:
                write_updates(project, updates)
            except OSError as failure:
                reason = failure.strerror or failure
                raise click.ClickException(f"the plan cannot be written: {reason}; nothing was changed") from None
    if as_json:
        echo_json(_as_json(way, [project.relative(update.path) for update in updates], written=write))
        return
    _echo(way)
    if updates:
        show_updates(updates, project.root, write=write)


def _updates(project: Project, way: Replan) -> list[FileUpdate]:
    """Return the updates of the files that change, by path, or raise an UpdateError if more would have to change."""
    document = project.loaded.sources.plan_document
    changes: dict[str, list[Change]] = defaultdict(list)
    main_file = document.path
    if way.load is not None:
        changes[main_file].append(Put(("hours_per_week",), way.load))
    if way.start is not None:
        changes[main_file].append(Put(("start",), way.start))
    for pause in way.pauses:
        pairs: dict[str, ScalarValue] = {"from": pause.from_, "to": pause.to, "why": pause.why or ""}
        changes[main_file].append(Append(("pauses",), (pairs,)))
    for week_path, week in project.plan.weeks_by_key_path:
        for item in week.items:
            if item.address in way.dropped:
                path, key_path = document.locate_in_file((*week_path, *item.key_path))
                changes[path].append(Put((*key_path, "dropped"), True))
    updates = []
    for path, changes_of_file in sorted(changes.items()):
        before = read_file(project.root / path)
        after = accepted(edit_yaml(before, path, changes_of_file, tuple(Curriculum.model_fields)))
        updates.append(FileUpdate(project.root / path, before, after))
    return updates


def _echo(way: Replan) -> None:
    """Print on standard error how the plan goes on."""
    name, finish, load = replan_row(way)
    click.echo(", ".join(filter(None, (f"{name}: the plan ends on {finish}", load))), err=True)
    nothing = "there is nothing to change"
    if not way.changes and way.unit == "items":
        click.echo(f"{nothing}: the plan has no estimate for some items, so its hours a week stay", err=True)
    elif not way.changes:
        click.echo(f"{nothing}: the hours a week of the plan are enough for that", err=True)


def _as_json(way: Replan, files: list[str], *, written: bool) -> dict[str, Any]:
    return {
        **rounded(way, "keep", "finish", "unit", "per_week", digits=1),
        "changes": {
            "hours_per_week": way.load,
            "start": way.start,
            "pauses": [{"from": pause.from_, "to": pause.to} for pause in way.pauses],
            "dropped": list(way.dropped),
        },
        "files": files,
        "written": written and bool(files),
    }
