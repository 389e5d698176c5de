"""Daytrail as a MkDocs plugin.

The events run in the order in which they are listed, and each is one step from files to a site. MkDocs builds every
page; a generated page that would come out the same is a file of the published site that is kept.
"""

import gzip
import logging
import os
from collections.abc import Set
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from jinja2 import Environment, TemplateSyntaxError
from mkdocs.config.base import BaseConfigOption, LegacyConfig
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils.templates import TemplateContext

from daytrail.problems import quoted
from daytrail.project.code_version import fingerprint
from daytrail.project.config_checks import listening_problem
from daytrail.project.data_files import OutputFile, output_files
from daytrail.project.report import BuildResult, build_report, end_of_build
from daytrail.project.settings import Options, Settings
from daytrail.site import mkdocs_private, page_texts
from daytrail.site.added_settings import add_settings
from daytrail.site.build import Build, MistakesError, check_folders, check_settings, start_build
from daytrail.site.kept_pages import KeptPages, in_sitemap
from daytrail.site.macros import MISTAKES
from daytrail.site.mkdocs_files import LinkedFiles, order_main_pages, owned_paths, refuse_clashes
from daytrail.site.page_keys import Unhashable, digest, has_own_macros, reason_to_build_all, shared_key
from daytrail.site.public_files import hide_private, publish_photos
from daytrail.site.search_index import INDEX, page_sections, program, unfound_runs, write_bundles
from daytrail.site.staging import Staging
from daytrail.site.static_files import SEARCH_WORDS, add_dialog, add_files, add_to_pages, has_mermaid
from daytrail.source.plan import part_folder
from daytrail.views.files.search import search_words

if TYPE_CHECKING:  # `build` does without a server
    from mkdocs.livereload import LiveReloadServer

    from daytrail.site.live_server import Preview, SavedFiles

# Without it, the git plugin refuses to be imported where there is no program git, although it can do without.
os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")

log = logging.getLogger("mkdocs.plugins.daytrail")


