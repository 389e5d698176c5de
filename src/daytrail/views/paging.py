"""Lists over several pages."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from daytrail.views.page import Page, PageContent
from daytrail.views.page_context import PageContext
from daytrail.views.render import TITLE_ANCHOR_HTML


class FilterField(NamedTuple):
    """Field of the form that filters a list."""

    name: str
    label: str
    options: Sequence[tuple[str, str]]
    """Value and label of each."""


class Pager(NamedTuple):
    """Links from one page of a list to the others."""

    links: tuple[tuple[str, str | None], ...] = ()
    """Label and link of each page, without a link for the page itself. Empty if the list shows other links, or none."""
    all_pages: tuple[str, ...] = ()
    """On the first page, links to all pages including itself."""
    first_page: str | None = None
    """On the other pages, the link to the first one."""


class ListPage(NamedTuple):
    """One page of a list."""

    name: str
    """As in `page 2` or `6 October – 5 December 2025`."""
    address: str
    draw: Callable[[], Markup]
    inputs: Callable[[], object] | None = None
    """See `Page.inputs`."""
    description: str = ""


ONE_PAGE = Pager()


def numbered_page(
    context: PageContext,
    title: str,
    address: str,
    page: ListPage,
    parents: Iterable[tuple[str, str]] = (),
    *,
    is_wide: bool = False,
) -> Page:
    """Return a later page of a list, whose first page has an address, below the title of the list.

    `parents` are the titles and the addresses of the pages above the list, from the outside in.
    """
    links = context.for_page(page.address).links
    heading = Markup('<h1 data-search-exclude dir="auto">{}{} <small>{}</small></h1>\n').format(
        TITLE_ANCHOR_HTML, title, page.name
    )
    return Page(
        address=page.address,
        title=f"{title}, {page.name}",
        crumbs=tuple((name, links.href(above)) for name, above in (*parents, (title, address))),
        draw=lambda: PageContent(heading + page.draw()),
        inputs=page.inputs,
        description=page.description,
        is_list=True,
        is_wide=is_wide,
    )
