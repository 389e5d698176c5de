"""`daytrail plan diff`: what differs between two versions of the plan, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

import click

from daytrail.cli.common.output import echo_json, echo_text, examples
from daytrail.cli.common.project import Project, open_project
from daytrail.cli.planning.versions import plan_at
from daytrail.facts.plan_changes import PlanChange, plan_changes
from daytrail.facts.statements import Verb, statements
from daytrail.model.curriculum import Curriculum


@click.command(epilog=examples("daytrail plan diff HEAD~10", "daytrail plan diff old.yaml new.yaml --json"))
@click.argument("old")
@click.argument("new", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print a list of the changes.")
@click.pass_obj
def diff(start: Path, old: str, new: str | None, as_json: bool) -> None:
    """Say what changed between two versions of the plan.

    OLD and NEW are files, or revisions of git such as HEAD~10; without NEW, it is the plan as it is.
    """
    project = open_project(start)
    newer = plan_at(project, new) if new else project.plan
    changes = list(plan_changes(plan_at(project, old), newer))
    ticks = _ticks(project, newer)
    if as_json:
        echo_json([{**asdict(change), "ticked": _ticked(change, ticks)} for change in changes])
    elif changes:
        echo_text("".join(f"{line}\n" for change in changes for line in change_lines(change, ticks)))
    else:
        click.echo("the two versions of the plan are the same", err=True)


def _ticks(project: Project, plan: Curriculum) -> Mapping[str, str]:
    """Return the day on which each address was first ticked by an entry, if the plan has it no more."""
    ticks: dict[str, str] = {}
    for entry in project.journal.entries:
        for statement in statements(entry):
            if statement.verb is Verb.DONE and statement.target not in plan.items:
                ticks.setdefault(statement.target, entry.date.isoformat())
    return ticks


def change_lines(change: PlanChange, ticks: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a change: what it is, and of what disappeared, that it was ticked."""
    name = f"{change.thing} {change.address}"
    label = f"“{change.label}”"
    match change.kind:
        case "moved" | "renamed":
            yield f"{change.kind:8}  {change.thing} {change.before} → {change.after}  {label}"
        case "reworded":
            yield f"reworded  {name}  “{change.before}” → “{change.after}”"
        case "hours":
            yield f"estimate  {name}  {change.before} → {change.after}  {label}"
        case _:
            yield f"{change.kind:8}  {name}  {label}"
    if ticked := _ticked(change, ticks):
        yield f"          it was ticked on {ticked}"


def _ticked(change: PlanChange, ticks: Mapping[str, str]) -> str | None:
    return (ticks.get(change.address) or ticks.get(change.after)) if change.kind == "removed" else None
