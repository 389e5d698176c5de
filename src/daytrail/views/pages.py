"""The pages that nobody writes: for each day, year, tag, series, part, week, milestone and much that was read."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import blake2b
from itertools import groupby
from typing import Any, TypeVar

from markupsafe import Markup

from daytrail.facts import Facts
from daytrail.facts.milestones import MilestoneProgress
from daytrail.facts.parts import PartProgress
from daytrail.facts.resource import Resource
from daytrail.facts.tags import Tag
from daytrail.model.base import segment
from daytrail.model.curriculum import Week
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.model.series import Series
from daytrail.views import blocks, links, log, milestones, reading, weeks, words
from daytrail.views.heatmap import heatmap
from daytrail.views.links import Links
from daytrail.views.log import Asked, timeline
from daytrail.views.markdown import demote
from daytrail.views.render import render
from daytrail.views.scene import Scene
from daytrail.views.series import series_summary

T = TypeVar("T")


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
    changed: date | None = None
    """The day of the last entry that it shows; None where that is not what it is about."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """What it is in the words of https://schema.org, without its title, description and address."""

    @property
    def fingerprint(self) -> str:
        """A hash of everything that the page is."""
        own = (self.address, self.title, self.above, self.markdown, self.below, self.description, self.repeats)
        said = json.dumps([*own, str(self.changed), self.about])
        return blake2b(said.encode(), digest_size=16).hexdigest()


def pages(journal: Journal, facts: Facts, *, flat: bool = False, zone: str = "UTC") -> Iterator[Page]:
    """Yield all generated pages."""
    scene = Scene(journal, facts, Links("", flat), zone)
    for entry in journal.entries:
        yield _day(scene.at(entry.address), entry)
    yield from _continued(scene, Asked(), "Log")
    for year, _ in groupby(journal.entries, key=lambda entry: entry.date.year):
        yield _year(scene.at(links.year_address(year)), year)
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
    for one in facts.milestones.values():
        yield _milestone(scene.at(links.milestone_address(one.milestone)), one)
    for address, html in reading.further(scene):
        yield _generated(address, "Reading", Markup("<h1>Reading</h1>\n") + html, repeats=True)
    for resource in facts.ledger.resources:
        if resource.has_page:
            yield _resource(scene.at(links.resource_address(resource)), resource)
    # Pages lead to these, so they are there even where the owner has not made any.
    if every:
        yield _overview(links.CURRICULUM, journal.curriculum.title, blocks.curriculum(scene.at(links.CURRICULUM)))
    if facts.milestones:
        yield _overview(links.MILESTONES, "Milestones", milestones.milestones(scene.at(links.MILESTONES)))
    if journal.entries:
        yield _overview(links.LOG, "Log", timeline(scene.at(links.LOG)))
    if facts.ledger.resources:
        yield _overview(links.READING, "Reading", reading.reading_list(scene.at(links.READING)))


def _generated(
    address: str, title: str, html: str, *, repeats: bool, description: str = "", changed: date | None = None
) -> Page:
    uri = f"{address.rstrip('/')}.md"
    return Page(address, uri, title, html, description=description, repeats=repeats, changed=changed)


def _last(entries: Sequence[Entry]) -> date | None:
    return entries[-1].date if entries else None


def _overview(address: str, title: str, html: Markup) -> Page:
    page = _generated(address, title, Markup('<h1 dir="auto">{}</h1>\n').format(title) + html, repeats=True)
    return replace(page, default=True)


def _day(scene: Scene, entry: Entry) -> Page:
    place = scene.facts.places[entry.path]
    items = scene.facts.progress.by_entry.get(entry.path, ())
    title = words.entry_title(entry, place)
    ledger = scene.facts.ledger
    met = {one.key: one for mention in entry.mentions if (one := ledger.of(mention.url))}
    listed = [(link, ledger.of(link.url)) for link in entry.links]
    for _, one in listed:
        met.pop(one.key if one else "", None)
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
        links=listed,
        met=list(met.values()),
        items=items,
        milestone=scene.facts.milestones.get(entry.milestone or ""),
        milestone_title=milestones.title,
        weeks=[week for week in scene.journal.curriculum.weeks if week.id in entry.touched],
        topics=[topic for topic in scene.journal.curriculum.topics if topic.id in entry.touched],
        title=lambda other: words.entry_title(other, scene.facts.places[other.path]),
    )
    about = {"@type": "BlogPosting", "datePublished": entry.date.isoformat(), "keywords": list(entry.tags)}
    return Page(
        entry.address,
        entry.path,
        title,
        above,
        demote(entry.body),
        below,
        description=entry.description or entry.excerpt,
        entry=entry,
        changed=entry.date,
        about=about,
    )


def _continued(scene: Scene, asked: Asked, title: str) -> Iterator[Page]:
    """Yield the pages behind the first of a list of entries."""
    for number, address, html in log.further(scene, asked):
        heading = Markup('<h1 dir="auto">{} <small>page {}</small></h1>\n').format(title, number)
        yield _generated(address, f"{title}, page {number}", heading + html, repeats=True)


def _year(scene: Scene, year: int) -> Page:
    years = sorted({entry.date.year for entry in scene.journal.entries})
    html = render(
        "page/year.html",
        scene=scene,
        year=year,
        years=years,
        count=sum(entry.date.year == year for entry in scene.journal.entries),
        heatmap=heatmap(scene, year),
        timeline=timeline(scene, year=year),
    )
    changed = max(entry.date for entry in scene.journal.entries if entry.date.year == year)
    return _generated(scene.links.here, f"Log of {year}", html, repeats=True, changed=changed)


def _tags(scene: Scene) -> Page:
    html = render("page/tags.html", scene=scene, tags=sorted(scene.facts.tags, key=lambda tag: tag.name.casefold()))
    return _generated(scene.links.here, "Tags", html, repeats=True, changed=_last(scene.journal.entries))


def _tag(scene: Scene, tag: Tag) -> Page:
    html = render("page/tag.html", scene=scene, tag=tag, timeline=timeline(scene, tag=tag.name))
    return _generated(scene.links.here, f"Tag: {tag.name}", html, repeats=True, changed=_last(tag.entries))


def _series(scene: Scene, series: Series) -> Page:
    html = render(
        "page/series.html",
        scene=scene,
        series=series,
        summary=series_summary(scene, series),
        timeline=timeline(scene, series=series.id),
    )
    own = [entry for entry in scene.journal.entries if entry.series == series.id]
    return _generated(scene.links.here, series.title, html, repeats=True, changed=_last(own))


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
