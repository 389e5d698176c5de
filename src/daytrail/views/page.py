"""Generated pages, for a host such as MkDocs to show."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from daytrail.model.entry import Entry
from daytrail.problems import Location
from daytrail.views.links import Links, Thing
from daytrail.views.page_context import PageContext
from daytrail.views.render import TITLE_ANCHOR_HTML, render

T = TypeVar("T")


class PageContent(NamedTuple):
    """Content of a page: Markdown between two pieces of HTML."""

    above: str
    markdown: str = ""
    below: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageSubject:
    """Subject of a page, by which a build finds it."""

    address: str
    """URL path, as in `log/2026/02/15/`."""
    entry: Entry | None = None
    """The entry that the page shows, whose file can be edited."""
    changed: date | None = None
    """Date of the last entry that it shows; None if it is not about entries."""
    written: Location | None = None
    """Place of what the page shows, if it is no entry."""

    @property
    def uri(self) -> str:
        """Path of the Markdown file that the host takes the page for: the entry's, or as in `tags/moe.md`."""
        return self.entry.path if self.entry else f"{self.address.rstrip('/') or 'index'}.md"

    @property
    def source(self) -> str:
        """Name of the page in messages: its entry, or as in `the generated page tags/moe/`."""
        return self.entry.path if self.entry else f"the generated page {self.address or 'index.html'}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Page(PageSubject):
    """A page whose content is drawn when it is asked for."""

    title: str
    """Plain text."""
    draw: Callable[[], PageContent]
    inputs: Callable[[], object] | None = None
    """Returns all that the content is drawn from, for JSON: if it is the same, so is the content. None: the content."""
    description: str = ""
    crumbs: tuple[tuple[str, str], ...] = ()
    """Titles of the pages above this one, from the outside in, with the links to them."""
    neighbours: tuple[str, str] = ("", "")
    """Links to the pages before and after this one, to which the keys `p` and `n` lead. Empty at the ends."""
    is_list: bool = False
    """True if the page only lists what other pages show, so that a search need not find it."""
    labels: tuple[str, ...] = ()
    """Words that a search shows with the page, and by which it finds it before others: its date, number and tags."""
    is_wide: bool = False
    """True if it uses the space of the theme's sidebars."""
    is_default: bool = False
    """True if a page of `docs/` with the same address takes its place."""

    def __post_init__(self) -> None:
        """Have a page drawn once that is drawn for its key too."""
        if self.inputs is None:
            object.__setattr__(self, "draw", cache(self.draw))

    def page(self) -> "Page":
        """Return the page, as `LazyPage.page` does."""
        return self

    @property
    def ingredients(self) -> dict[str, object]:
        """All that the page is built from except its `uri`, for JSON."""
        return {
            "title": (self.title, self.crumbs, self.neighbours),
            "inputs": self.inputs() if self.inputs else self.draw(),
            "description": self.description,
            "labels": self.labels,
            "written": str(self.written),
            "changed": str(self.changed),
        }


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LazyPage(PageSubject):
    """A page that is made when it is asked for, as most pages of a long log never are: they stay as they were."""

    make: Callable[[], Page]
    inputs: Callable[[], object]
    """Returns all that the page is made from, for JSON: if it is the same, so is the page, with title and labels."""

    def page(self) -> Page:
        """Make the page."""
        return replace(self.make(), written=self.written) if self.written else self.make()

    @property
    def ingredients(self) -> dict[str, object]:
        """See `Page.ingredients`."""
        return {"inputs": self.inputs(), "written": str(self.written)}


@lru_cache(maxsize=1)
def drawn(page: Page) -> PageContent:
    """Draw a page below its crumbs. The last one is kept, since several events of a build ask for one page in turn."""
    content = page.draw()
    return content._replace(above=with_crumbs(content.above, page.crumbs))


def with_crumbs(html: str, crumbs: Sequence[tuple[str, str]]) -> str:
    """Return the HTML of a page below the links to the pages above it, if there are any; see `Page.crumbs`."""
    return f"{render('parts/crumbs.html', crumbs=crumbs)}\n{html}" if crumbs else html


def overview_page(
    context: PageContext,
    address: str,
    title: str,
    macro: Callable[[PageContext], Markup],
    parent: tuple[str, str] | None = None,
    *,
    is_wide: bool = False,
    description: str = "",
    heading: str = "",
) -> Page:
    """Return a page that shows a macro below its title, for a project without such a page in `docs/`.

    `parent` is the title and the address of the page above it; the heading is the title if it is empty.
    """
    links = context.for_page(address).links
    first = Markup('<h1 data-search-exclude dir="auto">{}{}</h1>\n').format(TITLE_ANCHOR_HTML, heading or title)
    return Page(
        address=address,
        title=title,
        crumbs=((parent[0], links.href(parent[1])),) if parent else (),
        draw=lambda: PageContent(first + macro(context.for_page(address))),
        description=description,
        is_list=True,
        is_wide=is_wide,
        is_default=True,
    )


def links_to_neighbours(links: Links, before: Thing | None, after: Thing | None) -> tuple[str, str]:
    """Return the links for `Page.neighbours`."""
    return links.to(before) if before else "", links.to(after) if after else ""


def with_neighbours(things: Sequence[T]) -> Iterator[tuple[T, T | None, T | None]]:
    """Yield each thing with the one before and the one after it."""
    return zip(things, [None, *things], [*things[1:], None], strict=False)
