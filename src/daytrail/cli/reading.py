"""`daytrail reading`: the ledger of reading, to look at and to take elsewhere."""

import json
from pathlib import Path

import click

from daytrail.cli.common.examples import examples
from daytrail.cli.common.project import note_errors, open_project
from daytrail.cli.common.status_text import shelves_overview
from daytrail.facts.resource import Shelf
from daytrail.views.files.data import reading_data
from daytrail.views.files.reading_markdown import markdown


@click.command(
    epilog=examples(
        "daytrail reading",
        "daytrail reading --shelf 'to read'",
        "daytrail reading --bibtex > reading.bib",
        "daytrail reading --json | jq -r '.[] | select(.favourite).title'",
    )
)
@click.option("--bibtex", "form", flag_value="bibtex", help="Print BibTeX, for LaTeX and reference managers.")
@click.option("--json", "form", flag_value="json", help="Print a list of JSON objects, with the history of each.")
@click.option("--markdown", "form", flag_value="markdown", help="Print Markdown, for a post or a note.")
@click.option(
    "--shelf",
    "only",
    type=click.Choice([shelf.value for shelf in Shelf]),
    multiple=True,
    help="Only what stands there; may be given several times.",
)
@click.pass_obj
def reading(start: Path, form: str | None, only: tuple[str, ...]) -> None:
    """Show what is to read, being read, read and met, shelf by shelf."""
    project = open_project(start)
    note_errors(project)
    facts = project.facts
    shelves = {shelf: every for shelf, every in facts.ledger.shelves.items() if not only or shelf in only}
    every = [one for found in shelves.values() for one in found]
    match form:
        case "json":
            click.echo(json.dumps(reading_data(every), ensure_ascii=False, indent=2))
        case "bibtex":
            from daytrail.views.files.bibtex import bibtex  # its library is for those who ask for it

            click.echo(bibtex(every), nl=False)
        case "markdown":
            click.echo(markdown(shelves.items(), project.today), nl=False)
        case _:
            click.echo(shelves_overview(shelves, project.today), nl=False)
