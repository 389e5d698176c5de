"""`daytrail plan diff`: what differs between two versions of the plan, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

import click

from daytrail.cli.common.output import echo_json, echo_text, examples
from daytrail.cli.common.project import Project, open_project
from daytrail.cli.planning.versions import plan_at
from daytrail.facts.plan_changes import PlanChange, plan_changes
from daytrail.facts.statements import Verb, statements
from daytrail.model.curriculum import Curriculum
from daytrail.project.report import count

_MAX_MOVED = 3
"""So many moved weeks that follow each other have a line each."""


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
        echo_text("".join(f"{line}\n" for line in change_lines(changes, ticks)))
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


def change_lines(changes: Iterable[PlanChange], ticks: Mapping[str, str]) -> Iterator[str]:
    """Yield lines that say what changed; weeks that follow each other, and were moved as far, are on one line."""
    known = list(changes)
    in_new_week = Counter(change.address.partition("/")[0] for change in known if change.kind == "added")
    new_weeks = {change.address for change in known if change.kind == "added" and change.thing == "week"}
    for _, group in groupby(enumerate(known), key=_run):
        run = [change for _, change in group]
        if len(run) > _MAX_MOVED:
            yield f"moved     weeks {run[0].before}–{run[-1].before} → {run[0].after}–{run[-1].after}"
            continue
        for change in run:
            if change.kind == "added" and change.address in new_weeks and (items := in_new_week[change.address] - 1):
                yield f"added     week {change.address}  “{change.label}”, with {count(items, 'item')}"
            elif change.kind != "added" or change.thing != "item" or change.address.partition("/")[0] not in new_weeks:
                yield from _lines(change, ticks)


def _run(numbered: tuple[int, PlanChange]) -> tuple[int, ...]:
    """Return what is the same for weeks that follow each other and were moved as far."""
    index, change = numbered
    if change.kind != "moved" or change.thing != "week":
        return (index,)
    before, after = int(change.before[1:]), int(change.after[1:])
    return before - index, after - index, 0


def _lines(change: PlanChange, ticks: Mapping[str, str]) -> Iterator[str]:
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
