"""Pages of tags: one of all tags, and one of each."""

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from daytrail.facts.tags import Tag
from daytrail.views.entry_list import EntryFilter, filtered_pages
from daytrail.views.links import LOG, TAGS
from daytrail.views.page import Page, PageContent
from daytrail.views.page_context import PageContext
from daytrail.views.render import render

_PARENTS = (("Log", LOG), ("Tags", TAGS))


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of all tags, and the page of each tag with the later pages of its list."""
    tags = context.facts.tags
    if tags:
        by_name = sorted(tags, key=lambda tag: tag.name.casefold())
        html = render("pages/tags.html", links=context.for_page(TAGS).links, tags=by_name)
        yield Page(
            address=TAGS,
            title="Tags",
            crumbs=(("Log", context.for_page(TAGS).links.href(LOG)),),
            draw=lambda: PageContent(html),
            is_list=True,
            changed=context.journal.entries[-1].date,
        )
    for tag in tags:
        above = partial(_above_list, tag=tag)
        yield from filtered_pages(
            context, f"Tag: {tag.name}", EntryFilter(tag=tag.name), above, _PARENTS, label=tag.name
        )


def _above_list(context: PageContext, tag: Tag) -> Markup:
    return render("pages/tag.html", links=context.links, tag=tag)
