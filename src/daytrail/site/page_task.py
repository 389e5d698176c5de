"""A page to be built, or left as it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

# The very step that MkDocs takes with a page; nothing public takes it.
from mkdocs.commands.build import _populate_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page as MkDocsPage

from daytrail.site.mkdocs_files import Lookups, destination, file_of
from daytrail.views.page import Page


@dataclass(slots=True)
class PageTask:
    """What a press needs to know of a page."""

    uri: str
    """Its file among the sources."""
    path: str
    """Its file in the site."""
    address: str
    """As in `log/2026/02/15/`."""
    ingredients: Callable[[], Mapping[str, object]]
    """Returns all that it is made from, for JSON, without what all pages have in common."""
    read: Callable[[Lookups], MkDocsPage]
    """Returns the page for MkDocs to build, once its Markdown was rendered."""
    keeps: Mapping[str, object] = field(default_factory=dict)
    """What to remember of it with its key, for JSON."""
    asked: dict[str, str | None] = field(default_factory=dict)
    """What its links asked for, where it was read before."""
    warned: bool = False
    """Whether something was said of it then."""


def populated(page: MkDocsPage, config: MkDocsConfig, files: Lookups) -> MkDocsPage:
    """Read and render the Markdown of a page; `files` then knows what its links asked for."""
    files.asked = {}
    _populate_page(page, config, files)
    return page


def job_of(page: Page, config: MkDocsConfig, root: Path) -> PageTask:
    """Return a page of the journal as a job."""
    return PageTask(
        page.uri,
        destination(page, config),
        page.address,
        lambda: page.ingredients,
        lambda files: populated(MkDocsPage(None, file_of(page, config, root), config), config, files),
    )
