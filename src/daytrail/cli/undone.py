"""`daytrail undone`: takes items of the plan out of `done:` of the entries that have them there."""

from collections.abc import Sequence
from pathlib import Path

import click

from daytrail.cli.common.output import examples
from daytrail.cli.done import undo_state
from daytrail.facts.progress import State


@click.command(epilog=examples("daytrail undone w09/triton-paper", "daytrail undone triton --dry-run"))
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--dry-run", is_flag=True, help="Write nothing; show the change on standard error.")
@click.pass_obj
def undone(start: Path, names: Sequence[str], dry_run: bool) -> None:
    """Take items out of `done:` of every entry that says it.

    NAME is as for `daytrail done`. Prints the paths of the entries that changed; all else in them stays.
    """
    undo_state(start, names, State.DONE, dry_run=dry_run)
