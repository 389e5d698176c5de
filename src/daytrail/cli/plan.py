"""`daytrail plan`: the group of commands about changes of the plan."""

import click

from daytrail.cli.common.output import Group, examples
from daytrail.cli.planning.commands import drop, insert_week, move, rename
from daytrail.cli.planning.fit import fit
from daytrail.cli.planning.pull import pull


@click.group(
    cls=Group,
    epilog=examples(
        "daytrail plan move w03/tide-tables 5",
        "daytrail plan rename w03/tide-tables tables --write",
        'daytrail plan insert-week 3 "Neap tides" --write',
        "daytrail plan fit --keep load",
    ),
    commands=[move, rename, insert_week, drop, fit, pull],
)
def plan() -> None:
    """Change the plan, and keep what was written under the old one.

    Each command shows its change; `--write` makes it, in all files or in none, and git takes it back. Comments and
    layout stay. Former addresses are written into the plan as `was:`, so that entries and links may go on to use them.
    """
