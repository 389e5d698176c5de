"""The pages that nobody writes: for each day, year, tag, series, part, week, milestone and much that was read."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import TypeVar

from markupsafe import Markup

from daytrail.facts import Facts
from daytrail.facts.milestones import MilestoneProgress
from daytrail.facts.parts import PartProgress
from daytrail.facts.resource import Resource
from daytrail.facts.tags import Tag
from daytrail.model.curriculum import Week
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.model.series import Series
from daytrail.views import blocks, links, log, milestones, reading, weeks, words
from daytrail.views.day import day_page
from daytrail.views.heatmap import heatmap, measure_of
from daytrail.views.links import Links
from daytrail.views.log import Asked, timeline
from daytrail.views.page import Page as Page
from daytrail.views.page import Parts
from daytrail.views.paging import Further
from daytrail.views.render import render
from daytrail.views.rows import row
from daytrail.views.scene import Scene
from daytrail.views.series import series_summary

T = TypeVar("T")


def pages(journal: Journal, facts: Facts, *, flat: bool = False, zone: str = "UTC") -> Iterator[Page]:
    """Yield all generated pages."""
    scene = Scene(journal, facts, Links("", flat), zone)
    for entry in journal.entries:
        yield day_page(scene, entry)
    yield from _continued(scene, Asked(), "Log")
    by_year = {year: list(own) for year, own in groupby(journal.entries, key=lambda entry: entry.date.year)}
    for year, entries in by_year.items():
        yield _year(scene.at(links.year_address(year)), year, entries, list(by_year))
        yield from _continued(scene, Asked(year=year), f"Log of {year}")
    if facts.tags:
        yield _tags(scene.at(links.TAGS))
    for tag in facts.tags:
        yield _tag(scene.at(links.tag_address(tag.key)), tag)
        yield from _continued(scene, Asked(tag=tag.name), f"Tag: {tag.name}")
    for series in journal.curriculum.series:
        yield _series(scene.at(links.series_address(series)), series)
        yield from _continued(scene, Asked(series=series.id), series.title)
    parts = list(facts.parts.values())
    for part, before, after in _with_neighbours(parts):
        yield _part(scene.at(links.part_address(part.part)), part, before, after)
    every = [(week.week, part) for part in parts for week in part.weeks]
    for (week, of), earlier, later in _with_neighbours(every):
        around = earlier and earlier[0], later and later[0]
        yield _week(scene.at(links.week_address(week)), week, of, around)
    for told in facts.milestones.values():
        yield _milestone(scene.at(links.milestone_address(told.milestone)), told)
    for one in reading.further(scene):
        yield _continues("Reading", one)
    for resource in facts.ledger.resources:
        if resource.has_page:
            yield _resource(scene.at(links.resource_address(resource)), resource)
    # Pages lead to these, so they are there even where the owner has not made any.
    if every:
        yield _overview(scene, links.CURRICULUM, journal.curriculum.title, blocks.curriculum)
    if facts.milestones:
        yield _overview(scene, links.MILESTONES, "Milestones", milestones.milestones)
    if journal.entries:
        yield _overview(scene, links.LOG, "Log", timeline)
    if facts.ledger.resources:
        yield _overview(scene, links.READING, "Reading", reading.reading_list)


def _generated(
    address: str, title: str, html: str, *, repeats: bool, description: str = "", changed: date | None = None
) -> Page:
    return replace(
        _drawn(address, title, lambda: html, lambda: html, description=description), repeats=repeats, changed=changed
    )


def _drawn(
    address: str, title: str, inputs: Callable[[], object], draw: Callable[[], str], *, description: str = ""
) -> Page:
    """A page without Markdown, that lists what stands elsewhere."""
    uri = f"{address.rstrip('/')}.md"
    return Page(address, uri, title, inputs, lambda: Parts(draw()), description=description, repeats=True)


def _last(entries: Sequence[Entry]) -> date | None:
    return entries[-1].date if entries else None


def _overview(scene: Scene, address: str, title: str, block: Callable[[Scene], Markup]) -> Page:
    def draw() -> str:
        return Markup('<h1 dir="auto">{}</h1>\n').format(title) + block(scene.at(address))

    return replace(_drawn(address, title, draw, draw), default=True)


def _continued(scene: Scene, asked: Asked, title: str) -> Iterator[Page]:
    """Yield the pages behind the first of a list of entries."""
    for one in log.further(scene, asked):
        yield _continues(title, one)


def _continues(title: str, one: Further) -> Page:
    heading = Markup('<h1 dir="auto">{} <small>{}</small></h1>\n').format(title, one.name)
    return _drawn(one.address, f"{title}, {one.name}", one.inputs, lambda: heading + one.draw())


def _year(scene: Scene, year: int, entries: Sequence[Entry], years: Sequence[int]) -> Page:
    listed = log.first(scene, Asked(year=year))

    def draw() -> str:
        calendar, count = heatmap(scene, year), len(entries)
        given = {"year": year, "years": years, "count": count, "heatmap": calendar, "timeline": listed.draw()}
        return render("page/year.html", scene=scene, **given)

    def inputs() -> object:
        digests = [row(scene, entry).digest for entry in entries]
        return listed.inputs(), digests, years, measure_of(scene), scene.journal.curriculum.week_starts

    page = _drawn(scene.links.here, f"Log of {year}", inputs, draw)
    return replace(page, changed=_last(entries))


def _tags(scene: Scene) -> Page:
    html = render("page/tags.html", scene=scene, tags=sorted(scene.facts.tags, key=lambda tag: tag.name.casefold()))
    return _generated(scene.links.here, "Tags", html, repeats=True, changed=_last(scene.journal.entries))


def _tag(scene: Scene, tag: Tag) -> Page:
    listed = log.first(scene, Asked(tag=tag.name))

    def draw() -> str:
        return render("page/tag.html", scene=scene, tag=tag, timeline=listed.draw())

    page = _drawn(scene.links.here, f"Tag: {tag.name}", lambda: (listed.inputs(), len(tag.entries)), draw)
    return replace(page, changed=_last(tag.entries))


def _series(scene: Scene, series: Series) -> Page:
    listed, summary = log.first(scene, Asked(series=series.id)), series_summary(scene, series)

    def draw() -> str:
        return render("page/series.html", scene=scene, series=series, summary=summary, timeline=listed.draw())

    own = [entry for entry in scene.journal.entries if entry.series == series.id]
    page = _drawn(scene.links.here, series.title, lambda: (listed.inputs(), summary), draw)
    return replace(page, changed=_last(own))


def _part(scene: Scene, part: PartProgress, before: PartProgress | None, after: PartProgress | None) -> Page:
    html = weeks.part_page(scene, part, (before, after))
    description = words.beginning(part.part.goal or "", 300)
    return _generated(
        scene.links.here, part.part.title, html, repeats=False, description=description, changed=part.dates.last
    )


def _week(scene: Scene, week: Week, part: PartProgress, around: tuple[Week | None, Week | None]) -> Page:
    html = weeks.week_page(scene, week.week, part, around)
    page = _generated(scene.links.here, f"Week {week.week}: {week.title}", html, repeats=False)
    hours = scene.facts.progress.weeks[week.week].tally.hours
    about = {
        "@type": "LearningResource",
        "learningResourceType": "week of a plan",
        "teaches": [topic.title for topic in scene.journal.curriculum.topics if week.week in topic.weeks],
        # https://www.iso.org/iso-8601-date-and-time-format.html: minutes, since hours may be halves.
        **({"timeRequired": f"PT{round(hours * 60)}M"} if hours else {}),
    }
    return replace(page, about=about, changed=_last(scene.facts.progress.weeks[week.week].entries))


def _with_neighbours(of: Sequence[T]) -> Iterator[tuple[T, T | None, T | None]]:
    """Yield each thing with those before and after it."""
    return zip(of, [None, *of], [*of[1:], None], strict=False)


def _milestone(scene: Scene, one: MilestoneProgress) -> Page:
    html = milestones.milestone(scene, one)
    title = f"Milestone: {milestones.title(one.milestone)}"
    description = words.beginning(one.milestone.text, 300)
    return _generated(scene.links.here, title, html, repeats=False, description=description, changed=one.answered_on)


def _resource(scene: Scene, one: Resource) -> Page:
    html = reading.resource_page(scene, one)
    return _generated(
        scene.links.here, one.title, html, repeats=False, description=reading.description(one), changed=one.last
    )
