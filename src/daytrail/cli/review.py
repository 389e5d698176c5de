"""`daytrail review`: prints the last days as a letter in Markdown."""

import re
from datetime import date, timedelta
from pathlib import Path

import click

from daytrail.cli.common.output import echo_text, examples
from daytrail.cli.common.project import open_project
from daytrail.views.files.review_letter import letter

_SPAN = re.compile(r"([1-9][0-9]{0,3})([dw])")


@click.command(epilog=examples("daytrail review", "daytrail review --since 4w", "daytrail review --since 2026-01-01"))
@click.option(
    "--since", default="7d", metavar="SPAN", help="So many days (14d) or weeks (2w) up to today, or from a date on."
)
@click.pass_obj
def review(start: Path, since: str) -> None:
    """Print what happened lately as a letter in Markdown: done, hours, links, what is open and what is next."""
    project = open_project(start, note_errors=True)
    echo_text(letter(project.facts, _first_day(since, project.today)))


def _first_day(since: str, today: date) -> date:
    """Return the first day of a span that ends today, or raise click.BadParameter."""
    if match := _SPAN.fullmatch(since):
        days = int(match[1]) * (7 if match[2] == "w" else 1)
        return today - timedelta(days=min(days, today.toordinal()) - 1)
    try:
        first = date.fromisoformat(since)
    except ValueError:
        raise click.BadParameter(f"'{since}' is no span: write 14d, 2w or a date", param_hint="--since") from None
    if first > today:
        raise click.BadParameter(f"{first} is still to come", param_hint="--since")
    return first
