"""`daytrail share`: prints an entry as a post."""

import os
from pathlib import Path
from urllib.parse import quote

import click

from daytrail.cli.common.entries import entry_at
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project, open_project
from daytrail.model.entry import Entry
from daytrail.model.urls import join_url, split_url
from daytrail.views.files.post import post


@click.command(epilog=examples("daytrail share", "daytrail share 2026-02-15 --length 500"))
@click.argument("stem", required=False, metavar="[ENTRY]")
@click.option(
    "--length", "max_length", type=click.IntRange(60, 100_000), default=280, show_default=True, help="Most characters."
)
@click.option("--url", metavar="URL", help="The site's address; without it the SITE_URL of the environment.")
@click.pass_obj
def share(start: Path, stem: str | None, max_length: int, url: str | None) -> None:
    """Print an entry as a post with its permalink.

    ENTRY is its date, or its file's name without the ending; without it, the latest entry that is not empty. The text
    is its excerpt: what is above `<!-- more -->`, else the first paragraph. The permalink counts 23 characters.
    """
    project = open_project(start, note_errors=True)
    entry = _find_entry(project, stem)
    site = url or os.environ.get("SITE_URL", "")
    if split_url(site) is None:
        raise click.BadParameter(f"{site} is not a URL", param_hint="--url")
    permalink = join_url(f"{site.rstrip('/')}/", quote(entry.address)) if site else ""
    if not permalink:
        click.echo("note: no address of the site is known, so there is no permalink: --url gives one", err=True)
    click.echo(post(entry, project.facts.positions[entry.path], permalink, max_length))


def _find_entry(project: Project, name: str | None) -> Entry:
    entries = [entry for entry in project.journal.entries if not entry.empty]
    if name is None:
        past = [entry for entry in entries if entry.date <= project.today]
        if not past:
            raise click.ClickException("no entry says anything yet")
        return past[-1]
    path = project.relative(entry_at(project, Path(name), "ENTRY"))
    if path not in (by_path := {entry.path: entry for entry in entries}):
        raise click.BadParameter(f"{path} is empty, a draft, or has errors", param_hint="ENTRY")
    return by_path[path]
