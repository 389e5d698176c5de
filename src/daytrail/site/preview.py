"""Preview of saved entries: their pages, built from what the last build knew about everything else."""

import logging
from dataclasses import dataclass, replace

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage

from daytrail.problems import Problem, Severity
from daytrail.site import mkdocs_private
from daytrail.site.build import Build
from daytrail.site.mkdocs_files import page_source
from daytrail.source.entry import read_entry
from daytrail.views.page import Page, PageContent
from daytrail.views.page_context import page_context
from daytrail.views.pages.day import day_page
from daytrail.views.render import render

log = logging.getLogger("mkdocs.plugins.daytrail")


@dataclass(frozen=True)
class Preview:
    """What the last build knew."""

    build: Build
    config: MkDocsConfig
    files: Files
    nav: Navigation
    env: Environment

    def show(self, paths: set[str]) -> bool:
        """Build the pages of entries that were saved into the published site; return whether there were any.

        Args:
            paths: The absolute paths of saved files.
        """
        pages, root = self.build.pages, self.build.settings.root
        saved = [uri for uri, page in pages.items() if page.entry and str(root / uri) in paths]
        return True in [self._show_entry(uri) for uri in saved]

    def _show_entry(self, uri: str) -> bool:
        page = self._page(self.build.pages[uri])
        if page is None:
            return False
        self.build.pages[uri] = page
        config = self.config
        try:
            with mkdocs_private.search_entries(config):
                read = MkDocsPage(None, page_source(page, config, self.build.settings.root), config)
                mkdocs_private.read_page(read, config, self.files)
                mkdocs_private.write_page(read, config, self.files.documentation_pages(), self.nav, self.env)
        except Exception as error:  # noqa: BLE001 - the build that follows says what is wrong, and where
            log.debug(f"{uri} cannot be shown yet: {error}")
            return False
        return True

    def _page(self, old: Page) -> Page | None:
        """Return the page of an entry as it is now; None if more than its page has to change.

        If the entry has errors, they are listed above its old text.
        """
        project, settings = self.build.project, self.build.settings
        journal = project.loaded.journal
        series = journal.curriculum.series[0].id if journal.curriculum.series else None
        read, problems = read_entry(settings.root, old.uri, settings.paths.entries, series)
        if errors := [problem for problem in problems if problem.severity is Severity.ERROR]:
            return _with_errors(old, errors)
        if read is None or read.draft or read.entry.address != old.address:
            return None
        context = page_context(project.facts, flat=not self.config.use_directory_urls, zone=settings.timezone.key)
        return day_page(context, replace(read.entry, tags=journal.curriculum.canonical_tags(read.entry.tags)))


def _with_errors(old: Page, errors: list[Problem]) -> Page:
    def draw() -> PageContent:
        parts = old.draw()
        return parts._replace(above=f"{render('parts/problems.html', problems=errors)}\n{parts.above}")

    return replace(old, draw=draw)
