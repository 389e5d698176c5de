"""`daytrail import`: the group of commands that read documents which were kept elsewhere."""

import click

from daytrail.cli.common.output import Group, examples
from daytrail.cli.importing.log import log
from daytrail.cli.importing.plan import plan
from daytrail.cli.importing.reading import reading


@click.group(
    cls=Group,
    name="import",
    epilog=examples("daytrail import log progress.md", "daytrail import log progress.md --write"),
    commands=[log, plan, reading],
)
def import_() -> None:
    """Import documents that were kept elsewhere. Existing files are extended, not overwritten."""
