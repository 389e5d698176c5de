"""What a page may place: each block is a function from a context to HTML."""

from collections.abc import Iterable, Sequence

from daytrail.facts.progress import WeekProgress
from daytrail.model.series import Series
from daytrail.problems import did_you_mean, quoted
from daytrail.views.page_context import PageContext


class UnknownName(ValueError):
    """A block was asked for something that the journal does not have."""


def week_of(context: PageContext, number: int) -> WeekProgress:
    """Return how far a week is.

    Raises:
        UnknownName: the plan has no such week.
    """
    weeks = context.facts.progress.weeks
    if number not in weeks:
        raise UnknownName(f"the plan has no week {quoted(str(number))}; it has {_range(list(weeks))}")
    return weeks[number]


def _range(numbers: Sequence[int]) -> str:
    return f"the weeks {min(numbers)} to {max(numbers)}" if numbers else "none"


def series_of(context: PageContext, name: str) -> Series:
    """Return a series by its id.

    Raises:
        UnknownName: there is no such series.
    """
    for one in context.journal.curriculum.series:
        if one.id == name:
            return one
    raise unknown("series", name, (one.id for one in context.journal.curriculum.series))


def unknown(what: str, name: str, known: Iterable[str]) -> UnknownName:
    """Say that there is no such name, and which one may be meant."""
    names = list(known)
    hint = did_you_mean(name, names) or (f"known: {', '.join(names[:12])}" if names else "there is none")
    return UnknownName(f"unknown {what} {quoted(name)}; {hint}")
