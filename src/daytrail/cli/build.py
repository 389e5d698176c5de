"""`daytrail build`: builds the site with MkDocs or ProperDocs, if the project has no errors.

What only a build needs is imported when it is known that there is something to build.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import click

from daytrail.cli.common.output import examples
from daytrail.project.last_build import warnings_of_last_build
from daytrail.project.root_folder import find_root


@click.command(
    epilog=examples("daytrail build", "daytrail build --strict", "daytrail build -- --site-dir public"),
)
@click.option("--strict", is_flag=True, help="Let MkDocs fail on its warnings too, such as a broken link.")
@click.option("--clean", is_flag=True, help="Build everything anew, without what earlier builds kept.")
@click.argument("options", nargs=-1, metavar="[-- MKDOCS_OPTION...]")
@click.pass_obj
def build(start: Path, strict: bool, clean: bool, options: tuple[str, ...]) -> None:
    """Build the site into site/.

    Where there are errors, all are listed and nothing is built. Warnings of the
    journal never stop a build. Pages that would come out the same stay as they are. It uses
    ProperDocs if that is installed, else MkDocs, which gets what follows `--`.
    """
    arguments = [*(["--strict"] if strict else []), *(["--clean"] if clean else []), *options]
    _refuse_quiet_and_strict(arguments)
    root = find_root(start)
    as_usual = {*options} <= {"--strict", "-s"}
    if root and as_usual and not clean and (warnings := warnings_of_last_build(root)) is not None:
        click.echo(f"{warnings}INFO    -  Nothing has changed since the last build", err=True)
        return
    from daytrail.cli.common.mkdocs import build_and_record, root_to_build, run_mkdocs
    from daytrail.project.user_folder import record_path

    if clean and root and (record := record_path(root, "sites")):
        record.unlink(missing_ok=True)
    if root and as_usual:
        build_and_record(start, arguments)
    run_mkdocs(root_to_build(start), ["build", *arguments])


def _refuse_quiet_and_strict(options: Sequence[str]) -> None:
    """Refuse `--quiet` with `--strict` as wrong usage, since MkDocs 1.6 counts only the warnings that it prints."""
    quiet, strict = (
        any(option == f"--{name}" or re.fullmatch(f"-[cqsv]*{name[0]}[cqsv]*", option) for option in options)
        for name in ("quiet", "strict")
    )
    if quiet and strict:
        raise click.UsageError("with both quiet and strict, MkDocs ignores broken links: leave one of them out")
