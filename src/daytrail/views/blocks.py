"""What a page may place: each block is a function from a context to HTML."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.progress import Tally, WeekProgress
from daytrail.model.series import Series
from daytrail.problems import did_you_mean, quoted
from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


class UnknownName(ValueError):
    """A block was asked for something that the journal does not have."""


class Choice(NamedTuple):
    """What a filter may be set to."""

    value: str
    words: str


def recent(context: PageContext, limit: int = 5) -> Markup:
    """The last entries as a short list."""
    shown = context.journal.entries[::-1][:limit]
    return render("block/recent.html", context=context, entries=shown, title=words.entry_title)


def bar(tally: Tally) -> Markup:
    """How much of some items is done, as a bar with its figures in words."""
    return render("block/bar.html", tally=tally, percent=words.percent(tally.done, tally.items))


def curriculum(context: PageContext) -> Markup:
    """All parts with their weeks, each with its state, dates and progress."""
    parts = [(part, bar(part.tally)) for part in context.facts.parts.values()]
    return render("block/curriculum.html", context=context, parts=parts)


def progress(context: PageContext) -> Markup:
    """How far the plan is, as a whole and by part, in items and in hours."""
    tally = context.facts.progress.tally
    rows = [(part, words.percent(part.tally.done, part.tally.items)) for part in context.facts.parts.values()]
    return render("block/progress.html", context=context, total=bar(tally), rows=rows)


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
