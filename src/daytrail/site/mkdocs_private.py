"""Undocumented names of MkDocs and of its plugins, each behind a function of ours, with the reason for its use.

No other module of `site` uses one. They were seen in MkDocs 1.6.1, ProperDocs 1.6.7, Material for MkDocs 9.8.1,
mkdocs-macros-plugin 1.5.0 and mkdocs-git-revision-date-localized-plugin 1.6.3.
"""

import logging
import os
import re
import sys
import time
from collections import UserDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from functools import cache, cached_property, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import mkdocs
from jinja2 import Environment, FileSystemLoader, TemplateNotFound
from markdown import Markdown
from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config.base import ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import (
    Page,
    _ExtractAnchorsTreeprocessor,
    _ExtractTitleTreeprocessor,
    _RawHTMLPreprocessor,
    _RelativePathTreeprocessor,
)
from mkdocs.structure.toc import get_toc
from mkdocs.utils import DuplicateFilter

from daytrail.problems import quoted
from daytrail.project.git_history import LATEST, UNKNOWN, Commit, Log, read_dates
from daytrail.project.template_cache import template_cache

if TYPE_CHECKING:  # `build` needs neither
    from mkdocs.livereload import LiveReloadServer
    from watchdog.observers.api import BaseObserver

SEARCH_PLUGINS = ("material/search", "materialx/search")
"""Names of the search plugins of Material and of MaterialX, which is a fork of it."""
SEARCH_WORKER = "daytrail.js"
"""Name of our search worker. It is in the folder of Material's, which loads other scripts relative to itself."""
SEARCH_WORKERS = "assets/javascripts/workers"
_SEARCH_TEMPLATE = "partials/search.html"
_SEARCH_WORKER = re.compile(rf'("search": "[^"]*{SEARCH_WORKERS}/)(search\.\w+\.min\.js)(?=")')
_SEARCH_SETTINGS = re.compile(r'"search(?:\.[\w.]+)?": "(?:[^"\\]|\\.)*", ')
_SEARCH_DIALOG = re.compile(r'(data-md-component="search" role="dialog")(>.{1,500}? aria-label="([^"]*)")', re.DOTALL)

_BETWEEN_WORDS = (
    r"[\s\u200b,;:!?=()\[\]{}\"“”„«»<>/|…·–—]+|(?<=[^\s\-]{2})-(?=[^\s\-\d]{2})|\.(?![^\s.])|&(?:lt|gt|amp);"
)
"""Regular expression of JavaScript. `&lt;` and the like are in the texts of the search."""

# MkDocs reads all pages, then builds all, and has all of them in memory in between: 630 MB with 10,000 entries. To
# build pages one at a time, these two steps have to be called for one page. No public function does it.


def read_page(page: Page, config: MkDocsConfig, files: Files) -> None:
    """Read and render the Markdown of a page, with all events of plugins.

    Raises:
        PluginError: MkDocs or a plugin cannot handle a link such as `http://[x]/`, or a title that is null.
    """
    try:
        _populate_page(page, config, files)
    except (TypeError, ValueError) as failure:
        reason = "perhaps for a link in it, or for its front matter"
        raise PluginError(f"{page.file.src_uri} cannot be read, {reason}: {failure}") from failure


def new_markdown(config: MkDocsConfig) -> Markdown:
    """Return a Markdown instance as MkDocs creates it for each page."""
    return Markdown(extensions=config["markdown_extensions"], extension_configs=config["mdx_configs"] or {})


def render_markdown(page: Page, config: MkDocsConfig, files: Files, markdown: Markdown) -> None:
    """Render the Markdown of a page like `Page.render`, but with an instance that many pages share.

    MkDocs creates one for each page, which takes longer than to render an entry.
    """
    markdown.reset()
    raw_html, title = _RawHTMLPreprocessor(), _ExtractTitleTreeprocessor()
    anchors = _ExtractAnchorsTreeprocessor(page.file, files, config)
    links = _RelativePathTreeprocessor(page.file, files, config)
    for processor in (raw_html, anchors, links, title):  # each replaces that of the page before
        processor._register(markdown)
    page.content = markdown.convert(page.markdown or "")
    page.toc = get_toc(getattr(markdown, "toc_tokens", []))
    page._title_from_render = title.title
    page.present_anchor_ids = anchors.present_anchor_ids | raw_html.present_anchor_ids
    page.links_to_anchors = links.links_to_anchors


