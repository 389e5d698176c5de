"""`daytrail check`: prints all problems of a project."""

import os
from collections.abc import Set
from pathlib import Path

import click

from daytrail.cli.common.mkdocs import import_engine
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import open_project
from daytrail.problems import Location, Problem, errors_of
from daytrail.project.config_checks import is_listed
from daytrail.project.config_file import Config
from daytrail.project.report import as_github, as_json, as_text, count, summary
from daytrail.source.checks import check_plan
from daytrail.views.words import totals_of_plan


@click.command(epilog=examples("daytrail check", "daytrail check --plan", "daytrail check --json | jq length"))
@click.option("--json", "format_", flag_value="json", help="Print problems as a list of JSON objects.")
@click.option("--github", "format_", flag_value="github", help="Print problems as annotations of a workflow on GitHub.")
@click.option("--plan", is_flag=True, help="Also check whether the plan adds up.")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings, too.")
@click.pass_obj
def check(start: Path, format_: str | None, plan: bool, strict: bool) -> None:
    """List all problems of the entries, the plan and the settings.

    Exit status: 1 where there are errors (with --strict also warnings), else 0.
    """
    from daytrail.project.site_checks.checks import check_site  # `--help` loads all commands, and needs no templates
    from daytrail.project.site_checks.site import Site

    project = open_project(start)
    loaded = project.loaded
    plan_problems = check_plan(loaded.journal.curriculum, loaded.sources.plan_document) if plan else ()
    site_problems = check_site(Site(project.settings, loaded, None if project.errors else project.facts))
    known = {*project.problems, *plan_problems, *site_problems}
    problems = sorted({*known, *_problems_of_mkdocs(project.settings.config, {problem.location for problem in known})})
    if format_ == "github":
        output = as_github(problems, _folder_in_repository(project.root))
    else:
        output = as_json(problems) if format_ == "json" else as_text(problems)
    click.echo(output, nl=False)
    if plan:
        complete = loaded.sources.plan_document.complete
        totals = totals_of_plan(project.facts) if complete else "it cannot be read to its end"
        click.echo(f"plan: {totals}", err=True)
    click.echo(f"{summary(problems)} ({count(len(loaded.journal.entries), 'entry')})", err=True)
    if errors_of(problems) or (strict and problems):
        raise SystemExit(1)


def _problems_of_mkdocs(config: Config, known: Set[Location]) -> list[Problem]:
    """Return what MkDocs says of the settings, but for those of which Daytrail has said something."""
    if not is_listed(config):  # it is no site
        return []
    import_engine()
    from daytrail.site.mkdocs_config import config_problems  # MkDocs takes long to import

    return [problem for problem in config_problems(config) if problem.location not in known]


def _folder_in_repository(root: Path) -> str:
    """Return the project's folder relative to the repository that GitHub has checked out; empty elsewhere."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    if not workspace or not root.is_relative_to(repository := Path(workspace).resolve()):
        return ""
    return root.relative_to(repository).as_posix()
