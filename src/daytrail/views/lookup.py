"""Look-ups of names that the caller of a macro wrote."""

from collections.abc import Iterable

from daytrail.facts.progress import WeekProgress
from daytrail.facts.tags import Tag
from daytrail.model.base import segment
from daytrail.model.curriculum import Series
from daytrail.problems import did_you_mean, quoted
from daytrail.views.page_context import PageContext


class UnknownName(ValueError):
    """A macro was called with a name that the journal does not have."""


def week_of(context: PageContext, number: int) -> WeekProgress:
    """Return the progress of a week, or raise UnknownName."""
    weeks = context.facts.progress.weeks
    if number not in weeks:
        known = f"the weeks {min(weeks)} to {max(weeks)}" if weeks else "none"
        raise UnknownName(f"the plan has no week {quoted(str(number))}; it has {known}")
    return weeks[number]


def series_of(context: PageContext, id_: str) -> Series:
    """Return a series by its id, or raise UnknownName."""
    by_id = {series.id: series for series in context.journal.curriculum.series}
    if id_ not in by_id:
        raise unknown("series", id_, by_id)
    return by_id[id_]


def tag_of(context: PageContext, name: str) -> Tag:
    """Return a tag by any spelling of its name, or raise UnknownName."""
    by_key = {tag.key: tag for tag in context.facts.tags}
    if segment(name) not in by_key:
        raise unknown("tag", name, (tag.name for tag in by_key.values()))
    return by_key[segment(name)]


def unknown(what: str, name: str, known: Iterable[str]) -> UnknownName:
    """Return the error about an unknown name, with a suggestion or the known names."""
    names = list(known)
    hint = did_you_mean(name, names) or (f"known: {', '.join(names[:12])}" if names else "there is none")
    return UnknownName(f"unknown {what} {quoted(name)}; {hint}")
