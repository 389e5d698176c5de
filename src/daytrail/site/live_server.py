"""Live server (`daytrail serve`): notices saves at once, and shows a saved entry before the whole site is built.

A save is followed by two steps. The first builds the pages of the entries that were saved, and no other, into the
published site, from what the last build knew; whoever asks for them waits no longer than that. The second is a build
like any other, after which every page is right and every browser reloads.
"""

import logging
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from mkdocs.livereload import LiveReloadServer
from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

from daytrail.site.mkdocs_private import replace_observer, show_site

log = logging.getLogger("mkdocs.plugins.daytrail")

# Not the events of files that were only read: each build reads all of them.
_CHANGES: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileDeletedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]
_SAVE_SECONDS = 0.03
"""Changes within this time belong to one save."""


class _SystemObserver(Observer):  # type: ignore[misc,valid-type] # the class for this operating system
    """Observer that the operating system tells of changes; MkDocs's own looks for them twice a second."""

    def start(self) -> None:
        """Start, unless it runs already: MkDocs starts the observer of its server."""
        if not self.is_alive():
            super().start()

    def schedule(self, handler: FileSystemEventHandler, path: str, *, recursive: bool = False) -> Any:
        """Watch a path for changes only."""
        if os.path.isfile(path):  # noqa: PTH113 - MkDocs gives strings
            # An editor may replace the file, which only its folder reports.
            handler, path, recursive = _FileHandler(handler, path), os.path.dirname(path), False  # noqa: PTH120 - as above
        return super().schedule(handler, path, recursive=recursive, event_filter=_CHANGES)


class _FileHandler(FileSystemEventHandler):
    """Passes on the events of one file in a folder."""

    def __init__(self, handler: FileSystemEventHandler, path: str) -> None:
        self._handler, self._path = handler, path

    def on_any_event(self, event: FileSystemEvent) -> None:
        if self._path in (event.src_path, event.dest_path):
            self._handler.dispatch(event)


class _SavedFiles(FileSystemEventHandler):
    """Collects the paths of changed files."""

    def __init__(self) -> None:
        self._paths: set[str] = set()

    def on_any_event(self, event: FileSystemEvent) -> None:
        self._paths |= {str(path) for path in (event.src_path, event.dest_path) if path}

    def take(self) -> set[str]:
        """Return the paths since the last call."""
        paths, self._paths = self._paths, set()
        return paths


def prepare(
    server: LiveReloadServer, root: Path, names: Iterable[str], entries: str, show_saved: Callable[[set[str]], bool]
) -> None:
    """Have a server notice changes at once, show saved entries first, and survive mistakes in them.

    Args:
        server: MkDocs's server, before it serves.
        root: The project's folder.
        names: What to watch in addition, relative to the root.
        entries: The folder of entries, relative to the root.
        show_saved: Builds the pages of files, by their absolute paths; returns whether it built any.
    """
    _watch_with_system(server)
    for name in names:
        if (root / name).exists():
            server.watch(str(root / name))
    saved = _SavedFiles()
    if (root / entries).is_dir():
        server.observer.schedule(saved, str(root / entries), recursive=True)
    build = server.builder

    def rebuild(*arguments: Any, **options: Any) -> None:
        if show_saved(saved.take()):
            show_site(server, reload=False)
        try:
            build(*arguments, **options)
        except SystemExit as error:
            # MkDocs would let every visitor wait for the next build.
            log.error("%s The site stays as it was.", error)
        show_site(server, reload=True)

    server.builder = rebuild


def _watch_with_system(server: LiveReloadServer) -> None:
    """Let the operating system report changes, if it can."""
    observer = _SystemObserver()
    try:
        observer.start()
    except OSError as error:  # too much is watched already
        log.info(f"Looking for changes twice a second, since the system will not tell of them: {error}")
        return
    replace_observer(server, observer)
    server.build_delay = _SAVE_SECONDS
