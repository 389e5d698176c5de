"""`daytrail serve`: serves the site with MkDocs or ProperDocs and builds it again on each change."""

from itertools import pairwise
from pathlib import Path

import click

from daytrail.cli.build import refuse_quiet_and_strict
from daytrail.cli.common.mkdocs import check_before_build, run_mkdocs
from daytrail.cli.common.output import examples
from daytrail.project.config_checks import listening_problem
from daytrail.project.settings import read_settings


@click.command(epilog=examples("daytrail serve --open", "daytrail serve --dev-addr 0.0.0.0:8000"))
@click.option("--dev-addr", metavar="HOST:PORT", help="Where to listen, instead of 127.0.0.1:8000.")
@click.option("--open", "browser", is_flag=True, help="Open the site in the browser.")
@click.argument("options", nargs=-1, metavar="[-- MKDOCS_OPTION...]")
@click.pass_obj
def serve(start: Path, dev_addr: str | None, browser: bool, options: tuple[str, ...]) -> None:
    """Serve the site, and build it again on every change.

    Problems are listed first; with errors it does not start. What follows `--` is handed to
    `mkdocs serve` or `properdocs serve`.
    """
    refuse_quiet_and_strict(options)
    address = ["--dev-addr", dev_addr] if dev_addr else []
    root = check_before_build(start).root
    words = [word for option in (*options, *address) for word in option.split("=", 1)]
    written = [after for option, after in pairwise(words) if option in ("-a", "--dev-addr")]
    _check_address(written[-1] if written else read_settings(root)[0].config.text("dev_addr") or "127.0.0.1:8000")
    run_mkdocs(root, ["serve", *address, *(["--open"] if browser else []), *options])


def _check_address(address: str) -> None:
    """Raise a click exception if nothing can listen on an address; MkDocs would first build the whole site."""
    if problem := listening_problem(address):
        raise click.ClickException(f"{problem}; name another address with --dev-addr")
