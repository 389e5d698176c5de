"""What a page may place: each block is a function from a scene to HTML."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby

from markupsafe import Markup

from daytrail.facts.progress import Tally, WeekProgress
from daytrail.facts.series import Place
from daytrail.model.base import segment
from daytrail.model.entry import Entry
from daytrail.model.series import Series
from daytrail.problems import did_you_mean, quoted
from daytrail.views import words
from daytrail.views.render import render
from daytrail.views.scene import Scene


class UnknownName(ValueError):
    """A block was asked for something that the journal does not have."""


def entry_title(entry: Entry, place: Place) -> str:
    """What an entry is called: its title, else its number and series, else its date."""
    if entry.title:
        return entry.title
    if place.series and place.number:
        return f"{place.number} of {place.series.title}"
    return words.day(entry.date)


def timeline(
    scene: Scene,
    *,
    series: str | None = None,
    tag: str | None = None,
    year: int | None = None,
    week: int | None = None,
    limit: int | None = None,
    level: int = 2,
) -> Markup:
    """Entries by month, the newest first, those of one series, tag, year or week of the plan if asked.

    Args:
        scene: What is shown, and where.
        series: The id of a series.
        tag: A tag in any spelling.
        year: A calendar year.
        week: The number of a week of the plan: entries that touched anything in it.
        limit: How many entries at the most.
        level: The level of the months' headings.

    Raises:
        UnknownName: the journal has no such series, tag or week.
    """
    chosen: Iterable[Entry] = reversed(scene.journal.entries)
    if series is not None:
        known = _series(scene, series)
        chosen = [entry for entry in chosen if entry.series == known.id]
    if tag is not None:
        if segment(tag) not in {known.key for known in scene.facts.tags}:
            raise unknown("tag", tag, (known.name for known in scene.facts.tags))
        chosen = [entry for entry in chosen if segment(tag) in map(segment, entry.tags)]
    if year is not None:
        chosen = [entry for entry in chosen if entry.date.year == year]
    if week is not None:
        paths = {entry.path for entry in week_of(scene, week).entries}
        chosen = [entry for entry in chosen if entry.path in paths]
    shown = list(chosen)[:limit]
    months = [(words.month(day), list(entries)) for day, entries in _by_month(shown)]
    return render("block/timeline.html", scene=scene, months=months, level=level, title=entry_title)


def _by_month(entries: Iterable[Entry]) -> Iterator[tuple[date, Iterator[Entry]]]:
    return groupby(entries, key=lambda entry: entry.date.replace(day=1))


def recent(scene: Scene, limit: int = 5) -> Markup:
    """The last entries as a short list."""
    shown = scene.journal.entries[::-1][:limit]
    return render("block/recent.html", scene=scene, entries=shown, title=entry_title)


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


def countdown(scene: Scene, series: str | None = None) -> Markup:
    """The days left to the goal of each series that counts down, or of one.

    Raises:
        UnknownName: there is no such series, or it counts down to nothing.
    """
    counting = [one for one in scene.journal.curriculum.series if one.counts_down_to]
    if series is not None:
        counting = [one for one in counting if one.id == series]
        if not counting:
            every = (one.id for one in scene.journal.curriculum.series if one.counts_down_to)
            raise unknown("series that counts down", series, every)
    today = scene.facts.today
    rows = [(one, one.counts_down_to, (one.counts_down_to - today).days) for one in counting if one.counts_down_to]
    return render("block/countdown.html", scene=scene, rows=rows, today=today)


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


def _series(scene: Scene, name: str) -> Series:
    for one in scene.journal.curriculum.series:
        if one.id == name:
            return one
    raise unknown("series", name, (one.id for one in scene.journal.curriculum.series))


def unknown(what: str, name: str, known: Iterable[str]) -> UnknownName:
    """Say that there is no such name, and which one may be meant."""
    names = list(known)
    hint = did_you_mean(name, names) or (f"known: {', '.join(names[:12])}" if names else "there is none")
    return UnknownName(f"unknown {what} {quoted(name)}; {hint}")
