"""Pages of the reading list and of resources."""

from collections.abc import Iterator

from markupsafe import Markup

from daytrail.facts.ledger import Resource
from daytrail.model.reading import PlacedListing
from daytrail.views import words
from daytrail.views.links import READING, address_of
from daytrail.views.macros.reading_list import reading_list
from daytrail.views.page import Page, PageContent, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.paging import numbered_page
from daytrail.views.render import render
from daytrail.views.resource_list import resource_pages


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the later pages of the list, its first one unless the owner has written it, and the page of each resource.

    A resource has a page if there is more to say than its row does.
    """
    _, *later = resource_pages(context)
    for page in later:
        yield numbered_page("Reading", page)
    if context.facts.ledger.resources:
        yield overview_page(context, READING, "Reading", reading_list)
    for resource in context.facts.ledger.resources:
        if resource.has_page:
            yield _resource(context.for_page(address_of(resource)), resource)


def _resource(context: PageContext, resource: Resource) -> Page:
    html = render(
        "pages/resource.html",
        links=context.links,
        resource=resource,
        today=context.facts.today,
        frequency=_frequency(resource),
        shelved=[(listed.listing, _place(listed)) for listed in resource.shelved],
        history=[
            (touch, touch.entry and (touch.entry.title or words.day(touch.entry.date))) for touch in resource.history
        ],
    )
    reasons = [listed.listing.why for listed in resource.shelved if listed.listing.why]
    return Page(
        address=context.links.here,
        title=resource.title,
        draw=lambda: PageContent(html),
        description=words.beginning(reasons[0] if reasons else f"{resource.title}: {resource.shelf}", 300),
        changed=resource.last_met,
    )


def _frequency(resource: Resource) -> str:
    """Return how often it was met, as in `3 times in 12 days`; empty if that was on one day."""
    first, last = resource.first_met, resource.last_met
    if first is None or last is None or first == last:
        return ""
    return f"{words.count(len(resource.history), 'time')} in {words.count((last - first).days + 1, 'day')}"


def _place(listed: PlacedListing) -> Markup:
    """Return where the reading list has it."""
    if not listed.category:
        return Markup("On the list of {}").format("what waits" if listed.section == "to_read" else "what to build")
    titles = [category.title for category in (listed.category, listed.subcategory) if category]
    path = Markup(", ").join(Markup('<span dir="auto">{}</span>').format(title) for title in titles)
    return Markup("On the list, under {}").format(path)
