"""Daytrail as a MkDocs plugin: pages in, nothing decided.

The events run in this order, and each is one step of the way from files to a site:
read the journal, add its pages, hand over their text, put the frames around it.
"""

import html
import logging
import posixpath
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from mkdocs.config.base import Config
from mkdocs.config.config_options import Optional, Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage

from daytrail.adapters.gfm import mark
from daytrail.adapters.macros import MISTAKES, address_of
from daytrail.adapters.published import MERMAID, mermaid, publication, published
from daytrail.adapters.report import as_text
from daytrail.adapters.serving import surviving
from daytrail.adapters.session import Session, UsageError, open_session, today
from daytrail.adapters.settings import read_settings
from daytrail.problems import Severity
from daytrail.source.plan import part_folder
from daytrail.views.feeds import feed_addresses
from daytrail.views.links import Links
from daytrail.views.metadata import head
from daytrail.views.pages import Page, pages
from daytrail.views.publication import Publication

log = logging.getLogger("mkdocs.plugins.daytrail")

ASSETS = "assets/daytrail"
_ASSETS = Path(__file__).resolve().parent.parent / "assets"


class Options(Config):
    """The options under `plugins: daytrail:`; `settings` reads them, for the command as well."""

    timezone = Type(str, default="UTC")
    entries = Type(str, default="entries")
    curriculum = Type(str, default="curriculum.yaml")
    reading = Type(str, default="reading.yaml")
    feed = Type(str, default="full")
    feed_authority = Optional(Type(str))


