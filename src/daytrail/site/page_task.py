"""Pages of a build, before they are built: what each is made from, and how it is read."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page as MkDocsPage

from daytrail.site import mkdocs_private
from daytrail.site.mkdocs_files import RecordingFiles, destination, page_source
from daytrail.views.page import Page


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page whose Markdown was read and rendered."""

    page: MkDocsPage
    links: Mapping[str, str | None]
    """What its links asked for; see `RecordingFiles`."""
    warned: bool
    """Whether MkDocs complained about it."""


@dataclass(frozen=True, slots=True)
class PageTask:
    """A page to be built, unless it would come out the same."""

    uri: str
    """The path of its source."""
    path: str
    """The path of its file in the site."""
    address: str
    """Its URL path, as in `log/2026/02/15/`."""
    ingredients: Callable[[], Mapping[str, object]]
    """Returns all that it is made from, for JSON, except for what all pages have in common."""
    read: Callable[[], ReadPage]
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """What to cache of it besides, for JSON."""


def generated_page_task(page: Page, config: MkDocsConfig, root: Path, files: RecordingFiles) -> PageTask:
    """Return the task of a generated page."""

    def read() -> ReadPage:
        return read_page(MkDocsPage(None, page_source(page, config, root), config), config, files)

    return PageTask(page.uri, destination(page, config), page.address, lambda: page.ingredients, read)


def read_page(page: MkDocsPage, config: MkDocsConfig, files: RecordingFiles) -> ReadPage:
    """Read and render the Markdown of a page."""
    files.links = {}
    with collect_warnings() as warnings:
        mkdocs_private.read_page(page, config, files)
    return ReadPage(page, files.links, bool(warnings))


@contextmanager
def collect_warnings() -> Iterator[list[logging.LogRecord]]:
    """Give the list of what MkDocs complains about within the block."""
    handler = _WarningList()
    logging.getLogger("mkdocs").addHandler(handler)
    try:
        yield handler.warnings
    finally:
        logging.getLogger("mkdocs").removeHandler(handler)


class _WarningList(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.warnings: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        # `validation` in mkdocs.yml may say that a wrong link is worth no more than an information.
        if record.levelno >= logging.WARNING or record.name == "mkdocs.structure.pages":
            self.warnings.append(record)
