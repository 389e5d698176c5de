"""Checks of dates: of entries, of their files' names, and of the plan's start."""

from collections.abc import Iterator
from itertools import pairwise

from daytrail.model.entry import dated
from daytrail.problems import Problem, warning
from daytrail.source.sources import Sources


def check_date_in_file_name(sources: Sources) -> Iterator[Problem]:
    """Report an entry whose date is not the one in its file's name."""
    for located in sources.entries:
        entry = located.entry
        date_of_name, _ = dated(entry.stem)
        if date_of_name and date_of_name != entry.date:
            yield warning(
                located.locate(("date",)),
                f"the date {entry.date} is not the one in the file's name, {date_of_name}",
                "the page keeps the address of its name; rename the file, or correct the date",
            )


def check_same_date(sources: Sources) -> Iterator[Problem]:
    """Report two entries of a series on one date."""
    for entries in sources.published_by_series.values():
        for first, second in pairwise(entries):
            if first.entry.date == second.entry.date:
                message = f"{second.entry.date} has another entry in its series: {first.entry.path}"
                yield warning(second.locate(("date",)), message)


def check_plan_start(sources: Sources) -> Iterator[Problem]:
    """Report a plan that does not start on a Monday."""
    start = sources.plan.start
    if start and start.weekday() != 0:
        message = f"{start} is a {start:%A}; weeks of the plan begin on a Monday"
        yield warning(sources.plan_document.locate(("start",)), message, "write the Monday of the first week")
