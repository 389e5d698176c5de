"""`daytrail reading`: prints the ledger of reading as text, JSON or BibTeX, or all links to other hosts."""

from pathlib import Path

import click

from daytrail.cli.common.output import echo_json, echo_text, examples
from daytrail.cli.common.project import open_project
from daytrail.cli.common.status_text import reading_text
from daytrail.problems import printable
from daytrail.source.external_links import written_links
from daytrail.views.files.data import resource_data


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
@click.pass_obj
def reading(start: Path, format_: str | None, links: bool) -> None:
    """Show the reading list and all resources, by shelf.

    With --links, each line has a URL, its location and its shelf, separated by tabs. Drafts are
    left out.
    """
    if links and format_:
        raise click.UsageError("--links goes with no other option")
    project = open_project(start, note_errors=True)
    if links:
        for link in written_links(project.root, project.loaded):
            resource = project.facts.ledger.find(link.url)
            click.echo(f"{printable(link.url)}\t{link.location}\t{resource.shelf if resource else ''}".rstrip("\t"))
        return
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
