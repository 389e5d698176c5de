"""Daytrail as a MkDocs plugin.

The events run in the order in which they are listed, and each is one step from files to a site. MkDocs builds every
page; a generated page that would come out the same is a file of the published site that is kept.
"""

import gzip
import logging
import os
from collections.abc import Iterable, Set
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from jinja2 import Environment, TemplateNotFound, TemplateSyntaxError
from mkdocs.config.base import BaseConfigOption, LegacyConfig
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils.templates import TemplateContext

from daytrail.problems import quoted
from daytrail.project.code_version import fingerprint
from daytrail.project.config_checks import listening_problem
from daytrail.project.data_files import OutputFile, output_files, without_clashes
from daytrail.project.report import end_of_build, log_problems
from daytrail.project.settings import Options, Settings
from daytrail.site import mkdocs_private, page_keys, page_texts
from daytrail.site.added_settings import add_settings
from daytrail.site.build import Build, check_folders, check_settings, start_build
from daytrail.site.kept_pages import KeptPages
from daytrail.site.macros import MISTAKES
from daytrail.site.mkdocs_files import order_main_pages, refuse_clashes
from daytrail.site.public_files import hide_private, publish_photos
from daytrail.site.search_index import INDEX, program, search_text, unfound_runs, write_bundles
from daytrail.site.staging import Staging
from daytrail.site.static_files import SEARCH_WORDS, add_dialog, add_files, add_to_pages, has_mermaid
from daytrail.source.plan import part_folder

if TYPE_CHECKING:  # `build` does without a server
    from mkdocs.livereload import LiveReloadServer

    from daytrail.site.live_server import Preview

# Without it, the git plugin refuses to be imported where there is no program git, although it can do without.
os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")

log = logging.getLogger("mkdocs.plugins.daytrail")


