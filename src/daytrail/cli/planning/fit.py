"""`daytrail plan fit`: shows how one way of re-planning changes the plan, or writes that change."""

from pathlib import Path
from typing import Any, get_args

import click

from daytrail.cli.common.files import show_and_write
from daytrail.cli.common.lock import locked_project
from daytrail.cli.common.output import echo_json, examples, rounded
from daytrail.cli.common.project import Project
from daytrail.cli.planning.commands import refuse_untracked, write_options
from daytrail.cli.planning.plan_files import PlanFiles, items_by_key_path
from daytrail.facts.pace import Keep, Replan
from daytrail.source.yaml.edit import Append, Put
from daytrail.source.yaml.write import Value
from daytrail.views.words import replan_row


@click.command(epilog=examples("daytrail plan fit --keep load", "daytrail plan fit --keep date --write"))
@click.option("--keep", type=click.Choice(get_args(Keep)), required=True, help="How to change the plan.")
@click.option("--json", "as_json", is_flag=True, help="Print what changes as one JSON object.")
@write_options
def fit(start: Path, keep: Keep, write: bool, yes: bool, as_json: bool) -> None:
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
        refuse_untracked(project, write=write, yes=yes)
        updates = _changed(project, way).updates()
        if not as_json:
            _echo(way)
        if updates or as_json:
            show_and_write(project, updates, write=write, quiet=as_json)
    if as_json:
        echo_json(_as_json(way, [project.relative(update.path) for update in updates], written=write))


def _changed(project: Project, way: Replan) -> PlanFiles:
    """Return the plan's files after a change."""
    files = PlanFiles(project)
    if way.load is not None:
        files.edit(Put(("hours_per_week",), way.load))
    if way.start is not None:
        files.edit(Put(("start",), way.start))
    pauses: list[Value] = [{"from": pause.from_, "to": pause.to, "why": pause.why or ""} for pause in way.pauses]
    if pauses:
        files.edit(Append(("pauses",), tuple(pauses)))
    for key_path, placed in items_by_key_path(project.plan):
        if placed.address in way.dropped:
            files.put(key_path, {"dropped": True})
    return files


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
