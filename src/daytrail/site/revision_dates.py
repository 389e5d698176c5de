"""Dates of the commits of a site's pages, as mkdocs-git-revision-date-localized-plugin shows them."""

import fnmatch
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

from daytrail.project.git_history import Commit, Log, read_dates, read_log
from daytrail.site.mkdocs_private import GitDatesPlugin

PLUGIN = "git-revision-date-localized"


class Revision(NamedTuple):
    """What a page may show of its history."""

    changed: Commit
    created: Commit
    tag: str
    """The tag of the last commit; empty if it has none."""


Revisions: TypeAlias = Mapping[str, Revision]
"""By the URI of a page's source; without those that were never committed."""


def start_reading_log(root: Path) -> "Future[Log | None]":
    """Start to read the history of a project, while the caller does something else."""
    executor = ThreadPoolExecutor(max_workers=1)
    log = executor.submit(read_log, root)
    executor.shutdown(wait=False)
    return log


def find_revisions(plugin: Any, log: Log | None, paths: Mapping[str, str]) -> Revisions:
    """Return the commits of pages, and hand them to the plugin, which would ask git about each.

    Args:
        plugin: The plugin.
        log: The history of the project; None if there is none.
        paths: The absolute path of each page's file, by its URI.
    """
    if log is None:
        return {}
    git_dates, options = GitDatesPlugin(plugin), plugin.config
    dates = read_dates(
        paths.values(),
        log,
        git_dates.ignored_commits,
        git_dates.ask,
        lambda path: git_dates.ask(path, is_first_commit=True),
        follow=options["enable_git_follow"],
    )
    git_dates.fill(paths.values(), dates)
    return {
        uri: Revision(dates.changed[path], dates.created[path], git_dates.tag(dates.changed[path][0]))
        for uri, path in paths.items()
        if dates.changed[path][0] and not any(fnmatch.fnmatchcase(uri, glob) for glob in options["exclude"])
    }


def edited_times(revisions: Revisions, plugin: Any) -> dict[str, datetime]:
    """Return when pages were last committed, by the URI of their sources, in the plugin's time zone."""
    zone = ZoneInfo((plugin and plugin.config["timezone"]) or "UTC")
    return {uri: datetime.fromtimestamp(revision.changed[1], zone) for uri, revision in revisions.items()}
