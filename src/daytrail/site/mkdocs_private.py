"""Undocumented names of MkDocs and of its plugins, each behind a function of ours, with the reason for its use.

No other module of `site` uses one. They were seen in MkDocs 1.6.1, ProperDocs 1.6.7, Material for MkDocs 9.8.1,
mkdocs-macros-plugin 1.5.0 and mkdocs-git-revision-date-localized-plugin 1.6.3.
"""

import logging
import posixpath
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import mkdocs
from jinja2 import Environment
from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config.base import ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page, _RelativePathTreeprocessor
from mkdocs.utils import CountHandler, DuplicateFilter

from daytrail.project.git_history import LATEST, UNKNOWN, Commit, FileHistory, Log, read_histories

if TYPE_CHECKING:  # `build` does without a server
    from mkdocs.livereload import LiveReloadServer

SEARCH_PLUGINS = ("material/search", "materialx/search")
"""Names of the search plugins of Material and of MaterialX, which is a fork of it."""
_SEARCH_TEMPLATE = "partials/search.html"


class PageLinks(_RelativePathTreeprocessor):
    """Resolver of the links of a page, which logs what is wrong with them; of Markdown, MkDocs knows no other."""

    def __init__(self, file: File, files: Files, config: MkDocsConfig, others: Sequence[File]) -> None:
        """Take a file, and the same by other paths, from which links may be meant as well."""
        super().__init__(file, files, config)
        self._ways = [file, *others]

    def url(self, written: str) -> str:
        """Return the URL of a link or an image in the site, by the one that is written."""
        path, mark, anchor = written.partition("#")
        # MkDocs compares anchors with ids as they are written, and ids are not percent-encoded.
        anchor = re.sub(r"(%[89A-F][0-9A-F])+", lambda match: unquote(match[0]), anchor, flags=re.IGNORECASE)
        named = (way for way in self._ways if self._leads_to_file(way, unquote(path)))
        self.file = next(named, self._ways[0])
        return self.path_to_url(f"{path}{mark}{anchor}")

    def _leads_to_file(self, way: File, path: str) -> bool:
        target = posixpath.join(posixpath.dirname(way.src_uri), path)
        return self.files.get_file_from_path(posixpath.normpath(target)) is not None


def read_page(page: Page, config: MkDocsConfig, files: Files) -> None:
    """Read and render the Markdown of one page, with all events of plugins, as MkDocs does for each.

    No public function does it for a page that is to be built after all, or shown before a build.
    """
    _populate_page(page, config, files)


def write_page(page: Page, config: MkDocsConfig, files: Files, nav: Navigation, env: Environment) -> None:
    """Render the template of a page that was read, with all events of plugins, and write its file."""
    _build_page(page, config, files.documentation_pages(), nav, env)


def engine_log(module: str = "") -> logging.Logger:
    """Return what MkDocs logs to, or one of its modules such as `commands.build`; plugins log to it too."""
    return logging.getLogger(f"{mkdocs.__name__}.{module}".rstrip("."))


def has_search_of_material(config: MkDocsConfig) -> bool:
    """Return whether Material's plugin collects the texts of pages, and its dialog is not the owner's own."""
    search, own = config.plugins.get("material/search"), config.theme.custom_dir
    return bool(search and search.config["enabled"]) and not (own and Path(own, _SEARCH_TEMPLATE).is_file())


def index_of_search(config: MkDocsConfig) -> Any:
    """Return the object of the theme's search plugin with its list `entries`; None if there is none.

    The plugin makes it in its `on_config` event, and asks it to add each page by `add_entry_from_context`.
    """
    indexes = (getattr(config.plugins.get(name), "search_index", None) for name in SEARCH_PLUGINS)
    return next(filter(None, indexes), None)


def add_plugin(config: MkDocsConfig, name: str, options: dict[str, Any]) -> str:
    """Add a plugin as if mkdocs.yml listed it, and return its name with that of the theme, as in `material/search`.

    MkDocs has no function for it, but loads plugins with one of its option `plugins`, which remembers them for the
    next build of `serve`. The events of the plugin take part in what runs, if their priority is lower.

    Raises:
        PluginError: It is not installed, or does not know an option.
    """
    loader: Any = type(config).plugins
    try:
        return str(loader.load_plugin_with_namespace(name, options)[0])
    except ValidationError as failure:
        raise PluginError(f"the plugin `{name}` cannot be added: {failure}") from None


def take_plugin_of_theme(config: MkDocsConfig, name: str) -> str:
    """Replace a plugin of MkDocs by the one that the theme has for it, with its options, and return the name of that.

    MkDocs does so itself where the theme is written in mkdocs.yml.
    """
    plugin = config.plugins.pop(name)
    for methods in config.plugins.events.values():
        methods[:] = [method for method in methods if getattr(method, "__self__", None) is not plugin]
    defaults = {option: kind.default for option, kind in plugin.config_scheme}
    return add_plugin(config, name, {key: value for key, value in plugin.config.items() if value != defaults[key]})


