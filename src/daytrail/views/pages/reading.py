"""Pages of the reading list and of resources."""

from collections.abc import Iterator

from markupsafe import Markup

from daytrail.facts.ledger import Resource, TextLink
from daytrail.gfm import plain_text
from daytrail.model.curriculum import Guide, Milestone, Part, Placed
from daytrail.model.reading import PlacedListing, Subcategory
from daytrail.views import words
from daytrail.views.links import READING, address_of
from daytrail.views.macros.reading_list import reading_list
from daytrail.views.page import Page, PageContent, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.paging import numbered_page
from daytrail.views.render import markdown, render
from daytrail.views.resource_list import resource_pages


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the later pages of the list, its first one unless the owner has written it, and the page of each resource.

    A resource has a page if there is more to say than its row does.
    """
    _, *later = resource_pages(context)
    for page in later:
        yield numbered_page(context, "Reading", READING, page)
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
        text_links=list(dict.fromkeys(_text_place(context, link) for link in resource.text_links)),
        history=[
            (touch, touch.entry and (touch.entry.title or words.day(touch.entry.date))) for touch in resource.history
        ],
    )
    reasons = [plain_text(listed.listing.why) for listed in resource.shelved if listed.listing.why]
    return Page(
        address=context.links.here,
        title=resource.title,
        crumbs=(("Reading", context.links.href(READING)),),
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
    about = (listed.subcategory or listed.category).about
    note = Markup('<p class="dt-item__note" dir="auto">{}</p>').format(markdown(about)) if about else ""
    return Markup("On the list, under {}{}").format(path, note)


def _text_place(context: PageContext, link: TextLink) -> tuple[str, str, str]:
    """Return in what kind of text a link is, the link to its page, which may be empty, and the title of that."""
    match place := link.place:
        case Placed():
            return f"In the text of an item of week {place.week.week}", context.links.to(place), place.item.label
        case Part():
            return "In the goal of a part", context.links.to(place), place.title
        case Milestone():
            return "In the text of a milestone", context.links.to(place), words.title_of(place)
        case Guide():
            return "Among the guides of the plan", "", place.title
        case PlacedListing():
            listed = context.facts.ledger.by_key.get(place.keys[0])
            href = context.links.to(listed) if listed and listed.has_page else ""
            return "In a note on", href, place.listing.title or place.listing.url or ""
        case Subcategory():
            return "In the description of a category", "", place.title
