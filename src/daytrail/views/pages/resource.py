"""Page of each resource with more to say than its row in the reading list."""

from collections.abc import Iterator

from daytrail.facts.resource import Resource
from daytrail.views import words
from daytrail.views.links import READING, resource_address
from daytrail.views.page import Page, html_page
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.sentences import standing


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    for resource in context.facts.ledger.resources:
        if resource.has_page:
            yield _resource(context.for_page(resource_address(resource)), resource)


def _resource(context: PageContext, one: Resource) -> Page:
    html = render(
        "pages/resource.html",
        context=context,
        one=one,
        standing=standing(one, context.facts.today),
        between=_between(one),
        reading=context.links.href(READING),
        title=lambda entry: entry.title or words.day(entry.date),
    )
    return html_page(
        context.links.here,
        one.title,
        lambda: html,
        description=_description(one),
        repeats=False,
        changed=one.last_met,
    )


def _between(one: Resource) -> str:
    """How long a history is, as in `3 times in 12 days`; empty for less than two days of it."""
    if one.first_met is None or one.last_met is None or one.first_met == one.last_met:
        return ""
    return f"{words.count(len(one.history), 'time')} in {words.count((one.last_met - one.first_met).days + 1, 'day')}"


def _description(one: Resource) -> str:
    """A line for search engines: why it is worth reading, else where it stands."""
    whys = [own.listing.why for own in one.shelved if own.listing.why]
    return words.beginning(whys[0] if whys else f"{one.title}: {one.shelf}", 300)
