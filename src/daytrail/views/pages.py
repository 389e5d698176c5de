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
from daytrail.views.log import EntryFilter, timeline
from daytrail.views.page import Page as Page
from daytrail.views.page import Parts
from daytrail.views.page_context import PageContext
from daytrail.views.paging import Further
from daytrail.views.render import render
from daytrail.views.rows import row
from daytrail.views.series import series_summary

T = TypeVar("T")


def pages(journal: Journal, facts: Facts, *, flat: bool = False, zone: str = "UTC") -> Iterator[Page]:
    """Yield all generated pages."""
    context = PageContext(journal, facts, Links("", flat), zone)
    for entry in journal.entries:
        yield day_page(context, entry)
    yield from _continued(context, EntryFilter(), "Log")
    by_year = {year: list(own) for year, own in groupby(journal.entries, key=lambda entry: entry.date.year)}
    for year, entries in by_year.items():
        yield _year(context.at(links.year_address(year)), year, entries, list(by_year))
        yield from _continued(context, EntryFilter(year=year), f"Log of {year}")
    if facts.tags:
        yield _tags(context.at(links.TAGS))
    for tag in facts.tags:
        yield _tag(context.at(links.tag_address(tag.key)), tag)
        yield from _continued(context, EntryFilter(tag=tag.name), f"Tag: {tag.name}")
    for series in journal.curriculum.series:
        yield _series(context.at(links.series_address(series)), series)
        yield from _continued(context, EntryFilter(series=series.id), series.title)
    parts = list(facts.parts.values())
    for part, before, after in _with_neighbours(parts):
        yield _part(context.at(links.part_address(part.part)), part, before, after)
    every = [(week.week, part) for part in parts for week in part.weeks]
    for (week, of), earlier, later in _with_neighbours(every):
        around = earlier and earlier[0], later and later[0]
        yield _week(context.at(links.week_address(week)), week, of, around)
    for told in facts.milestones.values():
        yield _milestone(context.at(links.milestone_address(told.milestone)), told)
    for one in reading.further(context):
        yield _continues("Reading", one)
    for resource in facts.ledger.resources:
        if resource.has_page:
            yield _resource(context.at(links.resource_address(resource)), resource)
    # Pages lead to these, so they are there even where the owner has not made any.
    if every:
        yield _overview(context, links.CURRICULUM, journal.curriculum.title, blocks.curriculum)
    if facts.milestones:
        yield _overview(context, links.MILESTONES, "Milestones", milestones.milestones)
    if journal.entries:
        yield _overview(context, links.LOG, "Log", timeline)
    if facts.ledger.resources:
        yield _overview(context, links.READING, "Reading", reading.reading_list)


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


def _overview(context: PageContext, address: str, title: str, block: Callable[[PageContext], Markup]) -> Page:
    def draw() -> str:
        return Markup('<h1 dir="auto">{}</h1>\n').format(title) + block(context.at(address))

    return replace(_drawn(address, title, draw, draw), default=True)


def _continued(context: PageContext, asked: EntryFilter, title: str) -> Iterator[Page]:
    """Yield the pages behind the first of a list of entries."""
    for one in log.further(context, asked):
        yield _continues(title, one)


def _continues(title: str, one: Further) -> Page:
    heading = Markup('<h1 dir="auto">{} <small>{}</small></h1>\n').format(title, one.name)
    return _drawn(one.address, f"{title}, {one.name}", one.inputs, lambda: heading + one.draw())


def _year(context: PageContext, year: int, entries: Sequence[Entry], years: Sequence[int]) -> Page:
    listed = log.first(context, EntryFilter(year=year))

    def draw() -> str:
        calendar, count = heatmap(context, year), len(entries)
        given = {"year": year, "years": years, "count": count, "heatmap": calendar, "timeline": listed.draw()}
        return render("page/year.html", context=context, **given)

    def inputs() -> object:
        digests = [row(context, entry).digest for entry in entries]
        return listed.inputs(), digests, years, measure_of(context), context.journal.curriculum.week_starts

    page = _drawn(context.links.here, f"Log of {year}", inputs, draw)
    return replace(page, changed=_last(entries))


def _tags(context: PageContext) -> Page:
    html = render(
        "page/tags.html", context=context, tags=sorted(context.facts.tags, key=lambda tag: tag.name.casefold())
    )
    return _generated(context.links.here, "Tags", html, repeats=True, changed=_last(context.journal.entries))


def _tag(context: PageContext, tag: Tag) -> Page:
    listed = log.first(context, EntryFilter(tag=tag.name))

    def draw() -> str:
        return render("page/tag.html", context=context, tag=tag, timeline=listed.draw())

    page = _drawn(context.links.here, f"Tag: {tag.name}", lambda: (listed.inputs(), len(tag.entries)), draw)
    return replace(page, changed=_last(tag.entries))


def _series(context: PageContext, series: Series) -> Page:
    listed, summary = log.first(context, EntryFilter(series=series.id)), series_summary(context, series)

    def draw() -> str:
        return render("page/series.html", context=context, series=series, summary=summary, timeline=listed.draw())

    own = [entry for entry in context.journal.entries if entry.series == series.id]
    page = _drawn(context.links.here, series.title, lambda: (listed.inputs(), summary), draw)
    return replace(page, changed=_last(own))


def _part(context: PageContext, part: PartProgress, before: PartProgress | None, after: PartProgress | None) -> Page:
    html = weeks.part_page(context, part, (before, after))
    description = words.beginning(part.part.goal or "", 300)
    return _generated(
        context.links.here, part.part.title, html, repeats=False, description=description, changed=part.dates.last
    )


def _week(context: PageContext, week: Week, part: PartProgress, around: tuple[Week | None, Week | None]) -> Page:
    html = weeks.week_page(context, week.week, part, around)
    page = _generated(context.links.here, f"Week {week.week}: {week.title}", html, repeats=False)
    hours = context.facts.progress.weeks[week.week].tally.hours
    about = {
        "@type": "LearningResource",
        "learningResourceType": "week of a plan",
        "teaches": [topic.title for topic in context.journal.curriculum.topics if week.week in topic.weeks],
        # https://www.iso.org/iso-8601-date-and-time-format.html: minutes, since hours may be halves.
        **({"timeRequired": f"PT{round(hours * 60)}M"} if hours else {}),
    }
    return replace(page, about=about, changed=_last(context.facts.progress.weeks[week.week].entries))


def _with_neighbours(of: Sequence[T]) -> Iterator[tuple[T, T | None, T | None]]:
    """Yield each thing with those before and after it."""
    return zip(of, [None, *of], [*of[1:], None], strict=False)


def _milestone(context: PageContext, one: MilestoneProgress) -> Page:
    html = milestones.milestone(context, one)
    title = f"Milestone: {milestones.title(one.milestone)}"
    description = words.beginning(one.milestone.text, 300)
    return _generated(context.links.here, title, html, repeats=False, description=description, changed=one.answered_on)


def _resource(context: PageContext, one: Resource) -> Page:
    html = reading.resource_page(context, one)
    return _generated(
        context.links.here, one.title, html, repeats=False, description=reading.description(one), changed=one.last
    )
