"""Long lists on several pages, of which the older ones stay the same while the list grows.

Pages are counted from the oldest, so that what stands on one stays there; the newest have no number.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from daytrail.views.links import Links, page_address
from daytrail.views.page import Page, html_page

T = TypeVar("T")

_SHOWN = 6
"""Numbers of pages that are shown before the oldest one."""


class Pager(NamedTuple):
    """What leads from one page of a list to the others."""

    links: tuple[tuple[str, str | None], ...] = ()
    """Words and links, without one where the page itself is meant; empty for a list of one page."""
    every: tuple[str, ...] = ()
    """On the list's first page, links to all its pages, itself included."""
    whole: str | None = None
    """On another one, the link to the first."""


class Listed(NamedTuple):
    """The first page of a list."""

    inputs: Callable[[], object]
    """Returns all that it is made from, for JSON."""
    draw: Callable[[], Markup]


class Further(NamedTuple):
    """A page behind it."""

    name: str
    """As in `page 2`."""
    address: str
    inputs: Callable[[], object]
    draw: Callable[[], Markup]


class Choice(NamedTuple):
    """What a filter may be set to."""

    value: str
    words: str


ONE_PAGE = Pager()
"""A list that needs no others."""


def further(count: int, most: int, step: int) -> int:
    """Return how many pages follow the first: each holds `step` things, the first at most `most`."""
    return max(0, -(-(count - most) // step))


def on_page(things: Sequence[T], number: int | None, most: int, step: int) -> Sequence[T]:
    """Return what stands on a page.

    Args:
        things: All of the list, the newest first.
        number: The page's, 1 for the oldest; None for the first page.
        most: How many the first page may hold.
        step: How many each of the others holds.
    """
    if number is None:
        return things[: len(things) - step * further(len(things), most, step)]
    end = len(things) - step * (number - 1)
    return things[end - step : end]


def turn(links: Links, home: str, count: int, number: int | None, first: str | None = None) -> Pager:
    """Return what leads from a page of a list to the others.

    Args:
        links: Links from that page.
        home: What the addresses of those behind the first begin with.
        count: How many follow the first.
        number: The page's; None for the first.
        first: The address of the first one, unless it is `home`.
    """
    newest = links.href(home if first is None else first)

    def to(page: int) -> str:
        return links.href(page_address(home, page)) if page <= count else newest

    if not count:
        return ONE_PAGE
    if number is None:
        shown = list(range(count, max(count - _SHOWN, 0), -1))
        rest = [("oldest", to(1))] if shown[-1] > 1 else []
        return Pager(
            (("newest", None), *((str(page), to(page)) for page in shown), *rest),
            (newest, *(to(page) for page in range(count, 0, -1))),
        )
    around: list[tuple[str, str | None]] = [("newest", newest)]
    if number < count:
        around.append(("newer", to(number + 1)))
    around.append((str(number), None))
    if number > 1:
        around.append(("older", to(number - 1)))
    if number > 2:
        around.append(("oldest", to(1)))
    return Pager(tuple(around), whole=newest)


def numbered_page(title: str, page: Further) -> Page:
    """Return a page behind the first of a list."""
    heading = Markup('<h1 dir="auto">{} <small>{}</small></h1>\n').format(title, page.name)
    return html_page(page.address, f"{title}, {page.name}", lambda: heading + page.draw(), inputs=page.inputs)
