"""`daytrail build`: builds the site with MkDocs or ProperDocs, if the project has no errors.

What only a build needs is imported when it is known that there is something to build.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import click

from daytrail.cli.common.output import examples
from daytrail.project.last_build import Comparison, compare_with_last_build
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

    Problems are listed first; where there are errors, nothing is built. Warnings of the
    journal never stop a build. Pages that would come out the same stay as they are. It uses
    ProperDocs if that is installed, else MkDocs, which gets what follows `--`.
    """
    arguments = [*(["--strict"] if strict else []), *(["--clean"] if clean else []), *options]
    is_quiet = refuse_quiet_and_strict(arguments)
    root = find_root(start)
    as_usual = {*options} <= {"--strict", "-s", "--quiet", "-q"}
    warnings, before = compare_with_last_build(root) if root and as_usual and not clean else Comparison()
    if warnings is not None:
        click.echo(warnings, nl=False, err=True)
        if not is_quiet:
            click.echo("INFO    -  Nothing has changed since the last build", err=True)
        return
    from daytrail.cli.common.mkdocs import build_and_record, check_before_build, run_mkdocs
    from daytrail.project.user_folder import record_path

    if clean and root and (record := record_path(root, "sites")):
        record.unlink(missing_ok=True)
    if root and as_usual:
        build_and_record(start, arguments, before)
    run_mkdocs(check_before_build(start).root, ["build", *arguments])


def refuse_quiet_and_strict(options: Sequence[str]) -> bool:
    """Return whether options include `--quiet`.

    With `--strict` it is refused as wrong usage, since MkDocs 1.6 counts only the warnings that it prints.
    """
    quiet, strict = (
        any(option == f"--{name}" or re.fullmatch(f"-[cqsv]*{name[0]}[cqsv]*", option) for option in options)
        for name in ("quiet", "strict")
    )
    if quiet and strict:
        raise click.UsageError("with both quiet and strict, MkDocs ignores broken links: leave one of them out")
    return quiet
