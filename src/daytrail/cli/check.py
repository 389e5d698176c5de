"""`daytrail check`: everything that is wrong, at once."""

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import click

from daytrail.cli.common.examples import examples
from daytrail.cli.common.project import open_project
from daytrail.facts.lint import lint
from daytrail.problems import Problem, Severity
from daytrail.project.report import as_github, as_json, as_text, summary
from daytrail.source.load import Loaded
from daytrail.views.sentences import sums_of


@click.command(epilog=examples("daytrail check", "daytrail check --plan", "daytrail check --json | jq length"))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="How problems are printed.",
)
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@click.option("--plan", is_flag=True, help="Look for what in the plan does not fit together, too.")
@click.option("--strict", is_flag=True, help="Let warnings count as well.")
@click.pass_obj
def check(start: Path, form: str, plan: bool, strict: bool) -> None:
    """List all problems of the entries, the plan and the settings.

    Exit status: 1 where there are errors (with --strict also warnings), else 0.
    """
    project = open_project(start)
    loaded = project.session.loaded
    problems = sorted({*project.problems, *(_findings(loaded) if plan else ())})
    match form:
        case "json":
            found = as_json(problems)
        case "github":
            found = as_github(problems, _folder(project.root))
        case _:
            found = as_text(problems)
    click.echo(found, nl=False)
    if plan:
        whole = loaded.plan.complete
        click.echo(f"plan: {sums_of(loaded.journal.curriculum) if whole else 'it cannot be read to its end'}", err=True)
    count = len(loaded.journal.entries)
    click.echo(f"{summary(problems)} ({count} {'entry' if count == 1 else 'entries'})", err=True)
    if any(problem.severity is Severity.ERROR for problem in problems) or (strict and problems):
        raise SystemExit(1)


def _findings(loaded: Loaded) -> Iterator[Problem]:
    """Yield what does not fit in the plan, each where it stands; nothing of a plan that breaks off."""
    if loaded.plan.complete:
        for finding in lint(loaded.journal.curriculum):
            yield Problem(loaded.plan.locate(finding.keys), finding.severity, finding.words, finding.hint)


def _folder(root: Path) -> PurePosixPath:
    """Return the project's place in the repository that GitHub has checked out."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    if not workspace or not root.is_relative_to(place := Path(workspace).resolve()):
        return PurePosixPath()
    return PurePosixPath(root.relative_to(place).as_posix())
