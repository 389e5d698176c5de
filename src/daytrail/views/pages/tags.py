"""Pages of tags: one of all tags, and one of each."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TypeVar

from markupsafe import Markup

from daytrail.facts.calendar import DateRange
from daytrail.facts.tags import Tag
from daytrail.views import words
from daytrail.views.entry_list import EntryFilter, filtered_pages, list_description
from daytrail.views.page import LazyPage, Page, PageContent
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _

T = TypeVar("T", int, str)
SHOWN = 6
"""How many weeks and sources of a tag are named at most."""


def pages(context: PageContext) -> Iterator[Page | LazyPage]:
    """Yield the page of all tags, and the page of each tag with the later pages of its list."""
    tags = context.facts.tags
    if tags:
        by_name = sorted(tags, key=lambda tag: tag.name.casefold())
        by_use = sorted(tags, key=lambda tag: -len(tag.entries))
        html = render("pages/tags.html", links=context.for_page(context.addresses.list("tags")).links, tags=by_name)
        yield Page(
            address=context.addresses.list("tags"),
            title=_("Tags"),
            crumbs=((_("Log"), context.for_page(context.addresses.list("tags")).links.href(context.addresses.log)),),
            draw=lambda: PageContent(html),
            description=words.description(_("Tags"), (tag.name for tag in by_use)),
            is_list=True,
            is_default=True,
            changed=context.journal.entries[-1].date,
        )
    for tag in tags:
        above = partial(_above_list, tag=tag)
        title, parents = (
            _("Tag: %(tag)s", tag=tag.name),
            ((_("Log"), context.addresses.log), (_("Tags"), context.addresses.list("tags"))),
        )
        description = list_description(tag.name, tag.entries[::-1])
        of_tag = EntryFilter(tag=tag.name)
        yield from filtered_pages(context, title, of_tag, above, parents, label=tag.name, description=description)


def _above_list(context: PageContext, tag: Tag) -> Markup:
    facts = context.facts
    weeks, sources = _weeks_and_sources(context, tag)
    most_linked = _most_frequent(sources)
    named = [
        facts.ledger.by_key[key]
        for key, of_title in facts.tags_of_resources.items()
        if tag in of_title and key not in dict(most_linked)
    ]
    return render(
        "pages/tag.html",
        links=context.links,
        feed=context.feed(context.links.here),
        tag=tag,
        dates=words.date_range(DateRange(tag.entries[0].date, tag.entries[-1].date)),
        weeks=[(facts.progress.weeks[number].week, count) for number, count in _most_frequent(weeks)],
        sources=[(facts.ledger.by_key[key], count) for key, count in most_linked],
        planned=[(resource, next(iter(resource.items), None)) for resource in named[:SHOWN]],
    )


def _weeks_and_sources(context: PageContext, tag: Tag) -> tuple[Counter[int], Counter[str]]:
    """Return in how many entries of a tag each week is worked on, and each source linked to."""
    weeks, sources, by_key = Counter[int](), Counter[str](), context.facts.ledger.by_key
    for entry in tag.entries:
        touched = {quote.item.placed.week.week for quote in context.facts.progress.by_entry.get(entry.path, ())}
        if entry.touched:  # most entries name none
            touched |= {week.week for week in context.journal.curriculum.weeks if week.id in entry.touched}
        weeks.update(touched)
        sources.update({by_key[key].key for key in entry.links if key in by_key})
    return weeks, sources


def _most_frequent(counts: Counter[T]) -> list[tuple[T, int]]:
    """Return what most entries name, and how many; what is named as often comes in the order of the names."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:SHOWN]
