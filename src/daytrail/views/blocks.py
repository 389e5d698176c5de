"""What a page may place: each block is a function from a scene to HTML."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.progress import Tally, WeekProgress
from daytrail.model.series import Series
from daytrail.problems import did_you_mean, quoted
from daytrail.views import words
from daytrail.views.render import render
from daytrail.views.scene import Scene


class UnknownName(ValueError):
    """A block was asked for something that the journal does not have."""


class Choice(NamedTuple):
    """What a filter may be set to."""

    value: str
    words: str


def recent(scene: Scene, limit: int = 5) -> Markup:
    """The last entries as a short list."""
    shown = scene.journal.entries[::-1][:limit]
    return render("block/recent.html", scene=scene, entries=shown, title=words.entry_title)


def bar(tally: Tally) -> Markup:
    """How much of some items is done, as a bar with its figures in words."""
    return render("block/bar.html", tally=tally, percent=words.percent(tally.done, tally.items))


def curriculum(scene: Scene) -> Markup:
    """All parts with their weeks, each with its state, dates and progress."""
    parts = [(part, bar(part.tally)) for part in scene.facts.parts.values()]
    return render("block/curriculum.html", scene=scene, parts=parts)


def progress(scene: Scene) -> Markup:
    """How far the plan is, as a whole and by part, in items and in hours."""
    tally = scene.facts.progress.tally
    rows = [(part, words.percent(part.tally.done, part.tally.items)) for part in scene.facts.parts.values()]
    return render("block/progress.html", scene=scene, total=bar(tally), rows=rows)


def week_of(scene: Scene, number: int) -> WeekProgress:
    """Return how far a week is.

    Raises:
        UnknownName: the plan has no such week.
    """
    weeks = scene.facts.progress.weeks
    if number not in weeks:
        raise UnknownName(f"the plan has no week {quoted(str(number))}; it has {_range(list(weeks))}")
    return weeks[number]


def _range(numbers: Sequence[int]) -> str:
    return f"the weeks {min(numbers)} to {max(numbers)}" if numbers else "none"


def series_of(scene: Scene, name: str) -> Series:
    """Return a series by its id.

    Raises:
        UnknownName: there is no such series.
    """
    for one in scene.journal.curriculum.series:
        if one.id == name:
            return one
    raise unknown("series", name, (one.id for one in scene.journal.curriculum.series))


def unknown(what: str, name: str, known: Iterable[str]) -> UnknownName:
    """Say that there is no such name, and which one may be meant."""
    names = list(known)
    hint = did_you_mean(name, names) or (f"known: {', '.join(names[:12])}" if names else "there is none")
    return UnknownName(f"unknown {what} {quoted(name)}; {hint}")
