"""Live server (`daytrail serve`): notices saves at once, and shows a saved entry before the whole site is built.

A save is followed by two steps. The first builds the pages of the entries that were saved, and no other, into the
published site, from the journal of the last build; a browser that asks for them waits no longer than that. The second
is a build like any other, after which every page is right and every browser reloads. If an entry is saved meanwhile,
that build stops wherever it is, until it publishes the site, and both steps begin again.
"""

import _thread
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from watchdog import events
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from daytrail.problems import Problem, Severity, errors_of
from daytrail.project.report import log_problems
from daytrail.project.settings import read_settings
from daytrail.site import mkdocs_private
from daytrail.site.build import Build
from daytrail.site.mkdocs_files import page_source
from daytrail.source.entry import read_entry
from daytrail.views.page import Page, PageContent
from daytrail.views.page_context import page_context
from daytrail.views.pages.day import day_page
from daytrail.views.render import render

log = logging.getLogger("mkdocs.plugins.daytrail")

# Not the events of files that were only read: each build reads all of them.
_FILE_CHANGES = events.FileCreatedEvent, events.FileModifiedEvent, events.FileMovedEvent, events.FileDeletedEvent
_FOLDER_CHANGES = events.DirCreatedEvent, events.DirMovedEvent, events.DirDeletedEvent
_SAVE_SECONDS = 0.03
"""Changes within this time belong to one save."""


if sys.platform == "win32":
    _STOP = signal.SIGBREAK
else:
    _STOP = signal.SIGUSR1
"""Signal by which the thread that watches files stops the main thread, which builds."""


_STAYS = "The site stays as it was."
_RETRY_SECONDS = 0.005
_WITH_LOCKS = ("logging", "threading", "weakref", "_weakrefset")
"""Modules with locks that other threads need too, or functions that Python calls at any time."""


class OvertakenError(BaseException):
    """An entry was saved during a build, which is to stop. No plugin that survives any exception catches it."""


class _SystemObserver(Observer):  # type: ignore[misc,valid-type] # the class for this operating system
    """Observer that the operating system notifies of changes; that of MkDocs reads all files twice a second."""

    def start(self) -> None:
        """Start, unless it runs already: MkDocs starts the observer of its server."""
        if not self.is_alive():
            super().start()

    def schedule(self, handler: FileSystemEventHandler, path: str, *, recursive: bool = False) -> Any:
        """Watch a path for changes only."""
        if os.path.isfile(path):  # noqa: PTH113 - MkDocs gives strings
            # An editor may replace the file, which only its folder reports.
            handler, path, recursive = _FileHandler(handler, path), os.path.dirname(path), False  # noqa: PTH120 - as above
        return super().schedule(handler, path, recursive=recursive, event_filter=[*_FILE_CHANGES, *_FOLDER_CHANGES])


class _FileHandler(FileSystemEventHandler):
    """Passes on the events of one file in a folder."""

    def __init__(self, handler: FileSystemEventHandler, path: str) -> None:
        self._handler, self._path = handler, path

    def on_any_event(self, event: FileSystemEvent) -> None:
        if self._path in (event.src_path, event.dest_path):
            self._handler.dispatch(event)


class SavedFiles(FileSystemEventHandler):
    """Collects the paths of changed files, and stops a running build for those that can be shown before it."""

    def __init__(self, can_show: Callable[[set[str]], bool]) -> None:
        """Take the function that returns whether files, by their absolute paths, can be shown before a build."""
        self._paths: set[str] = set()
        self._can_show = can_show
        self._may_stop = False
        signal.signal(_STOP, lambda _signal, frame: self._stop(frame))

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Remember the paths of an event, in the thread that watches files, and stop the build."""
        self._paths = self._paths | {str(path) for path in (event.src_path, event.dest_path) if path}
        while self._may_stop and self._can_show(self._paths):
            if sys.platform == "win32":
                _thread.interrupt_main(_STOP)
            else:
                signal.pthread_kill(threading.main_thread().ident or 0, _STOP)  # ends a wait for a process too
            time.sleep(_RETRY_SECONDS)

    def take(self) -> set[str]:
        """Return the paths since the last call."""
        paths, self._paths = self._paths, set()
        return paths

    def let_stop(self) -> None:
        """Raise OvertakenError in the main thread as soon as there is a file that can be shown, until `let_finish`."""
        self._may_stop = True
        self._stop(None)

    def let_finish(self) -> None:
        """Stop no build from now on."""
        self._may_stop = False

    def _stop(self, frame: FrameType | None) -> None:
        """Stop the build, unless the frame in which it is, or one that called it, cannot be stopped."""
        if self._may_stop and self._can_show(self._paths) and not any(map(_is_unstoppable, _frames(frame))):
            self._may_stop = False
            raise OvertakenError


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield a frame and those that called it."""
    while frame:
        yield frame
        frame = frame.f_back


def _is_unstoppable(frame: FrameType) -> bool:
    """Return whether Python would ignore an exception in a frame, or a lock might stay locked."""
    return frame.f_code.co_name == "__del__" or frame.f_globals.get("__name__") in _WITH_LOCKS


