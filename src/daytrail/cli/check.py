"""`daytrail check`: prints all problems of a project."""

import os
from pathlib import Path

import click

from daytrail.cli.common.output import examples
from daytrail.cli.common.project import open_project
from daytrail.problems import errors_of
from daytrail.project.report import as_github, as_json, as_text, count, summary
from daytrail.project.series_history import check_first_series
from daytrail.project.site_checks import check_site
from daytrail.project.site_checks.site import Site
from daytrail.source.checks import check_plan
from daytrail.views.sentences import totals_of_plan


@click.command(epilog=examples("daytrail check", "daytrail check --plan", "daytrail check --json | jq length"))
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="How problems are printed.",
)
@click.option("--json", "format_", flag_value="json", help="The same as --format json.")
@click.option("--plan", is_flag=True, help="Look for what in the plan does not fit together, too.")
@click.option("--strict", is_flag=True, help="Let warnings count as well.")
@click.pass_obj
def check(start: Path, format_: str, plan: bool, strict: bool) -> None:
    """List all problems of the entries, the plan and the settings.

    Exit status: 1 where there are errors (with --strict also warnings), else 0.
    """
    project = open_project(start)
    loaded = project.loaded
    plan_problems = check_plan(loaded.journal.curriculum, loaded.sources.plan_document) if plan else ()
    site_problems = check_site(Site(project.settings, loaded.journal, None if project.errors else project.facts))
    series_problems = check_first_series(project.settings, loaded.sources)
    problems = sorted({*project.problems, *plan_problems, *site_problems, *series_problems})
    if format_ == "github":
        output = as_github(problems, _folder_in_repository(project.root))
    else:
        output = as_json(problems) if format_ == "json" else as_text(problems)
    click.echo(output, nl=False)
    if plan:
        complete = loaded.sources.plan_document.complete
        totals = totals_of_plan(loaded.journal.curriculum) if complete else "it cannot be read to its end"
        click.echo(f"plan: {totals}", err=True)
    click.echo(f"{summary(problems)} ({count(len(loaded.journal.entries), 'entry')})", err=True)
    if errors_of(problems) or (strict and problems):
        raise SystemExit(1)


def _folder_in_repository(root: Path) -> str:
    """Return the project's folder relative to the repository that GitHub has checked out; empty elsewhere."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    if not workspace or not root.is_relative_to(repository := Path(workspace).resolve()):
        return ""
    return root.relative_to(repository).as_posix()
