"""Lists over several pages.

Later pages are numbered from the oldest, so that they keep their content while the list grows. The first page, with
the newest entries, has no number.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from markupsafe import Markup

from daytrail.views.links import Links, page_address
from daytrail.views.page import Page, PageContent
from daytrail.views.page_context import PageContext
from daytrail.views.render import TITLE_ANCHOR_HTML
from daytrail.views.translation import gettext as _

T = TypeVar("T")


class FilterField(NamedTuple):
    """Field of the form that filters a list."""

    name: str
    label: str
    options: Sequence[tuple[str, str]]
    """Value and label of each."""


_NUMBERS = 6
"""How many numbers of pages the first page shows before the oldest one."""


class Pager(NamedTuple):
    """Links from one page of a list to the others."""

    links: tuple[tuple[str, str | None], ...] = ()
    """Label and link of each page, without a link for the page itself. Empty for a list of one page."""
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


def later_pages(rows: int, first: int, later: int) -> int:
    """Return how many pages follow the first one of a list, which has at most `first` rows, and they `later`."""
    return max(0, -(-(rows - first) // later))


def number_of_page(earlier: int, rows: int, first: int, later: int) -> int | None:
    """Return the number of the page with a row, by how many older rows a list has; None for the first page."""
    number = earlier // later + 1
    return number if number <= later_pages(rows, first, later) else None


@dataclass(frozen=True, slots=True)
class PagedList(Generic[T]):
    """A list, the newest row first, with at most `first` rows on its first page and `later` rows on each other one."""

    rows: Sequence[T]
    address: str
    """URL path that those of the later pages begin with."""
    first: int
    later: int

    @property
    def later_pages(self) -> int:
        """How many pages follow the first."""
        return later_pages(len(self.rows), self.first, self.later)

    def page(self, number: int | None) -> Sequence[T]:
        """Return the rows of a page. Its number is 1 for the oldest and None for the first, which has the newest."""
        if number is None:
            return self.rows[: len(self.rows) - self.later * self.later_pages]
        end = len(self.rows) - self.later * (number - 1)
        return self.rows[end - self.later : end]

    def pager(self, links: Links, number: int | None, first_address: str | None = None) -> Pager:
        """Return the links from a page to the others; the first one is at `address` unless another is given."""
        newest, count = links.href(self.address if first_address is None else first_address), self.later_pages

        def to(page: int) -> str:
            return links.href(page_address(self.address, page)) if page <= count else newest

        if not count:
            return ONE_PAGE
        if number is None:
            numbers = list(range(count, max(count - _NUMBERS, 0), -1))
            oldest = [(_("oldest"), to(1))] if numbers[-1] > 1 else []
            return Pager(
                ((_("newest"), None), *((str(page), to(page)) for page in numbers), *oldest),
                (newest, *(to(page) for page in range(count, 0, -1))),
            )
        newer = [(_("newer"), to(number + 1))] if number < count else []
        older = [(_("older"), to(number - 1))] if number > 1 else []
        oldest = [(_("oldest"), to(1))] if number > 2 else []
        return Pager(((_("newest"), newest), *newer, (str(number), None), *older, *oldest), first_page=newest)


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
