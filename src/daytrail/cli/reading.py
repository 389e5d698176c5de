"""`daytrail reading`: prints the ledger of reading as text, JSON, BibTeX or Markdown."""

from pathlib import Path

import click

from daytrail.cli.common.output import echo_json, echo_text, examples
from daytrail.cli.common.project import open_project
from daytrail.cli.common.status_text import reading_text
from daytrail.facts.ledger import Shelf
from daytrail.views.files.data import resource_data
from daytrail.views.files.reading_markdown import markdown


@click.command(
    epilog=examples(
        "daytrail reading",
        "daytrail reading --shelf 'want to read'",
        "daytrail reading --bibtex > reading.bib",
        "daytrail reading --json | jq -r '.[] | select(.favourite).title'",
    )
)
@click.option("--bibtex", "format_", flag_value="bibtex", help="Print BibTeX, for LaTeX and reference managers.")
@click.option("--json", "format_", flag_value="json", help="Print a list of JSON objects, with the history of each.")
@click.option("--markdown", "format_", flag_value="markdown", help="Print Markdown, for a post or a note.")
@click.option(
    "--shelf",
    "names",
    type=click.Choice([shelf.value for shelf in Shelf]),
    multiple=True,
    help="Only what stands there; may be given several times.",
)
@click.pass_obj
def reading(start: Path, format_: str | None, names: tuple[str, ...]) -> None:
    """Show the reading list and the resources of the plan and the entries, by shelf."""
    project = open_project(start, note_errors=True)
    by_shelf = project.facts.ledger.shelves
    shelves = {shelf: resources for shelf, resources in by_shelf.items() if not names or shelf in names}
    resources = [resource for resources_of_shelf in shelves.values() for resource in resources_of_shelf]
    match format_:
        case "json":
            echo_json([resource_data(resource) for resource in resources])
        case "bibtex":
            from daytrail.views.files.bibtex import bibtex  # not at the top, since its library takes long to load

            echo_text(bibtex(resources))
        case "markdown":
            echo_text(markdown(shelves.items()))
        case _:
            click.echo(reading_text(shelves), nl=False)
