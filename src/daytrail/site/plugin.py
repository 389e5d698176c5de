"""Daytrail as a MkDocs plugin.

The events run in the order in which they are listed, and each is one step from files to a site: read the journal, add
its pages, hand over their text, put it into its frame, and replace the published site.
"""

import logging
import os
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from html import escape, unescape
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from jinja2 import Environment
from markupsafe import Markup
from mkdocs.config.base import Config
from mkdocs.config.config_options import Optional, Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils.templates import TemplateContext

from daytrail.project.config_checks import listening_problem
from daytrail.project.data_files import OutputFile, card_folders, compared_files, uncompared_files
from daytrail.project.file_signature import scan
from daytrail.project.report import build_report, end_of_build, log_problems
from daytrail.project.settings import Settings
from daytrail.project.site_paths import OwnedPaths
from daytrail.project.two_processes import in_background
from daytrail.site import mkdocs_private
from daytrail.site.added_settings import add_settings
from daytrail.site.build import Build, MistakesError, check_folders, check_settings, start_build
from daytrail.site.images import with_sizes
from daytrail.site.macros import (
    MACRO_HTML,
    MISTAKES,
    address_of_url,
    calls_as_text,
    insert_macro_html,
    is_template,
    metadata_of_overview,
    wrong_brackets,
)
from daytrail.site.markdown_extension import enclose
from daytrail.site.mkdocs_files import (
    destination,
    detached_pages,
    order_main_pages,
    owned_paths,
    page_source,
    parent_in_navigation,
    refuse_clashes,
    with_main_pages,
)
from daytrail.site.obstacles import obstacle
from daytrail.site.page_builder import NO_OUTPUTS, DrawnOutputs, PageBuilder, draw_outputs, has_pages, own_keys
from daytrail.site.page_html import finished, prepare_search, stripped_lines
from daytrail.site.public_files import hide_private, refuse_markers
from daytrail.site.search_bundles import knows_words_of, program, write_bundles
from daytrail.site.search_texts import page_entries, remove_collected, search_sources, write_texts_for_material
from daytrail.site.staging import StagedSite
from daytrail.site.static_files import FORMULA_FONT, SEARCH_WORDS, add_dialog, add_files, add_to_pages, has_mermaid
from daytrail.source.plan import part_folder
from daytrail.views import words
from daytrail.views.files.cards import missing_library
from daytrail.views.files.search import search_words
from daytrail.views.footer import footer, made_with
from daytrail.views.links import Links, anchors_in
from daytrail.views.metadata import head, preload
from daytrail.views.not_found import not_found
from daytrail.views.page_context import page_context
from daytrail.views.render import TITLE_ANCHOR
from daytrail.views.style_sheets import without_unneeded_styles
from daytrail.views.translation import gettext as _
from daytrail.views.translation import marked

if TYPE_CHECKING:  # `build` does without a server
    from mkdocs.livereload import LiveReloadServer

    from daytrail.site.live_server import Preview, SavedFiles

# Without it, the git plugin refuses to be imported where there is no program git, although it can do without.
os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")

log = logging.getLogger("mkdocs.plugins.daytrail")


def import_parts() -> None:
    """Import what a build with the default settings imports after this module."""
    mkdocs_private.import_parts()


def _with_needed_styles(output: str, config: MkDocsConfig, *, is_day: bool = False) -> str:
    # With instant navigation, Material would add a sheet behind the owner's, and after the page is shown.
    if "navigation.instant" in config.theme.get("features", ()):
        return output
    return without_unneeded_styles(output, is_day=is_day)


def _look_for_calls(markdown: str, page: MkDocsPage, config: MkDocsConfig) -> None:
    """Let a docs page that calls our macros be rendered as a template; warn of calls on other pages."""
    if is_template(page.meta, markdown):
        page.meta["render_macros"] = True
        if mistake := wrong_brackets(markdown, config):
            page.meta.setdefault(MISTAKES, []).append(mistake)
        for key, value in metadata_of_overview(markdown).items():
            page.meta.setdefault(key, value)
    elif not mkdocs_private.renders_macros(config.plugins.get("macros"), page.file.src_uri):
        for message in calls_as_text(page.meta, markdown):
            log.warning(f"'{page.file.src_uri}': {message}")


