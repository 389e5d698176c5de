"""Daytrail as a MkDocs plugin: pages in, nothing decided.

The events run in this order, and each is one step of the way from files to a site: read the journal,
add its pages, hand over their text, put the frames around it, and put the new site in the place of the old one.
"""

import html
import logging
from pathlib import Path

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils.templates import TemplateContext

from daytrail.project.clock import UsageError, today
from daytrail.project.data_files import publication, published
from daytrail.project.loaded_project import LoadedProject, load_project
from daytrail.project.report import log_problems
from daytrail.project.settings import Settings, read_settings
from daytrail.site.cache_key import navigation, obstacle, surroundings
from daytrail.site.live_server import prepare
from daytrail.site.macros import BLOCKS, MISTAKES, address_of, placed
from daytrail.site.markdown_extension import mark
from daytrail.site.mkdocs_files import Lookups, Place, about, file_of, free, lines_of_sitemap, paths_of
from daytrail.site.options import Options
from daytrail.site.page_builder import PageBuilder
from daytrail.site.page_task import job_of
from daytrail.site.preview import Last, show_saved
from daytrail.site.revision_dates import PLUGIN, History
from daytrail.site.static_files import add_files, name_files
from daytrail.source.plan import part_folder
from daytrail.views.files.feeds import body_of, feed_addresses
from daytrail.views.links import Links
from daytrail.views.metadata import head
from daytrail.views.page import Drawn, Page
from daytrail.views.pages import pages
from daytrail.views.publication import Publication

log = logging.getLogger("mkdocs.plugins.daytrail")