class Templates(Protocol):
    """The templates of a theme."""

    def get_template(self, name: str, /) -> Any:
        """Return a template by its name."""


def write_page(page: Page, config: MkDocsConfig, documents: Sequence[File], nav: Navigation, env: Templates) -> None:
    """Render the template of a page that was read, with all events of plugins, and write its file.

    Raises:
        PluginError: The page names a template in its front matter, or the theme includes one, that does not exist.
    """
    try:
        _build_page(page, config, documents, nav, env)  # type: ignore[arg-type] # nothing else is asked of it
    except TemplateNotFound as failure:
        raise PluginError(f"{page.file.src_uri}: the theme has no template {quoted(str(failure.name))}") from None


def engine() -> list[str]:
    """Return name and version of the package that builds.

    ProperDocs, a fork of MkDocs, puts itself into `sys.modules` under both names, and its own name into every page.
    """
    return [mkdocs.__name__, mkdocs.__version__]


def engine_log(module: str = "") -> logging.Logger:
    """Return what MkDocs logs to, or one of its modules such as `commands.build`; plugins log to it too."""
    return logging.getLogger(f"{mkdocs.__name__}.{module}".rstrip("."))


def search_provider(config: MkDocsConfig) -> str:
    """Return what MaterialX searches with: `pagefind`, which reads the pages of the site, or `lunr`; empty for others.

    Both have an index of their own, and a script that loads it.
    """
    search = config.plugins.get("materialx/search")
    return str(search.config["provider"]) if search else ""


def has_search_of_material(config: MkDocsConfig) -> bool:
    """Return whether Material's plugin collects the texts of pages, and its dialog is not the owner's own."""
    search = config.plugins.get("material/search")
    return bool(search and search.config["enabled"]) and not any(
        Path(folder, _SEARCH_TEMPLATE).is_file() for folder in filter(None, [config.theme.custom_dir])
    )


@contextmanager
def search_entries(config: MkDocsConfig) -> Iterator[list[Any]]:
    """Give the list of what is added to the search index within the block, and take it out of the index again.

    Material's plugin holds all entries of the index in memory until it writes them; entries of cached pages are added
    to the file that it has written.
    """
    index = getattr(config.plugins.get("material/search"), "search_index", None)
    if index is None:
        yield []
        return
    others, index.entries = index.entries, []
    try:
        yield index.entries
    finally:
        index.entries = others


def collect_entries_with(config: MkDocsConfig, entries: Callable[[Page], list[dict[str, str]]]) -> None:
    """Have Material's plugin add what a function returns for a page to the search index, instead of parsing the page.

    This must be called after the `on_config` event of Material's plugin, which makes the index.
    """
    index = config.plugins["material/search"].search_index  # type: ignore[attr-defined] # known to be Material's
    index.add_entry_from_context = lambda page: index.entries.extend(entries(page))


def split_words_for_search(config: MkDocsConfig) -> None:
    """Have the search split words at a hyphen only between two words of letters, unless the owner says otherwise.

    With Material's own setting it has no `FlashAttention-2`, `ZeRO-3` or `top-k`. This must be called before the
    `on_config` event of Material's plugin.
    """
    search = config.plugins.get("material/search")
    if search and not search.config.get("separator"):
        search.config["separator"] = _BETWEEN_WORDS


def search_on_demand(html: str) -> str:
    """Have a page start our search worker, which starts Material's when the visitor searches for the first time.

    Its URL is among the settings in each page, and no option of Material changes it.
    """
    return _SEARCH_WORKER.sub(rf"\1{SEARCH_WORKER}#\2", html, count=1)


