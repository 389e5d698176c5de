"""Live server (`daytrail serve`): notices saves at once, and shows a saved entry before the whole site is built.

A save is followed by two steps. The first builds the pages of the entries that were saved, and no other, into the
published site, from the journal of the last build; a browser that asks for them waits no longer than that. The second
is a build like any other, after which every page is right and every browser reloads.
"""

import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
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
from daytrail.site.mkdocs_files import page_file
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
_STAYS = "The site stays as it was."


class _SystemObserver(Observer):  # type: ignore[misc,valid-type] # the class for this operating system
    """Observer that the operating system notifies of changes; that of MkDocs reads all files twice a second."""

    def start(self) -> None:
        """Start, unless it runs already: MkDocs starts the observer of its server."""
        if not self.is_alive():
            super().start()

    def schedule(self, handler: FileSystemEventHandler, path: str, *, recursive: bool = False) -> Any:
        """Watch a path for changes only."""
        if Path(path).is_file():
            # An editor may replace the file, which only its folder reports.
            handler, path, recursive = _FileHandler(handler, path), str(Path(path).parent), False
        return super().schedule(handler, path, recursive=recursive, event_filter=[*_FILE_CHANGES, *_FOLDER_CHANGES])


class _FileHandler(FileSystemEventHandler):
    """Passes on the events of one file in a folder."""

    def __init__(self, handler: FileSystemEventHandler, path: str) -> None:
        self._handler, self._path = handler, path

    def on_any_event(self, event: FileSystemEvent) -> None:
        if self._path in (event.src_path, event.dest_path):
            self._handler.dispatch(event)


class _SavedFiles(FileSystemEventHandler):
    """Collects the absolute paths of changed files."""

    def __init__(self) -> None:
        self._paths: set[str] = set()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Remember the paths of an event, in the thread that watches files."""
        self._paths = self._paths | {str(path) for path in (event.src_path, event.dest_path) if path}

    def take(self) -> set[str]:
        """Return the paths since the last call."""
        paths, self._paths = self._paths, set()
        return paths


def prepare(
    server: LiveReloadServer,
    root: Path,
    names: Iterable[str],
    entries: str,
    show_saved: Callable[[set[str]], bool],
) -> None:
    """Have a server notice changes at once, show saved entries first, and survive mistakes in them.

    Besides what MkDocs watches, it watches `names`, relative to the root. `show_saved` builds the pages of files in
    the folder `entries`, by their absolute paths, and returns whether it built any.
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
    for handler in logging.getLogger("mkdocs").handlers:
        handler.addFilter(_is_of_a_rebuild)
    saved = _SavedFiles()
    if (root / entries).is_dir():
        server.observer.schedule(saved, str(root / entries), recursive=True)
    build: Callable[..., object] = server.builder

    def rebuild(*arguments: Any, **options: Any) -> None:
        mkdocs_private.forget_messages()
        if show_saved(saved.take()):
            mkdocs_private.show_site(server, reload=False)
        _build_or_say_why_not(root, lambda: build(*arguments, **options))
        mkdocs_private.show_site(server, reload=True)

    server.builder = rebuild


def _is_of_a_rebuild(record: logging.LogRecord) -> bool:
    """Return whether a message is to be logged from now on: of plugins only warnings and errors, except for ours."""
    others = record.name.startswith(("mkdocs.plugins.", "mkdocs.material."))
    return record.levelno >= logging.WARNING or record.name == log.name or not others


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

    build: Build
    config: MkDocsConfig
    files: Files
    nav: Navigation
    env: Environment

    def show(self, paths: set[str]) -> bool:
        """Build the pages of entries among saved files into the published site; return whether there were any."""
        subjects, root = self.build.subjects, self.build.settings.root
        uris = [os.path.relpath(path, root).replace(os.sep, "/") for path in sorted(paths)]
        return True in [self._show_entry(uri) for uri in uris if uri in subjects and subjects[uri].entry]

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """List the errors of entries on their pages in the published site, above the text that was shown last."""
        errors: dict[str, list[Problem]] = {}
        for problem in problems:
            page = self.build.page(problem.location.path)
            if page and page.entry and problem.severity is Severity.ERROR:
                errors.setdefault(page.uri, []).append(problem)
        for uri, of_entry in errors.items():
            self._write(uri, of_entry)

    def _show_entry(self, uri: str) -> bool:
        old = self.build.page(uri)
        page, errors = self._read(old) if old else (None, [])
        if page:
            self.build.made[uri] = page
        return bool(page or errors) and self._write(uri, errors)

    def _write(self, uri: str, errors: list[Problem]) -> bool:
        """Write the page of an entry with its errors above its text; return False if that fails."""
        config, made = self.config, self.build.made
        page = made[uri]
        if errors:
            made[uri] = _with_errors(page, errors)
        try:
            file = page_file(page, config, self.build.settings.root)
            # Not into the file itself, which the next build's staging folder may name too.
            Path(file.abs_dest_path).unlink(missing_ok=True)
            read = MkDocsPage(None, file, config)
            mkdocs_private.read_page(read, config, self.files)
            mkdocs_private.write_page(read, config, self.files, self.nav, self.env)
        except Exception as error:  # noqa: BLE001 - the build that follows says what is wrong, and where
            log.debug(f"{uri} cannot be shown yet: {error}")
            return False
        finally:
            made[uri] = page
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
        context = page_context(project.facts, flat=flat, zone=zone, edited=self.build.history.edit_days)
        return day_page(context, replace(read.entry, tags=journal.curriculum.canonical_tags(read.entry.tags))), []


def _with_errors(old: Page, errors: list[Problem]) -> Page:
    def draw() -> PageContent:
        content = old.draw()
        return content._replace(above=f"{render('parts/problems.html', problems=errors)}\n{content.above}")

    return replace(old, draw=draw)