class DaytrailPlugin(BasePlugin[Options]):
    """Adds the journal's pages to a MkDocs build."""

    def __init__(self) -> None:
        self._pages: dict[str, Page] = {}
        """The pages of this build, by the uri of their source file."""
        self.session: LoadedProject
        self.settings: Settings
        self._command = "build"
        self._dirty = self._serving = False
        self._drawn = Drawn({})
        self._press: PageBuilder | None = None
        """What builds the pages; None where MkDocs does, as any others."""
        self._history: History
        self._site: Publication
        self._feeds: list[tuple[str, str]] = []

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember what MkDocs is doing; it keeps one plugin through `serve`."""
        self._command, self._dirty = command, dirty

    @event_priority(100)
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the journal; an error in it ends the build before anything is touched."""
        root = Path(config.config_file_path or "mkdocs.yml").resolve().parent
        self.settings, problems = read_settings(root)
        try:
            day = today(self.settings.timezone)
        except UsageError as wrong:
            raise PluginError(str(wrong)) from None
        self.session = load_project(root, self.settings.paths, day, create_cache=True)
        problems += self.session.loaded.problems
        if errors := log_problems(problems, log):
            raise PluginError(f"{errors} to mend before the site can be built; see above")
        name_files(config, root)
        self._history = History(config.plugins.get(PLUGIN), root)
        return config

    @event_priority(-100)
    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Have MkDocs fill another folder than the site's, which it would empty first."""
        self.on_build_error()
        if why := "--dirty builds a part of the site" if self._dirty else obstacle(config):
            log.info(f"All pages are built anew: {why}")
        else:
            self._press = PageBuilder(config, self.settings.root, self._command, reuse=self.settings.page_cache)

    # Early, so that the git plugin has all dates before it asks for them.
    @event_priority(100)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the journal's pages, the files that lie beside entries, and our own assets."""
        journal, facts, root = self.session.loaded.journal, self.session.facts, self.settings.root
        every = pages(facts, flat=not config.use_directory_urls, zone=self.settings.timezone.key)
        self._pages = {one.uri: one for one in every if not (one.default and files.get_file_from_path(one.uri))}
        self._drawn = Drawn(self._pages)
        documents = files.documentation_pages()
        for uri, page in self._pages.items():
            free(uri, files)
            files.append(Place(page, config, self._press.anchors) if self._press else file_of(page, config, root))
        add_files(files, config, root, {uri for entry in journal.entries for uri in entry.attachments})
        own = {entry.path: str(root / entry.path) for entry in journal.entries}
        self._history.find(paths_of(documents) | own)
        return files

    @event_priority(-100)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Take over the owner's pages, now that plugins have the navigation, which macros may ask for."""
        self._nav = nav
        if self._press:
            self._press.take(files)
        return nav

    def on_page_read_source(self, *, page: MkDocsPage, config: MkDocsConfig) -> str | None:
        """Hand over a page's text without its front matter, and without the private passages."""
        # The empty line keeps MkDocs from reading a first line such as `Note: …` as metadata.
        return f"\n{parts.markdown}" if (parts := self._drawn.of(page.file.src_uri)) else None

    @event_priority(100)
    def _name(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Give a page its metadata before any plugin looks at it."""
        if own := self._pages.get(page.file.src_uri):
            # Material puts both into its templates as they are.
            page.meta["title"] = html.escape(own.title)
            if own.description:
                page.meta["description"] = html.escape(own.description[:300])
            page.meta["render_macros"] = False
            if own.repeats:
                page.meta["search"] = {"exclude": True}
        return markdown

    @event_priority(-100)
    def _keep(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Take back what plugins made of an entry's text: it is data, and `{{ … }}` in it means itself."""
        if not page.meta.get("git_revision_date_localized_hash"):
            # Nobody has committed it; the plugin then gives the time of the build, which is no edit.
            for key in [key for key in page.meta if key.startswith("git_")]:
                del page.meta[key]
        parts = self._drawn.of(page.file.src_uri)
        return mark(parts.markdown) if parts and parts.markdown else markdown

    on_page_markdown = CombinedEvent(_name, _keep)

    @event_priority(-100)
    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Put the frame around a page's text, and the blocks of macros in their places."""
        if parts := self._drawn.of(page.file.src_uri):
            return f"{parts.above}\n{html}\n{parts.below}"
        html, ids = placed(html, page.meta.pop(BLOCKS, ()))
        page.present_anchor_ids = (page.present_anchor_ids or set()) | ids
        return html

    @event_priority(100)
    def _stop(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """End the build where macros were called wrongly, once all pages have been read."""
        read = [(file.src_uri, file.page.meta) for file in files if isinstance(file.page, MkDocsPage)]
        mistakes = [f"'{uri}': {said}" for uri, meta in read for said in meta.get(MISTAKES, ())]
        for mistake in mistakes:
            log.error(mistake)
        if mistakes and not self._serving:
            raise PluginError(f"{len(mistakes)} to mend before the site can be built; see above")

    def _date(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """Date each page for the sitemap."""
        for file in files:
            if isinstance(file.page, MkDocsPage):
                file.page.update_date = self._day(file.src_uri)

    def _day(self, uri: str) -> str:
        """The day of a page: of its last commit, else of its last entry, else today."""
        if edited := self._history.edited(uri):
            return edited.date().isoformat()
        return str(getattr(self._pages.get(uri), "changed", None) or self.session.facts.today)

    def _publish(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """Add the feeds and the data, now that every page has its date."""
        edited = {uri: day for uri in self._pages if (day := self._history.edited(uri))}
        self._site = publication(self.settings, self.session, edited=edited, **about(config))
        for output in published(self.session, self._site, self._press.body if self._press else body_of):
            path = free(output.path, files)
            if self._press:
                self._press.add(output)
            else:
                files.append(File.generated(config, path, content=output.draw().encode()))
        self._feeds = list(feed_addresses(self.session.loaded.journal, self.session.facts))

    @event_priority(-100)
    def _print(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """Build the journal's pages, or leave them as they are."""
        if self._press:
            self._press.run(
                (job_of(page, config, self.settings.root) for page in self._pages.values()),
                surroundings(config) | {"navigation": navigation(self._nav.items)},
                lambda job: {"history": self._history.of(job.uri), "feeds": self._feeds_of(job.address)},
                Lookups(files),
                self._nav,
                env,
            )
        self._last = Last(config, files, self._nav, env, self.session, self.settings, self._pages)

    on_env = CombinedEvent(_stop, _date, _publish, _print)

    def _feeds_of(self, address: str) -> list[tuple[str, str]]:
        return [feed for feed in self._feeds if feed[0] in ("", address)]

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        """Let the sitemap list the pages as well that MkDocs does not know."""
        if self._press and template_name == "sitemap.xml":
            lines = lines_of_sitemap(self._pages.values(), self._last.files, self._day, config)
            context["pages"] = [*context["pages"], *lines]
            self._newest = max((file.page.update_date for file in context["pages"] if file.page), default="")
        return context

    @event_priority(-100)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Put the new site in the place of the old one."""
        if self._press:
            self._press.finish(self._newest)
            self._press = None

    def on_build_error(self, **_: object) -> None:
        """Leave the site as it is."""
        if self._press:
            self._press.abandon()
            self._press = None

    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Say in a page's head what programs want to know of it."""
        own = self._pages.get(page.file.src_uri)
        here = own.address if own else address_of(page.url)
        links = Links(here, flat=not config.use_directory_urls)
        title = own.title if own else str(page.title or config.site_name)
        description = own.description if own else str(page.meta.get("description") or "")
        found = head(own, title, description, links, self._site, self._feeds_of(here))
        return output.replace("</head>", f"{found}\n</head>", 1)

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> LiveReloadServer:
        """Rebuild when the journal changes, or the owner's macros."""
        self._serving = True
        paths = self.settings.paths
        names = (paths.entries, paths.curriculum, part_folder(paths.curriculum), paths.reading, "macros.py")
        prepare(server, self.settings.root, names, paths.entries, lambda saved: show_saved(saved, self._last))
        return server
