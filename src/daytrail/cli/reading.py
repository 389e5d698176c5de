"""`daytrail reading`: prints the ledger of reading as text, JSON or BibTeX, or all links to other hosts."""

import json
from pathlib import Path
from types import SimpleNamespace

import click

from daytrail.cli.common.files import MAX_FILE_BYTES, disk_errors
from daytrail.cli.common.output import echo_json, echo_text, examples
from daytrail.cli.common.project import Project, open_project
from daytrail.cli.common.status_text import reading_text
from daytrail.problems import printable
from daytrail.source.external_links import written_links
from daytrail.source.files import read_bytes
from daytrail.views.files.data import attributes, resource_data
from daytrail.views.files.link_report import FailedLink, link_report, read_report


@click.command(
    epilog=examples(
        "daytrail reading",
        "daytrail reading --bibtex > reading.bib",
        "daytrail reading --json | jq -r '.[] | select(.favourite).title'",
        "daytrail reading --links | cut -f1 | sort -u",
    )
)
@click.option("--bibtex", "format_", flag_value="bibtex", help="Print BibTeX, for LaTeX and reference managers.")
@click.option("--json", "format_", flag_value="json", help="Print a list of JSON objects, with the history of each.")
@click.option("--links", is_flag=True, help="List every link to another host instead, with its location and its shelf.")
@click.option(
    "--report",
    "report_path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --links: print a Markdown report of the broken ones, from what lychee writes with --format json.",
)
@click.pass_obj
def reading(start: Path, format_: str | None, links: bool, report_path: Path | None) -> None:
    """Show the reading list and all resources, by shelf.

    With --links, each line has a URL, its location and its shelf, separated by tabs. Drafts are
    left out.

    Exit status: 1 if a report names broken links, else 0.
    """
    options = {"--report" if report_path else "", f"--{format_}" if format_ else ""} - {""}
    if (links and options not in (set(), {"--json"}, {"--report"})) or (report_path and not links):
        raise click.UsageError("--links goes with --json or --report FILE, and with no other option")
    report = _read_report(report_path) if report_path else None
    project = open_project(start, note_errors=True)
    if links:
        _echo_links(project, report, as_json=format_ == "json")
    else:
        _echo_resources(project, format_)


def _echo_resources(project: Project, format_: str | None) -> None:
    """Print the resources of all shelves."""
    shelves = project.facts.ledger.shelves
    resources = [resource for resources_of_shelf in shelves.values() for resource in resources_of_shelf]
    match format_:
        case "json":
            echo_json([resource_data(resource, project.settings.addresses) for resource in resources])
        case "bibtex":
            from daytrail.views.files.bibtex import bibtex  # not at the top, since its library takes long to load

            echo_text(bibtex(resources))
        case _:
            click.echo(reading_text(shelves), nl=False)


def _echo_links(project: Project, report: tuple[int, list[FailedLink]] | None, *, as_json: bool) -> None:
    """Print all links to other hosts, or the report on those that are broken, and exit with its status."""
    written = written_links(project.root, project.loaded)
    if report:
        click.echo(link_report(*report, ((link.url, str(link.location)) for link in written)), nl=False)
        raise SystemExit(0 if all(link.unknown for link in report[1]) else 1)
    resources = [(link, project.facts.ledger.find(link.url)) for link in written]
    if as_json:
        names, unknown = ("url", "path", "line", "column", "shelf", "title"), SimpleNamespace(shelf=None, title=None)
        echo_json([attributes(names, link, link.location, resource or unknown) for link, resource in resources])
        return
    for link, resource in resources:
        click.echo(f"{printable(link.url)}\t{link.location}\t{resource.shelf if resource else ''}".rstrip("\t"))


def _read_report(path: Path) -> tuple[int, list[FailedLink]]:
    try:
        with disk_errors(f"{path} cannot be read"):
            return read_report(json.loads(read_bytes(path, MAX_FILE_BYTES)))
    except (ValueError, RecursionError):
        raise click.UsageError(f"{path} is not what lychee writes with --format json") from None
