"""`daytrail replan`: what one of the ways to go on changes in the plan, and that change, if it is wanted."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import click

from daytrail.cli.common.entry_files import relative
from daytrail.cli.common.entry_update import Refused
from daytrail.cli.common.examples import examples
from daytrail.cli.common.file_writes import replace_file, unified
from daytrail.cli.common.project import Project, open_project
from daytrail.facts.replan import Keep, Replan
from daytrail.model.curriculum import LISTS, Curriculum
from daytrail.problems import Severity
from daytrail.source.yaml.edit import Append, Change, Put, edit_yaml, place
from daytrail.source.yaml.tree import Keys
from daytrail.source.yaml.write import Single
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
    """  # noqa: D301 - click takes the sign for lines that it is not to fill
    project = open_project(start)
    errors = [problem for problem in project.problems if problem.severity is Severity.ERROR]
    if errors:
        raise Refused("the plan is not changed while there are errors", errors)
    facts = project.facts
    way = next((way for way in facts.replans if way.keep == keep), None)
    if way is None:
        raise click.ClickException("there is nothing to re-plan: `daytrail status --plan` says how the work stands")
    if way.obstacle:
        raise click.ClickException(f"this way leads nowhere: {way.obstacle}")
    before = {path: _text(project.root / path) for path in {place(project.loaded.plan, ())[0], *_files(project)}}
    after = _edited(project, way, before)
    if write:
        _write(project, before, after)
    if as_json:
        click.echo(json.dumps(_report(way, sorted(after), written=write), ensure_ascii=False, indent=2))
    else:
        _say(project, way, before, after, written=write)


def _files(project: Project) -> set[str]:
    return {where.path for where in project.loaded.plan.values.values()}


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as stop:
        raise click.ClickException(f"{relative(path)} cannot be read: {stop}") from None


def _edited(project: Project, way: Replan, before: Mapping[str, str]) -> dict[str, str]:
    """Return the new texts of the files that change.

    Raises:
        Refused: one of them cannot be changed without changing more.
    """
    plan = project.loaded.plan
    changes: dict[str, list[Change]] = defaultdict(list)
    top = place(plan, ())[0]
    if way.load is not None:
        changes[top].append(Put(("hours_per_week",), way.load))
    if way.start is not None:
        changes[top].append(Put(("start",), way.start))
    for pause in way.pauses:
        pairs: dict[str, Single] = {"from": pause.from_, "to": pause.to, "why": pause.why or ""}
        changes[top].append(Append(("pauses",), (pairs,)))
    for keys in _items(project.journal.curriculum, set(way.dropped)):
        path, own = place(plan, keys)
        changes[path].append(Put((*own, "dropped"), True))
    after = {}
    for path, wanted in changes.items():
        text, problems = edit_yaml(before[path], path, wanted, tuple(Curriculum.model_fields))
        if problems:
            raise Refused("nothing was changed", problems)
        after[path] = text
    return after


def _items(plan: Curriculum, addresses: set[str]) -> list[Keys]:
    return [
        ("parts", p, "weeks", w, LISTS[placed.kind], placed.index)
        for p, part in enumerate(plan.parts)
        for w, week in enumerate(part.weeks)
        for placed in week.items
        if placed.address in addresses
    ]


def _write(project: Project, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """Write all files, or none.

    Raises:
        click.ClickException: the disk refuses, somebody else was quicker, or the plan now has a problem more.
    """
    known = Counter(problem.message for problem in project.problems)
    written: list[str] = []
    try:
        for path, text in after.items():
            replace_file(project.root / path, text, instead_of=before[path])
            written.append(path)
        more = [one for one in open_project(project.root).problems if one.message not in known]
        if more:
            raise Refused("so nothing was changed", more)
    except (OSError, click.ClickException) as stop:
        for path in written:
            replace_file(project.root / path, before[path], instead_of=after[path])
        if isinstance(stop, click.ClickException):
            raise
        raise click.ClickException(
            f"the plan cannot be written: {stop.strerror or stop}; nothing was changed"
        ) from None


def _say(project: Project, way: Replan, before: Mapping[str, str], after: Mapping[str, str], *, written: bool) -> None:
    name, finish, load = next(
        row for row, own in zip(ways_of(project.facts), project.facts.replans, strict=True) if own is way
    )
    click.echo(", ".join(filter(None, (f"{name}: the plan ends on {finish}", load))), err=True)
    if not way.changes:
        click.echo("the hours a week of the plan are enough for that; nothing is to change", err=True)
    for path in sorted(after):
        if not written:
            click.echo(unified(before[path], after[path], path), nl=False, err=True)
        click.echo(relative(project.root / path))
    if after and not written:
        click.echo("nothing was changed; `--write` does it", err=True)


def _report(way: Replan, files: list[str], *, written: bool) -> dict[str, Any]:
    return {
        "keep": way.keep,
        "finish": way.finish.isoformat() if way.finish else None,
        "hours_per_week": None if way.hours_per_week is None else round(way.hours_per_week, 1),
        "changes": {
            "hours_per_week": way.load,
            "start": way.start.isoformat() if way.start else None,
            "pauses": [{"from": pause.from_.isoformat(), "to": pause.to.isoformat()} for pause in way.pauses],
            "dropped": list(way.dropped),
        },
        "files": files,
        "written": written and bool(files),
    }