def prepare(
    server: LiveReloadServer,
    root: Path,
    names: Iterable[str],
    entries: str,
    show_saved: Callable[[set[str]], bool],
    saved: SavedFiles,
) -> None:
    """Have a server notice changes at once, show saved entries first, and survive mistakes in them.

    Besides what MkDocs watches, it watches `names`, relative to the root. `show_saved` builds the pages of files in
    the folder `entries`, by their absolute paths, and returns whether it built any. A build that is stopped by `saved`
    is begun again.
    """
    observer = _SystemObserver()
    try:
        observer.start()
    except OSError as error:  # too much is watched already
        log.info(f"Looking for changes twice a second, since the system does not report them: {error}")
    else:
        mkdocs_private.replace_observer(server, observer)
        server.build_delay = _SAVE_SECONDS
    for name in names:
        if (root / name).exists():
            server.watch(str(root / name))
    mkdocs_private.silence_rebuilds()
    if (root / entries).is_dir():
        server.observer.schedule(saved, str(root / entries), recursive=True)
    build = server.builder

    def rebuild(*arguments: Any, **options: Any) -> None:
        build_once = partial(build, *arguments, **options)
        while not _is_built(server, root, build_once, show_saved(saved.take()), saved):
            time.sleep(_SAVE_SECONDS)  # until the file is complete
        mkdocs_private.show_site(server, reload=True)

    server.builder = rebuild


def _is_built(
    server: LiveReloadServer, root: Path, build: Callable[[], object], shows_saved: bool, saved: SavedFiles
) -> bool:
    """Build the site while pages that show what was saved are served; return False if another save has stopped it.

    A build that fails ends in the log, since MkDocs would print a traceback and let every visitor wait for the next.
    """
    mkdocs_private.forget_messages()
    if shows_saved:
        mkdocs_private.show_site(server, reload=False)
    try:
        try:
            build()
        finally:
            saved.let_finish()
    except OvertakenError:
        return False
    except ConfigurationError as error:  # mkdocs.yml is missing, or its YAML is wrong
        if not log_problems(errors_of(read_settings(root)[1]), log):
            log.error(error)
        log.error(_STAYS)
    except SystemExit as error:
        log.error("%s %s", error, _STAYS)
    except Exception:
        log.exception("The build has failed. %s", _STAYS)  # by the project's own code or a plugin, which it shows
    return True


@dataclass(frozen=True)
class Preview:
    """Last build that did not fail, and its MkDocs objects, from which the pages of saved entries are built."""

    build: Build
    config: MkDocsConfig
    files: Files
    nav: Navigation
    env: Environment

    def show(self, paths: set[str]) -> bool:
        """Build the pages of entries among saved files into the published site; return whether there were any."""
        return True in [self._show_entry(uri) for uri in self._entries(paths)]

    def can_show(self, paths: set[str]) -> bool:
        """Return whether there is an entry that has a page among saved files."""
        return bool(self._entries(paths))

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """List the errors of entries on their pages in the published site, above the text that was shown last."""
        errors: dict[str, list[Problem]] = {}
        for problem in problems:
            page = self.build.pages.get(problem.location.path)
            if page and page.entry and problem.severity is Severity.ERROR:
                errors.setdefault(page.uri, []).append(problem)
        for uri, of_entry in errors.items():
            self._write(uri, of_entry)

    def _entries(self, paths: set[str]) -> list[str]:
        """Return the sources of entries that have a page, among files by their absolute paths."""
        pages, root = self.build.subjects, str(self.build.settings.root)
        uris = [os.path.relpath(path, root).replace(os.sep, "/") for path in sorted(paths)]
        return [uri for uri in uris if uri in pages and pages[uri].entry]

    def _show_entry(self, uri: str) -> bool:
        page, errors = self._read(self.build.pages[uri])
        if page:
            self.build.pages[uri] = page
        return bool(page or errors) and self._write(uri, errors)

    def _write(self, uri: str, errors: list[Problem]) -> bool:
        """Write the page of an entry with its errors above its text; return False if that fails."""
        config, pages = self.config, self.build.pages
        page = pages[uri]
        if errors:
            pages[uri] = _with_errors(page, errors)
        try:
            with mkdocs_private.search_entries(config):
                read = MkDocsPage(None, page_source(pages[uri], config, self.build.settings.root), config)
                mkdocs_private.read_page(read, config, self.files)
                mkdocs_private.write_page(read, config, self.files.documentation_pages(), self.nav, self.env)
        except Exception as error:  # noqa: BLE001 - the build that follows says what is wrong, and where
            log.debug(f"{uri} cannot be shown yet: {error}")
            return False
        finally:
            pages[uri] = page
        return True

    def _read(self, old: Page) -> tuple[Page | None, list[Problem]]:
        """Return the page of an entry as it is now, or None if more than its page has to change, and its errors."""
        project, settings = self.build.project, self.build.settings
        journal = project.loaded.journal
        series = journal.curriculum.series[0].id if journal.curriculum.series else None
        read, problems = read_entry(settings.root, old.uri, settings.paths.entries, series)
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        if errors or read is None or read.draft or read.entry.address != old.address:
            return None, errors
        flat, zone = not self.config.use_directory_urls, settings.timezone.key
        context = page_context(project.facts, flat=flat, zone=zone, edited=self.build.edit_days)
        return day_page(context, replace(read.entry, tags=journal.curriculum.canonical_tags(read.entry.tags))), []


def _with_errors(old: Page, errors: list[Problem]) -> Page:
    def draw() -> PageContent:
        content = old.draw()
        return content._replace(above=f"{render('parts/problems.html', problems=errors)}\n{content.above}")

    return replace(old, draw=draw)