class DaytrailPlugin(BasePlugin[LegacyConfig]):
    """Adds the journal's pages to a MkDocs build. MkDocs keeps one plugin through all builds of `serve`."""

    config_scheme = tuple((name, BaseConfigOption()) for name in Options.model_fields)
    """The options under `plugins: daytrail:`, which `read_settings` checks, for the command too."""

    def __init__(self) -> None:
        self._command: Literal["build", "gh-deploy", "serve"] = "build"
        self._dirty = False
        self._started: set[str] = set()
        """Names of plugins that were added and started."""
        self._said: set[str] = set()
        """Messages that were logged, which later builds of `serve` do not repeat."""
        self._settings: Settings | None = None
        self._uses_pagefind = False
        self._build: Build | None = None
        """The last build that began."""
        self._kept: KeptPages | None = None
        self._outputs: list[OutputFile] = []
        """The files of a running build that are no pages."""
        self._files, self._nav = Files([]), Navigation([], [])
        self._env = Environment(autoescape=True)
        self._reading = ""
        """URI of the page that MkDocs reads."""
        self._preview: Preview | None = None
        """The last build of `serve` that did not fail."""
        self._saved: SavedFiles | None = None
        """Paths changed below the entries since the last build of `serve` began; None before its first has ended."""

    @property
    def build(self) -> Build:
        """The running build, or the last one."""
        if self._build is None:
            raise PluginError("no build has begun")
        return self._build

    @property
    def kept(self) -> KeptPages:
        """Which pages of the running build are kept, and where it writes its files."""
        if self._kept is None:
            raise PluginError("no build is running")
        return self._kept

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Remember what MkDocs was called for."""
        self._command, self._dirty = command, dirty
        self._started, self._said = set(), set()  # MkDocs keeps the plugin for another run in the same process

    def on_shutdown(self) -> None:
        """Clean up after a build that ended the process, as the macros plugin does, and forget logged warnings."""
        self._end()
        log.removeFilter(build_report(log))

    def _say_once(self, message: str) -> None:
        if message not in self._said:
            self._said.add(message)
            log.info(message)

    @event_priority(100)  # before other plugins run the project's code
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the settings, end the build if they have errors, and add what they leave to Daytrail.

        Every page loads our styles and scripts, and our search in place of Material's if Pagefind is there.
        """
        build_report(log).begin()
        settings = self._settings = check_settings(config)
        for name in add_settings(config, settings.added, settings.paths.notations):
            if name not in self._started and hasattr(config.plugins[name], "on_startup"):
                config.plugins[name].on_startup(command=self._command, dirty=self._dirty)
            self._started.add(name)
        mkdocs_private.quieten_plugins(config)
        add_to_pages(config)
        wants_pagefind = settings.options.search == "pagefind" and mkdocs_private.has_search_of_material(config)
        self._uses_pagefind = wants_pagefind and bool(program())
        if self._uses_pagefind:
            add_dialog(config)
        elif wants_pagefind:
            self._say_once(
                "The search is that of Material, whose index is large: Pagefind is missing, for which "
                "`pip install pagefind-bin` brings a program if there is one for this system"
            )
        if not has_mermaid():
            self._say_once("This Daytrail was built without npm, so it has no Mermaid, and diagrams are shown as text")
        return config

    @event_priority(-100)  # once other plugins have changed the settings
    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Read the journal, and have MkDocs fill another folder than the site's, which it would empty first."""
        self.on_build_error()
        settings = self._settings or check_settings(config)
        check_folders(config, settings)
        build = self._build = start_build(config, settings)
        kind = "served" if self._command == "serve" else "sites"
        staging = Staging(settings.root, Path(config.site_dir), kind)
        config.site_dir = str(staging.folder)
        if self._uses_pagefind:
            config.theme[SEARCH_WORDS] = search_words(build.publication.language)  # once the language is known
        self._kept = KeptPages(build, staging, self._shared_key(config))
        if index := mkdocs_private.index_of_search(config):
            index.add_entry_from_context = self._add_to_search

    def _shared_key(self, config: MkDocsConfig) -> str | None:
        """Return the key that all pages share; None if all are to be built, for a reason that is logged."""
        may_keep = self.build.settings.options.page_cache
        if may_keep is False:
            return None
        reason = "" if may_keep else reason_to_build_all(config)
        try:
            key = shared_key(config, self.build.publication.author, self.build.footer_of(""))
        except Unhashable as error:
            key, reason = None, str(error)
        if not reason:
            return key
        hint = "" if key is None else "; if none does, write `page_cache: true` under `plugins: daytrail:`"
        self._say_once(f"All pages are built anew: {reason}{hint}")
        return None

    @event_priority(100)  # before the git plugin asks for the dates of all files
    def _add_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the journal's pages, each to be built or kept, the files beside entries, and our own assets."""
        self._give_way()
        build = self.build
        attachments = {uri for entry in build.project.loaded.journal.entries for uri in entry.attachments}
        self._outputs = list(output_files(build.project.facts, build.publication))
        owned, pages = owned_paths(files, config.docs_dir), list(self.kept.files(config))
        generated = [(file.src_uri, file.dest_uri, build.subjects[file.src_uri].source) for file in pages]
        generated += [(uri, uri, uri) for uri in attachments]
        generated += [(output.path, output.path, "a generated file") for output in self._outputs]
        refuse_clashes(owned, build.settings.paths.docs, generated)
        for file in pages:
            files.append(file)
        add_files(files, config, build.settings.root, attachments)
        if config.nav is not None:  # which need not name each review: the log leads to them
            for uri in build.reviews.keys() & files.src_uris.keys():
                files.src_uris[uri].inclusion = InclusionLevel.NOT_IN_NAV
        return files

    @event_priority(-100)  # once other plugins have added files
    def _hide_private(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Take what is private out of the docs pages and of other files."""
        build, settings = self.build, self.build.settings
        others = [file for file in files if file.src_uri not in build.subjects]
        folders = {str(settings.root): "", config.docs_dir: settings.paths.docs}
        hide_private(others, folders, build.project.loaded.docs_texts)
        if settings.options.keep_photo_data:
            log.info("Photos are published with all data in them, such as the place: `keep_photo_data` is true")
        else:
            publish_photos(files, folders, self.kept.staging)
        self._files = LinkedFiles(files)
        return self._files

    on_files = CombinedEvent(_add_files, _hide_private)

    @event_priority(100)  # before other plugins make a navigation of their own
    def _order_navigation(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Put the pages that Daytrail adds to the navigation behind the home page."""
        if config.nav is None:
            order_main_pages(nav, self.build.main)
        return nav

    @event_priority(-100)  # once other plugins have changed the navigation
    def _take_navigation(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        self._nav, self._files = nav, files
        return nav

    on_nav = CombinedEvent(_order_navigation, _take_navigation)

    def on_page_read_source(self, *, page: MkDocsPage, config: MkDocsConfig) -> str | None:
        """Return the text of a generated page, without front matter and private passages."""
        self._reading = page.file.src_uri
        if self._kept:
            self._give_way()
            self._kept.begin(page.file.src_uri, self._files)
        # The empty line keeps MkDocs from reading a first line such as `Note: …` as metadata.
        return f"\n{content.markdown}" if (content := self.build.content(page.file.src_uri)) else None

    @event_priority(100)
    def _set_metadata(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Give a page its metadata before any plugin looks at it."""
        page_texts.set_metadata(self.build, markdown, page, config, self._nav)
        return markdown

    @event_priority(-100)
    def _restore_text(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Undo what plugins made of an entry's text."""
        return page_texts.restored_text(self.build, markdown, page)

    on_page_markdown = CombinedEvent(_set_metadata, _restore_text)

    @event_priority(-100)
    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Put the frame around the text of a generated page, and the HTML of macros into docs pages."""
        return page_texts.complete_content(self.build, html, page, config)

    @event_priority(100)
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """End the build if macros were called wrongly; read the kept pages that have to be built after all.

        Then write the files that are no pages, or keep them. After the first build of `serve`, pages say such mistakes.
        """
        self._reading, self._env = "", env
        mistakes = _mistakes(env, files)
        for mistake in mistakes:
            log.error(mistake)
        if mistakes and not self._saved:
            raise PluginError(end_of_build(len(mistakes)))
        self.kept.build_after_all(files, self._nav, config)
        for file in files:
            if file.page:
                file.page.update_date = self.build.date_of(file.src_uri)  # for the sitemap
        shared = [fingerprint(), str(replace(self.build.publication, edited={}))]
        for output in self._outputs:
            self._give_way()
            is_known = output.inputs and self.build.settings.options.page_cache is not False
            key = digest([shared, output.inputs()]) if output.inputs and is_known else ""
            self.kept.staging.make(output.path, key, output.content)

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        """Let the sitemap list kept pages, and the page for wrong addresses help."""
        if template_name == "sitemap.xml":
            context["pages"] = in_sitemap(self._files)
        if template_name == "404.html":
            has_search = any(name in config.plugins for name in mkdocs_private.SEARCH_PLUGINS)
            page_texts.add_not_found(self.build, context, config, has_search=has_search)
        return context

    def on_post_template(self, output: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Take unneeded style sheets out of the page for wrong addresses."""
        return page_texts.with_needed_styles(output, config)

    def on_page_context(
        self, context: TemplateContext, *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Give the theme the footer of a page."""
        if self._kept:
            self._give_way()
            self._kept.begin(page.file.src_uri)
        generated = self.build.page(page.file.src_uri)
        page_texts.add_footer(self.build, context, page_texts.page_links(generated, page, config))
        return context

    def _add_to_search(self, page: MkDocsPage) -> None:
        """Take the text of a page, which the search plugin asks its index to add."""
        if self._kept:
            self._kept.add_text(page.file.src_uri, page_sections(page, self.build.page(page.file.src_uri)))

    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Describe a page in its head for programs."""
        return page_texts.finished_page(self.build, output, page, config)

    @event_priority(100)  # before the search plugin writes its index
    def _index_pages(self, *, config: MkDocsConfig) -> None:
        """Give the search the texts of all pages, kept ones too."""
        self._give_way()
        if index := mkdocs_private.index_of_search(config):
            texts = self.kept.texts(self._files)
            if self._uses_pagefind:
                write_bundles(self.build, self.kept.staging, texts)
            else:
                index.entries = [section for text in texts.values() for section in text.sections]
                if unfound := unfound_runs(texts):
                    self._say_once(unfound)

    @event_priority(-100)  # once all plugins have written their files
    def _publish(self, *, config: MkDocsConfig) -> None:
        """Put the new site in the place of the published one."""
        kept, staging = self.kept, self.kept.staging
        if self._uses_pagefind:
            (staging.folder / INDEX).unlink(missing_ok=True)
        if (sitemap := staging.folder / "sitemap.xml").is_file():  # which MkDocs has compressed with its dates of pages
            sitemap.with_suffix(".xml.gz").write_bytes(gzip.compress(sitemap.read_bytes(), mtime=0))
        message = kept.record(self._files)
        staging.publish(navigation=kept.navigation)
        config.site_dir = str(staging.site)
        log.info(message)
        is_repeatable = bool(kept.navigation) and (
            bool(self.build.settings.options.page_cache) or not has_own_macros(config)
        )
        build_report(log).result = BuildResult(message, is_repeatable)
        self._end()
        if self._command == "serve":
            from daytrail.site.live_server import Preview  # `build` does without a server

            self._preview = Preview(self.build, config, self._files, self._nav, self._env)

    on_post_build = CombinedEvent(_index_pages, _publish)

    def _end(self) -> None:
        """Remove the staging folder of the running build."""
        if self._kept:
            self._kept.close()
            self._kept = None

    def on_build_error(self, *, error: Exception | None = None) -> None:
        """Leave the site as it is, except that pages of `serve` list the mistakes in their entries."""
        self._end()
        if self._preview and isinstance(error, MistakesError):
            self._build = self._preview.build
            self._preview.show_problems(error.problems)
        reading, self._reading = self._reading, ""
        if isinstance(error, TemplateSyntaxError):  # in a template of the owner
            name = os.path.relpath(error.filename or "", self.build.settings.root)
            raise PluginError(f"{name}:{error.lineno}:1: error: {error.message}") from error
        if reading and isinstance(error, (TypeError, ValueError)):  # such as for the link `http://[x]/`
            raise PluginError(f"'{reading}': a link or the front matter cannot be read: {error}") from error

    def on_serve(self, server: "LiveReloadServer", *, config: MkDocsConfig, builder: object) -> "LiveReloadServer":
        """Rebuild when the journal changes, or the owner's macros.

        Raises:
            PluginError: The address is in use.
        """
        from daytrail.site.live_server import SavedFiles, prepare  # as in `_publish`

        if problem := listening_problem(str(config.dev_addr)):  # otherwise MkDocs ends in a traceback
            raise PluginError(f"{problem}; name another address with --dev-addr")
        settings, paths = self.build.settings, self.build.settings.paths
        names = (paths.entries, paths.curriculum, part_folder(paths.curriculum), paths.reading, "macros.py")
        self._saved = SavedFiles()
        prepare(server, settings.root, names, self._saved, self._show_saved)
        return server

    def _give_way(self) -> None:
        """End a build of `serve` if an entry has been saved that can be shown before another build."""
        if self._saved and self._preview and self._preview.entries_among(self._saved.paths):
            from daytrail.site.live_server import SavedMeanwhile  # as in `_publish`

            raise SavedMeanwhile

    def _show_saved(self, paths: Set[str]) -> bool:
        """Build the pages of saved entries as of the last build that did not fail; return whether there are any."""
        self.on_build_error()  # another build may have been left at once
        if self._preview is None:
            return False
        self._build = self._preview.build
        return self._preview.show(paths)


def _mistakes(env: Environment, files: Files) -> list[str]:
    """Return messages about macros that pages call wrongly, and about templates that the theme does not have."""
    read = [(file.src_uri, file.page.meta) for file in files if isinstance(file.page, MkDocsPage)]
    mistakes = [f"'{uri}': {message}" for uri, meta in read for message in meta.get(MISTAKES, ())]
    named = [(uri, str(meta["template"])) for uri, meta in read if meta.get("template")]
    known = env.list_templates() if named else ()
    return mistakes + [f"'{uri}': the theme has no template {quoted(name)}" for uri, name in named if name not in known]
