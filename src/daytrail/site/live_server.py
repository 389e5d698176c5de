"""Live server (`daytrail serve`): notices saves at once, and shows a saved entry before the whole site is built.

A save is followed by two steps. The first builds the pages of the entries that were saved, and no other, into the
published site, from the journal of the last build; a browser that asks for them waits no longer than that. The second
is a build like any other, after which every page is right and every browser reloads. What is saved while a build runs
is shown at once too: the first step has a thread of its own, and shares nothing with the build that is changed.
"""

import logging
import os
from collections.abc import Callable, Iterable, Sequence, Set
from contextlib import suppress
from copy import copy
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import PluginCollection
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from watchdog import events
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from daytrail.problems import errors_of
from daytrail.project.report import log_problems
from daytrail.project.settings import read_settings
from daytrail.site import mkdocs_private
from daytrail.site.build import Build
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
    """Queue of changed files among some files and folders."""

    def __init__(self, watched: Sequence[Path]) -> None:
        self._watched, self._queue = watched, SimpleQueue[str]()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Add the paths of an event."""
        for path in (str(path) for path in (event.src_path, event.dest_path) if path):
            if any(Path(path).is_relative_to(watched) for watched in self._watched):
                self._queue.put(path)

    def next_save(self) -> set[str]:
        """Wait for a save, and return the absolute paths of all files that belong to it."""
        paths = {self._queue.get()}
        with suppress(Empty):
            while True:
                paths.add(self._queue.get(timeout=_SAVE_SECONDS))
        return paths


def prepare(server: LiveReloadServer, root: Path, names: Iterable[str], show: Callable[[Set[str]], bool]) -> None:
    """Have a server notice changes at once, show saved entries first, and survive mistakes in them.

    Besides what MkDocs watches, twice a second, it watches `names`, relative to the root. `show` builds the pages of
    entries by the absolute paths of their files, and returns whether it built any.
    """
    watched = [root / name for name in names]
    saved, lock, newer = _SavedFiles(watched), Lock(), set[str]()
    # An editor may replace a file, which only its folder reports.
    folders = {folder for path in watched if (folder := path if path.is_dir() else path.parent).is_dir()}
    observer = Observer()
    try:
        for folder in folders:
            observer.schedule(saved, str(folder), recursive=folder in watched, event_filter=_CHANGES)
        observer.start()
    except OSError as error:  # too much is watched already
        log.info(f"Looking for changes twice a second, since the system does not report them: {error}")
        for folder in folders:
            server.observer.schedule(saved, str(folder), recursive=folder in watched, event_filter=_CHANGES)
    build: Callable[..., object] = server.builder

    def follow_saves() -> None:
        while True:
            paths = saved.next_save()
            with lock:
                newer.update(paths)
                if show(paths):
                    mkdocs_private.reload_browsers(server)
            mkdocs_private.request_build(server)

    def rebuild(*arguments: Any, **options: Any) -> None:
        mkdocs_private.forget_messages()
        mkdocs_private.answer_during_build(server)
        newer.clear()
        _build_or_say_why_not(root, lambda: build(*arguments, **options))
        with lock:  # what was saved meanwhile is newer than what was built
            show(newer)
        mkdocs_private.reload_browsers(server)

    server.builder = rebuild
    Thread(target=follow_saves, daemon=True).start()


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


class Preview:
    """The last build that did not fail, from which the pages of saved entries are built while the next one runs."""

    def __init__(self, plugin: Any, config: MkDocsConfig, files: Files, nav: Navigation, env: Environment) -> None:
        """Take what the build was made from, which nothing else changes any more.

        Of the plugins, which all builds share, only ours takes part, by an object that no other build uses.
        """
        self._build: Build = plugin.build
        self._files, self._nav, self._env = files, nav, env
        self._site = Path(config.site_dir)
        self._config = copy(config)
        self._config.site_dir = str(self._site / ".saved")
        self._config.plugins = PluginCollection()
        self._config.plugins["daytrail"] = plugin
        dict.update(self._config.plugins, {**config.plugins, "daytrail": plugin})  # templates ask for their names

    def show(self, paths: Set[str]) -> bool:
        """Build the pages of entries among saved files into the published site; return whether there were any."""
        subjects, root = self._build.subjects, self._build.settings.root
        uris = [os.path.relpath(path, root).replace(os.sep, "/") for path in sorted(paths)]
        with mkdocs_private.silent_links():
            return sum(self._show_entry(uri) for uri in uris if uri in subjects and subjects[uri].entry) > 0

    def _show_entry(self, uri: str) -> bool:
        """Build the page of an entry as it is now; return False if that fails, or if more than its page has to change.

        The build that follows says what is wrong, and where.
        """
        build, config = self._build, self._config
        settings, plan = build.settings, build.project.loaded.journal.curriculum
        try:
            read, problems = read_entry(settings.root, uri, settings.paths.rules(plan))
            if errors_of(problems) or not read or read.draft or read.entry.address != build.subjects[uri].address:
                return False
            if settings.paths.hide_future and read.entry.date > build.project.facts.today:
                return False
            targets = Targets(settings.root, settings.paths.entries, build.project.loaded.journal.entries, plan)
            entry = targets.resolved(with_current_names(read, plan)).entry
            build.made[uri] = page = day_page(build.context, entry)
            file = page_file(page, config, settings.root, settings.paths.docs)
            shown = GeneratedPage(file, config, settings.paths.notations)
            mkdocs_private.read_page(shown, config, self._files)
            mkdocs_private.write_page(shown, config, self._files, self._nav, self._env)
            # At once, and not into the file itself, which the next build's staging folder may name too.
            Path(file.abs_dest_path).replace(self._site / file.dest_uri)
        except Exception as error:  # noqa: BLE001 - such as a broken template
            log.debug(f"{uri} cannot be shown yet: {error}")
            return False
        return True
