"""Docs pages, taken from MkDocs to be built, or reused, as generated pages are.

MkDocs reads all pages before it builds the first, since each shows the titles of all. A page whose source is the same
has the title that it had, and need not be read for that. One with macros is read every time, and reused if they gave
the same.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from operator import itemgetter
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink
from mkdocs.utils.meta import get_data

from daytrail.site import mkdocs_private
from daytrail.site.cache_key import SHOWN, digest, surroundings
from daytrail.site.macros import address_of
from daytrail.site.mkdocs_files import RecordingFiles, detach
from daytrail.site.page_task import PageTask, read_page


def detach_docs_pages(files: Files) -> list[Page]:
    """Replace the files of all docs pages by targets of links, and return the pages in their order."""
    originals = files.documentation_pages(inclusion=InclusionLevel.is_included)
    for file in originals:
        files.remove(file)
        files.append(detach(file))
    return [file.page for file in originals if file.page]


def docs_page_tasks(
    pages: Iterable[Page], files: RecordingFiles, config: MkDocsConfig, cached: Callable[[str], Mapping[str, Any]]
) -> list[PageTask]:
    """Return a task for each docs page, after every one of them has its title.

    Args:
        pages: The docs pages.
        files: All files of the site.
        config: The site.
        cached: Returns the cached metadata of a page by its URI; empty if there is none.
    """
    settings = digest(surroundings(config))
    tasks = []
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
        made = _rendered(page) if may_change_alone else None
        tasks.append(
            PageTask(
                file.src_uri,
                file.dest_uri,
                address_of(page.url),
                partial(dict, source=source, made=made),
                read,
                {"source": source, "title": page.title, "meta": {k: page.meta[k] for k in SHOWN if k in page.meta}},
            )
        )
    return tasks


def _may_change_alone(file: File, config: MkDocsConfig) -> bool:
    """Return whether a page may come out otherwise although its source and its git date are the same."""
    text = file.content_string
    if "git_site_revision" in text:
        return True
    macros = config.plugins.get("macros")
    if macros is None:
        return False
    return bool(get_data(text)[1].get("render_macros")) or mkdocs_private.renders_macros(macros, file.src_path)


def _rendered(page: Page) -> object:
    """Return what macros and plugins have made of a page, for JSON."""
    return page.title, page.content, page.meta, _headings(page.toc)


def _headings(toc: Iterable[AnchorLink]) -> list[object]:
    return [[heading.title, heading.id, heading.level, _headings(heading.children)] for heading in toc]
