"""`daytrail import plan` and `daytrail import reading`: one file each, as one file of the project."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.files import replace_file
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import ProjectSettings, open_settings
from daytrail.cli.importing.options import SOURCES, ImportOptions, check_report, manner_options, refusals, text_of
from daytrail.cli.importing.report import Report, prove, read_if_there, say
from daytrail.importers.plan.reader import ImportedPlan, read_plan
from daytrail.importers.reading.reader import ImportedList, read_list
from daytrail.importers.text.coverage import missing_words
from daytrail.model.curriculum import LISTS
from daytrail.source.yaml.merge import merge
from daytrail.source.yaml.write import to_yaml
from daytrail.views.words import count


@click.command(epilog=examples("daytrail import plan roadmap.md --dry-run", "daytrail import plan roadmap.md"))
@click.argument("file", type=SOURCES, metavar="FILE")
@click.option(
    "--into", type=click.Path(path_type=Path), metavar="FILE", help="The plan to write; else curriculum.yaml."
)
@click.option(
    "--done",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="The day of what is ticked without one; else today.",
)
@manner_options
@click.pass_obj
def plan(start: Path, /, file: Path, into: Path | None, done: datetime | None, **manner: Any) -> None:
    """Bring in a study plan: parts, weeks, items, milestones and a map of topics.

    A plan that is there already gets what it does not have yet; nothing in it changes. Exit
    status: 1 where --verify misses a word, else 0.
    """
    project = open_settings(start)
    text = text_of(file)
    found = read_plan(text, file.stem.replace("-", " ").replace("_", " "), done.date() if done else project.today)
    if not found.data:
        raise click.ClickException(f"{file}: no item of a plan was found; nothing was written")
    target = into or project.root / project.settings.paths.curriculum
    _bring(project, file, text, found, _plan_as(found), target, "curriculum", ImportOptions(**manner))


@click.command(epilog=examples("daytrail import reading papers.md --dry-run", "daytrail import reading papers.md"))
@click.argument("file", type=SOURCES, metavar="FILE")
@click.option("--into", type=click.Path(path_type=Path), metavar="FILE", help="The list to write; else reading.yaml.")
@manner_options
@click.pass_obj
def reading(start: Path, /, file: Path, into: Path | None, **manner: Any) -> None:
    """Bring in a reading list: categories, items with their links, notes, favourites and status.

    A list that is there already gets what it does not have yet; nothing in it changes. Exit
    status: 1 where --verify misses a word, else 0.
    """
    project = open_settings(start)
    text = text_of(file)
    found = read_list(text, file.name)
    if not found.data:
        raise click.ClickException(f"{file}: nothing to read was found; nothing was written")
    counts = (
        count(found.groups, "category", "categories"),
        count(found.items, "item"),
        count(found.notes, "note"),
    )
    said = f"reading list, {', '.join(counts)}"
    target = into or project.root / project.settings.paths.reading
    _bring(project, file, text, found, said, target, "reading", ImportOptions(**manner))


def _plan_as(found: ImportedPlan) -> str:
    parts = found.data["parts"]
    weeks = [week for part in parts for week in part["weeks"]]
    items = sum(len(week.get(key, ())) for week in weeks for key in LISTS.values())
    said = [f"plan with {found.week_form}", count(len(parts), "part"), count(len(weeks), "week"), count(items, "item")]
    for key, word in (("milestones", "milestone"), ("topics", "topic")):
        if some := found.data.get(key):
            said.append(count(len(some), word))
    if found.edges:
        said.append(count(found.edges, "edge"))
    return ", ".join(said)


def _bring(
    project: ProjectSettings,
    source: Path,
    text: str,
    found: ImportedPlan | ImportedList,
    said: str,
    target: Path,
    schema: str,
    manner: ImportOptions,
) -> None:
    check_report(manner.report, [source])
    report = Report(str(source), said, diagnostics=list(found.diagnostics))
    with refusals():
        there = read_if_there(target)
        if there is None or (not there.strip() and target.is_file()):
            head = f"# yaml-language-server: $schema=schemas/{schema}.schema.json\n\n"
            linked = (project.root / f"schemas/{schema}.schema.json").is_file() and target.parent == project.root
            text_there = f"{head if linked else ''}{to_yaml(found.data)}"
            if there is None:
                report.write(project.root, target, text_there, dry=manner.dry)
            elif not manner.dry and replace_file(target, text_there, expected=there):
                report.written.append(target.name)
        else:
            _add(project, report, target, there, found.data, dry=manner.dry)
        say([report], manner.report, as_json=manner.as_json, dry=manner.dry)
        if manner.verify:
            missing = missing_words(text, [read_if_there(target) or ""], found.diagnostics, found.structure)
            prove(str(source), missing, str(target))


def _add(
    project: ProjectSettings, report: Report, target: Path, there: str, data: Mapping[str, Any], *, dry: bool
) -> None:
    """Add to a file what it does not have, and name what it has with another value."""
    result = merge(there, data)
    if target.is_dir() or not result.readable:
        raise click.ClickException(f"{target} is no map of YAML; `daytrail check` says where, and nothing was written")
    report.added += result.added
    report.kept += result.different
    if result.unplaced:
        report.advice.append(f"{target.name} has brackets where these would go; add them by hand:")
        report.advice += [line for block in result.unplaced for line in block.rstrip("\n").split("\n")]
    if result.text == there:
        report.unchanged.append(target.name)
        return
    if not dry:
        replace_file(target, result.text, expected=there)
    report.written.append(
        target.relative_to(project.root).as_posix() if target.is_relative_to(project.root) else str(target)
    )
