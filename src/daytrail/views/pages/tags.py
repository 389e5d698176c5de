"""Page of all tags, and page of each tag."""

from collections.abc import Iterator

from daytrail.facts.tags import Tag
from daytrail.views.entry_list import EntryFilter, first_page, later_pages
from daytrail.views.links import TAGS, tag_address
from daytrail.views.page import Page, html_page
from daytrail.views.page_context import PageContext
from daytrail.views.paging import numbered_page
from daytrail.views.render import render


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    if context.facts.tags:
        yield _all_tags(context.for_page(TAGS))
    for tag in context.facts.tags:
        yield _tag(context.for_page(tag_address(tag.key)), tag)
        for page in later_pages(context, EntryFilter(tag=tag.name)):
            yield numbered_page(f"Tag: {tag.name}", page)


def _all_tags(context: PageContext) -> Page:
    tags = sorted(context.facts.tags, key=lambda tag: tag.name.casefold())
    html = render("pages/tags.html", context=context, tags=tags)
    return html_page(TAGS, "Tags", lambda: html, changed=context.journal.entries[-1].date)


def _tag(context: PageContext, tag: Tag) -> Page:
    timeline = first_page(context, EntryFilter(tag=tag.name))

    def draw() -> str:
        return render("pages/tag.html", context=context, tag=tag, timeline=timeline.draw())

    def inputs() -> object:
        return timeline.inputs(), len(tag.entries)

    return html_page(context.links.here, f"Tag: {tag.name}", draw, inputs=inputs, changed=tag.entries[-1].date)
