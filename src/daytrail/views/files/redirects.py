"""Pages at former addresses, each of which leads to the page that its subject has now."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from daytrail.facts import Facts
from daytrail.model.base import segment, slug
from daytrail.model.curriculum import Milestone, Series, Week
from daytrail.model.entry import Entry
from daytrail.source.notations.blogs import page_path, slug_of
from daytrail.views.links import Addresses, Links, page_file, year_address
from daytrail.views.render import render
from daytrail.views.translation import language
from daytrail.views.words import title_of


@dataclass(frozen=True, slots=True)
class Redirect:
    """A former address of a page."""

    address: str
    target: str
    """The address of the page now."""
    title: str
    entry: str | None = None
    """If another site had the address: the path of the entry that says so, or empty."""

    def path(self, *, flat: bool) -> str:
        """Return the path of its file below the site's root."""
        if self.address.endswith(".html"):
            return self.address
        file = page_file(self.address, flat=flat)
        return f"{file}index.html" if file.endswith("/") else file

    def html(self, *, flat: bool) -> str:
        """Return a page that leads to the target, with the anchor that it was opened with."""
        here = self.address.removesuffix(".html")
        if here != self.address and not flat:  # its links begin in the folder that it is in
            here = here.rpartition("/")[0]
        href = Links(here, flat).href(self.target)
        return render("files/redirect.html", href=href, title=self.title, language=language())


def redirects(facts: Facts, addresses: Addresses) -> Iterator[Redirect]:
    """Yield the former addresses of entries, weeks, milestones and series that no page has now."""
    yield from _of_entries(facts.journal.entries)
    if facts.journal.old_blog:
        yield from _of_blog(facts, addresses)
    plan = facts.journal.curriculum
    weeks = {week.id: week for week in plan.weeks}
    for former, now in plan.addresses_by_former.items():
        if now[0] in weeks and former[1:].isdigit():
            yield _redirect(f"{addresses.list('curriculum')}week-{int(former[1:]):02d}/", weeks[now[0]], addresses)
    milestones = {milestone.id: milestone for milestone in plan.milestones}
    for former, name in plan.current_milestones.items():
        yield _redirect(f"{addresses.list('milestones')}{segment(former)}/", milestones[name], addresses)
    series = {one.id: one for one in plan.series}
    for former, name in plan.current_series.items():
        if former == slug(former):  # what is not was a title
            yield _redirect(f"{addresses.list('series')}{former}/", series[name], addresses)


def _of_entries(entries: Sequence[Entry]) -> Iterator[Redirect]:
    taken = {entry.address for entry in entries}
    for entry in entries:
        title, former = entry.title or entry.date.isoformat(), list[str]()
        for address in entry.old_addresses:
            yield Redirect(address, entry.address, title, entry.path)
        for stem in entry.was:
            with suppress(ValueError):  # no date of the calendar, so there never was such a page
                former.append(entry.address_by_stem(stem))
        for address in former:
            if address not in taken:
                taken.add(address)
                yield Redirect(address, entry.address, title)


def _of_blog(facts: Facts, addresses: Addresses) -> Iterator[Redirect]:
    """Yield the pages that Material's blog has for years and categories, by its usual addresses."""
    folder = facts.journal.old_blog
    for year in sorted({entry.date.year for entry in facts.journal.entries}):
        yield Redirect(f"{folder}/archive/{year}/", year_address(year), str(year), "")
    for tag in facts.tags:
        name = slug_of(tag.name)
        if name and (address := page_path(f"/{folder}/category/{name}/")):  # else it has no such page there either
            yield Redirect(address, addresses.of(tag), tag.name, "")


def _redirect(address: str, thing: Week | Milestone | Series, addresses: Addresses) -> Redirect:
    return Redirect(address, addresses.of(thing), thing.title if isinstance(thing, Series) else title_of(thing))
