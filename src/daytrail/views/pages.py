"""The pages that nobody writes: one for each day, year, tag, series, week and milestone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup

from daytrail.facts import Facts
from daytrail.facts.evidence import items_by_url
from daytrail.facts.milestones import MilestoneProgress
from daytrail.facts.tags import Tag
from daytrail.facts.urls import normalise
from daytrail.model.base import segment
from daytrail.model.curriculum import Week
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.model.series import Series
from daytrail.views import blocks, links, milestones, words
from daytrail.views.links import Links
from daytrail.views.markdown import demote
from daytrail.views.render import render
from daytrail.views.scene import Scene


@dataclass(frozen=True, slots=True)
class Page:
    """A page for a host to show: Markdown between two pieces of HTML."""

    address: str
    """As in `log/2026/02/15/`."""
    uri: str
    """The Markdown file that the page is for the host: an entry's own path, or `tags/moe.md`."""
    title: str
    """Plain text."""
    above: str
    markdown: str = ""
    below: str = ""
    description: str = ""
    entry: Entry | None = None
    """The entry that the page shows; its file is then what may be edited."""
    repeats: bool = False
    """Whether it only lists what stands elsewhere, so that a search need not find it."""
    default: bool = False
    """Whether the owner's own page of that uri takes its place."""


def pages(journal: Journal, facts: Facts, *, flat: bool = False) -> Iterator[Page]:
    """Yield all generated pages."""
    scene = Scene(journal, facts, Links("", flat))
    for entry in journal.entries:
        yield _day(scene.at(entry.address), entry)
    for year, _ in groupby(journal.entries, key=lambda entry: entry.date.year):
        yield _year(scene.at(links.year_address(year)), year)
    if facts.tags:
        yield _tags(scene.at(links.TAGS))
    for tag in facts.tags:
        yield _tag(scene.at(links.tag_address(tag.key)), tag)
    for series in journal.curriculum.series:
        yield _series(scene.at(links.series_address(series)), series)
    weeks = tuple(journal.curriculum.weeks)
    for week in weeks:
        yield _week(scene.at(links.week_address(week)), week, weeks)
    for one in facts.milestones.values():
        yield _milestone(scene.at(links.milestone_address(one.milestone)), one)
    # Pages lead to these two, so they are there even where the owner has not made any.
    if weeks:
        yield _overview(links.CURRICULUM, journal.curriculum.title, blocks.curriculum(scene.at(links.CURRICULUM)))
    if facts.milestones:
        yield _overview(links.MILESTONES, "Milestones", milestones.milestones(scene.at(links.MILESTONES)))


def _generated(address: str, title: str, html: str, *, repeats: bool, description: str = "") -> Page:
    uri = f"{address.rstrip('/')}.md"
    return Page(address, uri, title, html, description=description, repeats=repeats)


def _overview(address: str, title: str, html: Markup) -> Page:
    page = _generated(address, title, Markup('<h1 dir="auto">{}</h1>\n').format(title) + html, repeats=True)
    return replace(page, default=True)


def _day(scene: Scene, entry: Entry) -> Page:
    place = scene.facts.places[entry.path]
    items = scene.facts.progress.by_entry.get(entry.path, ())
    title = blocks.entry_title(entry, place)
    by_url = items_by_url(scene.journal.curriculum)
    wanted = scene.facts.progress.items
    shown = [(link, [wanted[placed.address] for placed in by_url.get(normalise(link.url), ())]) for link in entry.links]
    above = render(
        "page/day_above.html",
        scene=scene,
        entry=entry,
        place=place,
        title=title,
        tags=[(name, scene.links.tag(name)) for name in {segment(tag): tag for tag in entry.tags}.values()],
    )
    below = render(
        "page/day_below.html",
        scene=scene,
        entry=entry,
        place=place,
        links=shown,
        items=items,
        milestone=scene.facts.milestones.get(entry.milestone or ""),
        milestone_title=milestones.title,
        weeks=[week for week in scene.journal.curriculum.weeks if week.id in entry.touched],
        topics=[topic for topic in scene.journal.curriculum.topics if topic.id in entry.touched],
        title=lambda other: blocks.entry_title(other, scene.facts.places[other.path]),
    )
    description = entry.description or entry.excerpt
    return Page(entry.address, entry.path, title, above, demote(entry.body), below, description, entry)


def _year(scene: Scene, year: int) -> Page:
    years = sorted({entry.date.year for entry in scene.journal.entries})
    html = render(
        "page/year.html",
        scene=scene,
        year=year,
        years=years,
        count=sum(entry.date.year == year for entry in scene.journal.entries),
        timeline=blocks.timeline(scene, year=year),
    )
    return _generated(scene.links.here, f"Log of {year}", html, repeats=True)


def _tags(scene: Scene) -> Page:
    html = render("page/tags.html", scene=scene, tags=sorted(scene.facts.tags, key=lambda tag: tag.name.casefold()))
    return _generated(scene.links.here, "Tags", html, repeats=True)


def _tag(scene: Scene, tag: Tag) -> Page:
    html = render("page/tag.html", scene=scene, tag=tag, timeline=blocks.timeline(scene, tag=tag.name))
    return _generated(scene.links.here, f"Tag: {tag.name}", html, repeats=True)


def _series(scene: Scene, series: Series) -> Page:
    entries = [entry for entry in scene.journal.entries if entry.series == series.id]
    html = render(
        "page/series.html",
        scene=scene,
        series=series,
        entries=entries,
        countdown=blocks.countdown(scene, series.id) if series.counts_down_to else "",
        timeline=blocks.timeline(scene, series=series.id),
    )
    return _generated(scene.links.here, series.title, html, repeats=True)


def _week(scene: Scene, week: Week, weeks: tuple[Week, ...]) -> Page:
    progress = scene.facts.progress.weeks[week.week]
    before, after = blocks.neighbours(weeks, week.week)
    html = render(
        "page/week.html",
        scene=scene,
        week=week,
        part=next(part for part in scene.journal.curriculum.parts if any(one is week for one in part.weeks)),
        progress=progress,
        summary=blocks.week_summary(scene, progress),
        checklist=blocks.checklist(scene, week.week),
        before=before,
        after=after,
        title=blocks.entry_title,
    )
    return _generated(scene.links.here, f"Week {week.week}: {week.title}", html, repeats=False)


def _milestone(scene: Scene, one: MilestoneProgress) -> Page:
    html = milestones.milestone(scene, one)
    title = f"Milestone: {milestones.title(one.milestone)}"
    description = words.beginning(one.milestone.text, 300)
    return _generated(scene.links.here, title, html, repeats=False, description=description)