def without_search_settings(html: str) -> str:
    """Return a page without the settings of Material's search, which nothing reads if that is not there."""
    start, settings, rest = html.partition('<script id="__config"')
    return f"{start}{settings}{_SEARCH_SETTINGS.sub('', rest)}"


def name_search_dialog(html: str) -> str:
    """Give the dialog of Material's search the name of the field in it, in the language of the theme."""
    return _SEARCH_DIALOG.sub(r'\1 aria-label="\3"\2', html, count=1)


def add_plugin(config: MkDocsConfig, name: str, options: dict[str, Any]) -> str:
    """Add a plugin as if mkdocs.yml listed it, and return its name with that of the theme, as in `material/search`.

    MkDocs has no function for it, but loads plugins with one of its option `plugins`, which remembers them for the
    next build of `serve`. The events of the plugin take part in what runs, if their priority is lower.

    Raises:
        PluginError: It is not installed, or does not know an option.
    """
    loader: Any = type(config).plugins
    try:
        with _imported_when_used(*_NOT_USED):
            return str(loader.load_plugin_with_namespace(name, options)[0])
    except ValidationError as failure:
        raise PluginError(f"the plugin `{name}` cannot be added: {failure}") from None


_NOT_USED = ("hjson", "requests")
"""Modules that the macros plugin needs only to say that there is a new version of it."""


class _LazyModule(ModuleType):
    """A module that is imported when something is looked up in it."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def _imported_when_used(*names: str) -> Iterator[None]:
    """Spare who imports these modules within the block their loading.

    The macros plugin needs them only to say that there is a new version of it, and takes longer for them than for
    itself.
    """
    modules = {name: _LazyModule(name) for name in names if name not in sys.modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name, module in modules.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


_PARTS = (
    "material.plugins.search.plugin",
    "mkdocs_macros.plugin",
    "mkdocs_git_revision_date_localized_plugin.plugin",
    "markdown.extensions.toc",
    "pymdownx.magiclink",
    "pymdownx.superfences",
)
"""Modules of the parts of a site with the default settings that take long to import."""


def import_parts() -> None:
    """Import what MkDocs will import for most sites: another process may be reading the project meanwhile."""
    with _imported_when_used(*_NOT_USED):
        for name in _PARTS:
            with suppress(ImportError):  # MkDocs says so, if the site has the part
                import_module(name)


def _without_events(config: MkDocsConfig, plugin: object, *events: str) -> None:
    """Leave out what a plugin does at some events, or at all if none is named."""
    for event, methods in config.plugins.events.items():
        if event in events or not events:
            methods[:] = [method for method in methods if getattr(method, "__self__", None) is not plugin]


class _ThemeLoader(FileSystemLoader):
    """A loader of templates that lists no hidden files, of which Material has 14,000 icons."""

    def list_templates(self) -> list[str]:
        """Return the paths of all files that MkDocs may copy into the site."""
        paths: set[str] = set()
        for top in self.searchpath:
            for folder, folders, names in os.walk(top):
                folders[:] = [name for name in folders if not name.startswith(".")]
                below = os.path.relpath(folder, top).replace(os.sep, "/")
                paths.update(name if below == "." else f"{below}/{name}" for name in names)
        return sorted(paths)


def prepare_templates(config: MkDocsConfig) -> None:
    """Have MkDocs and plugins of the theme reuse compiled templates, and not look at the hidden files of the theme.

    MkDocs leaves these out of the site one by one.
    """
    environment = config.theme.get_env
    compiled = template_cache(Path(config.config_file_path or "mkdocs.yml").resolve().parent)

    def with_loader() -> Environment:
        """Return the environment of the theme's templates."""
        made = environment()
        made.loader, made.bytecode_cache = _ThemeLoader(config.theme.dirs), compiled
        return made

    config.theme.get_env = with_loader  # type: ignore[method-assign]  # MkDocs makes the environment itself


