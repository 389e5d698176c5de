"""Live server (`daytrail serve`): notices saves at once, and shows a saved entry before the whole site is built.

A save is followed by two steps. The first builds the pages of the entries that were saved, and no other, into the
published site, from the journal of the last build; a browser that asks for them waits no longer than that. The second
is a build like any other, after which every page is right and every browser reloads. What is saved meanwhile follows.
"""

import logging
import os
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from watchdog import events
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from daytrail.problems import errors_of
from daytrail.project.report import log_problems
from daytrail.project.settings import read_settings
from daytrail.site import mkdocs_private
from daytrail.site.kept_pages import KeptPages
from daytrail.site.mkdocs_files import GeneratedPage, page_file
from daytrail.source.entry import read_entry
from daytrail.source.load import with_current_names
from daytrail.source.notations.targets import Targets
from daytrail.views.pages.day import day_page

log = logging.getLogger("mkdocs.plugins.daytrail")

# Not the events of files that were only read: each build reads all of them.
_CHANGES = [events.FileCreatedEvent, events.FileModifiedEvent, events.FileMovedEvent, events.FileDeletedEvent]
_SAVE_SECONDS = 0.03
"""Changes within this time belong to one save."""
_STAYS = "The site stays as it was."


class _SavedFiles(FileSystemEventHandler):
    """Collects the absolute paths of changed files, in the thread that watches them."""

    def __init__(self) -> None:
        self.paths: frozenset[str] = frozenset()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Add the paths of an event."""
        self.paths |= {str(path) for path in (event.src_path, event.dest_path) if path}


class _SystemObserver(Observer):  # type: ignore[misc,valid-type] # the class for this operating system
    """Observer that the operating system notifies of changes; that of MkDocs reads all files twice a second."""

    def start(self) -> None:
        """Start, unless it runs already: MkDocs starts the observer of its server."""
        if not self.is_alive():
            super().start()

    def schedule(self, handler: FileSystemEventHandler, path: str, *, recursive: bool = False) -> Any:
        """Watch a folder, or that of a file: an editor may replace the file, which only its folder reports."""
        if Path(path).is_file():
            path, recursive = str(Path(path).parent), False
        return super().schedule(handler, path, recursive=recursive, event_filter=_CHANGES)


def prepare(server: LiveReloadServer, root: Path, names: Iterable[str], show: Callable[[Set[str]], bool]) -> None:
    """Have a server notice changes at once, show saved entries first, and survive mistakes in them.

    Besides what MkDocs watches, it watches `names`, relative to the root, of which the first is the folder of entries.
    `show` builds the pages of entries by the absolute paths of their files, and returns whether it built any.
    """
    saved, observer = _SavedFiles(), _SystemObserver()
    try:
        observer.start()
    except OSError as error:  # too much is watched already
        log.info(f"Looking for changes twice a second, since the system does not report them: {error}")
    else:
        mkdocs_private.replace_observer(server, observer)
        server.build_delay = _SAVE_SECONDS
    entries, *_ = paths = [root / name for name in names]
    if entries.is_dir():
        server.observer.schedule(saved, str(entries), recursive=True)
    for path in paths:
        if path.exists():
            server.watch(str(path))
    build: Callable[..., object] = server.builder

    def rebuild(*arguments: Any, **options: Any) -> None:
        mkdocs_private.forget_messages()
        paths, saved.paths = saved.paths, frozenset()
        if show(paths):
            mkdocs_private.show_site(server, reload=False)
        _build_or_say_why_not(root, lambda: build(*arguments, **options))
        mkdocs_private.show_site(server, reload=True)

    server.builder = rebuild


def _build_or_say_why_not(root: Path, build: Callable[[], object]) -> None:
    """Build the site. A failure ends in the log, since MkDocs would let every visitor wait for the next build."""
    try:
        build()
    except ConfigurationError as error:  # mkdocs.yml is missing, or its YAML is wrong
        if not log_problems(errors_of(read_settings(root)[1]), log):
            log.error(error)
        log.error(_STAYS)
    except SystemExit as error:
        log.error("%s %s", error, _STAYS)
    except Exception:
        log.exception("The build has failed. %s", _STAYS)  # by the project's own code or a plugin, which it shows


@dataclass(frozen=True)
class Preview:
    """Last build that did not fail, and its MkDocs objects, from which the pages of saved entries are built."""

    kept: KeptPages
    config: MkDocsConfig
    files: Files
    nav: Navigation
    env: Environment

    def show(self, paths: Set[str]) -> bool:
        """Build the pages of entries among saved files into the published site; return whether there were any."""
        subjects, root = self.kept.build.subjects, self.kept.build.settings.root
        uris = [os.path.relpath(path, root).replace(os.sep, "/") for path in sorted(paths)]
        return sum(self._show_entry(uri) for uri in uris if uri in subjects and subjects[uri].entry) > 0

    def _show_entry(self, uri: str) -> bool:
        """Build the page of an entry as it is now; return False if that fails, or if more than its page has to change.

        The build that follows says what is wrong, and where.
        """
        build, config = self.kept.build, self.config
        settings, plan = build.settings, build.project.loaded.journal.curriculum
        read, problems = read_entry(settings.root, uri, settings.paths.rules(plan))
        if errors_of(problems) or not read or read.draft or read.entry.address != build.subjects[uri].address:
            return False
        targets = Targets(settings.root, settings.paths.entries, build.project.loaded.journal.entries, plan)
        entry = targets.resolved(with_current_names(read, plan)).entry
        build.made[uri] = page = day_page(build.context, entry)
        file = page_file(page, config, settings.root, settings.paths.docs)
        try:
            # Not into the file itself, which the next build's staging folder may name too.
            Path(file.abs_dest_path).unlink(missing_ok=True)
            shown = GeneratedPage(file, config, settings.paths.notations)
            mkdocs_private.read_page(shown, config, self.files)
            mkdocs_private.write_page(shown, config, self.files, self.nav, self.env)
        except Exception as error:  # noqa: BLE001 - such as a broken template
            log.debug(f"{uri} cannot be shown yet: {error}")
            return False
        return True