def _uncompared_contents(build: Build) -> list[tuple[str, bytes]]:
    """Return the paths and contents of the files that each build draws."""
    return [(file.path, file.content()) for file in uncompared_files(build.project.facts, build.publication)]


class Options(Config):
    """The options under `plugins: daytrail:`, which MkDocs checks; `read_settings` reads them for the command too."""

    timezone = Type(str, default="UTC")
    entries = Type(str, default="entries")
    curriculum = Type(str, default="curriculum.yaml")
    reading = Type(str, default="reading.yaml")
    feed = Type(str, default="full")
    feed_authority = Optional(Type(str))
    page_cache = Type(bool, default=True)
    og_cards = Type(bool, default=True)
    addresses = Type(dict, default={})
    search = Type(str, default="pagefind")


class DaytrailPlugin(BasePlugin[Options]):
    """Adds the journal's pages to a MkDocs build. MkDocs keeps one plugin through all builds of `serve`."""

    def __init__(self) -> None:
        self._command: Literal["build", "gh-deploy", "serve"] = "build"
        self._dirty = False
        self._started: set[str] = set()
        """Names of plugins that were added and started."""
        self._serving = False
        self._settings: Settings | None = None
        self._misses_cards = False
        """Whether the log says that no cards can be drawn."""
        self._misses_mermaid = False
        """Whether the log says that diagrams are text."""
        self._misses_pagefind = False
        """Whether the log says that Material's search is used."""
        self._misses_words = False
        """Whether the log says that words of texts are not found."""
        self._uses_pagefind = False
        """Whether the running build makes bundles of Pagefind."""
        self._bundles: Generator[None, None, None] | None = None
        """The running index of the search."""
        self._uris: dict[str, str] = {}
        """The URIs of all pages by their URLs."""
        self._own_keys: Callable[[], Mapping[str, str]] = dict
        """Returns what `PageBuilder.build_pages` asks for, once that is computed."""
        self._outputs: Callable[[], DrawnOutputs] = lambda: NO_OUTPUTS
        """Returns the files other than pages that were drawn in the background."""
        self._uncompared: Callable[[], list[tuple[str, bytes]]] = list
        """Returns the paths and contents of files that each build draws, once they are drawn."""
        self._build: Build | None = None
        """The last build that began."""
        self._nav = Navigation([], [])
        self._owned = OwnedPaths({})
        """The paths in the site of the files in the docs folder."""
        self._staged: StagedSite | None = None
        """Where the files of a running build are written."""
        self._reuses_pages = False
        """Whether a `PageBuilder` builds the pages; otherwise MkDocs builds all of them by itself."""
        self._builder: PageBuilder | None = None
        """What builds the pages, from the navigation on."""
        self._preview: Preview | None = None
        """Data of the last build that did not fail."""
        self._next_preview: Preview | None = None
        """Data of the running build."""
        self._saved: SavedFiles | None = None
        """Saved files, which stop a build of `serve`."""
        self._obstacle: str | None = None
        """Why the last build that reused no pages did so."""

    @property
    def build(self) -> Build:
        """The running build, or the last one."""
        if self._build is None:
            raise PluginError("no build has begun")
        return self._build

    @property
    def staged(self) -> StagedSite:
        """The files of the running build."""
        if self._staged is None:
            raise PluginError("no build is running")
        return self._staged

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Remember what MkDocs was called for."""
        self._command, self._dirty = command, dirty
        # MkDocs keeps the plugin for another run in the same process, which is to say these things again.
        self._started, self._obstacle = set(), None
        self._misses_cards = self._misses_mermaid = self._misses_pagefind = self._misses_words = False

    def on_shutdown(self) -> None:
        """Forget which warnings have been logged."""
        log.removeFilter(build_report(log))

    @event_priority(100)  # before other plugins run the project's code
    def _read_settings(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the settings, end the build if they have errors, and add what they leave to Daytrail."""
        build_report(log).begin()
        self._settings = check_settings(config)
        mkdocs_private.silence_parts()
        for name in add_settings(config, self._settings.added):
            if name not in self._started and hasattr(config.plugins[name], "on_startup"):
                config.plugins[name].on_startup(command=self._command, dirty=self._dirty)
            self._started.add(name)
        mkdocs_private.fail_by_exception(config)
        mkdocs_private.split_words_for_search(config)
        if self._settings.og_cards and not self._misses_cards and (module := missing_library()):
            self._misses_cards = True
            log.info(f"Pages get no cards for sharing: {module} is missing; `pip install 'daytrail[cards]'` brings it")
        return config

    def _add_to_pages(self, config: MkDocsConfig) -> MkDocsConfig:
        """Have every page load our styles and scripts."""
        if not (has_mermaid() or self._misses_mermaid):
            self._misses_mermaid = True
            log.info("This Daytrail was built without npm, so it has no Mermaid, and diagrams are shown as text")
        add_to_pages(config)
        self._choose_search(config)
        return config

    def _choose_search(self, config: MkDocsConfig) -> None:
        """Replace the search of Material, unless the owner wants it or Pagefind is missing."""
        chosen = self._settings is not None and self._settings.search == "pagefind"
        wanted = chosen and mkdocs_private.has_search_of_material(config)
        self._uses_pagefind = wanted and bool(program())
        if self._uses_pagefind:
            add_dialog(config)
        elif wanted and not self._misses_pagefind:
            self._misses_pagefind = True
            log.info(
                "The search is that of Material, whose index is large: Pagefind is missing; "
                "`pip install 'daytrail[search]'` brings it, if there is one for this system"
            )

    def _say_if_words_are_unknown(self, language: str) -> None:
        """Say that the search finds no words of a text, unless that was said."""
        if not (knows_words_of(language) or self._misses_words):
            self._misses_words = True
            log.info(
                f"The search finds titles and dates, but no words of texts in the language `{language}`, which has no "
                "spaces between words; `pip install pagefind-bin-extended` brings what it needs"
            )

    on_config = CombinedEvent(_read_settings, _add_to_pages)

    @event_priority(-100)  # once other plugins have changed the settings
    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Read the journal, and have MkDocs fill another folder than the site's, which it would empty first."""
        self.on_build_error()
        if self._saved:
            self._saved.let_stop()
        if self._settings is None:
            raise PluginError("the plugin has not been configured")
        check_folders(config, self._settings)
        site = Path(config.site_dir)
        [scanned] = in_background(partial(scan, site))
        self._build = start_build(config, self._command, self._settings)
        reason = obstacle(config)
        if reason and reason != self._obstacle:
            log.info(f"All pages are built anew: {reason}")
        self._obstacle, self._reuses_pages = reason, reason is None
        use_cache = self._settings.page_cache and self._reuses_pages
        # Not before the entries are cached, since it locks the cache.
        self._staged = StagedSite(self._settings.root, site, scanned, use_cache=use_cache)
        is_warm = has_pages(self._staged.cache, self._build)
        *keys, self._outputs, self._uncompared = in_background(
            *(own_keys(self._build) if is_warm else ()),
            partial(draw_outputs, self._build),
            partial(_uncompared_contents, self._build),
        )
        # The last ones first: until they are there, this process computes others too.
        self._own_keys = lambda: {uri: key for computed in reversed(keys) for uri, key in computed().items()}
        if self._uses_pagefind:
            config.theme[SEARCH_WORDS] = search_words()  # once the language is known
            self._say_if_words_are_unknown(self._build.publication.language)
            mkdocs_private.collect_entries_with(config, page_entries)
        config.site_dir = str(self._staged.folder)

    @event_priority(100)  # before the git plugin asks for the dates of all files
    def _add_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the journal's pages, the files beside entries, and our own assets."""
        build = self.build
        attachments = {uri for entry in build.project.loaded.journal.entries for uri in entry.attachments}
        self._owned = owned_paths(files, config.docs_dir)
        flat = build.publication.flat
        destinations = {uri: destination(page, flat=flat) for uri, page in build.subjects.items()}
        pages = [(uri, path, build.subjects[uri].source) for uri, path in destinations.items()]
        generated = [*pages, *((uri, uri, uri) for uri in attachments)]
        refuse_clashes(self._owned, build.settings.paths.docs, generated)
        sources = (page_source(page, config, build.settings.root) for page in build.pages.values())
        for file in detached_pages(destinations, config) if self._reuses_pages else sources:
            files.append(file)
        add_files(files, config, build.settings.root, attachments, self.staged.cache)
        if config.nav is not None:  # which need not name each review: the log leads to them
            for uri in build.reviews.keys() & files.src_uris.keys():
                files.src_uris[uri].inclusion = InclusionLevel.NOT_IN_NAV
        return with_main_pages(files, build.main_pages, config)

    @event_priority(-100)  # once other plugins have added files
    def _hide_private(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Take what is private out of the docs pages and of other files."""
        build, settings = self.build, self.build.settings
        others = [file for file in files if file.src_uri not in build.pages]
        folders = {str(settings.root): "", config.docs_dir: settings.paths.docs}
        hide_private(others, folders, build.project.loaded.docs_texts)
        return files

    on_files = CombinedEvent(_add_files, _hide_private)

    @event_priority(100)  # before other plugins make a navigation of their own
    def _order_navigation(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Put the pages that Daytrail adds to the navigation behind the home page."""
        if self.build.main_pages and config.nav is None:
            order_main_pages(nav, self.build.main_pages)
        return nav

    @event_priority(-100)  # once other plugins have changed the navigation, which macros may show
    def _take_pages(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Take the docs pages from MkDocs."""
        self._nav = nav
        if self._staged and self._reuses_pages:
            self._builder = PageBuilder(self.build, self._staged, config, files, nav)
        return nav

    on_nav = CombinedEvent(_order_navigation, _take_pages)

    def on_page_read_source(self, *, page: MkDocsPage, config: MkDocsConfig) -> str | None:
        """Return the text of a generated page, without front matter and private passages."""
        # The empty line keeps MkDocs from reading a first line such as `Note: …` as metadata.
        return f"\n{content.markdown}" if (content := self.build.content(page.file.src_uri)) else None

    @event_priority(100)
    def _set_metadata(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Give a page its metadata before any plugin looks at it."""
        if (author := self.build.publication.author) and not config.site_author:
            page.meta.setdefault("author", escape(author.name))  # Material does not escape it
        if generated := self.build.pages.get(page.file.src_uri):
            # Material puts both into its templates without escaping them.
            page.meta["title"] = escape(generated.title)
            page.meta["description"] = escape(self._description(generated.title, generated.description))
            page.meta["render_macros"] = False
            if generated.written and page.edit_url:
                page.edit_url += f"#L{generated.written.line}"
            if generated.is_wide:
                page.meta["hide"] = ["navigation", "toc"]
            page.parent = parent_in_navigation(
                generated.crumbs, page.url, self._nav
            )  # the theme shows its tab as active
            if generated.is_list:
                page.meta["search"] = {"exclude": True}
        elif page.file.src_uri in self.build.reviews:
            crumbs = self.build.review_crumbs(page.file.src_uri)
            page.parent = page.parent or parent_in_navigation(crumbs, page.url, self._nav)
        if not generated:
            _look_for_calls(markdown, page, config)
        return markdown

    @event_priority(-100)
    def _restore_text(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Undo what plugins made of an entry's text: it is data, and `{{ … }}` in it means itself."""
        is_drawn = any(page.file.src_uri in uris for uris in (self.build.pages, self.build.reviews))
        is_drawn = is_drawn or MACRO_HTML in page.meta
        if is_drawn or not page.meta.get("git_revision_date_localized_hash"):
            # What these pages show changes without their files. Without a commit the plugin gives the build's time.
            for key in [key for key in page.meta if key.startswith("git_")]:
                del page.meta[key]
        content = self.build.content(page.file.src_uri)
        return enclose(content.markdown) if content and content.markdown else markdown

    on_page_markdown = CombinedEvent(_set_metadata, _restore_text)

    @event_priority(-100)
    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Put the frame around the text of a generated page, and the HTML of macros into docs pages."""
        if content := self.build.content(page.file.src_uri):
            ids = anchors_in(content.above) | anchors_in(content.below)
            page.present_anchor_ids = (page.present_anchor_ids or set()) | ids
            # The theme's skip link leads to the first heading of the table of contents.
            title = AnchorLink(page.meta["title"], TITLE_ANCHOR, level=1)
            title.children = list(page.toc)
            page.toc = TableOfContents([title])
            html = with_sizes(html, page.url, self.build.image_sizes(page.file.src_uri))
            return str(marked(f"{content.above}\n{html}\n{content.below}".strip()))
        refuse_markers(html, page.file.src_uri)
        frame = self.build.review_frame(page.file.src_uri)
        if frame:
            html = frame.around(words.unbroken_dates(html))
            for title in page.toc:  # one, as in all reviews
                title.children += [AnchorLink(name, anchor, level=2) for name, anchor in frame.headings]
        if not page.meta.get("description"):
            page.meta["description"] = escape(self._docs_description(page, html, config))
        html, ids = insert_macro_html(html, page.meta.pop(MACRO_HTML, ()))
        page.present_anchor_ids = (page.present_anchor_ids or set()) | ids
        return html

    def _description(self, title: str, *texts: str) -> str:
        """Return the beginning of the first text that is not empty, as the description of a page."""
        name = _("%(title)s, a page of %(site)s", title=title, site=self.build.publication.title)
        return words.beginning(next(filter(None, texts), name), words.DESCRIPTION)

    def _docs_description(self, page: MkDocsPage, html: str, config: MkDocsConfig) -> str:
        """Return the description of a docs page that has none: its first paragraph, else one by what it lists."""
        address = address_of_url(page.url)
        if not address and config.site_description:
            return str(config.site_description)
        # A paragraph that is only links leads elsewhere.
        found = re.findall(r"<p>(?!(?:<a\b[^<]*</a>[\s·|]*)+</p>)(.*?)</p>", html, re.DOTALL)
        texts = map(Markup.striptags, map(Markup, found))
        paragraphs = (re.sub(r"\s*[:\uff1a]$", "…", text) for text in texts)
        return self._description(str(page.title), *paragraphs, self.build.descriptions.get(address, ""))

    @event_priority(100)
    def _refuse_wrong_macros(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """End the build if macros were called wrongly, once all pages have been read."""
        read = [(file.src_uri, file.page.meta) for file in files if isinstance(file.page, MkDocsPage)]
        mistakes = [f"'{uri}': {message}" for uri, meta in read for message in meta.get(MISTAKES, ())]
        for mistake in mistakes:
            log.error(mistake)
        if mistakes and not self._serving:
            raise PluginError(end_of_build(len(mistakes)))

    def _set_dates(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """Date each page for the sitemap, and remember its URL for the search."""
        self._uris = {file.url: file.src_uri for file in files if file.page}
        for file in files:
            if file.page:
                file.page.update_date = self.build.date_of(file.src_uri)

    @event_priority(-100)
    def _write_outputs(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """Add the feeds and the data files, while the search is indexed."""
        build, builder = self.build, self._builder
        facts, site = build.project.facts, build.publication

        folders = list(card_folders(build.cards.values(), facts, site))
        self._refuse_clashes(path for folder in folders for path in folder.paths)
        compared = compared_files(facts, site, builder.feed_body) if builder else compared_files(facts, site)
        others = chain(compared, (OutputFile(path, partial(bytes, content)) for path, content in self._uncompared()))
        if builder:
            builder.write_outputs(folders, self._without_clashes(others), self._outputs())
            return
        cards = (card for folder in folders for card in folder.files())
        for output in chain(cards, self._without_clashes(others)):
            files.append(File.generated(config, output.path, content=output.content()))

    def _without_clashes(self, outputs: Iterable[OutputFile]) -> Iterator[OutputFile]:
        for output in outputs:
            self._refuse_clashes([output.path])
            yield output

    def _refuse_clashes(self, outputs: Iterable[str]) -> None:
        """Refuse generated files that clash with those of `docs/`, by their paths in the site."""
        generated = ((path, path, "a generated file") for path in outputs)
        refuse_clashes(self._owned, self.build.settings.paths.docs, generated)

    @event_priority(-100)
    def _build_pages(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """Build the pages that have changed."""
        if self._builder:
            self._builder.build_pages(env, self._own_keys())
        if self._staged and mkdocs_private.search_provider(config) == "pagefind":
            self._staged.bring_pages()
        if self._command == "serve":
            from daytrail.site.live_server import Preview  # `build` does without a server

            self._next_preview = Preview(self.build, config, files, self._nav, env)
        elif self._builder and self._staged:  # in `serve`, MkDocs builds drafts by itself after that
            self._begin_search(self._staged)

    on_env = CombinedEvent(_refuse_wrong_macros, _set_dates, _build_pages, _write_outputs)

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        """Let the sitemap list the pages that MkDocs does not know."""
        if self._builder and template_name == "sitemap.xml":
            context["pages"] = [*context["pages"], *self._builder.sitemap_files()]
        if template_name == "404.html":
            links = Links("", not config.use_directory_urls, root=f"{context['base_url'].rstrip('/')}/")
            self._add_footer(context, links, config)
            not_found_context = replace(
                page_context(
                    self.build.project.facts,
                    zone=self.build.settings.timezone.key,
                    new_file_url=self.build.new_file_url,
                ),
                links=links,
            )
            shown = not_found(
                not_found_context, has_search=any(name in config.plugins for name in mkdocs_private.SEARCH_PLUGINS)
            )
            context["daytrail_not_found"] = shown  # type: ignore[typeddict-unknown-key]  # a key of ours
            here = replace(links, here=template_name)
            tags = head(None, shown.title, shown.description, here, self.build.publication, self.build.head_links(""))
            context["daytrail_head"] = tags  # type: ignore[typeddict-unknown-key]  # a key of ours
        return context

    @event_priority(100)  # before the search plugin reads the page
    def on_page_context(
        self, context: TemplateContext, *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Give the theme the footer of a page, and the search the labels of a generated page."""
        generated = self.build.pages.get(page.file.src_uri)
        if generated and generated.labels:
            page.meta["tags"] = [escape(label) for label in generated.labels]  # the search does not escape them
        address = generated.address if generated else address_of_url(page.url)
        self._add_footer(context, Links(address, not config.use_directory_urls), config)
        return context

    def _add_footer(self, context: TemplateContext, links: Links, config: MkDocsConfig) -> None:
        context["daytrail_footer"] = footer(self.build.footer_of(links.here), links)  # type: ignore[typeddict-unknown-key]  # a key of ours
        context["daytrail_made_with"] = made_with(config.theme.name or "")  # type: ignore[typeddict-unknown-key]  # a key of ours

    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Describe a page in its head for programs."""
        build = self.build
        generated = build.pages.get(page.file.src_uri)
        address = generated.address if generated else address_of_url(page.url)
        links = Links(address, flat=not config.use_directory_urls)
        title = generated.title if generated else str(page.title or config.site_name)
        description = unescape(str(page.meta.get("description") or ""))
        tags = head(generated, title, description, links, build.publication, build.head_links(address))
        if "<math" in output:
            tags += preload(links.file(FORMULA_FONT))
        output = finished(output).replace("</head>", f"{stripped_lines(tags)}\n</head>", 1)
        return _with_needed_styles(output, config, is_day=bool(generated and generated.entry))

    def on_post_template(self, output: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Prepare the search on the page for wrong addresses."""
        return _with_needed_styles(prepare_search(output), config)

    @event_priority(-100)  # once all plugins have written their files
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Replace the published site."""
        if self._staged:
            self._write_search(self._staged)
            if self._saved:
                self._saved.let_finish()
            config.site_dir = str(self._staged.site)
            if self._builder:
                result = build_report(log).result = self._builder.publish()
                log.info(result.message)
            else:
                self._staged.publish()
            self._staged.close(save=True)
            self._staged = self._builder = None
            self._preview, self._next_preview = self._next_preview, None

    def _begin_search(self, staged: StagedSite) -> None:
        """Have the search indexed, if it is that of Pagefind, while other files are made."""
        if self._uses_pagefind and not self._bundles:
            read = self._read_texts
            self._bundles = write_bundles(self.build, staged, lambda: search_sources(staged.folder, self._uris, read))
            next(self._bundles)

    def _write_search(self, staged: StagedSite) -> None:
        self._begin_search(staged)
        if self._bundles:
            next(self._bundles, None)
            self._bundles = None
        else:
            write_texts_for_material(staged.folder, self._read_texts)
        remove_collected(staged.folder, index=self._uses_pagefind)

    def _read_texts(self, month: str) -> str:
        """Return the texts of the pages about a month, for the search."""
        return self._builder.read_texts(month) if self._builder else ""

    def on_build_error(self, *, error: Exception | None = None) -> None:
        """Leave the site as it is, except that pages of `serve` list the mistakes in their entries."""
        if self._bundles:
            self._bundles.close()
            self._bundles = None
        if self._staged:
            self._staged.close(save=False)
            self._staged = self._builder = None
        if isinstance(error, mkdocs_private.TemplateFailure):
            self._explain(error)
        if self._preview and isinstance(error, MistakesError):
            self._build = self._preview.build
            self._preview.show_problems(error.problems)

    def _explain(self, failure: mkdocs_private.TemplateFailure) -> None:
        """Log the mistakes in the templates of docs pages, or what the macros plugin says if none is known."""
        from daytrail.project.site_checks.macro_calls import check_templates  # only here, since most builds succeed
        from daytrail.project.site_checks.site import Site

        build = self.build
        site = Site(build.settings, build.project.loaded.journal, build.project.facts)
        if not log_problems(check_templates(site), log):
            mkdocs_private.repeat_messages(failure.records)

    def on_serve(self, server: "LiveReloadServer", *, config: MkDocsConfig, builder: object) -> "LiveReloadServer":
        """Rebuild when the journal changes, or the owner's macros.

        Raises:
            PluginError: The address is in use.
        """
        from daytrail.site.live_server import SavedFiles, prepare  # as in `_build_pages`

        if problem := listening_problem(str(config.dev_addr)):  # otherwise MkDocs ends in a traceback
            raise PluginError(f"{problem}; name another address with --dev-addr")
        self._serving = True
        settings, paths = self.build.settings, self.build.settings.paths
        names = (paths.entries, paths.curriculum, part_folder(paths.curriculum), paths.reading, "macros.py")
        self._saved = SavedFiles(lambda saved: bool(self._preview and self._preview.can_show(saved)))
        prepare(server, settings.root, names, paths.entries, self._show_saved, self._saved)
        return server

    def _show_saved(self, paths: set[str]) -> bool:
        """Build the pages of saved entries as of the last build that did not fail; return whether there are any."""
        if self._preview is None:
            return False
        self._build = self._preview.build
        return self._preview.show(paths)