def skip_pages(config: MkDocsConfig, name: str, kind: type[Page]) -> None:
    """Have a plugin change no Markdown of pages of a kind, to which MkDocs would pass it all the same."""
    plugin, methods = config.plugins[name], config.plugins.events["page_markdown"]
    for number, method in enumerate(methods):
        if getattr(method, "__self__", None) is plugin:
            methods[number] = partial(_unless_of_kind, kind, method)


def _unless_of_kind(kind: type[Page], method: Any, markdown: str, *, page: Page, **others: Any) -> Any:
    return None if isinstance(page, kind) else method(markdown, page=page, **others)


def take_plugin_of_theme(config: MkDocsConfig, name: str) -> str:
    """Replace a plugin of MkDocs by the one that the theme has for it, with its options, and return the name of that.

    MkDocs does so itself where the theme is written in mkdocs.yml.
    """
    plugin = config.plugins.pop(name)
    _without_events(config, plugin)
    defaults = {option: kind.default for option, kind in plugin.config_scheme}
    return add_plugin(config, name, {key: value for key, value in plugin.config.items() if value != defaults[key]})


_MACROS_LOG = "mkdocs_macros.util"
_TALKATIVE = (_MACROS_LOG, "mkdocs_git_revision_date_localized_plugin")
"""Loggers of plugins that Daytrail brings: they list all macros, and all pages that were never committed."""


def silence_parts() -> None:
    """Let the plugins that Daytrail brings log only warnings and errors, unless MkDocs is asked for all (`-v`)."""
    for name in _TALKATIVE:
        logging.getLogger(f"mkdocs.plugins.{name}").setLevel(logging.NOTSET if _is_verbose() else logging.WARNING)


def _is_verbose() -> bool:
    return logging.getLogger("mkdocs").getEffectiveLevel() <= logging.DEBUG


class _GitVariables(UserDict[str, Any]):
    """The variables of the macros plugin that git is asked for, in twelve processes, if a page shows one."""

    def __init__(self, ask: Callable[[], dict[str, Any] | None]) -> None:
        # Without `super`, which sets `data`.
        self._ask = ask

    @cached_property
    def data(self) -> dict[str, Any]:  # type: ignore[override]  # which is set once too
        """The output of git, once it was asked."""
        variables = self._ask() or {"status": False, "date": None}
        try:
            str(variables["date"])
        except ValueError:  # such as one with the zone +9999
            variables["date"] = None
        return variables


def ask_git_for_macros_when_needed(config: MkDocsConfig) -> None:
    """Have the macros plugin run git only if a page uses its variable `git`, and list no variables.

    This must be called before its `on_config` event.
    """
    macros = config.plugins.get("macros")
    if macros is None:
        return
    if not _is_verbose():
        _without_events(config, macros, "pre_build")  # it writes all its variables as JSON for the log
    context: Any = import_module("mkdocs_macros.context")
    if not isinstance(context.get_git_info, partial):
        context.get_git_info = partial(_GitVariables, context.get_git_info)


class TemplateFailure(PluginError):
    """A docs page whose template the macros plugin cannot render."""

    def __init__(self, uri: str, records: Sequence[logging.LogRecord]) -> None:
        super().__init__(f"{uri}: its template cannot be rendered")
        self.records = records
        """Messages of the macros plugin about it."""


def fail_by_exception(config: MkDocsConfig) -> None:
    """Have the macros plugin raise a `TemplateFailure` where it ends the process, so that plugins can clean up."""
    macros = config.plugins.get("macros")
    if macros is not None and not isinstance(macros.render, partial):
        macros.render = partial(_render, macros, macros.render)


def _render(macros: Any, render: Callable[..., str], *arguments: Any, **options: Any) -> str:
    records: list[logging.LogRecord] = []

    def collect(record: logging.LogRecord) -> bool:
        records.append(record)
        return False

    log = logging.getLogger(f"mkdocs.plugins.{_MACROS_LOG}")
    log.addFilter(collect)
    try:
        html = render(*arguments, **options)
    except SystemExit:
        raise TemplateFailure(macros.page.file.src_uri, records) from None
    finally:
        log.removeFilter(collect)
    repeat_messages(records)
    return html


