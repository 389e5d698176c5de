"""The dates that mkdocs-git-revision-date-localized-plugin gives to pages, from one process."""

import fnmatch
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from daytrail.project.git_history import UNKNOWN, Commit, Dates, read_dates, read_log

PLUGIN = "git-revision-date-localized"


class History:
    """The commits of a site's pages, by their uris."""

    def __init__(self, plugin: Any, root: Path) -> None:
        """Begin to read the history of a project, which takes git as long as the next steps of a build take us.

        Args:
            plugin: The plugin; None where the site has none.
            root: The project's folder.
        """
        self._plugin = plugin if plugin is not None and plugin.config["enabled"] else None
        self._zone = ZoneInfo((self._plugin and self._plugin.config["timezone"]) or "UTC")
        self._commits: dict[str, tuple[Commit, Commit, str]] = {}
        if self._plugin:
            with_threads = ThreadPoolExecutor(max_workers=1)
            self._log = with_threads.submit(read_log, root)
            with_threads.shutdown(wait=False)

    def find(self, paths: Mapping[str, str]) -> None:
        """Find the commits of pages and hand them to the plugin.

        Args:
            paths: The absolute path of each page's file by its uri.
        """
        if not self._plugin or not (log := self._log.result()):
            return
        util, options = self._plugin.util, self._plugin.config
        dates = read_dates(
            paths.values(),
            log,
            util.ignored_commits,
            util.get_git_commit_timestamp,
            lambda path: util.get_git_commit_timestamp(path, is_first_commit=True),
            follow=options["enable_git_follow"],
        )
        _hand_over(self._plugin, paths.values(), dates)
        for uri, path in paths.items():
            changed = dates.changed[path]
            if changed[0] and not any(fnmatch.fnmatchcase(uri, glob) for glob in options["exclude"]):
                self._commits[uri] = changed, dates.created[path], util.get_tag_name_for_commit(changed[0])

    def of(self, uri: str) -> object:
        """Return all that a page may show of its history, for JSON; None where nobody has committed it."""
        return self._commits.get(uri)

    def edited(self, uri: str) -> datetime | None:
        """Return when a page was last committed, in the plugin's time zone."""
        found = self._commits.get(uri)
        return datetime.fromtimestamp(found[0][1], self._zone) if found else None


def _hand_over(plugin: Any, paths: Iterable[str], dates: Dates) -> None:
    """Give the plugin what it would find, so that it does not look."""
    now = int(time.time())

    def known(commit: Commit) -> Commit:
        # What git does not know has the time of the build; it is taken back once the plugin has shown it.
        return ("", now) if commit == UNKNOWN else commit

    for path in paths:
        plugin.last_revision_commits[path] = known(dates.changed[path])
        plugin.created_commits[path] = known(dates.created[path])
        plugin.cached_source_paths[path] = path
    # Without it, the plugin passes over what it was given.
    plugin.config["enable_parallel_processing"] = True
    # A process a commit otherwise.
    plugin.util.tag_cache.update(dates.tags)
