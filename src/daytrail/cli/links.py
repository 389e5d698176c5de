"""`daytrail links`: prints every link to another host with the location where it is written."""

import json
from pathlib import Path
from types import SimpleNamespace

import click

from daytrail.cli.common.files import MAX_FILE_BYTES, disk_errors
from daytrail.cli.common.output import echo_json, examples
from daytrail.cli.common.project import open_project
from daytrail.problems import printable
from daytrail.source.external_links import written_links
from daytrail.source.files import read_bytes
from daytrail.views.files.data import attributes
from daytrail.views.files.link_report import FailedLink, link_report, read_report


@click.command(
    epilog=examples("daytrail links", "daytrail links | cut -f1 | sort -u", "daytrail links --json | jq -r '.[].url'")
)
@click.option("--json", "as_json", is_flag=True, help="Print a list of JSON objects.")
@click.option(
    "--report",
    "report_path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Print a Markdown report of the broken links that lychee found. FILE is its output with --format json.",
)
@click.pass_obj
def links(start: Path, as_json: bool, report_path: Path | None) -> None:
    """List every link to another host in the plan, the reading list, the entries and docs/.

    Each line has the URL, its location, and its shelf in the ledger, separated by tabs. A link in
    docs/ may be on no shelf. Left out are drafts, and links to this machine, to a local network
    and to hosts that are reserved for examples, such as example.org.

    Exit status: 1 if a report names broken links, else 0.
    """
    if as_json and report_path:
        raise click.UsageError("--json and --report exclude each other")
    report = _read_report(report_path) if report_path else None
    project = open_project(start, note_errors=True)
    written = written_links(project.root, project.settings.paths, project.loaded)
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