_TALKATIVE = ("mkdocs_macros.util", "mkdocs_git_revision_date_localized_plugin")
"""Loggers of plugins that Daytrail brings: they list all macros, and all pages that were never committed."""


def quieten_plugins() -> None:
    """Let the plugins that Daytrail brings log only warnings and errors."""
    for name in _TALKATIVE:
        logging.getLogger(f"mkdocs.plugins.{name}").setLevel(logging.WARNING)


def changes_pages_around_macros(config: MkDocsConfig) -> bool:
    """Return whether the owner's macros.py has functions that change any page, as only the macros plugin knows."""
    names = "pre_macro_functions", "post_macro_functions", "post_build_functions"
    return any(getattr(config.plugins.get("macros"), name, None) for name in names)


def names_of_macros(config: MkDocsConfig) -> set[str]:
    """Return the names of all macros that pages may call."""
    macros = config.plugins.get("macros")
    return set(macros.macros) if macros else set()


class Revision(NamedTuple):
    """What a page may show of its history."""

    commit: str
    """Hash of the last commit."""
    tag: str
    """Its tag; empty if it has none."""
    changed: datetime
    created: datetime

    @property
    def edit_day(self) -> date | None:
        """Day of the last edit, if that was later than the first commit."""
        return self.changed.date() if self.changed.date() > self.created.date() else None


def find_revisions(plugin: Any, log: Log | None, paths: Mapping[str, str]) -> dict[str, Revision]:
    """Return the commits of pages by URI, and put them into the caches of the git-revision-date-localized plugin.

    The plugin starts two processes a page for what one `git log` tells as well. It must have had its `on_config`
    event; `paths` are the absolute paths of the pages' files, by URI.
    """
    if log is None:
        # Its processes would ask for all files, and stop at a link that leads nowhere, as Emacs leaves some.
        plugin.config["enable_parallel_processing"] = False
        return {}
    util, options, now = plugin.util, plugin.config, int(time.time())
    # It formats four dates a page in seven ways, most of them the same ones for all pages.
    util.get_date_formats_for_timestamp = cache(util.get_date_formats_for_timestamp)
    histories = read_histories(paths.values(), log, util.ignored_commits, follow=options["enable_git_follow"])
    tags = log.tag_names()

    # Of the whole site it knows one date, which may be any number.
    plugin.last_site_revision_timestamp = min(max(plugin.last_site_revision_timestamp, 0), LATEST)

    def known(commit: Commit) -> Commit:
        # Without a commit the plugin shows the time of the build; we remove it once the plugin has set it.
        return ("", now) if commit == UNKNOWN else commit

    # The plugin uses these caches only if it could have filled them itself in several processes.
    options["enable_parallel_processing"] = True
    zone, revisions = ZoneInfo(options["timezone"] or "UTC"), {}
    for uri, path in paths.items():
        history = histories.get(path, FileHistory())
        plugin.last_revision_commits[path] = known(history.changed)
        plugin.created_commits[path] = known(history.created)
        plugin.cached_source_paths[path] = path
        # Otherwise it starts a process for each commit.
        util.tag_cache.update((commit, tags.get(commit, "")) for commit, _ in history)
        if history.changed != UNKNOWN and not any(fnmatchcase(uri, glob) for glob in options["exclude"]):
            commit = history.changed[0]
            changed, created = (datetime.fromtimestamp(seconds, zone) for _, seconds in history)
            revisions[uri] = Revision(commit, tags.get(commit, ""), changed, created)
    return revisions


def forget_messages() -> None:
    """Let MkDocs log the messages of an earlier build again: its command logs each message of a build once."""
    for known in engine_log("commands.build").filters:
        if isinstance(known, DuplicateFilter):
            known.msgs.clear()


def is_refused() -> bool:
    """Return whether MkDocs will end this build in an error, since it is strict and there were warnings."""
    return any(isinstance(counter, CountHandler) and counter.get_counts() for counter in engine_log().handlers)


@contextmanager
def silent_links() -> Iterator[None]:
    """Let MkDocs say nothing in this thread of links, such as of one to a file that is newer than its list of files."""
    links, thread = engine_log("structure.pages"), get_ident()

    def is_of_another(record: logging.LogRecord) -> bool:
        return record.thread != thread

    links.addFilter(is_of_another)
    try:
        yield
    finally:
        links.removeFilter(is_of_another)


def request_build(server: "LiveReloadServer") -> None:
    """Have a server build the site anew, as if a file had changed that MkDocs watches."""
    with server._rebuild_cond:
        server._want_rebuild = True
        server._rebuild_cond.notify_all()


def answer_during_build(server: "LiveReloadServer") -> None:
    """Let a server answer while a build is running, for whose end MkDocs lets requests wait."""
    with server._epoch_cond:
        server._wanted_epoch = server._visible_epoch
        server._epoch_cond.notify_all()


def reload_browsers(server: "LiveReloadServer") -> None:
    """Have browsers reload their pages."""
    with server._epoch_cond:
        server._visible_epoch = server._wanted_epoch = max(round(time.monotonic() * 1000), server._wanted_epoch + 1)
        server._epoch_cond.notify_all()
