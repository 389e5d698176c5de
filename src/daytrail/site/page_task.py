"""Pages of a build, before they are built: what each is made from, and how it is read.

MkDocs reads all docs pages before it builds the first, since each shows the titles of all. A docs page whose source
is the same has the title that it had, and need not be read for that. One with macros is read every time, and reused
if they gave the same.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink, TableOfContents, get_toc
from mkdocs.utils.meta import get_data

from daytrail.site import mkdocs_private
from daytrail.site.cache_key import SHOWN, digest, surroundings
from daytrail.site.macros import address_of_url, is_template
from daytrail.site.mkdocs_files import RecordingFiles, detach, page_source
from daytrail.views.page import LazyPage, Page


class ReadPage(NamedTuple):
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
    template: str = ""
    """The text of a docs page that calls macros, or shows dates of the git plugin."""
    month: str = ""
    """The month of the last entry that it shows, as in `2026-02`; empty if it is not about entries."""


class GeneratedPage(MkDocsPage):
    """A page that is not rendered if it has no Markdown, as most pages of a long log: those of resources."""

    content: str | None
    toc: TableOfContents
    present_anchor_ids: set[str] | None
    links_to_anchors: dict[File, dict[str, str]] | None

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Render the Markdown, unless it is known that nothing comes out of it."""
        is_blank = not (self.markdown or "").strip()
        if not isinstance(files, RecordingFiles):
            super().render(config, files)
        elif is_blank and files.blank_page_is_empty:
            self.content, self.toc = "", get_toc([])
            self.present_anchor_ids, self.links_to_anchors = set(), {}
        else:
            files.markdown = files.markdown or mkdocs_private.new_markdown(config)
            mkdocs_private.render_markdown(self, config, files, files.markdown)
            files.blank_page_is_empty = files.blank_page_is_empty or (is_blank and not self.content)


def generated_page_task(
    subject: Page | LazyPage, pages: Mapping[str, Page], config: MkDocsConfig, root: Path, files: RecordingFiles
) -> PageTask:
    """Return the task of a generated page."""
    uri = subject.uri

    def read() -> ReadPage:
        return read_page(GeneratedPage(None, page_source(pages[uri], config, root), config), config, files)

    ingredients = partial(getattr, subject, "ingredients")
    return PageTask(uri, files.src_uris[uri].dest_uri, subject.address, ingredients, read, month=subject.month)


def detach_docs_pages(files: Files) -> list[MkDocsPage]:
    """Replace the files of all docs pages by targets of links, and return the pages in their order."""
    originals = files.documentation_pages(inclusion=InclusionLevel.is_included)
    for file in originals:
        files.remove(file)
        files.append(detach(file))
    return [file.page for file in originals if file.page]


def docs_page_tasks(
    pages: Iterable[MkDocsPage], files: RecordingFiles, config: MkDocsConfig, cached: Callable[[str], Mapping[str, Any]]
) -> list[PageTask]:
    """Return a task for each docs page, after every one of them has its title.

    `cached` returns the cached metadata of a page by its URI, which is empty if there is none.
    """
    settings, tasks = digest(surroundings(config)), []
    marked = [(_may_change_alone(page.file, config), page) for page in pages]
    # Those with macros come last: the same titles are then known to a macro, whichever pages were read.
    for may_change_alone, page in sorted(marked, key=itemgetter(0)):
        file = page.file
        source = digest({"settings": settings, "text": file.content_string})
        metadata = cached(file.src_uri)
        read = cache(partial(read_page, page, config, files))  # at most once
        if may_change_alone or metadata.get("source") != source:
            read()
        else:
            page.title, page.meta = metadata["title"], metadata["meta"]
            page.present_anchor_ids = set(metadata["ids"])
        rendered = [page.title, page.content, page.meta, headings(page.toc)] if may_change_alone else None
        shown = {key: page.meta[key] for key in SHOWN if key in page.meta}
        own = {"source": source, "title": page.title, "meta": shown}
        ingredients = partial(dict[str, object], source=source, made=rendered)
        address, template = address_of_url(page.url), file.content_string if may_change_alone else ""
        tasks.append(PageTask(file.src_uri, file.dest_uri, address, ingredients, read, own, template))
    return tasks


def read_page(page: MkDocsPage, config: MkDocsConfig, files: RecordingFiles) -> ReadPage:
    """Read and render the Markdown of a page."""
    files.links = {}
    with collect_warnings() as warnings:
        mkdocs_private.read_page(page, config, files)
    return ReadPage(page, files.links, bool(warnings))


@contextmanager
def collect_warnings() -> Iterator[list[logging.LogRecord]]:
    """Give the list of what MkDocs complains about within the block."""
    warnings: list[logging.LogRecord] = []
    links = mkdocs_private.engine_log("structure.pages")

    def record_warning(record: logging.LogRecord) -> bool:
        # `validation` in mkdocs.yml may say that a wrong link is worth no more than an information.
        if record.levelno >= logging.WARNING or record.name == links.name:
            warnings.append(record)
        return False  # so that the handler does nothing else

    handler = logging.Handler(logging.INFO)
    handler.addFilter(record_warning)
    mkdocs_private.engine_log().addHandler(handler)
    try:
        yield warnings
    finally:
        mkdocs_private.engine_log().removeHandler(handler)


def _may_change_alone(file: File, config: MkDocsConfig) -> bool:
    """Return whether a page may come out otherwise although its source and its git date are the same."""
    text = file.content_string
    macros = config.plugins.get("macros")
    # The git plugin replaces `{{ git_… }}`: by the time of the build in a page that was never committed.
    if "git_" in text or macros is None:
        return "git_" in text
    body, metadata = get_data(text)
    return is_template(metadata, body) or mkdocs_private.renders_macros(macros, file.src_path)


def headings(toc: Iterable[AnchorLink]) -> list[object]:
    """Return what a table of contents shows, for JSON."""
    return [[heading.title, heading.id, heading.level, headings(heading.children)] for heading in toc]
