"""`daytrail import plan` and `daytrail import reading`: each writes or extends one YAML file of the project."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from textwrap import indent
from typing import Any

import click

from daytrail.cli.common.files import disk_errors, refuse_link, replace_file
from daytrail.cli.common.lock import project_lock
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import open_settings
from daytrail.cli.importing.common import (
    SOURCE,
    ImportOptions,
    import_options,
    read_if_exists,
    read_public_source,
    with_short_lines,
)
from daytrail.cli.importing.reading_source import read_reading_source
from daytrail.cli.importing.report import Report, Step, check_report_path, print_reports
from daytrail.cli.importing.verify import print_losses
from daytrail.importers.plan.reader import ImportedPlan, read_plan
from daytrail.importers.reading.formats import read_foreign_list
from daytrail.importers.reading.reader import ImportedList, read_list
from daytrail.importers.text.coverage import find_losses, item_boxes
from daytrail.model.curriculum import LISTS
from daytrail.problems import Problem
from daytrail.source.yaml.merge import merge
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import to_yaml
from daytrail.views.words import count


@click.command(epilog=examples("daytrail import plan roadmap.md --dry-run", "daytrail import plan roadmap.md"))
@click.argument("file", type=SOURCE, metavar="FILE")
@click.option(
    "--into", type=click.Path(path_type=Path), metavar="FILE", help="The plan to write; else curriculum.yaml."
)
@click.option(
    "--done",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="The day of what is ticked without one; else today.",
)
@import_options
@click.pass_obj
def plan(start: Path, /, file: Path, into: Path | None, done: datetime | None, **options: Any) -> None:
    """Bring in a study plan: parts, weeks, items, milestones and a map of topics.

    A plan that is there already gets what it does not have yet; nothing in it changes. Exit
    status: 1 where --verify misses something, else 0.
    """
    project, text, output = open_settings(start), read_public_source(file), ImportOptions(**options)
    title = file.stem.replace("-", " ").replace("_", " ")
    imported = read_plan(text, title, done.date() if done else project.today, output.source_url)
    if not imported.data:
        raise click.ClickException(f"{file}: no item of a plan was found; nothing was written")
    report = Report(project, output, file, _describe_plan(imported), list(imported.diagnostics))
    _import(report, text, imported, into or project.root / project.settings.paths.curriculum, "curriculum")


@click.command(epilog=examples("daytrail import reading papers.md --dry-run", "daytrail import reading papers.md"))
@click.argument("file", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option("--into", type=click.Path(path_type=Path), metavar="FILE", help="The list to write; else reading.yaml.")
@import_options
@click.pass_obj
def reading(start: Path, /, file: Path, into: Path | None, **options: Any) -> None:
    """Bring in a reading list: Markdown, CSV, BibTeX, bookmarks, or an export of Pocket or Omnivore.

    A list that is there already gets what it does not have yet; nothing in it changes. Exit
    status: 1 where --verify misses something, else 0.
    """
    project, output = open_settings(start), ImportOptions(**options)
    text = read_reading_source(file)
    imported = read_foreign_list(text, file.name) or read_list(
        with_short_lines(file, text), file.name, output.source_url
    )
    if not imported.data:
        raise click.ClickException(f"{file}: nothing to read was found; nothing was written")
    text = text if imported.content is None else imported.content
    groups = count(imported.groups, "category", "categories")
    read_as = f"{imported.form}, {groups}, {count(imported.items, 'item')}, {count(imported.notes, 'note')}"
    report = Report(project, output, file, read_as, list(imported.diagnostics))
    _import(report, text, imported, into or project.root / project.settings.paths.reading, "reading")


def _describe_plan(imported: ImportedPlan) -> str:
    """Return what the source was recognised as, as in `plan with a heading a week, 1 part, 12 weeks, 80 items`."""
    parts = imported.data["parts"]
    weeks = [week for part in parts for week in part["weeks"]]
    items = sum(len(week.get(key, ())) for week in weeks for key in LISTS.values())
    counts = [count(len(parts), "part"), count(len(weeks), "week"), count(items, "item")]
    optional = {
        "milestone": len(imported.data.get("milestones", ())),
        "topic": len(imported.data.get("topics", ())),
        "edge": imported.edges,
    }
    counts += [count(number, noun) for noun, number in optional.items() if number]
    return ", ".join([f"plan with {imported.week_form}", *counts])


def _import(report: Report, text: str, imported: ImportedPlan | ImportedList, target: Path, schema: str) -> None:
    """Write the target, or add what it lacks, and print the report."""
    project, options = report.project, report.options
    refuse_link(project.root, target)
    check_report_path(options, project, [report.source])
    with project_lock(project.root), disk_errors():
        existing = read_if_exists(target, line_ends=True)
        if existing is None or (not existing.strip() and target.is_file()):
            has_schema = (project.root / f"schemas/{schema}.schema.json").is_file() and target.parent == project.root
            header = f"# yaml-language-server: $schema=schemas/{schema}.schema.json\n\n" if has_schema else ""
            new = f"{header}{to_yaml(imported.data)}"
            after = new
            if existing is None:
                report.write(target, new)
            elif not options.dry and replace_file(target, new, expected=existing):
                report.written.append(target.name)
        else:
            after = _merge(report, target, existing, imported.data)
        print_reports([report])
        if options.verify and print_losses({report.source: _losses(text, imported, after)}, str(target)):
            raise SystemExit(1)


def _losses(text: str, imported: ImportedPlan | ImportedList, after: str) -> list[Problem]:
    """Return what a source has, and neither its import nor the file as it is afterwards; there, items may be done."""
    results = [
        ([to_yaml(imported.data)], imported.data, False),
        ([after], parse(after, "")[0].data, True),
    ]
    losses = (
        find_losses(text, texts, item_boxes(data), imported.diagnostics, imported.structure, open_may_be_done=is_file)
        for texts, data, is_file in results
    )
    return next(filter(None, losses), [])


def _merge(report: Report, target: Path, existing: str, data: Mapping[str, Any]) -> str:
    """Add to a file what it does not have, and report the keys that have other values. Return the file's new text."""
    result = merge(existing, data)
    if target.is_dir() or not result.readable:
        raise click.ClickException(f"{target} is no map of YAML; `daytrail check` says where, and nothing was written")
    report.added += result.added
    report.kept += result.different
    for block in result.unplaced:
        why = f"`{target.name}` has brackets where this belongs, so add it by hand"
        report.steps.append(Step(f"{why}:\n\n{indent(block.rstrip(), ' ' * 7)}\n"))
    if result.text == existing:
        report.unchanged.append(target.name)
        return existing
    if not report.options.dry:
        replace_file(target, result.text, expected=existing)
    report.written.append(report.project.relative(target))
    return result.text
