"""A page for a host to show."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from markupsafe import Markup

from daytrail.model.entry import Entry
from daytrail.views.page_context import PageContext

T = TypeVar("T")


class Parts(NamedTuple):
    """What a page is: Markdown between two pieces of HTML."""

    above: str
    markdown: str = ""
    below: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page, whose parts are made when they are asked for."""

    address: str
    """As in `log/2026/02/15/`."""
    uri: str
    """The Markdown file that the page is for the host: an entry's own path, or `tags/moe.md`."""
    title: str
    """Plain text."""
    draw: Callable[[], Parts]
    """Makes its parts."""
    inputs: Callable[[], object] | None = None
    """Returns all that its parts are made from, for JSON: where that is the same, so are they. None: the parts."""
    description: str = ""
    entry: Entry | None = None
    """The entry that the page shows; its file is then what may be edited."""
    repeats: bool = False
    """Whether it only lists what stands elsewhere, so that a search need not find it."""
    default: bool = False
    """Whether the owner's own page of that uri takes its place."""
    changed: date | None = None
    """The day of the last entry that it shows; None where that is not what it is about."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """What it is in the words of https://schema.org, without its title, description and address."""

    @property
    def above(self) -> str:
        """The HTML above the Markdown."""
        return self.draw().above

    @property
    def markdown(self) -> str:
        """The Markdown."""
        return self.draw().markdown

    @property
    def below(self) -> str:
        """The HTML below it."""
        return self.draw().below

    @property
    def ingredients(self) -> dict[str, object]:
        """All that the page is made from, for JSON, as far as its uri does not say it."""
        return {
            "title": self.title,
            "inputs": self.inputs() if self.inputs else self.draw(),
            "description": self.description,
            "about": self.about,
        }


class Drawn:
    """The parts of pages, each page drawn once for all who ask in turn."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        """Draw pages by their uris."""
        self._pages = pages
        self._last: tuple[Page, Parts] | None = None

    def of(self, uri: str) -> Parts | None:
        """Return the parts of a page; None where there is no such page."""
        if uri not in self._pages:
            return None
        page = self._pages[uri]
        if self._last is None or self._last[0] is not page:
            self._last = page, page.draw()
        return self._last[1]


def html_page(
    address: str,
    title: str,
    draw: Callable[[], str],
    *,
    inputs: Callable[[], object] | None = None,
    description: str = "",
    repeats: bool = True,
    default: bool = False,
    changed: date | None = None,
    about: Mapping[str, Any] = MappingProxyType({}),
) -> Page:
    """Return a page without Markdown; see `Page` for the arguments."""
    return Page(
        address,
        f"{address.rstrip('/')}.md",
        title,
        lambda: Parts(draw()),
        inputs,
        description,
        repeats=repeats,
        default=default,
        changed=changed,
        about=about,
    )


def overview_page(context: PageContext, address: str, title: str, macro: Callable[[PageContext], Markup]) -> Page:
    """Return a page that shows a macro below its title, for a project whose owner has not written that page."""
    heading = Markup('<h1 dir="auto">{}</h1>\n').format(title)
    return html_page(address, title, lambda: heading + macro(context.for_page(address)), default=True)


class NeighbourLink(NamedTuple):
    """Link to the page before or after another one."""

    href: str
    title: str
    prefix: str = ""
    """Words of ours before the title, as in `Week 3: `."""


def with_neighbours(things: Sequence[T]) -> Iterator[tuple[T, T | None, T | None]]:
    """Yield each thing with the one before and the one after it."""
    return zip(things, [None, *things], [*things[1:], None], strict=False)
