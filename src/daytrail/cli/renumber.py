"""`daytrail renumber`: gives entries whose day numbers are doubled, as two devices write them, the next ones."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from daytrail.cli.common.entries import complete_series
from daytrail.cli.common.files import FileUpdate, accepted, read_file, show_and_write
from daytrail.cli.common.lock import locked_project
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project
from daytrail.model.entry import FrontMatter
from daytrail.source.sources import LocatedEntry
from daytrail.source.yaml.edit import Put, edit_front_matter


@click.command(epilog=examples("daytrail renumber", "daytrail renumber --series tides --write"))
@click.option("--series", "series_id", metavar="ID", shell_complete=complete_series, help="Only this one.")
@click.option("--write", is_flag=True, help="Change the entries; without it, the change is only shown.")
@click.pass_obj
def renumber(start: Path, series_id: str | None, write: bool) -> None:
    """Give doubled day numbers, and those that run backwards, the next numbers by the order of dates.

    The numbers behind them move up as far as needed; gaps stay.
    """
    with locked_project(start, "nothing is renumbered while there are errors") as project:
        updates = list(_updates(project, series_id))
        reason = "no day number is doubled or runs backwards"
        show_and_write(project, updates, write=write, checked=(), reason=reason)


def _updates(project: Project, series_id: str | None) -> Iterator[FileUpdate]:
    countdowns = {series.id for series in project.plan.series if series.counts_down_to}
    for series, entries in project.loaded.sources.published_by_series.items():
        if series not in countdowns and series_id in (None, series):
            yield from _of_series(project, entries)


def _of_series(project: Project, entries: Sequence[LocatedEntry]) -> Iterator[FileUpdate]:
    last = -1
    for located in entries:
        day = located.entry.day
        if day is None:
            continue
        first = max(day.first, last + 1)
        last = first + day.last - day.first
        if first == day.first:
            continue
        path = project.root / located.entry.path
        text = read_file(path)
        put = Put(("day",), first if first == last else f"{first}-{last}")
        edited = edit_front_matter(text, located.entry.path, [put], tuple(FrontMatter.model_fields))
        yield FileUpdate(path, text, accepted(edited))