def repeat_messages(records: Iterable[logging.LogRecord]) -> None:
    """Log messages that were collected instead of logged."""
    for record in records:
        logging.getLogger(record.name).handle(record)


def forget_messages() -> None:
    """Let MkDocs log the messages of an earlier build again: its command logs each message of a build once."""
    for known in engine_log("commands.build").filters:
        if isinstance(known, DuplicateFilter):
            known.msgs.clear()


def silence_rebuilds() -> None:
    """Let plugins log only warnings and errors from now on, except for ours."""
    for handler in logging.getLogger("mkdocs").handlers:
        handler.addFilter(_is_of_a_rebuild)


def _is_of_a_rebuild(record: logging.LogRecord) -> bool:
    others = record.name.startswith(("mkdocs.plugins.", "mkdocs.material."))
    return record.levelno >= logging.WARNING or record.name == "mkdocs.plugins.daytrail" or not others


def changes_pages_around_macros(macros: Any) -> bool:
    """Return whether the owner's macros.py has functions that change any page, as only the macros plugin knows."""
    names = "pre_macro_functions", "post_macro_functions", "post_build_functions"
    return any(getattr(macros, name, None) for name in names)


def renders_macros(macros: Any, path: str) -> bool:
    """Return whether the macros plugin renders a page, by its path in `docs_dir`, that does not ask for it."""
    return macros is not None and bool(macros.config["render_by_default"] or macros.force_page_rendering(path))


class Revision(NamedTuple):
    """What a page may show of its history."""

    changed: Commit
    edited: Commit
    """The last commit that changed its text, as `Dates` has it."""
    created: Commit
    tag: str
    """The tag of the last commit; empty if it has none."""


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
    ask_created = partial(util.get_git_commit_timestamp, is_first_commit=True)
    ask_changed, follow = util.get_git_commit_timestamp, options["enable_git_follow"]
    dates = read_dates(paths.values(), log, util.ignored_commits, ask_changed, ask_created, follow=follow)

    # Of the whole site it knows one date, which may be any number.
    plugin.last_site_revision_timestamp = min(max(plugin.last_site_revision_timestamp, 0), LATEST)

    def known(commit: Commit) -> Commit:
        # Without a commit the plugin shows the time of the build; we remove it once the plugin has set it.
        return ("", now) if commit == UNKNOWN else commit

    for path in paths.values():
        plugin.last_revision_commits[path] = known(dates.changed[path])
        plugin.created_commits[path] = known(dates.created[path])
        plugin.cached_source_paths[path] = path
    # The plugin uses these caches only if it could have filled them itself in several processes.
    options["enable_parallel_processing"] = True
    # Otherwise it starts a process for each commit.
    util.tag_cache.update(dates.tags)
    return {
        uri: Revision(changed, dates.edited[path], dates.created[path], util.get_tag_name_for_commit(changed[0]))
        for uri, path in paths.items()
        if (changed := dates.changed[path])[0] and not any(fnmatchcase(uri, glob) for glob in options["exclude"])
    }


def replace_observer(server: "LiveReloadServer", observer: "BaseObserver") -> None:
    """Have a server watch its paths with another observer, which is running already.

    MkDocs looks at all files twice a second and offers no other way.
    """
    paths = list(server._watched_paths)
    for path in paths:
        server.unwatch(path)
    server.observer = observer  # type: ignore[assignment] # any observer has the methods that MkDocs calls
    for path in paths:
        server.watch(path)


def show_site(server: "LiveReloadServer", *, reload: bool) -> None:
    """Let a server answer although a build is still running, for which MkDocs lets requests wait.

    With `reload`, pages that browsers have loaded since the build began are out of date too.
    """
    with server._epoch_cond:
        if reload:
            server._wanted_epoch = max(round(time.monotonic() * 1000), server._wanted_epoch + 1)
        server._visible_epoch = server._wanted_epoch
        server._epoch_cond.notify_all()
