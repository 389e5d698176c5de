"""Live server (`daytrail serve`): notices saves at once, and shows a saved entry before the whole site is built.

A save is followed by two steps. The first builds the pages of the entries that were saved, and no other, into the
published site, from the journal of the last build; a browser that asks for them waits no longer than that. The second
is a build like any other, after which every page is right and every browser reloads. It ends early if an entry is
saved meanwhile.
"""

import logging
import os
from collections.abc import Callable, Iterable, Set
from contextlib import suppress
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
from daytrail.source.load import with_current_names
from daytrail.source.notations.targets import Targets
from daytrail.views.pages.day import day_page
from daytrail.views.render import render

log = logging.getLogger("mkdocs.plugins.daytrail")

# Not the events of files that were only read: each build reads all of them.
_CHANGES = [events.FileCreatedEvent, events.FileModifiedEvent, events.FileMovedEvent, events.FileDeletedEvent]
_SAVE_SECONDS = 0.03
"""Changes within this time belong to one save."""
_STAYS = "The site stays as it was."


class SavedMeanwhile(BaseException):
    """An entry was saved during a build, which ends: the entry is shown at once, and another build follows.

    It is no Exception, which MkDocs would log as an error of the page that it reads.
    """


class SavedFiles(FileSystemEventHandler):
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


def prepare(
    server: LiveReloadServer, root: Path, names: Iterable[str], saved: SavedFiles, show: Callable[[Set[str]], bool]
) -> None:
    """Have a server notice changes at once, show saved entries first, and survive mistakes in them.

    Besides what MkDocs watches, it watches `names`, relative to the root, of which the first is the folder of entries:
    what is saved there is in `saved`. `show` builds the pages of entries by the absolute paths of their files, and
    returns whether it built any.
    """
    observer = _SystemObserver()
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
    for handler in logging.getLogger("mkdocs").handlers:
        handler.addFilter(_is_of_a_rebuild)
    build: Callable[..., object] = server.builder

    def rebuild(*arguments: Any, **options: Any) -> None:
        mkdocs_private.forget_messages()
        paths, saved.paths = saved.paths, frozenset()
        if show(paths):
            mkdocs_private.show_site(server, reload=False)
        with suppress(SavedMeanwhile):
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

    def show(self, paths: Set[str]) -> bool:
        """Build the pages of entries among saved files into the published site; return whether there were any."""
        return sum(map(self._show_entry, self.entries_among(paths))) > 0

    def entries_among(self, paths: Set[str]) -> list[str]:
        """Return the URIs of the entries among saved files that have a page."""
        subjects, root = self.build.subjects, self.build.settings.root
        uris = [os.path.relpath(path, root).replace(os.sep, "/") for path in sorted(paths)]
        return [uri for uri in uris if uri in subjects and subjects[uri].entry]

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """List the errors of entries on their pages in the published site, above the text that was shown last."""
        errors: dict[str, list[Problem]] = {}
        for problem in problems:
            subject = self.build.subjects.get(problem.location.path)
            if subject and subject.entry and problem.severity is Severity.ERROR:
                errors.setdefault(subject.uri, []).append(problem)
        for uri, of_entry in errors.items():
            self._write(uri, of_entry)

    def _show_entry(self, uri: str) -> bool:
        """Build the page of an entry as it is now, or with its errors; return False if that fails."""
        settings, journal = self.build.settings, self.build.project.loaded.journal
        read, problems = read_entry(settings.root, uri, settings.paths.rules(journal.curriculum))
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        if not errors:
            if read is None or read.draft or read.entry.address != self.build.subjects[uri].address:
                return False  # more than its page has to change
            targets = Targets(settings.root, settings.paths.entries, journal.entries, journal.curriculum)
            entry = targets.resolved(with_current_names(read, journal.curriculum)).entry
            self.build.made[uri] = day_page(self.build.context, entry)
        return self._write(uri, errors)

    def _write(self, uri: str, errors: list[Problem]) -> bool:
        """Write the page of an entry with its errors above its text; return False if that fails."""
        config, made, page = self.config, self.build.made, self.build.page(uri)
        if page is None:
            return False
        if errors:
            old = page.draw()
            shown = old._replace(above=f"{render('parts/problems.html', problems=errors)}\n{old.above}")
            made[uri] = replace(page, draw=lambda: shown)
        try:
            file = page_file(page, config, self.build.settings.root, self.build.settings.paths.docs)
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