class DaytrailPlugin(BasePlugin[Options]):
    """Adds the journal's pages to a MkDocs build."""

    def __init__(self) -> None:
        self._pages: dict[str, Page] = {}
        """The pages of this build, by the uri of their source file."""
        self._session: Session
        self._serving = False
        self._site: Publication
        self._feeds: list[tuple[str, str]] = []

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Present so that MkDocs keeps one plugin through `serve`."""

    # Here and not later: MkDocs empties the site's folder next, and a mistake must not cost a built site.
    @event_priority(100)
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the journal; an error in it ends the build before anything is touched."""
        root = Path(config.config_file_path or "mkdocs.yml").resolve().parent
        self._settings, problems = read_settings(root)
        try:
            day = today(self._settings.timezone)
        except UsageError as wrong:
            raise PluginError(str(wrong)) from None
        self._session = open_session(root, self._settings.layout, day)
        problems += self._session.loaded.problems
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        for problem in problems:
            # Not as a warning of MkDocs': `--strict` would make a failed build of a doubled day.
            (log.error if problem in errors else log.info)(as_text([problem]).rstrip())
        if errors:
            raise PluginError(f"{len(errors)} to mend before the site can be built; see above")
        config.theme.dirs.insert(0, str(_ASSETS / "theme"))
        config.extra_css.insert(0, f"{ASSETS}/daytrail.css")
        config.extra_javascript += [f"{ASSETS}/filter.js", f"{ASSETS}/days.js"]
        if mermaid(self._settings.root):
            config.extra_javascript.append(f"{ASSETS}/mermaid-lazy.js")
        else:
            log.info(f"{MERMAID} is missing: the map's script comes from Material's own address instead")
        return config

    # Early, so that the git plugin finds the entries when it asks for all dates at once.
    @event_priority(100)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the journal's pages, the files that lie beside entries, and our own assets."""
        journal, facts = self._session.loaded.journal, self._session.facts
        every = pages(journal, facts, flat=not config.use_directory_urls, zone=self._settings.timezone.key)
        self._pages = {one.uri: one for one in every if not (one.default and files.get_file_from_path(one.uri))}
        for page in self._pages.values():
            _free(page.uri, files)
            files.append(_file(page, config, self._settings.root))
        for uri in sorted({uri for entry in journal.entries for uri in entry.attachments}):
            if (self._settings.root / uri).is_file() and files.get_file_from_path(uri) is None:
                files.append(File(uri, str(self._settings.root), config.site_dir, config.use_directory_urls))
        for name in ("daytrail.css", "filter.js", "days.js", "mermaid-lazy.js"):
            content = (_ASSETS / name).read_bytes()
            files.append(File.generated(config, f"{ASSETS}/{name}", content=content))
        if script := mermaid(self._settings.root):
            files.append(File.generated(config, f"{ASSETS}/mermaid.min.js", abs_src_path=str(script)))
        return files

    def on_page_read_source(self, *, page: MkDocsPage, config: MkDocsConfig) -> str | None:
        """Hand over a page's text without its front matter, and without the private passages."""
        own = self._pages.get(page.file.src_uri)
        # The empty line keeps MkDocs from reading a first line such as `Note: …` as metadata.
        return f"\n{own.markdown}" if own else None

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
        own = self._pages.get(page.file.src_uri)
        return mark(own.markdown) if own and own.markdown else markdown

    on_page_markdown = CombinedEvent(_name, _keep)

    @event_priority(-100)
    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Put the frame around a page's text."""
        own = self._pages.get(page.file.src_uri)
        return f"{own.above}\n{html}\n{own.below}" if own else html

    @event_priority(100)
    def _stop(self, env: object, *, config: MkDocsConfig, files: Files) -> None:
        """End the build where macros were called wrongly, once all pages have been read."""
        read = [file.page for file in files.documentation_pages() if file.page]
        mistakes = [f"'{page.file.src_uri}': {said}" for page in read for said in page.meta.get(MISTAKES, ())]
        for mistake in mistakes:
            log.error(mistake)
        if mistakes and not self._serving:
            raise PluginError(f"{len(mistakes)} to mend before the site can be built; see above")

    def _date(self, env: object, *, config: MkDocsConfig, files: Files) -> None:
        """Date each page for the sitemap: by its last commit, else by its last entry, else by today."""
        for file in files.documentation_pages():
            if file.page is None:
                continue
            own = self._pages.get(file.src_uri)
            day = (own.changed if own else None) or self._session.facts.today
            committed = file.page.meta.get("git_revision_date_localized_raw_iso_date")
            file.page.update_date = str(committed or day.isoformat())

    def _publish(self, env: object, *, config: MkDocsConfig, files: Files) -> None:
        """Add the feeds and the data, now that every page has its date."""
        self._site = publication(
            self._settings,
            self._session,
            config.site_url,
            title=config.site_name,
            description=config.site_description or "",
            language=str(config.theme.get("language") or "en"),
            flat=not config.use_directory_urls,
            edited=dict(self._edited(config, files)),
        )
        for path, text in published(self._session, self._site):
            files.append(File.generated(config, _free(path, files), content=text.encode()))
        self._feeds = list(feed_addresses(self._session.loaded.journal, self._session.facts))

    on_env = CombinedEvent(_stop, _date, _publish)

    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Say in a page's head what programs want to know of it."""
        own = self._pages.get(page.file.src_uri)
        here = own.address if own else address_of(page.url)
        links = Links(here, flat=not config.use_directory_urls)
        title = own.title if own else str(page.title or config.site_name)
        description = own.description if own else str(page.meta.get("description") or "")
        feeds = [feed for feed in self._feeds if feed[0] in ("", here)]
        return output.replace("</head>", f"{head(own, title, description, links, self._site, feeds)}\n</head>", 1)

    def _edited(self, config: MkDocsConfig, files: Files) -> Iterator[tuple[str, datetime]]:
        """Yield the entries that git knows, each with the time of its last commit."""
        plugin = config.plugins.get("git-revision-date-localized")
        zone = ZoneInfo(str(plugin.config["timezone"] or "UTC") if plugin else "UTC")
        for file in files.documentation_pages():
            committed = file.page.meta.get("git_revision_date_localized_raw_iso_datetime") if file.page else None
            if committed:
                yield file.src_uri, datetime.fromisoformat(str(committed)).replace(tzinfo=zone)

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> LiveReloadServer:
        """Rebuild when the journal changes, or the owner's macros, and outlive what is wrong with them."""
        self._serving = True
        server.builder = surviving(server.builder)
        root, layout = self._settings.root, self._settings.layout
        for name in (layout.entries, layout.curriculum, part_folder(layout.curriculum), layout.reading, "macros.py"):
            if (root / name).exists():
                server.watch(str(root / name))
        return server


def _free(uri: str, files: Files) -> str:
    """Return the uri of a file that is to be generated, once it is clear that nothing of the owner's is there."""
    if (there := files.get_file_from_path(uri)) is not None:
        raise PluginError(f"{there.abs_src_path} stands where a generated file goes; rename it")
    return uri


def _file(page: Page, config: MkDocsConfig, root: Path) -> File:
    """A page as MkDocs knows it: outside the navigation, which would repeat every entry on every page."""
    natural = File(f"{page.address.rstrip('/')}.md", None, config.site_dir, config.use_directory_urls)
    if page.entry is None:
        file = File.generated(config, page.uri, content="", inclusion=InclusionLevel.NOT_IN_NAV)
        file.dest_uri = natural.dest_uri
        return file
    # Its own path in the project as its address among the sources: then links to images and to
    # other entries lead where they lead on GitHub, and git dates and the edit link are right.
    file = File(
        page.uri,
        str(root),
        config.site_dir,
        config.use_directory_urls,
        dest_uri=natural.dest_uri,
        inclusion=InclusionLevel.NOT_IN_NAV,
    )
    file.edit_uri = posixpath.relpath(page.uri, Path(config.docs_dir).resolve().relative_to(root).as_posix())
    return file
