"""The dates that mkdocs-git-revision-date-localized-plugin gives to pages, from one process."""

import fnmatch
import time
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from daytrail.adapters.git_dates import UNKNOWN, Commit, Dates, read_dates

PLUGIN = "git-revision-date-localized"


def obstacle(plugin: Any) -> str | None:
    """Return why the plugin's dates cannot be known before it asks for them; None where they can."""
    if plugin is None or not plugin.config["enabled"]:
        return None
    for option in ("enable_git_follow", "enable_parallel_processing"):
        if not plugin.config[option]:
            return f"with `{option}: false` the plugin `{PLUGIN}` asks git page by page"
    return None


class History:
    """The commits of a site's pages, by their uris."""

    def __init__(self, plugin: Any, paths: Mapping[str, str]) -> None:
        """Find the commits of pages and hand them to the plugin.

        Args:
            plugin: The plugin; None where the site has none.
            paths: The absolute path of each page's file by its uri.
        """
        self._zone = ZoneInfo("UTC")
        self._commits: dict[str, tuple[Commit, Commit, str]] = {}
        if plugin is None or not plugin.config["enabled"] or obstacle(plugin):
            return
        self._zone = ZoneInfo(plugin.config["timezone"] or "UTC")
        util, excluded = plugin.util, plugin.config["exclude"]
        dates = read_dates(
            paths.values(),
            util.ignored_commits,
            util.get_git_commit_timestamp,
            lambda path: util.get_git_commit_timestamp(path, is_first_commit=True),
        )
        if dates is None:
            return
        _hand_over(plugin, paths.values(), dates)
        for uri, path in paths.items():
            changed = dates.changed[path]
            if changed[0] and not any(fnmatch.fnmatchcase(uri, glob) for glob in excluded):
                self._commits[uri] = changed, dates.created[path], dates.tags.get(changed[0], "")

    def of(self, uri: str) -> object:
        """Return all that a page may show of its history, for JSON; None where nobody has committed it."""
        return self._commits.get(uri)

    def edited(self, uri: str) -> datetime | None:
        """Return when a page was last committed, in the plugin's time zone."""
        found = self._commits.get(uri)
        return datetime.fromtimestamp(found[0][1], self._zone) if found else None


def _hand_over(plugin: Any, paths: Mapping[str, str] | Any, dates: Dates) -> None:
    """Give the plugin what it would find, so that it does not look."""
    now = int(time.time())

    def known(commit: Commit) -> Commit:
        # What git does not know has the time of the build; it is taken back once the plugin has shown it.
        return ("", now) if commit == UNKNOWN else commit

    for path in paths:
        plugin.last_revision_commits[path] = known(dates.changed[path])
        plugin.created_commits[path] = known(dates.created[path])
        plugin.cached_source_paths[path] = path
    # A process a commit otherwise. Commits without a tag have an empty one.
    for commit, _ in (*plugin.last_revision_commits.values(), *plugin.created_commits.values()):
        plugin.util.tag_cache[commit] = dates.tags.get(commit, "")
