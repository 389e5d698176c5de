"""`daytrail check`: everything that is wrong, at once."""

import os
from pathlib import Path, PurePosixPath

import click

from daytrail.adapters.cli.project import examples, open_project
from daytrail.adapters.report import as_github, as_json, as_text, summary


@click.command(epilog=examples("daytrail check", "daytrail check --json | jq length", "daytrail check --format github"))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="How problems are printed.",
)
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@click.option("--strict", is_flag=True, help="Let warnings count as well.")
@click.pass_obj
def check(start: Path, form: str, strict: bool) -> None:
    """List all problems of the entries, the plan and the settings.

    Exit status: 1 where there are errors (with --strict also warnings), else 0.
    """
    project = open_project(start)
    match form:
        case "json":
            found = as_json(project.problems)
        case "github":
            found = as_github(project.problems, _folder(project.root))
        case _:
            found = as_text(project.problems)
    click.echo(found, nl=False)
    count = len(project.session.loaded.journal.entries)
    click.echo(f"{summary(project.problems)} ({count} {'entry' if count == 1 else 'entries'})", err=True)
    if project.failed or (strict and project.problems):
        raise SystemExit(1)


def _folder(root: Path) -> PurePosixPath:
    """Return the project's place in the repository that GitHub has checked out."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    if not workspace or not root.is_relative_to(place := Path(workspace).resolve()):
        return PurePosixPath()
    return PurePosixPath(root.relative_to(place).as_posix())
