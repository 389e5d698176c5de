"""`daytrail serve`: serves the site with MkDocs or ProperDocs and builds it again on each change."""

from pathlib import Path

import click

from daytrail.cli.common.mkdocs import root_to_build, run_mkdocs
from daytrail.cli.common.output import examples


@click.command(epilog=examples("daytrail serve --open", "daytrail serve --dev-addr 0.0.0.0:8000"))
@click.option("--dev-addr", metavar="HOST:PORT", help="Where to listen, instead of 127.0.0.1:8000.")
@click.option("--open", "browser", is_flag=True, help="Open the site in the browser.")
@click.argument("options", nargs=-1, metavar="[-- MKDOCS_OPTION...]")
@click.pass_obj
def serve(start: Path, dev_addr: str | None, browser: bool, options: tuple[str, ...]) -> None:
    """Serve the site, and build it again on every change.

    With errors it does not start. What follows `--` is handed to `mkdocs serve` or
    `properdocs serve`.
    """
    address = ["--dev-addr", dev_addr] if dev_addr else []
    run_mkdocs(root_to_build(start), ["serve", *address, *(["--open"] if browser else []), *options])
