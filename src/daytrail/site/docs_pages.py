"""The owner's pages, built as the journal's own are, or left as they are.

MkDocs reads all pages before it builds the first, since each shows the titles of all. A page whose source is the
same has the title that it had, and need not be read for that; one with macros is read every time, and left where
they gave the same.
"""

import json
import logging
from collections.abc import Callable, Iterable
from functools import partial
from operator import itemgetter
from typing import Any, Self

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink
from mkdocs.utils.meta import get_data

from daytrail.site.cache_key import SHOWN, digest, surroundings
from daytrail.site.macros import address_of
from daytrail.site.mkdocs_files import Apart, Lookups
from daytrail.site.page_task import PageTask, populated


def take(
    files: Files, config: MkDocsConfig, head: Callable[[str], bytes | None], anchors: Callable[[str], set[str] | None]
) -> list[PageTask]:
    """Take the owner's pages from MkDocs, each with its title.

    Args:
        files: All files, once the navigation was made of them.
        config: The site.
        head: Returns what was kept of a page by its uri, see `Job.keeps`.
        anchors: Returns the ids that it had.
    """
    settings, lookups, jobs = digest(surroundings(config)), Lookups(files), []
    every = [(_moves(file, config), file) for file in files.documentation_pages(inclusion=InclusionLevel.is_included)]
    # Those with macros come last: the same titles are then known to a macro, whichever pages were read.
    for moving, file in sorted(every, key=itemgetter(0)):
        page, uri = file.page, file.src_uri
        if page is None:
            continue
        job = PageTask(uri, file.dest_uri, address_of(page.url), dict, partial(populated, page, config))
        source = digest({"settings": settings, "text": file.content_string})
        kept = json.loads(head(uri) or b"{}")
        if not moving and kept.get("source") == source and (ids := anchors(uri)) is not None:
            page.title, page.meta, page.present_anchor_ids = kept["title"], kept["meta"], ids
        else:
            with Warnings() as warnings:
                populated(page, config, lookups)
            job.asked, job.warned, job.read = lookups.asked, warnings.count > 0, partial(_as_it_is, page)
        own = {"source": source, "made": _made(page) if moving else None}
        job.ingredients = partial(dict, own)
        job.keeps = {"source": source, "title": page.title, "meta": _shown(page)}
        file.__class__ = Apart
        jobs.append(job)
    return jobs


def _moves(file: File, config: MkDocsConfig) -> bool:
    """Whether a page may come out as another one though its source and its git date are the same."""
    text = file.content_string
    if "git_site_revision" in text:
        return True
    macros: Any = config.plugins.get("macros")
    return macros is not None and bool(
        get_data(text)[1].get("render_macros") or macros.force_page_rendering(file.src_path)
    )


def _as_it_is(page: MkDocsPage, _: Lookups) -> MkDocsPage:
    return page


def _made(page: MkDocsPage) -> object:
    return page.title, page.content, page.meta, _headings(page.toc)


def _headings(toc: Iterable[AnchorLink]) -> list[object]:
    return [[one.title, one.id, one.level, _headings(one.children)] for one in toc]


def _shown(page: MkDocsPage) -> dict[str, object]:
    return {name: page.meta[name] for name in SHOWN if name in page.meta}


class Warnings(logging.Handler):
    """Counts what MkDocs complains of."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Count a warning, or what is said of a link as `validation` has it."""
        if record.levelno >= logging.WARNING or record.name == "mkdocs.structure.pages":
            self.count += 1

    def __enter__(self) -> Self:
        logging.getLogger("mkdocs").addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger("mkdocs").removeHandler(self)