class DaytrailPlugin(BasePlugin[LegacyConfig]):
    """Adds the journal's pages to a MkDocs build. MkDocs keeps one plugin through all builds of `serve`."""

    config_scheme = tuple((name, BaseConfigOption()) for name in Options.model_fields)
    """The options under `plugins: daytrail:`, which `read_settings` checks, for the command too."""

    def __init__(self) -> None:
        self._called: dict[str, Any] = {"command": "build", "dirty": False}
        """What MkDocs was called for."""
        self._settings: Settings | None = None
        self._kept: KeptPages | None = None
        """Pages of the running build or the last one, from when its journal is read."""
        self._files, self._nav = Files([]), Navigation([], [])
        self._env: Environment | None = None
        """None while MkDocs reads pages."""
        self._preview: Preview | None = None
        """The last build of `serve` that did not fail."""

    @property
    def kept(self) -> KeptPages:
        """Which pages of the build are kept, and where it writes its files."""
        if self._kept is None:
            raise PluginError("no build has begun")
        return self._kept

    @property
    def build(self) -> Build:
        """The journal and the pages of the build."""
        return self.kept.build

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Remember what MkDocs was called for; it keeps the plugin for another run in the same process."""
        self._called, self._settings = {"command": command, "dirty": dirty}, None

    def on_shutdown(self) -> None:
        """Clean up, also after a build that ended the process, as the macros plugin does."""
        self._close_staging()

    def _close_staging(self) -> None:
        """Remove the staging folder of the last build if there still is one."""
        if self._kept:
            self._kept.close()

    @event_priority(100)  # before other plugins run the project's code
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the settings, end the build if they have errors, and add what they leave to Daytrail.

        Every page loads our styles and scripts.

        Raises:
            PluginError: They have errors, or `serve` cannot listen.
        """
        is_first, settings = self._settings is None, check_settings(config)
        if is_first and self._called["command"] == "serve" and (problem := listening_problem(str(config.dev_addr))):
            raise PluginError(f"{problem}; name another address with --dev-addr")
        self._settings = settings
        for name in add_settings(config, settings.added):
            if hasattr(config.plugins[name], "on_startup"):
                config.plugins[name].on_startup(**self._called)
        mkdocs_private.quieten_plugins()
        add_to_pages(config)
        if not has_mermaid():
            log.info("This Daytrail was built without npm, so it has no Mermaid, and diagrams are shown as text")
        return config

    @event_priority(-100)  # once other plugins have changed the settings
    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Read the journal, and have MkDocs fill another folder than the site's, which it would empty first."""
        self._close_staging()
        settings = self._settings or check_settings(config)
        check_folders(config, settings)
        build = start_build(config, settings)
        _choose_search(config, build)
        kind = "served" if self._called["command"] == "serve" else "sites"
        staging = Staging(settings.root, Path(config.site_dir), kind)
        config.site_dir = str(staging.folder)
        self._env, self._kept = None, KeptPages(build, staging, _shared_key(config, build))
        if index := mkdocs_private.index_of_search(config):
            index.add_entry_from_context = self._add_to_search

    @event_priority(100)  # before the git plugin asks for the dates of all files
    def _add_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the journal's pages, each to be built or kept, the files beside entries, and our own assets."""
        build = self.build
        attachments = {uri for entry in build.project.loaded.journal.entries for uri in entry.attachments}
        outputs = list(output_files(build.project.facts, build.publication))
        for file in [file for file in files if build.settings.paths.is_entry_in_docs(file.src_uri)]:
            files.remove(file)
        found, pages = list(files), self.kept.add_files(files, attachments, config)
        generated = [(file.src_uri, file.dest_uri, build.subjects[file.src_uri].source) for file in pages]
        generated += [(uri, uri, uri) for uri in attachments]
        outputs = self._without_clashes(outputs, found, generated)
        generated += [(output.path, output.path, "a generated file") for output in outputs if not output.redirect]
        refuse_clashes(found, config.docs_dir, build.settings.paths.docs, generated)
        add_files(files, config, build.settings.root, attachments, build.settings.options)
        self._write_outputs(outputs)
        if config.nav is not None:  # which need not name each review: the log leads to them
            for uri in build.reviews.keys() & files.src_uris.keys():
                files.src_uris[uri].inclusion = InclusionLevel.NOT_IN_NAV
        return files

    def _without_clashes(
        self, outputs: Iterable[OutputFile], files: Iterable[File], generated: Iterable[tuple[str, str, str]]
    ) -> list[OutputFile]:
        """Return outputs of which pages at old addresses of posts have given way to other files, with warnings."""
        others = [file.dest_uri for file in files if not file.inclusion.is_excluded()]
        others += [path for _, path, _ in generated]
        outputs, problems = without_clashes(outputs, others, self.build.settings.root)
        log_problems(problems, log)
        return outputs

    def _write_outputs(self, outputs: Iterable[OutputFile]) -> None:
        """Write the files that are no pages, or keep them."""
        shared = [fingerprint(), str(replace(self.build.publication, edited={}))]
        for output in outputs:
            is_known = output.inputs and self.build.settings.options.page_cache is not False
            key = page_keys.digest([shared, output.inputs()]) if output.inputs and is_known else ""
            self.kept.staging.make(output.path, key, output.content)

    @event_priority(-100)  # once other plugins have added files
    def _hide_private(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Take what is private out of the docs pages and of other files."""
        build, settings = self.build, self.build.settings
        others = [file for file in files if file.src_uri not in build.subjects]
        folders = {str(settings.root): "", config.docs_dir: settings.paths.docs}
        hide_private(others, folders, build.project.loaded.docs_texts)
        keeps_data = bool(settings.options.keep_photo_data)
        if keeps_data:
            log.info("Photos are published with all data in them, such as the place: `keep_photo_data` is true")
        publish_photos(files, folders, build.pictures, self.kept.staging, keeps_data=keeps_data)
        return files

    on_files = CombinedEvent(_add_files, _hide_private)

    @event_priority(100)  # before other plugins make a navigation of their own
    def _order_navigation(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Put the pages that Daytrail adds to the navigation behind the home page."""
        if config.nav is None:
            order_main_pages(nav, self.build.main)
        return nav

    @event_priority(-100)  # once other plugins have changed the navigation
    def _take_navigation(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        self._nav = nav
        return nav

    on_nav = CombinedEvent(_order_navigation, _take_navigation)

    def on_page_read_source(self, *, page: MkDocsPage, config: MkDocsConfig) -> str | None:
        """Return the text of a generated page, without front matter and private passages."""
        self.kept.current = page.file.src_uri
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
        """End the build if macros were called wrongly, now that all pages are read."""
        self._files, self._env, self.kept.current = files, env, ""
        pages = [file.page for file in files if isinstance(file.page, MkDocsPage)]
        mistakes = [f"'{page.file.src_uri}': {message}" for page in pages for message in page.meta.get(MISTAKES, ())]
        for mistake in mistakes:
            log.error(mistake)
        if mistakes:
            raise PluginError(end_of_build(len(mistakes)))
        for file in files:
            if file.page:
                file.page.update_date = self.build.date_of(file.src_uri)  # for the sitemap

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        """Let the sitemap list kept pages, and the page for wrong addresses help."""
        if template_name == "sitemap.xml":
            context["pages"] = [file for file in self._files if file.page and file.inclusion.is_included()]
        if template_name == "404.html":
            has_search = any(name in config.plugins for name in mkdocs_private.SEARCH_PLUGINS)
            page_texts.add_not_found(self.build, context, config, has_search=has_search)
        return context

    def on_page_context(
        self, context: TemplateContext, *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Give the theme the footer of a page."""
        self.kept.current = page.file.src_uri
        generated = self.build.page(page.file.src_uri)
        page_texts.add_footer(self.build, context, page_texts.page_links(generated, page, config))
        return context

    def _add_to_search(self, page: MkDocsPage) -> None:
        """Take the text of a page, which the search plugin asks its index to add."""
        if text := search_text(self.build, page):
            self.kept.built_texts[page.file.src_uri] = text

    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Describe a page in its head for programs."""
        return page_texts.finished_page(self.build, output, page, config)

    @event_priority(100)  # before the search plugin writes its index
    def _index_pages(self, *, config: MkDocsConfig) -> None:
        """Give the search the texts of all pages, kept ones too."""
        if index := mkdocs_private.index_of_search(config):
            texts = self.kept.texts(self._files)
            if SEARCH_WORDS in config.theme:
                write_bundles(self.build, self.kept.staging, texts)
            else:
                index.entries = [section for text in texts.values() for section in text.sections]
                if unfound := unfound_runs(texts):
                    log.info(unfound)

    @event_priority(-100)  # once all plugins have written their files
    def _publish(self, *, config: MkDocsConfig) -> None:
        """Put the new site in the place of the published one."""
        kept, staging = self.kept, self.kept.staging
        if SEARCH_WORDS in config.theme:
            (staging.folder / INDEX).unlink(missing_ok=True)
        if (sitemap := staging.folder / "sitemap.xml").is_file():  # which MkDocs has compressed with its dates of pages
            sitemap.with_suffix(".xml.gz").write_bytes(gzip.compress(sitemap.read_bytes(), mtime=0))
        message = kept.record(self._files)
        if mkdocs_private.is_refused():  # MkDocs says so next
            kept.close()
            return
        staging.publish()
        config.site_dir = str(staging.site)
        depends_on_files = bool(self.build.settings.options.page_cache) or not page_keys.has_own_macros(config)
        # The command takes note of it.
        log.info(message, extra={"is_repeatable": kept.shared is not None and depends_on_files})
        kept.close()
        if self._called["command"] == "serve" and self._env:
            from daytrail.site.live_server import Preview  # `build` does without a server

            self._preview = None
            self._preview = Preview(copy(self), config, self._files, self._nav, self._env)

    on_post_build = CombinedEvent(_index_pages, _publish)

    def on_build_error(self, *, error: Exception) -> None:
        """Leave the site as it is, and say where an error is that MkDocs cannot locate."""
        self._close_staging()
        if isinstance(error, TemplateSyntaxError):  # in a template of the owner
            name = os.path.relpath(error.filename or "", self.build.settings.root)
            raise PluginError(f"{name}:{error.lineno}:1: error: {error.message}") from error
        if isinstance(error, TemplateNotFound):  # which a page names, or such as that of an unknown language
            raise PluginError(f"the theme has no template {quoted(str(error.name))}") from error
        reading = self._kept.current if self._kept and not self._env else ""
        if reading and isinstance(error, (TypeError, ValueError)):  # such as for the link `http://[x]/`
            raise PluginError(f"'{reading}': a link or the front matter cannot be read: {error}") from error

    def on_serve(self, server: "LiveReloadServer", *, config: MkDocsConfig, builder: object) -> "LiveReloadServer":
        """Rebuild when the journal changes, or the owner's macros."""
        from daytrail.site.live_server import prepare  # as in `_publish`

        settings, paths = self.build.settings, self.build.settings.paths
        names = (paths.entries, paths.curriculum, part_folder(paths.curriculum), paths.reading, "macros.py")
        prepare(server, settings.root, names, self._show_saved)
        return server

    def _show_saved(self, paths: Set[str]) -> bool:
        """Build the pages of saved entries as of the last build that did not fail; return whether there are any."""
        return bool(self._preview and self._preview.show(paths))


def _shared_key(config: MkDocsConfig, build: Build) -> str | None:
    """Return the key that all pages share; None if all are to be built, for a reason that is logged."""
    if build.settings.options.page_cache is False:
        return None
    if reason := page_keys.reason_to_build_all(config, build):
        log.info(f"All pages are built anew: {reason}")
        return None
    of_all = build.publication.author, build.footer_of(""), build.context.addresses.log
    return page_keys.shared_key(config, build, of_all)


def _choose_search(config: MkDocsConfig, build: Build) -> None:
    """Have pages use our search in place of Material's, if Pagefind is there."""
    if build.settings.options.search != "pagefind" or not mkdocs_private.has_search_of_material(config):
        return
    if program():
        add_dialog(config, build.publication.language)
    else:
        log.info(
            "The search is that of Material, whose index is large: Pagefind is missing, for which "
            "`pip install pagefind-bin` brings a program if there is one for this system"
        )
