"""Pages of the reading list and of resources."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from markupsafe import Markup, escape

from daytrail.facts.calendar import DateRange
from daytrail.facts.ledger import SHELF_OF_STATUS, HistoryEvent, PlaceOfText, Resource, display_url
from daytrail.gfm import plain_text
from daytrail.model.curriculum import Curriculum, Guide, Milestone, Part, Placed, Week
from daytrail.model.reading import Listing, PlacedListing, ReadingList, Subcategory
from daytrail.views import words
from daytrail.views.macros.reading_list import reading_list
from daytrail.views.page import LazyPage, Page, PageContent, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.paging import numbered_page
from daytrail.views.render import markdown, render
from daytrail.views.render import state as render_state
from daytrail.views.resource_list import resource_pages
from daytrail.views.titles import title_html
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html, ngettext
from daytrail.views.words import standing


def pages(context: PageContext) -> Iterator[Page | LazyPage]:
    """Yield the later pages of the list, its first one unless the owner has written it, and the pages of resources."""
    first, *later = resource_pages(context)
    for page in later:
        yield numbered_page(context, _("Reading"), context.addresses.list("reading"), page)
    if context.facts.ledger.resources:
        title, address = _("Reading"), context.addresses.list("reading")
        yield overview_page(context, address, title, reading_list, description=first.description, is_wide=True)
    with_page = [resource for resource in context.facts.ledger.resources if resource.has_page]
    titles = Counter(resource.title for resource in with_page)
    for resource in with_page:
        title = resource.title if titles[resource.title] == 1 else _distinct_title(resource)
        yield LazyPage(
            address=context.addresses.of(resource),
            changed=resource.last_met,
            make=partial(_resource, context, resource, title),
            inputs=partial(_inputs, context, resource, title),
        )


def _distinct_title(resource: Resource) -> str:
    """Return a title that no other resource of the same title has: with the URL, or where the list has it."""
    if resource.url:
        where = words.beginning(display_url(resource.url), 60)
    else:
        categories = [listed.subcategory or listed.category for listed in resource.shelved]
        where = ", ".join(category.title for category in categories if category) or resource.key
    return _("%(title)s (%(where)s)", title=resource.title, where=where)


def _inputs(context: PageContext, resource: Resource, title: str) -> object:
    """Return all that the page of a resource is made from, for JSON."""
    history = [
        (event.day.isoformat(), event.event, event.entry and event.entry.address, _entry_title(event), event.sentence)
        for event in resource.history
    ]
    this_year = context.facts.today.year  # dates do not name it
    state = resource.kind, resource.shelf, standing(resource, this_year), this_year
    if resource.is_linked_only:
        return title, resource.key, resource.title, resource.url, state, history
    tags = [tag.name for tag in context.facts.tags_of_resources.get(resource.key, ())]
    return title, resource.key, context.facts.plan_digest, [item.state for item in resource.items], tags, state, history


def _resource(context: PageContext, resource: Resource, title: str) -> Page:
    context = context.for_page(context.addresses.of(resource))
    return Page(
        address=context.links.here,
        title=title,
        crumbs=((_("Reading"), context.links.href(context.addresses.list("reading"))),),
        draw=lambda: PageContent(_content(context, resource)),
        description=_description(resource, title),
        changed=resource.last_met,
        labels=_paper_numbers(resource),
    )


def _paper_numbers(resource: Resource) -> tuple[str, ...]:
    """Return the number of a paper of arXiv in the forms that readers search for; nothing for other resources."""
    _, is_paper, number = resource.key.partition("arxiv.org/abs/")
    return (number, f"arXiv {number}") if is_paper else ()


def _description(resource: Resource, title: str) -> str:
    """Return what a resource is, why it is worth reading, and when it was met."""
    if resource.url:
        what = _what(resource, resource.author or "", resource.host or resource.url).unescape()
    else:
        what = ", ".join(filter(None, (words.kind_name(resource.kind), resource.author)))
    summary = _("%(kind)s: %(title)s", kind=" ".join(what.split()), title=title)
    if resource.last_met:
        summary += f" ({words.state(resource.shelf)}, {_frequency(resource) or words.day(resource.last_met)})"
    reasons = [plain_text(listed.listing.why).rstrip(".") for listed in resource.shelved if listed.listing.why]
    return words.beginning(". ".join(filter(None, (summary, *reasons))), words.DESCRIPTION)


def _content(context: PageContext, resource: Resource) -> Markup:
    says_state = resource.reading_since or resource.finished
    state = render_state(resource.shelf) if not says_state else ""
    this_year = context.facts.today.year
    facts = [state, standing(resource, this_year), _frequency(resource, this_year)]
    if resource.hours:
        facts.append(_("%(hours)s estimated", hours=words.hours(resource.hours)))
    return render(
        "pages/resource.html",
        links=context.links,
        own_year=this_year,
        resource=resource,
        what=_what(
            resource,
            Markup('<span dir="auto">{}</span>').format(resource.author),
            Markup('<a href="{}" rel="noopener" dir="auto">{}</a>').format(resource.url, resource.host or resource.url),
        ),
        facts=[fact for fact in facts if fact],
        tags=context.facts.tags_of_resources.get(resource.key, ()),
        shelved=[(listed.listing, _place(listed), _status(listed.listing)) for listed in resource.shelved],
        text_links=list(dict.fromkeys(_text_place(context, link.place) for link in resource.text_links)),
        history=[(touch, words.event(touch.event), _entry_title(touch)) for touch in resource.history],
    )


def _status(listing: Listing) -> str:
    """Return what the list says of how far somebody is, as in `want to read`; empty if it says nothing."""
    return words.state(SHELF_OF_STATUS[listing.status]) if listing.status else ""


def _entry_title(touch: HistoryEvent) -> str:
    return (touch.entry.title or words.day(touch.entry.date)) if touch.entry else ""


def _what(resource: Resource, author: str, link: str) -> Markup:
    """Return the line that says what a resource is, as in `Paper by A. N. Other at arxiv.org`."""
    kind = words.kind_name(resource.kind)
    if resource.author and resource.url:
        return gettext_html("%(kind)s by %(author)s, at %(link)s", kind=kind, author=author, link=link)
    if resource.url:
        return gettext_html("%(kind)s at %(link)s", kind=kind, link=link)
    if resource.author:
        return gettext_html("%(kind)s by %(author)s (no link)", kind=kind, author=author)
    return gettext_html("%(kind)s (no link)", kind=kind)


def _frequency(resource: Resource, own_year: int | None = None) -> str:
    """Return how often it was met, as in `on 3 days, 5–25 January 2026`; empty if that was on one day."""
    first, last = resource.first_met, resource.last_met
    if first is None or last is None or first == last:
        return ""
    days = len({event.day for event in resource.history})
    dates = words.date_range(DateRange(first, last), own_year)
    return ngettext("on %(num)s day, %(dates)s", "on %(num)s days, %(dates)s", days, dates=dates)


def _place(listed: PlacedListing) -> Markup:
    """Return where the reading list has it."""
    if not listed.category:
        waits = listed.section == "to_read"
        return escape(_("On the list of what to read") if waits else _("On the list of what to build"))
    titles = [category.title for category in (listed.category, listed.subcategory) if category]
    path = Markup(", ").join(Markup('<span dir="auto">{}</span>').format(title) for title in titles)
    about = (listed.subcategory or listed.category).about
    note = Markup('<p class="dt-item__note" dir="auto">{}</p>').format(markdown(about)) if about else ""
    return gettext_html("On the list, under %(category)s", category=path) + note


def _text_place(context: PageContext, place: PlaceOfText) -> Markup:
    """Return in what text of the plan or the list a link is, with a link to the page of what has the text."""
    title, href = _title_and_link(context, place)
    link = Markup('<a href="{}" dir="auto">{}</a>') if href else Markup('<span dir="auto">{1}</span>')
    return gettext_html("In the text of %(title)s", title=link.format(href, title_html(title)))


def _title_and_link(context: PageContext, place: PlaceOfText) -> tuple[str, str]:
    match place:
        case Placed():
            return place.item.label, context.links.to(place)
        case Part() | Week() | Milestone():
            return words.title_of(place), context.links.to(place)
        case Curriculum():
            return place.title, context.links.href(context.addresses.list("curriculum"))
        case PlacedListing():
            listed = context.facts.ledger.by_key.get(place.keys[0])
            return place.listing.title or place.listing.url or "", context.links.to(listed) if listed else ""
        case Guide() | Subcategory():
            return place.title, ""
        case ReadingList():
            return place.title or _("Reading list"), context.links.href(context.addresses.list("reading"))
