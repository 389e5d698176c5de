"""What keeps `mkdocs serve` alive, and makes a saved entry appear before the site around it is built.

A save is followed by two steps. The first builds the pages of the entries that were saved, and no other, into
the site that is served, within what the last build knew; whoever asks for them waits no longer than that. The
second is a build like any other, after which every page is right and every browser is told.
"""

import logging
import os
import time
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

log = logging.getLogger("mkdocs.plugins.daytrail")

# Not those of a file that was only read: each build reads all of them.
_CHANGES: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileDeletedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]
_BURST = 0.03
"""Seconds within which changes belong to one save."""


class _Prompt(Observer):  # type: ignore[misc,valid-type]  # the one that fits the system
    """Hears of changes from the system, where MkDocs looks for them twice a second."""

    def schedule(self, handler: FileSystemEventHandler, path: str, *, recursive: bool = False) -> Any:
        """Watch a path for changes alone."""
        if os.path.isfile(path):  # noqa: PTH113 - watchdog has strings
            # An editor may put another file in its place, which only the folder tells.
            handler, path, recursive = _Only(handler, path), os.path.dirname(path), False  # noqa: PTH120 - watchdog has strings
        return super().schedule(handler, path, recursive=recursive, event_filter=_CHANGES)


class _Only(FileSystemEventHandler):
    """Hands on what happens to one file of a folder."""

    def __init__(self, handler: FileSystemEventHandler, path: str) -> None:
        self._handler, self._path = handler, path

    def on_any_event(self, event: FileSystemEvent) -> None:
        if self._path in (event.src_path, event.dest_path):
            self._handler.dispatch(event)


class _Saved(FileSystemEventHandler):
    """The files that were changed since anybody asked."""

    def __init__(self) -> None:
        self._paths: set[str] = set()

    def on_any_event(self, event: FileSystemEvent) -> None:
        self._paths |= {str(path) for path in (event.src_path, event.dest_path) if path}

    def take(self) -> set[str]:
        found, self._paths = self._paths, set()
        return found


def prepare(
    server: LiveReloadServer, root: Path, names: Iterable[str], entries: str, preview: Callable[[set[str]], bool]
) -> None:
    """Have a server hear of changes at once, show saved entries first, and outlive what is wrong with them.

    Args:
        server: MkDocs' server, before it serves.
        root: The project's folder.
        names: What to watch besides what MkDocs does, relative to it.
        entries: The folder of entries, relative to it.
        preview: Builds the pages of some files, by their absolute paths; returns whether it built any.
    """
    _listen(server)
    for name in names:
        if (root / name).exists():
            server.watch(str(root / name))
    saved = _Saved()
    if (root / entries).is_dir():
        server.observer.schedule(saved, str(root / entries), recursive=True)
    build = server.builder

    def rebuild(*arguments: Any, **options: Any) -> None:
        if preview(saved.take()):
            _show(server)
        try:
            build(*arguments, **options)
        except SystemExit as stop:
            # MkDocs would let every visitor wait for the next build.
            log.error("%s The site stays as it was.", stop)
        _show(server, anew=True)

    server.builder = rebuild


def _listen(server: LiveReloadServer) -> None:
    """Let the system tell of changes, if it can."""
    prompt = _Prompt()
    try:
        prompt.start()
    except OSError as stop:  # too much is watched already
        log.info(f"Looking for changes twice a second, since the system will not tell of them: {stop}")
        return
    paths = list(server._watched_paths)
    for path in paths:
        server.unwatch(path)
    server.observer = prompt
    for path in paths:
        server.watch(path)
    prompt.start = lambda: None  # it has begun
    server.build_delay = _BURST


def _show(server: LiveReloadServer, *, anew: bool = False) -> None:
    """Serve what there is, while the rest is being built, and tell browsers."""
    with server._epoch_cond:
        if anew:
            server._wanted_epoch = max(round(time.monotonic() * 1000), server._wanted_epoch + 1)
        server._visible_epoch = server._wanted_epoch
        server._epoch_cond.notify_all()
