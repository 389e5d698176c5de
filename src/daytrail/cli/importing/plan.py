"""`daytrail import plan`: a study plan becomes `curriculum.yaml`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import click

from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project, open_project
from daytrail.cli.importing.changes import FileChanges, data_in, data_of, new_file, with_keys
from daytrail.cli.importing.run import ImportKind, Source, import_options, run_import
from daytrail.cli.importing.starter import ADVICE, entries_without_starter_items, is_starter_plan
from daytrail.importers.imported import Imported
from daytrail.importers.plan_proposal import propose_plan
from daytrail.importers.plan_reader import preview_plan, read_plan
from daytrail.importers.recipe import PlanRecipe
from daytrail.source.yaml.write import to_yaml

BASE = ".daytrail/upstream.yaml"
"""The plan as it was imported, with which `plan pull` compares that of the project."""
_CONTENT = ("parts", "milestones", "topics", "references")

PlanSource: TypeAlias = Source[PlanRecipe, Imported]


def _plan_changes(sources: Sequence[PlanSource], project: Project, changes: FileChanges) -> Sequence[str]:
    """Plan a new `curriculum.yaml`, or new parts in one that has no weeks, or those of an earlier import."""
    data, target = sources[0].result.data, project.root / project.settings.paths.curriculum
    existing, base = changes.text(target), project.root / BASE
    old, imported = data_of(existing), data_of(changes.text(base))
    has_weeks = any(part.get("weeks") or part.get("file") for part in old.get("parts") or ())
    is_starter = is_starter_plan(existing)
    is_unchanged = imported and "from" not in old and all(old.get(key) == imported.get(key) for key in _CONTENT)
    if not existing.strip():
        changes.put(target, new_file(project, target, "curriculum", data))
    elif is_unchanged or not has_weeks or is_starter:
        heads = [key for key in ("title", "goal") if is_starter or key not in old or old[key] == imported.get(key)]
        kept = ADVICE.sub("", existing) if is_starter else existing
        changes.put(target, with_keys(kept, target, {key: data.get(key) for key in (*heads, *_CONTENT)}))
        for path, text in entries_without_starter_items(project).items() if is_starter else ():
            changes.put(path, text)
    else:
        result = (project.root / sources[0].recipe_file.name).with_suffix(".plan.yaml")
        changes.put(result, to_yaml(data))
        name = project.relative(result)
        kept = f"{project.relative(target)} was changed since the import, or was not imported, and stays as it is"
        return [f"{kept}; `daytrail plan pull {name}` brings the plan there that the recipe gives"]
    changes.put(base, to_yaml(data))
    return []


PLAN = ImportKind(
    name="plan",
    model=PlanRecipe,
    hint='weeks: ["## Week {week}: {title}"]\ncolumns: {week: Week, title: Topic}  # of a table\n',
    propose=lambda document, project: propose_plan(document, project.today),
    read=lambda document, recipe, _: read_plan(document, recipe),
    preview=lambda source, project: preview_plan(
        source.result, data_in(project.root / project.settings.paths.curriculum).get("start")
    ),
    plan_changes=_plan_changes,
    verify=lambda source, project: source.result.differences(
        data_in(project.root / project.settings.paths.curriculum), source.recipe_file.text
    ),
)


@click.command(epilog=examples("daytrail import plan roadmap.md", "daytrail import plan roadmap.md --write"))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@import_options
@click.pass_obj
def plan(start: Path, /, file: Path, **options: Any) -> None:
    """Import a study plan: parts, weeks, items, milestones and a map of topics.

    The first run writes a recipe, imports/NAME.yaml, which says how FILE is read, and shows what comes out. Edit the
    recipe and run it again until that is right; --write then writes the plan.

    Exit status: 0 if the import succeeds, 1 if it fails or --verify finds a difference, 2 for wrong usage.
    """
    run_import(PLAN, open_project(start), [file], **options)
