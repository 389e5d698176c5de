"""The page of an entry that was just saved, from what the last build knew of all else."""

import logging
from dataclasses import replace
from typing import NamedTuple

from jinja2 import Environment

# The very step that MkDocs takes with a page; nothing public takes it.
from mkdocs.commands.build import _build_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage

from daytrail.problems import Problem, Severity
from daytrail.project.loaded_project import LoadedProject
from daytrail.project.settings import Settings
from daytrail.site.mkdocs_files import Lookups, file_of
from daytrail.site.page_task import populated
from daytrail.site.search_index import collected
from daytrail.source.entry import read_entry
from daytrail.source.tag_aliases import shown, shown_tags
from daytrail.views.page import Page, Parts
from daytrail.views.page_context import page_context
from daytrail.views.pages.day import day_page
from daytrail.views.render import render

log = logging.getLogger("mkdocs.plugins.daytrail")


class Last(NamedTuple):
    """What the last build knew."""

    config: MkDocsConfig
    files: Files
    nav: Navigation
    env: Environment
    session: LoadedProject
    settings: Settings
    pages: dict[str, Page]
    """By uri."""


def show_saved(paths: set[str], last: Last) -> bool:
    """Build the pages of entries that were saved into the site that is served; return whether there were any.

    Args:
        paths: The absolute paths of files.
        last: What the last build knew; the pages in it become those that are shown.
    """
    config, files, nav, env, session, settings, pages = last
    done = False
    for uri in [uri for uri, page in pages.items() if page.entry and str(settings.root / uri) in paths]:
        page = _page(session, settings, pages[uri], flat=not config.use_directory_urls)
        if page is None:
            continue
        pages[uri] = page
        try:
            with collected(config):
                one = MkDocsPage(None, file_of(page, config, settings.root), config)
                populated(one, config, Lookups(files))
                _build_page(one, config, files.documentation_pages(), nav, env)
        except Exception as stop:  # noqa: BLE001 - the build that follows says what is wrong, and where
            log.debug(f"{uri} cannot be shown yet: {stop}")
        else:
            done = True
    return done


def _page(session: LoadedProject, settings: Settings, old: Page, *, flat: bool) -> Page | None:
    """Return the page of an entry as it is now; None where more than its page has to change.

    What is wrong with the entry stands above what it was.
    """
    journal = session.loaded.journal
    series = journal.curriculum.series[0].id if journal.curriculum.series else None
    read, problems = read_entry(settings.root, old.uri, settings.paths.entries, series)
    if errors := [problem for problem in problems if problem.severity is Severity.ERROR]:
        return _warned(old, errors)
    if read is None or read.draft or read.entry.address != old.address:
        return None
    names = shown_tags(journal.curriculum.tag_aliases)
    context = page_context(session.facts, flat=flat, zone=settings.timezone.key)
    return day_page(context, replace(read.entry, tags=shown(read.entry.tags, names)))


def _warned(old: Page, errors: list[Problem]) -> Page:
    def draw() -> Parts:
        parts = old.draw()
        return parts._replace(above=f"{render('parts/problems.html', problems=errors)}\n{parts.above}")

    return replace(old, draw=draw)
